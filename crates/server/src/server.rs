//! Opening, serving, stopping.

use std::future::Future;
use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::books::Books;
use crate::bots::{BotConfig, Bots};
use crate::events::Office;
use crate::hall::Hall;
use crate::http::{self, App, Lan, Peers, ReadingRoom, is_ready};
use crate::ics;
use crate::ids::Secret;
use crate::limits::Limits;
use crate::site::{Around, Site};
use crate::store::{
    Address, EventStore, Nodes, PostgresEvents, PostgresStore, SqliteEvents, SqliteStore, Store,
    StoreError,
};
use crate::tls::{Tls, TlsConfig, TlsError};

/// What one address may have.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Connections at a time.
    pub connections: usize,
    /// Matches made an hour.
    pub tables: usize,
    /// Matches at a time that are not over.
    pub open_tables: usize,
    /// Records of matches that are read at once; a twenty-fourth of that every second.
    pub reads: usize,
    /// Seats of public matches taken an hour.
    pub joins: usize,
    /// Events made an hour.
    pub events: usize,
}

impl Default for Bounds {
    fn default() -> Bounds {
        // A whole club behind one address: forty boards, their phones, and some who look on.
        // Everybody looks at the match that has just ended.
        Bounds {
            connections: 400,
            tables: 200,
            open_tables: 100,
            reads: 120,
            joins: 200,
            events: 20,
        }
    }
}

/// How long somebody who left is waited for before others may dispose of their seat.
#[derive(Clone, Copy, Debug)]
pub struct Waits {
    /// Before the start.
    pub before_start: Duration,
    /// While the match goes on.
    pub in_play: Duration,
}

impl Default for Waits {
    fn default() -> Waits {
        // A page that is loaded again is back in seconds; a phone that changes networks in half a
        // minute, and its clock runs meanwhile.
        Waits { before_start: Duration::from_secs(60), in_play: Duration::from_secs(30) }
    }
}

/// How to serve.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Where to listen for ICS clients, if anywhere.
    pub ics: Option<SocketAddr>,
    /// The data folder.
    pub data: PathBuf,
    /// `postgres://…`, where matches and events are kept there and not in the data folder.
    pub store: Option<String>,
    /// How other nodes of the site reach this one, where there may be some.
    pub peers: Option<PeerConfig>,
    /// The books.
    pub books: Books,
    /// What one address may have.
    pub bounds: Bounds,
    /// How long somebody who left is waited for.
    pub waits: Waits,
    /// What bots may use.
    pub bots: BotConfig,
    /// Whether `X-Forwarded-For` is believed.
    pub trust_proxy: bool,
    /// Whether the proxy's `X-Client-Rtt` is believed.
    pub proxy_rtt: bool,
    /// What the server is called, beside its addresses and `localhost`.
    pub names: Vec<String>,
    /// Whether anybody may read `/metrics`, and not only this machine.
    pub metrics: bool,
    /// TLS by a certificate of its own, on the same port; none: there is none.
    pub tls: Option<TlsConfig>,
    /// Asks by which addresses phones in the same network reach this machine, the best first; none: it is not for them.
    pub lan: Option<fn() -> Vec<IpAddr>>,
}

/// How nodes of a site speak with each other.
#[derive(Clone, Debug)]
pub struct PeerConfig {
    /// Where this one listens, and where the others find it.
    pub listen: SocketAddr,
    /// What all of them know, and nobody else.
    pub secret: Secret,
}

/// Why the server can't start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The data folder.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The port is taken.
    #[error("{address} is already in use; choose another address with {option}")]
    PortInUse {
        /// Which.
        address: SocketAddr,
        /// What chooses another.
        option: &'static str,
    },
    /// There is no certificate.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The system gives no threads.
    #[error("no thread can be started: {0}")]
    Threads(std::io::Error),
    /// The port can't be had.
    #[error("cannot listen on {address}: {why}")]
    Listen {
        /// Which.
        address: SocketAddr,
        /// What the system says.
        why: String,
    },
}

/// Where matches and events are kept, and who else uses it.
struct Kept {
    store: Arc<dyn Store>,
    events: Arc<dyn EventStore>,
    nodes: Option<Arc<dyn Nodes>>,
}

