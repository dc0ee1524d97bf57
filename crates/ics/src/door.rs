//! The door: every connection, everybody who is here, every table that is followed.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use tandem_rules::{BoardId, ByBoard, Millis, Rulebook, Seat};

use crate::asked::Asked;
use crate::house::{Ask, Bot, Conn, Effect, News, TableKey, Ticket};
use crate::offers::Offer;
use crate::person::{Partner, Person, PersonId};
use crate::session::{Ivar, LOGIN_TIME, Sealing, Session, Stage};
use crate::table::Table;
use crate::text::END;
use crate::wire::{Line, Opened, open};

/// How long somebody who does not play may do nothing.
const IDLE_TIME: Millis = Millis(3_600_000);
/// How long the house may take to answer before the line goes on without it.
const ANSWER_TIMEOUT: Millis = Millis(30_000);

/// What the door needs to know of the house.
#[derive(Clone, Debug)]
pub struct Config {
    /// The books that can be played by.
    pub books: Vec<Arc<Rulebook>>,
    /// The bots that can be asked for.
    pub bots: Vec<Bot>,
    /// The time of day when the door's own time was nought, in milliseconds since 1970.
    pub epoch: Millis,
}

/// The door for ICS clients.
///
/// Bytes, closed lines, news of the house and time go in; bytes, closings and questions to the
/// house come out. It opens no socket and reads no clock.
#[derive(Debug)]
pub struct Door {
    pub(crate) config: Config,
    pub(crate) sessions: HashMap<Conn, Session>,
    pub(crate) people: BTreeMap<PersonId, Person>,
    pub(crate) tables: BTreeMap<TableKey, Table>,
    pub(crate) offers: Vec<Offer>,
    pub(crate) asked: HashMap<Ticket, (Millis, Asked)>,
    /// Game numbers of matches that were listed and are not followed.
    pub(crate) listed: BTreeMap<String, ByBoard<u32>>,
    pub(crate) now: Millis,
    /// When time last acted by itself.
    ticked: Millis,
    pub(crate) guests: u32,
    next_person: u64,
    next_ticket: u64,
    effects: Vec<Effect>,
    dirty: BTreeSet<Conn>,
    /// Connections with lines that wait for their turn.
    waiting: BTreeSet<Conn>,
}

impl Door {
    /// A door that nobody has come through yet.
    #[must_use]
    pub fn new(config: Config) -> Door {
        Door {
            config,
            sessions: HashMap::new(),
            people: BTreeMap::new(),
            tables: BTreeMap::new(),
            offers: Vec::new(),
            asked: HashMap::new(),
            listed: BTreeMap::new(),
            now: Millis::ZERO,
            ticked: Millis::ZERO,
            guests: 0,
            next_person: 1,
            next_ticket: 1,
            effects: Vec::new(),
            dirty: BTreeSet::new(),
            waiting: BTreeSet::new(),
        }
    }

    /// Somebody has connected.
    pub fn opened(&mut self, now: Millis, conn: Conn) -> Vec<Effect> {
        self.now = self.now.max(now);
        let mut session = Session::new(self.now);
        session.out.push_str(&crate::login::banner());
        self.sessions.insert(conn, session);
        self.dirty.insert(conn);
        self.flush()
    }

    /// Bytes have come.
    pub fn heard(&mut self, now: Millis, conn: Conn, bytes: &[u8]) -> Vec<Effect> {
        self.now = self.now.max(now);
        if let Some(session) = self.sessions.get_mut(&conn) {
            session.heard = self.now;
            let (queue, answers) = (&mut session.queue, &mut session.bytes);
            session.lines.read(
                bytes,
                |line| queue.push_back(line),
                |answer| answers.extend_from_slice(&answer),
            );
            self.dirty.insert(conn);
            self.pump(conn);
        }
        self.flush()
    }

    /// A connection is gone.
    pub fn closed(&mut self, now: Millis, conn: Conn) -> Vec<Effect> {
        self.now = self.now.max(now);
        self.drop_session(conn);
        self.flush()
    }

    /// The house has something to tell.
    pub fn news(&mut self, now: Millis, news: News) -> Vec<Effect> {
        self.now = self.now.max(now);
        self.take_news(news);
        self.flush()
    }

