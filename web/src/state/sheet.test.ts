import { expect, it } from 'vitest';
import type { SheetMove, WireEvent } from '../wire/messages';
import { sheetRows, writeDown } from './sheet';

const event = (partial: Partial<WireEvent> & { event: string }): WireEvent => ({ seq: 1, at: 1, ...partial });

it('writes moves, clocks and moves taken back', () => {
  let sheet: SheetMove[] = [];
  for (const happened of [
    event({ event: 'made', seat: 'A', uci: 'e2e4', san: 'e4', number: 1 }),
    event({ event: 'completed', seat: 'A', clock: 299_000 }),
    event({ event: 'made', seat: 'b', uci: 'e1g1', san: 'O-O', number: 2 }),
    event({ event: 'undone', seat: 'A' }),
  ]) {
    sheet = writeDown(sheet, happened);
  }
  expect(sheet).toEqual([
    { seat: 'A', number: 1, san: 'e4', uci: 'e2e4', at: 1, clock: 299_000, undone: true },
    { seat: 'b', number: 2, san: 'O-O', uci: 'e1g1', at: 1 },
  ]);
  const rows = sheetRows(sheet);
  expect(rows).toHaveLength(2);
  expect(rows[0]?.cells.A[0]?.san).toBe('e4');
  expect(rows[1]?.cells.b[0]?.san).toBe('O-O');
});

it('forgets a board that starts again', () => {
  const moves: SheetMove[] = [
    { seat: 'A', number: 1, san: 'e4', uci: 'e2e4', at: 1 },
    { seat: 'B', number: 1, san: 'd4', uci: 'd2d4', at: 2 },
  ];
  expect(writeDown(moves, event({ event: 'restarted', boards: 'A' }))).toEqual([moves[1]]);
  expect(writeDown(moves, event({ event: 'restarted', boards: 'both' }))).toEqual([]);
});
