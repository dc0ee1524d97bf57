//! The rules of the house that no type can keep.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Who may read what a book says on an axis: whoever decides by it, and whoever shows the book.
const READERS: [&str; 9] = [
    "crates/rules/src/",
    "crates/referee/src/",
    // The same for a tournament.
    "crates/event/src/",
    "crates/second-opinion/src/",
    "crates/tandem/src/commands/rules/",
    "crates/server/src/http/books.rs",
    "web/src/pages/RulesPage.svelte",
    "web/src/i18n/book.ts",
    // Types alone.
    "web/src/wire/generated/",
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The sources of all crates.
fn crates(root: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(root.join("crates")).expect("the crates") {
        let source = entry.expect("an entry").path().join("src");
        if source.is_dir() {
            sources(&source, &mut files);
        }
    }
    files
}

#[test]
fn no_rule_is_read_outside_the_rules_and_the_referee() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = crates(&root);
    pages(&root.join("web/src"), &mut files);
    let (mut others, mut readers) = (Vec::new(), 0);
    for file in files {
        let name = file.strip_prefix(&root).expect("inside").display().to_string();
        let text = fs::read_to_string(&file).expect("a source");
        let mut words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let reads = words.any(|word| ["axes", "grounds"].contains(&word));
        match READERS.iter().any(|reader| name.starts_with(reader)) {
            true => readers += usize::from(reads),
            false if reads => others.push(name),
            false => {}
        }
    }
    assert_eq!(others, [""; 0], "they must ask the book or the referee");
    assert!(readers > 10, "the axes are still called so");
}

#[test]
fn no_axis_is_named_outside_the_rules_and_the_referee() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let asked = root.join("crates/rules/texts/book/en.json");
    let asked = fs::read_to_string(asked).expect("what each axis asks");
    let asked: serde_json::Value = serde_json::from_str(&asked).expect("JSON");
    let is_axis = |key: &&String| key.contains('.') && key.starts_with(char::is_lowercase);
    let axes: Vec<&String> = asked.as_object().expect("texts").keys().filter(is_axis).collect();
    assert!(axes.len() > 60, "{axes:?}");
    let mut files = crates(&root);
    pages(&root.join("web/src"), &mut files);
    let mut found = Vec::new();
    for file in files {
        let name = file.strip_prefix(&root).expect("inside").display().to_string();
        // The page of a new match has a switch for one option.
        let may = READERS.iter().any(|reader| name.starts_with(reader))
            || name == "web/src/state/terms.ts";
        let Some(code) = without_tests(&file).filter(|_| !may) else { continue };
        let named = axes.iter().filter(|axis| {
            ['"', '\'', '`'].iter().any(|quote| code.contains(&format!("{quote}{axis}")))
        });
        found.extend(named.map(|axis| format!("{name}: {axis}")));
    }
    assert_eq!(found, [""; 0], "they must ask the book or the referee");
}

/// What open input hides, and until when, is the referee's to say; these may read how a match is played.
const READERS_OF_INPUT: [&str; 5] = [
    "crates/referee/src/",
    "crates/second-opinion/src/",
    // How a move's text is read, and how scripts and records name it.
    "crates/notation/src/",
    // No lag is given back unless somebody asks for it.
    "crates/server/src/terms.rs",
    // What the page itself shows while a finger lies on a man.
    "web/src/state/making.svelte.ts",
];

#[test]
fn what_open_input_hides_is_asked_of_the_referee() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = crates(&root);
    pages(&root.join("web/src"), &mut files);
    let (mut others, mut readers) = (Vec::new(), 0);
    for file in files {
        let Some(code) = without_tests(&file) else { continue };
        let name = file.strip_prefix(&root).expect("inside").display().to_string();
        let part = |letter: char| letter.is_alphanumeric() || letter == ':' || letter == '_';
        let mut words = code.split(|letter| !part(letter));
        let reads = words.any(|word| ["Input::Open", "Input::Guarded"].contains(&word))
            || [".input === '", ".input !== '"].iter().any(|asked| code.contains(asked));
        match READERS_OF_INPUT.iter().any(|reader| name.starts_with(reader)) {
            true => readers += usize::from(reads),
            false if reads => others.push(name),
            false => {}
        }
    }
    assert_eq!(others, [""; 0], "they must ask `Match::tells_what_is_legal` and its like");
    assert!(readers > 8, "open input is still called so");
}

