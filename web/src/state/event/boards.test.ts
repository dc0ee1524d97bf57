import { expect, it, vi } from 'vitest';
import { LiveBoards } from './boards.svelte';
import type { EventBoard } from '../../wire/event';
import { leftNow } from '../clock';

const seat = (running: boolean) => ({ name: 'Ann', clock: 60_000, running, stock: '' });
const empty = { fen: '8/8/8/8/8/8/8/8', last: null, check: null, result: null };
const board = (over: Partial<EventBoard> = {}): EventBoard => ({
  table: 3,
  leg: 0,
  match: 'k2m4n5p6q7r8s9t2',
  at: 1_000,
  phase: 'playing',
  on_table: false,
  boards: { A: empty, B: empty },
  seats: { A: seat(true), a: seat(false), B: seat(true), b: seat(false) },
  score: [0, 0],
  ...over,
});

it('asks for what is looked at once the page has settled', () => {
  vi.useFakeTimers();
  const ask = vi.fn();
  const boards = new LiveBoards(ask);
  boards.look(5, true);
  boards.look(2, true);
  boards.look(9, true);
  boards.look(9, false);
  expect(ask).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(ask.mock.calls).toEqual([[[2, 5]]]);
  vi.useRealTimers();
});

it('lets clocks go on from when they were seen, not from when they came', () => {
  const boards = new LiveBoards(() => {});
  // Seen four seconds before it was told.
  boards.heard([board()], 5_000);
  const seen = boards.tables.get(3)!;
  const left = leftNow({ left: seen.seats.A.clock, running: true, asOf: seen.asOf }, performance.now());
  expect(Math.round(left / 1000)).toBe(56);
});
