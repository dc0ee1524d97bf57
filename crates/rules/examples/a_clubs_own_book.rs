//! A club's own book: it extends a built-in one and says only what differs.
//!
//! `cargo run -p tandem-rules --example a_clubs_own_book`

#![allow(clippy::print_stdout, reason = "an example speaks to whoever runs it")]

use tandem_rules::book::Lang;
use tandem_rules::shakmaty::{Color, Role};
use tandem_rules::{Position, Rulebook};

const HOUSE_RULES: &str = r#"
id = "friday"
name = "Friday evenings at the Black Horse"
language = "en"
extends = "minerva"

[drops]
with_check = { is = "no", by = "1" }
with_mate = { is = "no", by = "1" }
pawn_not_on = { is = [1, 2, 7, 8], by = "2" }

[[article]]
number = "1"
honoured = ["enforced"]
en = "No piece is dropped with check."

[[article]]
number = "2"
honoured = ["enforced"]
en = "A pawn is dropped neither on the first two ranks nor on the last two."
"#;

fn main() {
    // Every mistake of a book is told, with its line and what is allowed there.
    let slip = HOUSE_RULES.replace("with_check = { is = \"no\"", "with_check = { is = \"never\"");
    let mistakes = Rulebook::parse(&slip).expect_err("never is no answer");
    for mistake in &mistakes {
        println!("friday.toml, {mistake}");
    }
    assert_eq!(mistakes[0].key, "drops.with_check");

    let book = Rulebook::parse(HOUSE_RULES).expect("the book is right");
    let mut position = Position::default();
    for role in [Role::Knight, Role::Pawn] {
        position.stock_mut(Color::White).add(role);
    }
    let board = position.by(&book);
    for text in ["N@e5", "N@f6", "P@e4", "P@h2"] {
        let tried = text.parse().expect("coordinates");
        match board.why_not(tried) {
            None => println!("{text} is fine"),
            Some(why) => println!("{text} is not: {why}"),
        }
    }

    // An axis is a value and the article that it rests on, which a verdict can then cite.
    let by = &book.axes.drops.with_check.by;
    let article = book.article(by.as_str()).expect("the book has what it cites");
    println!("{by}: {}", article.text(Lang::En));
    assert_eq!(by.as_str(), "friday 1");
    // What the club does not say is as in the book that it extends.
    assert!(book.axes.promotion.to.by.as_str() == "minerva 3.1");
}

#[test]
fn it_runs() {
    main();
}
