// The hall: players' phones at the tables, two arbiters, the desk and the screen on the wall, each with a browser of its own.

import { mkdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { serious } from './support/axe';
import { LOW_PHONE, PHONE } from './support/browser';
import { Hall, type Organiser, pasted } from './support/organiser';
import type { EventView } from '../src/wire/event';

const hall = new Hall();
const TOUCH: BrowserContextOptions = { viewport: PHONE, hasTouch: true, isMobile: true };
const WALL: BrowserContextOptions = { viewport: { width: 1920, height: 1080 } };

/** The organiser's view, with all links. */
async function viewOf(desk: Organiser): Promise<EventView> {
  const link = await desk.organiserLink();
  const [path = '', secret = ''] = link.split('#');
  const answer = await fetch(`${hall.url}/api${path}`, { headers: { authorization: `Bearer ${secret}` } });
  return (await answer.json()) as EventView;
}

const cardOf = (view: EventView, table: number): string => view.cards!.find((card) => card.table === table)!.link;

/** A running round of so many teams. */
async function round(teams = 4, book = 'minerva'): Promise<{ desk: Organiser; view: EventView }> {
  const desk = await hall.organiser();
  await desk.writes(pasted(teams), book);
  await desk.creates();
  await desk.starts();
  return { desk, view: await viewOf(desk) };
}

/** What the desk does without its page. */
async function order(desk: Organiser, command: object): Promise<void> {
  const [path = '', secret = ''] = (await desk.organiserLink()).split('#');
  const answer = await fetch(`${hall.url}/api${path}/commands`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ command }),
  });
  expect(answer.ok).toBe(true);
}

/** A phone that scanned the card of a table, of the player on a board of a side. */
async function phone(view: EventView, table: number, side: 0 | 1, options = TOUCH): Promise<Page> {
  const page = await hall.visitor(options);
  await page.goto(cardOf(view, table));
  const pairing = view.rounds.at(-1)!.pairings.find((one) => one.table === table)!;
  await page.locator(`[data-who="${pairing.sides[side]!.boards[0]}"]`).tap();
  await page.locator('[data-where]').waitFor();
  return page;
}

async function arbiter(view: EventView, name: string, options = TOUCH): Promise<Page> {
  const page = await hall.visitor(options);
  await page.goto(`/events/${view.id}/arbiter#${view.arbiter}`);
  await page.locator('[data-arbiter-name]').fill(name);
  await page.locator('[data-begin]').tap();
  await page.locator('[data-all-tables]').waitFor();
  return page;
}

it('takes a result that both teams confirm, and leaves one that differs to the arbiter', async () => {
  const { desk, view } = await round();
  const [one, two] = [await phone(view, 1, 0), await phone(view, 1, 1)];
  // Whose page lies open on the table shows the card's code to the others.
  await two.locator('[data-code]').tap();
  await two.getByRole('img', { name: 'Code of this table' }).waitFor();
  expect(await one.locator('[data-where]').textContent()).toContain('Table 1, board 1');
  // Minerva 1.5: the first-named team has Black on the first board.
  expect(await one.locator('[data-colour]').getAttribute('data-colour')).toBe('black');
  await one.locator('[data-say="1-0"]').tap();
  await one.locator('[data-we-said]').waitFor();
  await desk.table(1).locator('[data-reports=one]').waitFor();
  await two.locator('[data-they-said]', { hasText: '1–0' }).waitFor();
  await two.locator('[data-confirm]').tap();
  await one.locator('[data-done]', { hasText: '1–0' }).waitFor();
  await desk.table(1).locator('[data-score]', { hasText: '1–0' }).waitFor();

  const [three, four] = [await phone(view, 2, 0), await phone(view, 2, 1)];
  const judge = await arbiter(view, 'Vera');
  await three.locator('[data-say="1-0"]').tap();
  await four.locator('[data-they-said]').waitFor();
  await four.locator('[data-anew]').tap();
  await four.locator('[data-say="0-1"]').tap();
  await three.locator('[data-differ]').waitFor();
  await desk.table(2).locator('[data-reports=differ]').waitFor();
  await judge.locator('[data-differs="2"] [data-result="0.5-0.5"]').tap();
  await three.locator('[data-done]', { hasText: '½–½' }).waitFor();
  await four.locator('[data-done]', { hasText: '½–½' }).waitFor();
  // Everything stands in the log, with names.
  await desk.tab('log');
  await desk.page.locator('.log li', { hasText: 'reports 1–0' }).first().waitFor();
  await desk.page.locator('.log .by', { hasText: 'Vera' }).waitFor();
});

