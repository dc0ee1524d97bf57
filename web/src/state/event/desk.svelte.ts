// An event as a page has it: the latest view, what was refused last, what can be undone, and whether all is live.

import type { Act, Coded, Command, EventView, MatchPlace } from '../../wire/event';
import { command, EventError, readEvent } from '../../wire/eventHttp';
import { EventSocket, type Live } from '../../wire/eventLine';
import { LiveBoards } from './boards.svelte';
import { Names } from './names';
import { permitsAnyway } from './draft';

/** What was refused, with the command that may be given again anyway. */
export interface Refused {
  coded: Coded;
  message: string;
  article?: string;
  anyway?: Command;
  /** At which match, so that the reason stands where it was asked. */
  at?: MatchPlace;
}

/** An id for each command, so that one which was sent twice is done once. */
const freshId = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 12)}`;
const PATIENT_TRIES = 6;

export class EventDesk {
  view = $state.raw<EventView>();
  live = $state<Live>('connecting');
  /** No such event, or not for us. */
  missing = $state(false);
  refused = $state.raw<Refused>();
  /** Something is on its way to the server. */
  busy = $state(0);
  /** What this laptop did last. */
  last = $state.raw<Act>();
  /** Counts reminders: a round was published or opened. */
  reminded = $state(0);
  /** How far the server's clock is ahead of ours. */
  #ahead = 0;
  #socket: EventSocket;
  #reading: Promise<void> | undefined;
  #wanted = 0;

  /** The boards of the round that somebody looks at. */
  readonly boards = new LiveBoards((tables) => this.#socket.watch(tables));

  readonly names = $derived(this.view ? new Names(this.view) : undefined);

  constructor(
    readonly id: string,
    readonly secret: string | undefined,
    readonly desk: string,
  ) {
    this.#socket = new EventSocket(id, secret, {
      changed: (version) => this.#want(version),
      reminder: () => (this.reminded += 1),
      live: (state) => (this.live = state),
      boards: (tables, now) => this.boards.heard(tables, now),
    });
  }

  open(): void {
    this.#socket.open();
    void this.#read();
  }

  close(): void {
    this.#socket.close();
  }

  wake(): void {
    this.#socket.wake();
  }

  /** The server's time. */
  now(): number {
    return Date.now() + this.#ahead;
  }

  get organises(): boolean {
    return this.view?.you === 'organiser';
  }

  /** Does something; says whether it was done. What was refused is in `refused`. */
  async do(asked: Command, at?: MatchPlace): Promise<boolean> {
    const { secret } = this;
    if (!secret) return false;
    this.busy += 1;
    this.refused = undefined;
    try {
      const done = await this.#patiently(asked, secret);
      this.last = done.act;
      await this.#want(done.version);
      return true;
    } catch (error) {
      this.refuse(error, asked, at);
      return false;
    } finally {
      this.busy -= 1;
    }
  }

  /** One after the other, until one is refused. */
  async doAll(...asked: Command[]): Promise<boolean> {
    for (const one of asked) if (!(await this.do(one))) return false;
    return true;
  }

  refuse(error: unknown, asked?: Command, at?: MatchPlace): void {
    const known = error instanceof EventError;
    const coded = known ? error.coded : { code: 'unreachable' };
    this.refused = {
      coded,
      message: known ? error.message : '',
      ...(known && error.article ? { article: error.article } : {}),
      ...(asked && 'anyway' in asked && permitsAnyway(coded.code) ? { anyway: { ...asked, anyway: true } } : {}),
      ...(at ? { at } : {}),
    };
  }

  /** A server that starts again gets the same command again: by its id it is done once. */
  async #patiently(asked: Command, secret: string) {
    const id = freshId();
    for (let tried = 1; ; tried += 1) {
      try {
        return await command(this.id, secret, { id, desk: this.desk, command: asked });
      } catch (error) {
        if (error instanceof EventError || tried === PATIENT_TRIES) throw error;
        await new Promise((later) => setTimeout(later, 250 * 2 ** tried));
      }
    }
  }

  /** The view of at least this version; what comes while one is being read is read after it. */
  async #want(version: number): Promise<void> {
    this.#wanted = Math.max(this.#wanted, version);
    await this.#reading;
    if ((this.view?.version ?? -1) < this.#wanted || version === this.view?.version) await this.#read();
  }

  #read(): Promise<void> {
    this.#reading ??= this.#readNow().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #readNow(): Promise<void> {
    try {
      const view = await readEvent(this.id, this.secret);
      this.#ahead = view.now - Date.now();
      if (!this.view || view.version >= this.view.version) this.view = view;
      this.missing = false;
    } catch (error) {
      // The next change, or the connection that comes back, asks again.
      const shut = error instanceof EventError && (error.status === 404 || error.status === 403);
      if (shut && !this.view) this.missing = true;
    }
  }
}
