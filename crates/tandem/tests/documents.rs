//! Every command that README.md and docs/ print is run as printed, in a folder with the samples that
//! they name, and what the documents show comes out. What they have make and cargo do is there.

mod common;
#[path = "common/documents.rs"]
mod documents;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use common::tandem_with;
use documents::{code, commands, documents as pages, repository};

/// A folder like a reader's, who has cloned the repository and works in it.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        let folder = std::env::temp_dir().join(format!("tandem-documents-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let root = repository();
        std::os::unix::fs::symlink(root.join("fixtures"), folder.join("fixtures")).expect("a link");
        let copy = |from: &str, to: &str| {
            fs::copy(root.join("fixtures").join(from), folder.join(to)).expect(from);
        };
        // The names that the documents use.
        copy("rulebooks/de-toren.toml", "de-toren.toml");
        copy("bpgn/13-record.bpgn", "games.bpgn");
        copy("bpgn/13-record.bpgn", "archive.bpgn");
        let mut gzip = flate2::write::GzEncoder::new(
            fs::File::create(folder.join("games.bpgn.gz")).expect("a file"),
            flate2::Compression::fast(),
        );
        gzip.write_all(&fs::read(folder.join("games.bpgn")).expect("games")).expect("a file");
        gzip.finish().expect("a file");
        fs::write(folder.join("thursday.match"), "book de-toren\n0 start\n1 A e4\n2 a resign\n")
            .expect("a file");
        Scratch(folder)
    }

    /// Runs a command as a reader's shell does.
    fn run(&self, command: &str) -> Output {
        let binary = Path::new(env!("CARGO_BIN_EXE_tandem"));
        let folder = binary.parent().expect("a folder").to_owned();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths([folder].into_iter().chain(std::env::split_paths(&path)));
        Command::new("bash")
            .args(["-eu", "-o", "pipefail", "-c", command])
            .current_dir(&self.0)
            .env("PATH", path.expect("a path"))
            .env_remove("COLUMNS")
            .stdin(std::process::Stdio::null())
            .output()
            .expect("bash")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn every_command_of_the_documents_runs_as_printed() {
    let scratch = Scratch::new();
    let all = commands();
    assert!(all.iter().filter(|printed| printed.runs).count() > 25, "the documents are read");
    let mut wrong = Vec::new();
    for printed in all.iter().filter(|printed| printed.runs) {
        let output = scratch.run(&printed.command);
        let (out, err) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let (place, command) = (&printed.place, &printed.command);
        match &printed.shows {
            // What the document does not show must at least go well.
            None if output.status.success() => {}
            None => wrong.push(format!("{place}: {command}\nends with {}: {err}", output.status)),
            Some(shows) => {
                let all: Vec<_> = out.lines().chain(err.lines()).collect();
                let same = match shows.split_last() {
                    Some((last, begin)) if last == "…" => all.starts_with(&as_str(begin)),
                    _ => all == as_str(shows),
                };
                if !same {
                    wrong.push(format!("{place}: {command}\nprints\n{}", all.join("\n")));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

fn as_str(lines: &[String]) -> Vec<&str> {
    lines.iter().map(String::as_str).collect()
}

/// What a match is when nothing is said: docs/protocol.md tells what the types have.
#[test]
fn the_protocol_tells_the_defaults_of_a_match() {
    let read = |page: &str| fs::read_to_string(repository().join(page)).expect(page);
    let api: serde_json::Value = serde_json::from_str(&read("docs/openapi.json")).expect("JSON");
    let fields = &api["components"]["schemas"]["NewMatchRequest"]["properties"];
    let page = read("docs/protocol.md");
    let table = page.split("| field | unless said |\n|---|---|\n").nth(1).expect("the table");
    let rows: Vec<_> = table.lines().take_while(|line| line.starts_with('|')).collect();
    let told = |row: &&&str| row.split('`').nth(1).unwrap_or_default().to_owned();
    let names: Vec<_> = rows.iter().map(|row| told(&row)).collect();
    let fields = fields.as_object().expect("the fields");
    assert_eq!(names.iter().collect::<Vec<_>>(), fields.keys().collect::<Vec<_>>());
    for (row, (name, field)) in rows.iter().zip(fields) {
        let says = row.trim_matches('|').split_once(" | ").expect("two columns").1.trim();
        let default = match &field["default"] {
            // It depends on the rest of the match, and stands in words.
            serde_json::Value::Null => {
                let description = field["description"].as_str().unwrap_or_default();
                let number = description.split_once(" unless said").map(|(before, _)| before);
                number.and_then(|before| before.split(' ').next_back()).map(str::to_owned)
            }
            value => Some(value.to_string()),
        };
        match default.filter(|default| *default != "own") {
            Some(default) => assert!(says.starts_with(&format!("`{default}`")), "{name}: {says}"),
            None => assert!(!says.starts_with('`'), "{name}: {says}"),
        }
    }
    assert!(page.contains("`seat` is any free one unless said"));
    let join = &api["components"]["schemas"]["JoinRequest"];
    assert_eq!(join["required"], serde_json::json!(["name"]));
}

/// What the pages print for this program, one that stands alone or in a line of prose: the words behind its name.
fn said_to(program: &str) -> Vec<(String, Vec<String>)> {
    let mut said = Vec::new();
    let contributing = repository().join("CONTRIBUTING.md");
    for page in pages().iter().chain([&contributing]) {
        for (place, piece) in code(page) {
            let piece = piece.split(" #").next().unwrap_or_default();
            let mut words = piece.split_whitespace().skip_while(|word| is_setting(word));
            if words.next() == Some(program) {
                said.push((place, words.map(str::to_owned).collect()));
            }
        }
    }
    said
}

/// `NAME=VALUE` before a command.
fn is_setting(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        name.chars().all(|letter| letter.is_ascii_uppercase() || letter == '_')
    })
}

#[test]
fn every_target_that_the_documents_make_is_there() {
    let makefile = fs::read_to_string(repository().join("Makefile")).expect("the Makefile");
    let targets: Vec<_> = makefile.lines().filter_map(|line| line.split_once(':')).collect();
    let said = said_to("make");
    assert!(said.len() > 20, "the documents are read: {said:?}");
    for (place, words) in said {
        for word in words.iter().filter(|word| !is_setting(word)) {
            assert!(targets.iter().any(|(name, _)| name == word), "{place}: make {word}");
        }
    }
}

#[test]
fn what_the_documents_build_test_and_run_is_there() {
    let crates = repository().join("crates");
    let folder = |name: &str| {
        fs::read_dir(&crates).expect("crates").map(|entry| entry.expect("a crate").path()).find(
            |folder| {
                let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
                manifest.lines().any(|line| line == format!("name = \"{name}\""))
            },
        )
    };
    let said = said_to("cargo");
    assert!(said.len() > 15, "the documents are read: {said:?}");
    let mut targets = 0;
    for (place, words) in said {
        // What stands behind `--` is for the program.
        let words: Vec<_> =
            words.iter().map(String::as_str).take_while(|word| *word != "--").collect();
        let behind = |option: &str| {
            let pairs = words.windows(2).filter(move |pair| pair[0] == option);
            pairs.map(|pair| pair[1].to_owned()).collect::<Vec<_>>()
        };
        let mut folders = Vec::new();
        for name in behind("-p") {
            folders.push(folder(&name).unwrap_or_else(|| panic!("{place}: no crate {name}")));
        }
        for (option, kind) in
            [("--test", "tests"), ("--bench", "benches"), ("--example", "examples")]
        {
            for name in behind(option) {
                targets += 1;
                let is_there = folders.iter().map(|folder| folder.join(kind)).any(|kind| {
                    kind.join(format!("{name}.rs")).exists()
                        || kind.join(&name).join("main.rs").exists()
                });
                assert!(is_there, "{place}: {option} {name}");
            }
        }
    }
    assert!(targets > 10, "{targets}");
}

#[test]
fn commands_of_a_program_that_was_built_are_known() {
    let all = commands();
    let known = |page: &str, begin: &str| {
        let is_it = |one: &&documents::Printed| {
            one.place.starts_with(page) && one.command.starts_with(begin) && !one.runs
        };
        all.iter().filter(is_it).count()
    };
    assert!(known("docs/strength.md", "tandem arena --team1") >= 5);
    assert!(known("docs/performance.md", "tandem load --matches 10000 --nodes 4") == 1);
    assert!(known("docs/performance.md", "tandem load") >= 8);
    assert!(all.iter().any(|one| one.place.starts_with("fixtures/match/README.md") && one.runs));
}

/// What stands behind `NAME =` in a grammar, in quotes.
fn words_of(page: &str, name: &str) -> Vec<String> {
    let text = fs::read_to_string(repository().join(page)).expect(page);
    let rule =
        text.lines().find(|line| line.split(' ').next() == Some(name) && line.contains(" = "));
    let rule = rule.unwrap_or_else(|| panic!("{page} has no rule {name}"));
    rule.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_grammar_of_scripts_has_the_pieces_that_are_read() {
    let roles = words_of("docs/match-scripts.md", "role");
    assert_eq!(roles.len(), 5);
    let code = |act: &str| {
        let script = format!("book minerva\n0 start\n1 A {act}\n");
        tandem_with(&["referee"], script.as_bytes()).status.code()
    };
    for role in &roles {
        for act in ["say need", "say warn", "pass", "invisible", "visible"] {
            assert_eq!(code(&format!("{act} {role}")), Some(0), "{act} {role}");
        }
        assert_eq!(code(&format!("give {role}f3")), Some(0));
        assert_eq!(code(&format!("give {role}@")), Some(0));
        assert_eq!(code(&format!("give {role} f3")), Some(2), "in one word");
    }
    for letter in ('A'..='Z').map(String::from).filter(|letter| !roles.contains(letter)) {
        assert_eq!(code(&format!("say need {letter}")), Some(2), "{letter}");
    }
}

#[test]
fn the_grammar_of_positions_has_the_clocks_that_are_read() {
    assert_eq!(words_of("docs/bfen.md", "seconds")[..2], ["-", "."]);
    let bfen = "4k3/8/8/8/8/8/8/4K3 w - - -5.25 60 | 4k3/8/8/8/8/8/8/4K3 w - - 60 -0.5";
    let output = tandem_with(&["bfen", "check", bfen], b"");
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{bfen}\n"));
}

/// The list in the guide is what `tandem rules axes` prints. UPDATE_DOCUMENTS=1 writes it anew.
#[test]
fn the_guide_lists_all_axes() {
    let path = repository().join("docs/your-own-rulebook.md");
    let text = fs::read_to_string(&path).expect("the guide");
    let (begin, end) = ("<!-- tandem rules axes -->\n```text\n", "```\n<!-- end -->");
    let at = text.find(begin).expect("where the list begins") + begin.len();
    let until = at + text[at..].find(end).expect("where the list ends");
    let output = tandem_with(&["rules", "axes"], b"");
    let list = String::from_utf8(output.stdout).expect("text");
    if std::env::var_os("UPDATE_DOCUMENTS").is_some() {
        let new = format!("{}{list}{}", &text[..at], &text[until..]);
        fs::write(&path, new).expect("the guide is written");
        return;
    }
    assert_eq!(&text[at..until], list, "UPDATE_DOCUMENTS=1 cargo test -p tandem --test documents");
}
