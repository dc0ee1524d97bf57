// A table and its line: what goes over it when it is opened anew.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mayMove, snapshot } from '../../tests/support/messages';
import { TestLine as Line } from '../wire/testLine';
import { bySeat } from './seats';
import { Table } from './table.svelte';

const line = (): Line => Line.made.at(-1)!;
const people = {
  seats: bySeat(() => ({ connected: true, bot: null })),
  arbiter: false,
  spectators: 0,
  substitute: null,
};
const shown = snapshot({
  people: people as never,
  you: { ...mayMove(''), ahead: { article: 'asten 9' } },
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Line);
  vi.stubGlobal('location', { protocol: 'http:', host: 'table' });
  Line.made = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('sets the move again that was set on a machine that its table has left', () => {
  const table = new Table('m', { role: 'seat', seat: 'A', secret: 's' }, 'Ann');
  line().accept();
  line().hear(shown);
  table.setAhead('e2e4');
  const [set] = line().sent.filter((one) => one.type === 'ahead');
  line().hear({ type: 'bye', code: 'moving', why: 'table_moves', reason: '' });
  line().onclose?.();
  expect(table.connected).toBe('moving');
  vi.advanceTimersByTime(250);
  line().accept();
  line().hear(shown);
  expect(line().sent).toContainEqual(set);
  expect(table.ahead).toBe('e2e4');
  table.close();
});
