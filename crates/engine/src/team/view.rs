//! What a player sees of a match at a moment: both boards, the stocks, four clocks.

use std::sync::Arc;

use tandem_referee::{Debt, Duty, Match, Settings};
use tandem_rules::book::TalkKind;
use tandem_rules::shakmaty::{Color, Role};
use tandem_rules::{BoardId, BoardView, BySeat, Millis, OtherBoard, Position, Rulebook, Seat};

/// Whoever has used more than this share of the time they have left on one move is sitting.
const SITTING_SHARE: i64 = 6;

/// A board as a player sees it.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Men, stocks and rights, with the side to move.
    pub position: Position,
    /// Whether the game there has ended.
    pub ended: bool,
    /// [`Position::repetition_key`] of the positions before, oldest first.
    pub earlier: Vec<u64>,
    /// How often the position has occurred, now included.
    pub occurrences: usize,
    /// How long the side on move has had the move.
    pub on_move_for: Millis,
}

impl Seen {
    /// A board of which nothing earlier is known.
    #[must_use]
    pub fn new(position: Position) -> Seen {
        Seen {
            position,
            ended: false,
            earlier: Vec::new(),
            occurrences: 1,
            on_move_for: Millis::ZERO,
        }
    }

    /// As a promotion on the other board sees it.
    #[must_use]
    pub fn as_other(&self) -> OtherBoard<'_> {
        OtherBoard { position: &self.position, ended: self.ended }
    }
}

/// A man that the player must hand over before they may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owed {
    /// One of their own, from the board or, if the debt allows, from the stock.
    Own(Debt),
    /// Such a man off the other board, so that an illegal capture can be undone (minerva 7.7).
    Beside(Role),
}

/// What a player sees.
#[derive(Clone, Debug)]
pub struct View {
    /// Who looks.
    pub seat: Seat,
    /// By which book the match is played.
    pub book: Arc<Rulebook>,
    /// Their own board.
    pub own: Seen,
    /// The other board; none if nothing is known of it.
    pub other_board: Option<Seen>,
    /// What each clock shows, where it is known.
    pub clocks: BySeat<Option<Millis>>,
    /// What a completed move adds.
    pub increment: Millis,
    /// Whose flags have fallen.
    pub fallen: BySeat<bool>,
    /// Whether they are on move and may move: nothing bars them, no clock is stopped.
    pub may_move: bool,
    /// The one man that they may still drop, after their partner was mated (R20).
    pub last_drop: Option<Role>,
    /// What they must hand over first.
    pub owed: Option<Owed>,
    /// Whether an illegal move of their opponent can be claimed, or what counts as one.
    pub illegal: bool,
    /// Where an enemy stands mated and nobody has claimed it (sscr 1.16).
    pub mate: Option<BoardId>,
    /// Whether a draw is offered that they can answer.
    pub draw_offered: bool,
    /// What the book lets the player say to the partner now.
    pub sayable: Vec<TalkKind>,
}

impl View {
    /// A player's view of one board alone.
    #[must_use]
    pub fn alone(book: Arc<Rulebook>, seat: Seat, position: Position) -> View {
        let may_move = position.turn() == seat.color();
        // As at the beginning of a match by this book.
        let sayable = Match::new(Settings::new(Arc::clone(&book))).may_say(seat).kinds;
        View {
            seat,
            book,
            sayable,
            own: Seen::new(position),
            other_board: None,
            clocks: BySeat::default(),
            increment: Millis::ZERO,
            fallen: BySeat::default(),
            may_move,
            last_drop: None,
            owed: None,
            illegal: false,
            mate: None,
            draw_offered: false,
        }
    }

