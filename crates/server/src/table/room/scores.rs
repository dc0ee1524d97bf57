//! The score sheet of boards on the table: who may have it, how it stands, what is written.

use tandem_notation::score::SheetEntry;

use super::Room;
use crate::ids::Secret;
use crate::table::core::NotEntered;
use crate::view::ScoresView;

impl Room {
    /// Whether a secret is one of the match: of a seat, or of its arbiter.
    pub(super) fn is_known(&self, secret: &Secret) -> bool {
        let record = self.core.record();
        let of_seat = record.seats.iter().any(|(_, seat)| seat.secret.opens(secret));
        of_seat || (record.terms.arbiter && record.arbiter.opens(secret))
    }

    /// The sheet, after something was written on it if that is wanted; none if it is known.
    pub(super) async fn score(
        &mut self,
        wanted: Option<(SheetEntry, usize)>,
        known: Option<u64>,
    ) -> Result<Option<ScoresView>, NotEntered> {
        if let Some((entry, place)) = wanted {
            self.core.enter(&entry, place).await?;
        }
        let scores = self.core.scores().ok_or(NotEntered::NoSheet)?;
        let version = self.core.seq();
        let view = || ScoresView::new(self.core.record(), self.core.game(), version, scores);
        Ok((known != Some(version)).then(view))
    }
}
