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
fn a_match_of_chess960_goes_to_bpgn_and_back_with_castling_by_the_files_of_rooks() {
    let file = folder("chess960").join("match.bpgn");
    let path = file.to_str().expect("a path");
    let refereed = tandem(&["referee", "--bpgn", path], &fixture("bpgn/14-chess960.match"));
    assert_eq!(said(&refereed), (0, String::new()));
    assert!(!out(&refereed).contains("\"refused\""), "{}", out(&refereed));
    let record = fs::read_to_string(&file).expect("the record");
    assert_eq!(record, fs::read_to_string(fixture("bpgn/14-chess960.bpgn")).expect("the fixture"));
    assert!(record.contains("PPPPPPPP/BRNBQKRN w GBgb - |"), "{record}");
    assert_eq!(record.matches("O-O").count(), 4, "three of them short, one long");
    let checked = tandem(&["bpgn", "check"], &file);
    assert_eq!((out(&checked).as_str(), said(&checked)), ("1 games, 0 bad\n", (0, String::new())));
    // Each king stands beside its rook at the end.
    let positions = out(&tandem(&["bpgn", "positions"], &file));
    let last = positions.lines().last().expect("a position");
    let (a, b) = last.split_once(" | ").expect("two boards");
    assert!(a.starts_with("brnbqrkn/") && a.contains("/BRN1QRKN w - -"), "{last}");
    assert!(b.starts_with("brnbqrkn/") && b.contains("/B1KR2RN/"), "{last}");
    assert_eq!(out(&tandem(&["bpgn", "format"], &file)), record);
}

#[test]
fn the_title_of_a_plot_has_the_result() {
    let titles = |name: &str| {
        let plot = out(&tandem(&["bpgn", "plot"], &fixture(name)));
        let (_, title) = plot.split_once("<title>").expect("a title");
        let title = title.split("</title>").next().expect("its end").to_owned();
        assert!(plot.matches(&title).count() >= 2, "it is shown, too: {plot}");
        title
    };
    assert_eq!(
        titles("bpgn/13-record.bpgn"),
        "player A and player b – player a and player B   0-1"
    );
    let folder = folder("titles");
    for result in ["1-0", "1/2-1/2", "*"] {
        let file = folder.join("game.bpgn");
        let game = format!("[WhiteA \"Ann\"]\n[Result \"{result}\"]\n\n1A. e4 {result}\n");
        fs::write(&file, game).expect("written");
        let plot = out(&tandem(&["bpgn", "plot"], &file));
        assert!(
            plot.contains(&format!(
                "<title>Ann and player b – player a and player B   {result}</title>"
            )),
            "{plot}"
        );
    }
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
    assert!(told.contains("reading stopped after game"), "{told}");
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
        assert!(told.contains("is a directory"), "{command}: {told}");
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
    assert_eq!((code, told.trim_end().ends_with("contains no games")), (1, true), "{told}");
}

/// A board as chess.com gives it, of a pair whose numbers are 7 and 9.
fn saved(id: u64, moves: &str, clocks: &str) -> String {
    let (winner, reason) =
        if id == 7 { ("white", "resigned") } else { ("black", "bughousepartnerlose") };
    serde_json::json!({
        "game": {
            "id": id, "partnerGameId": 16 - id, "moveList": moves, "moveTimestamps": clocks,
            "baseTime1": 1200, "timeIncrement1": 0, "type": "bughouse", "initialSetup": "",
            "colorOfWinner": winner, "gameEndReason": reason,
        },
        "players": {
            "top": { "color": "black", "username": format!("Black{id}") },
            "bottom": { "color": "white", "username": format!("White{id}") },
        },
    })
    .to_string()
}

#[test]
fn boards_of_chess_com_become_games() {
    let folder = folder("chess-com");
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).expect("written");
        path
    };
    let a = file("a.json", &saved(7, "mCZJCJ", "1199,1190,1150,1190"));
    let b = file("b.json", &saved(9, "mC=K", "1190,1145,1190"));
    let merged = tandem(&["bpgn", "import", b.to_str().expect("a path")], &a);
    assert_eq!(said(&merged), (0, String::new()));
    let moves = out(&merged).replace('\n', " ");
    assert!(moves.contains("2A. exd5 {115.000} 1b. P@e5"), "{moves}");
    let checked = tandem(&["bpgn", "check"], &file("merged.bpgn", &out(&merged)));
    assert_eq!((out(&checked).as_str(), said(&checked)), ("1 games, 0 bad\n", (0, String::new())));
    let (code, told) = said(&tandem(&["bpgn", "import"], &b));
    assert_eq!(code, 0);
    assert!(told.contains("a single board, for its partner, board 7, is not among"), "{told}");
    let chess = file("chess.json", &saved(7, "mC", "1200,1200").replace("bughouse\"", "chess\""));
    let (code, told) = said(&tandem(&["bpgn", "import"], &chess));
    assert_eq!((code, told.contains("a game of 'chess', not of bughouse")), (1, true), "{told}");
    let (code, told) = said(&tandem(&["bpgn", "import"], &file("x.bpgn", "1A. e4 *")));
    assert_eq!((code, told.contains("BPGN needs no import")), (1, true), "{told}");
    let (code, told) = said(&tandem(&["bpgn", "import"], &folder.join("missing.json")));
    assert_eq!((code, told.contains("can't be read")), (2, true), "{told}");
}

