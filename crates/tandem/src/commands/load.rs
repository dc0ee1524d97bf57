//! `tandem load`: see the crate `tandem-load`.

use std::io::{stderr, stdout};

use clap::Args;
use tandem_load::{Crowd, LoadError, Plan};

use crate::failure::Failure;

/// Load-test a temporary server with many matches at once.
///
/// Starts a server of its own on a free port, in a folder that is removed afterwards, seats four
/// players at every table, and lets each make random legal moves and drops some time after its
/// turn begins. The matches begin one after the other over the first seconds, as people's do (--start-within). Finished matches are not begun again. Prints moves per second, the time from sending a
/// move to seeing it confirmed (durably stored), and the server's memory per match. With --bots there are
/// additional tables of one player and three bots: only what players see is measured. With
/// --readers that many visitors read the records of a match as full as one can be, without a pause,
/// in every second twentieth of the time; what players see then is compared with the rest. With --floods
/// that many ICS clients send commands without a pause in those parts, and what the players who speak ICS
/// see is compared. With --store the server keeps its matches in that PostgreSQL, where they stay (give it an empty database); with --nodes several
/// servers share it, and the matches are spread over them: then what the servers need while nobody plays, after a first few
/// matches, is told apart from what a match costs beyond that. With --event a round of an online event is started instead, and its players come to their seats all at
/// once, while others watch. With --hall phones are the clocks of real boards at that many tables, three arbiters have the queue of calls open, two screens hang on the
/// wall and others watch: what is measured is the time from a press on one phone to the other phone of the table showing it.
#[derive(Args)]
pub(crate) struct Load {
    /// Number of matches
    #[arg(long, default_value_t = 100)]
    matches: usize,
    /// Additional matches of one player and three bots
    #[arg(long, value_name = "MATCHES", default_value_t = 0)]
    bots: usize,
    /// The bots: a level from 1 to 8, or the name of an engine
    #[arg(long, value_name = "BOT", default_value = "4")]
    bot: String,
    /// Additional matches of four players who speak ICS
    #[arg(long, value_name = "MATCHES", default_value_t = 0)]
    ics: usize,
    /// Number of visitors reading the records of a very long match at the same time
    #[arg(long, value_name = "VISITORS", default_value_t = 0)]
    readers: usize,
    /// Instead, a round of an online event with this many tables, all started at once
    #[arg(long, value_name = "TABLES", default_value_t = 0)]
    event: usize,
    /// Instead, a round over the board with this many tables, each with two phones as its clocks
    #[arg(long, value_name = "TABLES", default_value_t = 0)]
    hall: usize,
    /// Number of spectators of that event, each at one of its tables too if it is online
    #[arg(long, value_name = "WATCHERS", default_value_t = 500)]
    watchers: usize,
    /// Number of ICS clients that send commands without a pause at the same time
    #[arg(long, value_name = "CLIENTS", default_value_t = 0)]
    floods: usize,
    /// Duration in seconds
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// Seconds over which the matches begin, one after the other, at most half of the duration; with 0 all begin at once
    #[arg(long, value_name = "SECONDS", default_value_t = 2)]
    start_within: u64,
    /// Shortest thinking time per move, in milliseconds
    #[arg(long, default_value_t = 100)]
    fastest: u64,
    /// Longest thinking time per move, in milliseconds
    #[arg(long, default_value_t = 300)]
    slowest: u64,
    /// Rulebook to play by
    #[arg(long, default_value = "stein")]
    book: String,
    /// PostgreSQL for the matches, instead of a temporary folder
    #[arg(long, value_name = "ADDRESS")]
    store: Option<String>,
    /// Number of servers that share it
    #[arg(long, default_value_t = 1)]
    nodes: usize,
    /// Players connect to a server that passes them on to the one that has their match
    #[arg(long)]
    spliced: bool,
    /// Play as one of several crowds, as told by whoever measures
    #[arg(long, value_name = "JSON", hide = true)]
    crowd: Option<String>,
}

impl Load {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let Load {
            matches,
            bots,
            bot,
            ics,
            readers,
            event,
            hall,
            watchers,
            floods,
            seconds,
            start_within,
            fastest,
            slowest,
            book,
            store,
            nodes,
            spliced,
            crowd,
        } = self;
        if let Some(crowd) = crowd {
            let crowd: Crowd = serde_json::from_str(&crowd)
                .map_err(|error| Failure::Impossible(format!("no such crowd: {error}")))?;
            return crowd.run(&mut stdout()).map_err(failure);
        }
        let program = std::env::current_exe()
            .map_err(|error| Failure::Impossible(format!("no program to run: {error}")))?;
        let plan = Plan {
            program,
            matches,
            bots,
            bot,
            ics,
            readers,
            event,
            hall,
            watchers,
            floods,
            seconds,
            start_within,
            fastest,
            slowest,
            book,
            store,
            nodes,
            spliced,
        };
        plan.run(&mut stdout(), &mut stderr()).map_err(failure)
    }
}

fn failure(error: LoadError) -> Failure {
    match error {
        LoadError::Output(error) => error.into(),
        LoadError::NobodyPlayed => Failure::Wrong(error.to_string()),
        LoadError::NoPlan | LoadError::Impossible(_) => Failure::Impossible(error.to_string()),
    }
}
