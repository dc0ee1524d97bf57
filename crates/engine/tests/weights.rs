//! `examples/make_weights` finds numbers again that it is shown by their scores alone.

#[path = "../examples/make_weights/fit.rs"]
mod fit;

use std::sync::Arc;

use fit::{Sample, Side, improve, scale, surprise};
use tandem_engine::{Laws, Stakes, Weights, evaluate};
use tandem_rules::shakmaty::{Color, Role};
use tandem_rules::{Position, Rulebook};

/// Positions after random moves, with men to drop.
fn positions(book: &Rulebook, count: usize) -> Vec<Position> {
    let mut dice = 7_u64;
    let mut roll = |below: usize| {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (dice >> 33) as usize % below.max(1)
    };
    (0..count)
        .map(|_| {
            let mut position = Position::default();
            for ply in 0..24 {
                if ply % 8 == 0 {
                    let color = if roll(2) == 0 { Color::White } else { Color::Black };
                    let role = [Role::Pawn, Role::Knight, Role::Queen][roll(3)];
                    position.stock_mut(color).add(role);
                }
                let legal = position.by(book).legal_moves();
                let Some(&m) = legal.get(roll(legal.len())) else { break };
                position.play_unchecked(m, book.board_rules());
            }
            position
        })
        .collect()
}

#[test]
fn numbers_are_found_that_scores_were_made_with() {
    let book = Rulebook::builtin("fics").expect("a built-in book");
    let laws = Arc::new(Laws::of(&book));
    let mut hidden = Weights::DEFAULT;
    hidden.tempo = [120];
    hidden.stock[4] += 300;
    let samples: Vec<Sample> = positions(&book, 600)
        .chunks(2)
        .map(|pair| {
            let side = |position: &Position| {
                let score = evaluate(position, &laws.rules, &Stakes::default(), &hidden);
                let (position, laws) = (position.clone(), laws.clone());
                Side { position, laws, sign: 1.0, ahead: f64::from(score) }
            };
            let sides: Vec<Side> = pair.iter().map(side).collect();
            let sum: f64 = sides.iter().map(|side| side.ahead).sum();
            Sample { sides, result: if sum > 0.0 { 1.0 } else { 0.0 } }
        })
        .collect();
    let before = Weights::DEFAULT;
    assert!(scale(&samples, &before) < 200.0, "here results follow scores closely");
    let scale = 400.0;
    let learnt = improve(&samples, &before, scale);
    assert!(surprise(&samples, &learnt, scale) < surprise(&samples, &before, scale));
    assert!(learnt.tempo[0] > before.tempo[0] + 20, "{:?}", learnt.tempo);
    assert!(learnt.stock[4] > before.stock[4] + 60, "{:?}", learnt.stock);
}
