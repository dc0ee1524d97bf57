//! The machines of a simulated site, and what befalls them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use futures_util::FutureExt as _;
use serde_json::json;
use tandem_engine::Level;
use tandem_rules::{BySeat, Millis, Seat};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use super::Figures;
use super::checker::{Heard, Violation, check};
use super::people::Person;
use super::weather::{FarStore, Gate, Line, Random};
use crate::books::Books;
use crate::bots::{BotKind, Bots};
use crate::hall::Hall;
use crate::ids::{MatchId, Secret};
use crate::limits::Limits;
use crate::server::{Bounds, Waits};
use crate::site::{Around, Site};
use crate::store::model::{Database, ModelStore, Planted};
use crate::store::{
    BEAT, MatchRecord, Moments, NodeId, Nodes, SeatRecord, Store, StoreError, Write,
};
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

/// How long a match may wait for places that another machine has.
const MOVES: Duration = Duration::from_secs(2);

/// Three messages over a slow line, which is how long others need to hear of something.
const LATE: Duration = Duration::from_millis(800);
/// How often a machine alone stores where a match has come to.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// How many nodes of a bot's search count as a millisecond: few, as there are thousands of matches.
const NODES: u64 = 1;
/// How often a machine tries to reach another in vain, before it asks for the table.
const PATIENT: u32 = 5;
/// How long it waits between two.
const AGAIN: Duration = Duration::from_millis(100);

/// A machine.
pub(super) struct Machine {
    pub(super) hall: Arc<Hall>,
    pub(super) store: Arc<FarStore>,
    /// This one among the others; none where it is alone with a data folder.
    site: Option<Arc<Site>>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
    /// Whether its process is there.
    pub(super) runs: Gate,
    /// Whether it stands still.
    pub(super) stopped: Gate,
    /// Whether it can't reach the other machines, nor they it.
    pub(super) apart: Arc<Gate>,
}

impl Machine {
    fn is_well(&self) -> bool {
        self.site.as_ref().is_none_or(|site| site.is_well())
    }
}

/// How somebody came to a table.
pub(super) struct Way {
    /// The machine that they came to.
    pub(super) gateway: Arc<Machine>,
    /// The one that has the table: it may be the same.
    pub(super) owner: Arc<Machine>,
    pub(super) table: Handle,
}

impl Way {
    /// Waits until the line between the two machines is cut.
    pub(super) async fn breaks(&self) {
        if Arc::ptr_eq(&self.gateway, &self.owner) {
            std::future::pending::<()>().await;
        }
        tokio::select! {
            biased;
            () = self.gateway.apart.until(true) => {}
            () = self.owner.apart.until(true) => {}
        }
    }
}

/// Where a match had come to when its machine crashed.
#[derive(Clone, Debug)]
pub(super) struct Left {
    pub(super) node: NodeId,
    pub(super) id: MatchId,
    pub(super) at: Millis,
    /// Whether its beats had come through until then.
    pub(super) heard: bool,
    /// How much may come back.
    pub(super) most: Millis,
}

/// All of it.
pub(super) struct World {
    database: Arc<Database>,
    machines: Mutex<Vec<Arc<Machine>>>,
    random: Mutex<Random>,
    /// What people asked, and what they were told.
    heard: Mutex<Heard>,
    left: Mutex<Vec<Left>>,
    /// How often something befell a machine.
    faults: AtomicUsize,
    /// The matches, and what opens the seats of people.
    matches: Vec<(MatchId, BTreeMap<Seat, Secret>)>,
    /// Whether nothing new is begun.
    pub(super) ends: Gate,
    /// Whether it is one machine with a data folder, in whose place the model is.
    alone: bool,
    /// Whether its machines have little room for bots.
    scarce: bool,
    /// Matches that waited for places in the end though another machine had some.
    left_waiting: Mutex<Vec<MatchId>>,
    weak: Weak<World>,
}

