//! A small syntax tree of C: expressions and types, printed with precedence and declarator rules.
//!
//! Nothing here knows of Cython, Python or OpenMP. Statements have no tree: a
//! [`Writer`](super::writer::Writer) writes them line by line.

mod expr;
mod literal;
mod print;
mod text;
mod ty;

pub use expr::Expr;
pub use literal::{float_literal, int_literal, string_literal};
pub use text::{comment_text, include};
pub use ty::Type;
