// Moves in the letters of a language. The server writes and reads English ones: K Q R B N P. In Dutch a P is the
// knight (paard) and a pawn has no letter, so its drop is `@e5`; in German a B is the pawn (Bauer).

import type { Language } from './languages';

const ENGLISH = 'KQRBNP';
/** As in `tandem_notation::Letters`. */
const LETTERS: Record<Language, string> = { en: ENGLISH, nl: 'KDTLP', de: 'KDTLSB', cs: 'KDVSJP' };

/** All letters that are pieces, as capitals. */
export const pieceLetters = (language: Language): string => LETTERS[language];

/** The letter of a piece, given its English one; nothing for a Dutch pawn. */
export const ownLetter = (letter: string, language: Language): string =>
  LETTERS[language][ENGLISH.indexOf(letter)] ?? '';

/** A move of the score sheet: `N@f3` is `P@f3` in Dutch. Castling and squares have no such letters. */
export const ownMove = (san: string, language: Language): string =>
  language === 'en' || san.startsWith('O-O') ? san : san.replace(/[KQRBNP]/g, (letter) => ownLetter(letter, language));

/** A move as somebody writes it who thinks in the language, for the server: `Pf3` in Dutch is `Nf3`. */
export function englishMove(text: string, language: Language): string {
  if (/^[0Oo]-?[0Oo]/.test(text)) return text;
  const english = (letter: string): string => ENGLISH[LETTERS[language].indexOf(letter)] ?? letter;
  // Before a drop the letter may be a small one; elsewhere small letters are files.
  const drop = /^([A-Za-z]?)@(.*)$/.exec(text);
  if (drop) return `${drop[1] ? english(drop[1].toUpperCase()) : ''}@${drop[2]!.toLowerCase()}`;
  return text.replace(/[A-Z]/g, english);
}
