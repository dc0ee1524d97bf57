//! Learns the net of the evaluation from bot matches, and tries it.
//!
//! `cargo run --release -p tandem-engine --example make_net gather MATCHES SEED BOOK... > moments.txt` plays matches and writes a
//! line for each moment; `… make_net gather-with-net` does so with the net in use, so that the next one learns from a better player;
//! `… make_net learn moments.txt net.bin` learns from them; `… make_net try MATCHES SEED BOOK` plays with the
//! net in use against the same player without it. docs/evaluation.md tells what it does and why.
#![expect(clippy::print_stdout, reason = "it prints what it finds")]

#[path = "../make_weights/fit.rs"]
#[expect(dead_code, reason = "the numbers are learnt by make_weights")]
mod fit;
mod learn;
#[path = "../make_weights/matches.rs"]
mod matches;
mod model;
#[path = "../make_weights/trial.rs"]
mod trial;

use std::sync::Arc;

use tandem_engine::Weights;
use tandem_engine::protocol::fen::write_fen;
use tandem_rules::Rulebook;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["gather", count, seed, ref books @ ..] if !books.is_empty() => {
            books.iter().for_each(|id| gather(&book(id), number(count), number(seed), &WITHOUT));
        }
        ["gather-with-net", count, seed, ref books @ ..] if !books.is_empty() => {
            let teacher = &Weights::DEFAULT;
            books.iter().for_each(|id| gather(&book(id), number(count), number(seed), teacher));
        }
        ["learn", moments, net] => {
            let text = std::fs::read_to_string(moments).expect("a file of moments");
            std::fs::write(net, learn::learn(&text)).expect("a file for the net");
        }
        ["try", count, seed, id] => {
            let told = trial::play_all(&WITHOUT, number(count), number(seed), &book(id));
            println!("without the net: {told}");
        }
        _ => eprintln!(
            "gather MATCHES SEED BOOK... | gather-with-net MATCHES SEED BOOK... | learn MOMENTS NET | try MATCHES SEED BOOK"
        ),
    }
}

fn number(word: &str) -> u64 {
    word.parse().unwrap_or_else(|error| panic!("{word}: {error}"))
}

fn book(id: &str) -> Arc<Rulebook> {
    Arc::new(Rulebook::builtin(id).unwrap_or_else(|| panic!("{id} is no built-in book")))
}

/// The player without a net: the first teacher, and what a net learns to correct.
const WITHOUT: Weights = Weights { net_share: [0], ..Weights::DEFAULT };

/// A line for each board of each moment: book, match, position, and what a look ahead says for the side to move.
fn gather(book: &Arc<Rulebook>, count: u64, seed: u64, teacher: &Weights) {
    for number in seed..seed + count {
        for sample in matches::samples(book, number, teacher) {
            for side in &sample.sides {
                let (fen, ahead) = (write_fen(&side.position), side.sign * side.ahead);
                println!("{};{number};{fen};{ahead}", book.id());
            }
        }
    }
}
