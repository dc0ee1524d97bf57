// A ruling in the visitor's words: what it does, and whom or what it is about.

import type { Ruling, RulingFields } from '../wire/messages';
import { clockText } from '../state/clock';
import type { BySeat } from '../state/seats';
import { t } from '../i18n/i18n.svelte';
import { resultText } from './resultText';
import { sitterText } from './seatText';

/** Whom or what a ruling is about; empty for one that names nobody. */
export function aboutText(ruling: RulingFields, names: BySeat<string>): string {
  return [
    ruling.seat ? sitterText(names, ruling.seat) : '',
    ruling.team ? t('team', { team: ruling.team }) : '',
    ruling.board ? t('board', { board: ruling.board }) : '',
    ruling.boards ? `${t('desk.boards')}: ${ruling.boards === 'both' ? t('desk.both') : ruling.boards}` : '',
    resultText(ruling.result ?? ''),
    ruling.clock === undefined ? '' : clockText(ruling.clock),
    ruling.points === undefined ? '' : `${ruling.points}`.replace('-', '−'),
  ]
    .filter(Boolean)
    .join(', ');
}

/** All of it, on one line. */
export function rulingText(ruling: Ruling, names: BySeat<string>): string {
  const about = aboutText(ruling, names);
  return about ? `${t(`rule.${ruling.do}`)} · ${about}` : t(`rule.${ruling.do}`);
}
