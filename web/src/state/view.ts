// What a page knows of a match: a pure function of the messages that came.

import type {
  GrantedAct,
  GrantedRule,
  MatchInfo,
  MatchState,
  People,
  SheetMove,
  ToClient,
  Why,
  MatchEvent,
  You,
  YouArbiter,
  YouSeat,
} from '../wire/messages';
import type { ClockReading } from './clock';
import { changeLines } from './sheet';
import { bySeat, type BySeat, type Seat } from './seats';

/** Old lines leave the desk's log; the server keeps them all. */
const LOG_LENGTH = 500;

export type Refusal = Why;

export interface TableView {
  match: MatchInfo;
  people: People;
  state: MatchState;
  moves: SheetMove[];
  you: You;
  seq: number;
  /** Oldest first. */
  log: MatchEvent[];
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
      const known =
        view?.match.id === match.id ? view.log.filter((event) => event.seq < (events[0]?.seq ?? seq + 1)) : [];
      return {
        match,
        people,
        state,
        moves,
        you,
        seq,
        log: [...known, ...events].slice(-LOG_LENGTH),
        clocks: clocksOf(state, asOf),
      };
    }
    case 'update': {
      if (!view) return view;
      return {
        ...view,
        state: message.state,
        you: message.you,
        seq: message.seq,
        moves: changeLines(view.moves, message.moves ?? []),
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

/** What a player may do; nothing for the arbiter and those who look on. */
export const playerOf = (you: You): YouSeat | undefined => ('moves' in you ? (you as YouSeat) : undefined);
export const grantedActs = (you: You): GrantedAct[] => playerOf(you)?.granted ?? [];
export const grantedRules = (you: You): GrantedRule[] =>
  'granted' in you && !playerOf(you) ? (you as YouArbiter).granted : [];

export const nameOf = (people: People, seat: Seat): string => people.seats[seat].name ?? '';
