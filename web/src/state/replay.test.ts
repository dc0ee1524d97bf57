import { expect, it } from 'vitest';
import type { Frame } from '../wire/http';
import { clockDifference, frameAt, materialGiven, step } from './replay';

const frame = (at: number, seat?: Frame['seat'], stock = '', left = 100): Frame => ({
  at,
  ...(seat ? { seat } : {}),
  boards: {
    A: { fen: '', turn: 'white', last: null, check: null, stocks: { A: '', a: '' } },
    B: { fen: '', turn: 'white', last: null, check: null, stocks: { B: '', b: stock } },
  },
  clocks: { A: left, a: 100, B: 100, b: 100 },
});
const frames = [frame(0), frame(1000, 'A'), frame(1500, 'B'), frame(3000, 'a', 'N', 90), frame(4000, 'b', '', 90)];

it('finds the frame of a moment', () => {
  expect(frameAt(frames, 0)).toBe(0);
  expect(frameAt(frames, 1499)).toBe(1);
  expect(frameAt(frames, 99_999)).toBe(4);
});

it('steps by move and by board', () => {
  expect(step(frames, 1, 1)).toBe(2);
  expect(step(frames, 1, 1, 'A')).toBe(3);
  expect(step(frames, 4, -1, 'B')).toBe(2);
  expect(step(frames, 0, -1)).toBe(0);
});

it('charts the clock difference and the material given', () => {
  expect(clockDifference(frames)).toEqual([0, 0, 0, -10, -10]);
  expect(materialGiven(frames).map((given) => given[1])).toEqual([0, 0, 0, 3, 3]);
});
