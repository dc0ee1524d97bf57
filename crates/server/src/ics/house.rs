//! The house behind the door: questions of the door answered by the hall and its tables.

mod lag;
mod lanes;

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tandem_ics::{Answer, Ask, Conn, Listed, News, Plan, Sitter, TableKey, Ticket};
use tandem_referee::{Act, MoveText, TimeControl};
use tandem_rules::{BySeat, Millis, Seat};
use tokio::sync::mpsc;

use self::lanes::{Lane, lane_of};
use super::connection::Meter;
use super::table::{Code, Seats, Table, opened, seated, sit, taken};
use crate::codes::{Ended, Problem};
use crate::fanout::ConnectionId;
use crate::hall::MakeError;
use crate::http::App;
use crate::ids::MatchId;
use crate::limits::maker;
use crate::store::{Stage, StoreError};
use crate::table::{Followed, Follower, Gone, Handle, NoSeat, Told};
use crate::terms::NewMatchRequest;
use crate::time::Stopwatch;
use crate::wire::Refused;

/// The most matches that are listed.
const LONGEST_LIST: usize = 50;
/// How old a list may be.
const LIST_AGE: Duration = Duration::from_secs(1);

/// What comes to the door from behind it.
pub(super) enum Note {
    News(News),
    /// A table that is followed tells something.
    Told(TableKey, Told),
}

/// Somebody who is connected.
struct Caller {
    address: IpAddr,
    meter: Arc<Meter>,
}

/// What is shared by those who see to questions.
struct Inner {
    app: Arc<App>,
    /// One way for answers and for what tables tell: the door hears both in their order.
    notes: mpsc::UnboundedSender<Note>,
    tables: Mutex<HashMap<TableKey, Table>>,
    callers: Mutex<HashMap<Conn, Caller>>,
    list: tokio::sync::Mutex<Option<(Stopwatch, Vec<Listed>)>>,
    measured: Mutex<HashMap<(TableKey, Seat), Stopwatch>>,
    lanes: Mutex<HashMap<(TableKey, Seat), Lane>>,
    next: AtomicU64,
}

/// The house behind the door.
#[derive(Clone)]
pub(super) struct House(Arc<Inner>);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn no(why: impl Into<String>) -> Answer {
    Answer::No(why.into())
}

fn put_away() -> String {
    Ended::TableGone.to_string()
}

impl House {
    pub(super) fn new(app: Arc<App>, notes: mpsc::UnboundedSender<Note>) -> House {
        House(Arc::new(Inner {
            app,
            notes,
            tables: Mutex::default(),
            callers: Mutex::default(),
            list: tokio::sync::Mutex::default(),
            measured: Mutex::default(),
            lanes: Mutex::default(),
            next: AtomicU64::new(1),
        }))
    }

    pub(super) fn connected(&self, conn: Conn, address: IpAddr, meter: Arc<Meter>) {
        lock(&self.0.callers).insert(conn, Caller { address, meter });
    }

    pub(super) fn disconnected(&self, conn: Conn) {
        lock(&self.0.callers).remove(&conn);
    }

    /// What a table tells, as news for the door.
    pub(super) fn told(&self, table: TableKey, told: Told) -> Option<News> {
        Some(match told {
            Told::Events { events, moment } => News::Happened { table, events, moment },
            Told::People(people) => News::People { table, people: seated(people) },
            Told::Gone => {
                // One that the door itself has closed is known here no more.
                lock(&self.0.tables).remove(&table)?;
                self.end_lanes(table);
                News::Gone { table }
            }
            Told::Next(id) => {
                let house = self.clone();
                tokio::spawn(async move { house.play_again(table, id).await });
                return None;
            }
        })
    }

    /// Sees to a question of the door.
    pub(super) fn ask(&self, ticket: Ticket, ask: Ask) {
        let house = self.clone();
        match ask {
            // Names are one matter for all doors, and need no waiting.
            Ask::Enter { name } => {
                let free = house.0.app.guests.enter(&name);
                house.answer(ticket, if free { Answer::Done } else { no("taken") });
            }
            Ask::Exit { name } => house.0.app.guests.leave(&name),
            ask => match lane_of(&ask) {
                Some(seat) => house.in_lane(seat, ticket, ask),
                None => {
                    tokio::spawn(async move { house.see_to(ticket, ask).await });
                }
            },
        }
    }

    fn answer(&self, ticket: Ticket, answer: Answer) {
        // A door that has ended needs no answer.
        let _ = self.0.notes.send(Note::News(News::Answered(ticket, answer)));
    }

