// Books in an event: fer keeps board 1 for the school, stein draws lots that anybody can repeat, sscr lets the arbiter punish.

import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { Hall, pasted } from './support/organiser';

const hall = new Hall();

it('refuses somebody on board 1 who is not of the school, by fer 7.2', async () => {
  const one = await hall.organiser();
  const { page } = one;
  await one.writes(pasted(6), 'fer');
  const school = page.locator('[data-school]');
  await school.waitFor();
  await page.locator('[data-belongs="Cas Peeters"]').selectOption('guest');
  await page.locator('[data-all-pupils]').click();
  await page.locator('[data-proposals] .card').first().waitFor();
  await page.locator('[data-create]').click();
  const trouble = page.locator('[data-trouble]');
  await trouble.waitFor();
  expect(await trouble.textContent()).toMatch(/Cas Peeters of Night Owls may not play on board 1.*fer 7\.2/);
  // Nothing is lost: he is put right and the event is there.
  expect(await page.locator('[data-entries]').inputValue()).toContain('Night Owls');
  await page.locator('[data-belongs="Cas Peeters"]').selectOption('teacher');
  await one.creates();

  // The first-named team has White on board 1 (fer 7.3), and both games count (fer 5.6).
  await one.starts();
  await one.entersGames(1, '1-0', '0.5-0.5');
  expect(await one.table(1).locator('[data-score]').textContent()).toBe('1½–½');

  // Once the event has begun, the order stays (fer 7.2).
  await one.tab('entries');
  const team = page.locator('[data-entry="Castle 1"]');
  await team.locator('[data-team-more]').click();
  await team.locator('[data-swap]').click();
  await team.locator('[data-save]').click();
  const refused = page.locator('[data-refused]');
  await refused.waitFor();
  expect(await refused.getAttribute('data-refused')).toMatch(/order-fixed|board-one/);
  expect(await refused.textContent()).toContain('fer 7.2');
});

it('draws colours by lots of the seed, which anybody can repeat, by stein 1.4', async () => {
  const one = await hall.organiser();
  const { page } = one;
  await one.writes(pasted(8), 'stein');
  await one.creates();
  const seed = /“(.*)”/.exec((await page.locator('.seed').textContent()) ?? '')?.[1];
  expect(seed).toBeTruthy();
  const rows = page.locator('.draft > [data-table]');
  const count = await rows.count();
  expect(count).toBe(4);
  for (let at = 0; at < count; at += 1) {
    const row = rows.nth(at);
    await row.locator('summary', { hasText: 'Why?' }).click();
    const reason = await row.locator('details li', { hasText: 'stein 1.4' }).textContent();
    const lot = /colours\/1\/\d+\/1/.exec(reason ?? '')?.[0];
    expect(lot, reason ?? '').toBeTruthy();
    const drawn = createHash('sha256').update(`${seed}/${lot}`).digest()[0]! % 2 === 0 ? 'first' : 'second';
    const first = row.locator('.team').first().locator('.dot');
    expect(await first.getAttribute('class')).toContain(drawn === 'first' ? 'white' : 'black');
  }
  // The same entries and seed give the same draft again.
  const before = await one.draft();
  await page.locator('[data-again]').click();
  await page.locator('[data-last]', { hasText: 'Round 1 paired' }).waitFor();
  expect(await one.draft()).toEqual(before);
});

it('lets the arbiter punish where the book does, by sscr 9.4', async () => {
  const one = await hall.organiser();
  const { page } = one;
  await one.writes(pasted(4), 'sscr');
  await one.creates();
  await one.starts();
  await one.enters(1, '1-0');
  await one.table(1).locator('[data-correct]').click();
  await page.locator('[data-penalty]').selectOption('both-lose');
  await page.locator('[data-rule]').click();
  await one.table(1).locator('[data-score]', { hasText: '0–0' }).waitFor();
  expect(await one.table(1).textContent()).toContain('sscr');
});
