// Spectators of an online event see all boards of the round; a club brings its own book; a draft is changed by hand.

import { expect, it } from 'vitest';
import type { EventView } from '../src/wire/event';
import { serious } from './support/axe';
import { Player } from './support/table';
import type { Seat } from '../src/state/seats';
import { PHONE } from './support/browser';
import { Hall, pasted } from './support/organiser';

const hall = new Hall();

const OWN = `
id = "de-toren"
name = "Chess club De Toren"
language = "en"
extends = "minerva"

[arbiter]
powers = { is = ["stop", "warn", "restart"], by = "2" }

[grounds]
restart = "2"

[[article]]
number = "2"
honoured = ["procedure"]
en = "The arbiter may stop, warn and let a match be played again."
`;

async function ask<T>(path: string, secret: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${hall.url}${path}`, {
    headers: { 'content-type': 'application/json', ...(secret ? { authorization: `Bearer ${secret}` } : {}) },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

it('shows all boards of an online round, live, on one connection', async () => {
  const made = await ask<{ id: string; organiser: string }>('/api/events', '', {
    title: 'Net Cup',
    book: 'asten',
    venue: 'online',
    entries: pasted(12),
  });
  const guest = await hall.visitor();
  const sockets: string[] = [];
  guest.on('websocket', (socket) => sockets.push(new URL(socket.url()).pathname));
  await guest.goto(`/events/${made.id}`);
  for (const command of ['draft', 'publish', 'start'])
    await ask(`/api/events/${made.id}/commands`, made.organiser, { command: { command } });
  // The boards are there by themselves, before anybody has come.
  await guest.locator('[data-live="1"][data-phase=waiting]').waitFor();
  expect(await guest.locator('[data-live]').count()).toBe(6);

  const view = await ask<EventView>(`/api/events/${made.id}`, made.organiser);
  const table = view.rounds[0]!.pairings.find((pairing) => pairing.table === 1)!;
  const ids = table.sides.flatMap((side) => side.boards);
  const players: Player[] = [];
  for (const { player, link } of view.links!.filter((one) => ids.includes(one.player))) {
    const secret = link.split('#')[1]!;
    const me = await ask<{ seat: { seat: Seat; link: string } }>(`/api/events/${made.id}/me`, secret);
    const page = await hall.visitor();
    // From their own page; the event knows their names, so nobody is asked for one, and play begins when all four are there.
    await page.goto(link);
    await page.locator('[data-seat]').click();
    await page.locator('.mine .board, [data-ready]').first().waitFor();
    players.push(new Player(me.seat.seat, page));
    expect(player).toBeGreaterThan(0);
  }
  const live = guest.locator('[data-live="1"]');
  await guest.locator('[data-live="1"][data-phase=playing]').waitFor();
  await live.locator('[data-player=A] .clock.running').waitFor();
  await players.find((one) => one.seat === 'A')!.move('e2e4');
  await live.locator('[data-player=a] .clock.running').waitFor();
  expect(await live.locator('square.last-move').count()).toBe(2);
  const name = await live.locator('[data-player=A] .name').textContent();
  expect(pasted(12)).toContain(name);
  // One connection for the event, whatever is seen of it.
  expect(sockets.filter((path) => path.endsWith('/ws'))).toEqual([`/api/events/${made.id}/ws`]);

  const phone = await hall.visitor({ viewport: PHONE, hasTouch: true, isMobile: true });
  await phone.goto(`/events/${made.id}`);
  await phone.locator('[data-live="1"] cg-board').first().waitFor();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await serious(phone)).toEqual([]);
  expect(await serious(guest)).toEqual([]);
  // What is out of sight has no boards; scrolled to, it has.
  expect(await phone.locator('[data-live="6"] cg-board').count()).toBe(0);
  await phone.locator('[data-live="6"]').scrollIntoViewIfNeeded();
  await phone.locator('[data-live="6"] cg-board').first().waitFor();
  // The pairings, and why they are so, are one tap away.
  await phone.locator('[data-tab=pairings]').tap();
  await phone.locator('[data-table="1"] [data-why] summary').tap();
  expect(await phone.locator('[data-table="1"] [data-why] li').count()).toBeGreaterThan(0);
});

it('plays by a club’s own book, and offers its arbiter just what it gives', async () => {
  const one = await hall.organiser();
  const { page } = one;
  await one.writes(pasted(4));
  await page.locator('details summary', { hasText: 'More' }).click();
  const bring = (text: string) =>
    page
      .locator('[data-own-book]')
      .setInputFiles({ name: 'book.toml', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await bring(OWN.replace('"warn"', '"dance"'));
  await page.locator('[data-trouble]').waitFor();
  expect(await page.locator('[data-entries]').inputValue()).toContain('Night Owls');
  await bring(OWN);
  await page.locator('[data-book]', { hasText: 'De Toren' }).waitFor();
  expect(await page.locator('[data-book]').inputValue()).toBe('de-toren');
  const id = await one.creates();
  await one.starts();
  await one.enters(1, '1-0');
  await one.table(1).locator('[data-correct]').click();
  const offered = page.locator('[data-penalty] option');
  expect(await offered.allTextContents()).toEqual(['–', expect.stringContaining('de-toren 2')]);
  await page.locator('[data-penalty]').selectOption('again');
  // The article can be read.
  await page.locator('[data-ruling] .cite').click();
  await page.locator('.sheet', { hasText: 'let a match be played again' }).waitFor();
  await page.locator('[data-rule]').click();
  await one.table(1).locator('[data-result="1-0"]').waitFor();
  await one.tab('entries');
  await page.locator('[data-entry="Castle 1"] [data-team-more]').click();
  await page.locator('[data-entry="Castle 1"] [data-withdraw]').waitFor();
  expect(await page.locator('[data-exclude]').count()).toBe(0);
  const guest = await hall.organiser();
  await guest.page.goto(`/events/${id}`);
  await guest.page.locator('header', { hasText: 'De Toren' }).waitFor();
});

it('lets the organiser choose opponents and swap colours, as far as the book does', async () => {
  const one = await hall.organiser();
  const { page } = one;
  await one.writes(pasted(5));
  await page.locator('[data-proposals] .card', { hasText: 'Swiss' }).click();
  await one.creates();
  const [first, second] = await one.draft();
  const hand = page.locator('[data-hand="1"]');
  await hand.locator('summary').click();
  // The first team of table 1 is to play against the second one of table 2.
  await hand.locator('[data-opponent]').selectOption({ label: second![1]! });
  await expect.poll(async () => (await one.draft())[0]).toEqual([first![0], second![1]]);
  await page.locator('[data-hand="1"] [data-swap-colours]').click();
  await expect.poll(async () => (await one.draft())[0]).toEqual([second![1], first![0]]);
  // Named first, it has Black (minerva 1.5).
  const dot = page.locator('.draft [data-table="1"] .team').first().locator('.dot');
  expect(await dot.getAttribute('class')).toContain('black');
  // Somebody gets the bye.
  await page.locator('[data-hand="1"] [data-opponent]').selectOption('bye');
  await page.locator(`.draft [data-bye="${second![1]}"]`).waitFor();

  const lots = await hall.organiser();
  await lots.writes(pasted(4), 'stein');
  await lots.creates();
  await lots.page.locator('[data-hand="1"] summary').click();
  await lots.page.locator('[data-hand="1"] [data-swap-colours]').click();
  await lots.page.locator('[data-refused=colours-by-book]', { hasText: 'stein 1.4' }).waitFor();
});