    /// Time has passed: lines that waited for their turn are seen to, and who has been silent
    /// for too long is sent away.
    pub fn tick(&mut self, now: Millis) -> Vec<Effect> {
        self.now = self.now.max(now);
        self.ticked = self.now;
        for conn in self.waiting.clone() {
            self.pump(conn);
        }
        self.send_idle_away();
        self.give_up_waiting();
        self.flush()
    }

    /// When to tick next, whatever comes meanwhile.
    #[must_use]
    pub fn wakes_at(&self) -> Option<Millis> {
        let lines = self.waiting.iter().filter_map(|conn| self.sessions.get(conn)?.next_at()).min();
        // Nobody minds a second when somebody is sent away.
        let house = (!self.sessions.is_empty()).then(|| self.ticked + Millis(1_000));
        lines.into_iter().chain(house).min()
    }

    /// Whether so much of a connection waits here that nothing more of it should be read.
    #[must_use]
    pub fn is_full(&self, conn: Conn) -> bool {
        self.sessions.get(&conn).is_some_and(Session::is_full)
    }

    /// Sees to the lines of a connection, one after the other, as far as they may be.
    pub(crate) fn pump(&mut self, conn: Conn) {
        let now = self.now;
        while let Some(line) = self.sessions.get_mut(&conn).and_then(|session| session.next(now)) {
            self.line(conn, line);
        }
        let waits = self.sessions.get(&conn).is_some_and(|session| session.next_at().is_some());
        if waits {
            self.waiting.insert(conn);
        } else {
            self.waiting.remove(&conn);
        }
        self.dirty.insert(conn);
    }

    fn line(&mut self, conn: Conn, line: Line) {
        let bytes = match line {
            Line::Bytes(bytes) => bytes,
            Line::Interrupt => return self.send_away(conn, ""),
            Line::TooLong => {
                return self.answer_in_place(conn, "The line is too long: 1023 bytes at most.");
            }
        };
        let Some(session) = self.sessions.get_mut(&conn) else { return };
        let (text, late) = match unseal(session, bytes, self.now) {
            Some(read) => read,
            // The first line of a sealed client says only what it is.
            None => return,
        };
        let text: String = text.chars().filter(|c| *c == '\t' || !c.is_control()).collect();
        match session.stage.clone() {
            Stage::In(me) => {
                self.note_lag(me, late);
                self.command(me, &text);
            }
            stage => self.login_line(conn, stage, text.trim()),
        }
    }

    /// Something that can't be a command, answered where the connection stands.
    fn answer_in_place(&mut self, conn: Conn, text: &str) {
        let Some(session) = self.sessions.get_mut(&conn) else { return };
        session.reply.push_str(text);
        session.reply.push_str(END);
        match session.stage {
            Stage::In(_) => session.finish_reply(false),
            Stage::Name | Stage::Password(_) | Stage::Return(_) => {
                session.stage = Stage::Name;
                let text = std::mem::take(&mut session.reply);
                session.out.push_str(&text);
                session.out.push_str("login: ");
            }
        }
    }

    fn note_lag(&mut self, me: PersonId, late: Option<Millis>) {
        let Some(late) = late else { return };
        let Some(playing) = self.people.get(&me).and_then(|person| person.playing.clone()) else {
            return;
        };
        let Some(conn) = self.conn_of(me) else { return };
        let lag = Ask::Lag { conn, table: playing.table, seat: playing.seat, late };
        self.ask(lag, Asked::Nothing);
    }

    /// What was put together goes out.
    fn flush(&mut self) -> Vec<Effect> {
        for conn in std::mem::take(&mut self.dirty) {
            let Some(session) = self.sessions.get_mut(&conn) else { continue };
            let bytes = session.take_output();
            if !bytes.is_empty() {
                self.effects.push(Effect::Send(conn, bytes));
            }
        }
        // What the house answers comes after what was said before it was asked.
        let effects = std::mem::take(&mut self.effects).into_iter();
        let (asks, rest): (Vec<_>, Vec<_>) =
            effects.partition(|effect| matches!(effect, Effect::Ask(..)));
        rest.into_iter().chain(asks).collect()
    }

    /// Closes a connection with a last word.
    pub(crate) fn send_away(&mut self, conn: Conn, word: &str) {
        if let Some(session) = self.sessions.get_mut(&conn) {
            if !word.is_empty() {
                session.out.push_str(&format!("{END}{word}{END}"));
            }
            let bytes = session.take_output();
            if !bytes.is_empty() {
                self.effects.push(Effect::Send(conn, bytes));
            }
            self.effects.push(Effect::Close(conn));
        }
        self.drop_session(conn);
    }

