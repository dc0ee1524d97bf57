// What the live region says: moves of both boards, the stock when it changes, clocks and boards when asked.

import { leftNow, spokenSeconds } from '../state/clock';
import { readPlacement } from '../state/placement';
import { boardOf, partnerOf, SEATS, seatOf, type Color, type Seat } from '../state/seats';
import { statusOf } from '../state/status';
import type { TableView } from '../state/view';
import type { MatchEvent } from '../wire/messages';
import { t } from '../i18n/i18n.svelte';
import { eventText, pieceText, whoText } from './eventText';

const stockText = (view: TableView, seat: Seat): string =>
  [...view.state.seats[seat].stock].map((letter) => pieceText(letter)).join(', ') || t('table.empty');

export function spokenClock(view: TableView, seat: Seat, now: number): string {
  const { minutes, seconds } = spokenSeconds(leftNow(view.clocks[seat], now));
  return t('spoken.clock', {
    who: whoText(view.people, seat),
    minutes: t('spoken.minutes', { count: minutes }),
    seconds: t('spoken.seconds', { count: seconds }),
  });
}

/** An event, and after it the stock of the player who listens if it has changed by it. */
export function spokenEvent(event: MatchEvent, view: TableView, me: Seat | undefined): string | undefined {
  const text = eventText(event, view.people);
  if (!text || !me) return text;
  const came = event.event === 'passed' && partnerOf(event.seat) === me;
  const dropped = event.event === 'made' && event.seat === me && event.san.includes('@');
  return came || dropped ? `${text}. ${t('spoken.stock', { pieces: stockText(view, me) })}` : text;
}

/** Which colour I have and who is to move, in the words of the line at the board. */
export function spokenStatus(view: TableView, me: Seat | undefined): string | undefined {
  const status = statusOf(view, me);
  return status && t(status.text, { color: t(status.color), who: whoText(view.people, status.seat ?? me) });
}

const ORDER = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'] as const;

/** Every piece of a player's board, and who is to move there: for a player who doesn't see it. */
export function spokenBoard(view: TableView, near: Seat): string {
  const board = boardOf(near);
  const { fen, turn } = view.state.boards[board];
  const placed = [...readPlacement(fen)];
  const men = (color: Color) =>
    ORDER.flatMap((role) => {
      const squares = placed.filter(([, man]) => man.role === role && man.color === color).map(([square]) => square);
      return squares.length ? [`${t(`piece.${role}`)} ${squares.toSorted().join(' ')}`] : [];
    }).join(', ');
  return t('spoken.board', {
    board,
    white: men('white'),
    black: men('black'),
    who: whoText(view.people, seatOf(board, turn)),
  });
}

/** All four clocks and both stocks of the team, for a player who doesn't see them. */
export const spokenTable = (view: TableView, near: Seat, now: number): string =>
  [
    ...SEATS.map((seat) => spokenClock(view, seat, now)),
    t('spoken.stock', { pieces: stockText(view, near) }),
    t('spoken.partnerStock', { pieces: stockText(view, partnerOf(near)) }),
  ].join('. ');
