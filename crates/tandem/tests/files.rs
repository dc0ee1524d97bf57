//! Files on the command line: good ones, and those that are no games at all.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn tandem(arguments: &[&str], file: &Path) -> Output {
    let run = Command::new(env!("CARGO_BIN_EXE_tandem")).args(arguments).arg(file).output();
    run.expect("tandem runs")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The exit code, and what was said on standard error.
fn said(output: &Output) -> (i32, String) {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!text.contains("panicked"), "{text}");
    (output.status.code().expect("an exit code"), text)
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name)
}

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // It may be left from the last run, or not.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn a_match_of_ours_goes_to_bpgn_and_back_through_the_referee() {
    let file = folder("records").join("match.bpgn");
    let script = fixture("match/stein/sample.match");
    let path = file.to_str().expect("a path");
    let refereed = tandem(&["referee", "--bpgn", path], &script);
    assert_eq!(said(&refereed).0, 0);
    let checked = tandem(&["bpgn", "check"], &file);
    assert_eq!((out(&checked).as_str(), said(&checked)), ("1 games, 0 bad\n", (0, String::new())));
    // The last position is the one that the referee told.
    let told = out(&refereed);
    let last: serde_json::Value =
        serde_json::from_str(told.lines().last().expect("final")).expect("JSON");
    let boards = |bfen: &str| -> Vec<String> {
        bfen.split('|').map(|b| b.trim().split(' ').next().unwrap_or_default().to_owned()).collect()
    };
    let positions = out(&tandem(&["bpgn", "positions"], &file));
    assert_eq!(
        boards(positions.lines().last().expect("a position")),
        boards(last["bfen"].as_str().expect("a BFEN"))
    );
    // A clean rewrite keeps every act.
    let formatted = tandem(&["bpgn", "format"], &file);
    assert_eq!(out(&formatted), fs::read_to_string(&file).expect("the file"));
    // By a book that is not at hand nobody can tell.
    let unknown = fs::read_to_string(&file).expect("text").replace("\"stein\"", "\"our-club\"");
    fs::write(&file, unknown).expect("written");
    let checked = tandem(&["bpgn", "check"], &file);
    assert_eq!(
        out(&checked),
        format!("{path}:1: game 1: there is no rulebook 'our-club'\n1 games, 1 bad\n")
    );
}

#[test]
fn compressed_files_are_read_and_broken_ones_named() {
    let folder = folder("compressed");
    let games = fs::read(fixture("bpgn/01-spacing.bpgn")).expect("a fixture");
    let many = games.repeat(200);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(&many).expect("compressed");
    let gzip = gzip.finish().expect("compressed");
    let whole = folder.join("whole.bpgn.gz");
    fs::write(&whole, &gzip).expect("written");
    let plain = folder.join("plain.bpgn");
    fs::write(&plain, &many).expect("written");
    assert_eq!(
        out(&tandem(&["bpgn", "check", "--quiet"], &whole)),
        out(&tandem(&["bpgn", "check", "--quiet"], &plain))
    );
    let cut = folder.join("cut.bpgn.gz");
    fs::write(&cut, &gzip[..gzip.len() / 2]).expect("written");
    let (code, told) = said(&tandem(&["bpgn", "check", "--quiet"], &cut));
    assert_eq!(code, 2, "{told}");
    assert!(told.contains("can't be read any further than game"), "{told}");
    let garbled = folder.join("garbled.bpgn.gz");
    fs::write(&garbled, [&gzip[..10], &[0xff; 400]].concat()).expect("written");
    let (code, told) = said(&tandem(&["bpgn", "check"], &garbled));
    assert_eq!(code, 2, "{told}");
    assert!(told.contains("garbled.bpgn.gz can't be read"), "{told}");
}

#[test]
fn what_is_no_file_of_games_is_one_sentence() {
    let folder = folder("no-games");
    for command in ["check", "format", "positions", "table", "plot", "stats"] {
        let (code, told) = said(&tandem(&["bpgn", command], &folder));
        assert_eq!(code, 2, "{command}: {told}");
        assert!(told.contains("it is a directory"), "{command}: {told}");
        let (code, told) = said(&tandem(&["bpgn", command], &folder.join("missing.bpgn")));
        assert_eq!(code, 2, "{command}: {told}");
        assert!(told.contains("can't be read: No such file"), "{command}: {told}");
    }
    let binary = Path::new(env!("CARGO_BIN_EXE_tandem"));
    let (code, told) = said(&tandem(&["bpgn", "check", "--quiet"], binary));
    assert_eq!(code, 1, "{told}");
    let empty = folder.join("empty.bpgn");
    fs::write(&empty, "").expect("written");
    let (code, told) = said(&tandem(&["bpgn", "check"], &empty));
    assert_eq!((code, told.trim_end().ends_with("no game is in it")), (1, true), "{told}");
}

#[test]
fn one_bad_game_does_not_stop_the_rest() {
    let file = fixture("bpgn/bad-games.bpgn");
    let checked = tandem(&["bpgn", "check", "--quiet"], &file);
    let text = out(&checked);
    let last = text.lines().last().expect("a summary");
    let (games, bad) = last.split_once(" games, ").expect("a summary");
    let bad: usize = bad.trim_end_matches(" bad").parse().expect("a number");
    assert!(games.parse::<usize>().expect("a number") > bad && bad > 0, "{text}");
    assert_eq!(text.lines().count(), bad + 1, "{text}");
    assert_eq!(said(&checked).0, 1);
}
