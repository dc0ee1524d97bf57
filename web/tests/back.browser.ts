// Coming back: the way to one's own matches, one link for all friends, links that are not whole.

import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { serious } from './support/axe';
import { faults, launch, visitor } from './support/browser';
import { Four, makeMatch } from './support/table';

const url = inject('url');
let browser: Browser;
let four: Four | undefined;
const contexts: BrowserContext[] = [];

beforeAll(async () => (browser = await launch()));
afterAll(() => browser.close());
afterEach(async () => {
  await four?.close();
  four = undefined;
  await Promise.all(contexts.splice(0).map((context) => context.close()));
  expect(faults.splice(0)).toEqual([]);
});

async function visit(path: string, name: string): Promise<Page> {
  const context = await visitor(browser, url, name);
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

describe('whoever closes the tab', () => {
  it('goes on from the front page, and is asked nothing', async () => {
    four = await Four.sit(browser, url, { book: 'asten' });
    await four.start();
    await four.play('A e2e4');
    const { A, a } = four.players;
    // A page that is closed before its move has gone out takes the move with it.
    await a.myTurn();
    await A.page.close();
    const again = await four.contexts[0]!.newPage();
    await again.goto('/');
    await again.locator('[data-go-on]').click();
    await again.locator('.mine cg-board').waitFor();
    // The match says whose move it is even to those who look elsewhere.
    expect(await again.title()).toContain('Asten');
    await four.play('a e7e5');
    await again.waitForFunction(() => document.title.includes('Your move'));
    expect(await again.locator('link[rel=icon]').getAttribute('href')).toContain('turn');
  });

  it('finds the links of a match that was made here', async () => {
    const page = await visit('/new', 'Ann');
    await page.getByRole('button', { name: 'Create match' }).click();
    await page.locator('[data-sit=A]').waitFor();
    const address = page.url();
    await page.close();
    const again = await contexts[0]!.newPage();
    await again.goto(address);
    await again.locator('[data-sit=A]').waitFor();
    // The front page leads there too, and to the seat once one is taken.
    await again.goto('/');
    await again.locator('[data-go-on]').click();
    await again.locator('[data-sit=A]').click();
    await again.locator('[data-seat=A] .you').waitFor();
    await again.goto(address);
    await again.locator('[data-invite]').waitFor();
    await again.goto('/');
    await again.locator('[data-go-on]').click();
    await again.locator('[data-seat=A] .you').waitFor();
  });

  it('keeps a guest’s name through a rematch and a reload', async () => {
    four = await Four.sit(browser, url, { book: 'asten' });
    const guest = await visitor(browser, url, '');
    contexts.push(guest);
    const page = await guest.newPage();
    await four.players.a.page.goto('about:blank');
    await page.goto(four.links.a);
    await page.getByLabel('Your name').fill('Gwen');
    await page.getByRole('button', { name: 'Take seat' }).click();
    await page.locator('[data-seat=a]', { hasText: 'Gwen' }).waitFor();
    await page.evaluate(() => localStorage.removeItem('tandem.preferences'));
    await page.reload();
    await page.locator('[data-seat=a]', { hasText: 'Gwen' }).waitFor();
  });
});

describe('whoever is asked for a name', () => {
  it('reads which match and seat it is, and who is there', async () => {
    const { match, links } = await makeMatch(url, { book: 'stein', title: 'Club evening' });
    const ann = await visit(links.A, 'Ann');
    await ann.locator('[data-seat=A] .you').waitFor();
    const page = await visit(links.a, '');
    const gate = page.locator('[data-gate]');
    for (const words of ['Black A', 'Club evening · Stein (NL) · 7 min', 'Ann', 'Must be claimed'])
      await gate.getByText(words).first().waitFor();
    await page.waitForFunction(() => document.title === 'Your seat is waiting · Tandem');
    expect(await serious(page)).toEqual([]);
    await page.goto(links.a.replace(match, 'n0svchmatch00000'));
    // Nobody gives a name for nothing.
    await page.getByRole('heading', { name: 'Match not found' }).waitFor();
  });
});

describe('one link for everybody', () => {
  it('lets friends pick the seats that are free, and not the maker’s', async () => {
    const maker = await visit('/new', 'Ann');
    await maker.getByRole('button', { name: 'Create match' }).click();
    await maker.locator('[data-sit=A]').click();
    await maker.locator('[data-seat=A] .you').waitFor();
    const link = (await maker.locator('[data-invite]').getAttribute('data-invite'))!;
    const friend = await visit(link, 'Ben');
    await friend.getByRole('heading', { name: 'Choose your seat' }).waitFor();
    expect(await friend.locator('[data-sit]').count()).toBe(3);
    await friend.locator('[data-sit=b]').click();
    await maker.locator('[data-seat=b]', { hasText: 'Ben' }).waitFor();
    const third = await visit(link, 'Cid');
    await third.locator('[data-sit=a]').waitFor();
    expect(await third.locator('[data-sit=b]').count()).toBe(0);
  });
});

describe('a link that leads nowhere says so in one true sentence', () => {
  it('no such match', async () => {
    const page = await visit('/m/n0svchmatch00000', 'Ann');
    await page.getByRole('heading', { name: 'Match not found' }).waitFor();
    expect(await page.getByText('Nothing is lost').count()).toBe(0);
    // No line was lost, and no tab is called like the front page.
    expect(await page.getByText('Disconnected').count()).toBe(0);
    await page.waitForFunction(() => document.title === 'Match not found · Tandem');
  });

  it('a secret of another match', async () => {
    const { match } = await makeMatch(url, { book: 'asten' });
    const { links } = await makeMatch(url, { book: 'asten' });
    const page = await visit(`/m/${match}${links.A.slice(links.A.indexOf('#'))}`, 'Ann');
    await page.getByRole('heading', { name: "This link isn't valid for this match" }).waitFor();
    expect(await page.getByText('Nothing is lost').count()).toBe(0);
    // One sentence, and what can be done without a seat.
    expect(await page.getByText('does not open this seat').count()).toBe(0);
    await page.getByRole('link', { name: 'Watch' }).click();
    await page.locator('.seats').waitFor();
  });

  it('a link that was cut', async () => {
    const { links } = await makeMatch(url, { book: 'asten' });
    const page = await visit(links.A.slice(0, links.A.indexOf(':') + 1), 'Ann');
    await page.locator('[data-malformed]', { hasText: 'incomplete' }).waitFor();
    const other = await visit(links.spectator.slice(0, -3), 'Ann');
    await other.locator('[data-malformed]', { hasText: 'incomplete' }).waitFor();
  });
});

describe('a new match', () => {
  it('is made online first, with a clock of one tap and time odds', async () => {
    const page = await visit('/new', 'Ann');
    await page.locator('.books .card').first().waitFor();
    expect(await page.locator('.books .id').first().textContent()).toContain('FICS (online)');
    await page.getByText('3+2', { exact: true }).click();
    await page.locator('[data-share="2"]').selectOption({ label: '50%' });
    await page.getByRole('button', { name: 'Create match' }).click();
    await page.locator('[data-terms]', { hasText: 'FICS (online)' }).waitFor();
    const match = new URL(page.url()).pathname.slice('/m/'.length);
    const { state } = (await (await fetch(`${url}/api/matches/${match}`)).json()) as {
      state: { seats: Record<string, { clock: number }> };
    };
    expect(['A', 'a', 'B', 'b'].map((seat) => state.seats[seat]!.clock)).toEqual([180_000, 90_000, 90_000, 180_000]);
  });
});
