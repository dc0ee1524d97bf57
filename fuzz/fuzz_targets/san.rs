//! No word makes the reader of moves panic, and what is written is read back the same.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tandem_notation::{Bfen, Letters, Notation, SanPlus};
use tandem_rules::book::BUILTIN_IDS;
use tandem_rules::{BoardId, OtherBoard, Rulebook};

static BOOKS: LazyLock<Vec<Rulebook>> =
    LazyLock::new(|| BUILTIN_IDS.into_iter().filter_map(Rulebook::builtin).collect());

static POSITION: LazyLock<Bfen> = LazyLock::new(|| {
    "r3k2r/pP1pqpb1/bn2pnp1/2pPN3/1p2P3/2N2Q1p/PPPBBpPP/R3K2R/QRBNPqrbnp w KQkq c6 | \
     r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R/PPNnq b KQkq -"
        .parse()
        .expect("a position")
});

fuzz_target!(|word: &[u8]| {
    for letters in Letters::ALL {
        if let Ok(plus) = SanPlus::from_ascii(word, letters) {
            let written = plus.display(letters).to_string();
            let again = SanPlus::from_ascii(written.as_bytes(), letters);
            assert!(again == Ok(plus), "{written}");
        }
    }
    let Ok(word) = std::str::from_utf8(word) else { return };
    for book in BOOKS.iter() {
        for board in BoardId::ALL {
            let other = OtherBoard { position: &POSITION.boards[!board].position, ended: false };
            let view = POSITION.boards[board].position.by(book).with_other(other);
            if let Ok(m) = view.read(word) {
                assert_eq!(view.read(&view.san(m).to_string()), Ok(m));
            }
        }
    }
});
