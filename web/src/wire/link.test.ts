import { expect, it } from 'vitest';
import { readFragment } from './link';

it('tells who a link is for', () => {
  expect(readFragment('')).toEqual({ role: 'spectator' });
  expect(readFragment('#b:s3cret')).toEqual({ role: 'seat', seat: 'b', secret: 's3cret' });
  expect(readFragment('#arbiter:s3cret')).toEqual({ role: 'arbiter', secret: 's3cret' });
  expect(readFragment('#x:s3cret')).toEqual({ role: 'spectator' });
  expect(readFragment('#A:')).toEqual({ role: 'spectator' });
});
