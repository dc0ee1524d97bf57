//! Scores in hundredths of a pawn, and mates.

/// A score from the view of the side to move, in hundredths of a pawn.
pub type Score = i32;

/// Neither side is better.
pub const DRAW: Score = 0;
/// More than any score.
pub const INFINITE: Score = 32_000;
/// Mate on the spot.
pub const MATE: Score = 31_000;
/// The most moves that a search looks ahead.
pub const MAX_PLY: usize = 128;
/// Scores beyond this are mates within [`MAX_PLY`] half-moves.
pub const MATE_BOUND: Score = MATE - MAX_PLY as Score - 1;

/// Being mated after so many half-moves.
#[must_use]
pub const fn mated_in(ply: usize) -> Score {
    -MATE + ply as Score
}

/// Mating after so many half-moves.
#[must_use]
pub const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// Whether a score is a mate for or against.
#[must_use]
pub const fn is_mate(score: Score) -> bool {
    score.abs() >= MATE_BOUND
}

/// Moves, not half-moves, until the mate that a score means: positive to mate, negative to be
/// mated.
#[must_use]
pub const fn mate_distance(score: Score) -> Option<i32> {
    if score >= MATE_BOUND {
        Some((MATE - score + 1) / 2)
    } else if score <= -MATE_BOUND {
        Some(-(MATE + score + 1) / 2)
    } else {
        None
    }
}
