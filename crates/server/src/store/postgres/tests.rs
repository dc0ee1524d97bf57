//! PostgreSQL keeps the contract, and what only several nodes can show.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::future::join_all;
use tandem_notation::carry_out;
use tandem_own_postgres::Postgres;
use tandem_referee::{Act, Command, Match, MoveText, Phase};
use tandem_rules::{Millis, Seat};

use super::super::contract::{acquire, change, entry, keeps_the_contract, make, record};
use super::super::events::tests::keeps_the_contract as events_keep_the_contract;
use super::super::nodes::Nodes as _;
use super::*;
use crate::bots::BotRoom;
use crate::log::Step;
use crate::store::{
    Change, Entry, EventStore as _, Place, SqliteEvents, SqliteStore, copy, durable,
};

async fn node(address: &str) -> PostgresStore {
    PostgresStore::open(Address::read(address).unwrap(), None).await.unwrap()
}

/// Folders that go with the test.
struct Folders(PathBuf);

impl Folders {
    fn new(name: &str) -> Folders {
        let name = format!("tandem-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folders(path)
    }
}

impl Drop for Folders {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

async fn elsewhere(store: &PostgresStore, id: &MatchId) -> bool {
    matches!(store.acquire(id).await.unwrap().unwrap(), Acquired::Elsewhere(_))
}

/// Declares a node dead, as another does that sees no beat of it.
async fn declare_dead(by: &PostgresStore, dead: &PostgresStore) {
    let node = dead.shared.name().node;
    let peers = by.peers().await.unwrap();
    let seen = peers.iter().find(|peer| peer.node == node).unwrap();
    assert!(by.declare_dead(node, seen.beats).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn postgresql_keeps_the_contract() {
    let Some(postgres) = Postgres::start() else { return };
    let store = node(&postgres.database("contract")).await;
    keeps_the_contract(&store).await;
    let events = Arc::new(PostgresEvents::beside(&store));
    let kept = tokio::task::spawn_blocking(move || events_keep_the_contract(&*events));
    kept.await.unwrap();
    store.stop().await;
    let late = durable(store.write(Write::Make(Box::new(record(1))))).await;
    assert!(matches!(late, Err(StoreError::Stopped)), "{late:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_changes_hands_when_it_is_given_away_or_its_node_is_dead() {
    let Some(postgres) = Postgres::start() else { return };
    let address = postgres.database("hands");
    let (ann, bob) = (node(&address).await, node(&address).await);
    let id = make(&ann, record(1)).await;
    let first = acquire(&ann, &id).await;
    change(&ann, &id, first, entry(1)).await.unwrap();
    assert!(elsewhere(&bob, &id).await);
    change(&ann, &id, first, Change::Release).await.unwrap();
    let second = acquire(&bob, &id).await;
    assert!(second > first && elsewhere(&ann, &id).await);
    let room = BotRoom { bots: 7, engines: vec!["mine".into()], processes: 2 };
    bob.beat(vec![(id.clone(), Millis(77_000))], room.clone()).await.unwrap();
    let peers = ann.peers().await.unwrap();
    assert!(peers.iter().any(|peer| peer.room == room), "{peers:?}");
    // A node that has beaten since is not dead.
    assert!(!ann.declare_dead(bob.shared.name().node, 0).await.unwrap());
    assert!(elsewhere(&ann, &id).await);
    declare_dead(&ann, &bob).await;
    assert!(!bob.beat(Vec::new(), room.clone()).await.unwrap());
    assert_eq!(ann.orphans().await.unwrap(), std::slice::from_ref(&id));
    for late in [entry(2), Change::Moment(Millis(99_000)), Change::Release] {
        let refused = change(&bob, &id, second, late).await;
        assert!(!matches!(refused, Err(StoreError::Unknown(_))), "{refused:?}");
    }
    let third = acquire(&ann, &id).await;
    assert!(third > second);
    let stored = ann.load(&id).await.unwrap().unwrap();
    assert_eq!((stored.rows.len(), stored.moment), (1, Millis(77_000)), "as at the last beat");
    // What a node takes again from itself goes on from its last beat too.
    ann.beat(vec![(id.clone(), Millis(88_000))], room.clone()).await.unwrap();
    let third = acquire(&ann, &id).await;
    assert_eq!(ann.load(&id).await.unwrap().unwrap().moment, Millis(88_000));
    // It begins again as another.
    bob.rejoin().await.unwrap();
    assert!(bob.beat(Vec::new(), room.clone()).await.unwrap() && elsewhere(&bob, &id).await);
    bob.want(&id).await.unwrap();
    assert_eq!(ann.wanted().await.unwrap(), std::slice::from_ref(&id));
    change(&ann, &id, third, Change::Release).await.unwrap();
    assert!(acquire(&bob, &id).await > third);
}

/// The orders of both are carried out as they are given: all that a node wants at once it takes by one statement.
#[tokio::test]
async fn nodes_that_want_the_same_tables_never_wait_for_each_other_in_a_circle() {
    let Some(postgres) = Postgres::start() else { return };
    let address = postgres.database("circle");
    let (ann, bob) = (node(&address).await, node(&address).await);
    let mut ids = Vec::new();
    for created in 1..=3 {
        ids.push(make(&ann, record(created)).await);
    }
    ids.sort();
    // Somebody has the middle one, so that each gets its first before either gets its last.
    let locker = Address::read(&address).unwrap().connect().await.unwrap();
    let lock = format!("BEGIN; SELECT 1 FROM matches WHERE id = '{}' FOR UPDATE", ids[1]);
    locker.batch_execute(&lock).await.unwrap();
    let there: Vec<_> = ids.iter().map(|id| ann.acquire(id)).collect();
    let back: Vec<_> = ids.iter().rev().map(|id| bob.acquire(id)).collect();
    let let_go = async {
        let waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
        while postgres.run("circle", waiting) != "2" {
            tokio::task::yield_now().await;
        }
        locker.batch_execute("COMMIT").await.unwrap();
    };
    let (there, back, ()) = tokio::join!(join_all(there), join_all(back), let_go);
    for (anns, bobs) in there.into_iter().zip(back.into_iter().rev()) {
        let (anns, bobs) = (anns.unwrap().unwrap(), bobs.unwrap().unwrap());
        assert!(anns.ours().is_some() != bobs.ours().is_some());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lane_that_broke_costs_only_what_was_under_way() {
    let Some(postgres) = Postgres::start() else { return };
    let address = postgres.database("lanes");
    let store = node(&address).await;
    let id = make(&store, record(1)).await;
    let epoch = acquire(&store, &id).await;
    change(&store, &id, epoch, entry(1)).await.unwrap();
    // Somebody locks the node's row, so that an append waits; then PostgreSQL ends.
    let locker = Address::read(&address).unwrap().connect().await.unwrap();
    locker.batch_execute("BEGIN; SELECT 1 FROM nodes FOR UPDATE").await.unwrap();
    let under_way = change(&store, &id, epoch, entry(2));
    let restart = async {
        while !is_waited_for(&postgres) {
            tokio::task::yield_now().await;
        }
        tokio::task::block_in_place(|| postgres.crash_and_restart());
    };
    let (outcome, ()) = tokio::join!(under_way, restart);
    assert!(matches!(outcome, Err(StoreError::Unknown(_))), "{outcome:?}");
    // The node goes on by its name, with its tables.
    change(&store, &id, epoch, entry(2)).await.unwrap();
    assert_eq!(store.load(&id).await.unwrap().unwrap().rows.len(), 2);
    assert!(store.health().trouble.is_none());
}

fn is_waited_for(postgres: &Postgres) -> bool {
    let waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    tokio::task::block_in_place(|| postgres.run("lanes", waiting)) != "0"
}

/// The full run is `TANDEM_RACES=10000`.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn nothing_is_appended_after_a_death() {
    let Some(postgres) = Postgres::start() else { return };
    let races = std::env::var("TANDEM_RACES").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    let address = postgres.database("races");
    let (judge, heir) = (node(&address).await, node(&address).await);
    let writer = node(&address).await;
    let (mut accepted, mut fenced) = (0, 0);
    for race in 0..races {
        let id = make(&judge, record(1)).await;
        let epoch = acquire(&writer, &id).await;
        let told = Arc::new(AtomicUsize::new(0));
        let appending = {
            let (writer, id, told) = (writer.clone(), id.clone(), Arc::clone(&told));
            async move {
                for seq in 1.. {
                    match change(&writer, &id, epoch, entry(seq)).await {
                        Ok(()) => told.fetch_add(1, Ordering::SeqCst),
                        Err(StoreError::Fenced(_)) => return,
                        Err(error) => panic!("{error}"),
                    };
                }
            }
        };
        let dying = async {
            // At another point of the appends each time.
            for _ in 0..race % 7 {
                judge.peers().await.unwrap();
            }
            declare_dead(&judge, &writer).await;
            let taken = acquire(&heir, &id).await;
            let found = heir.load(&id).await.unwrap().unwrap().rows.len();
            change(&heir, &id, taken, entry(1_000_000)).await.unwrap();
            found
        };
        let (appended, found) = tokio::join!(tokio::spawn(appending), dying);
        appended.unwrap();
        let rows = heir.load(&id).await.unwrap().unwrap().rows;
        assert_eq!(rows.len(), found + 1, "a row came after the death");
        assert_eq!(told.load(Ordering::SeqCst), found, "what was told is there, and no more");
        accepted += found;
        fenced += 1;
        change(&heir, &id, acquire(&heir, &id).await, Change::Release).await.unwrap();
        writer.rejoin().await.unwrap();
    }
    assert!(accepted > 0 && fenced == races, "{accepted} appends, {fenced} fenced");
    let told = format!("{races} races: {accepted} rows acknowledged and there, none after a death");
    let _ = writeln!(std::io::stderr(), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_matches_are_packed_and_read_as_before() {
    let Some(postgres) = Postgres::start() else { return };
    let store = node(&postgres.database("packs")).await;
    let id = make(&store, record(1)).await;
    let epoch = acquire(&store, &id).await;
    for seq in 1..=40 {
        let Change::Append(entry) = entry(seq) else { unreachable!() };
        let stage = if seq == 40 { Stage::Over } else { Stage::Running };
        change(&store, &id, epoch, Change::Append(Entry { stage, ..entry })).await.unwrap();
    }
    assert_eq!(pack::some_packed(&store.shared.reader).await.unwrap(), 0, "somebody has it");
    change(&store, &id, epoch, Change::Release).await.unwrap();
    let before = store.load(&id).await.unwrap().unwrap();
    let version = store.version(&id).await.unwrap();
    assert_eq!(pack::some_packed(&store.shared.reader).await.unwrap(), 1);
    assert_eq!(postgres.run("packs", "SELECT count(*) FROM tandem.log"), "0");
    let after = store.load(&id).await.unwrap().unwrap();
    assert_eq!(format!("{:?}", after.rows), format!("{:?}", before.rows));
    assert_eq!(store.version(&id).await.unwrap(), version);
    // It may still be opened; no number comes twice.
    let epoch = acquire(&store, &id).await;
    let twice = change(&store, &id, epoch, entry(40)).await;
    assert!(matches!(twice, Err(StoreError::Fenced(_))), "{twice:?}");
    change(&store, &id, epoch, entry(41)).await.unwrap();
    assert_eq!(store.load(&id).await.unwrap().unwrap().rows.len(), 41);
}

/// Plays a match to its end, and leaves it.
async fn finished(store: &dyn Store) -> MatchId {
    let made = record(1);
    let mut game = Match::new(made.terms.settings().unwrap());
    let id = make(store, made).await;
    let epoch = acquire(store, &id).await;
    let tried = MoveText::new("e2e4").unwrap();
    let commands = [
        Command::Start,
        Command::Player { seat: Seat::WhiteA, act: Act::Move { tried } },
        Command::Player { seat: Seat::BlackA, act: Act::Resign },
        Command::Player { seat: Seat::WhiteB, act: Act::Resign },
    ];
    let mut seq = 1;
    for (command, at) in commands.into_iter().zip((1_000..).step_by(1_000)) {
        let (record, outcome) = carry_out(&mut game, Millis(at), command, None);
        outcome.unwrap();
        let step = Step { records: record.into_iter().collect(), ..Step::default() };
        let is_over = game.phase() == Phase::Over;
        let entry = Entry {
            seq,
            at: Millis(at),
            actor: Some(0),
            command: Some(seq),
            step: serde_json::to_string(&step).unwrap(),
            stage: if is_over { Stage::Over } else { Stage::Running },
            result: game.verdict().map(|verdict| verdict.result.as_str()),
        };
        seq += step.len() as u64;
        change(store, &id, epoch, Change::Append(entry)).await.unwrap();
    }
    change(store, &id, epoch, Change::Release).await.unwrap();
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_finished_and_packed_and_events_are_carried_there_and_back() {
    let Some(postgres) = Postgres::start() else { return };
    let folders = Folders::new("carried");
    let [from, back] = ["from", "back"].map(|name| folders.0.join(name));
    let id = {
        let store = SqliteStore::open(&from).unwrap();
        let id = finished(&store).await;
        store.stop().await;
        id
    };
    events_keep_the_contract(&SqliteEvents::open(&from).unwrap());
    let address = postgres.database("carried");
    let there = Place::Postgres(address.clone());
    let copied = copy(&Place::Folder(from.clone()), &there).await.unwrap();
    assert_eq!((copied.matches, copied.events, copied.damaged.len()), (1, 1, 0));
    let store = node(&address).await;
    assert_eq!(pack::some_packed(&store.shared.reader).await.unwrap(), 1);
    store.stop().await;
    let copied = copy(&there, &Place::Folder(back.clone())).await.unwrap();
    assert_eq!((copied.matches, copied.events, copied.damaged.len()), (1, 1, 0));
    let mut kept = Vec::new();
    for folder in [&from, &back] {
        let (store, events) =
            (SqliteStore::open(folder).unwrap(), SqliteEvents::open(folder).unwrap());
        let listed = store.list(Stage::Over, 9).await.unwrap().remove(0);
        assert_eq!((listed.record.id, listed.result.as_deref()), (id.clone(), Some("1-0")));
        let (event, listing) = events.all().unwrap().remove(0);
        let stored = store.load(&id).await.unwrap().unwrap();
        assert_eq!(stored.rows.len(), 4);
        kept.push(format!("{stored:?} {listing:?} {:?}", events.load(&event).unwrap()));
        store.stop().await;
    }
    assert_eq!(kept[0], kept[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_that_was_killed_is_made_again_and_none_beside_a_server() {
    let Some(postgres) = Postgres::start() else { return };
    let folders = Folders::new("killed");
    let address = postgres.database("killed");
    let (from, there) = (Place::Folder(folders.0.join("from")), Place::Postgres(address.clone()));
    let store = SqliteStore::open(&folders.0.join("from")).unwrap();
    let id = finished(&store).await;
    let made = store.load(&id).await.unwrap().unwrap().record;
    store.stop().await;
    // It had made the match and taken it, and nobody is there who could declare it dead.
    let killed = node(&address).await;
    make(&killed, made).await;
    acquire(&killed, &id).await;
    assert_eq!(copy(&from, &there).await.unwrap().matches, 1);
    assert_eq!(killed.load(&id).await.unwrap().unwrap().rows.len(), 4);
    let serving = node(&address).await;
    let beats = tokio::spawn(async move {
        while serving.beat(Vec::new(), BotRoom::default()).await.unwrap() {}
    });
    let told = copy(&from, &there).await.unwrap_err().to_string();
    assert!(told.contains("a server uses it"), "{told}");
    beats.abort();
}

/// Opens a store and closes it; what is wrong with it.
async fn trouble(address: String) -> String {
    match PostgresStore::open(Address::read(&address).unwrap(), None).await {
        Err(error) => error.to_string(),
        Ok(store) => {
            store.stop().await;
            String::new()
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_is_encrypted_and_its_certificate_checked() {
    let Some(postgres) = Postgres::start() else { return };
    let address = postgres.database("encrypted");
    let folders = Folders::new("roots");
    let made = |file: &str, name: &str| {
        let made = rcgen::generate_simple_self_signed([name.to_owned()]).unwrap();
        let root = folders.0.join(file);
        std::fs::write(&root, made.cert.pem()).unwrap();
        (made, format!("{address}?sslmode=require&sslrootcert={}", root.display()))
    };
    let (own, trusted) = made("own.pem", "127.0.0.1");
    let (other, strange) = made("other.pem", "db.example.org");
    postgres.encrypt(&own.cert.pem(), &own.signing_key.serialize_pem());
    let plain = trouble(address.clone()).await;
    assert!(plain.contains("pg_hba.conf"), "{plain}");
    let stranger = trouble(strange.clone()).await;
    assert!(stranger.contains("invalid peer certificate"), "{stranger}");
    let store = node(&trusted).await;
    let id = make(&store, record(1)).await;
    change(&store, &id, acquire(&store, &id).await, entry(1)).await.unwrap();
    assert_eq!(store.load(&id).await.unwrap().unwrap().rows.len(), 1);
    store.stop().await;
    // A certificate of another machine's name, though whoever made it is trusted.
    postgres.encrypt(&other.cert.pem(), &other.signing_key.serialize_pem());
    let elsewhere = trouble(strange).await;
    assert!(elsewhere.contains("not valid for name"), "{elsewhere}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_with_a_database_is_told_in_a_sentence() {
    let Some(postgres) = Postgres::start() else { return };
    let address = postgres.database("wrong");
    let open = trouble;
    let port = format!(":{}/", postgres.port());
    let nobody = open(address.replace(&port, ":1/")).await;
    assert!(nobody.contains("127.0.0.1:1/wrong") && nobody.contains("refused"), "{nobody}");
    let password = open(address.replace("open-sesame", "open-barley")).await;
    assert!(password.contains("password authentication failed"), "{password}");
    assert!(!password.contains("open-barley"), "{password}");
    let missing = open(address.replace("/wrong", "/nothing")).await;
    assert!(missing.contains("nothing") && missing.contains("does not exist"), "{missing}");
    assert_eq!(open(address.clone()).await, "");
    postgres.run("wrong", "UPDATE tandem.site SET version = 99");
    let newer = open(address).await;
    assert!(newer.contains("newer version of tandem (version 99"), "{newer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_a_newer_format_is_left_to_whoever_reads_it() {
    let Some(postgres) = Postgres::start() else { return };
    let address = postgres.database("formats");
    let (older, newer) = (node(&address).await, node(&address).await);
    let (id, other) = (make(&older, record(1)).await, make(&older, record(2)).await);
    let epoch = acquire(&older, &id).await;
    change(&older, &id, epoch, entry(1)).await.unwrap();
    change(&older, &id, epoch, Change::Release).await.unwrap();
    postgres.run("formats", &format!("UPDATE tandem.matches SET format = 99 WHERE id = '{id}'"));
    // Nobody reads it: that is told, nothing is lost, and the others go on.
    for told in [older.acquire(&id).await.err(), older.load(&id).await.err()] {
        let told = told.unwrap().to_string();
        assert!(told.contains("was written by a newer version of tandem"), "{told}");
    }
    let terms = format!("UPDATE tandem.matches SET terms = 'of a newer kind' WHERE id = '{id}'");
    postgres.run("formats", &terms);
    let listed = older.list(Stage::Running, 10).await.unwrap();
    assert!(listed.is_empty() && older.health().damaged.is_empty(), "it is not damaged");
    acquire(&older, &other).await;
    assert_eq!(postgres.run("formats", "SELECT count(*) FROM tandem.log"), "1");
    // One of the newer version is there: whoever asks is sent to it.
    let name = newer.shared.name().node;
    let upgraded = format!(
        "UPDATE tandem.nodes SET format = 99, address = '10.0.0.9:9080' WHERE node = {}",
        name.0
    );
    postgres.run("formats", &upgraded);
    let sent = older.acquire(&id).await.unwrap().unwrap();
    let Acquired::Elsewhere(owner) = sent else { panic!("{sent:?}") };
    assert_eq!((owner.node, owner.address.as_deref()), (name, Some("10.0.0.9:9080")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_has_the_format_of_the_newest_program_that_had_it() {
    let Some(postgres) = Postgres::start() else { return };
    let store = node(&postgres.database("raised")).await;
    let id = make(&store, record(1)).await;
    postgres.run("raised", "UPDATE tandem.matches SET format = 0");
    acquire(&store, &id).await;
    let format = postgres.run("raised", "SELECT format FROM tandem.matches");
    assert_eq!(format, schema::FORMAT.to_string());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cant_be_written_is_told_and_nothing_else_is_lost() {
    let Some(postgres) = Postgres::start() else { return };
    let store = node(&postgres.database("no_room")).await;
    let id = make(&store, record(1)).await;
    let epoch = acquire(&store, &id).await;
    change(&store, &id, epoch, entry(1)).await.unwrap();
    // What a full disk says, said for every row of the log.
    postgres.run(
        "no_room",
        "CREATE FUNCTION tandem.no_room() RETURNS trigger LANGUAGE plpgsql AS \
           $$ BEGIN RAISE disk_full USING MESSAGE = 'No space left on device'; END $$; \
         CREATE TRIGGER no_room BEFORE INSERT ON tandem.log EXECUTE FUNCTION tandem.no_room()",
    );
    let full = change(&store, &id, epoch, entry(2)).await;
    assert!(
        matches!(&full, Err(StoreError::Database(why)) if why.contains("No space")),
        "{full:?}"
    );
    assert!(store.health().trouble.is_some());
    postgres.run("no_room", "DROP TRIGGER no_room ON tandem.log");
    change(&store, &id, epoch, entry(2)).await.unwrap();
    assert!(store.health().trouble.is_none());
    assert_eq!(store.load(&id).await.unwrap().unwrap().rows.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_is_well_again_says_so_though_nothing_is_to_be_written() {
    let Some(postgres) = Postgres::start() else { return };
    let store = node(&postgres.database("well")).await;
    let id = make(&store, record(1)).await;
    let epoch = acquire(&store, &id).await;
    postgres.run(
        "well",
        "CREATE FUNCTION tandem.no_room() RETURNS trigger LANGUAGE plpgsql AS \
           $$ BEGIN RAISE disk_full USING MESSAGE = 'No space left on device'; END $$; \
         CREATE TRIGGER no_room BEFORE INSERT ON tandem.log EXECUTE FUNCTION tandem.no_room()",
    );
    change(&store, &id, epoch, entry(1)).await.unwrap_err();
    recovery::try_again(&store.shared).await;
    assert!(store.health().trouble.is_some(), "there is no room yet");
    postgres.run("well", "DROP TRIGGER no_room ON tandem.log");
    recovery::try_again(&store.shared).await;
    assert!(store.health().trouble.is_none());
    assert_eq!(postgres.run("well", "SELECT count(*) FROM tandem.log"), "0");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_joins_while_somebody_reads_all_tables() {
    let Some(postgres) = Postgres::start() else { return };
    let address = postgres.database("read");
    let first = node(&address).await;
    // As pg_dump does until it has everything.
    let dump = Address::read(&address).unwrap().connect().await.unwrap();
    let tables = "nodes, beats, matches, log, packed, events, event_log, site";
    let lock = format!("BEGIN; LOCK TABLE {tables} IN ACCESS SHARE MODE");
    dump.batch_execute(&lock).await.unwrap();
    let second = node(&address).await;
    for one in [&first, &second] {
        assert!(one.beat(Vec::new(), BotRoom::default()).await.unwrap());
    }
    dump.batch_execute("COMMIT").await.unwrap();
}
