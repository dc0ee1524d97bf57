//! Both are given the same commands; after each, everything that both know must be the same.

use tandem_referee::{Command, Match, MatchVerdict, Phase};
use tandem_rules::shakmaty::{Color, Role, Square};
use tandem_rules::{BoardId, Millis, Seat};

use crate::board::right;
use crate::chance::Chance;
use crate::generator::{Plan, next};
use crate::script;
use crate::table::{Answer, Table};

/// The first place where the two part.
#[derive(Clone, Debug)]
pub struct Difference {
    /// What differs.
    pub what: String,
    /// What the model says.
    pub model: String,
    /// What the referee says.
    pub referee: String,
}

/// What came of a match.
#[derive(Clone, Debug)]
pub enum Run {
    /// They agreed to the end.
    Agreed,
    /// The model knew no further.
    Beyond(&'static str),
    /// They parted.
    Differ(Difference),
}

/// A match and how it went.
#[derive(Clone, Debug)]
pub struct Trial {
    /// What was agreed.
    pub plan: Plan,
    /// What was done.
    pub commands: Vec<(i64, Command)>,
    /// How many of them were refused.
    pub refused: usize,
    /// How it went.
    pub run: Run,
    /// How the boards ended, by the model.
    pub reasons: Vec<String>,
}

/// The two side by side.
struct Pair {
    model: Table,
    referee: Match,
}

impl Pair {
    fn new(plan: &Plan) -> Option<Pair> {
        let settings = plan.settings()?;
        Some(Pair { model: Table::new(plan.terms, &settings), referee: Match::new(settings) })
    }

    /// One command for both. `Ok(false)` if it was refused.
    fn act(&mut self, now: i64, command: &Command) -> Result<bool, Run> {
        let answer = self.model.act(now, command);
        if let Answer::Beyond(why) = answer {
            return Err(Run::Beyond(why));
        }
        let verdict = self.referee.act(Millis(now), command, &mut Vec::new());
        if (answer == Answer::Done) != verdict.is_ok() {
            return Err(Run::Differ(Difference {
                what: "accepted or refused".to_owned(),
                model: format!("{answer:?}"),
                referee: verdict.map_or_else(|refusal| refusal.to_string(), |()| "Done".to_owned()),
            }));
        }
        self.compare(now).map_err(|mut difference| {
            let bfen = tandem_notation::script::position_bfen(&self.referee, Millis(now));
            difference.referee += &format!("\n# {bfen}");
            Run::Differ(difference)
        })?;
        Ok(answer == Answer::Done)
    }

    fn compare(&self, now: i64) -> Result<(), Difference> {
        let (model, referee) = (&self.model, &self.referee);
        for board in BoardId::ALL {
            let (ours, theirs) = (model.game(board), referee.game(board));
            for square in Square::ALL {
                let man = ours.board.at(square).map(|man| (man.color, man.role, man.promoted));
                let position = &theirs.position;
                let piece = position.board().piece_at(square);
                let piece = piece.map(|p| (p.color, p.role, position.promoted().contains(square)));
                same(&format!("board {board}, {square}"), &man, &piece)?;
            }
            for color in [Color::White, Color::Black] {
                let seat = Seat::new(board, color);
                for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                    let stock = usize::from(theirs.position.stock(color).count(role));
                    same(
                        &format!("stock of {seat}, {role:?}"),
                        &ours.stock(color).count(role),
                        &stock,
                    )?;
                    // Hands matter where passing is a right and somebody is there to pass to.
                    let both_play = model.games.iter().all(|game| !game.over());
                    if model.terms.book.passing_is_a_right() && both_play {
                        let hand = usize::from(referee.player(seat).hand.count(role));
                        let ours = model.person(seat).hand.count(role);
                        same(&format!("hand of {seat}, {role:?}"), &ours, &hand)?;
                    }
                }
                same(
                    &format!("clock of {seat}"),
                    &ours.clock.shows(color),
                    &referee.clock(seat, Millis(now)).0,
                )?;
            }
            let end = ours.end.as_ref().map(|end| (end.result, end.reason));
            let verdict = theirs.verdict.as_ref().map(|end| (end.result, end.reason));
            same(&format!("end of board {board}"), &end, &verdict)?;
            if end.is_none() {
                same(&format!("turn on board {board}"), &ours.turn, &theirs.on_move)?;
                let mut rights = [false; 4];
                for (color, side) in theirs.position.castling().iter() {
                    let short = side == tandem_rules::shakmaty::CastlingSide::KingSide;
                    rights[right(color, short)] = true;
                }
                same(&format!("castling on board {board}"), &ours.board.rights, &rights)?;
            }
        }
        // Where both games count, the last one gives the reason; of two that ended in one moment
        // neither is the last.
        let [a, b] = &model.games;
        let sum = !model.terms.book.first_game_ends_the_match();
        let told = !(sum && a.ended_at == b.ended_at);
        let outcome =
            model.outcome.as_ref().map(|end| (end.result, Some(end.reason).filter(|_| told)));
        let verdict = referee
            .verdict()
            .map(|MatchVerdict { result, reason, .. }| (*result, Some(*reason).filter(|_| told)));
        same("end of the match", &outcome, &verdict)?;
        let phase = match (model.started, model.outcome.is_some()) {
            (false, _) => Phase::Waiting,
            (true, false) => Phase::Playing,
            (true, true) => Phase::Over,
        };
        same("phase", &phase, &referee.phase())?;
        let score = referee.score();
        let score = [score[tandem_rules::Team::One].0, score[tandem_rules::Team::Two].0];
        same("score", &model.score(), &score)
    }
}

