import { beforeEach, expect, it } from 'vitest';
import { forgetEvent, keepEvent, keptEvents, secretIn, secretOf } from './secrets';

beforeEach(() => keptEvents().forEach((one) => forgetEvent(one.id)));

it('keeps the links of events, newest first, and a name once it is known', () => {
  keepEvent('one', 'secret-of-one', 'Saturday');
  keepEvent('two', 'secret-of-two');
  keepEvent('one', 'secret-of-one');
  expect(keptEvents()).toEqual([
    { id: 'one', secret: 'secret-of-one', name: 'Saturday' },
    { id: 'two', secret: 'secret-of-two', name: '' },
  ]);
  expect(secretOf('two')).toBe('secret-of-two');
  forgetEvent('two');
  expect(secretOf('two')).toBeUndefined();
});

it('reads a secret from a link, and nothing else', () => {
  expect(secretIn('#abcdefghijklmnopqrstuvwxyz012345')).toBe('abcdefghijklmnopqrstuvwxyz012345');
  expect(['', '#', '#main', '#a b c d e f g h i j k'].map(secretIn)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
