// Takes the pictures of docs/pictures from a real server with a real match in the middle of play.
//
//   npm run pictures                     the pictures of the documents
//   npm run pictures -- --to FOLDER      the same into another folder, as a test does
//   npm run pictures -- --review FOLDER  every page, at eight sizes from a projector to a low phone, dark and light
//   … --only NAME                        just the pages whose name begins so; with --review also … --sizes low,side  just these sizes
//   npm run pictures -- --url URL        from a server that runs already (Vite's, while working on a page)
//
// Needs target/debug/tandem (or TANDEM_BIN) with the pages built in, and Chromium (or CHROMIUM).
// The match is played over the protocol by four seats; then real pages open their links.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { executablePath } from './chromium.mjs';
import { eventPictures } from './eventPictures.mjs';
import { hallPictures } from './hallPictures.mjs';

const HERE = new URL('.', import.meta.url).pathname;
const DOCUMENTS = join(HERE, '../../docs/pictures');
const BINARY = process.env.TANDEM_BIN ?? join(HERE, '../../target/debug/tandem');

const SIZES = {
  desktop: [1440, 900],
  wide: [1920, 1080],
  laptop: [1280, 720],
  flat: [1366, 650],
  tablet: [820, 1180],
  phone: [390, 844],
  low: [360, 640],
  side: [844, 390],
};
const MOUSE = ['desktop', 'wide', 'laptop', 'flat'];
const SEATS = ['A', 'a', 'B', 'b'];
const NAMES = { A: 'Anna', a: 'Marek', B: 'Pieter', b: 'Jana' };

const BOARD = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -';
/** The initial position with time already used. */
const LATE = `${BOARD} 214 187 | ${BOARD} 236 171`;
const SHORT = `${BOARD} 16.4 48 | ${BOARD} 31 9.2`;

const MIDDLE = `
  A e2e4  B d2d4  a e7e5  b d7d5  A g1f3  B c2c4  a b8c6  b d5c4  A f1c4  B e2e4  a g8f6  b g8f6
  A f3g5  B e4e5  a d7d5  b f6d5  A e4d5  B f1c4  a f6d5  b d5b6  A g5f7  B c4b3  a e8f7  b b8c6
  A d1f3  B g1f3  a f7e6  b c8g4  A b1c3  B b3f7  a c6b4  b e8f7  A a2a3  B f3g5  a b4c2  b f7e8
  A e1d1  B d1g4  a c2a1  b c6d4  A c3d5  B e1g1  a e6d6  b h7h6
`;
const SCHOLAR = 'B d2d4  A e2e4  a e7e5  A f1c4  a b8c6  A d1h5  a g8f6  A h5f7';

/** The same moves as a file has them, with the clocks of those who made them; one player sits on each board. */
const PLAYED = (() => {
  const boards = {
    A: 'e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Nxd5 Nxf7 Kxf7 Qf3+ Ke6 Nc3 Nb4 a3 Nxc2+ Kd1 Nxa1 Nxd5 Kd6',
    B: 'd4 d5 c4 dxc4 e4 Nf6 e5 Nd5 Bxc4 Nb6 Bb3 Nc6 Nf3 Bg4 Bxf7+ Kxf7 Ng5+ Ke8 Qxg4 Nxd4 O-O h6',
  };
  const waits = { A: [2, 3, 5, 4, 6, 3, 8, 2, 4, 19, 3], B: [3, 2, 4, 3, 5, 7, 2, 6, 16, 3, 5] };
  const told = Object.entries(boards).flatMap(([board, text]) => {
    let at = 0;
    const left = [180, 180];
    return text.split(' ').map((san, half) => {
      const taken = waits[board][half % waits[board].length];
      at += taken;
      left[half % 2] -= taken;
      const seat = half % 2 ? board.toLowerCase() : board;
      return { at, line: `${Math.floor(half / 2) + 1}${seat}. ${san} {${left[half % 2]}.0}` };
    });
  });
  const tags = '[Event "Club evening"][WhiteA "Anna"][BlackA "Marek"][WhiteB "Pieter"][BlackB "Jana"]';
  const lines = told.toSorted((one, other) => one.at - other.at).map(({ line }) => line);
  return `${tags}[TimeControl "180"][Result "1-0"]\n\n${lines.join('\n')}\n{Marek resigns} 1-0\n`;
})();

const moves = (text) =>
  text
    .trim()
    .split(/\s{2,}|\n\s*/)
    .map((one) => one.trim().split(' '));

