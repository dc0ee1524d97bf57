// The arbiter's desk: powers of the book, rulings that the players see with their article.

import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { faults, launch, visitor } from './support/browser';
import { Four } from './support/table';

const url = inject('url');
let browser: Browser;
let four: Four | undefined;
let context: BrowserContext | undefined;

beforeAll(async () => (browser = await launch()));
afterAll(() => browser.close());
afterEach(async () => {
  await four?.close();
  await context?.close();
  expect(faults.splice(0)).toEqual([]);
});

async function desk(book: string): Promise<Page> {
  four = await Four.sit(browser, url, { book });
  await four.start();
  context = await visitor(browser, url, 'Arbiter');
  const page = await context.newPage();
  await page.goto(four.links.arbiter);
  return page;
}

describe('the arbiter', () => {
  it('stops, sets a clock, warns, resumes, and rules a result', async () => {
    const page = await desk('sscr');
    const { A } = four!.players;
    await page.locator('[data-rule=stop]').click();
    await A.page.locator('.notice', { hasText: 'The clocks are stopped' }).waitFor();

    const strip = page.locator('section', { has: page.locator('[data-strip=A]') });
    await strip.getByRole('button', { name: 'Set' }).last().click();
    await page.getByLabel('New time of Ann').fill('1:30');
    await page.keyboard.press('Enter');
    await A.page.locator('[data-strip=A] .clock', { hasText: '1:30' }).waitFor();

    await page.locator('[data-rule=warn]').click();
    await page.locator('select[name=seat]').selectOption('a');
    await page.locator('[data-confirm=warn]').click();
    await page.locator('.log li', { hasText: 'Ben is warned' }).locator('.cite').waitFor();

    await page.locator('[data-rule=resume]').click();
    await A.page.locator('.notice', { hasText: 'The clocks are stopped' }).waitFor({ state: 'detached' });

    await page.locator('[data-rule=result]').click();
    await page.locator('select[name=result]').selectOption('0-1');
    await page.locator('[data-confirm=result]').click();
    expect(await A.result()).toBe('0-1');
    await A.page.locator('.result .cite').first().waitFor();
  });

  it('has just the powers of the book', async () => {
    const page = await desk('stein');
    await page.locator('[data-rule=forfeit]').waitFor();
    expect(await page.locator('[data-rule=minute]').count()).toBe(1);
    expect(await page.locator('[data-rule=needless]').count()).toBe(0);
  });
});
