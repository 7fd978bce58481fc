//! Back to Cython: a module without its offload constructs, line for line.
//!
//! | dialect | Cython |
//! | --- | --- |
//! | `parallel(device=..., num_teams=...)` | left out, or `nogil` where the GIL may be held |
//! | `prange(n, device=..., simd=True)` | `prange(n)`, with `nogil=True` where the GIL is held |
//! | the same where it reduces `min` or `max`, or binds a view | `range(n)` |
//! | `with device({...}):` | `if True:`; left out if there are other items |
//! | `update({...})` | `pass` |
//! | `with atomic():` | `with gil:` where the GIL is not held, otherwise `if True:` |
//! | `raise`, `assert` in a parallel loop | `with gil: raise`; where other code stands before it, a call |
//! | `len(data)` of `bytes` in a region | `offcy_len(data)` |
//! | `all((a < b, c))` of C numbers without the GIL | `offcy_all(a < b, (c) != 0)` |
//! | `@cython.device` | an empty line |
//! | `@cython.auto_context(True)`, `with cython.auto_context(True):` | as above: an empty line, `if True:` |
//! | imports of these names | left out; `offcy.parallel` becomes `cython.parallel` |
//!
//! The code of a region outside its loops runs once, as it does in a block without the GIL. In Cython's `parallel()`
//! each thread would run it, with its own variables.
//!
//! Cython has neither min and max reductions nor memoryviews that are private to an iteration, and memory that a region allocates
//! beside its loops would be shared by all threads. Such loops become sequential: slow but correct. They run with the GIL if it is held before them.
//!
//! `with gil:` gives the update of an `atomic` block the mutual exclusion that it has on a device: slow, but
//! correct on any number of threads.
//!
//! Cython takes the GIL for a `raise` by itself, but not in parallel loops. Where there is no room for that in a block
//! or an expression, C functions at the end of the text do it ([`helper`]), so the lines above keep their numbers.
//!
//! Cython accepts tabs or spaces in a file, not both. In a file with both, tabs become spaces.
//!
//! In Python syntax, the words for the GIL are those of the module `cython`.
//!
//! The meaning of a name depends on what it is bound to ([`crate::syntax::scope`]): a user's own `device`
//! stays.

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

/// Facts that the text alone does not show.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The module uses Python syntax (`.py`).
    pub is_python: bool,
    /// The `len`s of calls that give the length of `bytes` without the GIL.
    pub lengths: Vec<Span>,
    /// Parallel loops that Cython does not have.
    pub sequential: Vec<Span>,
    /// Variables that are memoryviews of unions.
    pub union_views: Vec<(Span, Name)>,
    /// Calls of `any` and `all` of C numbers without the GIL.
    pub asked: Vec<Asked>,
}

/// A call of `any` or `all` with a tuple or list.
#[derive(Clone, Debug)]
pub struct Asked {
    pub is_any: bool,
    pub call: Span,
    /// The name of the function.
    pub callee: Span,
    /// The tuple or list.
    pub display: Span,
    /// Whether an item is a truth as it is written.
    pub items: Vec<(Span, bool)>,
}

/// The text of `parse` as plain Cython, and reports of what Cython cannot express. For a tree with errors the result is
/// as good as the tree.
pub fn strip(parse: &Parse, facts: &Facts) -> (String, Diagnostics) {
    let rewrite::Rewritten { edits, helpers, mut diagnostics } = rewrite::module(parse, facts);
    facts.union_views.iter().for_each(|(span, name)| diagnostics.push(report::union_view(name, *span)));
    let mut text = edit::apply(parse.text(), edits);
    helpers.append(&mut text);
    (text, diagnostics)
}