    fn drop_session(&mut self, conn: Conn) {
        self.dirty.remove(&conn);
        self.waiting.remove(&conn);
        let Some(session) = self.sessions.remove(&conn) else { return };
        match session.stage {
            Stage::In(me) => {
                if let Some(person) = self.people.get_mut(&me) {
                    person.paid_until = session.paid_until;
                }
                self.leave(me, conn);
            }
            Stage::Return(name) => {
                self.ask(Ask::Exit { name }, Asked::Nothing);
            }
            Stage::Name | Stage::Password(_) => {}
        }
    }

    fn send_idle_away(&mut self) {
        let now = self.now;
        let mut away = Vec::new();
        for (conn, session) in &self.sessions {
            match session.stage {
                Stage::Name | Stage::Password(_) | Stage::Return(_) => {
                    if now - session.came >= LOGIN_TIME {
                        away.push((*conn, "**** LOGIN TIMEOUT ****"));
                    }
                }
                Stage::In(me) => {
                    let Some(person) = self.people.get(&me) else { continue };
                    if now - person.active >= IDLE_TIME && person.playing.is_none() {
                        away.push((
                            *conn,
                            "**** Auto-logout because you were idle more than 60 minutes. ****",
                        ));
                    }
                }
            }
        }
        away.sort_unstable_by_key(|(conn, _)| *conn);
        for (conn, word) in away {
            self.send_away(conn, word);
        }
    }

    /// A house that does not answer holds nobody's line for ever.
    fn give_up_waiting(&mut self) {
        let late = |since: Millis| self.now - since >= ANSWER_TIMEOUT;
        let mut given_up: Vec<Ticket> =
            self.asked.iter().filter(|(_, (since, _))| late(*since)).map(|(one, _)| *one).collect();
        given_up.sort_unstable();
        for ticket in given_up {
            let no = crate::house::Answer::No("The table does not answer.".to_owned());
            self.take_news(News::Answered(ticket, no));
        }
    }

    // Questions to the house.

    pub(crate) fn ask(&mut self, ask: Ask, then: Asked) -> Ticket {
        let ticket = Ticket(self.next_ticket);
        self.next_ticket += 1;
        if then != Asked::Nothing {
            self.asked.insert(ticket, (self.now, then));
        }
        self.effects.push(Effect::Ask(ticket, ask));
        ticket
    }

    /// Asks for somebody whose command waits for the answer.
    pub(crate) fn ask_for(&mut self, me: PersonId, ask: Ask, then: Asked) {
        let ticket = self.ask(ask, then);
        if let Some(session) = self.session_of(me) {
            session.waiting = Some(ticket);
        }
    }

    // People.

    pub(crate) fn session_of(&mut self, person: PersonId) -> Option<&mut Session> {
        let conn = self.people.get(&person)?.conn?;
        self.sessions.get_mut(&conn)
    }

    pub(crate) fn conn_of(&self, person: PersonId) -> Option<Conn> {
        self.people.get(&person)?.conn
    }

    pub(crate) fn is_set(&self, person: PersonId, ivar: Ivar) -> bool {
        let session = self.conn_of(person).and_then(|conn| self.sessions.get(&conn));
        session.is_some_and(|session| session.is_set(ivar))
    }

    /// Adds a line to the answer of the command that somebody's session is seeing to.
    pub(crate) fn say(&mut self, me: PersonId, line: &str) {
        if let Some(session) = self.session_of(me) {
            session.reply.push_str(line);
            session.reply.push_str(END);
        }
    }

    /// Tells somebody something unasked.
    pub(crate) fn tell(&mut self, to: PersonId, line: &str) {
        let Some(conn) = self.conn_of(to) else { return };
        if let Some(session) = self.sessions.get_mut(&conn) {
            session.unasked.push_str(line);
            session.unasked.push_str(END);
            self.dirty.insert(conn);
        }
    }

    pub(crate) fn add_person(&mut self, conn: Conn, name: String) -> PersonId {
        let id = PersonId(self.next_person);
        self.next_person += 1;
        self.people.insert(id, Person::new(name, conn, self.now));
        id
    }

    pub(crate) fn name_of(&self, person: PersonId) -> &str {
        self.people.get(&person).map_or("", |person| person.name.as_str())
    }

