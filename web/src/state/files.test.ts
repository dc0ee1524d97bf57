import { expect, it } from 'vitest';
import { joined } from './files';

const bytes = (text: string) => new TextEncoder().encode(text);

it('puts files one after another, each on lines of its own, without their marks', () => {
  const text = (...parts: string[]) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(joined(parts.map(bytes)));
  expect(text('{"a":1}', '{"b":2}')).toBe('{"a":1}\n{"b":2}\n');
  expect(text('\ufeff{"a":1}', '\ufeff{"b":2}')).toBe('{"a":1}\n{"b":2}\n');
  expect(text('Günther')).toBe('Günther\n');
  expect(text()).toBe('');
});
