//! Tactics for each kind of book: the top level solves them within a fixed number of nodes, and
//! brute force, which shares nothing with the search, says that the solutions are right.

#[path = "tactics/brute.rs"]
mod brute;
#[path = "tactics/problem.rs"]
mod problem;

use std::path::Path;

use problem::{Goal, Tactic};
use tandem_engine::{Engine, Laws, Limits, Problem, Stakes};
use tandem_rules::Rulebook;

/// So many positions the search may look at for one problem.
const NODES: u64 = 500_000;

fn file(book: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fixtures/tactics")
        .join(format!("{book}.txt"));
    std::fs::read_to_string(path).expect("the file")
}

fn tactics(book: &str) -> Vec<Tactic> {
    let tactics = Tactic::read(&file(book));
    assert!(tactics.len() >= 60, "{book}: {} problems", tactics.len());
    assert!(tactics.iter().all(|tactic| tactic.book.id() == book));
    tactics
}

fn solve(tactic: &Tactic) -> Result<(), String> {
    let laws = Laws::of(&tactic.book);
    let problem = Problem {
        position: &tactic.position,
        laws: &laws,
        other: tactic.other(),
        earlier: &[],
        stakes: Stakes::default(),
        lines: 1,
    };
    let mate = match tactic.goal {
        Goal::Mate(moves) => Some(moves),
        Goal::Save(_) => None,
    };
    let limits = Limits { mate, ..Limits::nodes(NODES) };
    let found = Engine::new(8).search(&problem, limits).best();
    match found {
        Some(m) if tactic.is_solved_by(m) => Ok(()),
        other => Err(format!(
            "line {}: {} instead of {:?}",
            tactic.line,
            other.map_or("nothing".to_owned(), |m| m.to_string()),
            tactic.solutions
        )),
    }
}

fn all_are_right_and_solved(book: &str) {
    let tactics = tactics(book);
    let wrong: Vec<String> =
        tactics.iter().filter_map(|tactic| tactic.check(false).err()).collect();
    assert!(wrong.is_empty(), "{book}: {wrong:#?}");
    let unsolved: Vec<String> = tactics.iter().filter_map(|tactic| solve(tactic).err()).collect();
    assert!(unsolved.is_empty(), "{book}: {unsolved:#?}");
}

#[test]
fn drops_may_mate() {
    all_are_right_and_solved("fics");
}

#[test]
fn drops_may_check_but_not_mate() {
    all_are_right_and_solved("fer");
}

#[test]
fn drops_may_not_check() {
    all_are_right_and_solved("stein");
}

#[test]
fn mate_is_by_the_present_stock() {
    all_are_right_and_solved("minerva");
}

/// Without these the file would say nothing that the one for fics does not.
#[test]
fn many_mates_are_none_where_a_piece_may_still_come() {
    let tactics = tactics("minerva");
    let count = tactics.iter().filter(|tactic| tactic.rests_on_stock()).count();
    let told = format!("# {count} of the {} rest on the stock", tactics.len());
    assert!(file("minerva").contains(&told), "the file should say: {told}");
}

/// By asten and sscr, as by fics, a check that a piece yet to come could block is no mate, and
/// what else they have of their own does not touch these problems.
#[test]
fn asten_and_sscr_are_of_the_kind_of_fics() {
    for book in ["asten", "sscr"] {
        let book = Rulebook::builtin(book).expect("a built-in book");
        let tactics: Vec<Tactic> =
            tactics("fics").into_iter().map(|tactic| tactic.by(&book)).collect();
        let wrong: Vec<String> =
            tactics.iter().filter_map(|tactic| tactic.check(true).err()).collect();
        let unsolved: Vec<String> =
            tactics.iter().filter_map(|tactic| solve(tactic).err()).collect();
        assert!(wrong.is_empty() && unsolved.is_empty(), "{}: {wrong:#?} {unsolved:#?}", book.id());
    }
}

#[test]
fn nothing_else_solves_them() {
    for book in ["fics", "fer", "stein", "minerva"] {
        let wrong: Vec<String> =
            tactics(book).iter().filter_map(|tactic| tactic.check(true).err()).collect();
        assert!(wrong.is_empty(), "{book}: {wrong:#?}");
    }
}
