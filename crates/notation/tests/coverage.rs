//! Every article of the five books has a test whose name carries it. `docs/rulebooks/coverage.md`
//! is written from the tests, and this fails when it is stale or an article has none.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use tandem_rules::Rulebook;
use tandem_rules::book::{Lang, PUBLISHED_IDS, readings};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && !path.ends_with("target") {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|one| one == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// `asten 10`, as a test of `asten 10b` shows that too.
fn article(book: &Rulebook, cite: &str) -> Option<String> {
    book.article(cite).map(|article| article.cite().to_string())
}

/// The tests of each article: scripts by their first line, functions by their name.
fn tests(books: &[Rulebook]) -> BTreeMap<String, BTreeSet<String>> {
    let mut tests: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in files(&root().join("fixtures/match"), "match") {
        let text = fs::read_to_string(&path).expect("a readable script");
        let first = text.lines().next().unwrap_or_default().trim_start_matches('#');
        let folder = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let cites = first.split(':').next().unwrap_or_default().split(',');
        for cite in cites.map(str::trim) {
            for found in books.iter().filter_map(|book| article(book, cite)) {
                tests.entry(found).or_default().insert(format!("`{folder}/{name}`"));
            }
        }
    }
    for path in files(&root().join("crates"), "rs") {
        let text = fs::read_to_string(&path).expect("readable source");
        for line in text.lines() {
            let Some(rest) = line.trim_start().strip_prefix("fn ") else { continue };
            let name = rest.split('(').next().unwrap_or_default();
            for book in books {
                for article in book.articles() {
                    // fer 7.2 is carried by fer_7_2_…, sscr E9 by sscr_e9_…
                    let number = article.number.to_lowercase().replace('.', "_");
                    let carried = format!("{}_{number}_", book.id());
                    if name.starts_with(&carried)
                        && !name[carried.len()..].starts_with(|c: char| c.is_ascii_digit())
                    {
                        tests
                            .entry(article.cite().to_string())
                            .or_default()
                            .insert(format!("`{name}`"));
                    }
                }
            }
        }
    }
    tests
}

#[test]
fn every_article_has_a_test() {
    let books: Vec<_> = PUBLISHED_IDS.into_iter().filter_map(Rulebook::builtin).collect();
    let tests = tests(&books);
    let mut text = String::from(
        "# Articles and their tests\n\nWritten by `make coverage` from the tests: match scripts in \
         `fixtures/match`, and test functions\nwhose names carry the article.\n",
    );
    let mut without = Vec::new();
    for book in &books {
        let _ = writeln!(
            text,
            "\n## {}\n\n| article | honoured | tests |\n| --- | --- | --- |",
            book.id()
        );
        for article in book.articles() {
            let cite = article.cite().to_string();
            let ways: Vec<_> = article.honoured.iter().map(|way| way.word()).collect();
            let names = tests.get(&cite).cloned().unwrap_or_default();
            if names.is_empty() {
                without.push(cite.clone());
            }
            let names: Vec<_> = names.into_iter().collect();
            let _ = writeln!(text, "| {cite} | {} | {} |", ways.join(", "), names.join(" "));
        }
    }
    let path = root().join("docs/rulebooks/coverage.md");
    if std::env::var_os("UPDATE_COVERAGE").is_some() {
        fs::write(&path, &text).expect("the document can be written");
    }
    assert!(without.is_empty(), "articles without a test: {}", without.join(", "));
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == text, "docs/rulebooks/coverage.md is stale: run `make coverage`");
}

/// `docs/glossary.md` ends with every reading, as `crates/rules/rulebooks/readings.toml` has it.
#[test]
fn the_glossary_knows_every_reading() {
    let path = root().join("docs/glossary.md");
    let glossary = fs::read_to_string(&path).expect("a readable glossary");
    let heading = "## Readings\n\n";
    let (words, _) = glossary.split_once(heading).expect("a section of readings");
    let mut text = format!("{words}{heading}");
    for reading in readings() {
        let books: Vec<_> = reading.books().collect();
        let (number, books) = (reading.number(), books.join(", "));
        let _ = writeln!(text, "- **{number}** ({books}): {}", reading.text(Lang::En));
    }
    if std::env::var_os("UPDATE_COVERAGE").is_some() {
        fs::write(&path, &text).expect("a writable glossary");
    }
    assert!(words.contains(&format!("R1 to R{}", readings().len())));
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == text, "docs/glossary.md is stale: run `make coverage`");
}
