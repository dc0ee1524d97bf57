//! One event: takes what is asked one by one, makes it durable, shows what came of it.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tandem_event::{Act, By, Command, Moment, Refusal, Voice};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

use super::clocks::TableClocks;
use super::desk::{Desk, row};
use super::entry::{Entry, Visible};
use super::gallery::Gallery;
use super::online::{Following, Heard};
use super::snapshot::Snapshot;
use super::tidy;
use crate::hall::Hall;
use crate::ids::Secret;
use crate::metrics::METRICS;
use crate::store::{EventRow, EventStore};
use crate::time::{Stopwatch, deadline_in, now_unix};

/// Commands that are made durable together.
const TOGETHER: usize = 64;
/// How long an event that nobody asks for stays in memory.
const IDLE: Duration = Duration::from_secs(600);
/// How long it takes until tables that could not be made or followed are tried again.
pub(super) const RETRY: Duration = Duration::from_secs(2);

/// What a desk wants.
#[derive(Debug)]
pub(crate) struct Order {
    /// The client's name of the command: the same again does nothing twice.
    pub(crate) id: Option<String>,
    /// Which laptop.
    pub(crate) desk: String,
    /// The version that the desk has seen, if that matters.
    pub(crate) seen: Option<u64>,
    pub(crate) command: Command,
}

/// What came of it.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) version: u64,
    pub(crate) act: Act,
    /// It had been carried out before.
    pub(crate) repeated: bool,
}

/// Why nothing came of it.
#[derive(Clone, Debug)]
pub(crate) enum NotDone {
    NotOrganiser,
    /// Only the referee of a table says this.
    NotForDesks,
    /// Only the card of a table opens this.
    NeedsCard,
    Refused(Box<Refusal>),
    /// The event is not what the desk has seen.
    Changed {
        version: u64,
    },
    TooLarge,
    CantStore,
    /// The event was put away.
    Gone,
}

pub(super) enum Ask {
    Order { secret: Secret, order: Box<Order>, reply: oneshot::Sender<Result<Done, NotDone>> },
    Show { secret: Secret, visible: Visible, reply: oneshot::Sender<Result<u64, NotDone>> },
    Clocks { card: Secret, reply: oneshot::Sender<Result<TableClocks, NotDone>> },
    Stop { reply: oneshot::Sender<()> },
}

/// Something to be decided and written down.
pub(super) enum Item {
    Order {
        secret: Secret,
        order: Box<Order>,
    },
    Show {
        secret: Secret,
        visible: Visible,
    },
    /// The program itself, or a table.
    Own {
        by: By,
        command: Command,
    },
    /// What needs no decision.
    Note(Entry),
}

type Reply = Box<dyn FnOnce(Result<Option<Done>, NotDone>, u64) + Send>;

pub(super) struct Actor {
    pub(super) desk: Desk,
    pub(super) hall: Arc<Hall>,
    pub(super) store: Arc<dyn EventStore>,
    pub(super) asks: mpsc::Receiver<Ask>,
    pub(super) heard: mpsc::UnboundedReceiver<Heard>,
    pub(super) hear: mpsc::UnboundedSender<Heard>,
    pub(super) shown: watch::Sender<Arc<Snapshot>>,
    pub(super) gallery: Arc<Gallery>,
    pub(super) stamp: u64,
    /// The tables that are followed, by their tags.
    pub(super) followed: HashMap<u64, Following>,
    pub(super) next_tag: u64,
    pub(super) retry: Option<Instant>,
    pub(super) used: Stopwatch,
    /// Something could not be stored: whether it was is found out by reading the event again.
    pub(super) lost: bool,
}

fn now() -> Moment {
    Moment(now_unix().unsigned_abs())
}

