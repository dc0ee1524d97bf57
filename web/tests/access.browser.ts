// axe-core finds no serious fault on any page, dark and light, desktop and phone.

import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import type { Browser, BrowserContext } from 'playwright-core';
import { serious, unfold } from './support/axe';
import { DESKTOP, launch, PHONE, visitor } from './support/browser';
import { Four, makeMatch } from './support/table';

const url = inject('url');
let browser: Browser;
const contexts: BrowserContext[] = [];

beforeAll(async () => (browser = await launch()));
afterAll(() => browser.close());
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

const LOOKS = [
  ['dark', DESKTOP],
  ['light', DESKTOP],
  ['dark', PHONE],
  ['light', PHONE],
] as const;

it.each(LOOKS)('has no serious fault, %s %o', async (colorScheme, viewport) => {
  const context = await visitor(browser, url, 'Ann', { colorScheme, viewport, reducedMotion: 'reduce' });
  contexts.push(context);
  const page = await context.newPage();
  const { match, links } = await makeMatch(url, { book: 'asten' });
  const desk = (await makeMatch(url, { book: 'asten', arbiter: true })).links.arbiter!;
  for (const [path, shown] of [
    ['/', 'h1'],
    ['/new', '.books .card >> nth=4'],
    ['/what-is-bughouse', '.boards section >> nth=1'],
    ['/replay', '.drop'],
    ['/rules', '.matrix tbody tr >> nth=5'],
    ['/rules/stein', '.articles li >> nth=5'],
    [links.A, '.seats'],
    [`/m/${match}`, '.seats'],
    ['/m/aaaaaaaaaaaaaaaa', 'main h1'],
    ['/nowhere', 'main h1'],
    ['/clock', 'main h1'],
    ['/replay/aaaaaaaaaaaaaaaa', 'main'],
    [desk, '.powers'],
  ] as const) {
    await page.goto(path);
    await page.locator(shown).waitFor();
    await unfold(page);
    expect(await serious(page), path).toEqual([]);
  }
});

it.each(LOOKS)('has none at the table, %s %o', async (colorScheme, viewport) => {
  const four = await Four.sit(
    browser,
    url,
    { book: 'asten', arbiter: true },
    { A: { colorScheme, viewport, reducedMotion: 'reduce' } },
  );
  contexts.push(...four.contexts);
  await four.start();
  await four.play('A e2e4', 'a d7d5', 'A e4d5');
  const { A, b } = four.players;
  await b.page.keyboard.press('4');
  await A.page.locator('.heard').waitFor();
  await A.sees('exd5');
  expect(await serious(A.page)).toEqual([]);
  const more = A.page.locator('[data-more]');
  if (await more.isVisible()) {
    await more.click();
    expect(await serious(A.page)).toEqual([]);
    await more.click();
  }
  await A.press('resign');
  await A.result();
  expect(await serious(A.page)).toEqual([]);

  // And for those who look on, judge and look back.
  const context = await visitor(browser, url, 'Eve', { colorScheme, viewport, reducedMotion: 'reduce' });
  contexts.push(context);
  const page = await context.newPage();
  for (const [path, shown] of [
    [`/m/${four.match}`, 'cg-board >> nth=1'],
    [four.links.arbiter!, '.log li >> nth=1'],
    [`/replay/${four.match}`, 'cg-board >> nth=1'],
  ] as const) {
    await page.goto(path);
    await page.locator(shown).waitFor();
    await unfold(page);
    expect(await serious(page), path).toEqual([]);
  }
});
