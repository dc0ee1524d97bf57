// A phone that is a clock beside a real board: it stamps what happens on it with the moment of the match, keeps what it
// has told until the server has answered, and tells it again after a break.

import { SEATS, type Seat } from '../seats';
import { Offset } from './offset';

/** Pongs that a phone waits for before it trusts the time of a new connection. */
const ENOUGH = 8;
/** And before it tells a server that came back how late it is: that stays. */
const ENOUGH_TO_TELL = 16;
/** How long after a ping the next one goes until then, in milliseconds. */
const QUICK = 80;
/** And afterwards. */
const STEADY = 1000;

export interface Told<A> {
  id: number;
  seat: Seat;
  act: A;
  at: number;
}

export type Message<A> =
  { type: 'ping'; sent: number } | { type: 'behind'; millis: number } | ({ type: 'told' } & Told<A>);

/** What a reload must not lose. */
export interface Kept<A> {
  offset: ReturnType<Offset['save']>;
  log: Told<A>[];
  last: Record<Seat, number>;
  stamped: number;
}

export class Phone<A> {
  #offset = new Offset();
  /** What was known of the time before the server was away. */
  #before: Offset | undefined;
  /** Whether the server has come back from a restart and waits to be told the time. */
  #serverWaits = false;
  #connected = false;
  #synchronised = false;
  /** Pongs of this connection. */
  #fresh = 0;
  #pinged: number | undefined;
  /** When the server was told that it is behind: what it was asked until then it answers by its old clock. */
  #toldBehind = -Infinity;
  #log: Told<A>[] = [];
  /** How many of them have been told on this connection. */
  #told = 0;
  #last: Record<Seat, number> = { A: 0, a: 0, B: 0, b: 0 };
  #stamped = 0;

  connected(serverWaits: boolean, last: Partial<Record<Seat, number>>): void {
    // The time of a server that was there all along is known better than one connection tells it.
    if (serverWaits && !this.#offset.isEmpty) {
      this.#before = this.#offset;
      this.#offset = new Offset();
    }
    this.#connected = true;
    this.#synchronised = false;
    this.#fresh = 0;
    this.#serverWaits = serverWaits;
    this.#pinged = undefined;
    this.#toldBehind = -Infinity;
    this.#told = 0;
    for (const seat of SEATS) this.#last[seat] = Math.max(this.#last[seat], last[seat] ?? 0);
  }

  /** The phone goes on counting. */
  disconnected(): void {
    this.#connected = false;
    this.#synchronised = false;
    this.#told = 0;
    if (this.#before) this.#offset = this.#before;
    this.#before = undefined;
  }

  get isSynchronised(): boolean {
    return this.#synchronised;
  }

  /** The moment of the match, if the phone knows it. */
  moment(now: number): number | undefined {
    const known = (this.#synchronised ? undefined : this.#before) ?? this.#offset;
    return known.moment(now);
  }

  get unanswered(): readonly Told<A>[] {
    return this.#log;
  }

  /** Somebody acts. False if the phone does not know the time yet: then nothing happens. */
  acts(now: number, seat: Seat, act: A): boolean {
    const moment = this.moment(now);
    if (moment === undefined) return false;
    this.#last[seat] += 1;
    // An estimate that gets better does not put a later act before an earlier one.
    this.#stamped = Math.max(this.#stamped, Math.round(moment));
    this.#log.push({ id: this.#last[seat], seat, act, at: this.#stamped });
    return true;
  }

  pong(now: number, sent: number, moment: number): void {
    if (sent <= this.#toldBehind) return;
    this.#offset.pong(now, sent, moment);
    this.#fresh += 1;
    const enough = this.#serverWaits ? ENOUGH_TO_TELL : ENOUGH;
    if (this.#connected && this.#fresh >= enough) this.#synchronised = true;
  }

  /** The server has answered an act: it was done, now or before, or refused. */
  answered(seat: Seat, id: number): Told<A> | undefined {
    const at = this.#log.findIndex((told) => told.seat === seat && told.id === id);
    if (at < 0) return undefined;
    if (at < this.#told) this.#told -= 1;
    return this.#log.splice(at, 1)[0];
  }

  /** What is to be sent now, in this order. */
  wants(now: number): Message<A>[] {
    const messages: Message<A>[] = [];
    if (!this.#connected) return messages;
    const wait = this.#synchronised ? STEADY : QUICK;
    if (this.#pinged === undefined || now - this.#pinged >= wait) {
      this.#pinged = now;
      messages.push({ type: 'ping', sent: now });
    }
    if (!this.#synchronised) return messages;
    const before = this.#before;
    this.#before = undefined;
    if (before && this.#serverWaits) {
      this.#serverWaits = false;
      const [known, shown] = [before.moment(now), this.#offset.moment(now)];
      if (known !== undefined && shown !== undefined) {
        const millis = Math.round(Math.max(0, known - shown));
        this.#offset.moved(millis);
        this.#toldBehind = now;
        messages.push({ type: 'behind', millis });
      }
    }
    // Each seat has a line of its own, and what one line tells may overtake the other: a seat's acts wait until those of
    // the other seat before them are answered.
    for (const told of this.#log.slice(this.#told)) {
      if (told.seat !== this.#log[0]?.seat) break;
      messages.push({ type: 'told', ...told });
      this.#told += 1;
    }
    return messages;
  }

  save(now: number): Kept<A> {
    const known = (this.#synchronised ? undefined : this.#before) ?? this.#offset;
    return { offset: known.save(now), log: [...this.#log], last: { ...this.#last }, stamped: this.#stamped };
  }

  static restore<A>(kept: Kept<A>, now: number): Phone<A> {
    const phone = new Phone<A>();
    phone.#offset = Offset.restore(kept.offset, now);
    phone.#log = kept.log;
    phone.#last = kept.last;
    phone.#stamped = kept.stamped;
    return phone;
  }
}
