//! Matches against the engines that Debian packages, where they are installed: no trouble at all,
//! and every match ends on the board or by the clock. One that is killed in the middle plays on.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tandem_arena::{Plan, run};
use tandem_referee::TimeControl;
use tandem_rules::{Millis, Rulebook};

/// Where a program is, if it is where the arena looks for it.
#[expect(clippy::print_stderr, reason = "a test that can't run says so")]
fn installed(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path)
        .chain([Path::new("/usr/games").to_owned()])
        .map(|folder| folder.join(program))
        .find(|path| path.is_file());
    if found.is_none() {
        eprintln!("{program} is not installed: no match was played against it");
    }
    found
}

fn plan(player: &str, clock: Millis) -> Plan {
    Plan {
        book: Arc::new(Rulebook::builtin("fics").expect("a built-in book")),
        sides: ["builtin:4".parse().expect("a player"), player.parse().expect("a player")],
        time: TimeControl::sudden_death(clock),
        matches: 2,
        at_once: 1,
        opening_plies: 2,
        seed: 3,
        hash: 4,
        patience: Duration::from_secs(10),
        counted: None,
        earlier: Default::default(),
    }
}

/// Plays two matches to a regular end and tells what went wrong.
fn play(plan: &Plan) -> Vec<String> {
    let mut said = Vec::new();
    let mut reasons = Vec::new();
    run(plan, &mut |progress| {
        said.extend(progress.troubles.iter().map(|(_, trouble)| trouble.what.clone()));
        reasons.push(progress.outcome.reason.clone());
    });
    assert_eq!(reasons.len(), 2);
    for reason in reasons {
        assert!(["mate", "flag", "resignation"].contains(&reason.as_str()), "{reason} {said:?}");
    }
    said
}

fn plays_cleanly(protocol: &str, program: &str) {
    if installed(program).is_some() {
        let said = play(&plan(&format!("{protocol}:{program}"), Millis(1_500)));
        assert_eq!(said, [""; 0]);
    }
}

/// Two engines, a White and a Black, are killed in the middle of the first match.
fn plays_on_when_killed(protocol: &str, program: &str) {
    let Some(path) = installed(program) else { return };
    let name = format!("tandem-doomed-{protocol}-{program}-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir(&folder).expect("a folder");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/doomed.sh");
    let player = format!("{protocol}:sh {script} {} {}", folder.display(), path.display());
    let said = play(&plan(&player, Millis(3_000)));
    std::fs::remove_dir_all(&folder).expect("the folder");
    assert_eq!(said, ["the engine ended", "the engine ended"]);
}

#[test]
fn sjeng() {
    plays_cleanly("xboard", "sjeng");
}

#[test]
fn fairy_stockfish() {
    plays_cleanly("uci", "fairy-stockfish");
}

#[test]
fn fairy_stockfish_by_the_other_protocol() {
    plays_cleanly("xboard", "fairy-stockfish");
}

#[test]
fn sjeng_that_is_killed_plays_on() {
    plays_on_when_killed("xboard", "sjeng");
}

#[test]
fn fairy_stockfish_that_is_killed_plays_on() {
    plays_on_when_killed("xboard", "fairy-stockfish");
}
