import { describe, expect, it } from 'vitest';
import { beginsMove, typedMove } from './typed';

describe('typed moves', () => {
  it('puts right what a hurried hand leaves out', () => {
    expect(typedMove('nf3')).toBe('Nf3');
    expect(typedMove('n@F3')).toBe('N@f3');
    expect(typedMove('@e5')).toBe('P@e5');
    expect(typedMove('b@c4')).toBe('B@c4');
    expect(typedMove('0-0')).toBe('O-O');
    expect(typedMove('ooo')).toBe('O-O-O');
  });

  it('reads the letters of the language', () => {
    expect(typedMove('Pf3', 'nl')).toBe('Nf3');
    expect(typedMove('p@f3', 'nl')).toBe('N@f3');
    expect(typedMove('@e5', 'nl')).toBe('P@e5');
    expect(typedMove('lc4', 'de')).toBe('Bc4');
    expect(typedMove('B@e5', 'de')).toBe('P@e5');
    expect(typedMove('b@e5', 'de')).toBe('P@e5');
    expect(typedMove('d4', 'nl')).toBe('d4');
    expect(typedMove('e8=D', 'cs')).toBe('e8=Q');
    expect(beginsMove('T', 'nl')).toBe(true);
    expect(beginsMove('t', 'nl')).toBe(false);
    expect(beginsMove('N', 'nl')).toBe(false);
  });

  it('keeps the bishop and the b-pawn apart', () => {
    expect(typedMove('bxc3')).toBe('bxc3');
    expect(typedMove('Bc3')).toBe('Bc3');
  });

  it('sends nothing that is not a whole move', () => {
    expect(typedMove('N')).toBeUndefined();
    expect(typedMove('N@')).toBeUndefined();
    expect(typedMove('')).toBeUndefined();
  });

  it('knows the keys that begin a move', () => {
    expect(beginsMove('N')).toBe(true);
    expect(beginsMove('1')).toBe(false);
    expect(beginsMove('z')).toBe(false);
  });
});
