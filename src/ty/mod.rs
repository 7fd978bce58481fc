//! Types: what they are ([`types`]), how declarations name them, and what every expression has.

pub mod types;

pub use types::*;
