//! The short form of the second opinion: fixed seeds, every book, both inputs.

use tandem_second_opinion::chance::Chance;
use tandem_second_opinion::compare::{Run, Trial, shrink, tell, trial};
use tandem_second_opinion::generator::Plan;
use tandem_second_opinion::the_books::Book;

/// So many matches of a book, half of them in open input, from these seeds.
fn agrees(book: Book) {
    let mut commands = 0;
    for seed in 1..=300 {
        for open in [false, true] {
            let Some(trial) = a_match(book, open, seed) else { continue };
            commands += trial.commands.len();
            if let Run::Differ(_) = trial.run {
                panic!(
                    "seed {seed}: the referee and the second opinion part\n{}",
                    tell(&shrink(&trial))
                );
            }
        }
    }
    assert!(commands > 20_000, "{}: only {commands} commands were given", book.id());
}

fn a_match(book: Book, open: bool, seed: u64) -> Option<Trial> {
    let mut chance = Chance::for_match(seed);
    let plan = Plan::random(&mut chance, book, open);
    trial(&mut chance, plan, 400)
}

#[test]
fn they_agree_on_asten() {
    agrees(Book::Asten);
}

#[test]
fn they_agree_on_minerva() {
    agrees(Book::Minerva);
}

#[test]
fn they_agree_on_stein() {
    agrees(Book::Stein);
}

#[test]
fn they_agree_on_sscr() {
    agrees(Book::Sscr);
}

#[test]
fn they_agree_on_fer() {
    agrees(Book::Fer);
}

#[test]
fn they_agree_on_fics() {
    agrees(Book::Fics);
}

#[test]
fn the_same_seed_gives_the_same_match() {
    let text = |seed| a_match(Book::Stein, true, seed).map(|trial| tell(&trial));
    assert_eq!(text(5), text(5));
    assert_ne!(text(5), text(6));
}

#[test]
fn games_end_in_every_way_that_is_compared() {
    let mut reasons: Vec<String> = Vec::new();
    for seed in 1..=300 {
        for book in Book::ALL {
            reasons.extend(a_match(book, false, seed).into_iter().flat_map(|trial| trial.reasons));
        }
    }
    let ways = [
        "mate",
        "stalemate",
        "flag",
        "both flags",
        "illegal move",
        "resignation",
        "agreement",
        "material",
        "abandoned",
    ];
    for way in ways {
        assert!(reasons.iter().any(|reason| reason == way), "no game ended by {way}");
    }
}
