//! The one lane by which a node writes. What waits is written together; each statement carries its own fence, so
//! that none needs a transaction that could be left open.
//!
//! A lane that breaks in the middle of a statement leaves its outcome unknown. The next lane has a higher number,
//! which is written to the node's own row: that waits for a statement of the lane before, and whatever of it comes
//! later finds another number and does nothing. So the node keeps its name and its tables, and only those
//! whose write was under way are left.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use tandem_rules::Millis;
use tokio::sync::{mpsc, oneshot};

use super::super::{
    Acquired, Change, Entry, Epoch, MatchRecord, Owner, SeatRecord, StoreError, Write,
};
use super::Shared;
use super::connect::{Connection, is_certain, told};
use super::nodes::{NodeId, read_moments};
use super::schema::FORMAT;
use crate::ids::MatchId;
use crate::metrics::METRICS;

/// The most that is written together.
const MAX_TOGETHER: usize = 512;
/// How long until a lane that could not be had is tried again.
const RETRY_DELAY: Duration = Duration::from_millis(100);
/// How often a table is tried for whose owner changes meanwhile.
const TRIES: usize = 5;

type Done<T> = oneshot::Sender<Result<T, StoreError>>;

/// What waits for the lane.
pub(super) enum Order {
    Write(Write, Done<()>),
    Acquire(MatchId, Done<Option<Acquired>>),
    /// Nothing comes after it.
    Stop(oneshot::Sender<()>),
}

/// Which node writes, by its how manieth lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) node: NodeId,
    pub(super) lane: i32,
}

pub(super) struct Lane {
    shared: Arc<Shared>,
    orders: mpsc::UnboundedReceiver<Order>,
    open: Option<(Connection, Name)>,
    /// Where the tables of nodes had come to at their last beat; that of the dead is their last.
    left: HashMap<NodeId, HashMap<MatchId, Millis>>,
}

/// Why a statement brought nothing.
enum Failed {
    /// PostgreSQL says so; nothing happened.
    Refused(String),
    /// Nobody knows.
    Broken(String),
}

impl Lane {
    pub(super) fn new(shared: Arc<Shared>, orders: mpsc::UnboundedReceiver<Order>) -> Lane {
        Lane { shared, orders, open: None, left: HashMap::new() }
    }

    /// Writes until it is told to stop.
    pub(super) async fn run(mut self) {
        while let Some(first) = self.orders.recv().await {
            let mut orders = vec![first];
            while orders.len() < MAX_TOGETHER
                && let Ok(next) = self.orders.try_recv()
            {
                orders.push(next);
            }
            if let Some(stopped) = self.all(orders).await {
                self.orders.close();
                while let Ok(late) = self.orders.try_recv() {
                    refuse(late, &StoreError::Stopped);
                }
                // Whoever asked may have given up waiting.
                let _ = stopped.send(());
                return;
            }
        }
    }

    /// Carries out all of it in its order.
    async fn all(&mut self, orders: Vec<Order>) -> Option<oneshot::Sender<()>> {
        let mut appends = Vec::new();
        let mut wanted = Vec::new();
        for order in orders {
            // What can be done together waits for the first that can't.
            match order {
                Order::Write(Write::Change { id, epoch, change: Change::Append(entry) }, done) => {
                    self.acquire(std::mem::take(&mut wanted)).await;
                    appends.push(Append { id, epoch, entry, done });
                }
                Order::Acquire(id, done) => {
                    self.append(std::mem::take(&mut appends)).await;
                    wanted.push((id, done));
                }
                Order::Write(write, done) => {
                    self.acquire(std::mem::take(&mut wanted)).await;
                    self.append(std::mem::take(&mut appends)).await;
                    let result = self.write(write).await;
                    self.note(&result);
                    let _ = done.send(result);
                }
                Order::Stop(stopped) => {
                    self.acquire(wanted).await;
                    self.append(appends).await;
                    return Some(stopped);
                }
            }
        }
        self.acquire(wanted).await;
        self.append(appends).await;
        None
    }

    fn note(&self, result: &Result<(), StoreError>) {
        match result {
            // One table's trouble is not the store's.
            Ok(()) | Err(StoreError::Fenced(_)) => self.shared.note(None),
            Err(error) => self.shared.note(Some(error)),
        }
    }