async function freePort() {
  const probe = createServer();
  await new Promise((ready) => probe.listen(0, '127.0.0.1', ready));
  const { port } = probe.address();
  await new Promise((closed) => probe.close(closed));
  return port;
}

/** Starts a server of its own; `close` ends it and takes its data away. */
async function ownServer() {
  const data = mkdtempSync(join(tmpdir(), 'tandem-pictures-'));
  const listen = `127.0.0.1:${await freePort()}`;
  const child = spawn(BINARY, ['serve', '--listen', listen, '--data', data], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://${listen}`;
  while (
    !(await fetch(`${url}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error('tandem serve ended');
    await new Promise((later) => setTimeout(later, 50));
  }
  const close = () =>
    new Promise((ended) => {
      child.once('exit', () => {
        rmSync(data, { recursive: true, force: true });
        ended();
      });
      child.kill('SIGTERM');
    });
  return { url, close };
}

/** Runs in a page: four seats that speak the protocol. */
function seatsInPage() {
  const sockets = {};
  const waiting = new Map();
  const starts = new Map();
  let last = Date.now();
  window.sit = (match, seat, secret, name) =>
    new Promise((seated) => {
      const socket = new WebSocket(`ws://${location.host}/ws`);
      sockets[match + seat] = socket;
      socket.onopen = () =>
        socket.send(JSON.stringify({ type: 'hello', version: 2, match, role: 'seat', seat, secret, name }));
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.type === 'snapshot') seated();
        if (message.state?.phase === 'playing') starts.get(match + seat)?.();
        if (message.type === 'refused') waiting.get(message.id)?.(message.reason);
        if (message.type === 'ack') waiting.get(message.id)?.();
        if (message.type === 'update' && message.ack !== undefined) waiting.get(message.ack)?.();
      };
    });
  /** Until the match has started for this seat. */
  window.ready = (match, seat) =>
    new Promise((started) => {
      starts.set(match + seat, started);
      sockets[match + seat].send(JSON.stringify({ type: 'ready', on: true }));
    });
  window.act = (match, seat, act) =>
    new Promise((done, failed) => {
      const id = (last = Math.max(Date.now(), last + 1));
      waiting.set(id, (why) => (why ? failed(new Error(`${seat} ${JSON.stringify(act)}: ${why}`)) : done()));
      sockets[match + seat].send(JSON.stringify({ type: 'act', id, act }));
    });
}

class Studio {
  constructor(browser, url, folder) {
    Object.assign(this, { browser, url, folder });
  }

  static async open(url, folder) {
    mkdirSync(folder, { recursive: true });
    const args = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
    ];
    const browser = await chromium.launch({ executablePath, args });
    const studio = new Studio(browser, url, folder);
    studio.hands = await browser.newPage({ baseURL: url });
    await studio.hands.goto('/api/books');
    await studio.hands.evaluate(seatsInPage);
    return studio;
  }

  async make(wanted) {
    const answer = await fetch(`${this.url}/api/matches`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(wanted),
    });
    if (!answer.ok) throw new Error(await answer.text());
    const { match, links } = await answer.json();
    return { match, links };
  }

  async sit({ match, links }, seats = SEATS) {
    for (const seat of seats) {
      const secret = links[seat].split(':').at(-1);
      await this.hands.evaluate(([m, s, k, n]) => sit(m, s, k, n), [match, seat, secret, NAMES[seat]]);
    }
  }

  async act({ match }, seat, act) {
    await this.hands.evaluate(([m, s, a]) => window.act(m, s, a), [match, seat, act]);
  }

  /** A match whose four are there, with these moves made. */
  async played(wanted, text) {
    const made = await this.make(wanted);
    await this.sit(made);
    await Promise.all(SEATS.map((seat) => this.hands.evaluate(([m, s]) => ready(m, s), [made.match, seat])));
    for (const [seat, move] of text ? moves(text) : []) await this.act(made, seat, { do: 'move', move });
    return made;
  }

  async page(size, theme, name = NAMES.A) {
    const [width, height] = SIZES[size];
    const page = await this.browser.newPage({
      baseURL: this.url,
      viewport: { width, height },
      locale: 'en-GB',
      colorScheme: theme,
      reducedMotion: 'reduce',
      hasTouch: !MOUSE.includes(size),
    });
    await page.addInitScript((who) => {
      localStorage.setItem('tandem.preferences', JSON.stringify({ name: who, sound: false }));
    }, name);
    return page;
  }

  /** Takes a picture of a path; for a review at every size and scheme. */
  async picture(name, path, shown, more = {}) {
    if (!this.looks) return this.take(name, path, shown, more);
    for (const { size, theme } of this.looks)
      await this.take(`${name}-${size}-${theme}`, path, shown, { ...more, size, theme });
  }

  /** Opens a path, waits until `shown` is there, does `first`, and takes the picture. */
  async take(name, path, shown, { size = 'desktop', theme = 'dark', whole = false, first } = {}) {
    if (!only.some((one) => name.startsWith(one))) return;
    const page = await this.page(size, theme);
    await page.goto(path);
    await page.locator(shown).first().waitFor();
    await first?.(page);
    // The first answers come while the page is still being made; a picture shows the line as it is afterwards.
    if (await page.locator('.latency').count())
      await page
        .locator('.latency', { hasText: /^\d\d? ms$/ })
        .waitFor({ state: 'attached', timeout: 15_000 })
        .catch(() => console.error(`${name}: the line is slow`));
    // The face of the letters comes after all else; two frames later boards have taken their new sizes.
    await page.evaluate(() => document.fonts.ready);
    await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))));
    await page.screenshot({ path: join(this.folder, `${name}.png`), fullPage: whole });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) console.error(`${name}: ${wide} px wider than the screen`);
    await page.close();
  }
}

