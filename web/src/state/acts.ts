// The acts that the book grants now, as the act bar shows them.

import type { Act, GrantedAct } from '../wire/messages';

/** Acts for which there is a place on the page already: the board, the clock, the stock. */
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
  call_arbiter: 's',
};

/** These end something: a second press confirms them. */
const CONFIRM = new Set(['resign', 'call_arbiter', 'offer_draw']);

export interface ShownAct {
  act: Act;
  article: string;
  /** What texts call it: `claim flag`, `resign`. */
  name: string;
  key: string | undefined;
  confirm: boolean;
}

export const actName = (act: { do: string; claim?: string; on?: boolean }): string => {
  if (act.do === 'claim') return `claim ${act.claim}`;
  if (act.do === 'hold') return act.on ? 'hold on' : 'hold off';
  return act.do;
};

export function shownActs(granted: readonly GrantedAct[]): ShownAct[] {
  const seen = new Set<string>();
  return granted
    .filter(({ act }) => !ELSEWHERE.has(act.do))
    .map(({ act, article }) => {
      const name = actName(act);
      // One key for each name: the most urgent of several has it.
      const key = seen.has(name) ? undefined : KEYS[name];
      seen.add(name);
      return { act: act as Act, article, name, key, confirm: CONFIRM.has(name) };
    });
}
