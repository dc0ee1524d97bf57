import { expect, it } from 'vitest';
import { wordsFor } from './words';

it('offers only what the book allows, one key each', () => {
  const words = wordsFor(['need', 'may'], false);
  expect(words.map((word) => word.key).join('')).toBe('123456789');
  expect(words[0]).toMatchObject({ say: { need: 'Q' }, key: '1' });
  expect(words[5]).toMatchObject({ say: { may: 'resign' }, key: '6' });
});

it('turns requests into warnings where the book knows them', () => {
  expect(wordsFor(['need', 'warn', 'sit'], true)[3]).toMatchObject({ say: { warn: 'N' } });
  expect(wordsFor(['need'], true)[3]).toMatchObject({ say: { need: 'N' } });
});

it('leaves out what free words can say', () => {
  const words = wordsFor(['need', 'warn', 'sit', 'go', 'flag', 'may', 'move', 'text'], false);
  expect(words.map((word) => word.kind)).not.toContain('may');
  expect(new Set(words.map((word) => word.key)).size).toBe(words.length);
});

it('is silent where partners must be', () => {
  expect(wordsFor([], false)).toEqual([]);
});
