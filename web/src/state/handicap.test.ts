import { expect, it } from 'vitest';
import { oddsPosition } from './handicap';

it('gives a team a part of the time, and nobody a position otherwise', () => {
  expect(oddsPosition(300_000, { 1: 100, 2: 100 })).toBeUndefined();
  const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -';
  expect(oddsPosition(300_000, { 1: 50, 2: 100 })).toBe(`${start} 150 300 | ${start} 300 150`);
  expect(oddsPosition(60_000, { 1: 100, 2: 25 })).toBe(`${start} 60 15 | ${start} 15 60`);
});
