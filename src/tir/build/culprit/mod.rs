//! What keeps a statement from running without the GIL: the first thing in it that needs Python, named in the words of
//! the source, with what to write instead.
//!
//! Code that needs the GIL is found by the operations that are built ([`FunctionBuilder::require_gil`]). Those have no
//! names that a reader knows, and one mistake leads to several of them. So the first one of a statement is traced back
//! to the expression that brought Python in, and the rest of the statement is an error value.

mod known;
mod search;
mod variables;
mod words;

use std::collections::HashSet;

use super::source::Source;
use crate::base::Name;
use crate::diag::{Code, Diagnostic, codes};
use crate::hir::{self, ExprId, FunctionId, LocalId};
use crate::source::Span;
use crate::tir::{Expr, ExprKind, Stmt, StmtKind};
use crate::ty::Ty;

use super::function::FunctionBuilder;

/// The parts of a statement, while it is being built.
#[derive(Default)]
pub struct Statement {
    /// Its expressions, in the order in which they are looked at.
    roots: Vec<ExprId>,
    /// What it loops over.
    iterable: Option<ExprId>,
    /// What it assigns values to.
    targets: Vec<ExprId>,
    /// It has been reported that the statement needs the GIL: once is enough.
    pub is_reported: bool,
}

impl Statement {
    pub fn new(stmt: &hir::Stmt) -> Statement {
        let mut roots = match stmt.kind {
            // Its classes are not a reason that it needs Python: it is Python itself.
            hir::StmtKind::Try(_) => Vec::new(),
            // Names that it binds are not a reason either.
            hir::StmtKind::Import { .. } | hir::StmtKind::ImportFrom { .. } => Vec::new(),
            _ => hir::walk::expressions(&stmt.kind),
        };
        // What is looped over comes before the variables that receive it.
        if matches!(stmt.kind, hir::StmtKind::ForEach { .. } | hir::StmtKind::ForRange { .. }) {
            roots.rotate_left(1);
        }
        let iterable = match stmt.kind {
            hir::StmtKind::ForEach { iterable, .. } => Some(iterable),
            _ => None,
        };
        Statement { roots, iterable, targets: targets(stmt), is_reported: false }
    }
}

/// What is reported once in a function, however often it is used.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Once {
    Local(LocalId),
    Name(Name),
    Function(FunctionId),
}

/// How the source uses what needs Python.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Value,
    Called,
    /// With so many indices.
    Indexed(usize),
    /// An attribute that memoryviews have, too.
    Attribute,
    /// Another attribute.
    Member,
    /// `for v in x:`
    LoopedOver,
}

/// Finds what a statement needs the GIL for.
pub(super) struct Blame<'b, 'm> {
    pub source: &'b Source<'m>,
    pub statement: &'b Statement,
    pub blamed: &'b HashSet<Once>,
    /// The header of the offload region around the place.
    pub region: Option<Span>,
}

/// The first thing in a statement that needs Python.
struct Culprit {
    what: What,
    span: Span,
    used: Use,
}

