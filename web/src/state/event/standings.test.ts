import { expect, it } from 'vitest';
import { tied } from './standings';
import { moved } from './order';

const line = (number: number, points: number) => ({
  place: number,
  number,
  team: number,
  player: null,
  name: String(number),
  points,
  values: [],
});

it('finds neighbours with the same points', () => {
  const pairs = tied([line(1, 5), line(2, 5), line(3, 5), line(4, 3)]);
  expect(pairs.map(([one, other]) => [one.number, other.number])).toEqual([
    [1, 2],
    [2, 3],
  ]);
});

it('moves one of a list', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
});
