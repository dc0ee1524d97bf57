import { expect, it } from 'vitest';
import type { MatchState, SeatState, Snapshot } from '../wire/messages';
import { bySeat } from './seats';
import { receive } from './view';

const seat = (running: boolean): SeatState => ({
  clock: 300_000,
  running,
  fallen: false,
  stock: '',
  hand: '',
  holds: false,
  frozen_until: null,
  forbidden: '',
  illegal_moves: 0,
  warnings: 0,
  wants_draw: false,
  lag: 0,
});
const board = {
  fen: '8/8/8/8/8/8/8/8',
  turn: 'white' as const,
  running: 'white' as const,
  check: null,
  last: null,
  made: null,
  early: null,
  offer: null,
  duty: null,
  resigned: null,
  clock_returned: false,
  verdict: null,
};
const state = (over: Partial<MatchState> = {}): MatchState => ({
  phase: 'playing',
  stopped: false,
  held: false,
  boards: { A: board, B: board },
  seats: bySeat((which) => seat(which === 'A' || which === 'B')),
  score: [0, 0],
  verdict: null,
  last_drop: null,
  ...over,
});
const snapshot = (over: Partial<Snapshot> = {}): Snapshot =>
  ({
    type: 'snapshot',
    seq: 3,
    now: 0,
    match: { id: 'm' },
    people: { seats: {}, arbiter: false, spectators: 0 },
    state: state(),
    moves: [],
    events: [],
    you: {},
    ...over,
  }) as Snapshot;

it('takes a snapshot and then updates', () => {
  const first = receive(undefined, snapshot(), 100);
  expect(first?.clocks.A).toEqual({ left: 300_000, running: true, asOf: 100 });
  const second = receive(
    first,
    {
      type: 'update',
      seq: 5,
      now: 10,
      state: state(),
      you: { moves: 'e2e4' },
      events: [{ seq: 4, at: 9, event: 'made', seat: 'A', uci: 'd2d4', san: 'd4', number: 1 }],
    },
    200,
  );
  expect(second?.moves.map((move) => move.san)).toEqual(['d4']);
  expect(second?.seq).toBe(5);
  expect(second?.you.moves).toBe('e2e4');
});

it('lets no clock run while the table waits for everybody to come back', () => {
  expect(receive(undefined, snapshot({ state: state({ held: true }) }), 0)?.clocks.A.running).toBe(false);
});

it('keeps the log over a reconnection without doubling it', () => {
  const event = (seq: number) => ({ seq, at: seq, event: 'resumed' });
  const first = receive(undefined, snapshot({ seq: 2, events: [event(1), event(2)] }), 0);
  const again = receive(first, snapshot({ seq: 4, events: [event(3), event(4)] }), 0);
  expect(again?.log.map((one) => one.seq)).toEqual([1, 2, 3, 4]);
});