it('asks for both games where both count', async () => {
  const { desk, view } = await round(4, 'stein');
  const [one, two] = [await phone(view, 1, 0), await phone(view, 1, 1)];
  await one.locator('[data-say="1 1-0"]').tap();
  await one.locator('[data-say="2 0.5-0.5"]').tap();
  await one.locator('[data-send]').tap();
  await two.locator('[data-confirm]', { hasText: '1–0 · ½–½' }).tap();
  await desk.table(1).locator('[data-score]', { hasText: '1½–½' }).waitFor();
});

it('has several arbiters who see which call is whose, and rule by article', async () => {
  const { desk, view } = await round(4, 'sscr');
  const caller = await phone(view, 2, 1);
  const [vera, wim] = [await arbiter(view, 'Vera'), await arbiter(view, 'Wim')];
  await vera.locator('[data-no-calls]').waitFor();
  await caller.locator('[data-call]').tap();
  await caller.locator('[data-about=flag]').tap();
  await caller.locator('[data-called]').waitFor();
  for (const page of [vera, wim]) {
    const call = page.locator('.waits[data-call-at="2"]');
    await call.locator('[data-subject=flag]').waitFor();
    await call.locator('text=sscr 7.8').first().waitFor();
  }
  await desk.table(2).locator('[data-called-at="2"]').waitFor();
  await vera.locator('[data-take]').tap();
  await wim.locator('[data-taken=Vera]').waitFor();
  await caller.locator('[data-coming]', { hasText: 'Vera' }).waitFor();
  // What the book gives, with its article, one confirmation, and undone.
  const call = vera.locator('.waits[data-call-at="2"]');
  await call.locator('[data-powers]').tap();
  expect(await call.locator('[data-power=minute]').count()).toBe(0);
  await call.locator('[data-power=warn]').tap();
  await call.locator('[data-ruling-form]', { hasText: 'sscr 9.4' }).waitFor();
  await call.locator('[data-whom]').selectOption({ index: 1 });
  await call.locator('[data-rule]').tap();
  await wim.locator('[data-ruled=warn]', { hasText: 'sscr 9.4' }).waitFor();
  await wim.locator('[data-undo-ruling]').tap();
  await vera.locator('[data-ruled]').waitFor({ state: 'detached' });
  await vera.locator('[data-answer]').tap();
  await caller.locator('[data-call]').waitFor();
  await wim.locator('[data-no-calls]').waitFor();
});

/** A phone that scanned the card, and lies beside a board as its clock. */
async function clockPhone(view: EventView, table: number, side: 0 | 1, board: 'one' | 'two'): Promise<Page> {
  const page = await phone(view, table, side);
  await page.locator('[data-clocks]').tap();
  await page.locator(`[data-choice=${board}]`).tap();
  await page.locator('main.clock[data-linked=true]').waitFor();
  return page;
}

