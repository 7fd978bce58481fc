//! What an editor wants to know about a text beyond its errors.

use std::path::Path;
use std::sync::Arc;

use super::{Options, Outcome, Session, analyse, guard, planned};
use crate::offload::OffloadPlan;
use crate::source::FileId;
use crate::syntax::Parse;
use crate::{tir, ty};

/// The values of the stages, as far as they got.
pub struct Study {
    pub file: FileId,
    pub parse: Parse,
    /// Absent if the file's name cannot be a module's, and for a file that others include.
    pub analysed: Option<Analysed>,
}

/// What the stages know about a module.
pub struct Analysed {
    pub typed: ty::Typed,
    pub module: tir::Module,
    pub plan: OffloadPlan,
}

/// Checks a text as if it were in the file at `path`, and keeps what was found out.
pub fn study(path: &Path, text: Arc<str>, options: &Options) -> Outcome<Study> {
    guard::run_on_text(text, path, options, |session, file| Some(studied(session, path, file)))
}

/// The same for the contents of a file.
pub fn study_file(path: &Path, options: &Options) -> Outcome<Study> {
    guard::run(path, options, |session, file| Some(studied(session, path, file)))
}

fn studied(session: &mut Session<'_>, path: &Path, file: FileId) -> Study {
    let parse = session.parsed(file);
    // A `.pxi` is part of whatever includes it: its names may be bound there.
    let is_part = path.extension().is_some_and(|extension| extension == "pxi");
    let analysed = if is_part { None } else { analyse(session, path, &parse) };
    let analysed = analysed.map(|(module, typed)| {
        let (module, plan) = planned(session, &parse, module);
        Analysed { typed, module, plan }
    });
    Study { file, parse, analysed }
}
