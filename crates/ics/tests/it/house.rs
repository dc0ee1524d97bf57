//! A house for tests: real referees, no store, no bots that think, time as it is told.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tandem_ics::{
    Answer, Ask, Bot, Config, Conn, Door, Effect, Listed, News, Opened, Plan, Seated, Sitter,
    TableKey, Taken, Ticket,
};
use tandem_notation::script::Step;
use tandem_notation::{Bfen, read_command};
use tandem_referee::{Command, Event, Input, Match, Phase, Press, Settings, TimeControl};
use tandem_rules::book::BUILTIN_IDS;
use tandem_rules::{BySeat, Millis, Rulebook, Seat};

/// A table.
struct Table {
    key: TableKey,
    code: String,
    settings: Settings,
    game: Match,
    log: Vec<Event>,
    people: BySeat<Seated>,
    /// By the house's time, when the match's was nought.
    since: Millis,
    followed: bool,
    again: BTreeSet<Seat>,
}

impl Table {
    fn moment(&self, now: Millis) -> Millis {
        now - self.since
    }

    fn opened(&self, now: Millis, taken: &[Seat]) -> Box<Opened> {
        let way_back = |seat: &Seat| Taken {
            seat: *seat,
            name: self.people[*seat].name.clone().unwrap_or_default(),
            way_back: format!("{}#{seat}:secret{seat}", self.code),
        };
        Box::new(Opened {
            table: self.key,
            code: self.code.clone(),
            settings: self.settings.clone(),
            arbiter: true,
            log: self.log.clone(),
            moment: self.moment(now),
            people: self.people.clone(),
            taken: taken.iter().map(way_back).collect(),
        })
    }
}

/// The door with a house behind it.
pub(crate) struct World {
    pub(crate) door: Door,
    pub(crate) now: Millis,
    tables: BTreeMap<TableKey, Table>,
    names: BTreeSet<String>,
    /// What was sent, in order; `None`: the connection was closed.
    pub(crate) sent: Vec<(Conn, Option<Vec<u8>>)>,
    /// What the house answers to the next wish for a table, if it can't be made.
    pub(crate) no_table: Option<String>,
    /// By how much lines were late, as the house was told.
    pub(crate) lag: Vec<(Seat, Millis)>,
}

fn bots() -> Vec<Bot> {
    let bot = |level: u8| Bot { word: level.to_string(), name: format!("Bot{level}") };
    let sjeng = Bot { word: "sjeng".to_owned(), name: "sjeng".to_owned() };
    vec![bot(3), bot(5), sjeng]
}

fn settings(book: &str, time: TimeControl) -> Settings {
    let book = Rulebook::builtin(book).unwrap_or_else(|| panic!("no book {book}"));
    Settings { time, ..Settings::new(Arc::new(book)) }
}

impl World {
    pub(crate) fn new() -> World {
        let books: Vec<Arc<Rulebook>> =
            BUILTIN_IDS.into_iter().filter_map(Rulebook::builtin).map(Arc::new).collect();
        // 2026-05-02 07:03 UTC.
        let config = Config { books, bots: bots(), epoch: Millis(1_777_705_380_000) };
        World {
            door: Door::new(config),
            now: Millis::ZERO,
            tables: BTreeMap::new(),
            names: BTreeSet::new(),
            sent: Vec::new(),
            no_table: None,
            lag: Vec::new(),
        }
    }

    pub(crate) fn connect(&mut self, conn: Conn) {
        let effects = self.door.opened(self.now, conn);
        self.see_to(effects);
    }

    pub(crate) fn hear(&mut self, conn: Conn, bytes: &[u8]) {
        let effects = self.door.heard(self.now, conn, bytes);
        self.see_to(effects);
    }

    pub(crate) fn close(&mut self, conn: Conn) {
        let effects = self.door.closed(self.now, conn);
        self.see_to(effects);
    }

    /// Time passes; flags fall when they are due.
    pub(crate) fn wait(&mut self, millis: i64) {
        let until = self.now + Millis(millis);
        loop {
            let due = |table: &Table| Some((table.since + table.game.deadline()?, table.key));
            let next = self.tables.values().filter_map(due).min();
            let Some((at, key)) = next.filter(|(at, _)| *at <= until) else { break };
            self.now = self.now.max(at);
            self.act(key, &Command::Tick).expect("time is never refused");
        }
        self.now = until;
        let effects = self.door.tick(self.now);
        self.see_to(effects);
    }