#[test]
fn the_referee_knows_no_untyped_json() {
    let referee = Path::new(env!("CARGO_MANIFEST_DIR")).join("../referee");
    // Its tests may; it can't, since it does not depend on it.
    let manifest = fs::read_to_string(referee.join("Cargo.toml")).expect("its manifest");
    let dependencies = manifest.split("[dependencies]").nth(1).expect("its dependencies");
    let dependencies = dependencies.split("\n[").next().unwrap_or_default();
    assert!(dependencies.contains("serde.workspace"), "{dependencies}");
    assert!(!dependencies.contains("serde_json"), "{dependencies}");
    let mut files = Vec::new();
    sources(&referee.join("src"), &mut files);
    for file in files {
        let Some(code) = without_tests(&file) else { continue };
        assert!(!code.contains("serde_json"), "{}", file.display());
    }
}

#[test]
fn crates_for_other_programmers_carry_the_licence() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let licence = fs::read_to_string(root.join("LICENSE")).expect("the licence");
    assert!(licence.trim_start().starts_with("GNU GENERAL PUBLIC LICENSE"));
    for name in ["rules", "referee", "notation"] {
        let folder = root.join("crates").join(name);
        // A copy, not a link: a link does not survive every way that sources travel.
        let own = fs::read_to_string(folder.join("LICENSE")).expect("its licence");
        assert!(own == licence, "{name} has another licence");
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("its manifest");
        let packed = manifest.lines().find(|line| line.starts_with("include = "));
        assert!(packed.is_some_and(|line| line.contains("\"/LICENSE\"")), "{name} packs none");
    }
}

/// What is no code of a program: the tests in a source, and sources that hold nothing else.
fn without_tests(path: &Path) -> Option<String> {
    let name = path.display().to_string();
    let only_tests =
        ["/tests/", "/tests.rs", "store/damage.rs", "store/contract.rs", "site/simulation/"];
    let text = fs::read_to_string(path).expect("a source");
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    (!only_tests.iter().any(|part| name.contains(part))).then(|| code.to_owned())
}

#[test]
fn the_server_has_untyped_json_only_at_its_edge() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/src");
    let mut files = Vec::new();
    sources(&source, &mut files);
    let mut elsewhere = Vec::new();
    for file in files {
        let name = file.strip_prefix(&source).expect("inside").display().to_string();
        let Some(code) = without_tests(&file) else { continue };
        let mut lines = code.lines().filter(|line| !line.contains("serde_json::value::RawValue"));
        let untyped = lines.any(|line| {
            let made = ["json!", "to_value(", "from_value("].iter().any(|word| line.contains(word));
            let named = line.contains("Value") || line.contains("Map");
            made || (line.contains("serde_json") && named)
        });
        // Of several lines too.
        let uses = code.split("use serde_json::{").skip(1);
        let mut used = uses.flat_map(|rest| rest.split('}').next());
        let untyped = untyped || used.any(|names| names.contains("Value") || names.contains("Map"));
        let edge = ["http/", "wire/"].iter().any(|folder| name.starts_with(folder));
        if !edge && untyped {
            elsewhere.push(name);
        }
    }
    assert_eq!(elsewhere, [""; 0]);
}

/// Every text in a language file.
fn texts(value: &serde_json::Value, found: &mut Vec<String>) {
    match value {
        serde_json::Value::String(text) => found.push(text.clone()),
        serde_json::Value::Object(fields) => fields.values().for_each(|one| texts(one, found)),
        _ => {}
    }
}

#[test]
fn no_sentence_of_the_language_files_stands_in_the_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut sentences = Vec::new();
    for texts_of in
        ["rules/texts", "rules/texts/book", "referee/texts", "event/texts", "server/texts"]
    {
        let path = root.join(format!("crates/{texts_of}/en.json"));
        let text = fs::read_to_string(path).expect("a language file");
        texts(&serde_json::from_str(&text).expect("JSON"), &mut sentences);
    }
    sentences.retain(|sentence| sentence.trim().contains(' ') && !sentence.contains("{{"));
    assert!(sentences.len() > 100, "the language files are still there");
    let mut files = crates(&root);
    pages(&root.join("web/src"), &mut files);
    let mut found = Vec::new();
    for file in files {
        let Some(code) = without_tests(&file) else { continue };
        let literal = |sentence: &&String| {
            ["\"", "'", "`"].iter().any(|quote| code.contains(&format!("{quote}{sentence}{quote}")))
        };
        let name = file.strip_prefix(&root).expect("inside").display().to_string();
        // What an ICS client reads is the protocol itself, in English whoever plays.
        if name.starts_with("crates/ics/") {
            continue;
        }
        found.extend(sentences.iter().filter(literal).map(|one| format!("{name}: {one}")));
    }
    assert_eq!(found, [""; 0], "what goes wrong is a code; its sentence is in the language files");
}

