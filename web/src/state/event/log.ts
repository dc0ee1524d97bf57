// The log in words: what each act did, by the key of a text and its values. Names come from the log itself, so that
// somebody who was taken off the list is still called by name.

import type { Act, Change, PlayerId, TeamId } from '../../wire/event';
import { enteredText } from './atTable';
import { clockText } from './clockTime';
import { scoreText } from './points';

export interface LogLine {
  key: string;
  values: Record<string, string | number>;
}

/** Names as the log has told them; a later one counts. */
export class LogNames {
  readonly #players = new Map<PlayerId, string>();
  readonly #teams = new Map<TeamId, string>();

  constructor(acts: readonly Act[]) {
    for (const change of acts.flatMap((act) => act.changes)) {
      switch (change.change) {
        case 'player-entered':
        case 'player-changed':
          this.#players.set(change.player, change.person.name ?? '');
          break;
        case 'team-entered':
        case 'team-changed':
          this.#teams.set(change.team, change.name);
          break;
        default:
      }
    }
  }

  /** With the names of now, for acts whose people the log at hand does not tell. */
  with(now: { players: { id: PlayerId; name: string }[]; teams: { id: TeamId; name: string }[] }): LogNames {
    for (const { id, name } of now.players) this.#players.set(id, name);
    for (const { id, name } of now.teams) this.#teams.set(id, name);
    return this;
  }

  team = (id: TeamId): string => this.#teams.get(id) ?? `#${id}`;
  player = (id: PlayerId): string => this.#players.get(id) ?? `#${id}`;
  players = (ids: readonly PlayerId[]): string => ids.map(this.player).join(', ');
}

/** The lines of an act. Who enters as a team is told as one. */
export function actLines(act: Act, names: LogNames): LogLine[] {
  const entered = { teams: [] as string[], players: [] as string[] };
  const lines: LogLine[] = [];
  const inTeams = new Set(act.changes.flatMap((one) => (one.change === 'team-entered' ? one.players : [])));
  for (const change of act.changes) {
    if (change.change === 'team-entered') entered.teams.push(change.name);
    else if (change.change === 'player-entered') {
      if (!inTeams.has(change.player)) entered.players.push(change.person.name ?? '');
    } else {
      const line = lineOf(change, names);
      if (line) lines.push(line);
    }
  }
  for (const [key, who] of [
    ['teamsEntered', entered.teams],
    ['playersEntered', entered.players],
  ] as const) {
    if (who.length) lines.unshift({ key, values: { count: who.length, names: who.join(', ') } });
  }
  return lines;
}

type Other = Exclude<Change, { change: 'team-entered' | 'player-entered' }>;

function lineOf(change: Other, names: LogNames): LogLine | undefined {
  const line = (key: string, values: LogLine['values'] = {}): LogLine => ({ key, values });
  switch (change.change) {
    case 'created':
      return line('created', { name: change.terms.name });
    case 'terms-set':
      return line('termsSet');
    case 'player-changed':
      return line('playerChanged', { name: change.person.name ?? '' });
    case 'team-changed':
      return line('teamChanged', { name: change.name, names: names.players(change.players) });
    case 'team-removed':
      return line('removed', { name: names.team(change.team) });
    case 'player-removed':
      return line('removed', { name: names.player(change.player) });
    case 'checked-in':
      return line(change.here ? 'checkedIn' : 'checkedOut', { names: names.players(change.players) });
    case 'team-withdrawn':
      return change.from === null
        ? line('returned', { name: names.team(change.team) })
        : line('withdrawn', { name: names.team(change.team), round: change.from });
    case 'player-withdrawn':
      return change.from === null
        ? line('returned', { name: names.player(change.player) })
        : line('withdrawn', { name: names.player(change.player), round: change.from });
    case 'team-absent':
      return line(change.absent ? 'absent' : 'notAbsent', { name: names.team(change.team), round: change.round });
    case 'team-excluded':
      return line('excluded', { name: names.team(change.team), round: change.from });
    case 'teams-numbered':
    case 'players-numbered':
      return undefined;
    case 'drafted':
      return line('drafted', { round: change.round.number });
    case 'redrafted':
      return line('redrafted');
    case 'discarded':
      return line('discarded');
    case 'published':
      return line('published', { round: change.round });
    case 'started':
      return line('started', { round: change.round });
    case 'closed':
      return line('closed', { round: change.round });
    case 'result-set': {
      const { round, table, outcome } = change;
      if (!outcome) return line('resultGone', { round, table });
      const key = { played: 'result', forfeit: 'forfeit', ruled: 'ruled' }[outcome.how];
      return line(key, { round, table, score: scoreText(outcome.score) });
    }
    case 'legs-added':
      return line('playOn', { round: change.round, table: change.table });
    case 'start-set':
      return change.starts == null
        ? line('startUnset', { round: change.round })
        : line('startSet', { round: change.round, time: clockText(change.starts) });
    case 'reported':
      return line('reported', {
        round: change.round,
        table: change.table,
        name: names.player(change.player),
        score: enteredText(change.entered),
      });
    case 'called':
      return line('called', { round: change.round, table: change.table, name: names.player(change.player) });
    case 'call-taken':
      return line('callTaken', { call: change.call, arbiter: change.arbiter });
    case 'call-answered':
      return line('callAnswered', { call: change.call });
    case 'ruled': {
      const { round, table, ruling, whom } = change;
      const values = { round, table, ruling };
      return whom == null ? line('ruling', values) : line('rulingOn', { ...values, name: names.player(whom) });
    }
    case 'finished':
      return line('finished');
    case 'undone':
      return line('undone', { act: change.act });
  }
}
