// What the live region says: moves of both boards, the stock when it changes, clocks when asked.

import { leftNow, spokenSeconds } from '../state/clock';
import { partnerOf, SEATS, type Seat } from '../state/seats';
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

/** All four clocks and both stocks of the team, for a player who doesn't see them. */
export const spokenTable = (view: TableView, near: Seat, now: number): string =>
  [
    ...SEATS.map((seat) => spokenClock(view, seat, now)),
    t('spoken.stock', { pieces: stockText(view, near) }),
    t('spoken.partnerStock', { pieces: stockText(view, partnerOf(near)) }),
  ].join('. ');
