//! The pipeline: one line per stage, from a path to the C of a module.
//!
//! Every entry point returns an [`Outcome`]: the sources, the diagnostics about them, and the value if the
//! stages got that far. None of them panics or overflows the caller's stack: a pipeline runs in its own
//! thread, and a panic in it becomes a diagnostic.

mod again;
mod echoes;
mod fix;
mod foreign;
mod guard;
mod loader;
mod module_name;
mod options;
mod read;
mod study;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

pub use again::{Base, study_edit};
pub use fix::{Fixed, fix};
pub use guard::Outcome;
pub use loader::Loader;
pub use options::{Installed, OpenFiles, Options};
pub use study::{Analysed, Study, study, study_file};

pub use crate::annotate::Counts as RegionCounts;
use crate::diag::{Diagnostic, Diagnostics, codes};
use crate::emit::Emitted;
pub use crate::hir::HeaderTypes;
use crate::hir::{CompileTimeEnv, Directives};
use crate::offload::OffloadPlan;
use crate::source::{FileId, SourceMap};
use crate::syntax::Parse;
use crate::valid::Validated;
use crate::{annotate, emit, hir, offload, pass, rewrite, strip, stub, syntax, tir, ty, valid};

/// What a stage works with: the files read so far, and the diagnostics about them.
pub struct Session<'a> {
    pub sources: &'a mut SourceMap,
    pub diagnostics: &'a mut Diagnostics,
    pub options: &'a Options,
}

/// Everything except writing C: what an editor and `offcy check` need.
pub fn check(path: &Path, options: &Options) -> Outcome<()> {
    guard::run(path, options, |session, file| plan(session, path, file).map(|_| ()))
}

/// The typed IR of a module as text, regions outlined: for tests and for curious people.
pub fn tir(path: &Path, options: &Options) -> Outcome<String> {
    guard::run(path, options, |session, file| {
        let parse = session.parsed(file);
        analyse(session, path, &parse).map(|(module, _)| tir::display::module(&module))
    })
}

/// What each region does to its data and the maps made of it, as text for people who change the compiler.
pub fn effects(path: &Path, options: &Options) -> Outcome<String> {
    guard::run(path, options, |session, file| {
        let (module, plan) = plan(session, path, file)?;
        Some(offload::effects_report(&module, &plan, session.sources))
    })
}

/// The lines that a trace function sees, of each file that the module is made of, with `linetrace` unless the source says otherwise.
pub fn lines(path: &Path, options: &Options) -> Outcome<BTreeMap<String, BTreeSet<u32>>> {
    let mut options = options.clone();
    options.directives.linetrace = true;
    guard::run(path, &options, |session, file| {
        let parse = session.parsed(file);
        let (module, _) = built(session, path, &parse)?;
        let mut lines = BTreeMap::from([(path.to_string_lossy().into_owned(), BTreeSet::new())]);
        let functions = module.functions.iter().map(|(_, function)| &function.body);
        functions.for_each(|body| {
            tir::walk::statements(body, &mut |stmt| {
                if matches!(stmt.kind, tir::StmtKind::Run { op: tir::Op::Line, .. }) {
                    let file = session.sources.file(stmt.span.file).path().to_string_lossy().into_owned();
                    lines.entry(file).or_default().insert(session.sources.line(stmt.span));
                }
            });
        });
        Some(lines)
    })
}

/// The statements of each C function, as text for people who change the compiler.
pub fn lir(path: &Path, options: &Options) -> Outcome<String> {
    guard::run(path, options, |session, file| {
        let (module, plan) = plan(session, path, file)?;
        let validated = session.validated(module, plan)?;
        Some(emit::lir(&validated, session.sources))
    })
}

/// The whole pipeline up to C.
pub fn compile(path: &Path, options: &Options) -> Outcome<Emitted> {
    guard::run(path, options, |session, file| {
        let (module, plan) = plan(session, path, file)?;
        let validated = session.validated(module, plan)?;
        let options = emit::Options { line_directives: session.options.line_directives };
        Some(emit::emit(&validated, session.sources, &options))
    })
}

/// A page about the module, as HTML, with the counts of its regions from a run. For a module with errors it shows what
/// there is: then the outcome has a value as well as errors.
pub fn annotate(path: &Path, options: &Options, counts: &[RegionCounts]) -> Outcome<String> {
    let outcome = guard::run(path, options, |session, file| {
        let parse = session.parsed(file);
        let mut facts = annotate::Facts::of(&parse);
        facts.add_counts(counts);
        if let Some((module, _)) = analyse(session, path, &parse) {
            let (module, plan) = planned(session, &parse, module);
            facts.add_plan(&module, &plan, &parse, session.sources);
            if let Some(validated) = session.validated(module, plan) {
                let options = emit::Options { line_directives: false };
                facts.add_c(&emit::emit(&validated, session.sources, &options));
            }
        }
        Some(facts)
    });
    let Outcome { sources, diagnostics, value } = outcome;
    let value = value.map(|facts| annotate::page(&facts, &sources, &diagnostics));
    Outcome { sources, diagnostics, value }
}

/// A stub of the module for type checkers; none of a module with errors.
pub fn stub(path: &Path, options: &Options) -> Outcome<String> {
    guard::run(path, options, |session, file| {
        let parse = session.parsed(file);
        let (module, _) = built(session, path, &parse)?;
        (!session.diagnostics.has_errors()).then(|| stub::stub(&module, &parse))
    })
}

