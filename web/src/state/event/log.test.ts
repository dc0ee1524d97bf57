import { expect, it } from 'vitest';
import { actLines, LogNames } from './log';
import { round, terms } from '../../../tests/support/event';
import type { Act, Change } from '../../wire/event';

const act = (number: number, ...changes: Change[]): Act => ({ number, at: 0, by: { by: 'desk', name: 'a' }, changes });
const person = (player: number, name: string): Change => ({
  change: 'player-entered',
  player,
  person: { name },
  from: 1,
});
const entered = act(
  2,
  person(1, 'Ann'),
  person(2, 'Bob'),
  { change: 'team-entered', team: 1, name: 'Rooks', players: [1, 2], from: 1 },
  person(3, 'Cas'),
);

it('tells a team that enters as one, and players without a team by name', () => {
  expect(actLines(entered, new LogNames([entered]))).toEqual([
    { key: 'playersEntered', values: { count: 1, names: 'Cas' } },
    { key: 'teamsEntered', values: { count: 1, names: 'Rooks' } },
  ]);
});

it('calls somebody by name who is on the list no more', () => {
  const removed = act(3, { change: 'team-removed', team: 1 }, { change: 'player-removed', player: 1 });
  const names = new LogNames([entered, removed]);
  expect(actLines(removed, names).map((line) => line.values.name)).toEqual(['Rooks', 'Ann']);
});

it('tells how a result came about', () => {
  const set = (how: 'played' | 'forfeit' | 'ruled' | null): Change => ({
    change: 'result-set',
    round: 2,
    table: 3,
    leg: 0,
    outcome: how && { score: [0.5, 0.5], how, source: 'desk' },
  });
  const names = new LogNames([]);
  const keys = (['played', 'forfeit', 'ruled', null] as const).map((how) => actLines(act(9, set(how)), names)[0]?.key);
  expect(keys).toEqual(['result', 'forfeit', 'ruled', 'resultGone']);
  expect(actLines(act(9, set('played')), names)[0]?.values).toEqual({ round: 2, table: 3, score: '½–½' });
});

it('has a line for every change but the numbers', () => {
  const changes: Change[] = [
    { change: 'created', terms: terms() },
    { change: 'terms-set', terms: terms() },
    { change: 'checked-in', players: [1, 2], here: true },
    { change: 'team-withdrawn', team: 1, from: 3 },
    { change: 'team-withdrawn', team: 1, from: null },
    { change: 'teams-numbered', numbers: [[1, 1]] },
    { change: 'drafted', round: round() },
    { change: 'published', round: 1 },
    { change: 'started', round: 1 },
    { change: 'closed', round: 1 },
    { change: 'finished' },
    { change: 'undone', act: 4 },
  ];
  expect(actLines(act(5, ...changes), new LogNames([entered])).map((line) => line.key)).toEqual([
    'created',
    'termsSet',
    'checkedIn',
    'withdrawn',
    'returned',
    'drafted',
    'published',
    'started',
    'closed',
    'finished',
    'undone',
  ]);
});

it('tells what happened at the tables', () => {
  const names = new LogNames([]).with({ players: [{ id: 4, name: 'Dee' }], teams: [] });
  const said = act(
    9,
    { change: 'reported', round: 1, table: 2, leg: 0, side: 'first', player: 4, entered: { match: [1, 0] } },
    { change: 'called', round: 1, table: 2, player: 4, about: 'flag', articles: ['sscr 7.8'] },
    { change: 'call-taken', call: 8, arbiter: 'Vera' },
    { change: 'ruled', round: 1, table: 2, ruling: 'warn', whom: 4, article: 'sscr 9.4' },
  );
  const lines = actLines(said, names);
  expect(lines.map((line) => line.key)).toEqual(['reported', 'called', 'callTaken', 'rulingOn']);
  expect(lines[0]!.values).toMatchObject({ name: 'Dee', score: '1–0' });
  expect(lines[3]!.values).toMatchObject({ ruling: 'warn', name: 'Dee' });
});
