//! Displays of lists, tuples, sets and dicts. Constants come from the module's tables. A long display grows item by
//! item, so that only a few temporaries are live at a time, however long it is.

use super::function::FunctionBuilder;
use crate::hir::{self, Binding, ExprId, ExprKind as H, UnaryOp};
use crate::source::Span;
use crate::tir::{CompareOp, ConstItem, Display, Expr, ExprKind, ObjectConst, Op, Runtime, StmtKind};
use crate::ty::{PyClass, Ty};

/// Displays of more items grow, as in CPython.
const LONG: usize = 30;

/// Lists, sets and dicts of at least as many constants are made from a constant tuple.
const MANY: usize = 5;

/// An expression that has left more temporaries releases them at its own end, not at that of the statement.
const HELD: usize = 16;

impl FunctionBuilder<'_, '_> {
    pub(super) fn tuple(&mut self, items: &[ExprId], ty: Ty, span: Span) -> Expr {
        if let Some(constant) = self.constant_items(items) {
            return self.constant_tuple(constant, ty, span);
        }
        if let Some(tuple) = self.by_pattern(Display::Tuple, items, self.most_nested(), &ty, span) {
            return tuple;
        }
        if self.is_long(items) {
            let list = self.grown(Ty::Object(PyClass::List), items, 1, span);
            let op = Op::Runtime { function: Runtime::Tuple, arguments: vec![list] };
            return self.run("tuple", op, ty, span);
        }
        let items = self.objects(items);
        self.run("tuple", Op::Tuple(items), ty, span)
    }

    pub(super) fn list(&mut self, items: &[ExprId], ty: Ty, span: Span) -> Expr {
        if let Some(list) = self.of_constants("list", Runtime::ListOf, items, &ty, span) {
            return list;
        }
        if let Some(list) = self.by_pattern(Display::List, items, self.most_nested(), &ty, span) {
            return list;
        }
        if self.is_long(items) {
            return self.grown(ty, items, 1, span);
        }
        let items = self.objects(items);
        self.run("list", Op::List(items), ty, span)
    }

    pub(super) fn set(&mut self, items: &[ExprId], ty: Ty, span: Span) -> Expr {
        self.any_set([Runtime::Set, Runtime::SetOf], items, ty, span)
    }

    /// What `frozenset` makes of a display.
    pub(super) fn frozen_set(&mut self, items: &[ExprId], ty: Ty, span: Span) -> Expr {
        self.any_set([Runtime::FrozenSet, Runtime::FrozenSetOf], items, ty, span)
    }

    /// A set by one of two functions, of its items or of an iterable.
    fn any_set(&mut self, [of_items, of_all]: [Runtime; 2], items: &[ExprId], ty: Ty, span: Span) -> Expr {
        if let Some(set) = self.of_constants("set", of_all, items, &ty, span) {
            return set;
        }
        if self.is_long(items) {
            // As in Cython, no item is asked for its hash before all exist.
            let list = self.grown(Ty::Object(PyClass::List), items, 1, span);
            return self.run("set", Op::Runtime { function: of_all, arguments: vec![list] }, ty, span);
        }
        let arguments = self.objects(items);
        self.run("set", Op::Runtime { function: of_items, arguments }, ty, span)
    }

    pub(super) fn dict(&mut self, items: &[(ExprId, ExprId)], ty: Ty, span: Span) -> Expr {
        let flat: Vec<ExprId> = items.iter().flat_map(|(key, value)| [*key, *value]).collect();
        let most =
            if flat.iter().all(|&item| self.is_constant_item(item)) { MANY - 1 } else { self.most_nested() };
        if let Some(dict) = self.by_pattern(Display::Dict, &flat, most, &ty, span) {
            return dict;
        }
        if self.is_long(&flat) {
            return self.grown(ty, &flat, 2, span);
        }
        let mut values = self.objects(&flat).into_iter();
        let mut pairs = Vec::new();
        while let (Some(key), Some(value)) = (values.next(), values.next()) {
            pairs.push((key, value));
        }
        self.run("dict", Op::Dict(pairs), ty, span)
    }