/// The module without its offload constructs: plain Cython, the same lines. Errors in the module are reported only if
/// they prevent it from being read.
pub fn strip(path: &Path, options: &Options) -> Outcome<String> {
    guard::run(path, options, |session, file| {
        let parse = session.parsed(file);
        if session.diagnostics.has_errors() {
            return None;
        }
        let facts = strip_facts(session, path, &parse);
        let text = session.reported(strip::strip(&parse, &facts));
        (!session.diagnostics.has_errors()).then_some(text)
    })
}

/// What `strip` must know besides the text. Declarations (`.pxd`, `.pxi`) are not modules.
fn strip_facts(session: &mut Session<'_>, path: &Path, parse: &Parse) -> strip::Facts {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let mut facts = strip::Facts { is_python: ending == "py", ..strip::Facts::default() };
    if !matches!(ending, "pxd" | "pxi") {
        let mut unused = Diagnostics::default();
        let Session { sources, options, .. } = session;
        let mut quiet = Session { sources, diagnostics: &mut unused, options };
        if let Some((module, typed)) = built(&mut quiet, path, parse) {
            let found = typed.beyond_cython();
            facts.lengths = found.lengths;
            facts.sequential = tir::beyond::parallel_loops(&module);
            facts.union_views = found.union_views;
            facts.asked = found.asked.into_iter().map(asked).collect();
        }
    }
    facts
}

fn asked(found: ty::AskedInC) -> strip::Asked {
    let ty::AskedInC { is_any, call, callee, display, items } = found;
    strip::Asked { is_any, call, callee, display, items }
}

/// The inferred maps of each region, as text or JSON.
pub fn maps(path: &Path, options: &Options, json: bool) -> Outcome<String> {
    guard::run(path, options, |session, file| {
        let (module, plan) = plan(session, path, file)?;
        let report = offload::maps_report(&module, &plan, session.sources);
        if !json {
            return Some(report.to_text());
        }
        report
            .to_json()
            .map_err(|error| session.diagnostics.push(Diagnostic::error(codes::INTERNAL, error.to_string())))
            .ok()
    })
}

/// The stages that read and check. A later one runs even if an earlier one reported errors: one run shows all
/// errors, and an editor has something to work with in a half-written file.
fn analyse(session: &mut Session<'_>, path: &Path, parse: &Parse) -> Option<(tir::Module, ty::Typed)> {
    let (module, typed) = built(session, path, parse)?;
    let module = offload::settle_checks(session.reported(pass::outline(module)));
    let module = pass::coherence::mark(module);
    session.diagnostics.append(pass::variadic::check(&module));
    Some((module, typed))
}

/// The directives that a module starts with, and its names of the compile-time environment: plain Python has none.
fn read_with<'o>(path: &Path, options: &'o Options) -> (&'o Directives, &'o CompileTimeEnv) {
    static NONE: LazyLock<CompileTimeEnv> = LazyLock::new(CompileTimeEnv::default);
    let is_python = path.extension().is_some_and(|extension| extension == "py");
    (&options.directives, if is_python { &NONE } else { &options.compile_time_env })
}

/// Those of them that look at the statements of the text, before regions are outlined.
fn built(session: &mut Session<'_>, path: &Path, parse: &Parse) -> Option<(tir::Module, ty::Typed)> {
    let name = module_name::of(session, path)?;
    let loader = Loader::new(path, module_name::depth(&name, path), session.options, session.sources);
    let lowered = hir::lower(parse, name, read_with(path, session.options), &loader);
    drop(loader);
    let mut module = session.reported(lowered);
    foreign::settle(&mut module.foreign, path, session);
    session.options.header_types.settle(&mut module);
    let module = session.reported(hir::check_flow(module));
    let module = session.reported(hir::check_parallel(module));
    let module = session.reported(hir::settle_objects(module));
    let module = hir::settle_bundles(session.reported(hir::specialise(module)));
    let typed = session.reported(ty::check(module));
    let module = session.reported(tir::build::build(&typed));
    Some((module, typed))
}

/// The same, with the plan of what moves.
fn plan(session: &mut Session<'_>, path: &Path, file: FileId) -> Option<(tir::Module, OffloadPlan)> {
    let parse = session.parsed(file);
    let (module, _) = analyse(session, path, &parse)?;
    Some(planned(session, &parse, module))
}

fn planned(session: &mut Session<'_>, parse: &Parse, module: tir::Module) -> (tir::Module, OffloadPlan) {
    let plan = session.reported(offload::plan(&module));
    rewrite::settle(parse, session.diagnostics);
    (module, plan)
}

impl Session<'_> {
    /// Returns the value of a stage and keeps its diagnostics.
    fn reported<T>(&mut self, (value, diagnostics): (T, Diagnostics)) -> T {
        self.diagnostics.append(diagnostics);
        value
    }

    fn parsed(&mut self, file: FileId) -> Parse {
        let mut parse = syntax::parse(file, self.sources.file(file).shared_text());
        self.diagnostics.append(std::mem::take(&mut parse.diagnostics));
        parse
    }

    /// The gate before the back end: closed if there is an error.
    fn validated(&mut self, module: tir::Module, plan: OffloadPlan) -> Option<Validated> {
        if self.diagnostics.has_errors() {
            return None;
        }
        let module =
            offload::versions_of_regions(offload::defer_checks(offload::versions_of_loops(module), &plan));
        valid::validate(module, plan).map_err(|wrong| self.diagnostics.append(wrong)).ok()
    }
}
