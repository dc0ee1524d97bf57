import { describe, expect, it } from 'vitest';
import { clockText, diagonalText, leftNow, momentText } from './clock';

describe('clocks', () => {
  it('shows tenths only when time is low', () => {
    expect(clockText(252_300)).toBe('4:12');
    expect(clockText(19_999)).toBe('0:19.9');
    expect(clockText(-5)).toBe('0:00.0');
  });

  it('counts down only while running, and never below zero', () => {
    expect(leftNow({ left: 5000, running: true, asOf: 100 }, 1100)).toBe(4000);
    expect(leftNow({ left: 5000, running: false, asOf: 100 }, 1100)).toBe(5000);
    expect(leftNow({ left: 500, running: true, asOf: 100 }, 1100)).toBe(0);
  });

  it('tells a moment in whole seconds', () => {
    expect([momentText(7400), momentText(760_000)]).toEqual(['0:07', '12:40']);
  });

  it('compares the diagonal with a sign', () => {
    expect(diagonalText(124_000, 100_000)).toBe('+0:24');
    expect(diagonalText(100_000, 163_500)).toBe('−1:03');
    expect(diagonalText(100_400, 100_000)).toBe('±0:00');
  });
});
