//! The types of locals without a declared type.
//!
//! Cython's safe inference: a local that only ever holds C values of one kind gets that C type,
//! unless it is an integer that takes part in arithmetic (which could overflow where Python's would
//! not); everything else is an object.

use std::collections::{HashMap, HashSet};

use super::check::Checker;
use super::places::{Reads, is_number, joined};
use super::{IntKind, Ty};
use crate::hir::{
    self, Binding, Body, ExprId, ExprKind, LocalId, LocalSet, Origin, ParamKind, PyClass, Range, StmtKind,
    TypeKind,
};

/// Fills in the types of the untyped locals.
pub fn locals(checker: &mut Checker<'_>) {
    let body = checker.body;
    let given = given(checker.function);
    let is_given = |id| given.iter().any(|source| source.target == id);
    let untyped: Vec<LocalId> = body
        .locals
        .iter()
        .filter(|(_, local)| matches!(local.ty.kind, TypeKind::Untyped))
        .filter(|(id, local)| !local.is_param || is_given(*id))
        .map(|(id, _)| id)
        .collect();
    if untyped.is_empty() {
        return;
    }
    let sources: Vec<Source> = given.into_iter().chain(collect(body)).collect();
    let in_arithmetic = in_arithmetic(body);
    let asked = checker.function.directives.infer_types;
    let mut reads = match asked {
        Some(false) => Reads::default(),
        _ => Reads::of(checker.function, &untyped, &sources),
    };
    let inference = Inference { untyped, sources, in_arithmetic, asked };
    checker.places = Some(HashMap::new());
    inference.settle(checker, &Reads::default());
    if !reads.is_empty() {
        // What is an object, as it may hold all of its values wherever it is read, is asked again with fewer of them.
        reads.are_open(inference.forget_objects(checker));
        inference.settle(checker, &reads);
        reads.are_open(LocalSet::default());
        inference.settle(checker, &reads);
    }
    checker.places = None;
    for &local in &inference.untyped {
        if checker.types.local(local).is_error() {
            checker.types.locals.insert(local, Ty::OBJECT);
        }
    }
    inference.settle_integers(checker);
    let soft = super::powers::variables(checker, &inference.untyped, &inference.sources);
    checker.types.soft.extend(soft);
    checker.forget_expressions();
}

/// What decides the types of the untyped locals of a function.
pub struct Inference {
    untyped: Vec<LocalId>,
    pub(super) sources: Vec<Source>,
    in_arithmetic: HashSet<LocalId>,
    /// The directive `infer_types`.
    asked: Option<bool>,
}

impl Inference {
    /// Each pass settles the locals whose sources are settled; chains are short in practice, and what is still open after the
    /// last pass is an object.
    fn settle(&self, checker: &mut Checker<'_>, reads: &Reads) {
        for _ in 0..8 {
            let mut changed = reads.settle(self, checker);
            checker.forget_expressions();
            changed |= self.pass(checker);
            checker.forget_expressions();
            if !changed {
                break;
            }
        }
    }

    fn forget_objects(&self, checker: &mut Checker<'_>) -> LocalSet {
        let are_objects =
            self.untyped.iter().copied().filter(|local| checker.types.local(*local).is_object());
        let objects: LocalSet = are_objects.collect();
        for local in objects.iter() {
            checker.types.locals.insert(local, Ty::Error);
        }
        objects
    }

    /// Types the locals as far as their sources are typed; whether that adds something.
    fn pass(&self, checker: &mut Checker<'_>) -> bool {
        let mut changed = false;
        for &local in &self.untyped {
            let mut found = Ty::Error;
            let (mut is_deleted, mut is_of_threads) = (false, false);
            for source in self.sources.iter().filter(|source| source.target == local) {
                match source.value {
                    Value::Deleted => is_deleted = true,
                    Value::OfThreads => is_of_threads = true,
                    _ => found = joined(&found, &source.ty(checker)),
                }
            }
            if found.is_error() {
                continue;
            }
            if is_of_threads && !matches!(found, Ty::Pointer { .. }) {
                found = Ty::OBJECT;
            }
            found = self.safe(local, found).unwrap_or(Ty::OBJECT);
            // A `tuple`, if it can be one.
            if let (Ty::Tuple(_), None) = (&found, self.asked)
                && super::shows_as_object(&checker.declared.table, &found)
            {
                found = Ty::Object(PyClass::Tuple);
            }
            // Only a Python variable can be unbound.
            if is_deleted && !found.is_object() {
                found = Ty::OBJECT;
            }
            if checker.types.local(local) != found {
                checker.types.locals.insert(local, found);
                changed = true;
            }
        }
        changed
    }

