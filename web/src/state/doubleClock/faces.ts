// What the clocks show on a phone: how the server said they stood, and what was pressed here since. It goes on counting
// without a network. It decides nothing: the referee does, when it hears of it.

import type { MatchState } from '../../wire/messages';
import { opponentOf, seatOf, SEATS, type BoardId, type Seat } from '../seats';
import type { Told } from './phone';

export interface Time {
  base: number;
  increment: number;
  delay: number;
}

/** One board's clocks at a moment of the match. */
export interface Face {
  left: Record<Seat, number>;
  /** Whose clock runs. */
  running: Seat | undefined;
  /** Whose move it is, whether or not the clocks run. */
  turn: Seat;
  /** The moment at which the readings are right. */
  asOf: number;
  /** How long the one on move has had the move by then. */
  used: number;
}

export type Acted = { do: string };

const seatsOf = (board: BoardId): [Seat, Seat] => [seatOf(board, 'white'), seatOf(board, 'black')];

/** A board as the server has told it, at the moment of that message. */
function told(state: MatchState, board: BoardId, now: number): Face {
  const [white, black] = seatsOf(board);
  const view = state.boards[board];
  const left = Object.fromEntries(SEATS.map((seat) => [seat, state.seats[seat].clock])) as Record<Seat, number>;
  const running = view.running === null ? undefined : view.running === 'white' ? white : black;
  return { left, running, turn: view.turn === 'white' ? white : black, asOf: now, used: view.on_move_for };
}

/** The same at a later moment. */
function at(from: Face, moment: number): Face {
  const passed = Math.max(0, moment - from.asOf);
  if (!from.running) return { ...from, asOf: Math.max(from.asOf, moment) };
  const left = { ...from.left, [from.running]: Math.max(0, from.left[from.running] - passed) };
  return { ...from, left, asOf: from.asOf + passed, used: from.used + passed };
}

/** A press completes the move: what the time control gives is given, and the other clock runs. */
function pressed(before: Face, seat: Seat, moment: number, time: Time): Face {
  if (before.running !== seat) return before;
  const then = at(before, moment);
  // Who has only been given the clock gives it back.
  if (before.turn !== seat) return { ...then, running: before.turn };
  const bonus = then.left[seat] > 0 ? time.increment + Math.min(time.delay, then.used) : 0;
  const next = opponentOf(seat);
  return {
    ...then,
    left: { ...then.left, [seat]: then.left[seat] + bonus },
    running: next,
    turn: next,
    used: 0,
  };
}

/** What a board's clocks show at a moment: the server's word, then what was done here and is not answered. */
export function face(
  state: MatchState,
  asOf: number,
  board: BoardId,
  time: Time,
  unanswered: readonly Told<Acted>[],
  moment: number,
): Face {
  let shown = told(state, board, asOf);
  for (const one of unanswered) {
    if (one.act.do === 'press' && seatsOf(board).includes(one.seat)) shown = pressed(shown, one.seat, one.at, time);
    if (one.act.do === 'call_arbiter') shown = { ...at(shown, one.at), running: undefined };
  }
  return at(shown, moment);
}
