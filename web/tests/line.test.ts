import { expect, it } from 'vitest';
import { arrivals, SLOW_3G, type Asked } from './support/line';

const when = (name: string, ...asked: Asked[]) => arrivals(asked, SLOW_3G).get(name)!;
const page = (bytes: number): Asked => ({ name: 'page', bytes, after: [] });

it('a document takes a look-up, two handshakes, a request, and its bytes', () => {
  expect(when('page', page(1))).toBe(1601);
  expect(when('page', page(10_000)) - 1600).toBeGreaterThanOrEqual(10_000 / 50);
});

it('a connection that is there already needs no handshakes, another one does', () => {
  const one = { name: 'one', bytes: 1, after: ['page'] };
  const two = { name: 'two', bytes: 1, after: ['page'] };
  expect(when('one', page(1), one, two) - 1601).toBe(401);
  expect(when('two', page(1), one, two) - 1601).toBe(1201);
});

it('what comes at a time shares the line', () => {
  const alone = when('one', page(1), { name: 'one', bytes: 50_000, after: ['page'] });
  const files = ['one', 'two', 'three'].map((name) => ({ name, bytes: 50_000, after: ['page'] }));
  const last = Math.max(...files.map(({ name }) => when(name, page(1), ...files)));
  expect(last - alone).toBeGreaterThan(1800);
  expect(last).toBeGreaterThanOrEqual(1601 + 400 + 150_000 / 50);
});

it('a seventh file waits for the first connection that is free', () => {
  const files = Array.from({ length: 7 }, (_, index) => ({ name: `${index}`, bytes: 20_000, after: ['page'] }));
  const there = arrivals([page(1), ...files], SLOW_3G);
  const first = Math.min(...files.slice(0, 6).map(({ name }) => there.get(name)!));
  expect(there.get('6')! - first).toBeGreaterThanOrEqual(400 + 20_000 / 50);
});

it('what a script asks for waits for the script', () => {
  const script = { name: 'script', bytes: 20_000, after: ['page'] };
  const more = { name: 'more', bytes: 1, after: ['page', 'script'] };
  expect(when('more', page(1), script, more) - when('script', page(1), script, more)).toBe(401);
  expect(() => when('more', page(1), more)).toThrow('script');
});

it('a socket shakes hands, opens, and is asked over', () => {
  const socket = { name: 'socket', bytes: 1, after: ['page'], socket: true };
  const hello = { name: 'hello', bytes: 1, after: ['page', 'socket'], over: 'socket' };
  expect(when('socket', page(1), socket, hello) - 1601).toBe(1201);
  expect(when('hello', page(1), socket, hello) - 1601 - 1201).toBe(401);
});
