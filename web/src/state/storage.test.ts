import { expect, it } from 'vitest';
import { Keeping } from './storage';

const denied = (): never => {
  throw new DOMException('denied', 'SecurityError');
};

it('keeps what it is told as long as the page where the browser keeps nothing', () => {
  const full = { getItem: () => null, setItem: denied, removeItem: denied };
  for (const keeping of [new Keeping(denied), new Keeping(() => full)]) {
    expect(keeping.read('links')).toBeNull();
    keeping.write('links', 'four');
    expect(keeping.read('links')).toBe('four');
    keeping.remove('links');
    expect(keeping.read('links')).toBeNull();
  }
});

it('uses the browser’s store where there is one', () => {
  const kept = new Map([['links', 'before']]);
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const keeping = new Keeping(() => store);
  expect(keeping.read('links')).toBe('before');
  keeping.write('links', 'after');
  expect(kept.get('links')).toBe('after');
  keeping.remove('links');
  expect(kept.size).toBe(0);
});