impl Kept {
    async fn open(config: &Config, reached: Option<SocketAddr>) -> Result<Kept, StoreError> {
        let Some(address) = &config.store else {
            let store = Arc::new(SqliteStore::open(&config.data)?);
            let events = Arc::new(SqliteEvents::open(&config.data)?);
            return Ok(Kept { store, events, nodes: None });
        };
        let reached = reached.map(|address| address.to_string());
        let store = PostgresStore::open(Address::read(address)?, reached).await?;
        let events = Arc::new(PostgresEvents::beside(&store));
        let store = Arc::new(store);
        Ok(Kept { events, nodes: Some(Arc::clone(&store) as Arc<dyn Nodes>), store })
    }
}

/// What the nodes of a site need to find each other; none where there is one server only.
fn peers(
    nodes: Option<Arc<dyn Nodes>>,
    secret: Secret,
    hall: &Arc<Hall>,
    events: &Arc<Office>,
) -> Option<Peers> {
    let (to_resume, to_leave, known) = (Arc::clone(events), Arc::clone(events), secret.clone());
    let around = Around {
        ask_peer: Box::new(move |address| is_ready(address, known.clone()).boxed()),
        resume: Box::new(move || {
            let events = Arc::clone(&to_resume);
            async move { events.resume().await }.boxed()
        }),
        leave: Box::new(move || {
            let events = Arc::clone(&to_leave);
            async move { events.leave_all().await }.boxed()
        }),
    };
    Some(Peers { site: Site::new(nodes?, Arc::clone(hall), around), secret })
}

/// The thread that says that this node lives: nothing that keeps the others delays it.
struct Heart {
    stop: oneshot::Sender<()>,
    thread: std::thread::JoinHandle<()>,
}

impl Heart {
    fn start(site: Arc<Site>) -> std::io::Result<Heart> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (stop, stopped) = oneshot::channel();
        let beat = move || {
            runtime.block_on(async {
                tokio::select! {
                    () = site.beat() => {}
                    _ = stopped => {}
                }
            });
        };
        let thread = std::thread::Builder::new().name("tandem-beat".to_owned()).spawn(beat)?;
        Ok(Heart { stop, thread })
    }

    fn stop(self) {
        // It may have ended by itself.
        let _ = self.stop.send(());
        let _ = self.thread.join();
    }
}

/// What makes addresses unrecognisable in what is stored. It is kept, so that an address has no
/// more matches after a restart than before; beside the database and not in it, so that copies of that
/// don't have it.
fn salt(folder: &Path) -> Result<String, StoreError> {
    let file = folder.join("makers.key");
    let failed = |why: String| StoreError::Folder { folder: folder.to_path_buf(), why };
    match std::fs::read_to_string(&file) {
        Ok(text) if text.trim().len() >= 16 => return Ok(text.trim().to_owned()),
        Ok(_) => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(failed(format!("{}: {error}", file.display()))),
    }
    std::fs::create_dir_all(folder).map_err(|error| failed(error.to_string()))?;
    let salt = Secret::random().map_err(|error| failed(error.to_string()))?;
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(&file).and_then(|mut file| file.write_all(salt.reveal().as_bytes()));
    written.map_err(|error| failed(format!("{}: {error}", file.display())))?;
    Ok(salt.reveal().to_owned())
}

/// Opens a port; `option` is what chooses another.
async fn listen(
    address: SocketAddr,
    option: &'static str,
) -> Result<(TcpListener, SocketAddr), ServeError> {
    let failed = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::AddrInUse => ServeError::PortInUse { address, option },
        _ => ServeError::Listen { address, why: error.to_string() },
    };
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok((listener, address))
}

/// A server that is ready to serve.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    ics: Option<(TcpListener, SocketAddr)>,
    /// Where other nodes come in.
    door: Option<(TcpListener, SocketAddr)>,
    app: Arc<App>,
}

