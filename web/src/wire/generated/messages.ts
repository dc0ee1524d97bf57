// Written by `UPDATE_GENERATED=1 cargo test -p tandem-server generated` from the server's own types.
// What is changed here by hand fails that test.

export const PROTOCOL_VERSION = 2;

/** A book in a list. */
export interface BookHead {
  id: string;
  name: string;
  language: Lang;
  /** The time of a player that the book gives. */
  time: Millis;
  /** Whether a move may be set before the opponent has moved. */
  ahead: boolean;
  /** Whether only some may play on board 1 of an event. */
  limits_board_one: boolean;
}

/** A language of the books. */
export type Lang =
  /** English. */
  | 'en'
  /** Dutch. */
  | 'nl'
  /** German. */
  | 'de'
  /** Czech. */
  | 'cs';

/** A length of time, or a moment of a match counted from its beginning. */
export type Millis = number;

/** A whole book. */
export interface Book {
  id: string;
  name: string;
  language: Lang;
  /** The time of a player that the book gives. */
  time: Millis;
  /** Whether a move may be set before the opponent has moved. */
  ahead: boolean;
  /** Whether only some may play on board 1 of an event. */
  limits_board_one: boolean;
  axes: Axis[];
  articles: Article[];
  readings: Reading[];
}

/** What a book can set, and what this one says of it. */
export interface Axis {
  /** `section.axis`: the code of what it asks, its section the code of a title. */
  key: string;
  answer: Answer;
  by: Cite;
}

/** What a book answers on an axis. `Answer::text` puts it into words. */
export type Answer =
  /** What this code means. */
  | { code: string }
  /** All that these codes mean. */
  | { codes: string[] }
  /** Pieces, by their English letters: `QRBN`. */
  | { pieces: string }
  /** One of these numbers of seconds. */
  | { seconds: number[] }
  /** Figures, the same in every language: `7 min`, `1, 8`, `1 ½ 0`. */
  | { figures: string };

/** The article, or the reading, that a verdict rests on: `stein 2.4`, `R20`. */
export type Cite = string;

/** An article, and how it is honoured. */
export interface Article {
  cite: Cite;
  number: string;
  honoured: Honoured[];
  text: Record<string, string>;
}

/** How software can honour an article. */
export type Honoured =
  /** The referee itself decides. */
  | 'enforced'
  /** Somebody must act; the referee checks and carries out. */
  | 'procedure'
  /** About hands, voices and furniture: shown, reported, punished. */
  | 'conduct'
  /** Belongs to seating, pairing, scoring or the schedule. */
  | 'event'
  /** Belongs to the record of the game. */
  | 'notation';

/** How a silent or unclear book is read: `R20`. */
export interface Reading {
  number: string;
  text: Record<string, string>;
}

/** The bots that can be seated. */
export interface Bots {
  /** Levels of the built-in player. */
  levels: number[];
  /** Names of other people's engines. */
  engines: string[];
}

/** A match in a list. */
export interface MatchLine {
  id: MatchId;
  title: string;
  book: string;
  time: TimeControl;
  press: Press;
  input: Input;
  boards: BoardsAt;
  flag: Flag;
  lag: Millis;
  options: Record<string, string>;
  position: string | null;
  arbiter: boolean;
  stage: Stage;
  created: number;
  seats: { A: SeatLine; a: SeatLine; B: SeatLine; b: SeatLine };
  result: string | null;
}

export type MatchId = string;

/** The time of each player. */
export interface TimeControl {
  /** For the whole game. */
  base: Millis;
  /** Given for each completed move. */
  increment: Millis;
  /** Given back of what a move took, at most (Bronstein). */
  delay: Millis;
}

/** Whether making a move also presses the clock. */
export type Press =
  /** It does. */
  | 'auto'
  /** Making and pressing are two acts. */
  | 'manual';

/** What hands can do. */
export type Input =
  /** Illegal moves are refused. */
  | 'guarded'
  /** Anything that hands can do is done, and the book's remedies apply. */
  | 'open';

/** Where the boards are. */
export type BoardsAt =
  /** On a screen: the referee sees every move. */
  | 'screen'
  /** On the table: the referee has the clocks alone, and what depends on a board is agreed by the players or ruled by the arbiter (R55). */
  | 'table';

export type Flag = 'claimed' | 'automatic';

/** How far a match has come, as lists need to know it. */
export type Stage =
  /** It waits for its players. */
  | 'open'
  /** It is being played. */
  | 'running'
  /** It is over. */
  | 'over'
  /** It was being played, and everybody has left it. */
  | 'abandoned';

/** A seat of it. */
export interface SeatLine {
  name: string | null;
  taken: boolean;
  bot: Bot | null;
}

/** A level from 1 to 8, or the name of an engine */
export type Bot = string;

/** A match that was made, and the links that open it: each a secret, told once. */
export interface Made {
  match: MatchId;
  links: Links;
}

export interface Links {
  A: string;
  a: string;
  B: string;
  b: string;
  arbiter?: string;
  spectator: string;
}

/** A message to a client. */
export type ToClient =
  | Welcome & { type: 'welcome' }
  | Snapshot & { type: 'snapshot' }
  | Update & { type: 'update' }
  | Ack & { type: 'ack' }
  | RefusedCommand & { type: 'refused' }
  | WhyAnswer & { type: 'why' }
  | ForeseenAnswer & { type: 'foreseen' }
  | { type: 'people'; people: People }
  | Notice & { type: 'notice' }
  | RematchMade & { type: 'rematch' }
  | Pong & { type: 'pong' }
  | Bye & { type: 'bye' };

/** A role as it is written. */
export type RoleWord =
  /** A player. */
  | 'seat'
  /** The arbiter. */
  | 'arbiter'
  /** Somebody who looks on. */
  | 'spectator';

/** One of the four players, written as in BPGN: `A`, `a`, `B`, `b`. */
export type Seat =
  /** White on board A. */
  | 'A'
  /** Black on board A. */
  | 'a'
  /** White on board B. */
  | 'B'
  /** Black on board B. */
  | 'b';

/** The answer to `hello`. */
export interface Welcome {
  version: number;
  server: string;
  match: MatchId;
  role: RoleWord;
  seat: Seat | null;
  /** The highest number of a command that was taken from this role. */
  command: number;
}

/** What was agreed. */
export interface MatchInfo {
  id: MatchId;
  book: string;
  name: string;
  language: string;
  time: TimeControl;
  press: Press;
  input: Input;
  /** With `table` the match is clocks beside two real boards. */
  boards: BoardsAt;
  /** Where a promoted pawn becomes a piece. */
  promotes_from: PromotesFrom;
  flag: Flag;
  /** The most that is given back a move. */
  lag: Millis;
  options: Record<string, string>;
  position: string | null;
  title: string;
  public: boolean;
  /** Whether the match has an arbiter; `people.arbiter` tells whether they are there. */
  arbiter: boolean;
  /** The maker's own seat, which nobody takes by joining. */
  seat: Seat | null;
  /** Milliseconds since 1970. */
  created: number;
  rematch_of: MatchId | null;
  /** The match that follows this one. */
  rematch: MatchId | null;
  /** The event that it is a match of. */
  event?: EventPlace;
  teams: { 1: [Seat, Seat]; 2: [Seat, Seat] };
}

/** Where the piece comes from that a pawn becomes. */
export type PromotesFrom =
  /** The pawn itself takes another value (asten 12, minerva 3.1, sscr 5.7). */
  | 'pawn'
  /** The pawn is exchanged for a piece that stands on the other board (fer 4.1, stein 3.1). */
  | 'other_board';

/** Where in an event a match is played. */
export interface EventPlace {
  event: EventId;
  round: number;
  table: number;
}

export type EventId = string;

/** Who is there. */
export interface People {
  seats: { A: Person; a: Person; B: Person; b: Person };
  /** Whether an arbiter is there. */
  arbiter: boolean;
  spectators: number;
  /** A bot that is proposed for somebody who left. */
  substitute: Substitute | null;
}

/** Who is at a seat. */
export interface Person {
  /** None until the seat is taken. */
  name: string | null;
  taken: boolean;
  connected: boolean;
  ready: boolean;
  rematch: boolean;
  /** The measured round trip. */
  lag: Millis | null;
  /** The bot that plays here. */
  bot: Bot | null;
  /** The player whose seat the bot keeps. */
  sits_for: string | null;
}

/** A bot that is proposed for somebody who left. */
export interface Substitute {
  seat: Seat;
  bot: Bot;
  /** Who has agreed to it. */
  agreed: Seat[];
}

/** Everything that everybody may see of a match at a moment. */
export interface MatchState {
  phase: Phase;
  stopped: boolean;
  /** After a restart of the server match time stands still until the players are back. */
  held: boolean;
  boards: { A: BoardState; B: BoardState };
  seats: { A: SeatState; a: SeatState; B: SeatState; b: SeatState };
  /** Team 1's, then team 2's. */
  score: [Points, Points];
  verdict: MatchVerdict | null;
  /** With boards on the table: a claim that waits for its answer. */
  claim: BoardClaimed | null;
  /** Which team wants clocks to go on that a player stopped: team 1, then team 2. */
  go_on: [boolean, boolean];
  last_drop: LastDrop | null;
}

/** How far a match has come. */
export type Phase =
  /** Nobody has started it. */
  | 'waiting'
  /** It is being played. */
  | 'playing'
  /** It is over. */
  | 'over';

/** A board. */
export interface BoardState {
  /** The placement only; a promoted piece that counts as a pawn is followed by `~`. */
  fen: string;
  /** Whose move is not completed. */
  turn: Color;
  /** Whose clock runs. */
  running: Color | null;
  /** The square of the king in check; with open input never. */
  check: string | null;
  /** The last move on the board in coordinates. */
  last: string | null;
  made: MadeMove | null;
  /** A reply made before the press. */
  early: MadeMove | null;
  /** The seat that offered a draw. */
  offer: Seat | null;
  duty: Duty | null;
  /** The seat that resigned out of turn. */
  resigned: Seat | null;
  clock_returned: boolean;
  /** How long the side whose clock runs has had the move, as of `now`. */
  on_move_for: Millis;
  verdict: GameVerdict | null;
}

/** White or Black. */
export type Color = 'white' | 'black';

/** A move on the board that is not completed. */
export interface MadeMove {
  seat: Seat;
  uci: string;
}

/** What must be done before anybody moves on. */
export type Duty =
  | { kind: 'give'; seat: Seat; why: Debt; article: Cite }
  | { kind: 'restitution'; seat: Seat; role: string; reported: boolean; article: Cite };

/** Why a player owes a man. */
export type Debt =
  /** For the third or a later illegal move (fer 6.3). */
  | 'illegal-moves'
  /** For capturing a king again (fer 6.4). */
  | 'king-capture'
  /** For an opponent's pawn that found nothing to become (fer 4.4). */
  | 'nothing-to-take';

/** How a board ended. */
export interface GameVerdict {
  /** Who won. */
  result: GameResult;
  /** Why. */
  reason: Reason;
  /** By which article. */
  article: Cite;
}

/** The result of one board. */
export type GameResult =
  /** White won. */
  | '1-0'
  /** Black won. */
  | '0-1'
  /** Neither won. */
  | '1/2-1/2'
  /** Both lost (sscr 8.7). */
  | '0-0'
  /** Nobody cares any more: the match is over. */
  | '*';