impl Actor {
    pub(super) async fn run(mut self) {
        let _counted = METRICS.events.hold();
        self.see_to_tables().await;
        loop {
            let wake = self.wakes_at();
            tokio::select! {
                biased;
                ask = self.asks.recv() => match ask {
                    None => break,
                    Some(ask) => {
                        self.used = Stopwatch::start();
                        if let Some(stop) = self.take(ask).await {
                            // Whoever asked may have given up waiting.
                            let _ = stop.send(());
                            break;
                        }
                    }
                },
                Some(heard) = self.heard.recv() => self.hear_all(heard).await,
                () = tokio::time::sleep_until(wake) => {
                    if self.is_forgotten() {
                        break;
                    }
                    self.count_the_late().await;
                }
            }
            if self.lost {
                break;
            }
            self.see_to_tables().await;
        }
        // Whoever asks now hears that it is gone, and asks again.
        self.asks.close();
    }

    fn is_forgotten(&self) -> bool {
        // One receiver is the office's own, another one the gallery's.
        let alone = self.shown.receiver_count() <= 2;
        alone && self.followed.is_empty() && self.used.elapsed() >= IDLE
    }

    fn wakes_at(&self) -> Instant {
        let idle = deadline_in(IDLE);
        [self.retry, self.late_at()].into_iter().flatten().fold(idle, Instant::min)
    }

    /// What is asked, with all that waits behind it. A stop is answered by whoever calls.
    async fn take(&mut self, first: Ask) -> Option<oneshot::Sender<()>> {
        let (mut items, mut replies): (Vec<Item>, Vec<Reply>) = (Vec::new(), Vec::new());
        let mut next = Some(first);
        let (mut clocks, mut stop) = (Vec::new(), None);
        while let Some(ask) = next {
            match ask {
                Ask::Order { secret, order, reply } => {
                    items.push(Item::Order { secret, order });
                    replies.push(Box::new(move |done, _| {
                        let done = done.and_then(|done| done.ok_or(NotDone::CantStore));
                        let _ = reply.send(done);
                    }));
                }
                Ask::Show { secret, visible, reply } => {
                    items.push(Item::Show { secret, visible });
                    replies.push(Box::new(move |done, version| {
                        let _ = reply.send(done.map(|_| version));
                    }));
                }
                Ask::Clocks { card, reply } => clocks.push((card, reply)),
                Ask::Stop { reply } => {
                    stop = Some(reply);
                    break;
                }
            }
            next = if items.len() < TOGETHER { self.asks.try_recv().ok() } else { None };
        }
        let results = self.carry_out(items).await;
        for (reply, result) in replies.into_iter().zip(results) {
            reply(result, self.desk.version);
        }
        for (card, reply) in clocks {
            // Whoever asked may have given up waiting.
            let _ = reply.send(self.clocks(&card).await);
        }
        stop
    }

    /// Decides on all of it, and makes it durable together. Nobody sees anything of it before.
    pub(super) async fn carry_out(
        &mut self,
        items: Vec<Item>,
    ) -> Vec<Result<Option<Done>, NotDone>> {
        if items.is_empty() {
            return Vec::new();
        }
        let (desk, store, count) = (self.desk.clone(), Arc::clone(&self.store), items.len());
        let took = Stopwatch::start();
        let work = move || carry_out(desk, &*store, items);
        // Pairing takes its time, and so does the disk.
        let Ok((desk, stored, results)) = tokio::task::spawn_blocking(work).await else {
            return (0..count).map(|_| Err(NotDone::CantStore)).collect();
        };
        self.lost |= !stored;
        for result in &results {
            METRICS.event_command(result.is_ok());
        }
        tracing::debug!(event = %self.desk.record.id, took = ?took.elapsed(), "commands");
        if desk.version != self.desk.version {
            self.desk = desk;
            self.show();
        }
        results
    }

    /// Shows everybody how it stands.
    pub(super) fn show(&mut self) {
        self.stamp += 1;
        self.shown.send_replace(Arc::new(self.snapshot()));
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot { desk: self.desk.clone(), stamp: self.stamp, tables: self.watched() }
    }
}

