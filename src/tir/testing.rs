//! Builds small functions for the tests of the stages that read TIR.

use std::cell::Cell;
use std::sync::Arc;

use super::*;
use crate::base::Aside;
use crate::source::{SourceFile, SourceMap};
use crate::ty::{Axis, Memoryview};

/// A function under construction. Expressions and statements get spans that grow with each call.
pub struct Build {
    pub function: Function,
    span: Cell<usize>,
}

pub fn view_type(element: Ty, axes: &[Axis]) -> Ty {
    Ty::Memoryview(Arc::new(Memoryview {
        element,
        typedef: Aside(None),
        buffer: Aside(None),
        is_const: false,
        axes: axes.to_vec(),
    }))
}

/// `double[:, ::1]` with the given number of dimensions.
pub fn c_view(ndim: usize) -> Ty {
    let mut axes = vec![Axis::Packed; ndim];
    axes[ndim - 1] = Axis::Contiguous;
    view_type(Ty::DOUBLE, &axes)
}

/// `double[:, :]` with the given number of dimensions.
pub fn strided_view(ndim: usize) -> Ty {
    view_type(Ty::DOUBLE, &vec![Axis::Strided; ndim])
}

impl Build {
    pub fn new(name: &str) -> Build {
        let mut build = Build {
            function: Function {
                decl: Arc::new(FunctionDecl::new(name.into(), FunctionKind::Def, span_at(0))),
                params: Vec::new(),
                result: Ty::Void,
                may_fail: false,
                on_device: false,
                exported: None,
                is_generator: false,
                coroutine: None,
                by_address: None,
                locals: Arena::default(),
                regions: Arena::default(),
                contexts: Arena::default(),
                host_sections: Arena::default(),
                coherence: Coherence::default(),
                has_unchecked: false,
                body: Vec::new(),
            },
            span: Cell::new(1),
        };
        let span = build.here();
        build.decl().span = span;
        build
    }

    /// The declaration, to change.
    pub fn decl(&mut self) -> &mut FunctionDecl {
        Arc::make_mut(&mut self.function.decl)
    }

    pub fn here(&self) -> Span {
        self.span.set(self.span.get() + 1);
        span_at(self.span.get())
    }

    pub fn param(&mut self, name: &str, ty: Ty) -> LocalId {
        let span = self.here();
        let local = self.function.locals.alloc(Local {
            name: name.into(),
            ty,
            role: LocalRole::Param,
            ownership: Ownership::Borrowed,
            span,
        });
        let kind = ParamKind::PositionalOrKeyword;
        self.function.params.push(Param {
            local,
            kind,
            default: None,
            allows_none: false,
            named: None,
            span,
        });
        local
    }

    pub fn local(&mut self, name: &str, ty: Ty) -> LocalId {
        let span = self.here();
        let (role, ownership) = (LocalRole::User, Ownership::Owned);
        self.function.locals.alloc(Local { name: name.into(), ty, role, ownership, span })
    }

    pub fn get(&self, id: LocalId) -> Expr {
        Expr::local(id, self.function.locals[id].ty.clone(), self.here())
    }

    pub fn int(&self, value: i128) -> Expr {
        Expr::int(value, Ty::INT, self.here())
    }

    pub fn real(&self, text: &str) -> Expr {
        Expr::new(ExprKind::Float(text.into()), Ty::DOUBLE, self.here())
    }

    pub fn shape(&self, view: LocalId, axis: usize) -> Expr {
        Expr::new(ExprKind::Extent { view: Box::new(self.get(view)), axis }, Ty::SSIZE, self.here())
    }

    pub fn binary(&self, op: BinaryOp, left: Expr, right: Expr) -> Expr {
        let ty = left.ty.clone();
        Expr::new(ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, self.here())
    }

    pub fn add(&self, left: Expr, right: Expr) -> Expr {
        self.binary(BinaryOp::Add, left, right)
    }

    pub fn multiply(&self, left: Expr, right: Expr) -> Expr {
        self.binary(BinaryOp::Multiply, left, right)
    }

    pub fn less(&self, left: Expr, right: Expr) -> Expr {
        Expr::new(ExprKind::Compare(CompareOp::Less, Box::new(left), Box::new(right)), Ty::Bint, self.here())
    }

    pub fn convert(&self, ty: Ty, value: Expr) -> Expr {
        Expr::new(ExprKind::Convert(Box::new(value)), ty, self.here())
    }

    pub fn at(&self, view: LocalId, indices: Vec<Expr>) -> Expr {
        self.element(self.get(view), indices)
    }

    pub fn element(&self, view: Expr, indices: Vec<Expr>) -> Expr {
        let ty = view.ty.memoryview().map_or(Ty::Error, |view| view.element.clone());
        Expr::new(ExprKind::Element { view: Box::new(view), indices }, ty, self.here())
    }

