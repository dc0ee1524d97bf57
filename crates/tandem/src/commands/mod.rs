//! One file a command.

pub(crate) mod arena;
pub(crate) mod bfen;
pub(crate) mod bpgn;
pub(crate) mod engine;
pub(crate) mod legal;
pub(crate) mod load;
pub(crate) mod perft;
pub(crate) mod referee;
pub(crate) mod rules;
pub(crate) mod serve;