fn same<T: PartialEq + std::fmt::Debug>(
    what: &str,
    model: &T,
    referee: &T,
) -> Result<(), Difference> {
    if model == referee {
        return Ok(());
    }
    Err(Difference {
        what: what.to_owned(),
        model: format!("{model:?}"),
        referee: format!("{referee:?}"),
    })
}

/// Plays a random match of at most so many commands.
#[must_use]
pub fn trial(chance: &mut Chance, plan: Plan, most: usize) -> Option<Trial> {
    let mut pair = Pair::new(&plan)?;
    let mut trial =
        Trial { plan, commands: Vec::new(), refused: 0, run: Run::Agreed, reasons: Vec::new() };
    let mut afterwards = 0;
    while trial.commands.len() < most && afterwards < 4 {
        let (now, command) = next(chance, &pair.model);
        trial.commands.push((now, command.clone()));
        match pair.act(now, &command) {
            Ok(true) => {}
            Ok(false) => trial.refused += 1,
            Err(run) => {
                trial.run = run;
                break;
            }
        }
        if pair.model.outcome.is_some() {
            afterwards += 1;
        }
    }
    trial.reasons = pair
        .model
        .games
        .iter()
        .map(|game| game.end.as_ref().map_or_else(|| "*".to_owned(), |end| end.reason.to_string()))
        .collect();
    Some(trial)
}

/// Where a list of commands makes the two part, if it does.
#[must_use]
pub fn parts(plan: &Plan, commands: &[(i64, Command)]) -> Option<(usize, Difference)> {
    let mut pair = Pair::new(plan)?;
    for (at, (now, command)) in commands.iter().enumerate() {
        match pair.act(*now, command) {
            Ok(_) => {}
            Err(Run::Differ(difference)) => return Some((at, difference)),
            Err(Run::Agreed | Run::Beyond(_)) => return None,
        }
    }
    None
}

/// Leaves out every command without which the two still part in the same thing.
#[must_use]
pub fn shrink(trial: &Trial) -> Trial {
    let Run::Differ(difference) = &trial.run else { return trial.clone() };
    let mut small = trial.clone();
    let mut size = small.commands.len().div_ceil(2);
    while size > 0 {
        let mut from = 0;
        while from < small.commands.len() {
            let mut fewer = small.commands.clone();
            fewer.drain(from..(from + size).min(fewer.len()));
            match parts(&small.plan, &fewer) {
                Some((at, found)) if found.what == difference.what => {
                    fewer.truncate(at + 1);
                    small.commands = fewer;
                    small.run = Run::Differ(found);
                }
                _ => from += size,
            }
        }
        size /= 2;
    }
    small
}

/// A trial as a script, with the difference as a comment.
#[must_use]
pub fn tell(trial: &Trial) -> String {
    let mut text = script::settings(&trial.plan);
    for (now, command) in &trial.commands {
        text += &script::line(*now, command);
        text.push('\n');
    }
    if let Run::Differ(Difference { what, model, referee }) = &trial.run {
        text += &format!("# {what}\n#   model:   {model}\n#   referee: {referee}\n");
    }
    text
}
