import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EventDesk } from './desk.svelte';
import { view } from '../../../tests/support/event';

/** A server in a few lines: what it was asked, and what it answers next. */
const asked: { path: string; body: { id: string; command: { command: string } } | undefined; secret: string | null }[] =
  [];
let version = 1;
let answers: (() => Response | Promise<Response>)[] = [];
interface Line {
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
}
let sockets: Line[] = [];

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const done = () =>
  json({
    version: (version += 1),
    act: { number: version, at: 0, by: { by: 'desk', name: 'a' }, changes: [] },
    doubts: [],
  });
const refuse = (why: string, values = {}) => json({ error: { code: 'unprocessable', why, message: why, values } }, 422);

beforeEach(() => {
  asked.length = 0;
  answers = [];
  sockets = [];
  version = 1;
  vi.useFakeTimers();
  vi.stubGlobal('location', { protocol: 'http:', host: 'here' });
  vi.stubGlobal(
    'WebSocket',
    class {
      constructor() {
        sockets.push(this as Line);
      }
      send(): void {}
      close(): void {}
    },
  );
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body = init.body ? JSON.parse(init.body as string) : undefined;
    asked.push({ path, body, secret: new Headers(init.headers).get('authorization') });
    if (!path.endsWith('/commands')) return json(view({ version }));
    return (answers.shift() ?? done)();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function opened(): Promise<EventDesk> {
  const desk = new EventDesk('k2m4', 'secret', 'laptop 1');
  desk.open();
  await vi.waitFor(() => expect(desk.view).toBeDefined());
  return desk;
}

it('shows what a command has made of the event', async () => {
  const desk = await opened();
  expect(await desk.do({ command: 'draft' })).toBe(true);
  expect(desk.view?.version).toBe(2);
  expect(desk.last?.number).toBe(2);
  expect(asked.every(({ path, secret }) => secret === 'Bearer secret' && !path.includes('secret'))).toBe(true);
});

it('keeps why something was refused, and the way to do it anyway where there is one', async () => {
  const desk = await opened();
  answers = [() => refuse('met-before', { first: 'A', second: 'B', round: 1 }), () => refuse('no-draft')];
  expect(await desk.do({ command: 'exchange', one: 1, other: 2, anyway: false })).toBe(false);
  expect(desk.refused?.coded).toMatchObject({ code: 'met-before', round: 1 });
  expect(desk.refused?.anyway).toEqual({ command: 'exchange', one: 1, other: 2, anyway: true });
  expect(await desk.do({ command: 'discard' })).toBe(false);
  expect(desk.refused?.anyway).toBeUndefined();
  expect(desk.view?.version).toBe(1);
});

it('gives the same command again to a server that was away, by the same id', async () => {
  const desk = await opened();
  const away = () => Promise.reject(new TypeError('nobody there'));
  answers = [away, away];
  const doing = desk.do({ command: 'draft' });
  await vi.runAllTimersAsync();
  expect(await doing).toBe(true);
  const ids = asked.filter(({ path }) => path.endsWith('/commands')).map(({ body }) => body?.id);
  expect(ids.length).toBe(3);
  expect(new Set(ids).size).toBe(1);
});

it.each([403, 404])('knows that a link opens nothing when the server answers %i', async (status) => {
  vi.stubGlobal('fetch', async () => json({ error: { why: 'wrong_event_link', message: 'no' } }, status));
  const desk = new EventDesk('k2m4', 'wrong', 'laptop 1');
  desk.open();
  await vi.waitFor(() => expect(desk.missing).toBe(true));
});

it('stops after a refusal when it does several things', async () => {
  const desk = await opened();
  answers = [() => refuse('not-once', { team: 'A' })];
  expect(await desk.doAll({ command: 'publish' }, { command: 'start' })).toBe(false);
  expect(asked.filter(({ path }) => path.endsWith('/commands')).length).toBe(1);
});

it('looks again when somebody else has changed the event', async () => {
  const desk = await opened();
  version = 7;
  sockets[0]?.onmessage?.({ data: JSON.stringify({ type: 'changed', version: 7 }) });
  await vi.waitFor(() => expect(desk.view?.version).toBe(7));
  expect(desk.live).toBe('open');
  sockets[0]?.onclose?.();
  expect(desk.live).toBe('lost');
  await vi.runOnlyPendingTimersAsync();
  expect(sockets.length).toBe(2);
});
