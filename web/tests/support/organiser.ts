// Somebody who runs an event and uses the pages as people do.

import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { faults, launch, visitor } from './browser';
import { TestServer } from './server';

const NAMES = [
  'Rooks & Co: Ann de Vries 1850, Bob Jansen 1720',
  'Night Owls: Cas Peeters 1900, Dee Willems 1600',
  'Castle 1: Eva Novotná 1750, Filip Dvořák 1500',
  'The Pawns: Gert Bakker, Hans Visser',
  'Sit Happens: Ina Smit, Jan Mulder',
  'Castle 2: Kees Bos, Lea Vos',
  'Flagfall: Mia Kok, Nils Berg',
  'Drop Zone: Otto Lang, Pia Kurz',
  'Two Knights: Quinn Hill, Rob Dale',
  'Holanďani Praha a okolí: Stanislav Procházka, Tereza Svobodová',
  'Fork Lift: Uwe Roth, Vera Blau',
  'Zugzwang: Wim Maas, Xenia Beek',
  'Bughouse Bandits: Yara Post, Zoë Vink',
  'Queens Only: Alma Graf, Bea Lenz',
  'En Passant: Cem Kaya, Dirk Prins',
  'Late Knights: Ella Moon, Fred Sun',
];

/** So many teams, one a line; beyond the first sixteen the names get a number. */
export const pasted = (teams: number): string =>
  Array.from({ length: teams }, (_, at) => {
    const [team = '', players = ''] = NAMES[at % NAMES.length]!.split(': ');
    const again = Math.floor(at / NAMES.length);
    if (!again) return `${team}: ${players}`;
    const others = players.split(', ').map((name) => `${name.replace(/ \d+$/, '')} the ${again + 1}th`);
    return `${team} ${again + 1}: ${others.join(', ')}`;
  }).join('\n');

/** What a result button is called. */
export type Score = '1-0' | '0.5-0.5' | '0-1';
/** Some of everything, the same in each run. */
export const scoreFor = (round: number, table: number): Score =>
  (['1-0', '0-1', '1-0', '0.5-0.5', '0-1'] as const)[(round * 3 + table) % 5]!;

export class Organiser {
  constructor(readonly page: Page) {}

  /** From the front page to the form, names in it. */
  async writes(names: string, book = 'minerva'): Promise<void> {
    await this.page.goto('/');
    await this.page.locator('[data-run-event]').click();
    await this.page.locator('[data-entries]').fill(names);
    if (book !== 'minerva') await this.page.locator('[data-book]').selectOption(book);
  }

  /** The first round is drafted and waits to be looked at. */
  async creates(): Promise<string> {
    await this.page.locator('[data-proposals] .card').first().waitFor();
    await this.page.locator('[data-create]').click();
    await this.page.locator('[data-stage=draft]').waitFor();
    return this.id();
  }

  id(): string {
    return new URL(this.page.url()).pathname.split('/')[2]!;
  }

  async tab(name: string): Promise<void> {
    await this.page.locator(`[data-tab=${name}]`).click();
    await this.page.locator(`[data-tab=${name}][aria-current=page]`).waitFor();
  }

  async starts(): Promise<void> {
    await this.page.locator('[data-step=publish-start]').click();
    await this.page.locator('[data-stage=running]').waitFor();
  }

  table(number: number): Locator {
    return this.page.locator(`.tables [data-table="${number}"]`);
  }

  tables(): Promise<number> {
    return this.page.locator('.tables [data-table]').count();
  }

  async enters(table: number, score: Score): Promise<void> {
    await this.table(table).locator(`[data-result="${score}"]`).click();
    await this.table(table).locator('[data-score]').waitFor();
  }

  /** Where both games count. */
  async entersGames(table: number, first: Score, second: Score): Promise<void> {
    await this.table(table).locator(`[data-result="1 ${first}"]`).click();
    await this.table(table).locator(`[data-result="2 ${second}"]`).click();
    await this.table(table).locator('[data-score]').waitFor();
  }

  /** All results that are missing. */
  async entersAll(round: number): Promise<void> {
    for (let table = 1; table <= (await this.tables()); table += 1) {
      if ((await this.table(table).locator('[data-score]').count()) === 0) {
        await this.enters(table, scoreFor(round, table));
      }
    }
  }

  /** The running round is closed and the next one drafted. */
  async pairsNext(): Promise<void> {
    await this.page.locator('[data-step=close-draft]').click();
    await this.page.locator('[data-stage=draft]').waitFor();
  }

  /** What stands in the draft: names, the first-named first. */
  draft(): Promise<string[][]> {
    return this.page
      .locator('.draft > [data-table]')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll<HTMLElement>('[data-team]')].map((team) => team.dataset.team ?? '')),
      );
  }

  async organiserLink(): Promise<string> {
    const kept = await this.page.evaluate(() => localStorage.getItem('tandem.events') ?? '[]');
    const [{ id, secret }] = JSON.parse(kept) as [{ id: string; secret: string }];
    return `/events/${id}#${secret}`;
  }
}

/** The pages of a PDF, each with its size in points. */
export function pdfPages(pdf: Buffer): { width: number; height: number }[] {
  const boxes = pdf.toString('latin1').matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g);
  return [...boxes].map(([, width, height]) => ({ width: Number(width), height: Number(height) }));
}

const LAPTOP = { viewport: { width: 1280, height: 720 } };

/** A server of its own for a file of tests (one address may make only so many events), and visitors who leave after each. */
export class Hall {
  #browser: Browser | undefined;
  #server: TestServer | undefined;
  readonly #contexts: BrowserContext[] = [];

  constructor() {
    beforeAll(async () => {
      this.#browser = await launch();
      if (!process.env.TANDEM_URL) this.#server = await TestServer.open();
    });
    afterAll(async () => {
      await this.#browser?.close();
      await this.#server?.close();
    });
    afterEach(async () => {
      await Promise.all(this.#contexts.splice(0).map((context) => context.close()));
      expect(faults.splice(0)).toEqual([]);
    });
  }

  get url(): string {
    return process.env.TANDEM_URL ?? this.server.url;
  }

  get server(): TestServer {
    if (!this.#server) throw new Error('the server is somebody else’s');
    return this.#server;
  }

  /** Somebody with a browser of their own, at a laptop unless said otherwise. */
  async visitor(options: BrowserContextOptions = LAPTOP): Promise<Page> {
    const context = await visitor(this.#browser!, this.url, '', options);
    this.#contexts.push(context);
    return context.newPage();
  }

  async organiser(options: BrowserContextOptions = LAPTOP): Promise<Organiser> {
    return new Organiser(await this.visitor(options));
  }
}
