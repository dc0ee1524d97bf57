//! No file makes the reader, the replay, the referee or the writer panic, and what is written is read back the
//! same.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tandem_notation::Letters;
use tandem_notation::bpgn::{Game, Reader, write_game};
use tandem_notation::record::book_of;
use tandem_notation::replay::{check, tidy};
use tandem_rules::Rulebook;
use tandem_rules::book::BUILTIN_IDS;

static BOOKS: LazyLock<Vec<Rulebook>> =
    LazyLock::new(|| BUILTIN_IDS.into_iter().filter_map(Rulebook::builtin).collect());

fuzz_target!(|bytes: &[u8]| {
    let Some((first, text)) = bytes.split_first() else { return };
    let book = &BOOKS[usize::from(*first) % BOOKS.len()];
    let mut reader = Reader::new(text);
    while let Some(mut game) = reader.read_game().expect("bytes can be read") {
        same_again(&game);
        if let Some(book) = book_of(&game).and_then(|id| BOOKS.iter().find(|book| book.id() == id))
        {
            check(&game, book);
        }
        let sound = game.error().is_none();
        // In a game that can't be played through, tidying one of two like moves makes them differ.
        if tidy(&mut game, book).error().is_none() && sound {
            same_again(&game);
        }
    }
});

fn same_again(game: &Game) {
    let written = write_game(game, Letters::English);
    let mut reader = Reader::with_letters(written.as_bytes(), Some(Letters::English));
    let again = reader.read_game().expect("text can be read").expect("a game");
    assert!(again == *game, "{written}\n{game:?}\n{again:?}");
    assert!(reader.read_game().expect("text can be read").is_none(), "{written}");
}
