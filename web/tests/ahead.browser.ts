// Premoves and pre-drops where the book permits them: shown, cancelled by a tap, judged by the referee when their time comes.

import { describe, expect, it } from 'vitest';
import { PHONE } from './support/browser';
import { seating } from './support/seated';
import type { Player } from './support/table';

const sitDown = seating();
const WITH_KNIGHT = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/n w KQkq - 300 300';
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 300 300';

const set = (player: Player) => player.page.locator('[data-ahead]');
const marked = (player: Player) => player.page.locator('.mine square.current-premove');

describe('a premove', () => {
  it('is shown, and made as soon as the opponent has moved', async () => {
    const four = await sitDown({ book: 'fics' });
    await four.start();
    const { A, a } = four.players;
    await a.tap('e7');
    await a.tap('e5');
    await set(a).waitFor();
    expect(await set(a).getAttribute('data-ahead')).toBe('e7e5');
    await expect.poll(() => marked(a).count()).toBe(2);
    // Nobody else sees it.
    expect(await set(A).count()).toBe(0);
    await A.move('e2e4');
    await A.sees('e5');
    await set(a).waitFor({ state: 'detached' });
    expect(await marked(a).count()).toBe(0);
  });

  it('is cancelled by a tap, by its button and by Escape, on a phone too', async () => {
    const four = await sitDown({ book: 'fics' }, { a: { viewport: PHONE, hasTouch: true } });
    await four.start();
    const { A, a } = four.players;
    const premove = async () => {
      await a.tap('d7');
      await a.tap('d5');
      await set(a).waitFor();
    };
    await premove();
    await a.tap('d5');
    await set(a).waitFor({ state: 'detached' });
    await premove();
    await set(a).getByRole('button', { name: 'Cancel' }).click();
    await set(a).waitFor({ state: 'detached' });
    await premove();
    await a.page.keyboard.press('Escape');
    await set(a).waitFor({ state: 'detached' });
    await A.move('e2e4');
    await a.myTurn();
    await a.move('e7e5');
    await A.sees('e5');
  });

  it('that is illegal by then is forgotten, and the referee says why', async () => {
    const four = await sitDown({ book: 'fics' });
    await four.start();
    const { A, a } = four.players;
    // A pawn takes where nothing will stand.
    await a.tap('e7');
    await a.tap('d6');
    await set(a).waitFor();
    await A.move('e2e4');
    await a.page.locator('.refusal').waitFor();
    await set(a).waitFor({ state: 'detached' });
    await a.move('e7e5');
    await A.sees('e5');
  });

  it('drops a piece', async () => {
    const four = await sitDown({ book: 'fics', position: `${WITH_KNIGHT} | ${START}` });
    await four.start();
    const { A, a } = four.players;
    await a.page.locator('[data-strip=a] button[data-role=knight]').click();
    await a.tap('f6');
    await set(a).waitFor({ state: 'attached' });
    // g8's own square is taken; f6 is free.
    expect(await set(a).getAttribute('data-ahead')).toBe('N@f6');
    await A.move('e2e4');
    await A.sees('N@f6');
  });

  it.each(['asten', 'sscr', 'minerva'])('is not to be had in %s', async (book) => {
    const four = await sitDown({ book });
    await four.start();
    const { A, a } = four.players;
    await a.tap('e7');
    await a.tap('e5');
    await A.move('e2e4');
    await A.sees('e4');
    await a.myTurn();
    expect(await set(a).count()).toBe(0);
    await a.move('d7d5');
    await A.sees('d5');
  });

  it('is off where the terms say so', async () => {
    const four = await sitDown({ book: 'fics', options: { 'moves.early_reply': 'forbidden' } });
    await four.start();
    const { A, a } = four.players;
    await a.tap('e7');
    await a.tap('e5');
    await A.move('e2e4');
    await a.myTurn();
    expect(await set(a).count()).toBe(0);
  });
});
