//! A match at a glance, for pages that show many at once: some of what everybody may see.

use schemars::JsonSchema;
use serde::Serialize;
use tandem_referee::{GameResult, Match, Phase, Points};
use tandem_rules::{ByBoard, BySeat, Millis};

use super::state::MatchState;

/// A match at a glance.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Glimpse {
    phase: Phase,
    /// The boards are real ones: only the clocks are known.
    on_table: bool,
    boards: ByBoard<GlimpseBoard>,
    seats: BySeat<GlimpseSeat>,
    /// Team 1's, then team 2's.
    score: [Points; 2],
}

/// A board at a glance.
#[derive(Debug, Serialize, JsonSchema)]
struct GlimpseBoard {
    /// The placement only; a promoted piece that counts as a pawn is followed by `~`.
    fen: String,
    /// The last move on the board in coordinates.
    last: Option<String>,
    /// The square of the king in check; with open input never.
    check: Option<String>,
    /// How the game ended.
    result: Option<GameResult>,
}

/// A seat at a glance.
#[derive(Debug, Serialize, JsonSchema)]
struct GlimpseSeat {
    /// Who sits there.
    name: Option<String>,
    /// What is left.
    clock: Millis,
    running: bool,
    /// Letters in the order `QRBNP`: `QNNP`.
    stock: String,
}

impl Glimpse {
    /// A match as everybody may see it now.
    pub(crate) fn new(
        game: &Match,
        now: Millis,
        held: bool,
        mut names: BySeat<Option<String>>,
    ) -> Glimpse {
        // What everybody may see is decided there.
        let state = MatchState::new(game, now, held, &BySeat::default());
        Glimpse {
            phase: game.phase(),
            on_table: game.is_on_table(),
            score: state.score,
            boards: state.boards.map(|board| GlimpseBoard {
                fen: board.fen,
                last: board.last,
                check: board.check,
                result: board.verdict.map(|verdict| verdict.result),
            }),
            seats: BySeat::new_with(|seat| {
                let player = &state.seats[seat];
                GlimpseSeat {
                    name: names[seat].take(),
                    clock: player.clock,
                    // After a restart of the server match time stands still for a while.
                    running: player.running && !held,
                    stock: player.stock.clone(),
                }
            }),
        }
    }
}