/// Decides on all items, and tells whether what came of them is durable; if not, nothing is told of any.
fn carry_out(
    before: Desk,
    store: &dyn EventStore,
    items: Vec<Item>,
) -> (Desk, bool, Vec<Result<Option<Done>, NotDone>>) {
    let mut desk = before.clone();
    let mut rows = Vec::new();
    let mut results: Vec<_> =
        items.into_iter().map(|item| one(&mut desk, &mut rows, item)).collect();
    if rows.is_empty() {
        return (before, true, results);
    }
    let stored = store.append(&before.record.id, before.version, &rows, &desk.listing());
    match stored {
        Ok(()) => (desk, true, results),
        Err(error) => {
            tracing::error!(event = %before.record.id, %error, "an event could not be stored");
            for result in &mut results {
                if result.is_ok() {
                    *result = Err(NotDone::CantStore);
                }
            }
            (before, false, results)
        }
    }
}

fn one(desk: &mut Desk, rows: &mut Vec<EventRow>, item: Item) -> Result<Option<Done>, NotDone> {
    match item {
        Item::Order { secret, order } => ordered(desk, rows, &secret, *order).map(Some),
        Item::Show { secret, visible } => {
            if !desk.record.organiser.opens(&secret) {
                return Err(NotDone::NotOrganiser);
            }
            write(desk, rows, None, &Entry::Visible { visible });
            Ok(None)
        }
        Item::Own { by, command } => act(desk, rows, by, None, &command).map(Some),
        Item::Note(entry) => {
            write(desk, rows, None, &entry);
            Ok(None)
        }
    }
}

fn ordered(
    desk: &mut Desk,
    rows: &mut Vec<EventRow>,
    secret: &Secret,
    order: Order,
) -> Result<Done, NotDone> {
    let Order { id, desk: name, seen, mut command } = order;
    let voice = desk.voice(secret).ok_or(NotDone::NotOrganiser)?;
    if !desk.event.may_ask(voice, &command) {
        return Err(match voice {
            Voice::Desk => NotDone::NotForDesks,
            Voice::Arbiter | Voice::Player(_) | Voice::Card(_) => NotDone::NotOrganiser,
        });
    }
    if let Some(act) = id.as_deref().and_then(|id| desk.carried_out(id)) {
        return Ok(Done { version: desk.version, act: act.clone(), repeated: true });
    }
    if seen.is_some_and(|seen| seen != desk.version) {
        return Err(NotDone::Changed { version: desk.version });
    }
    if !tidy::command(&mut command) || !desk.has_room_for(&command) {
        return Err(NotDone::TooLarge);
    }
    let mut done = act(desk, rows, by(voice, name, &command), id, &command)?;
    if voice == Voice::Desk {
        for links in desk.new_links(secret) {
            write(desk, rows, None, &links);
        }
    }
    done.version = desk.version;
    Ok(done)
}

/// What the log says of whoever acts.
fn by(voice: Voice, name: String, command: &Command) -> By {
    match (voice, command) {
        (Voice::Desk, _) => By::Desk { name },
        (Voice::Arbiter, _) => By::Arbiter { name },
        (Voice::Player(player), _) => By::Player { player, card: false },
        (Voice::Card(_), Command::Report { player, .. } | Command::Call { player, .. }) => {
            By::Player { player: *player, card: true }
        }
        (Voice::Card(table), _) => By::Table { table },
    }
}

fn act(
    desk: &mut Desk,
    rows: &mut Vec<EventRow>,
    by: By,
    id: Option<String>,
    command: &Command,
) -> Result<Done, NotDone> {
    let refused = |refusal: Refusal| NotDone::Refused(Box::new(refusal));
    let act = Arc::make_mut(&mut desk.event).act(now(), by, command).map_err(refused)?.clone();
    write(desk, rows, id, &Entry::Act { act: Box::new(act.clone()) });
    Ok(Done { version: desk.version, act, repeated: false })
}

fn write(desk: &mut Desk, rows: &mut Vec<EventRow>, command: Option<String>, entry: &Entry) {
    let row = row(entry, command);
    desk.note(&row, entry);
    rows.push(row);
}
