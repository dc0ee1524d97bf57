//! `tandem conformance` against ourselves, and against programs that are wrong in ways that we know.

mod common;

use std::fs;
use std::path::PathBuf;
use std::process::Output;

use common::tandem_with;

fn conformance(arguments: &[&str]) -> (Output, String, String) {
    let all: Vec<&str> = ["conformance"].into_iter().chain(arguments.iter().copied()).collect();
    let output = tandem_with(&all, b"");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    (output, out, err)
}

/// A command that runs our own referee and does something to what it prints.
fn ours_and(then: &str) -> String {
    format!("'{}' referee {then}", env!("CARGO_BIN_EXE_tandem"))
}

/// A folder with one script.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, script: &str) -> Folder {
        let folder =
            std::env::temp_dir().join(format!("tandem-conformance-{}-{name}", std::process::id()));
        fs::create_dir_all(folder.join("club")).expect("a folder");
        fs::write(folder.join("club/one.match"), script).expect("a script");
        Folder(folder)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a path in UTF-8")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const ONE: &str = "# stein 1.5: nobody moves twice\nbook stein\n0 start\n1 A e4\n2 A d4\n\
                   #> {\"event\":\"refused\",\"article\":\"stein 1.5\"}\n";

#[test]
fn our_own_referee_keeps_every_article() {
    let (output, out, err) = conformance(&["--program", &ours_and("")]);
    assert_eq!(output.status.code(), Some(0), "{out}{err}");
    assert!(!out.contains("not kept"), "{out}");
    assert!(out.lines().last().is_some_and(|line| line.contains(", 0 did not;")), "{out}");
    for book in ["asten", "fer", "minerva", "sscr", "stein"] {
        assert!(out.lines().any(|line| line == book), "{out}");
    }
}

#[test]
fn a_referee_that_cites_wrongly_is_told_which_articles() {
    let program = ours_and("| sed 's/stein 2\\.4/stein 2.3/'");
    let (output, out, err) = conformance(&["--program", &program, "--book", "stein", "--verdicts"]);
    assert_eq!(output.status.code(), Some(1), "{out}{err}");
    assert!(out.contains("  not kept: 2.4, "), "{out}");
    assert!(out.contains("\"article\":\"stein 2.4\"} is not met"), "{out}");
    // What it does not touch is kept.
    let kept = out.lines().find_map(|line| line.strip_prefix("  kept: ")).expect("a list");
    assert!(kept.split(' ').any(|number| number == "2.5"), "{kept}");
}

#[test]
fn a_referee_that_lets_everything_pass_keeps_little() {
    let program = "awk 'END { print \"{\\\"line\\\":0,\\\"event\\\":\\\"final\\\"}\" }'";
    let (output, out, _) = conformance(&["--program", program, "--book", "fer"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(out.contains("  not kept: 3.4, "), "{out}");
}

#[test]
fn programs_that_do_not_answer_are_no_reason_to_wait() {
    let folder = Folder::new("silent", ONE);
    let of = |program: &str| {
        let seconds = ["--scripts", folder.path(), "--seconds", "1"];
        let (output, out, err) = conformance(&[&["--program", program], &seconds[..]].concat());
        (output.status.code(), format!("{out}{err}"))
    };
    for (program, says) in [
        ("sleep 600", "no end after 1 s"),
        ("true", "nothing was printed"),
        ("echo hello", "a line is no JSON: hello"),
        ("echo '{}'", "is not met"),
    ] {
        let (code, said) = of(program);
        assert_eq!(code, Some(1), "{program}: {said}");
        assert!(said.contains(says), "{program}: {said}");
    }
    let (code, said) = of("no-such-referee-anywhere");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("can't be started"), "{said}");
    assert_eq!(of(&ours_and("")).0, Some(0));
}

#[test]
fn scripts_that_are_none_are_refused() {
    let empty = Folder::new("none", "book stein\n");
    let (output, _, err) = conformance(&["--program", "true", "--scripts", empty.path()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err.contains("one.match:1: the first line names articles"), "{err}");
    let (output, _, err) = conformance(&["--program", "true", "--book", "chess"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err.contains("unknown rulebook 'chess'"), "{err}");
    let (output, _, err) = conformance(&["--program", "true", "--scripts", "/no/such/folder"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err.contains("can't be read"), "{err}");
}
