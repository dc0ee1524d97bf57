//! Whether the server is well, for whoever watches over it.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;

use super::App;
use super::listen::Peer;

/// `ok` while moves can be stored; 503 and a sentence when they can't. Damaged matches are named:
/// they are set apart, and the others go on.
pub(super) async fn healthz(State(app): State<Arc<App>>) -> (StatusCode, String) {
    let health = app.hall.health();
    if let Some(trouble) = health.trouble {
        let text = format!("nothing can be stored: {trouble}\n");
        return (StatusCode::SERVICE_UNAVAILABLE, text);
    }
    let mut text = "ok\n".to_owned();
    for id in health.damaged {
        text += &format!("match {id} was damaged on the disk and is set apart\n");
    }
    (StatusCode::OK, text)
}

/// Whether new connections are welcome: not when the server stops, or can't store anything.
pub(super) fn is_ready(app: &App) -> bool {
    app.peers.as_ref().is_none_or(|peers| peers.site.is_well()) && is_open(app)
}

fn is_open(app: &App) -> bool {
    !app.hall.is_stopping() && app.hall.health().trouble.is_none()
}

/// `ok` while new connections are welcome, otherwise 503.
/// Another node that asks can't reach the store itself: it is told what was true just now.
pub(super) async fn readyz(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
) -> (StatusCode, &'static str) {
    let well = match &app.peers {
        Some(peers) if peer.passed_on => peers.site.has_just_beaten() && is_open(&app),
        _ => is_ready(&app),
    };
    if well { (StatusCode::OK, "ok\n") } else { (StatusCode::SERVICE_UNAVAILABLE, "not now\n") }
}
