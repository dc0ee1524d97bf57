//! No BFEN makes a reader or the generator panic, and what is written is read back the same.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tandem_notation::Bfen;
use tandem_rules::book::PUBLISHED_IDS;
use tandem_rules::{BoardId, OtherBoard, Rulebook};

static BOOKS: LazyLock<Vec<Rulebook>> =
    LazyLock::new(|| PUBLISHED_IDS.into_iter().filter_map(Rulebook::builtin).collect());

fuzz_target!(|text: &str| {
    let Ok(bfen) = Bfen::parse_lenient(text) else { return };
    let again: Bfen = bfen.to_string().parse().expect("what is written can be read");
    assert_eq!(again.to_string(), bfen.to_string());
    for book in BOOKS.iter() {
        for board in BoardId::ALL {
            let other = OtherBoard { position: &bfen.boards[!board].position, ended: false };
            let view = bfen.boards[board].position.by(book).with_other(other);
            assert_eq!(view.legal_moves().len() as u64, view.count_legal_moves());
            let _ = view.stuck();
        }
    }
});
