// The acts that the book grants now, as the act bar shows them.

import type { Act, GrantedAct } from '../wire/messages';
import { roleOf, type Role } from './pieces';

/** Acts for which there is a place on the page already: the board and the stock. */
const ELSEWHERE = new Set<Act['do']>(['move', 'give', 'say']);

/** Letters that begin no move, so that typing a move never claims anything. */
const KEYS: Record<string, string> = {
  press: ' ',
  retract: 'z',
  'claim flag': 't',
  'claim illegal': 'i',
  'claim mate': 'm',
  'claim repetition': 'j',
  'claim fifty': 'u',
  accept_illegal: 'l',
  accept_draw: 'y',
  decline_draw: 'x',
  withdraw_draw: 'x',
  offer_draw: 'w',
  resign: 'v',
  call_arbiter: 's',
};

/** These end or stop something: a second press confirms them. */
const CONFIRM = new Set(['resign', 'call_arbiter', 'offer_draw']);

/** These are always in sight; the others open from a menu where the page is narrow. */
const AT_HAND = /^(press|retract|pass|hold|claim|accept|decline|withdraw)/;

export interface ShownAct {
  /** What texts call it: `claim flag`, `resign`. */
  name: string;
  article: string;
  act: Act;
  key: string | undefined;
  confirm: boolean;
  /** Wanted in a hurry. */
  atHand: boolean;
  /** The same act for several pieces: one place, a button for each. */
  pieces: { role: Role; act: Act }[];
}

export const actName = (act: { do: string; claim?: string; on?: boolean; agree?: boolean }): string => {
  if (act.do === 'claim') return `claim ${act.claim}`;
  if (act.do === 'hold') return act.on ? 'hold on' : 'hold off';
  if (act.do === 'answer') return act.agree ? 'answer yes' : 'answer no';
  return act.do;
};

/** `offered`: I have spoken for a draw myself, so that declining it is taking my word back. */
export function shownActs(granted: readonly GrantedAct[], offered = false): ShownAct[] {
  const shown: ShownAct[] = [];
  for (const { act, article } of granted) {
    if (ELSEWHERE.has(act.do)) continue;
    const named = actName(act);
    const name = offered && named === 'decline_draw' ? 'withdraw_draw' : named;
    const same = shown.find((one) => one.name === name);
    const role = 'role' in act ? roleOf(act.role) : undefined;
    if (role && same) {
      same.pieces.push({ role, act });
      continue;
    }
    // One key for each name: the most urgent of several has it.
    const key = same ? undefined : KEYS[name];
    shown.push({
      name,
      article,
      act,
      key,
      confirm: CONFIRM.has(name),
      atHand: AT_HAND.test(name),
      pieces: role ? [{ role, act }] : [],
    });
  }
  return shown;
}

/** The width of an act with its key and article, at ease, and that of its words alone in two lines. */
const AT_EASE = 165;
const TIGHT = 88;

/** Pieces of an act have buttons of their own: it takes the room of two. */
const roomOf = (acts: readonly ShownAct[]): number => acts.reduce((sum, one) => sum + (one.pieces.length ? 2 : 1), 0);

export interface ActRow {
  /** What is wanted in a hurry, and what can wait. */
  now: ShownAct[];
  later: ShownAct[];
  /** There is room for words alone. */
  tight: boolean;
}

/** A row so many pixels wide: all that is wanted in a hurry, and what can wait as far as there is room. Of that the
    last stays longest and always in its place. Holding back waits in the menu where it would squeeze the others. */
export function actsInRow(acts: readonly ShownAct[], width: number): ActRow {
  const hurried = acts.filter((one) => one.atHand);
  const fits = roomOf(hurried) * TIGHT <= width;
  const now = fits ? hurried : hurried.filter((one) => !one.name.startsWith('hold'));
  let left = Math.floor(width / AT_EASE) - roomOf(now);
  const tight = left < 0;
  const later: ShownAct[] = [];
  for (const one of acts.filter((act) => !act.atHand && act.pieces.length === 0).reverse()) {
    left -= 1;
    if (left < 0) break;
    later.unshift(one);
  }
  return { now, later, tight };
}
