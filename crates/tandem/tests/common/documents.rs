//! The commands that README.md and docs/ print, as their tests read them.
//!
//! A command is a line of a code block that begins with `tandem`. It is run as printed unless it starts
//! a server or a series, or its block stands behind `<!-- not run: WHY -->`; those are still parsed. In a
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

/// README.md and every page in docs/.
pub(crate) fn documents() -> Vec<PathBuf> {
    let root = repository();
    let pages = fs::read_dir(root.join("docs")).expect("docs");
    let mut paths: Vec<_> = pages.map(|page| page.expect("a page").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.push(root.join("README.md"));
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
    let command = line.trim();
    let rest = command.strip_prefix("tandem ")?;
    let endless = matches!(rest.split(' ').next(), Some("serve" | "load"));
    Some(Printed {
        place: format!("{name}:{}", at + 1),
        command: command.to_owned(),
        shows: None,
        runs: !endless && !not_run,
    })
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
