//! The real games of the collection, if it is there: all are read, and each replays or is named
//! with the true reason.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use tandem_notation::bpgn::{Cause, Game, GameResult, LINE_WIDTH, Problem, Reader, write_game};
use tandem_notation::replay::{Checked, check, tidy};
use tandem_notation::{Letters, write_bfen};
use tandem_rules::Rulebook;

fn collection() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/games");
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("the collection of games is not there: {}", folder.display());
    None
}

fn files() -> Vec<(String, Vec<Game>)> {
    let Some(folder) = collection() else { return Vec::new() };
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.is_file())
        .collect();
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            let games = Reader::new(File::open(&path).expect("a file"));
            (name, games.collect::<Result<_, _>>().expect("readable"))
        })
        .collect()
}

fn fics() -> Rulebook {
    Rulebook::builtin("fics").expect("a built-in book")
}

fn told(name: &str, game: &Game, checked: &Checked) -> Vec<String> {
    let line = |problem: &Problem| format!("{name}:{}: {problem}", problem.place.line);
    game.problems.iter().chain(&checked.problems).map(line).collect()
}

/// Whatever is odd about the collection.
const TOLD: [&str; 3] = [
    "gbtami-1934660.bpgn:14: the result says 0-1, but muggg lost, which makes 1-0",
    "lwerdna-foo.bpgn:13: the result says 0-1, but YScorpion lost, which makes 1-0",
    "sscr-sample.bpgn:1: BlackA appears twice; the second is read as BlackB",
];

#[test]
fn every_game_replays_or_is_named_with_the_true_reason() {
    let book = fics();
    let mut all = Vec::new();
    let mut count = 0;
    for (name, games) in files() {
        for game in &games {
            count += 1;
            let checked = check(game, &book);
            all.extend(told(&name, game, &checked));
            let complete = checked.played == game.main.plies.len();
            assert!(complete || checked.error().is_some(), "{name}");
        }
    }
    if count > 0 {
        assert_eq!(count, 55);
        assert_eq!(all, TOLD);
    }
}

#[test]
fn the_czech_sample_replays_to_mate() {
    let book = fics();
    for (_, games) in files().iter().filter(|(name, _)| name == "sscr-sample.bpgn") {
        let checked = check(&games[0], &book);
        assert_eq!(checked.verdict.cause, Some(Cause::Mate));
        assert_eq!(checked.verdict.result, GameResult::One);
    }
}

#[test]
fn what_is_written_is_the_same_game_as_read_and_as_tidied() {
    let book = fics();
    for (name, games) in files() {
        for mut game in games {
            for letters in Letters::ALL {
                same_again(&name, &game, letters);
            }
            let before = check(&game, &book);
            tidy(&mut game, &book);
            same_again(&name, &game, Letters::English);
            let after = check(&game, &book);
            assert_eq!((before.played, before.verdict), (after.played, after.verdict), "{name}");
            let positions = |checked: &Checked| {
                checked.last.as_ref().map(|last| write_bfen(&last.positions(), None))
            };
            assert_eq!(positions(&before), positions(&after), "{name}");
            let mut again = game.clone();
            tidy(&mut again, &book);
            assert_eq!(again, game, "{name}: tidying twice changes nothing");
        }
    }
}

fn same_again(name: &str, game: &Game, letters: Letters) {
    let written = write_game(game, letters);
    for line in written.lines().filter(|line| !line.starts_with('[')) {
        assert!(line.chars().count() <= LINE_WIDTH, "{name}: {line}");
    }
    let again: Vec<Game> = Reader::with_letters(written.as_bytes(), Some(letters))
        .collect::<Result<_, _>>()
        .expect("readable");
    assert_eq!(again, std::slice::from_ref(game), "{name} in {letters}");
}
