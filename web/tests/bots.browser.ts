// Bots: play now, a bot in the lobby, a bot for somebody who left and the way back.

import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import type { Browser, BrowserContext } from 'playwright-core';
import { faults, launch, PHONE, visitor } from './support/browser';
import { Four, makeMatch, NAMES, Player } from './support/table';

const url = inject('url');
let browser: Browser;

beforeAll(async () => (browser = await launch()));
afterAll(() => browser.close());
afterEach(() => expect(faults.splice(0)).toEqual([]));

/** Chance that always falls the same way: 0 is the first of the four seats, 0.9 the last. */
const fixChance = (context: BrowserContext, chance: number) =>
  context.addInitScript((value) => (Math.random = () => value), chance);

it('the lesson leads to a game by one click', async () => {
  const context = await visitor(browser, url, '');
  const page = await context.newPage();
  await page.goto('/what-is-bughouse');
  await page.getByRole('button', { name: 'Play now' }).click();
  await page.locator('.mine .board cg-board').waitFor();
  expect(await page.locator('[data-strip] [data-bot]').count()).toBe(3);
  await context.close();
});

it('plays now: one click, a move, and bots move on both boards', async () => {
  // Nobody asks for a name first.
  const context = await visitor(browser, url, '');
  await fixChance(context, 0);
  const page = await context.newPage();
  await page.goto('/');
  await page.getByLabel('Bot level').selectOption('1');
  await page.locator('[data-play-now]').click();
  const ann = new Player('A', page);
  await page.locator('.mine .board cg-board').waitFor();
  expect(await page.locator('[data-strip] [data-bot]').count()).toBe(3);
  await ann.move('e2e4');
  await ann.sees('e4');
  // The partner nods to what it is asked for, in words that need no font of the visitor's.
  await page.keyboard.press('4');
  await page.locator('.heard', { hasText: 'OK!' }).waitFor();
  // A move of each bot: Black here, both colours there.
  for (const seat of ['a', 'B', 'b'])
    await page.locator(`.moves td[data-seat="${seat}"] span >> nth=0`).waitFor({ timeout: 60_000 });
  await context.close();
});

it('plays the same bots again by one tap', async () => {
  const context = await visitor(browser, url, '');
  await fixChance(context, 0);
  const page = await context.newPage();
  await page.goto('/');
  await page.locator('[data-play-now]').click();
  await page.locator('.mine .board cg-board').waitFor();
  const before = new URL(page.url()).pathname;
  await new Player('A', page).press('resign');
  await page.locator('[data-rematch]').click();
  await page.waitForURL((address) => address.pathname !== before);
  // Nobody is waited for: the clocks run, and the colours are swapped.
  await page.locator('.mine[data-seat=a], [data-strip=a]').first().waitFor();
  await page.locator('[data-strip=A] .clock.running').waitFor();
  await context.close();
});

it('plays now on any seat, by the book, level and clock that were chosen last', async () => {
  const context = await visitor(browser, url, '');
  await fixChance(context, 0.9);
  const page = await context.newPage();
  await page.goto('/');
  await page.getByLabel('Rulebook').selectOption('stein');
  await page.getByLabel('Bot level').selectOption('2');
  await page.getByLabel('Time control').selectOption('3+2');
  await page.reload();
  await page.locator('[data-play-now]').click();
  const dee = new Player('b', page);
  await page.locator('.mine .board cg-board').waitFor();
  expect(new URL(page.url()).hash).toMatch(/^#b:/);
  await page.locator('header', { hasText: 'stein' }).getByText('3+2').waitFor();
  // Black waits for White's move and answers it.
  await dee.myTurn();
  await page.locator('[data-strip=B]', { hasText: 'Babs' }).waitFor();
  await dee.move('a7a6');
  await dee.sees('a6');
  await context.close();
});

it('plays now although the server no longer has what was chosen', async () => {
  const context = await visitor(browser, url, '');
  const page = await context.newPage();
  await page.goto('/');
  await page.evaluate(() => {
    localStorage.setItem(
      'tandem.preferences',
      JSON.stringify({ book: 'our-club', bot: 'gone-engine', clock: '7+7', sound: false }),
    );
  });
  await page.reload();
  await expect.poll(() => page.getByLabel('Rulebook').locator('option').count()).toBeGreaterThan(4);
  await expect.poll(() => page.getByLabel('Bot level').inputValue()).toBe('4');
  expect(await page.getByLabel('Time control').inputValue()).toBe('5+0');
  await page.locator('[data-play-now]').click();
  await page.locator('.mine .board cg-board').waitFor();
  expect(await page.locator('[data-strip] [data-bot]').count()).toBe(3);
  await context.close();
});

it('offers to play now on a phone in each language', async () => {
  for (const [locale, text] of [
    ['nl-NL', 'Nu spelen'],
    ['de-DE', 'Jetzt spielen'],
    ['cs-CZ', 'Hrát hned'],
  ] as const) {
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
  await page.locator('[data-seat=a]').getByText('Dana').waitFor();
  await page.locator('[data-bot-leaves=a]').click();
  await page.locator('[data-bot-sits=a]').waitFor();
  // On a phone too nothing lies beyond the edge.
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await context.close();
});

it('fills the last free seat by one click, and the three play', async () => {
  const { links } = await makeMatch(url, { book: 'asten' });
  const contexts = await Promise.all(
    (['A', 'a', 'B'] as const).map((seat) => visitor(browser, url, NAMES[seat], { viewport: PHONE })),
  );
  const [ann, ben, cid] = await Promise.all(
    (['A', 'a', 'B'] as const).map(async (seat, index) => {
      const page = await contexts[index]!.newPage();
      await page.goto(links[seat]);
      await page.locator('[data-ready]').waitFor();
      return new Player(seat, page);
    }),
  );
  const fill = ann!.page.getByRole('button', { name: 'Fill the open seat with a bot' });
  await fill.click();
  await fill.waitFor({ state: 'detached' });
  await ben!.page.locator('[data-seat=b] [data-bot]').waitFor();
  for (const { page } of [ann!, ben!, cid!]) await page.locator('[data-ready]').click();
  await cid!.move('d2d4');
  await cid!.sees('d4');
  await Promise.all(contexts.map((context) => context.close()));
});

it('lets a bot play for somebody who left, if all agree, until they are back', async () => {
  const four = await Four.sit(browser, url, { book: 'minerva' });
  await four.start();
  const { A, a, B, b } = four.players;
  await a.page.goto('about:blank');
  // A player who left is waited for first; whoever is too early is told how long.
  const propose = A.page.locator('[data-propose=a]');
  await propose.click();
  await A.page.locator('[data-notice=not_yet]').waitFor();
  const proposed = A.page.locator('[data-substitute=a]');
  await expect
    .poll(
      async () => {
        if (await propose.isVisible()) await propose.click();
        return proposed.isVisible();
      },
      { timeout: 45_000, interval: 1000 },
    )
    .toBe(true);
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
