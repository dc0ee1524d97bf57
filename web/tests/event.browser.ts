// A club's Saturday: sixteen teams by minerva, seven rounds, from pasted names to printed standings. A team comes late, one
// goes home, and the server dies in the middle.

import { expect, it } from 'vitest';
import { Hall, pasted, pdfPages } from './support/organiser';

const hall = new Hall();

it('runs a day from pasted names to printed standings', { timeout: 240_000 }, async () => {
  const one = await hall.organiser();
  const { page } = one;
  const met = new Set<string>();
  const meet = async (): Promise<void> => {
    for (const pair of await one.draft()) {
      const key = pair.toSorted().join(' – ');
      expect(met.has(key), key).toBe(false);
      met.add(key);
    }
  };
  // Three clicks: run an event, create, start.
  await page.goto('/');
  await page.locator('[data-run-event]').click();
  await page.locator('[data-entries]').fill(pasted(16));
  await page.locator('[data-read]', { hasText: '16' }).waitFor();
  await page.locator('[data-proposals] .card', { hasText: 'Swiss' }).first().waitFor();
  await page.locator('[data-create]').click();
  await page.locator('[data-stage=draft]').waitFor();
  await meet();
  await one.starts();
  expect(await one.tables()).toBe(8);
  // The address can be shown to anybody.
  expect(page.url()).not.toContain('#');

  for (let round = 1; round <= 7; round += 1) {
    if (round > 1) {
      await one.pairsNext();
      await meet();
      await one.starts();
    }
    if (round === 5) {
      await one.enters(1, '1-0');
      await hall.server.stop('SIGKILL');
      await hall.server.start();
      // What was entered is there, and the pages go on by themselves.
      await one.enters(2, '0-1');
      expect(await one.table(1).locator('[data-score]').textContent()).toBe('1–0');
    }
    await one.entersAll(round);
    if (round === 2) {
      // Before round 3 a team comes late.
      await one.tab('entries');
      await page.locator('[data-entries]').fill('Bus Stop: Gil Late, Hugo Later');
      await page.locator('[data-read]', { hasText: '1' }).waitFor();
      await page.locator('[data-enter]').click();
      await page.locator('[data-entry="Bus Stop"]').waitFor();
      await one.tab('round');
    }
    if (round === 3) {
      expect(await page.locator('.tables [data-bye]').count()).toBe(1);
    }
    if (round === 4) {
      await one.tab('entries');
      await page.locator('[data-entry=Flagfall] [data-team-more]').click();
      await page.locator('[data-entry=Flagfall] [data-withdraw]').click();
      await page.locator('[data-entry=Flagfall] [data-return]').waitFor();
      await one.tab('round');
    }
    if (round === 6) expect(await page.locator('.tables [data-table]', { hasText: 'Flagfall' }).count()).toBe(0);
  }
  await page.locator('[data-step=close]').click();
  await page.locator('[data-step=finish]').click();
  await page.locator('.next', { hasText: 'The event is over' }).waitFor();

  await one.tab('standings');
  const places = page.locator('.standings tbody tr');
  expect(await places.count()).toBe(17);
  // All points: 8 matches a round and a bye in rounds 3 and 4; Flagfall plays no more after that.
  const points = await page.locator('.standings .points').allTextContents();
  const sum = points.reduce(
    (total, text) => total + (text.endsWith('½') ? Number(text.slice(0, -1) || 0) + 0.5 : Number(text)),
    0,
  );
  expect(sum).toBe(8 * 7 + 2);

  await one.tab('print');
  await page.locator('[data-paper=standings]').click();
  const pages = pdfPages(await page.pdf({ preferCSSPageSize: true }));
  expect(pages.length).toBe(1);
  expect(pages[0]!.height).toBeGreaterThan(pages[0]!.width);

  // Everything is in the log, and even the end can be undone.
  await one.tab('log');
  await page.locator('.log li', { hasText: 'Event finished' }).locator('[data-undo-act]').click();
  await page.locator('[data-step=finish]').waitFor();
});