    /// A type that a local may have where its values have one; `None`: an object.
    pub(super) fn safe(&self, local: LocalId, found: Ty) -> Option<Ty> {
        let may_overflow = self.may_overflow(local, &found);
        match (self.asked, &found) {
            (Some(false), found) if !found.is_object() => None,
            (_, Ty::Void) => None,
            (None, Ty::Int(kind)) if may_overflow && is_number(*kind) => Some(Ty::Object(PyClass::Int)),
            (None, _) if may_overflow => None,
            _ => Some(found),
        }
    }

    /// The same at a place where not all of the local's values can be.
    pub(super) fn narrowed(&self, local: LocalId, found: Ty) -> Option<Ty> {
        let is_unsafe = self.asked == Some(true) && self.may_overflow(local, &found);
        if is_unsafe { None } else { self.safe(local, found) }
    }

    fn may_overflow(&self, local: LocalId, ty: &Ty) -> bool {
        matches!(ty, Ty::Int(_) | Ty::Enum(_)) && !ty.is_truth() && self.in_arithmetic.contains(&local)
    }

    /// Locals that hold integers of Python's: those of which each value is known to be one by itself have that type. Others
    /// are objects, and only called so.
    fn settle_integers(&self, checker: &mut Checker<'_>) {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            checker.forget_expressions();
            for &local in &self.untyped {
                if checker.types.local(local) != Ty::Object(PyClass::Int) {
                    continue;
                }
                let mut own = self.sources.iter().filter(|source| source.target == local);
                if !own.all(|source| source.ty(checker) == Ty::Object(PyClass::Int)) {
                    checker.types.locals.insert(local, Ty::OBJECT);
                    checker.types.whole.insert(local);
                    changed = true;
                }
            }
        }
    }
}

/// Something that gives a local a value.
pub(super) struct Source {
    pub target: LocalId,
    pub value: Value,
    /// Where the local gets the value, if `hir::reaching` follows it.
    pub origin: Option<Origin>,
}

pub(super) enum Value {
    /// What the caller passes: `*args`, `**options`.
    Given(PyClass),
    Expr(ExprId),
    /// An item of what is unpacked.
    Part(ExprId, usize),
    /// `target op= value`
    InPlace(hir::Operator, ExprId, ExprId),
    Range(Range),
    /// The item that a loop over it yields.
    ItemOf(ExprId),
    /// What a `with` statement binds.
    Entered(ExprId),
    Object,
    /// None: `del target`.
    Deleted,
    /// None: each thread has its own. Only a pointer can be one without a declaration.
    OfThreads,
}

impl Source {
    pub fn gives_nothing(&self) -> bool {
        matches!(self.value, Value::Deleted)
    }

    /// An array is not copied: the variable points to its elements.
    pub fn ty(&self, checker: &mut Checker<'_>) -> Ty {
        self.value_type(checker).decayed()
    }

