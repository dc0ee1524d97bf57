import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EventSocket, type Live } from './eventLine';
import type { EventToClient } from './generated/messages';
import { TestLine as Line } from './testLine';

const seen: Live[] = [];
let events: EventSocket;
const line = (): Line => Line.made.at(-1)!;
const hear = (told: EventToClient): void => line().onmessage?.({ data: JSON.stringify(told) });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Line);
  vi.stubGlobal('location', { protocol: 'http:', host: 'hall' });
  Line.made = [];
  seen.length = 0;
  events = new EventSocket('e', undefined, {
    changed: () => {},
    reminder: () => {},
    live: (state) => seen.push(state),
  });
  events.open();
});
afterEach(() => {
  events.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('does not come back at the same moment as all desks, walls and phones of the hall', () => {
  const waited = (chance: number): number => {
    vi.spyOn(Math, 'random').mockReturnValue(chance);
    line().onclose?.();
    const before = Line.made.length;
    let millis = 0;
    for (; Line.made.length === before; millis += 1) vi.advanceTimersByTime(1);
    return millis;
  };
  expect([0, 0.999, 0, 0.999, 0.999, 0.999].map(waited)).toEqual([125, 499, 500, 1999, 3998, 3998]);
  line().accept(false);
  hear({ type: 'changed', version: 1, stamp: 1, now: 0 } as unknown as EventToClient);
  expect(waited(0)).toBe(125);
});

it('does not come back to an event that there is not', () => {
  line().accept(false);
  hear({ type: 'bye', code: 'not_found', why: 'no_such_event', reason: '' });
  line().onclose?.();
  vi.advanceTimersByTime(60_000);
  expect(seen.at(-1)).toBe('closed');
  expect(Line.made).toHaveLength(1);
});
