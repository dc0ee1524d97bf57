//! `tandem serve`: the server with its web pages.

use std::io::{Write, stdout};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use clap::Args;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use tandem_server::{
    Books, BotConfig, Bounds, Config, EngineSpec, PeerConfig, Secret, Server, TlsConfig, Waits,
};
use tokio::signal::unix::{SignalKind, signal};

use crate::commands::{lan, log};
use crate::failure::Failure;
use crate::library::Library;

/// Run the server and its web pages.
///
/// Everything is kept in the data folder; matches survive a stop and a crash. SIGTERM and Ctrl-C
/// stop cleanly.
#[derive(Args)]
pub(crate) struct Serve {
    /// Address to listen on
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// Also accept ICS clients (xboard, eboard and others) on this address; port 5000 is usual
    #[arg(long, value_name = "ADDRESS:PORT")]
    ics: Option<SocketAddr>,
    /// Data folder
    #[arg(long, value_name = "DIR", default_value = "tandem-data")]
    data: PathBuf,
    /// Keep matches and events in PostgreSQL instead of the data folder: postgres://user:password@host/database.
    /// The environment variable TANDEM_STORE says the same without showing the password to others
    #[arg(long, value_name = "ADDRESS")]
    store: Option<String>,
    /// Listen for the other nodes of the site, which reach this machine by this address; needs --store
    #[arg(long, value_name = "ADDRESS:PORT", requires = "peer_secret")]
    peers: Option<SocketAddr>,
    /// File with the words that all nodes of the site know, and nobody else
    #[arg(long, value_name = "FILE", requires = "peers")]
    peer_secret: Option<PathBuf>,
    /// Listen on all interfaces and print the address and a QR code for phones on the local network
    #[arg(long)]
    lan: bool,
    /// Also take https on the same port, by a certificate of this machine's own; phones learn to trust it
    /// once, at /trust
    #[arg(long, requires = "lan")]
    tls: bool,
    /// Trust the X-Forwarded-For header set by your reverse proxy
    #[arg(long)]
    trust_proxy: bool,
    /// Trust the X-Client-Rtt header set by your reverse proxy (the client's round trip in microseconds)
    #[arg(long, requires = "trust_proxy")]
    proxy_rtt: bool,
    /// Host name of the server, for example chess.example.org. Repeatable. Requests for
    /// other names are refused; addresses and localhost are always known, and with --lan the name of
    /// this machine
    #[arg(long = "name", value_name = "NAME")]
    names: Vec<String>,
    /// Let anyone read /metrics, not only this machine
    #[arg(long)]
    metrics: bool,
    /// Maximum connections from one address
    #[arg(long, value_name = "N", default_value_t = Bounds::default().connections)]
    connections_per_address: usize,
    /// Maximum matches created from one address per hour
    #[arg(long, value_name = "N", default_value_t = Bounds::default().tables)]
    matches_per_address: usize,
    /// Maximum unfinished matches from one address
    #[arg(long, value_name = "N", default_value_t = Bounds::default().open_tables)]
    open_matches_per_address: usize,
    /// Maximum match records one address may read at once; refilled by a twenty-fourth per second
    #[arg(long, value_name = "N", default_value_t = Bounds::default().reads)]
    reads_per_address: usize,
    /// Maximum events created from one address per hour
    #[arg(long, value_name = "N", default_value_t = Bounds::default().events)]
    events_per_address: usize,
    /// Offer an external engine as a bot; PROTOCOL is uci or xboard. Repeatable. Debian's fairy-stockfish and sjeng are offered where they are installed
    #[arg(long = "engine", value_name = "NAME=PROTOCOL:COMMAND")]
    engines: Vec<EngineSpec>,
    /// Maximum external engine processes at once
    #[arg(long, value_name = "N", default_value_t = BotConfig::default().processes)]
    engine_processes: usize,
    /// Maximum bots playing at once
    #[arg(long, value_name = "N", default_value_t = BotConfig::default().most)]
    bots: usize,
    /// Threads for built-in bots [default: number of cores minus one]
    #[arg(long, value_name = "N")]
    bot_threads: Option<usize>,
}

