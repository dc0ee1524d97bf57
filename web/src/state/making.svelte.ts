// Making moves by hand: what is picked up, what is still to be chosen, what a tap means.

import type { Act } from '../wire/messages';
import { demandOn } from './handingOver';
import { choiceFor, openChoice, readMoves, type Choice } from './moves';
import { letterOf, roleOf, type StockRole } from './pieces';
import { readPlacement, writePlacement } from './placement';
import type { BoardId, Places, Seat } from './seats';
import { grantedActs, playerOf, type TableView } from './view';

export type Mark = 'drop-dest' | 'takeable' | 'current-premove';
type Question = Exclude<Choice, { kind: 'plain' }>;

/** Squares with which the referee is asked why a piece can't be dropped anywhere. */
const WHY_SQUARES = [...'456327'].flatMap((rank) => [...'edcfbgah'].map((file) => file + rank));

/** What is known to whoever makes moves. */
interface Seated {
  /** Nobody, for a spectator. */
  me: Seat | undefined;
  places: Places;
  view: () => TableView;
  act: (act: Act) => void;
  /** Asks what would be wrong with a move, and does nothing. */
  why: (move: string) => void;
  /** The move that is set before the opponent has moved, and how it is set or forgotten. */
  ahead: () => string | undefined;
  setAhead: (move: string | null) => void;
}

export class Making {
  picked = $state<StockRole | null>(null);
  /** The pawn that was put on the last rank and has yet to become something. */
  #promoting = $state.raw<{ from: string; to: string } | undefined>();
  readonly #seated: Seated;