/// What stands before a text that something is compared with.
const COMPARING: [&str; 9] = [
    "== ",
    "!= ",
    "contains(",
    "starts_with(",
    "ends_with(",
    "strip_prefix(",
    "includes(",
    "startsWith(",
    "endsWith(",
];

/// The texts of several words that something is compared with in a source.
fn compared(code: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for quote in ['"', '\'', '`'] {
        for (at, _) in code.match_indices(quote) {
            let (before, rest) = (&code[..at], &code[at + 1..]);
            let Some((text, after)) = rest.split_once(quote) else { continue };
            let is_asked = COMPARING.iter().any(|word| before.ends_with(word))
                || [" =>", " ==", " |"].iter().any(|word| after.starts_with(word));
            let words = text.split(' ').all(|word| word.starts_with(char::is_alphabetic));
            if is_asked && words && text.contains(' ') && !text.contains('\n') {
                found.push(text);
            }
        }
    }
    found
}

#[test]
fn no_part_of_a_sentence_is_compared_with() {
    assert_eq!(
        compared("if why == \"the game has ended\" || why.starts_with(\"frozen until\") {}"),
        ["the game has ended", "frozen until"]
    );
    assert_eq!(
        compared("match why { \"not legal\" => 1, _ => say(\"it is legal\") }"),
        ["not legal"]
    );
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut sentences = Vec::new();
    for texts_of in ["rules/texts", "referee/texts", "event/texts", "server/texts"] {
        let path = root.join(format!("crates/{texts_of}/en.json"));
        let text = fs::read_to_string(path).expect("a language file");
        texts(&serde_json::from_str(&text).expect("JSON"), &mut sentences);
    }
    let sentences = sentences.join("\n").to_lowercase();
    let mut files = crates(&root);
    pages(&root.join("web/src"), &mut files);
    let mut found = Vec::new();
    for file in files {
        let name = file.strip_prefix(&root).expect("inside").display().to_string();
        // What an ICS client reads is the protocol itself, in English whoever plays.
        if name.starts_with("crates/ics/") || name == "crates/load/src/ics.rs" {
            continue;
        }
        let Some(code) = without_tests(&file) else { continue };
        let is_code = |line: &&str| !line.trim_start().starts_with("//");
        let code = code.lines().filter(is_code).collect::<Vec<_>>().join("\n");
        let parts =
            compared(&code).into_iter().filter(|text| sentences.contains(&text.to_lowercase()));
        found.extend(parts.map(|text| format!("{name}: {text}")));
    }
    assert_eq!(found, [""; 0], "what is asked is the code");
}

/// The sources of the pages, without their tests.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.display().to_string();
        if path.is_dir() {
            pages(&path, found);
        } else if (name.ends_with(".ts") || name.ends_with(".svelte")) && !name.contains(".test.") {
            found.push(path);
        }
    }
}

#[test]
fn a_moves_walk_names_each_file_once() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join("docs/architecture.md")).expect("the document");
    let walk = text.split("A move's walk, each file once:").nth(1).expect("the walk");
    let table = walk.trim_start().lines().take_while(|line| line.starts_with('|')).skip(2);
    let mut named: Vec<&str> = table.flat_map(|line| line.split('`').skip(1).step_by(2)).collect();
    assert!(named.len() > 12, "{named:?}");
    for file in &named {
        let places = ["", "crates/", "crates/server/src/"];
        assert!(places.iter().any(|place| root.join(place).join(file).exists()), "{file}");
    }
    let all = named.len();
    named.sort_unstable();
    named.dedup();
    assert_eq!(named.len(), all, "one is named twice");
}

/// Everything in a folder, each without what follows the first point of its name.
fn stems(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if ["target", "node_modules", "dist"].contains(&name.as_str()) {
            continue;
        }
        found.push(path.with_file_name(name.split('.').next().unwrap_or_default()));
        if path.is_dir() {
            stems(&path, found);
        }
    }
}

