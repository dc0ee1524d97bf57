//! The command line that others script against: what comes out, and with which exit code.

mod common;

use std::process::Output;

use common::tandem_with;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - | \
                     rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

fn tandem(arguments: &[&str]) -> Output {
    tandem_with(arguments, b"")
}

fn lines(output: &Output) -> Vec<String> {
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

/// The exit code, and the one sentence on standard error.
fn failure(output: &Output) -> (i32, String) {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!text.contains("panicked"), "{text}");
    assert_eq!(text.trim_end().lines().count(), 1, "one sentence expected: {text}");
    (output.status.code().expect("an exit code"), text)
}

#[test]
fn rules_are_listed_shown_and_compared() {
    let listed = lines(&tandem(&["rules", "list"]));
    assert!(listed.iter().any(|line| line.starts_with("stein ") && line.ends_with("nl")));
    let shown = lines(&tandem(&["rules", "show", "fer", "--lang", "de"]));
    assert!(shown.iter().any(|line| line.starts_with("fer 3.4 (überwacht): ")));
    let compared = lines(&tandem(&["rules", "compare", "stein", "minerva"]));
    assert!(
        compared
            .iter()
            .any(|line| line.contains("no (stein 2.4)") && line.contains("yes (minerva 2.4)"))
    );
}

#[test]
fn legal_moves_are_sorted_and_complete() {
    let output = tandem(&["legal", "--book", "minerva", "--seat", "A", START]);
    let found = lines(&output);
    assert_eq!(found.len(), 20);
    assert!(found.is_sorted() && found.contains(&"Nf3".to_owned()));
    let uci =
        lines(&tandem(&["legal", "--book", "minerva", "--seat", "B", "--format", "uci", START]));
    assert!(uci.contains(&"e2e4".to_owned()) && uci.contains(&"g1f3".to_owned()));
}

#[test]
fn a_promotion_from_the_other_board_names_its_square() {
    let bfen = "4k3/8/8/8/8/8/8/3QK3 w - - | 8/4P3/8/k7/8/8/8/4K3 w - -";
    let legal = |book: &str, bfen: &str, format: &str| {
        lines(&tandem(&["legal", "--book", book, "--seat", "B", "--format", format, bfen]))
    };
    for book in ["fer", "stein"] {
        assert!(legal(book, bfen, "san").contains(&"e8=Qd1".to_owned()), "{book}");
        assert!(legal(book, bfen, "uci").contains(&"e7e8qd1".to_owned()), "{book}");
        let nothing = "4k3/8/8/8/8/8/8/4K3 w - - | 8/4P3/8/k7/8/8/8/4K3 w - -";
        assert!(legal(book, nothing, "san").contains(&"e8".to_owned()), "{book}");
        assert!(legal(book, nothing, "uci").contains(&"e7e8".to_owned()), "{book}");
    }
}

#[test]
fn whoever_is_not_on_move_has_exit_code_1_and_who_waits_0() {
    let output = tandem(&["legal", "--book", "minerva", "--seat", "a", START]);
    assert_eq!(failure(&output).0, 1);
    let waits = "k6R/7R/8/8/8/8/8/4K3 b - - | 4k3/8/8/8/8/8/8/4K3 w - -";
    let output = tandem(&["legal", "--book", "sscr", "--seat", "a", waits]);
    assert_eq!((output.status.code(), lines(&output)), (Some(0), Vec::new()));
}

#[test]
fn perft_ends_with_the_count() {
    let output = tandem(&["perft", "--book", "minerva", "--board", "A", "--depth", "3", START]);
    assert_eq!(lines(&output), ["8902"]);
    let divided = lines(&tandem(&[
        "perft", "--book", "minerva", "--board", "B", "--depth", "2", "--divide", START,
    ]));
    assert_eq!(divided.len(), 21);
    assert!(divided.contains(&"e2e4: 20".to_owned()));
    assert_eq!(divided.last().map(String::as_str), Some("400"));
}

#[test]
fn a_script_is_refereed_the_same_each_time() {
    let script = b"\xef\xbb\xbfbook stein\r\n0 start\r\n1.25\tA e4 # a comment\r\n2 A d4\r\n3 a move e7e5\r\n4 tick\r\n";
    let output = tandem_with(&["referee"], script);
    assert_eq!(output.status.code(), Some(0));
    let found = lines(&output);
    assert_eq!(found, lines(&tandem_with(&["referee"], script)));
    let objects: Vec<serde_json::Value> =
        found.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let refused = &objects.iter().find(|object| object["event"] == "refused").expect("a refusal");
    assert_eq!(
        (refused["line"].as_u64(), refused["article"].as_str()),
        (Some(4), Some("stein 1.5"))
    );
    let last = objects.last().expect("final");
    assert_eq!(last["event"], "final");
    assert_eq!(last["clocks"]["A"], 417_750);
    assert_eq!(last["match"]["result"], "*");
}