    /// `view[parts]`, strided.
    pub fn slice(&self, view: Expr, parts: Vec<SlicePart>) -> Expr {
        let dropped = parts.iter().filter(|part| matches!(part, SlicePart::Index(_))).count();
        let ty = strided_view(parts.len() - dropped);
        Expr::new(ExprKind::Slice { view: Box::new(view), parts }, ty, self.here())
    }

    pub fn call(&self, function: FunctionId, arguments: Vec<Expr>) -> Expr {
        Expr::new(ExprKind::Call(Callee::Function(function), arguments), Ty::DOUBLE, self.here())
    }

    pub fn stmt(&self, kind: StmtKind) -> Stmt {
        Stmt::new(kind, self.here())
    }

    pub fn set(&self, place: Expr, value: Expr) -> Stmt {
        self.stmt(StmtKind::Assign { place, value })
    }

    pub fn if_(&self, condition: Expr, then: Block, otherwise: Block) -> Stmt {
        self.stmt(StmtKind::If { condition, then, otherwise })
    }

    pub fn range(&self, counter: LocalId, start: Expr, stop: Expr, step: i64, body: Block) -> Stmt {
        let step = Step::Constant(step);
        self.stmt(StmtKind::For(Box::new(For {
            counter,
            target: None,
            start,
            stop,
            step,
            body,
            otherwise: vec![],
        })))
    }

    /// A prange whose privates are what its body assigns, all of them lastprivate.
    pub fn prange(&self, counter: LocalId, start: Expr, stop: Expr, step: i64, body: Block) -> Stmt {
        let mut privates = Vec::new();
        walk::statements(&body, &mut |stmt| {
            let counters = match &stmt.kind {
                StmtKind::For(looped) => Some(looped.counter),
                StmtKind::Prange(prange) => Some(prange.counter),
                _ => None,
            };
            for id in walk::assigned(stmt) {
                if Some(id) != counters && !privates.contains(&id) {
                    privates.push(id);
                }
            }
        });
        let lastprivates = privates.iter().copied().chain([counter]).collect();
        let (step, span) = (Step::Constant(step), self.here());
        let (reductions, clauses) = (vec![], Clauses::default());
        let prange = Prange {
            counter,
            start,
            stop,
            step,
            body,
            privates,
            firstprivates: vec![],
            lastprivates,
            reductions,
            chained: vec![],
            once: None,
            assumed: None,
            is_alone: false,
            clauses,
            span,
        };
        self.stmt(StmtKind::Prange(Box::new(prange)))
    }

    pub fn entry(&self, subject: LocalId, map: MapType) -> MapEntry {
        MapEntry { subject: Subject::Local(subject), map, count: None, span: self.here() }
    }

    pub fn region(&self, entries: Vec<MapEntry>, body: Block) -> Stmt {
        let span = self.here();
        self.stmt(StmtKind::Parallel(Box::new(Parallel {
            device: Some(DeviceClause { entries, counts: Vec::new(), span }),
            clauses: Clauses::default(),
            body,
            privates: vec![],
            firstprivates: vec![],
            span,
        })))
    }

    pub fn context(&mut self, entries: Vec<MapEntry>, infer: bool, body: Block) -> Stmt {
        let (origin, span) = (ContextOrigin::Written, self.here());
        let context = self.function.contexts.alloc(DataContext {
            entries,
            infer,
            coherent: false,
            device_num: None,
            origin,
            views: Vec::new(),
            is_plain: false,
            clause: span,
            span,
        });
        self.stmt(StmtKind::Context { context, body })
    }

    pub fn finish(mut self, body: Block) -> Function {
        self.function.body = body;
        self.function
    }
}

fn span_at(offset: usize) -> Span {
    let mut files = SourceMap::default();
    let file = files.add(SourceFile::new("test.pyx", String::new()));
    Span::new(file, offset, offset + 1)
}

/// A module of these functions; the last one serves as its statements.
pub fn module(functions: Vec<Function>) -> Module {
    let mut arena = Arena::default();
    let mut init = None;
    for function in functions {
        init = Some(arena.alloc(function));
    }
    Module {
        name: "test".into(),
        doc: None,
        types: Arc::default(),
        functions: arena,
        fused: Vec::new(),
        ufuncs: Vec::new(),
        globals: Arena::default(),
        externs: Arena::default(),
        consts: Arena::default(),
        init: init.expect("a function"),
        takes_field_addresses: false,
        includes: Arc::default(),
        foreign: ForeignC::default(),
        directives: super::ModuleDirectives::of(&crate::hir::Directives::default()),
        foreign_numbers: Vec::new(),
    }
}
