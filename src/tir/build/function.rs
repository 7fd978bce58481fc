//! One function: its locals, its parameters, its body.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::around::{Around, References};
use super::code::Code;
use super::coerce::fits;
use super::culprit::{Blame, Once, Statement};
use super::natural::NaturalTypes;
use super::objects::is_address;
use super::source::Source;
use super::{ModuleBuilder, facts, initialised, report};
use crate::base::Arena;
use crate::diag::{Diagnostic, Diagnostics};
use crate::hir::{self, FunctionKind, PyClass, UnaryOp};
use crate::source::Span;
use crate::tir::{
    Block, Coherence, Default, Export, Expr, ExprKind, Function, Local, LocalId, LocalRole, ObjectConst, Op,
    Ownership, Param, StmtKind,
};
use crate::ty::{FunctionTypes, Signature, Ty};

/// Builds the statements of one function.
pub(super) struct FunctionBuilder<'a, 'm> {
    pub module: &'a mut ModuleBuilder<'m>,
    pub source: Source<'m>,
    pub directives: hir::Directives,
    pub code: Code,
    pub around: Around,
    pub references: References,
    pub gil: bool,
    pub statement: Statement,
    /// What has been reported to need the GIL; it is not reported again.
    pub blamed: HashSet<Once>,
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
    let facts = facts::collect(source, types);
    let read = Source { typed: module.typed, function: source, types, facts };
    let mut builder = FunctionBuilder::new(module, read);
    builder.declare_locals();
    let params = builder.params();
    let result = &types.signature.result;
    if source.kind == FunctionKind::Cpdef && *result != Ty::Void && !builder.source.has_object_form(result) {
        let shown = builder.source.table().display(result);
        builder.report(report::not_yet(&format!("a `{shown}` as a result for Python"), source.result.span));
    }
    builder.enter();
    match source.kind {
        FunctionKind::Init => builder.module_body(),
        _ => builder.block(&source.body.block),
    }
    if !builder.code.out.last().is_some_and(|last| matches!(last.kind, StmtKind::Return(_))) {
        builder.ask_for_exception(source.span);
        builder.ask_for_view(source.span);
    }
    let mut body = std::mem::take(&mut builder.code.out);
    if source.body.yields {
        builder.check_generator(&body);
    }
    let is_hidden =
        |id: LocalId| builder.source.hir_local(id).is_some_and(|id| source.body.locals[id].is_hidden);
    let of_views = source.directives.initializedcheck;
    initialised::insert_checks(&mut body, &builder.code.locals, of_views, &is_hidden);
    diagnostics.append(builder.diagnostics);
    Function {
        decl: source.decl.clone(),
        params,
        result: types.signature.result.clone(),
        may_fail: may_fail || matches!(source.kind, FunctionKind::Def | FunctionKind::Init),
        on_device: source.on_device,
        exported: exported(source, &types.signature),
        is_generator: source.body.yields,
        coroutine: source.body.coroutine,
        by_address: None,
        locals: builder.code.locals,
        regions: builder.code.regions,
        contexts: builder.code.contexts,
        host_sections: Arena::default(),
        coherence: Coherence::default(),
        has_unchecked: builder.code.has_unchecked,
        body,
    }
}

impl<'a, 'm> FunctionBuilder<'a, 'm> {
    fn new(module: &'a mut ModuleBuilder<'m>, source: Source<'m>) -> FunctionBuilder<'a, 'm> {
        FunctionBuilder {
            module,
            directives: source.function.directives.clone(),
            code: Code::default(),
            around: Around::default(),
            references: References::default(),
            gil: !source.function.nogil,
            source,
            statement: Statement::default(),
            blamed: HashSet::new(),
            valued: HashSet::new(),
            in_place_operator: false,
            comprehensions: HashMap::new(),
            types_in_c: RefCell::default(),
            diagnostics: Diagnostics::default(),
        }
    }

    pub fn natural(&self) -> NaturalTypes<'_, 'm> {
        NaturalTypes { source: &self.source, directives: &self.directives, known: &self.types_in_c }
    }

    pub fn blaming(&self) -> Blame<'_, 'm> {
        Blame {
            source: &self.source,
            statement: &self.statement,
            blamed: &self.blamed,
            region: self.around.region,
        }
    }

    /// The locals of the HIR come first, with the same numbers.
    fn declare_locals(&mut self) {
        for (id, local) in self.source.function.body.locals.iter() {
            let borrowed = if local.is_param {
                !self.source.owns_param(id)
            } else {
                self.source.facts.borrowed_views.contains(&id)
            };
            self.code.locals.alloc(Local {
                name: local.name.clone(),
                ty: self.source.types.local(id),
                role: if local.is_param { LocalRole::Param } else { LocalRole::User },
                ownership: if borrowed { Ownership::Borrowed } else { Ownership::Owned },
                span: local.span,
            });
        }
    }