it('has phones as the clocks of a table: calls, rulings and the result go both ways, and the wall shows them', async () => {
  const { desk, view } = await round(4, 'sscr');
  const judge = await arbiter(view, 'Vera');
  const [one, two] = [await clockPhone(view, 1, 0, 'one'), await clockPhone(view, 1, 1, 'two')];
  // The names are those of the pairing.
  const names = (await Promise.all([one, two].map((page) => page.locator('[data-half] .who').allInnerTexts()))).flat();
  const table = view.rounds[0]!.pairings.find((pairing) => pairing.table === 1)!;
  const players = table.sides
    .flatMap((side) => side.boards)
    .map((id) => view.players.find((player) => player.id === id)!.name);
  expect(names.toSorted()).toEqual(players.toSorted());
  for (const page of [one, two]) await page.locator('[data-start]').tap();
  await one.locator('[data-half=A].running').tap({ position: { x: 60, y: 40 } });
  await one.locator('[data-half=a].running').waitFor();

  const wall = await hall.visitor({ ...WALL, reducedMotion: 'reduce' });
  await wall.goto(`/events/${view.id}/wall#${view.screen}`);
  await wall.locator('[data-clocks="1"] [data-clock=a] .clock.running').waitFor({ timeout: 40_000 });
  expect(await serious(wall)).toEqual([]);

  // Stopped at board 2: the arbiter is called, and sets a clock from the desk of the table.
  await two.locator('[data-reach=B] [data-stop]').tap();
  const call = judge.locator('.waits[data-call-at="1"]');
  await call.locator('[data-open-desk]').tap();
  await judge.locator('.powers').waitFor();
  expect(await judge.locator('cg-board').count()).toBe(0);
  const strip = judge.locator('section', { has: judge.locator('[data-strip=A]') });
  await strip.getByRole('button', { name: 'Set' }).first().tap();
  const field = judge.getByLabel(/New time for/);
  await field.fill('1:30');
  await field.press('Enter');
  const seat = (await one.locator('[data-half][data-left="90000"]').getAttribute('data-half'))!;
  expect(['A', 'a']).toContain(seat);
  await judge.locator('[data-rule=resume]').tap();
  await one.locator('[data-half].running').waitFor();
  await desk.tab('log');
  await desk.page.locator('.log li', { hasText: 'Set a clock' }).first().waitFor();
  await desk.tab('round');

  // The clocks say how it ended; both teams confirm it.
  await one.locator('[data-reach=a] [data-open]').tap();
  const resign = one.locator('[data-side=a] [data-act=resign]').first();
  await resign.tap();
  await resign.tap();
  for (const page of [one, two]) await page.locator('[data-to-table]').tap();
  const says = await one.locator('[data-clocks-say]').innerText();
  expect(says).toMatch(/1–0|0–1/);
  await one.locator('[data-confirm]').tap();
  await two.locator('[data-they-said]').waitFor();
  await two.locator('[data-confirm]').tap();
  await one.locator('[data-done]').waitFor();
  await desk.table(1).locator('[data-score]').waitFor();
});

it('leaves it to the arbiter if a team says something else than the clocks', async () => {
  const { desk, view } = await round(4, 'asten');
  const judge = await arbiter(view, 'Wim');
  const [one, two] = [await clockPhone(view, 2, 0, 'one'), await clockPhone(view, 2, 1, 'two')];
  for (const page of [one, two]) await page.locator('[data-start]').tap();
  await two.locator('[data-half=B].running').tap({ position: { x: 60, y: 40 } });
  await two.locator('[data-half=b].running').waitFor();
  await two.locator('[data-reach=b] [data-open]').tap();
  const resign = two.locator('[data-side=b] [data-act=resign]').first();
  await resign.tap();
  await resign.tap();
  for (const page of [one, two]) await page.locator('[data-to-table]').tap();
  await one.locator('[data-clocks-say]').waitFor();
  await one.locator('[data-confirm]').tap();
  await two.locator('[data-they-said]').waitFor();
  const confirmed = (await two.locator('[data-they-said]').innerText()).includes('1–0') ? '1-0' : '0-1';
  await two.locator('[data-anew]').tap();
  await two.locator(`[data-say="${confirmed === '1-0' ? '0-1' : '1-0'}"]`).tap();
  await one.locator('[data-differ]').waitFor();
  await desk.table(2).locator('[data-reports=differ]').waitFor();
  await judge.locator(`[data-differs="2"] [data-result="${confirmed}"]`).tap();
  for (const page of [one, two]) await page.locator('[data-done]', { hasText: confirmed.replace('-', '–') }).waitFor();
});

it('turns on the wall by itself, and comes back after the server was killed', async () => {
  const { desk, view } = await round(6);
  const wall = await hall.visitor({ ...WALL, reducedMotion: 'reduce' });
  // As over http from another machine.
  await wall.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'wakeLock'));
  await wall.goto(`/events/${view.id}/wall#${view.screen}`);
  await wall.locator('[data-scene=pairings]').waitFor();
  expect(new URL(wall.url()).hash).toBe('');
  expect(await wall.locator('button, a, input').count()).toBe(0);
  const awake = () =>
    wall.evaluate(() => [...document.querySelectorAll('video')].map((one) => [one.paused, one.isConnected]));
  await expect.poll(awake).toEqual([[false, true]]);
  const caller = await phone(view, 3, 0);
  await caller.locator('[data-call]').tap();
  await caller.locator('[data-about=other]').tap();
  await wall.locator('[data-calls]', { hasText: '3' }).waitFor();
  expect(await wall.locator('[data-calls]').textContent()).not.toContain('Eva');
  await desk.enters(1, '1-0');
  await wall.locator('[data-scene=standings]').waitFor({ timeout: 40_000 });
  expect(await serious(wall)).toEqual([]);
  await hall.server.stop('SIGKILL');
  await wall.locator('.stale').waitFor();
  await hall.server.start();
  await wall.locator('.stale').waitFor({ state: 'detached', timeout: 30_000 });
  await desk.enters(2, '0-1');
  await wall.locator('[data-table="2"] .score', { hasText: '0–1' }).waitFor({ timeout: 40_000 });
  // The next round is announced: everybody counts down to it.
  await desk.enters(3, '1-0');
  await desk.pairsNext();
  await desk.page.locator('[data-step=publish]').click();
  await desk.page.locator('[data-start-in="5"]').click();
  await wall.locator('[data-countdown]', { hasText: /^[45]:\d\d$/ }).waitFor({ timeout: 40_000 });
  expect(await serious(wall)).toEqual([]);
});

