import { expect, it } from 'vitest';
import { inviteLink, isMatchId, readFragment } from './link';

it('tells who a link is for', () => {
  expect(readFragment('')).toEqual({ role: 'spectator' });
  expect(readFragment('#b:s3cret')).toEqual({ role: 'seat', seat: 'b', secret: 's3cret' });
  expect(readFragment('#arbiter:s3cret')).toEqual({ role: 'arbiter', secret: 's3cret' });
});

it('takes no broken link for another', () => {
  for (const broken of [
    '#x:s3cret',
    '#A:',
    '#A',
    '#A:one:two',
    '#arbiter:',
    '#invite:',
    '#invite:A',
    '#invite:A.x,Z.y',
    '#A:s cret',
  ]) {
    expect(readFragment(broken), broken).toBeUndefined();
  }
});

it('invites to several seats by one link', () => {
  const link = inviteLink('m1', { a: '/m/m1#a:one', b: '/m/m1#b:two-2' });
  expect(link).toBe('/m/m1#invite:a.one,b.two-2');
  expect(readFragment(link.slice(link.indexOf('#')))).toEqual({ role: 'invited', secrets: { a: 'one', b: 'two-2' } });
});

it('knows the id of a match from a cut one', () => {
  expect(isMatchId('whfknnxgsjxqx0kz')).toBe(true);
  for (const broken of ['whfknnxgsjxqx0k', 'whfknnxgsjxqx0kzz', 'WHFKNNXGSJXQX0KZ', 'whfknnxgsjxqx0k%'])
    expect(isMatchId(broken)).toBe(false);
});
