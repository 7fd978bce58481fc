//! One function: its locals, its parameters, its body.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::culprit::{Once, Statement};
use super::objects::is_address;
use super::parallel::Broke;
use super::reductions::Open;
use super::{ModuleBuilder, facts, initialised, report};
use crate::base::{Arena, Name};
use crate::diag::{Diagnostic, Diagnostics};
use crate::hir::{self, FunctionKind, PyClass, UnaryOp};
use crate::source::Span;
use crate::tir::{
    Block, DataContext, Default, Export, Expr, ExprKind, Function, Local, LocalId, LocalRole, Locals,
    ObjectConst, Op, Ownership, Param, Region, Stmt, StmtKind,
};
use crate::ty::{ErrorValue, ExceptionSpec, FunctionTypes, Signature, Ty, TypeTable};

/// Builds the statements of one function. The statement under construction goes to the end of
/// `out`; expressions append what must run before them.
pub(super) struct FunctionBuilder<'a, 'm> {
    pub module: &'a mut ModuleBuilder<'m>,
    pub source: &'m hir::Function,
    pub types: &'m FunctionTypes,
    pub facts: facts::Facts,
    pub directives: hir::Directives,
    pub locals: Locals<Local>,
    pub regions: Arena<Region>,
    pub contexts: Arena<DataContext>,
    pub out: Block,
    /// Owned temporaries of the statement under construction: released at its end.
    pub pending: Vec<LocalId>,
    pub gil: bool,
    pub statement: Statement,
    /// What has been reported to need the GIL; it is not reported again.
    pub blamed: HashSet<Once>,
    /// Owned locals that may hold a reference here.
    pub maybe_bound: HashSet<LocalId>,
    /// Counters of loops around this place that are never negative.
    pub not_negative: HashSet<LocalId>,
    /// Loops around this place to which `break` and `continue` may refer: none outside an offload region.
    pub loop_depth: u32,
    /// What a `break` of the parallel loop around this place sets, if the loop has an `else`.
    pub broke: Option<Broke>,
    /// Bodies of `try` around this place: what a failing operation was to assign to a variable must not show.
    pub try_depth: u32,
    /// Parallel loops around this place.
    pub prange_depth: u32,
    /// Parallel loops are around this place: it runs in their iterations.
    pub in_iterations: bool,
    /// Variables of Python objects that the parallel code around this place binds.
    pub shared_objects: HashSet<LocalId>,
    /// In an offload region: what it may not contain is reported when it is outlined.
    pub in_region: bool,
    /// The header of the offload region around this place.
    pub region: Option<Span>,
    /// The object of a field is held while other code runs.
    pub hold_objects: bool,
    /// Data contexts around this place.
    pub context_depth: u32,
    /// The views that regions have of `bytes` variables.
    pub bytes_views: HashMap<LocalId, LocalId>,
    /// Reductions of the parallel loops around this place, with the place of the first operator.
    pub reductions: Vec<Open>,
    /// An argument is being built: a temporary lives longer than the call.
    pub lends_temporaries: bool,
    /// Variables of the module that are `const` and have their values.
    pub valued: HashSet<hir::GlobalId>,
    /// In a statement with an in-place operator.
    pub in_place_operator: bool,
    /// The blocks that comprehensions run, by number.
    pub comprehensions: HashMap<usize, Rc<hir::Block>>,
    /// The types in C that have been computed: each needs those of its operands.
    pub types_in_c: RefCell<HashMap<hir::ExprId, Ty>>,
    pub diagnostics: Diagnostics,
}

