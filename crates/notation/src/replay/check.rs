//! Playing a whole game through: legality, stocks, numbers, clocks, the ending, the result.

use tandem_rules::{BoardId, ByBoard, BySeat, Millis, Position, Rulebook, Seat, Stuck, Team};

use super::{BoardEnd, Replay, ReplayFault, refereed, time_left};
use crate::bfen::{Bfen, write_bfen};
use crate::bpgn::{
    Cause, Ending, Game, GameResult, MoveNumber, Place, Ply, Problem, TimeControl, Written,
};
use crate::san::Suffix;

/// Who won, and how, as far as a game tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The result by the standard: of WhiteA's team.
    pub result: GameResult,
    /// How it came about.
    pub cause: Option<Cause>,
}

/// Both boards after the last half-move that could be played.
#[derive(Clone, Debug)]
pub struct LastBoards {
    /// The boards.
    pub positions: ByBoard<Position>,
    /// How their games ended.
    pub ended: ByBoard<Option<BoardEnd>>,
}

impl LastBoards {
    /// The boards, borrowed: for [`write_bfen`].
    #[must_use]
    pub fn positions(&self) -> ByBoard<&Position> {
        ByBoard::new_with(|board| &self.positions[board])
    }
}

/// A game that was played through.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What is wrong with the play. What is wrong with the text stays with the game.
    pub problems: Vec<Problem>,
    /// Who won.
    pub verdict: Verdict,
    /// How many half-moves could be played.
    pub played: usize,
    /// How many half-moves behind the end of the match were dropped.
    pub dropped: usize,
    /// The boards after the last of them; none if the game has no starting position.
    pub last: Option<LastBoards>,
}

impl Checked {
    /// The first error of the play.
    #[must_use]
    pub fn error(&self) -> Option<&Problem> {
        self.problems.iter().find(|problem| problem.is_error())
    }
}

/// Plays a game by a book, up to the first move that can't be played.
///
/// ```
/// use tandem_notation::bpgn::Reader;
/// use tandem_notation::replay::check;
/// use tandem_rules::Rulebook;
///
/// let text = "1A. e4 {10} 1a. e5 {10} 2A. Ke3 {9} *"; // two squares in one step
/// let game = Reader::new(text.as_bytes()).next().expect("one game")?;
/// let book = Rulebook::builtin("fics").expect("a built-in book");
/// let checked = check(&game, &book);
/// assert_eq!(checked.played, 2);
/// assert!(checked.error().is_some());
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use]
pub fn check(game: &Game, book: &Rulebook) -> Checked {
    check_with(game, book, |_, _, _| {})
}

/// Plays a game by a book and shows each move as it was played with the boards after it. The
/// record of a match by this very book goes through the referee, with all that happened besides
/// the moves.
pub fn check_with(
    game: &Game,
    book: &Rulebook,
    mut each: impl FnMut(&Ply, super::Played, ByBoard<&Position>),
) -> Checked {
    if refereed::applies(game, book) {
        return refereed::check(game, book, each);
    }
    let mut checker = Checker::new(game);
    let mut replay = match Replay::of_game(book, game) {
        Ok(replay) => replay,
        Err(fault) => {
            checker.tell(game.start, None, fault);
            let verdict = checker.verdict(None);
            return Checked {
                problems: checker.problems,
                verdict,
                played: 0,
                dropped: 0,
                last: None,
            };
        }
    };
    let (mut played, mut dropped) = (0, 0);
    for (index, ply) in game.main.plies.iter().enumerate() {
        let Written::San(plus) = &ply.written else { break };
        if !checker.number(ply) {
            break;
        }
        match replay.play(ply.number, plus.san) {
            Ok(done) => {
                played += 1;
                checker.clock(ply);
                if plus.suffix == Suffix::Mate && done.suffix != Suffix::Mate {
                    checker.marked_mate(ply, &replay);
                }
                each(ply, done, replay.positions());
            }
            Err(fault) => {
                let rest = &game.main.plies[index..];
                let fault = joint_moves(fault, rest);
                if let ReplayFault::Tail { moves, .. } = fault {
                    dropped = moves;
                }
                checker.tell(ply.place, Some(ply.number), fault);
                break;
            }
        }
    }
    let complete = played + dropped == game.main.plies.len();
    let verdict = checker.verdict(complete.then_some(&replay));
    let Replay { positions, ended, .. } = replay;
    let last = Some(LastBoards { positions, ended });
    Checked { problems: checker.problems, verdict, played, dropped, last }
}

