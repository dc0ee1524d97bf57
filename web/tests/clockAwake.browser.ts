// The screen of a clock stays awake: over the laptop's own certificate by a lock, over plain http by a silent video; and
// plain http says what it can't.

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { faults, launch, PHONE, visitor } from './support/browser';
import { Phones } from './support/phones';
import { TestServer } from './support/server';

let browser: Browser;
let server: TestServer;
let phones: Phones | undefined;

beforeAll(async () => {
  browser = await launch();
  server = await TestServer.open({ tls: true });
});
afterAll(async () => {
  await browser.close();
  await server.close();
});
afterEach(async () => {
  await phones?.close();
  phones = undefined;
  expect(faults.splice(0)).toEqual([]);
});

const secure = (): string => server.url.replace('http:', 'https:');

/** What the menu of a clock says of the screen. */
async function awake(page: Page): Promise<string> {
  await page.locator('[data-menu]').first().tap();
  return page.locator('[data-awake]').innerText();
}

it('plays over the laptop’s own certificate, and holds a lock', async () => {
  phones = await Phones.make(browser, server.url, { book: 'stein' });
  const safe: BrowserContextOptions = { ignoreHTTPSErrors: true, permissions: ['screen-wake-lock'] };
  const [page] = await Promise.all([phones.scan('one', safe, secure()), phones.scan('two', safe, secure())]);
  await phones.start();
  await phones.presses('A', 'a', 'B');
  expect(new URL(page.url()).protocol).toBe('https:');
  expect(await page.evaluate(() => isSecureContext)).toBe(true);
  await expect.poll(async () => (await phones!.events()).filter((one) => one.event === 'completed').length).toBe(3);
  expect(await awake(page)).toBe('The screen stays awake.');
});

it('keeps the screen awake by a silent video where there is no lock', async () => {
  phones = await Phones.make(browser, server.url, { book: 'stein' });
  // A browser has no Wake Lock for pages over http from another machine.
  phones.before = () => Reflect.deleteProperty(Navigator.prototype, 'wakeLock');
  const page = await phones.scan('both');
  await phones.start();
  await phones.presses('A');
  expect(await page.evaluate(() => 'wakeLock' in navigator)).toBe(false);
  expect(await awake(page)).toContain('video');
});

it('says over plain http what that can not do, and how a phone learns to trust the laptop', async () => {
  const context = await visitor(browser, server.url, '', { viewport: PHONE, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto('/trust');
  await page.locator('[data-root]').waitFor();
  expect(await page.locator('section ol li svg').count()).toBe(6);
  await page.locator('[data-trust=plain]', { hasText: 'keep the screen awake' }).waitFor();
  expect(await page.locator('[data-https]').getAttribute('href')).toBe(`${secure()}/`);
  const [got] = await Promise.all([page.waitForEvent('download'), page.locator('[data-root]').tap()]);
  expect(got.suggestedFilename()).toBe('tandem.crt');
  await context.close();
});
