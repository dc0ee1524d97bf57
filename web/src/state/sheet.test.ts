import { expect, it } from 'vitest';
import type { SheetMove } from '../wire/messages';
import { changeLines, sheetRows } from './sheet';

const e4: SheetMove = { seat: 'A', number: 1, san: 'e4', uci: 'e2e4', at: 1 };
const castles: SheetMove = { seat: 'b', number: 2, san: 'O-O', uci: 'e8g8', at: 2 };

it('takes the lines that the server has changed', () => {
  let sheet = changeLines([], [{ place: 0, ...e4 }]);
  sheet = changeLines(sheet, [
    { place: 0, ...e4, clock: 299_000, undone: true },
    { place: 1, ...castles },
  ]);
  expect(sheet).toEqual([{ ...e4, clock: 299_000, undone: true }, castles]);
  expect(changeLines(sheet, [])).toBe(sheet);
});

it('has a row for each number and a column for each seat', () => {
  const rows = sheetRows([e4, castles]);
  expect(rows).toHaveLength(2);
  expect(rows[0]?.cells.A[0]?.san).toBe('e4');
  expect(rows[1]?.cells.b[0]?.san).toBe('O-O');
});
