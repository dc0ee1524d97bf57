// What a tap on a square means while the book asks a player to hand a piece over.

import type { Duty, MatchState } from '../wire/messages';
import { letterOf, type Role } from './pieces';
import { readPlacement } from './placement';
import { boardOf, colorOf, opponentOf, otherBoard, type BoardId, type Seat } from './seats';

export interface Demand {
  duty: Duty;
  /** The board from which the piece comes. */
  board: BoardId;
  /** The squares that may be tapped. */
  squares: Map<string, Role>;
  /** Whether it may also come from the stock. */
  stock: boolean;
}

/** The piece that this player must or may hand over now, if there is one. */
export function demandOn(state: MatchState, me: Seat): Demand | undefined {
  const duty = state.boards[boardOf(me)].duty;
  if (!duty) return undefined;
  const men = (board: BoardId, fits: (role: Role) => boolean) => {
    const squares = new Map<string, Role>();
    for (const [square, piece] of readPlacement(state.boards[board].fen)) {
      if (piece.color === colorOf(me) && fits(piece.role)) squares.set(square, piece.role);
    }
    return squares;
  };
  if (duty.kind === 'give' && duty.seat === me) {
    const board = boardOf(me);
    return { duty, board, squares: men(board, (role) => role !== 'king'), stock: duty.why !== 'nothing-to-take' };
  }
  // Minerva and stein 7.7: what was captured has been dropped on the other board, in my colour.
  if (duty.kind === 'restitution' && opponentOf(duty.seat) === me && duty.reported) {
    const board = otherBoard(boardOf(me));
    return { duty, board, squares: men(board, (role) => letterOf(role) === duty.role), stock: false };
  }
  return undefined;
}
