//! The books: all axes, all articles, four languages.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::StringRejection;
use axum::http::StatusCode;
use axum::response::Response;
use schemars::JsonSchema;
use serde::Serialize;
use tandem_rules::book::{Answer, Cite, Honoured, Lang, readings};
use tandem_rules::{Millis, Rulebook};

use super::error::ApiError;
use super::path::PathId;
use super::{App, json_answer, json_text};
use crate::codes::Problem;
use crate::terms::own_book;

/// A book in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BookHead {
    id: String,
    name: String,
    language: Lang,
    /// The time of a player that the book gives.
    time: Millis,
    /// Whether a move may be set before the opponent has moved.
    ahead: bool,
    /// Whether only some may play on board 1 of an event.
    limits_board_one: bool,
}

/// A text in the languages in which there is one.
type Texts = BTreeMap<Lang, String>;

/// A whole book.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Book {
    #[serde(flatten)]
    head: BookHead,
    axes: Vec<Axis>,
    articles: Vec<Article>,
    readings: Vec<Reading>,
}

/// What a book can set, and what this one says of it.
#[derive(Debug, Serialize, JsonSchema)]
struct Axis {
    /// `section.axis`: the code of what it asks, its section the code of a title.
    key: &'static str,
    answer: Answer,
    by: Cite,
}

/// An article, and how it is honoured.
#[derive(Debug, Serialize, JsonSchema)]
struct Article {
    cite: Cite,
    number: String,
    honoured: Vec<Honoured>,
    text: Texts,
}

/// How a silent or unclear book is read: `R20`.
#[derive(Debug, Serialize, JsonSchema)]
struct Reading {
    number: String,
    text: Texts,
}

impl BookHead {
    fn of(book: &Rulebook) -> BookHead {
        BookHead {
            id: book.id().to_owned(),
            name: book.name().to_owned(),
            language: book.language(),
            time: book.usual_time(),
            ahead: book.moves_may_be_set_ahead(),
            limits_board_one: book.limits_board_one(),
        }
    }
}

pub(super) async fn list(State(app): State<Arc<App>>) -> Json<Vec<BookHead>> {
    Json(app.hall.books().all().iter().map(|book| BookHead::of(book)).collect())
}

pub(super) async fn one(
    State(app): State<Arc<App>>,
    PathId(id): PathId,
) -> Result<Response, ApiError> {
    let (book, _) = app.hall.books().find(&id).ok_or(ApiError::NotFound(Problem::NoSuchBook))?;
    let text = app.reading.book(book.id(), || json_text(&Book::of(&book)).unwrap_or_default());
    Ok(json_answer(text))
}

/// A club's own book as somebody brings it: read, and not kept.
pub(super) async fn read(text: Result<String, StringRejection>) -> Result<Response, ApiError> {
    let text = text.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::TooLarge(Problem::FileTooLarge),
        _ => ApiError::BadRequest(Problem::FileUnread),
    })?;
    let read = tokio::task::spawn_blocking(move || own_book(&text).map(|book| Book::of(&book)));
    let book = read.await.map_err(|_| ApiError::Internal)?.map_err(ApiError::Terms)?;
    Ok(json_answer(json_text(&book)?))
}

impl Book {
    /// All of a book.
    pub(super) fn of(book: &Rulebook) -> Book {
        let axis = |axis: tandem_rules::book::AxisView| Axis {
            key: axis.key,
            answer: axis.answer,
            by: axis.by,
        };
        let article = |article: &tandem_rules::book::Article| {
            let told = Lang::ALL.into_iter().filter(|lang| article.has_text(*lang));
            Article {
                cite: article.cite(),
                number: article.number.clone(),
                honoured: article.honoured.clone(),
                text: told.map(|lang| (lang, article.text(lang).to_owned())).collect(),
            }
        };
        let about = readings().iter().filter(|reading| reading.is_about(book));
        Book {
            head: BookHead::of(book),
            axes: book.axes.views().into_iter().map(axis).collect(),
            articles: book.articles().iter().map(article).collect(),
            readings: about
                .map(|reading| Reading {
                    number: reading.number().to_owned(),
                    text: Lang::ALL.map(|lang| (lang, reading.text(lang).to_owned())).into(),
                })
                .collect(),
        }
    }
}
