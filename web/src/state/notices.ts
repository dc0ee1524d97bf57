// What everybody at the table must know now, in one place under the board.

import type { MatchState } from '../wire/messages';
import type { TableView } from './view';
import { leftNow } from './clock';
import { boardOf, opponentOf, SEATS, type BoardId, type Seat } from './seats';

export interface Notice {
  /** Which text. */
  text: string;
  seat?: Seat;
  /** Of whom it tells, if that may be several. */
  seats?: Seat[];
  role?: string;
  board?: BoardId;
  article?: string;
}

const BOARDS: BoardId[] = ['A', 'B'];

/** Everybody of whom a notice tells. */
export const whose = ({ seat, seats }: Notice): Seat[] => seats ?? (seat ? [seat] : []);

/** Who is frozen now: until that player's clock shows less. The clock alone ends it, and no message tells. */
const frozenSeats = ({ state, clocks }: Pick<TableView, 'state' | 'clocks'>, now: number): Seat[] =>
  SEATS.filter((seat) => {
    const until = state.seats[seat].frozen_until;
    return until !== null && leftNow(clocks[seat], now) > until;
  });

/** What is to be told at `now`, the page's own time. */
export function noticesFor(view: Pick<TableView, 'state' | 'clocks'>, me: Seat | undefined, now: number): Notice[] {
  const { state }: { state: MatchState } = view;
  // The result says all that is still to be said.
  if (state.phase === 'over') return [];
  const notices: Notice[] = [];
  if (state.held) notices.push({ text: 'held' });
  if (state.stopped) notices.push({ text: 'stopped' });
  if (state.last_drop) notices.push({ text: 'lastDrop', ...state.last_drop });
  for (const id of BOARDS) {
    const board = state.boards[id];
    const mine = me !== undefined && boardOf(me) === id;
    const { duty } = board;
    if (duty?.kind === 'give') {
      notices.push({ text: duty.seat === me ? 'giveMine' : 'give', seat: duty.seat, article: duty.article });
    }
    if (duty?.kind === 'restitution') {
      const mineToTake = me !== undefined && opponentOf(duty.seat) === me && duty.reported;
      notices.push({
        text: mineToTake ? 'restitutionMine' : 'restitution',
        seat: duty.seat,
        role: duty.role,
        article: duty.article,
      });
    }
    if (board.resigned) notices.push({ text: 'resigned', seat: board.resigned });
    if (board.offer && state.phase === 'playing') {
      const text = me === undefined ? 'offerOn' : board.offer === me ? 'offerOwn' : mine ? 'offer' : 'offerBeside';
      notices.push({ text, seat: board.offer, board: id });
    }
    if (board.verdict && state.phase === 'playing')
      notices.push({ text: `ended${id}`, article: board.verdict.article });
    if (mine && board.clock_returned) notices.push({ text: 'clockReturned' });
  }
  // Where all four must agree nobody's offer belongs to a board.
  const agreed = SEATS.filter((seat) => state.seats[seat].wants_draw);
  if (agreed.length && state.phase === 'playing')
    notices.push({ text: agreed.length === 1 ? 'offerFour' : 'agreedFour', seats: agreed });
  for (const seat of frozenSeats(view, now)) notices.push({ text: 'frozen', seat });
  return notices;
}
