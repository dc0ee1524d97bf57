import { expect, it } from 'vitest';
import { afterMaking, allBelong, belongsTo, teamCount, type EventWishes } from './making';
import { terms } from '../../../tests/support/event';

const wishes: EventWishes = {
  proposal: { system: 'swiss', rounds: 3, legs: 1 },
  time: undefined,
  start: undefined,
  date: '2026-11-21',
  checkIn: false,
  partners: 'lot',
};

it('pairs the first round at once where the server proposed what was wished', () => {
  expect(afterMaking(terms(), wishes, false)).toEqual([{ command: 'draft' }]);
});

it('sets what was wished otherwise first', () => {
  const proposal = { system: 'round-robin' as const, rounds: 7, legs: 1 };
  const [set, draft] = afterMaking(terms(), { ...wishes, proposal, start: 1000 }, false);
  expect(set).toMatchObject({ command: 'set-terms', terms: { system: 'round-robin', rounds: 7, start: 1000 } });
  expect(draft).toEqual({ command: 'draft' });
});

it('waits for people where they check in', () => {
  expect(afterMaking(terms(), { ...wishes, checkIn: true }, false)).toMatchObject([
    { command: 'set-terms', terms: { check_in: true } },
  ]);
});

it('draws partners for single players, or lets them rotate', () => {
  expect(afterMaking(terms(), wishes, true).map((one) => one.command)).toEqual(['draw-partners', 'draft']);
  expect(afterMaking(terms(), { ...wishes, partners: 'rotating' }, true)).toMatchObject([
    { command: 'set-terms', terms: { system: 'rotating' } },
    { command: 'draft' },
  ]);
});

it('counts teams, and pairs of single players', () => {
  expect(teamCount([{ players: [] }], [])).toBe(1);
  expect(teamCount([], [{ name: 'a' }, { name: 'b' }, { name: 'c' }])).toBe(1);
});

it('tells who belongs to the school, without overruling what is known', () => {
  const teams = [{ players: [{ name: 'Ann', belongs: 'guest' as const }, { name: 'Bob' }] }];
  expect(allBelong(teams, 'pupil')[0]?.players.map((one) => one.belongs)).toEqual(['guest', 'pupil']);
  expect(belongsTo(teams, 0, 0, 'teacher')[0]?.players[0]).toEqual({ name: 'Ann', belongs: 'teacher' });
  expect(belongsTo(teams, 0, 0, undefined)[0]?.players[0]).toEqual({ name: 'Ann' });
});
