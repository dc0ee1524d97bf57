import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SeatLine } from './seatLine';
import { TestLine as Line } from './testLine';

const told: string[] = [];
let seatLine: SeatLine;
const line = (): Line => Line.made.at(-1)!;
/** The server ends the line, and says why. */
const ends = (code: 'stopping' | 'moving' | 'idle' | 'replaced'): void => {
  line().hear({ type: 'bye', code, why: '', reason: '' });
  line().onclose?.();
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Line);
  vi.stubGlobal('location', { protocol: 'https:', host: 'hall' });
  Line.made = [];
  told.length = 0;
  seatLine = new SeatLine('m', 'a', 's', {
    message: (seat, message) => told.push(`${seat} ${message.type}`),
    lost: (seat, moves) => told.push(`${seat} ${moves ? 'moves' : 'lost'}`),
  });
  seatLine.open();
});
afterEach(() => {
  seatLine.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('names its match, so that the machine that has it is found', () => {
  expect(line().address).toBe('wss://hall/ws?match=m');
  line().accept();
  expect(line().sent[0]).toMatchObject({ type: 'hello', match: 'm', role: 'seat', seat: 'a', secret: 's' });
});

it.each(['stopping', 'moving', 'idle'] as const)('comes back after `%s`', (code) => {
  line().accept();
  ends(code);
  vi.advanceTimersByTime(250);
  expect(Line.made).toHaveLength(2);
  line().accept();
  const lost = code === 'moving' ? 'a moves' : 'a lost';
  expect(told).toEqual(['a welcome', 'a bye', lost, 'a welcome']);
});

it('says that its match moves for as long as that is so, and no longer', () => {
  line().accept();
  ends('moving');
  vi.advanceTimersByTime(250);
  line().onclose?.();
  expect(told.slice(-2)).toEqual(['a moves', 'a lost']);
});

it('does not come back once another phone has its place', () => {
  line().accept();
  ends('replaced');
  vi.advanceTimersByTime(60_000);
  seatLine.wake();
  expect(Line.made).toHaveLength(1);
});

it('does not come back at the same moment as everybody else, and tries ever more seldom', () => {
  const waited = (chance: number): number => {
    vi.spyOn(Math, 'random').mockReturnValue(chance);
    line().onclose?.();
    const before = Line.made.length;
    let millis = 0;
    for (; Line.made.length === before; millis += 1) vi.advanceTimersByTime(1);
    return millis;
  };
  expect([0, 0.999, 0.999, 0.999, 0.999].map(waited)).toEqual([125, 499, 999, 1999, 1999]);
  line().accept();
  expect(waited(0.999)).toBe(249);
});

it('leaves a line on which nothing is heard though something was asked', () => {
  line().accept();
  vi.advanceTimersByTime(7000);
  expect(seatLine.look(false)).toBe(true);
  expect(seatLine.look(true)).toBe(false);
  expect(line().closed).toBe(true);
  vi.advanceTimersByTime(250);
  expect(Line.made).toHaveLength(2);
});
