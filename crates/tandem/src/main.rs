//! The command line: arguments and wiring, nothing else.

#![allow(clippy::print_stdout, reason = "this is the program that speaks to a terminal")]

mod clock;
mod commands;
mod failure;
mod library;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

/// Bughouse by the rulebook you choose.
///
/// Bughouse (tandem chess, doorgeefschaak, holanďany) is chess for two teams of two on two
/// boards: you capture a piece, your partner can drop it. Tandem referees it by published rulebooks
/// and cites the article behind every ruling.
#[derive(Parser)]
#[command(name = "tandem", version, arg_required_else_help = true)]
struct Arguments {
    /// Load a club's own rulebook (TOML file); may be given several times
    #[arg(long, global = true, value_name = "FILE")]
    rulebook: Vec<PathBuf>,

    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List, read and compare rulebooks
    #[command(subcommand)]
    Rules(commands::rules::Rules),
    Legal(commands::legal::Legal),
    Perft(commands::perft::Perft),
    Referee(commands::referee::Referee),
    Conformance(commands::conformance::Conformance),
    /// Check, rewrite, count and export game files (BPGN)
    #[command(subcommand)]
    Bpgn(commands::bpgn::Bpgn),
    /// Check, show and draw positions of both boards (BFEN)
    #[command(subcommand)]
    Bfen(commands::bfen::Bfen),
    /// Pair rounds, print standings and check pairings of an event
    #[command(subcommand)]
    Event(commands::event::Event),
    Engine(commands::engine::Engine),
    Arena(commands::arena::Arena),
    Serve(commands::serve::Serve),
    /// Carry matches and events from a data folder into PostgreSQL, or back
    #[command(subcommand)]
    Store(commands::store::Store),
    Load(commands::load::Load),
    #[command(hide = true)]
    Manual(commands::manual::Manual),
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return failure::arguments(&error),
    };
    let done =
        library::Library::open(&arguments.rulebook).and_then(|library| match arguments.command {
            Command::Rules(command) => command.run(&library),
            Command::Legal(command) => command.run(&library),
            Command::Perft(command) => command.run(&library),
            Command::Referee(command) => command.run(&library),
            Command::Conformance(command) => command.run(&library),
            Command::Bpgn(command) => command.run(&library),
            Command::Bfen(command) => command.run(),
            Command::Event(command) => command.run(),
            Command::Load(command) => command.run(),
            Command::Store(command) => command.run(),
            Command::Engine(command) => command.run(&library),
            Command::Arena(command) => command.run(&library),
            Command::Serve(command) => command.run(&library),
            Command::Manual(command) => command.run(Arguments::command()),
        });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

#[cfg(test)]
#[path = "../tests/common/documents.rs"]
#[allow(dead_code, reason = "the test that runs the commands reads more of them")]
mod documents;

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::{Arguments, documents};

    /// Also those of servers and long series, which no test runs.
    #[test]
    fn every_command_of_the_documents_is_parsed() {
        for printed in documents::commands().iter().filter(|printed| printed.shows.is_none()) {
            assert_parses(printed);
        }
    }

    fn assert_parses(printed: &documents::Printed) {
        let words = words(&printed.command);
        if let Err(error) = Arguments::try_parse_from(words) {
            panic!("{}: {}\n{error}", printed.place, printed.command);
        }
    }

    /// The words of a command as a shell sees them, up to a comment, a pipe or a redirection.
    fn words(command: &str) -> Vec<String> {
        let mut words = vec![String::new()];
        let (mut quote, mut begun) = (None, false);
        for c in command.chars() {
            match (quote, c) {
                (Some(mark), c) if c == mark => quote = None,
                (Some(_), c) => words.last_mut().expect("a word").push(c),
                (None, '\'' | '"') => (quote, begun) = (Some(c), true),
                (None, ' ') => {
                    if begun {
                        words.push(String::new());
                    }
                    begun = false;
                }
                (None, '#' | '|' | '>' | '<') if !begun => break,
                (None, c) => {
                    begun = true;
                    words.last_mut().expect("a word").push(c);
                }
            }
        }
        words.retain(|word| !word.is_empty());
        words
    }
}
