//! One board of a match: what stands there, what was made but not completed, what is owed.

use tandem_rules::shakmaty::{ByColor, Color, Rank, Role, Square};
use tandem_rules::{Captured, Lifted, Millis, Move, Position, Promotion, Seat, Stock};

use crate::clock::Clock;
use crate::event::{Debt, Offence};
use crate::state::LastDrop;
use crate::verdict::GameVerdict;

/// A move on the board, with what is needed to take it back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move.
    pub played: Move,
    /// Whether it is legal.
    pub legal: bool,
    /// What it captured.
    pub captured: Option<Captured>,
    /// What it took from the other board, and where.
    pub taken: Option<(Square, Lifted)>,
    /// Whom its promoted pawn went to, unless it left the match (fer 4.1, stein 3.2, R7).
    pub pawn_to: Option<Seat>,
    /// What the opponent gave up for it (fer 4.4): from where, and whose stock it went to.
    pub gift: Option<(Square, Lifted, Option<Seat>)>,
    /// Whether what it captured left the match: the other game had ended (R24).
    pub out_of_play: bool,
    /// Whether the man that it dropped was taken off the board by a promotion since.
    pub drop_gone: bool,
    /// How many positions had occurred before it was completed.
    pub positions_before: usize,
    /// How many quiet moves had been completed before it was.
    pub quiet_before: u16,
    /// The mate that stood unclaimed before it (R30).
    pub mate_before: Option<StandingMate>,
    /// What could be claimed against its player before it was completed (R27).
    pub window_before: Option<Window>,
    /// The board before it. Its stocks are not used.
    pub before: Position,
}

impl Played {
    /// The colour of the pawn that it took off the board, for another man or for none. Hands may have moved the
    /// opponent's: the rank tells.
    pub(crate) fn shed_pawn(&self) -> Option<Color> {
        match self.played.promotion() {
            Some(Promotion::Take(..) | Promotion::Vanish) => {
                Some(Color::from_white(self.played.to().rank() == Rank::Eighth))
            }
            Some(Promotion::To(_)) | None => None,
        }
    }
}

/// An illegal act that can still be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// What it was.
    pub offence: Offence,
    /// When.
    pub at: Millis,
}

/// A claim that lapsed with an illegal reply, and is there again if that reply is taken back (R45).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lapsed {
    /// What could be claimed.
    pub window: Window,
    /// The move.
    pub last: Played,
}

/// A mate that nobody has claimed yet (R30).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandingMate {
    /// The side that is mated.
    pub color: Color,
    /// When the mating move was made: it needs no press (sscr 7.7, R43).
    pub at: Millis,
    /// What the mated player's partner could drop then, and how many moves they had completed: the
    /// next one is the last (R20, R44).
    pub chance: Option<(LastDrop, u16)>,
    /// Whether it is itself such a last drop.
    pub is_last_drop: bool,
}

/// What must be done before anybody moves on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// This side must hand over a man.
    Gift {
        /// Who.
        from: Color,
        /// Why.
        why: Debt,
    },
    /// An illegal capture is to be taken back, but the man has been dropped (7.7).
    Restitution {
        /// Who made the illegal move.
        offender: Color,
        /// The kind of man.
        role: Role,
        /// Whether the offender has reported it and started the opponent's clock.
        reported: bool,
    },
}

/// What the next move of the side on move is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touched {
    /// The square of the man that was touched, none for a drop.
    pub from: Option<Square>,
    /// The man that was dropped.
    pub dropped: Option<Role>,
    /// The square of the enemy man that was touched.
    pub captured: Option<Square>,
    /// Whether the move had been completed before it was taken back.
    pub completed: bool,
}

impl Touched {
    /// What was touched in making a move.
    #[must_use]
    pub fn by(move_: &Played, completed: bool) -> Touched {
        let captured = move_.captured.map(|_| move_.played.to());
        match move_.played {
            Move::Drop { role, .. } => {
                Touched { from: None, dropped: Some(role), captured, completed }
            }
            played => Touched { from: played.from(), dropped: None, captured, completed },
        }
    }
}

/// One board of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// What stands on the board, moves that were made but not completed included.
    pub position: Position,
    /// Whose turn it is: the opponent has completed a move (sscr 1.4).
    pub on_move: Color,
    /// The move that the side on move has made and not completed.
    pub made: Option<Played>,
    /// The reply that the other side has made early (sscr 6.5).
    pub early: Option<Played>,
    /// The last completed move, as long as it may have to be taken back.
    pub last: Option<Played>,
    /// What the last completed move of each side captured, as it is off the board.
    pub last_capture: ByColor<Option<Role>>,
    /// Every position that occurred (R17), the first included: after each completed move, and
    /// when a man was taken off the board from elsewhere.
    pub keys: Vec<u64>,
    /// Completed moves since the last capture or pawn move.
    pub quiet: u16,
    /// Moves that each side has completed.
    pub completed: ByColor<u16>,
    /// The clock.
    pub clock: Clock,
    /// What can be claimed against each side, until the other completes a move.
    pub windows: ByColor<Option<Window>>,
    /// What could be claimed before the last completed move, and before each that it answered, where the
    /// claim is there again if that move is taken back (R45). The latest comes last.
    pub reopens: Vec<Lapsed>,
    /// What must be done first.
    pub duty: Option<Duty>,
    /// What the side that owes a man owes after it: another, for a pawn that found nothing.
    pub next_debt: Option<Debt>,
    /// What the next move is bound to.
    pub touched: Option<Touched>,
    /// The mate that nobody has claimed yet (R30).
    pub standing_mate: Option<StandingMate>,
    /// The side that has offered a draw.
    pub offer: Option<Color>,
    /// The side that resigned out of turn (stein 5.3).
    pub resigned: Option<Color>,
    /// Whether the side on move has started the other's clock without a move.
    pub clock_returned: bool,
    /// Men of each colour that went from this board to the other's stocks.
    pub sent: ByColor<Stock>,
    /// Men of each colour that promotions on this board took off the other.
    pub took: ByColor<Stock>,
    /// How the game ended.
    pub verdict: Option<GameVerdict>,
}

