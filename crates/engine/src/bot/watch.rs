//! What somebody who thinks, or has made up their mind, keeps an eye on.

use tandem_rules::{BoardId, BySeat, Move, shakmaty::Role};

use super::last_look;
use crate::level::Level;
use crate::node::Node;
use crate::team::{Owed, View};

/// How much of a match somebody notices while they think.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Alertness {
    /// Nothing, until they must.
    Absorbed,
    /// What comes into the stocks of their own board, and is taken off it.
    OwnBoard,
    /// What the partner says, and whether they sit, as well.
    BothBoards,
}

impl Alertness {
    /// Of a bot of our own: the weakest look at nothing but their next move.
    #[must_use]
    pub fn of(level: Level, as_team: bool) -> Alertness {
        match level.skill().alertness {
            Alertness::BothBoards if !as_team => Alertness::OwnBoard,
            alertness => alertness,
        }
    }
}

/// Knows what a player was asked about, and when that is no longer what the match is.
#[derive(Clone, Debug)]
pub struct Watch {
    alertness: Alertness,
    asked: Option<Glimpse>,
    /// Whether the partner has spoken since.
    spoken_to: bool,
}

/// A match as far as it matters for a decision. Clocks run all the time, and alone are no news.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Glimpse {
    pressing: Pressing,
    /// Men, rights and stocks of the player's own board.
    own: u64,
    /// A move beside changes little that this one rests on: to look up for each would cost more thought than it gives.
    partner_sits: bool,
}

/// What nobody overlooks: whether they may move, and what else there is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pressing {
    may_move: bool,
    last_drop: Option<Role>,
    owed: Option<Owed>,
    illegal: bool,
    mate: Option<BoardId>,
    draw_offered: bool,
    fallen: BySeat<bool>,
    /// Whether the games on their own board and beside have ended.
    ended: (bool, bool),
}

impl Glimpse {
    fn of(view: &View) -> Glimpse {
        Glimpse {
            pressing: Pressing {
                may_move: view.may_move,
                last_drop: view.last_drop,
                owed: view.owed,
                illegal: view.illegal,
                mate: view.mate,
                draw_offered: view.draw_offered,
                fallen: view.fallen,
                ended: (view.own.ended, view.other_board_in_play().is_none()),
            },
            own: Node::new(view.own.position.clone()).key(),
            partner_sits: view.partner_sits(),
        }
    }
}

impl Watch {
    /// Somebody who notices so much.
    #[must_use]
    pub fn new(alertness: Alertness) -> Watch {
        Watch { alertness, asked: None, spoken_to: false }
    }

    /// They are asked what they do, and see this. What the partner has said, they know.
    pub fn asked(&mut self, view: &View) {
        self.asked = Some(Glimpse::of(view));
        self.spoken_to = false;
    }

    /// Their partner says something.
    pub fn hears(&mut self) {
        self.spoken_to = true;
    }

    /// Whether they look up from what they were asked, because the match is another by now.
    #[must_use]
    pub fn looks_up(&self, view: &View) -> bool {
        let Some(asked) = &self.asked else { return false };
        let now = Glimpse::of(view);
        let own = asked.own != now.own;
        let partner = asked.partner_sits != now.partner_sits || self.spoken_to;
        asked.pressing != now.pressing
            || match self.alertness {
                Alertness::Absorbed => false,
                Alertness::OwnBoard => own,
                Alertness::BothBoards => own || partner,
            }
    }

    /// Whether a move that they have decided on may leave: it can be made, nothing has happened that
    /// they would look up for, and it is not mated by what lies in the stocks if another isn't.
    #[must_use]
    pub fn lets_go(&self, view: &View, m: Move) -> bool {
        view.may_move
            && view.board().is_legal(m)
            && !self.looks_up(view)
            && (self.alertness == Alertness::Absorbed || last_look::passes(view, m))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tandem_rules::shakmaty::Color;
    use tandem_rules::{Position, Rulebook, Seat};

    use super::*;
    use crate::team::Seen;

    fn view() -> View {
        let book = Arc::new(Rulebook::builtin("fics").unwrap());
        let mut view = View::alone(book, Seat::WhiteA, Position::default());
        view.other_board = Some(Seen::new(Position::default()));
        view
    }

    /// Who looks up, from the most absorbed to the most alert.
    fn who_looks_up(after: &View, heard: bool) -> [bool; 3] {
        [Alertness::Absorbed, Alertness::OwnBoard, Alertness::BothBoards].map(|alertness| {
            let mut watch = Watch::new(alertness);
            assert!(!watch.looks_up(after), "nobody was asked anything");
            watch.asked(&view());
            if heard {
                watch.hears();
            }
            watch.looks_up(after)
        })
    }

    #[test]
    fn each_notices_what_they_watch() {
        assert_eq!(who_looks_up(&view(), false), [false; 3]);
        assert_eq!(who_looks_up(&view(), true), [false, false, true]);
        let mut came = view();
        came.own.position.stock_mut(Color::Black).add(Role::Pawn);
        assert_eq!(who_looks_up(&came, false), [false, true, true]);
        let mut beside = view();
        beside.other_board.as_mut().unwrap().position.stock_mut(Color::Black).add(Role::Pawn);
        assert_eq!(who_looks_up(&beside, false), [false; 3]);
        let mut waits = view();
        let partners = waits.other_board.as_mut().unwrap();
        partners.position.set_turn(Seat::WhiteA.partner().color());
        partners.on_move_for = tandem_rules::Millis::from_secs(200);
        assert_eq!(who_looks_up(&waits, false), [false, false, true]);
        let mut barred = view();
        barred.may_move = false;
        assert_eq!(who_looks_up(&barred, false), [true; 3]);
        let mut later = view();
        later.clocks[Seat::BlackA] = Some(tandem_rules::Millis(1));
        assert_eq!(who_looks_up(&later, false), [false; 3], "clocks run all the time");
    }

    #[test]
    fn the_weak_are_absorbed_and_the_strong_watch_both_boards() {
        let alertness: Vec<Alertness> =
            Level::all().map(|level| Alertness::of(level, true)).collect();
        assert!(alertness.is_sorted());
        assert_eq!(alertness[0], Alertness::Absorbed);
        assert_eq!(alertness[7], Alertness::BothBoards);
        assert_eq!(Alertness::of(Level::STRONGEST, false), Alertness::OwnBoard);
    }

    #[test]
    fn a_move_that_is_no_longer_legal_does_not_leave() {
        let view = view();
        let m = view.board().legal_move("e2e4".parse().unwrap()).unwrap();
        let mut watch = Watch::new(Alertness::Absorbed);
        watch.asked(&view);
        assert!(watch.lets_go(&view, m));
        let mut taken = view;
        taken.own.position.remove(tandem_rules::shakmaty::Square::E2);
        assert!(!watch.lets_go(&taken, m));
    }
}
