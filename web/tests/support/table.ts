// Four players at a table, each in a browser of their own, who use the page as people do.

import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { bottomColor, boardOf, otherBoard, SEATS, teamOf, type BoardId, type Seat } from '../../src/state/seats';
import type { Links, NewMatchRequest } from '../../src/wire/messages';
import { visitor } from './browser';

export const NAMES: Record<Seat, string> = { A: 'Ann', a: 'Ben', B: 'Cid', b: 'Dee' };

export async function makeMatch(url: string, wanted: NewMatchRequest): Promise<{ match: string; links: Links }> {
  const answer = await fetch(`${url}/api/matches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wanted),
  });
  if (!answer.ok) throw new Error(`no match: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { match: string; links: Links };
}

/** One player's page. */
export class Player {
  constructor(
    readonly seat: Seat,
    readonly page: Page,
  ) {}

  board(board: BoardId): Locator {
    return this.page.locator(boardOf(this.seat) === board ? '.mine .board' : '.theirs .board');
  }

  /** Where a square is on this player's page. */
  async point(board: BoardId, square: string): Promise<{ x: number; y: number }> {
    const box = await this.board(board).boundingBox();
    if (!box) throw new Error(`board ${board} is not shown`);
    const size = box.width / 8;
    const file = square.charCodeAt(0) - 97;
    const rank = Number(square[1]) - 1;
    const white = bottomColor(teamOf(this.seat), board) === 'white';
    return { x: box.x + ((white ? file : 7 - file) + 0.5) * size, y: box.y + ((white ? 7 - rank : rank) + 0.5) * size };
  }

  async tap(square: string, board: BoardId = boardOf(this.seat)): Promise<void> {
    const { x, y } = await this.point(board, square);
    await this.page.mouse.click(x, y);
  }

  /** By two taps: `e2e4`, `N@f3`. */
  async move(uci: string): Promise<void> {
    await this.myTurn();
    if (uci[1] === '@') {
      const role = { Q: 'queen', R: 'rook', B: 'bishop', N: 'knight', P: 'pawn' }[uci[0]!];
      await this.page.locator(`[data-strip=${this.seat}] button[data-role=${role}]`).click();
      await this.tap(uci.slice(2, 4));
    } else {
      await this.tap(uci.slice(0, 2));
      await this.tap(uci.slice(2, 4));
    }
  }

  /** Until my clock is the one that runs on my board. */
  async myTurn(): Promise<void> {
    await this.page.locator(`[data-strip=${this.seat}] .clock.running`).waitFor();
  }

  act(name: string): Locator {
    return this.page.locator(`[data-act="${name}"]`).first();
  }

  /** Presses an act, twice where it asks to be sure; on a phone it may be in the menu. */
  async press(name: string): Promise<void> {
    const button = this.act(name);
    await button.waitFor({ state: 'attached' });
    if (!(await button.isVisible())) await this.page.locator('[data-more]').click();
    await button.click();
    if (['resign', 'offer_draw', 'call_arbiter'].includes(name)) await button.click();
  }

  async sees(san: string, times = 1): Promise<void> {
    await this.page
      .locator('.moves td span', { hasText: new RegExp(`^${san.replace(/[+#]/g, '\\$&')}$`) })
      .nth(times - 1)
      .waitFor({ state: 'attached' });
  }

  async result(): Promise<string> {
    const card = this.page.locator('[data-result]');
    await card.waitFor();
    return (await card.getAttribute('data-result')) ?? '';
  }
}

export class Four {
  private constructor(
    readonly match: string,
    readonly links: Links,
    readonly players: Record<Seat, Player>,
    readonly contexts: BrowserContext[],
  ) {}

  static async sit(
    browser: Browser,
    url: string,
    wanted: NewMatchRequest,
    options: Partial<Record<Seat, BrowserContextOptions>> = {},
  ): Promise<Four> {
    const { match, links } = await makeMatch(url, wanted);
    const contexts: BrowserContext[] = [];
    const entries = await Promise.all(
      SEATS.map(async (seat) => {
        const context = await visitor(browser, url, NAMES[seat], options[seat]);
        contexts.push(context);
        const page = await context.newPage();
        await page.goto(links[seat]);
        return [seat, new Player(seat, page)] as const;
      }),
    );
    return new Four(match, links, Object.fromEntries(entries) as Record<Seat, Player>, contexts);
  }

  /** All four say that they are ready. */
  async start(): Promise<void> {
    await Promise.all(
      SEATS.map(async (seat) => {
        const { page } = this.players[seat];
        await page.locator('[data-ready]').click();
      }),
    );
    await Promise.all(SEATS.map((seat) => this.players[seat].page.locator('.mine .board cg-board').waitFor()));
  }

  /** `A e2e4`, one after the other. */
  async play(...moves: string[]): Promise<void> {
    for (const move of moves) {
      const [seat, uci] = move.split(' ') as [Seat, string];
      await this.players[seat].move(uci);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.contexts.map((context) => context.close()));
  }
}

export { otherBoard };
