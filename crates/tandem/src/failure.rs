//! How a command fails: one sentence, and the exit code that scripts rely on.

use std::io;
use std::process::ExitCode;

use clap::error::ErrorKind;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input was read and found wrong: exit code 1.
    Wrong(String),
    /// The command could not be carried out: exit code 2.
    Impossible(String),
    /// All is told already; only this exit code is left.
    AlreadyReported(u8),
    /// Nobody reads the output any more, which is nobody's fault: exit code 0.
    Disconnected,
}

impl Failure {
    /// Tells standard error, and gives the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Failure::Wrong(message) => {
                eprintln!("tandem: {message}");
                ExitCode::from(1)
            }
            Failure::Impossible(message) => {
                eprintln!("tandem: {message}");
                ExitCode::from(2)
            }
            Failure::AlreadyReported(code) => ExitCode::from(*code),
            Failure::Disconnected => ExitCode::SUCCESS,
        }
    }
}

/// An error while writing the output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Disconnected,
            _ => Failure::Impossible(format!("the output can't be written: {error}")),
        }
    }
}

/// Wrong arguments in one sentence; what was asked for (help, version) as it is.
pub(crate) fn arguments(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return ExitCode::from(u8::from(error.use_stderr()) * 2);
    }
    let text = error.render().to_string();
    let sentence: Vec<_> = text
        .lines()
        .take_while(|line| !line.starts_with("Usage:"))
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("For more information"))
        .collect();
    let sentence = sentence.join(" ");
    let sentence = sentence.trim_start_matches("error: ");
    Failure::Impossible(format!("{sentence}; see --help")).report()
}
