// Changing a draft by hand: two teams are picked one after the other, or one is dragged onto the other.

import type { Command, Round, TeamId } from '../../wire/event';

/** Who stands in a draft and can change places: everybody but those who sit out. */
export function exchangeable(round: Round): TeamId[] {
  const paired = round.pairings.flatMap((pairing) => pairing.sides.map((side) => side.team));
  const byes = round.byes.filter((bye) => bye.kind === 'allocated').map((bye) => bye.team);
  return [...paired, ...byes].filter((team) => team !== undefined);
}

/** What a pick does: the first is kept, the same again lets go of it, another one exchanges. */
export function pick(picked: TeamId | undefined, team: TeamId): { picked?: TeamId; exchange?: [TeamId, TeamId] } {
  if (picked === undefined) return { picked: team };
  return picked === team ? {} : { exchange: [picked, team] };
}

export const exchangeCommand = ([one, other]: readonly [TeamId, TeamId], anyway: boolean): Command => ({
  command: 'exchange',
  one,
  other,
  anyway,
});

/** With whom a team would have to change places to meet somebody, or to have the bye. */
export function placeFor(round: Round, team: TeamId, opponent: TeamId | 'bye'): [TeamId, TeamId] | undefined {
  const meets = (id: TeamId): TeamId | undefined => {
    const sides = round.pairings.find((one) => one.sides.some((side) => side.team === id))?.sides;
    return sides?.find((side) => side.team !== id)?.team;
  };
  const bye = round.byes.find((one) => one.kind === 'allocated')?.team;
  if (opponent === 'bye') return bye === undefined || bye === team ? undefined : [team, bye];
  const now = meets(team);
  if (now === opponent) return undefined;
  if (now !== undefined) return [now, opponent];
  // Who has the bye takes the place of the other one's opponent, who has the bye then.
  const place = meets(opponent);
  return place === undefined ? undefined : [team, place];
}

/** Refusals that the organiser may overrule. */
const PERMITTED = new Set(['met-before', 'second-bye']);
export const permitsAnyway = (code: string): boolean => PERMITTED.has(code);
