import { expect, it } from 'vitest';
import { afterRematch, clockLink, readClockFragment, secretsOf } from './clockLink';

const secrets = { A: 'one', a: 'two_2', B: 'three-3', b: 'four' };

it('reads what it writes', () => {
  const link = clockLink('abcdefgh23456789', secrets);
  expect(readClockFragment(new URL(link, 'http://x').hash)).toEqual(secrets);
  expect(secretsOf({ A: '/m/x#A:one', a: '/m/x#a:two_2', B: '/m/x#B:three-3', b: '/m/x#b:four' })).toEqual(secrets);
});

it('takes nothing that is not whole', () => {
  for (const wrong of ['', '#clocks:', '#clocks:A.one,a.two,B.three', '#clocks:A.one,a.two,B.three,c.four', '#A:one'])
    expect(readClockFragment(wrong)).toBeUndefined();
});

it('seats everybody across in the match that follows', () => {
  expect(afterRematch(secrets)).toEqual({ a: 'one', A: 'two_2', b: 'three-3', B: 'four' });
});
