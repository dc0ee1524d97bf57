// A whole match by the keys alone, followed by what the live region says and nothing else.

import { describe, it } from 'vitest';
import type { Page } from 'playwright-core';
import { seating } from './support/seated';
import { NAMES, type Four, type Player } from './support/table';
import { boardOf, SEATS, type Seat } from '../src/state/seats';

const sit = seating();

/** Until this was said; what a screen reader has heard is not looked for elsewhere. */
async function hears({ page }: Player, words: string): Promise<void> {
  await page.locator('[data-live] p', { hasText: words }).first().waitFor({ state: 'attached' });
}

/** Goes on with the tab key until something is reached. */
async function tabTo(page: Page, what: string): Promise<void> {
  for (let step = 0; step < 80; step += 1) {
    if (await page.evaluate((one) => document.activeElement?.matches(one) ?? false, what)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the tab key does not reach ${what}`);
}

/** Types a move; the three others hear of it. */
async function types(four: Four, line: string): Promise<void> {
  const [seat, san] = line.split(' ') as [Seat, string];
  const { page } = four.players[seat];
  await page.keyboard.type(san.replace('#', ''));
  await page.keyboard.press('Enter');
  const said = `${NAMES[seat]}, board ${boardOf(seat)}: ${san}`;
  await Promise.all(SEATS.map((one) => hears(four.players[one], said)));
}

/** Nobody has a hand on a mouse: a page that is pointed at fails the test. */
const untouched = (page: Page) =>
  page.evaluate(() => {
    addEventListener('pointerdown', () => console.error('touched'), { capture: true });
  });

describe('keys and ears', () => {
  it('play a whole match: colours, moves, stocks, words, boards, a refusal and the end', async () => {
    const four = await sit({ book: 'fics' });
    const { A, a, B, b } = four.players;
    for (const seat of SEATS) {
      const { page } = four.players[seat];
      await page.locator('[data-ready]').waitFor();
      await untouched(page);
      await tabTo(page, '[data-ready]');
      await page.keyboard.press('Enter');
    }
    await hears(A, 'You are White: your move');
    await hears(a, 'You are Black: Ann moves first');
    await hears(B, 'You are White: your move');

    await types(four, 'A e4');
    await types(four, 'a d5');
    await types(four, 'A exd5');
    await hears(b, 'Ann passes a pawn. Your stock: pawn');
    await types(four, 'B e4');
    await types(four, 'b e5');
    await types(four, 'B Bc4');
    await types(four, 'b P@a3');
    await hears(b, 'Your stock: none');

    // What can't be played is said, with its article.
    await a.page.keyboard.type('Ke5');
    await a.page.keyboard.press('Enter');
    await a.page.locator('.refusal[role=alert]', { hasText: /\w/ }).first().waitFor();

    // Clocks, stocks and the whole board, whenever they are wanted.
    await b.page.keyboard.press('Escape');
    await b.page.keyboard.press('?');
    await hears(b, "Your partner's stock: none");
    await b.page.keyboard.press('!');
    await hears(b, 'Board B. White: king e1');
    await hears(b, 'pawn a3 a7 b7 c7 d7 e5 f7 g7 h7. To move: Cid');

    // Partners hear each other.
    await B.page.keyboard.press('1');
    await hears(a, 'Cid: ');

    await types(four, 'B Qh5');
    await types(four, 'b Nf6');
    await types(four, 'B Qxf7#');
    for (const seat of SEATS) await hears(four.players[seat], 'Match over: 0–1');

    // And once more, by the keys.
    await tabTo(b.page, '[data-rematch]');
    await b.page.keyboard.press('Enter');
    await A.page.locator('[data-rematch]', { hasText: '1/4' }).waitFor();
  });
});