pub(super) fn build<'m>(
    module: &mut ModuleBuilder<'m>,
    source: &'m hir::Function,
    types: &'m FunctionTypes,
    may_fail: bool,
    diagnostics: &mut Diagnostics,
) -> Function {
    let mut builder = FunctionBuilder::new(module, source, types);
    builder.declare_locals();
    let params = builder.params();
    let result = &types.signature.result;
    if source.kind == FunctionKind::Cpdef && *result != Ty::Void && !builder.has_object_form(result) {
        let shown = builder.table().display(result);
        builder.report(report::not_yet(&format!("a `{shown}` as a result for Python"), source.result.span));
    }
    match source.kind {
        FunctionKind::Init => builder.module_body(),
        _ => builder.block(&source.body.block),
    }
    if !builder.out.last().is_some_and(|last| matches!(last.kind, StmtKind::Return(_))) {
        builder.ask_for_exception(source.span);
        builder.ask_for_view(source.span);
    }
    let mut body = std::mem::take(&mut builder.out);
    if source.body.yields {
        builder.check_generator(&body);
    }
    let is_hidden = |id: LocalId| builder.hir_local(id).is_some_and(|id| source.body.locals[id].is_hidden);
    let of_views = source.directives.initializedcheck;
    initialised::insert_checks(&mut body, &builder.locals, of_views, &is_hidden);
    diagnostics.append(builder.diagnostics);
    Function {
        decl: source.decl.clone(),
        params,
        result: types.signature.result.clone(),
        may_fail: may_fail || matches!(source.kind, FunctionKind::Def | FunctionKind::Init),
        on_device: source.on_device,
        exported: exported(source, &types.signature),
        is_generator: source.body.yields,
        by_address: None,
        locals: builder.locals,
        regions: builder.regions,
        contexts: builder.contexts,
        host_sections: Arena::default(),
        coherent: false,
        body,
    }
}

impl<'a, 'm> FunctionBuilder<'a, 'm> {
    fn new(
        module: &'a mut ModuleBuilder<'m>,
        source: &'m hir::Function,
        types: &'m FunctionTypes,
    ) -> FunctionBuilder<'a, 'm> {
        FunctionBuilder {
            module,
            source,
            types,
            facts: facts::collect(source, types),
            directives: source.directives.clone(),
            locals: Arena::default(),
            regions: Arena::default(),
            contexts: Arena::default(),
            out: Vec::new(),
            pending: Vec::new(),
            gil: !source.nogil,
            statement: Statement::default(),
            blamed: HashSet::new(),
            maybe_bound: HashSet::new(),
            not_negative: HashSet::new(),
            loop_depth: 0,
            broke: None,
            try_depth: 0,
            prange_depth: 0,
            in_iterations: false,
            shared_objects: HashSet::new(),
            in_region: false,
            region: None,
            hold_objects: false,
            context_depth: 0,
            bytes_views: HashMap::new(),
            reductions: Vec::new(),
            lends_temporaries: false,
            valued: HashSet::new(),
            in_place_operator: false,
            comprehensions: HashMap::new(),
            types_in_c: RefCell::default(),
            diagnostics: Diagnostics::default(),
        }
    }

    /// The locals of the HIR come first, with the same numbers.
    fn declare_locals(&mut self) {
        for (id, local) in self.source.body.locals.iter() {
            let borrowed =
                if local.is_param { !self.owns_param(id) } else { self.facts.borrowed_views.contains(&id) };
            self.locals.alloc(Local {
                name: local.name.clone(),
                ty: self.types.local(id),
                role: if local.is_param { LocalRole::Param } else { LocalRole::User },
                ownership: if borrowed { Ownership::Borrowed } else { Ownership::Owned },
                span: local.span,
            });
        }
    }

    /// A parameter that is rebound needs its own reference. The function must release a memoryview that the
    /// Python wrapper acquires, and what the wrapper makes of the other arguments.
    fn owns_param(&self, id: hir::LocalId) -> bool {
        let mut params = self.source.params.iter();
        let made = params.any(|param| param.local == id && param.kind.takes_rest());
        let acquired =
            made || self.types.local(id).memoryview().is_some() && self.source.kind == FunctionKind::Def;
        acquired || self.facts.assigned.has(id)
    }

