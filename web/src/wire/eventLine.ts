// One socket that says when an event has changed, and comes back by itself.

export type Live = 'connecting' | 'open' | 'lost' | 'closed';

export interface EventListener {
  /** The event is at this version now. */
  changed(version: number): void;
  /** A round was published, or its tables are open. */
  reminder(round: number): void;
  live(state: Live): void;
}

type Told = { type: 'changed'; version: number } | { type: 'reminder'; round: number } | { type: 'bye'; code: string };

const FIRST_RETRY = 300;
const LAST_RETRY = 4000;
/** Codes after which coming back is of no use. */
const FOR_GOOD = new Set(['not_found', 'unauthorised']);

export class EventSocket {
  #socket: WebSocket | undefined;
  #retry = FIRST_RETRY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

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
    socket.onopen = () =>
      socket.send(JSON.stringify({ type: 'hello', ...(this.secret ? { secret: this.secret } : {}) }));
    socket.onmessage = (event) => this.#heard(JSON.parse(event.data as string) as Told);
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

  #heard(told: Told): void {
    switch (told.type) {
      case 'changed':
        this.#retry = FIRST_RETRY;
        this.listener.live('open');
        this.listener.changed(told.version);
        break;
      case 'reminder':
        this.listener.reminder(told.round);
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
    this.#timer = setTimeout(() => this.open(), this.#retry);
    this.#retry = Math.min(LAST_RETRY, this.#retry * 2);
  }
}
