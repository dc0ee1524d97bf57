//! Every match script, written as BPGN and read back, replays through the referee to the same
//! state.

use std::fs;
use std::path::{Path, PathBuf};

use tandem_notation::Letters;
use tandem_notation::bpgn::{Game, LINE_WIDTH, Reader, Tags, write_game};
use tandem_notation::record::{MatchToWrite, explain, is_record, read_match, write_match};
use tandem_notation::replay::check;
use tandem_notation::script::{Runner, final_object};
use tandem_referee::{BoardsAt, Event, EventKind, Match, Record};
use tandem_rules::Rulebook;

fn scripts() -> Vec<PathBuf> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/match")];
    let mut scripts = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "match") {
                scripts.push(path);
            }
        }
    }
    scripts.sort();
    scripts
}

/// A book of the collection or of a fixture.
fn find_book(id: &str) -> Option<Rulebook> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/rulebooks");
    Rulebook::builtin(id).or_else(|| {
        let text = fs::read_to_string(own.join(format!("{id}.toml"))).ok()?;
        Rulebook::parse(&text).ok()
    })
}

#[test]
fn every_match_replays_through_the_referee_to_the_same_state() {
    let mut count = 0;
    for path in scripts() {
        let name = path.display().to_string();
        let script = fs::read_to_string(&path).expect("a script");
        let mut runner = Runner::new(find_book);
        let mut out = Vec::new();
        let read = script.lines().all(|line| runner.line(line, &mut out).is_ok());
        // Some scripts show what a script may not say.
        if !read || runner.finish(&mut out).is_err() {
            continue;
        }
        let state = runner.game().expect("a match");
        let options = runner.options();
        let book = find_book(state.book().id()).expect("a book");
        let mut tags = Tags::default();
        tags.set("WhiteA", "Ada \"the first\"");
        let log = runner.log();
        let settings = state.settings();
        let game = write_match(&MatchToWrite { tags, settings, options: &options, log });
        let text = write_game(&game, Letters::English);
        for line in text.lines().filter(|line| !line.starts_with('[')) {
            assert!(line.chars().count() <= LINE_WIDTH, "{name}: {line}");
        }
        let games: Vec<Game> =
            Reader::new(text.as_bytes()).collect::<Result<_, _>>().expect("readable");
        assert_eq!(games, std::slice::from_ref(&game), "{name}\n{text}");
        assert!(is_record(&game) || log.is_empty(), "{name}\n{text}");
        let again = read_match(&games[0], find_book)
            .unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        assert!(again.events().eq(runner.events()), "{name}\n{text}");
        assert_eq!(again.log.len(), log.len(), "{name}\n{text}");
        assert!(again.state == *state, "{name}\n{text}");
        let checked = check(&games[0], &book);
        assert_eq!(checked.problems, [], "{name}\n{text}");
        assert_eq!(checked.played, games[0].main.plies.len(), "{name}");
        let now = runner.now();
        assert_eq!(final_object(&again.state, now), final_object(state, now), "{name}\n{text}");
        assert!(!text.contains("tandem event") && !text.contains("tandem ="), "{name}\n{text}");
        count += 1;
    }
    assert!(count > 0, "the scripts are there");
}

#[test]
fn the_commands_of_old_logs_are_found_again() {
    let (mut count, mut unexplained) = (0, 0);
    for path in scripts() {
        let name = path.display().to_string();
        let script = fs::read_to_string(&path).expect("a script");
        let mut runner = Runner::new(find_book);
        let mut out = Vec::new();
        if !script.lines().all(|line| runner.line(line, &mut out).is_ok()) {
            continue;
        }
        let Some(state) = runner.game() else { continue };
        let events: Vec<Event> = runner.events().cloned().collect();
        // Logs without commands are older than clocks beside real boards and rulings taken back.
        let taken_back = |event: &Event| matches!(event.kind, EventKind::TakenBack { .. });
        if state.settings().boards == BoardsAt::Table || events.iter().any(taken_back) {
            continue;
        }
        let records = explain(&mut Match::new(state.settings().clone()), &events);
        let told: Vec<Event> = records.iter().flat_map(|record| record.events.clone()).collect();
        assert_eq!(told, events, "{name}");
        let (tags, settings, options) = (Tags::default(), state.settings(), runner.options());
        let game = write_match(&MatchToWrite { tags, settings, options: &options, log: &records });
        let text = write_game(&game, Letters::English);
        let games: Vec<Game> =
            Reader::new(text.as_bytes()).collect::<Result<_, _>>().expect("readable");
        let again = read_match(&games[0], find_book)
            .unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        assert!(again.events().eq(&events), "{name}\n{text}");
        assert!(again.state == *state, "{name}\n{text}");
        unexplained += records.iter().filter(|record| record.asked.is_none()).count();
        count += 1;
    }
    assert!(count > 0, "the scripts are there");
    assert!(
        unexplained * 100 < count,
        "{unexplained} events of {count} matches are not explained by a command"
    );
}

#[test]
fn an_event_that_no_command_explains_is_written_as_it_is() {
    let mut runner = Runner::new(find_book);
    for line in ["book fics", "0 start", "1 A e4", "2 a e5"] {
        runner.line(line, &mut Vec::new()).expect("a good line");
    }
    let settings = runner.game().expect("a match").settings();
    let records: Vec<Record> = runner.events().cloned().map(Record::unexplained).collect();
    let tags = Tags::default();
    let game = write_match(&MatchToWrite { tags, settings, options: &[], log: &records });
    let text = write_game(&game, Letters::English);
    assert!(text.contains("tandem event") && text.contains("tandem ="), "{text}");
    let game = Reader::new(text.as_bytes()).next().expect("a game").expect("readable");
    let again = read_match(&game, find_book).expect("a record");
    assert!(again.events().eq(runner.events()), "{text}");
}

fn resigned_match() -> (Rulebook, String) {
    let book = Rulebook::builtin("fics").expect("a built-in book");
    let mut runner = Runner::new(find_book);
    let mut out = Vec::new();
    for line in [
        "book fics",
        "clock 420",
        "0 start",
        "1.5 A move e4",
        "2 B move d4",
        "3 a move e5",
        "5 A resign",
    ] {
        runner.line(line, &mut out).expect("a good line");
    }
    let state = runner.game().expect("a match");
    let log = runner.log();
    let tags = Tags::default();
    let played = MatchToWrite { tags, settings: state.settings(), options: &[], log };
    (book, write_game(&write_match(&played), Letters::English))
}

fn faults(book: &Rulebook, text: &str) -> Vec<String> {
    let game = Reader::new(text.as_bytes()).next().expect("a game").expect("readable");
    check(&game, book).problems.iter().map(ToString::to_string).collect()
}

#[test]
fn a_record_that_was_tampered_with_is_bad() {
    let (book, text) = resigned_match();
    assert_eq!(faults(&book, &text), [""; 0], "{text}");
    let with = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}\n{text}");
        faults(&book, &text.replace(from, to))
    };
    assert_eq!(with("0-1", "1-0"), ["the result says 1-0, the referee says 0-1"]);
    assert_eq!(
        with("e4 {418.500}", "e4 {419.000}"),
        ["move 1A: the clock shows 419 s, by the referee it is 418.5 s"]
    );
    assert_eq!(with("1A. e4", "1A. e5").len(), 1);
    assert_eq!(with("A resign", "C resign").len(), 1);
    assert_eq!(
        with("{A:tandem 1.5}", ""),
        ["move 1A: the time of the move is missing: {A:tandem 1.25}"]
    );
}
