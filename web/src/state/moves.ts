// The legal moves that the server lists, as boards and pickers need them.

import { roleOf, type Piece, type StockRole } from './pieces';

export interface MoveList {
  all: string[];
  /** From square to squares. */
  walks: Map<string, string[]>;
  /** By role: squares where it can be dropped. */
  drops: Map<StockRole, string[]>;
}

export function readMoves(text: string): MoveList {
  const all = text.split(' ').filter(Boolean);
  const walks = new Map<string, string[]>();
  const drops = new Map<StockRole, string[]>();
  const add = <K>(map: Map<K, string[]>, key: K, square: string) => {
    const squares = map.get(key) ?? [];
    if (!squares.includes(square)) squares.push(square);
    map.set(key, squares);
  };
  for (const uci of all) {
    if (uci[1] === '@') {
      const role = roleOf(uci[0]!);
      if (role && role !== 'king') add(drops, role, uci.slice(2, 4));
    } else {
      add(walks, uci.slice(0, 2), uci.slice(2, 4));
    }
  }
  return { all, walks, drops };
}

export type Choice =
  /** Nothing to choose: send it. */
  | { kind: 'plain'; uci: string }
  /** The pawn itself becomes one of these. */
  | { kind: 'role'; from: string; to: string; roles: StockRole[] }
  /** A piece on one of these squares of the other board is taken; with open input hands may as
      well turn the pawn itself into one of `roles`. */
  | { kind: 'take'; from: string; to: string; squares: Map<string, StockRole>; roles?: StockRole[] };

/** What is still open once a piece has been put on its square; `undefined` if it isn't legal. */
export function choiceFor(moves: MoveList, from: string, to: string): Choice | undefined {
  const meant = moves.all.filter((uci) => uci.startsWith(from + to));
  const taken = meant.filter((uci) => uci.length === 7);
  if (taken.length) {
    const squares = new Map<string, StockRole>();
    for (const uci of taken) squares.set(uci.slice(5, 7), roleOf(uci[4]!) as StockRole);
    return { kind: 'take', from, to, squares };
  }
  const becomes = meant.filter((uci) => uci.length === 5);
  if (becomes.length) {
    return { kind: 'role', from, to, roles: becomes.map((uci) => roleOf(uci[4]!) as StockRole) };
  }
  return meant[0] ? { kind: 'plain', uci: meant[0] } : undefined;
}

const BECOMES: StockRole[] = ['queen', 'knight', 'rook', 'bishop'];

/** With open input a pawn on the last rank becomes whatever hands make of it, legal or not. `otherMen`
    holds the men of the other board where the book takes the piece from there. */
export function openChoice(
  from: string,
  to: string,
  man: Piece | undefined,
  otherMen: Map<string, Piece> | undefined,
): Exclude<Choice, { kind: 'plain' }> | undefined {
  if (man?.role !== 'pawn' || !/[18]$/.test(to)) return undefined;
  if (!otherMen) return { kind: 'role', from, to, roles: BECOMES };
  const squares = new Map<string, StockRole>();
  for (const [square, { role, color }] of otherMen) {
    if (color === man.color && role !== 'king' && role !== 'pawn') squares.set(square, role);
  }
  return { kind: 'take', from, to, squares, roles: BECOMES };
}