it('leaves room for the calls below every scene of the wall', async () => {
  const { view } = await round(14);
  const wall = await hall.visitor({ ...WALL, reducedMotion: 'reduce' });
  // The time of this screen can be moved on, from scene to scene.
  await wall.addInitScript(() => {
    Object.assign(window, { ahead: 0 });
    const now = Date.now.bind(Date);
    Date.now = () => now() + (window as unknown as { ahead: number }).ahead;
  });
  const there = { A: true, a: true, B: true, b: true };
  const clocks = { round: 1, leg: 0, begun: true, over: false, there, clocks: true };
  const done = { score: [1, 0], how: 'played', source: 'desk' };
  await wall.route(`**/api/events/${view.id}`, async (route) => {
    const shown = (await (await route.fetch()).json()) as EventView;
    shown.rounds[0]!.pairings[0]!.legs[0]!.outcome = done as never;
    shown.tables = [1, 2, 3, 4, 5].map((table) => ({ ...clocks, table, match: `m${table}` })) as never;
    await route.fulfill({ json: shown });
  });
  const caller = await phone(view, 3, 0);
  await caller.locator('[data-call]').tap();
  await caller.locator('[data-about=other]').tap();
  await wall.goto(`/events/${view.id}/wall#${view.screen}`);
  await wall.locator('[data-calls]').waitFor();
  const seen = new Set<string>();
  for (let scene = 0; scene < 4; scene += 1) {
    const shown = wall.locator('[data-scene]');
    seen.add((await shown.getAttribute('data-scene'))!);
    const [bottom, calls] = await wall.evaluate(() => {
      const last = [...document.querySelectorAll('[data-scene] li')].at(-1)!;
      return [last.getBoundingClientRect().bottom, document.querySelector('[data-calls]')!.getBoundingClientRect().top];
    });
    expect(bottom, [...seen].join(', ')).toBeLessThanOrEqual(calls!);
    const shows = await shown.innerText();
    await wall.evaluate(() => void ((window as unknown as { ahead: number }).ahead += 12_000));
    await expect.poll(() => shown.innerText()).not.toBe(shows);
  }
  expect([...seen].toSorted()).toEqual(['clocks', 'pairings', 'standings']);
});

it('comes back on the wall by itself when a part of its page did not come', async () => {
  const { view } = await round();
  for (const part of [/\/assets\/WallPage-/, /\/assets\/event-en-/]) {
    const wall = await hall.visitor(WALL);
    let away = true;
    await wall.route(part, (route) => (away ? route.abort() : route.continue()));
    await wall.goto(`/events/${view.id}/wall#${view.screen}`);
    await wall.locator('[data-broken]').waitFor();
    expect(await wall.locator('button, a, input').count()).toBe(0);
    away = false;
    await wall.locator('[data-scene=pairings]').waitFor();
    await wall.context().close();
  }
});

it('tells an arbiter, a table and the wall that their link opens nothing', async () => {
  const { view } = await round();
  const wrong = `#${'a'.repeat(24)}`;
  const page = await hall.visitor(TOUCH);
  await page.goto(`/events/${view.id}/wall${wrong}`);
  await page.locator('[data-missing]', { hasText: 'Page not found' }).waitFor();
  await page.goto(`/events/${view.id}/table${wrong}`);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await page.goto(`/events/${view.id}/arbiter${wrong}`);
  await page.locator('[data-arbiter-name]').fill('Vera');
  await page.locator('[data-begin]').tap();
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
});

