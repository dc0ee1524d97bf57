//! `tandem load`: players who speak the real protocol, and what they measure.

#![allow(clippy::disallowed_methods, reason = "it measures")]

mod player;
mod report;
mod server;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::failure::Failure;
use player::{Pace, Player};
use report::Report;
use server::Child;

/// Connections that go out from one loopback address: it has some 28,000 ports.
const PER_ADDRESS: usize = 20_000;

/// Plays many matches at once and measures.
///
/// Starts a server of its own on a free port, in a folder that is removed afterwards, seats four
/// players at every table, and lets each make random legal moves and drops some time after its
/// turn begins. Finished matches are not begun again. Prints moves a second, the time from sending a
/// move to seeing it confirmed (durably stored), and the server's memory a match. With --bots there are
/// so many more tables of one player and three bots: only what players see is measured.
#[derive(Args)]
pub(crate) struct Load {
    /// How many matches
    #[arg(long, default_value_t = 100)]
    matches: usize,
    /// How many matches of one player and three bots beside them
    #[arg(long, value_name = "MATCHES", default_value_t = 0)]
    bots: usize,
    /// The bots: a level from 1 to 8, or the name of an engine
    #[arg(long, value_name = "BOT", default_value = "4")]
    bot: String,
    /// For how many seconds
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// The shortest time from the beginning of a turn to the move, in milliseconds
    #[arg(long, default_value_t = 100)]
    fastest: u64,
    /// The longest
    #[arg(long, default_value_t = 300)]
    slowest: u64,
    /// The book
    #[arg(long, default_value = "stein")]
    book: String,
}

impl Load {
    pub(crate) fn run(self) -> Result<(), Failure> {
        if self.matches + self.bots == 0 || self.seconds == 0 || self.fastest > self.slowest {
            let message = "at least one match, one second, and --fastest not above --slowest";
            return Err(Failure::Impossible(message.to_owned()));
        }
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(|error| Failure::Impossible(format!("no threads can be had: {error}")))?;
        runtime.block_on(self.measure())
    }

    fn tables(&self) -> usize {
        self.matches + self.bots
    }

    async fn measure(self) -> Result<(), Failure> {
        let child = Child::start(self.tables())?;
        let empty = child.memory();
        let report = Arc::new(Mutex::new(Report::default()));
        let begun = Instant::now();
        let until = begun + Duration::from_secs(3600);
        let pace = Pace { fastest: self.fastest, slowest: self.slowest };
        let (ready, mut seated) = tokio::sync::mpsc::unbounded_channel();
        let (start, started) = tokio::sync::watch::channel(until);
        let mut players = JoinSet::new();
        for number in 0..self.tables() {
            // Tables with bots come last.
            let bots = (number >= self.matches).then_some(&*self.bot);
            let made = server::make(child.address, &self.book, bots).await?;
            let people = made.seats.len();
            for (seat, secret) in made.seats {
                let from = source(number * 4);
                let player = Player::new(child.address, from, made.id.clone(), seat, secret, pace);
                let (report, ready, started) = (report.clone(), ready.clone(), started.clone());
                players.spawn(async move {
                    let played = player.play(&ready, started).await;
                    report.lock().await.add(played);
                });
            }
            // Seats are taken as they come, so that the start is no storm.
            for _ in 0..people {
                let _ = tokio::time::timeout(Duration::from_secs(10), seated.recv()).await;
            }
        }
        eprintln!(
            "{} matches are seated after {:.1} s",
            self.tables(),
            begun.elapsed().as_secs_f64()
        );
        let begun = Instant::now();
        let until = begun + Duration::from_secs(self.seconds);
        // Nobody listens only if every player has failed; the report says so.
        let _ = start.send(until);
        let before = child.work();
        tokio::time::sleep_until(until).await;
        let (memory, work) = (child.memory(), child.work() - before);
        while players.join_next().await.is_some() {}
        let report = report.lock().await;
        report.print(self.tables(), self.seconds, memory, empty)?;
        println!("server       {:.0} % of one processor", work * 100.0 / self.seconds as f64);
        if report.failed() == self.matches * 4 + self.bots {
            return Err(Failure::Wrong("no player could play".to_owned()));
        }
        Ok(())
    }
}

/// The loopback address that a connection goes out from.
fn source(number: usize) -> SocketAddr {
    let last = u8::try_from(1 + number / PER_ADDRESS).unwrap_or(254);
    SocketAddr::new(IpAddr::V4(Ipv4Addr::new(127, 0, 0, last)), 0)
}
