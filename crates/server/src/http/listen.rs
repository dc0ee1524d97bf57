//! Accepting connections, each with its bounds.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tower_service::Service as _;

use super::{App, router};
use crate::limits::Pass;
use crate::metrics::METRICS;

/// How long a client may take to say what it wants.
const HEADERS: Duration = Duration::from_secs(10);
/// The most that is buffered of a request's head.
const BUFFER: usize = 16 * 1024;

/// Who is at the other end, and the pass that counts him.
#[derive(Clone, Debug)]
pub(super) struct Peer {
    pub(super) address: IpAddr,
    /// Kept by whoever keeps the connection; none behind a proxy, where all look alike.
    pub(super) pass: Option<Arc<Pass>>,
}

/// Accepts connections for ever.
pub(crate) async fn serve(listener: TcpListener, app: Arc<App>) {
    let router = router(Arc::clone(&app));
    loop {
        let (stream, from) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                // Too many open files, most likely: some will be closed soon.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let address = from.ip();
        let pass = if app.trust_proxy {
            None
        } else if let Some(pass) = app.limits.enter(address) {
            Some(Arc::new(pass))
        } else {
            METRICS.turned_away.add(1);
            continue;
        };
        tokio::spawn(connection(stream, Peer { address, pass }, router.clone()));
    }
}

async fn connection(stream: TcpStream, peer: Peer, router: Router) {
    // A move is a small message that must not wait for a fuller packet.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer.clone());
        let mut router = router.clone();
        async move { Ok::<_, Infallible>(router.call(request).await.unwrap_or_else(|e| match e {})) }
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
