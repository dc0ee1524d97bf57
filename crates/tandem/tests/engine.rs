//! `tandem engine` and `tandem arena` as processes: nonsense on the input, and bad arguments.

mod common;

use std::fs::File;
use std::io::{BufRead, BufReader};
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
            "5+0",
            "--counted",
            "10",
            "--hash",
            "1",
            "--bpgn",
            file,
        ],
        b"",
    );
    let out = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(out.contains("builtin:3 against builtin:1, fics"), "{out}");
    assert!(out.contains("matches      4") && out.contains("superiority"), "{out}");
    let checked = tandem(&["bpgn", "check", "--book", "fics", file], b"");
    assert!(text(&checked.stdout).contains("4 games, 0 bad"), "{}", text(&checked.stdout));
}

#[test]
fn bad_arguments_of_the_arena_are_one_sentence() {
    for arguments in [
        &["arena", "--team2", "builtin:9"][..],
        &["arena", "--team2", "telnet:x"],
        &["arena", "--team2", "builtin:1", "--clock", "soon"],
        &["arena", "--team2", "builtin:1", "--clock", "0+0"],
        &["arena", "--team2", "uci:x", "--counted", "10"],
        &["arena", "--team2", "builtin:1", "--book", "nobook"],
        &["arena", "--team2", "builtin:1", "--bpgn", "/no/such/folder/file"],
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