/** Why a game or a match ended. */
export type Reason =
  /** `mate`. */
  | 'mate'
  /** `stalemate`. */
  | 'stalemate'
  /** `flag`. */
  | 'flag'
  /** `both flags`. */
  | 'both flags'
  /** `illegal move`. */
  | 'illegal move'
  /** `resignation`. */
  | 'resignation'
  /** `agreement`. */
  | 'agreement'
  /** `repetition`. */
  | 'repetition'
  /** `fifty moves`. */
  | 'fifty moves'
  /** `seventy-five moves`. */
  | 'seventy-five moves'
  /** `fivefold repetition`. */
  | 'fivefold repetition'
  /** `material`. */
  | 'material'
  /** `last drop`. */
  | 'last drop'
  /** `forfeit`. */
  | 'forfeit'
  /** `ruling`. */
  | 'ruling'
  /** `abandoned`. */
  | 'abandoned';

/** A seat. */
export interface SeatState {
  /** What is left as of `now`. */
  clock: Millis;
  running: boolean;
  fallen: boolean;
  /** Letters in the order `QRBNP`: `QNNP`. */
  stock: string;
  /** Captured pieces that the player still holds. */
  hand: string;
  holds: boolean;
  /** The reading of the clock at which the player may go on. */
  frozen_until: Millis | null;
  /** Hidden pieces that may not be dropped. */
  forbidden: string;
  illegal_moves: number;
  warnings: number;
  wants_draw: boolean;
  /** What was given back so far. */
  lag: Millis;
}

export type Points = number;

/** How the match ended. */
export interface MatchVerdict {
  /** Who won. */
  result: MatchResult;
  /** Why. */
  reason: Reason;
  /** By which article. */
  article: Cite;
}

/** The result of the match, team 1 first. */
export type MatchResult =
  /** Team 1 won. */
  | '1-0'
  /** Team 2 won. */
  | '0-1'
  /** Neither won. */
  | '1/2-1/2'
  /** Both lost (sscr 8.7). */
  | '0-0';

/** A claim about a board on the table. */
export interface BoardClaimed {
  seat: Seat;
  claim: BoardClaim;
  board: BoardId;
  /** Who answers it. */
  answers: Seat;
  /** Whether they have denied it: then the arbiter decides. */
  denied: boolean;
  article: Cite;
}

/** What only a board can show. */
export type BoardClaim =
  /** The opponent made an illegal move. */
  | 'illegal'
  /** The opponent is mated. */
  | 'mate'
  /** The player on move is stalemated. */
  | 'stalemate'
  /** The position has come three times. */
  | 'repetition'
  /** Fifty moves. */
  | 'fifty'
  /** Nobody can mate any more, or the opponent can't win. */
  | 'material';

/** One of the two boards of a match. */
export type BoardId =
  /** The first board. */
  | 'A'
  /** The second board. */
  | 'B';

/** The partner of a mated player may still drop this (R20). */
export interface LastDrop {
  seat: Seat;
  role: string;
}

/** The score sheet. */
export type Sheet = SheetMove[];

/** A move on the sheet. */
export interface SheetMove {
  seat: Seat;
  number: number;
  san: string;
  uci: string;
  at: Millis;
  clock?: Millis;
  lag?: Millis;
  undone?: boolean;
}

/** An event as somebody is told it, by their own number. */
export type MatchEvent = { seq: number; at: Millis } & (
  /** A move was made on the board. */
  | { event: 'made'; seat: Seat; uci: string; san: string; number: number; move?: Move; legal?: boolean }
  /** The move was completed: the opponent's clock runs. */
  | { event: 'completed'; seat: Seat; clock: Millis }
  /** Who plays at a seat from now on. */
  | { event: 'seated'; seat: Seat; name: string | null; bot: Bot | null }
  | OtherEvent
);

export type Move = string;

/** What happened. */
export type OtherEvent =
  /** Both games started, or started again. */
  | { event: 'started' }
  /** A made move was taken back, an early reply with it (R36). */
  | { event: 'retracted'; seat: Seat }
  /** The clock was pressed without a move, which counts as an illegal one (R54). */
  | { event: 'pressed_without_move'; seat: Seat; article: Cite }
  /** A man went to the partner's stock. */
  | { event: 'passed'; seat: Seat; role: PieceLetter }
  /** A man stays in a player's hand. */
  | { event: 'held'; seat: Seat; role: PieceLetter }
  /** A man in a player's hand left the match: the other game has ended (R24). */
  | { event: 'out_of_play'; seat: Seat; role: PieceLetter }
  /** A promoted pawn went to a player's stock (fer 4.1, R7). */
  | { event: 'pawn_sent'; seat: Seat }
  /** A promoted pawn came into a player's hand (stein 3.2). */
  | { event: 'pawn_taken'; seat: Seat }
  /** A player switched holding captured men on or off. */
  | { event: 'hold'; seat: Seat; on: boolean }
  /** A clock ran out. */
  | { event: 'flag_fell'; seat: Seat }
  /** A draw claim was wrong, or a stop needless, and counts as an illegal move (R27). */
  | { event: 'counted'; seat: Seat; offence: Offence; article: Cite }
  /** A called illegal move was counted (fer 6.3). */
  | { event: 'illegal_called'; seat: Seat; king: boolean; article: Cite }
  /** A completed illegal move was accepted. */
  | { event: 'illegal_accepted'; seat: Seat; article: Cite }
  /** A called illegal move stands all the same: what it captured has been dropped (R14). */
  | { event: 'illegal_stands'; seat: Seat; article: Cite }
  /** A completed move was taken back. */
  | { event: 'undone'; seat: Seat; from: ReturnedFrom; square?: string; article: Cite }
  /** The captured man can't come back out of the partner's stock: stage two of 7.7. */
  | { event: 'restitution_due'; seat: Seat; role: PieceLetter; article: Cite }
  /** The offender has reported that, and started the opponent's clock. */
  | { event: 'restitution_reported'; seat: Seat }
  /** A player owes a man. */
  | { event: 'owes'; seat: Seat; why: Debt; article: Cite }
  /** A man was handed over. */
  | { event: 'given'; seat: Seat; role: PieceLetter; square?: string; to?: Seat }
  /** A draw was offered, or a member of a team spoke for it. */
  | { event: 'draw_offered'; seat: Seat }
  /** Somebody spoke for a draw that was offered. */
  | { event: 'draw_accepted'; seat: Seat }
  /** A draw was declined, or an offer withdrawn where four must agree. */
  | { event: 'draw_declined'; seat: Seat }
  /** A player resigned out of turn; the opponent has one last move (stein 5.3). */
  | { event: 'resigned_out_of_turn'; seat: Seat; article: Cite }
  /** A player said something to the partner. */
  | { event: 'said'; seat: Seat; message: Message; offence?: Cite }
  /** A hidden man was forbidden (sscr 1.8). */
  | { event: 'forbidden'; seat: Seat; role: PieceLetter; article: Cite }
  /** It was allowed again. */
  | { event: 'allowed'; seat: Seat; role: PieceLetter }
  /** A player showed what they have. */
  | { event: 'shown'; seat: Seat; stock: string; article: Cite }
  /** A player started the opponent's clock without a move. */
  | { event: 'clock_returned'; seat: Seat; article: Cite }
  /** The opponent gave the clock back. */
  | { event: 'clock_taken_up'; seat: Seat }
  /** Both clocks were stopped. */
  | { event: 'stopped'; seat?: Seat; article: Cite }
  /** They go on. */
  | { event: 'resumed' }
  /** A clock was set. */
  | { event: 'clock_set'; seat: Seat; clock: Millis; article: Cite }
  /** A player must wait until the clock shows this (sscr 9.4b). */
  | { event: 'frozen'; seat: Seat; until: Millis; article: Cite }
  /** A player was warned. */
  | { event: 'warned'; seat: Seat; article: Cite; why?: string }
  /** Games started again. */
  | { event: 'restarted'; boards: Boards; reason?: RestartReason; article: Cite }
  /** A team's points changed. */
  | { event: 'points_changed'; team: Team; points: Points; article: Cite }
  /** A team was excluded. */
  | { event: 'excluded'; team: Team; article: Cite }
  /** The arbiter took the last ruling back (R56). */
  | { event: 'taken_back'; ruling: Ruling; article: Cite }
  /** A player got back what the connection cost. */
  | { event: 'lag_given'; seat: Seat; millis: Millis }
  /** Somebody says what only a board on the table can show (R55). */
  | { event: 'claimed'; seat: Seat; claim: BoardClaim; board: BoardId; article: Cite }
  /** The opponent does not agree: the arbiter decides. */
  | { event: 'claim_denied'; seat: Seat }
  /** A claim about a board on the table was settled. */
  | { event: 'claim_settled'; seat?: Seat; holds: boolean; article: Cite }
  /** A player wants the clocks to go on. */
  | { event: 'go_on_wanted'; seat: Seat }
  /** A clock on the table tells of a press that does not fit what was known when it told it. */
  | { event: 'accounts_differ'; seat: Seat; told: Millis; clock: Millis; article: Cite }
  /** A player has to show what lies in the stock beside a board on the table. */
  | { event: 'show_due'; seat: Seat; article: Cite }
  /** The partner of a mated player may still drop what that player captured last (R20). */
  | { event: 'last_drop'; seat: Seat; role: PieceLetter; article: Cite }
  /** A game ended. */
  | { event: 'game_ended'; board: BoardId; result: GameResult; reason: Reason; article: Cite }
  /** The match ended. */
  | { event: 'match_ended'; result: MatchResult; reason: Reason; article: Cite };

export type PieceLetter = 'K' | 'Q' | 'R' | 'B' | 'N' | 'P';

/** What counts as an illegal move besides one (R27). */
export type Offence =
  /** An illegal move. */
  | 'move'
  /** A wrong claim. */
  | 'wrong-claim'
  /** A needless stop of the clock. */
  | 'needless-stop'
  /** The clock was pressed without a move (R54). */
  | 'empty-press';

/** Where a man comes back from when a move is taken back. */
export type ReturnedFrom =
  /** Nothing was captured, or what was captured never left the board's side. */
  | 'nowhere'
  /** The capturer still held it. */
  | 'hand'
  /** The partner's stock. */
  | 'stock'
  /** The other board (minerva 7.7). */
  | 'square';

/** What a player says to the partner. */
export type Message =
  /** "I need this piece." */
  | { need: PieceLetter }
  /** "This piece would win for my opponent." */
  | { warn: PieceLetter }
  /** "Make no move." */
  | 'sit'
  /** "Move on." */
  | 'go'
  /** "The flag has fallen." */
  | 'flag'
  /** "May I …?" */
  | { may: Permission }
  /** "Play this." */
  | { move: MoveText }
  /** Anything else. */
  | { text: string };

/** What a partner asks permission for (stein 9.3). */
export type Permission =
  /** To resign. */
  | 'resign'
  /** To offer a draw. */
  | 'offer-draw'
  /** To accept a draw. */
  | 'accept-draw'
  /** To mate. */
  | 'mate';

/** A move as somebody wrote it: SAN, coordinates, or nonsense that fits on a score sheet. What it means, only the boards can tell. */
export type MoveText = string;

/** Which games start again. */
export type Boards =
  /** Both. */
  | 'both'
  /** Only this one. */
  | BoardId;

