import { expect, it } from 'vitest';
import { gameLink, isGameLink, readGameLink } from './gameLink';

const GAME = '[Event "Český večer"]\n[Result "1-0"]\n\n1A. e4 {179} 1a. e5 {178} 1-0\n';

it('carries a game there and back', async () => {
  const link = (await gameLink(GAME))!;
  const fragment = link.slice(link.indexOf('#'));
  expect(isGameLink(fragment)).toBe(true);
  expect(new TextDecoder().decode(await readGameLink(fragment))).toBe(GAME);
});

it('makes no link that others would cut, and reads none that was', async () => {
  const noise = Array.from({ length: 40_000 }, (_, index) =>
    String.fromCharCode(33 + ((index * index * 7919) % 90)),
  ).join('');
  const link = await gameLink(GAME);
  expect(await gameLink(noise + crypto.getRandomValues(new Uint8Array(60_000)).join(' '))).toBeUndefined();
  expect(await readGameLink(link!.slice(link!.indexOf('#'), -6))).toBeUndefined();
  expect(await readGameLink('#game:!!')).toBeUndefined();
});