    /// The player's own board by the book, with the other one as far as it is known.
    #[must_use]
    pub fn board(&self) -> BoardView<'_> {
        let other = self.other_board.as_ref().map(Seen::as_other);
        self.own.position.by(self.book.board_rules()).with_other(other)
    }

    /// What a player sees of a refereed match at a moment.
    #[must_use]
    pub fn of(game: &Match, seat: Seat, now: Millis) -> View {
        let settings = game.settings();
        let own = game.game(seat.board());
        let color = seat.color();
        let player = game.player(seat);
        let last_drop = game.last_drop();
        let mut position = game.position_for(seat);
        if own.on_move != color {
            position.set_turn(own.on_move);
        }
        // What an opponent has forbidden as hidden can't be dropped (sscr 1.8).
        for (role, _) in player.forbidden.iter() {
            while position.stock_mut(color).take(role) {}
        }
        let owed = owed(own.duty, color);
        let may_move = own.on_move == color && game.may_move(seat, now).is_ok();
        let mut seen = see(game, seat.board(), position, now);
        seen.occurrences = own.occurrences(own.completed_position().repetition_key());
        // What they hold is as good as passed: they know when.
        let mut other_board = game.game(!seat.board()).position.clone();
        let stock = other_board.stock_mut(seat.partner().color());
        for (role, count) in player.hand.iter() {
            (0..count).for_each(|_| stock.add(role));
        }
        View {
            seat,
            book: settings.book.clone(),
            own: seen,
            other_board: Some(see(game, !seat.board(), other_board, now)),
            clocks: BySeat::new_with(|seat| Some(game.clock(seat, now))),
            increment: settings.time.increment.at_least(settings.time.delay),
            fallen: BySeat::new_with(|seat| game.game(seat.board()).clock.has_fallen(seat.color())),
            may_move,
            last_drop: last_drop.filter(|chance| chance.seat == seat).map(|chance| chance.role),
            owed,
            illegal: own.windows.get(!color).is_some(),
            mate: [seat, seat.partner()].into_iter().map(Seat::opponent).find_map(|enemy| {
                let side = game.game(enemy.board());
                let mate = side.standing_mate.filter(|mate| mate.color == enemy.color());
                mate.filter(|_| !side.ended()).map(|_| enemy.board())
            }),
            draw_offered: game.is_draw_offered_to(seat),
            sayable: game.may_say(seat).kinds,
        }
    }

    /// The clock of a seat, a long time if it is not known.
    #[must_use]
    pub fn clock(&self, seat: Seat) -> Millis {
        self.clocks[seat].unwrap_or(Millis::from_secs(300))
    }

    /// Whether the partner is on move and has taken so long that they must be sitting, or waits
    /// for a piece.
    #[must_use]
    pub fn partner_sits(&self) -> bool {
        let partner = self.seat.partner();
        self.other_board_in_play().is_some_and(|other_board| {
            other_board.position.turn() == partner.color()
                && sits(other_board.on_move_for, self.clock(partner))
        })
    }

    /// The other board while its game goes on.
    #[must_use]
    pub fn other_board_in_play(&self) -> Option<&Seen> {
        self.other_board.as_ref().filter(|other_board| !other_board.ended)
    }
}

/// Whether a player who has had the move so long, with so much left on their clock, must be sitting.
pub(crate) fn sits(on_move_for: Millis, left: Millis) -> bool {
    on_move_for.0 > (left.0 / SITTING_SHARE).max(1)
}

fn see(game: &Match, board: BoardId, position: Position, now: Millis) -> Seen {
    let of_board = game.game(board);
    let mut earlier = of_board.keys.clone();
    earlier.pop();
    Seen {
        position,
        ended: of_board.ended(),
        earlier,
        occurrences: 1,
        on_move_for: of_board.clock.on_move_for(now),
    }
}

fn owed(duty: Option<Duty>, us: Color) -> Option<Owed> {
    match duty? {
        Duty::Gift { from, why } => (from == us).then_some(Owed::Own(why)),
        Duty::Restitution { offender, role, reported } => {
            (offender != us && reported).then_some(Owed::Beside(role))
        }
    }
}