/** Why a game starts again. */
export type RestartReason =
  /** The initial position was wrong. */
  | 'setup'
  /** The colours were reversed. */
  | 'colours'
  /** A clock is defective. */
  | 'clock'
  /** A piece was hidden by nobody's fault. */
  | 'hidden';

export type Team = 1 | 2;

/** What the arbiter does. */
export type Ruling =
  /** Starts both games. */
  | { do: 'start' }
  /** Stops both clocks. */
  | { do: 'stop' }
  /** Lets them go on. */
  | { do: 'resume' }
  /** Sets a clock. */
  | { do: 'clock'; seat: Seat; clock: Millis }
  /** Freezes a player for this much of the player's own time. */
  | { do: 'freeze'; seat: Seat; millis: Millis }
  /** Warns a player. */
  | { do: 'warn'; seat: Seat; why?: string }
  /** Judges that a player's stop or claim had no valid reason. */
  | { do: 'needless'; seat: Seat }
  /** Calls the illegal move of a player, without a claim. */
  | { do: 'illegal'; seat: Seat }
  /** Calls the fallen flag of a player, without a claim. */
  | { do: 'flag'; seat: Seat }
  /** Gives a minute to a player whose fallen flag was pointed out (stein 10.4). */
  | { do: 'minute'; seat: Seat }
  /** Orders a new game. */
  | { do: 'restart'; boards: Boards; reason?: RestartReason }
  /** Declares a player's game lost. */
  | { do: 'forfeit'; seat: Seat }
  /** Sets a board's result. */
  | { do: 'result'; board: BoardId; result: GameResult }
  /** Changes a team's points. */
  | { do: 'points'; team: Team; points: Points }
  /** Excludes a team. */
  | { do: 'exclude'; team: Team }
  /** Finds that a claim about a board on the table is right (R55). */
  | { do: 'uphold' }
  /** Finds that it is not. */
  | { do: 'dismiss' }
  /** Takes the last ruling back (R56). */
  | { do: 'take_back' };

/** What somebody may do now: a player, the arbiter, or nobody who looks on. */
export type You =
  | YouSeat
  | YouArbiter
  | Record<string, never>;

/** What a player may do now. */
export interface YouSeat {
  /** Every legal move that the referee would take now, in coordinates, with spaces between them; none when it is not the player's move, and always with open input. */
  moves: string;
  granted: GrantedAct[];
  /** What partners may say now. */
  say: TalkKind[];
  say_article: Cite;
  /** A move may be set before the opponent has moved; it is made when its time comes. */
  ahead?: Ahead;
}

/** An act that the book grants, and by which article. */
export interface GrantedAct {
  act: Act;
  article: Cite;
}

/** What a player does. */
export type Act =
  /** Makes a move; with automatic press also completes it. */
  | { do: 'move'; move: MoveText }
  /** Presses the clock. */
  | { do: 'press' }
  /** Takes a made move back. */
  | { do: 'retract' }
  /** Passes a held man on. */
  | { do: 'pass'; role: PieceLetter }
  /** Holds captured men back from now on, or no more. */
  | { do: 'hold'; on: boolean }
  /** Claims something. */
  | ({ claim: 'flag' } | { claim: 'illegal' } | { claim: 'repetition'; move?: MoveText } | { claim: 'mate' } | { claim: 'fifty'; move?: MoveText } | { claim: 'stalemate' } | { claim: 'material' }) & { do: 'claim'; board?: BoardId }
  /** Lets an illegal move stand. */
  | { do: 'accept_illegal' }
  /** Offers a draw. */
  | { do: 'offer_draw' }
  /** Accepts a draw. */
  | { do: 'accept_draw' }
  /** Declines a draw. */
  | { do: 'decline_draw' }
  /** Resigns the player's own game. */
  | { do: 'resign' }
  /** Says something to the partner. */
  | { do: 'say'; say: Message }
  /** Forbids the opponent a hidden man (sscr 1.8). */
  | { do: 'invisible'; role: PieceLetter }
  /** Allows it again. */
  | { do: 'visible'; role: PieceLetter }
  /** Starts the opponent's clock without a move (asten 8, sscr 6.4). */
  | { do: 'return_clock' }
  /** Asks to see the opponent's men. */
  | { do: 'show' }
  /** Hands over a man that the book demands. */
  | Gift & { do: 'give' }
  /** Stops the clocks and calls the arbiter. */
  | { do: 'call_arbiter' }
  /** Answers a claim that only boards on the table could prove (R55): the opponent agrees or does not; whoever made it takes it back by not agreeing. */
  | { do: 'answer'; agree: boolean }
  /** Wants the clocks to go on that a player stopped: they do when both teams want it (R55). */
  | { do: 'go_on' };

/** A man that is handed over. */
export interface Gift {
  /** Which kind. */
  role: PieceLetter;
  /** From which square; none: from the stock. */
  square?: string;
}

/** What a partner says. */
export type TalkKind =
  /** Asks for a piece. */
  | 'need'
  /** Warns of a piece that would win for the speaker's opponent. */
  | 'warn'
  /** Advises to make no move. */
  | 'sit'
  /** Advises to move on. */
  | 'go'
  /** Points out a fallen flag. */
  | 'flag'
  /** Asks leave to resign, to offer or accept a draw, or to mate. */
  | 'may'
  /** Recommends a move. */
  | 'move'
  /** Anything else. */
  | 'text';

/** What a player may set, or has set, before the opponent has moved. */
export interface Ahead {
  /** The article that permits it. */
  article: Cite;
  /** What was set. */
  move?: MoveText;
}

/** What the arbiter may do now. */
export interface YouArbiter {
  granted: GrantedRule[];
}

/** A ruling that the book grants, and by which article. */
export interface GrantedRule {
  rule: RuleWord;
  article: Cite;
  times?: number[];
  /** What would be taken back. */
  ruling?: Ruling;
}

export interface RuleWord {
  do: RulingKind;
}

/** The kinds of rulings, by the words of `Ruling`. */
export type RulingKind = 'start' | 'stop' | 'resume' | 'clock' | 'freeze' | 'warn' | 'needless' | 'illegal' | 'flag' | 'minute' | 'restart' | 'forfeit' | 'result' | 'points' | 'exclude' | 'uphold' | 'dismiss' | 'take_back';

/** Everything, as this role may see it. */
export interface Snapshot {
  /** The number of the last event that this role may see. */
  seq: number;
  /** The moment of this message: running clocks are as of it. */
  now: Millis;
  match: MatchInfo;
  people: People;
  state: MatchState;
  /** The score sheet, oldest first. */
  moves: Sheet;
  /** The events since the last one seen, at most 500. */
  events: MatchEvent[];
  you: You;
}

/** A line of the score sheet that is new or has changed. */
export interface ChangedLine {
  /** Its place on the sheet, from 0. */
  place: number;
  seat: Seat;
  number: number;
  san: string;
  uci: string;
  at: Millis;
  clock?: Millis;
  lag?: Millis;
  undone?: boolean;
}

/** Something happened: the events, then how things stand after them. */
export interface Update {
  seq: number;
  now: Millis;
  events: MatchEvent[];
  /** The lines of the score sheet that are new or have changed. */
  moves?: ChangedLine[];
  state: MatchState;
  you: You;
  /** The command of this role that did it. */
  ack?: number;
}

/** A command was taken: one that brought no event, or one that had been taken before. */
export interface Ack {
  id: number;
  repeated?: boolean;
}

/** A command was not taken: nothing happened. */
export interface RefusedCommand {
  id: number;
  /** The article that forbids it; none where no book has to do with it. */
  article?: Cite;
  code: string;
  values?: Record<string, string>;
  /** The sentence in English. */
  reason: string;
}

/** Why not. */
export interface Why {
  /** The article that forbids it; none where no book has to do with it. */
  article?: Cite;
  code: string;
  values?: Record<string, string>;
  /** The sentence in English. */
  reason: string;
}

/** The answer to `why`. */
export interface WhyAnswer {
  id: number;
  /** None if the referee would take the move. */
  why: Why | null;
}

/** What a ruling would bring about. */
export interface Foreseen {
  /** The games that it ends. */
  games: ForeseenGame[];
  /** How the match ends by it, if it does. */
  match: MatchVerdict | null;
  /** Something ends by it, begins anew, or is counted otherwise: whoever rules is asked once. */
  asks: boolean;
  /** It can't be taken back afterwards (R56). */
  stands: boolean;
}

/** A game that a ruling would end. */
export interface ForeseenGame {
  /** On which board. */
  board: BoardId;
  /** Who won. */
  result: GameResult;
  /** Why. */
  reason: Reason;
  /** By which article. */
  article: Cite;
}

/** The answer to `foresee`. */
export interface ForeseenAnswer {
  id: number;
  /** What the ruling would bring about; none if it would be refused. */
  foreseen: Foreseen | null;
  /** Why it would be refused; none if it would not. */
  why: Why | null;
}

/** Something that a table should know of its seats, though it is no event of the match. */
export type NoticeCode =
  /** A bot can't sit or leave there now. */
  | 'seat_not_free'
  /** You are called otherwise than you wished; `detail`: how. */
  | 'name_changed'
  /** A bot sits there only by the wish of its own team. */
  | 'not_yours'
  /** The player who left is still waited for; `detail`: how many seconds. */
  | 'not_yet'
  /** The server has no such bot. */
  | 'no_such_bot'
  /** Too many bots are playing. */
  | 'too_many_bots'
  /** Whoever made this match has too many; there is no rematch now. */
  | 'too_many_matches'
  /** A bot plays for somebody who left. */
  | 'bot_took_over'
  /** The player has the seat again. */
  | 'player_is_back'
  /** The engine can't be started; the built-in bot plays for it. */
  | 'engine_missing'
  /** Too many engines run; the built-in bot plays until there is room. */
  | 'engine_no_room'
  /** The engine's process has ended. */
  | 'engine_died'
  /** The engine does not answer. */
  | 'engine_silent'
  /** The engine has failed too often, and resigns. */
  | 'engine_forfeits'
  /** The book forbids the engine's move; it is asked for another. */
  | 'engine_asked_again'
  /** The book forbids the engine's move; the built-in bot moves for it. */
  | 'engine_illegal'
  /** The engine's answer is no move; the built-in bot moves for it. */
  | 'engine_nonsense';

/** Something about a seat that is no event of the match. */
export interface Notice {
  seat: Seat | null;
  code: NoticeCode;
  detail: string;
}

/** There is a new match; the role's secret works there, at this seat. */
export interface RematchMade {
  match: MatchId;
  seat: Seat | null;
}

/** The answer to `ping`. */
export interface Pong {
  /** As the client sent it. */
  sent: number;
  now: Millis;
}

/** Why a connection ends. */
export type ByeCode =
  /** A newer connection has taken the seat. */
  | 'replaced'
  /** The secret is wrong. */
  | 'unauthorised'
  /** Match not found. */
  | 'not_found'
  /** The match was damaged where it is kept. */
  | 'damaged'
  /** The client speaks another version. */
  | 'version'
  /** The message can't be read. */
  | 'bad_message'
  /** Too many messages. */
  | 'too_fast'
  /** Too many connections. */
  | 'too_many'
  /** The server stops. */
  | 'stopping'
  /** The table goes to another machine of the site; whoever comes back finds it there. */
  | 'moving'
  /** Nothing was heard for too long. */
  | 'idle';

