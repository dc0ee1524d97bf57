// What the desk asks before a ruling that ends something, in the visitor's words.

import type { ForeseenGame, MatchVerdict } from '../wire/messages';
import type { Question } from '../state/judging.svelte';
import { seatOf, SEATS, teamOf, type BySeat, type Team } from '../state/seats';
import { t } from '../i18n/i18n.svelte';
import { aboutText } from './rulingText';

const gameText = ({ board, result }: ForeseenGame, names: BySeat<string>): string => {
  const white = names[seatOf(board, 'white')];
  const black = names[seatOf(board, 'black')];
  switch (result) {
    case '1-0':
      return t('judging.loses', { board, who: black });
    case '0-1':
      return t('judging.loses', { board, who: white });
    case '1/2-1/2':
      return t('judging.drawn', { board });
    case '0-0':
      return t('judging.bothLose', { board, white, black });
    case '*':
      return t('judging.unfinished', { board });
  }
};

const matchText = ({ result }: MatchVerdict, names: BySeat<string>): string => {
  const lose = (team: Team): string => {
    const [one, other] = SEATS.filter((seat) => teamOf(seat) === team).map((seat) => names[seat]);
    return t('judging.loseMatch', { one, other });
  };
  switch (result) {
    case '1-0':
      return lose(2);
    case '0-1':
      return lose(1);
    case '1/2-1/2':
      return t('judging.matchDrawn');
    case '0-0':
      return t('judging.bothLoseMatch');
  }
};

/** What the ruling is, who loses what by it, and whether that stands. */
export function questionText({ ruling, foreseen }: Question, names: BySeat<string>): string {
  const about = aboutText(ruling, names);
  return [
    about ? `${t(`rule.${ruling.do}`)}: ${about}.` : `${t(`rule.${ruling.do}`)}.`,
    ...foreseen.games.map((game) => gameText(game, names)),
    foreseen.match ? matchText(foreseen.match, names) : '',
    foreseen.stands ? t('judging.stands') : '',
    t('judging.sure'),
  ]
    .filter(Boolean)
    .join(' ');
}
