//! Opening, serving, stopping.

use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use tokio::net::TcpListener;

use crate::books::Books;
use crate::bots::{BotConfig, Bots};
use crate::hall::Hall;
use crate::http::{self, App};
use crate::ids::Secret;
use crate::limits::Limits;
use crate::store::{SqliteStore, StoreError};

/// What one address may have.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Connections at a time.
    pub connections: usize,
    /// Matches made an hour.
    pub tables: usize,
    /// Matches at a time that are not over.
    pub open_tables: usize,
}

impl Default for Bounds {
    fn default() -> Bounds {
        // A whole club behind one address: forty boards, their phones, and some who look on.
        Bounds { connections: 400, tables: 200, open_tables: 100 }
    }
}

/// How to serve.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The data folder.
    pub data: PathBuf,
    /// The books.
    pub books: Books,
    /// What one address may have.
    pub bounds: Bounds,
    /// What bots may use.
    pub bots: BotConfig,
    /// Whether `X-Forwarded-For` is believed.
    pub trust_proxy: bool,
}

/// Why the server can't start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The data folder.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The port is taken.
    #[error("another program listens on {0} already; choose another with --listen")]
    PortInUse(SocketAddr),
    /// The port can't be had.
    #[error("{address} can't be listened on: {why}")]
    Listen {
        /// Which.
        address: SocketAddr,
        /// What the system says.
        why: String,
    },
}

/// A server that is ready to serve.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
}

impl Server {
    /// Opens the data folder and the port.
    ///
    /// # Errors
    /// One of them can't be had.
    pub async fn open(config: Config) -> Result<Server, ServeError> {
        let failed = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::AddrInUse => ServeError::PortInUse(config.listen),
            _ => ServeError::Listen { address: config.listen, why: error.to_string() },
        };
        // The port first: a second server must not touch the data of the first.
        let listener = TcpListener::bind(config.listen).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let store = Arc::new(SqliteStore::open(&config.data)?);
        let app = Arc::new(App {
            hall: Hall::new(store, config.books, Bots::new(config.bots)),
            limits: Arc::new(Limits::new(config.bounds)),
            salt: Secret::random().map_err(|_| StoreError::Stopped)?,
            trust_proxy: config.trust_proxy,
        });
        Ok(Server { listener, address, app })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` resolves; then every table is stored and everybody is told.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        tracing::info!(address = %self.address, "listening");
        self.app.hall.resume().await;
        tokio::select! {
            () = http::serve(self.listener, Arc::clone(&self.app)) => {}
            () = stop => {}
        }
        tracing::info!("stopping");
        self.app.hall.stop().await;
        // What was said last is still on its way to the sockets.
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
}
