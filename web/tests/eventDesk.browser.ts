// The organiser's desk: two laptops together, nobody without the link, changes by hand, undoing, bad input.

import { expect, it } from 'vitest';
import { PHONE } from './support/browser';
import { Hall, pasted } from './support/organiser';

const hall = new Hall();

it('is run by two laptops together, and watched by everybody else', async () => {
  const one = await hall.organiser();
  await one.writes(pasted(8));
  const id = await one.creates();
  const two = await hall.organiser();
  await two.page.goto(await one.organiserLink());
  await two.page.locator('[data-stage=draft]').waitFor();
  // Nobody else sees the draft.
  const guest = await hall.organiser();
  await guest.page.goto(`/events/${id}`);
  await guest.page.locator('h1').waitFor();
  expect(await guest.page.locator('[data-table]').count()).toBe(0);

  await one.starts();
  await two.page.locator('[data-stage=running]').waitFor();
  await guest.page.locator('.public[data-stage=running]').waitFor();
  await two.enters(2, '0-1');
  await one.table(2).locator('[data-score]', { hasText: '0–1' }).waitFor();
  await guest.page.locator('[data-table="2"] [data-score]', { hasText: '0–1' }).waitFor();
  await one.enters(1, '1-0');
  await two.table(1).locator('[data-score]', { hasText: '1–0' }).waitFor();
});

it('can be changed by nobody without the organiser’s link', async () => {
  const one = await hall.organiser();
  await one.writes(pasted(4));
  const id = await one.creates();
  await one.starts();
  const guest = await hall.organiser();
  for (const tab of ['', '/round', '/entries', '/log', '/terms']) {
    await guest.page.goto(`/events/${id}${tab}`);
    await guest.page.locator('h1').waitFor();
    expect(
      await guest.page.locator('[data-step], [data-result], [data-enter], [data-undo-act], [data-save-terms]').count(),
    ).toBe(0);
  }
  for (const authorization of ['', 'Bearer aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa']) {
    const answer = await fetch(`${hall.url}/api/events/${id}/commands`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
      body: JSON.stringify({ id: 'x', desk: 'x', command: { command: 'finish' } }),
    });
    expect(answer.status).toBe(403);
  }
  // Who may watch is the organiser's choice.
  await one.tab('links');
  await one.page.locator('[data-visible]').selectOption('private');
  await expect.poll(async () => (await fetch(`${hall.url}/api/events/${id}`)).status, { timeout: 10_000 }).toBe(404);
});

it('changes a draft by hand, says what is wrong, and does it anyway where that is allowed', async () => {
  const one = await hall.organiser();
  const { page } = one;
  await one.writes(pasted(6));
  await page.locator('[data-proposals] .card', { hasText: 'Swiss' }).click();
  await one.creates();
  const first = await one.draft();
  // Picked one after the other.
  await page.locator(`[data-team="${first[0]![0]}"]`).click();
  await page.locator(`[data-team="${first[1]![0]}"]`).click();
  await expect.poll(() => one.draft()).toContainEqual([first[1]![0], first[0]![1]]);
  // And back again, by undoing.
  await page.locator('[data-undo]').click();
  await expect.poll(() => one.draft()).toEqual(first);
  await one.starts();
  await one.entersAll(1);
  await one.pairsNext();
  const second = await one.draft();
  // Drag somebody onto the opponent of the round before's table mate: they have met.
  const [team, met] = first[0]!;
  const opponent = second.find((pair) => pair.includes(team!))!.find((name) => name !== team)!;
  await page.locator(`[data-team="${met}"]`).dragTo(page.locator(`[data-team="${opponent}"]`));
  const refused = page.locator('[data-refused=met-before]');
  await refused.waitFor();
  expect(await refused.textContent()).toContain('met in round 1');
  expect(await one.draft()).toEqual(second);
  await page.locator('[data-anyway]').click();
  await expect
    .poll(async () => (await one.draft()).some((pair) => pair.includes(team!) && pair.includes(met!)))
    .toBe(true);
  await page.locator('.doubts', { hasText: 'met in round 1' }).waitFor();
});

it('takes bad input with clear sentences and loses nothing', async () => {
  const one = await hall.organiser();
  const { page } = one;
  await one.writes('Rooks: Ann, Bob\nAnn, Cas');
  await page.locator('[data-entry-refusal=name-twice]', { hasText: 'The name Ann is there already' }).waitFor();
  await page.locator('[data-entries]').fill('Rooks: Ann, Bob\nCas, Dee\n+ ,');
  await page.locator('[data-problems]', { hasText: 'Line 3: This line names nobody' }).waitFor();
  await page.locator('[data-entries]').fill('');
  expect(await page.locator('[data-create]').isDisabled()).toBe(true);
  // An odd number, from a file in another encoding.
  const csv = Buffer.from('Team;Player 1;Player 2\r\nCaf\xe9;J\xf6rg;Zo\xeb\r\nB;C;D\r\nE;F;G\r\n', 'latin1');
  await page.locator('[data-entry-file]').setInputFiles({ name: 'teams.csv', mimeType: 'text/csv', buffer: csv });
  await page.locator('[data-read]', { hasText: '3' }).waitFor();
  await page.locator('[data-proposals] .card', { hasText: 'Round robin' }).first().waitFor();
  await one.creates();
  expect((await one.draft()).flat().join(' ') + (await page.locator('.draft').textContent())).toContain('Café');

  // A result for a round that is not running: the page has no button for it, and the server refuses.
  const [, secret] = (await one.organiserLink()).split('#');
  const answer = await fetch(`${hall.url}/api/events/${one.id()}/commands`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({
      id: 'early',
      desk: 'x',
      command: { command: 'result', round: 1, table: 1, leg: 0, entered: { match: [1, 0] } },
    }),
  });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ error: { why: 'not-running' } });
});

it('checks teams in by whole rows on a phone, and undoes anything from the log', async () => {
  const one = await hall.organiser({ viewport: PHONE, hasTouch: true, isMobile: true });
  const { page } = one;
  await one.writes(pasted(5));
  await page.locator('[data-check-in]').check();
  await page.locator('[data-proposals] .card', { hasText: 'Swiss' }).click();
  await page.locator('[data-create]').click();
  const rows = page.locator('[data-entry]');
  await rows.nth(4).waitFor();
  for (let at = 0; at < 4; at += 1) {
    const box = (await rows.nth(at).locator('.whole').boundingBox())!;
    expect(box.height).toBeGreaterThanOrEqual(60);
    await rows.nth(at).locator('.whole').tap();
    await page.locator('[data-entry].here').nth(at).waitFor();
  }
  await page.locator('[data-step=draft]').tap();
  await page.locator('[data-stage=draft]').waitFor();
  expect((await one.draft()).length).toBe(2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await one.starts();
  await one.enters(1, '1-0');
  await one.tab('log');
  const result = page.locator('.log li', { hasText: 'table 1: 1–0' });
  await result.locator('[data-undo-act]').tap();
  await page.locator('.log li.undone', { hasText: 'table 1: 1–0' }).waitFor();
  await one.tab('round');
  await one.table(1).locator('[data-result="1-0"]').waitFor();
});
