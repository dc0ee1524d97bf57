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

/** A piece to be passed on, without words, and the least in which a claim is read. */
const PIECE = 32;
const LEAST = 58;

/** Pieces of an act have buttons of their own: it takes the room of two. */
const roomOf = (acts: readonly ShownAct[]): number => acts.reduce((sum, one) => sum + (one.pieces.length ? 2 : 1), 0);

/** The place of an act that can wait. */
export interface Place {
  shown: ShownAct;
  /** Not granted now: its place stays free, so that no other act comes under the finger that was on its way to it. */
  free: boolean;
}

/** The places of what can wait: as they were `before`, what is new to the left of them. */
export function placesOf(before: readonly Place[], acts: readonly ShownAct[]): Place[] {
  const waiting = acts.filter((act) => !act.atHand && act.pieces.length === 0);
  const fresh = waiting.filter((act) => before.every(({ shown }) => shown.name !== act.name));
  return [
    ...fresh.map((shown) => ({ shown, free: false })),
    ...before.map(({ shown }) => {
      const act = waiting.find((one) => one.name === shown.name);
      return { shown: act ?? shown, free: act === undefined };
    }),
  ];
}

export interface ActRow {
  /** What is wanted in a hurry, and what can wait. */
  now: ShownAct[];
  later: Place[];
  /** There is room for words alone. */
  tight: boolean;
}

/** What a player holds comes before what the moment brings: a claim that comes in pushes nothing aside. */
const HELD = ['pass', 'hold'];
/** So many claims come at a time. */
const CLAIMS = 2;

/** A row so many pixels wide: all that is wanted in a hurry, and what can wait as far as there is room. Of that the
    last stays longest and always in its place. Holding back waits in the menu where claims would squeeze it out, and so
    do the pieces where claims could not be read beside them. */
export function actsInRow(acts: readonly ShownAct[], places: readonly Place[], width: number): ActRow {
  const hurried = acts.filter((one) => one.atHand);
  const held = HELD.flatMap((name) => hurried.filter((one) => one.name.startsWith(name)));
  const urgent = hurried.filter((one) => !held.includes(one));
  const fits = (roomOf(held) + Math.max(CLAIMS, roomOf(urgent))) * TIGHT <= width;
  const pieces = held.reduce((sum, one) => sum + one.pieces.length, 0);
  const beside = PIECE * (pieces + 1) + LEAST * CLAIMS <= width;
  const kept = held.filter((one) => fits || (beside && !one.name.startsWith('hold')));
  const now = [...kept, ...urgent];
  const room = Math.floor(width / AT_EASE) - roomOf(now);
  return { now, later: room > 0 ? places.slice(-room) : [], tight: room < 0 };
}
