// Reads and writes piece placements as the server does. It is trusted: no repair of odd files here.

import { letterOf, roleOf, type Piece } from './pieces';

export type Placement = Map<string, Piece>;

const FILES = 'abcdefgh';

/** `rnbq…/…/Q~7`: by square, a mark `~` after a promoted pawn. */
export function readPlacement(fen: string): Placement {
  const pieces: Placement = new Map();
  fen.split('/').forEach((rank, row) => {
    let file = 0;
    let last = '';
    for (const sign of rank) {
      const role = roleOf(sign);
      if (sign === '~') {
        const piece = pieces.get(last);
        if (piece) piece.promoted = true;
      } else if (role) {
        last = `${FILES[file]}${8 - row}`;
        pieces.set(last, { role, color: sign === sign.toUpperCase() ? 'white' : 'black' });
        file += 1;
      } else {
        file += Number(sign);
      }
    }
  });
  return pieces;
}

/** The same the other way. */
export function writePlacement(pieces: Placement): string {
  const ranks = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) => {
    let text = '';
    let free = 0;
    for (const file of FILES) {
      const piece = pieces.get(`${file}${rank}`);
      if (!piece) {
        free += 1;
        continue;
      }
      const letter = letterOf(piece.role);
      text += `${free || ''}${piece.color === 'white' ? letter : letter.toLowerCase()}${piece.promoted ? '~' : ''}`;
      free = 0;
    }
    return `${text}${free || ''}`;
  });
  return ranks.join('/');
}
