//! `state`: what everybody may see.

use serde::Serialize;
use tandem_referee::{Debt, Duty, GameVerdict, Match, MatchVerdict, Phase, Played, Points};
use tandem_rules::book::Cite;
use tandem_rules::shakmaty::{Color, Rank, Square};
use tandem_rules::{BoardId, BySeat, Millis, Position, Seat, Team};

/// Everything that everybody may see of a match at a moment.
#[derive(Debug, Serialize)]
pub(crate) struct StateView<'m> {
    phase: &'static str,
    stopped: bool,
    held: bool,
    boards: Boards<'m>,
    seats: Seats,
    score: [Points; 2],
    verdict: Option<&'m MatchVerdict>,
    last_drop: Option<LastDropView>,
}

#[derive(Debug, Serialize)]
struct Boards<'m> {
    #[serde(rename = "A")]
    a: BoardView<'m>,
    #[serde(rename = "B")]
    b: BoardView<'m>,
}

#[derive(Debug, Serialize)]
struct Seats {
    #[serde(rename = "A")]
    white_a: PlayerView,
    #[serde(rename = "a")]
    black_a: PlayerView,
    #[serde(rename = "B")]
    white_b: PlayerView,
    #[serde(rename = "b")]
    black_b: PlayerView,
}

#[derive(Debug, Serialize)]
struct LastDropView {
    seat: Seat,
    role: char,
}

#[derive(Debug, Serialize)]
struct MadeView {
    seat: Seat,
    uci: String,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum DutyView<'m> {
    Give { seat: Seat, why: Debt, article: &'m Cite },
    Restitution { seat: Seat, role: char, reported: bool, article: &'m Cite },
}

#[derive(Debug, Serialize)]
struct BoardView<'m> {
    fen: String,
    turn: &'static str,
    running: Option<&'static str>,
    check: Option<String>,
    last: Option<String>,
    made: Option<MadeView>,
    early: Option<MadeView>,
    offer: Option<Seat>,
    duty: Option<DutyView<'m>>,
    resigned: Option<Seat>,
    clock_returned: bool,
    verdict: Option<&'m GameVerdict>,
}

#[derive(Debug, Serialize)]
struct PlayerView {
    clock: i64,
    running: bool,
    fallen: bool,
    stock: String,
    hand: String,
    holds: bool,
    frozen_until: Option<i64>,
    forbidden: String,
    illegal_moves: u8,
    warnings: u8,
    wants_draw: bool,
    lag: i64,
}

impl<'m> StateView<'m> {
    pub(crate) fn new(
        game: &'m Match,
        now: Millis,
        held: bool,
        lag: &BySeat<Millis>,
    ) -> StateView<'m> {
        let player = |seat| PlayerView::new(game, seat, now, lag[seat]);
        let score = game.score();
        StateView {
            phase: match game.phase() {
                Phase::Waiting => "waiting",
                Phase::Playing => "playing",
                Phase::Over => "over",
            },
            stopped: game.is_stopped(),
            held,
            boards: Boards {
                a: BoardView::new(game, BoardId::A),
                b: BoardView::new(game, BoardId::B),
            },
            seats: Seats {
                white_a: player(Seat::WhiteA),
                black_a: player(Seat::BlackA),
                white_b: player(Seat::WhiteB),
                black_b: player(Seat::BlackB),
            },
            score: [score[Team::One], score[Team::Two]],
            verdict: game.verdict(),
            last_drop: game
                .last_drop()
                .map(|chance| LastDropView { seat: chance.seat, role: chance.role.upper_char() }),
        }
    }
}

impl<'m> BoardView<'m> {
    fn new(game: &'m Match, board: BoardId) -> BoardView<'m> {
        let side = game.game(board);
        let seat = |color| Seat::new(board, color);
        let made = |played: &Option<Played>, color| {
            played
                .as_ref()
                .map(|played| MadeView { seat: seat(color), uci: played.played.to_string() })
        };
        let latest = side.early.as_ref().or(side.made.as_ref()).or(side.last.as_ref());
        // Whose king the last hand on the board could have attacked.
        let asked =
            if side.made.is_some() && side.early.is_none() { !side.on_move } else { side.on_move };
        let king = side.position.board().king_of(asked);
        let check = king.filter(|_| side.position.is_check(asked));
        BoardView {
            fen: placement(&side.position),
            turn: color_word(side.on_move),
            running: side
                .clock
                .running()
                .filter(|_| !game.is_stopped() && game.phase() == Phase::Playing)
                .map(color_word),
            check: check.map(|square| square.to_string()),
            last: latest.map(|played| played.played.to_string()),
            made: made(&side.made, side.on_move),
            early: made(&side.early, !side.on_move),
            offer: side.offer.map(seat),
            duty: side.duty.map(|duty| duty_view(game, board, duty)),
            resigned: side.resigned.map(seat),
            clock_returned: side.clock_returned,
            verdict: side.verdict.as_ref(),
        }
    }
}

fn duty_view(game: &Match, board: BoardId, duty: Duty) -> DutyView<'_> {
    match duty {
        Duty::Gift { from, why } => {
            let seat = Seat::new(board, from);
            DutyView::Give { seat, why, article: debt_article(game, why) }
        }
        Duty::Restitution { offender, role, reported } => DutyView::Restitution {
            seat: Seat::new(board, offender),
            role: role.upper_char(),
            reported,
            article: &game.book().grounds.restitution,
        },
    }
}

/// The article that a debt rests on.
pub(super) fn debt_article(game: &Match, why: Debt) -> &Cite {
    let axes = &game.book().axes;
    match why {
        Debt::NothingToTake => &axes.promotion.nothing_to_take.by,
        Debt::IllegalMoves => &axes.illegal.repeated.by,
        Debt::KingCapture => &axes.illegal.king_capture.by,
    }
}

impl PlayerView {
    fn new(game: &Match, seat: Seat, now: Millis, lag: Millis) -> PlayerView {
        let side = game.game(seat.board());
        let player = game.player(seat);
        let running = side.clock.running() == Some(seat.color())
            && !game.is_stopped()
            && game.phase() == Phase::Playing;
        PlayerView {
            clock: game.clock(seat, now).0,
            running,
            fallen: side.clock.has_fallen(seat.color()),
            stock: side.position.stock(seat.color()).to_string(),
            hand: player.hand.to_string(),
            holds: player.holds,
            frozen_until: player.frozen_until.map(|reading| reading.0),
            forbidden: player.forbidden.to_string(),
            illegal_moves: player.illegal_moves,
            warnings: player.warnings,
            wants_draw: player.wants_draw,
            lag: lag.0,
        }
    }
}

pub(crate) fn color_word(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

/// The placement field of a FEN; `~` follows a promoted man that counts as a pawn.
pub(crate) fn placement(position: &Position) -> String {
    let mut text = String::with_capacity(72);
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0_u8;
        for square in Square::ALL.into_iter().filter(|square| square.rank() == rank) {
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
