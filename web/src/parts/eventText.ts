// An event of the log in the visitor's words: for the arbiter's desk and the live region.

import type { Say, WireEvent, People } from '../wire/messages';
import { clockText } from '../state/clock';
import { roleOf } from '../state/pieces';
import { boardOf, colorOf, type Seat } from '../state/seats';
import { t } from '../i18n/i18n.svelte';

export const pieceText = (letter: string | undefined): string => {
  const role = letter ? roleOf(letter) : undefined;
  return role ? t(`piece.${role}`) : '';
};

export function sayText(message: Say): string {
  if (typeof message === 'string') return t(`say.${message}`);
  if ('need' in message) return t('say.need', { piece: pieceText(message.need) });
  if ('warn' in message) return t('say.warn', { piece: pieceText(message.warn) });
  if ('may' in message) return t(`say.${message.may}`);
  return 'move' in message ? message.move : message.text;
}

export const whoText = (people: People, seat: Seat | undefined): string =>
  seat ? people.seats[seat]?.name || t('seat', { board: boardOf(seat), color: t(colorOf(seat)) }) : t('lobby.arbiter');

export const verdictText = (result: string | undefined, reason: string | undefined): string =>
  t('verdict.line', { result: result ?? '*', reason: reason ? t(`reason.${reason}`) : '' });

/** `undefined` for events that nobody needs to hear of. */
export function eventText(event: WireEvent, people: People): string | undefined {
  const who = whoText(people, event.seat);
  switch (event.event) {
    case 'completed':
    case 'held':
    case 'lag_given':
      return undefined;
    case 'said':
      return t('log.said', { who, words: event.message ? sayText(event.message) : '' });
    case 'game_ended':
      return t('log.game_ended', { board: event.board, verdict: verdictText(event.result, event.reason) });
    case 'match_ended':
      return t('log.match_ended', { verdict: verdictText(event.result, event.reason) });
    case 'hold':
      return t(event.on ? 'log.hold_on' : 'log.hold_off', { who });
    case 'stopped':
      return t(event.seat ? 'log.stopped_by' : 'log.stopped', { who });
    default: {
      const key = `log.${event.event}`;
      const text = t(key, {
        who,
        san: event.san ?? event.uci ?? '',
        board: event.seat ? boardOf(event.seat) : (event.board ?? ''),
        piece: pieceText(event.role),
        clock: clockText(event.clock ?? event.until ?? 0),
        team: event.team,
        points: event.points,
        boards: event.boards === 'both' ? t('desk.both') : (event.boards ?? ''),
        stock: event.stock || '–',
      });
      return text === key ? event.event : text;
    }
  }
}
