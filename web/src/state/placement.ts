// Reads the piece placement that the server writes. It is trusted: no repair of odd files here.

import { roleOf, type Piece } from './pieces';

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