/** The last message of a connection. */
export interface Bye {
  /** Why, for programs. */
  code: ByeCode;
  /** The code of the reason. */
  why: string;
  /** What the reason names. */
  values?: Record<string, string>;
  /** The reason in English. */
  reason: string;
}

/** A seat that was taken. */
export interface JoinedSeat {
  match: MatchId;
  seat: Seat;
  /** As it is shown. */
  name: string;
  secret: string;
  link: string;
}

/** A page of the log. */
export interface EventsPage {
  /** The number of the last event that there is. */
  seq: number;
  /** Whether this is the whole log: once the match is over. */
  whole: boolean;
  /** At most 1000. */
  events: MatchEvent[];
}

/** A match or a game as the replay page shows it. */
export interface Replay {
  book: string;
  names: { A: string | null; a: string | null; B: string | null; b: string | null };
  time: TimeControl;
  tags: Record<string, string>;
  /** `*` while it goes on. */
  result: string;
  reason: string | null;
  article: Cite | null;
  /** Where an uploaded game breaks off, a sentence. */
  problem?: string;
  /** Whether it is one board of a match alone. */
  single?: boolean;
  frames: Frame[];
  /** None while a match with open input goes on. */
  bpgn: string | null;
}

/** One picture of the film. */
export interface Frame {
  at: number;
  seat?: Seat;
  number?: number;
  san?: string;
  uci?: string;
  comment?: string;
  boards: { A: FrameBoard; B: FrameBoard };
  /** None where a file has no times. */
  clocks: { A: Millis; a: Millis; B: Millis; b: Millis } | null;
}

/** A board of a picture. */
export interface FrameBoard {
  /** The placement only. */
  fen: string;
  turn: Color;
  last: string | null;
  check: string | null;
  /** Of the two seats of this board. */
  stocks: Record<string, string>;
}

/** Whether there is TLS, and where phones find the server. */
export interface TlsAnswer {
  /** The same address takes `https`, by a certificate of the server's own. */
  own: boolean;
  /** Where phones in the same network find the server: `http://192.168.1.20:8080`. None: it is not for them, or is in no network. */
  lan: string | null;
}

/** The score sheet of a match whose boards stand on the table. */
export interface ScoreSheet {
  match: MatchId;
  /** Another one whenever something has changed. */
  version: number;
  phase: Phase;
  book: string;
  title: string;
  time: TimeControl;
  names: { A: string | null; a: string | null; B: string | null; b: string | null };
  /** The event whose match it is. */
  event: EventId | null;
  /** The result by the clocks, once there is one. */
  result: string | null;
  boards: { A: ScoreBoard; B: ScoreBoard };
}

/** A board of it, as its next half-move finds it. */
export interface ScoreBoard {
  /** The placement only. */
  fen: string;
  turn: Color;
  last: string | null;
  /** The square of a king in check. */
  check: string | null;
  /** Of the two seats of this board. */
  stocks: Record<string, string>;
  /** Whether men may have come of which the other board's sheet does not tell yet: then any may be dropped. */
  open: boolean;
  /** Every legal move in coordinates, with spaces between them. */
  moves: string;
  /** How many times was pressed here, but for presses that went back. */
  presses: number;
  lines: ScoreLine[];
}

/** A half-move that was written down. */
export interface ScoreLine {
  seat: Seat;
  number: number;
  /** In coordinates if it can't be played. */
  san: string;
  uci: string;
  /** What its player had left after the press; none if it was not pressed. */
  clock: Millis | null;
  /** Whether it fits the boards as they were. */
  fit: ScoreFit;
  /** Why it does not. */
  why?: WhyDoubtful;
}

export type ScoreFit =
  /** It does. */
  | 'fits'
  /** It drops a man that the other board's sheet, not written so far, has yet to tell of. */
  | 'waits'
  /** It does not. */
  | 'doubtful';

/** Why a half-move does not fit. */
export interface WhyDoubtful {
  code: string;
  values?: Record<string, string>;
  /** The sentence in English. */
  reason: string;
}

/** What opens the score sheet of a match. */
export interface SheetKey {
  secret: string;
  link: string;
}

/** An event in a list. */
export interface EventLine {
  id: EventId;
  name: string;
  book: string;
  place: string;
  date: string;
  venue: Venue;
  stage: EventStage;
  /** The latest round that everybody may see. */
  round: RoundNumber | null;
  rounds: number;
  teams: number;
  /** When it was made, in milliseconds since 1970. */
  created: number;
}

/** Where the matches are played. */
export type Venue =
  /** Over the board. */
  | 'board'
  /** At tables of the server. */
  | 'online'
  /** At the server where one of the four is not in the hall, else over the board. */
  | 'mixed';

/** How far an event is. */
export type EventStage =
  /** Nothing is paired. */
  | 'entries'
  /** A round is drafted. */
  | 'draft'
  /** A round was published. */
  | 'published'
  /** A round is being played. */
  | 'running'
  /** The latest round is over. */
  | 'closed'
  /** All is over. */
  | 'finished';

/** A round; the first is 1. */
export type RoundNumber = number;

/** An event that was made. */
export interface MadeEvent {
  id: EventId;
  /** The organiser's secret, told once. */
  organiser: string;
  /** The organiser's page. */
  link: string;
  version: number;
}

/** What fits. */
export interface Proposals {
  proposals: Proposal[];
}

/** A system with its rounds, and when it would be over. */
export interface Proposal {
  /** The system. */
  system: PairingSystem;
  /** Its rounds. */
  rounds: number;
  /** Matches of a round against the same opponent. */
  legs: number;
  /** When it will be over. */
  ends: Moment;
  /** Whether that is in time. */
  in_time: boolean;
}

/** How opponents are found. */
export type PairingSystem =
  /** Everybody meets everybody (Berger's tables). */
  | 'round-robin'
  /** Everybody meets everybody twice, colours swapped. */
  | 'double-round-robin'
  /** Teams of the same score meet (FIDE C.04.6). */
  | 'swiss'
  /** Knockout: the loser is out. */
  | 'knockout'
  /** Players of the same rank in squares of four, each with each as partners (the Z-system). */
  | 'rotating';

/** A moment: milliseconds since 1970 began, in universal time. */
export type Moment = number;

/** Who wants to play. */
export interface EntriesAnswer {
  teams: NewTeam[];
  players: EventPerson[];
  /** Lines that can't be read; then nobody is told. */
  problems: ErrorLine[];
  /** What entering them would be refused with. */
  refusal: EventRefusal | null;
}

/** A team as it is entered. */
export interface NewTeam {
  /** Its name; without one it is called by its players. */
  name?: string;
  /** Its players: the first is the first-board player. */
  players: EventPerson[];
}

/** What is known of a person. */
export interface EventPerson {
  /** The name, as it is printed. */
  name?: string;
  /** The playing strength, if known. */
  rating?: number;
  /** The club, or nothing. */
  club?: string;
  /** The year of birth, if known. */
  birth_year?: number;
  /** Whether prizes for children are for them. */
  child?: boolean;
  /** Whether they play from elsewhere, in an event that is over the board for others. */
  remote?: boolean;
  /** What they are to the school that holds the event, if that matters. */
  belongs?: Belongs;
}

/** What somebody is to the school or club that holds the event (fer 7.2). */
export type Belongs =
  /** A pupil of the school. */
  | 'pupil'
  /** A teacher of the school. */
  | 'teacher'
  /** Somebody else who works there. */
  | 'staff'
  /** Nobody of the house. */
  | 'guest';

/** What is wrong with a line of a file. */
export interface ErrorLine {
  /** The line; 0 is the file as a whole. */
  line: number;
  /** The code of the sentence. */
  why: string;
  /** The sentence in English. */
  message: string;
  /** What the sentence names. */
  values?: Record<string, string>;
}

/** Why an act is refused. Nothing has changed then. */
export type EventRefusal =
  /** The event has no name. */
  | { code: 'no-name' }
  /** The book of the event can't be read. */
  | { code: 'book'; mistake: string }
  /** The terms contradict each other or the book. */
  | { code: 'rounds'; most: number }
  /** Matches of a round: one or two. */
  | { code: 'legs' }
  /** A tie-break that says the same as the points. */
  | { code: 'tie-break-twice'; tie_break: string; article: Cite }
  /** Something that was agreed can't be changed once a round was published. */
  | { code: 'terms-fixed' }
  /** No such player. */
  | { code: 'no-player'; player: number }
  /** No such team. */
  | { code: 'no-team'; team: number }
  /** No such round. */
  | { code: 'no-round'; round: RoundNumber }
  /** No such table in the round. */
  | { code: 'no-table'; round: RoundNumber; table: TableNumber }
  /** No such match at the table. */
  | { code: 'no-match'; table: TableNumber }
  /** A name is empty. */
  | { code: 'empty-name' }
  /** A name is there already. */
  | { code: 'name-twice'; name: string }
  /** An empty list of entries. */
  | { code: 'nobody' }
  /** A team has two players, or three who take turns. */
  | { code: 'team-size'; team: string; players: number }
  /** A player is in two teams. */
  | { code: 'two-teams'; player: string; team: string }
  /** The first board was fixed before the first round (minerva 1.4). */
  | { code: 'first-board-fixed'; team: string; article: Cite }
  /** The order of the players is the one entered (fer 7.2). */
  | { code: 'order-fixed'; team: string; article: Cite }
  /** Somebody may not play on the first board (fer 7.2). */
  | { code: 'board-one'; player: string; team: string; article: Cite }
  /** Teams take part, not single players, or the other way round. */
  | { code: 'only-teams' }
  /** Players take part, and teams are made anew in each round. */
  | { code: 'only-players' }
  /** Partners can be drawn only before the first round. */
  | { code: 'partners-drawn' }
  /** A team that has played can't be removed, only withdrawn. */
  | { code: 'has-played'; team: string }
  /** It is withdrawn or excluded already. */
  | { code: 'gone'; team: string }
  /** The team is not withdrawn. */
  | { code: 'not-gone'; team: string }
  /** No free place for somebody who comes late. */
  | { code: 'no-late-entry' }
  /** Too few teams. */
  | { code: 'too-few'; teams: number; needed: number }
  /** More than the program pairs. */
  | { code: 'too-many'; most: number }
  /** Rotating partners need a multiple of four. */
  | { code: 'not-by-four'; players: number }
  /** The round before is not closed. */
  | { code: 'round-open'; round: RoundNumber }
  /** All rounds have been played. */
  | { code: 'all-played'; rounds: number }
  /** There is no draft. */
  | { code: 'no-draft' }
  /** A round is not at the stage that the act needs. */
  | { code: 'not-draft'; round: RoundNumber }
  /** The round must be published first. */
  | { code: 'not-published'; round: RoundNumber }
  /** Results are for rounds that are running. */
  | { code: 'not-running'; round: RoundNumber }
  /** Results are missing. */
  | { code: 'results-missing'; matches: number; table: TableNumber }
  /** Somebody entered the result already. */
  | { code: 'has-result'; table: TableNumber }
  /** Who is late is still waited for. */
  | { code: 'still-waited'; table: TableNumber; minutes: number }
  /** The event names no time after which somebody who is late has lost. */
  | { code: 'no-grace'; article: Cite }
  /** Nothing to correct. */
  | { code: 'no-result'; table: TableNumber }
  /** Both games count, so both are entered. */
  | { code: 'both-games'; article: Cite }
  /** One result is entered for the match. */
  | { code: 'one-result'; article: Cite }
  /** A score that no match can have. */
  | { code: 'wrong-score'; article: Cite }
  /** A knockout match needs a winner. */
  | { code: 'no-winner'; table: TableNumber }
  /** A play-off is for matches that are tied. */
  | { code: 'not-tied'; table: TableNumber }
  /** The book does not give the arbiter this. */
  | { code: 'no-power'; article: Cite }
  /** Points are raised at most to the maximum of the game (sscr 9.4 f). */
  | { code: 'above-maximum'; most: Points; article: Cite }
  /** Two teams that have met. */
  | { code: 'met-before'; first: string; second: string; round: RoundNumber }
  /** A hand pairing does something else that it should not. */
  | { code: 'second-bye'; team: string }
  /** A team stands twice in the draft, or not at all. */
  | { code: 'not-once'; team: string }
  /** A team can't meet itself. */
  | { code: 'itself'; team: string }
  /** The system leaves nothing to change by hand. */
  | { code: 'by-the-system' }
  /** The book gives the colours of a table: nobody chooses them. */
  | { code: 'colours-by-book'; table: TableNumber; article: Cite }
  /** Not a system of one match after the other until one wins. */
  | { code: 'not-knockout' }
  /** No pairing keeps to the rules (FIDE C.04.6, 3.3.3). */
  | { code: 'no-pairing'; round: RoundNumber; article: Cite }
  /** A card or a page of a round that is over. */
  | { code: 'round-over'; round: RoundNumber; now: RoundNumber }
  /** Somebody who plays elsewhere. */
  | { code: 'not-at-table'; player: string; table: TableNumber }
  /** What comes from the referee of the server is not reported by hand. */
  | { code: 'online-table'; table: TableNumber }
  /** A result that stands is the desk's to correct. */
  | { code: 'result-stands'; table: TableNumber }
  /** Who did not come is entered at the desk. */
  | { code: 'for-the-desk' }
  /** A ruling that changes a result is asked for as such. */
  | { code: 'for-the-result'; table: TableNumber }
  /** Somebody has called the arbiter there already. */
  | { code: 'called-already'; table: TableNumber }
  /** No such call. */
  | { code: 'no-call'; call: ActNumber }
  /** The call was answered. */
  | { code: 'call-answered'; table: TableNumber }
  /** Another arbiter goes there. */
  | { code: 'call-taken'; table: TableNumber; arbiter: string }
  /** No such act. */
  | { code: 'no-act'; act: ActNumber }
  /** The act is undone already. */
  | { code: 'undone-already'; act: ActNumber }
  /** A later act rests on it. */
  | { code: 'still-needed'; act: ActNumber; by: ActNumber }
  /** The beginning can't be undone. */
  | { code: 'the-beginning' }
  /** The event is over. */
  | { code: 'over' }
  /** Rounds are missing. */
  | { code: 'not-over'; rounds: number };

