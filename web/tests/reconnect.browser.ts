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
  await Promise.all(SEATS.map((seat) => four.players[seat].page.getByText('Reconnecting…').waitFor()));
  await a.page.locator('[data-strip=a] .clock small', { hasText: 'last known' }).waitFor();
  // What is on the page stays there to be looked at.
  await A.page.locator('.mine cg-board piece:not(.fading)').nth(30).waitFor();

  await server.start();
  await Promise.all(
    SEATS.map((seat) => four.players[seat].page.getByText('Reconnecting…').waitFor({ state: 'detached' })),
  );
  // The pawn that was captured before the crash is still in its stock.
  await A.page.locator(stock).waitFor();
  await four.play('a d8d5', 'A b1c3', 'b P@e6');
  await A.sees('Qxd5');
  await a.sees('P@e6');
  await a.page.waitForFunction(() => document.querySelectorAll('.mine cg-board piece:not(.fading)').length === 30);
  await four.close();
});

it('shows within seconds that a silent server does not answer, and what waits for it', async () => {
  const four = await Four.sit(browser, server.url, { book: 'asten' });
  const { A, a } = four.players;
  await four.start();
  await A.myTurn();
  server.freeze();
  await A.move('e2e4');
  // Long before a browser would say that the connection is closed, which takes more than a minute.
  await A.page.getByText('Waiting for the server').waitFor({ timeout: 10_000 });
  await A.page.locator('[data-strip=a] .clock small', { hasText: 'last known' }).waitFor({ timeout: 15_000 });
  await A.page.getByText('Not confirmed yet').waitFor();
  await A.page.getByText('Reconnecting…').waitFor();

  server.thaw();
  await A.page.getByText('Reconnecting…').waitFor({ state: 'detached' });
  await a.sees('e4');
  await A.page.getByText('Not confirmed yet').waitFor({ state: 'detached' });
  await four.close();
});
