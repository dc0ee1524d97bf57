//! An event as one file that another Tandem opens: its log, as JSON.

use serde::{Deserialize, Serialize};

use crate::change::Act;
use crate::codes::FileProblem;
use crate::state::Event;

const FORMAT: &str = "tandem-event";
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct File {
    format: String,
    version: u32,
    log: Vec<Act>,
}

impl Event {
    /// The event as a file, an act a line.
    #[must_use]
    pub fn to_file(&self) -> String {
        let acts: Vec<String> =
            self.log().iter().map(|act| serde_json::to_string(act).unwrap_or_default()).collect();
        let acts = acts.join(",\n");
        format!("{{\"format\":\"{FORMAT}\",\"version\":{VERSION},\"log\":[\n{acts}\n]}}\n")
    }

    /// The event of a file.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn from_file(text: &str) -> Result<Event, FileProblem> {
        let file: File = serde_json::from_str(text.trim_start_matches('\u{feff}'))
            .map_err(|error| FileProblem::Unreadable { why: error.to_string() })?;
        if file.format != FORMAT || file.version > VERSION {
            return Err(FileProblem::NotAnEvent {});
        }
        Event::open(file.log).map_err(|misfit| FileProblem::Misfit { act: misfit.act })
    }
}