enum What {
    Local(LocalId),
    /// A name of the module that Python knows.
    Name(Name),
    Builtin(Name),
    /// `np.random.rand`: a name in a module that is imported.
    Imported {
        module: Name,
        name: Name,
        spelled: Name,
    },
    /// A C function that is not `nogil`.
    Function(FunctionId),
    /// A parameter of a C function that is a Python object, and is given a C value.
    Parameter(FunctionId, usize),
    /// `base.name` of an object, or of a memoryview.
    Attribute {
        base: ExprId,
        name: Name,
    },
    /// A value made by Python: "an f-string".
    Made(&'static str),
    /// `None` where C wants a value.
    None,
    /// A number that no type of C has without a suffix.
    LongNumber,
    /// `for v in x:`
    LoopOverView,
    /// `for v in self.items:`
    LoopOverField,
    /// An operator on whole memoryviews.
    OfViews(&'static str),
}

impl Culprit {
    fn once(&self) -> Option<Once> {
        match &self.what {
            What::Local(local) => Some(Once::Local(*local)),
            What::Name(name) => Some(Once::Name(name.clone())),
            What::Function(function) | What::Parameter(function, _) => Some(Once::Function(*function)),
            _ => None,
        }
    }
}

impl FunctionBuilder<'_, '_> {
    /// Reports the statement under construction if the GIL is not held. What is built of it afterwards is an error
    /// value.
    pub fn require_gil(&mut self, what: &str, span: Span) {
        if self.gil || self.statement.is_reported {
            return;
        }
        self.statement.is_reported = true;
        match self.blaming().culprit() {
            search::Found::New(culprit) => {
                let diagnostic = self.blaming().blame(&culprit);
                let once = culprit.once();
                let diagnostic =
                    diagnostic.about_here(once.as_ref().and_then(|once| self.blaming().subject(once)));
                // In other code without the GIL each statement is checked, as in Cython.
                if self.around.prange_depth > 0 {
                    self.blamed.extend(once);
                }
                self.report(diagnostic);
            }
            search::Found::Known => {}
            search::Found::Nothing => {
                let (needs, note) = match self.around.region {
                    Some(_) => (
                        "needs the Python interpreter, which an offload region does not have",
                        words::NO_INTERPRETER,
                    ),
                    None => ("needs the GIL", words::MOVE_OUT),
                };
                let note = if what == "`try`" { words::NO_TRY } else { note };
                let diagnostic = self.blaming().without_gil(format!("{what} {needs}"), span).note(note);
                self.report(diagnostic);
            }
        }
    }

    /// Removes what has been built of a statement that needs the GIL, except the blocks in it. What it would have
    /// bound has been reported with it.
    pub fn poison(&mut self, stmt: &hir::Stmt, start: usize) {
        let has_blocks = !hir::walk::blocks(stmt).is_empty();
        for built in self.code.out.split_off(start) {
            let kind = match built.kind {
                _ if !has_blocks => continue,
                kind @ StmtKind::If { .. } => kind,
                StmtKind::While { condition, body, otherwise, .. } => {
                    StmtKind::While { prepare: Vec::new(), condition, body, otherwise }
                }
                _ => continue,
            };
            self.code.out.push(Stmt::new(kind, built.span));
        }
        for id in self.blaming().bound_locals(targets(stmt)) {
            let local = id;
            let is_inferred = matches!(self.source.function.body.locals[id].ty.kind, hir::TypeKind::Untyped);
            if self.code.locals[local].ty.is_object() && is_inferred {
                self.blamed.insert(Once::Local(id));
            } else if !self.code.locals[local].ty.is_object() {
                let place = self.code.local_expr(local, stmt.span);
                self.code.emit(StmtKind::Assign { place, value: unknown(stmt.span) }, stmt.span);
            }
        }
        self.code.emit(StmtKind::Eval(unknown(stmt.span)), stmt.span);
    }
}

impl<'m> Blame<'_, 'm> {
    /// What is one mistake in however many statements.
    fn subject(&self, once: &Once) -> Option<String> {
        let code = self.this_code();
        match once {
            Once::Local(local) => {
                Some(format!("{:?} in {code}", self.source.function.body.locals[*local].span))
            }
            Once::Name(_) => None,
            Once::Function(function) => {
                Some(format!("{:?} in {code}", self.source.typed.module.functions[*function].span))
            }
        }
    }

    /// An error about code that runs without the GIL.
    fn without_gil(&self, message: String, span: Span) -> Diagnostic {
        let (code, label): (Code, _) = match self.region {
            Some(_) => (codes::OBJECT_ON_DEVICE, "needs the Python interpreter"),
            None => (codes::NEEDS_GIL, "the GIL is not held here"),
        };
        let diagnostic = Diagnostic::error(code, message).at(span, label);
        match self.region {
            Some(region) => diagnostic.also(region, "the region"),
            None => diagnostic,
        }
    }

    /// Describes the code that cannot use Python.
    fn this_code(&self) -> &'static str {
        if self.region.is_some() { "an offload region" } else { "code without the GIL" }
    }

    /// The local variables among targets, also in tuples.
    fn bound_locals(&self, mut targets: Vec<ExprId>) -> Vec<LocalId> {
        let mut found = Vec::new();
        while let Some(target) = targets.pop() {
            match &self.source.function.body.exprs[target].kind {
                hir::ExprKind::Tuple(items) | hir::ExprKind::List(items) => targets.extend(items),
                hir::ExprKind::Name(hir::Binding::Local(id)) => found.push(*id),
                _ => {}
            }
        }
        found
    }
}

/// The value of an expression that has been reported.
pub fn unknown(span: Span) -> Expr {
    Expr::new(ExprKind::Null, Ty::Error, span)
}

/// What a statement assigns values to.
fn targets(stmt: &hir::Stmt) -> Vec<ExprId> {
    match &stmt.kind {
        hir::StmtKind::Assign { targets, .. } => targets.clone(),
        hir::StmtKind::AugAssign { target, .. } | hir::StmtKind::ForEach { target, .. } => vec![*target],
        hir::StmtKind::With { target, .. } => target.iter().copied().collect(),
        hir::StmtKind::Import { target, .. } => vec![*target],
        hir::StmtKind::ImportFrom { names, .. } => names.iter().map(|(_, target)| *target).collect(),
        _ => Vec::new(),
    }
}
