// From what an organiser wishes to the event: what is asked for at once, and what follows.

import type { Command, NewTeam, Person, Proposal, System, Terms } from '../../wire/event';
import type { TimeControl } from '../../wire/messages';

export interface EventWishes {
  proposal: Pick<Proposal, 'system' | 'rounds' | 'legs'> | undefined;
  time: TimeControl | undefined;
  start: number | undefined;
  date: string;
  checkIn: boolean;
  /** Single players: partners by lot, or other partners in each round. */
  partners: 'lot' | 'rotating';
}

/** How many teams the entries make. */
export const teamCount = (teams: readonly NewTeam[], players: readonly Person[]): number =>
  teams.length || Math.floor(players.length / 2);

const sameTime = (one: TimeControl, other: TimeControl): boolean =>
  one.base === other.base && one.increment === other.increment && one.delay === other.delay;

/** The terms as wished; the same object if nothing differs. */
export function wishedTerms(terms: Terms, wishes: EventWishes, single: boolean): Terms {
  const system: System =
    single && wishes.partners === 'rotating' ? 'rotating' : (wishes.proposal?.system ?? terms.system);
  const rounds = wishes.proposal?.rounds ?? terms.rounds;
  const legs = wishes.proposal?.legs ?? terms.legs;
  const time = wishes.time ?? terms.time;
  const same =
    system === terms.system &&
    rounds === terms.rounds &&
    legs === terms.legs &&
    sameTime(time, terms.time) &&
    wishes.checkIn === terms.check_in &&
    (wishes.start === undefined || wishes.start === terms.start);
  if (same) return terms;
  const start = wishes.start ?? terms.start;
  return { ...terms, system, rounds, legs, time, check_in: wishes.checkIn, ...(start === undefined ? {} : { start }) };
}

/** What is done right after an event was made, so that its first round waits to be looked at. */
export function afterMaking(terms: Terms, wishes: EventWishes, single: boolean): Command[] {
  const wished = wishedTerms(terms, wishes, single);
  const commands: Command[] = wished === terms ? [] : [{ command: 'set-terms', terms: wished }];
  if (single && wished.system !== 'rotating') commands.push({ command: 'draw-partners' });
  // With check-in nobody is here yet: the entries come first.
  if (!wishes.checkIn) commands.push({ command: 'draft' });
  return commands;
}

/** Everybody on board 1 is this to the school, where nothing else is known. */
export const allBelong = (teams: readonly NewTeam[], belongs: NonNullable<Person['belongs']>): NewTeam[] =>
  teams.map((team) => ({ ...team, players: team.players.map((one) => (one.belongs ? one : { ...one, belongs })) }));

export const belongsTo = (
  teams: readonly NewTeam[],
  team: number,
  player: number,
  belongs: Person['belongs'],
): NewTeam[] =>
  teams.map((one, at) =>
    at === team
      ? {
          ...one,
          players: one.players.map((person, place) => {
            if (place !== player) return person;
            const { belongs: _, ...rest } = person;
            return belongs ? { ...rest, belongs } : rest;
          }),
        }
      : one,
  );
