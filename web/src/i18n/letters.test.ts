import { describe, expect, it } from 'vitest';
import { englishMove, ownLetter, ownMove } from './letters';

describe('moves in the letters of a language', () => {
  it('takes no drop for another piece', () => {
    expect(ownMove('N@f3', 'nl')).toBe('P@f3');
    expect(ownMove('P@e5', 'nl')).toBe('@e5');
    expect(ownMove('P@e5', 'de')).toBe('B@e5');
    expect(ownMove('B@c4', 'de')).toBe('L@c4');
    expect(ownMove('N@f7#', 'cs')).toBe('J@f7#');
  });

  it('writes moves, promotions and castling', () => {
    expect(ownMove('Nbd2', 'nl')).toBe('Pbd2');
    expect(ownMove('exd8=Q+', 'de')).toBe('exd8=D+');
    expect(ownMove('e8=Qd1', 'nl')).toBe('e8=Dd1');
    expect(ownMove('O-O-O', 'nl')).toBe('O-O-O');
    expect(ownMove('Rxe4', 'en')).toBe('Rxe4');
  });

  it('reads what it writes', () => {
    for (const language of ['en', 'nl', 'de', 'cs'] as const) {
      for (const san of ['Nf3', 'Bxc6+', 'Rad1', 'Qh5#', 'Kf1', 'e8=N', 'e4', 'O-O', 'Q@h7', 'N@f3', 'exd8=Rd1'])
        expect(englishMove(ownMove(san, language), language), `${language} ${san}`).toBe(san);
    }
    expect(englishMove('p@f3', 'nl')).toBe('N@f3');
    // A drop of a pawn has no letter in Dutch; without one it is read as a pawn's.
    expect(englishMove('@e5', 'nl')).toBe('@e5');
  });

  it('knows single letters', () => {
    expect([...'KQRBN'].map((letter) => ownLetter(letter, 'cs')).join('')).toBe('KDVSJ');
    expect(ownLetter('P', 'nl')).toBe('');
  });
});
