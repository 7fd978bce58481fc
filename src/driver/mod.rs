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
use crate::{hir, pass, syntax, tir, ty};

/// What a stage works with: the files read so far, and what has been said about them.
pub struct Session<'a> {
    pub sources: &'a mut SourceMap,
    pub diagnostics: &'a mut Diagnostics,
    pub options: &'a Options,
}

/// Everything but writing C: what an editor and `offcy check` need.
pub fn check(path: &Path, options: &Options) -> Outcome<()> {
    guard::run(path, options, |session, file| analyse(session, path, file).map(|_| ()))
}

/// The typed IR of a module as text, regions outlined: for tests and for people who wonder.
pub fn tir(path: &Path, options: &Options) -> Outcome<String> {
    guard::run(path, options, |session, file| {
        analyse(session, path, file).map(|module| tir::display::module(&module))
    })
}

/// The whole pipeline up to C.
pub fn compile(path: &Path, options: &Options) -> Outcome<Emitted> {
    guard::run(path, options, |session, file| {
        analyse(session, path, file)?;
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
        analyse(session, path, file)?;
        not_built(session, "maps")
    })
}

/// The stages that read and judge. A later one runs even where an earlier one had something to
/// report; a module with errors goes no further.
fn analyse(session: &mut Session<'_>, path: &Path, file: FileId) -> Option<tir::Module> {
    let name = module_name::of(session, path)?;
    let parse = syntax::parse(file, session.sources.file(file).text());
    let (hir, unnamed) = hir::lower(&parse, name, &session.options.directives);
    session.diagnostics.append(parse.diagnostics);
    session.diagnostics.append(unnamed);
    let (typed, untyped) = ty::check(hir);
    session.diagnostics.append(untyped);
    let (module, unbuilt) = tir::build::build(&typed);
    session.diagnostics.append(unbuilt);
    let (module, unoutlined) = pass::outline(module);
    session.diagnostics.append(unoutlined);
    (!session.diagnostics.has_errors()).then_some(module)
}

/// The honest end of a pipeline whose next stage does not exist yet.
fn not_built<T>(session: &mut Session<'_>, stage: &str) -> Option<T> {
    let message = format!("this version of offcy has no `{stage}` stage yet");
    session.diagnostics.push(Diagnostic::error(codes::NOT_YET_SUPPORTED, message));
    None
}
