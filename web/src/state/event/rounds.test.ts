import { expect, it } from 'vitest';
import { attends, colourOn, currentLeg, late, mustGoOn, nextStep, openMatches, winnerOf } from './rounds';
import { pairing, players, round, teams, terms, view } from '../../../tests/support/event';
import type { Outcome, Round } from '../../wire/event';

const outcome = (score: [number, number]): Outcome => ({ score, how: 'played', source: 'desk' });
const played = (first: number, second: number) => ({
  legs: [{ white: 'second' as const, kind: 'regular' as const, outcome: outcome([first, second]) }],
});
const step = (rounds: Round[], finished = false) => nextStep({ ...view({ rounds }), finished });
const done = round({ pairings: [pairing(1, 1, 2, played(1, 0)), pairing(2, 3, 4, played(0.5, 0.5))] });

it('always knows what brings the event on', () => {
  expect(step([])).toBe('draft');
  expect(step([round({ stage: 'draft' })])).toBe('publish');
  expect(step([round({ stage: 'published' })])).toBe('start');
  expect(step([round()])).toBe('results');
  expect(step([done])).toBe('close');
  expect(step([{ ...done, stage: 'closed' }])).toBe('draft');
  const closed = [1, 2, 3].map((number) => ({ ...done, number, stage: 'closed' as const }));
  expect(step(closed)).toBe('finish');
  expect(step(closed, true)).toBe('over');
});

it('counts what is still being played', () => {
  expect(openMatches(round())).toBe(2);
  expect(openMatches(done)).toBe(0);
});

it('knows who plays which colour: partners have different ones, opponents too', () => {
  const { leg } = currentLeg(pairing(1, 1, 2));
  expect(colourOn(leg, 0, 0)).toBe('black');
  expect(colourOn(leg, 0, 1)).toBe('white');
  expect(colourOn(leg, 1, 0)).toBe('white');
  expect(colourOn(leg, 1, 1)).toBe('black');
});

it('says when a tie of a knockout must be played on', () => {
  const tie = pairing(1, 1, 2, played(0.5, 0.5));
  const knockout = { ...view({ terms: terms({ system: 'knockout' }) }), finished: false };
  expect(mustGoOn(knockout, round(), tie)).toBe(true);
  expect(mustGoOn({ ...view(), finished: false }, round(), tie)).toBe(false);
  const again = { white: 'first' as const, kind: 'play-off' as const };
  expect(mustGoOn(knockout, round(), { ...tie, legs: [...tie.legs, again] })).toBe(false);
  const decided = { ...tie, legs: [...tie.legs, { ...again, outcome: outcome([0, 1]) }] };
  expect(winnerOf(decided)).toBe('second');
  expect(mustGoOn(knockout, round(), decided)).toBe(false);
});

it('names who is late at tables without a result', () => {
  const here = players.map((player) => ({ ...player, here: player.id !== 3 && player.id !== 6 }));
  expect(late({ players: here, terms: terms() }, round())).toEqual([3, 6]);
  expect(late({ players: here, terms: terms() }, done)).toEqual([]);
});

it('knows why a team does not play the next round', () => {
  const team = teams[0]!;
  const inRound = (attendance: typeof team.attendance) => attends({ ...team, attendance }, players, terms(), 3);
  expect(inRound({ from: 1 })).toBe('plays');
  expect(inRound({ from: 4 })).toBe('later');
  expect(inRound({ from: 1, withdrawn: 3 })).toBe('withdrawn');
  expect(inRound({ from: 1, absent: [3] })).toBe('absent');
  expect(inRound({ from: 1, withdrawn: 2, excluded: 'sscr 9.4 g' })).toBe('excluded');
  expect(attends(team, players, terms({ check_in: true }), 1)).toBe('not-here');
});
