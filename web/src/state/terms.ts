// What was agreed for a match, in the order in which one wants to know it before sitting down.

import type { MatchInfo } from '../wire/messages';

export type Agreed = Pick<MatchInfo, 'book' | 'time' | 'press' | 'input' | 'flag' | 'options' | 'position' | 'arbiter'>;

/** A term: which text names it, and which one tells its value. */
export interface Term {
  label: string;
  text: string;
  values?: Record<string, string>;
}

/** How the match begins, if not as chess does. */
const startOf = (position: string | null): Term[] => {
  if (!position) return [];
  const number = /^chess960 (\d+)$/.exec(position)?.[1];
  if (number) return [{ label: 'terms.start', text: 'chess960.told', values: { number } }];
  return [{ label: 'terms.start', text: 'terms.position' }];
};

const PRESS = { auto: 'new.pressAuto', manual: 'new.pressManual' };
const INPUT = { guarded: 'new.inputGuarded', open: 'new.inputOpen' };
const FLAG = { claimed: 'new.flagClaimed', automatic: 'new.flagAutomatic' };

const AHEAD = 'moves.early_reply';
const OFF = 'forbidden';
/** The one option that a page has a switch for, and that has words of its own: premoves are off. */
export const PREMOVES_OFF: Agreed['options'] = { [AHEAD]: OFF };
const aheadOf = (options: Agreed['options']): Term[] =>
  options[AHEAD] === OFF ? [{ label: 'ahead.title', text: 'ahead.off' }] : [];

/** The terms that every match has beside its book and time. */
export const termsOf = ({ press, input, flag, position, arbiter, options }: Agreed): Term[] => [
  { label: 'new.press', text: PRESS[press] },
  { label: 'new.input', text: INPUT[input] },
  { label: 'new.flag', text: FLAG[flag] },
  ...aheadOf(options),
  ...startOf(position),
  { label: 'lobby.arbiter', text: arbiter ? 'terms.arbiter' : 'terms.noArbiter' },
];

/** Where this match differs from its book: the axis, and what was chosen for it. */
export const optionsOf = ({ options }: Agreed): [key: string, value: string][] =>
  Object.entries(options).filter(([key, value]) => !(key === AHEAD && value === OFF));