/** Where a knight has just come over from the other board. */
const lateInTheLesson = async (page) => {
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowRight');
};

/** A file in the middle of its replay. */
const inTheReplay = async (page) => {
  const file = { name: 'club.bpgn', mimeType: 'text/plain', buffer: Buffer.from(PLAYED) };
  await page.locator('.drop input').setInputFiles(file);
  await page.locator('.sheet button').first().waitFor();
  for (let step = 0; step < 34; step += 1) await page.keyboard.press('ArrowRight');
};

async function documents(studio) {
  const open = await studio.make({ book: 'stein', public: true, title: 'Club evening' });
  await studio.sit(open, ['A', 'b']);
  await studio.make({ book: 'asten', public: true }).then((made) => studio.sit(made, ['A', 'a', 'B']));
  await studio.played({ book: 'sscr', public: true }, 'A e2e4  a e7e5');
  const match = await studio.played({ book: 'asten', position: LATE, arbiter: true }, MIDDLE);
  await studio.act(match, 'b', { do: 'say', say: { need: 'N' } });
  const over = await studio.played({ book: 'asten' }, SCHOLAR);
  await studio.picture('home', '/', '.person');
  await studio.picture('home-phone', '/', '.person', { size: 'phone', theme: 'light' });
  await studio.picture('lesson', '/what-is-bughouse', 'piece', { first: lateInTheLesson });
  await studio.picture('new-match', '/new', '.books .card >> nth=4');
  await studio.picture('lobby', open.links.A, '.seats', { theme: 'light' });
  await studio.picture('desk', match.links.arbiter, '.powers');
  await studio.picture('table-phone', match.links.A, '.mine piece', { size: 'phone' });
  await studio.picture('table-low-phone', match.links.A, '.mine piece', { size: 'low', theme: 'light' });
  await studio.picture('table-side', match.links.A, '.mine piece', { size: 'side' });
  await studio.picture('table-tablet', match.links.A, '.mine piece', { size: 'tablet', theme: 'light' });
  await studio.picture('table-laptop', match.links.A, '.mine piece', { size: 'laptop' });
  await studio.picture('table-desktop', match.links.A, '.mine piece');
  await studio.picture('watch', match.links.spectator, '.mine piece', { size: 'wide' });
  await studio.picture('result', over.links.A, '.result', { size: 'phone' });
  await studio.picture('replay', '/replay', '.drop', { theme: 'light', first: inTheReplay });
  await studio.picture('rules', '/rules/stein', '.articles li >> nth=5');
  if (wanted('event')) await eventPictures(studio);
  if (wanted('hall')) await hallPictures(studio);
}

/** Opens the promotion of a pawn that takes its piece from the other board. */
const promote = async (page) => {
  const box = await page.locator('.mine .board').boundingBox();
  const tap = (file, rank) =>
    page.mouse.click(box.x + (file + 0.5) * (box.width / 8), box.y + (7.5 - rank) * (box.width / 8));
  await tap(0, 6);
  await tap(0, 7);
};

