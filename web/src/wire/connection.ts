// One WebSocket that comes back by itself. It knows nothing of chess: it says hello, keeps
// commands until they are answered, and hands every message on.

import { PROTOCOL_VERSION, type Act, type Rule, type ToClient, type ToServer } from './messages';
import type { Entry } from './link';

export type Connected = 'connecting' | 'open' | 'lost' | 'closed';

export interface Listener {
  message(message: ToClient): void;
  connected(state: Connected): void;
  latency(millis: number): void;
  /** The last event number seen, to catch up from. */
  seen(): number | undefined;
}

const FIRST_RETRY = 250;
const LAST_RETRY = 4000;
const PING_EVERY = 3000;
/** A silent line this long after a ping is a lost one. */
const SILENCE = 8000;

/** Codes of `bye` after which one comes back by oneself. */
const COME_BACK = new Set(['stopping']);

export class Connection {
  #socket: WebSocket | undefined;
  #retry = FIRST_RETRY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pinger: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #finished = false;
  #lastId = 0;
  #unanswered = new Map<number, ToServer>();

  constructor(
    readonly match: string,
    readonly entry: Entry,
    readonly name: string | undefined,
    readonly listener: Listener,
  ) {}

  open(): void {
    if (this.#finished) return;
    // While it is lost it stays so until the server has answered: no flicker between attempts.
    if (this.#retry === FIRST_RETRY) this.listener.connected('connecting');
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#heard = performance.now();
      this.#send({
        type: 'hello',
        version: PROTOCOL_VERSION,
        match: this.match,
        role: this.entry.role,
        ...(this.entry.role === 'seat' ? { seat: this.entry.seat } : {}),
        ...(this.entry.role === 'spectator' ? {} : { secret: this.entry.secret }),
        ...(this.name ? { name: this.name } : {}),
        ...(this.listener.seen() === undefined ? {} : { seen: this.listener.seen() }),
      });
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data as string) as ToClient);
    socket.onclose = () => this.#lost(socket);
  }

  close(): void {
    this.#finished = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pinger);
    this.#socket?.close();
  }

  /** Sends a command; it is sent again after a break until the server has answered it. */
  command(command: { act: Act } | { rule: Rule }): number {
    const id = Math.max(Date.now(), this.#lastId + 1);
    this.#lastId = id;
    const message: ToServer =
      'act' in command ? { type: 'act', id, act: command.act } : { type: 'rule', id, rule: command.rule };
    this.#unanswered.set(id, message);
    this.#send(message);
    return id;
  }

  /** Says something that needs no answer and is not said again. */
  tell(message: Extract<ToServer, { type: 'bot' | 'substitute' | 'take_back' }>): void {
    this.#send(message);
  }

  want(type: 'ready' | 'rematch', on: boolean): void {
    this.#send({ type, on });
  }

  #send(message: ToServer): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #receive(message: ToClient): void {
    this.#heard = performance.now();
    switch (message.type) {
      case 'welcome':
        this.#retry = FIRST_RETRY;
        this.#lastId = Math.max(this.#lastId, message.command);
        this.listener.connected('open');
        for (const [id, command] of this.#unanswered) {
          if (id <= message.command) this.#unanswered.delete(id);
          else this.#send(command);
        }
        this.#startPinging();
        break;
      case 'pong':
        this.listener.latency(performance.now() - message.sent);
        break;
      case 'ack':
      case 'refused':
        this.#unanswered.delete(message.id);
        break;
      case 'update':
        if (message.ack !== undefined) this.#unanswered.delete(message.ack);
        break;
      case 'bye':
        if (!COME_BACK.has(message.code)) {
          this.#finished = true;
          this.listener.connected('closed');
        }
        break;
    }
    this.listener.message(message);
  }

  #startPinging(): void {
    clearInterval(this.#pinger);
    const ping = () => {
      if (performance.now() - this.#heard > SILENCE) this.#socket?.close();
      else this.#send({ type: 'ping', sent: performance.now() });
    };
    ping();
    this.#pinger = setInterval(ping, PING_EVERY);
  }

  #lost(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    clearInterval(this.#pinger);
    if (this.#finished) return;
    this.listener.connected('lost');
    this.#timer = setTimeout(() => this.open(), this.#retry);
    this.#retry = Math.min(LAST_RETRY, this.#retry * 2);
  }
}
