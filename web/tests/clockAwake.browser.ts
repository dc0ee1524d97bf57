// The screen of a clock stays awake: over the laptop's own certificate by a lock; over plain http a silent video tries to
// keep it so, and plain http says what it can't.

import { hostname } from 'node:os';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { serious } from './support/axe';
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

/** How a video that keeps the screen awake lies in the page, if there is one. */
const video = (page: Page) =>
  page.evaluate(async () => {
    const one = document.querySelector('video');
    if (!one) return undefined;
    // How much of it a browser takes as seen, and what a finger in the middle of the screen finds.
    const seen = await new Promise<number>((told) =>
      new IntersectionObserver(([entry]) => told(entry!.intersectionRatio)).observe(one),
    );
    const found = document.elementFromPoint(innerWidth / 2, innerHeight / 2) !== one;
    const stream = one.srcObject as MediaStream;
    const tracks = stream.getTracks().map((track) => `${track.kind} ${track.readyState}`);
    const { width, height } = one.getBoundingClientRect();
    const whole = width === innerWidth && height === innerHeight;
    return { plays: !one.paused, muted: one.muted, tracks: tracks.toSorted(), seen, whole, found };
  });

it('tries to keep the screen awake by a silent video where there is no lock', async () => {
  phones = await Phones.make(browser, server.url, { book: 'stein' });
  // A browser has no Wake Lock for pages over http from another machine.
  phones.before = () => Reflect.deleteProperty(Navigator.prototype, 'wakeLock');
  const page = await phones.scan('both');
  await phones.start();
  await phones.presses('A');
  expect(await page.evaluate(() => 'wakeLock' in navigator)).toBe(false);
  const sounds = ['audio live', 'video live'];
  const playing = { plays: true, muted: false, tracks: sounds, seen: 1, whole: true, found: true };
  await expect.poll(() => video(page)).toEqual(playing);
  const at = () => page.evaluate(() => document.querySelector('video')!.currentTime);
  const before = await at();
  await expect.poll(at).toBeGreaterThan(before);
  expect(await awake(page)).toContain('tries');
  expect(await serious(page)).toEqual([]);
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

it('goes over to https by itself where the phone trusts the laptop, whichever code it scanned', async () => {
  // As another machine sees the laptop: by its name in the network.
  const name = `${hostname()}.local`.toLowerCase();
  const far = await launch(`--host-resolver-rules=MAP ${name} 127.0.0.1`);
  const http = server.url.replace('127.0.0.1', name);
  const https = http.replace('http:', 'https:');
  try {
    phones = await Phones.make(far, server.url, { book: 'stein' });
    const phone = async (trusts: boolean): Promise<Page> => {
      const permissions = ['screen-wake-lock'];
      const options = { viewport: PHONE, hasTouch: true, isMobile: true, ignoreHTTPSErrors: trusts, permissions };
      const context = await visitor(far, http, '', options);
      phones!.contexts.push(context);
      return context.newPage();
    };
    const one = await phone(true);
    await one.goto(phones.link);
    await one.waitForURL(`${https}${phones.link}`);
    await one.locator('[data-choice=one]').tap();
    await one.locator('main.clock[data-linked=true]').waitFor();
    await one.locator('[data-awake=lock]').waitFor();

    // One that does not is a clock over plain http, and is told how to: the last step leads back to this clock.
    const two = await phone(false);
    const asked = new Promise((refused) => two.on('websocket', (line) => line.on('socketerror', refused)));
    await two.goto(phones.link);
    await asked;
    await two.locator('[data-choice=two]').tap();
    await two.locator('main.clock[data-linked=true]').waitFor();
    expect(two.url()).toBe(`${http}${phones.link}`);
    await two.locator('[data-trust]').tap();
    await two.locator('[data-root]').waitFor();
    expect(await two.locator('[data-https]').getAttribute('href')).toBe(`${https}${phones.link}`);
  } finally {
    await phones?.close();
    phones = undefined;
    await far.close();
  }
});
