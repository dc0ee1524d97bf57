//! Whether the server is well, for whoever watches over it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;

use super::App;

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