#[test]
fn bad_arguments_say_so_with_exit_code_2() {
    let bad = |bfen: &str, words: &str| {
        let (code, text) = failure(&tandem(&["legal", "--book", "minerva", "--seat", "A", bfen]));
        assert_eq!(code, 2, "{text}");
        assert!(text.contains(words), "{text}");
    };
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    bad(
        &format!("{board} | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w - -"),
        "board B: expected 8 ranks, found 7",
    );
    bad(&format!("rnbqkbnr/pppppppp/8/8/8/4K3/PPPPPPPP/RNBQKBNR w - - | {board}"), "2 kings");
    bad(&format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNP w Qkq - | {board}"), "h1");
    for arguments in [
        &["legal", "--book", "fer", "--seat", "C", START][..],
        &["perft", "--book", "fer", "--board", "A", "--depth", "deep", START],
        &["rules", "show", "fer", "--lang", "fr"],
        &["referee", "--loudly"],
        &["dance"],
    ] {
        let (code, text) = failure(&tandem(arguments));
        assert!(code == 2 && text.starts_with("tandem: "), "{text}");
    }
    let (code, text) = failure(&tandem(&["legal", "--book", "nowhere", "--seat", "A", START]));
    assert_eq!(code, 2);
    assert!(text.contains("'nowhere'") && text.contains("asten"), "{text}");
}

#[test]
fn malformed_scripts_end_with_exit_code_2() {
    for (script, words) in [
        ("", "the script is empty"),
        ("book nowhere\n0 start\n", ":1: unknown rulebook 'nowhere'"),
        ("0 start\n", "must start with its rulebook"),
        ("book stein\n0 start\n5 tick\n4 tick\n", ":4: times must not decrease"),
        ("book stein\n0 start\n1 A dance\n", ":3: 'dance' is neither an act nor a move"),
        ("book stein\n0 start\n1 Z e4\n", ":3: unknown player 'Z'"),
        ("book stein\n0 start\nclock 300\n", ":3: settings come before the first act"),
        ("book stein\nclock soon\n", ":2: 'soon' is not a number of seconds"),
        ("book stein\noption drops.with_luck yes\n0 start\n", ":2: option drops.with_luck"),
        ("book stein\nposition 8/8 w - -\n0 start\n", ":2: board A: expected 8 ranks, found 2"),
    ] {
        let (code, text) = failure(&tandem_with(&["referee"], script.as_bytes()));
        assert_eq!(code, 2, "{script}");
        assert!(text.contains(words), "{script}: {text}");
    }
    let (code, text) = failure(&tandem(&["referee", "/nowhere.match"]));
    assert_eq!(code, 2);
    assert!(text.contains("/nowhere.match can't be read"), "{text}");
}

#[test]
fn ten_megabytes_of_noise_are_one_sentence() {
    let mut seed = 1_u32;
    let noise: Vec<u8> = (0..10_000_000)
        .map(|_| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 24) as u8
        })
        .collect();
    let (code, text) = failure(&tandem_with(&["referee"], &noise));
    assert_eq!(code, 2);
    assert!(text.len() < 300, "{text}");
    let letters: Vec<u8> = noise.iter().map(|byte| b'a' + byte % 26).collect();
    let (code, text) = failure(&tandem_with(&["referee"], &letters));
    assert_eq!(code, 2);
    assert!(text.len() < 300, "{text}");
}

#[test]
fn a_clubs_own_book_serves_wherever_one_is_named() {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/rulebooks/de-toren.toml");
    let listed = lines(&tandem(&["rules", "list", "--rulebook", own]));
    assert!(listed.iter().any(|line| line.starts_with("de-toren")));
    let output = tandem(&["legal", "--rulebook", own, "--seat", "A", START]);
    assert_eq!(lines(&output).len(), 20);
    let script = b"book de-toren\n0 start\n10 tick\n";
    let output = tandem_with(&["referee", "--rulebook", own], script);
    assert!(lines(&output).last().expect("final").contains("\"A\":170000"));
    let (code, text) = failure(&tandem(&["rules", "list", "--rulebook", "/nowhere.toml"]));
    assert_eq!(code, 2, "{text}");
}
