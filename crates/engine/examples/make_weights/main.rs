//! Learns the numbers of the evaluation from bot matches, and tries them in others.
//!
//! `cargo run --release -p tandem-engine --example make_weights learn MATCHES SEED BOOK...` prints a file like
//! `crates/engine/weights.txt`; `… make_weights try FILE MATCHES SEED BOOK` plays matches with such a file against the
//! numbers in use. The same words give the same numbers; docs/evaluation.md tells what it does and why.
#![expect(clippy::print_stdout, reason = "it prints what it finds")]

mod fit;
mod matches;
mod trial;

use std::sync::Arc;

use fit::Sample;
use tandem_engine::Weights;
use tandem_rules::Rulebook;

/// Every tenth match is kept aside, to see whether what was learnt holds where it was not.
const KEPT_ASIDE: u64 = 10;
/// The evaluation is no straight line: so often its slopes are taken anew.
const ROUNDS: usize = 3;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["learn", count, seed, ref books @ ..] if !books.is_empty() => {
            let books: Vec<_> = books.iter().map(|id| book(id)).collect();
            print!("{}", learn(number(count), number(seed), &books));
        }
        ["try", file, count, seed, id] => {
            let text = std::fs::read_to_string(file).expect("a file");
            let weights = text.parse().unwrap_or_else(|error| panic!("{file}: {error}"));
            println!("{}", trial::play_all(&weights, number(count), number(seed), &book(id)));
        }
        _ => eprintln!("learn MATCHES SEED BOOK... | try FILE MATCHES SEED BOOK"),
    }
}

fn number(word: &str) -> u64 {
    word.parse().unwrap_or_else(|error| panic!("{word}: {error}"))
}

fn book(id: &str) -> Arc<Rulebook> {
    Arc::new(Rulebook::builtin(id).unwrap_or_else(|| panic!("{id} is no built-in book")))
}

fn learn(count: u64, seed: u64, books: &[Arc<Rulebook>]) -> Weights {
    let (mut learnt_from, mut kept_aside) = (Vec::new(), Vec::new());
    for book in books {
        for number in 0..count {
            let samples = matches::samples(book, seed + number, &Weights::DEFAULT);
            let aside = number % KEPT_ASIDE == KEPT_ASIDE - 1;
            if aside { &mut kept_aside } else { &mut learnt_from }.extend(samples);
        }
        eprintln!("{}: {count} matches, {} samples so far", book.id(), learnt_from.len());
    }

    let mut weights = Weights::DEFAULT;
    let scale = fit::scale(&learnt_from, &weights);
    eprintln!("one unit of chance is {scale:.0} hundredths of a pawn");
    tell("before", &learnt_from, &kept_aside, &weights, scale);
    for round in 1..=ROUNDS {
        weights = fit::improve(&learnt_from, &weights, scale);
        tell(&format!("round {round}"), &learnt_from, &kept_aside, &weights, scale);
    }
    weights
}

fn tell(when: &str, learnt_from: &[Sample], kept_aside: &[Sample], weights: &Weights, scale: f64) {
    let (inside, outside) =
        (fit::surprise(learnt_from, weights, scale), fit::surprise(kept_aside, weights, scale));
    eprintln!("{when}: surprise {inside:.5} where it learns, {outside:.5} where it does not");
}
