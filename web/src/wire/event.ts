// What the server says of an event: its own types, by the names that the event pages use.

import type {
  EventCommand,
  EventPenalty,
  PairingSystem,
  TieBreak as TieBreakName,
  Venue as VenueName,
  Visible as VisibleName,
} from './generated/messages';

export type {
  ArbiterCall as HallCall,
  CallSubject as Subject,
  HallPower,
  TableView as TablePhone,
  Attendance,
  Belongs,
  Cell,
  Colour,
  CrossLine as CrossRow,
  Entered,
  ErrorLine as LineProblem,
  EntriesAnswer as ReadEntries,
  EventAct as Act,
  EventBoard,
  EventBye as Bye,
  EventChange as Change,
  EventCommand as Command,
  EventLine,
  EventPenalty as Penalty,
  EventPerson as Person,
  EventPlayer as Player,
  EventTeam as Team,
  EventTerms as Terms,
  EventView,
  GrantedPenalty,
  Leg,
  MadeEvent,
  Met,
  NewTeam,
  Outcome,
  Pairing,
  PairingSide as Side,
  PairingSystem as System,
  PlayerId,
  PlayerView as Me,
  Points,
  Proposal,
  Round,
  StandingLine as Standing,
  TeamId,
  TieBreak,
  Venue,
  Visible,
  Which,
} from './generated/messages';

export const SYSTEMS: readonly PairingSystem[] = ['swiss', 'round-robin', 'double-round-robin', 'knockout', 'rotating'];
export const TIE_BREAKS: readonly TieBreakName[] = [
  'direct-encounter',
  'other-points',
  'buchholz',
  'buchholz-cut1',
  'buchholz-cut2',
  'median-buchholz',
  'sonneborn-berger',
  'board-count',
  'wins',
  'play-off',
  'lot',
];
export const VENUES: readonly VenueName[] = ['board', 'online', 'mixed'];
export const VISIBLE: readonly VisibleName[] = ['public', 'link', 'private'];

export type PenaltyName = EventPenalty['penalty'];

/** A match of an event. */
export type MatchPlace = Pick<Extract<EventCommand, { command: 'result' }>, 'round' | 'table' | 'leg'>;

/** A code with its values: the sentence is in crates/event/texts. */
export interface Coded {
  code: string;
  [value: string]: unknown;
}
