import { expect, it } from 'vitest';
import { pressesAgain, shortcut, type Press } from './keys';

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  repeat: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  ...more,
});

it('takes a key once, however long it is held', () => {
  expect(shortcut(press('v'), 'page')).toBe('v');
  for (const key of ['v', '1', ' ', 's', 'Escape'])
    expect(shortcut(press(key, { repeat: true }), 'page')).toBeUndefined();
});

it('takes none while somebody types, but the one that ends it', () => {
  for (const key of ['v', '1', ' ', 'Enter']) expect(shortcut(press(key), 'field')).toBeUndefined();
  expect(shortcut(press('Escape'), 'field')).toBe('Escape');
  expect(shortcut(press('v', { isComposing: true }), 'page')).toBeUndefined();
});

it('leaves the browser its own', () => {
  for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    expect(shortcut(press('1', more), 'page')).toBeUndefined();
});

it('lets a focused button be pressed by space and return, by return once', () => {
  for (const key of [' ', 'Enter']) expect(shortcut(press(key), 'button')).toBeUndefined();
  expect(shortcut(press('v'), 'button')).toBe('v');
  expect(pressesAgain(press('Enter', { repeat: true }), 'button')).toBe(true);
  expect(pressesAgain(press('Enter'), 'button')).toBe(false);
  expect(pressesAgain(press('Enter', { repeat: true }), 'field')).toBe(false);
});
