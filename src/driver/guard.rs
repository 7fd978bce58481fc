//! Runs a pipeline so that no failure in it can hurt the caller.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::{Arc, Once};
use std::thread;

use super::{Options, Session, echoes, read};
use crate::diag::{Diagnostic, Diagnostics, codes};
use crate::source::{FileId, SourceFile, SourceMap};

/// Address space, not memory: pages are only used when the recursion reaches them. Syntax is rejected beyond
/// 500 levels, so this is for the unoptimised build and for stages with large frames.
const STACK_BYTES: usize = 256 << 20;

/// The result of a run through the pipeline.
#[derive(Debug)]
pub struct Outcome<T> {
    pub sources: SourceMap,
    /// Sorted by place.
    pub diagnostics: Vec<Diagnostic>,
    /// `None` if a stage could not go on; then there is an error among the diagnostics.
    pub value: Option<T>,
}

impl<T> Outcome<T> {
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Reads `path` and gives it to `pipeline`, in a thread with a large stack.
pub(super) fn run<T: Send>(
    path: &Path,
    options: &Options,
    pipeline: impl FnOnce(&mut Session<'_>, FileId) -> Option<T> + Send,
) -> Outcome<T> {
    run_on(read::bytes(path), path, options, pipeline)
}

/// The same for the given contents of `path`, or the reason why it cannot be read.
pub(super) fn run_on<T: Send>(
    bytes: Result<Vec<u8>, String>,
    path: &Path,
    options: &Options,
    pipeline: impl FnOnce(&mut Session<'_>, FileId) -> Option<T> + Send,
) -> Outcome<T> {
    let add = |sources: &mut SourceMap, diagnostics: &mut Diagnostics| {
        read::source(bytes, path, sources, diagnostics)
    };
    run_with(add, path, options, pipeline)
}

/// The same for the text of `path` in an editor.
pub(super) fn run_on_text<T: Send>(
    text: Arc<str>,
    path: &Path,
    options: &Options,
    pipeline: impl FnOnce(&mut Session<'_>, FileId) -> Option<T> + Send,
) -> Outcome<T> {
    let add = |sources: &mut SourceMap, _: &mut Diagnostics| Some(sources.add(SourceFile::new(path, text)));
    run_with(add, path, options, pipeline)
}

fn run_with<T: Send>(
    add: impl FnOnce(&mut SourceMap, &mut Diagnostics) -> Option<FileId>,
    path: &Path,
    options: &Options,
    pipeline: impl FnOnce(&mut Session<'_>, FileId) -> Option<T> + Send,
) -> Outcome<T> {
    let mut sources = SourceMap::default();
    let mut diagnostics = Diagnostics::default();
    let value = add(&mut sources, &mut diagnostics).and_then(|file| {
        let mut session = Session { sources: &mut sources, diagnostics: &mut diagnostics, options };
        let result = caught(|| pipeline(&mut session, file));
        result.unwrap_or_else(|bug| {
            let note = format!("while compiling {}", path.display());
            diagnostics.push(bug.note(note).note("please report it with the source that brings it about"));
            None
        })
    });
    let diagnostics = echoes::removed(diagnostics.into_sorted(), &sources);
    Outcome { sources, diagnostics, value }
}

/// The result of `work`, or the panic in it as a diagnostic.
fn caught<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Diagnostic> {
    quieten_guarded_panics();
    thread::scope(|scope| {
        let guarded = || {
            GUARDED.set(true);
            panic::catch_unwind(AssertUnwindSafe(work)).map_err(|payload| panic_words(payload.as_ref()))
        };
        let thread = thread::Builder::new().name("pipeline".to_string()).stack_size(STACK_BYTES);
        match thread.spawn_scoped(scope, guarded) {
            Ok(handle) => handle.join().unwrap_or_else(|payload| Err(panic_words(payload.as_ref()))),
            Err(error) => Err(format!("no thread can be started: {error}")),
        }
    })
    .map_err(|words| Diagnostic::error(codes::INTERNAL, format!("a bug in offcy: {words}")))
}

thread_local! {
    /// Whether this thread's panics are caught and reported.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps the panic hook from printing what will be reported as a diagnostic; other threads'
/// panics go to the hook that was there.
fn quieten_guarded_panics() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if GUARDED.get() {
                PLACE.set(info.location().map(ToString::to_string));
            } else {
                previous(info);
            }
        }));
    });
}

fn panic_words(payload: &(dyn Any + Send)) -> String {
    let message = payload
        .downcast_ref::<&str>()
        .map(ToString::to_string)
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "panic".to_string());
    match PLACE.take() {
        Some(place) => format!("{message} (at {place})"),
        None => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_diagnostic_with_its_place() {
        let bug = caught(|| -> u32 { panic!("the cat sat on {}", "the mat") }).expect_err("it panics");
        assert_eq!(bug.code, codes::INTERNAL);
        assert!(bug.message.contains("the cat sat on the mat (at src/driver/guard.rs:"), "{}", bug.message);
        assert_eq!(caught(|| 3).expect("no panic"), 3);
    }

    #[test]
    fn the_stack_is_large() {
        fn depth(levels: usize) -> usize {
            let frame = [levels; 64];
            if levels == 0 { 0 } else { depth(std::hint::black_box(frame)[7] - 1) + 1 }
        }
        assert_eq!(caught(|| depth(60_000)).expect("it fits"), 60_000);
    }
}
