// The pictures of docs/events.md: a small event in the middle of its day.

const NAMES = `Rooks & Co: Ann de Vries 1850, Bob Jansen 1720
Night Owls: Cas Peeters 1900, Dee Willems 1600
Castle 1: Eva Novotná 1750, Filip Dvořák 1500
The Pawns: Gert Bakker, Hans Visser
Sit Happens: Ina Smit, Jan Mulder
Castle 2: Kees Bos, Lea Vos
Flagfall: Mia Kok, Nils Berg
Drop Zone: Otto Lang, Pia Kurz
Two Knights: Quinn Hill, Rob Dale
Fork Lift: Uwe Roth, Vera Blau
Zugzwang: Wim Maas, Xenia Beek`;
const SCORES = [
  [1, 0],
  [0.5, 0.5],
  [0, 1],
  [1, 0],
  [0, 1],
];

export async function eventPictures(studio) {
  const post = async (path, body, secret) => {
    const answer = await fetch(studio.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(secret ? { authorization: `Bearer ${secret}` } : {}) },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  const made = await post('/api/events', {
    title: 'Saturday Cup',
    book: 'minerva',
    visible: 'public',
    place: 'Asten',
    entries: NAMES,
    desk: 'laptop 1',
  });
  let count = 0;
  const act = (command) =>
    post(`/api/events/${made.id}/commands`, { id: `p${(count += 1)}`, desk: 'laptop 1', command }, made.organiser);
  const view = async () => {
    const headers = { authorization: `Bearer ${made.organiser}` };
    return (await fetch(`${studio.url}/api/events/${made.id}`, { headers })).json();
  };
  const tab = (name, then) => async (page) => {
    await page.locator(`[data-tab=${name}]`).click();
    await page.locator(`[data-tab=${name}][aria-current]`).waitFor();
    await then?.(page);
  };
  const results = async (round, tables) => {
    for (const table of tables) {
      await act({
        command: 'result',
        round,
        table,
        leg: 0,
        entered: { match: SCORES[(round + table) % SCORES.length] },
      });
    }
  };
  const laptop = { size: 'laptop' };

  await studio.picture('event-new', '/events/new', '[data-entries]', {
    ...laptop,
    first: async (page) => {
      await page.locator('[data-entries]').fill(NAMES);
      await page.locator('[data-proposals] .card').first().waitFor();
    },
  });
  const { players } = await view();
  await act({ command: 'check-in', players: players.slice(0, 14).map((player) => player.id), here: true });
  await studio.picture('event-entries', made.link, '[data-tab]', { ...laptop, first: tab('entries') });
  for (const command of ['draft', 'publish', 'start']) await act({ command });
  await results(1, [1, 2, 3, 4, 5]);
  for (const command of ['close', 'draft']) await act({ command });
  await studio.picture('event-draft', made.link, '[data-stage=draft]', {
    ...laptop,
    first: (page) => page.locator('.draft summary').first().click(),
  });
  for (const command of ['publish', 'start']) await act({ command });
  await results(2, [1, 3]);
  await studio.picture('event-round', made.link, '.tables', laptop);
  await studio.picture('event-standings', made.link, '[data-tab]', {
    ...laptop,
    theme: 'light',
    first: tab('standings', (page) => page.locator('.standings').waitFor()),
  });
  await studio.picture('event-log', made.link, '[data-tab]', {
    ...laptop,
    first: tab('log', (page) => page.locator('.log li').first().waitFor()),
  });
  await studio.picture('event-slips', made.link, '[data-tab]', {
    ...laptop,
    theme: 'light',
    first: tab('print', (page) => page.locator('[data-paper=slips]').click()),
  });
  const { links } = await view();
  await studio.picture('event-player', links[2].link, '[data-me]', { size: 'phone', theme: 'light' });
  await studio.picture('event-watch', `/events/${made.id}`, '.public', { size: 'phone' });
  await boards(studio, post);
}

/** Openings for the tables of an online round, as far as they have come. */
const OPENINGS = [
  'A e2e4  a e7e5  B d2d4  b d7d5  A g1f3  a b8c6  B c2c4  b d5c4  A f3e5  a c6e5  B e2e4',
  'A d2d4  a g8f6  B e2e4  b c7c5  A c1g5  a e7e6  B g1f3  b d7d6  B d2d4  b c5d4',
  'A c2c4  B e2e4  b e7e6  B d2d4  b d7d5  B e4d5  b e6d5',
  'A e2e4  a d7d5  A e4d5  a d8d5  A b1c3  a d5a5',
];

/** An online round, as everybody sees it. */
async function boards(studio, post) {
  const made = await post('/api/events', { title: 'Net Cup', book: 'asten', venue: 'online', entries: NAMES });
  for (const command of ['draft', 'publish', 'start'])
    await post(`/api/events/${made.id}/commands`, { command: { command } }, made.organiser);
  const ask = async (path, secret) =>
    (
      await fetch(`${studio.url}/api/events/${made.id}${path}`, { headers: { authorization: `Bearer ${secret}` } })
    ).json();
  const tables = new Map();
  const { links } = await ask('', made.organiser);
  const seated = () => tables.size > 0 && [...tables.values()].every((table) => Object.keys(table.links).length === 4);
  // The server opens the tables of a round one after the other.
  while (!seated()) {
    for (const { link } of links) {
      const { seat } = await ask('/me', link.split('#')[1]);
      if (!seat) continue;
      const table = tables.get(seat.match) ?? { match: seat.match, links: {} };
      table.links[seat.seat] = seat.link;
      tables.set(seat.match, table);
    }
  }
  for (const [at, table] of [...tables.values()].entries()) {
    await studio.sit(table);
    for (const [seat, move] of (OPENINGS[at] ?? '').split('  ').map((one) => one.split(' '))) {
      if (move) await studio.act(table, seat, { do: 'move', move });
    }
  }
  await studio.picture('event-boards', `/events/${made.id}`, '[data-live] cg-board', {
    size: 'laptop',
    first: (page) => page.locator('[data-live] square.last-move').first().waitFor(),
  });
}
