//! What a player sees of a match at a moment: both boards, the stocks, four clocks.

use std::sync::Arc;

use tandem_referee::{Debt, Duty, Match, Offence, Phase};
use tandem_rules::shakmaty::{Color, Role};
use tandem_rules::{BoardId, BySeat, Millis, OtherBoard, Position, Rulebook, Seat};

/// Whoever has used more than this share of the time he has left on one move is sitting.
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

    /// As a promotion on the board beside sees it.
    #[must_use]
    pub fn as_other(&self) -> OtherBoard<'_> {
        OtherBoard { position: &self.position, ended: self.ended }
    }
}

/// A man that the player must hand over before he may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owed {
    /// One of his own, from the board or, if the debt allows, from the stock.
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
    /// His own board.
    pub own: Seen,
    /// The other board; none if nothing is known of it.
    pub beside: Option<Seen>,
    /// What each clock shows, where it is known.
    pub clocks: BySeat<Option<Millis>>,
    /// What a completed move adds.
    pub increment: Millis,
    /// Whose flags have fallen.
    pub fallen: BySeat<bool>,
    /// Whether he is on move and may move: nothing bars him, no clock is stopped.
    pub may_move: bool,
    /// The one man that he may still drop, after his partner was mated (R20).
    pub last_drop: Option<Role>,
    /// What he must hand over first.
    pub owed: Option<Owed>,
    /// Whether his opponent's illegal move can be claimed.
    pub illegal: bool,
    /// Whether a draw is offered that he can answer.
    pub draw_offered: bool,
}

impl View {
    /// A player's view of one board alone.
    #[must_use]
    pub fn alone(book: Arc<Rulebook>, seat: Seat, position: Position) -> View {
        let may_move = position.turn() == seat.color();
        View {
            seat,
            book,
            own: Seen::new(position),
            beside: None,
            clocks: BySeat::default(),
            increment: Millis::ZERO,
            fallen: BySeat::default(),
            may_move,
            last_drop: None,
            owed: None,
            illegal: false,
            draw_offered: false,
        }
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
        let frozen = player.frozen_until.is_some_and(|until| game.clock(seat, now) > until);
        let owed = owed(own.duty, color);
        let may_move = game.phase() == Phase::Playing
            && !game.is_stopped()
            && !own.ended()
            && own.on_move == color
            && own.made.is_none()
            && own.resigned != Some(color)
            && !frozen
            && owed.is_none()
            && !matches!(own.duty, Some(Duty::Restitution { .. }))
            && !partner_must_wait(game, seat)
            && last_drop.is_none_or(|chance| chance.seat == seat);
        let mut seen = see(game, seat.board(), position, now);
        seen.occurrences = own.occurrences(own.completed_position().repetition_key());
        // What he holds is as good as passed: he knows when.
        let mut beside = game.game(!seat.board()).position.clone();
        let stock = beside.stock_mut(seat.partner().color());
        for (role, count) in player.hand.iter() {
            (0..count).for_each(|_| stock.add(role));
        }
        View {
            seat,
            book: settings.book.clone(),
            own: seen,
            beside: Some(see(game, !seat.board(), beside, now)),
            clocks: BySeat::new_with(|seat| Some(game.clock(seat, now))),
            increment: settings.time.increment.at_least(settings.time.delay),
            fallen: BySeat::new_with(|seat| game.game(seat.board()).clock.has_fallen(seat.color())),
            may_move,
            last_drop: last_drop.filter(|chance| chance.seat == seat).map(|chance| chance.role),
            owed,
            illegal: *own.windows.get(!color) == Some(Offence::Move),
            draw_offered: draw_offered(game, seat),
        }
    }

    /// The clock of a seat, a long time if it is not known.
    #[must_use]
    pub fn clock(&self, seat: Seat) -> Millis {
        self.clocks[seat].unwrap_or(Millis::from_secs(300))
    }

    /// Whether the partner is on move and has taken so long that he must be sitting, or waits
    /// for a piece.
    #[must_use]
    pub fn partner_sits(&self) -> bool {
        let partner = self.seat.partner();
        self.beside_in_play().is_some_and(|beside| {
            beside.position.turn() == partner.color()
                && sits(beside.on_move_for, self.clock(partner))
        })
    }

    /// The other board while its game goes on.
    #[must_use]
    pub fn beside_in_play(&self) -> Option<&Seen> {
        self.beside.as_ref().filter(|beside| !beside.ended)
    }
}

/// Whether a player who has had the move so long, with so much left on his clock, must be sitting.
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

/// Until a piece is taken off for a move of his partner's, a player may not move (7.7).
fn partner_must_wait(game: &Match, seat: Seat) -> bool {
    let beside = game.game(!seat.board());
    matches!(beside.duty, Some(Duty::Restitution { offender, .. })
        if offender == seat.partner().color())
}

fn draw_offered(game: &Match, seat: Seat) -> bool {
    use tandem_rules::book::Agreement;
    match game.book().axes.draws.agreement.is {
        Agreement::Two => game.game(seat.board()).offer == Some(!seat.color()),
        Agreement::Four => {
            !game.player(seat).wants_draw
                && Seat::ALL
                    .into_iter()
                    .any(|one| one.team() != seat.team() && game.player(one).wants_draw)
        }
    }
}
