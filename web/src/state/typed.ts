// Moves typed on the keyboard: `Nf3`, `N@f3`, `e8=Q`, `e2e4`, in the letters of the visitor's language. The server reads
// and judges them; here only what a hurried hand leaves out is put right.

import { englishMove, pieceLetters } from '../i18n/letters';
import type { Language } from '../i18n/languages';

const DROP = /^([NRQBP])?@/;

/** The move as the server reads it, or `undefined` if it can't be a whole move yet. */
export function typedMove(text: string, language: Language = 'en'): string | undefined {
  const typed = text.trim();
  if (/^[0oO]-?[0oO]$/.test(typed)) return 'O-O';
  if (/^[0oO]-?[0oO]-?[0oO]$/.test(typed)) return 'O-O-O';
  // A small letter that is no file can only be a piece.
  const first = typed.charAt(0);
  const piece = !/[a-h]/.test(first) && pieceLetters(language).includes(first.toUpperCase());
  const move = englishMove(piece ? first.toUpperCase() + typed.slice(1) : typed, language);
  const drop = DROP.exec(move);
  if (drop) {
    const whole = `${drop[1] ?? 'P'}@${move.slice(drop[0].length).toLowerCase()}`;
    return /^[NRQBP]@[a-h][1-8]$/.test(whole) ? whole : undefined;
  }
  return /[a-h][1-8]/.test(move) ? move : undefined;
}

/** Small letters of pieces that begin a move without a click first; the others are keys of acts. */
const SMALL: Record<Language, string> = { en: 'nrqkp', nl: 'kp', de: 'k', cs: 'kp' };

/** Whether this key can begin a move, so that typing needs no click first. */
export const beginsMove = (key: string, language: Language = 'en'): boolean =>
  key.length === 1 && `abcdefghoO@${pieceLetters(language)}${SMALL[language]}`.includes(key);
