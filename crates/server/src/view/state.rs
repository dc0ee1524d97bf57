//! `state`: what everybody may see.

use schemars::JsonSchema;
use serde::Serialize;
use tandem_referee::{
    BoardClaim, Debt, Duty, GameVerdict, Match, MatchVerdict, Phase, Played, Points, StandingClaim,
};
use tandem_rules::book::Cite;
use tandem_rules::shakmaty::{Color, File, Rank, Square};
use tandem_rules::{BoardId, ByBoard, BySeat, Millis, Position, Seat, Team};

/// Everything that everybody may see of a match at a moment.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MatchState<'m> {
    phase: Phase,
    stopped: bool,
    /// After a restart of the server match time stands still until the players are back.
    held: bool,
    pub(super) boards: ByBoard<BoardState<'m>>,
    pub(super) seats: BySeat<SeatState>,
    /// Team 1's, then team 2's.
    pub(super) score: [Points; 2],
    verdict: Option<&'m MatchVerdict>,
    /// With boards on the table: a claim that waits for its answer.
    claim: Option<ClaimView<'m>>,
    /// Which team wants clocks to go on that a player stopped: team 1, then team 2.
    go_on: [bool; 2],
    last_drop: Option<LastDropView>,
}

/// White or Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Color")]
pub(crate) enum ColorWord {
    White,
    Black,
}

impl From<Color> for ColorWord {
    fn from(color: Color) -> ColorWord {
        color.fold_wb(ColorWord::White, ColorWord::Black)
    }
}

/// The partner of a mated player may still drop this (R20).
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "LastDrop")]
struct LastDropView {
    seat: Seat,
    role: char,
}

/// A claim about a board on the table.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "BoardClaimed")]
struct ClaimView<'m> {
    seat: Seat,
    claim: BoardClaim,
    board: BoardId,
    /// Who answers it.
    answers: Seat,
    /// Whether they have denied it: then the arbiter decides.
    denied: bool,
    article: &'m Cite,
}

/// A move on the board that is not completed.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MadeMove")]
struct MadeView {
    seat: Seat,
    uci: String,
}

/// What must be done before anybody moves on.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[schemars(rename = "Duty")]
enum DutyView<'m> {
    Give { seat: Seat, why: Debt, article: &'m Cite },
    Restitution { seat: Seat, role: char, reported: bool, article: &'m Cite },
}

/// A board.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BoardState<'m> {
    /// The placement only; a promoted piece that counts as a pawn is followed by `~`.
    pub(super) fen: String,
    /// Whose move is not completed.
    turn: ColorWord,
    /// Whose clock runs.
    running: Option<ColorWord>,
    /// The square of the king in check; with open input never.
    pub(super) check: Option<String>,
    /// The last move on the board in coordinates.
    pub(super) last: Option<String>,
    made: Option<MadeView>,
    /// A reply made before the press.
    early: Option<MadeView>,
    /// The seat that offered a draw.
    offer: Option<Seat>,
    duty: Option<DutyView<'m>>,
    /// The seat that resigned out of turn.
    resigned: Option<Seat>,
    clock_returned: bool,
    /// How long the side whose clock runs has had the move, as of `now`.
    on_move_for: Millis,
    pub(super) verdict: Option<&'m GameVerdict>,
}

/// A seat.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct SeatState {
    /// What is left as of `now`.
    pub(super) clock: Millis,
    pub(super) running: bool,
    fallen: bool,
    /// Letters in the order `QRBNP`: `QNNP`.
    pub(super) stock: String,
    /// Captured pieces that the player still holds.
    hand: String,
    holds: bool,
    /// The reading of the clock at which the player may go on.
    frozen_until: Option<Millis>,
    /// Hidden pieces that may not be dropped.
    forbidden: String,
    illegal_moves: u8,
    warnings: u8,
    wants_draw: bool,
    /// What was given back so far.
    lag: Millis,
}

impl<'m> MatchState<'m> {
    pub(crate) fn new(
        game: &'m Match,
        now: Millis,
        held: bool,
        lag: &BySeat<Millis>,
    ) -> MatchState<'m> {
        let player = |seat| SeatState::new(game, seat, now, lag[seat]);
        let score = game.score();
        MatchState {
            phase: game.phase(),
            stopped: game.is_stopped(),
            held,
            boards: ByBoard::new_with(|board| BoardState::new(game, board, now)),
            seats: BySeat::new_with(player),
            score: [score[Team::One], score[Team::Two]],
            verdict: game.verdict(),
            claim: game.on_table().claim.as_ref().map(ClaimView::new),
            go_on: Team::ALL.map(|team| game.on_table().go_on[team]),
            last_drop: game
                .last_drop()
                .map(|chance| LastDropView { seat: chance.seat, role: chance.role.upper_char() }),
        }
    }
}

