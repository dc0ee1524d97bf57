// Who is who in an event: names by id and by pairing number.

import type { Player, PlayerId, Side, Team, TeamId, Terms } from '../../wire/event';

export interface Roster {
  terms: Terms;
  players: Player[];
  teams: Team[];
}

/** Whether players are paired and not teams. */
export const ofPlayers = (event: Roster): boolean => event.terms.system === 'rotating';

export class Names {
  readonly #players: Map<PlayerId, Player>;
  readonly #teams: Map<TeamId, Team>;
  readonly #numbers = new Map<number, string>();
  readonly #teamOf = new Map<PlayerId, Team>();

  constructor(event: Roster) {
    this.#players = new Map(event.players.map((player) => [player.id, player]));
    this.#teams = new Map(event.teams.map((team) => [team.id, team]));
    for (const team of event.teams) for (const player of team.players) this.#teamOf.set(player, team);
    for (const one of ofPlayers(event) ? event.players : event.teams) {
      if (one.number !== undefined) this.#numbers.set(one.number, one.name);
    }
  }

  player(id: PlayerId): string {
    return this.#players.get(id)?.name ?? '';
  }

  team(id: TeamId | undefined): string {
    return (id === undefined ? undefined : this.#teams.get(id)?.name) ?? '';
  }

  teamOf(player: PlayerId): Team | undefined {
    return this.#teamOf.get(player);
  }

  /** By the number that pairings use. */
  numbered(number: number): string {
    return this.#numbers.get(number) ?? String(number);
  }

  /** A side of a pairing: its team, or the two who play together in this round. */
  side(side: Side): string {
    return side.team === undefined ? this.pair(side) : this.team(side.team);
  }

  /** The two who play, first board first. */
  pair(side: Side): string {
    return side.boards.map((id) => this.player(id)).join(' & ');
  }

  /** Whether the name of the side says who plays: teams are often called by their players. */
  saysWho(side: Side): boolean {
    return this.side(side) === this.pair(side);
  }
}
