//! In each of the published books a whole match is played by text alone, with what the book adds.

use std::fs;
use std::path::PathBuf;

use tandem_referee::Phase;
use tandem_rules::book::PUBLISHED_IDS;

use super::script::play;

#[test]
fn a_whole_match_by_each_book() {
    for book in PUBLISHED_IDS {
        let file = format!("../../fixtures/ics/book-{book}.ics");
        let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(file);
        let (went, world) = play(&fs::read_to_string(file).expect("a conversation"));
        let game = world.game(1);
        assert_eq!((game.book().id(), game.phase()), (book, Phase::Over), "{went}");
        let by = format!(":Referee: this match is played by {book} ");
        assert!(went.contains(&by), "{book}");
        // Each player hears of each end once, and only people who play here type.
        for name in ["A", "B", "C", "D"] {
            for number in [1, 2] {
                let end = |line: &&str| {
                    line.starts_with(&format!("{name}< {{Game {number} "))
                        && !line.contains("Creating")
                };
                assert_eq!(went.lines().filter(end).count(), 1, "{book}: {name} {number}\n{went}");
            }
        }
        assert!(!went.lines().any(|line| line.starts_with("table ")), "{book}");
    }
}
