//! The frames of a replay: the table after each move.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use tandem_referee::{EventKind, Match, TimeControl};
use tandem_rules::book::Cite;
use tandem_rules::shakmaty::Color;
use tandem_rules::{BoardId, ByBoard, BySeat, Millis, Position, Seat};

use super::scored::{self, scores_to_show};
use crate::table::Loaded;
use crate::view::{ColorWord, Logged, Note, placement};

/// A match or a game as the replay page shows it.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Replay {
    pub(super) book: String,
    pub(super) names: BySeat<Option<String>>,
    pub(super) time: TimeControl,
    pub(super) tags: BTreeMap<String, String>,
    /// `*` while it goes on.
    pub(super) result: String,
    pub(super) reason: Option<String>,
    pub(super) article: Option<Cite>,
    /// Where an uploaded game breaks off, a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) problem: Option<String>,
    /// Whether it is one board of a match alone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) single: bool,
    pub(super) frames: Vec<Frame>,
    /// None while a match with open input goes on.
    pub(super) bpgn: Option<String>,
}

/// A board of a picture.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct FrameBoard {
    /// The placement only.
    fen: String,
    turn: ColorWord,
    last: Option<String>,
    check: Option<String>,
    /// Of the two seats of this board.
    stocks: BTreeMap<Seat, String>,
}

/// One picture of the film.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Frame {
    pub(super) at: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seat: Option<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) number: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) san: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) uci: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) comment: Option<String>,
    pub(super) boards: ByBoard<FrameBoard>,
    /// None where a file has no times.
    pub(super) clocks: Option<BySeat<Millis>>,
}

/// Whether a picture shows checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Checks {
    Shown,
    Hidden,
}

/// Both boards of a picture.
pub(super) fn boards(
    positions: ByBoard<&Position>,
    turns: ByBoard<Color>,
    last: &ByBoard<Option<String>>,
    checks: Checks,
) -> ByBoard<FrameBoard> {
    ByBoard::new_with(|board: BoardId| {
        let position = positions[board];
        let king = position.board().king_of(turns[board]);
        let checked = checks == Checks::Shown && position.is_check(turns[board]);
        let stock = |color| (Seat::new(board, color), position.stock(color).to_string());
        FrameBoard {
            fen: placement(position),
            turn: turns[board].into(),
            last: last[board].clone(),
            check: king.filter(|_| checked).map(|king| king.to_string()),
            stocks: Color::ALL.map(stock).into(),
        }
    })
}

fn frame(game: &Match, at: Millis, last: &ByBoard<Option<String>>, checks: Checks) -> Frame {
    let positions = ByBoard::new_with(|board| &game.game(board).position);
    let turns = ByBoard::new_with(|board| game.game(board).on_move);
    Frame {
        at: at.0,
        seat: None,
        number: None,
        san: None,
        uci: None,
        comment: None,
        boards: boards(positions, turns, last, checks),
        clocks: Some(BySeat::new_with(|seat| game.clock(seat, at))),
    }
}

/// A move that was made and not completed.
struct MadeMove {
    uci: String,
    san: String,
    number: u16,
}

