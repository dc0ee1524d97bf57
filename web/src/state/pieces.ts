// Pieces, stocks and squares in the words that chessground uses.

import type { Color } from './seats';

export const STOCK_ROLES = ['queen', 'rook', 'bishop', 'knight', 'pawn'] as const;
export type StockRole = (typeof STOCK_ROLES)[number];
export type Role = StockRole | 'king';
export type RoleLetter = 'Q' | 'R' | 'B' | 'N' | 'P' | 'K';

export interface Piece {
  role: Role;
  color: Color;
  /** A pawn in disguise: captured, it is a pawn again. */
  promoted?: boolean;
}

export type Stock = Record<StockRole, number>;

const LETTERS: Record<Role, RoleLetter> = {
  queen: 'Q',
  rook: 'R',
  bishop: 'B',
  knight: 'N',
  pawn: 'P',
  king: 'K',
};

export const letterOf = (role: Role): RoleLetter => LETTERS[role];

export function roleOf(letter: string): Role | undefined {
  const capital = letter.toUpperCase();
  return (Object.keys(LETTERS) as Role[]).find((role) => LETTERS[role] === capital);
}

export const emptyStock = (): Stock => ({ queen: 0, rook: 0, bishop: 0, knight: 0, pawn: 0 });

/** Reads `"QNNP"`; letters that are no piece of a stock are passed over. */
export function stockOf(letters: string): Stock {
  const stock = emptyStock();
  for (const letter of letters) {
    const role = roleOf(letter);
    if (role && role !== 'king') stock[role] += 1;
  }
  return stock;
}

export const stockSize = (stock: Stock): number => STOCK_ROLES.reduce((sum, role) => sum + stock[role], 0);
