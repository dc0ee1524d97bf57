import { expect, it } from 'vitest';
import type { MatchState } from '../../wire/messages';
import { face, type Acted } from './faces';
import type { Told } from './phone';

const board = (running: 'white' | 'black' | null, turn = running ?? 'white', used = 0) => ({
  running,
  turn,
  on_move_for: used,
});
const state = (a: object, clock = 60_000): MatchState =>
  ({
    boards: { A: a, B: board('white') },
    seats: Object.fromEntries(['A', 'a', 'B', 'b'].map((seat) => [seat, { clock }])),
  }) as unknown as MatchState;
const press = (seat: 'A' | 'a', at: number): Told<Acted> => ({ id: at, seat, act: { do: 'press' }, at });
const plain = { base: 60_000, increment: 0, delay: 0 };

it('counts down whose clock runs, and nobody else', () => {
  const shown = face(state(board('white')), 1000, 'A', plain, [], 3500);
  expect([shown.left.A, shown.left.a, shown.running]).toEqual([57_500, 60_000, 'A']);
  expect(face(state(board(null)), 1000, 'A', plain, [], 9000).left.A).toBe(60_000);
  expect(face(state(board('white'), 500), 1000, 'A', plain, [], 9000).left.A).toBe(0);
});

it('shows what was pressed here before the server knows it', () => {
  const shown = face(state(board('white')), 0, 'A', plain, [press('A', 2000), press('a', 5000)], 6000);
  expect([shown.left.A, shown.left.a, shown.running]).toEqual([57_000, 57_000, 'A']);
  // A press that the server has told meanwhile, or that is nobody's turn, changes nothing.
  expect(face(state(board('black')), 3000, 'A', plain, [press('A', 2000)], 4000).running).toBe('a');
});

it('gives back what the time control gives', () => {
  const increment = face(state(board('white')), 0, 'A', { ...plain, increment: 2000 }, [press('A', 5000)], 5000);
  expect(increment.left.A).toBe(57_000);
  // Four seconds of the move had passed when the server told it.
  const delay = { ...plain, delay: 3000 };
  expect(face(state(board('white', 'white', 4000)), 0, 'A', delay, [press('A', 1000)], 1000).left.A).toBe(62_000);
  expect(face(state(board('white')), 0, 'A', delay, [press('A', 1000)], 1000).left.A).toBe(60_000);
  // A fallen flag gets nothing.
  expect(face(state(board('white'), 500), 0, 'A', { ...plain, increment: 2000 }, [press('A', 900)], 900).left.A).toBe(
    0,
  );
});

it('gives a returned clock back without a bonus, and stands still once somebody stops', () => {
  const increment = { ...plain, increment: 2000 };
  const taken = face(state(board('black', 'white')), 0, 'A', increment, [press('a', 1000)], 1500);
  expect([taken.left.a, taken.left.A, taken.running]).toEqual([59_000, 59_500, 'A']);
  const stop = { id: 1, seat: 'b', act: { do: 'call_arbiter' }, at: 700 } as Told<Acted>;
  const stopped = face(state(board('white')), 0, 'A', plain, [stop], 9000);
  expect([stopped.left.A, stopped.running]).toEqual([59_300, undefined]);
});
