//! offcy: a transpiler from a Cython-like offload dialect to C with OpenMP target pragmas.
//!
//! One folder per stage; see ARCHITECTURE.md for the data flow and which stage may import which.

pub mod annotate;
pub mod base;
pub mod build;
pub mod cli;
pub mod diag;
pub mod driver;
pub mod emit;
pub mod hir;
pub mod image;
pub mod lsp;
pub mod offload;
pub mod pass;
pub mod render;
pub mod rewrite;
pub mod simulate;
pub mod source;
pub mod strip;
pub mod stub;
pub mod syntax;
pub mod tir;
pub mod ty;
pub mod valid;
