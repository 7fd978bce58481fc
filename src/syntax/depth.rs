//! How deeply a tree is nested, found without recursion.

use std::ops::Range;

/// Deeper trees are refused, so that recursive consumers never run out of stack.
pub const MAX_DEPTH: usize = 500;

/// The range of the first node that is too deep.
pub fn too_deep(tree: &tree_sitter::Tree) -> Option<Range<usize>> {
    let mut cursor = tree.walk();
    let mut depth = 0;
    loop {
        if cursor.goto_first_child() {
            depth += 1;
            if depth > MAX_DEPTH {
                return Some(cursor.node().byte_range());
            }
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return None;
            }
            depth -= 1;
        }
    }
}