    /// The connection of the lane, made again until it can be had, and in whose name it writes.
    async fn open(&mut self) -> (&Connection, Name) {
        let name = self.shared.name();
        let usable =
            |(open, used): &(Connection, Name)| !open.client.is_closed() && used.node == name.node;
        if !self.open.as_ref().is_some_and(usable) {
            self.open = None;
            let opened = loop {
                match self.shared.begin_lane().await {
                    Ok(opened) => break opened,
                    Err(error) => self.shared.note(Some(&error)),
                }
                tokio::time::sleep(RETRY_DELAY).await;
            };
            self.open = Some(opened);
        }
        let (connection, name) = self.open.as_ref().expect("it was opened");
        (connection, *name)
    }

    /// What became of a statement that failed; a broken lane is left.
    fn failed(&mut self, error: &tokio_postgres::Error) -> Failed {
        if is_certain(error) {
            return Failed::Refused(told(error));
        }
        self.open = None;
        Failed::Broken(told(error))
    }

    async fn append(&mut self, appends: Vec<Append>) {
        if appends.is_empty() {
            return;
        }
        METRICS.commits.add(1);
        METRICS.writes.add(appends.len() as u64);
        let columns = Columns::of(&appends);
        let (connection, name) = self.open().await;
        let added = columns.insert(connection, name).await;
        match added.map_err(|error| self.failed(&error)) {
            Ok(mut added) => {
                self.shared.note(None);
                for Append { id, entry, done, .. } in appends {
                    // A row that is missing was fenced.
                    let there = added.remove(&(id.as_str().to_owned(), entry.seq.cast_signed()));
                    let _ = done.send(if there { Ok(()) } else { Err(StoreError::Fenced(id)) });
                }
            }
            Err(failed) => {
                let error = failed.error();
                self.shared.note(Some(&error));
                for append in appends {
                    let _ = append.done.send(Err(error.clone()));
                }
            }
        }
    }

    async fn write(&mut self, write: Write) -> Result<(), StoreError> {
        METRICS.commits.add(1);
        METRICS.writes.add(1);
        let (connection, name) = self.open().await;
        let done = carry_out(connection, name, &write).await;
        match done {
            Ok(true) => Ok(()),
            Ok(false) => match write {
                // It was not this one's to give away.
                Write::Change { change: Change::Release, .. } => Ok(()),
                Write::Change { id, .. } => Err(StoreError::Fenced(id)),
                Write::Make(record) => Err(StoreError::Fenced(record.id)),
            },
            Err(error) => Err(self.failed(&error).error()),
        }
    }

    /// Takes tables that are nobody's, or were of a node that died.
    async fn acquire(&mut self, mut wanted: Vec<(MatchId, Done<Option<Acquired>>)>) {
        for _ in 0..TRIES {
            if wanted.is_empty() {
                return;
            }
            match self.try_to_acquire(&mut wanted).await {
                Ok(()) => {}
                Err(failed) => {
                    // It has not been had, and may be had later.
                    let error = match failed {
                        Failed::Refused(why) => self.shared.address.wrong(why),
                        broken @ Failed::Broken(_) => broken.error(),
                    };
                    for (_, done) in wanted {
                        let _ = done.send(Err(error.clone()));
                    }
                    return;
                }
            }
        }
        // Whoever asks again finds out who has it.
        for (id, done) in wanted {
            let _ = done.send(Err(StoreError::Fenced(id)));
        }
    }

