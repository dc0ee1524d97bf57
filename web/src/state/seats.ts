// The four seats, as BPGN writes them: capital = White, letter = board.
// Team 1 is A with b, team 2 is a with B.

import type { BoardId, Color, Seat, Team } from '../wire/generated/messages';

export type { BoardId, Color, Seat, Team };

export const SEATS: readonly Seat[] = ['A', 'a', 'B', 'b'];
export type BySeat<T> = Record<Seat, T>;

export const boardOf = (seat: Seat): BoardId => seat.toUpperCase() as BoardId;
export const colorOf = (seat: Seat): Color => (seat === 'A' || seat === 'B' ? 'white' : 'black');
export const teamOf = (seat: Seat): Team => (seat === 'A' || seat === 'b' ? 1 : 2);
export const otherBoard = (board: BoardId): BoardId => (board === 'A' ? 'B' : 'A');
export const otherColor = (color: Color): Color => (color === 'white' ? 'black' : 'white');

export const seatOf = (board: BoardId, color: Color): Seat => (color === 'white' ? board : board.toLowerCase()) as Seat;
export const opponentOf = (seat: Seat): Seat => seatOf(boardOf(seat), otherColor(colorOf(seat)));
export const partnerOf = (seat: Seat): Seat => seatOf(otherBoard(boardOf(seat)), otherColor(colorOf(seat)));
/** The partner's opponent: the clock that decides whether one can sit and wait. */
export const diagonalOf = (seat: Seat): Seat => seatOf(otherBoard(boardOf(seat)), colorOf(seat));

export const bySeat = <T>(value: (seat: Seat) => T): BySeat<T> => ({
  A: value('A'),
  a: value('a'),
  B: value('B'),
  b: value('b'),
});

/** Which colour a team looks from on a board, so that it sits at the bottom of both. */
export const bottomColor = (team: Team, board: BoardId): Color =>
  (team === 1) === (board === 'A') ? 'white' : 'black';

/** The table as one sees it who sits at `near`. */
export interface Places {
  near: Seat;
  partner: Seat;
  foe: Seat;
  partnerFoe: Seat;
  /** The board at which one sits, and the other. */
  mine: BoardId;
  other: BoardId;
  color: Color;
}

export const placesAround = (near: Seat): Places => ({
  near,
  partner: partnerOf(near),
  foe: opponentOf(near),
  partnerFoe: diagonalOf(near),
  mine: boardOf(near),
  other: otherBoard(boardOf(near)),
  color: colorOf(near),
});
