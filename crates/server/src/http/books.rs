//! The books: all axes, all articles, four languages.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde_json::{Map, Value, json};
use tandem_rules::Rulebook;
use tandem_rules::book::{AXIS_KEYS, Lang};

use super::App;
use super::error::ApiError;

pub(super) async fn list(State(app): State<Arc<App>>) -> Json<Vec<Value>> {
    let head = |book: &Arc<Rulebook>| {
        json!({
            "id": book.id(),
            "name": book.name(),
            "language": book.language().code(),
            "time": i64::from(book.axes.contest.time.is.0) * 1000,
        })
    };
    Json(app.hall.books().all().iter().map(head).collect())
}

pub(super) async fn one(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<Value>, ApiError> {
    let (book, _) =
        app.hall.books().find(&id).ok_or(ApiError::NotFound("There is no such book."))?;
    let section = |key: &str| {
        AXIS_KEYS.iter().find(|(known, _)| *known == key).map_or("", |(_, section)| *section)
    };
    let axes: Vec<Value> = book
        .axes
        .views()
        .into_iter()
        .map(|axis| {
            json!({
                "key": axis.key,
                "section": section(axis.key),
                "label": axis.label,
                "words": axis.words,
                "by": axis.by,
            })
        })
        .collect();
    let articles: Vec<Value> = book
        .articles()
        .iter()
        .map(|article| {
            let texts: Map<String, Value> = Lang::ALL
                .into_iter()
                .filter(|lang| article.has_text(*lang))
                .map(|lang| (lang.code().to_owned(), article.text(lang).into()))
                .collect();
            json!({
                "cite": article.cite(),
                "number": article.number,
                "honoured": article.honoured,
                "text": texts,
            })
        })
        .collect();
    Ok(Json(json!({
        "id": book.id(),
        "name": book.name(),
        "language": book.language().code(),
        "time": i64::from(book.axes.contest.time.is.0) * 1000,
        "axes": axes,
        "articles": articles,
    })))
}
