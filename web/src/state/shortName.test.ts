import { expect, it } from 'vitest';
import { shortName } from './shortName';

it('keeps of a name what the server keeps', () => {
  expect(shortName('Annelies van der Berg-Kowalska')).toBe('Annelies van der Berg-Ko');
  expect(shortName('Jana Nováková')).toBe('Jana Nováková');
  expect(shortName('👩‍👩‍👧'.repeat(30))).toBe('👩‍👩‍👧'.repeat(24));
});
