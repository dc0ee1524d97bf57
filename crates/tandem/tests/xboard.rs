//! A game in xboard on a display of its own: two of our engines, xboard as the arbiter between
//! them. It needs Debian's `xboard`, `xvfb` and `xauth`.

use std::path::Path;
use std::process::{Command, Stdio};

fn find(program: &str) -> Option<String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain([Path::new("/usr/games").to_owned()])
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
        .map(|file| file.display().to_string())
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that can't run says so")]
fn xboard_plays_a_game_with_the_engine() {
    let (Some(xboard), Some(display)) = (find("xboard"), find("xvfb-run")) else {
        eprintln!("xboard or xvfb is not installed: no game was played in xboard");
        return;
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("xboard");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let (saved, log) = (folder.join("game.pgn"), folder.join("log"));
    let engine = format!("{} engine --protocol xboard --level 4", env!("CARGO_BIN_EXE_tandem"));
    let status = Command::new(display)
        .args(["-a", &xboard, "-fcp", &engine, "-scp", &engine])
        .args(["-matchGames", "1", "-variant", "bughouse", "-timeControl", "0:04"])
        .args(["-timeIncrement", "0", "-xexit", "-debug", "-nameOfDebugFile"])
        .arg(&log)
        .arg("-saveGameFile")
        .arg(&saved)
        // Its own settings, not those of whoever runs the test.
        .env("HOME", &folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("xboard runs");
    assert!(status.success(), "{status}");
    let game = std::fs::read_to_string(&saved).expect("a saved game");
    // xboard breaks lines anywhere.
    let game = game.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(game.contains("[Variant \"bughouse\"]"), "{game}");
    assert!(game.contains("1. ") && game.contains(" 5. "), "too short: {game}");
    for result in ["[Result \"1-0\"]", "[Result \"0-1\"]", "[Result \"1/2-1/2\"]"] {
        if game.contains(result) {
            let log = std::fs::read_to_string(&log).expect("xboard's log");
            let complaint = log.lines().find(|line| {
                let line = line.to_ascii_lowercase();
                line.contains("illegal") || line.contains("error (")
            });
            assert_eq!(complaint, None);
            return;
        }
    }
    panic!("the game has no result: {game}");
}
