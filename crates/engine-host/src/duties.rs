//! What a player has to do besides moving and passing.

use tandem_engine::team::View;
use tandem_rules::Seat;

/// Whether a player has something to do besides moving and passing.
#[must_use]
pub fn has_duties(view: &View) -> bool {
    view.owed.is_some()
        || view.illegal
        || view.draw_offered
        || Seat::ALL.into_iter().any(|seat| view.fallen[seat] && seat.team() != view.seat.team())
}