    fn params(&mut self) -> Vec<Param> {
        let source = self.source.function;
        source
            .params
            .iter()
            .map(|param| {
                let local = param.local;
                self.references.maybe_bound.insert(local);
                let default = param.default.and_then(|default| self.default_value(default, local));
                let ty = self.code.locals[local].ty.clone();
                let from_python = matches!(source.kind, FunctionKind::Def | FunctionKind::Cpdef);
                if from_python && !source.takes_c() && !self.source.has_object_form(&ty) {
                    let shown = self.source.table().display(&ty);
                    self.report(match is_address(&ty) {
                        true => report::not_for_python(&shown, param.span),
                        false => {
                            report::not_yet(&format!("a `{shown}` as an argument from Python"), param.span)
                        }
                    });
                }
                // Cython: everything that can be None may be, unless declared otherwise.
                let allows_none = ty.is_counted() && param.none != hir::NoneClause::NotNone;
                let typedefs = &self.source.typed.module.typedefs;
                let named = hir::header_integer(&source.body.locals[local].ty, typedefs);
                Param { local, kind: param.kind, default, allows_none, named, span: param.span }
            })
            .collect()
    }

    /// C constants, and objects that the module's statements have put into variables.
    fn default_value(&mut self, default: hir::ExprId, local: LocalId) -> Option<Default> {
        let ty = self.code.locals[local].ty.clone();
        let span = self.source.function.body.exprs[default].span;
        if let hir::ExprKind::Name(hir::Binding::Global(kept)) = self.source.function.body.exprs[default].kind
            && self.source.types.expr(default).is_object()
        {
            return Some(Default::Object(kept));
        }
        if let hir::ExprKind::KeptDefault(place) = self.source.function.body.exprs[default].kind {
            return Some(Default::Kept(place));
        }
        let computed = match &ty {
            Ty::Object(_) => self.computed_number(default),
            Ty::Int(kind) => hir::constant(&self.source.function.body, default)
                .filter(|value| fits(*value, *kind))
                .map(|value| Expr::int(value, ty.clone(), span)),
            _ => None,
        };
        let value = written(computed.unwrap_or_else(|| self.value(default, &ty)));
        if is_constant(&value) || value.ty.is_error() {
            return Some(Default::Value(value));
        }
        // The caller of a C function computes it.
        if self.source.function.kind != FunctionKind::Cdef {
            self.report(report::not_yet("a default value that is not a constant", span));
        }
        self.code.out.clear();
        self.code.pending.clear();
        None
    }

    /// The value of a Python number that is known now, although it is not a literal: `-1`, `+2.5`, `1 << 20`.
    fn computed_number(&mut self, id: hir::ExprId) -> Option<Expr> {
        let body = &self.source.function.body;
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

    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    pub fn error_expr(&mut self, diagnostic: Diagnostic, span: Span) -> Expr {
        self.report(diagnostic);
        Expr::new(ExprKind::Null, Ty::Error, span)
    }

    /// What `build` emits, apart from the block under construction.
    pub fn captured<T>(&mut self, build: impl FnOnce(&mut Self) -> T) -> (Block, T) {
        let outer = std::mem::take(&mut self.code.out);
        let result = build(self);
        (std::mem::replace(&mut self.code.out, outer), result)
    }

    /// Runs an operation into a new temporary of type `ty`.
    pub fn run(&mut self, hint: &str, op: Op, ty: Ty, span: Span) -> Expr {
        let info = op.info();
        if info.needs_gil {
            self.require_gil("this operation on a Python object", span);
        }
        let into = self.code.temp(hint, ty, Ownership::Owned, span);
        self.code.emit(StmtKind::Run { into: Some(into), op }, span);
        self.code.local_expr(into, span)
    }

    /// Runs an operation without a result.
    pub fn run_only(&mut self, op: Op, span: Span) {
        if op.info().needs_gil {
            self.require_gil("this operation on a Python object", span);
        }
        self.code.emit(StmtKind::Run { into: None, op }, span);
    }

    /// Stores a C value in a new temporary, so that it is evaluated once and here.
    pub fn store(&mut self, hint: &str, value: Expr) -> Expr {
        let span = value.span;
        let into = self.code.temp(hint, value.ty.clone(), Ownership::Borrowed, span);
        let place = self.code.local_expr(into, span);
        self.code.emit(StmtKind::Assign { place: place.clone(), value }, span);
        place
    }
}

impl FunctionBuilder<'_, '_> {
    /// At the end of a function that returns a view but has none to return: TypeError.
    pub fn ask_for_view(&mut self, span: Span) {
        let gives_view = self.source.types.signature.result.memoryview().is_some();
        if gives_view && !crate::tir::ends_elsewhere(&self.code.out) {
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
        ExprKind::Convert(inner) => {
            (value.ty.is_numeric() || matches!(inner.kind, ExprKind::Null)) && is_constant(inner)
        }
        _ => false,
    }
}

/// A negative number as signatures show it: one literal.
fn written(value: Expr) -> Expr {
    match &value.kind {
        ExprKind::Unary(UnaryOp::Negate, inner) if let ExprKind::Float(text) = &inner.kind => {
            Expr { kind: ExprKind::Float(format!("-{text}").into()), ..value }
        }
        ExprKind::Convert(inner) if matches!(value.ty, Ty::Float(_)) && matches!(inner.ty, Ty::Float(_)) => {
            match written((**inner).clone()) {
                Expr { kind: kind @ ExprKind::Float(_), .. } => Expr { kind, ..value },
                _ => value,
            }
        }
        _ => value,
    }
}

/// How other modules call the function, if they may.
fn exported(source: &hir::Function, signature: &Signature) -> Option<Export> {
    let (error_value, raises) = (signature.error_value(), signature.raises());
    let exported = source.exported.first().cloned();
    exported.map(|hir::Exported { name, signature, of_cython, is_cpdef }| Export {
        name,
        signature,
        of_cython,
        is_cpdef,
        error_value,
        raises,
    })
}
