// Setting clocks from the desk.

import { leftNow, type ClockReading } from './clock';

/** What to set a clock to so that it has this much more, or less, than it shows now. */
export const nudged = (reading: ClockReading, now: number, by: number): number =>
  Math.max(0, Math.round(leftNow(reading, now)) + by);

/** `4:30`, `0:09.5`; nothing else is a clock. */
export function readClock(text: string): number | undefined {
  const match = /^(\d{1,5}):([0-5]\d(?:\.\d)?)$/.exec(text.trim());
  return match ? Math.round((Number(match[1]) * 60 + Number(match[2])) * 1000) : undefined;
}
