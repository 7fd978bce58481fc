//! The TIR as text: expressions in the user's spelling ([`expr`]) and functions as an indented
//! listing ([`function`], [`module`]), for reports and for tests. The same TIR gives the same text.

mod expr;
mod stmt;

pub use expr::{Spelling, subject, temporaries};
pub use stmt::{function, module};
