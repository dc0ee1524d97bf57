// The line of one seat of a double clock. It comes back by itself, and keeps nothing: what must not be lost the phone
// keeps (`state/doubleClock/phone`).

import { device } from './device';
import { BackOff, COME_BACK, lineOf } from './line';
import { PROTOCOL_VERSION, type ToClient, type ToServer } from './messages';
import type { Seat } from '../state/seats';

/** The most that it waits before it tries again: whoever stands at a board waits for it. */
const LAST_RETRY = 2000;
/** A line on which nothing was heard for so long is dead, though nobody said so. */
const SILENT = 6000;

export interface LineListener {
  message(seat: Seat, message: ToClient): void;
  /** `moves`: the match goes to another machine, and is there in a moment. */
  lost(seat: Seat, moves: boolean): void;
}

export class SeatLine {
  #socket: WebSocket | undefined;
  #backOff = new BackOff(LAST_RETRY);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #finished = false;
  #heard = 0;
  /** The server has said that the match goes to another machine. */
  #moves = false;

  constructor(
    readonly match: string,
    readonly seat: Seat,
    readonly secret: string,
    readonly listener: LineListener,
  ) {}

  open(): void {
    if (this.#finished || this.#socket) return;
    const socket = new WebSocket(lineOf(this.match));
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
      if (message.type === 'welcome') this.#backOff.answered();
      if (message.type === 'bye') {
        this.#moves = message.code === 'moving';
        this.#finished = !COME_BACK.has(message.code);
      }
      this.listener.message(this.seat, message);
    };
    socket.onclose = () => this.#lost();
  }

  send(message: ToServer): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Whether the line is alive, as far as one knows; `asked`: the other end has been asked something since it last spoke.
      One that is dead is left. */
  look(asked: boolean): boolean {
    if (!asked || !this.#socket || performance.now() - this.#heard <= SILENT) return true;
    this.#lost();
    return false;
  }

  /** Another line of this phone is dead: this one, on which nobody asks anything, is opened anew too. */
  renew(): void {
    this.#lost();
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
    this.listener.lost(this.seat, this.#moves);
    this.#moves = false;
    if (this.#finished) return;
    this.#timer = setTimeout(() => this.open(), this.#backOff.wait());
  }
}
