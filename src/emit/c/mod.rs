//! A small syntax tree of C: expressions and types, printed with precedence and declarator rules.
//!
//! Nothing here knows of Cython, Python or OpenMP. Statements are in [`lir`](super::lir).

mod doc;
mod expr;
mod literal;
mod print;
mod text;
mod ty;

pub use doc::Doc;
pub use expr::Expr;
pub use literal::{float_literal, int_literal, quoted, string_literal};
pub use text::{comment_text, include};
pub use ty::Type;
