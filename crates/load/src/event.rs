//! An online event: a round of many tables that starts at once, while many watch.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::organiser::Organiser;
use crate::player::{Pace, Player};
use crate::report::Report;
use crate::server::Child;
use crate::watching::{Heard, SHOWN, Watched, watch};
use crate::{LoadError, Plan, source};

impl Plan {
    /// Measures a round of an online event.
    pub(super) async fn measure_event(
        &self,
        child: Child,
        out: &mut dyn Write,
        progress: &mut dyn Write,
    ) -> Result<(), LoadError> {
        let (empty, server) = (child.memory(), child.address);
        let organiser = Arc::new(Organiser::make(server, &self.book, "online", self.event).await?);
        let heard = Arc::new(Heard::default());
        let mut watchers = JoinSet::new();
        for number in 0..self.watchers {
            let tables = (0..SHOWN).map(|at| (number * SHOWN + at) % self.event + 1).collect();
            let watched = Watched::Event { id: organiser.id.clone(), secret: None, tables };
            watchers.spawn(watch(server, watched, Arc::clone(&heard)));
        }
        organiser.order(json!({ "command": "draft" })).await?;
        organiser.order(json!({ "command": "publish" })).await?;
        let begun = Instant::now();
        organiser.order(json!({ "command": "start" })).await?;
        let view = organiser.opened(self.event).await?;
        let opened = begun.elapsed();
        let tables: Vec<String> = view["tables"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|table| Some(table["match"].as_str()?.to_owned()))
            .collect();
        for (_, table) in (0..self.watchers).zip(tables.iter().cycle()) {
            let watched = Watched::Table { id: table.clone() };
            watchers.spawn(watch(server, watched, Arc::clone(&heard)));
        }
        let report = Arc::new(Mutex::new(Report::default()));
        let until = Instant::now() + Duration::from_secs(self.seconds);
        let before = child.work();
        let mut players = self.come(&organiser, &view, &report, until);
        writeln!(
            progress,
            "{} tables were open after {:.0} ms",
            tables.len(),
            opened.as_secs_f64() * 1e3
        )?;
        tokio::time::sleep_until(until).await;
        let (memory, work) = (child.memory(), child.work() - before);
        while players.join_next().await.is_some() {}
        let broken = heard.broken.load(Ordering::Relaxed);
        watchers.shutdown().await;
        let report = report.lock().await;
        report.print(out, self.event, self.seconds, memory, empty)?;
        let count = |number: &AtomicUsize| number.load(Ordering::Relaxed);
        writeln!(
            out,
            "event        {} tables open in {:.0} ms; {} watch, heard {} at tables, {} of boards and {} of the event, {broken} broken off",
            tables.len(),
            opened.as_secs_f64() * 1e3,
            self.watchers,
            count(&heard.tables),
            count(&heard.boards),
            count(&heard.changes),
        )?;
        let share = work * 100.0 / self.seconds as f64;
        let each = work * 1e6 / report.moves().max(1) as f64;
        writeln!(out, "server       {share:.0} % of one processor, {each:.0} \u{b5}s a move")?;
        if report.moves() == 0 {
            return Err(LoadError::NobodyPlayed);
        }
        Ok(())
    }

    /// All players come to their seats at once, each as the own page says.
    fn come(
        &self,
        organiser: &Arc<Organiser>,
        view: &Value,
        report: &Arc<Mutex<Report>>,
        until: Instant,
    ) -> JoinSet<()> {
        let pace = Pace { fastest: self.fastest, slowest: self.slowest };
        let mut players = JoinSet::new();
        let links = view["links"].as_array().cloned().unwrap_or_default();
        for (number, link) in links.into_iter().enumerate() {
            let link = link["link"].as_str().unwrap_or_default().to_owned();
            let secret = link.rsplit('#').next().unwrap_or_default().to_owned();
            let (organiser, report) = (Arc::clone(organiser), Arc::clone(report));
            players.spawn(async move {
                let me = organiser.read("/me", &secret).await.unwrap_or_default();
                let seat = &me["seat"];
                let letter = seat["seat"].as_str().and_then(|letter| letter.chars().next());
                let (Some(id), Some(letter)) = (seat["match"].as_str(), letter) else { return };
                let from = source(number);
                let server = organiser.server;
                let player = Player::new(server, from, id.to_owned(), letter, secret, pace);
                // Nobody waits for another one's report while playing.
                let played = player.play_at_once(until).await;
                report.lock().await.add(played);
            });
        }
        players
    }
}