/** A table of a round; the first is 1. */
export type TableNumber = number;

/** An act of the log; the first is 1. */
export type ActNumber = number;

/** An event, as far as somebody may see it. */
export interface EventView {
  id: EventId;
  /** Goes up with every change of the event. */
  version: number;
  /** Goes up with every change of this view, presence at the tables included. */
  stamp: number;
  you: EventYou;
  /** Who a player is. */
  player?: PlayerId;
  visible: Visible;
  terms: EventTerms;
  book: EventBook;
  stage: EventStage;
  /** The latest round. */
  round: RoundNumber | null;
  round_count: number;
  now: Moment;
  /** When it will be over, if the next round begins now. */
  ends: Moment;
  players: EventPlayer[];
  teams: EventTeam[];
  rounds: Round[];
  standings: StandingLine[];
  /** Their codes. */
  tie_breaks: string[];
  crosstable: CrossLine[];
  tables: OnlineTable[];
  /** The tables that wait for an arbiter. */
  calls: CallLine[];
  /** For arbiters and the desk. */
  hall?: Hall;
  /** What is doubtful about the latest act. */
  doubts?: EventDoubt[];
  may?: MayDo[];
  /** What the book lets an arbiter do to results. */
  penalties?: GrantedPenalty[];
  /** The article by which a team may be excluded. */
  exclusion?: Cite;
  /** The latest act that could be undone. */
  undo?: ActNumber;
  /** What becomes of those who are late in the latest round. */
  late?: EventLate;
  links?: PlayerLink[];
  /** The cards of the tables. */
  cards?: TableCard[];
  /** Opens the arbiters' page, and the arbiter's desk of every online table. */
  arbiter?: string;
  /** Opens the screen on the wall. */
  screen?: string;
}

/** Who looks. */
export type EventYou =
  | 'organiser' | 'player' | 'arbiter' | 'spectator'
  /** Whoever scanned the card of a table. */
  | 'card'
  /** The screen on the wall. */
  | 'screen';

/** A player, in the order of entry. */
export type PlayerId = number;

/** Who may watch an event. */
export type Visible =
  /** Everybody, and it is listed. */
  | 'public'
  /** Whoever has the link. */
  | 'link'
  /** The organiser and the players. */
  | 'private';

/** What is agreed for an event. */
export interface EventTerms {
  /** The name of the event. */
  name: string;
  /** Where it is. */
  place?: string;
  /** The day, `2026-11-21`. */
  date?: string;
  /** The book of its matches. */
  book: BookRef;
  /** The time of each player in a match. */
  time: TimeControl;
  /** Where the matches are played. */
  venue?: Venue;
  /** How opponents are found. */
  system: PairingSystem;
  /** How many rounds there are, which a Swiss must know beforehand. A knockout and a round robin take as many as they need. */
  rounds: number;
  /** Matches of a round against the same opponent: one, or two with colours swapped. */
  legs?: number;
  /** How much colours matter in a Swiss. */
  colours?: ColourModel;
  /** Which colour the first-named team has on the first board, where the book leaves it free (R1). */
  first_named?: Colour;
  /** Who gets which pairing number. */
  seeding?: Seeding;
  /** How ties are broken, in this order. */
  tie_breaks: TieBreak[];
  /** What a team gets for a round that it sits out. */
  sit_out?: SitOut;
  /** Whether only those are paired who have checked in. */
  check_in?: boolean;
  /** Whether a knockout has a match for the third place. */
  third_place?: boolean;
  /** The published seed of all lots. */
  seed: string;
  /** When the first round is to begin. */
  start?: Moment;
  /** Minutes between the rounds. */
  pause?: number;
  /** Minutes after which somebody who does not come has lost, where the event says so. */
  grace?: number;
}

/** The book of an event: a built-in one by its id, or a club's own with its text, so that the event's file can be opened elsewhere. */
export interface BookRef {
  /** The id of the book. */
  id: string;
  /** The text of a club's own book. */
  own?: string;
  /** Options: axes that the organiser changes, `event.points` to `3,1,0` for example (R1). */
  options?: ([unknown, unknown])[];
}

/** How much colours matter in a Swiss (FIDE C.04.6, 1.7). */
export type ColourModel =
  /** Simple preferences. */
  | 'type-a'
  /** Strong and mild preferences. */
  | 'type-b'
  /** None: colours are drawn by lot, or each round has two matches. */
  | 'none';

/** A colour on the first board. */
export type Colour =
  /** White. */
  | 'white'
  /** Black. */
  | 'black';

/** Who gets which pairing number. */
export type Seeding =
  /** By the sum of ratings, then in the order of entry. */
  | 'rating'
  /** In the order of entry. */
  | 'entry'
  /** By lot from the seed. */
  | 'lot';

/** How teams with the same points are put in order (FIDE C.07). */
export type TieBreak =
  /** Direct encounter. */
  | 'direct-encounter'
  /** The other of match points and game points, where a book has both. */
  | 'other-points'
  /** Buchholz. */
  | 'buchholz'
  /** Buchholz without the lowest. */
  | 'buchholz-cut1'
  /** Buchholz without the two lowest. */
  | 'buchholz-cut2'
  /** Buchholz without the lowest and the highest. */
  | 'median-buchholz'
  /** Sonneborn-Berger. */
  | 'sonneborn-berger'
  /** Board count: points on the first board are worth more. */
  | 'board-count'
  /** Matches won. */
  | 'wins'
  /** A play-off. */
  | 'play-off'
  /** By lot from the seed. */
  | 'lot';

/** What a team gets for a round that it sits out. */
export type SitOut =
  /** Nothing. */
  | 'nothing'
  /** As for a draw. */
  | 'draw';

/** The book of an event. */
export interface EventBook {
  id: string;
  name: string;
  /** Whether both games count, so that both are entered. */
  both_games: boolean;
}

/** A player of the event. */
export interface EventPlayer {
  /** Their id. */
  id: PlayerId;
  /** The name, as it is printed. */
  name: string;
  /** The playing strength, if known. */
  rating?: number;
  /** The club, or nothing. */
  club?: string;
  /** The year of birth, if known. */
  birth_year?: number;
  /** Whether prizes for children are for them. */
  child?: boolean;
  /** Whether they play from elsewhere, in an event that is over the board for others. */
  remote?: boolean;
  /** What they are to the school that holds the event, if that matters. */
  belongs?: Belongs;
  /** Whether they have checked in. */
  here: boolean;
  /** The number they are paired by, where players are paired and not teams. */
  number?: PairingNumber;
  /** When they take part, where players are paired and not teams. */
  attendance: Attendance;
}

/** The number that a team (or a player who has no team) is paired by: 1 for the strongest. It stays when the team is absent (FIDE C.04.6, 1.1.3). */
export type PairingNumber = number;

/** When a team, or a player without a team, takes part. */
export interface Attendance {
  /** The first round that they can play; later than 1 for a late entry. */
  from: RoundNumber;
  /** The first round that they don't play any more. */
  withdrawn?: RoundNumber;
  /** Rounds that they sit out. */
  absent?: RoundNumber[];
  /** By which article they were excluded. */
  excluded?: Cite;
}

/** A team: two players, or three who take turns. */
export interface EventTeam {
  /** Its id. */
  id: TeamId;
  /** Its name. */
  name: string;
  /** Its players in the order of entry; the first is the first-board player. */
  players: PlayerId[];
  /** The number it is paired by, once the first round was paired. */
  number?: PairingNumber;
  /** When it takes part. */
  attendance: Attendance;
}

/** A team, in the order of entry. */
export type TeamId = number;

/** A round. */
export interface Round {
  /** Its number. */
  number: RoundNumber;
  /** What it is for. */
  kind: RoundKind;
  /** How far it is. */
  stage: RoundStage;
  /** The pairings, table by table. */
  pairings: Pairing[];
  /** Who has no opponent. */
  byes: EventBye[];
  /** When it is to begin, if that was said. */
  starts?: Moment;
  /** When it was started. */
  started?: Moment;
}

/** What a round is for. */
export type RoundKind =
  /** It counts for points. */
  | 'regular'
  /** It decides places between those who are tied. */
  | 'play-off';

/** How far a round is. */
export type RoundStage =
  /** Only the organiser sees it, and can change it by hand. */
  | 'draft'
  /** Everybody sees it. */
  | 'published'
  /** It is being played. */
  | 'running'
  /** All results are in. */
  | 'closed';