    async fn see_to(&self, ticket: Ticket, ask: Ask) {
        let answer = match ask {
            Ask::Enter { .. } | Ask::Exit { .. } => return,
            Ask::Make(plan) => return self.make(ticket, plan).await,
            Ask::Sit { conn, code, seat, name } => {
                return self.sit(ticket, conn, &code, seat, name).await;
            }
            Ask::Open { conn, code } => self.open(conn, &code).await.unwrap_or_else(no),
            Ask::Act { conn, table, seat, act } => self.act(conn, (table, seat), act).await,
            Ask::Again { table, seat } => match self.sitting(table, seat) {
                Some((handle, _)) => done(handle.rematch(seat, true).await),
                None => no(put_away()),
            },
            Ask::Substitute { table, by, seat, bot } => self.substitute(table, by, seat, bot).await,
            Ask::Away { table, seat } => {
                if let Some((handle, connection)) = self.sitting(table, seat) {
                    handle.leave(connection).await;
                }
                return;
            }
            Ask::Back { table, seat } => self.back(table, seat).await,
            Ask::Close { table } => return self.close(table).await,
            Ask::Lag { conn, table, seat, late } => {
                return self.late(conn, (table, seat), late).await;
            }
            Ask::List => Answer::Listed(self.list().await),
        };
        self.answer(ticket, answer);
    }

    fn address(&self, conn: Conn) -> Option<IpAddr> {
        lock(&self.0.callers).get(&conn).map(|caller| caller.address)
    }

    /// The way of somebody at a seat to the table.
    fn sitting(&self, table: TableKey, seat: Seat) -> Option<(Arc<Handle>, ConnectionId)> {
        let tables = lock(&self.0.tables);
        let sitting = tables.get(&table)?.seats[seat].as_ref()?;
        Some((Arc::clone(&sitting.handle), sitting.connection))
    }

    fn followed(&self, id: &MatchId) -> Option<TableKey> {
        let tables = lock(&self.0.tables);
        tables.iter().find(|(_, table)| table.id == *id).map(|(key, _)| *key)
    }

    async fn find(&self, id: &MatchId) -> Result<Handle, String> {
        match self.0.app.hall.find(id).await {
            Ok(Some(handle)) => Ok(handle),
            Ok(None) => Err(Problem::NoSuchMatch.to_string()),
            Err(StoreError::Damaged(_)) => Err(Problem::Damaged.to_string()),
            Err(StoreError::NewerMatch(_)) => Err(Problem::NewerMatch.to_string()),
            Err(_) => Err(Problem::Stopping.to_string()),
        }
    }

    /// Follows a table, unless it is followed; whoever sits there now is added.
    async fn follow(
        &self,
        handle: &Handle,
        id: &MatchId,
        mut seats: Seats,
    ) -> Result<(TableKey, Followed), String> {
        let known = self.followed(id);
        let key = known.unwrap_or_else(|| TableKey(self.0.next.fetch_add(1, Ordering::Relaxed)));
        let notes = self.0.notes.clone();
        let follower = known.is_none().then(|| {
            Follower::new(key.0, move |told| {
                // A door that has ended follows nothing.
                let _ = notes.send(Note::Told(key, told));
            })
        });
        let followed = match handle.follow(follower).await {
            Ok(Ok(followed)) => followed,
            Ok(Err(_)) => return Err("The match can't be read.".to_owned()),
            Err(Gone) => return Err(put_away()),
        };
        let mut tables = lock(&self.0.tables);
        let table = tables.entry(key).or_insert_with(|| Table {
            id: id.clone(),
            handle: Arc::new(handle.another()),
            seats: BySeat::new_with(|_| None),
        });
        for (seat, sitting) in Seat::ALL.into_iter().zip(seats.values_mut()) {
            if let Some(sitting) = sitting.take() {
                table.seats[seat] = Some(sitting);
            }
        }
        Ok((key, followed))
    }

    /// What was asked for is open: the door hears it before the match can begin.
    async fn open_for(&self, ticket: Ticket, handle: &Handle, id: &MatchId, seats: Seats) {
        let taken = taken(id, &seats);
        let seats_taken: Vec<Seat> = taken.iter().map(|one| one.seat).collect();
        let (key, followed) = match self.follow(handle, id, seats).await {
            Ok(followed) => followed,
            Err(why) => return self.answer(ticket, no(why)),
        };
        self.answer(ticket, Answer::Opened(opened(key, id, followed, taken)));
        for seat in seats_taken {
            if let Some((handle, _)) = self.sitting(key, seat) {
                // A table that was put away can't begin.
                let _ = handle.ready(seat, true).await;
            }
        }
    }

