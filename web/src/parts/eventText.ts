// An event of the log in the visitor's words: for the arbiter's desk and the live region.

import type { EventFields, MatchEvent, Message, People } from '../wire/messages';
import { clockText } from '../state/clock';
import { roleOf } from '../state/pieces';
import { boardOf, bySeat, type Seat } from '../state/seats';
import { NOD } from '../state/words';
import { language, t } from '../i18n/i18n.svelte';
import { ownMove } from '../i18n/letters';
import { inLanguage } from '../i18n/phrases';
import { resultText } from './resultText';
import { rulingText } from './rulingText';
import { seatText } from './seatText';

export const pieceText = (letter: string | undefined): string => {
  const role = letter ? roleOf(letter) : undefined;
  return role ? t(`piece.${role}`) : '';
};

export function sayText(message: Message): string {
  if (typeof message === 'string') return t(`say.${message}`);
  if ('need' in message) return t(`say.need.${roleOf(message.need)}`);
  if ('warn' in message) return t(`say.warn.${roleOf(message.warn)}`);
  if ('may' in message) return t(`say.${message.may}`);
  if ('move' in message) return ownMove(message.move, language());
  return message.text === NOD ? t('say.nod') : inLanguage(message.text, language());
}

export const whoText = (people: People, seat: Seat | undefined): string =>
  seat ? people.seats[seat]?.name || seatText(seat) : t('lobby.arbiter');

/** Why something ended; a file may say it in words of its own, which are then shown as they are. */
export const reasonText = (reason: string | undefined): string =>
  reason ? t(`reason.${reason}`, { defaultValue: reason }) : '';

/** Where nobody has won and nothing was agreed there is no result to write. */
export const verdictText = (result: string | undefined, reason: string | undefined): string =>
  result && result !== '*'
    ? t('verdict.line', { result: resultText(result), reason: reasonText(reason) })
    : reasonText(reason || 'abandoned');

/** `undefined` for events that nobody needs to hear of. */
export function eventText(event: MatchEvent, people: People): string | undefined {
  const told: EventFields = event;
  const who = whoText(people, told.seat);
  switch (event.event) {
    case 'completed':
    case 'held':
    case 'lag_given':
      return undefined;
    case 'seated': {
      const seat = seatText(event.seat);
      const sits = people.seats[event.seat];
      const level = event.bot && /^\d$/.test(event.bot) ? t('bot.name', { level: event.bot }) : event.bot;
      // Who still sits there is called by name.
      const bot = event.bot && sits?.bot === event.bot ? `${sits.name} (${level})` : level;
      if (bot && event.name) return t('log.seated_for', { seat, who: bot, name: event.name });
      return t('log.seated', { seat, who: bot || event.name || '' });
    }
    case 'said':
      return t('log.said', { who, words: sayText(event.message) });
    case 'game_ended':
      return t('log.game_ended', { board: event.board, verdict: verdictText(event.result, event.reason) });
    case 'match_ended':
      return t('log.match_ended', { verdict: verdictText(event.result, event.reason) });
    case 'hold':
      return t(event.on ? 'log.hold_on' : 'log.hold_off', { who });
    case 'stopped':
      return t(event.seat ? 'log.stopped_by' : 'log.stopped', { who });
    case 'claimed':
      return t('log.claimed', { who, what: t(`clock.claim.${event.claim}`), board: event.board });
    case 'claim_settled':
      return t(event.holds ? 'log.claim_holds' : 'log.claim_fails');
    case 'accounts_differ':
      return t('log.accounts_differ', { who, told: clockText(event.told), clock: clockText(event.clock) });
    case 'warned':
      return event.why ? t('log.warned_why', { who, why: event.why }) : t('log.warned', { who });
    case 'taken_back':
      return t('log.taken_back', {
        ruling: rulingText(
          event.ruling,
          bySeat((seat) => whoText(people, seat)),
        ),
      });
    default: {
      const key = `log.${event.event}`;
      const text = t(key, {
        who,
        san: told.san ? ownMove(told.san, language()) : '',
        board: told.seat ? boardOf(told.seat) : (told.board ?? ''),
        piece: pieceText(told.role),
        clock: clockText(told.clock ?? told.until ?? 0),
        team: told.team,
        points: told.points,
        boards: told.boards === 'both' ? t('desk.both') : (told.boards ?? ''),
        stock: [...(told.stock ?? '')].map(pieceText).join(', ') || t('table.empty'),
      });
      return text === key ? event.event : text;
    }
  }
}