    /// A dict, and names with variables that are in it only if they have values.
    pub(super) fn namespace(&mut self, parts: &[ExprId], ty: Ty, span: Span) -> Expr {
        let Some((&first, pairs)) = parts.split_first() else {
            return Expr::new(ExprKind::Null, Ty::Error, span);
        };
        let dict = self.value(first, &ty);
        for pair in pairs.chunks_exact(2) {
            let place = self.emptiable(pair[1]);
            let (then, ()) = self.captured(|builder| {
                let mut values = builder.objects(pair).into_iter();
                if let (Some(key), Some(value)) = (values.next(), values.next()) {
                    builder.run_only(
                        Op::SetItem { object: dict.clone(), key, value, spends_value: false },
                        span,
                    );
                }
            });
            match place {
                Some(place) => {
                    let null = Expr::new(ExprKind::Null, place.ty.clone(), span);
                    let has_value = ExprKind::Compare(CompareOp::NotEqual, Box::new(place), Box::new(null));
                    let condition = Expr::new(has_value, Ty::Bint, span);
                    self.code.emit(StmtKind::If { condition, then, otherwise: Vec::new() }, span);
                }
                None => self.code.out.extend(then),
            }
        }
        dict
    }

    /// The place of a variable that is empty while it has no value.
    fn emptiable(&mut self, variable: ExprId) -> Option<Expr> {
        let source = self.source.function;
        let span = source.body.exprs[variable].span;
        let ty = self.source.types.expr(variable);
        match &source.body.exprs[variable].kind {
            _ if !ty.is_object() => None,
            H::Name(Binding::Local(local)) => Some(self.code.local_expr(*local, span)),
            H::Attribute { base, name } => Some(self.field_place(*base, name, ty, span)),
            _ => None,
        }
    }

    /// The parts of an f-string.
    pub(super) fn text_of_parts(&mut self, parts: &[ExprId], ty: Ty, span: Span) -> Expr {
        if self.is_long(parts) {
            let list = self.grown(Ty::Object(PyClass::List), parts, 1, span);
            return self.run(
                "text",
                Op::Runtime { function: Runtime::Joined, arguments: vec![list] },
                ty,
                span,
            );
        }
        let parts = self.objects(parts);
        self.run("text", Op::Join(parts), ty, span)
    }

    /// Releases what an expression has been made of, if that is much: the resulting object keeps what it needs.
    pub(super) fn release_operands(&mut self, mark: usize, value: &Expr) {
        if self.code.pending.len() <= mark + HELD || !value.ty.is_object() {
            return;
        }
        let Some(result) = self.code.pending_temp(value) else { return };
        let made = self.code.pending.split_off(mark);
        for temp in made.into_iter().filter(|&temp| temp != result) {
            self.code.emit(StmtKind::Release(temp), value.span);
        }
        self.code.pending.push(result);
    }

    /// Displays in each other have a pattern if they have more items: one is faster for many, and short where code runs once.
    fn most_nested(&self) -> usize {
        if self.source.function.kind == hir::FunctionKind::Init { MANY } else { LONG }
    }

    pub(super) fn is_long(&self, items: &[ExprId]) -> bool {
        self.gil && items.len() > LONG
    }

    /// A fresh list or set of constants only.
    fn of_constants(
        &mut self,
        name: &str,
        function: Runtime,
        items: &[ExprId],
        ty: &Ty,
        span: Span,
    ) -> Option<Expr> {
        if items.len() < MANY {
            return None;
        }
        let items = self.constant_items(items)?;
        let tuple = self.constant_tuple(items, Ty::Object(PyClass::Tuple), span);
        Some(self.run(name, Op::Runtime { function, arguments: vec![tuple] }, ty.clone(), span))
    }

    pub(super) fn constant_tuple(&mut self, items: Vec<ConstItem>, ty: Ty, span: Span) -> Expr {
        let constant = self.object_const(ObjectConst::Tuple(items), PyClass::Tuple, span);
        Expr { ty, ..constant }
    }

