//! A finished match as BPGN that replays through the referee.

use tandem_notation::Letters;
use tandem_notation::bpgn::{Tags, name_tag, write_game};
use tandem_notation::record::{MatchToWrite, write_match};
use tandem_rules::{BySeat, Seat};

use crate::live::Finished;

/// The whole match: moves, clocks, and what else was done or said.
pub(crate) fn write(finished: &Finished, names: &BySeat<String>, round: usize) -> String {
    let mut tags = Tags::default();
    tags.push("Event", "Tandem arena".to_owned());
    tags.push("Site", "?".to_owned());
    tags.push("Round", round.to_string());
    for seat in Seat::ALL {
        tags.push(name_tag(seat), names[seat].clone());
    }
    let settings = finished.state.settings();
    let played = MatchToWrite { tags, settings, options: &[], log: &finished.log };
    write_game(&write_match(&played), Letters::English)
}