    fn params(&mut self) -> Vec<Param> {
        let source = self.source;
        source
            .params
            .iter()
            .map(|param| {
                let local = param.local;
                self.maybe_bound.insert(local);
                let default = param.default.and_then(|default| self.default_value(default, local));
                let ty = self.locals[local].ty.clone();
                let from_python = matches!(source.kind, FunctionKind::Def | FunctionKind::Cpdef);
                if from_python && !source.takes_c() && !self.has_object_form(&ty) {
                    let shown = self.table().display(&ty);
                    self.report(match is_address(&ty) {
                        true => report::not_for_python(&shown, param.span),
                        false => {
                            report::not_yet(&format!("a `{shown}` as an argument from Python"), param.span)
                        }
                    });
                }
                // Cython: everything that can be None may be, unless declared otherwise.
                let allows_none = ty.is_counted() && param.none != hir::NoneClause::NotNone;
                Param { local, kind: param.kind, default, allows_none, span: param.span }
            })
            .collect()
    }

    /// C constants, and objects that the module's statements have put into variables.
    fn default_value(&mut self, default: hir::ExprId, local: LocalId) -> Option<Default> {
        let ty = self.locals[local].ty.clone();
        let span = self.source.body.exprs[default].span;
        if let hir::ExprKind::Name(hir::Binding::Global(kept)) = self.source.body.exprs[default].kind
            && self.types.expr(default).is_object()
        {
            return Some(Default::Object(kept));
        }
        if let hir::ExprKind::KeptDefault(place) = self.source.body.exprs[default].kind {
            return Some(Default::Kept(place));
        }
        let computed = if ty.is_object() { self.computed_number(default) } else { None };
        let value = computed.unwrap_or_else(|| self.value(default, &ty));
        if is_constant(&value) || value.ty.is_error() {
            return Some(Default::Value(value));
        }
        // The caller of a C function computes it.
        if self.source.kind != FunctionKind::Cdef {
            self.report(report::not_yet("a default value that is not a constant", span));
        }
        self.out.clear();
        self.pending.clear();
        None
    }

    /// The value of a Python number that is known now, although it is not a literal: `-1`, `+2.5`, `1 << 20`.
    fn computed_number(&mut self, id: hir::ExprId) -> Option<Expr> {
        let body = &self.source.body;
        let span = body.exprs[id].span;
        match body.exprs[id].kind {
            hir::ExprKind::Positive(inner) => match body.exprs[inner].kind {
                hir::ExprKind::Int { .. } | hir::ExprKind::Float(_) => Some(self.object(inner)),
                _ => self.computed_number(inner),
            },
            hir::ExprKind::Unary(UnaryOp::Negate, inner)
                if let hir::ExprKind::Float(text) = &body.exprs[inner].kind =>
            {
                let value = -text.parse::<f64>().ok()?;
                Some(self.object_const(ObjectConst::Float(value.to_bits()), PyClass::Float, span))
            }
            hir::ExprKind::Unary(UnaryOp::Negate, _) | hir::ExprKind::Binary(..) => {
                let value = hir::constant(body, id)?;
                Some(self.object_const(ObjectConst::Int(value.to_string()), PyClass::Int, span))
            }
            _ => None,
        }
    }