/** Two sides at a table. */
export interface Pairing {
  /** The table. */
  table: TableNumber;
  /** The first-named side and the other. */
  sides: [PairingSide, PairingSide];
  /** Their matches. */
  legs: Leg[];
  /** Why they meet. */
  reasons: PairingReason[];
}

/** Two players who play together in a round. */
export interface PairingSide {
  /** Their team; none where partners change in each round. */
  team?: TeamId;
  /** Who plays on the first board and who on the second. */
  boards: [PlayerId, PlayerId];
}

/** One match between the two sides of a pairing. */
export interface Leg {
  /** Which side has White on the first board. */
  white: Which;
  /** What it is for. */
  kind: LegKind;
  /** Its result. */
  outcome?: Outcome;
}

/** One of the two sides of a pairing. */
export type Which =
  /** The first-named one. */
  | 'first'
  /** The other. */
  | 'second';

/** What a match between the two sides is for. */
export type LegKind =
  /** A match of the round. */
  | 'regular'
  /** One of two matches, colours swapped, that break a tie. */
  | 'play-off'
  /** The first win decides. */
  | 'sudden-death';

/** The result of a match. Points are those of the match itself: 1, ½, 0 for what the book counts. */
export interface Outcome {
  /** The first-named side's, then the other's. */
  score: [Points, Points];
  /** Board by board, where both games count: the first-named side's points, then the other's. */
  games?: [[Points, Points], [Points, Points]];
  /** How it came about. */
  how: ResultHow;
  /** Who says so. */
  source: ResultSource;
  /** Why the match ended, if a referee saw it. */
  reason?: Reason;
  /** The article that it rests on, if it rests on one. */
  article?: Cite;
}

/** How a result came about. */
export type ResultHow =
  /** The match was played. */
  | 'played'
  /** Somebody did not come: not played. */
  | 'forfeit'
  /** The arbiter set or changed it. */
  | 'ruled';

/** Who says so. */
export type ResultSource =
  /** The organiser's desk. */
  | 'desk'
  /** The referee of a table. */
  | 'table'
  /** Both teams, who said the same. */
  | 'teams';

/** Why a pairing is as it is. Teams are named by their pairing numbers. */
export type PairingReason =
  /** Both have the same score. */
  | { code: 'same-score'; score: Points }
  /** A team with a lower score makes the number even. */
  | { code: 'floated-up-odd'; team: PairingNumber; score: Points; group: Points }
  /** A team with a lower score is needed because those of the group have met each other. */
  | { code: 'floated-up-met'; team: PairingNumber; score: Points; group: Points }
  /** It is the first of those who could float up without breaking C6 and C7. */
  | { code: 'first-floater'; team: PairingNumber; among: number }
  /** The natural opponent was passed over. */
  | { code: 'passed-over-met'; team: PairingNumber; other: PairingNumber }
  /** The natural opponent wants the same colour (C8). */
  | { code: 'passed-over-colour'; team: PairingNumber; other: PairingNumber }
  /** The natural opponent was passed over for the sake of the whole group. */
  | { code: 'passed-over-group'; team: PairingNumber; other: PairingNumber }
  /** The bye: lowest score, then most matches played, then the largest number (C.04.6, 3.4). */
  | { code: 'bye'; score: Points; matches: number }
  /** Others came first for the bye, but could not get it. */
  | { code: 'bye-passed-over'; team: PairingNumber }
  /** Who has White on the first board, by a step of C.04.6, 4.3. */
  | { code: 'colour'; white: PairingNumber; step: string }
  /** Who has White on the first board, by the book. */
  | { code: 'colour-by-book'; white: PairingNumber; article: Cite }
  /** Who has White on the first board, by lot. */
  | { code: 'colour-by-lot'; white: PairingNumber; article: Cite; lot: string }
  /** As Berger's table has it. */
  | { code: 'berger'; round: number; teams: number }
  /** The free place in Berger's table. */
  | { code: 'berger-free'; round: number }
  /** By the place in the tree. */
  | { code: 'seeded'; first: number; second: number }
  /** The better teams wait for the second round. */
  | { code: 'seeded-bye'; place: number }
  /** Both won. */
  | { code: 'winners' }
  /** Both lost their semifinal. */
  | { code: 'third-place' }
  /** Four by rank, whose partners rotate. */
  | { code: 'square'; square: number; turn: number }
  /** Changed by hand. */
  | { code: 'by-hand' }
  /** Tied, and play for the place. */
  | { code: 'play-off'; place: number }
  /** It rests in this round: a team of three takes turns. */
  | { code: 'rests'; player: string }
  /** The opponent does not come. */
  | { code: 'opponent-away' }
  /** They said that they would not come. */
  | { code: 'away' };

/** A team, or a player, without an opponent. */
export interface EventBye {
  /** The team; none where players are paired. */
  team?: TeamId;
  /** The player, where players are paired. */
  player?: PlayerId;
  /** Why. */
  kind: EventByeKind;
  /** Why they and nobody else. */
  reasons: PairingReason[];
}

/** Why somebody has no opponent. */
export type EventByeKind =
  /** The number is odd: worth a win. */
  | 'allocated'
  /** They sit the round out: worth what the terms say. */
  | 'sit-out'
  /** The free place of a table or tree: worth nothing. */
  | 'free';

/** A line of the standings. */
export interface StandingLine {
  place: number;
  number: PairingNumber;
  team: TeamId | null;
  player: PlayerId | null;
  name: string;
  points: Points;
  /** The tie-breaks, in the order of `tie_breaks`. */
  values: number[];
}

/** A line of the cross table. */
export interface CrossLine {
  number: PairingNumber;
  team: TeamId | null;
  name: string;
  cells: Cell[];
}

/** A team's round. */
export interface Cell {
  /** Whom it met. */
  met: Met;
  /** Its match points of the round. */
  match_points: Points;
  /** Its game points of the round. */
  game_points: Points;
  /** Its points on each board, where they are known. */
  boards: Points[];
}

/** Whom a team met in a round. */
export type Met =
  /** The match was played. */
  | { played: { opponent: PairingNumber; colour: Colour } }
  /** The match was not played: somebody did not come. */
  | { forfeit: { opponent: PairingNumber; colour: Colour; won: boolean } }
  /** The pairing-allocated bye. */
  | 'bye'
  /** A bye worth a win that was given. */
  | 'full-bye'
  /** A bye worth a draw that was asked for. */
  | 'half-bye'
  /** Not there. */
  | 'nothing';

/** A table of the server. */
export interface OnlineTable {
  round: RoundNumber;
  table: TableNumber;
  /** Which match of the pairing; 0 is the first. */
  leg: number;
  match: MatchId;
  begun: boolean;
  over: boolean;
  /** Who is there. */
  there: { A: boolean; a: boolean; B: boolean; b: boolean };
  /** Whether the boards are real ones, and phones their clocks. */
  clocks: boolean;
}

/** A call as everybody may know it: which table, since when, and whether somebody goes there. */
export interface CallLine {
  table: TableNumber;
  since: Moment;
  taken: boolean;
}

/** What arbiters and the desk see of the hall. */
export interface Hall {
  /** The longest waiting first; those of the round that were answered after them. */
  queue: ArbiterCall[];
  /** What teams say of matches without a result. */
  reports: ReportLine[];
  /** What was ruled in the latest round, newest first. */
  rulings: TableRuling[];
  powers: HallPower[];
}

/** A call for the arbiter. */
export interface ArbiterCall {
  /** The act that called. */
  number: ActNumber;
  /** The round. */
  round: RoundNumber;
  /** The table. */
  table: TableNumber;
  /** Who called. */
  player: PlayerId;
  /** What for, if that was said. */
  about: CallSubject | null;
  /** The articles that may be meant. */
  articles: Cite[];
  /** Since when. */
  since: Moment;
  /** Who goes there. */
  taken: TakenCall | null;
  /** When it was answered. */
  answered: Moment | null;
}

/** What a call is about. */
export type CallSubject =
  /** A flag has fallen. */
  | 'flag'
  /** A move was illegal. */
  | 'illegal'
  /** Whether a move that was made stands. */
  | 'binding'
  /** Mate or stalemate. */
  | 'mate'
  /** A draw is claimed. */
  | 'draw'
  /** Pieces are hidden. */
  | 'hidden'
  /** What partners say. */
  | 'talk'
  /** Men or colours were set up wrongly. */
  | 'setup'
  /** A clock is wrong. */
  | 'clock'
  /** Something else. */
  | 'other';

/** An arbiter who goes to a table. */
export interface TakenCall {
  /** Who. */
  arbiter: string;
  /** Since when. */
  at: Moment;
}

/** What the two teams of a match say. */
export interface ReportLine {
  round: RoundNumber;
  table: TableNumber;
  leg: number;
  reports: TeamReports;
  /** They say different things, and nobody has decided yet. */
  differ: boolean;
}

/** What the two teams of a match say: the first-named one, then the other. */
export type TeamReports = [TeamReport | null, TeamReport | null];

/** How a team says that its match ended. */
export interface TeamReport {
  /** Who said so. */
  player: PlayerId;
  /** When. */
  at: Moment;
  /** The result. */
  entered: Entered;
}

/** A result as it is entered at the desk: the first-named side's points first. */
export type Entered =
  /** One result for the match. */
  | { match: [Points, Points] }
  /** Both games, the first board's first. */
  | { games: [[Points, Points], [Points, Points]] }
  /** A side did not come. `None`: neither did. */
  | { forfeit: { winner?: Which } };

/** A ruling at a table. */
export interface TableRuling {
  /** The act that ruled. */
  number: ActNumber;
  /** The round. */
  round: RoundNumber;
  /** The table. */
  table: TableNumber;
  /** When. */
  at: Moment;
  /** How. */
  ruling: RulingKind;
  /** On whom; none: on the match. */
  whom: PlayerId | null;
  /** By which article. */
  article: Cite;
}

/** What the book lets an arbiter do, and by which article. */
export interface HallPower {
  ruling: RulingKind;
  article: Cite;
  /** The times that the book knows for it, in seconds; none: any. */
  times?: number[];
}

/** What is doubtful about an act that is done all the same. */
export type EventDoubt =
  /** The next round was paired from the old result. */
  | { code: 'next-round-paired'; round: RoundNumber }
  /** Two teams have met before. */
  | { code: 'met-before'; first: string; second: string; round: RoundNumber }
  /** A team has had a bye. */
  | { code: 'second-bye'; team: string }
  /** A team has the same colour on the first board once more. */
  | { code: 'same-colour'; team: string; times: number }
  /** Not everybody has checked in. */
  | { code: 'not-here'; team: string }
  /** The two teams say different things of their match: the desk decides. */
  | { code: 'reports-differ'; table: TableNumber }
  /** Two teams whose scores differ by more than a match. */
  | { code: 'far-apart'; first: string; second: string };

/** A step, and why it can't be taken now. */
export interface MayDo {
  do: EventStep;
  refusal: EventRefusal | null;
}

/** A step of an event that needs nothing but the word. */
export type EventStep =
  /** Partners are drawn. */
  | 'draw-partners'
  /** The next round is paired. */
  | 'draft'
  /** The draft is thrown away. */
  | 'discard'
  /** The draft is shown to everybody. */
  | 'publish'
  /** The published round begins. */
  | 'start'
  /** The running round is over. */
  | 'close'
  /** The event is over. */
  | 'finish';

