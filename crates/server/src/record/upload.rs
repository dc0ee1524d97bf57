//! A BPGN file that somebody brought, as a film.

use serde_json::{Map, Value, json};
use tandem_notation::Letters;
use tandem_notation::bpgn::{Clock, Game, Ply, Reader, Remark, write_game};
use tandem_notation::replay::{Replay, check_with};
use tandem_referee::Phrase;
use tandem_rules::{BoardId, ByBoard, BySeat, Millis, Rulebook, Seat};

use super::frames::{Frame, boards, clocks};

/// Between moves of a file that tells no times.
const STEP: Millis = Millis(1000);

/// Why a file makes no film.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(crate) struct UploadError(pub(crate) Phrase);

impl UploadError {
    fn no_game(number: usize) -> UploadError {
        UploadError(Phrase::with("There is no game number {game} in this file.", "game", number))
    }

    fn bad(detail: impl ToString) -> UploadError {
        UploadError(Phrase::with("The game can't be replayed: {detail}.", "detail", detail))
    }
}

/// Reads a game of a file, counted from 1, and plays it by a book.
pub(crate) fn of_file(file: &[u8], number: usize, book: &Rulebook) -> Result<Value, UploadError> {
    let mut reader = Reader::new(file);
    let mut found = None;
    for _ in 0..number.max(1) {
        found = reader.read_game().map_err(UploadError::bad)?;
        if found.is_none() {
            break;
        }
    }
    let game = found.ok_or(UploadError::no_game(number))?;
    if let Some(problem) = game.error() {
        return Err(UploadError::bad(problem));
    }
    let start = Replay::of_game(book, &game).map_err(UploadError::bad)?;
    let mut film = Film::new(&game);
    film.frames.push(film.picture(&start));
    let checked = check_with(&game, book, |ply, played, replay| {
        film.take(ply, &played.m.to_string(), replay);
    });
    let names: Map<String, Value> = Seat::ALL
        .into_iter()
        .map(|seat| (seat.to_string(), game.tags.player(seat).into()))
        .collect();
    let tags: Map<String, Value> =
        game.tags.in_order().map(|tag| (tag.name.to_string(), tag.value.clone().into())).collect();
    let problem = checked.error().map(ToString::to_string);
    Ok(json!({
        "book": book.id(),
        "names": names,
        "time": { "base": film.base, "increment": film.increment, "delay": 0 },
        "tags": tags,
        "result": checked.verdict.result.sign(),
        "reason": game.ending,
        "article": null,
        "problem": problem,
        "frames": film.frames,
        "bpgn": write_game(&game, Letters::English),
    }))
}

struct Film {
    frames: Vec<Frame>,
    base: Millis,
    increment: Millis,
    timed: bool,
    at: Millis,
    clocks: BySeat<Millis>,
    moves: BySeat<i64>,
    last: ByBoard<Option<String>>,
}

impl Film {
    fn new(game: &Game) -> Film {
        let control = game.tags.time_control();
        let clock = |ply: &Ply| matches!(ply.clock, Some(Clock::Left(_)));
        let timed = game.main.plies.iter().any(clock);
        // Without a tag the longest clock that is shown is the best guess.
        let shown = game.main.plies.iter().filter_map(|ply| match ply.clock {
            Some(Clock::Left(time)) => Some(time),
            Some(Clock::Since(_)) | None => None,
        });
        let guess = shown.max().unwrap_or(Millis::ZERO);
        let base = control.map_or(guess, |control| control.time);
        Film {
            frames: Vec::new(),
            base,
            increment: control.map_or(Millis::ZERO, |control| control.increment),
            timed,
            at: Millis::ZERO,
            clocks: BySeat::new_with(|_| base),
            moves: BySeat::default(),
            last: ByBoard::default(),
        }
    }

    fn picture(&self, replay: &Replay<'_>) -> Frame {
        let turns = ByBoard::new_with(|board| replay.position(board).turn());
        Frame {
            at: self.at.0,
            seat: None,
            number: None,
            san: None,
            uci: None,
            comment: None,
            boards: boards(replay.positions(), turns, &self.last),
            clocks: self.timed.then(|| clocks(&self.clocks)),
        }
    }

    fn take(&mut self, ply: &Ply, uci: &str, replay: &Replay<'_>) {
        let seat = ply.seat();
        self.moves[seat] += 1;
        let next = match ply.clock {
            Some(Clock::Left(left)) => {
                self.clocks[seat] = left;
                self.used(seat.board())
            }
            Some(Clock::Since(since)) => since,
            None => self.at + STEP,
        };
        // Two boards' clocks never agree to the millisecond: time only goes on.
        self.at = self.at.max(next);
        self.last[seat.board()] = Some(uci.to_owned());
        let mut frame = self.picture(replay);
        frame.seat = Some(seat);
        frame.number = Some(ply.number.number.into());
        frame.san = Some(match &ply.written {
            tandem_notation::bpgn::Written::San(san) => san.to_string(),
            tandem_notation::bpgn::Written::Unread(text) => text.to_string(),
        });
        frame.uci = Some(uci.to_owned());
        frame.comment = comment(ply);
        self.frames.push(frame);
    }

    /// The time that both players of a board have used together.
    fn used(&self, board: BoardId) -> Millis {
        Seat::ALL
            .into_iter()
            .filter(|seat| seat.board() == board)
            .map(|seat| {
                let had = self.base + Millis(self.increment.0.saturating_mul(self.moves[seat]));
                had - self.clocks[seat]
            })
            .fold(Millis::ZERO, |sum, used| sum + used)
    }
}

fn comment(ply: &Ply) -> Option<String> {
    let said: Vec<&str> = ply
        .remarks
        .iter()
        .filter_map(|remark| match remark {
            Remark::Comment(text)
            | Remark::Annotation(text)
            | Remark::Request(text)
            | Remark::Plain(text) => Some(text.as_str()),
            Remark::Diagram(_) | Remark::Nag(_) | Remark::DrawOffer | Remark::Variation(_) => None,
        })
        .collect();
    (!said.is_empty()).then(|| said.join(" "))
}
