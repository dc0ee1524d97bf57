// A time control in few signs: `5′`, `3′ + 2″`, `5′ (3″)`.

import type { TimeControl } from '../wire/messages';

const seconds = (millis: number): string => `${Math.round(millis / 100) / 10}″`;

export function timeText(time: TimeControl): string {
  const base = time.base % 60_000 === 0 ? `${time.base / 60_000}′` : seconds(time.base);
  if (time.increment) return `${base} + ${seconds(time.increment)}`;
  return time.delay ? `${base} (${seconds(time.delay)})` : base;
}
