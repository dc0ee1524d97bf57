//! What lies on the table: two games, four people, one match.

use tandem_referee::{GameResult, MatchResult, Reason};
use tandem_rules::shakmaty::{Color, Role, Square};
use tandem_rules::{BoardId, Seat, Team};

use crate::board::{Board, Likeness, Man, Rights};
use crate::clocks::Clock;
use crate::moves::{Done, OtherBoard, Side, Standing, Step};
use crate::stock::Stock;
use crate::the_books::Book;

/// What was agreed before the match.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The book.
    pub book: Book,
    /// Whether hands can do anything.
    pub open: bool,
    /// Whether making a move and pressing the clock are two acts.
    pub manual: bool,
    /// Whether the referee claims flags for whoever may (R11).
    pub automatic: bool,
    /// What each completed move brings, in milliseconds.
    pub increment: i64,
    /// What is given back of a move's thinking at most.
    pub delay: i64,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who won.
    pub result: GameResult,
    /// Why.
    pub reason: Reason,
}

/// How the match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won.
    pub result: MatchResult,
    /// Why.
    pub reason: Reason,
}

/// A move on the board, with all that it set in motion.
#[derive(Clone, Debug)]
pub struct Made {
    /// What it did on its board.
    pub done: Done,
    /// Whether the book allows it.
    pub legal: bool,
    /// The man it took off the other board, from where, and the rights to castle that went.
    pub taken: Option<(Square, Man, Rights)>,
    /// How many positions had been seen, and quiet moves counted, before it.
    pub before: (usize, u32),
    /// Whether the move before it was legal.
    pub after_lawful: bool,
    /// Whether what it captured left the match, because the other game had ended (R24).
    pub gone: bool,
}

impl Made {
    /// What it captured, as it lies in a hand.
    #[must_use]
    pub fn booty(&self) -> Option<Role> {
        // A man of one's own that hands knock off is nobody's booty.
        let enemy = self.done.captured.filter(|(_, man)| man.color != self.done.by);
        enemy.map(|(_, man)| man.in_the_hand())
    }
}

/// What can be claimed against a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offence {
    /// It completed an illegal move.
    Move,
    /// It claimed wrongly, which counts as one (asten 18, sscr 3.4).
    Claim,
}

/// What a replacing move is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touched {
    /// The man that was moved stands here again.
    pub man: Option<Square>,
    /// Such a man was dropped.
    pub dropped: Option<Role>,
    /// This enemy man was lifted.
    pub enemy: Option<Square>,
}

/// One game.
#[derive(Clone, Debug)]
pub struct Game {
    /// The board with every move that was made.
    pub board: Board,
    /// What lies beside it for Black and for White, by `Color as usize`.
    pub stocks: [Stock; 2],
    /// Who is on move: the opponent has completed one.
    pub turn: Color,
    /// The move that is made and not completed.
    pub made: Option<Made>,
    /// The reply that was made early (sscr 6.5).
    pub early: Option<Made>,
    /// The last completed move.
    pub last: Option<Made>,
    /// The clock.
    pub clock: Clock,
    /// Every position that has been on the board.
    pub seen: Vec<Likeness>,
    /// Whether the move that brought the position about was legal: else it mates nobody (FIDE 5.1.1).
    pub lawful: bool,
    /// Moves in a row without capture and pawn.
    pub quiet: u32,
    /// What the last completed move of each side captured.
    pub last_capture: [Option<Role>; 2],
    /// Who has offered a draw, where two agree.
    pub offer: Option<Color>,
    /// Who has resigned out of turn (stein 5.3).
    pub resigned: Option<Color>,
    /// Who owes a man from the own board (fer 4.4), and who owes one from board or stock (fer 6.3).
    pub owes: Vec<Debt>,
    /// What can be claimed against each side.
    pub claimable: [Option<Offence>; 2],
    /// What could be claimed before each illegal reply, and the move it was about, the latest last.
    pub reopens: Vec<(Offence, Made)>,
    /// What the next move is bound to.
    pub touched: Option<Touched>,
    /// Who stands mated unclaimed since when (R30, R44).
    pub mated: Option<(Color, i64)>,
    /// When its last move was completed.
    pub moved_at: i64,
    /// Whether it had ended before the moment in which its end was claimed (R44).
    pub claimed_late: bool,
    /// When the offence of each side was completed (R44).
    pub offended_at: [i64; 2],
    /// How many illegal moves of each side were called (fer 6.3), and captured kings (6.4).
    pub called: [(u32, u32); 2],
    /// How it ended.
    pub end: Option<Verdict>,
    /// How many games had ended before it.
    pub ended_as: usize,
    /// When.
    pub ended_at: i64,
}

/// A man that is owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Debt {
    /// By whom.
    pub by: Color,
    /// Whether the stock may pay too (fer 6.3), or only the board (fer 4.4).
    pub stock_too: bool,
}

/// One player.
#[derive(Clone, Debug, Default)]
pub struct Person {
    /// Captured and not passed.
    pub hand: Stock,
    /// Whether captured men are held.
    pub holds: bool,
    /// Whether the player has spoken for a draw (R31).
    pub wants_draw: bool,
}

