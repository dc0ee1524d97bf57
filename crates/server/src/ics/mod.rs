//! The door for ICS clients: TCP around the machine of `tandem-ics`, and the house behind it.
//!
//! ```text
//! bytes → connection → door (one task) → asks → house → hall and tables
//!                         ↑                        │
//!                         └──── answers, events ───┘
//! ```

mod connection;
mod house;
mod table;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use tandem_ics::{Bot, Config, Conn, Door, Effect, News};
use tandem_rules::Millis;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, oneshot};

use self::connection::{Input, Line, accept};
use self::house::{House, Note};
use crate::http::App;
use crate::time::{Stopwatch, deadline_in, now_unix};

/// Inputs that may wait for the door; a connection has at most one there.
const MAX_WAITING: usize = 1024;

/// The names by which bots are asked for: `Bot5`, `sjeng`.
fn bots(app: &App) -> Vec<Bot> {
    let levels =
        (1..=8_u8).map(|level| Bot { word: level.to_string(), name: format!("Bot{level}") });
    let engines = app.hall.bots().roster.names().map(|name| {
        let letters = name.chars().filter(char::is_ascii_alphanumeric).collect();
        Bot { word: name.to_owned(), name: letters }
    });
    levels.chain(engines).collect()
}

/// Serves ICS clients, until it is told to stop: then everybody is told, and so is who asked.
pub(crate) async fn serve(
    listener: TcpListener,
    app: Arc<App>,
    stop: oneshot::Receiver<oneshot::Sender<()>>,
) {
    let (inputs, heard) = mpsc::channel(MAX_WAITING);
    let config =
        Config { books: app.hall.books().all(), bots: bots(&app), epoch: Millis(now_unix()) };
    let door = Keeper::new(Door::new(config), Arc::clone(&app));
    tokio::join!(accept(listener, app, inputs), door.run(heard, stop));
}

/// Who keeps the door: the one task that has it.
struct Keeper {
    door: Door,
    since: Stopwatch,
    lines: HashMap<Conn, Line>,
    /// Connections that are not read on yet.
    waiting: HashSet<Conn>,
    house: House,
    notes: mpsc::UnboundedReceiver<Note>,
}

impl Keeper {
    fn new(door: Door, app: Arc<App>) -> Keeper {
        let (to_door, notes) = mpsc::unbounded_channel();
        let house = House::new(app, to_door);
        Keeper {
            door,
            since: Stopwatch::start(),
            lines: HashMap::new(),
            waiting: HashSet::new(),
            house,
            notes,
        }
    }

    fn now(&self) -> Millis {
        Millis(i64::try_from(self.since.elapsed().as_millis()).unwrap_or(i64::MAX))
    }

    async fn run(
        mut self,
        mut inputs: mpsc::Receiver<Input>,
        mut stop: oneshot::Receiver<oneshot::Sender<()>>,
    ) {
        loop {
            // Lines that waited and people who were silent for too long have their time, however much comes in.
            if self.door.wakes_at().is_some_and(|at| at <= self.now()) {
                let effects = self.door.tick(self.now());
                self.see_to(effects);
            }
            let wake = self.door.wakes_at().map(|at| {
                let wait = u64::try_from((at - self.now()).0).unwrap_or(0);
                deadline_in(std::time::Duration::from_millis(wait))
            });
            let sleep = async {
                match wake {
                    Some(at) => tokio::time::sleep_until(at).await,
                    None => std::future::pending().await,
                }
            };
            // What tables tell comes first: nobody is answered before they hear what happened.
            let effects = tokio::select! {
                biased;
                Some(note) = self.notes.recv() => self.note(note),
                input = inputs.recv() => match input {
                    Some(input) => self.input(input),
                    None => return,
                },
                () = sleep => continue,
                stopped = &mut stop => {
                    let effects = self.door.news(self.now(), News::Stopping);
                    self.see_to(effects);
                    if let Ok(reply) = stopped {
                        // Whoever asked may have given up waiting.
                        let _ = reply.send(());
                    }
                    return;
                }
            };
            self.see_to(effects);
        }
    }

    fn note(&mut self, note: Note) -> Vec<Effect> {
        let news = match note {
            Note::News(news) => Some(news),
            Note::Told(table, told) => self.house.told(table, told),
        };
        let now = self.now();
        news.map(|news| self.door.news(now, news)).unwrap_or_default()
    }

    fn input(&mut self, input: Input) -> Vec<Effect> {
        let now = self.now();
        match input {
            Input::Opened(conn, line) => {
                self.house.connected(conn, line.address, line.meter.clone());
                self.lines.insert(conn, line);
                self.door.opened(now, conn)
            }
            Input::Heard(conn, bytes) => {
                // It is read on as soon as its lines don't wait any more.
                self.waiting.insert(conn);
                self.door.heard(now, conn, &bytes)
            }
            Input::Closed(conn) => {
                self.lines.remove(&conn);
                self.house.disconnected(conn);
                self.door.closed(now, conn)
            }
        }
    }

    fn see_to(&mut self, effects: Vec<Effect>) {
        let mut slow = Vec::new();
        for effect in effects {
            match effect {
                Effect::Send(conn, bytes) => {
                    if self.lines.get(&conn).is_some_and(|line| !line.send(bytes)) {
                        slow.push(conn);
                    }
                }
                Effect::Close(conn) => {
                    // What was sent before is still written.
                    self.lines.remove(&conn);
                    self.house.disconnected(conn);
                }
                Effect::Ask(ticket, ask) => self.house.ask(ticket, ask),
            }
        }
        for conn in slow {
            self.lines.remove(&conn);
            self.house.disconnected(conn);
            let effects = self.door.closed(self.now(), conn);
            self.see_to(effects);
        }
        self.waiting.retain(|conn| {
            let Some(line) = self.lines.get(conn) else { return false };
            let full = self.door.is_full(*conn);
            if !full {
                line.go_on();
            }
            full
        });
    }
}
