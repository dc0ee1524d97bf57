//! Players in a process of their own: one may open only so many files, and a site has more players than that.
//!
//! A crowd is told by its arguments what to do. It says when all of it is seated, begins when it reads a line, and says
//! what it measured, in one line.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};

use crate::player::{Pace, Played, Player, Start};
use crate::{LoadError, PER_ADDRESS, server, source};

/// How long a player may take to come to its seat.
const COMING: Duration = Duration::from_secs(10);

/// The players at one node's matches.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Crowd {
    /// The node that has the matches.
    pub(super) owner: SocketAddr,
    /// The node that its players come to.
    pub(super) door: SocketAddr,
    /// Its place among the crowds.
    pub(super) number: usize,
    pub(super) matches: usize,
    pub(super) seconds: u64,
    pub(super) fastest: u64,
    pub(super) slowest: u64,
    pub(super) book: String,
}

/// What a crowd measured.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Told {
    /// How long each move took to be confirmed, in microseconds.
    pub(super) confirmed: Vec<u32>,
    pub(super) refused: usize,
    pub(super) failed: usize,
}

impl Crowd {
    /// Plays, and tells `out` what it saw.
    ///
    /// # Errors
    /// It can't play.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), LoadError> {
        crate::open_many_files();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(|error| LoadError::Impossible(format!("cannot start threads: {error}")))?;
        let (start, started) = watch::channel(Instant::now());
        let mut players = JoinSet::new();
        runtime.block_on(self.seat(&mut players, &started))?;
        writeln!(out, "{} matches are seated", self.matches)?;
        out.flush()?;
        // Whoever started it says when.
        io::stdin().read_line(&mut String::new())?;
        // Nobody listens only if every player has failed; that is told.
        let _ = start.send(Instant::now() + Duration::from_secs(self.seconds));
        let mut told = Told::default();
        while let Some(played) = runtime.block_on(players.join_next()) {
            let Played { confirmed, refused, failed } = played.unwrap_or_default();
            told.confirmed.extend(confirmed.into_iter().map(|(_, took)| took));
            told.refused += refused;
            told.failed += usize::from(failed);
        }
        let line = serde_json::to_string(&told).map_err(io::Error::from)?;
        writeln!(out, "{line}")?;
        Ok(())
    }

    async fn seat(
        &self,
        players: &mut JoinSet<Played>,
        started: &watch::Receiver<Instant>,
    ) -> Result<(), LoadError> {
        let (ready, mut seated) = mpsc::unbounded_channel();
        let pace = Pace { fastest: self.fastest, slowest: self.slowest };
        for number in 0..self.matches {
            let every = self.number * self.matches + number;
            let made = server::make(self.owner, every, &self.book, None).await?;
            // Whoever asks for it first has it.
            server::look(self.owner, every, &made.id).await?;
            let from = source(self.number * PER_ADDRESS + number * 4);
            for (seat, secret) in made.seats {
                let player = Player::new(self.door, from, made.id.clone(), seat, secret, pace);
                let ready = ready.clone();
                let start = Start { until: started.clone(), after: Duration::ZERO };
                players.spawn(async move { player.play(&ready, start).await });
            }
            // Seats are taken as they come, so that the start is no storm.
            for _ in 0..4 {
                let _ = timeout(COMING, seated.recv()).await;
            }
        }
        Ok(())
    }
}
