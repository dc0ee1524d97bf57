// The network, the laptop and the phones fail: the clocks count on, nothing is lost, nobody is charged.

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { launch } from './support/browser';
import { Phones } from './support/phones';
import { TestServer } from './support/server';
import { Wire } from './support/wire';

/** What the times between presses may differ by, in milliseconds. */
const CLOSE = 20;

let browser: Browser;
let server: TestServer;
let phones: Phones;
const wires: Wire[] = [];

beforeAll(async () => {
  browser = await launch();
  server = await TestServer.open();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});
afterEach(async () => {
  await phones.close();
  await Promise.all(wires.splice(0).map((wire) => wire.close()));
});

/** Two phones, each with a network of its own that can be cut. */
async function wired(book: string, arbiter = false): Promise<[Wire, Wire]> {
  const [one, two] = [await Wire.to(server.url), await Wire.to(server.url)];
  wires.push(one, two);
  phones = await Phones.make(browser, server.url, { book, arbiter });
  await Promise.all([phones.scan('one', {}, one.url), phones.scan('two', {}, two.url)]);
  await phones.start();
  return [one, two];
}

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
  await phones.page('A').locator('[data-trouble]', { hasText: 'keeps running' }).waitFor();
  await phones.presses('A', 'a', 'b', 'B');
  const before = await phones.left('A');
  await server.start();
  await settled();
  // The clock of the player on move went on all the time.
  expect(await phones.left('A')).toBeLessThan(before);
  await phones.presses('A', 'b');
  await settled();
});

it('says nothing more of a laptop that was stopped once it is back', async () => {
  phones = await Phones.two(browser, server.url, { book: 'fer' });
  await phones.start();
  await phones.presses('A');
  await server.stop();
  for (const board of ['A', 'B'] as const)
    await phones.page(board).locator('[data-trouble]', { hasText: 'keeps running' }).waitFor();
  await phones.presses('a', 'B');
  await server.start();
  await settled();
  for (const board of ['A', 'B'] as const)
    await phones.page(board).locator('[data-trouble]:empty').waitFor({ state: 'attached' });
});

it('counts on for a whole minute while the laptop is dead, and nobody is charged for it', async () => {
  phones = await Phones.make(browser, server.url, { book: 'minerva' });
  phones.hastens = true;
  await Promise.all([phones.scan('one'), phones.scan('two')]);
  await phones.start();
  await phones.presses('A', 'B', 'a');
  await server.stop('SIGKILL');
  for (const board of ['A', 'B'] as const)
    await phones.page(board).locator('[data-trouble]', { hasText: 'keeps running' }).waitFor();
  await phones.presses('A', 'b');
  const [thinks, waits] = [await phones.left('a'), await phones.left('A')];
  // A dead server has no time: what passes passes on the phones.
  await phones.pass(60_000);
  await phones.presses('a', 'B');
  await server.start();
  await settled();
  const presses = (await phones.events()).filter((event) => event.event === 'completed');
  for (const seat of ['a', 'B'] as const) {
    const board = presses.filter((event) => event.seat!.toUpperCase() === seat.toUpperCase());
    expect(board.at(-1)!.at - board.at(-2)!.at).toBeGreaterThan(60_000);
  }
  // Who thought for that minute has used it, and nobody else.
  expect(thinks - (await phones.left('a'))).toBeGreaterThan(60_000);
  expect(waits - (await phones.left('A'))).toBeLessThan(60_000);
  await phones.presses('A', 'b');
  await settled();
});

it('counts on while its own network is away, and the other phone says so', async () => {
  const [one] = await wired('sscr');
  await phones.presses('A', 'B', 'a');
  one.cut();
  await phones.page('A').locator('[data-trouble]', { hasText: 'keeps running' }).waitFor();
  await phones.page('B').locator('[data-trouble]', { hasText: 'other phone' }).waitFor();
  // Both boards play on; board 2 is heard at once, board 1 later.
  await phones.presses('A', 'b', 'a', 'B', 'A');
  expect((await phones.events()).filter((event) => event.event === 'completed')).toHaveLength(5);
  one.heal();
  await settled();
  expect((await phones.events()).some((event) => event.event === 'accounts_differ')).toBe(false);
  await phones.presses('a', 'b');
  await settled();
});

it('counts on at both boards while nobody reaches the laptop', async () => {
  const both = await wired('minerva');
  await phones.presses('A', 'B');
  for (const wire of both) wire.cut();
  for (const board of ['A', 'B'] as const)
    await phones.page(board).locator('[data-trouble]', { hasText: 'keeps running' }).waitFor();
  await phones.presses('a', 'b', 'A', 'B', 'a');
  const before = await phones.left('A');
  // One is back long before the other, which is cut once more.
  both[0].heal();
  await phones.page('A').locator('main.clock[data-linked=true]').waitFor({ timeout: 30_000 });
  both[0].cut();
  await phones.presses('A', 'b');
  for (const wire of both) wire.heal();
  await settled();
  expect(await phones.left('A')).toBeLessThan(before);
  expect((await phones.events()).some((event) => event.event === 'accounts_differ')).toBe(false);
});

it('leaves it to the arbiter, with both accounts, when the two phones say different things', async () => {
  const [one] = await wired('minerva', true);
  const desk = await phones.arbiter();
  await phones.presses('A');
  one.cut();
  await phones.page('A').locator('[data-trouble]', { hasText: 'keeps running' }).waitFor();
  // Board 2 stops both clocks; board 1 does not hear of it, and plays on for longer than a slip of a finger takes.
  await phones.stop('B');
  await desk.locator('.log li', { hasText: 'stops the clocks' }).waitFor();
  await phones.presses('a');
  const before = await phones.left('A');
  await expect.poll(() => phones.left('A')).toBeLessThan(before - 2500);
  one.heal();
  await desk.locator('.log li', { hasText: 'The phones disagree' }).waitFor();
  await phones.page('A').locator('main.clock[data-linked=true]').waitFor();
  // Both phones tell their players, too.
  for (const board of ['A', 'B'] as const)
    await phones.page(board).locator('[data-trouble]', { hasText: 'disagree: by one, Black A pressed' }).waitFor();
  // The arbiter has heard both, sets the clock and lets them go on: both phones show it, and Black presses once more.
  const strip = desk.locator('section', { has: desk.locator('[data-strip=a]') });
  await strip.getByRole('button', { name: 'Set' }).first().click();
  await desk.getByLabel(/New time for/).fill('1:30');
  await desk.keyboard.press('Enter');
  await expect.poll(() => phones.left('a')).toBe(90_000);
  await desk.locator('[data-rule=resume]').click();
  await phones.presses('a', 'A', 'B');
  for (const board of ['A', 'B'] as const)
    await phones.page(board).locator('[data-trouble]:empty').waitFor({ state: 'attached' });
  expect((await phones.events()).filter((event) => event.event === 'accounts_differ')).toHaveLength(1);
});

it.each([
  ['later', 20],
  ['earlier', -20],
])('does not ask what year the phone believes it is: set twenty years %s in mid-game', async (_, years) => {
  phones = await Phones.two(browser, server.url, { book: 'fer' });
  await phones.start();
  await phones.presses('A', 'B', 'a');
  const page = phones.page('A');
  await page.addInitScript((set) => {
    const wall = Date.now.bind(Date);
    Date.now = () => wall() + set * 365 * 86_400_000;
  }, years);
  await page.reload();
  await page.locator('main.clock[data-linked=true]').waitFor();
  await phones.presses('A', 'b', 'a');
  await settled();
  expect((await phones.events()).some((event) => event.event === 'accounts_differ')).toBe(false);
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
