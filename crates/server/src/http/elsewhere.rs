//! What another node has: requests are passed on to it, and sockets are spliced, byte for byte, pings included.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::client::conn::http1;
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use tokio::io::copy_bidirectional;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::App;
use super::error::ApiError;
use super::guard::client_address;
use super::listen::Peer;
use crate::ids::{EventId, MatchId, Secret};
use crate::site::Site;
use crate::store::{NodeId, Owner, StoreError};
use crate::time::{deadline_in, is_past};

/// Opens the door of nodes.
pub(super) const SECRET: &str = "x-tandem-peer";
/// Whose request is passed on.
pub(super) const CLIENT: &str = "x-tandem-client";
/// How far away they are, in microseconds.
pub(super) const ROUND_TRIP: &str = "x-client-rtt";

/// How long a request waits for its table to be found somewhere.
const HOLD: Duration = Duration::from_secs(5);
/// How often it is tried meanwhile.
const RETRY_DELAY: Duration = Duration::from_millis(100);
/// How often in vain, before a table is asked for.
const PATIENT: u32 = 5;
/// How long another node may take to take a connection.
const CONNECT: Duration = Duration::from_millis(500);

/// What several nodes need to speak with each other.
pub(crate) struct Peers {
    pub(crate) site: Arc<Site>,
    pub(crate) secret: Secret,
}

/// What a request is about, if one node must answer it.
enum About {
    Match(MatchId),
    Event(EventId),
}

/// The match that the address of a socket names.
pub(super) fn named(uri: &Uri) -> Option<MatchId> {
    uri.query()?.split('&').find_map(|part| part.strip_prefix("match="))?.parse().ok()
}

impl About {
    fn of(request: &Request) -> Option<About> {
        let uri = request.uri();
        if uri.path() == "/ws" {
            return named(uri).map(About::Match);
        }
        let mut parts = uri.path().strip_prefix("/api/")?.split('/');
        match (parts.next(), parts.next(), parts.next()) {
            (Some("matches"), Some(id), None | Some("join" | "sheet")) => {
                id.parse().ok().map(About::Match)
            }
            (Some("events"), Some(id), _) => id.parse().ok().map(About::Event),
            _ => None,
        }
    }

    /// Who has it, if another node has. It is taken if nobody has, at first only if there is room for its bots: a node that
    /// has some may be one that can't be reached.
    async fn owner(&self, app: &App, patient: bool) -> Result<Option<Owner>, ApiError> {
        match self {
            About::Match(id) => {
                let found = match patient {
                    true => app.hall.find_with_room(id).await,
                    false => app.hall.find(id).await,
                };
                match found {
                    Ok(_) => Ok(None),
                    Err(StoreError::Elsewhere(_, owner)) => Ok(Some(owner)),
                    Err(error) => Err(error.into()),
                }
            }
            About::Event(id) => Ok(app.events.elsewhere(id).await?),
        }
    }
}

/// Passes on what another node has to answer; waits for a table that is on its way.
pub(super) async fn pass_on(
    State(app): State<Arc<App>>,
    mut request: Request,
    next: Next,
) -> Response {
    let Some(peers) = &app.peers else { return next.run(request).await };
    let passed_on = request.extensions().get::<Peer>().is_some_and(|peer| peer.passed_on);
    let Some(about) = About::of(&request).filter(|_| !passed_on) else {
        return next.run(request).await;
    };
    if app.hall.is_stopping() {
        return ApiError::Unavailable.into_response();
    }
    let until = deadline_in(HOLD);
    for tried in 0.. {
        let found = if peers.site.is_well() {
            about.owner(&app, tried <= PATIENT).await
        } else {
            Err(ApiError::Unavailable)
        };
        let failed = match found {
            Ok(None) => return next.run(request).await,
            Ok(Some(owner)) => match connect(owner.address.as_deref()).await {
                None => ApiError::Unavailable,
                Some(stream) => match forward(&app, peers, &owner, stream, &mut request).await {
                    Some(response) => return response,
                    // What changes something may have been done: whoever asks again finds out.
                    None if request.method() != Method::GET => {
                        return ApiError::Unavailable.into_response();
                    }
                    None => ApiError::Unavailable,
                },
            },
            Err(error) => error,
        };
        if !matches!(failed, ApiError::Unavailable | ApiError::CantStore) || is_past(until) {
            return failed.into_response();
        }
        if let About::Match(id) = &about
            && tried == PATIENT
        {
            app.hall.call_for(id).await;
        }
        tokio::time::sleep(RETRY_DELAY).await;
    }
    ApiError::Unavailable.into_response()
}

