// Times of day on paper and screens, and those that an organiser types.

/** `14:32`, by the clock of this machine. */
export function clockText(moment: number): string {
  const date = new Date(moment);
  return `${date.getHours()}:${String(date.getMinutes()).padStart(2, '0')}`;
}

/** `14:30` on the day of `now`; nothing if it is no time. */
export function readClock(text: string, now: number): number | undefined {
  const match = /^(\d{1,2})[:.](\d{2})$/.exec(text.trim());
  if (!match) return undefined;
  const [hours, minutes] = [Number(match[1]), Number(match[2])];
  if (hours > 23 || minutes > 59) return undefined;
  const date = new Date(now);
  date.setHours(hours, minutes, 0, 0);
  return date.getTime();
}

/** How long ago, as minutes and seconds: `3:05`. */
export function sinceText(millis: number): string {
  const seconds = Math.max(0, Math.floor(millis / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The day of a moment as terms have it: `2026-11-21`. */
export function dayText(moment: number): string {
  const date = new Date(moment);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The next round quarter of an hour, at least five minutes away: when a first round usually begins. */
export function nextQuarter(now: number): number {
  const quarter = 15 * 60_000;
  return Math.ceil((now + 5 * 60_000) / quarter) * quarter;
}
