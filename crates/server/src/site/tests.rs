//! A node among others that come and go, in time that tokio holds.

use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use tokio::time::{sleep, timeout};

use super::{Around, Site};
use crate::books::Books;
use crate::bots::Bots;
use crate::hall::Hall;
use crate::limits::Limits;
use crate::server::{Bounds, Waits};
use crate::store::model::{Database, ModelStore};
use crate::store::{Nodes, Store};

/// Longer than it takes until a silent node is declared dead.
const LONG: Duration = Duration::from_secs(5);

fn node(database: &Arc<Database>) -> Arc<Site> {
    let store = Arc::new(ModelStore::of(database));
    let nodes = Arc::clone(&store) as Arc<dyn Nodes>;
    let limits = Arc::new(Limits::new(Bounds::default()));
    let kept = store as Arc<dyn Store>;
    let hall = Hall::new(kept, Books::default(), Bots::counted(1), limits, Waits::default());
    let around = Around {
        ask_peer: Box::new(|_| async { false }.boxed()),
        resume: Box::new(|| async {}.boxed()),
        leave: Box::new(|| async {}.boxed()),
    };
    Site::new(nodes, Arc::new(hall), around)
}

#[tokio::test(start_paused = true)]
async fn whoever_waits_for_a_death_hears_of_one_that_was_before() {
    let database = Database::with(Default::default());
    let site = node(&database);
    tokio::spawn(Arc::clone(&site).watch());
    let other = database.register().node;
    sleep(LONG).await;
    // It never beat, and was declared dead; whoever saw it alive before that asks now.
    assert!(timeout(LONG, site.died(other)).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_node_that_has_just_come_is_not_dead() {
    let database = Database::with(Default::default());
    let site = node(&database);
    let watching = Arc::clone(&site);
    tokio::spawn(watching.watch());
    let other = Arc::new(ModelStore::of(&database));
    let name = other.name().node;
    let beats = tokio::spawn(async move {
        while other.beat(Vec::new()).await.is_ok() {
            sleep(Duration::from_millis(100)).await;
        }
    });
    let died = site.died(name);
    tokio::pin!(died);
    assert!(timeout(LONG, &mut died).await.is_err(), "it beats");
    beats.abort();
    assert!(timeout(LONG, died).await.is_ok());
}
