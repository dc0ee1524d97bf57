// Bots: play now, a bot in the lobby, a bot for somebody who left and the way back.

import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { faults, launch, PHONE, visitor } from './support/browser';
import { Four, makeMatch, NAMES, Player } from './support/table';

const url = inject('url');
let browser: Browser;

beforeAll(async () => (browser = await launch()));
afterAll(() => browser.close());
afterEach(() => expect(faults.splice(0)).toEqual([]));

it('plays now: one click, a move, and bots move on both boards', async () => {
  // Nobody asks for a name first.
  const context = await visitor(browser, url, '');
  const page = await context.newPage();
  await page.goto('/');
  await page.getByLabel('Bots').selectOption('1');
  await page.locator('[data-play-now]').click();
  const ann = new Player('A', page);
  await page.locator('.mine .board cg-board').waitFor();
  expect(await page.locator('[data-strip] [data-bot]').count()).toBe(3);
  await ann.move('e2e4');
  await ann.sees('e4');
  // A move of each bot: Black here, both colours there.
  for (const seat of ['a', 'B', 'b']) await page.locator(`.moves td[data-seat="${seat}"] span >> nth=0`).waitFor({ timeout: 60_000 });
  // What was chosen is remembered.
  await page.goto('/');
  expect(await page.getByLabel('Bots').inputValue()).toBe('1');
  await context.close();
});

it('offers to play now on a phone in each language', async () => {
  for (const [locale, text] of [['nl-NL', 'Nu spelen'], ['de-DE', 'Jetzt spielen'], ['cs-CZ', 'Hrát hned']] as const) {
    const context = await visitor(browser, url, 'Ann', { viewport: PHONE, locale });
    const page = await context.newPage();
    await page.goto('/');
    await page.getByRole('button', { name: text }).waitFor();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, locale).toBeLessThanOrEqual(PHONE.width);
    await context.close();
  }
});

it('seats a bot in the lobby, and sends it away', async () => {
  const { links } = await makeMatch(url, { book: 'stein' });
  const context = await visitor(browser, url, NAMES.A);
  const page = await context.newPage();
  await page.goto(links.A);
  await page.locator('[data-bot-sits=a]').click();
  await page.locator('[data-seat=a] [data-bot]').waitFor();
  await page.locator('[data-seat=a]').getByText('Bot 4').waitFor();
  await page.locator('[data-bot-leaves=a]').click();
  await page.locator('[data-bot-sits=a]').waitFor();
  // On a phone too nothing lies beyond the edge.
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await context.close();
});

it('lets a bot play for somebody who left, if all agree, until he is back', async () => {
  const four = await Four.sit(browser, url, { book: 'minerva' });
  await four.start();
  const { A, a, B, b } = four.players;
  await a.page.goto('about:blank');
  await A.page.locator('[data-propose=a]').click();
  for (const player of [B, b]) await player.page.locator('[data-agree]').click();
  await A.page.locator('[data-strip=a] [data-bot]').waitFor();
  await a.page.goto(four.links.a);
  await a.page.locator('[data-take-back]').click();
  await A.page.locator('[data-strip=a] [data-bot]').waitFor({ state: 'detached' });
  await A.move('e2e4');
  await a.move('e7e5');
  await A.sees('e5');
  await four.close();
});
