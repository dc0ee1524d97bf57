import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Connection, type Connected } from './connection';
import { TestLine as Line } from './testLine';

const seen: (Connected | 'waits' | 'answered')[] = [];
let connection: Connection;
const line = (): Line => Line.made.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Line);
  vi.stubGlobal('location', { protocol: 'http:', host: 'table' });
  Line.made = [];
  seen.length = 0;
  connection = new Connection('m', { role: 'seat', seat: 'A', secret: 's' }, 'Ann', {
    message: () => {},
    connected: (state) => seen.push(state),
    latency: () => {},
    waiting: (waits) => seen.push(waits ? 'waits' : 'answered'),
    seen: () => undefined,
  });
  connection.open();
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('stays open for as long as the server answers', () => {
  line().accept();
  vi.advanceTimersByTime(3_600_000);
  expect(seen).toEqual(['connecting', 'open']);
  expect(Line.made).toHaveLength(1);
});

it('doubts a silent line within 8 seconds, then comes back by another', () => {
  line().accept();
  vi.advanceTimersByTime(10_000);
  line().answers = false;
  vi.advanceTimersByTime(8000);
  expect(seen).toEqual(['connecting', 'open', 'doubtful']);
  vi.advanceTimersByTime(3000);
  expect(seen.at(-1)).toBe('lost');
  // The old line is left at once: nothing waits for it to say that it is closed.
  expect(Line.made.map((one) => one.closed)).toEqual([true, false]);
  line().accept();
  expect(seen.at(-1)).toBe('open');
});

it('is open again when a late answer comes on the same line', () => {
  line().accept();
  line().answers = false;
  vi.advanceTimersByTime(8000);
  expect(seen.at(-1)).toBe('doubtful');
  line().hear({ type: 'pong', sent: 0, now: 0 });
  expect(seen.at(-1)).toBe('open');
  expect(Line.made).toHaveLength(1);
});

it('tells that a move waits, and sends it by the next line', () => {
  line().accept();
  line().answers = false;
  const id = connection.command({ act: { do: 'move', move: 'e2e4' } });
  expect(seen.at(-1)).toBe('open');
  vi.advanceTimersByTime(2000);
  expect(seen.at(-1)).toBe('waits');
  vi.advanceTimersByTime(10_000);
  expect(line().sent).toEqual([]);
  line().accept();
  expect(line().sent).toContainEqual({ type: 'act', id, act: { do: 'move', move: 'e2e4' } });
  expect(seen.slice(-2)).toEqual(['open', 'answered']);
});

it('tells at once that a move waits which is made while the line is lost', () => {
  line().accept();
  line().onclose?.();
  connection.command({ act: { do: 'move', move: 'e2e4' } });
  expect(seen.slice(-2)).toEqual(['lost', 'waits']);
});

it('gives up attempts that hang, and tries again', () => {
  vi.advanceTimersByTime(33_000);
  expect(Line.made.length).toBeGreaterThan(2);
  expect(Line.made.slice(0, -1).every((one) => one.closed)).toBe(true);
  line().accept();
  expect(seen.at(-1)).toBe('open');
});

it('tries at once when the network is back, and asks at once when somebody looks again', () => {
  line().accept();
  for (let attempt = 0; attempt < 6; attempt += 1) {
    line().onclose?.();
    vi.advanceTimersByTime(5000);
  }
  line().onclose?.();
  const tried = Line.made.length;
  connection.wake();
  expect(Line.made).toHaveLength(tried + 1);
  line().accept();
  vi.advanceTimersByTime(1000);
  const pings = line().sent.length;
  connection.wake();
  expect(line().sent).toHaveLength(pings + 1);
});

it('does not come back after it was sent away', () => {
  line().accept();
  line().hear({ type: 'bye', code: 'replaced', why: 'seat_elsewhere', reason: '' });
  line().onclose?.();
  vi.advanceTimersByTime(60_000);
  expect(seen.at(-1)).toBe('closed');
  expect(Line.made).toHaveLength(1);
});

it('names its match, so that the machine that has it is found', () => {
  expect(line().address).toBe('ws://table/ws?match=m');
});

it('takes the line that was opened before it, and greets at once if it is open', () => {
  connection.close();
  const early = new Line('ws://table/ws?match=m');
  early.readyState = Line.OPEN;
  early.answers = true;
  vi.stubGlobal('earlyLine', { line: early, since: performance.now() });
  connection.open();
  expect(early.sent).toEqual([]);
  const another = new Connection('m', { role: 'spectator' }, undefined, connection.listener);
  another.open();
  expect(early.sent[0]?.type).toBe('hello');
  expect(line()).toBe(early);
  // It is taken once: whoever comes back opens a line of their own.
  early.onclose?.();
  vi.advanceTimersByTime(250);
  expect(line()).not.toBe(early);
  another.close();
});

it.each([
  ['of another match', 'ws://table/ws?match=other', 1, 0],
  ['that was closed meanwhile', 'ws://table/ws?match=m', 3, 0],
  ['that the server is about to give up', 'ws://table/ws?match=m', 1, 6000],
])('leaves an early line %s', (_, address, state, old) => {
  const early = new Line(address);
  early.readyState = state;
  vi.stubGlobal('earlyLine', { line: early, since: performance.now() - old });
  const another = new Connection('m', { role: 'spectator' }, undefined, connection.listener);
  another.open();
  expect(line()).not.toBe(early);
  expect(early.closed).toBe(true);
  another.close();
});

it('says that its table goes to another machine, and wants there what it wanted here', () => {
  line().accept();
  connection.want('ready', true);
  line().hear({ type: 'bye', code: 'moving', why: 'table_moves', reason: '' });
  line().onclose?.();
  expect(seen.at(-1)).toBe('moving');
  vi.advanceTimersByTime(250);
  expect(Line.made).toHaveLength(2);
  line().accept();
  expect(seen.at(-1)).toBe('open');
  expect(line().sent).toContainEqual({ type: 'ready', on: true });
  connection.want('ready', false);
  line().onclose?.();
  expect(seen.at(-1)).toBe('lost');
  vi.advanceTimersByTime(250);
  line().accept();
  expect(line().sent.filter((one) => one.type === 'ready')).toEqual([]);
});

it('does not come back at the same moment as everybody else', () => {
  const tries = [0, 0.999].map((chance) => {
    vi.spyOn(Math, 'random').mockReturnValue(chance);
    line().accept();
    line().onclose?.();
    const before = Line.made.length;
    let waited = 0;
    for (; Line.made.length === before; waited += 1) vi.advanceTimersByTime(1);
    return waited;
  });
  expect(tries).toEqual([125, 249]);
});
