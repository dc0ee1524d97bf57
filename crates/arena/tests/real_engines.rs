//! Matches against the engines that Debian packages, where they are installed: no trouble at all,
//! and every match ends on the board or by the clock.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tandem_arena::{Plan, run};
use tandem_referee::TimeControl;
use tandem_rules::{Millis, Rulebook};

/// Whether a program is where the arena looks for it.
fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain([Path::new("/usr/games").to_owned()])
        .any(|folder| folder.join(program).is_file())
}

#[expect(clippy::print_stderr, reason = "a test that can't run says so")]
fn plays_cleanly(protocol: &str, program: &str) {
    if !is_installed(program) {
        eprintln!("{program} is not installed: no match was played against it");
        return;
    }
    let plan = Plan {
        book: Arc::new(Rulebook::builtin("fics").expect("a built-in book")),
        sides: [
            "builtin:4".parse().expect("a player"),
            format!("{protocol}:{program}").parse().expect("a player"),
        ],
        time: TimeControl::sudden_death(Millis(1_500)),
        matches: 2,
        at_once: 1,
        opening_plies: 2,
        seed: 3,
        hash: 4,
        patience: Duration::from_secs(10),
        counted: None,
    };
    let mut reasons = Vec::new();
    run(&plan, &mut |progress| {
        assert!(progress.troubles.is_empty(), "{:?}\n{}", progress.troubles, progress.bpgn);
        reasons.push(progress.reason.clone());
    });
    assert_eq!(reasons.len(), 2);
    for reason in reasons {
        assert!(["mate", "flag", "resignation"].contains(&reason.as_str()), "{reason}");
    }
}

#[test]
fn sjeng() {
    plays_cleanly("xboard", "sjeng");
}

#[test]
fn fairy_stockfish() {
    plays_cleanly("uci", "fairy-stockfish");
}