    /// The items of a display, if all of them are constant.
    pub(super) fn constant_items(&mut self, items: &[ExprId]) -> Option<Vec<ConstItem>> {
        if !self.gil {
            return None;
        }
        items.iter().map(|&item| self.constant_item(item)).collect()
    }

    pub(super) fn constant_item(&mut self, item: ExprId) -> Option<ConstItem> {
        let constant = match &self.source.function.body.exprs[item].kind {
            H::Singleton(which) => return Some(ConstItem::Singleton(*which)),
            H::Tuple(items) => ObjectConst::Tuple(self.constant_items(items)?),
            _ => self.constant_value(item)?,
        };
        Some(ConstItem::Const(self.module.constant(constant)))
    }

    pub(super) fn is_constant_item(&self, item: ExprId) -> bool {
        match &self.source.function.body.exprs[item].kind {
            H::Singleton(_) => true,
            H::Tuple(items) => items.iter().all(|&item| self.is_constant_item(item)),
            _ => self.constant_value(item).is_some(),
        }
    }

    /// The object of a number or text, by its text alone. `1`, `True`, `1.0` and `-0.0` are different constants.
    fn constant_value(&self, id: ExprId) -> Option<ObjectConst> {
        Some(match &self.source.function.body.exprs[id].kind {
            H::Int { .. } | H::Float(_) | H::Unary(..) => self.constant_number(id)?,
            H::Imaginary(text) => ObjectConst::Imaginary(text.parse::<f64>().ok()?.to_bits()),
            H::Str(text) if self.source.types.expr(id).is_object() => ObjectConst::Str(text.clone()),
            H::Bytes(bytes) if self.source.types.expr(id).is_object() => ObjectConst::Bytes(bytes.clone()),
            _ => return None,
        })
    }

    /// A literal number, perhaps below zero.
    pub(super) fn constant_number(&self, id: ExprId) -> Option<ObjectConst> {
        let source = self.source.function;
        let exprs = &source.body.exprs;
        Some(match &exprs[id].kind {
            H::Int { digits, .. } => ObjectConst::Int(digits.to_string()),
            H::Float(text) => ObjectConst::Float(text.parse::<f64>().ok()?.to_bits()),
            H::Unary(UnaryOp::Negate, inner) => match &exprs[*inner].kind {
                H::Float(text) => ObjectConst::Float((-text.parse::<f64>().ok()?).to_bits()),
                H::Int { .. } if !matches!(self.source.types.expr(id), Ty::Int(kind) if !kind.is_signed()) => {
                    ObjectConst::Int(hir::constant(&source.body, id)?.to_string())
                }
                _ => return None,
            },
            _ => return None,
        })
    }

    /// Starts empty and takes `step` objects at a time, or many constants at once.
    fn grown(&mut self, ty: Ty, items: &[ExprId], step: usize, span: Span) -> Expr {
        let (name, display) = match ty {
            Ty::Object(PyClass::Dict) => ("dict", Display::Dict),
            _ => ("list", Display::List),
        };
        let empty = match display {
            Display::Dict => Op::Dict(Vec::new()),
            _ => Op::List(Vec::new()),
        };
        let into = self.run(name, empty, ty.clone(), span);
        // The place at which Cython reports that a key has no hash.
        let first = items.first().map_or(span, |&item| self.source.function.body.exprs[item].span);
        let mut rest = items;
        while !rest.is_empty() {
            let mark = self.code.pending.len();
            let constants = self.constants_at_start(display, rest, step);
            let are_many = constants >= MANY * step;
            let taken = if are_many { constants } else { step };
            let (now, later) = rest.split_at(taken.min(rest.len()));
            rest = later;
            let many = are_many.then(|| self.by_pattern(display, now, 0, &ty, span)).flatten();
            if let Some(many) = many {
                let function = if display == Display::Dict { Runtime::UpdateDict } else { Runtime::Extend };
                self.run_only(Op::Runtime { function, arguments: vec![into.clone(), many] }, first);
            } else {
                let values = self.objects(now);
                if self.statement.is_reported {
                    return into;
                }
                self.run_only(Op::Gather { into: into.clone(), items: values, extends: false }, first);
            }
            self.code.release_pending(mark, span);
        }
        into
    }
}
