//! A player: sees a match, decides to move or to sit, talks, claims, passes.

mod budget;
mod choose;
mod chores;
mod ideas;
mod interrupt;
mod last_look;
mod passing;
mod pondering;
mod thought;
mod watch;
mod words;

use tandem_referee::{Act, Message};
use tandem_rules::shakmaty::Role;
use tandem_rules::{Bughouse, Coordinates, Millis, Move, MoveList, Stock, Stuck};

use crate::engine::Engine;
use crate::evaluate::Weights;
use crate::laws::{Laws, WaitCosts};
use crate::level::{Level, human_time};
use crate::node::Node;
use crate::score::Score;
use crate::search::{Limits, Problem, Progress, Timer};
use crate::stakes::Stakes;
use crate::team::{Heard, Said, Situation, View, Why, sit, weigh};
use budget::{Budget, budget};
pub(crate) use choose::{Dice, as_seen, choose};
pub use chores::{duties, has_duties};
use ideas::Effort;
pub use interrupt::Interrupt;
pub(crate) use last_look::last_look;
pub use last_look::{is_mated_after, is_mated_by_what_came};
pub use passing::{Habit, Passer};
use thought::Thought;
pub use watch::{Alertness, Watch};

/// What a bot asks for: it names its moves by coordinates.
pub type BotAct = Act<Coordinates>;

/// What a player does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// At once, in this order: claims, gifts, answers, words to the partner.
    pub acts: Vec<BotAct>,
    /// Then.
    pub next: Next,
    /// How long they thought about it.
    pub took: Millis,
}

/// What a player does on their board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Plays this move once so much time has passed since they were asked.
    Play {
        /// The move.
        m: Move,
        /// How long they take, the time that the search took included.
        after: Millis,
    },
    /// Makes no move. Ask again when anything changes, or after this time.
    Sit {
        /// Why.
        why: Why,
        /// For how long.
        time: Millis,
    },
    /// It is not their turn.
    Nothing,
    /// They looked up from their thought ([`Interrupt::look_up`]): ask again, with what is so now.
    AskAgain,
}

/// What is kept from one question to the next of the same turn.
#[derive(Clone, Copy, Debug)]
struct Turn {
    /// The board without its stocks.
    board: u64,
    /// How long they want to take for it, where they take their time as people do.
    pace: Option<Millis>,
}

/// Men that are worth more or less by so much are worth the same.
const SAME_STAKES: Score = 72;

/// A bot at a table.
pub struct Bot {
    engine: Engine,
    /// A small memory for looks at the other board and at what might come.
    scout: Engine,
    level: Level,
    as_team: bool,
    habit: Option<Habit>,
    alertness: Option<Alertness>,
    move_time: Option<Millis>,
    heard: Heard,
    said: Said,
    dice: Dice,
    own: Score,
    other_board: Score,
    thought: Option<Thought>,
    turn: Option<Turn>,
    stakes: Stakes,
    weights: Weights,
    seen_beside: Option<u64>,
    /// The other board as it was when it was last looked at.
    glanced_at: Option<u64>,
    partners_stock: Option<Stock>,
}

/// What a thought is bound by, and who is told its lines.
struct Within<'a> {
    time: Budget,
    timer: Timer<'a>,
    interrupt: &'a Interrupt,
    tell: &'a mut dyn FnMut(&Progress<'_>),
}

impl Bot {
    /// A bot of a level, with a table of so many megabytes. Bots with the same seed that see the
    /// same do the same.
    #[must_use]
    pub fn new(level: Level, megabytes: usize, seed: u64) -> Bot {
        Bot {
            engine: Engine::new(megabytes),
            scout: Engine::new(1),
            level,
            as_team: true,
            habit: None,
            alertness: None,
            move_time: None,
            heard: Heard::default(),
            said: Said::default(),
            dice: Dice::new(seed),
            own: 0,
            other_board: 0,
            thought: None,
            turn: None,
            stakes: Stakes::default(),
            weights: Weights::DEFAULT,
            seen_beside: None,
            glanced_at: None,
            partners_stock: None,
        }
    }

    /// Whether it plays as a team: looks at both boards, sits, talks and listens. Off, it plays
    /// its own board alone; for measuring what team play is worth.
    pub fn set_team_play(&mut self, on: bool) {
        self.as_team = on;
    }

    /// When it passes captured men on, where that is a right; for measuring what holding is worth.
    pub fn set_habit(&mut self, habit: Habit) {
        self.habit = Some(habit);
    }

    /// When it passes captured men on, where that is a right; [`Passer`] do it.
    #[must_use]
    pub fn habit(&self) -> Habit {
        self.habit.unwrap_or_else(|| Habit::of(self.level, self.as_team))
    }

    /// What makes it look up from a thought; [`Watch`] do it.
    #[must_use]
    pub fn alertness(&self) -> Alertness {
        self.alertness.unwrap_or_else(|| Alertness::of(self.level, self.as_team))
    }

    /// What makes it look up from a thought; for measuring what looking up is worth.
    pub fn set_alertness(&mut self, alertness: Alertness) {
        self.alertness = Some(alertness);
    }