    /// Somebody at a page, or a bot, or the arbiter does something: `A e4`, `arbiter stop`.
    pub(crate) fn at_table(&mut self, number: u64, line: &str) {
        let key = TableKey(number);
        let table = &self.tables[&key];
        let moment = table.moment(self.now);
        let step: Result<Step, _> = format!("{moment} {line}").parse();
        let step = step.unwrap_or_else(|error| panic!("{line}: {error}"));
        let command = read_command(&table.game, step.command);
        self.act(key, &command).unwrap_or_else(|refusal| panic!("{line}: {refusal}"));
    }

    /// A page makes a table: everybody comes later. `open`: hands can do anything; `press`: the press is an
    /// act of its own; anything else: the position that is set up.
    pub(crate) fn page_makes(&mut self, book: &str, seconds: i64, how: &str) {
        let mut settings = settings(book, TimeControl::sudden_death(Millis::from_secs(seconds)));
        let mut rest = how.trim();
        while !rest.is_empty() {
            let (word, more) = rest.split_once(' ').unwrap_or((rest, ""));
            match word {
                "open" => settings.input = Input::Open,
                "press" => settings.press = Press::Manual,
                _ => {
                    let bfen = Bfen::parse_lenient(rest).unwrap_or_else(|e| panic!("{rest}: {e}"));
                    settings.positions = bfen.boards.map(|board| board.position);
                    break;
                }
            }
            rest = more.trim();
        }
        let _ = self.open_table(settings, BySeat::default());
    }

    /// A page sits down, gets up, or is there again.
    pub(crate) fn page(&mut self, number: u64, seat: Seat, name: Option<&str>, there: bool) {
        let key = TableKey(number);
        let table = self.tables.get_mut(&key).expect("a table");
        table.people[seat] = Seated { name: name.map(str::to_owned), bot: false, there };
        self.tell_people(key);
        self.start_if_full(key);
    }

    pub(crate) fn page_says(&mut self, number: u64, text: &str) {
        let news = News::Notice { table: TableKey(number), text: text.to_owned() };
        self.tell(news);
    }

    pub(crate) fn put_away(&mut self, number: u64) {
        self.tables.remove(&TableKey(number));
        self.tell(News::Gone { table: TableKey(number) });
    }

    pub(crate) fn stop(&mut self) {
        self.tell(News::Stopping);
    }

    pub(crate) fn game(&self, number: u64) -> &Match {
        &self.tables[&TableKey(number)].game
    }

    pub(crate) fn tell(&mut self, news: News) {
        let effects = self.door.news(self.now, news);
        self.see_to(effects);
    }

