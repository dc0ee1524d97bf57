import { expect, it } from 'vitest';
import { resultText } from './resultText';

it('writes a result as people do', () => {
  expect(['1-0', '0-1', '1/2-1/2', '0-0', '*'].map(resultText)).toEqual(['1–0', '0–1', '½–½', '0–0', '*']);
});
