//! Opening, serving, stopping.

use std::future::Future;
use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::books::Books;
use crate::bots::{BotConfig, Bots};
use crate::events::Office;
use crate::hall::Hall;
use crate::http::{self, App, ReadingRoom};
use crate::ics;
use crate::ids::Secret;
use crate::limits::Limits;
use crate::store::{SqliteEvents, SqliteStore, StoreError};

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
        let store = Arc::new(SqliteStore::open(&config.data)?);
        let events = Arc::new(SqliteEvents::open(&config.data)?);
        let limits = Arc::new(Limits::new(config.bounds));
        let hall = Arc::new(Hall::new(
            store,
            config.books,
            Bots::new(config.bots),
            Arc::clone(&limits),
            config.waits,
        ));
        let app = Arc::new(App {
            events: Office::new(events, Arc::clone(&hall)),
            hall,
            limits,
            salt: salt(&config.data)?,
            trust_proxy: config.trust_proxy,
            proxy_rtt: config.proxy_rtt,
            names: config.names,
            metrics: config.metrics,
            reading: ReadingRoom::open().map_err(ServeError::Threads)?,
            guests: Arc::default(),
        });
        Ok(Server { listener, address, ics, app })
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
        let door = self.ics.map(|(listener, address)| {
            tracing::info!(%address, "listening for ICS clients");
            let (stop, stopping) = oneshot::channel();
            (stop, tokio::spawn(ics::serve(listener, Arc::clone(&self.app), stopping)))
        });
        // Whoever comes meanwhile finds their table: it is brought back for them.
        let serve = async {
            tokio::join!(
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
        // What was said last is still on its way to the sockets.
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
}