    fn value_type(&self, checker: &mut Checker<'_>) -> Ty {
        match &self.value {
            Value::Given(class) => Ty::Object(*class),
            // A power of Python's numbers may be complex.
            Value::Expr(value) if checker.may_be_complex(*value) => Ty::OBJECT,
            Value::Expr(value) => match &checker.body.exprs[*value].kind {
                ExprKind::Name(Binding::Fused(_)) => Ty::OBJECT,
                ExprKind::Tuple(items) => tuple_of(checker.body, items, &mut |item| checker.expr(item)),
                ExprKind::Subscript { base, .. }
                    if checker.expr(*base) == Ty::Object(PyClass::ByteArray)
                        && checker.expr(*value).is_integral() =>
                {
                    Ty::Int(IntKind::UChar)
                }
                _ => checker.expr(*value),
            },
            Value::Part(value, at) => match checker.expr(*value) {
                Ty::Tuple(items) => items.get(*at).cloned().unwrap_or(Ty::Error),
                Ty::Error => Ty::Error,
                _ => Ty::OBJECT,
            },
            Value::InPlace(operator, target, value) => checker.binary(*operator, *target, *value, None),
            Value::Range(range) => checker.range(range),
            Value::ItemOf(iterable) => checker.item(*iterable),
            Value::Entered(manager) => super::check::entered(checker, *manager),
            Value::Object | Value::Deleted | Value::OfThreads => Ty::OBJECT,
        }
    }
}

/// The initial values of parameters that take the rest of the arguments.
fn given(function: &hir::Function) -> Vec<Source> {
    let class = |param: &hir::Param| match param.kind {
        ParamKind::Star => Some(PyClass::Tuple),
        ParamKind::DoubleStar => Some(PyClass::Dict),
        _ => None,
    };
    let source = |param: &hir::Param| {
        let (target, value) = (param.local, Value::Given(class(param)?));
        Some(Source { target, value, origin: Some(Origin::Start) })
    };
    function.params.iter().filter_map(source).collect()
}

fn collect(body: &Body) -> Vec<Source> {
    let start = |&(target, value)| Source { target, value: Value::Expr(value), origin: None };
    let mut sources: Vec<Source> = body.starts.iter().map(start).collect();
    hir::walk::statements(&body.block, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { targets, value } => {
            for &target in targets {
                bind(target, *value, body, &mut sources);
            }
        }
        StmtKind::AugAssign { target, operator, value } | StmtKind::Atomic { target, operator, value } => {
            push(*target, body, &mut sources, Value::InPlace(*operator, *target, *value));
        }
        StmtKind::ForRange { target, range, .. } => {
            push(*target, body, &mut sources, Value::Range(range.clone()));
        }
        StmtKind::Prange(prange) => {
            push(prange.target, body, &mut sources, Value::Range(prange.range.clone()));
        }
        // Cython infers only pointers for the variables of a block's threads, and the types of those of its loops.
        StmtKind::Parallel { clauses, body: block } if clauses.device.is_none() => {
            for target in hir::private(body, block) {
                sources.push(Source { target, value: Value::OfThreads, origin: None });
            }
        }
        StmtKind::ForEach { target, iterable, .. } => match &body.exprs[*target].kind {
            ExprKind::Name(_) => push(*target, body, &mut sources, Value::ItemOf(*iterable)),
            _ => objects(*target, body, &mut sources),
        },
        StmtKind::Import { target, .. } => objects(*target, body, &mut sources),
        StmtKind::ImportFrom { names, .. } => {
            for (_, target) in names {
                objects(*target, body, &mut sources);
            }
        }
        StmtKind::Try(tried) => {
            for target in tried.handlers.iter().filter_map(|handler| handler.target) {
                objects(target, body, &mut sources);
            }
        }
        StmtKind::With { manager, target: Some(target), .. } => match &body.exprs[*target].kind {
            ExprKind::Name(_) => push(*target, body, &mut sources, Value::Entered(*manager)),
            _ => objects(*target, body, &mut sources),
        },
        StmtKind::Delete(targets) => {
            for &target in targets {
                push(target, body, &mut sources, Value::Deleted);
            }
        }
        _ => {}
    });
    sources
}

fn bind(target: ExprId, value: ExprId, body: &Body, sources: &mut Vec<Source>) {
    match (&body.exprs[target].kind, &body.exprs[value].kind) {
        (
            ExprKind::Tuple(targets) | ExprKind::List(targets),
            ExprKind::Tuple(values) | ExprKind::List(values),
        ) if targets.len() == values.len() && !has_star(body, targets) => {
            for (&target, &value) in targets.iter().zip(values) {
                bind(target, value, body, sources);
            }
        }
        (ExprKind::Tuple(targets) | ExprKind::List(targets), _) if !has_star(body, targets) => {
            for (at, &target) in targets.iter().enumerate() {
                match &body.exprs[target].kind {
                    ExprKind::Tuple(_) | ExprKind::List(_) => objects(target, body, sources),
                    _ => push(target, body, sources, Value::Part(value, at)),
                }
            }
        }
        (ExprKind::Tuple(_) | ExprKind::List(_), _) => objects(target, body, sources),
        _ => push(target, body, sources, Value::Expr(value)),
    }
}