async fn connect(address: Option<&str>) -> Option<TcpStream> {
    let stream = timeout(CONNECT, TcpStream::connect(address?)).await.ok()?.ok()?;
    let _ = stream.set_nodelay(true);
    Some(stream)
}

/// Asks another node, and gives what it answers; none if it does not, or is about to leave.
async fn forward(
    app: &App,
    peers: &Peers,
    owner: &Owner,
    stream: TcpStream,
    request: &mut Request,
) -> Option<Response> {
    let peer = request.extensions().get::<Peer>()?.clone();
    let client = client_address(request.headers(), &peer, app.trust_proxy);
    let mut copy = Request::new(std::mem::take(request.body_mut()));
    *copy.method_mut() = request.method().clone();
    *copy.uri_mut() = request.uri().clone();
    *copy.headers_mut() = request.headers().clone();
    introduce(copy.headers_mut(), peers, client, &peer, app);
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.ok()?;
    tokio::spawn(connection.with_upgrades());
    // A machine that stands still takes connections, and never answers.
    let mut response = tokio::select! {
        response = sender.send_request(copy) => response.ok()?,
        () = peers.site.died(owner.node) => return None,
    };
    match response.status() {
        StatusCode::SERVICE_UNAVAILABLE if request.method() == Method::GET => return None,
        StatusCode::SWITCHING_PROTOCOLS => {
            let (ours, theirs) = (hyper::upgrade::on(request), hyper::upgrade::on(&mut response));
            tokio::spawn(splice(ours, theirs, owner.node, Arc::clone(&peers.site), peer));
        }
        _ => {}
    }
    Some(response.map(Body::new))
}

/// Says who asks, and that it is a node that passes it on.
fn introduce(headers: &mut HeaderMap, peers: &Peers, client: IpAddr, peer: &Peer, app: &App) {
    let told = headers.get(ROUND_TRIP).filter(|_| app.proxy_rtt).cloned();
    let seen = || {
        let seen = peer.meter.round_trip().filter(|_| !app.trust_proxy)?;
        HeaderValue::from_str(&seen.as_micros().to_string()).ok()
    };
    headers.remove(ROUND_TRIP);
    if let Some(round_trip) = told.or_else(seen) {
        headers.insert(ROUND_TRIP, round_trip);
    }
    for (name, value) in [(SECRET, peers.secret.reveal()), (CLIENT, &client.to_string())] {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(name, value);
        }
    }
}

/// Copies bytes both ways, as long as both ends are there and the other node lives.
async fn splice(ours: OnUpgrade, theirs: OnUpgrade, node: NodeId, site: Arc<Site>, peer: Peer) {
    let (Ok(ours), Ok(theirs)) = tokio::join!(ours, theirs) else { return };
    let (mut ours, mut theirs) = (TokioIo::new(ours), TokioIo::new(theirs));
    tokio::select! {
        // Whichever end left is told to the other by the end of its line.
        _ = copy_bidirectional(&mut ours, &mut theirs) => {}
        () = site.died(node) => {}
    }
    // It counted as long as it was there.
    drop(peer);
}

/// Whether another node can reach the store.
pub(crate) async fn is_ready(address: String, secret: Secret) -> bool {
    let ask = async {
        let stream = connect(Some(&address)).await?;
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.ok()?;
        tokio::spawn(connection);
        let request = Request::builder()
            .uri("/readyz")
            .header(header::HOST, "localhost")
            .header(SECRET, secret.reveal())
            .header(CLIENT, "127.0.0.1")
            .body(Body::empty())
            .ok()?;
        Some(sender.send_request(request).await.ok()?.status() == StatusCode::OK)
    };
    timeout(CONNECT, ask).await.ok().flatten().unwrap_or(false)
}