/** A penalty that the book of an event gives. */
export interface GrantedPenalty {
  /** Which. */
  penalty: PenaltyKind;
  /** By which article. */
  article: Cite;
  /** Whether it changes a result that must be there. */
  after_result: boolean;
}

/** A kind of `Penalty`, by the name that the penalty has in files. */
export type PenaltyKind =
  /** The match is lost. */
  | 'loss'
  /** Both lose. */
  | 'both-lose'
  /** The result is what the arbiter says. */
  | 'result'
  /** A new match. */
  | 'again'
  /** Fewer points. */
  | 'fewer'
  /** More points for the opponents. */
  | 'raised';

/** What becomes of a match for which somebody is late. */
export type EventLate =
  /** It begins with the round, and the time of whoever is late runs (sscr 7.6). */
  | { late: 'time-runs'; article: Cite }
  /** It begins when all four are there. */
  | { late: 'waits'; until: Moment | null; article: Cite };

/** A player's own page. */
export interface PlayerLink {
  player: PlayerId;
  link: string;
}

/** The card of a table, which is good in every round. */
export interface TableCard {
  table: TableNumber;
  link: string;
}

/** An event as one player needs it. */
export interface PlayerView {
  event: EventId;
  name: string;
  version: number;
  player: EventPlayer;
  team: EventTeam | null;
  stage: EventStage;
  round: RoundNumber | null;
  /** When the first round is to begin. */
  starts: Moment | null;
  table: TableNumber | null;
  /** 1 is the first board. */
  board: number | null;
  colour: Colour | null;
  partner: Named | null;
  /** The opponent at the own board first. */
  against: Named[];
  against_team: string | null;
  /** Why there is no opponent. */
  bye: EventByeKind | null;
  /** Opens by itself when the round starts. */
  seat: PlayerSeat | null;
}

/** Somebody by id and name. */
export interface Named {
  id: PlayerId;
  name: string;
}

/** A seat that a player has now. */
export interface PlayerSeat {
  match: MatchId;
  seat: Seat;
  link: string;
}

/** A table as the phones there need it. */
export interface TableView {
  event: EventId;
  name: string;
  version: number;
  /** The book, so that articles can be looked up. */
  book: string;
  stage: EventStage;
  round: RoundNumber | null;
  round_stage: RoundStage | null;
  /** When the round is to begin, if that was said. */
  starts: Moment | null;
  now: Moment;
  /** None: whoever asks has no table in this round. */
  table: TableNumber | null;
  /** How many tables the round has. */
  tables: number;
  /** What is played with, for phones that are the clocks. */
  time: TimeControl;
  /** Whether both games count, so that both are entered. */
  both_games: boolean;
  /** Whose own link it is; with a card the phone asks. */
  player: PlayerId | null;
  /** Nobody plays at the table in this round: none. */
  match: TableMatch | null;
  call: TableCall | null;
  /** What a call can be about, by the book. */
  about: CallAbout[];
}

/** The match at a table that is played now, or was last. */
export interface TableMatch {
  leg: number;
  sides: TableSide[];
  outcome: Outcome | null;
  reports: TeamReports;
  /** The two teams say different things. */
  differ: boolean;
  /** It is played on the server, which tells its result itself. */
  online: boolean;
  /** Phones are its clocks. */
  clocks: boolean;
  /** What came of it at the clocks: the teams confirm it. */
  clocks_say: Entered | null;
}

/** A side at a table. */
export interface TableSide {
  side: Which;
  team: string | null;
  players: Sitter[];
}

/** One who plays at a table. */
export interface Sitter {
  id: PlayerId;
  name: string;
  /** 1 is the first board. */
  board: number;
  colour: Colour;
}

/** The call from a table that waits. */
export interface TableCall {
  call: ActNumber;
  since: Moment;
  about: CallSubject | null;
  /** The arbiter who comes. */
  arbiter: string | null;
}

/** Something that a call can be about. */
export interface CallAbout {
  about: CallSubject;
  articles: Cite[];
}

/** The double clock of a table. */
export interface TableClocks {
  match: MatchId;
  /** What opens the halves of the clocks. */
  secrets: { A: string; a: string; B: string; b: string };
}

/** What came of it. */
export interface CommandAnswer {
  version: number;
  act: EventAct;
  doubts: EventDoubt[];
  /** It had been carried out before. */
  repeated: boolean;
}

/** One act of the log: who did what, when, by which article. */
export interface EventAct {
  /** Its number. */
  number: ActNumber;
  /** When. */
  at: Moment;
  /** Who. */
  by: EventBy;
  /** The articles it rests on. */
  articles?: Cite[];
  /** What is doubtful about it. */
  doubts?: EventDoubt[];
  /** What happened. */
  changes: EventChange[];
}

/** Who acts. */
export type EventBy =
  /** Somebody at the organiser's desk. */
  | { by: 'desk'; name: string }
  /** The referee of a table. */
  | { by: 'table'; table: TableNumber }
  /** An arbiter in the hall. */
  | { by: 'arbiter'; name: string }
  /** A player, by the own link or by the card of the table. */
  | { by: 'player'; player: PlayerId; card?: boolean }
  /** The program itself: a time that ran out, a file that was read. */
  | { by: 'program' };

/** What has happened. Changes alone rebuild an event; they never decide. */
export type EventChange =
  /** The event was made. */
  | { change: 'created'; terms: EventTerms }
  /** Other terms. */
  | { change: 'terms-set'; terms: EventTerms }
  /** A player entered. */
  | { change: 'player-entered'; player: PlayerId; person: EventPerson; from: RoundNumber }
  /** A team entered. */
  | { change: 'team-entered'; team: TeamId; name: string; players: PlayerId[]; from: RoundNumber }
  /** What is known of a player changed. */
  | { change: 'player-changed'; player: PlayerId; person: EventPerson }
  /** A team changed. */
  | { change: 'team-changed'; team: TeamId; name: string; players: PlayerId[] }
  /** A team is gone as if it had never entered; its players stay. */
  | { change: 'team-removed'; team: TeamId }
  /** A player is gone as if they had never entered. */
  | { change: 'player-removed'; player: PlayerId }
  /** Players checked in or out. */
  | { change: 'checked-in'; players: PlayerId[]; here: boolean }
  /** A team plays no more from a round on, or does again. */
  | { change: 'team-withdrawn'; team: TeamId; from: RoundNumber | null }
  /** A player plays no more from a round on. */
  | { change: 'player-withdrawn'; player: PlayerId; from: RoundNumber | null }
  /** A team sits a round out, or plays it after all. */
  | { change: 'team-absent'; team: TeamId; round: RoundNumber; absent: boolean }
  /** A team was excluded. */
  | { change: 'team-excluded'; team: TeamId; from: RoundNumber; article: Cite }
  /** Teams got their pairing numbers. */
  | { change: 'teams-numbered'; numbers: ([unknown, unknown])[] }
  /** Players got their pairing numbers. */
  | { change: 'players-numbered'; numbers: ([unknown, unknown])[] }
  /** A round was paired. */
  | { change: 'drafted'; round: Round }
  /** The draft was changed by hand. */
  | { change: 'redrafted'; pairings: Pairing[]; byes: EventBye[] }
  /** The draft was thrown away. */
  | { change: 'discarded' }
  /** The draft was shown to everybody. */
  | { change: 'published'; round: RoundNumber }
  /** The round began. */
  | { change: 'started'; round: RoundNumber }
  /** The round is over. */
  | { change: 'closed'; round: RoundNumber }
  /** A match has a result, or another one, or none any more. */
  | { change: 'result-set'; round: RoundNumber; table: TableNumber; leg: number; outcome: Outcome | null }
  /** A tied pairing goes on. */
  | { change: 'legs-added'; round: RoundNumber; table: TableNumber; legs: Leg[] }
  /** When the latest round is to begin. */
  | { change: 'start-set'; round: RoundNumber; starts: Moment | null }
  /** A team said how its match ended. */
  | { change: 'reported'; round: RoundNumber; table: TableNumber; leg: number; side: Which; player: PlayerId; entered: Entered }
  /** A player called the arbiter. The call is named by its act. */
  | { change: 'called'; round: RoundNumber; table: TableNumber; player: PlayerId; about: CallSubject | null; articles: Cite[] }
  /** An arbiter took a call. */
  | { change: 'call-taken'; call: ActNumber; arbiter: string }
  /** A call was answered. */
  | { change: 'call-answered'; call: ActNumber }
  /** An arbiter ruled at a table. */
  | { change: 'ruled'; round: RoundNumber; table: TableNumber; ruling: RulingKind; whom: PlayerId | null; article: Cite }
  /** The event is over. */
  | { change: 'finished' }
  /** An act was undone. */
  | { change: 'undone'; act: ActNumber };

/** The version that there is now. */
export interface VersionAnswer {
  version: number;
}

/** A part of the log. */
export interface LogAnswer {
  version: number;
  acts: EventAct[];
  /** Those that are undone, of all. */
  undone: ActNumber[];
}

/** Why a pairing is as it is. */
export interface WhyPairing {
  reasons: PairingReason[];
  sentences: string[];
}

/** What it is told. */
export type EventToClient =
  /** There is something new to be read. */
  | { type: 'changed'; version: number; stamp: number; now: number }
  /** A round was published, or has begun. */
  | { type: 'reminder'; round: RoundNumber; stage: RoundStage; starts: Moment | null; tables: boolean }
  /** Boards that were asked for, as far as they have changed. */
  | { type: 'boards'; round: RoundNumber | null; now: number; tables: EventBoard[] }
  /** The last message. */
  | Bye & { type: 'bye' };

/** A table of the round at a glance. */
export interface EventBoard {
  table: TableNumber;
  /** Which match of the pairing; 0 is the first. */
  leg: number;
  match: MatchId;
  /** When it stood so, in milliseconds since 1970: clocks have run since. */
  at: number;
  phase: Phase;
  /** The boards are real ones: only the clocks are known. */
  on_table: boolean;
  boards: { A: GlimpseBoard; B: GlimpseBoard };
  seats: { A: GlimpseSeat; a: GlimpseSeat; B: GlimpseSeat; b: GlimpseSeat };
  /** Team 1's, then team 2's. */
  score: [Points, Points];
}

/** A board at a glance. */
export interface GlimpseBoard {
  /** The placement only; a promoted piece that counts as a pawn is followed by `~`. */
  fen: string;
  /** The last move on the board in coordinates. */
  last: string | null;
  /** The square of the king in check; with open input never. */
  check: string | null;
  /** How the game ended. */
  result: GameResult | null;
}

/** A seat at a glance. */
export interface GlimpseSeat {
  /** Who sits there. */
  name: string | null;
  /** What is left. */
  clock: Millis;
  running: boolean;
  /** Letters in the order `QRBNP`: `QNNP`. */
  stock: string;
}

/** What went wrong, as it is answered. */
export interface ErrorAnswer {
  error: ErrorBody;
}

export interface ErrorBody {
  /** The kind of failure. */
  code: ErrorCode;
  /** The code of the sentence. */
  why: string;
  /** The sentence in English. */
  message: string;
  /** What the sentence names. */
  values?: Record<string, string>;
  /** The article that it rests on. */
  article?: string;
  /** Lines of a file that can't be read. */
  lines?: ErrorLine[];
}

export type ErrorCode = 'bad_request' | 'forbidden' | 'not_found' | 'conflict' | 'too_large' | 'misdirected' | 'unprocessable' | 'too_many' | 'internal' | 'damaged' | 'unavailable';