/// The type of a tuple display: a C tuple if all items are C values.
pub(crate) fn tuple_of(body: &Body, items: &[ExprId], of: &mut impl FnMut(ExprId) -> Ty) -> Ty {
    let mut types = Vec::new();
    for &item in items {
        let ty = match &body.exprs[item].kind {
            ExprKind::Starred(_) => Ty::OBJECT,
            ExprKind::Tuple(items) => tuple_of(body, items, of),
            _ => of(item),
        };
        if ty.is_counted() || ty.is_array() || matches!(ty, Ty::Error | Ty::Void) {
            return Ty::Object(PyClass::Tuple);
        }
        types.push(ty);
    }
    if types.is_empty() { Ty::Object(PyClass::Tuple) } else { Ty::Tuple(types.into()) }
}

/// The items of the tuple that is the only value of a local.
pub(super) fn only_tuple(body: &Body, local: LocalId) -> Option<&[ExprId]> {
    match &body.exprs[only_value(body, local)?].kind {
        ExprKind::Tuple(items) => Some(items),
        _ => None,
    }
}

/// The only value of a local.
pub(super) fn only_value(body: &Body, local: LocalId) -> Option<ExprId> {
    let mut sources = collect(body).into_iter().filter(|source| source.target == local);
    match (sources.next()?.value, sources.next()) {
        (Value::Expr(value), None) => Some(value),
        _ => None,
    }
}

/// Whether one of the targets takes everything that the others leave.
pub(crate) fn has_star(body: &Body, targets: &[ExprId]) -> bool {
    star(body, targets).is_some()
}

/// Which of some targets or items has a star.
pub(crate) fn star(body: &Body, targets: &[ExprId]) -> Option<usize> {
    targets.iter().position(|&target| matches!(body.exprs[target].kind, ExprKind::Starred(_)))
}

fn objects(target: ExprId, body: &Body, sources: &mut Vec<Source>) {
    match &body.exprs[target].kind {
        ExprKind::Tuple(targets) | ExprKind::List(targets) => {
            for &target in targets {
                objects(target, body, sources);
            }
        }
        ExprKind::Starred(target) => objects(*target, body, sources),
        _ => push(target, body, sources, Value::Object),
    }
}

fn push(target: ExprId, body: &Body, sources: &mut Vec<Source>, value: Value) {
    if body.steps.contains(&target) {
        return;
    }
    if let ExprKind::Name(Binding::Local(local)) = body.exprs[target].kind {
        let gives = !matches!(value, Value::Deleted);
        let origin = gives.then_some(Origin::At(body.exprs[target].span));
        sources.push(Source { target: local, value, origin });
    }
}

/// The locals that are direct operands of arithmetic, or its in-place target.
fn in_arithmetic(body: &Body) -> HashSet<LocalId> {
    let mut found = HashSet::new();
    let mut mark = |id: ExprId| {
        if let ExprKind::Name(Binding::Local(local)) = body.exprs[id].kind {
            found.insert(local);
        }
    };
    for (_, expr) in body.exprs.iter().filter(|(id, _)| !body.steps.contains(id)) {
        match &expr.kind {
            ExprKind::Binary(_, left, right) => {
                mark(*left);
                mark(*right);
            }
            ExprKind::Unary(hir::UnaryOp::Negate | hir::UnaryOp::Invert, inner) => mark(*inner),
            _ => {}
        }
    }
    hir::walk::statements(&body.block, &mut |stmt| {
        if let StmtKind::AugAssign { target, .. } = stmt.kind {
            mark(target);
        }
    });
    found
}
