//! How a command fails: one sentence, and the exit code that scripts rely on.

use std::error::Error as _;
use std::io;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};

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
    Failure::Impossible(format!("{}; see --help", sentence(error))).report()
}

/// What is wrong with the arguments.
fn sentence(error: &clap::Error) -> String {
    let known = |kind| error.get(kind).map(words);
    let argument = known(ContextKind::InvalidArg).unwrap_or_default();
    let value = known(ContextKind::InvalidValue).unwrap_or_default();
    let mut text = match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => format!("'{argument}' needs a value"),
        ErrorKind::InvalidValue => format!("invalid value '{value}' for '{argument}'"),
        ErrorKind::ValueValidation => {
            let why = error.source().map(|why| format!(": {why}")).unwrap_or_default();
            format!("invalid value '{value}' for '{argument}'{why}")
        }
        ErrorKind::UnknownArgument => format!("unexpected argument '{argument}'"),
        ErrorKind::InvalidSubcommand => {
            let command = known(ContextKind::InvalidSubcommand).unwrap_or_default();
            format!("there is no command '{command}'")
        }
        ErrorKind::MissingSubcommand => {
            let command = known(ContextKind::InvalidSubcommand).unwrap_or_default();
            format!("'{command}' needs a command of its own")
        }
        ErrorKind::MissingRequiredArgument => format!("{argument} must be given"),
        ErrorKind::ArgumentConflict => match known(ContextKind::PriorArg) {
            Some(other) if other == argument => format!("'{argument}' can be given only once"),
            Some(other) => format!("'{argument}' can't be given with {other}"),
            None => format!("'{argument}' can't be given with others"),
        },
        ErrorKind::NoEquals => format!("'{argument}' and its value need a '=' between them"),
        ErrorKind::TooManyValues => format!("'{value}' is one value too many for '{argument}'"),
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("'{argument}' has the wrong number of values")
        }
        ErrorKind::InvalidUtf8 => "an argument is no UTF-8".to_owned(),
        // Those that ask for something are no errors; and clap may learn new ones.
        other => other.to_string(),
    };
    let choices = [ContextKind::ValidValue, ContextKind::ValidSubcommand];
    if let Some(choices) = choices.into_iter().find_map(known).filter(|words| !words.is_empty()) {
        text.push_str(&format!("; available: {choices}"));
    }
    let meant =
        [ContextKind::SuggestedArg, ContextKind::SuggestedValue, ContextKind::SuggestedSubcommand];
    if let Some(meant) = meant.into_iter().find_map(known).filter(|words| !words.is_empty()) {
        text.push_str(&format!("; did you mean {meant}?"));
    }
    text
}

/// What clap knows of an error, in a line.
fn words(value: &ContextValue) -> String {
    match value {
        ContextValue::Strings(several) => several.join(", "),
        one => one.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use clap::{Arg, Command};

    use super::*;

    fn said(arguments: &[&str]) -> String {
        let book = Arg::new("book").long("book").required(true);
        let format = Arg::new("format").long("format").value_parser(["san", "uci"]);
        let depth = Arg::new("depth").long("depth").value_parser(clap::value_parser!(u8));
        let quiet = Arg::new("quiet").long("quiet").num_args(0).conflicts_with("depth");
        let legal = Command::new("legal").args([book, format, depth, quiet]);
        let rules =
            Command::new("rules").subcommand_required(true).subcommand(Command::new("list"));
        let program = Command::new("tandem").subcommand_required(true).subcommands([legal, rules]);
        let error = program.try_get_matches_from(arguments).expect_err("it is wrong");
        sentence(&error)
    }

    #[test]
    fn wrong_arguments_are_told_in_a_sentence() {
        let cases: [(&[&str], &str); 8] = [
            (&["dance"], "there is no command 'dance'"),
            (&["legal"], "--book <book> must be given"),
            (&["legal", "--bok", "x"], "unexpected argument '--bok'; did you mean --book?"),
            (&["legal", "--book"], "'--book <book>' needs a value"),
            (
                &["legal", "--book", "x", "--format", "pgn"],
                "invalid value 'pgn' for '--format <format>'; available: san, uci",
            ),
            (
                &["legal", "--book", "x", "--depth", "deep"],
                "invalid value 'deep' for '--depth <depth>': invalid digit found in string",
            ),
            (&["legal", "--book", "x", "--book", "y"], "'--book <book>' can be given only once"),
            (
                &["legal", "--book", "x", "--depth", "1", "--quiet"],
                "'--depth <depth>' can't be given with --quiet",
            ),
        ];
        for (arguments, words) in cases {
            let all: Vec<&str> = ["tandem"].into_iter().chain(arguments.iter().copied()).collect();
            let told = said(&all);
            assert_eq!(told, words);
        }
        assert!(
            said(&["tandem", "rules"]).starts_with("'tandem rules' needs a command of its own")
        );
    }
}
