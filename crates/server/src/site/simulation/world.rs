//! The machines of a simulated site, and what befalls them.

use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use futures_util::FutureExt as _;
use serde_json::json;
use tandem_rules::{BySeat, Millis, Seat};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use super::checker::{Asked, Violation, check};
use super::people::Person;
use super::weather::{FarStore, Gate, Line, Random};
use crate::books::Books;
use crate::bots::{BotConfig, Bots};
use crate::hall::Hall;
use crate::ids::{MatchId, Secret};
use crate::limits::Limits;
use crate::server::{Bounds, Waits};
use crate::site::{Around, Site};
use crate::store::model::{Database, ModelStore, Planted};
use crate::store::{MatchRecord, NodeId, Nodes, SeatRecord, Store, StoreError, Write};
use crate::table::Handle;
use crate::terms::Terms;
use crate::time::now;

/// Letters of ids.
const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz023456789";
const BOOKS: [&str; 6] = ["fics", "stein", "fer", "asten", "sscr", "minerva"];
/// How many matches there are.
const MATCHES: usize = 2;
/// How long it is quiet before the log is read.
const QUIET: Duration = Duration::from_secs(15);

/// Nobody of ours plays: what they think takes real time.
static BOTS: LazyLock<Arc<Bots>> =
    LazyLock::new(|| Bots::new(BotConfig { threads: Some(1), ..BotConfig::default() }));

/// A machine.
pub(super) struct Machine {
    pub(super) hall: Arc<Hall>,
    pub(super) store: Arc<FarStore>,
    site: Arc<Site>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
    /// Whether its process is there.
    pub(super) runs: Gate,
    /// Whether it stands still.
    pub(super) stopped: Gate,
}

/// Where a match had come to when its machine crashed.
#[derive(Clone, Debug)]
pub(super) struct Left {
    pub(super) node: NodeId,
    pub(super) id: MatchId,
    pub(super) at: Millis,
    /// Whether its beats had come through until then.
    pub(super) heard: bool,
}

/// All of it.
pub(super) struct World {
    database: Arc<Database>,
    machines: Mutex<Vec<Arc<Machine>>>,
    random: Mutex<Random>,
    /// What people asked, and what they were told.
    pub(super) asked: Mutex<Vec<Asked>>,
    left: Mutex<Vec<Left>>,
    matches: Vec<(MatchId, BySeat<Secret>)>,
    /// Whether nothing new is begun.
    pub(super) ends: Gate,
    weak: Weak<World>,
}

impl World {
    pub(super) fn new(seed: u64, planted: Planted) -> Arc<World> {
        let mut random = Random::new(seed);
        let database = Database::with(planted);
        let matches = (0..MATCHES).map(|_| make(&database, &mut random, seed)).collect();
        let world = Arc::new_cyclic(|weak| World {
            database,
            machines: Mutex::default(),
            random: Mutex::new(random),
            asked: Mutex::default(),
            left: Mutex::default(),
            matches,
            ends: Gate::new(false),
            weak: weak.clone(),
        });
        // Every fourth site is one machine, which has nobody to take its place but itself.
        let machines = [1, 2, 3, 2][usize::try_from(seed % 4).unwrap_or(0)];
        for _ in 0..machines {
            let machine = world.start();
            world.machines().push(machine);
        }
        world
    }

