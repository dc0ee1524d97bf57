//! Match scripts that say what must come out, for any referee: the cases of `fixtures/match`.
//!
//! A [`Case`] is a script for `tandem referee` with expectations in comments. Whoever prints the
//! same verdicts on every line keeps the articles that the case names.
//!
//! ```
//! use tandem_notation::conformance::{Case, Judged};
//! use tandem_notation::script::Runner;
//! use tandem_rules::Rulebook;
//!
//! let case = Case::parse("stein/1.5-out-of-turn", "\
//! ## stein 1.5: nobody moves twice
//! book stein
//! 0 start
//! 1 A e4
//! 2 A d4
//! ##> {\"event\":\"refused\",\"article\":\"stein 1.5\"}
//! ")?;
//! assert_eq!(case.articles(), ["stein 1.5"]);
//!
//! let mut runner = Runner::new(Rulebook::builtin);
//! let mut printed = Vec::new();
//! for line in case.script().lines() {
//!     runner.line(line, &mut printed)?;
//! }
//! runner.finish(&mut printed)?;
//! assert_eq!(case.judge(&printed, Judged::Everything), Ok(()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use serde_json::Value;

/// How much of what a program prints is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// Every event that a case expects.
    Everything,
    /// Refusals and the final state alone: what other programs need to share with ours.
    Verdicts,
}

/// A script with what must come out.
#[derive(Clone, Debug)]
pub struct Case {
    name: String,
    title: String,
    articles: Vec<String>,
    script: String,
    /// What is expected of lines, in their order.
    expected: Vec<Expected>,
    last: Option<Value>,
}

#[derive(Clone, Debug)]
struct Expected {
    /// The line of the script.
    line: usize,
    /// The line of the expectation.
    at: usize,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    Some(Value),
    Not(Value),
}

/// A case that can't be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct CaseError {
    /// The line.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

impl Case {
    /// Reads a case. Its name is for people: `stein/2.4-no-check-by-drop`.
    ///
    /// The first line names the articles and says what they rule, `# stein 2.4, R39: …`.
    /// Expectations stand under the line that they are about, and begin with `#>`.
    ///
    /// # Errors
    /// The first line names nothing, or an expectation is no JSON.
    pub fn parse(name: &str, text: &str) -> Result<Case, CaseError> {
        let first = text.lines().next().unwrap_or_default();
        let (cites, title) =
            first.trim_start_matches(['#', ' ']).split_once(':').ok_or_else(|| CaseError {
                line: 1,
                message: "the first line names articles: # stein 2.4: …".into(),
            })?;
        let mut case = Case {
            name: name.to_owned(),
            title: title.trim().to_owned(),
            articles: articles(cites),
            script: text.to_owned(),
            expected: Vec::new(),
            last: None,
        };
        let mut line = 0;
        for (at, text) in (1..).zip(text.lines()) {
            let Some(expectation) = text.trim().strip_prefix("#>").map(str::trim) else {
                line = at;
                continue;
            };
            let read = |json: &str| {
                serde_json::from_str::<Value>(json)
                    .map_err(|error| CaseError { line: at, message: error.to_string() })
            };
            if let Some(json) = expectation.strip_prefix("final") {
                case.last = Some(read(json)?);
                continue;
            }
            let what = match expectation.strip_prefix("not") {
                Some(json) => What::Not(read(json)?),
                None => What::Some(read(expectation)?),
            };
            case.expected.push(Expected { line, at, what });
        }
        Ok(case)
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the articles rule here.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The articles and readings that the case shows: `stein 2.4`, `R39`.
    #[must_use]
    pub fn articles(&self) -> &[String] {
        &self.articles
    }

    /// The script, which any referee can be given: expectations are comments in it.
    #[must_use]
    pub fn script(&self) -> &str {
        &self.script
    }

    /// Whether anything is expected at all if only so much is looked at. A script without
    /// expectations still shows something: that nothing in it is refused.
    #[must_use]
    pub fn shows_something(&self, judged: Judged) -> bool {
        judged == Judged::Everything
            || self.last.is_some()
            || self.expected.iter().any(|expected| expected.what.is_about_refusals())
    }

    /// Whether these objects, which a referee printed for the script, are what must come out.
    ///
    /// # Errors
    /// The first expectation that is not met, with what came instead.
    pub fn judge(&self, printed: &[Value], judged: Judged) -> Result<(), String> {
        for (number, text) in (1..).zip(self.script.lines()) {
            let objects: Vec<&Value> =
                printed.iter().filter(|object| object["line"] == number).collect();
            let expected = self.expected.iter().filter(|expected| expected.line == number);
            self.meet(number, text, &objects, expected, judged)?;
        }
        let Some(last) = printed.last().filter(|object| object["event"] == "final") else {
            return Err("no final object came last".to_owned());
        };
        match &self.last {
            Some(wanted) => {
                contains(last, wanted, "final").map_err(|why| format!("{why}\n  final is {last}"))
            }
            None => Ok(()),
        }
    }

    fn meet<'a>(
        &self,
        number: usize,
        text: &str,
        objects: &[&Value],
        expected: impl Iterator<Item = &'a Expected>,
        judged: Judged,
    ) -> Result<(), String> {
        let came = || {
            let seen: Vec<_> = objects.iter().map(|object| format!("    {object}")).collect();
            format!("line {number} ({text}) came to\n{}", seen.join("\n"))
        };
        let mut next = 0;
        let mut named_refusal = false;
        for Expected { at, what, .. } in expected {
            if judged == Judged::Verdicts && !what.is_about_refusals() {
                continue;
            }
            match what {
                What::Some(wanted) => {
                    let met = objects[next..].iter().position(|o| contains(o, wanted, "").is_ok());
                    match met {
                        Some(by) => next += by + 1,
                        None => return Err(format!("line {at}: {wanted} is not met; {}", came())),
                    }
                    named_refusal |= what.is_about_refusals();
                }
                What::Not(unwanted) => {
                    if objects.iter().any(|object| contains(object, unwanted, "").is_ok()) {
                        return Err(format!("line {at}: {unwanted} happened; {}", came()));
                    }
                }
            }
        }
        if !named_refusal && objects.iter().any(|object| object["event"] == "refused") {
            return Err(format!("a refusal that nobody expects; {}", came()));
        }
        Ok(())
    }
}

