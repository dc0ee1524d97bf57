//! Every match script in `fixtures/match`, one test a file: see the README there.

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
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
    Trial::test(name, move || check(&path).map_err(Failed::from))
}

enum Expectation {
    Some(Value),
    Not(Value),
}

fn check(path: &Path) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let lines: Vec<&str> = text.lines().collect();
    let mut runner = Runner::new(Rulebook::builtin);
    let mut at = 0;
    let mut last = None;
    while at < lines.len() {
        let number = at + 1;
        let mut objects = Vec::new();
        runner.line(lines[at], &mut objects).map_err(|error| error.to_string())?;
        at += 1;
        let mut expected = Vec::new();
        while let Some(expectation) = lines.get(at).and_then(|line| line.trim().strip_prefix("#>"))
        {
            let here = at + 1;
            let wrong = |error| format!("line {here}: {error}");
            let read = |json: &str| serde_json::from_str::<Value>(json).map_err(wrong);
            let expectation = expectation.trim();
            if let Some(json) = expectation.strip_prefix("final") {
                last = Some(read(json)?);
            } else if let Some(json) = expectation.strip_prefix("not") {
                expected.push((here, Expectation::Not(read(json)?)));
            } else {
                expected.push((here, Expectation::Some(read(expectation)?)));
            }
            runner.line(lines[at], &mut Vec::new()).map_err(|error| error.to_string())?;
            at += 1;
        }
        meet(number, lines[number - 1], &objects, &expected)?;
    }
    let mut objects = Vec::new();
    runner.finish(&mut objects).map_err(|error| error.to_string())?;
    let reached = objects.last().cloned().unwrap_or_default();
    match last {
        Some(wanted) => contains(&reached, &wanted, "final")
            .map_err(|why| format!("{why}\n  final is {reached}")),
        None => Ok(()),
    }
}

fn meet(
    number: usize,
    line: &str,
    objects: &[Value],
    expected: &[(usize, Expectation)],
) -> Result<(), String> {
    let seen = || {
        let seen: Vec<_> = objects.iter().map(|object| format!("    {object}")).collect();
        format!("line {number} ({line}) came to\n{}", seen.join("\n"))
    };
    let mut next = 0;
    let mut named_refusal = false;
    for (here, expectation) in expected {
        match expectation {
            Expectation::Some(wanted) => {
                let met = objects[next..].iter().position(|o| contains(o, wanted, "").is_ok());
                match met {
                    Some(by) => next += by + 1,
                    None => return Err(format!("line {here}: {wanted} is not met; {}", seen())),
                }
                named_refusal |= wanted["event"] == "refused";
            }
            Expectation::Not(unwanted) => {
                if objects.iter().any(|object| contains(object, unwanted, "").is_ok()) {
                    return Err(format!("line {here}: {unwanted} happened; {}", seen()));
                }
            }
        }
    }
    if !named_refusal && objects.iter().any(|object| object["event"] == "refused") {
        return Err(format!("a refusal that nobody expects; {}", seen()));
    }
    Ok(())
}

/// Whether a value has at least what is wanted of it.
fn contains(value: &Value, wanted: &Value, path: &str) -> Result<(), String> {
    match (value, wanted) {
        (Value::Object(value), Value::Object(wanted)) => {
            wanted.iter().try_for_each(|(key, wanted)| {
                let path = format!("{path}.{key}");
                match value.get(key) {
                    Some(value) => contains(value, wanted, &path),
                    None => Err(format!("{path} is missing")),
                }
            })
        }
        (value, wanted) if value == wanted => Ok(()),
        (Value::Number(a), Value::Number(b)) if a.as_f64() == b.as_f64() => Ok(()),
        (value, wanted) => Err(format!("{path} is {value}, {wanted} expected")),
    }
}