    pub(super) fn machines(&self) -> MutexGuard<'_, Vec<Arc<Machine>>> {
        self.machines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn random<T>(&self, draw: impl FnOnce(&mut Random) -> T) -> T {
        draw(&mut self.random.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn start(&self) -> Arc<Machine> {
        let model = Arc::new(ModelStore::of(&self.database));
        let store = FarStore::new(model, Line::new(self.random(Random::fork)));
        let nodes = Arc::clone(&store) as Arc<dyn Nodes>;
        let limits = Arc::new(Limits::new(Bounds::default()));
        let kept = Arc::clone(&store) as Arc<dyn Store>;
        let hall = Hall::new(kept, Books::default(), Arc::clone(&BOTS), limits, Waits::default());
        let hall = Arc::new(hall.among(Some(Arc::clone(&nodes))));
        let world = self.weak.clone();
        let around = Around {
            ask_peer: Box::new(move |address| {
                let ready = world.upgrade().is_some_and(|world| world.is_ready(&address));
                async move { ready }.boxed()
            }),
            resume: Box::new(|| async {}.boxed()),
            leave: Box::new(|| async {}.boxed()),
        };
        let site = Site::new(nodes, Arc::clone(&hall), around);
        let tasks = vec![
            tokio::spawn(hall.pulse().run()),
            tokio::spawn(Arc::clone(&site).beat()),
            tokio::spawn(Arc::clone(&site).watch()),
        ];
        let (runs, stopped) = (Gate::new(true), Gate::new(false));
        Arc::new(Machine { hall, store, site, tasks: Mutex::new(tasks), runs, stopped })
    }

    fn is_ready(&self, address: &str) -> bool {
        let machines = self.machines();
        let found = machines.iter().find(|one| one.store.node().0.to_string() == address);
        found.is_some_and(|one| one.store.line.is_open() && one.site.is_well())
    }

    /// A way to a table by any machine, or by the one that has it.
    pub(super) async fn reach(
        &self,
        id: &MatchId,
        random: &mut Random,
    ) -> Option<(Arc<Machine>, Handle)> {
        let machine = {
            let machines = self.machines();
            Arc::clone(machines.get(random.below(machines.len()))?)
        };
        if machine.stopped.is_open() || !machine.site.is_well() {
            return None;
        }
        match machine.hall.find(id).await {
            Ok(table) => Some((machine, table?)),
            Err(StoreError::Elsewhere(_, owner)) => {
                let found =
                    self.machines().iter().find(|one| one.store.node() == owner.node).cloned();
                let owner = found.filter(|one| !one.stopped.is_open())?;
                let table = owner.hall.find(id).await.ok()??;
                Some((owner, table))
            }
            Err(_) => None,
        }
    }

    /// Plays for so long, then heals everything and waits until it is quiet.
    pub(super) async fn play(self: &Arc<World>, time: Duration) {
        let people: Vec<JoinHandle<()>> = self
            .matches
            .iter()
            .flat_map(|(id, seats)| seats.iter().map(move |(seat, secret)| (id, seat, secret)))
            .map(|(id, seat, secret)| {
                let random = self.random(Random::fork);
                let person = Person::new(id.clone(), seat, secret.clone(), random);
                tokio::spawn(person.run(Arc::clone(self)))
            })
            .collect();
        let ends = now() + time;
        while now() < ends {
            self.befall(ends).await;
        }
        for machine in self.machines().iter() {
            machine.store.line.cut(false);
            machine.store.line.slow_down(4);
            machine.stopped.set(false);
        }
        self.ends.set(true);
        sleep(QUIET).await;
        for person in people {
            person.abort();
        }
    }

    /// Something happens to some machine, and is over before the end.
    async fn befall(&self, ends: Instant) {
        sleep(self.random(|random| random.millis(300, 3_000))).await;
        let (at, what, time) =
            self.random(|random| (random.below(3), random.below(10), random.millis(150, 2_500)));
        let count = self.machines().len();
        let machine = Arc::clone(&self.machines()[at % count]);
        let time = time.min(ends.saturating_duration_since(now()));
        match what {
            0..3 => {
                machine.store.line.cut(true);
                sleep(time).await;
                machine.store.line.cut(false);
            }
            3..5 => {
                // It stands still: nothing goes in or out.
                machine.stopped.set(true);
                machine.store.line.cut(true);
                sleep(time).await;
                machine.store.line.cut(false);
                machine.stopped.set(false);
            }
            5..7 => {
                self.crash(&machine);
                sleep(time).await;
                self.replace(&machine);
            }
            7 => {
                self.stop(&machine).await;
                sleep(time).await;
                self.replace(&machine);
            }
            8 => {
                // The store itself is away.
                let all: Vec<_> = self.machines().clone();
                all.iter().for_each(|one| one.store.line.cut(true));
                sleep(time).await;
                all.iter().for_each(|one| one.store.line.cut(false));
            }
            _ => {
                machine.store.line.slow_down(250);
                sleep(time).await;
                machine.store.line.slow_down(4);
            }
        }
    }

    fn end_tasks(machine: &Machine) {
        let mut tasks = machine.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        tasks.drain(..).for_each(|task| task.abort());
    }

    /// The process is gone at once.
    fn crash(&self, machine: &Arc<Machine>) {
        let heard = machine.store.line.is_open() && machine.site.is_well();
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let node = machine.store.node();
        for (id, at) in machine.hall.moments() {
            // A beat that was under way when the table was read again may know a later moment.
            let at = at.max(self.database.beaten_at(node, &id));
            left.push(Left { node, id, at, heard });
        }
        machine.store.line.cut(true);
        machine.runs.set(false);
        World::end_tasks(machine);
    }

    /// The process is asked to stop.
    async fn stop(&self, machine: &Arc<Machine>) {
        machine.site.leave();
        let stopped = timeout(Duration::from_secs(5), machine.hall.stop()).await.is_ok();
        if stopped {
            self.database.depart(machine.store.node());
        }
        machine.store.line.cut(true);
        machine.runs.set(false);
        World::end_tasks(machine);
    }

    /// Another process on the same machine.
    fn replace(&self, old: &Arc<Machine>) {
        let new = self.start();
        for machine in self.machines().iter_mut() {
            if Arc::ptr_eq(machine, old) {
                *machine = Arc::clone(&new);
            }
        }
    }

    /// What went wrong.
    pub(super) fn check(&self) -> Vec<Violation> {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let ids = self.matches.iter().map(|(id, _)| id);
        ids.flat_map(|id| check(&self.database, id, &asked, &left)).collect()
    }

    /// The logs of all matches.
    pub(super) fn logs(&self) -> Vec<String> {
        let ids = self.matches.iter().map(|(id, _)| id);
        ids.map(|id| format!("{:?}", self.database.rows(id))).collect()
    }
}

/// Makes a match that everybody has a link to.
fn make(database: &Arc<Database>, random: &mut Random, seed: u64) -> (MatchId, BySeat<Secret>) {
    let letters = (0..16).map(|_| char::from(LETTERS[random.below(LETTERS.len())]));
    let id: MatchId = letters.collect::<String>().parse().expect("an id");
    let seconds = [20, 60, 300][random.below(3)];
    let wish = json!({
        "book": BOOKS[usize::try_from(seed).unwrap_or(0) % BOOKS.len()],
        "time": { "base": seconds * 1000, "increment": 0, "delay": 0 },
    });
    let wish = serde_json::from_value(wish).expect("a wish");
    let seats = BySeat::new_with(|seat: Seat| Secret::of_words(&format!("{id} {seat}")));
    let record = MatchRecord {
        id: id.clone(),
        created: 0,
        terms: Terms::agree(wish, &Books::default()).expect("terms"),
        maker: None,
        arbiter: Secret::of_words("nobody").hash(),
        seats: BySeat::new_with(|seat| SeatRecord {
            secret: seats[seat].hash(),
            name: None,
            bot: None,
        }),
        rematch: None,
    };
    let name = database.register();
    database.apply(name, true, Write::Make(Box::new(record))).expect("a match");
    database.depart(name.node);
    (id, seats)
}
