import { expect, it } from 'vitest';
import { readSheetFragment } from './scores';

it('finds the secret of a sheet in its link, and in no other', () => {
  expect(readSheetFragment('#sheet:abc-1_2')).toBe('abc-1_2');
  for (const other of ['', '#sheet:', '#A:abc', '#sheet:a b', '#clocks:A.x']) {
    expect(readSheetFragment(other), other).toBeUndefined();
  }
});
