//! What is sent of matches, in the words that clients parse.

mod ends;
mod happened;
mod lists;
mod movelist;
mod sentences;
mod style12;
mod words;

pub(crate) use ends::end_lines;
pub(crate) use happened::{Line, told, why};
pub(crate) use lists::{game_row, table_rows};
pub(crate) use movelist::{date, movelist};
pub(crate) use style12::{Relation, game_info, holding, passed, style12};
pub(crate) use words::{act_words, partner_words, read_act_words, read_partner};
