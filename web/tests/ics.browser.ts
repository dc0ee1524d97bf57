// Two at xboards and two at pages play one match: what each captures reaches the partner, whichever program that one plays with.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Browser, BrowserContext } from 'playwright-core';
import { faults, launch, visitor } from './support/browser';
import { TestServer } from './support/server';
import { makeMatch, Player } from './support/table';
import { Display, installed } from './support/xboard';

/** The moves of a board in a record of the server, or of xboard's game, without signs of check. */
const movesOf = (bpgn: string, board: 'A' | 'B'): string[] =>
  [...bpgn.matchAll(/\b\d+([AaBb])\. (\S+)/g)]
    .filter(([, side]) => side!.toUpperCase() === board)
    .map(([, , san]) => san!.replace(/[+#]$/, ''));

const movesIn = (pgn: string): string[] =>
  pgn
    .slice(pgn.lastIndexOf(']\n') + 1)
    .replace(/\{[^}]*\}/g, '')
    .split(/\s+/)
    .filter((word) => /^[a-zKQRBNPO]/.test(word))
    .map((san) => san.replace(/[+#]$/, ''));

/** Two xboards and two browsers start slowly on a busy machine. */
const PATIENCE = 300_000;

describe.runIf(installed())('two xboards and two pages', () => {
  let server: TestServer;
  let browser: Browser;
  let display: Display;
  const contexts: BrowserContext[] = [];

  beforeEach(async () => {
    [server, browser, display] = await Promise.all([TestServer.open({ ics: true }), launch(), Display.open()]);
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    await display.close();
    await browser.close();
    await server.close();
  });

  const page = async (link: string, seat: 'A' | 'B', name: string): Promise<Player> => {
    const context = await visitor(browser, server.url, name);
    contexts.push(context);
    const player = new Player(seat, await context.newPage());
    await player.page.goto(link);
    await player.page.locator('[data-ready]').click();
    return player;
  };

  it('play one match', { timeout: PATIENCE }, async () => {
    const { match, links } = await makeMatch(server.url, { book: 'fics', public: true });
    const A = await page(links.A, 'A', 'Ann');
    const B = await page(links.B, 'B', 'Cid');
    const [ben, dee] = await Promise.all([display.xboard(server.ics!, 'Ben'), display.xboard(server.ics!, 'Dee')]);
    ben.say(`join ${match} a`);
    await ben.hear('game 1, black: Ben (you)');
    dee.say(`join ${match} b`);
    await ben.hear('{Game 1 (Ann vs. Ben) Creating unrated bughouse match.}');
    await dee.hear('{Game 2 (Cid vs. Dee) Creating unrated bughouse match.}');

    // Ann's page takes a pawn, which Dee drops at an xboard; Ben's xboard takes one, which Cid drops at a page.
    // Each move is seen at the other page before it is answered: there it has come from the server.
    await A.move('e2e4');
    await B.sees('e4');
    ben.say('d7d5');
    await A.sees('d5');
    await A.move('e4d5');
    await B.sees('exd5');
    ben.say('Qxd5');
    await B.sees('Qxd5');
    await B.move('d2d4');
    await A.sees('d4');
    dee.say('P@e4');
    await B.sees('P@e4');
    await B.move('P@f3');
    await A.sees('P@f3');
    dee.say('e4f3');
    await A.sees('exf3');
    await A.move('b1c3');
    await B.sees('Nc3');
    ben.say('Qe5');
    await A.sees('Qe5+');

    // What Dee types is a picture on the page of the partner, and nobody else's business.
    dee.say('ptell +n');
    await dee.hear('(told Ann, who is playing)');
    const heard = A.page.locator('.heard', { hasText: 'knight' });
    await heard.waitFor();
    expect(await heard.locator('svg, piece, img').count()).toBeGreaterThan(0);
    expect(await B.page.locator('.heard').count()).toBe(0);
    // And the other way round.
    await A.page.keyboard.press('4');
    await dee.hear('Ann (your partner) tells you: +n');

    // What is against the rules is refused in words, at an xboard too.
    dee.say('Qh5');
    await dee.hear('It is not your move.');
    ben.say('resign');
    for (const board of [ben, dee]) {
      await board.hear('{Game 1 (Ann vs. Ben) Ben resigns} 1-0');
      await board.hear("{Game 2 (Cid vs. Dee) Dee's partner won} 0-1");
    }
    expect(await A.result()).toBe('1-0');
    expect(await B.result()).toBe('1-0');

    // Four records, one match.
    const answer = await fetch(`${server.url}/api/matches/${match}/bpgn`);
    const record = await answer.text();
    expect(movesOf(record, 'A')).toEqual(['e4', 'd5', 'exd5', 'Qxd5', 'Nc3', 'Qe5']);
    expect(movesOf(record, 'B')).toEqual(['d4', 'P@e4', 'P@f3', 'exf3']);
    await expect.poll(() => movesIn(ben.game()), { timeout: 30_000 }).toEqual(movesOf(record, 'A'));
    await expect.poll(() => movesIn(dee.game()), { timeout: 30_000 }).toEqual(movesOf(record, 'B'));
    expect(faults.splice(0)).toEqual([]);
  });
});