async function review(studio) {
  const DOOR = `7k/P7/8/8/8/8/8/K7 w - - 90 80 | ${BOARD} 70 60`;
  const SPENT = `${BOARD} 100 90 | ${BOARD} 80 70`;
  const open = await studio.make({ book: 'stein', public: true, title: 'Club evening' });
  await studio.sit(open, ['A', 'b']);
  const middle = await studio.played({ book: 'asten', position: LATE, public: true, arbiter: true }, MIDDLE);
  const over = await studio.played({ book: 'asten', public: true }, SCHOLAR);
  for (const size of sizes) {
    for (const theme of themes) {
      const take = async (name, link, shown, more = {}) => {
        const full = `${name}-${size}-${theme}`;
        if (!only.some((one) => full.startsWith(one))) return;
        const path = typeof link === 'string' ? link : await link();
        await studio.take(full, path, shown, { size, theme, ...more });
      };
      /** A match of its own, because its clocks run. */
      const fresh = (wanted, text, seat) => async () => (await studio.played(wanted, text)).links[seat];
      /** A player of minerva who has captured a pawn and a knight and keeps them. */
      const holding = async () => {
        const made = await studio.played({ book: 'minerva', position: SPENT }, '');
        await studio.act(made, 'A', { do: 'hold', on: true });
        for (const [seat, move] of moves('A e2e4  a d7d5  A e4d5  a g8f6  A b1c3  a f6d5  A c3d5')) {
          await studio.act(made, seat, { do: 'move', move });
        }
        return made.links.A;
      };
      const small = size === 'phone' || size === 'low';
      await take('home', '/', '.person', { whole: true });
      await take('lesson', '/what-is-bughouse', 'piece', { first: lateInTheLesson });
      await take('new', '/new', '.books .card >> nth=4', { whole: true });
      await take('lobby', open.links.A, '.seats');
      await take('middle', middle.links.A, '.mine piece');
      await take('watch', middle.links.spectator, '.mine piece');
      await take('swapped', middle.links.A, '.mine piece', { first: (page) => small && page.locator('.swap').click() });
      await take('short', fresh({ book: 'sscr', position: SHORT, press: 'manual' }, 'A e2e4', 'A'), '.mine piece');
      await take('fell', fresh({ book: 'asten', position: `${BOARD} 1 48 | ${BOARD} 31 9` }, '', 'a'), '.clock.fallen');
      await take('over', over.links.A, '.result');
      await take('acts', fresh({ book: 'minerva', input: 'open', position: SPENT }, 'A e2e5', 'a'), '.mine piece');
      await take('menu', fresh({ book: 'sscr', position: SPENT }, '', 'A'), '.mine piece', {
        first: (page) => small && page.locator('[data-more]').click(),
      });
      // On its side the pieces wait in the menu.
      const kept = (page) => page.locator('[data-act=pass]').first().waitFor({ state: 'attached' });
      await take('holds', holding, '.mine piece', { first: kept });
      await take('takes', fresh({ book: 'stein', position: DOOR }, '', 'A'), '.mine piece', { first: promote });
      await take('roles', fresh({ book: 'asten', position: DOOR }, '', 'A'), '.mine piece', { first: promote });
      await take('desk', middle.links.arbiter, '.powers', { whole: true });
      await take('replay', `/replay/${over.match}`, '.sheet button', { whole: true });
      await take('rules', '/rules/stein', '.articles li >> nth=5');
      await take('compare', '/rules', '.matrix tbody tr >> nth=5');
      await take('clock', '/clock', 'h1', { whole: true });
      await take('events', '/events', 'h1', { whole: true });
    }
  }
  studio.looks = sizes.flatMap((size) => themes.map((theme) => ({ size, theme })));
  if (wanted('event')) await eventPictures(studio);
  if (wanted('hall')) await hallPictures(studio);
}

const given = (flag) => {
  const at = process.argv.indexOf(flag);
  return at < 0 ? undefined : process.argv[at + 1];
};
const folder = given('--review');
const only = (given('--only') ?? '').split(',');
/** Whether any picture whose name begins so is to be taken. */
const wanted = (what) => only.some((one) => one.startsWith(what) || what.startsWith(one));
const sizes = given('--sizes')?.split(',') ?? Object.keys(SIZES);
const themes = given('--themes')?.split(',') ?? ['dark', 'light'];
const url = given('--url');
const server = url ? { url, close: async () => {} } : await ownServer();
const studio = await Studio.open(server.url, folder ?? given('--to') ?? DOCUMENTS);
try {
  await (folder ? review(studio) : documents(studio));
} finally {
  await studio.browser.close();
  await server.close();
}
