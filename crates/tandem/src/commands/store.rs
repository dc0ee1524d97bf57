//! `tandem store`: what is kept, carried from one place to another.

use std::io::{Write, stdout};

use clap::{Args, Subcommand};
use tandem_server::{Place, copy};

use crate::failure::Failure;

/// Matches and events as they are kept.
#[derive(Subcommand)]
pub(crate) enum Store {
    Copy(Copy),
}

/// Copy all matches and events from a data folder into PostgreSQL, or back.
///
/// No server may use either meanwhile. What is there already stays as it is, so that a copy that broke off can be
/// made again. FROM and TO are data folders or addresses: postgres://user:password@host/database.
#[derive(Args)]
pub(crate) struct Copy {
    /// A data folder, or postgres://…
    from: Place,
    /// A data folder, or postgres://…
    to: Place,
}

impl Store {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self {
            Store::Copy(command) => command.run(),
        }
    }
}

impl Copy {
    fn run(self) -> Result<(), Failure> {
        let impossible = |error: String| Failure::Impossible(error);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(|error| impossible(format!("no thread can be started: {error}")))?;
        let copied = runtime
            .block_on(copy(&self.from, &self.to))
            .map_err(|error| impossible(error.to_string()))?;
        let mut out = stdout().lock();
        writeln!(
            out,
            "{} matches and {} events copied; {} were there already",
            copied.matches, copied.events, copied.known
        )?;
        out.flush()?;
        if copied.damaged.is_empty() {
            return Ok(());
        }
        Err(Failure::Wrong(format!("damaged, and left behind: {}", copied.damaged.join(", "))))
    }
}
