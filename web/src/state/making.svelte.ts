// Making moves by hand: what is picked up, what is still to be chosen, what a tap means.

import { readBook } from '../wire/http';
import type { Act } from '../wire/messages';
import { demandOn } from './hands';
import { choiceFor, openChoice, readMoves, type Choice } from './moves';
import { letterOf, type StockRole } from './pieces';
import { readPlacement } from './placement';
import type { BoardId, Places, Seat } from './seats';
import { grantedActs, type TableView } from './view';

export type Mark = 'drop-dest' | 'takeable';
type Question = Exclude<Choice, { kind: 'plain' }>;

/** Squares with which the referee is asked why a piece can't be dropped anywhere. */
const WHY_SQUARES = [...'456327'].flatMap((rank) => [...'edcfbgah'].map((file) => file + rank));

/** What the hands of a player need to know. */
interface Seated {
  /** Nobody, for a spectator. */
  me: Seat | undefined;
  places: Places;
  view: () => TableView;
  act: (act: Act) => void;
}

export class Making {
  picked = $state<StockRole | null>(null);
  /** A pawn on the last rank that has yet to become something. */
  question = $state.raw<Question | undefined>();
  #takesBeside = $state(false);
  readonly #seated: Seated;

  readonly open = $derived.by(() => this.#view.match.input === 'open');
  readonly moves = $derived.by(() => readMoves(this.#view.you.moves ?? ''));
  readonly demand = $derived.by(() => {
    const { me } = this.#seated;
    return me ? demandOn(this.#view.state, me, grantedActs(this.#view.you)) : undefined;
  });
  readonly #over = $derived.by(() => this.#view.state.phase === 'over');
  readonly myTurn = $derived.by(() => {
    const { mine, color } = this.#seated.places;
    return !this.#over && (this.#view.state.boards[mine].turn === color || this.moves.all.length > 0);
  });
  /** The colour of the men that may be touched now. */
  readonly hands = $derived.by(() => {
    const { me, places } = this.#seated;
    return me && !this.#over && !this.#view.state.stopped && !this.demand ? places.color : undefined;
  });

  /** To be made while a component is, whose end it shares. */
  constructor(seated: Seated) {
    this.#seated = seated;
    // A new position takes back what was half chosen in the old one.
    $effect(() => {
      void this.#view.state.boards[seated.places.mine].fen;
      this.question = undefined;
    });
    $effect(() => {
      if (this.picked && !this.#view.state.seats[seated.places.near].stock.includes(letterOf(this.picked))) this.picked = null;
    });
    // Whether this book takes the promoted piece from the other board: only open input has to know.
    $effect(() => {
      if (!this.open) return;
      readBook(this.#view.match.book).then(
        (book) => (this.#takesBeside = book.axes.some((axis) => axis.key === 'promotion.from' && axis.words === 'the other board')),
        () => (this.#takesBeside = false), // A club's own book that the server does not list.
      );
    });
  }

  get #view(): TableView {
    return this.#seated.view();
  }

  #men(board: BoardId) {
    return readPlacement(this.#view.state.boards[board].fen);
  }

  marks(board: BoardId): Map<string, Mark> {
    const { mine, beside } = this.#seated.places;
    const found = new Map<string, Mark>();
    if (this.question?.kind === 'take' && board === beside) for (const square of this.question.squares.keys()) found.set(square, 'takeable');
    if (this.demand?.board === board) for (const square of this.demand.squares.keys()) found.set(square, 'takeable');
    if (this.picked && board === mine && !this.open) for (const square of this.moves.drops.get(this.picked) ?? []) found.set(square, 'drop-dest');
    return found;
  }

  droppable(role: StockRole): boolean {
    return this.open || !this.myTurn || (this.moves.drops.get(role)?.length ?? 0) > 0;
  }

  move(text: string): void {
    this.cancel();
    this.#seated.act({ do: 'move', move: text });
  }

  cancel(): void {
    this.picked = null;
    this.question = undefined;
  }

  /** A man was put on a square of my board. */
  moved(from: string, to: string): void {
    const found = this.open ? this.#openQuestion(from, to) : choiceFor(this.moves, from, to);
    if (!found || found.kind === 'plain') this.move(found?.uci ?? from + to);
    else this.question = found;
  }

  #openQuestion(from: string, to: string): Question | undefined {
    const { mine, beside } = this.#seated.places;
    return openChoice(from, to, this.#men(mine).get(from), this.#takesBeside ? this.#men(beside) : undefined);
  }

  /** What the pawn becomes of itself. */
  become(role: StockRole): void {
    if (this.question) this.move(`${this.question.from}${this.question.to}${letterOf(role).toLowerCase()}`);
  }

  dropped(role: StockRole, to: string): void {
    this.move(`${letterOf(role)}@${to}`);
  }

  tapped(board: BoardId, square: string): void {
    const { mine, beside } = this.#seated.places;
    if (this.demand && this.demand.board === board) {
      const role = this.demand.squares.get(square);
      if (role) this.#seated.act({ do: 'give', role: letterOf(role), square });
    } else if (this.question?.kind === 'take' && board === beside) {
      const role = this.question.squares.get(square);
      if (role) this.move(`${this.question.from}${this.question.to}${letterOf(role).toLowerCase()}${square}`);
    } else if (this.picked && board === mine && !this.#men(mine).has(square)) {
      this.dropped(this.picked, square);
    }
  }

  /** A piece of my stock was touched. */
  pick(role: StockRole): void {
    if (this.demand?.stock) this.#seated.act({ do: 'give', role: letterOf(role) });
    else if (!this.droppable(role)) this.#askWhy(role);
    else this.picked = this.picked === role ? null : role;
  }

  /** A piece that can't be dropped anywhere says why: the referee is asked with a square that is free. */
  #askWhy(role: StockRole): void {
    const men = this.#men(this.#seated.places.mine);
    const free = WHY_SQUARES.find((square) => !men.has(square));
    if (free) this.#seated.act({ do: 'move', move: `${letterOf(role)}@${free}` });
  }
}
