//! `tandem load` measures what it says.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

use std::process::Command;

fn load(arguments: &[&str]) -> String {
    let run =
        Command::new(env!("CARGO_BIN_EXE_tandem")).arg("load").args(arguments).output().unwrap();
    let (said, told) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "{said}{told}");
    said.into_owned()
}

#[test]
fn players_are_measured_while_visitors_read_and_while_they_do_not() {
    let said = load(&["--matches", "2", "--readers", "2", "--seconds", "4"]);
    let line = |name: &str| said.lines().find(|line| line.starts_with(name)).unwrap_or(&said);
    for who in ["quiet", "readers"] {
        assert!(line(who).contains("p99") && !line(who).contains("(0 moves)"), "{said}");
    }
    let read = line("read ");
    assert!(!read.contains(" 0 answered") && read.contains(" 0 failed"), "{said}");
    assert!(line("broken off").ends_with(" 0"), "{said}");
}

#[test]
fn players_who_speak_ics_are_measured_while_somebody_floods_the_door() {
    let said = load(&[
        "--matches",
        "1",
        "--ics",
        "2",
        "--floods",
        "1",
        "--seconds",
        "4",
        "--book",
        "fics",
    ]);
    let line = |name: &str| said.lines().find(|line| line.starts_with(name)).unwrap_or(&said);
    assert!(line("by ICS").contains(" 0 refused, 0 broken off"), "{said}");
    for part in ["quiet", "flooded"] {
        assert!(line(part).contains("p99") && !line(part).contains("(0 moves)"), "{said}");
    }
    let flood = line("flood ");
    assert!(!flood.contains(" 0 lines") && !flood.contains(" 0 answered"), "{said}");
    assert!(flood.contains(" 0 broken off"), "{said}");
}

#[test]
fn players_of_an_online_event_move_while_others_watch() {
    let said = load(&["--event", "2", "--watchers", "3", "--seconds", "4"]);
    let line = |name: &str| said.lines().find(|line| line.starts_with(name)).unwrap_or(&said);
    let event = line("event ");
    assert!(event.contains(" 2 tables open") && event.contains(" 0 broken off"), "{said}");
    assert!(!event.contains("heard 0 at tables") && !event.contains(" 0 of boards"), "{said}");
    assert!(!line("moves ").contains(" 0 ("), "{said}");
    assert!(line("refused").ends_with(" 0") && line("broken off").ends_with(" 0"), "{said}");
}
