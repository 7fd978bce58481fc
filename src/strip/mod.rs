//! The way back to Cython: a module without its offload constructs, line for line.
//!
//! | dialect | Cython |
//! | --- | --- |
//! | `parallel(device=..., num_teams=...)` | left out, or `nogil` where the GIL may be held |
//! | `prange(n, device=..., simd=True)` | `prange(n)`, with `nogil=True` where the GIL is held |
//! | the same where it reduces `min` or `max`, or binds a view | `range(n)` |
//! | `with device({...}):` | `if True:`; beside other items it is left out |
//! | `update({...})` | `pass` |
//! | `with atomic():` | `with gil:` where the GIL is not held, else `if True:` |
//! | `raise`, `assert` in a parallel loop | `with gil: raise`; where other code stands before it, a call |
//! | `len(data)` of `bytes` in a region | `offcy_len(data)` |
//! | `@cython.device` | an empty line |
//! | `@cython.auto_context(True)`, `with cython.auto_context(True):` | as above: an empty line, `if True:` |
//! | imports of these names | left out; `offcy.parallel` becomes `cython.parallel` |
//!
//! What stands beside the loops of a region runs once, as it does in a block without the GIL; in Cython's `parallel()` each
//! thread would run it, with variables of its own.
//!
//! Cython has no reductions of minima and maxima, nor memoryviews of each iteration: such loops are sequential there, slow
//! and right, and run with the GIL where it is held in front of them.
//!
//! `with gil:` gives the update of an `atomic` block the mutual exclusion that it has on a device: slow, and
//! right on any number of threads.
//!
//! Cython takes the GIL for a `raise` by itself, but not in parallel loops. Where neither a block nor an expression has room
//! for that, C functions at the end of the text have it ([`helper`]): the lines above keep their numbers.
//!
//! Cython takes tabs or spaces in a file, not both: the tabs of such a file become spaces.
//!
//! In the syntax of Python the words for the GIL are those of the module `cython`.
//!
//! What a name means is decided by what it is bound to ([`crate::syntax::scope`]): a user's own `device` stays.

mod edit;
mod gil;
mod helper;
mod import;
mod list;
mod raising;
mod report;
mod rewrite;
mod tabs;

use crate::base::Name;
use crate::diag::Diagnostics;
use crate::source::Span;
use crate::syntax::Parse;

/// What the text alone does not show.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// It is Python's syntax (`.py`).
    pub is_python: bool,
    /// The `len`s of calls that give the length of `bytes` without the GIL.
    pub lengths: Vec<Span>,
    /// Parallel loops that Cython does not have.
    pub sequential: Vec<Span>,
    /// Variables that are memoryviews of unions.
    pub union_views: Vec<(Span, Name)>,
}

/// The text of `parse` as plain Cython, and what Cython has no words for. For a tree with errors the result is as good as
/// the tree.
pub fn strip(parse: &Parse, facts: &Facts) -> (String, Diagnostics) {
    let rewrite::Rewritten { edits, helpers, mut diagnostics } = rewrite::module(parse, facts);
    facts.union_views.iter().for_each(|(span, name)| diagnostics.push(report::union_view(name, *span)));
    let mut text = edit::apply(parse.text(), edits);
    helpers.append(&mut text);
    (text, diagnostics)
}
