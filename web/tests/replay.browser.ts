// Replay of a finished match and of an uploaded file; the rules pages.

import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Browser, BrowserContext } from 'playwright-core';
import { faults, launch, visitor } from './support/browser';
import { Four } from './support/table';

const url = inject('url');
let browser: Browser;
let match: string;
let bpgn: string;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  browser = await launch();
  const four = await Four.sit(browser, url, { book: 'asten' });
  await four.start();
  await four.play('B d2d4', 'A e2e4', 'a d7d5', 'A e4d5');
  await four.players.A.press('resign');
  await four.players.A.result();
  match = four.match;
  await four.close();
  bpgn = await (await fetch(`${url}/api/matches/${match}/bpgn`)).text();
});
afterAll(() => browser.close());
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
  expect(faults.splice(0)).toEqual([]);
});

async function visit(path: string) {
  const context = await visitor(browser, url, 'Ann');
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

describe('replay', () => {
  it('shows a finished match, by keys and by the move list', async () => {
    const page = await visit(`/replay/${match}`);
    await page.locator('.where', { hasText: '0 / 4' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.locator('.where', { hasText: '1B. d4' }).waitFor();
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByRole('button', { name: 'exd5' }).click();
    await page.locator('.where', { hasText: '4 / 4' }).waitFor();
    expect(await page.locator('.boards section').first().locator('piece.black.pawn').count()).toBe(7 + 1);
    await page.keyboard.press('ArrowLeft');
    await page.locator('.where', { hasText: '3 / 4' }).waitFor();
  });

  it('plays an uploaded file to its end', async () => {
    const page = await visit('/');
    await page.locator('input[type=file]').setInputFiles({ name: 'game.bpgn', mimeType: 'text/plain', buffer: Buffer.from(bpgn) });
    await page.locator('.where', { hasText: '0 / 4' }).waitFor();
    await page.getByLabel('Speed').selectOption({ label: '8×' });
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.locator('.where', { hasText: '4 / 4' }).waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download BPGN' }).click()]);
    expect(download.suggestedFilename()).toBe('tandem.bpgn');
  });

  it('says what is wrong with a file that can’t be read', async () => {
    const page = await visit('/replay');
    await page.locator('input[type=file]').setInputFiles({ name: 'x.bpgn', mimeType: 'text/plain', buffer: Buffer.from('not a game') });
    await page.locator('[role=alert]').waitFor();
  });
});

describe('rules', () => {
  it('shows a book in two languages and all of them side by side', async () => {
    const page = await visit('/rules/stein');
    await page.locator('li[id="2.4"] p[lang=nl]').waitFor();
    await page.getByRole('link', { name: 'Comparison' }).click();
    await page.locator('.matrix tbody tr').nth(20).waitFor();
    expect(await page.locator('.matrix thead th').count()).toBeGreaterThanOrEqual(6);
  });
});
