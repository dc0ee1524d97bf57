//! A club's own book: the example of `docs/your-own-rulebook.md`, and mistakes in such files.

use std::fs;
use std::path::Path;

use tandem_notation::script::Runner;
use tandem_rules::Rulebook;
use tandem_rules::book::{Axes, GROUND_KEYS};

const EXAMPLE: &str = include_str!("../../../fixtures/rulebooks/de-toren.toml");

fn mistakes(text: &str) -> Vec<String> {
    Rulebook::parse(text).expect_err("a mistake").iter().map(ToString::to_string).collect()
}

#[test]
fn the_example_of_the_document_is_the_one_that_is_tested() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/your-own-rulebook.md");
    let document = fs::read_to_string(path).unwrap();
    assert!(document.contains(EXAMPLE), "docs/your-own-rulebook.md shows another file");
}

#[test]
fn a_book_says_only_what_differs() {
    let book = Rulebook::parse(EXAMPLE).unwrap();
    assert_eq!(book.axes.contest.time.is.0, 180);
    assert_eq!(book.axes.drops.with_mate.by.as_str(), "de-toren 2");
    assert_eq!(book.axes.drops.with_check.by.as_str(), "minerva 2.4");
    assert!(book.article("minerva 7.7").is_some() && book.article("de-toren 5").is_some());
}

#[test]
fn a_match_is_refereed_by_it() {
    let book = Rulebook::parse(EXAMPLE).unwrap();
    let mut runner = Runner::new(|id: &str| (id == "de-toren").then(|| book.clone()));
    let mut out = Vec::new();
    let position = "position rnbqkbnr/pppp1p1p/8/4p1p1/4P3/2N5/PPPP1PPP/R1BQKBNR/Q w KQkq - | \
                    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    for line in ["book de-toren", position, "0 start", "1 A Qh5", "1.5 a Nf6", "2 A Q@f7"] {
        runner.line(line, &mut out).unwrap();
    }
    runner.finish(&mut out).unwrap();
    let refused = out.iter().find(|object| object["event"] == "refused").expect("Q@f7 mates");
    assert_eq!(refused["article"], "minerva 2.3", "f7 is not empty");
    assert_eq!(out.last().unwrap()["clocks"]["B"], 178_000);
}

