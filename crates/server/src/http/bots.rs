//! Which bots can be seated.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};
use tandem_engine::Level;

use super::App;

pub(super) async fn list(State(app): State<Arc<App>>) -> Json<Value> {
    let levels: Vec<u8> = Level::all().map(Level::number).collect();
    let engines: Vec<&str> = app.hall.bots().roster.names().collect();
    Json(json!({ "levels": levels, "engines": engines }))
}
