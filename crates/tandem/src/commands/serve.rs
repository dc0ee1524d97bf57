//! `tandem serve`: the server with its web pages.

use std::io::{Write, stdout};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};

use clap::Args;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use tandem_server::{Books, BotConfig, Bounds, Config, EngineSpec, Server};
use tokio::signal::unix::{SignalKind, signal};

use crate::failure::Failure;
use crate::library::Library;

/// Serves matches and the pages to play them on.
///
/// Everything is kept in the data folder; matches survive a stop and a crash. SIGTERM and Ctrl-C
/// stop cleanly.
#[derive(Args)]
pub(crate) struct Serve {
    /// Where to listen
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// The data folder
    #[arg(long, value_name = "DIR", default_value = "tandem-data")]
    data: PathBuf,
    /// Listen on all interfaces and show the address and a QR code for the phones in the room
    #[arg(long)]
    lan: bool,
    /// Believe the X-Forwarded-For header of the proxy in front
    #[arg(long)]
    trust_proxy: bool,
    /// The most connections from one address
    #[arg(long, value_name = "N", default_value_t = Bounds::default().connections)]
    connections_per_address: usize,
    /// The most matches made from one address in an hour
    #[arg(long, value_name = "N", default_value_t = Bounds::default().tables)]
    matches_per_address: usize,
    /// The most matches of one address that are not over
    #[arg(long, value_name = "N", default_value_t = Bounds::default().open_tables)]
    open_matches_per_address: usize,
    /// Offer somebody else's engine as a bot; PROTOCOL is uci or xboard. May be given several
    /// times. Debian's fairy-stockfish and sjeng are offered where they are installed
    #[arg(long = "engine", value_name = "NAME=PROTOCOL:COMMAND")]
    engines: Vec<EngineSpec>,
    /// The most processes of such engines at a time
    #[arg(long, value_name = "N", default_value_t = BotConfig::default().processes)]
    engine_processes: usize,
    /// The most bots that play at a time
    #[arg(long, value_name = "N", default_value_t = BotConfig::default().most)]
    bots: usize,
    /// Threads on which built-in bots think; a processor fewer than there are unless told
    #[arg(long, value_name = "N")]
    bot_threads: Option<usize>,
}

impl Serve {
    pub(crate) fn run(self, library: &Library, own: Option<&Path>) -> Result<(), Failure> {
        let impossible = |error: String| Failure::Impossible(error);
        tracing_subscriber::fmt()
            .with_env_filter(
                tracing_subscriber::EnvFilter::try_from_env("TANDEM_LOG")
                    .unwrap_or_else(|_| "info".into()),
            )
            .with_writer(std::io::stderr)
            .init();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(|error| impossible(format!("the server can't start: {error}")))?;
        let books = match library.own().zip(own) {
            Some((book, path)) => {
                // The text is kept with each match: the club's next edition changes none of them.
                let text = std::fs::read_to_string(path).map_err(|error| {
                    impossible(format!("{} can't be read: {error}", path.display()))
                })?;
                Books::with_own(book.clone(), text)
            }
            None => Books::default(),
        };
        let listen = if self.lan {
            SocketAddr::new(Ipv4Addr::UNSPECIFIED.into(), self.listen.port())
        } else {
            self.listen
        };
        let config = Config {
            listen,
            data: self.data,
            books,
            bounds: Bounds {
                connections: self.connections_per_address,
                tables: self.matches_per_address,
                open_tables: self.open_matches_per_address,
            },
            bots: BotConfig {
                threads: self.bot_threads,
                most: self.bots,
                engines: engines(self.engines),
                processes: self.engine_processes,
                ..BotConfig::default()
            },
            trust_proxy: self.trust_proxy,
        };
        runtime.block_on(async {
            let server =
                Server::open(config).await.map_err(|error| impossible(error.to_string()))?;
            tell(server.address(), self.lan)?;
            let mut terminate = signal(SignalKind::terminate())
                .map_err(|error| impossible(format!("signals can't be heard: {error}")))?;
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

/// The engines that were named, and the usual ones unless one of those has their name.
fn engines(named: Vec<EngineSpec>) -> Vec<EngineSpec> {
    let usual = EngineSpec::installed();
    let others = usual.into_iter().filter(|one| named.iter().all(|other| other.name != one.name));
    let others: Vec<_> = others.collect();
    named.into_iter().chain(others).collect()
}

fn tell(address: SocketAddr, lan: bool) -> Result<(), Failure> {
    let mut out = stdout().lock();
    if !lan {
        writeln!(out, "Tandem is at http://{address}/")?;
        out.flush()?;
        return Ok(());
    }
    let seen = SocketAddr::new(lan_address().unwrap_or(address.ip()), address.port());
    let url = format!("http://{seen}/");
    writeln!(out, "Tandem is at {url}")?;
    if let Ok(code) = QrCode::new(&url) {
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

/// The address by which the local network knows this machine. Nothing is sent: asking for a
/// route is enough.
fn lan_address() -> Option<IpAddr> {
    ["192.168.255.255:9", "10.255.255.255:9", "8.8.8.8:9"].into_iter().find_map(|towards| {
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
        socket.connect(towards).ok()?;
        let address = socket.local_addr().ok()?.ip();
        (!address.is_loopback() && !address.is_unspecified()).then_some(address)
    })
}
