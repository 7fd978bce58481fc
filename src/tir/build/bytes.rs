//! `bytes` objects in regions: a region uses a view of the object's data, taken before the region.

use std::sync::Arc;

use super::facts;
use super::function::FunctionBuilder;
use super::source::Source;
use crate::base::{Aside, Name};
use crate::hir::{self, Binding, ExprId, ExprKind as H, Subscript};
use crate::source::Span;
use crate::tir::{
    Expr, ExprKind, LetterOp, Local, LocalId, LocalRole, ObjectConst, Op, Ownership, Stmt, StmtKind,
};
use crate::ty::{Axis, IntKind, Memoryview, PyClass, Ty};

impl FunctionBuilder<'_, '_> {
    /// Takes views of the `bytes` variables that a region names in its body or its map.
    pub fn view_bytes(&mut self, clauses: &hir::Clauses, body: &hir::Block, span: Span) {
        let Some(device) = &clauses.device else { return };
        let source = &self.source.function.body;
        let mut named: Vec<hir::LocalId> = Vec::new();
        let mut roots: Vec<ExprId> = device.entries.iter().map(|entry| entry.subject).collect();
        hir::walk::statements(body, &mut |stmt| roots.extend(hir::walk::expressions(&stmt.kind)));
        for root in roots {
            facts::mentions(source, root, &mut |local| named.push(local));
        }
        named.sort();
        named.dedup();
        for name in named {
            let local = name;
            if self.code.locals[local].ty == Ty::Object(PyClass::Bytes)
                && !self.references.bytes_views.contains_key(&local)
            {
                self.view_of_bytes(local, span);
            }
        }
    }

    /// After the outermost region.
    pub fn forget_bytes_views(&mut self) {
        if !self.around.in_region {
            self.references.bytes_views.clear();
        }
    }

    fn view_of_bytes(&mut self, object: LocalId, span: Span) {
        let element = Ty::Int(IntKind::UChar);
        let ty = Ty::Memoryview(Arc::new(Memoryview {
            element,
            typedef: Aside(None),
            buffer: Aside(None),
            is_const: true,
            axes: vec![Axis::Contiguous],
        }));
        let name = self.code.locals[object].name.clone();
        let view = Local { name, ty, role: LocalRole::User, ownership: Ownership::Owned, span };
        let view = self.code.locals.alloc(view);
        let op = Op::ViewFromObject(self.code.local_expr(object, span));
        let stmt = Stmt::new(StmtKind::Run { into: Some(view), op }, span);
        let stmt = if self.gil { stmt } else { Stmt::new(StmtKind::WithGil(vec![stmt]), span) };
        self.code.out.push(stmt);
        self.code.pending.push(view);
        self.references.bytes_views.insert(object, view);
    }

    /// The view of a `bytes` variable, in the region that has one.
    pub fn bytes_view(&self, id: ExprId) -> Option<Expr> {
        let H::Name(Binding::Local(name)) = self.source.function.body.exprs[id].kind else { return None };
        let view = *self.references.bytes_views.get(&name).filter(|_| self.around.in_region)?;
        Some(self.code.local_expr(view, self.source.function.body.exprs[id].span))
    }

    /// `data[i]` of a `bytes` object.
    pub fn byte(&mut self, base: ExprId, index: ExprId, span: Span) -> Expr {
        if let Some(view) = self.bytes_view(base) {
            let index = self.value(index, &Ty::SSIZE);
            let index = self.checked_index(&view, 0, index, false);
            let kind = ExprKind::Element { view: Box::new(view), indices: vec![index] };
            let element = Expr::new(kind, Ty::Int(IntKind::UChar), span);
            return self.coerce(element, &Ty::INT);
        }
        self.letter(base, index, Ty::INT, span)
    }

