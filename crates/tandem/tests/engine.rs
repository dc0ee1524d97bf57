//! `tandem engine` and `tandem arena` as processes: nonsense on the input, and bad arguments.

mod common;

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use common::tandem_with as tandem;

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Bytes that are no text, words without sense, commands without what they need, and long lines.
fn nonsense() -> Vec<u8> {
    let mut bytes =
        b"\xff\xfe\x00\x01\n\n   \nxyzzy\ngo go go\nposition\nposition fen 8/8 w\n".to_vec();
    bytes.extend_from_slice(b"position startpos moves e2e5 zz\nsetoption\nsetoption name\n");
    bytes.extend_from_slice(
        b"setoption name Hash value minus\nusermove\nusermove e9e9\nusermove e2e5\n",
    );
    bytes.extend_from_slice(
        b"holding [\nholding [XX] [] ZZ\nlevel a b c\ntime soon\notim\nsetboard 9/9\n",
    );
    bytes.extend_from_slice(b"variant moonchess\nptell\nptell \xff\xff\nundo\nremove\nresult\n");
    bytes.extend(std::iter::repeat_n(b'x', 300_000));
    bytes.push(b'\n');
    bytes
}

#[test]
fn nonsense_in_uci_is_survived() {
    let mut input = b"uci\n".to_vec();
    input.extend(nonsense());
    input.extend_from_slice(b"stop\nposition startpos\ngo depth 2\nisready\nquit\n");
    let output = tandem(&["engine", "--protocol", "uci"], &input);
    let (out, errors) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{errors}");
    assert!(!errors.contains("panicked"), "{errors}");
    assert!(out.lines().any(|line| line == "uciok"), "{out}");
    assert!(out.lines().any(|line| line == "readyok"), "{out}");
}

#[test]
fn nonsense_in_xboard_is_survived_and_answered() {
    let mut input = b"xboard\nprotover 2\nforce\n".to_vec();
    input.extend(nonsense());
    input.extend_from_slice(b"new\nvariant bughouse\nforce\nping 7\nquit\n");
    let output = tandem(&["engine", "--protocol", "xboard"], &input);
    let (out, errors) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{errors}");
    assert!(!errors.contains("panicked"), "{errors}");
    assert!(out.lines().any(|line| line == "pong 7"), "{out}");
    assert!(out.contains("Illegal move ("), "{out}");
    assert!(out.contains("Error ("), "{out}");
}

#[test]
fn an_arena_of_counted_time_tells_its_score_and_keeps_its_games() {
    let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/arena.bpgn");
    let output = tandem(
        &[
            "arena",
            "--team1",
            "builtin:3",
            "--team2",
            "builtin:1",
            "--games",
            "4",
            "--clock",
            "5s",
            "--counted",
            "10",
            "--hash",
            "1",
            "--bpgn",
            file,
            "--force",
        ],
        b"",
    );
    let out = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(out.contains("builtin:3 against builtin:1, fics"), "{out}");
    assert!(out.contains("matches      4") && out.contains("superiority"), "{out}");
    let again = ["arena", "--team2", "builtin:1", "--bpgn", file];
    let refused = tandem(&again, b"");
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("arena.bpgn is there already; --force overwrites it"));
    let checked = tandem(&["bpgn", "check", "--book", "fics", file], b"");
    assert!(text(&checked.stdout).contains("4 games, 0 bad"), "{}", text(&checked.stdout));
}

/// A series is played in two pieces: the second goes on where the first ended, and the score is that of both.
#[test]
fn a_series_of_the_arena_is_gone_on_with() {
    let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/arena-results.txt");
    let _ = std::fs::remove_file(file);
    let play = |games: &str, seed: &str| {
        let players = ["arena", "--team1", "builtin:3", "--team2", "builtin:1", "--games", games];
        let terms = ["--clock", "2s", "--counted", "10", "--hash", "1", "--seed", seed];
        tandem(&[&players[..], &terms, &["--results", file]].concat(), b"")
    };
    let lines = || -> Vec<String> {
        let text = std::fs::read_to_string(file).expect("the results");
        text.lines().map(str::to_owned).collect()
    };
    assert!(play("2", "5").status.success());
    let piece = lines();
    assert_eq!(piece.len(), 3, "{piece:?}");
    let whole = play("4", "5");
    let out = text(&whole.stdout);
    assert!(out.contains("matches      4") && out.contains("time left    winners "), "{out}");
    assert_eq!(lines().len(), 5);
    assert_eq!(lines()[..3], piece);
    let again = play("4", "5");
    assert_eq!((text(&again.stdout), lines().len()), (out, 5), "all were played");
    let another = play("4", "6");
    let errors = text(&another.stderr);
    assert_eq!((another.status.code(), lines().len()), (Some(2), 5));
    assert!(
        errors.contains("it has the results of 'builtin:3 against builtin:1, fics"),
        "{errors}"
    );
}

#[test]
fn bad_arguments_of_the_arena_are_one_sentence() {
    for arguments in [
        &["arena", "--team2", "builtin:9"][..],
        &["arena", "--team2", "telnet:x"],
        &["arena", "--team2", "builtin:1", "--clock", "soon"],
        &["arena", "--team2", "builtin:1", "--clock", "0s"],
        &["arena", "--team2", "builtin:1", "--clock", "3+0"],
        &["arena", "--team2", "uci:x", "--counted", "10"],
        &["arena", "--team2", "builtin:1", "--book", "nobook"],
        &["arena", "--team2", "builtin:1", "--bpgn", "/no/such/folder/file"],
        &["arena", "--team2", "builtin:1", "--results", "/no/such/folder/file"],
    ] {
        let output = tandem(arguments, b"");
        let errors = text(&output.stderr);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(!errors.contains("panicked"), "{errors}");
        assert_eq!(errors.trim_end().lines().count(), 1, "{arguments:?}: {errors}");
    }
}