#[test]
fn what_the_architecture_lists_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join("docs/architecture.md")).expect("the document");
    let mut there = Vec::new();
    for folder in ["crates", "web"] {
        stems(&root.join(folder), &mut there);
    }
    // A line of a list, or of a table, begins with what it tells of.
    let lists = text.lines().filter(|line| line.starts_with("| `") || line.starts_with("- `"));
    let mut listed = Vec::new();
    for line in lists {
        let parts: Vec<&str> = line.split('`').collect();
        let ahead = parts.chunks(2).take_while(|part| matches!(part[0], "| " | "- " | ", "));
        listed.extend(ahead.filter_map(|part| part.get(1)).map(|name| name.trim_end_matches("/*")));
    }
    assert!(listed.len() > 60, "{listed:?}");
    let missing: Vec<_> = listed
        .into_iter()
        .filter(|name| !there.iter().any(|path| path.ends_with(name.trim_end_matches('/'))))
        .collect();
    assert_eq!(missing, [""; 0]);
    let words: BTreeSet<&str> =
        text.split(|letter: char| !letter.is_alphanumeric() && letter != '-').collect();
    let crates = fs::read_dir(root.join("crates")).expect("the crates");
    let names = crates.map(|entry| entry.expect("a crate").file_name().into_string());
    let untold: Vec<_> = names
        .map(|name| name.expect("a name"))
        .filter(|name| !words.contains(name.as_str()))
        .collect();
    assert_eq!(untold, [""; 0], "crates of which nothing is told");
}

/// Every field, and every word of an enum of strings, of what is described and of the schemas that it names.
fn words(described: &serde_json::Value, schemas: &serde_json::Value) -> BTreeSet<String> {
    // Letters of pieces are told once, in words.
    let mut seen = BTreeSet::from(["PieceLetter"]);
    let (mut parts, mut found) = (vec![described], BTreeSet::new());
    while let Some(part) = parts.pop() {
        match part {
            serde_json::Value::Object(fields) => {
                let named = part["$ref"].as_str().and_then(|path| path.rsplit('/').next());
                parts.extend(named.filter(|name| seen.insert(name)).map(|name| &schemas[name]));
                found.extend(part["const"].as_str().map(str::to_owned));
                let several = part["enum"].as_array().into_iter().flatten();
                found.extend(several.filter_map(|word| Some(word.as_str()?.to_owned())));
                let properties = part["properties"].as_object().into_iter().flatten();
                found.extend(properties.map(|(name, _)| name.clone()));
                parts.extend(fields.values());
            }
            serde_json::Value::Array(several) => parts.extend(several),
            _ => {}
        }
    }
    found
}

/// The description is made of the types, and another test keeps it so.
#[test]
fn the_protocol_tells_every_field_every_word_and_every_path() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |name: &str| fs::read_to_string(root.join("docs").join(name)).expect("a document");
    let described: serde_json::Value = serde_json::from_str(&read("openapi.json")).expect("JSON");
    let protocol = read("protocol.md");
    let is_told = |word: &str| {
        let part = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '_';
        protocol.match_indices(word).any(|(at, _)| {
            !protocol[..at].ends_with(part) && !protocol[at + word.len()..].starts_with(part)
        })
    };
    let (paths, schemas) = (&described["paths"], &described["components"]["schemas"]);
    // What is said of events has a document of its own, which leaves their types to the description.
    let of_matches = paths.as_object().expect("paths").iter();
    let of_matches = of_matches.filter(|(path, _)| !path.starts_with("/api/events"));
    let mut told: Vec<_> = of_matches.map(|(_, operations)| operations.clone()).collect();
    told.extend(["ToServer", "ToClient", "ErrorAnswer"].map(|message| schemas[message].clone()));
    let mut found = words(&told.into(), schemas);
    assert!(found.len() > 300, "{found:?}");
    found.retain(|word| !is_told(word));
    assert_eq!(found, BTreeSet::new(), "docs/protocol.md tells nothing of them");
    let events = read("events-api.md");
    let paths = paths.as_object().expect("paths").keys();
    let is_unknown = |path: &&String| {
        let in_capitals = path.replace("{id}", "ID").replace("{what}", "WHAT");
        !protocol.contains(*path) && !events.contains(&in_capitals)
    };
    let unknown: Vec<_> = paths.filter(is_unknown).collect();
    assert_eq!(unknown, [""; 0], "no document tells of them");
}