    /// `text[index]` of a `str` or of `bytes`.
    pub fn letter(&mut self, base: ExprId, index: ExprId, ty: Ty, span: Span) -> Expr {
        self.require_gil("indexing a text", span);
        // A larger one than any text has does not count from the end.
        if let Ty::Int(kind) = self.source.types.expr(index)
            && !kind.is_signed()
            && kind.bits() >= 64
        {
            let mut operands = self.objects(&[base, index]).into_iter();
            let (Some(object), Some(key)) = (operands.next(), operands.next()) else {
                return Expr::new(ExprKind::Null, Ty::Error, span);
            };
            let item = self.run("item", Op::GetItem { object, key }, Ty::OBJECT, span);
            return self.coerce(item, &ty);
        }
        let mut operands = self.in_order(&[(base, None), (index, Some(Ty::SSIZE))]).into_iter();
        let (Some(text), Some(index)) = (operands.next(), operands.next()) else {
            return Expr::new(ExprKind::Null, Ty::Error, span);
        };
        self.run("letter", Op::Letters(LetterOp::At { text, index }), ty, span)
    }

    /// A computed value for a target that may be a place in a `bytearray`: as [`Source::wanted`] has it.
    pub fn as_byte(&mut self, target: ExprId, value: Expr) -> Expr {
        match self.source.is_byte(target) && value.ty.is_object() {
            true => self.coerce(value, &Ty::Int(IntKind::UChar)),
            false => value,
        }
    }

    /// `bytes[index] = value` of a `bytearray`, with C numbers; false if the target or the value is something else.
    pub fn set_byte(&mut self, target: ExprId, value: &Expr, span: Span) -> bool {
        let H::Subscript { base, indices } = &self.source.function.body.exprs[target].kind else {
            return false;
        };
        let [Subscript::Index(index)] = indices.as_slice() else { return false };
        let is_number = |ty: &Ty| matches!(ty, Ty::Int(_)) && !ty.is_letter() && !ty.is_truth();
        if !self.source.is_byte(target)
            || !(is_number(&value.ty) || value.ty.is_object())
            || !super::items::is_index(&self.source.types.expr(*index))
        {
            return false;
        }
        self.require_gil("a Python object", span);
        let value = self.as_byte(target, value.clone());
        let before = self.code.out.len();
        let mut operands = self.in_order(&[(*base, None), (*index, Some(Ty::SSIZE))]).into_iter();
        if let (Some(bytes), Some(index)) = (operands.next(), operands.next()) {
            let value = self.kept_before(before, value);
            self.run_only(Op::Letters(LetterOp::Set { bytes, index, value }), span);
        }
        true
    }

    /// A literal argument that Cython reads as what the method of a text takes.
    pub fn literal_argument(&mut self, base: ExprId, name: &Name, argument: ExprId) -> Option<Expr> {
        let source = self.source.function;
        let span = source.body.exprs[argument].span;
        let one = |letters: &mut dyn Iterator<Item = u32>| match (letters.next(), letters.next()) {
            (Some(letter), None) => u8::try_from(letter).ok(),
            _ => None,
        };
        let code = match (self.source.types.expr(base), name.as_str(), &source.body.exprs[argument].kind) {
            (Ty::Object(PyClass::ByteArray), "append", H::Str(text)) => {
                one(&mut text.chars().map(u32::from))?
            }
            (Ty::Object(PyClass::ByteArray), "append", H::Bytes(text)) => {
                one(&mut text.iter().map(|&byte| byte.into()))?
            }
            (Ty::Object(PyClass::Str), "encode", H::Bytes(text)) => {
                let text = std::str::from_utf8(text).ok()?.to_string();
                return Some(self.object_const(ObjectConst::Str(text), PyClass::Str, span));
            }
            _ => return None,
        };
        Some(self.object_const(ObjectConst::Int(code.to_string()), PyClass::Int, span))
    }
}

impl Source<'_> {
    /// The type that a target wants of a value. A C number for a place in a `bytearray` is checked where it is stored,
    /// an object must fit an `unsigned char`.
    pub fn wanted(&self, target: ExprId, value: ExprId) -> Option<Ty> {
        if !self.is_byte(target) {
            return self.target_type(target);
        }
        let is_literal = matches!(self.function.body.exprs[value].kind, H::Str(_) | H::Bytes(_));
        (is_literal || self.types.expr(value).is_object()).then_some(Ty::Int(IntKind::UChar))
    }

    /// A place in a `bytearray`.
    pub fn is_byte(&self, id: ExprId) -> bool {
        let H::Subscript { base, indices } = &self.function.body.exprs[id].kind else { return false };
        let [Subscript::Index(index)] = indices.as_slice() else { return false };
        self.types.expr(*base) == Ty::Object(PyClass::ByteArray) && self.types.expr(*index).is_integral()
    }
}
