// Every page of an event without serious faults for those who use it otherwise, in all languages, and on paper uncut.

import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { serious, unfold } from './support/axe';
import { PHONE } from './support/browser';
import { Hall, Organiser, pasted, pdfPages } from './support/organiser';

const LAPTOP = { width: 1280, height: 720 };
const hall = new Hall();

/** An event of so many teams whose second round is running, by the HTTP API. */
async function running(teams: number, book = 'minerva'): Promise<{ id: string; link: string; secret: string }> {
  const post = async (path: string, body: unknown, secret?: string): Promise<unknown> => {
    const answer = await fetch(`${hall.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(secret ? { authorization: `Bearer ${secret}` } : {}) },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  const made = (await post('/api/events', {
    title: 'Saturday Cup',
    book,
    visible: 'public',
    entries: pasted(teams),
  })) as { id: string; link: string; organiser: string };
  let count = 0;
  const act = (command: object) =>
    post(`/api/events/${made.id}/commands`, { id: `c${(count += 1)}`, command }, made.organiser);
  for (const command of ['draft', 'publish', 'start']) await act({ command });
  for (let table = 1; table <= Math.floor(teams / 2); table += 1) {
    await act({ command: 'result', round: 1, table, leg: 0, entered: { match: table % 2 ? [1, 0] : [0.5, 0.5] } });
  }
  for (const command of ['close', 'draft', 'publish', 'start']) await act({ command });
  return { id: made.id, link: made.link, secret: made.organiser };
}

const LOOKS = [
  ['dark', LAPTOP, 'en-GB'],
  ['light', LAPTOP, 'de'],
  ['dark', PHONE, 'cs'],
  ['light', PHONE, 'nl'],
] as const;

it.each(LOOKS)('has no serious fault, %s %o %s', async (colorScheme, viewport, locale) => {
  const { id, link, secret } = await running(9);
  const page = await hall.visitor({ colorScheme, viewport, locale, reducedMotion: 'reduce' });
  const view = (await (
    await fetch(`${hall.url}/api/events/${id}`, { headers: { authorization: `Bearer ${secret}` } })
  ).json()) as { links: { link: string }[] };
  const pages = [
    ['/events', 'h1'],
    ['/events/new', '[data-entries]'],
    [`/events/${id}`, '.public'],
    [`/events/${id}/cross`, '.cross'],
    [view.links[0]!.link, '[data-me]'],
    [link, '.tables'],
    ...['round', 'entries', 'standings', 'log', 'print', 'links', 'terms'].map((tab) => [
      `/events/${id}/${tab}`,
      `[data-tab=${tab}][aria-current]`,
    ]),
  ] as [string, string][];
  for (const [path, shown] of pages) {
    await page.goto(path);
    await page.locator(shown).first().waitFor();
    await unfold(page);
    expect(await serious(page), path).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
  }
  await page.goto(`/events/${id}/round`);
  await page.locator('[data-more-results]').first().click();
  await page.locator('[data-ruling]').waitFor();
  expect(await serious(page)).toEqual([]);
});

/** What leaves a sheet, or is cut in it, as it is laid out for paper. */
const cut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wrong: string[] = [];
    for (const sheet of document.querySelectorAll('.sheet')) {
      const { left, right } = sheet.getBoundingClientRect();
      for (const part of sheet.querySelectorAll<HTMLElement>('*')) {
        const box = part.getBoundingClientRect();
        if (box.width === 0 || part.classList.contains('unseen')) continue;
        if (box.left < left - 1 || box.right > right + 1)
          wrong.push(`leaves the sheet: ${part.outerHTML.slice(0, 80)}`);
        const style = getComputedStyle(part);
        if (style.overflow !== 'visible' && part.scrollWidth > part.clientWidth + 1 && part.tagName !== 'svg')
          wrong.push(`cut: ${part.outerHTML.slice(0, 80)}`);
      }
    }
    return wrong;
  });

it.each([16, 60])('prints everything of %i teams on A4 without cutting anything', async (teams) => {
  const { link } = await running(teams);
  const page = await hall.visitor({ viewport: LAPTOP });
  await page.goto(link);
  const one = new Organiser(page);
  await one.tab('print');
  const papers = ['pairings', 'slips', 'standings', 'cross', 'cards'] as const;
  for (const paper of papers) {
    await page.locator(`[data-paper=${paper}]`).click();
    await page.locator(`[data-shown=${paper}] .sheet`).waitFor();
    const pages = pdfPages(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
    const wide = paper === 'cross';
    // A4 in points, upright or on its side; no page is empty, none is missing.
    for (const { width, height } of pages)
      expect([Math.round(width), Math.round(height)]).toEqual(wide ? [842, 595] : [595, 842]);
    const most = {
      pairings: teams / 2 / 14,
      slips: teams / 2 / 8,
      standings: teams / 25,
      cross: teams / 18,
      cards: (teams * 2) / 10,
    };
    expect(pages.length, paper).toBeLessThanOrEqual(Math.ceil(most[paper]) + 1);
    expect(pages.length, paper).toBeGreaterThanOrEqual(1);
    // As wide as the paper between its margins, 186 or 273 mm.
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: wide ? 1031 : 703, height: 1000 });
    expect(await cut(page), paper).toEqual([]);
    await page.emulateMedia({ media: null });
    await page.setViewportSize(LAPTOP);
  }
});
