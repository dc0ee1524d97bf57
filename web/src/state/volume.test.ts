import { expect, it } from 'vitest';
import { countdown, loudnessOf } from './volume';

const LOUD = { sound: true, volume: 0.8, partnerVolume: 0.5 };

it('plays the other board apart from one’s own', () => {
  expect(loudnessOf({ event: 'made', seat: 'a' }, 'A', LOUD)).toBe(0.8);
  expect(loudnessOf({ event: 'made', seat: 'B' }, 'A', LOUD)).toBe(0.4);
  expect(loudnessOf({ event: 'made', seat: 'B' }, undefined, LOUD)).toBe(0.8);
  // A word of the partner's is for me, wherever it is said.
  expect(loudnessOf({ event: 'said', seat: 'b' }, 'A', LOUD)).toBe(0.8);
  expect(loudnessOf({ event: 'made', seat: 'a' }, 'A', { ...LOUD, sound: false })).toBe(0);
});

it('counts each of the last ten seconds once', () => {
  expect(countdown(10_400, undefined)).toBeUndefined();
  expect(countdown(9_950, undefined)).toBe(10);
  expect(countdown(9_400, 10)).toBeUndefined();
  expect(countdown(8_990, 10)).toBe(9);
  expect(countdown(0, 1)).toBeUndefined();
});
