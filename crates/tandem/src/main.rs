//! The command line: arguments and wiring, nothing else.

#![allow(clippy::print_stdout, reason = "this is the program that speaks to a terminal")]

mod commands;
mod failure;
mod library;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Bughouse by the book.
///
/// Bughouse (tandem chess, doorgeefschaak, holanďany) is chess for two teams of two on two
/// boards: what you capture, your partner may drop. Tandem referees it by published rulebooks,
/// and every verdict cites its article.
#[derive(Parser)]
#[command(name = "tandem", version, arg_required_else_help = true)]
struct Arguments {
    /// A club's own rulebook (TOML), wherever a book is named
    #[arg(long, global = true, value_name = "FILE")]
    rulebook: Option<PathBuf>,

    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The rulebooks: list them, read their articles, compare them
    #[command(subcommand)]
    Rules(commands::rules::Rules),
    /// The legal moves of a player in a position
    Legal(commands::legal::Legal),
    /// Counts the positions that one board can reach, to check move generators
    Perft(commands::perft::Perft),
    /// Referees a match script and prints what comes of every line as JSON
    Referee(commands::referee::Referee),
    /// Files of games: check, rewrite, count and export them
    #[command(subcommand)]
    Bpgn(commands::bpgn::Bpgn),
    /// Positions of both boards: check, show and print them
    #[command(subcommand)]
    Bfen(commands::bfen::Bfen),
    /// The built-in player, for other programs: UCI and XBoard
    Engine(commands::engine::Engine),
    /// Teams of engines play matches, and their strength is told
    Arena(commands::arena::Arena),
    /// Serves matches and the pages to play them on
    Serve(commands::serve::Serve),
    /// Plays many matches at once on a server of its own, and measures
    Load(commands::load::Load),
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return failure::arguments(&error),
    };
    let done = library::Library::open(arguments.rulebook.as_deref()).and_then(|library| {
        match arguments.command {
            Command::Rules(command) => command.run(&library),
            Command::Legal(command) => command.run(&library),
            Command::Perft(command) => command.run(&library),
            Command::Referee(command) => command.run(&library),
            Command::Bpgn(command) => command.run(&library),
            Command::Bfen(command) => command.run(),
            Command::Load(command) => command.run(),
            Command::Engine(command) => command.run(&library),
            Command::Arena(command) => command.run(&library),
            Command::Serve(command) => command.run(&library, arguments.rulebook.as_deref()),
        }
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