#[test]
fn a_month_of_chess_com_has_games_of_all_kinds() {
    let folder = folder("chess-com-month");
    let month = |boards: &[String], others: &[&str]| {
        let other = |rules: &&str| format!(r#"{{"rules":"{rules}","pgn":"1. e4 *"}}"#);
        let games: Vec<_> = boards.iter().cloned().chain(others.iter().map(other)).collect();
        let path = folder.join(format!("month-{}-{}.json", boards.len(), others.len()));
        fs::write(&path, format!(r#"{{"games":[{}]}}"#, games.join(","))).expect("written");
        path
    };
    let pair = [saved(7, "mCZJCJ", "1199,1190,1150,1190"), saved(9, "mC=K", "1190,1145,1190")];
    let others = ["chess", "chess", "chess960"];
    let imported = tandem(&["bpgn", "import"], &month(&pair, &others));
    let (code, told) = said(&imported);
    assert_eq!((code, told.lines().count()), (0, 1), "{told}");
    assert!(
        told.ends_with("month-2-3.json: 3 games of other variants are passed over\n"),
        "{told}"
    );
    assert!(out(&imported).contains("[WhiteA \"White7\"]"), "{}", out(&imported));
    // What is no bughouse at all was meant otherwise.
    let (code, told) = said(&tandem(&["bpgn", "import"], &month(&[], &others)));
    assert_eq!(code, 1, "{told}");
    assert!(told.contains("a game of 'chess', not of bughouse (2 times)"), "{told}");
    // What is broken is wrong beside good ones too.
    let broken = [&pair[..], &["{}".to_owned()]].concat();
    assert_eq!(said(&tandem(&["bpgn", "import"], &month(&broken, &others))).0, 1);
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

#[test]
fn counting_and_exporting_tell_of_bad_games() {
    let bad = fixture("bpgn/bad-games.bpgn");
    let tables = folder("bad-tables");
    let tables = tables.to_str().expect("a path");
    assert_eq!(said(&tandem(&["bpgn", "check"], &bad)).0, 1);
    let counted = tandem(&["bpgn", "stats"], &bad);
    assert_eq!(said(&counted).0, 1);
    assert!(out(&counted).contains("bad, not counted"), "the good ones are counted");
    assert_eq!(said(&tandem(&["bpgn", "stats", "--json"], &bad)).0, 1);
    assert_eq!(said(&tandem(&["bpgn", "export", "--parquet", tables], &bad)).0, 1);
    let good = fixture("bpgn/13-record.bpgn");
    assert_eq!(said(&tandem(&["bpgn", "stats"], &good)).0, 0);
}

#[test]
fn what_is_not_there_has_no_table() {
    let missing = Path::new("/no/such/games.bpgn");
    let tables = folder("no-tables").join("tables");
    let export = ["bpgn", "export", "--parquet", tables.to_str().expect("a path")];
    for command in [&["bpgn", "stats"][..], &["bpgn", "stats", "--json"], &export] {
        let output = tandem(command, missing);
        let (code, text) = said(&output);
        assert_eq!((code, out(&output).as_str()), (2, ""), "{command:?}");
        assert_eq!(text.lines().count(), 1, "{text}");
        assert!(text.contains("/no/such/games.bpgn can't be read"), "{text}");
    }
    assert!(!tables.exists());
}

#[test]
fn other_wrappings_are_met_with_a_sentence() {
    let folder = folder("wrappings");
    let game = fs::read(fixture("bpgn/13-record.bpgn")).expect("a fixture");
    let marked = folder.join("marked.bpgn");
    fs::write(&marked, [b"\xef\xbb\xbf", game.as_slice()].concat()).expect("a file");
    assert_eq!(said(&tandem(&["bpgn", "check"], &marked)), (0, String::new()));
    for (name, begin, told) in [
        ("games.xz", &b"\xfd7zXZ\0\0\x04"[..], "compressed with xz: unpack it first"),
        ("games.zip", b"PK\x03\x04", "zip archive"),
        ("wide.bpgn", b"\xff\xfe[\0", "UTF-16"),
    ] {
        let path = folder.join(name);
        fs::write(&path, [begin, game.as_slice()].concat()).expect("a file");
        let tables = folder.join("tables").join("of-games");
        let export = ["export", "--parquet", tables.to_str().expect("a path")];
        for command in [&["check"][..], &["stats"], &["format"], &export] {
            let output = tandem(&[&["bpgn"], command].concat(), &path);
            let (code, text) = said(&output);
            assert_eq!(code, 2, "{command:?} {name}: {text}");
            assert!(text.contains(told) && text.contains(name), "{command:?}: {text}");
        }
        assert!(!folder.join("tables").exists(), "{name} leaves nothing");
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
    let mut names: Vec<_> =
        entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn tables_are_replaced_only_when_asked_and_only_by_whole_ones() {
    let folder = folder("tables");
    let export = ["bpgn", "export", "--parquet", folder.to_str().expect("a path")];
    let forced = [&export[..], &["--force"]].concat();
    let game = fixture("bpgn/13-record.bpgn");
    assert_eq!(said(&tandem(&export, &game)), (0, String::new()));
    assert_eq!(names(&folder), ["games.parquet", "moves.parquet"]);
    let read =
        || names(&folder).iter().map(|name| fs::read(folder.join(name)).expect(name)).collect();
    let mine: Vec<Vec<u8>> = read();
    let (code, text) = said(&tandem(&export, &fixture("bpgn/bad-games.bpgn")));
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("games.parquet is there already; --force overwrites it"), "{text}");
    assert_eq!(read(), mine);
    // Where nothing can be read, the old ones stay also when they may go.
    let packed = self::folder("tables-of-none").join("games.xz");
    fs::write(&packed, b"\xfd7zXZ\0\0\x04").expect("a file");
    assert_eq!(said(&tandem(&forced, &packed)).0, 2);
    let empty = packed.with_file_name("empty.bpgn");
    fs::write(&empty, "").expect("a file");
    assert_eq!(said(&tandem(&forced, &empty)).0, 1);
    assert_eq!(names(&folder), ["games.parquet", "moves.parquet"]);
    assert_eq!(read(), mine);
    assert_eq!(said(&tandem(&forced, &fixture("bpgn/bad-games.bpgn"))).0, 1);
    assert_eq!(names(&folder), ["games.parquet", "moves.parquet"]);
    assert_ne!(read(), mine);
}

#[test]
fn a_file_without_games_is_no_table_of_zeros() {
    let folder = folder("without-games");
    let empty = folder.join("empty.bpgn");
    fs::write(&empty, "").expect("a file");
    let (tables, path) = (folder.join("tables"), empty.to_str().expect("a path"));
    let export = ["bpgn", "export", "--parquet", tables.to_str().expect("a path")];
    let sentence = format!("tandem: {path}: contains no games\n");
    for command in [&["bpgn", "stats"][..], &["bpgn", "stats", "--json"], &export] {
        let output = tandem(command, &empty);
        assert_eq!(said(&output), (1, sentence.clone()), "{command:?}");
        assert_eq!(out(&output), "", "{command:?}");
    }
    assert!(!tables.exists());
    // Beside one that has games it is told, and these are counted.
    let game = fixture("bpgn/13-record.bpgn");
    for command in [&["bpgn", "stats", path][..], &[&export[..], &[path]].concat()] {
        let output = tandem(command, &game);
        assert_eq!(said(&output), (1, sentence.clone()), "{command:?}");
        assert!(out(&output).contains("games"), "{command:?}");
    }
    assert_eq!(names(&tables), ["games.parquet", "moves.parquet"]);
}

#[test]
fn a_record_is_not_overwritten_unless_that_is_asked() {
    let file = folder("kept").join("match.bpgn");
    fs::write(&file, "mine").expect("a file");
    let path = file.to_str().expect("a path");
    let script = fixture("match/stein/sample.match");
    let refused = tandem(&["referee", "--bpgn", path], &script);
    let (code, text) = said(&refused);
    assert_eq!((code, out(&refused).as_str()), (2, ""), "{text}");
    assert!(text.contains("is there already; --force overwrites it"), "{text}");
    assert_eq!(fs::read_to_string(&file).expect("the file"), "mine");
    assert_eq!(said(&tandem(&["referee", "--force", "--bpgn", path], &script)).0, 0);
    assert!(fs::read_to_string(&file).expect("the file").contains("[Rulebook"));
    assert_eq!(said(&tandem(&["referee", "--bpgn", "/dev/null"], &script)).0, 0);
}

#[test]
fn a_script_with_a_slip_costs_no_record() {
    let folder = folder("slips");
    let (script, record) = (folder.join("script.match"), folder.join("match.bpgn"));
    let path = record.to_str().expect("a path");
    fs::write(&script, "book stein\n0 start\n1 A jumps\n").expect("a file");
    let (code, text) = said(&tandem(&["referee", "--bpgn", path], &script));
    assert_eq!(code, 2, "{text}");
    assert_eq!(names(&folder), ["script.match"], "nothing is begun");
    // The corrected one is written, and what is there outlives the next slip.
    let good = fixture("match/stein/sample.match");
    assert_eq!(said(&tandem(&["referee", "--bpgn", path], &good)).0, 0);
    let written = fs::read_to_string(&record).expect("the record");
    assert_eq!(said(&tandem(&["referee", "--force", "--bpgn", path], &script)).0, 2);
    assert_eq!(fs::read_to_string(&record).expect("the record"), written);
    assert_eq!(names(&folder), ["match.bpgn", "script.match"]);
    // Where it can't be written, that is told before the match.
    let output = tandem(&["referee", "--bpgn", "/no/such/folder/match.bpgn"], &good);
    let (code, text) = said(&output);
    assert_eq!((code, out(&output).as_str()), (2, ""), "{text}");
    assert!(text.contains("/no/such/folder/match.bpgn can't be written"), "{text}");
}
