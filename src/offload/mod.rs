//! What an offload region moves and how it runs: effects, extents, maps with their reasons.
//!
//! [`plan`] reads the outlined TIR and decides; it changes nothing and never spells C.

pub mod plan;

pub use plan::*;