    /// Answers those that can be answered; the others are to be tried again.
    async fn try_to_acquire(
        &mut self,
        wanted: &mut Vec<(MatchId, Done<Option<Acquired>>)>,
    ) -> Result<(), Failed> {
        let ids: Vec<&str> = wanted.iter().map(|(id, _)| id.as_str()).collect();
        let (connection, name) = self.open().await;
        let found = connection
            .query(
                "SELECT m.id, m.owner, m.format, n.address, coalesce(n.alive, false) FROM matches m \
                 LEFT JOIN nodes n ON n.node = m.owner WHERE m.id = ANY($1)",
                &[&ids],
            )
            .await
            .map_err(|error| self.failed(&error))?;
        let mut there = HashMap::new();
        for row in found {
            let owner: Option<i64> = row.get(1);
            let alive: bool = row.get(4);
            let free = !alive || owner == Some(name.node.0);
            let address: Option<String> = row.get(3);
            there.insert(row.get::<_, String>(0), (owner, row.get::<_, i32>(2), free, address));
        }
        // What this node left itself, after a broken lane say, went on until its latest beat.
        self.left.remove(&name.node);
        let (mut ids, mut owners, mut moments) = (Vec::new(), Vec::new(), Vec::new());
        let mut rest = Vec::new();
        for (id, done) in std::mem::take(wanted) {
            let answer = match there.remove(id.as_str()) {
                None => Ok(None),
                Some((_, format, true, _)) if format > FORMAT => {
                    match self.reader_of(format).await? {
                        Some(owner) => Ok(Some(Acquired::Elsewhere(owner))),
                        None => Err(StoreError::NewerMatch(id)),
                    }
                }
                Some((Some(node), _, false, address)) => {
                    let node = NodeId(node);
                    Ok(Some(Acquired::Elsewhere(Owner { node, address })))
                }
                Some((owner, ..)) => {
                    let moment = match owner.map(NodeId) {
                        Some(node) => self.left_at(node, &id).await?,
                        None => Millis::ZERO,
                    };
                    ids.push(id.as_str().to_owned());
                    owners.push(owner);
                    moments.push(moment.0);
                    rest.push((id, done));
                    continue;
                }
            };
            let _ = done.send(answer);
        }
        if rest.is_empty() {
            return Ok(());
        }
        let (connection, name) = self.open().await;
        let taken = take(connection, name, &ids, &owners, &moments).await;
        let taken = taken.map_err(|error| self.failed(&error))?;
        for (id, done) in rest {
            match taken.get(id.as_str()) {
                Some(epoch) => {
                    let _ = done.send(Ok(Some(Acquired::Ours(*epoch))));
                }
                None => wanted.push((id, done)),
            }
        }
        Ok(())
    }

    /// A node that reads what is written in a newer format, while a site is being upgraded.
    async fn reader_of(&mut self, format: i32) -> Result<Option<Owner>, Failed> {
        let (connection, _) = self.open().await;
        let found = connection
            .query(
                "SELECT node, address FROM nodes WHERE alive AND format >= $1 \
                 AND address IS NOT NULL ORDER BY node DESC LIMIT 1",
                &[&format],
            )
            .await
            .map_err(|error| self.failed(&error))?;
        Ok(found.first().map(|row| Owner { node: NodeId(row.get(0)), address: row.get(1) }))
    }

    /// The moment that a table had reached at the last beat of its node.
    async fn left_at(&mut self, node: NodeId, id: &MatchId) -> Result<Millis, Failed> {
        if !self.left.contains_key(&node) {
            let (connection, _) = self.open().await;
            let found = connection
                .query("SELECT moments FROM beats WHERE node = $1", &[&node.0])
                .await
                .map_err(|error| self.failed(&error))?;
            let moments = found.first().map(|row| read_moments(row.get(0))).unwrap_or_default();
            self.left.insert(node, moments.into_iter().collect());
        }
        let moments = &self.left[&node];
        Ok(moments.get(id).copied().unwrap_or(Millis::ZERO))
    }
}

impl Failed {
    fn error(self) -> StoreError {
        match self {
            Failed::Refused(why) => StoreError::Database(why),
            Failed::Broken(why) => StoreError::Unknown(why),
        }
    }
}

/// Answers an order that nobody carries out.
pub(super) fn refuse(order: Order, why: &StoreError) {
    // Whoever asked may have left.
    match order {
        Order::Write(_, done) => drop(done.send(Err(why.clone()))),
        Order::Acquire(_, done) => drop(done.send(Err(why.clone()))),
        Order::Stop(done) => drop(done.send(())),
    }
}

/// A row of the log that waits.
struct Append {
    id: MatchId,
    epoch: Epoch,
    entry: Entry,
    done: Done<()>,
}

/// Rows of the log as the statement takes them.
#[derive(Default)]
struct Columns<'a> {
    ids: Vec<&'a str>,
    epochs: Vec<i64>,
    seqs: Vec<i64>,
    moments: Vec<i64>,
    actors: Vec<Option<i16>>,
    commands: Vec<Option<i64>>,
    steps: Vec<&'a str>,
    stages: Vec<i16>,
    results: Vec<Option<&'a str>>,
}

