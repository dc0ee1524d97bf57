// What each ruling needs to be told; the desk asks for just that.

import type { GameResult, RestartReason, RuleWord, Ruling, RulingFields, RulingKind } from '../wire/messages';
import type { BoardId, Seat, Team } from './seats';

export type Need = 'seat' | 'millis' | 'boards' | 'reason' | 'board' | 'result' | 'team' | 'points' | 'why';

const NEEDS: Record<RulingKind, Need[]> = {
  start: [],
  stop: [],
  resume: [],
  // The desk sets clocks where they stand.
  clock: [],
  freeze: ['seat', 'millis'],
  warn: ['seat', 'why'],
  needless: ['seat'],
  illegal: ['seat'],
  flag: ['seat'],
  minute: ['seat'],
  forfeit: ['seat'],
  restart: ['boards', 'reason'],
  result: ['board', 'result'],
  points: ['team', 'points'],
  exclude: ['team'],
  uphold: [],
  dismiss: [],
  take_back: [],
};

/** What the desk has been told; a field that was emptied holds nothing. */
export interface Told {
  /** Nobody until somebody was named. */
  seat: Seat | '';
  seconds: number | null;
  boards: 'both' | BoardId;
  reason: RestartReason | '';
  board: BoardId | '';
  result: GameResult;
  team: Team | '';
  points: number | null;
  /** Why somebody is warned, in the arbiter's words; it may be left out. */
  why: string;
}

/** The ruling, or nothing while it lacks something. */
export function rulingOf(power: RuleWord, told: Told): Ruling | undefined {
  const made: RulingFields = { do: power.do };
  for (const need of needsOf(power.do)) {
    if (need === 'millis' || need === 'points') {
      const given = need === 'millis' ? told.seconds : told.points;
      if (given === null || !Number.isFinite(given)) return undefined;
      if (need === 'millis') made.millis = given * 1000;
      else made.points = given;
    } else if (need === 'reason') {
      if (told.reason) made.reason = told.reason;
    } else if (need === 'why') {
      if (told.why.trim()) made.why = told.why.trim();
    } else if (told[need] === '') {
      return undefined;
    } else {
      Object.assign(made, { [need]: told[need] });
    }
  }
  return made as Ruling;
}

export const needsOf = (ruling: RulingKind): Need[] => NEEDS[ruling];
