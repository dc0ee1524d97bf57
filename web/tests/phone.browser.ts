// A phone in the hand: both boards, all clocks, words and acts in sight, on a tall screen and a low one.

import { describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { LOW_PHONE, PHONE } from './support/browser';
import { seating } from './support/seated';

const sitDown = seating();

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 300 300';
const BOOKS = ['asten', 'minerva', 'sscr', 'fer', 'stein'];
const SIZES = [
  ['tall', PHONE],
  ['low', LOW_PHONE],
] as const;

/** Whether all of it can be seen and touched as the page stands: in the viewport, covered by nothing. */
async function inSight(page: Page, what: Locator): Promise<boolean> {
  const box = await what.boundingBox();
  if (!box) return false;
  const port = page.viewportSize()!;
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  if (box.x < 0 || box.y < 0 || right > port.width + 0.5 || bottom > port.height + 0.5) return false;
  return what.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    // Near the two ends and in the middle; a board's own layers lie on it.
    return [0.1, 0.5, 0.9].every((part) => {
      const hit = document.elementFromPoint(x + width * part, y + height / 2);
      return (
        hit !== null &&
        (element.contains(hit) || hit.contains(element) || hit.closest('.mine, .theirs')?.contains(element))
      );
    });
  });
}

async function outOfSight(page: Page, selector: string): Promise<string[]> {
  const hidden: string[] = [];
  for (const found of await page.locator(selector).all()) {
    if (!(await inSight(page, found))) hidden.push(await found.evaluate((element) => element.outerHTML.slice(0, 120)));
  }
  return hidden;
}

const ESSENTIALS =
  '.mine .board, .theirs .board, [data-strip] .clock, [data-strip] [role=group], .diagonal, .say .word';

describe.each(SIZES)('a %s phone', (_, viewport) => {
  const phone = { viewport, hasTouch: true, isMobile: true };

  it.each(BOOKS)('shows boards, clocks, stocks, words and acts of %s without scrolling', async (book) => {
    const four = await sitDown({ book }, { A: phone });
    await four.start();
    const { page } = four.players.A;
    await page.locator('.acts [data-act], [data-more]').first().waitFor();
    expect(await outOfSight(page, ESSENTIALS)).toEqual([]);
    expect(await outOfSight(page, '.acts > .act [data-act], [data-more]')).toEqual([]);
    await page.locator('[data-more]').tap();
    // Every act, with its article, once the menu is open.
    expect(await page.locator('.waiting [data-act]').count()).toBeGreaterThan(0);
    expect(await outOfSight(page, '.acts [data-act], .waiting .cite')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('.waiting [data-act]').first().waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => [scrollY, document.documentElement.scrollWidth - innerWidth])).toEqual([0, 0]);
  });

  it('keeps them in sight when something can be claimed and something is said', async () => {
    const four = await sitDown({ book: 'minerva', input: 'open' }, { a: { ...phone, locale: 'de' } });
    await four.start();
    const { A, a } = four.players;
    await A.move('e2e5');
    await a.act('claim illegal').waitFor();
    await a.act('accept_illegal').waitFor();
    expect(await outOfSight(a.page, `.acts > .act [data-act], [data-more], ${ESSENTIALS}`)).toEqual([]);
    await four.players.B.page.keyboard.press('4');
    await a.page.locator('.heard').waitFor();
    expect(await inSight(a.page, a.page.locator('.heard'))).toBe(true);
    expect(await outOfSight(a.page, `.acts > .act [data-act], [data-more], ${ESSENTIALS}`)).toEqual([]);
    await a.act('claim illegal').tap();
    await A.page.locator('.moves .undone').waitFor({ state: 'attached' });
  });

  it('says in sight why a piece can’t be dropped', async () => {
    // A knight gives check: no drop parries that.
    const check = '7k/8/8/8/8/1n6/8/K7/P w - - 300 300';
    const four = await sitDown({ book: 'asten', position: `${check} | ${START}` }, { A: phone });
    await four.start();
    const { A } = four.players;
    await A.myTurn();
    await A.page.locator('[data-strip=A] button[data-role=pawn]').tap();
    await A.page.locator('.refusal span').first().waitFor();
    expect(await outOfSight(A.page, `.refusal, .acts > .act [data-act], [data-more], ${ESSENTIALS}`)).toEqual([]);
  });

  it.each(['minerva', 'stein'])('holds captures back and passes them on in %s', async (book) => {
    const four = await sitDown({ book }, { A: phone, b: phone });
    await four.start();
    const { A, b } = four.players;
    expect(await inSight(A.page, A.act('hold on'))).toBe(true);
    await A.act('hold on').tap();
    await A.act('hold off').waitFor();
    await four.play('A e2e4', 'a d7d5', 'A e4d5');
    expect(await inSight(A.page, A.act('pass'))).toBe(true);
    await A.act('pass').tap();
    const pawn = b.page.locator('[data-strip=b] button[data-role=pawn]:not([disabled])');
    await pawn.waitFor();
    expect(await outOfSight(A.page, ESSENTIALS)).toEqual([]);
    // The partner drops it by two taps of a finger.
    await four.play('B e2e4');
    await b.myTurn();
    await pawn.tap();
    const { x, y } = await b.point('B', 'e5');
    await b.page.touchscreen.tap(x, y);
    await b.sees('P@e5');
  });

  it('drags a piece from the stock by a finger', async () => {
    const four = await sitDown(
      { book: 'asten', position: `7k/8/8/8/8/8/8/K7/N w - - 300 300 | ${START}` },
      { A: phone },
    );
    await four.start();
    const { A } = four.players;
    await A.myTurn();
    const from = (await A.page.locator('[data-strip=A] button[data-role=knight]').boundingBox())!;
    const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
    const end = await A.point('A', 'd4');
    const finger = await A.page.context().newCDPSession(A.page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', start);
    await touch('touchMove', { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 });
    await touch('touchMove', end);
    await touch('touchEnd');
    await A.sees('N@d4');
  });

  it('resigns from the menu by two taps', async () => {
    const four = await sitDown({ book: 'sscr' }, { A: phone });
    await four.start();
    const { A } = four.players;
    await A.page.locator('[data-more]').tap();
    await A.act('resign').tap();
    await A.act('resign').tap();
    expect(await A.result()).toBe('0-1');
  });
});
