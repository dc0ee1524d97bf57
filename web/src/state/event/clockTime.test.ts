import { expect, it } from 'vitest';
import { clockText, dayText, nextQuarter, readClock, sinceText } from './clockTime';
import { nextRoundAt } from './day';
import { round, terms, view } from '../../../tests/support/event';

const noon = new Date(2026, 10, 21, 12, 3, 4).getTime();

it('reads and writes times of the day', () => {
  expect(clockText(noon)).toBe('12:03');
  expect(readClock('14:30', noon)).toBe(new Date(2026, 10, 21, 14, 30).getTime());
  expect(['', '25:00', '12:60', 'noon'].map((text) => readClock(text, noon))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(dayText(noon)).toBe('2026-11-21');
  expect(clockText(nextQuarter(noon))).toBe('12:15');
  expect(sinceText(185_000)).toBe('3:05');
});

it('says when the next round can begin, from what the server expects', () => {
  // Three rounds of 13 minutes with pauses of 5 in between.
  const minutes = (number: number) => noon + number * 60_000;
  const running = round({ started: noon });
  const event = view({ rounds: [running], terms: terms({ pause: 5 }), ends: minutes(3 * 13 + 2 * 5) });
  expect(nextRoundAt(event, running)).toBe(minutes(18));
  expect(nextRoundAt({ ...event, round_count: 1 }, running)).toBeUndefined();
});
