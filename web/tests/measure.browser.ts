// What a first visit costs and whether anything jumps, by the browser's own figures; and the page that explains the game.

import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { faults, launch, PHONE, visitor } from './support/browser';
import { Four } from './support/table';

/** Bytes over the line for a whole first visit up to a running match. */
const FIRST_LOAD = 250_000;

const url = inject('url');
let browser: Browser;
let four: Four | undefined;
const contexts: BrowserContext[] = [];

beforeAll(async () => (browser = await launch()));
afterAll(() => browser.close());
afterEach(async () => {
  await four?.close();
  four = undefined;
  await Promise.all(contexts.splice(0).map((context) => context.close()));
  expect(faults.splice(0)).toEqual([]);
});

interface Measured extends Window {
  shifts?: string[];
}

/** A page that writes down every shift of its layout that nobody asked for. */
async function measured(path: string, options = {}): Promise<Page> {
  const context = await visitor(browser, url, 'Ann', options);
  contexts.push(context);
  const page = await context.newPage();
  await page.addInitScript(() => {
    const shifts: string[] = ((window as Measured).shifts = []);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources?: { node?: Node }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        const what = entry.sources
          ?.map(({ node }) => (node instanceof Element ? node.className : node?.nodeName))
          .join(', ');
        shifts.push(`${entry.value.toFixed(4)} ${what}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(path);
  return page;
}
const shifts = (page: Page) => page.evaluate(() => (window as Measured).shifts);

const loaded = (page: Page) =>
  page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .map((entry) => entry as PerformanceResourceTiming)
      .filter((entry) => !new URL(entry.name).pathname.startsWith('/api/'))
      .reduce((sum, entry) => sum + entry.encodedBodySize, 0),
  );

it('loads little, and the lesson only when it is wanted', async () => {
  four = await Four.sit(browser, url, { book: 'asten' });
  const page = await measured('/');
  await page.locator('[data-play-now]').waitFor();
  const home = await loaded(page);
  expect(home).toBeGreaterThan(20_000);
  expect(home).toBeLessThan(FIRST_LOAD);
  const parts = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map((entry) => entry.name)
        .join(' '),
    );
  expect(await parts()).not.toContain('LessonPage');
  await page.goto(`/m/${four.match}`);
  await page.locator('.seats').waitFor();
  expect(await loaded(page)).toBeLessThan(FIRST_LOAD);
});

it.each([
  ['a laptop', { viewport: { width: 1280, height: 720 } }],
  ['a phone', { viewport: PHONE, hasTouch: true, isMobile: true }],
])('shifts nothing on %s while a match goes on', async (_, options) => {
  four = await Four.sit(browser, url, { book: 'asten' });
  await four.start();
  const page = await measured(`/m/${four.match}`, options);
  await page.locator('.mine cg-board').waitFor();
  await four.play('A e2e4', 'a d7d5', 'A e4d5', 'B d2d4');
  await page.locator('.moves td span', { hasText: 'exd5' }).waitFor({ state: 'attached' });
  // As it is told to two places: nothing. Figures that come into the header move nothing that is touched.
  const sum = (await shifts(page))!.reduce((all, one) => all + Number.parseFloat(one), 0);
  expect(sum, String(await shifts(page))).toBeLessThan(0.005);
});

it('answers a tap within 50 ms on a processor four times slower', async () => {
  four = await Four.sit(browser, url, { book: 'asten' });
  await four.start();
  const { A } = four.players;
  await A.myTurn();
  const slow = await A.page.context().newCDPSession(A.page);
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await A.page.evaluate(() => {
    const taps: number[] = ((window as Window & { taps?: number[] }).taps = []);
    // From the touch to the next frame, as the browser itself tells it.
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'pointerdown') taps.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  for (const square of ['b1', 'g1', 'e2', 'd2', 'b1', 'g1', 'e2', 'd2']) await A.tap(square);
  const taps = () => A.page.evaluate(() => (window as Window & { taps?: number[] }).taps!);
  // Taps that took less than 16 ms are not even told.
  await A.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  const told = await taps();
  const half = told.toSorted((one, other) => one - other)[Math.floor(told.length / 2)] ?? 0;
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  expect(half, String(told)).toBeLessThan(50);
});

it('explains the game by itself, in every language, and leads to one', async () => {
  const page = await measured('/', { reducedMotion: 'reduce' });
  await page.locator('[data-lesson]').click();
  const scenes: (string | null)[] = [];
  for (let step = 0; step < 9; step += 1) {
    scenes.push(await page.locator('[data-scene]').getAttribute('data-scene'));
    await page.keyboard.press('ArrowRight');
  }
  expect(scenes).toEqual(['teams', 'start', 'capture', 'drop', 'clocks', 'sit', 'arrives', 'mate', 'end']);
  for (const [code, word] of [
    ['nl', 'beslist'],
    ['de', 'entscheidet'],
    ['cs', 'rozhoduje'],
    ['en', 'decides'],
  ] as const) {
    await page.locator('.language select').selectOption(code);
    await page.locator('[data-scene=end]', { hasText: word }).waitFor();
  }
  await page.getByRole('link', { name: 'Play now' }).click();
  await page.locator('[data-play-now]').waitFor();
});

it('plays itself without a touch', async () => {
  const context = await visitor(browser, url, 'Ann', { reducedMotion: 'no-preference' });
  contexts.push(context);
  const page = await context.newPage();
  await page.clock.install();
  await page.goto('/what-is-bughouse');
  await page.locator('[data-scene=teams]').waitFor();
  await page.clock.runFor(14_000);
  await page.locator('[data-scene=capture]').waitFor();
});

it('says what it is without JavaScript', async () => {
  const context = await visitor(browser, url, '', { javaScriptEnabled: false });
  contexts.push(context);
  const page = await context.newPage();
  await page.goto('/');
  await page.locator('noscript p').first().waitFor();
  expect(await page.locator('noscript').innerText()).toContain('Bughouse by the rulebook you choose');
});
