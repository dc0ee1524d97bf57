// Moves typed on the keyboard: `Nf3`, `N@f3`, `e8=Q`, `e2e4`. The server reads and judges them;
// here only what a hurried hand leaves out is put right.

const PIECE = /^[nrqk]/;
const DROP = /^([nrqbp])?@/i;

/** The move as the server reads it, or `undefined` if it can't be a whole move yet. */
export function typedMove(text: string): string | undefined {
  let move = text.trim();
  if (/^[0oO]-?[0oO]$/.test(move)) return 'O-O';
  if (/^[0oO]-?[0oO]-?[0oO]$/.test(move)) return 'O-O-O';
  const drop = DROP.exec(move);
  if (drop) {
    const role = (drop[1] ?? 'P').toUpperCase();
    move = `${role}@${move.slice(drop[0].length).toLowerCase()}`;
    return /^[NRQBP]@[a-h][1-8]$/.test(move) ? move : undefined;
  }
  // A small b is the pawn's file; the other letters can only be pieces.
  if (PIECE.test(move)) move = move.charAt(0).toUpperCase() + move.slice(1);
  return /[a-h][1-8]/.test(move) ? move : undefined;
}

/** Whether this key can begin a move, so that typing needs no click first. */
export const beginsMove = (key: string): boolean => /^[a-hKQRBNPO@nrqkpo]$/.test(key);