impl World {
    pub(super) fn new(seed: u64, planted: Planted) -> Arc<World> {
        let mut random = Random::new(seed);
        let database = Database::with(planted);
        let matches = (0..MATCHES).map(|_| make(&database, &mut random)).collect();
        let world = Arc::new_cyclic(|weak| World {
            database,
            machines: Mutex::default(),
            random: Mutex::new(random),
            heard: Mutex::default(),
            left: Mutex::default(),
            faults: AtomicUsize::default(),
            matches,
            ends: Gate::new(false),
            alone: seed % 8 == 4,
            scarce: seed % 5 == 2,
            left_waiting: Mutex::default(),
            weak: weak.clone(),
        });
        // Every fourth site is one machine, which has nobody to take its place but itself; half of those have a folder.
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

    pub(super) fn heard(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn random<T>(&self, draw: impl FnOnce(&mut Random) -> T) -> T {
        draw(&mut self.random.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn start(&self) -> Arc<Machine> {
        let model = Arc::new(ModelStore::of(&self.database));
        let store = FarStore::new(model, Line::new(self.random(Random::fork), self.alone));
        let nodes = (!self.alone).then(|| Arc::clone(&store) as Arc<dyn Nodes>);
        let limits = Arc::new(Limits::new(Bounds::default()));
        let kept = Arc::clone(&store) as Arc<dyn Store>;
        // Some sites have machines with little room for bots, or none.
        let places =
            if self.scarce { self.random(|random| [0, 3, 8][random.below(3)]) } else { 600 };
        let bots = Bots::counted(NODES, places);
        let hall = Hall::new(kept, Books::default(), bots, limits, Waits::default());
        let hall = Arc::new(hall.among(nodes.clone()));
        let (world, apart) = (self.weak.clone(), Arc::new(Gate::new(false)));
        let alone = Arc::clone(&apart);
        let around = Around {
            ask_peer: Box::new(move |address| {
                let world = world.upgrade().filter(|_| !alone.is_open());
                let ready = world.is_some_and(|world| world.is_ready(&address));
                async move { ready }.boxed()
            }),
            resume: Box::new(|| async {}.boxed()),
            leave: Box::new(|| async {}.boxed()),
        };
        let site = nodes.map(|nodes| Site::new(nodes, Arc::clone(&hall), around));
        let mut tasks = vec![tokio::spawn(hall.pulse().run())];
        if let Some(site) = &site {
            tasks.push(tokio::spawn(Arc::clone(site).beat()));
            tasks.push(tokio::spawn(Arc::clone(site).watch()));
        } else {
            let hall = Arc::clone(&hall);
            tasks.push(tokio::spawn(async move { hall.resume().await }));
        }
        let (runs, stopped) = (Gate::new(true), Gate::new(false));
        Arc::new(Machine { hall, store, site, tasks: Mutex::new(tasks), runs, stopped, apart })
    }

    fn is_ready(&self, address: &str) -> bool {
        let machines = self.machines();
        let found = machines.iter().find(|one| one.store.node().0.to_string() == address);
        let reached = found.filter(|one| !one.apart.is_open());
        reached.is_some_and(|one| one.store.line.is_open() && one.is_well())
    }

    /// A way to a table by any machine: there, or through it to the one that has it. A table that can't be reached is
    /// asked for, as `http/elsewhere` does.
    pub(super) async fn reach(&self, id: &MatchId, random: &mut Random) -> Option<Way> {
        let gateway = {
            let machines = self.machines();
            Arc::clone(machines.get(random.below(machines.len()))?)
        };
        for tried in 0.. {
            if gateway.stopped.is_open() || !gateway.is_well() {
                return None;
            }
            let found = match tried <= PATIENT {
                true => gateway.hall.find_with_room(id).await,
                false => gateway.hall.find(id).await,
            };
            match found {
                Ok(table) => {
                    return Some(Way { owner: Arc::clone(&gateway), gateway, table: table? });
                }
                Err(StoreError::Elsewhere(_, owner)) => {
                    if let Some((owner, table)) = self.pass_on(&gateway, owner.node, id).await {
                        return Some(Way { gateway, owner, table });
                    }
                }
                Err(_) => return None,
            }
            if tried == PATIENT {
                gateway.hall.call_for(id).await;
            }
            sleep(AGAIN).await;
        }
        None
    }

    /// The table at another machine, if that can be reached.
    async fn pass_on(
        &self,
        gateway: &Machine,
        node: NodeId,
        id: &MatchId,
    ) -> Option<(Arc<Machine>, Handle)> {
        let found = self.machines().iter().find(|one| one.store.node() == node).cloned();
        let is_reached = |one: &Arc<Machine>| !one.stopped.is_open() && !one.apart.is_open();
        let owner = found.filter(|one| is_reached(one) && !gateway.apart.is_open())?;
        let table = owner.hall.find(id).await.ok()??;
        Some((owner, table))
    }

    /// Plays for so long, then heals everything and waits until it is quiet.
    pub(super) async fn play(self: &Arc<World>, time: Duration) {
        let people: Vec<JoinHandle<()>> = self
            .matches
            .iter()
            .flat_map(|(id, seats)| seats.iter().map(move |(seat, secret)| (id, *seat, secret)))
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
            machine.store.line.calm_down();
            machine.stopped.set(false);
            machine.apart.set(false);
        }
        self.ends.set(true);
        sleep(QUIET).await;
        let waiting = self.waiting();
        sleep(MOVES).await;
        let still = self.waiting().into_iter().filter(|id| waiting.contains(id)).collect();
        *self.left_waiting.lock().unwrap_or_else(PoisonError::into_inner) = still;
        for person in people {
            person.abort();
        }
    }

    /// Matches that wait for places, though another machine has room for their bots.
    fn waiting(&self) -> Vec<MatchId> {
        self.machines().iter().flat_map(|machine| machine.hall.bots().movable()).collect()
    }

    /// Something happens to some machine, and is over before the end.
    async fn befall(&self, ends: Instant) {
        sleep(self.random(|random| random.millis(300, 3_000))).await;
        let (at, what, time) =
            self.random(|random| (random.below(3), random.below(12), random.millis(150, 2_500)));
        let count = self.machines().len();
        let machine = Arc::clone(&self.machines()[at % count]);
        let time = time.min(ends.saturating_duration_since(now()));
        self.faults.fetch_add(1, Ordering::Relaxed);
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
            9 => {
                machine.store.line.slow_down(250);
                sleep(time).await;
                machine.store.line.slow_down(4);
            }
            _ => {
                // It sees the store and not the other machines, and is busy with that.
                machine.apart.set(true);
                machine.store.line.slow_down(60);
                sleep(time).await;
                machine.store.line.slow_down(4);
                machine.apart.set(false);
            }
        }
    }

    fn end_tasks(machine: &Machine) {
        let mut tasks = machine.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        tasks.drain(..).for_each(|task| task.abort());
    }

    /// The process is gone at once.
    fn crash(&self, machine: &Arc<Machine>) {
        let heard = machine.store.line.is_open() && machine.is_well();
        let node = machine.store.node();
        let (moments, most) = if self.alone {
            // One that is refused is stored the next time.
            (self.moments_alone(machine), HEARTBEAT * 2 + LATE)
        } else {
            (machine.hall.moments(), BEAT + LATE)
        };
        let most = Millis(i64::try_from(most.as_millis()).unwrap_or(i64::MAX));
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        for (id, at) in moments {
            // A beat that was under way when the table was read again may know a later moment.
            let at = at.max(self.database.beaten_at(node, &id));
            left.push(Left { node, id, at, heard, most });
        }
        machine.store.line.cut(true);
        machine.runs.set(false);
        World::end_tasks(machine);
        self.let_go_of_folder(node);
    }

    /// Where the matches that are played have come to at a machine that tells nobody.
    fn moments_alone(&self, machine: &Machine) -> Moments {
        let ids = self.matches.iter().map(|(id, _)| id);
        let open = ids.filter(|id| self.database.is_played(id) && machine.hall.is_open(id));
        let moment = |id: &MatchId| {
            // One that is just being read has not gone on yet.
            let table = machine.hall.find(id).now_or_never()?.ok()??;
            Some((id.clone(), table.now()))
        };
        open.filter_map(moment).collect()
    }

    /// The lock of a folder goes with the process that has it.
    fn let_go_of_folder(&self, node: NodeId) {
        if self.alone {
            self.database.depart(node);
        }
    }

    /// The process is asked to stop.
    async fn stop(&self, machine: &Arc<Machine>) {
        if let Some(site) = &machine.site {
            site.leave();
        }
        let stopped = timeout(Duration::from_secs(5), machine.hall.stop()).await.is_ok();
        if stopped {
            self.database.depart(machine.store.node());
        }
        self.let_go_of_folder(machine.store.node());
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
        let heard = self.heard();
        let left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let ids = self.matches.iter().map(|(id, _)| id);
        let waiting = self.left_waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = waiting.iter().cloned().map(Violation::LeftWaiting);
        let forgotten = ids.clone().filter(|id| self.is_forgotten(id));
        let forgotten = forgotten.cloned().map(Violation::Forgotten);
        let wrong = ids.flat_map(|id| check(&self.database, id, &heard, &left));
        wrong.chain(waiting).chain(forgotten).collect()
    }

    /// Whether a match goes on though nobody comes, and no machine has it open. Bots alone for which none has places are
    /// put away until somebody looks.
    fn is_forgotten(&self, id: &MatchId) -> bool {
        let Some((record, _)) = self.database.rows(id) else { return false };
        let bots = record.seats.iter().filter(|(_, seat)| seat.bot.is_some()).count();
        let machines = self.machines();
        let places = machines.iter().any(|one| one.hall.bots().could_seat(bots));
        let alone = bots == Seat::ALL.len();
        self.database.goes_on(id)
            && (places || !alone)
            && !machines.iter().any(|one| one.hall.is_open(id))
    }

    /// How much there was of it.
    pub(super) fn figures(&self) -> Figures {
        let heard = self.heard();
        let rows = self.matches.iter().filter_map(|(id, _)| self.database.rows(id));
        Figures {
            seeds: 1,
            faults: self.faults.load(Ordering::Relaxed),
            answered: heard.asked.len(),
            told: heard.told.len(),
            rows: rows.map(|(_, rows)| rows.len()).sum(),
        }
    }

    /// The logs of all matches.
    pub(super) fn logs(&self) -> Vec<String> {
        let ids = self.matches.iter().map(|(id, _)| id);
        ids.map(|id| format!("{:?}", self.database.rows(id))).collect()
    }
}

/// Makes a match of people, of people and bots, or of bots alone; what opens the seats of people.
fn make(database: &Arc<Database>, random: &mut Random) -> (MatchId, BTreeMap<Seat, Secret>) {
    let letters = (0..16).map(|_| char::from(LETTERS[random.below(LETTERS.len())]));
    let id: MatchId = letters.collect::<String>().parse().expect("an id");
    let seconds = [20, 60, 300][random.below(3)];
    let wish = json!({
        "book": BOOKS[random.below(BOOKS.len())],
        "time": { "base": seconds * 1000, "increment": 0, "delay": 0 },
    });
    let wish = serde_json::from_value(wish).expect("a wish");
    // Half of the matches are of people alone; the first seats are theirs.
    let people = [4, 4, 4, 4, 3, 2, 1, 0][random.below(8)];
    let has_bot = |seat: Seat| seat as usize >= people;
    let level = Level::try_from([1, 2, 3][random.below(3)]).expect("a level");
    let secret = |seat: Seat| Secret::of_words(&format!("{id} {seat}"));
    let record = MatchRecord {
        id: id.clone(),
        created: 0,
        terms: Terms::agree(wish, &Books::default()).expect("terms"),
        maker: None,
        arbiter: Secret::of_words("nobody").hash(),
        seats: BySeat::new_with(|seat| SeatRecord {
            secret: secret(seat).hash(),
            name: None,
            bot: has_bot(seat).then_some(BotKind::Level(level)),
        }),
        rematch: None,
    };
    let name = database.register();
    database.apply(name, true, Write::Make(Box::new(record))).expect("a match");
    database.depart(name.node);
    let seats = Seat::ALL.into_iter().filter(|seat| !has_bot(*seat));
    let seats = seats.map(|seat| (seat, secret(seat))).collect();
    (id, seats)
}