    /// Somebody by the whole name.
    pub(crate) fn person_named(&self, name: &str) -> Option<PersonId> {
        let same = |person: &Person| person.name.eq_ignore_ascii_case(name);
        self.people.iter().find(|(_, person)| same(person)).map(|(id, _)| *id)
    }

    /// A bot by the whole name.
    pub(crate) fn bot_named(&self, name: &str) -> Option<usize> {
        self.config.bots.iter().position(|bot| bot.name.eq_ignore_ascii_case(name))
    }

    /// A person or a bot by the name or the beginning of one.
    pub(crate) fn find(&self, word: &str) -> Option<Partner> {
        let exact = self.person_named(word).map(Partner::Person);
        if let Some(found) = exact.or_else(|| self.bot_named(word).map(Partner::Bot)) {
            return Some(found);
        }
        match self.named_so(word)[..] {
            [one] if word.len() >= 2 => Some(one),
            _ => None,
        }
    }

    /// Everybody whose name begins so.
    pub(crate) fn named_so(&self, word: &str) -> Vec<Partner> {
        let begins = |name: &str| {
            name.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
        };
        let people = self.people.iter().filter(|(_, person)| begins(&person.name));
        let bots = self.config.bots.iter().enumerate().filter(|(_, bot)| begins(&bot.name));
        people
            .map(|(id, _)| Partner::Person(*id))
            .chain(bots.map(|(at, _)| Partner::Bot(at)))
            .collect()
    }

    pub(crate) fn partner_name(&self, partner: Partner) -> &str {
        match partner {
            Partner::Person(id) => self.name_of(id),
            Partner::Bot(at) => self.config.bots.get(at).map_or("", |bot| bot.name.as_str()),
        }
    }

    /// The same with the mark of a guest or a computer.
    pub(crate) fn titled(&self, who: Partner) -> String {
        match who {
            Partner::Person(id) => format!("{}(U)", self.name_of(id)),
            Partner::Bot(_) => format!("{}(C)", self.partner_name(who)),
        }
    }

    /// The partner who is a person.
    pub(crate) fn human_partner(&self, person: PersonId) -> Option<PersonId> {
        match self.people.get(&person)?.partner? {
            Partner::Person(partner) => Some(partner),
            Partner::Bot(_) => None,
        }
    }

    // Tables.

    pub(crate) fn playing(&self, me: PersonId) -> Option<(&Table, Seat)> {
        let playing = self.people.get(&me)?.playing.as_ref()?;
        Some((self.tables.get(&playing.table)?, playing.seat))
    }

    /// Two game numbers that nobody has: the lowest ones.
    pub(crate) fn free_numbers(&self) -> ByBoard<u32> {
        let followed = self.tables.values().map(|table| table.numbers);
        let taken: BTreeSet<u32> = followed
            .chain(self.listed.values().copied())
            .flat_map(|numbers| [numbers[BoardId::A], numbers[BoardId::B]])
            .collect();
        let mut free = (1..).filter(|number| !taken.contains(number));
        ByBoard::new_with(|_| free.next().unwrap_or(u32::MAX))
    }
}

/// The text of a line, and by how much it was later than the fastest if it was sealed. None if
/// it only says that lines will be sealed.
fn unseal(session: &mut Session, bytes: Vec<u8>, now: Millis) -> Option<(String, Option<Millis>)> {
    let plain = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match session.sealing {
        Sealing::Plain => Some((plain(&bytes), None)),
        Sealing::Unknown => {
            let hello = open(&bytes).filter(|opened| {
                opened.text.starts_with(b"TIMESTAMP|") || opened.text.starts_with(b"TIMESEAL2|")
            });
            if hello.is_some() {
                session.sealing = Sealing::Sealed(None);
                return None;
            }
            session.sealing = Sealing::Plain;
            Some((plain(&bytes), None))
        }
        Sealing::Sealed(least) => {
            // A line that can't be opened is read as it is: the answer will say what is wrong.
            let Some(Opened { text, stamp }) = open(&bytes) else {
                return Some((plain(&bytes), None));
            };
            let behind = stamp.and_then(|stamp| now.0.checked_sub(stamp));
            let least = least.into_iter().chain(behind).min();
            session.sealing = Sealing::Sealed(least);
            let late = behind.zip(least).map(|(behind, least)| Millis(behind).0 - least);
            Some((plain(&text), late.map(Millis)))
        }
    }
}
