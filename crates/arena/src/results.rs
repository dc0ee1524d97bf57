//! A series of matches as a file, a line for each, so that it can be played in pieces: what is in the file counts, and
//! is not played again.

use std::collections::BTreeMap;

use crate::tournament::Plan;

/// How a match ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The first side's share of the points.
    pub share: f64,
    /// What each side had left on its clocks, as a share of the time that it began with.
    pub left: [f64; 2],
    /// Why it ended.
    pub reason: String,
}

/// The matches of a series by their numbers, from 0.
pub type Results = BTreeMap<usize, Outcome>;

/// A file that has no results of this series.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResultsError {
    /// They are of another series.
    #[error("it has the results of '{found}', not of '{wanted}'")]
    Another {
        /// Which one.
        found: String,
        /// Which was looked for.
        wanted: String,
    },
    /// A line is no result.
    #[error("line {0} is no result of a match")]
    Line(usize),
    /// A match is there twice.
    #[error("line {0} tells a match again")]
    Again(usize),
}

/// The first line of a file: what all matches have in common. How many are to be played is no part of it.
#[must_use]
pub fn headline(plan: &Plan) -> String {
    let [first, second] = &plan.sides;
    let counted = plan.counted.map_or(String::new(), |nodes| format!(", {nodes} nodes a ms"));
    format!(
        "{first} against {second}, {}, {} + {} ms{counted}, {} half-moves first, hash {}, seed {}",
        plan.book.id(),
        plan.time.base.0,
        plan.time.increment.0,
        plan.opening_plies,
        plan.hash,
        plan.seed
    )
}

/// A match as a line.
#[must_use]
pub fn line(number: usize, outcome: &Outcome) -> String {
    let Outcome { share, left: [first, second], reason } = outcome;
    format!("{}\t{share}\t{first:.3}\t{second:.3}\t{reason}", number + 1)
}

/// Reads what [`headline`] and [`line()`] wrote. Nothing at all is a series that has not begun.
///
/// # Errors
/// What is wrong with the file, and where.
pub fn read(text: &str, plan: &Plan) -> Result<Results, ResultsError> {
    let mut lines = text.split_inclusive('\n');
    let mut results = Results::new();
    let Some(found) = lines.next().map(str::trim_end) else { return Ok(results) };
    let wanted = headline(plan);
    if found != wanted {
        return Err(ResultsError::Another { found: found.to_owned(), wanted });
    }
    for (at, line) in (2..).zip(lines) {
        // Whoever ended the program in the middle of a line left a piece of it.
        let whole = line.strip_suffix('\n');
        let (number, outcome) = whole.and_then(match_of).ok_or(ResultsError::Line(at))?;
        if results.insert(number, outcome).is_some() {
            return Err(ResultsError::Again(at));
        }
    }
    Ok(results)
}

fn match_of(line: &str) -> Option<(usize, Outcome)> {
    let fields: Vec<&str> = line.split('\t').collect();
    let &[number, share, first, second, reason] = &fields[..] else { return None };
    let part = |text: &str| text.parse().ok().filter(|part: &f64| part.is_finite());
    let share = part(share).filter(|share| (0.0..=1.0).contains(share))?;
    let left = [part(first)?, part(second)?];
    let number = number.parse::<usize>().ok()?.checked_sub(1)?;
    Some((number, Outcome { share, left, reason: reason.to_owned() }))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use tandem_referee::TimeControl;
    use tandem_rules::{Millis, Rulebook};

    use super::*;

    fn plan(seed: u64) -> Plan {
        Plan {
            book: Arc::new(Rulebook::builtin("fics").expect("a built-in book")),
            sides: ["builtin:8", "uci:a b"].map(|side| side.parse().expect("a player")),
            time: TimeControl::sudden_death(Millis(5_000)),
            matches: 10,
            at_once: 1,
            opening_plies: 4,
            seed,
            hash: 64,
            patience: Duration::from_secs(1),
            counted: None,
            earlier: Results::new(),
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let plan = plan(1);
        assert_eq!(read("", &plan), Ok(Results::new()));
        let outcome = |share| Outcome { share, left: [0.25, 0.5], reason: "mate".to_owned() };
        let text = format!(
            "{}\n{}\n{}\n",
            headline(&plan),
            line(7, &outcome(1.0)),
            line(0, &outcome(0.5))
        );
        assert_eq!(
            read(&text, &plan),
            Ok(Results::from([(0, outcome(0.5)), (7, outcome(1.0))])),
            "{text}"
        );
        assert_eq!(read(&text, &Plan { matches: 400, ..plan }).map(|read| read.len()), Ok(2));
    }

    #[test]
    fn what_is_no_result_of_the_series_is_told() {
        let wanted = headline(&plan(1));
        let found = headline(&plan(2));
        let another = ResultsError::Another { found: found.clone(), wanted: wanted.clone() };
        assert_eq!(read(&format!("{found}\n"), &plan(1)), Err(another));
        for (lines, error) in [
            ("1\t1\t0.1\t0.2\tmate\n2\t1\t0.1\n", ResultsError::Line(3)),
            ("1\t1\t0.1\t0.2\tmate\n2\t1\t0.1\t0.2\tma", ResultsError::Line(3)),
            ("0\t1\t0.1\t0.2\tmate\n", ResultsError::Line(2)),
            ("1\t2\t0.1\t0.2\tmate\n", ResultsError::Line(2)),
            ("1\t1\tNaN\t0.2\tmate\n", ResultsError::Line(2)),
            ("1\t1\t0.1\t0.2\tmate\n1\t0\t0.1\t0.2\tmate\n", ResultsError::Again(3)),
        ] {
            assert_eq!(read(&format!("{wanted}\n{lines}"), &plan(1)), Err(error), "{lines}");
        }
    }
}
