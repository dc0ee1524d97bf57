import { expect, it } from 'vitest';
import type { ScoreSheet } from '../wire/messages';
import { linesOf, mayWrite, placeOf } from './scores.svelte';

const line = (seat: 'A' | 'a' | 'B' | 'b', number: number, san: string) => ({
  seat,
  number,
  san,
  uci: san,
  clock: null,
  fit: 'fits' as const,
});
const board = (lines: ReturnType<typeof line>[], presses: number) => ({
  fen: '',
  turn: 'white' as const,
  last: null,
  check: null,
  stocks: {},
  open: true,
  moves: '',
  presses,
  lines,
});
const sheet: ScoreSheet = {
  match: 'abcdefgh23456789',
  version: 3,
  phase: 'playing',
  book: 'minerva',
  title: '',
  time: { base: 300_000, increment: 0, delay: 0 },
  names: { A: null, a: null, B: null, b: null },
  event: null,
  result: null,
  boards: { A: board([line('A', 1, 'e4'), line('a', 1, 'e5')], 1), B: board([line('B', 1, 'd4')], 1) },
};

it('has the moves of both boards in one list, each with its place on its board', () => {
  expect(linesOf(sheet).map((one) => one.san)).toEqual(['e4', 'e5', 'd4']);
  expect(linesOf(sheet).map((one) => placeOf(sheet, one))).toEqual([0, 1, 0]);
});

it('lets one move stand before its press, and none before the match', () => {
  expect(mayWrite(sheet, 'A')).toBe(false);
  expect(mayWrite(sheet, 'B')).toBe(true);
  expect(mayWrite({ ...sheet, phase: 'waiting' }, 'B')).toBe(false);
});