/** What somebody asks for who makes a match. */
export interface NewMatchRequest {
  /** The id of a book that the server has. */
  book?: string | null;
  /** TOML of a club's own book; goes before `book`. */
  rulebook?: string | null;
  /** The book's own unless said. */
  time?: TimeBounds | null;
  press?: Press;
  input?: Input;
  /** With `table` the match is clocks beside two real boards. */
  boards?: BoardsAt;
  /** The book's own unless said. */
  flag?: Flag | null;
  /** Milliseconds given back a move at most; 300 unless said, 0 with open input and on the table. */
  lag?: Millis | null;
  /** Axes of the book and their words. */
  options?: Record<string, string>;
  /** BFEN. */
  position?: string | null;
  /** Cut to 60 characters as people count them. */
  title?: string;
  public?: boolean;
  /** Whether there is an arbiter, and `links.arbiter`. */
  arbiter?: boolean;
  /** The maker's own seat: nobody takes it by joining. */
  seat?: Seat | null;
  /** The bots that play, by seat. */
  bots?: Record<string, Bot>;
}

/** A time control within its bounds, for the description. */
export interface TimeBounds {
  base: number;
  increment: number;
  delay: number;
}

/** Which seat somebody would take. */
export interface JoinRequest {
  seat?: Seat | null;
  /** Cut to 24 characters as people count them. */
  name: string;
}

/** What somebody writes down. */
export interface SheetWish {
  board: BoardId;
  /** How many half-moves of the board the writer has seen. */
  place: number;
  /** The next half-move of the board, in SAN or coordinates. */
  move?: MoveText | null;
  /** Without a move: how many half-moves of the board stay; the others are struck out. */
  keep?: number | null;
}

/** What somebody asks for who makes an event. A book and a title will do. */
export interface EventWish {
  title?: string;
  /** The id of a book that the server has. */
  book?: string | null;
  /** TOML of a club's own book; goes before `book`. */
  rulebook?: string | null;
  /** All terms; then title and book are not needed. */
  terms?: EventTerms | null;
  venue?: Venue;
  place?: string;
  date?: string;
  visible?: Visible;
  /** What the log calls whoever makes it. */
  desk?: string;
  /** Names as they were pasted: a team a line, or a player a line. */
  entries?: string;
  teams?: NewTeam[];
  players?: EventPerson[];
}

/** How many teams, and how much time there is. */
export interface ProposeWish {
  teams: number;
  /** Minutes until all must be over, if that matters. */
  minutes?: number | null;
  /** When the first round can begin; now unless said. */
  start?: Moment | null;
  /** Whose time is played, if no other is said. */
  book?: string | null;
  time?: TimeControl | null;
  /** Minutes between the rounds; 5 unless said. */
  pause?: number | null;
}

/** What a desk wants. */
export interface CommandWish {
  /** The client's own name of it, at most 64 bytes: the same again does nothing twice. */
  id?: string | null;
  /** Which laptop, for the log. */
  desk?: string;
  /** The version that the desk has seen: if it is another one, nothing is done. */
  seen?: number | null;
  command: EventCommand;
}

/** Somebody does something. */
export type EventCommand =
  /** Other terms. */
  | { command: 'set-terms'; terms: EventTerms }
  /** Teams enter, also late. */
  | { command: 'enter-teams'; teams: NewTeam[] }
  /** Players enter without a team. */
  | { command: 'enter-players'; players: EventPerson[] }
  /** Partners are drawn: the strong half with the weak half; one too many makes a team of three. */
  | { command: 'draw-partners' }
  /** Two or three players without a team become one. */
  | { command: 'form-team'; name: string; players: PlayerId[] }
  /** What is known of a player changes. */
  | { command: 'change-player'; player: PlayerId; person: EventPerson }
  /** A team gets another name, or its players another order. */
  | { command: 'change-team'; team: TeamId; name: string; players: PlayerId[] }
  /** A team that has not played goes away as if it had never entered. */
  | { command: 'remove-team'; team: TeamId }
  /** A player without a team who has not played goes away. */
  | { command: 'remove-player'; player: PlayerId }
  /** Players check in, or out again. */
  | { command: 'check-in'; players: PlayerId[]; here: boolean }
  /** A team withdraws. */
  | { command: 'withdraw'; team: TeamId }
  /** A team that withdrew comes back. */
  | { command: 'return'; team: TeamId }
  /** A player of an event of players withdraws. */
  | { command: 'withdraw-player'; player: PlayerId }
  /** A team sits a round out, or plays it after all. */
  | { command: 'absent'; team: TeamId; round: RoundNumber; absent: boolean }
  /** A team is excluded (sscr 9.4 g). */
  | { command: 'exclude'; team: TeamId }
  /** The next round is paired, as a draft. */
  | { command: 'draft' }
  /** The draft is thrown away. */
  | { command: 'discard' }
  /** The draft is made by hand. */
  | { command: 'pair-by-hand'; pairings: HandPairing[]; anyway: boolean }
  /** Two teams change places in the draft. */
  | { command: 'exchange'; one: TeamId; other: TeamId; anyway: boolean }
  /** The two teams of a table of the draft change colours. */
  | { command: 'swap-colours'; table: TableNumber }
  /** The draft is shown to everybody. */
  | { command: 'publish' }
  /** The published round begins. */
  | { command: 'start' }
  /** The running round is over. */
  | { command: 'close' }
  /** A result is entered at the desk. */
  | { command: 'result'; round: RoundNumber; table: TableNumber; leg: number; entered: Entered }
  /** A result that was entered is corrected, also in a round that is closed. */
  | { command: 'correct'; round: RoundNumber; table: TableNumber; leg: number; entered: Entered }
  /** The referee of a table says how its match ended. */
  | { command: 'table-result'; round: RoundNumber; table: TableNumber; leg: number; verdict: TableVerdict }
  /** Somebody has not come in the time that the event grants, and loses without play. */
  | { command: 'not-come'; round: RoundNumber; table: TableNumber; leg: number; winner?: Which }
  /** The arbiter changes a result. */
  | { command: 'penalise'; round: RoundNumber; table: TableNumber; leg: number; penalty: EventPenalty }
  /** A tied pairing of a knockout, or of a play-off, goes on: two matches with colours swapped, then one match that decides. */
  | { command: 'play-on'; round: RoundNumber; table: TableNumber }
  /** After the last round, teams that are tied play for their place. */
  | { command: 'play-off'; pairs: ([TeamId, TeamId])[] }
  /** When the round that is drafted or published is to begin. */
  | { command: 'set-start'; starts?: Moment }
  /** A team says how its match ended. Once the other says the same, that is the result. */
  | { command: 'report'; round: RoundNumber; table: TableNumber; leg: number; player: PlayerId; entered: Entered }
  /** A player calls the arbiter to the table. */
  | { command: 'call'; round: RoundNumber; table: TableNumber; player: PlayerId; about: CallSubject }
  /** The referee of a table says that a player stopped the clocks and called the arbiter. */
  | { command: 'table-call'; round: RoundNumber; table: TableNumber; player: PlayerId; articles: Cite[] }
  /** An arbiter goes to the table. */
  | { command: 'take-call'; call: ActNumber; anyway: boolean }
  /** A call is answered. */
  | { command: 'answer-call'; call: ActNumber }
  /** An arbiter rules at a table at which people carry it out. */
  | { command: 'rule'; round: RoundNumber; table: TableNumber; ruling: RulingKind; whom?: PlayerId }
  /** The event is over. */
  | { command: 'finish' }
  /** An act is undone. An undone undoing is done again. */
  | { command: 'undo'; act: ActNumber };

/** A pairing made by hand: the first-named team, then the other. */
export interface HandPairing {
  /** The first-named team. */
  first: TeamId;
  /** Its opponent; none is a bye. */
  second?: TeamId;
  /** Which side has White on the first board; none lets the book decide. */
  white?: Which;
}

/** What a referee says of a match at a table. */
export interface TableVerdict {
  /** The score of team 1 (White on board A) and of team 2. */
  score: [Points, Points];
  /** How each board ended. */
  boards: [GameResult, GameResult];
  /** Why the match ended. */
  reason: Reason;
  /** By which article. */
  article: Cite;
}

/** What an arbiter may do to a result, where the book gives it. */
export type EventPenalty =
  /** The match is lost; the arbiter sets the opponents' score (sscr 8.6, 9.4 c). */
  | { penalty: 'loss'; side: Which; opponents: Points }
  /** Both lose (sscr 8.7). */
  | { penalty: 'both-lose' }
  /** The result is what the arbiter says. */
  | { penalty: 'result'; score: [Points, Points] }
  /** A new match (sscr 9.4 d). */
  | { penalty: 'again' }
  /** Fewer points for the offender (sscr 9.4 e). */
  | { penalty: 'fewer'; side: Which; points: Points }
  /** The opponents' points are raised (sscr 9.4 f). */
  | { penalty: 'raised'; side: Which; points: Points };

/** Who may watch. */
export interface VisibleWish {
  visible: Visible;
}

/** A message of a client. */
export type ToServer =
  /** Who is there; the first message, and only that. */
  | Hello & { type: 'hello' }
  /** A player acts. */
  | { type: 'act'; id: number; act: Act; at?: Millis | null }
  /** With boards on the table: a server that came back, and says `held`, is behind by so many milliseconds. */
  | { type: 'behind'; millis: Millis }
  /** The arbiter rules. */
  | { type: 'rule'; id: number; rule: Ruling }
  /** The arbiter asks what a ruling would bring about. Nothing is done. */
  | { type: 'foresee'; id: number; rule: Ruling }
  /** A player asks what would be wrong with a move. Nothing is done. */
  | { type: 'why'; id: number; move: MoveText }
  /** A player sets a move before the opponent has moved, where the book permits it; it is made when its time comes. Another takes its place. */
  | { type: 'ahead'; id: number; move?: MoveText | null }
  /** A player is ready to start, or not. */
  | { type: 'ready'; on: boolean }
  /** A player wants to play again, or not. */
  | { type: 'rematch'; on: boolean }
  /** Before the start: a bot takes a seat where nobody is, or leaves it. */
  | { type: 'bot'; seat: Seat; bot?: Bot | null }
  /** A player proposes a bot for somebody who left, or agrees to it. */
  | { type: 'substitute'; seat: Seat; bot?: Bot | null }
  /** A player wants the seat back from the bot that plays there instead. */
  | { type: 'take_back' }
  /** Asks for a `pong`. */
  | { type: 'ping'; sent: number };

/** What opens a seat: 160 random bits. It is never printed by `Debug`, so no log can hold it. */
export type Secret = string;

/** The first message. */
export interface Hello {
  /** The version of the protocol. */
  version: number;
  /** The match. */
  match: MatchId;
  /** As what. */
  role: RoleWord;
  /** At which seat. */
  seat?: Seat | null;
  /** What opens it. */
  secret?: Secret;
  /** The name that others see. */
  name?: string | null;
  /** The last event that was seen. */
  seen?: number | null;
  /** What the client calls the device that it runs on. */
  device?: string | null;
}

/** What a client says. */
export type EventToServer =
  /** The first message. */
  | { type: 'hello'; secret?: Secret }
  /** The tables whose boards are wanted from now on, at most 32; none ends it. */
  | { type: 'boards'; tables: TableNumber[] };
