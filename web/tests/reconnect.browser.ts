// The server goes away and comes back: shown, painless, nothing lost.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { launch } from './support/browser';
import { TestServer } from './support/server';
import { Four } from './support/table';

let browser: Browser;
let server: TestServer;

beforeAll(async () => {
  browser = await launch();
  server = await TestServer.open();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

it('reconnects by itself after a crash and plays on', async () => {
  const four = await Four.sit(browser, server.url, { book: 'asten' });
  await four.start();
  await four.play('A e2e4');
  const { A, a } = four.players;
  await a.sees('e4');
  await server.stop('SIGKILL');
  await a.page.getByText('Reconnecting …').waitFor();
  await a.page.locator('.clock small', { hasText: 'as of' }).first().waitFor();
  await server.start();
  await a.page.getByText('Reconnecting …').waitFor({ state: 'detached' });
  await a.move('e7e5');
  await A.sees('e5');
  expect(await A.page.locator('.mine piece').count()).toBe(32);
  await four.close();
});
