//! The built-in bughouse player.
//!
//! It plays any rulebook because it asks the rulebook: which moves are legal, what mate is, what
//! a promotion takes. Nothing here reads a clock or writes to a terminal; a search gets its
//! limits, and where it needs time it gets a function that tells it.
//!
//! ```
//! use tandem_engine::{Engine, Laws, Limits, Problem, Stakes};
//! use tandem_rules::{Position, Rulebook};
//!
//! let book = Rulebook::builtin("minerva").expect("a built-in book");
//! let (laws, position) = (Laws::of(&book), Position::default());
//! let problem = Problem {
//!     position: &position,
//!     laws: &laws,
//!     other: None,
//!     earlier: &[],
//!     stakes: Stakes::default(),
//!     lines: 1,
//! };
//! let report = Engine::new(1).search(&problem, Limits::nodes(2_000));
//! assert!(report.best().is_some());
//! ```

mod bot;
mod checks;
mod engine;
mod evaluate;
mod exchange;
mod hash_table;
mod keys;
mod laws;
mod level;
mod node;
mod packed;
pub mod protocol;
pub mod score;
mod search;
pub mod simulate;
mod stakes;
pub mod team;
mod values;

pub use bot::{
    Alertness, Bot, BotAct, Decision, Habit, Interrupt, Next, Passer, Watch, as_act, duties,
    has_duties, is_mated_after, is_mated_by_what_came,
};
pub use engine::Engine;
pub use evaluate::{
    CLUES, Clues, Net, SAY_UNIT, SCORE_UNIT, SUM_UNIT, WIDTH, Weights, WeightsError, clues,
    evaluate,
};
pub use laws::{Laws, WaitCosts};
pub use level::{Level, NoLevel, Strength};
pub use search::{Limits, Line, Problem, Progress, Report, Timer};
pub use stakes::Stakes;
