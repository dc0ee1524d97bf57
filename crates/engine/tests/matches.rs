//! Full bot matches by every book, through the referee, without one refused act.
//!
//! `TANDEM_MATCHES=2000 cargo test -p tandem-engine --test matches` plays more of each book.

use std::sync::Arc;

use tandem_engine::simulate::{Played, Terms, play};
use tandem_engine::{Bot, Level};
use tandem_referee::{EventKind, Match, Phase, Settings, TimeControl};
use tandem_rules::{ByBoard, BySeat, Millis, Rulebook, Seat};

/// Matches a book.
fn wanted() -> u64 {
    match std::env::var("TANDEM_MATCHES") {
        Ok(number) => number.parse().expect("TANDEM_MATCHES is a number"),
        Err(_) => 40,
    }
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
    assert!(Match::replay(settings, played.events()) == played.state);
}

fn matches_end(id: &str) {
    let (mut held, mut looked_up) = (0, 0);
    let book = Arc::new(Rulebook::builtin(id).expect("a built-in book"));
    let terms = terms(&book, 6);
    for seed in 0..wanted() {
        let mut settings = Settings::new(book.clone());
        settings.time = terms.time;
        let played = play(&terms, &mut bots(seed));
        check(id, seed, settings, &played);
        looked_up += played.looked_up;
        held += played.events().filter(|e| matches!(e.kind, EventKind::Held { .. })).count();
    }
    // Men arrive and boards change while somebody thinks.
    assert!(looked_up as u64 > wanted(), "{id}: looked up {looked_up} times");
    // Men are held where that is a right, and only there (minerva 2.1, stein 2.1).
    assert_eq!(held > 0, book.holding_is_a_right(), "{id}: {held} held");
}

#[test]
fn matches_end_by_asten() {
    matches_end("asten");
}

#[test]
fn matches_end_by_minerva() {
    matches_end("minerva");
}

#[test]
fn matches_end_by_sscr() {
    matches_end("sscr");
}

#[test]
fn matches_end_by_fer() {
    matches_end("fer");
}

#[test]
fn matches_end_by_stein() {
    matches_end("stein");
}

#[test]
fn matches_end_by_fics() {
    matches_end("fics");
}

#[test]
fn a_match_is_the_same_every_time() {
    let book = Arc::new(Rulebook::builtin("fics").unwrap());
    let terms = terms(&book, 10);
    let moves = |seed| play(&terms, &mut bots(seed)).moves().collect::<Vec<_>>();
    assert_eq!(moves(3), moves(3));
    assert_ne!(moves(3), moves(4));
}
