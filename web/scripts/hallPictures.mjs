// The pictures of docs/hall.md: phones at a table, an arbiter's, and the wall, of an event whose first round is on.

const NAMES = `Rooks & Co: Ann de Vries, Bob Jansen
Night Owls: Cas Peeters, Dee Willems
Castle 1: Eva Novotná, Filip Dvořák
The Pawns: Gert Bakker, Hans Visser
Sit Happens: Ina Smit, Jan Mulder
Castle 2: Kees Bos, Lea Vos
Flagfall: Mia Kok, Nils Berg
Drop Zone: Otto Lang, Pia Kurz`;

/** A phone that is laid beside its board, or a tablet between both, and pressed once. */
async function pressed(page, choice) {
  await page.locator(`[data-choice=${choice}]`).click();
  const start = page.locator('[data-start]');
  const running = page.locator('[data-half].running');
  // In a review the match goes on from one picture to the next.
  await start.or(running.first()).first().waitFor();
  if (await start.count()) await start.click();
  await page.locator('main.clock[data-linked=true]').waitFor();
  await running.first().click({ position: { x: 60, y: 40 } });
  await page.locator('[data-trouble]:empty').waitFor({ state: 'attached' });
}

/** What was played at the boards of the score sheet, and pressed. */
const NOTED = `A e2e4  B d2d4  a e7e5  b d7d5  A g1f3  B c2c4  a b8c6  b d5c4  A f1c4  B e2e4  a g8f6  b g8f6
A f3g5  B b1c3  a d7d5  b b8c6  A e4d5  B f1c4  a f6d5  b c8g4  A g5f7  a e8f7`;

/** The score sheet of two real boards in the middle of a match, as a third phone and a laptop show it. */
async function scoreSheets(studio, ask) {
  const made = await studio.played({ book: 'sscr', boards: 'table', press: 'manual' }, '');
  const { link, secret } = await ask(`/api/matches/${made.match}/sheet/key`, made.links.A.split(':').at(-1), {});
  const written = { A: 0, B: 0 };
  for (const one of NOTED.split(/\s{2,}|\n/)) {
    const [seat, move] = one.split(' ');
    await studio.act(made, seat, { do: 'press' });
    const board = seat.toUpperCase();
    await ask(`/api/matches/${made.match}/sheet`, secret, { board, place: written[board], move });
    written[board] += 1;
  }
  const first = '[data-score=A][data-written] piece';
  await studio.picture('hall-record', link, first, { size: 'phone', theme: 'light' });
  await studio.picture('hall-record-both', link, first, { size: 'laptop' });
}

export async function hallPictures(studio) {
  const ask = async (path, secret, body) => {
    const answer = await fetch(studio.url + path, {
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      headers: { 'content-type': 'application/json', ...(secret ? { authorization: `Bearer ${secret}` } : {}) },
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  const wish = { title: 'Saturday Cup', book: 'sscr', entries: NAMES, desk: 'laptop 1' };
  const { id, organiser } = await ask('/api/events', undefined, wish);
  const act = (command, secret = organiser) => ask(`/api/events/${id}/commands`, secret, { desk: 'Vera', command });
  for (const command of ['draft', 'publish', 'start']) await act({ command });
  const view = await ask(`/api/events/${id}`, organiser);
  const secretOf = (table) => view.cards[table - 1].link.split('#')[1];
  const sideOf = (table, side) => view.rounds[0].pairings[table - 1].sides[side].boards[0];
  const place = (table) => ({ round: 1, table });
  const say = (table, side, score) =>
    act(
      { command: 'report', ...place(table), leg: 0, player: sideOf(table, side), entered: { match: score } },
      secretOf(table),
    );
  const call = (table, about) =>
    act({ command: 'call', ...place(table), player: sideOf(table, 0), about }, secretOf(table));
  await say(1, 0, [1, 0]);
  await say(2, 0, [1, 0]);
  await say(2, 1, [1, 0]);
  const { act: first } = await call(3, 'illegal');
  await call(4, 'flag');
  await act({ command: 'take-call', call: first.number, anyway: false }, view.arbiter);

  await studio.picture('hall-table', view.cards[0].link, '[data-who]', {
    size: 'phone',
    theme: 'light',
    first: (page) => page.locator(`[data-who="${sideOf(1, 1)}"]`).click(),
  });
  await studio.picture('hall-arbiter', `/events/${id}/arbiter#${view.arbiter}`, '[data-arbiter-name]', {
    size: 'phone',
    first: async (page) => {
      await page.locator('[data-arbiter-name]').fill('Vera');
      await page.locator('[data-begin]').click();
      await page.locator('.waits').first().waitFor();
    },
  });
  await studio.picture('hall-wall', `/events/${id}/wall#${view.screen}`, '[data-scene=pairings]', { size: 'wide' });
  // The double clock of a table: board 1's phone in the middle of a match, upright and on its side; then one tablet for both boards.
  for (const [name, size, theme, table] of [
    ['hall-clock', 'phone', 'light', 3],
    ['hall-clock-side', 'side', 'dark', 4],
  ]) {
    const clocks = await ask(`/api/events/${id}/table/clocks`, secretOf(table), {});
    const link = `/clock/${clocks.match}#clocks:${Object.entries(clocks.secrets)
      .map(([seat, secret]) => `${seat}.${secret}`)
      .join(',')}`;
    const other = await studio.browser.newPage({ baseURL: studio.url });
    await other.goto(link);
    await other.locator('[data-choice=two]').click();
    await other.locator('[data-start]').click();
    await studio.picture(name, link, '[data-choice=one]', { size, theme, first: (page) => pressed(page, 'one') });
    await other.close();
  }
  const made = await studio.make({ book: 'sscr', boards: 'table', press: 'manual' });
  const seats = Object.entries(made.links).filter(([seat]) => 'AaBb'.includes(seat));
  const both = seats.map(([seat, link]) => `${seat}.${link.split(':').at(-1)}`).join(',');
  await studio.picture('hall-clock-tablet', `/clock/${made.match}#clocks:${both}`, '[data-choice=both]', {
    size: 'tablet',
    theme: 'light',
    first: (page) => pressed(page, 'both'),
  });
  await scoreSheets(studio, ask);
  await studio.picture('hall-trust', '/trust', 'h1', {
    size: 'phone',
    theme: 'light',
    // The page of a server that was started with --tls.
    first: async (page) => {
      await page.route('**/api/tls', (route) => route.fulfill({ json: { own: true } }));
      await page.reload();
      await page.locator('[data-root]').waitFor();
    },
  });
}