/// An engine that tells a pipe its process and then hears of nothing.
const DEAF: &str = "trap '' INT TERM HUP PIPE; echo $$ >\"$1\"; while :; do sleep 1; done";

#[test]
fn an_arena_that_is_stopped_leaves_no_engine_behind() {
    for stop in ["-TERM", "-INT"] {
        let folder = std::env::temp_dir().join(format!("tandem-deaf{stop}-{}", std::process::id()));
        std::fs::create_dir(&folder).expect("a folder");
        let (script, pipe) = (folder.join("deaf.sh"), folder.join("pipe"));
        std::fs::write(&script, DEAF).expect("a script");
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
        let player = format!("uci:sh {} {}", script.display(), pipe.display());
        let arena = Command::new(env!("CARGO_BIN_EXE_tandem"))
            .args(["arena", "--team1", "builtin:1", "--team2", &player, "--games", "3"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("tandem runs");
        let pipe = BufReader::new(File::open(&pipe).expect("a pipe"));
        let engine = pipe.lines().next().expect("a line").expect("text");
        let engine = Path::new("/proc").join(engine);
        assert!(engine.exists());
        let arena_process = arena.id().to_string();
        let sent = Command::new("kill").args([stop, &arena_process]).status().expect("kill");
        assert!(sent.success());
        let output = arena.wait_with_output().expect("tandem ends");
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains("stopped after 0 of 3 matches"));
        assert!(!engine.exists(), "it was killed and waited for");
        std::fs::remove_dir_all(&folder).expect("the folder");
    }
}

#[test]
fn an_engine_that_can_not_play_is_an_error_and_no_win() {
    for (player, why) in [
        ("uci:/no/such/engine", "uci:/no/such/engine can't be started"),
        ("xboard:no-such-engine-anywhere", "xboard:no-such-engine-anywhere can't be started"),
        ("uci:true", "uci:true ended before it said that it is ready"),
        ("xboard:false", "xboard:false ended before it said that it is ready"),
    ] {
        let output = tandem(&["arena", "--team2", player, "--games", "2"], b"");
        assert_eq!(output.status.code(), Some(2), "{player}");
        assert_eq!(text(&output.stdout), "", "{player}: no score");
        assert!(text(&output.stderr).contains(why), "{}", text(&output.stderr));
    }
}

#[test]
fn an_engine_that_is_named_wrongly_is_an_error() {
    for (engine, why) in [
        ("nonsense", "--engine nonsense: NAME=uci:COMMAND or NAME=xboard:COMMAND is expected"),
        ("=uci:true", "--engine =uci:true: NAME=uci:COMMAND"),
        ("mine=telnet:x", "telnet:x"),
    ] {
        // Whether it is used or not.
        let output = tandem(&["arena", "--team2", "builtin:1", "--engine", engine], b"");
        let told = text(&output.stderr);
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(2), ""), "{told}");
        assert!(told.contains(why) && told.lines().count() == 1, "{told}");
    }
}

#[test]
fn a_series_of_built_in_players_that_is_stopped_tells_its_score() {
    for more in [&["--counted", "10", "--clock", "1s"][..], &["--clock", "50ms"]] {
        let mut arena = Command::new(env!("CARGO_BIN_EXE_tandem"))
            .args(["arena", "--team1", "builtin:1", "--team2", "builtin:1", "--hash", "1"])
            .args(["--games", "1000000"])
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("tandem runs");
        // Ten matches are over when it first tells.
        let mut told = BufReader::new(arena.stderr.take().expect("standard error"));
        let mut line = String::new();
        told.read_line(&mut line).expect("text");
        let id = arena.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
        let mut rest = String::new();
        told.read_to_string(&mut rest).expect("text");
        let output = arena.wait_with_output().expect("tandem ends");
        assert_eq!(output.status.code(), Some(2), "{line}{rest}");
        assert!(rest.contains("stopped after "), "{rest}");
        assert!(text(&output.stdout).contains("score "), "{}", text(&output.stdout));
    }
}

#[test]
fn help_of_the_arena_explains_its_players() {
    let help = text(&tandem(&["arena", "--help"], b"").stdout);
    for one in ["builtin:LEVEL:open", "uci:COMMAND", "xboard:COMMAND"] {
        assert!(help.contains(one), "{help}");
    }
}

/// Feeds UCI a line at a time and reads the answers, as a GUI does.
#[test]
fn pondering_is_answered_when_the_move_is_made() {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_tandem"))
        .args(["engine", "--hash", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("tandem runs");
    let mut input = engine.stdin.take().expect("standard input");
    let mut lines = BufReader::new(engine.stdout.take().expect("standard output")).lines();
    let mut until = |begin: &str, but: &str| {
        for line in lines.by_ref() {
            let line = line.expect("text");
            assert!(but.is_empty() || !line.starts_with(but), "{line}");
            if line.starts_with(begin) {
                return;
            }
        }
        panic!("{begin} never came");
    };
    writeln!(input, "position startpos moves e2e4\ngo ponder wtime 500 btime 500").expect("a line");
    until("info depth 4", "bestmove");
    writeln!(input, "isready").expect("a line");
    until("readyok", "bestmove");
    writeln!(input, "ponderhit").expect("a line");
    until("bestmove", "");
    writeln!(input, "go movetime abc").expect("a line");
    until("info string go movetime: a number is expected, not abc", "");
    until("bestmove", "");
    writeln!(input, "go mate 1").expect("a line");
    until("bestmove", "");
    writeln!(input, "quit").expect("a line");
    assert!(engine.wait().expect("it ends").success());
}
