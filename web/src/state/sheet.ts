// The score sheet, kept up to date from events.

import type { SheetMove, WireEvent } from '../wire/messages';
import { SEATS, type BySeat, type Seat } from './seats';

const lastOf = (moves: readonly SheetMove[], seat: Seat | undefined): number =>
  moves.findLastIndex((move) => move.seat === seat && !move.undone);

/** The sheet after one event; the same array if the event is none of its business. */
export function writeDown(moves: SheetMove[], event: WireEvent): SheetMove[] {
  const { seat } = event;
  switch (event.event) {
    case 'made': {
      if (!seat || !event.uci) return moves;
      const { uci } = event;
      const number = event.number ?? 1 + moves.filter((move) => move.seat === seat && !move.undone).length;
      return [...moves, { seat, number, san: event.san ?? uci, uci, at: event.at }];
    }
    case 'completed': {
      const index = lastOf(moves, seat);
      return index < 0 || event.clock === undefined ? moves : moves.with(index, { ...moves[index]!, clock: event.clock });
    }
    case 'retracted':
    case 'undone': {
      const index = lastOf(moves, seat);
      if (index < 0) return moves;
      return moves.with(index, { ...moves[index]!, undone: true });
    }
    case 'restarted': {
      const again = event.boards ?? 'both';
      return moves.filter((move) => again !== 'both' && move.seat.toUpperCase() !== again);
    }
    default:
      return moves;
  }
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
