//! Node counts that other programs found, in `fixtures/perft`.

use std::fs;
use std::path::Path;

use tandem_notation::Bfen;
use tandem_rules::{BoardId, Rulebook};

fn check(book: &str, most: u64) {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../fixtures/perft/{book}.perft"));
    let text = fs::read_to_string(path).expect("the fixture is there");
    let book = Rulebook::builtin(book).expect("a built-in book");
    let (mut id, mut bfen, mut checked) = ("", None, 0);
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        match line.split_once(' ').expect("a word and what it says") {
            ("id", name) => id = name,
            ("fen", fen) => bfen = Some(Bfen::parse_lenient(fen).expect(id)),
            (depth, count) => {
                let count: u64 = count.parse().expect("a count");
                let position = &bfen.as_ref().expect("a position").boards[BoardId::A].position;
                if count <= most {
                    let depth = depth.parse().expect("a depth");
                    assert_eq!(position.by(&book).perft(depth), count, "{id}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 30, "only {checked} counts were checked");
}

#[test]
fn minerva_counts_agree_with_other_programs() {
    check("minerva", 200_000_000);
}
