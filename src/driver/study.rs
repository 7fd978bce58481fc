//! What an editor wants to know about a text beyond its errors.

use std::path::Path;
use std::sync::Arc;

use super::again::Base;
use super::{Options, Outcome, Session, analyse, guard, planned};
use crate::offload::OffloadPlan;
use crate::source::FileId;
use crate::syntax::{LeftOut, Origin, Parse};
use crate::{tir, ty};

/// The values of the stages, as far as they got.
pub struct Study {
    pub file: FileId,
    pub parse: Parse,
    /// Absent if the file's name cannot be a module's, and for a file that others include.
    pub analysed: Option<Analysed>,
    /// What is kept for an edit of the text, if edits can be studied by themselves.
    pub base: Option<Base>,
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
    let Some(origin) = Origin::of(session.sources.file(file).shared_text()) else {
        let parse = session.parsed(file);
        let analysed = values(session, path, &parse);
        return Study { file, parse, analysed, base: None };
    };
    let (parse, reported) = origin.parse(file, &LeftOut::default());
    let analysed = values(session, path, &parse);
    let base = analysed.as_ref().and_then(|analysed| Base::new(origin, reported, &parse, analysed, session));
    let said = std::mem::replace(session.diagnostics, parse.diagnostics.clone());
    session.diagnostics.append(said);
    Study { file, parse, analysed, base }
}

/// The values of the stages after the parser.
pub(super) fn values(session: &mut Session<'_>, path: &Path, parse: &Parse) -> Option<Analysed> {
    // A `.pxi` is part of whatever includes it: its names may be bound there.
    let is_part = path.extension().is_some_and(|extension| extension == "pxi");
    let (module, typed) = if is_part { None } else { analyse(session, path, parse) }?;
    let (module, plan) = planned(session, parse, module);
    Some(Analysed { typed, module, plan })
}
