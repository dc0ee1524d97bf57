//! Every match script, written as BPGN and read back, replays through the referee to the same
//! state.

use std::fs;
use std::path::{Path, PathBuf};

use tandem_notation::Letters;
use tandem_notation::bpgn::{Game, LINE_WIDTH, Reader, Tags, write_game};
use tandem_notation::record::{Record, is_record, read_match, write_match};
use tandem_notation::script::{Runner, final_object};
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

/// The options of a script, which the settings alone do not tell.
fn options(script: &str) -> Vec<(String, String)> {
    let lines = script.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    lines
        .filter_map(|line| line.strip_prefix("option "))
        .filter_map(|option| option.trim().split_once(' '))
        .map(|(name, value)| (name.to_owned(), value.trim().to_owned()))
        .collect()
}

#[test]
fn every_match_replays_through_the_referee_to_the_same_state() {
    let (mut count, mut events) = (0, 0);
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
        let options = options(&script);
        let mut tags = Tags::default();
        tags.set("WhiteA", "Ada \"the first\"");
        let log = runner.log();
        let game =
            write_match(&Record { tags, settings: state.settings(), options: &options, log });
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
        assert_eq!(again.log, log, "{name}\n{text}");
        assert!(again.state == *state, "{name}\n{text}");
        let now = runner.now();
        assert_eq!(final_object(&again.state, now), final_object(state, now), "{name}\n{text}");
        events += text.matches("tandem event").count() + text.matches("tandem =").count();
        count += 1;
    }
    assert!(count > 0, "the scripts are there");
    assert!(
        events * 100 < count,
        "{events} events of {count} matches are not explained by a command"
    );
}
