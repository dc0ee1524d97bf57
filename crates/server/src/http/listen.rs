//! Accepting connections, each with its bounds.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::response::IntoResponse as _;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tower_service::Service as _;

use super::body::timed;
use super::elsewhere::{CLIENT, SECRET};
use super::error::ApiError;
use super::metered::{Meter, Metered};
use super::{App, router};
use crate::codes::Problem;
use crate::crowd::Pass;
use crate::ids::Secret;
use crate::metrics::METRICS;
use crate::tls::Tls;

/// How long a client may take to say what it wants.
const HEADERS: Duration = Duration::from_secs(10);
/// The most that is buffered of a request's head.
const BUFFER: usize = 16 * 1024;

/// Who is at the other end, and the pass that counts them.
#[derive(Clone, Debug)]
pub(super) struct Peer {
    pub(super) address: IpAddr,
    /// Kept by whoever keeps the connection; none behind a proxy, where all look alike.
    pub(super) pass: Option<Arc<Pass>>,
    /// What is measured of the connection.
    pub(super) meter: Arc<Meter>,
    /// Whether another node of the site passes on what they ask.
    pub(super) passed_on: bool,
}

/// The next connection, whatever goes wrong with others, and who made it.
pub(crate) async fn accept(listener: &TcpListener) -> (TcpStream, IpAddr) {
    loop {
        match listener.accept().await {
            Ok((stream, from)) => return (stream, from.ip()),
            Err(error) => {
                // Too many open files, most likely: some will be closed soon.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
}

/// Accepts connections for ever.
pub(crate) async fn serve(listener: TcpListener, app: Arc<App>) {
    let router = router(Arc::clone(&app));
    loop {
        let (stream, address) = accept(&listener).await;
        let pass = if app.trust_proxy {
            None
        } else if let Some(pass) = app.limits.enter(address) {
            Some(Arc::new(pass))
        } else {
            METRICS.turned_away.add(1);
            continue;
        };
        tokio::spawn(connection(
            stream,
            Peer { address, pass, meter: Arc::default(), passed_on: false },
            None,
            router.clone(),
            app.tls.clone(),
        ));
    }
}

/// Accepts connections of other nodes for ever. Each request says by the site's secret that it comes from one.
pub(crate) async fn serve_peers(listener: TcpListener, app: Arc<App>, secret: Secret) {
    let router = router(app);
    loop {
        let (stream, address) = accept(&listener).await;
        let peer = Peer { address, pass: None, meter: Arc::default(), passed_on: true };
        tokio::spawn(connection(stream, peer, Some(secret.clone()), router.clone(), None));
    }
}

/// Whoever a node passes a request on for; none if it is no node.
fn introduced(request: &Request, peer: &Peer, secret: &Secret) -> Option<Peer> {
    let said = request.headers().get(SECRET)?.to_str().ok()?;
    // What the time of a comparison could betray is a hash, which helps nobody.
    let same = Secret::read(said)?.hash() == secret.hash();
    let client = request.headers().get(CLIENT)?.to_str().ok()?.parse().ok()?;
    same.then(|| Peer { address: client, ..peer.clone() })
}

/// The first byte of whoever begins to speak TLS.
const HANDSHAKE: u8 = 0x16;

async fn connection(
    stream: TcpStream,
    peer: Peer,
    secret: Option<Secret>,
    router: Router,
    tls: Option<Arc<Tls>>,
) {
    // A move is a small message that must not wait for a fuller packet.
    let _ = stream.set_nodelay(true);
    let Some(tls) = tls else {
        let stream = Metered::new(stream, Arc::clone(&peer.meter));
        return converse(stream, peer, secret, router).await;
    };
    // One port for both: what comes first tells which it is.
    let mut first = [0];
    let Ok(Ok(1)) = timeout(HEADERS, stream.peek(&mut first)).await else { return };
    let stream = Metered::new(stream, Arc::clone(&peer.meter));
    if first != [HANDSHAKE] {
        return converse(stream, peer, secret, router).await;
    }
    match timeout(HEADERS, tls.acceptor().accept(stream)).await {
        Ok(Ok(stream)) => converse(stream, peer, secret, router).await,
        Ok(Err(error)) => {
            tracing::debug!(%error, "a phone does not trust the certificate, or none of it is TLS");
        }
        Err(_) => {}
    }
}

async fn converse(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    peer: Peer,
    secret: Option<Secret>,
    router: Router,
) {
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(timed);
        let who = match &secret {
            None => Some(peer.clone()),
            Some(secret) => introduced(&request, &peer, secret),
        };
        let mut router = router.clone();
        async move {
            let Some(who) = who else {
                return Ok(ApiError::Forbidden(Problem::LocalOnly).into_response());
            };
            request.extensions_mut().insert(who);
            Ok::<_, Infallible>(router.call(request).await.unwrap_or_else(|e| match e {}))
        }
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades()
        .await;
    if let Err(error) = served {
        tracing::debug!(%error, "a connection ended badly");
    }
}