    /// Other numbers for its evaluation; for measuring what they are worth.
    pub fn set_weights(&mut self, weights: &Weights) {
        self.engine.set_weights(weights.clone());
        self.scout.set_weights(weights.clone());
        self.weights = weights.clone();
    }

    /// How strong it is from now on.
    pub fn set_level(&mut self, level: Level) {
        self.level = level;
    }

    /// Thinks just so long about each move, whatever the clock says; none: as the clock says.
    pub fn set_move_time(&mut self, time: Option<Millis>) {
        self.move_time = time;
    }

    /// The engine, to set its threads or its memory.
    pub fn engine_mut(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// A new match begins.
    pub fn forget(&mut self) {
        self.engine.forget();
        self.scout.forget();
        self.heard = Heard::default();
        self.said = Said::default();
        (self.own, self.other_board) = (0, 0);
        (self.thought, self.turn, self.stakes) = (None, None, Stakes::default());
        (self.seen_beside, self.glanced_at, self.partners_stock) = (None, None, None);
    }

    /// What its partner says.
    pub fn hear(&mut self, message: &Message) {
        if self.as_team {
            self.heard.hear(message);
        }
    }

    /// What it thinks of its own board, in hundredths of a pawn.
    #[must_use]
    pub fn opinion(&self) -> Score {
        self.own
    }

    /// Decides what to do now. Ask when it is on move, when it sits and anything changes, when something
    /// happens that it may answer, and when something happens that it does not know while it thinks.
    pub fn decide(&mut self, view: &View, timer: Timer<'_>, interrupt: &Interrupt) -> Decision {
        self.decide_and_tell(view, timer, interrupt, &mut |_| {})
    }

    /// Decides, and tells each line of its own board as it is found.
    pub fn decide_and_tell(
        &mut self,
        view: &View,
        timer: Timer<'_>,
        interrupt: &Interrupt,
        tell: &mut dyn FnMut(&Progress<'_>),
    ) -> Decision {
        if interrupt.is_stale() {
            return Decision { acts: Vec::new(), next: Next::AskAgain, took: Millis::ZERO };
        }
        let laws = Laws::of(&view.book);
        let skill = self.level.skill();
        self.notice(view);
        let team_score = self.own + self.other_board;
        let mut acts = chores::chores(view, &laws, self.own, team_score);
        // Whose game has ended by a claim may say nothing more (fer 7.1).
        let claims = acts.iter().any(|act| matches!(act, Act::Claim { .. }));
        if !view.may_move || view.own.ended {
            return Decision { acts, next: Next::Nothing, took: Millis::ZERO };
        }
        let legal = view.board().legal_moves();
        if let Some(role) = view.last_drop {
            let m = last_drop(view, &laws, &legal, role);
            let next = m.map_or(Next::Nothing, play_at_once);
            return Decision { acts, next, took: Millis::ZERO };
        }
        let partner_waits = self.as_team && partner_is_stuck(view, &laws);
        let time = match self.move_time {
            Some(time) => Budget { soft: time, hard: time, mostly_used: false },
            None => budget(view, self.as_team, partner_waits),
        };
        let most = skill.nodes.unwrap_or(u64::MAX);
        let mut effort = Effort::other_board(timer.nodes_in(time.soft).min(most));
        if legal.is_empty() {
            let help = self.call_for_help(view, &laws, &mut effort);
            acts.extend(help.into_iter().filter(|_| !claims));
            let time = Millis(2_000);
            let next = Next::Sit { why: Why::NoMove, time };
            return Decision { acts, next, took: timer.elapsed(effort.spent) };
        }
        let stakes = self.stakes(view, &laws);
        let initiative = self.as_team && skill.plays_as_team;
        if initiative && effort.may_glance() {
            self.glance_beside(view, &laws, &mut effort);
        }
        let within = Within { time, timer: timer.after(effort.spent), interrupt, tell };
        let thought = self.think(view, &laws, stakes, skill, within, &mut effort);
        if interrupt.is_stale() {
            self.thought = Some(thought);
            let took = timer.elapsed(effort.spent);
            return Decision { acts: Vec::new(), next: Next::AskAgain, took };
        }
        let mut m =
            choose(&view.own.position, &thought.moves, skill, &mut self.dice).unwrap_or(legal[0]);
        if self.alertness != Some(Alertness::Absorbed) && !skill.is_hasty(&mut self.dice) {
            m = last_look(&view.own.position, other(view), &laws, m, &mut effort.spent);
        }
        let best = thought.moves.iter().map(|(_, score)| *score).max().unwrap_or(0);
        let plain = legal.len() == 1 || thought.moves.len() == 1 && thought.depth < 2;
        self.own = best;
        self.thought = Some(thought);
        if self.as_team
            && let Some((why, time)) = self.sits(view, best, initiative)
        {
            if !claims {
                acts.extend(self.words_while_sitting(view, &laws, why, best, &mut effort));
            }
            let took = timer.elapsed(effort.spent);
            return Decision { acts, next: Next::Sit { why, time }, took };
        }
        if initiative && !claims {
            acts.extend(self.words(view, &laws, stakes, m, best, &mut effort));
        }
        let took = timer.elapsed(effort.spent);
        let after = match skill.pace {
            None => took,
            Some(share) => {
                let wanted = self.pace(view, share, plain) - view.own.on_move_for;
                took.at_least(wanted)
            }
        };
        Decision { acts, next: Next::Play { m, after }, took }
    }

    /// How long it wants to take for this turn, however often it looks up in it.
    fn pace(&mut self, view: &View, share: i64, plain: bool) -> Millis {
        if let Some(Turn { pace: Some(pace), .. }) = self.turn {
            return pace;
        }
        let clock = view.clock(view.seat) + view.own.on_move_for;
        let pace = human_time(clock, share, plain, self.dice.roll());
        if let Some(turn) = &mut self.turn {
            turn.pace = Some(pace);
        }
        pace
    }

    /// Sees whether a turn has begun since it was last asked: wishes grow old.
    fn notice_turn(&mut self, view: &View) {
        let board = view.own.position.repetition_key();
        if !view.may_move || self.turn.is_some_and(|turn| turn.board == board) {
            return;
        }
        if self.turn.replace(Turn { board, pace: None }).is_some() {
            self.heard.moved();
            self.said.moved();
        }
    }

    /// Sees what has changed on the other board.
    fn notice(&mut self, view: &View) {
        self.notice_turn(view);
        let partner = view.seat.partner().color();
        let stock = view.other_board.as_ref().map(|seen| *seen.position.stock(partner));
        if let (Some(before), Some(now)) = (self.partners_stock, stock) {
            for (role, _) in now.iter().filter(|(role, count)| *count > before.count(*role)) {
                self.heard.passed(role);
            }
        }
        self.partners_stock = stock;
        let key =
            view.other_board.as_ref().map(|other_board| other_board.position.repetition_key());
        if self.seen_beside.is_some() && key != self.seen_beside {
            self.heard.beside_changed();
        }
        self.seen_beside = key;
        if view.other_board_in_play().is_none() {
            self.other_board = 0;
        }
    }

    /// What men are worth now. As long as that is much as it was it stays so, for what the table knows
    /// rests on it.
    fn stakes(&mut self, view: &View, laws: &Laws) -> Stakes {
        if !self.as_team {
            return Stakes::default();
        }
        let now = weigh(view, laws, &self.heard, &self.weights);
        if !now.is_near(&self.stakes, SAME_STAKES) {
            self.stakes = now;
        }
        self.stakes
    }

    /// How the other board stands, for our team.
    fn glance_beside(&mut self, view: &View, laws: &Laws, effort: &mut Effort) {
        let Some(other_board) = view.other_board_in_play() else { return };
        let key = Node::new(other_board.position.clone()).key();
        if self.glanced_at.replace(key) == Some(key) {
            return;
        }
        let problem = Problem {
            position: &other_board.position,
            laws,
            other: Some(view.own.as_other()),
            earlier: &[],
            stakes: Stakes::default(),
            lines: 1,
        };
        let report = self.scout.search(&problem, Limits::nodes(effort.glance));
        effort.spent += report.nodes;
        let score = report.score().unwrap_or_else(|| {
            laws.dead_end(laws.board(&other_board.position, problem.other), WaitCosts::default(), 0)
        });
        let ours = other_board.position.turn() == view.seat.partner().color();
        self.other_board = if ours { score } else { -score };
    }

    fn sits(&self, view: &View, best: Score, initiative: bool) -> Option<(Why, Millis)> {
        let partner = view.seat.partner().color();
        let other_board = view.other_board_in_play().filter(|_| initiative);
        let situation = Situation {
            own: best,
            other_board: other_board.map(|_| self.other_board),
            opponent_on_move_there: other_board.is_some_and(|seen| seen.position.turn() != partner),
        };
        sit(view, &self.heard, situation).filter(|(why, _)| initiative || *why == Why::Asked)
    }
}

fn other(view: &View) -> Option<tandem_rules::OtherBoard<'_>> {
    view.other_board.as_ref().map(crate::team::Seen::as_other)
}

fn play_at_once(m: Move) -> Next {
    Next::Play { m, after: Millis(100) }
}

/// The drop of just this man that mates; any other move would let the mate on the other board stand (R20).
fn last_drop(view: &View, laws: &Laws, legal: &MoveList, role: Role) -> Option<Move> {
    legal
        .iter()
        .copied()
        .filter(|m| matches!(m, Move::Drop { role: dropped, .. } if *dropped == role))
        .find(|&m| {
            let after = view.own.position.clone();
            let mut after = Bughouse::of(after, &laws.rules).with_other(other(view));
            after.play_unchecked(m);
            after.stuck() == Stuck::Mate
        })
}

fn partner_is_stuck(view: &View, laws: &Laws) -> bool {
    view.other_board_in_play().is_some_and(|other_board| {
        other_board.position.turn() == view.seat.partner().color()
            && !laws.board(&other_board.position, Some(view.own.as_other())).has_legal_move()
    })
}

/// A move as an act for the referee.
#[must_use]
pub fn as_act(m: Move) -> BotAct {
    Act::Move { tried: m.coordinates() }
}
