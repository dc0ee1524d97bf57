#![doc = include_str!("../README.md")]

mod apply;
mod clock;
mod command;
mod decide;
mod event;
mod game;
mod men;
mod move_text;
mod on_table;
mod record;
mod refusal;
mod restart;
mod rights;
mod ruling;
mod serial;
mod settings;
mod state;
mod taken_back;
mod verdict;

pub use clock::Clock;
pub use command::{Act, Attempt, By, Claim, Command, Gift, Message, Permission};
pub use event::{Debt, Event, EventKind, Offence, ReturnedFrom};
pub use game::{Duty, Game, Lapsed, Played, StandingMate, Touched, Window};
pub use men::Men;
pub use move_text::{MoveText, NoMoveText};
pub use on_table::{BoardClaim, OnTable, StandingClaim};
pub use record::{RECORD_VERSION, Record};
pub use refusal::{Refusal, WhyNot, texts};
pub use rights::{
    Foreseen, ForeseenGame, Granted, GrantedPower, PromotesFrom, RulingKind, Sayable, Sight,
    Subject, Viewer, power_of, powers_of,
};
pub use ruling::{Boards, LONGEST_CLOCK, MAX_POINTS, RestartReason, Ruling};
pub use settings::{BoardsAt, Input, Press, Settings, TimeControl};
pub use state::{LastDrop, Match, Phase, Player};
pub use verdict::{
    GameResult, GameVerdict, MatchResult, MatchVerdict, ParseResultError, Points, Reason,
};
