//! What men are worth in exchanges. A captured man arms the partner, and a lost one their
//! opponent, so pawns and minor pieces count for more than in chess, rooks for less.

use tandem_rules::shakmaty::Role;

use crate::score::Score;

/// The worth of a man when it is captured.
#[must_use]
pub(crate) const fn exchange_value(role: Role) -> Score {
    match role {
        Role::Pawn => 120,
        Role::Knight => 330,
        Role::Bishop => 330,
        Role::Rook => 440,
        Role::Queen => 850,
        Role::King => 10_000,
    }
}
