//! What came of the scripts, by article.

use std::collections::BTreeMap;
use std::fmt;

use tandem_notation::conformance::Case;

use crate::library::Library;

/// The heading of what rests on no article.
const READINGS: &str = "readings";

/// What came of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It shows nothing of what is looked at.
    NotShown,
    /// All came out as it must.
    Kept,
    /// The first thing that did not.
    Broken(String),
}

/// Articles, each with the scripts that show it and what came of them.
pub(super) struct Report<'a> {
    books: Vec<(String, Vec<Article<'a>>)>,
    kept: usize,
    broken: usize,
    not_shown: usize,
}

#[derive(Default)]
struct Article<'a> {
    /// Its number, or the reading.
    number: String,
    kept: usize,
    broken: Vec<(&'a Case, &'a str)>,
}

impl<'a> Report<'a> {
    pub(super) fn new(library: &Library, cases: &'a [Case], outcomes: &'a [Outcome]) -> Report<'a> {
        // By book and in the order of its articles; readings last.
        let mut by_book: BTreeMap<(bool, String), BTreeMap<_, Article<'a>>> = BTreeMap::new();
        for (case, outcome) in cases.iter().zip(outcomes) {
            for cite in case.articles() {
                let (book, place, number) = place(library, cite);
                let article = by_book.entry((book == READINGS, book)).or_default();
                let article = article.entry((place, number.clone())).or_default();
                article.number = number;
                match outcome {
                    Outcome::NotShown => {}
                    Outcome::Kept => article.kept += 1,
                    Outcome::Broken(why) => article.broken.push((case, why)),
                }
            }
        }
        let count = |wanted: fn(&Outcome) -> bool| outcomes.iter().filter(|o| wanted(o)).count();
        Report {
            books: by_book
                .into_iter()
                .map(|((_, book), articles)| (book, articles.into_values().collect()))
                .collect(),
            kept: count(|outcome| *outcome == Outcome::Kept),
            broken: count(|outcome| matches!(outcome, Outcome::Broken(_))),
            not_shown: count(|outcome| *outcome == Outcome::NotShown),
        }
    }

    pub(super) fn all_kept(&self) -> bool {
        self.broken == 0
    }
}

/// The book, the place in it and the number of a citation. `asten 10b` is a part of `asten 10`.
fn place(library: &Library, cite: &str) -> (String, usize, String) {
    let Some((book, number)) = cite.split_once(' ') else {
        let place = cite.trim_start_matches('R').parse().unwrap_or(usize::MAX);
        return (READINGS.to_owned(), place, cite.to_owned());
    };
    let found = library.find(book).and_then(|rules| {
        let article = rules.article(cite)?.clone();
        let place = rules.articles().iter().position(|other| *other == article)?;
        Some((place, article.number))
    });
    let (place, number) = found.unwrap_or_else(|| (usize::MAX, number.to_owned()));
    (book.to_owned(), place, number)
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut kept_in_all, mut broken_in_all) = (0, 0);
        for (book, articles) in &self.books {
            writeln!(f, "{book}")?;
            let (broken, rest): (Vec<_>, Vec<_>) =
                articles.iter().partition(|article| !article.broken.is_empty());
            let (kept, not_shown): (Vec<_>, Vec<_>) =
                rest.into_iter().partition(|article| article.kept > 0);
            kept_in_all += kept.len();
            broken_in_all += broken.len();
            for (word, articles) in [("kept", kept), ("not shown", not_shown)] {
                if !articles.is_empty() {
                    let numbers: Vec<_> = articles.iter().map(|a| a.number.as_str()).collect();
                    writeln!(f, "  {word}: {}", numbers.join(" "))?;
                }
            }
            for article in broken {
                let scripts = article.kept + article.broken.len();
                let failed = article.broken.len();
                writeln!(f, "  not kept: {}, {failed} of {scripts} scripts", article.number)?;
                for (case, why) in &article.broken {
                    writeln!(f, "    {}: {}", case.name(), case.title())?;
                    for line in why.lines() {
                        writeln!(f, "      {}", line.trim_start())?;
                    }
                }
            }
        }
        write!(f, "{} scripts came out as they must, {} did not", self.kept, self.broken)?;
        if self.not_shown > 0 {
            write!(f, ", {} show nothing of what was looked at", self.not_shown)?;
        }
        writeln!(f, "; {kept_in_all} articles and readings kept, {broken_in_all} not")
    }
}
