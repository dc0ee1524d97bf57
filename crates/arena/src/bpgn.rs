//! A finished match as BPGN.

use tandem_notation::bpgn::{
    Clock, Game, GameResult, Line, MoveNumber, Place, Ply, Tags, Written, name_tag, write_game,
};
use tandem_notation::{Letters, SanPlus, write_bfen};
use tandem_referee::{EventKind, Match, MatchResult};
use tandem_rules::shakmaty::Color;
use tandem_rules::{BySeat, Millis, Position, Seat};

use crate::table::Finished;

/// The whole match, moves with the time left after each.
pub(crate) fn write(finished: &Finished, names: &BySeat<String>, round: usize) -> String {
    let result = match finished.state.verdict().map(|verdict| verdict.result) {
        Some(MatchResult::TeamOne) => GameResult::One,
        Some(MatchResult::TeamTwo) => GameResult::Two,
        Some(MatchResult::Draw) => GameResult::Draw,
        Some(MatchResult::BothLose) | None => GameResult::Unknown,
    };
    let settings = finished.state.settings();
    let mut tags = Tags::default();
    tags.push("Event", "Tandem arena".to_owned());
    tags.push("Site", "?".to_owned());
    tags.push("Round", round.to_string());
    for seat in Seat::ALL {
        tags.push(name_tag(seat), names[seat].clone());
    }
    tags.push("TimeControl", format!("{}+{}", settings.time.base, settings.time.increment));
    tags.push("Result", result.sign().to_owned());
    tags.push("Rulebook", settings.book.id().to_owned());
    let start = &settings.positions;
    if start.iter().any(|(_, position)| *position != Position::default()) {
        let pair = tandem_rules::ByBoard::new_with(|board| &start[board]);
        let clocks = BySeat::new_with(|_| settings.time.base);
        tags.push("SetUp", "1".to_owned());
        tags.push("FEN", write_bfen(&pair, Some(&clocks)));
    }
    let game = Game {
        tags,
        main: Line { before: Vec::new(), plies: plies(finished) },
        ending: finished.state.verdict().map(|v| format!("{} ({})", v.reason, v.article)),
        result,
        ..Game::default()
    };
    write_game(&game, Letters::English)
}

fn plies(finished: &Finished) -> Vec<Ply> {
    let settings = finished.state.settings().clone();
    let first_is_black = |seat: Seat| settings.positions[seat.board()].turn() == Color::Black;
    let mut state = Match::new(settings.clone());
    let mut plies: Vec<Ply> = Vec::new();
    let mut made = BySeat::<u32>::default();
    for event in &finished.events {
        if let EventKind::Made { seat, played, .. } = event.kind {
            let position = &state.game(seat.board()).position;
            let rules = state.book().board_rules();
            let other = Some(state.beside(seat.board()));
            let san = SanPlus::from_move(played, position, rules, state.book().mate_rule(), other);
            made[seat] += 1;
            // Where Black begins, White's first move is already the second.
            let late = u32::from(first_is_black(seat) && seat.color() == Color::White);
            plies.push(Ply {
                number: MoveNumber { number: made[seat] + late, seat },
                written: Written::San(san),
                glyph: None,
                clock: None,
                remarks: Vec::new(),
                place: Place::default(),
            });
        }
        state.apply(event);
        if let EventKind::Completed { seat } = event.kind
            && let Some(ply) = plies.iter_mut().rev().find(|ply| ply.number.seat == seat)
        {
            ply.clock = Some(Clock::Left(state.clock(seat, event.at).at_least(Millis::ZERO)));
        }
    }
    plies
}
