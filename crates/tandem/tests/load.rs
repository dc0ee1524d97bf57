//! `tandem load` measures what it says.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

use std::process::Command;

use tandem_own_postgres::Postgres;

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

#[test]
fn phones_in_a_hall_see_each_others_presses_and_what_an_arbiter_rules() {
    let said = load(&["--hall", "2", "--watchers", "3", "--seconds", "4"]);
    let line = |name: &str| said.lines().find(|line| line.starts_with(name)).unwrap_or(&said);
    assert!(
        line("hall ").contains(" 2 tables, 4 phones, 3 arbiters, 2 screens, 3 watch"),
        "{said}"
    );
    assert!(line("seen ").contains("p99") && !line("presses ").contains(" 0 ("), "{said}");
    for what in ["calls ", "rulings "] {
        assert!(!line(what).contains(" 0, seen") && !line(what).contains("most 0.0"), "{said}");
    }
    assert!(!line("watching").contains("heard 0 of boards"), "{said}");
    assert!(line("memory").contains("KiB a table") && line("server").contains("a press"), "{said}");
    assert!(line("broken off").ends_with(" 0"), "{said}");
}

#[test]
fn players_of_a_site_move_at_one_node_and_through_another() {
    let Some(postgres) = Postgres::start() else { return };
    let several = ["--nodes", "2", "--matches", "3"];
    let spliced = [&several[..], &["--spliced"]].concat();
    let plans: [(&str, &str, &[&str]); 3] = [
        ("alone", "1", &["--matches", "2"]),
        ("several", "2", &several),
        ("spliced", "2", &spliced),
    ];
    for (name, nodes, how) in plans {
        let store = postgres.database(name);
        let said = load(&[how, &["--store", store.as_str(), "--seconds", "2"]].concat());
        let line = |name: &str| said.lines().find(|line| line.starts_with(name)).unwrap_or(&said);
        assert!(line("confirmed").contains("p99") && !line("moves ").contains(" 0 ("), "{said}");
        assert!(line("memory").contains("KiB a match"), "{said}");
        if nodes == "2" {
            assert!(line("anyway").contains("while nobody plays"), "{said}");
            assert!(line("beyond that").contains("a move"), "{said}");
        }
        assert!(line("refused").ends_with(" 0") && line("broken off").ends_with(" 0"), "{said}");
        // Each beats with the matches that it has; who has them when all are killed is chance.
        let owners = "SELECT count(*) FROM tandem.beats WHERE octet_length(moments) > 0";
        assert_eq!(postgres.run(name, owners), nodes, "matches are spread over the nodes");
    }
}

#[test]
fn what_can_not_be_measured_is_told() {
    let plans: [&[&str]; 5] = [
        &["--hall", "1", "--event", "1"],
        &["--nodes", "2"],
        &["--spliced"],
        &["--nodes", "0"],
        &["--store", "postgres://x/y", "--readers", "1"],
    ];
    for wrong in plans {
        let run =
            Command::new(env!("CARGO_BIN_EXE_tandem")).arg("load").args(wrong).output().unwrap();
        let told = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{told}");
        assert!(told.contains("--nodes with --store"), "{told}");
    }
}