    fn see_to(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            // Questions come last: they are answered after what was sent before them.
            match effect {
                Effect::Send(conn, bytes) => self.sent.push((conn, Some(bytes))),
                Effect::Close(conn) => self.sent.push((conn, None)),
                Effect::Ask(ticket, ask) => self.asked(ticket, ask),
            }
        }
    }

    fn asked(&mut self, ticket: Ticket, ask: Ask) {
        let no = |why: &str| Answer::No(why.to_owned());
        let answer = match ask {
            Ask::Enter { name } => {
                if self.names.insert(name.to_lowercase()) {
                    Answer::Done
                } else {
                    no("taken")
                }
            }
            Ask::Exit { name } => {
                self.names.remove(&name.to_lowercase());
                return;
            }
            Ask::Make(plan) => match self.no_table.take() {
                Some(why) => Answer::No(why),
                None => {
                    let taken: Vec<Seat> = Seat::ALL
                        .into_iter()
                        .filter(|seat| matches!(plan.seats[*seat], Sitter::Here(_)))
                        .collect();
                    let key = self.make(plan);
                    let opened = self.tables[&key].opened(self.now, &taken);
                    self.tell(News::Answered(ticket, Answer::Opened(opened)));
                    return self.start_if_full(key);
                }
            },
            Ask::Sit { code, seat, name, .. } => return self.sit(ticket, &code, seat, name),
            Ask::Open { code, .. } => match self.coded(&code) {
                Some(key) => {
                    let table = self.tables.get_mut(&key).expect("a table");
                    table.followed = true;
                    Answer::Opened(table.opened(self.now, &[]))
                }
                None => no("Match not found."),
            },
            Ask::Act { table, seat, act, .. } => {
                let command = Command::Player { seat, act };
                let command = read_command(&self.tables[&table].game, command);
                match self.act(table, &command) {
                    Ok(()) => Answer::Done,
                    Err(refusal) => Answer::Refused(refusal),
                }
            }
            Ask::Again { table, seat } => {
                let one = self.tables.get_mut(&table).expect("a table");
                one.again.insert(seat);
                Answer::Done
            }
            Ask::Substitute { .. } => no("Nobody has left this table."),
            Ask::Away { table, seat } => return self.there(table, seat, false),
            Ask::Back { table, seat } => {
                self.there(table, seat, true);
                Answer::Done
            }
            Ask::Close { table } => {
                if let Some(table) = self.tables.get_mut(&table) {
                    table.followed = false;
                }
                return;
            }
            Ask::Lag { seat, late, .. } => {
                self.lag.push((seat, late));
                return;
            }
            Ask::List => {
                let running = self.tables.values().filter(|one| one.game.phase() == Phase::Playing);
                let listed = running.map(|table| Listed {
                    code: table.code.clone(),
                    game: table.game.clone(),
                    moment: table.moment(self.now),
                    people: table.people.clone(),
                });
                Answer::Listed(listed.collect())
            }
        };
        self.tell(News::Answered(ticket, answer));
    }

    fn coded(&self, code: &str) -> Option<TableKey> {
        self.tables.values().find(|table| table.code == code).map(|table| table.key)
    }

    fn make(&mut self, plan: Plan) -> TableKey {
        let time =
            TimeControl { increment: plan.increment, ..TimeControl::sudden_death(plan.base) };
        let people = BySeat::new_with(|seat| match &plan.seats[seat] {
            Sitter::Here(name) => Seated { name: Some(name.clone()), bot: false, there: true },
            Sitter::Bot(word) => {
                Seated { name: Some(format!("Bot {word}")), bot: true, there: true }
            }
            Sitter::Free => Seated::default(),
        });
        self.open_table(settings(&plan.book, time), people)
    }

    fn open_table(&mut self, settings: Settings, people: BySeat<Seated>) -> TableKey {
        let key = TableKey(self.tables.keys().map(|key| key.0).max().unwrap_or(0) + 1);
        let table = Table {
            key,
            code: format!("abcdefghjkmnpqr{}", key.0),
            game: Match::new(settings.clone()),
            settings,
            log: Vec::new(),
            people,
            since: self.now,
            followed: true,
            again: BTreeSet::new(),
        };
        self.tables.insert(key, table);
        key
    }

    fn sit(&mut self, ticket: Ticket, code: &str, wish: Option<Seat>, name: String) {
        let found = self.coded(code);
        let free = found.and_then(|key| {
            let people = &self.tables[&key].people;
            let free = |seat: &Seat| people[*seat].name.is_none();
            match wish {
                Some(seat) => Some(seat).filter(free),
                None => Seat::ALL.into_iter().find(free),
            }
        });
        let (Some(key), Some(seat)) = (found, free) else {
            let why = if found.is_some() { "This seat is taken." } else { "Match not found." };
            return self.tell(News::Answered(ticket, Answer::No(why.to_owned())));
        };
        let table = self.tables.get_mut(&key).expect("a table");
        table.followed = true;
        table.people[seat] = Seated { name: Some(name), bot: false, there: true };
        let opened = table.opened(self.now, &[seat]);
        self.tell(News::Answered(ticket, Answer::Opened(opened)));
        self.tell_people(key);
        self.start_if_full(key);
    }

    fn there(&mut self, key: TableKey, seat: Seat, there: bool) {
        if let Some(table) = self.tables.get_mut(&key) {
            table.people[seat].there = there;
            if !there && table.game.phase() == Phase::Waiting {
                table.people[seat].name = None;
            }
            self.tell_people(key);
        }
    }

    fn tell_people(&mut self, key: TableKey) {
        let table = &self.tables[&key];
        if table.followed {
            let people = table.people.clone();
            self.tell(News::People { table: key, people });
        }
    }

    fn start_if_full(&mut self, key: TableKey) {
        let table = &self.tables[&key];
        let full = table.people.iter().all(|(_, one)| one.name.is_some() && one.there);
        if full && table.game.phase() == Phase::Waiting {
            self.act(key, &Command::Start).expect("it can start");
        }
    }

    fn act(&mut self, key: TableKey, command: &Command) -> Result<(), tandem_referee::Refusal> {
        let table = self.tables.get_mut(&key).expect("a table");
        let moment = table.moment(self.now);
        let mut events = Vec::new();
        let outcome = table.game.act(moment, command, &mut events);
        table.log.extend(events.iter().cloned());
        let followed = table.followed;
        if !events.is_empty() && followed {
            self.tell(News::Happened { table: key, events, moment });
        }
        outcome
    }
}
