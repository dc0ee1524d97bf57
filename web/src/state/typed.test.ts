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