it('says what is wrong with a card, and loses nothing', async () => {
  const desk = await hall.organiser();
  await desk.writes(pasted(6));
  await desk.page.locator('[data-proposals] .card', { hasText: 'Swiss' }).click();
  await desk.creates();
  await desk.starts();
  const view = await viewOf(desk);
  const player = await phone(view, 1, 0);
  // A round that ended meanwhile, on a phone that heard nothing of it.
  await player.context().setOffline(true);
  await desk.entersAll(1);
  await desk.pairsNext();
  await desk.starts();
  await player.context().setOffline(false);
  await player.locator('[data-who], [data-where]').first().waitFor();
  await expect.poll(() => player.locator('[data-at-table]').textContent()).toContain('Round 2');
  // A table that is not in this round.
  await desk.tab('entries');
  const extra = await hall.visitor(TOUCH);
  const teams = ['Ida', 'Kim'].map((name) => ({ players: [{ name }, { name: `${name} 2` }] }));
  await order(desk, { command: 'enter-teams', teams });
  await extra.goto(cardOf(await viewOf(desk), 4));
  await extra.locator('[data-nothing=none]', { hasText: 'it has 3 tables' }).waitFor();
  expect(await extra.locator('[data-clocks]').count()).toBe(0);
  // Two phones that are the same clock: the last one is it, and the other one says so.
  const later = await viewOf(desk);
  const first = await clockPhone(later, 1, 0, 'one');
  await clockPhone(later, 1, 1, 'one');
  await first.locator('[data-trouble]', { hasText: 'open somewhere else' }).waitFor();
  // A card that opens nothing.
  await extra.goto(`/events/${view.id}/table#aaaaaaaaaaaaaaaaaaaaaaaa`);
  await extra.locator('h1').waitFor();
  expect(await extra.locator('[data-at-table]').count()).toBe(0);
});

it('takes no result that can not be, and nothing by a card of yesterday', async () => {
  const { desk, view } = await round(4, 'sscr');
  const player = await phone(view, 1, 0);
  // Somebody's page says that both teams won.
  await player.route('**/commands', async (route) => {
    const asked = route.request().postDataJSON() as { command: { entered?: object } };
    if (asked.command.entered) asked.command.entered = { match: [1, 1] };
    await route.continue({ postData: JSON.stringify(asked) });
  });
  await player.locator('[data-say="1-0"]').tap();
  await player.getByRole('alert').filter({ hasText: 'No match ends like that' }).waitFor();
  expect(await player.locator('[data-we-said]').count()).toBe(0);
  await player.unroute('**/commands');
  await player.locator('[data-say="1-0"]').tap();
  await player.locator('[data-we-said]', { hasText: '1–0' }).waitFor();

  // The event ends; the cards that lie there still are those of yesterday.
  await desk.entersAll(1);
  await order(desk, { command: 'close' });
  await order(desk, { command: 'finish' });
  await player.locator('[data-nothing=over]', { hasText: 'scan the code that lies on the table now' }).waitFor();
  const late = await hall.visitor(TOUCH);
  await late.goto(cardOf(view, 2));
  await late.locator('[data-nothing=over]').waitFor();
  expect(await late.locator('[data-clocks], [data-call], [data-say]').count()).toBe(0);
});

const SIZES = [
  LOW_PHONE,
  PHONE,
  { width: 844, height: 390 },
  { width: 820, height: 1180 },
  { width: 1920, height: 1080 },
] as const;

it('fits every size, and axe finds no serious fault', async () => {
  const { view } = await round(8);
  const folder = process.env.HALL_PICTURES;
  if (folder) mkdirSync(folder, { recursive: true });
  const caller = await phone(view, 1, 0);
  await caller.locator('[data-call]').tap();
  await caller.locator('[data-about=illegal]').tap();
  await caller.locator('[data-called]').waitFor();
  for (const viewport of SIZES) {
    const options = { ...TOUCH, viewport, reducedMotion: 'reduce' as const };
    const table = await phone(view, 2, 0, options);
    const judge = await arbiter(view, 'Vera', options);
    await judge.locator('.waits [data-powers]').tap();
    const wall = await hall.visitor({ viewport, reducedMotion: 'reduce' });
    await wall.goto(`/events/${view.id}/wall#${view.screen}`);
    await wall.locator('[data-scene]').waitFor();
    const trust = await hall.visitor(options);
    await trust.goto('/trust');
    await trust.locator('h1').waitFor();
    for (const [name, page] of Object.entries({ table, judge, wall, trust })) {
      const size = `${viewport.width}x${viewport.height}`;
      if (folder) await page.screenshot({ path: `${folder}/${name}-${size}.png` });
      expect(await serious(page), `${name} ${size}`).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide, `${name} ${size}`).toBeLessThanOrEqual(0);
      await page.context().close();
    }
  }
}, 240_000);
