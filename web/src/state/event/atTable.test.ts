import { describe, expect, it } from 'vitest';
import type { TablePhone } from '../../wire/event';
import { choices, enteredText, keepWho, saidSoFar, sideName, sitter, whoIs, winnerOf } from './atTable';

type Match = NonNullable<TablePhone['match']>;
const report = (score: [number, number]) => ({ player: 1, at: 0, entered: { match: score } });
const match = (over: Partial<Match> = {}): Match => ({
  leg: 0,
  sides: [
    {
      side: 'first',
      team: 'Rooks',
      players: [
        { id: 1, name: 'Ann', board: 1, colour: 'black' },
        { id: 2, name: 'Bob', board: 2, colour: 'white' },
      ],
    },
    {
      side: 'second',
      team: null,
      players: [
        { id: 3, name: 'Cas', board: 1, colour: 'white' },
        { id: 4, name: 'Dee', board: 2, colour: 'black' },
      ],
    },
  ],
  outcome: null,
  reports: [null, null],
  differ: false,
  online: false,
  clocks: false,
  clocks_say: null,
  ...over,
});

describe('a phone at a table', () => {
  it('remembers whose it is for one round', () => {
    keepWho('e', 2, 4);
    expect(whoIs('e', 2)).toBe(4);
    expect(whoIs('e', 3)).toBeUndefined();
    keepWho('e', 2, undefined);
    expect(whoIs('e', 2)).toBeUndefined();
  });

  it('knows side, board and colour, and calls a side without a team by its players', () => {
    expect(sitter(match(), 4)).toMatchObject({ side: 'second', board: 2, colour: 'black' });
    expect(sitter(match(), 9)).toBeUndefined();
    expect(sideName(match(), 'first')).toBe('Rooks');
    expect(sideName(match(), 'second')).toBe('Cas & Dee');
  });

  it('tells what was said so far from its own side', () => {
    expect(saidSoFar(match(), 'first')).toBe('nothing');
    const one = match({ reports: [report([1, 0]), null] });
    expect(saidSoFar(one, 'first')).toBe('we');
    expect(saidSoFar(one, 'second')).toBe('they');
    const both = match({ reports: [report([1, 0]), report([0, 1])], differ: true });
    expect(saidSoFar(both, 'second')).toBe('differ');
  });

  it('puts the own win first, and says scores as the desk does', () => {
    expect(choices('second')[0]).toEqual([0, 1]);
    expect(winnerOf([0, 1])).toBe('second');
    expect(winnerOf([0.5, 0.5])).toBeUndefined();
    expect(
      enteredText({
        games: [
          [1, 0],
          [0.5, 0.5],
        ],
      }),
    ).toBe('1–0 · ½–½');
  });
});
