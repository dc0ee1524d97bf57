// What a page knows of a match: a pure function of the messages that came.

import type {
  GrantedAct,
  GrantedRule,
  MatchInfo,
  MatchState,
  People,
  SheetMove,
  ToClient,
  WireEvent,
  You,
} from '../wire/messages';
import type { ClockReading } from './clock';
import { writeDown } from './sheet';
import { bySeat, type BySeat, type Seat } from './seats';

/** Old lines leave the desk's log; the server keeps them all. */
const LOG_LENGTH = 500;

export interface Refusal {
  article: string;
  reason: string;
  /** The reason with its value left open, and that value; where it has one. */
  form?: string | undefined;
  values?: Record<string, string> | undefined;
}

export interface TableView {
  match: MatchInfo;
  people: People;
  state: MatchState;
  moves: SheetMove[];
  you: You;
  seq: number;
  /** Oldest first. */
  log: WireEvent[];
  clocks: BySeat<ClockReading>;
}

function clocksOf(state: MatchState, asOf: number): BySeat<ClockReading> {
  return bySeat((seat) => ({
    left: state.seats[seat].clock,
    running: state.seats[seat].running && !state.held,
    asOf,
  }));
}

/** The view after a message that came at `asOf` (the page's own time). */
export function receive(view: TableView | undefined, message: ToClient, asOf: number): TableView | undefined {
  switch (message.type) {
    case 'snapshot': {
      const { match, people, state, moves, you, seq, events } = message;
      const known = view?.match.id === match.id ? view.log.filter((event) => event.seq <= (events[0]?.seq ?? seq) - 1) : [];
      return { match, people, state, moves, you, seq, log: [...known, ...events], clocks: clocksOf(state, asOf) };
    }
    case 'update': {
      if (!view) return view;
      return {
        ...view,
        state: message.state,
        you: message.you,
        seq: message.seq,
        moves: message.events.reduce(writeDown, view.moves),
        log: [...view.log, ...message.events].slice(-LOG_LENGTH),
        clocks: clocksOf(message.state, asOf),
      };
    }
    case 'people':
      return view && { ...view, people: message.people };
    default:
      return view;
  }
}

export const grantedActs = (you: You): GrantedAct[] =>
  (you.granted ?? []).filter((granted): granted is GrantedAct => 'act' in granted);
export const grantedRules = (you: You): GrantedRule[] =>
  (you.granted ?? []).filter((granted): granted is GrantedRule => 'rule' in granted);

export const nameOf = (people: People, seat: Seat): string => people.seats[seat].name ?? '';
