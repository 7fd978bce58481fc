//! The pipeline: one line for each stage, from a path to the C of a module.
//!
//! Every entry point returns an [`Outcome`]: the sources, what there is to say about them, and the
//! value where the stages came so far. None of them panics or overflows the caller's stack: a
//! pipeline runs in a thread of its own, and a panic in it becomes a diagnostic.

mod guard;
mod module_name;
mod options;
mod read;

use std::path::Path;

pub use guard::Outcome;
pub use options::Options;

use crate::diag::{Diagnostic, Diagnostics, codes};
use crate::emit::Emitted;
use crate::source::{FileId, SourceMap};

/// What a stage works with: the files read so far, and what has been said about them.
pub struct Session<'a> {
    pub sources: &'a mut SourceMap,
    pub diagnostics: &'a mut Diagnostics,
    pub options: &'a Options,
}

/// Everything but writing C: what an editor and `offcy check` need.
pub fn check(path: &Path, options: &Options) -> Outcome<()> {
    guard::run(path, options, |session, file| analyse(session, file))
}

/// The whole pipeline up to C.
pub fn compile(path: &Path, options: &Options) -> Outcome<Emitted> {
    guard::run(path, options, |session, file| {
        module_name::of(session, path)?;
        analyse(session, file)?;
        not_built(session, "emit")
    })
}

/// The module without its offload constructs: plain Cython, the same lines.
pub fn strip(path: &Path, options: &Options) -> Outcome<String> {
    guard::run(path, options, |session, _| not_built(session, "strip"))
}

/// The inferred maps of each region, as text or JSON.
pub fn maps(path: &Path, options: &Options, _json: bool) -> Outcome<String> {
    guard::run(path, options, |session, file| {
        analyse(session, file)?;
        not_built(session, "maps")
    })
}

fn analyse(session: &mut Session<'_>, _file: FileId) -> Option<()> {
    not_built(session, "syntax::parse")
}

/// The honest end of a pipeline whose next stage does not exist yet.
fn not_built<T>(session: &mut Session<'_>, stage: &str) -> Option<T> {
    let message = format!("this version of offcy has no `{stage}` stage yet");
    session.diagnostics.push(Diagnostic::error(codes::NOT_YET_SUPPORTED, message));
    None
}
