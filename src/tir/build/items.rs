//! Items and slices of Python objects.

use super::function::FunctionBuilder;
use super::operators::is_atom;
use super::source::Source;
use crate::hir::{ExprId, ExprKind as H, Subscript};
use crate::source::Span;
use crate::tir::{Expr, ExprKind, ObjectConst, Op, Singleton};
use crate::ty::{PyClass, Ty};

/// What stands between the brackets, evaluated.
#[derive(Clone)]
pub enum Key {
    /// An object, or a C number.
    One(Expr),
    /// From here to there; objects.
    Part(Expr, Expr),
}

impl FunctionBuilder<'_, '_> {
    /// The key of an object that `base` is.
    pub fn item_key(&mut self, base: ExprId, indices: &[Subscript], span: Span) -> Key {
        let class = match self.source.types.expr(base) {
            Ty::Object(class) => class,
            _ => return Key::One(self.object_key(indices, span)),
        };
        let has_items = matches!(class, PyClass::Object | PyClass::List | PyClass::Tuple);
        match indices {
            [Subscript::Index(index)] if has_items && is_index(&self.source.types.expr(*index)) => {
                let number = self.value(*index, &Ty::SSIZE);
                Key::One(if is_atom(&number) { number } else { self.store("index", number) })
            }
            [Subscript::Slice { start, stop, step: None }]
                if has_items || matches!(class, PyClass::Str | PyClass::Bytes) =>
            {
                let start = self.slice_bound(*start, span);
                let stop = self.slice_bound(*stop, span);
                Key::Part(start, stop)
            }
            _ => Key::One(self.object_key(indices, span)),
        }
    }

    /// An object that a slice begins or ends with.
    fn slice_bound(&mut self, bound: Option<ExprId>, span: Span) -> Expr {
        let Some(id) = bound else {
            return Expr::new(ExprKind::Singleton(Singleton::None), Ty::OBJECT, span);
        };
        // Cython makes a number of C's for sizes of it, whatever type it has.
        if !matches!(self.source.types.expr(id), Ty::Int(_)) {
            return self.object(id);
        }
        let value = self.expr(id);
        match value.as_int() {
            Some(number) if i64::try_from(number).is_ok() => {
                self.object_const(ObjectConst::Int(number.to_string()), PyClass::Int, span)
            }
            _ => self.coerce(value, &Ty::OBJECT),
        }
    }

    pub fn get_item(&mut self, hint: &str, object: Expr, key: Key, ty: Ty, span: Span) -> Expr {
        let op = match key {
            Key::One(key) => Op::GetItem { object, key },
            Key::Part(start, stop) => Op::GetSlice { object, start, stop },
        };
        self.run(hint, op, ty, span)
    }

    /// `object[key] = value`, after which nothing else uses the value.
    pub fn set_item(&mut self, object: Expr, key: Key, value: Expr, span: Span) {
        let spends_value = self.code.pending_temp(&value).is_some();
        let op = match key {
            Key::One(key) => Op::SetItem { object, key, value, spends_value },
            Key::Part(start, stop) => Op::SetSlice { object, start, stop, value },
        };
        self.run_only(op, span);
    }
}

/// So many items are added to a list one after another.
const MOST_ADDED: usize = 8;

impl FunctionBuilder<'_, '_> {
    /// `items.extend([a, b])` of a list as a statement: needs no other list. False if `id` is something else.
    pub fn extend(&mut self, id: ExprId, span: Span) -> bool {
        let Some((list, items)) = extended(&self.source, id) else { return false };
        self.require_gil("calling a Python object", span);
        let all: Vec<ExprId> = std::iter::once(list).chain(items).collect();
        let mut values = self.objects(&all).into_iter();
        if let Some(list) = values.next() {
            self.run_only(Op::Gather { into: list, items: values.collect(), extends: true }, span);
        }
        true
    }
}

/// A list, and the few items that a call of its `extend` adds.
fn extended(source: &Source<'_>, id: ExprId) -> Option<(ExprId, Vec<ExprId>)> {
    let body = &source.function.body;
    let H::Call { callee, arguments, keywords } = &body.exprs[id].kind else { return None };
    let H::Attribute { base, name } = &body.exprs[*callee].kind else { return None };
    let [added] = arguments.as_slice() else { return None };
    let (H::List(items) | H::Tuple(items)) = &body.exprs[*added].kind else { return None };
    let is_method = name == "extend" && keywords.is_empty();
    let is_list = source.types.expr(*base) == Ty::Object(PyClass::List);
    let is_few = (1..=MOST_ADDED).contains(&items.len()) && !crate::ty::has_star(body, items);
    (is_method && is_list && is_few).then(|| (*base, items.clone()))
}

/// Whether C's numbers of this type are numbers of items, all of which a size can be.
pub fn is_index(ty: &Ty) -> bool {
    matches!(ty, Ty::Int(kind) if kind.is_signed() || kind.bits() < 64) && !ty.is_letter() && !ty.is_truth()
}