impl<'a> Columns<'a> {
    fn of(appends: &'a [Append]) -> Columns<'a> {
        let mut columns = Columns::default();
        for Append { id, epoch, entry, .. } in appends {
            columns.ids.push(id.as_str());
            columns.epochs.push(epoch.0);
            columns.seqs.push(entry.seq.cast_signed());
            columns.moments.push(entry.at.0);
            columns.actors.push(entry.actor.map(i16::from));
            columns.commands.push(entry.command.map(u64::cast_signed));
            columns.steps.push(&entry.step);
            columns.stages.push(entry.stage.number().into());
            columns.results.push(entry.result);
        }
        columns
    }

    /// The one statement that appends; which rows are there now.
    async fn insert(
        &self,
        connection: &Connection,
        name: Name,
    ) -> Result<HashSet<(String, i64)>, tokio_postgres::Error> {
        let rows = connection
            .query(
                "WITH fence AS MATERIALIZED \
                   (SELECT 1 FROM nodes WHERE node = $1 AND lane = $2 AND alive FOR SHARE), \
                 b AS (SELECT * FROM unnest($3::text[], $4::int8[], $5::int8[], $6::int8[], \
                   $7::int2[], $8::int8[], $9::text[], $10::int2[], $11::text[]) \
                   AS b (match, epoch, seq, at, actor, command, step, stage, result)), \
                 added AS ( \
                   INSERT INTO log (match, seq, epoch, at, actor, command, step) \
                   SELECT b.match, b.seq, b.epoch, b.at, b.actor, b.command, b.step \
                   FROM fence, b \
                   JOIN matches m ON m.id = b.match AND m.owner = $1 AND m.epoch = b.epoch \
                   WHERE b.seq > m.packed AND NOT EXISTS \
                     (SELECT 1 FROM log l WHERE l.match = b.match AND l.seq >= b.seq) \
                   ON CONFLICT (match, seq) DO NOTHING RETURNING match, seq), \
                 changed AS ( \
                   UPDATE matches m SET stage = last.stage, result = last.result FROM ( \
                     SELECT DISTINCT ON (b.match) b.match, b.stage, b.result \
                     FROM b JOIN added USING (match, seq) ORDER BY b.match, b.seq DESC) last \
                   WHERE m.id = last.match \
                     AND (m.stage, m.result) IS DISTINCT FROM (last.stage, last.result)) \
                 SELECT match, seq FROM added",
                &[
                    &name.node.0,
                    &name.lane,
                    &self.ids,
                    &self.epochs,
                    &self.seqs,
                    &self.moments,
                    &self.actors,
                    &self.commands,
                    &self.steps,
                    &self.stages,
                    &self.results,
                ],
            )
            .await?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }
}

/// Takes tables from those who had them when they were looked at. They are locked in the order of their names, so that
/// nodes that want the same ones never wait for each other in a circle.
async fn take(
    connection: &Connection,
    name: Name,
    ids: &[String],
    owners: &[Option<i64>],
    moments: &[i64],
) -> Result<HashMap<String, Epoch>, tokio_postgres::Error> {
    let rows = connection
        .query(
            "WITH fence AS MATERIALIZED \
               (SELECT 1 FROM nodes WHERE node = $1 AND lane = $2 AND alive FOR SHARE), \
             b AS (SELECT * FROM unnest($3::text[], $4::int8[], $5::int8[]) AS b (match, owner, moment)), \
             locked AS MATERIALIZED (SELECT id FROM matches WHERE id = ANY($3) ORDER BY id FOR UPDATE) \
             UPDATE matches m SET owner = $1, epoch = m.epoch + 1, wanted_by = NULL, \
               moment = greatest(m.moment, b.moment), format = greatest(m.format, $6) \
             FROM fence, b, locked WHERE m.id = b.match AND m.id = locked.id \
               AND m.owner IS NOT DISTINCT FROM b.owner \
               AND (m.owner IS NULL OR m.owner = $1 OR EXISTS \
                 (SELECT 1 FROM nodes n WHERE n.node = m.owner AND NOT n.alive)) \
             RETURNING m.id, m.epoch",
            &[&name.node.0, &name.lane, &ids, &owners, &moments, &FORMAT],
        )
        .await?;
    Ok(rows.iter().map(|row| (row.get(0), Epoch(row.get(1)))).collect())
}

/// One statement that writes something else than rows of the log; whether it was done.
async fn carry_out(
    connection: &Connection,
    name: Name,
    write: &Write,
) -> Result<bool, tokio_postgres::Error> {
    let (id, epoch, change) = match write {
        Write::Make(record) => return make(connection, record).await,
        Write::Change { id, epoch, change } => (id.as_str(), epoch.0, change),
    };
    let (node, lane) = (name.node.0, name.lane);
    macro_rules! alter {
        ($set:literal, $($value:expr),*) => {
            connection.query(
                concat!(
                    "WITH fence AS MATERIALIZED (SELECT 1 FROM nodes \
                       WHERE node = $1 AND lane = $2 AND alive FOR SHARE) \
                     UPDATE matches SET ", $set, " FROM fence \
                     WHERE id = $3 AND owner = $1 AND epoch = $4 RETURNING 1"
                ),
                &[&node, &lane, &id, &epoch, $($value),*],
            ).await
        };
    }
    let changed = match change {
        Change::Append(_) => return Ok(false),
        Change::Seat { seat, record } => {
            let SeatRecord { secret, name, bot } = record;
            // Arrays begin with 1.
            let at = *seat as i32 + 1;
            let bot = bot.as_ref().map(ToString::to_string);
            let secret = &secret.0[..];
            alter!("secrets[$5] = $6, names[$5] = $7, bots[$5] = $8", &at, &secret, name, &bot)
        }
        Change::Moment(at) => alter!("moment = greatest(moment, $5)", &at.0),
        Change::Stage(stage) => {
            let stage = i16::from(stage.number());
            alter!("stage = $5", &stage)
        }
        Change::Release => alter!("owner = NULL, wanted_by = NULL",),
        Change::Rematch(next) => follow(connection, name, (id, epoch), next).await,
    };
    Ok(!changed?.is_empty())
}

/// What is written of a new match.
struct New {
    terms: String,
    secrets: Vec<Vec<u8>>,
    names: Vec<Option<String>>,
    bots: Vec<Option<String>>,
    maker: Option<Vec<u8>>,
}

impl New {
    fn of(record: &MatchRecord) -> New {
        let seats = || record.seats.iter().map(|(_, seat)| seat);
        New {
            terms: serde_json::to_string(&record.terms).expect("terms are texts and numbers"),
            secrets: seats().map(|seat| seat.secret.0.to_vec()).collect(),
            names: seats().map(|seat| seat.name.clone()).collect(),
            bots: seats().map(|seat| seat.bot.as_ref().map(ToString::to_string)).collect(),
            maker: record.maker.map(|maker| maker.to_vec()),
        }
    }
}

async fn make(
    connection: &Connection,
    record: &MatchRecord,
) -> Result<bool, tokio_postgres::Error> {
    let new = New::of(record);
    let made = connection
        .query(
            "INSERT INTO matches \
               (id, created, terms, public, arbiter, maker, secrets, names, bots, format) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING 1",
            &[
                &record.id.as_str(),
                &record.created,
                &new.terms,
                &record.terms.public,
                &&record.arbiter.0[..],
                &new.maker,
                &new.secrets,
                &new.names,
                &new.bots,
                &FORMAT,
            ],
        )
        .await?;
    Ok(!made.is_empty())
}

/// Makes the match that follows another, and names it there.
async fn follow(
    connection: &Connection,
    name: Name,
    (id, epoch): (&str, i64),
    next: &MatchRecord,
) -> Result<Vec<tokio_postgres::Row>, tokio_postgres::Error> {
    let new = New::of(next);
    connection
        .query(
            "WITH fence AS MATERIALIZED \
               (SELECT 1 FROM nodes WHERE node = $1 AND lane = $2 AND alive FOR SHARE), \
             named AS (UPDATE matches SET rematch = $5 FROM fence \
               WHERE id = $3 AND owner = $1 AND epoch = $4 RETURNING 1) \
             INSERT INTO matches \
               (id, created, terms, public, arbiter, maker, secrets, names, bots, format) \
             SELECT $5::text, $6::int8, $7::text, $8::bool, $9::bytea, $10::bytea, $11::bytea[], \
               $12::text[], $13::text[], $14::int4 FROM named RETURNING 1",
            &[
                &name.node.0,
                &name.lane,
                &id,
                &epoch,
                &next.id.as_str(),
                &next.created,
                &new.terms,
                &next.terms.public,
                &&next.arbiter.0[..],
                &new.maker,
                &new.secrets,
                &new.names,
                &new.bots,
                &FORMAT,
            ],
        )
        .await
}
