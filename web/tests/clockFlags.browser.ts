// A flag on a phone beside a real board falls silently, and is claimed as each book has it.

import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { boardOf, type Seat } from '../src/state/seats';
import { faults, launch } from './support/browser';
import { Phones } from './support/phones';

const url = inject('url');
let browser: Browser;
let phones: Phones;

beforeAll(async () => (browser = await launch()));
afterAll(() => browser.close());
afterEach(async () => {
  await phones.close();
  expect(faults.splice(0)).toEqual([]);
});

/** White's flag at board 1 falls, and nobody's at board 2. */
async function fallen(book: string): Promise<void> {
  phones = await Phones.two(browser, url, { book, time: { base: 5000, increment: 0, delay: 0 } });
  await phones.start();
  // Both Whites began together: at board 2 the time is shared.
  await expect.poll(() => phones.left('A'), { timeout: 10_000 }).toBeLessThan(2500);
  await phones.presses('B');
  await phones.half('A').and(phones.page('A').locator('.fallen')).waitFor({ timeout: 10_000 });
  // It falls by itself at both phones, and ends nothing.
  await expect.poll(async () => (await phones.events()).filter((one) => one.event === 'flag_fell')).toHaveLength(1);
  expect((await phones.events()).some((one) => one.event === 'game_ended')).toBe(false);
}

/** Whether a player is offered to claim the flag. */
async function mayClaim(seat: Seat): Promise<boolean> {
  const page = phones.page(boardOf(seat));
  await page.locator(`[data-reach=${seat}] [data-open]`).tap();
  await page.locator(`[data-side=${seat}] [data-act=resign]`).waitFor();
  const offered = await page.locator(`[data-side=${seat}] [data-act="claim flag"]`).count();
  await page.locator(`[data-side=${seat}] [data-close]`).tap();
  return offered > 0;
}

const article = (board: 'A' | 'B' = 'A'): Promise<string> => phones.page(board).locator('[data-result]').innerText();

describe('a flag falls silently', () => {
  it('by asten: the partner claims it from the other phone, and one game decides', async () => {
    await fallen('asten');
    expect(await mayClaim('A')).toBe(false);
    await phones.act('B', 'claim flag');
    expect(await phones.result()).toBe('0-1');
    expect(await article('B')).toContain('asten');
  });

  it('by minerva: only the opponent claims it', async () => {
    await fallen('minerva');
    expect(await mayClaim('B')).toBe(false);
    await phones.act('a', 'claim flag');
    expect(await phones.result('B')).toBe('0-1');
    expect(await article()).toContain('minerva');
  });

  it('by sscr: either of the two opponents claims it', async () => {
    await fallen('sscr');
    expect(await mayClaim('a')).toBe(true);
    await phones.act('B', 'claim flag');
    expect(await phones.result()).toBe('0-1');
    expect(await article()).toContain('sscr');
  });

  it('by fer: anybody points it out, and the other game counts too', async () => {
    await fallen('fer');
    await phones.act('B', 'claim flag');
    await phones.page('A').locator('[data-half=A]', { hasText: 'time' }).waitFor();
    await phones.act('b', 'offer_draw');
    await phones.act('B', 'accept_draw');
    expect(await phones.result()).toBe('0-1');
    expect(await article('B')).toContain('fer');
  });

  it('by stein: the opponent claims it, not the partner, and the other game goes on', async () => {
    await fallen('stein');
    expect(await mayClaim('B')).toBe(false);
    await phones.act('a', 'claim flag');
    await expect.poll(async () => (await phones.events()).map((one) => one.event)).toContain('game_ended');
    await phones.act('b', 'offer_draw');
    await phones.act('B', 'accept_draw');
    expect(await phones.result('B')).toBe('0-1');
    expect(await article()).toContain('stein');
  });
});
