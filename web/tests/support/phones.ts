// Two phones beside two real boards, each in a browser of its own, and the arbiter at the desk.

import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { boardOf, type BoardId, type Seat } from '../../src/state/seats';
import { clockLink, secretsOf } from '../../src/wire/clockLink';
import type { NewMatchRequest } from '../../src/wire/messages';
import { LOW_PHONE, visitor } from './browser';
import { makeMatch } from './table';

declare global {
  interface Window {
    /** When fingers went down on halves, by the machine's own time. */
    downs: { seat: string; at: number }[];
    /** By how much a phone's time was moved on. */
    ahead: number;
  }
}

/** Runs in a page before anything else: all its clocks can be moved on, by the same time exactly on every phone. (A clock of
    Playwright's loses some milliseconds of its own with each move.) */
function hasten(): void {
  window.ahead = 0;
  const [now, wall] = [performance.now.bind(performance), Date.now.bind(Date)];
  performance.now = () => now() + window.ahead;
  Date.now = () => wall() + window.ahead;
  const stamp = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp')!.get!;
  Object.defineProperty(Event.prototype, 'timeStamp', {
    get(this: Event) {
      return (stamp.call(this) as number) + window.ahead;
    },
  });
}

export class Phones {
  readonly pages: Partial<Record<BoardId, Page>> = {};
  readonly contexts: BrowserContext[] = [];
  /** Whether the time of phones that scan from now on can be moved on. */
  hastens = false;
  /** What is done on such a phone before anything else. */
  before: (() => void) | undefined;

  private constructor(
    readonly browser: Browser,
    readonly url: string,
    readonly match: string,
    readonly link: string,
    readonly desk: string | undefined,
  ) {}

  static async make(browser: Browser, url: string, wanted: NewMatchRequest): Promise<Phones> {
    const { match, links } = await makeMatch(url, { boards: 'table', press: 'manual', ...wanted });
    return new Phones(browser, url, match, clockLink(match, secretsOf(links)), links.arbiter);
  }

  /** A phone that scans the code and says which board's clock it is; `url`: by a way of its own. */
  async scan(
    boards: 'one' | 'two' | 'both',
    options: BrowserContextOptions = {},
    url: string = this.url,
  ): Promise<Page> {
    const phone = { viewport: LOW_PHONE, hasTouch: true, isMobile: true, ...options };
    const context = await visitor(this.browser, url, '', phone);
    this.contexts.push(context);
    if (this.hastens) await context.addInitScript(hasten);
    if (this.before) await context.addInitScript(this.before);
    await context.addInitScript(() => {
      if (location.protocol === 'about:') return; // The empty page has no storage.
      // A reload forgets none.
      window.downs = JSON.parse(sessionStorage.getItem('downs') ?? '[]') as typeof window.downs;
      addEventListener(
        'pointerdown',
        (event) => {
          const seat = (event.target as Element).closest<HTMLElement>('[data-half]')?.dataset.half;
          if (seat) window.downs.push({ seat, at: performance.timeOrigin + event.timeStamp });
          sessionStorage.setItem('downs', JSON.stringify(window.downs));
        },
        true,
      );
    });
    const page = await context.newPage();
    await page.goto(this.link);
    await page.locator(`[data-choice=${boards}]`).tap();
    await page.locator('main.clock[data-linked=true]').waitFor();
    if (boards !== 'two') this.pages.A = page;
    if (boards !== 'one') this.pages.B = page;
    return page;
  }

  static async two(browser: Browser, url: string, wanted: NewMatchRequest): Promise<Phones> {
    const phones = await Phones.make(browser, url, wanted);
    await Promise.all([phones.scan('one'), phones.scan('two')]);
    return phones;
  }

  page(board: BoardId): Page {
    const page = this.pages[board];
    if (!page) throw new Error(`no phone for board ${board}`);
    return page;
  }

  /** Both are ready, and both Whites' clocks run. */
  async start(): Promise<void> {
    for (const page of new Set([this.page('A'), this.page('B')])) await page.locator('[data-start]').tap();
    await this.half('A').and(this.page('A').locator('.running')).waitFor();
    await this.half('B').and(this.page('B').locator('.running')).waitFor();
  }

  half(seat: Seat): Locator {
    return this.page(boardOf(seat)).locator(`[data-half=${seat}]`);
  }

  async left(seat: Seat): Promise<number> {
    return Number(await this.half(seat).getAttribute('data-left'));
  }

  /** Hits a half, and waits until the other one runs. */
  async press(seat: Seat): Promise<void> {
    await this.half(seat).tap({ position: { x: 60, y: 40 } });
  }

  async presses(...seats: Seat[]): Promise<void> {
    for (const seat of seats) {
      await this.half(seat)
        .and(this.page(boardOf(seat)).locator('.running'))
        .waitFor();
      await this.press(seat);
    }
  }

  /** So much time passes on both phones. */
  async pass(millis: number): Promise<void> {
    for (const page of new Set([this.page('A'), this.page('B')]))
      await page.evaluate((by) => void (window.ahead += by), millis);
  }

  /** What the book grants a player, chosen from the sheet at that player's side. */
  async act(seat: Seat, name: string): Promise<void> {
    const page = this.page(boardOf(seat));
    await page.locator(`[data-reach=${seat}] [data-open]`).tap();
    const act = page.locator(`[data-side=${seat}] [data-act="${name}"]`).first();
    await act.tap();
    // What ends something is asked for twice.
    if (['resign', 'offer_draw'].includes(name)) await act.tap();
  }

  async answer(seat: Seat, word: 'yes' | 'no'): Promise<void> {
    await this.page(boardOf(seat)).locator(`[data-side=${seat}] [data-answer=${word}]`).tap();
  }

  async stop(seat: Seat): Promise<void> {
    await this.page(boardOf(seat)).locator(`[data-reach=${seat}] [data-stop]`).tap();
  }

  async goOn(seat: Seat): Promise<void> {
    await this.page(boardOf(seat)).locator(`[data-reach=${seat}] [data-go-on]`).tap();
  }

  async result(board: BoardId = 'A'): Promise<string> {
    const shown = this.page(board).locator('[data-result]');
    await shown.waitFor();
    return (await shown.innerText()).split(' · ')[0]!;
  }

  async arbiter(): Promise<Page> {
    const context = await visitor(this.browser, this.url, 'Arbiter');
    this.contexts.push(context);
    const page = await context.newPage();
    await page.goto(this.desk!);
    await page.locator('.powers').waitFor();
    return page;
  }

  async events(): Promise<{ event: string; seat?: Seat; at: number }[]> {
    const answer = await fetch(`${this.url}/api/matches/${this.match}/events`);
    return ((await answer.json()) as { events: { event: string; seat?: Seat; at: number }[] }).events;
  }

  /** By how many milliseconds the times between presses, as the server has them, differ from those of the fingers. */
  async worst(board: BoardId): Promise<{ presses: number; off: number }> {
    const downs = (await this.page(board).evaluate(() => window.downs)).filter(
      (one) => one.seat.toUpperCase() === board,
    );
    const told = (await this.events()).filter((one) => one.event === 'completed' && boardOf(one.seat!) === board);
    if (downs.length !== told.length) throw new Error(`${downs.length} presses, ${told.length} heard`);
    const offs = downs.map((down, at) => Math.abs(down.at - downs[0]!.at - (told[at]!.at - told[0]!.at)));
    return { presses: told.length, off: Math.max(...offs) };
  }

  async close(): Promise<void> {
    await Promise.all(this.contexts.map((context) => context.close()));
  }
}
