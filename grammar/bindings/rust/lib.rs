//! The tree-sitter grammar of Cython with offcy's offload constructs.
//!
//! Generated from `grammar.js`, which extends tree-sitter-python's grammar.

use tree_sitter_language::LanguageFn;
// The external scanner's C code comes linked with this crate.
use tree_sitter_python as _;

unsafe extern "C" {
    fn tree_sitter_offcy() -> *const ();
}

/// The language, for `tree_sitter::Parser::set_language`.
// SAFETY: the generated parser exports this function with exactly this signature.
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_offcy) };

/// Kinds, fields and their children, as JSON.
pub const NODE_TYPES: &str = include_str!("../../src/node-types.json");

/// The query for syntax highlighting.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");