  readonly open = $derived.by(() => this.#view.match.input === 'open');
  readonly moves = $derived.by(() => readMoves(playerOf(this.#view.you)?.moves ?? ''));
  readonly demand = $derived.by(() => {
    const { me } = this.#seated;
    return me ? demandOn(this.#view.state, me, grantedActs(this.#view.you)) : undefined;
  });
  readonly #over = $derived.by(() => this.#view.state.phase === 'over');
  readonly myTurn = $derived.by(() => {
    const { mine, color } = this.#seated.places;
    const { turn, made, early } = this.#view.state.boards[mine];
    // A move that is made but not completed may be answered; with open input nobody lists the answers.
    const mayReply = this.moves.all.length > 0 || (this.open && made !== null && early === null);
    return !this.#over && (turn === color || mayReply);
  });
  /** The opponent is to move, and the book lets me set my move before. */
  readonly mayAhead = $derived.by(() => {
    const { me, places } = this.#seated;
    const { turn } = this.#view.state.boards[places.mine];
    return me !== undefined && playerOf(this.#view.you)?.ahead !== undefined && !this.myTurn && turn !== places.color;
  });
  /** The squares of the move that is set: where it comes from, unless it is dropped, and where it goes. */
  readonly aheadSquares = $derived.by<string[]>(() => {
    const set = this.#seated.ahead() ?? '';
    if (/^[A-Z]@/.test(set)) return [set.slice(2, 4)];
    return /^[a-h][1-8][a-h][1-8]/.test(set) ? [set.slice(0, 2), set.slice(2, 4)] : [];
  });
  /** The piece that is to be dropped, to be shown where it will stand. */
  readonly ghost = $derived.by(() => {
    const set = this.#seated.ahead() ?? '';
    const role = /^[A-Z]@/.test(set) ? roleOf(set.charAt(0)) : undefined;
    return role ? { square: set.slice(2, 4), role, color: this.#seated.places.color } : undefined;
  });
  /** The colour of the men that may be touched now. */
  readonly movable = $derived.by(() => {
    const { me, places } = this.#seated;
    return me && !this.#over && !this.#view.state.stopped && !this.demand ? places.color : undefined;
  });

  /** What that pawn may become as the table stands now. Whatever happens beside it the question stays, until
      its own move is no longer there. */
  readonly question = $derived.by<Question | undefined>(() => {
    if (!this.#promoting || !this.movable) return undefined;
    const { from, to } = this.#promoting;
    const choice = this.#choice(from, to);
    return choice?.kind === 'plain' ? undefined : choice;
  });

  /** Call it while a component is being made: its effects end with the component. */
  constructor(seated: Seated) {
    this.#seated = seated;
    // A question that is void does not come back with a later position.
    $effect(() => {
      if (this.#promoting && !this.question) this.#promoting = undefined;
    });
    $effect(() => {
      if (this.picked && !this.#view.state.seats[seated.places.near].stock.includes(letterOf(this.picked)))
        this.picked = null;
    });
  }

  get #view(): TableView {
    return this.#seated.view();
  }

  #men(board: BoardId) {
    return readPlacement(this.#view.state.boards[board].fen);
  }

  /** My board as hands have it: the pawn that is asked about stands where it was put. */
  get fen(): string {
    const { fen } = this.#view.state.boards[this.#seated.places.mine];
    if (!this.question) return fen;
    const men = readPlacement(fen);
    const pawn = men.get(this.question.from);
    if (!pawn) return fen;
    men.delete(this.question.from);
    return writePlacement(men.set(this.question.to, pawn));
  }

  marks(board: BoardId): Map<string, Mark> {
    const { mine, other } = this.#seated.places;
    const found = new Map<string, Mark>();
    if (board === mine) for (const square of this.aheadSquares) found.set(square, 'current-premove');
    if (this.question?.kind === 'take' && board === other)
      for (const square of this.question.squares.keys()) found.set(square, 'takeable');
    if (this.demand?.board === board) for (const square of this.demand.squares.keys()) found.set(square, 'takeable');
    if (this.picked && board === mine && !this.open)
      for (const square of this.moves.drops.get(this.picked) ?? []) found.set(square, 'drop-dest');
    return found;
  }

  droppable(role: StockRole): boolean {
    return this.open || !this.myTurn || (this.moves.drops.get(role)?.length ?? 0) > 0;
  }

  move(text: string): void {
    this.cancel();
    if (this.mayAhead) this.#seated.setAhead(text);
    else this.#seated.act({ do: 'move', move: text });
  }

  /** What was set before its time is not to be made. */
  forget(): void {
    if (this.#seated.ahead() !== undefined) this.#seated.setAhead(null);
  }

  cancel(): void {
    this.picked = null;
    this.#promoting = undefined;
  }

  /** A man was put on a square of my board. */
  moved(from: string, to: string): void {
    const found = this.#choice(from, to);
    if (!found || found.kind === 'plain') this.move(found?.uci ?? from + to);
    else this.#promoting = { from, to };
  }

  /** Before its time nobody knows what will be legal: what hands can do is asked, and the referee judges it then. */
  #choice(from: string, to: string): Choice | undefined {
    return this.open || this.mayAhead ? this.#openQuestion(from, to) : choiceFor(this.moves, from, to);
  }

  #openQuestion(from: string, to: string): Question | undefined {
    const { mine, other, color } = this.#seated.places;
    const man = this.#men(mine).get(from);
    if (!(this.myTurn || this.mayAhead) || man?.color !== color) return undefined;
    return openChoice(from, to, man, this.#view.match.promotes_from === 'other_board' ? this.#men(other) : undefined);
  }

  /** What the pawn becomes of itself. */
  become(role: StockRole): void {
    if (this.question) this.move(`${this.question.from}${this.question.to}${letterOf(role).toLowerCase()}`);
  }

  dropped(role: StockRole, to: string): void {
    this.move(`${letterOf(role)}@${to}`);
  }

  tapped(board: BoardId, square: string): void {
    const { mine, other } = this.#seated.places;
    if (this.demand && this.demand.board === board) {
      const role = this.demand.squares.get(square);
      if (role) this.#seated.act({ do: 'give', role: letterOf(role), square });
    } else if (this.question?.kind === 'take' && board === other) {
      const role = this.question.squares.get(square);
      if (role) this.move(`${this.question.from}${this.question.to}${letterOf(role).toLowerCase()}${square}`);
    } else if (this.picked && board === mine && (this.mayAhead || !this.#men(mine).has(square))) {
      this.dropped(this.picked, square);
    } else if (board === mine && this.aheadSquares.includes(square)) {
      this.forget();
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
    if (free) this.#seated.why(`${letterOf(role)}@${free}`);
  }
}
