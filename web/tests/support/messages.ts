// Messages of a server, for tests of what pages know without a page.

import type { BoardState, MatchState, MessageOf, SeatState, YouSeat } from '../../src/wire/messages';
import { bySeat } from '../../src/state/seats';

export const seatState = (over: Partial<SeatState> = {}): SeatState => ({
  clock: 300_000,
  running: false,
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
  ...over,
});

export const boardState = (over: Partial<BoardState> = {}): BoardState => ({
  fen: '8/8/8/8/8/8/8/8',
  turn: 'white',
  running: 'white',
  check: null,
  last: null,
  made: null,
  early: null,
  offer: null,
  duty: null,
  resigned: null,
  clock_returned: false,
  on_move_for: 0,
  verdict: null,
  ...over,
});

/** Both Whites are on move. */
export const matchState = (over: Partial<MatchState> = {}): MatchState => ({
  phase: 'playing',
  stopped: false,
  held: false,
  boards: { A: boardState(), B: boardState() },
  seats: bySeat((seat) => seatState({ running: seat === 'A' || seat === 'B' })),
  score: [0, 0],
  verdict: null,
  last_drop: null,
  claim: null,
  go_on: [false, false],
  ...over,
});

/** What a player may do who may do nothing but these moves. */
export const mayMove = (moves: string): YouSeat => ({ moves, granted: [], say: [], say_article: 'asten 23' });

export const snapshot = (over: Partial<MessageOf<'snapshot'>> = {}): MessageOf<'snapshot'> =>
  ({
    type: 'snapshot',
    seq: 3,
    now: 0,
    match: { id: 'm', book: 'asten', input: 'guarded' },
    people: { seats: {}, arbiter: false, spectators: 0 },
    state: matchState(),
    moves: [],
    events: [],
    you: {},
    ...over,
  }) as MessageOf<'snapshot'>;
