// What is agreed before a seat is taken, the arbiter above all.

import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { faults, launch, PHONE, visitor } from './support/browser';
import { Four, makeMatch } from './support/table';

const url = inject('url');
let browser: Browser;
const contexts: BrowserContext[] = [];

beforeAll(async () => (browser = await launch()));
afterAll(() => browser.close());
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
  expect(faults.splice(0)).toEqual([]);
});

async function visit(path: string, name = 'Zed'): Promise<Page> {
  const context = await visitor(browser, url, name);
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

describe('an arbiter', () => {
  it('is there only where the maker of a match wanted one', async () => {
    const page = await visit('/new');
    await page.getByRole('button', { name: 'Create match' }).click();
    await page.locator('[data-sit]').nth(3).waitFor();
    await page.locator('[data-terms]', { hasText: 'Arbiter: None' }).waitFor();
    expect(await page.getByRole('link', { name: "Open the arbiter's desk" }).count()).toBe(0);

    await page.goto('/new');
    await page.getByLabel('With an arbiter').check();
    await page.getByRole('button', { name: 'Create match' }).click();
    await page.getByRole('link', { name: "Open the arbiter's desk" }).waitFor();
    await page.locator('[data-terms]', { hasText: 'Arbiter: Yes' }).waitFor();
  });

  it('who is present is shown to all, without moving a board', async () => {
    const four = await Four.sit(browser, url, { book: 'asten', arbiter: true }, { B: { viewport: PHONE } });
    contexts.push(...four.contexts);
    await four.start();
    const players = Object.values(four.players);
    const places = () => Promise.all(players.map((player) => player.board('A').boundingBox()));
    expect(await players[0]!.page.locator('[data-arbiter-present]').count()).toBe(0);
    const before = await places();
    const desk = await visit(four.links.arbiter!);
    for (const { page } of players) {
      const sign = page.locator('[data-arbiter-present]');
      await sign.waitFor();
      const box = (await sign.boundingBox())!;
      // Large, and whole within the page.
      expect(box.height).toBeGreaterThanOrEqual(28);
      expect(box.x + box.width).toBeLessThanOrEqual(page.viewportSize()!.width);
    }
    expect(await places()).toEqual(before);
    await desk.goto('about:blank');
    for (const { page } of players) await page.locator('[data-arbiter-present]').waitFor({ state: 'detached' });
  });

  it('can’t be somebody who plays, and is told so', async () => {
    const { links } = await makeMatch(url, { book: 'asten', arbiter: true });
    const page = await visit(links.A, 'Ann');
    await page.locator('[data-ready]').waitFor();
    const second = await contexts[0]!.newPage();
    await second.goto(links.arbiter!);
    await second.getByText("A player in a match can't be its arbiter.").waitFor();
  });
});

describe('a public match', () => {
  it('tells its terms before a seat is taken', async () => {
    const title = `Terms ${Date.now()}`;
    await makeMatch(url, {
      book: 'stein',
      public: true,
      title,
      arbiter: true,
      input: 'open',
      options: { 'drops.with_check': 'no' },
    });
    const page = await visit('/');
    const terms = page.locator('li', { hasText: title }).locator('[data-terms]');
    for (const term of [
      'Pressing the clock: Automatic with each move',
      'Illegal moves: Possible',
      'Flag falls: Must be claimed',
      'Arbiter: Yes',
      'drops · drop with check: no',
    ]) {
      await terms.getByText(term).waitFor();
    }
  });

  it('keeps the seat of its maker', async () => {
    const page = await visit('/new', 'Ann');
    await page.getByLabel('List publicly').check();
    await page.getByLabel('Your seat').selectOption('b');
    await page.getByRole('button', { name: 'Create match' }).click();
    await page.locator('.mine[data-seat=b]').waitFor();
    const match = new URL(page.url()).pathname.slice('/m/'.length);
    const join = () =>
      fetch(`${url}/api/matches/${match}/join`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"name":"Zed","seat":"b"}',
      });
    expect((await join()).status).toBe(409);
  });
});
