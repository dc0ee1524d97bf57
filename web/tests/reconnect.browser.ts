// The server goes away and comes back: shown, painless, nothing lost.

import { afterAll, beforeAll, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { SEATS } from '../src/state/seats';
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
  const { A, a } = four.players;
  await four.start();
  await four.play('A e2e4', 'a d7d5', 'A e4d5', 'B d2d4');
  await Promise.all(SEATS.map((seat) => four.players[seat].sees('d4')));
  const stock = '[data-strip=b] .slot:not(.empty)[data-role=pawn]';

  await server.stop('SIGKILL');
  await Promise.all(SEATS.map((seat) => four.players[seat].page.getByText('Reconnecting …').waitFor()));
  await a.page.locator('[data-strip=a] .clock small', { hasText: 'as of' }).waitFor();
  // What is on the page stays there to be looked at.
  await A.page.locator('.mine cg-board piece:not(.fading)').nth(30).waitFor();

  await server.start();
  await Promise.all(
    SEATS.map((seat) => four.players[seat].page.getByText('Reconnecting …').waitFor({ state: 'detached' })),
  );
  // The pawn that was captured before the crash is still in its stock.
  await A.page.locator(stock).waitFor();
  await four.play('a d8d5', 'A b1c3', 'b P@e6');
  await A.sees('Qxd5');
  await a.sees('P@e6');
  await a.page.waitForFunction(() => document.querySelectorAll('.mine cg-board piece:not(.fading)').length === 30);
  await four.close();
});
