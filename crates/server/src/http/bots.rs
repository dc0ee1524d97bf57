//! Which bots can be seated.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use schemars::JsonSchema;
use serde::Serialize;
use tandem_engine::Level;

use super::App;

/// The bots that can be seated.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Bots {
    /// Levels of the built-in player.
    levels: Vec<u8>,
    /// Names of other people's engines.
    engines: Vec<Box<str>>,
}

pub(super) async fn list(State(app): State<Arc<App>>) -> Json<Bots> {
    Json(Bots {
        levels: Level::all().map(Level::number).collect(),
        engines: app.hall.bots().engines(),
    })
}