impl Server {
    /// Opens the data folder and the port.
    ///
    /// # Errors
    /// One of them can't be had.
    pub async fn open(config: Config) -> Result<Server, ServeError> {
        // The ports first: a second server must not touch the data of the first.
        let (listener, address) = listen(config.listen, "--listen").await?;
        let ics = match config.ics {
            Some(address) => Some(listen(address, "--ics").await?),
            None => None,
        };
        let door = match &config.peers {
            Some(peers) => Some(listen(peers.listen, "--peers").await?),
            None => None,
        };
        let kept = Kept::open(&config, door.as_ref().map(|(_, address)| *address)).await?;
        let limits = Arc::new(Limits::new(config.bounds));
        let bots = Bots::new(config.bots);
        let hall = Hall::new(kept.store, config.books, bots, Arc::clone(&limits), config.waits);
        let hall = Arc::new(hall.among(kept.nodes.clone()));
        let events = Arc::new(Office::new(kept.events, Arc::clone(&hall)));
        let secret = config.peers.map(|peers| peers.secret);
        let salt = match &secret {
            // The same on all nodes, so that an address has no more matches on several.
            Some(secret) => secret.derived("makers").reveal().to_owned(),
            None => salt(&config.data)?,
        };
        let secret = match secret {
            Some(secret) => secret,
            // Nobody else knows it, and nobody has to.
            None => Secret::random().map_err(|_| StoreError::Stopped)?,
        };
        let app = Arc::new(App {
            peers: peers(kept.nodes, secret, &hall, &events),
            events,
            hall,
            limits,
            salt,
            trust_proxy: config.trust_proxy,
            proxy_rtt: config.proxy_rtt,
            names: config.names,
            metrics: config.metrics,
            lan: config.lan.map(|addresses| Lan { addresses, port: address.port() }),
            tls: match config.tls {
                Some(tls) => Some(Arc::new(Tls::open(&config.data, tls)?)),
                None => None,
            },
            reading: ReadingRoom::open().map_err(ServeError::Threads)?,
            guests: Arc::default(),
        });
        Ok(Server { listener, address, ics, door, app })
    }

    /// Where it listens for ICS clients, if it does.
    #[must_use]
    pub fn ics_address(&self) -> Option<SocketAddr> {
        self.ics.as_ref().map(|(_, address)| *address)
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` resolves; then every table is stored and everybody is told.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        tracing::info!(address = %self.address, "listening");
        // On the threads that hear the players: it beats as they do.
        let heart = tokio::spawn(self.app.hall.pulse().run());
        let site = self.app.peers.as_ref().map(|peers| Arc::clone(&peers.site));
        let watching = site.as_ref().map(|site| tokio::spawn(Arc::clone(site).watch()));
        let beating = site.as_ref().and_then(|site| {
            let started = Heart::start(Arc::clone(site));
            started.inspect_err(|error| tracing::error!(%error, "this node can't beat")).ok()
        });
        if let (Some((listener, address)), Some(peers)) = (self.door, &self.app.peers) {
            tracing::info!(%address, "listening for other nodes");
            let secret = peers.secret.clone();
            tokio::spawn(http::serve_peers(listener, Arc::clone(&self.app), secret));
        }
        let door = self.ics.map(|(listener, address)| {
            tracing::info!(%address, "listening for ICS clients");
            let (stop, stopping) = oneshot::channel();
            (stop, tokio::spawn(ics::serve(listener, Arc::clone(&self.app), stopping)))
        });
        // Whoever comes meanwhile finds their table: it is brought back for them.
        let fresh = async {
            if let Some(tls) = &self.app.tls {
                tls.keep_fresh().await;
            }
        };
        let serve = async {
            tokio::join!(
                fresh,
                self.app.hall.resume(),
                self.app.events.resume(),
                http::serve(self.listener, Arc::clone(&self.app))
            );
        };
        tokio::select! {
            () = serve => {}
            () = stop => {}
        }
        tracing::info!("stopping");
        if let Some(site) = &site {
            site.leave();
        }
        if let Some((stop, serving)) = door {
            let (told, heard) = oneshot::channel();
            // A door that has ended has told everybody.
            if stop.send(told).is_ok() {
                let _ = heard.await;
            }
            serving.abort();
        }
        self.app.events.stop().await;
        self.app.hall.stop().await;
        heart.abort();
        if let Some(watching) = watching {
            watching.abort();
        }
        if let Some(beating) = beating {
            beating.stop();
        }
        // What was said last is still on its way to the sockets.
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
}
