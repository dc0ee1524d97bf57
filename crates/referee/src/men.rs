//! The men of a match: none is made and none is lost, but where the book takes one out or brings it back.

use tandem_rules::shakmaty::{ByColor, ByRole, Color, Role};
use tandem_rules::{BoardId, Captured, Seat, Stock};

use crate::event::{Event, EventKind, ReturnedFrom};
use crate::game::Played;
use crate::state::Match;

/// How many men of each colour and kind there are, wherever they are. A promoted pawn that keeps a pawn's body
/// counts as the pawn that it is off the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Men(ByColor<ByRole<i32>>);

impl Men {
    /// How many of a colour and kind.
    #[must_use]
    pub fn count(&self, color: Color, role: Role) -> i32 {
        *self.0.get(color).get(role)
    }

    /// How many in all.
    #[must_use]
    pub fn total(&self) -> i32 {
        self.0.iter().map(|men| men.iter().sum::<i32>()).sum()
    }

    fn put(&mut self, color: Color, role: Role, count: i32) {
        *self.0.get_mut(color).get_mut(role) += count;
    }

    fn put_man(&mut self, man: Captured, count: i32) {
        self.put(man.color, man.off_board(), count);
    }

    fn put_stock(&mut self, color: Color, stock: &Stock) {
        for (role, count) in stock.iter() {
            self.put(color, role, i32::from(count));
        }
    }
}

impl Match {
    /// All men of the match: on the boards, in stocks and in hands. What a move that is not completed has taken off
    /// the board is still there, as the move may be taken back.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use tandem_referee::{Match, Settings};
    /// # use tandem_rules::{Rulebook, shakmaty::{Color, Role}};
    /// let game = Match::new(Settings::new(Arc::new(Rulebook::builtin("fics").expect("a built-in book"))));
    /// assert_eq!(game.men().total(), 64);
    /// assert_eq!(game.men().count(Color::White, Role::Knight), 4);
    /// ```
    #[must_use]
    pub fn men(&self) -> Men {
        let mut men = Men::default();
        for board in BoardId::ALL {
            let game = self.game(board);
            let promoted = game.position.promoted();
            for (square, piece) in game.position.board().iter() {
                let promoted = promoted.contains(square);
                men.put_man(Captured { color: piece.color, role: piece.role, promoted }, 1);
            }
            for color in Color::ALL {
                men.put_stock(color, game.position.stock(color));
            }
            for pending in [&game.made, &game.early].into_iter().flatten() {
                if let Some(man) = pending.captured {
                    men.put_man(man, 1);
                }
                if let Some(color) = pending.shed_pawn().filter(|_| pending.pawn_to.is_none()) {
                    men.put(color, Role::Pawn, 1);
                }
            }
        }
        for seat in Seat::ALL {
            men.put_stock(seat.partner().color(), &self.player(seat).hand);
        }
        men
    }

    /// All men that there must be once this event, the next of the match, has been applied. None after a restart: a board
    /// is set up anew then, and spare men may complete its set.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use tandem_referee::{Command, Match, Settings};
    /// # use tandem_rules::{Millis, Rulebook};
    /// # let book = Arc::new(Rulebook::builtin("fics").expect("a built-in book"));
    /// let mut game = Match::new(Settings::new(book));
    /// let (events, _) = game.decide(Millis(0), &Command::Start);
    /// for event in &events {
    ///     let expected = game.men_after(event);
    ///     game.apply(event);
    ///     assert!(expected.is_none_or(|men| men == game.men()));
    /// }
    /// ```
    #[must_use]
    pub fn men_after(&self, event: &Event) -> Option<Men> {
        let mut men = self.men();
        match &event.kind {
            EventKind::OutOfPlay { seat, role } => men.put(seat.partner().color(), *role, -1),
            EventKind::Given { seat, role, to: None, .. } => men.put(seat.color(), *role, -1),
            EventKind::Completed { seat } => {
                // A king, or one's own man, never goes to a stock: hands that took it lay it aside.
                let aside = |man: &Captured| man.role == Role::King || man.color == seat.color();
                // With boards on the table nobody has seen a move.
                let made = self.game(seat.board()).made.as_ref();
                if let Some(man) = made.and_then(|made| made.captured).filter(aside) {
                    men.put_man(man, -1);
                }
                // The pawn comes back with the event that sends it on.
                if let Some(color) = made.and_then(Played::shed_pawn) {
                    men.put(color, Role::Pawn, -1);
                }
            }
            // The end of a game sends the pawn of a move that was made and not completed: it was there all the time.
            EventKind::PawnSent { seat } if self.game(!seat.board()).made.is_some() => {}
            EventKind::PawnSent { seat } => men.put(seat.color(), Role::Pawn, 1),
            EventKind::PawnTaken { seat } => men.put(seat.partner().color(), Role::Pawn, 1),
            // What was laid aside, or had no way back into a stock, stands on the board again.
            EventKind::Undone { seat, from, .. } => {
                let Some(last) = &self.game(seat.board()).last else { return Some(men) };
                if let (Some(man), ReturnedFrom::Nowhere) = (last.captured, from) {
                    men.put_man(man, 1);
                }
                if let Some(color) = last.shed_pawn().filter(|_| last.pawn_to.is_none()) {
                    men.put(color, Role::Pawn, 1);
                }
                if let Some((_, lifted, None)) = last.gift {
                    men.put_man(lifted.man, 1);
                }
            }
            EventKind::Restarted { .. } => return None,
            EventKind::Given { to: Some(_), .. }
            | EventKind::Started
            | EventKind::Made { .. }
            | EventKind::Retracted { .. }
            | EventKind::PressedWithoutMove { .. }
            | EventKind::Passed { .. }
            | EventKind::Held { .. }
            | EventKind::Hold { .. }
            | EventKind::FlagFell { .. }
            | EventKind::Counted { .. }
            | EventKind::IllegalCalled { .. }
            | EventKind::IllegalAccepted { .. }
            | EventKind::IllegalStands { .. }
            | EventKind::RestitutionDue { .. }
            | EventKind::RestitutionReported { .. }
            | EventKind::Owes { .. }
            | EventKind::DrawOffered { .. }
            | EventKind::DrawAccepted { .. }
            | EventKind::DrawDeclined { .. }
            | EventKind::ResignedOutOfTurn { .. }
            | EventKind::Said { .. }
            | EventKind::Shown { .. }
            | EventKind::Excluded { .. }
            | EventKind::Forbidden { .. }
            | EventKind::Allowed { .. }
            | EventKind::ClockReturned { .. }
            | EventKind::ClockTakenUp { .. }
            | EventKind::Stopped { .. }
            | EventKind::Resumed
            | EventKind::ClockSet { .. }
            | EventKind::Frozen { .. }
            | EventKind::Warned { .. }
            | EventKind::PointsChanged { .. }
            | EventKind::TakenBack { .. }
            | EventKind::LagGiven { .. }
            | EventKind::Claimed { .. }
            | EventKind::ClaimDenied { .. }
            | EventKind::ClaimSettled { .. }
            | EventKind::GoOnWanted { .. }
            | EventKind::AccountsDiffer { .. }
            | EventKind::ShowDue { .. }
            | EventKind::LastDrop { .. }
            | EventKind::GameEnded { .. }
            | EventKind::MatchEnded { .. } => {}
        }
        Some(men)
    }
}
