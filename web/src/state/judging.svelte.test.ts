import { expect, it } from 'vitest';
import type { Foreseen, Ruling } from '../wire/messages';
import { Judging } from './judging.svelte';

const FORFEIT: Ruling = { do: 'forfeit', seat: 'a' };
const WARN: Ruling = { do: 'warn', seat: 'a' };
const ends: Foreseen = { games: [], match: null, asks: true, stands: true };
const plain: Foreseen = { games: [], match: null, asks: false, stands: false };

/** A desk whose referee answers so. */
function desk(answer: (ruling: Ruling) => Foreseen | undefined) {
  const done: Ruling[] = [];
  const judging = new Judging({
    foresee: (ruling) => Promise.resolve(answer(ruling)),
    rule: (ruling) => void done.push(ruling),
  });
  return { judging, done };
}

it('rules at once what ends nothing', async () => {
  const { judging, done } = desk(() => plain);
  expect(await judging.rule(WARN)).toBe(true);
  expect(done).toEqual([WARN]);
});

it('asks once about what ends something, and about another ruling anew', async () => {
  const { judging, done } = desk(() => ends);
  expect(await judging.rule(FORFEIT)).toBe(false);
  expect(judging.asks(FORFEIT)).toBe(true);
  const other: Ruling = { do: 'forfeit', seat: 'b' };
  expect(judging.asks(other)).toBe(false);
  await judging.rule(other);
  expect(done).toEqual([]);
  expect(await judging.rule(other)).toBe(true);
  expect(done).toEqual([other]);
  expect(judging.question).toBeUndefined();
});

it('does nothing of what would be refused', async () => {
  const { judging, done } = desk(() => undefined);
  expect(await judging.rule(FORFEIT)).toBe(false);
  expect(done).toEqual([]);
  expect(judging.question).toBeUndefined();
});

it('looks again when the match has gone on', async () => {
  let stands = true;
  const { judging } = desk(() => ({ ...ends, stands }));
  await judging.rule(FORFEIT);
  stands = false;
  await judging.again();
  expect(judging.question?.foreseen.stands).toBe(false);
});
