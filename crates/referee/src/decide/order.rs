//! What ended first. Where the book counts the acts and not the claims, a mate or an illegal move
//! has ended the game in the moment in which it was done, though nobody has claimed it yet
//! (sscr 1.14, 2.1, R43, R44).

use tandem_rules::book::Flag;
use tandem_rules::{BoardId, Seat};

use super::Referee;
use crate::state::Phase;
use crate::verdict::{GameResult, Reason};

impl Referee<'_> {
    /// Acts of one moment end together, whoever claims first (R35, R44).
    pub(super) fn end_together(&mut self) {
        let Some(decided) = self.state.decided else { return };
        for deed in self.checks().unclaimed() {
            let board = deed.loser.board();
            if deed.at != decided || self.state.games[board].ended() {
                continue;
            }
            let article = match deed.reason {
                Reason::Mate => self.book().grounds.mate_ends.clone(),
                _ => self.book().axes.illegal.remedy.by.clone(),
            };
            self.end_game(board, GameResult::lost_by(deed.loser.color()), deed.reason, &article);
        }
    }

    /// Flags that fell while something else could be claimed count once it can't be any more,
    /// where the referee claims them for whoever may.
    pub(super) fn claim_flags_that_waited(&mut self) {
        if self.state.settings.flag != Flag::Automatic || !self.checks().acts_count() {
            return;
        }
        for board in BoardId::ALL {
            for seat in Seat::ALL.into_iter().filter(|seat| seat.board() == board) {
                let goes_on =
                    self.state.phase == Phase::Playing && !self.state.games[board].ended();
                if goes_on && self.checks().has_fallen(board, seat.color()) {
                    self.flag_fell(seat);
                }
            }
        }
    }
}
