// One socket that says when an event has changed and shows boards of its round, and comes back by itself.

import { BackOff } from './line';
import type { EventBoard, EventToClient, EventToServer } from './generated/messages';

export type Live = 'connecting' | 'open' | 'lost' | 'closed';

export interface EventListener {
  /** The event is at this version now. */
  changed(version: number): void;
  /** A round was published, or its tables are open. */
  reminder(round: number): void;
  live(state: Live): void;
  /** Boards that were asked for, and the server's time. */
  boards?(tables: EventBoard[], now: number): void;
}

/** The most tables whose boards the server shows at a time. */
export const MAX_BOARDS = 32;

/** The most that it waits before it tries again. */
const LAST_RETRY = 4000;
/** Codes after which coming back is of no use. */
const FOR_GOOD = new Set(['not_found', 'unauthorised']);

export class EventSocket {
  #socket: WebSocket | undefined;
  #backOff = new BackOff(LAST_RETRY);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #tables: number[] = [];

  constructor(
    readonly id: string,
    readonly secret: string | undefined,
    readonly listener: EventListener,
  ) {}

  open(): void {
    if (this.#closed) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/events/${this.id}/ws`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#say({ type: 'hello', ...(this.secret ? { secret: this.secret } : {}) });
      if (this.#tables.length) this.#say({ type: 'boards', tables: this.#tables });
    };
    socket.onmessage = (event) => this.#heard(JSON.parse(event.data as string) as EventToClient);
    socket.onclose = () => this.#lost();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  /** The page is looked at again, or the network is back. */
  wake(): void {
    if (this.#closed || this.#socket) return;
    clearTimeout(this.#timer);
    this.open();
  }

  /** Whose boards are shown from now on. */
  watch(tables: readonly number[]): void {
    this.#tables = tables.slice(0, MAX_BOARDS);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#say({ type: 'boards', tables: this.#tables });
  }

  #say(said: EventToServer): void {
    this.#socket?.send(JSON.stringify(said));
  }

  #heard(told: EventToClient): void {
    switch (told.type) {
      case 'changed':
        this.#backOff.answered();
        this.listener.live('open');
        this.listener.changed(told.version);
        break;
      case 'reminder':
        this.listener.reminder(told.round);
        break;
      case 'boards':
        this.listener.boards?.(told.tables, told.now);
        break;
      case 'bye':
        if (FOR_GOOD.has(told.code)) {
          this.close();
          this.listener.live('closed');
        }
    }
  }

  #lost(): void {
    this.#socket = undefined;
    if (this.#closed) return;
    this.listener.live('lost');
    this.#timer = setTimeout(() => this.open(), this.#backOff.wait());
  }
}
