// The network, the laptop and the phones fail: the clocks count on, nothing is lost, nobody is charged.

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { launch } from './support/browser';
import { Phones } from './support/phones';
import { TestServer } from './support/server';

/** What the times between presses may differ by, in milliseconds. */
const CLOSE = 20;

let browser: Browser;
let server: TestServer;
let phones: Phones;

beforeAll(async () => {
  browser = await launch();
  server = await TestServer.open();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});
afterEach(() => phones.close());

async function settled(): Promise<void> {
  for (const board of ['A', 'B'] as const) {
    await phones.page(board).locator('main.clock[data-linked=true]').waitFor({ timeout: 30_000 });
    await expect
      .poll(async () => (await phones.worst(board).catch(() => undefined))?.presses, { timeout: 30_000 })
      .toBeGreaterThan(0);
    const { off } = await phones.worst(board);
    expect(off).toBeLessThanOrEqual(CLOSE);
  }
}

it('counts on while the laptop is dead, and tells it how long that was', async () => {
  phones = await Phones.two(browser, server.url, { book: 'stein' });
  await phones.start();
  await phones.presses('A', 'B', 'a');
  await server.stop('SIGKILL');
  await phones.page('A').locator('[data-trouble]', { hasText: 'counts on' }).waitFor();
  await phones.presses('A', 'a', 'b', 'B');
  const before = await phones.left('A');
  await server.start();
  await settled();
  // The clock of the player on move went on all the time.
  expect(await phones.left('A')).toBeLessThan(before);
  await phones.presses('A', 'b');
  await settled();
});

it('does not ask what year the phone believes it is', async () => {
  phones = await Phones.make(browser, server.url, { book: 'fer' });
  const page = await phones.scan('one');
  await phones.scan('two');
  await page.addInitScript(() => {
    const wall = Date.now.bind(Date);
    Date.now = () => wall() + 20 * 365 * 86_400_000;
  });
  await page.reload();
  await page.locator('main.clock[data-linked=true]').waitFor();
  await phones.start();
  await phones.presses('A', 'a', 'B', 'A');
  await settled();
});

it('is right again after it was put away', async () => {
  phones = await Phones.two(browser, server.url, { book: 'asten' });
  await phones.start();
  await phones.presses('A', 'B');
  const other = await phones.page('A').context().newPage();
  await other.goto('about:blank');
  await other.bringToFront();
  const client = await phones.page('A').context().newCDPSession(phones.page('A'));
  await client.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await phones.presses('b');
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await phones.page('A').bringToFront();
  await phones.presses('a', 'A');
  await settled();
});
