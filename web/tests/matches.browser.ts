// Four pages play whole matches in each book, to every kind of end.

import { describe, expect, it } from 'vitest';
import { seating } from './support/seated';
import type { Four } from './support/table';
import type { Seat } from '../src/state/seats';

const sitDown = seating();

/** Books in which the match goes on until both games have ended. */
const BOTH = new Set(['fer', 'stein']);
/** Books in which all four must agree to a draw. */
const ALL_AGREE = new Set(['asten', 'minerva']);

/** The queen beside the king: a mate that no drop can lift, in any book. */
const SCHOLAR = ['A e2e4', 'a e7e5', 'A f1c4', 'a b8c6', 'A d1h5', 'a g8f6', 'A h5f7'];

async function sit(book: string, base?: number): Promise<Four> {
  const four = await sitDown({ book, ...(base ? { time: { base, increment: 0, delay: 0 } } : {}) });
  await four.start();
  return four;
}

const everybodySees = async (table: Four, result: string) => {
  for (const seat of ['A', 'a', 'B', 'b'] as Seat[]) expect(await table.players[seat].result()).toBe(result);
};

describe.each(['asten', 'minerva', 'sscr', 'fer', 'stein'])('%s', (book) => {
  it('ends on the board', async () => {
    const table = await sit(book);
    await table.play('B d2d4', ...SCHOLAR);
    if (BOTH.has(book)) await table.players.b.press('resign');
    await everybodySees(table, BOTH.has(book) ? '1/2-1/2' : '1-0');
    await table.players.A.sees('Qxf7#');
  });

  it('ends by a claimed flag', async () => {
    const table = await sit(book, 5000);
    // With this move both clocks that run are team 1's, so that one team alone falls.
    await table.play('B e2e4');
    await table.players.a.press('claim flag');
    if (BOTH.has(book)) await table.players.B.press('claim flag');
    await everybodySees(table, '0-1');
  });

  it('ends by agreement', async () => {
    const table = await sit(book);
    const { A, a, B, b } = table.players;
    await A.press('offer_draw');
    // Everybody reads who offers what; a word that can be taken back is called so.
    for (const { page } of [a, B, b]) await page.locator('.notice', { hasText: 'Ann offers a draw' }).waitFor();
    if (ALL_AGREE.has(book)) {
      await A.press('withdraw_draw');
      await b.page.locator('.notice', { hasText: 'Ann offers a draw' }).waitFor({ state: 'detached' });
      await A.press('offer_draw');
      // The partner speaks for it too; then both of the other team.
      await b.page.locator('[data-act=offer_draw], [data-act=accept_draw]').first().waitFor({ state: 'attached' });
      await b.press((await b.act('accept_draw').isVisible()) ? 'accept_draw' : 'offer_draw');
      await a.press('accept_draw');
      await B.press('accept_draw');
    } else {
      await a.press('accept_draw');
      if (BOTH.has(book)) {
        await B.press('offer_draw');
        await b.press('accept_draw');
      }
    }
    await everybodySees(table, '1/2-1/2');
  });

  it('ends by resignation', async () => {
    const table = await sit(book);
    await table.players.A.press('resign');
    if (BOTH.has(book)) await table.play('B d2d4');
    if (BOTH.has(book)) await table.players.b.press('resign');
    await everybodySees(table, '0-1');
  });
});
