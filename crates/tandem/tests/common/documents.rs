//! The commands that README.md and docs/ print, as their tests read them.
//!
//! A command is a line of a code block that begins with `tandem`. It is run as printed unless it starts
//! a server or a series, or its block stands behind `<!-- not run: WHY -->`; those are still parsed, and so are
//! commands of a program that the reader has built: `target/release/tandem`, `$T` behind a line `T=` with it, and what
//! `.ci/with-postgres sh -c '…'` runs. In a
//! block of the kind `console` commands stand behind `$`, `<<'END'` goes on to the line `END`, and
//! what follows is printed, on standard output or error; a last line `…` stands for more of it.

use std::fs;
use std::path::{Path, PathBuf};

/// A command of a document.
#[derive(Debug)]
pub(crate) struct Printed {
    /// Where it stands, `docs/bfen.md:14`.
    pub(crate) place: String,
    /// As a shell takes it.
    pub(crate) command: String,
    /// What it prints, if the document shows that.
    pub(crate) shows: Option<Vec<String>>,
    /// Whether it is run, or only parsed.
    pub(crate) runs: bool,
}

pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// README.md, every page in docs/ and the page of the match scripts.
pub(crate) fn documents() -> Vec<PathBuf> {
    let root = repository();
    let pages = fs::read_dir(root.join("docs")).expect("docs");
    let mut paths: Vec<_> = pages.map(|page| page.expect("a page").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.push(root.join("README.md"));
    paths.push(root.join("fixtures/match/README.md"));
    paths.sort();
    paths
}

/// All commands of all documents.
pub(crate) fn commands() -> Vec<Printed> {
    let mut all = Vec::new();
    for path in documents() {
        let text = fs::read_to_string(&path).expect("a document");
        let name = path.strip_prefix(repository()).unwrap_or(&path).display().to_string();
        read(&name, &text, &mut all);
    }
    all
}

fn read(name: &str, text: &str, all: &mut Vec<Printed>) {
    let mut lines = text.lines().enumerate().peekable();
    let mut not_run = false;
    while let Some((at, line)) = lines.next() {
        if line.starts_with("<!-- not run: ") {
            not_run = true;
        } else if let Some(kind) = line.strip_prefix("```") {
            let block: Vec<_> = lines.by_ref().take_while(|(_, line)| *line != "```").collect();
            if kind == "console" {
                console(name, &block, all);
            } else {
                all.extend(block.iter().filter_map(|(at, line)| plain(name, *at, line, not_run)));
            }
            not_run = false;
        } else if let Some(code) = line.strip_prefix("    ") {
            all.extend(plain(name, at, code, not_run));
        } else if !line.is_empty() {
            not_run = false;
        }
    }
}

/// A command that stands alone on its line.
fn plain(name: &str, at: usize, line: &str, not_run: bool) -> Option<Printed> {
    let place = format!("{name}:{}", at + 1);
    let printed = line.trim();
    let Some(rest) = printed.strip_prefix("tandem ") else {
        let rest = of_a_build(printed)?;
        return Some(Printed {
            place,
            command: format!("tandem {rest}"),
            shows: None,
            runs: false,
        });
    };
    let endless = matches!(rest.split(' ').next(), Some("serve" | "load"));
    let runs = !endless && !not_run;
    Some(Printed { place, command: printed.to_owned(), shows: None, runs })
}

/// The names of a program that the reader has built.
const BUILDS: [&str; 3] = ["$T ", "target/release/tandem ", "target/debug/tandem "];

/// What is said to a program that the reader has built.
fn of_a_build(line: &str) -> Option<&str> {
    let within = line.strip_prefix(".ci/with-postgres ");
    let line = match within.map(|command| command.strip_prefix("sh -c '").unwrap_or(command)) {
        Some(command) => command.rsplit_once('\'').map_or(command, |(command, _)| command),
        None => line,
    };
    BUILDS.iter().find_map(|program| line.strip_prefix(program))
}

/// Every piece of code that a page prints, with its place: the lines of its blocks, and what stands in
/// backticks, also over the end of a line.
pub(crate) fn code(path: &Path) -> Vec<(String, String)> {
    let text = fs::read_to_string(path).expect("a document");
    let name = path.strip_prefix(repository()).unwrap_or(path).display().to_string();
    let mut pieces = Vec::new();
    let (mut in_block, mut prose, mut begins) = (false, String::new(), 0);
    for (at, line) in text.lines().chain([""]).enumerate() {
        let fence = line.starts_with("```");
        let is_code = in_block || line.starts_with("    ");
        if fence || is_code || line.is_empty() {
            let spans = prose.split('`').skip(1).step_by(2);
            pieces.extend(spans.map(|span| (format!("{name}:{begins}"), span.to_owned())));
            prose.clear();
        }
        if fence {
            in_block = !in_block;
        } else if is_code {
            let line = line.trim();
            let command = line.strip_prefix("$ ").unwrap_or(line).to_owned();
            pieces.push((format!("{name}:{}", at + 1), command));
        } else if !line.is_empty() {
            if prose.is_empty() {
                begins = at + 1;
            }
            prose.push_str(line);
            prose.push(' ');
        }
    }
    pieces
}

fn console(name: &str, block: &[(usize, &str)], all: &mut Vec<Printed>) {
    let mut lines = block.iter().peekable();
    while let Some((at, line)) = lines.next() {
        let Some(first) = line.strip_prefix("$ ") else {
            panic!("{name}:{}: a console begins with $", at + 1)
        };
        let mut command = first.to_owned();
        if first.contains("<<'END'") {
            for (_, line) in lines.by_ref() {
                command.push('\n');
                command.push_str(line);
                if *line == "END" {
                    break;
                }
            }
        }
        let mut shows = Vec::new();
        while let Some((_, line)) = lines.next_if(|(_, line)| !line.starts_with("$ ")) {
            shows.push((*line).to_owned());
        }
        let place = format!("{name}:{}", at + 1);
        all.push(Printed { place, command, shows: Some(shows), runs: true });
    }
}
