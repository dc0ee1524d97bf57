// What a player wants and only the table's machine knows, not its log: a move that is set in advance, a bot for somebody
// who left. A table that goes to another machine forgets it, so it is said again there, as long as it is still wanted.

import type { Bot, People, ToClient, ToServer } from '../wire/messages';
import { SEATS, type Seat } from './seats';
import { playerOf } from './view';

interface Ahead {
  id: number;
  /** None: that nothing is set. */
  move: string | null;
  /** The table has told that it is so: if it tells otherwise later, that is so too. */
  known: boolean;
}

interface Wish {
  seat: Seat;
  bot: Bot;
  known: boolean;
  /** It is to be said again, once all others are there to agree. */
  due: boolean;
}

export class Wishes {
  #seq = 0;
  #ahead: Ahead | undefined;
  #wish: Wish | undefined;

  constructor(readonly seat: Seat | undefined) {}

  ahead(id: number, move: string | null): void {
    this.#ahead = { id, move, known: false };
  }

  substitute(seat: Seat, bot: Bot | null): void {
    this.#wish = bot === null ? undefined : { seat, bot, known: false, due: false };
  }

  /** A message has come; what is said now. */
  heard(message: ToClient): Extract<ToServer, { type: 'ahead' | 'substitute' }>[] {
    switch (message.type) {
      case 'snapshot': {
        const known = this.#seq;
        this.#seq = message.seq;
        // Of a match that went on nobody knows whether the move was made, or is wanted yet.
        const still = message.events.every((event) => event.seq <= known || event.event === 'said');
        const says = this.#sayAhead(playerOf(message.you)?.ahead, still);
        if (this.#wish && message.people.substitute?.agreed.includes(this.seat!) !== true) this.#wish.due = true;
        if (message.state.phase !== 'playing') this.#wish = undefined;
        return [...says, ...this.#sayWish(message.people)];
      }
      case 'update':
        this.#seq = message.seq;
        this.#toldAhead(playerOf(message.you)?.ahead?.move ?? null);
        break;
      case 'why':
        if (message.why && message.id === this.#ahead?.id) this.#ahead = undefined;
        break;
      case 'people':
        return this.#sayWish(message.people);
      case 'notice':
        // It is told why not.
        if (message.seat === this.#wish?.seat) this.#wish = undefined;
        break;
    }
    return [];
  }

  #toldAhead(move: string | null): void {
    if (!this.#ahead) return;
    if (move === this.#ahead.move) this.#ahead.known = true;
    // Made, refused, cancelled by a ruling, or set by another window.
    else if (this.#ahead.known) this.#ahead = undefined;
  }

  #sayAhead(ahead: { move?: string } | undefined, still: boolean): Extract<ToServer, { type: 'ahead' }>[] {
    const [wanted, set] = [this.#ahead, ahead?.move ?? null];
    if (!wanted || wanted.move === set) return [];
    const move = still && ahead ? wanted.move : null;
    // What another window has set is its own business.
    const said = move !== set && !(wanted.known && set !== null);
    this.#ahead = said && move !== null ? { ...wanted, known: false } : undefined;
    return said ? [{ type: 'ahead', id: wanted.id, move }] : [];
  }

  #sayWish(people: People): Extract<ToServer, { type: 'substitute' }>[] {
    const wish = this.#wish;
    if (!wish) return [];
    const { substitute: proposed, seats } = people;
    const agreed = proposed?.seat === wish.seat && proposed.bot === wish.bot && proposed.agreed.includes(this.seat!);
    if (agreed) [wish.known, wish.due] = [true, false];
    // Whoever it was for is back, or a bot is there; somebody was against it, or wants another one.
    const over = seats[wish.seat].connected || seats[wish.seat].bot !== null;
    const another = proposed && (proposed.seat !== wish.seat || proposed.bot !== wish.bot);
    if (over || another || (wish.known && !agreed && !wish.due)) this.#wish = undefined;
    const here = SEATS.every((seat) => seat === wish.seat || seats[seat].connected || seats[seat].bot !== null);
    if (!this.#wish || !wish.due || !here) return [];
    [wish.known, wish.due] = [false, false];
    return [{ type: 'substitute', seat: wish.seat, bot: wish.bot }];
  }
}
