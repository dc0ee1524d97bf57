//! Every match script in `fixtures/match`, one test a file: see the README there.

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use tandem_notation::conformance::{Case, Judged};
use tandem_notation::script::Runner;
use tandem_rules::Rulebook;

fn main() {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/match");
    let trials = scripts(&folder).into_iter().map(trial).collect();
    libtest_mimic::run(&arguments, trials).exit();
}

fn scripts(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(scripts(&path));
        } else if path.extension().is_some_and(|extension| extension == "match") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The test is called after the book and the file: `stein 2.4-no-check-by-drop`.
fn trial(path: PathBuf) -> Trial {
    let part =
        |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let book = part(path.parent().and_then(Path::file_name));
    let name = format!("{book} {}", part(path.file_stem()));
    Trial::test(name.clone(), move || check(&name, &path).map_err(Failed::from))
}

fn check(name: &str, path: &Path) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let case = Case::parse(name, &text).map_err(|error| error.to_string())?;
    let mut runner = Runner::new(Rulebook::builtin);
    let mut printed = Vec::new();
    for line in case.script().lines() {
        runner.line(line, &mut printed).map_err(|error| error.to_string())?;
    }
    runner.finish(&mut printed).map_err(|error| error.to_string())?;
    case.judge(&printed, Judged::Everything)
}