/// Programs that move on both boards at once write the move of the other board behind the mate:
/// at most one of each player there is such a tail, and all that is left of the game.
fn joint_moves(fault: ReplayFault, rest: &[Ply]) -> ReplayFault {
    let ReplayFault::AfterEnd { board, by } = fault else { return fault };
    let on_other_board = rest.iter().all(|ply| ply.seat().board() != board);
    let one_each = match rest {
        [_] => true,
        [first, second] => first.seat() != second.seat(),
        _ => false,
    };
    match on_other_board && one_each {
        true => ReplayFault::Tail { board, by, moves: rest.len() },
        false => fault,
    }
}

/// Plays a game by a book and gives the BFEN after each half-move, with the clocks as far as they
/// are told.
pub fn follow(game: &Game, book: &Rulebook, mut each: impl FnMut(&Ply, String)) -> Checked {
    let from_position = game.tags.fen().and_then(|fen| Bfen::parse_lenient(fen).ok());
    let control = game.tags.time_control().map(|control| control.time);
    let mut left = BySeat::new_with(|seat: Seat| {
        let set_up = from_position.as_ref().and_then(|bfen| bfen.boards[seat.board()].clocks);
        set_up.map(|clocks| *clocks.get(seat.color())).or(control)
    });
    check_with(game, book, |ply, _, positions| {
        left[ply.seat()] = time_left(ply.clock).or(left[ply.seat()]);
        let clocks = left.iter().all(|(_, left)| left.is_some());
        let clocks = clocks.then(|| left.map(Option::unwrap_or_default));
        each(ply, write_bfen(&positions, clocks.as_ref()));
    })
}

struct Checker<'g> {
    game: &'g Game,
    problems: Vec<Problem>,
    has_fen: bool,
    last_number: BySeat<Option<u32>>,
    left: BySeat<Option<Millis>>,
    control: Option<TimeControl>,
}