impl Game {
    /// A game about to begin.
    #[must_use]
    pub fn new(position: Position, clock: Clock) -> Game {
        Game {
            on_move: position.turn(),
            made: None,
            early: None,
            last: None,
            last_capture: ByColor::default(),
            keys: vec![position.repetition_key()],
            quiet: 0,
            completed: ByColor::default(),
            clock,
            windows: ByColor::default(),
            reopens: Vec::new(),
            duty: None,
            next_debt: None,
            touched: None,
            standing_mate: None,
            offer: None,
            resigned: None,
            clock_returned: false,
            sent: ByColor::default(),
            took: ByColor::default(),
            verdict: None,
            position,
        }
    }

    /// Whether the game has ended.
    #[must_use]
    pub fn ended(&self) -> bool {
        self.verdict.is_some()
    }

    /// Whether nobody has made a move yet.
    #[must_use]
    pub fn untouched(&self) -> bool {
        self.completed == ByColor::default() && self.made.is_none()
    }

    /// The position as the side on move completed it: moves made since do not count.
    #[must_use]
    pub fn completed_position(&self) -> &Position {
        self.made.as_ref().map_or(&self.position, |made| &made.before)
    }

    /// What must be done first; a debt that can't be paid any more is none (R7, R28).
    #[must_use]
    pub fn pending_duty(&self) -> Option<Duty> {
        self.duty.filter(|duty| match *duty {
            Duty::Gift { from, why: Debt::NothingToTake } => self.has_man(from),
            Duty::Gift { from, .. } => self.has_man(from) || !self.position.stock(from).is_empty(),
            Duty::Restitution { .. } => true,
        })
    }

    /// Whether a side has a man besides its king on the board.
    #[must_use]
    pub fn has_man(&self, color: Color) -> bool {
        let board = self.position.board();
        (board.by_color(color) & !board.kings()).any()
    }

    /// What a side did, if it was this and can still be claimed.
    #[must_use]
    pub fn can_claim(&self, against: Color, offence: Offence) -> bool {
        self.windows.get(against).is_some_and(|window| window.offence == offence)
    }

    /// Whether a completed illegal move can still be claimed, so that nothing rests on it yet.
    #[must_use]
    pub fn disputed(&self) -> bool {
        let rests_on = [Offence::Move, Offence::EmptyPress];
        self.windows.iter().flatten().any(|window| rests_on.contains(&window.offence))
    }

    /// Counts the completed position on the board, if it has not been counted already (R17).
    pub(crate) fn position_occurs(&mut self) {
        self.count_position(self.completed_position().repetition_key());
    }

    /// Counts what stands on the board, made moves included (R48).
    pub(crate) fn position_stands(&mut self) {
        self.count_position(self.position.repetition_key());
    }

    fn count_position(&mut self, key: u64) {
        // Two completed positions in a row differ in who is on move.
        if self.keys.last() != Some(&key) {
            self.keys.push(key);
        }
    }

    /// A man is back on the board as if it had never been away: the position without it does not
    /// count, unless moves have been made from there.
    pub(crate) fn position_returns(&mut self) {
        let key = self.completed_position().repetition_key();
        if self.keys.iter().rev().nth(1) == Some(&key) {
            self.keys.pop();
        }
        self.position_occurs();
    }

    /// How often the completed position on the board has occurred, now included.
    #[must_use]
    pub fn occurrences(&self, key: u64) -> usize {
        self.keys.iter().filter(|&&one| one == key).count()
    }

    /// Takes a man off the board, and out of the boards that moves may be taken back to.
    pub(crate) fn remove(&mut self, square: Square) -> Option<Lifted> {
        let removed = self.position.remove(square);
        self.where_it_stood(square, |played, stood| match stood {
            Some(square) => {
                played.before.remove(square);
            }
            None => played.drop_gone = true,
        });
        removed
    }

    /// Puts a man back that [`Game::remove`] took.
    pub(crate) fn put_back(&mut self, square: Square, man: Lifted) {
        self.position.put_back(square, man);
        self.where_it_stood(square, |played, stood| match stood {
            Some(square) if played.before.board().piece_at(square).is_none() => {
                played.before.put_back(square, man);
            }
            Some(_) => {}
            None => played.drop_gone = false,
        });
    }

    /// Goes back through the moves that may be taken back, with the square on which a man stood
    /// before each of them; none before the one that dropped it.
    fn where_it_stood(&mut self, square: Square, change: impl Fn(&mut Played, Option<Square>)) {
        let mut stood = square;
        let recent = [&mut self.early, &mut self.made, &mut self.last].into_iter().flatten();
        let lapsed = self.reopens.iter_mut().rev().map(|lapsed| &mut lapsed.last);
        for played in recent.chain(lapsed) {
            let earlier = played.played.stood_before(stood);
            change(played, earlier);
            match earlier {
                Some(square) => stood = square,
                None => return,
            }
        }
    }
}
