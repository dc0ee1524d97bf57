//! Full bot matches by every book, through the referee, without one refused act.
//!
//! `TANDEM_MATCHES=1000 cargo test --release -p tandem-engine --test matches` plays more.

use std::sync::Arc;

use tandem_engine::simulate::{Played, Terms, play};
use tandem_engine::{Bot, Level};
use tandem_referee::{Match, Phase, Settings, TimeControl};
use tandem_rules::book::BUILTIN_IDS;
use tandem_rules::{ByBoard, BySeat, Millis, Rulebook, Seat};

fn wanted() -> u64 {
    std::env::var("TANDEM_MATCHES").ok().and_then(|number| number.parse().ok()).unwrap_or(4)
}

fn terms(book: &Arc<Rulebook>, seconds: i64) -> Terms {
    Terms {
        book: book.clone(),
        time: TimeControl::sudden_death(Millis::from_secs(seconds)),
        nodes_per_milli: 1,
        positions: ByBoard::default(),
        most_moves: 2_000,
    }
}

/// Four bots of levels that differ from match to match.
fn bots(seed: u64) -> BySeat<Bot> {
    BySeat::new_with(|seat: Seat| {
        let mixed = seed.wrapping_mul(31).wrapping_add(seat as u64 * 7 + seed / 3);
        let level = Level::try_from((mixed % 8) as u8 + 1).expect("a level");
        Bot::new(level, 1, seed * 4 + seat as u64)
    })
}

fn check(id: &str, seed: u64, settings: Settings, played: &Played) {
    assert!(played.refused.is_empty(), "{id}, match {seed}: {:?}", played.refused);
    assert_eq!(played.state.phase(), Phase::Over, "{id}, match {seed} never ended");
    // Events alone rebuild the match.
    assert!(Match::replay(settings, &played.events) == played.state);
}

#[test]
fn matches_end_by_every_book_without_a_refused_act() {
    for id in BUILTIN_IDS {
        let book = Arc::new(Rulebook::builtin(id).unwrap());
        let terms = terms(&book, 20);
        for seed in 0..wanted() {
            let mut settings = Settings::new(book.clone());
            settings.time = terms.time;
            let played = play(&terms, &mut bots(seed));
            check(id, seed, settings, &played);
        }
    }
}

#[test]
fn a_match_is_the_same_every_time() {
    let book = Arc::new(Rulebook::builtin("fics").unwrap());
    let terms = terms(&book, 10);
    let moves = |seed| play(&terms, &mut bots(seed)).moves().collect::<Vec<_>>();
    assert_eq!(moves(3), moves(3));
    assert_ne!(moves(3), moves(4));
}
