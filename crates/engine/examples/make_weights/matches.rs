//! Bot matches, and what there is to learn from them.

use std::sync::Arc;

use tandem_engine::simulate::{Played, Terms, play};
use tandem_engine::{Bot, Engine, Laws, Level, Limits, Problem, Stakes, Weights};
use tandem_referee::{EventKind, Match, Settings, TimeControl};
use tandem_rules::{
    BoardId, ByBoard, BySeat, Millis, Move, OtherBoard, Position, Rulebook, Seat, Team,
};

use crate::fit::{Sample, Side};

/// Quick matches: many different ones teach more than a few good ones.
const CLOCK: Millis = Millis::from_secs(2);
const NODES_PER_MILLI: u64 = 10;
/// Random half-moves at the start of each board.
const OPENING: u32 = 6;
/// One position of so many is looked at; neighbours are much alike.
const EVERY: u64 = 3;
/// A look ahead, whose score the evaluation should have told without one.
const LOOK_AHEAD: u64 = 1_200;

/// A match from an opening that the seed decides.
pub(crate) fn terms(book: &Arc<Rulebook>, clock: Millis, seed: u64) -> Terms {
    let mut dice = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x5151);
    Terms {
        book: book.clone(),
        time: TimeControl::sudden_death(clock),
        nodes_per_milli: NODES_PER_MILLI,
        positions: ByBoard::new_with(|_| opening(book, &mut dice)),
        most_moves: 400,
    }
}

/// What team one got, from 0 to 1.
pub(crate) fn of_team_one(played: &Played) -> f64 {
    let score = played.state.score();
    let (one, two) = (f64::from(score[Team::One].0), f64::from(score[Team::Two].0));
    if one + two > 0.0 { one / (one + two) } else { 0.5 }
}

/// What one match teaches, in which these numbers are played with.
pub(crate) fn samples(book: &Arc<Rulebook>, seed: u64, weights: &Weights) -> Vec<Sample> {
    let terms = terms(book, CLOCK, seed);
    let mut bots = BySeat::new_with(|seat: Seat| {
        let mut bot = Bot::new(Level::STRONGEST, 1, seed * 4 + seat as u64);
        bot.set_weights(weights);
        bot
    });
    let played = play(&terms, &mut bots);
    let result = of_team_one(&played);

    let mut settings = Settings::new(book.clone());
    (settings.time, settings.positions) = (terms.time, terms.positions.clone());
    let mut state = Match::new(settings);
    let (laws, mut engine) = (Arc::new(Laws::of(book)), Engine::new(1));
    engine.set_weights(weights.clone());
    let (mut samples, mut completed) = (Vec::new(), seed);
    for event in played.events() {
        state.apply(event);
        let EventKind::Completed { .. } = event.kind else { continue };
        completed += 1;
        let in_play = BoardId::ALL.into_iter().all(|board| !state.game(board).ended());
        if !completed.is_multiple_of(EVERY) || !in_play {
            continue;
        }
        let positions = ByBoard::new_with(|board| state.game(board).position.clone());
        let sides = BoardId::ALL
            .into_iter()
            .filter_map(|board| side(&laws, &mut engine, &positions, board))
            .collect();
        samples.push(Sample { sides, result });
    }
    samples
}

/// A board with what a look ahead says of it; none if much hangs: a score that doesn't look ahead can't tell.
fn side(
    laws: &Arc<Laws>,
    engine: &mut Engine,
    positions: &ByBoard<Position>,
    board: BoardId,
) -> Option<Side> {
    let position = &positions[board];
    if position.checkers(position.turn()).any() {
        return None;
    }
    let other = Some(OtherBoard { position: &positions[!board], ended: false });
    let problem =
        Problem { position, laws, other, earlier: &[], stakes: Stakes::default(), lines: 1 };
    engine.forget();
    let report = engine.search(&problem, Limits::nodes(LOOK_AHEAD));
    let takes = match report.best()? {
        Move::Walk { to, promotion, .. } => {
            promotion.is_some() || position.board().occupied().contains(to)
        }
        Move::EnPassant { .. } => true,
        Move::Castle { .. } | Move::Drop { .. } => false,
    };
    let ours = Seat::new(board, position.turn()).team() == Team::One;
    let sign = if ours { 1.0 } else { -1.0 };
    let (position, laws) = (position.clone(), laws.clone());
    (!takes).then_some(Side { position, laws, sign, ahead: sign * f64::from(report.score()?) })
}

fn opening(book: &Rulebook, dice: &mut u64) -> Position {
    let mut position = Position::default();
    for _ in 0..OPENING {
        let legal = position.by(book).legal_moves();
        *dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        let Some(&m) = legal.get((*dice >> 33) as usize % legal.len().max(1)) else { break };
        let mut next = position.clone();
        // A man taken would have to lie in a stock.
        if next.play_unchecked(m, book.board_rules()).is_none() {
            position = next;
        }
    }
    position
}
