//! Other people's engines that can be seated, and how many of them may run at a time.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use tandem_engine_host::{Protocol, find};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::kind::BotKind;

/// An engine that can be seated: `NAME=PROTOCOL:COMMAND`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// By which name.
    pub name: Box<str>,
    /// How it is spoken to.
    pub protocol: Protocol,
    /// The program and its arguments.
    pub command: Vec<String>,
}

impl EngineSpec {
    /// Whether its program is there and may be run.
    ///
    /// # Errors
    /// What is wrong, in a sentence that names the engine.
    pub fn check(&self) -> Result<(), String> {
        use std::os::unix::fs::PermissionsExt;
        let EngineSpec { name, command, .. } = self;
        let program = command.first().map_or("", String::as_str);
        let Some(path) = tandem_engine_host::find(program) else {
            return Err(format!("{name}: there is no program '{program}'"));
        };
        let may_run = path.metadata().is_ok_and(|data| data.permissions().mode() & 0o111 != 0);
        if may_run { Ok(()) } else { Err(format!("{name}: {} may not be run", path.display())) }
    }
}

/// A text that tells of no engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' tells of no engine: NAME=PROTOCOL:COMMAND, where NAME has letters (no level), PROTOCOL \
     is uci or xboard"
)]
pub struct BadEngine(String);

impl FromStr for EngineSpec {
    type Err = BadEngine;

    fn from_str(text: &str) -> Result<EngineSpec, BadEngine> {
        let read = || {
            let (name, rest) = text.split_once('=')?;
            let (protocol, command) = rest.split_once(':')?;
            let Ok(BotKind::Engine(name)) = name.parse() else { return None };
            let protocol = protocol.parse().ok()?;
            let command: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
            (!command.is_empty()).then_some(EngineSpec { name, protocol, command })
        };
        read().ok_or_else(|| BadEngine(text.to_owned()))
    }
}

/// Debian's engines that know bughouse.
const USUAL: [(&str, Protocol, &str); 2] =
    [("fairy-stockfish", Protocol::Uci, "fairy-stockfish"), ("sjeng", Protocol::XBoard, "sjeng")];

impl EngineSpec {
    /// The engines that are known to work, as far as they are installed.
    #[must_use]
    pub fn installed() -> Vec<EngineSpec> {
        let found = USUAL.into_iter().filter_map(|(name, protocol, program)| {
            let path = find(program)?.to_str()?.to_owned();
            Some(EngineSpec { name: name.into(), protocol, command: vec![path] })
        });
        found.collect()
    }
}

/// The engines of a server.
pub(crate) struct Roster {
    engines: Vec<EngineSpec>,
    pub(crate) patience: Duration,
    running: Arc<Semaphore>,
}

impl Roster {
    pub(crate) fn new(engines: Vec<EngineSpec>, processes: usize, patience: Duration) -> Roster {
        Roster { engines, patience, running: Arc::new(Semaphore::new(processes)) }
    }

    pub(crate) fn find(&self, name: &str) -> Option<&EngineSpec> {
        self.engines.iter().find(|engine| *engine.name == *name)
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.engines.iter().map(|engine| &*engine.name)
    }

    /// How many more processes may run.
    pub(crate) fn free(&self) -> usize {
        self.running.available_permits()
    }

    /// A permit to run one more process, if there is any.
    pub(crate) fn permit_to_run(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.running).try_acquire_owned().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_read_from_the_command_line() {
        let engine: EngineSpec = "mine=uci:/opt/engine --bughouse".parse().unwrap();
        assert_eq!((&*engine.name, engine.protocol), ("mine", Protocol::Uci));
        assert_eq!(engine.command, ["/opt/engine", "--bughouse"]);
        for text in ["", "mine", "mine=uci", "mine=uci:", "5=uci:x", "a b=uci:x", "m=telnet:x"] {
            assert!(text.parse::<EngineSpec>().is_err(), "{text}");
        }
    }

    #[test]
    fn only_so_many_processes_run() {
        let roster = Roster::new(Vec::new(), 1, Duration::ZERO);
        let first = roster.permit_to_run();
        assert!(first.is_some() && roster.permit_to_run().is_none());
        drop(first);
        assert!(roster.permit_to_run().is_some());
    }
}
