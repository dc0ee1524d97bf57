// What a round needs next, and what stands in it.

import type { Leg, Pairing, Player, PlayerId, Round, Team, Terms } from '../../wire/event';

export interface Progress {
  terms: Terms;
  rounds: Round[];
  round_count: number;
  finished: boolean;
}

export const latest = (event: Progress): Round | undefined => event.rounds.at(-1);

/** The round that people ask for: the latest that is published, running or closed. */
export const shown = (event: Progress): Round | undefined => event.rounds.findLast((round) => round.stage !== 'draft');

/** What brings the event on. */
export type NextStep = 'draft' | 'publish' | 'start' | 'results' | 'close' | 'finish' | 'over';

export function nextStep(event: Progress): NextStep {
  if (event.finished) return 'over';
  const round = latest(event);
  switch (round?.stage) {
    case undefined:
      return 'draft';
    case 'draft':
      return 'publish';
    case 'published':
      return 'start';
    case 'running':
      return openMatches(round) ? 'results' : 'close';
    case 'closed':
      return regular(event) < event.round_count ? 'draft' : 'finish';
  }
}

const regular = (event: Progress): number => event.rounds.filter((round) => round.kind === 'regular').length;

export const matchesOf = (round: Round): number => round.pairings.reduce((sum, one) => sum + one.legs.length, 0);
/** Matches without a result. */
export const openMatches = (round: Round): number =>
  round.pairings.reduce((sum, one) => sum + one.legs.filter((leg) => !leg.outcome).length, 0);

/** The sum of the matches so far. */
export const sumOf = (pairing: Pairing): [number, number] =>
  pairing.legs.reduce<[number, number]>(
    ([first, second], { outcome }) =>
      outcome ? [first + outcome.score[0], second + outcome.score[1]] : [first, second],
    [0, 0],
  );

/** Who won, further matches included: the sum of those of the round, then of the play-off, then of what decides. */
export function winnerOf(pairing: Pairing): 'first' | 'second' | undefined {
  for (const kind of ['regular', 'play-off', 'sudden-death'] as const) {
    const [first, second] = sumOf({ ...pairing, legs: pairing.legs.filter((leg) => leg.kind === kind) });
    if (first !== second) return first > second ? 'first' : 'second';
  }
  return undefined;
}

/** A tie that must be played on: in a knockout, or in a play-off for a place. */
export const mustGoOn = (event: Progress, round: Round, pairing: Pairing): boolean =>
  round.stage === 'running' &&
  (event.terms.system === 'knockout' || round.kind === 'play-off') &&
  pairing.legs.every((leg) => leg.outcome) &&
  winnerOf(pairing) === undefined;

/** The match at a table that is played now: the first without a result, or the last. */
export function currentLeg(pairing: Pairing): { leg: Leg; at: number } {
  const open = pairing.legs.findIndex((leg) => !leg.outcome);
  const at = open < 0 ? pairing.legs.length - 1 : open;
  return { leg: pairing.legs[at]!, at };
}

/** Who has White on the first board, for a side: 0 is the first-named. */
export const colourOn = (leg: Leg, side: 0 | 1, board: 0 | 1): 'white' | 'black' => {
  const firstBoard = (leg.white === 'first') === (side === 0);
  return firstBoard === (board === 0) ? 'white' : 'black';
};

/** Players of a published or running round who have not checked in: they are late. */
export function late(event: { players: Player[]; terms: Terms }, round: Round): PlayerId[] {
  const away = new Set(event.players.filter((player) => !player.here).map((player) => player.id));
  const open = round.pairings.filter((pairing) => pairing.legs.some((leg) => !leg.outcome));
  return open.flatMap((pairing) => pairing.sides.flatMap((side) => side.boards)).filter((id) => away.has(id));
}

/** What keeps a team from the next round. */
export type Attends = 'plays' | 'later' | 'withdrawn' | 'excluded' | 'absent' | 'not-here';

export function attends(team: Team, players: readonly Player[], terms: Terms, round: number): Attends {
  const { excluded, withdrawn, from, absent = [] } = team.attendance;
  if (excluded) return 'excluded';
  if (withdrawn !== undefined && withdrawn <= round) return 'withdrawn';
  if (from > round) return 'later';
  if (absent.includes(round)) return 'absent';
  const here = players.filter((player) => team.players.includes(player.id) && player.here).length;
  return terms.check_in && here < 2 ? 'not-here' : 'plays';
}
