// A table of the hall as a phone there has it: whose phone it is, and what is to be said next.

import type { Entered, Points, TablePhone, Which } from '../../wire/event';
import { lasting } from '../storage';
import { scoreText } from './points';

type Match = NonNullable<TablePhone['match']>;

/** Who scanned the card, for this round: the next one asks again. */
const key = (event: string): string => `tandem.event.${event}.who`;

export const keepWho = (event: string, round: number, player: number | undefined): void =>
  player === undefined ? lasting.remove(key(event)) : lasting.write(key(event), `${round}/${player}`);

export function whoIs(event: string, round: number | null): number | undefined {
  const [kept, player] = (lasting.read(key(event)) ?? '').split('/');
  return round !== null && kept === String(round) && player ? Number(player) : undefined;
}

/** The one who has this phone, if they sit at the table. */
export function sitter(match: Match, player: number | undefined) {
  for (const side of match.sides) {
    const found = side.players.find((one) => one.id === player);
    if (found) return { ...found, side: side.side };
  }
  return undefined;
}

export const other = (side: Which): Which => (side === 'first' ? 'second' : 'first');

/** A side by its team, or by its two players. */
export function sideName(match: Match, which: Which): string {
  const side = match.sides.find((one) => one.side === which);
  return side?.team || side?.players.map((one) => one.name).join(' & ') || '';
}

/** `1–0`, or both games: `1–0 · ½–½`. */
export function enteredText(entered: Entered): string {
  if ('match' in entered) return scoreText(entered.match);
  if ('games' in entered) return entered.games.map((game) => scoreText(game)).join(' · ');
  return '';
}

/** What stands between the teams now. */
export type Said = 'nothing' | 'we' | 'they' | 'differ' | 'done';

export function saidSoFar(match: Match, mine: Which): Said {
  if (match.outcome) return 'done';
  if (match.differ) return 'differ';
  const [first, second] = match.reports;
  const [we, they] = mine === 'first' ? [first, second] : [second, first];
  return they ? 'they' : we ? 'we' : 'nothing';
}

export const reportOf = (match: Match, which: Which) => match.reports[which === 'first' ? 0 : 1] ?? undefined;

/** The scores that a side can choose, its own win first. */
export const choices = (mine: Which): [Points, Points][] => {
  const all: [Points, Points][] = [
    [1, 0],
    [0.5, 0.5],
    [0, 1],
  ];
  return mine === 'first' ? all : all.toReversed();
};

/** Who won by a score. */
export const winnerOf = ([first, second]: readonly Points[]): Which | undefined =>
  first! > second! ? 'first' : second! > first! ? 'second' : undefined;