#[test]
fn mistakes_are_told_with_line_key_and_what_is_allowed() {
    let wrong = EXAMPLE.replace(r#"is = "no", by = "2""#, r#"is = "maybe", by = "2""#);
    assert_eq!(
        mistakes(&wrong),
        ["line 11: drops.with_mate: 'maybe' is not allowed here; allowed: yes | no"]
    );
    let unknown = EXAMPLE.replace("with_mate", "with_mates");
    assert!(mistakes(&unknown)[0].starts_with(
        "line 11: drops.with_mates: is unknown; allowed: with_check | with_mate | pawn_not_on"
    ));
    let article = EXAMPLE.replace(r#"by = "3""#, r#"by = "33""#);
    assert!(
        mistakes(&article)[0]
            .starts_with("line 12: drops.pawn_not_on: the book has no article '33'")
    );
    let elsewhere = EXAMPLE.replace(r#"by = "3""#, r#"by = "stein 2.5""#);
    assert!(mistakes(&elsewhere)[0].contains("the book has no article 'stein 2.5'; cite one of"));
    let base = EXAMPLE.replace("minerva\"", "minerwa\"");
    assert!(
        mistakes(&base)[0].contains("extends: names no built-in book; allowed: asten | minerva")
    );
    let broken = EXAMPLE.replace("[drops]", "[drops");
    assert!(mistakes(&broken)[0].starts_with("line 10: "));
    assert!(mistakes("")[0].contains("a book needs an id"));
    assert!(mistakes("id = \"stein\"\nname = \"x\"")[0].contains("is a built-in book"));
}

#[test]
fn a_book_that_contradicts_itself_is_refused_with_the_reason() {
    let head = "id = \"x\"\nname = \"x\"\nextends = \"minerva\"\n";
    let article = "[[article]]\nnumber = \"1\"\nhonoured = [\"enforced\"]\nen = \"x\"\n";
    for (axis, reason) in [
        ("[drops]\nwith_check = { is = false, by = \"1\" }", "can't be allowed to mate"),
        ("[match]\nends = { is = \"both\", by = \"1\" }", "match.together"),
        (
            "[match]\nlast_drop = { is = \"yes\", by = \"1\" }\nends = { is = \"both\", by = \"1\" }",
            "last drop",
        ),
        ("[promotion]\nfrom = { is = \"other-board\", by = \"1\" }", "promotion.pawn_goes"),
        ("[stuck]\nmate = { is = \"not-final\", by = \"1\" }", "waits for the other game"),
        ("[illegal]\nremedy = { is = \"win\", by = \"1\" }", "never taken back"),
        (
            "[promotion]\nto = { is = [\"N\"], by = \"1\" }\nunannounced = { is = \"queen\", by = \"1\" }",
            "can't become a queen",
        ),
    ] {
        let found = mistakes(&format!("{head}{axis}\n{article}"));
        assert!(found.iter().any(|one| one.contains(reason)), "{axis}: {found:?}");
    }
}

#[test]
fn a_contradiction_stands_on_a_line_of_the_clubs_own_file() {
    let book = "id = \"kort\"\nname = \"Kort\"\nextends = \"minerva\"\n\n[drops]\n\
                with_check = { is = \"no\", by = \"1\" }\n\n\
                [[article]]\nnumber = \"1\"\nhonoured = [\"enforced\"]\nen = \"No check.\"\n";
    assert_eq!(
        mistakes(book),
        ["line 6: drops.with_check: a drop that may not check can't be allowed to mate \
          (drops.with_check = no); minerva says drops.with_mate = yes: change it too"]
    );
    let both =
        book.replace("by = \"1\" }", "by = \"1\" }\nwith_mate = { is = \"yes\", by = \"1\" }");
    assert_eq!(
        mistakes(&both),
        ["line 7: drops.with_mate: a drop that may not check can't be allowed to mate \
          (drops.with_check = no)"]
    );
}

#[test]
fn all_mistakes_are_told_at_once_and_each_once() {
    let book = r#"id = "Kort"
name = "Kort"
extends = "minerva"
colour = "blue"

[drops]
with_check = { is = "no", by = "1" }
with_mate = { is = "noo", by = "1" }
pawn_not_on = [1, 8]
sideways = { is = "no", by = "1" }

[tea]
milk = { is = "no", by = "1" }
sugar = { is = "no", by = "1" }

[match]
time = { is = 180, by = "7" }
ends = { is = "both", by = "1" }

[[article]]
number = "1"
honoured = ["enforced", "never"]
en = "No check."
fr = "Pas d'échec."
"#;
    let found = mistakes(book);
    let starts = [
        "line 1: id: is made of small letters",
        "line 4: colour: is unknown",
        "line 8: drops.with_mate: 'noo' is not allowed here",
        "line 9: drops.pawn_not_on: an axis is written",
        "line 10: drops.sideways: is unknown",
        "line 13: tea: is not a rulebook section; there are match | passing | drops",
        "line 17: match.time: the book has no article '7'",
        "line 18: match.ends: belongs to a match that ends with the first game",
        "line 18: match.ends: games are added exactly where both are played to the end",
        "line 18: match.ends: a flag on each team draws only a match that ends with the first game",
        "line 22: article: honoured = 'never' is not allowed",
        "line 24: article: 'fr' is unknown",
    ];
    for (one, start) in found.iter().zip(starts) {
        assert!(one.starts_with(start), "{one} is not {start}");
    }
    assert_eq!(found.len(), starts.len(), "{found:#?}");
    // Where the parent is unknown, what it would have said is not missed.
    assert_eq!(mistakes("id = \"x\"\nname = \"X\"\nextends = \"minerwa\"\n").len(), 1);
    let nothing = mistakes("id = \"x\"\nname = \"X\"\n");
    assert_eq!(nothing.len(), 1, "{nothing:#?}");
    let others = Axes::questions().len() + GROUND_KEYS.len() - 1;
    let start = format!("line 1: match.ends: is missing with {others} others");
    assert!(nothing[0].starts_with(&start), "{nothing:?}");
    // Mistakes of writing are told together as well.
    let found = mistakes("id = \"x\nname = \"X\"\nextends = minerva\n");
    let lines: Vec<_> = found.iter().map(|one| one.split(':').next().unwrap()).collect();
    assert_eq!(lines, ["line 1", "line 3"], "{found:#?}");
}
