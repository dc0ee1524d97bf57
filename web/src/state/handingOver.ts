// What a tap on a square means while the book asks a player to hand a piece over.

import type { GrantedAct, MatchState } from '../wire/messages';
import { roleOf, type Role } from './pieces';
import { boardOf, otherBoard, type BoardId, type Seat } from './seats';

export interface Demand {
  /** The board from which the piece comes. */
  board: BoardId;
  /** The squares that may be tapped. */
  squares: Map<string, Role>;
  /** Whether it may also come from the stock. */
  stock: boolean;
}

/** The piece that this player must or may hand over now, if there is one: what the server grants. */
export function demandOn(state: MatchState, me: Seat, granted: readonly GrantedAct[]): Demand | undefined {
  const duty = state.boards[boardOf(me)].duty;
  if (!duty) return undefined;
  const squares = new Map<string, Role>();
  let stock = false;
  for (const { act } of granted) {
    if (act.do !== 'give' || !('role' in act)) continue;
    const role = roleOf(act.role);
    if (act.square && role) squares.set(act.square, role);
    else stock = true;
  }
  if (squares.size === 0 && !stock) return undefined;
  // Minerva and stein 7.7: what was captured has been dropped on the other board.
  const board = duty.kind === 'give' ? boardOf(me) : otherBoard(boardOf(me));
  return { board, squares, stock };
}
