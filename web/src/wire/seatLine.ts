// The line of one seat of a double clock. It comes back by itself, and keeps nothing: what must not be lost the phone
// keeps (`state/doubleClock/phone`).

import { device } from './device';
import { PROTOCOL_VERSION, type ToClient, type ToServer } from './messages';
import type { Seat } from '../state/seats';

const FIRST_RETRY = 250;
const LAST_RETRY = 2000;
/** A line on which nothing was heard for so long is dead, though nobody said so. */
const SILENT = 6000;

export interface LineListener {
  message(seat: Seat, message: ToClient): void;
  lost(seat: Seat): void;
}

export class SeatLine {
  #socket: WebSocket | undefined;
  #retry = FIRST_RETRY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #finished = false;
  #heard = 0;

  constructor(
    readonly match: string,
    readonly seat: Seat,
    readonly secret: string,
    readonly listener: LineListener,
  ) {}

  open(): void {
    if (this.#finished || this.#socket) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.#socket = socket;
    this.#heard = performance.now();
    socket.onopen = () =>
      this.send({
        type: 'hello',
        version: PROTOCOL_VERSION,
        match: this.match,
        role: 'seat',
        seat: this.seat,
        secret: this.secret,
        device: device(),
      });
    socket.onmessage = (event) => {
      this.#heard = performance.now();
      const message = JSON.parse(event.data as string) as ToClient;
      if (message.type === 'welcome') this.#retry = FIRST_RETRY;
      // Only a server that stops is come back to.
      if (message.type === 'bye' && message.code !== 'stopping') this.#finished = true;
      this.listener.message(this.seat, message);
    };
    socket.onclose = () => this.#lost();
  }

  send(message: ToServer): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Looks whether the line is alive; `asked`: the other end has been asked something since it last spoke. */
  look(asked: boolean): void {
    if (asked && this.#socket && performance.now() - this.#heard > SILENT) this.#lost();
  }

  /** The network is back, or the page is looked at again. */
  wake(): void {
    clearTimeout(this.#timer);
    this.open();
  }

  close(): void {
    this.#finished = true;
    clearTimeout(this.#timer);
    this.#leave();
  }

  #leave(): boolean {
    const socket = this.#socket;
    this.#socket = undefined;
    if (!socket) return false;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    return true;
  }

  #lost(): void {
    if (!this.#leave()) return;
    this.listener.lost(this.seat);
    if (this.#finished) return;
    this.#timer = setTimeout(() => this.open(), this.#retry);
    this.#retry = Math.min(LAST_RETRY, this.#retry * 2);
  }
}
