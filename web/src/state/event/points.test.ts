import { expect, it } from 'vitest';
import { pointsText, readPoints, scoreText } from './points';

it('writes points as on a score sheet', () => {
  expect([0, 0.5, 1, 1.5, 7, 10.25].map(pointsText)).toEqual(['0', '½', '1', '1½', '7', '10.25']);
  expect(pointsText(-0.5)).toBe('−½');
  expect(scoreText([0.5, 0.5])).toBe('½–½');
});

it('reads points however they are typed', () => {
  expect(['1', '½', '1½', '0,5', '.5', ' 2 '].map(readPoints)).toEqual([1, 0.5, 1.5, 0.5, 0.5, 2]);
  expect(['', 'one', '-1', '1..5', '1e3'].map(readPoints)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
