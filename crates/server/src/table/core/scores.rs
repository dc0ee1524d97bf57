//! The score sheet of boards on the table: what somebody writes down goes into the log, and decides nothing.

use tandem_notation::score::{NotWritten, ScoreSheet, SheetEntry};
use tandem_referee::Phase;

use super::MatchCore;
use super::ask::Asker;
use super::fullness::TALKED_OUT;
use super::loading::take_in;
use crate::log::{Entered, Step};
use crate::store::StoreError;

/// Why nothing was written down.
#[derive(Debug)]
pub(crate) enum NotEntered {
    /// The boards are on the screen: the referee sees every move.
    NoSheet,
    /// Somebody else has written meanwhile.
    Meanwhile,
    /// Enough has been written in this match.
    Full,
    /// The sheet does not take it.
    NotWritten(NotWritten),
    /// It could not be stored.
    NotStored(StoreError),
}

impl MatchCore {
    /// The score sheet, if the boards stand on the table.
    pub(crate) fn scores(&self) -> Option<&ScoreSheet> {
        self.scores.as_ref()
    }

    /// Writes something on the score sheet, durably. `place`: how many half-moves of the board whoever writes has
    /// seen. What stands there already is not written twice.
    ///
    /// # Errors
    /// Nothing was written.
    pub(crate) async fn enter(
        &mut self,
        entry: &SheetEntry,
        place: usize,
    ) -> Result<(), NotEntered> {
        let scores = self.scores.as_ref().ok_or(NotEntered::NoSheet)?;
        let (SheetEntry::Write { board, .. } | SheetEntry::Strike { board, .. }) = entry;
        let written = scores.moves(*board);
        match entry {
            SheetEntry::Write { text, .. } if written.get(place) == Some(text) => return Ok(()),
            SheetEntry::Strike { keep, .. } if written.len() <= usize::from(*keep) => return Ok(()),
            SheetEntry::Write { .. } | SheetEntry::Strike { .. } => {}
        }
        if written.len() != place {
            return Err(NotEntered::Meanwhile);
        }
        if self.seq >= TALKED_OUT {
            return Err(NotEntered::Full);
        }
        let entry = scores.check(entry).map_err(NotEntered::NotWritten)?;
        let step = Step { entered: vec![Entered::new(entry)], ..Step::default() };
        let at = match self.game.phase() {
            Phase::Playing => self.clock.now().max(self.game.latest()),
            Phase::Waiting | Phase::Over => self.game.latest(),
        };
        self.append(at, &step, Asker::House).await.map_err(NotEntered::NotStored)?;
        if let Some(scores) = &mut self.scores {
            take_in(scores, &step, &self.game);
        }
        Ok(())
    }
}
