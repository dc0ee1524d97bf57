// The score sheet, as the server keeps it.

import type { ChangedLine, SheetMove } from '../wire/messages';
import { SEATS, type BySeat } from './seats';

/** The sheet with the lines that the server has changed. */
export function changeLines(moves: SheetMove[], changed: readonly ChangedLine[]): SheetMove[] {
  if (changed.length === 0) return moves;
  const sheet = [...moves];
  for (const { place, ...line } of changed) sheet[place] = line;
  return sheet;
}

export interface SheetRow {
  number: number;
  cells: BySeat<SheetMove[]>;
}

/** Four columns, a row for each move number; moves taken back stay in their cell, struck out. */
export function sheetRows(moves: readonly SheetMove[]): SheetRow[] {
  const rows: SheetRow[] = [];
  for (const move of moves) {
    while (rows.length < move.number) {
      rows.push({ number: rows.length + 1, cells: { A: [], a: [], B: [], b: [] } });
    }
    rows[move.number - 1]?.cells[move.seat].push(move);
  }
  return rows;
}

export const sheetSeats = SEATS;