/// The citations of a list. `stein 2.2, 2.4` names the book once for both.
fn articles(cites: &str) -> Vec<String> {
    let mut book = "";
    let cites = cites.split(',').map(str::trim).map(|cite| match cite.split_once(' ') {
        Some((named, _)) => {
            book = named;
            cite.to_owned()
        }
        None if cite.starts_with('R') => cite.to_owned(),
        None => format!("{book} {cite}"),
    });
    cites.collect()
}

impl What {
    fn is_about_refusals(&self) -> bool {
        let (What::Some(value) | What::Not(value)) = self;
        value["event"] == "refused"
    }
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const CASE: &str = "# stein 2.4, R39: no check by a drop\nbook stein\n0 start\n1 A N@f6\n\
                        #> {\"event\":\"refused\",\"article\":\"stein 2.4\"}\n\
                        2 A e4\n#> {\"event\":\"made\"}\n#> not {\"event\":\"game_ended\"}\n\
                        #> final {\"match\":{\"score\":[0,0]}}\n";

    fn printed() -> Vec<Value> {
        vec![
            json!({"line": 3, "event": "started"}),
            json!({"line": 4, "event": "refused", "article": "stein 2.4", "reason": "…"}),
            json!({"line": 6, "event": "made"}),
            json!({"line": 0, "event": "final", "match": {"score": [0, 0], "ended": false}}),
        ]
    }

    #[test]
    fn what_must_come_out_is_met_or_the_difference_told() {
        let case = Case::parse("stein/2.4", CASE).unwrap();
        assert_eq!(case.articles(), ["stein 2.4", "R39"]);
        assert_eq!(case.judge(&printed(), Judged::Everything), Ok(()));
        let wrong = |change: &dyn Fn(&mut Vec<Value>), says: &str, judged| {
            let mut objects = printed();
            change(&mut objects);
            let why = case.judge(&objects, judged).unwrap_err();
            assert!(why.contains(says), "{why}");
        };
        let all = Judged::Everything;
        wrong(&|o| o[1]["article"] = json!("stein 2.3"), "is not met", all);
        wrong(&|o| drop(o.remove(2)), "is not met", all);
        wrong(&|o| o[2]["event"] = json!("refused"), "is not met", all);
        wrong(&|o| o.insert(3, json!({"line": 6, "event": "game_ended"})), "happened", all);
        wrong(&|o| o[0]["event"] = json!("refused"), "nobody expects", all);
        wrong(&|o| o[3]["match"]["score"] = json!([1, 0]), "final.match.score is [1,0]", all);
        wrong(&|o| drop(o.pop()), "no final object", all);
        wrong(&|o| o[1]["article"] = json!("stein 2.3"), "is not met", Judged::Verdicts);
        let mut fewer = printed();
        fewer.remove(2);
        assert_eq!(case.judge(&fewer, Judged::Verdicts), Ok(()));
    }

    #[test]
    fn a_book_is_named_once_for_several_articles() {
        let case = Case::parse("x", "# stein 2.2, 2.4, R39, fer 3.4: drops\n").unwrap();
        assert_eq!(case.articles(), ["stein 2.2", "stein 2.4", "R39", "fer 3.4"]);
    }

    #[test]
    fn cases_that_cannot_be_read_are_refused() {
        assert_eq!(Case::parse("x", "book stein\n").unwrap_err().line, 1);
        assert_eq!(Case::parse("x", "# stein 2.4: a drop\n#> {\n").unwrap_err().line, 2);
    }
}
