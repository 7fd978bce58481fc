//! The way back to Cython: a module without its offload constructs, line for line.
//!
//! | dialect | Cython |
//! | --- | --- |
//! | `parallel(device=..., num_teams=...)` | `parallel()`, behind `nogil, ` where the GIL is held |
//! | `prange(n, device=..., simd=True)` | `prange(n)`, with `nogil=True` where the GIL is held |
//! | `with device({...}):` | `if True:`; beside other items it is left out |
//! | `update({...})` | `pass` |
//! | `with atomic():` | `with gil:` where the GIL is not held, else `if True:` |
//! | `raise`, `assert` that begin a line in a parallel loop | `with gil: raise`, `with gil: assert` |
//! | `@cython.device` | an empty line |
//! | `@cython.auto_context(True)`, `with cython.auto_context(True):` | as above: an empty line, `if True:` |
//! | imports of these names | left out; `offcy.parallel` becomes `cython.parallel` |
//!
//! `with gil:` gives the update of an `atomic` block the mutual exclusion that it has on a device: slow, and
//! right on any number of threads.
//!
//! Cython takes the GIL for a `raise` by itself, but not in parallel loops.
//!
//! What a name means is decided by what it is bound to ([`crate::syntax::scope`]): a user's own `device` stays.

mod edit;
mod import;
mod list;
mod rewrite;

use crate::syntax::Parse;

/// The text of `parse` as plain Cython. For a tree with errors the result is as good as the tree.
pub fn strip(parse: &Parse) -> String {
    let edits = rewrite::module(parse);
    edit::apply(parse.text(), edits)
}
