import { expect, it } from 'vitest';
import { CLOCKS, matchWithBots, seatByChance, stillOffered, timeOf } from './playNow';

it('gives each seat the same chance', () => {
  expect([0, 0.24, 0.25, 0.5, 0.75, 0.999].map(seatByChance)).toEqual(['A', 'A', 'a', 'B', 'b', 'b']);
});

it('puts bots in the three other seats', () => {
  expect(matchWithBots('B', { book: 'stein', bot: '6', clock: '3+2' })).toEqual({
    book: 'stein',
    bots: { A: '6', a: '6', b: '6' },
    time: { base: 180_000, increment: 2000, delay: 0 },
  });
});

it('leaves the time to the book where that was chosen', () => {
  expect(matchWithBots('A', { book: 'fer', bot: '1', clock: 'book' })).not.toHaveProperty('time');
  expect(CLOCKS.filter((clock) => timeOf(clock) === undefined)).toEqual(['book']);
});

it('falls back when a server no longer has what was chosen', () => {
  expect(stillOffered(['asten', 'stein'], 'stein', 'asten')).toBe('stein');
  expect(stillOffered(['asten', 'stein'], 'our-club', 'asten')).toBe('asten');
});