impl Serve {
    pub(crate) fn run(self, library: &Library) -> Result<(), Failure> {
        let impossible = |error: String| Failure::Impossible(error);
        log::start()?;
        for engine in &self.engines {
            engine.check().map_err(|error| impossible(format!("--engine {error}")))?;
        }
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(|error| impossible(format!("the server can't start: {error}")))?;
        // The texts are kept with each match: a club's next edition changes none of them.
        let books = Books::with_own(library.own_texts().cloned());
        let listen = if self.lan {
            SocketAddr::new(Ipv4Addr::UNSPECIFIED.into(), self.listen.port())
        } else {
            self.listen
        };
        let store = self.store.or_else(|| std::env::var("TANDEM_STORE").ok());
        let peers = peers(self.peers, self.peer_secret.as_deref(), store.is_some())?;
        let names = names(self.names, self.lan);
        let tls = TlsConfig { names: names.clone(), addresses: lan::addresses };
        let config = Config {
            peers,
            listen,
            tls: self.tls.then_some(tls),
            lan: self.lan.then_some(lan::addresses),
            data: self.data,
            store,
            books,
            bounds: Bounds {
                connections: self.connections_per_address,
                tables: self.matches_per_address,
                open_tables: self.open_matches_per_address,
                reads: self.reads_per_address,
                events: self.events_per_address,
                ..Bounds::default()
            },
            waits: Waits::default(),
            bots: BotConfig {
                threads: self.bot_threads,
                most: self.bots,
                engines: engines(self.engines),
                processes: self.engine_processes,
                ..BotConfig::default()
            },
            trust_proxy: self.trust_proxy,
            proxy_rtt: self.proxy_rtt,
            ics: self.ics,
            names,
            metrics: self.metrics,
        };
        runtime.block_on(async {
            let server =
                Server::open(config).await.map_err(|error| impossible(error.to_string()))?;
            // Whoever reads the address may send a signal at once.
            let mut terminate = signal(SignalKind::terminate())
                .map_err(|error| impossible(format!("cannot install signal handlers: {error}")))?;
            tell(server.address(), self.lan, self.tls)?;
            if let Some(address) = server.ics_address() {
                let mut out = stdout().lock();
                writeln!(out, "ICS clients find it at {address}")?;
                out.flush()?;
            }
            server
                .run(async {
                    tokio::select! {
                        _ = terminate.recv() => {}
                        _ = tokio::signal::ctrl_c() => {}
                    }
                })
                .await;
            Ok(())
        })
    }
}

/// How other nodes reach this one.
fn peers(
    listen: Option<SocketAddr>,
    secret: Option<&Path>,
    shared: bool,
) -> Result<Option<PeerConfig>, Failure> {
    let (Some(listen), Some(file)) = (listen, secret) else { return Ok(None) };
    let impossible = |why: String| Err(Failure::Impossible(why));
    if !shared {
        return impossible("--peers needs --store: nodes share what they store in".to_owned());
    }
    if listen.ip().is_unspecified() {
        return impossible(format!(
            "others can't reach {}: give --peers the address of this machine",
            listen.ip()
        ));
    }
    match std::fs::read_to_string(file) {
        Err(error) => impossible(format!("{}: {error}", file.display())),
        Ok(words) if words.trim().len() < 16 => {
            impossible(format!("{}: a secret has at least 16 characters", file.display()))
        }
        Ok(words) => Ok(Some(PeerConfig { listen, secret: Secret::of_words(&words) })),
    }
}

/// What the server is called. In a hall it is called by its machine's name too.
fn names(mut told: Vec<String>, lan: bool) -> Vec<String> {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host = host.trim();
    if lan && !host.is_empty() {
        told.extend([host.to_owned(), format!("{host}.local")]);
    }
    told
}

/// The engines that were named, and the usual ones unless one of those has their name.
fn engines(named: Vec<EngineSpec>) -> Vec<EngineSpec> {
    let usual = EngineSpec::installed();
    let others = usual.into_iter().filter(|one| named.iter().all(|other| other.name != one.name));
    let others: Vec<_> = others.collect();
    named.into_iter().chain(others).collect()
}

fn tell(address: SocketAddr, lan: bool, tls: bool) -> Result<(), Failure> {
    let mut out = stdout().lock();
    if !lan {
        writeln!(out, "Tandem is running at http://{address}/")?;
        out.flush()?;
        return Ok(());
    }
    let Some(seen) = lan::addresses().first().map(|ip| SocketAddr::new(*ip, address.port())) else {
        writeln!(out, "Tandem is running at http://{}:{}/", Ipv4Addr::LOCALHOST, address.port())?;
        writeln!(
            out,
            "This machine is in no network: join the one of the phones or make one (a mobile hotspot), and start again"
        )?;
        out.flush()?;
        return Ok(());
    };
    let url = format!("http://{seen}/");
    writeln!(out, "Tandem is running at {url}")?;
    // Phones come over plain HTTP first, to learn what to trust.
    let scanned = if tls { format!("{url}trust") } else { url };
    if tls {
        writeln!(out, "and at https://{seen}/ for phones that trust it: {scanned} shows them how")?;
    }
    if let Ok(code) = QrCode::new(&scanned) {
        // Dark on light, whatever the terminal's colours are.
        let picture = code
            .render::<Dense1x2>()
            .dark_color(Dense1x2::Light)
            .light_color(Dense1x2::Dark)
            .build();
        writeln!(out, "{picture}")?;
    }
    out.flush()?;
    Ok(())
}