    async fn make(&self, ticket: Ticket, plan: Plan) {
        let made = self.try_make(plan).await;
        match made {
            Ok((handle, id, seats)) => self.open_for(ticket, &handle, &id, seats).await,
            Err(why) => self.answer(ticket, no(why)),
        }
    }

    async fn try_make(&self, plan: Plan) -> Result<(Handle, MatchId, Seats), String> {
        let address = self.address(plan.maker).ok_or("Whoever asked has left.")?;
        let mut bots = BTreeMap::new();
        for (seat, sitter) in plan.seats.iter() {
            if let Sitter::Bot(word) = sitter {
                bots.insert(seat, word.parse().map_err(|_| "There is no such bot.")?);
            }
        }
        let bot_count = bots.len();
        let time = TimeControl { base: plan.base, increment: plan.increment, delay: Millis::ZERO };
        let wish = NewMatchRequest {
            book: Some(plan.book.clone()),
            time: Some(time),
            public: true,
            bots,
            ..NewMatchRequest::default()
        };
        let app = &self.0.app;
        // They play at tables of this machine, whatever the others have.
        if bot_count > app.hall.bots().free() {
            return Err(Problem::TooManyBots.to_string());
        }
        let made = app.hall.make(wish, Some(maker(&app.salt, address))).await;
        let made = made.map_err(|error| match error {
            MakeError::Terms(bad) => bad.to_string(),
            MakeError::TooMany(_) => "You have too many matches; try again later.".to_owned(),
            MakeError::TooManyBots => Problem::TooManyBots.to_string(),
            MakeError::Random(_) | MakeError::Store(_) => Problem::CantStore.to_string(),
        })?;
        let handle = self.find(&made.id).await?;
        let mut seats = BySeat::new_with(|_| None);
        for (seat, sitter) in plan.seats.iter() {
            if let Sitter::Here(name) = sitter {
                let secret = made.seats[seat].clone();
                seats[seat] = Some(sit(&handle, &made.id, seat, secret, name.clone()).await?);
            }
        }
        Ok((handle, made.id, seats))
    }

    async fn sit(&self, ticket: Ticket, conn: Conn, code: &str, wish: Option<Seat>, name: String) {
        match self.try_sit(conn, code, wish, name).await {
            Ok((handle, id, seats)) => self.open_for(ticket, &handle, &id, seats).await,
            Err(why) => self.answer(ticket, no(why)),
        }
    }

    async fn try_sit(
        &self,
        conn: Conn,
        code: &str,
        wish: Option<Seat>,
        name: String,
    ) -> Result<(Handle, MatchId, Seats), String> {
        let code = Code::read(code).ok_or_else(|| Problem::NoSuchMatch.to_string())?;
        let handle = self.find(&code.id).await?;
        let (seat, secret) = match code.seat {
            Some(found) => found,
            None => {
                let address = self.address(conn).ok_or("Whoever asked has left.")?;
                if !self.0.app.limits.may_join(address) {
                    return Err(Problem::TooManySeats.to_string());
                }
                match handle.take_seat(wish, name.clone()).await {
                    Ok(Ok(taken)) => (taken.seat, taken.secret),
                    Ok(Err(NoSeat::Refused(why))) => return Err(why.to_string()),
                    Ok(Err(NoSeat::CantStore)) => {
                        return Err(Problem::CantStore.to_string());
                    }
                    Err(Gone) => return Err(put_away()),
                }
            }
        };
        let mut seats = BySeat::new_with(|_| None);
        seats[seat] = Some(sit(&handle, &code.id, seat, secret, name).await?);
        Ok((handle, code.id, seats))
    }

    async fn open(&self, conn: Conn, code: &str) -> Result<Answer, String> {
        let address = self.address(conn).ok_or("Whoever asked has left.")?;
        // The whole log is read for it, as for a record.
        if !self.0.app.limits.may_read(address).await {
            return Err(Problem::TooManyRecords.to_string());
        }
        let code = Code::read(code).ok_or_else(|| Problem::NoSuchMatch.to_string())?;
        let handle = self.find(&code.id).await?;
        let nobody = BySeat::new_with(|_| None);
        let (key, followed) = self.follow(&handle, &code.id, nobody).await?;
        Ok(Answer::Opened(opened(key, &code.id, followed, Vec::new())))
    }

