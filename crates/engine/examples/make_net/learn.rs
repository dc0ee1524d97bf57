//! Learning from a file of moments.

use std::collections::HashMap;

use tandem_engine::protocol::fen::parse_fen;
use tandem_engine::{Stakes, Weights, clues, evaluate};
use tandem_rules::Rulebook;

use crate::WITHOUT;
use crate::model::{Model, Moment, chance};

/// How often every moment is looked at, so many at once.
const ROUNDS: usize = 10;
const AT_ONCE: usize = 1_024;
/// The longest step, at the beginning; they grow shorter to the end.
const PACE: f32 = 0.002;
const PULL: f32 = 3.0;
/// Every tenth match is kept aside, to see whether what was learnt holds where it was not.
const KEPT_ASIDE: u64 = 10;

/// The bytes of the net that was best on the matches kept aside.
pub(crate) fn learn(text: &str) -> Vec<u8> {
    let (mut learnt_from, mut kept_aside) = (Vec::new(), Vec::new());
    let mut books = HashMap::new();
    for (at, line) in text.lines().enumerate() {
        let (number, moment) = read(line, &WITHOUT, &mut books)
            .unwrap_or_else(|| panic!("line {}: book;match;position;ahead", at + 1));
        let aside = number % KEPT_ASIDE == KEPT_ASIDE - 1;
        if aside { &mut kept_aside } else { &mut learnt_from }.push(moment);
    }
    eprintln!(
        "{} moments, {} kept aside; surprise without a net {:.5}, aside {:.5}",
        learnt_from.len(),
        kept_aside.len(),
        surprise(None, &learnt_from),
        surprise(None, &kept_aside)
    );
    let mut state = 12_345_u64;
    let mut dice = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (state >> 40) as f32 / (1_u64 << 24) as f32
    };
    let mut model = Model::new(&mut dice);
    model.set_pull(PULL);
    let mut order: Vec<usize> = (0..learnt_from.len()).collect();
    let all = ROUNDS * order.len().div_ceil(AT_ONCE);
    let mut done = 0;
    let mut best = (f64::MAX, model.bytes());
    for round in 1..=ROUNDS {
        for at in (1..order.len()).rev() {
            order.swap(at, ((dice() * (at + 1) as f32) as usize).min(at));
        }
        for some in order.chunks(AT_ONCE) {
            done += 1;
            let part = std::f32::consts::PI * done as f32 / all as f32;
            let pace = PACE * (0.5 + 0.5 * part.cos()).max(0.01);
            model.learn(some.iter().map(|&at| &learnt_from[at]), pace);
        }
        let aside = surprise(Some(&model), &kept_aside);
        let inside =
            surprise(Some(&model), &learnt_from[..learnt_from.len().min(kept_aside.len())]);
        eprintln!(
            "round {round}: surprise {inside:.5} where it learns, {aside:.5} where it does not"
        );
        if aside < best.0 {
            best = (aside, model.bytes());
        }
    }
    best.1
}

/// The number of a match and a moment of it.
fn read(
    line: &str,
    weights: &Weights,
    books: &mut HashMap<String, Rulebook>,
) -> Option<(u64, Moment)> {
    let parts: Vec<&str> = line.split(';').collect();
    let [id, number, fen, ahead] = parts[..] else { return None };
    let position = parse_fen(fen).ok()?;
    if !books.contains_key(id) {
        books.insert(id.to_owned(), Rulebook::builtin(id)?);
    }
    let rules = books[id].board_rules();
    let ahead: f32 = ahead.parse().ok()?;
    let target = chance(ahead.clamp(-2_500.0, 2_500.0));
    let base = evaluate(&position, rules, &Stakes::default(), weights) as f32;
    let clues = clues(&position, rules).map(|clues| clues.to_vec());
    Some((number.parse().ok()?, Moment { base, target, clues }))
}

/// How surprised somebody is on the average who believes the net, or the rest of the evaluation alone.
fn surprise(model: Option<&Model>, moments: &[Moment]) -> f64 {
    let of = |moment: &Moment| {
        let told = model.map_or_else(|| chance(moment.base), |model| model.tells(moment));
        let told = f64::from(told).clamp(1e-6, 1.0 - 1e-6);
        let target = f64::from(moment.target);
        -(target * told.ln() + (1.0 - target) * (1.0 - told).ln())
    };
    moments.iter().map(of).sum::<f64>() / moments.len().max(1) as f64
}
