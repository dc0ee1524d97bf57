// Whose move it is, in a few words: for the line at the board, the page's title and its icon.

import { boardOf, colorOf, opponentOf, seatOf, type Color, type Seat } from './seats';
import type { TableView } from './view';

export interface Status {
  /** Which text. */
  text: string;
  /** Mine, or that of the one who is to move. */
  color: Color;
  seat?: Seat;
  /** Something is to be done by me. */
  mine: boolean;
}

/** Nothing once the match is over, for those who only look, and where other lines say what is going on. */
export function statusOf(
  { state, moves }: Pick<TableView, 'state' | 'moves'>,
  me: Seat | undefined,
): Status | undefined {
  if (!me || state.phase !== 'playing' || state.stopped || state.held) return undefined;
  const board = state.boards[boardOf(me)];
  if (board.verdict || board.duty) return undefined;
  const color = colorOf(me);
  const turn = seatOf(boardOf(me), board.turn);
  if (board.made?.seat === me) return { text: 'status.pressMine', color, mine: true };
  if (board.made) return { text: 'status.pressTheirs', color: board.turn, seat: board.made.seat, mine: false };
  const first = !moves.some((move) => move.seat === me);
  if (turn === me) return { text: first ? 'status.first' : 'status.mine', color, mine: true };
  return {
    text: first ? 'status.waitFirst' : 'status.wait',
    color: first ? color : board.turn,
    seat: opponentOf(me),
    mine: false,
  };
}