impl<'g> Checker<'g> {
    fn new(game: &'g Game) -> Checker<'g> {
        let control = game.tags.time_control();
        Checker {
            game,
            problems: Vec::new(),
            has_fen: game.tags.fen().is_some(),
            last_number: BySeat::default(),
            // A position has clocks of its own.
            left: BySeat::new_with(|_| {
                control.filter(|_| game.tags.fen().is_none()).map(|control| control.time)
            }),
            control,
        }
    }

    fn tell(&mut self, place: Place, at: Option<MoveNumber>, fault: ReplayFault) {
        self.problems.push(Problem { place, at, fault: fault.into() });
    }

    /// Numbers grow by one; false if the beginning is missing.
    fn number(&mut self, ply: &Ply) -> bool {
        let MoveNumber { number, seat } = ply.number;
        let expected = match self.last_number[seat] {
            Some(last) => last.saturating_add(1),
            None if self.has_fen => number,
            None => 1,
        };
        self.last_number[seat] = Some(number);
        if number == expected {
            return true;
        }
        let first_on_board = self.last_number[seat.opponent()].is_none() && expected == 1;
        if first_on_board {
            self.tell(ply.place, Some(ply.number), ReplayFault::StartsInMiddle);
            return false;
        }
        self.tell(ply.place, Some(ply.number), ReplayFault::Number(expected));
        true
    }

    /// A clock only runs down, but for the increment.
    fn clock(&mut self, ply: &Ply) {
        let Some(shown) = time_left(ply.clock) else { return };
        let before = self.left[ply.seat()].replace(shown);
        let Some(before) = before else { return };
        let most = before + self.control.map_or(Millis::ZERO, |control| control.increment);
        if shown > most {
            self.tell(ply.place, Some(ply.number), ReplayFault::Clock { shown, most });
        }
    }

    fn marked_mate(&mut self, ply: &Ply, replay: &Replay<'_>) {
        if let Some(why) = why_no_mate(replay, ply.seat().board()) {
            self.tell(ply.place, Some(ply.number), ReplayFault::MarkedMate(why));
        }
    }

    fn name(&self, seat: Seat) -> String {
        self.game.tags.player(seat).map_or_else(|| format!("player {seat}"), str::to_owned)
    }

    /// Who won: the mate on the board where the ending tells of one, else the loser that it
    /// names, else the result that is told.
    fn verdict(&mut self, replay: Option<&Replay<'_>>) -> Verdict {
        let game = self.game;
        let ending = game.ending.as_deref().map(|text| Ending::read(text, &game.tags));
        let cause = ending.and_then(|ending| ending.cause);
        let mated = replay.and_then(|replay| {
            BoardId::ALL.into_iter().find_map(|board| replay.ended(board)?.mated)
        });
        let told = self.told_result();
        let named = ending.and_then(|ending| ending.losing_team());
        if let (Some(ending), Some(replay)) = (&ending, replay) {
            self.claims(ending, replay, mated);
        }
        let on_board = mated.map(Seat::team);
        let loser = match cause {
            Some(Cause::Mate) => on_board.or(named),
            _ => named.or(on_board),
        };
        let result = match loser {
            Some(loser) => {
                let is = GameResult::win(!loser);
                if told.is_known() && told != is {
                    let loser = self.losers(ending.as_ref(), mated, loser);
                    self.tell(game.end, None, ReplayFault::WrongResult { told, is, loser });
                }
                is
            }
            None => told,
        };
        let cause = cause.or(mated.map(|_| Cause::Mate)).or(match result {
            GameResult::Draw => Some(Cause::Draw),
            _ => None,
        });
        Verdict { result, cause }
    }

    /// The result at the end of the moves, or that of the tag.
    fn told_result(&mut self) -> GameResult {
        let moves = self.game.result;
        let Some(tag) = self.game.tags.result() else { return moves };
        if moves.is_known() && tag.is_known() && moves != tag {
            self.tell(self.game.end, None, ReplayFault::TwoResults { tag, moves });
        }
        if moves.is_known() { moves } else { tag }
    }

    fn losers(&self, ending: Option<&Ending>, mated: Option<Seat>, team: Team) -> String {
        let named = ending.map(|ending| ending.losers).unwrap_or_default();
        let named = Seat::ALL.into_iter().find(|seat| named[*seat]);
        let seat = [named, mated].into_iter().flatten().find(|seat| seat.team() == team);
        seat.map_or_else(|| format!("team {team}"), |seat| self.name(seat))
    }

    /// Does the ending hold on the board?
    fn claims(&mut self, ending: &Ending, replay: &Replay<'_>, mated: Option<Seat>) {
        let Some(cause) = ending.cause else { return };
        let seats: Vec<Seat> = Seat::ALL.into_iter().filter(|seat| ending.losers[*seat]).collect();
        let text = self.game.ending.clone().unwrap_or_default();
        let place = self.game.end;
        if seats.is_empty() {
            let somebody_lost = !matches!(cause, Cause::Draw | Cause::Aborted);
            let named = Seat::ALL.into_iter().any(|seat| self.game.tags.player(seat).is_some());
            if somebody_lost && named {
                self.tell(place, None, ReplayFault::UnknownLoser(text));
            }
            return;
        }
        match (cause, mated) {
            (Cause::Mate, Some(mated)) if !seats.contains(&mated) => {
                let (mated, name) = (self.name(mated), self.name(seats[0]));
                self.tell(place, None, ReplayFault::OtherMated { mated, name });
            }
            (Cause::Mate, None) => {
                let seat = seats[0];
                let why = seats.iter().map(|seat| why_not_mated(replay, *seat));
                if let Some(why) = why.collect::<Option<Vec<_>>>() {
                    let name = self.name(seat);
                    self.tell(place, None, ReplayFault::NotMated { name, why: why[0] });
                }
            }
            (Cause::Mate, Some(_)) => {}
            (_, Some(mated)) => {
                let mated = self.name(mated);
                self.tell(place, None, ReplayFault::OtherEnding { mated, ending: text });
            }
            (Cause::Flag, None) => {
                let on_move = |seat: &Seat| replay.position(seat.board()).turn() == seat.color();
                if !seats.iter().any(on_move) {
                    let name = self.name(seats[0]);
                    self.tell(place, None, ReplayFault::NotThatFlag { name });
                }
            }
            _ => {}
        }
    }
}

fn why_not_mated(replay: &Replay<'_>, seat: Seat) -> Option<&'static str> {
    if replay.position(seat.board()).turn() != seat.color() {
        return Some("it is the opponent's move");
    }
    why_no_mate(replay, seat.board())
}

/// Why the player on move is not mated.
fn why_no_mate(replay: &Replay<'_>, board: BoardId) -> Option<&'static str> {
    match replay.stuck(board) {
        Stuck::Mate => None,
        Stuck::Free => Some("there is a legal reply"),
        Stuck::WaitInCheck => Some("a piece that may still come could stop it"),
        Stuck::Stalemate { .. } => Some("the king is not in check"),
    }
}