    async fn act(&self, conn: Conn, (table, seat): (TableKey, Seat), act: Act<MoveText>) -> Answer {
        let Some((handle, connection)) = self.sitting(table, seat) else { return no(put_away()) };
        self.measure(conn, (table, seat), &handle, connection).await;
        match handle.act_directly(connection, seat, act).await {
            Ok(Some(Ok(()))) => Answer::Done,
            Ok(Some(Err(Refused::ByTheBook(refusal)))) => Answer::Refused(refusal),
            Ok(Some(Err(Refused::Session(why)))) => no(why.to_string()),
            Ok(None) => no(Ended::SeatElsewhere.to_string()),
            Err(Gone) => no(put_away()),
        }
    }

    async fn substitute(
        &self,
        table: TableKey,
        by: Seat,
        seat: Seat,
        bot: Option<String>,
    ) -> Answer {
        let Some((handle, _)) = self.sitting(table, by) else { return no(put_away()) };
        match bot {
            None if by == seat => done(handle.take_back(seat).await),
            bot => {
                let kind = bot.and_then(|word| word.parse().ok());
                done(handle.substitute(by, seat, kind).await)
            }
        }
    }

    /// Somebody is back: the same secret opens the seat again.
    async fn back(&self, table: TableKey, seat: Seat) -> Answer {
        let found = {
            let tables = lock(&self.0.tables);
            let one = tables.get(&table);
            one.and_then(|one| {
                let sitting = one.seats[seat].as_ref()?;
                let id = one.id.clone();
                Some((Arc::clone(&one.handle), id, sitting.secret.clone(), sitting.name.clone()))
            })
        };
        let Some((handle, id, secret, name)) = found else { return no(put_away()) };
        match sit(&handle, &id, seat, secret, name).await {
            Ok(sitting) => {
                if let Some(one) = lock(&self.0.tables).get_mut(&table) {
                    one.seats[seat] = Some(sitting);
                }
                Answer::Done
            }
            Err(why) => no(why),
        }
    }

    async fn close(&self, table: TableKey) {
        let Some(mut one) = lock(&self.0.tables).remove(&table) else { return };
        self.end_lanes(table);
        one.handle.unfollow(table.0).await;
        for sitting in one.seats.values_mut().iter_mut().filter_map(Option::take) {
            sitting.handle.leave(sitting.connection).await;
        }
        lock(&self.0.measured).retain(|(key, _), _| *key != table);
    }

    /// The rematch that all four want.
    async fn play_again(&self, before: TableKey, id: MatchId) {
        let seats: Vec<(Seat, crate::ids::Secret, String)> = {
            let tables = lock(&self.0.tables);
            let Some(table) = tables.get(&before) else { return };
            let sitting = table.seats.iter().filter_map(|(seat, one)| Some((seat, one.as_ref()?)));
            sitting
                .map(|(seat, one)| (seat.opponent(), one.secret.clone(), one.name.clone()))
                .collect()
        };
        let Ok(handle) = self.find(&id).await else { return };
        let mut sat = BySeat::new_with(|_| None);
        for (seat, secret, name) in seats {
            sat[seat] = sit(&handle, &id, seat, secret, name).await.ok();
        }
        let taken = taken(&id, &sat);
        let Ok((key, followed)) = self.follow(&handle, &id, sat).await else { return };
        let opened = opened(key, &id, followed, taken);
        let _ = self.0.notes.send(Note::News(News::Next { before, opened }));
        for seat in Seat::ALL {
            if let Some((handle, _)) = self.sitting(key, seat) {
                let _ = handle.ready(seat, true).await;
            }
        }
    }

    /// What goes on, at most a second old.
    async fn list(&self) -> Vec<Listed> {
        let mut kept = self.0.list.lock().await;
        if let Some((since, list)) = &*kept
            && since.elapsed() < LIST_AGE
        {
            return list.clone();
        }
        let read = self.0.app.hall.lister(Stage::Running, LONGEST_LIST);
        let found = tokio::task::spawn_blocking(read).await;
        let mut list = Vec::new();
        for one in found.into_iter().flatten().flatten() {
            let id = one.record.id;
            let Ok(handle) = self.find(&id).await else { continue };
            let Ok(look) = handle.look().await else { continue };
            let (game, moment) = (look.game, look.moment);
            list.push(Listed { code: id.to_string(), game, moment, people: seated(look.people) });
        }
        *kept = Some((Stopwatch::start(), list.clone()));
        list
    }
}

fn done(outcome: Result<(), Gone>) -> Answer {
    match outcome {
        Ok(()) => Answer::Done,
        Err(Gone) => no(put_away()),
    }
}
