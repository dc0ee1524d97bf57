//! `tandem rules` as people read it, and clubs' own books.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use common::tandem_with;

fn tandem(arguments: &[&str]) -> Output {
    tandem_with(arguments, b"")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn widest(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

#[test]
fn the_books_fit_a_terminal_in_every_language() {
    for lang in ["en", "nl", "de", "cs"] {
        for book in ["asten", "minerva", "sscr", "fer", "stein", "fics"] {
            let shown = text(&tandem(&["rules", "show", book, "--lang", lang]).stdout);
            assert!(widest(&shown) <= 80 && shown.contains(" ("), "{book} in {lang}: {shown}");
        }
        let all = text(&tandem(&["rules", "compare", "--lang", lang]).stdout);
        assert!(widest(&all) <= 80, "{lang}: {all}");
        for columns in ["40", "60", "132", "250"] {
            let output = Command::new(env!("CARGO_BIN_EXE_tandem"))
                .args(["rules", "compare", "--lang", lang])
                .env("COLUMNS", columns)
                .output()
                .expect("tandem runs");
            let all = text(&output.stdout);
            assert!(widest(&all) <= columns.parse().expect("a number"), "{lang}, {columns}");
        }
    }
    assert!(widest(&text(&tandem(&["rules", "axes"]).stdout)) <= 80);
}

#[test]
fn the_comparison_speaks_the_language_asked_for() {
    let compared =
        |lang| text(&tandem(&["rules", "compare", "stein", "fer", "--lang", lang]).stdout);
    for (lang, words) in [
        ("en", ["DROPS", "with check", "no (stein 2.4)"]),
        ("nl", ["INZETTEN", "met schaak", "nee (stein 2.4)"]),
        ("de", ["EINSETZEN", "mit Schach", "nein (stein 2.4)"]),
        ("cs", ["NASAZOVÁNÍ", "se šachem", "ne (stein 2.4)"]),
    ] {
        let all = compared(lang);
        assert!(words.iter().all(|word| all.contains(word)), "{lang}: {all}");
    }
    let shown = text(&tandem(&["rules", "show", "stein", "--lang", "cs"]).stdout);
    assert!(shown.contains("stein 1.1 (hlídá program): "), "{shown}");
}

fn file(name: &str, content: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).expect("a file");
    path
}

#[test]
fn several_books_of_ones_own_are_at_hand() {
    let book = |id: &str| format!("id = \"{id}\"\nname = \"{id}\"\nextends = \"minerva\"\n");
    let (one, two) = (file("one.toml", &book("one")), file("two.toml", &book("two")));
    let (one, two) = (one.to_str().expect("a path"), two.to_str().expect("a path"));
    let both = ["--rulebook", one, "--rulebook", two];
    let listed = tandem(&[&["rules", "list"][..], &both].concat());
    let listed = text(&listed.stdout);
    assert!(listed.contains("\none ") && listed.contains("\ntwo "), "{listed}");
    let compared = tandem(&[&["rules", "compare", "two", "one"][..], &both].concat());
    assert!(compared.status.success(), "{}", text(&compared.stderr));
    // Which of them is meant must be said.
    let shown = tandem(&[&["rules", "show"][..], &both].concat());
    assert_eq!(shown.status.code(), Some(2));
    assert!(text(&shown.stderr).contains("several of your own: one, two"));
    let same = tandem(&["rules", "list", "--rulebook", one, "--rulebook", one]);
    assert_eq!(same.status.code(), Some(1));
    assert!(text(&same.stderr).contains("another --rulebook is 'one' already"));
}

#[test]
fn whoever_names_no_book_is_told_which_there_are() {
    let books = "asten, minerva, sscr, fer, stein, fics";
    for command in [&["rules", "show"][..], &["legal", "--seat", "A", "chess960 518"]] {
        let output = tandem(command);
        assert_eq!(output.status.code(), Some(2));
        let told = text(&output.stderr);
        assert_eq!(
            told,
            format!(
                "tandem: no rulebook is named; available: {books}, or your own with --rulebook FILE\n"
            )
        );
    }
}

#[test]
fn every_mistake_of_every_file_is_told_with_its_own_line() {
    let kort = "id = \"kort\"\nname = \"Kort\"\nextends = \"minerva\"\n\
                [drops]\nwith_check = { is = \"no\", by = \"minerva 2.4\" }\n";
    let (kort, lang) = (file("kort.toml", kort), file("lang.toml", "id = \"lang\"\ncolour = 1\n"));
    let output = tandem(&[
        "rules",
        "list",
        "--rulebook",
        kort.to_str().expect("a path"),
        "--rulebook",
        lang.to_str().expect("a path"),
    ]);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    let lines: Vec<_> = told.lines().collect();
    assert!(
        lines[0].contains("kort.toml:5: drops.with_check: a drop that may not check"),
        "{told}"
    );
    assert!(lines[0].ends_with("minerva says drops.with_mate = yes: change it too"), "{told}");
    assert!(lines[1..].iter().all(|line| line.contains("lang.toml:")), "{told}");
    assert!(told.contains("lang.toml:2: colour: is unknown"), "{told}");
}