/// A match of this server as a film.
pub(crate) fn of_match(loaded: &Loaded) -> Replay {
    let terms = &loaded.record.terms;
    let mut last = ByBoard::<Option<String>>::default();
    let mut frames = Vec::new();
    // The time of a film goes on when games are started again.
    let mut began: Option<Millis> = None;
    // Of a match whose record is withheld a film tells no more than the table does.
    let withheld = loaded.game.record_viewer().is_none();
    let checks = if withheld { Checks::Hidden } else { Checks::Shown };
    if let Ok(settings) = terms.settings() {
        let mut game = Match::new(settings);
        frames.push(frame(&game, Millis::ZERO, &last, checks));
        // Of boards on the table the referee's events show nothing.
        let scores = scores_to_show(loaded);
        frames.extend(scores.into_iter().flat_map(|scores| scored::frames(loaded, scores)));
        let seen = if scores.is_some() { &[] } else { loaded.events.as_slice() };
        let mut made: BySeat<Option<MadeMove>> = BySeat::default();
        for Logged { event, note } in seen {
            let Some(event) = event.referee() else { continue };
            game.apply(event);
            let time = event.at - began.unwrap_or(event.at);
            let picture = |last: &ByBoard<Option<String>>| Frame {
                at: time.0,
                ..frame(&game, event.at, last, checks)
            };
            match (&event.kind, note) {
                (EventKind::Started, _) => _ = began.get_or_insert(event.at),
                (EventKind::Restarted { boards, article, .. }, _) => {
                    for seat in Seat::ALL.into_iter().filter(|seat| boards.contains(seat.board())) {
                        made[seat] = None;
                        last[seat.board()] = None;
                    }
                    let comment = Some(article.to_string());
                    frames.push(Frame { comment, ..picture(&last) });
                }
                (EventKind::Made { seat, .. }, Note::Made { uci, san, number }) => {
                    let (uci, san) = (uci.to_string(), san.to_string());
                    made[*seat] = Some(MadeMove { uci, san, number: *number });
                }
                (EventKind::Completed { seat }, _) => {
                    let Some(MadeMove { uci, san, number }) = made[*seat].take() else { continue };
                    last[seat.board()] = Some(uci.clone());
                    frames.push(Frame {
                        seat: Some(*seat),
                        number: Some(number.into()),
                        san: Some(san),
                        uci: Some(uci),
                        ..picture(&last)
                    });
                }
                // The picture shows it at once: a piece went back, or came.
                (EventKind::Undone { article, .. }, _) => {
                    let comment = Some(article.to_string());
                    frames.push(Frame { comment, ..picture(&last) });
                }
                (EventKind::Given { .. }, _) => frames.push(picture(&last)),
                _ => {}
            }
        }
    }
    let verdict = loaded.game.verdict();
    Replay {
        book: terms.book.clone(),
        names: BySeat::new_with(|seat| loaded.record.seats[seat].shown(seat)),
        time: terms.time,
        tags: [("Event".to_owned(), terms.title.clone())].into(),
        result: verdict.map_or("*", |verdict| verdict.result.as_str()).to_owned(),
        reason: verdict.map(|verdict| verdict.reason.to_string()),
        article: verdict.map(|verdict| verdict.article.clone()),
        problem: None,
        single: false,
        frames,
        bpgn: super::bpgn::write(loaded),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tandem_notation::carry_out;
    use tandem_referee::{Act, Boards, Command, MoveText, Ruling};

    use super::*;
    use crate::books::Books;
    use crate::ids::{MatchId, SecretHash};
    use crate::log::Step;
    use crate::store::{MatchRecord, Row, SeatRecord, Stage, Stored};
    use crate::terms::Terms;

    /// A match in which these things were done, a second apart.
    fn played(book: &str, commands: &[Command<MoveText>]) -> Loaded {
        let wish = serde_json::from_value(json!({ "book": book })).unwrap();
        let terms = Terms::agree(wish, &Books::default()).unwrap();
        let mut game = Match::new(terms.settings().unwrap());
        let (mut rows, mut now) = (Vec::new(), Millis(5_000));
        for command in commands {
            let (record, outcome) = carry_out(&mut game, now, command.clone(), None);
            outcome.unwrap();
            let step = Step { records: record.into_iter().collect(), ..Step::default() };
            let step = serde_json::to_string(&step).unwrap();
            let seq = rows.len() as u64 + 1;
            rows.push(Row { seq, at: now, actor: None, command: None, step });
            now += Millis(1_000);
        }
        let seat = SeatRecord { secret: SecretHash([0; 32]), name: None, bot: None };
        let record = MatchRecord {
            id: MatchId::random().unwrap(),
            created: 0,
            terms,
            maker: None,
            arbiter: SecretHash([0; 32]),
            seats: BySeat::new_with(|_| seat.clone()),
            rematch: None,
        };
        Loaded::new(Stored { record, stage: Stage::Running, moment: now, rows }).unwrap()
    }

    #[test]
    fn a_film_never_runs_backwards_though_games_are_started_again() {
        let play = |seat, text: &str| Command::Player {
            seat,
            act: Act::Move { tried: MoveText::new(text).unwrap() },
        };
        let film = of_match(&played(
            "asten",
            &[
                Command::Start,
                play(Seat::WhiteA, "e2e4"),
                play(Seat::WhiteB, "d2d4"),
                Command::Arbiter { rule: Ruling::Restart { boards: Boards::Both, reason: None } },
                Command::Start,
                play(Seat::WhiteA, "c2c4"),
            ],
        ));
        let frames = serde_json::to_value(&film.frames).unwrap();
        let frames = frames.as_array().unwrap();
        let times: Vec<_> = frames.iter().map(|frame| frame["at"].as_i64().unwrap()).collect();
        assert_eq!(times, [0, 1_000, 2_000, 3_000, 5_000]);
        assert_eq!(frames[3]["boards"]["A"], frames[0]["boards"]["A"], "they begin again");
        assert_eq!(frames[4]["boards"]["A"]["last"], "c2c4");
        assert_eq!(frames[4]["boards"]["B"]["last"], Value::Null);
    }
}