impl<'m> BoardState<'m> {
    fn new(game: &'m Match, board: BoardId, now: Millis) -> BoardState<'m> {
        let side = game.game(board);
        let seat = |color| Seat::new(board, color);
        let made = |played: &Option<Played>, color| {
            played
                .as_ref()
                .map(|played| MadeView { seat: seat(color), uci: played.played.to_string() })
        };
        let latest = side.early.as_ref().or(side.made.as_ref()).or(side.last.as_ref());
        BoardState {
            fen: placement(&side.position),
            turn: side.on_move.into(),
            running: game.running(board).map(ColorWord::from),
            check: game.check_shown(board).map(|square| square.to_string()),
            last: latest.map(|played| played.played.to_string()),
            made: made(&side.made, side.on_move),
            early: made(&side.early, !side.on_move),
            offer: side.offer.map(seat),
            duty: side.duty.map(|duty| duty_view(game, board, duty)),
            resigned: side.resigned.map(seat),
            clock_returned: side.clock_returned,
            on_move_for: side.clock.on_move_for(now),
            verdict: side.verdict.as_ref(),
        }
    }
}

impl<'m> ClaimView<'m> {
    fn new(claim: &'m StandingClaim) -> ClaimView<'m> {
        ClaimView {
            seat: claim.seat,
            claim: claim.claim,
            board: claim.board,
            answers: claim.answered_by(),
            denied: claim.denied,
            article: &claim.article,
        }
    }
}

fn duty_view(game: &Match, board: BoardId, duty: Duty) -> DutyView<'_> {
    let article = game.duty_article(duty);
    match duty {
        Duty::Gift { from, why } => {
            let seat = Seat::new(board, from);
            DutyView::Give { seat, why, article }
        }
        Duty::Restitution { offender, role, reported } => DutyView::Restitution {
            seat: Seat::new(board, offender),
            role: role.upper_char(),
            reported,
            article,
        },
    }
}

impl SeatState {
    fn new(game: &Match, seat: Seat, now: Millis, lag: Millis) -> SeatState {
        let side = game.game(seat.board());
        let player = game.player(seat);
        SeatState {
            clock: game.clock(seat, now),
            running: game.running(seat.board()) == Some(seat.color()),
            fallen: side.clock.has_fallen(seat.color()),
            stock: side.position.stock(seat.color()).to_string(),
            hand: player.hand.to_string(),
            holds: player.holds,
            frozen_until: game.frozen_until(seat, now),
            forbidden: player.forbidden.to_string(),
            illegal_moves: player.illegal_moves,
            warnings: player.warnings,
            wants_draw: player.wants_draw,
            lag,
        }
    }
}

/// The placement field of a FEN; `~` follows a promoted man that counts as a pawn.
pub(crate) fn placement(position: &Position) -> String {
    let mut text = String::with_capacity(72);
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0_u8;
        for square in File::ALL.map(|file| Square::from_coords(file, rank)) {
            let Some(piece) = position.board().piece_at(square) else {
                empty += 1;
                continue;
            };
            push_empty(&mut text, &mut empty);
            text.push(piece.char());
            if position.promoted().contains(square) {
                text.push('~');
            }
        }
        push_empty(&mut text, &mut empty);
        if rank != Rank::First {
            text.push('/');
        }
    }
    text
}

fn push_empty(text: &mut String, empty: &mut u8) {
    if *empty > 0 {
        text.push(char::from(b'0' + *empty));
        *empty = 0;
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tandem_referee::{Command, Ruling};

    use super::*;
    use crate::books::Books;
    use crate::terms::Terms;

    #[test]
    fn nobody_is_shown_as_frozen_after_the_thaw() {
        let wish = serde_json::from_value(json!({ "book": "sscr" })).unwrap();
        let terms = Terms::agree(wish, &Books::default()).unwrap();
        let mut game = Match::new(terms.settings().unwrap());
        let mut events = Vec::new();
        game.act(Millis(0), &Command::Start, &mut events).unwrap();
        let freeze = Command::Arbiter {
            rule: Ruling::Freeze { seat: Seat::WhiteA, millis: Millis(10_000) },
        };
        game.act(Millis(1_000), &freeze, &mut events).unwrap();
        let shown = |now: i64| {
            let view = MatchState::new(&game, Millis(now), false, &BySeat::default());
            serde_json::to_value(&view).unwrap()["seats"]["A"]["frozen_until"].clone()
        };
        assert!(shown(1_000).is_i64() && shown(10_900).is_i64());
        assert_eq!(shown(11_000), Value::Null);
    }
}
