//! What other programs speak: UCI and the XBoard protocol, as lines in and lines out.

pub mod fen;
