//! One file a command.

pub(crate) mod arena;
pub(crate) mod bfen;
pub(crate) mod bpgn;
pub(crate) mod conformance;
pub(crate) mod engine;
pub(crate) mod event;
mod lan;
pub(crate) mod legal;
pub(crate) mod load;
pub(crate) mod log;
pub(crate) mod manual;
pub(crate) mod output;
pub(crate) mod perft;
pub(crate) mod referee;
pub(crate) mod rules;
pub(crate) mod serve;
pub(crate) mod store;