    pub fn table(&self) -> &'m TypeTable {
        &self.module.typed.table
    }

    pub fn hir_local(&self, id: LocalId) -> Option<hir::LocalId> {
        self.source.body.locals.contains(id).then_some(id)
    }

    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    pub fn error_expr(&mut self, diagnostic: Diagnostic, span: Span) -> Expr {
        self.report(diagnostic);
        Expr::new(ExprKind::Null, Ty::Error, span)
    }

    pub fn emit(&mut self, kind: StmtKind, span: Span) {
        self.out.push(Stmt::new(kind, span));
    }

    /// What `build` emits, apart from the block under construction.
    pub fn captured<T>(&mut self, build: impl FnOnce(&mut Self) -> T) -> (Block, T) {
        let outer = std::mem::take(&mut self.out);
        let result = build(self);
        (std::mem::replace(&mut self.out, outer), result)
    }

    /// A new temporary; an owned one is released at the end of the statement.
    pub fn temp(&mut self, hint: &str, ty: Ty, ownership: Ownership, span: Span) -> LocalId {
        let counted = ty.is_counted();
        let id =
            self.locals.alloc(Local { name: Name::new(hint), ty, role: LocalRole::Temp, ownership, span });
        if counted && ownership == Ownership::Owned {
            self.pending.push(id);
        }
        id
    }

    pub fn local_expr(&self, id: LocalId, span: Span) -> Expr {
        Expr::local(id, self.locals[id].ty.clone(), span)
    }

    /// Runs an operation into a new temporary of type `ty`.
    pub fn run(&mut self, hint: &str, op: Op, ty: Ty, span: Span) -> Expr {
        let info = op.info();
        if info.needs_gil {
            self.require_gil("this operation on a Python object", span);
        }
        let into = self.temp(hint, ty, Ownership::Owned, span);
        self.emit(StmtKind::Run { into: Some(into), op }, span);
        self.local_expr(into, span)
    }

    /// Runs an operation without a result.
    pub fn run_only(&mut self, op: Op, span: Span) {
        if op.info().needs_gil {
            self.require_gil("this operation on a Python object", span);
        }
        self.emit(StmtKind::Run { into: None, op }, span);
    }

    /// Stores a C value in a new temporary, so that it is evaluated once and here.
    pub fn store(&mut self, hint: &str, value: Expr) -> Expr {
        let span = value.span;
        let into = self.temp(hint, value.ty.clone(), Ownership::Borrowed, span);
        let place = self.local_expr(into, span);
        self.emit(StmtKind::Assign { place: place.clone(), value }, span);
        place
    }

    /// Releases the temporaries made since `mark` that nobody took over.
    pub fn release_pending(&mut self, mark: usize, span: Span) {
        for temp in self.pending.split_off(mark) {
            self.emit(StmtKind::Release(temp), span);
        }
    }

    /// The temporary that an expression is, if it owns what it holds and has not been taken over.
    pub fn pending_temp(&self, expr: &Expr) -> Option<LocalId> {
        expr.as_local().filter(|id| self.pending.contains(id))
    }

    pub fn take_over(&mut self, temp: LocalId) {
        self.pending.retain(|&pending| pending != temp);
    }
}

impl FunctionBuilder<'_, '_> {
    /// At the end of a function that returns a view but has none to return: TypeError.
    pub fn ask_for_view(&mut self, span: Span) {
        let gives_view = self.types.signature.result.memoryview().is_some();
        if gives_view && !crate::tir::ends_elsewhere(&self.out) {
            let message = Some("Memoryview return value is not initialized".to_string());
            self.run_only(Op::RaiseConstant { exception: "TypeError".into(), message }, span);
        }
    }
}

/// Whether a value is the same whenever it is evaluated, except for a global that somebody assigns.
fn is_constant(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Const(_)
        | ExprKind::Singleton(_)
        | ExprKind::Null
        | ExprKind::Global(_) => true,
        ExprKind::Convert(inner) => value.ty.is_numeric() && is_constant(inner),
        _ => false,
    }
}

/// The value that C code elsewhere takes for an exception.
pub(super) fn error_value(signature: &Signature) -> ErrorValue {
    match &signature.exception {
        ExceptionSpec::Value(value) | ExceptionSpec::MaybeValue(value) => value.clone(),
        ExceptionSpec::Never | ExceptionSpec::Always | ExceptionSpec::Null => ErrorValue::ZERO,
    }
}

/// How other modules call the function, if they may.
fn exported(source: &hir::Function, signature: &Signature) -> Option<Export> {
    let error_value = error_value(signature);
    let exported = source.exported.first().cloned();
    exported.map(|hir::Exported { name, signature, is_cpdef }| Export {
        name,
        signature,
        is_cpdef,
        error_value,
    })
}
