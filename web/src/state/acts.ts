// The acts that the book grants now, as the act bar shows them.

import type { Act, GrantedAct } from '../wire/messages';
import { roleOf, type Role } from './pieces';

/** Acts for which there is a place on the page already: the board and the stock. */
const ELSEWHERE = new Set(['move', 'give', 'say']);

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
  offer_draw: 'w',
  resign: 'v',
  call_arbiter: 's',
};

/** These end or stop something: a second press confirms them. */
const CONFIRM = new Set(['resign', 'call_arbiter', 'offer_draw']);

/** Where the page is narrow these stay in sight; the others open from a menu. */
const AT_HAND = /^(press|retract|pass|hold|claim|accept|decline)/;

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

export const actName = (act: { do: string; claim?: string; on?: boolean }): string => {
  if (act.do === 'claim') return `claim ${act.claim}`;
  if (act.do === 'hold') return act.on ? 'hold on' : 'hold off';
  return act.do;
};

export function shownActs(granted: readonly GrantedAct[]): ShownAct[] {
  const shown: ShownAct[] = [];
  for (const { act: some, article } of granted) {
    if (ELSEWHERE.has(some.do)) continue;
    const act = some as Act;
    const name = actName(act);
    const same = shown.find((one) => one.name === name);
    const role = 'role' in act ? roleOf(act.role) : undefined;
    if (role && same) {
      same.pieces.push({ role, act });
      continue;
    }
    // One key for each name: the most urgent of several has it.
    const key = same ? undefined : KEYS[name];
    shown.push({ name, article, act, key, confirm: CONFIRM.has(name), atHand: AT_HAND.test(name), pieces: role ? [{ role, act }] : [] });
  }
  return shown;
}

/** Room for these at least, however narrow the page. */
const ROOM = 2;

/** What stays in sight on a narrow page: all that is wanted in a hurry; what can wait only if there is room. */
export function actsAtHand(acts: readonly ShownAct[]): ShownAct[] {
  const hurried = acts.filter((one) => one.atHand);
  const waiting = acts.filter((one) => !one.atHand && one.pieces.length === 0);
  return [...hurried, ...waiting.slice(0, Math.max(0, ROOM - hurried.length))];
}