/// The chance of a mated player's partner (R20).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastDrop {
    /// Whose.
    pub seat: Seat,
    /// What may be dropped.
    pub role: Role,
}

/// The match.
#[derive(Clone, Debug)]
pub struct Table {
    /// What was agreed.
    pub terms: Terms,
    /// Now.
    pub now: i64,
    /// Whether it has started.
    pub started: bool,
    /// Board A, board B.
    pub games: [Game; 2],
    /// `A a B b`.
    pub people: [Person; 4],
    /// A last drop that is open.
    pub last_drop: Option<LastDrop>,
    /// When the first game ended, while the other may still end in the same moment (R35).
    pub closing: Option<i64>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// Something happened that the model has no opinion on.
    pub doubt: Option<&'static str>,
}

/// What the model says to a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is done.
    Done,
    /// It had no effect.
    Refused,
    /// The model does not know: this is where it ends.
    Beyond(&'static str),
}

/// The place of a board in the model's arrays.
#[must_use]
pub fn at(board: BoardId) -> usize {
    match board {
        BoardId::A => 0,
        BoardId::B => 1,
    }
}

impl Game {
    /// Whether it has ended.
    #[must_use]
    pub fn over(&self) -> bool {
        self.end.is_some()
    }

    /// The stock of a side.
    #[must_use]
    pub fn stock(&self, color: Color) -> &Stock {
        &self.stocks[color as usize]
    }
}

impl Table {
    /// A game.
    #[must_use]
    pub fn game(&self, board: BoardId) -> &Game {
        &self.games[at(board)]
    }

    pub(crate) fn game_mut(&mut self, board: BoardId) -> &mut Game {
        &mut self.games[at(board)]
    }

    /// A player.
    #[must_use]
    pub fn person(&self, seat: Seat) -> &Person {
        &self.people[seat_at(seat)]
    }

    pub(crate) fn person_mut(&mut self, seat: Seat) -> &mut Person {
        &mut self.people[seat_at(seat)]
    }

    /// A game as its players look at it.
    #[must_use]
    pub fn side(&self, board: BoardId) -> Side<'_> {
        self.side_with(board, &self.game(board).board)
    }

    pub(crate) fn side_with<'a>(&'a self, board: BoardId, shown: &'a Board) -> Side<'a> {
        let other = self.game(!board);
        Side {
            book: self.terms.book,
            board: shown,
            stocks: &self.game(board).stocks,
            other: OtherBoard { board: &other.board, ended: other.over() },
        }
    }

    /// How the side on move of a game stands, by the moves that were completed.
    #[must_use]
    pub fn standing(&self, board: BoardId) -> Standing {
        let game = self.game(board);
        let mut shown = game.board.clone();
        let mut stocks = game.stocks.clone();
        for made in [&game.early, &game.made].into_iter().flatten() {
            crate::moves::undo(&mut shown, &made.done);
            if let Step::Drop { role, .. } = made.done.step {
                stocks[made.done.by as usize].add(role);
            }
        }
        let side = Side { stocks: &stocks, ..self.side_with(board, &shown) };
        side.standing(game.turn)
    }

    /// Every legal move of a seat, as things stand.
    #[must_use]
    pub fn legal(&self, seat: Seat) -> Vec<Step> {
        self.side(seat.board()).legal(seat.color())
    }

    /// What has been scored so far, in thousandths, team 1 first.
    #[must_use]
    pub fn score(&self) -> [i32; 2] {
        let mut score = [0, 0];
        let mut add = |team: Option<Team>, draw: bool| match team {
            Some(Team::One) => score[0] += 1000,
            Some(Team::Two) => score[1] += 1000,
            None if draw => {
                score[0] += 500;
                score[1] += 500;
            }
            None => {}
        };
        if self.terms.book.first_game_ends_the_match() {
            match self.outcome.as_ref().map(|outcome| outcome.result) {
                Some(MatchResult::TeamOne) => add(Some(Team::One), false),
                Some(MatchResult::TeamTwo) => add(Some(Team::Two), false),
                Some(MatchResult::Draw) => add(None, true),
                Some(MatchResult::BothLose) | None => {}
            }
        } else {
            // fer by R1, stein 8.2
            for board in BoardId::ALL {
                if let Some(end) = &self.game(board).end {
                    add(winner(board, end.result), end.result == GameResult::Draw);
                }
            }
        }
        score
    }
}

/// The team that a game's result favours.
#[must_use]
pub fn winner(board: BoardId, result: GameResult) -> Option<Team> {
    match result {
        GameResult::WhiteWins => Some(Seat::new(board, Color::White).team()),
        GameResult::BlackWins => Some(Seat::new(board, Color::Black).team()),
        GameResult::Draw | GameResult::BothLose | GameResult::Abandoned => None,
    }
}

fn seat_at(seat: Seat) -> usize {
    match seat {
        Seat::WhiteA => 0,
        Seat::BlackA => 1,
        Seat::WhiteB => 2,
        Seat::BlackB => 3,
    }
}
