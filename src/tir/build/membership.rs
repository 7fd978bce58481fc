//! `x in (a, b)` and `x in text` of C numbers, which need no objects.

use super::function::FunctionBuilder;
use super::source::Source;
use crate::hir::{self, ExprId, ExprKind as H};
use crate::source::Span;
use crate::tir::{CompareOp, Expr, ExprKind, LetterOp, LogicalOp, ObjectConst, Op};
use crate::ty::{IntKind, PyClass, Ty};

impl FunctionBuilder<'_, '_> {
    /// Compares a number with each of those that are written out. As in Cython what is more than a name or a number is
    /// evaluated first, in its order, and then the number that is looked for.
    pub fn is_one_of(&mut self, item: ExprId, display: ExprId, span: Span) -> Expr {
        let items = self.source.written_items(display);
        let is_simple: Vec<bool> = items.iter().map(|&id| self.source.is_name_or_number(id)).collect();
        let mut stored = Vec::new();
        for (&id, _) in items.iter().zip(&is_simple).filter(|(_, is_simple)| !**is_simple) {
            let value = self.expr(id);
            stored.push(self.store("item", value));
        }
        let item = self.expr(item);
        let item = self.store("item", item);
        let mut stored = stored.into_iter();
        let mut values = Vec::new();
        for (&id, is_simple) in items.iter().zip(is_simple) {
            let value = match byte_of(&self.source.function.body, id) {
                Some(byte) => Some(char_of(byte, span)),
                None if is_simple => Some(self.expr(id)),
                None => stored.next(),
            };
            values.extend(value);
        }
        is_one_of_values(self, &item, values, span)
    }

    /// Whether an object is in another one.
    pub fn is_in(&mut self, item: ExprId, container: ExprId, span: Span) -> Expr {
        let constant = self.constant_container(container);
        let wanted = if constant.is_some() { vec![item] } else { vec![item, container] };
        let mut operands = self.objects(&wanted).into_iter().chain(constant);
        let (Some(item), Some(container)) = (operands.next(), operands.next()) else {
            return Expr::new(ExprKind::Null, Ty::Error, span);
        };
        self.run("found", Op::Contains { item, container }, Ty::Bint, span)
    }

    /// A list or set of constants that is written out. As nothing changes it, it is a tuple or a frozen set, and made once.
    fn constant_container(&mut self, id: ExprId) -> Option<Expr> {
        let expr = &self.source.function.body.exprs[id];
        let (constant, class) = match &expr.kind {
            H::List(items) => (ObjectConst::Tuple(self.constant_items(items)?), PyClass::Tuple),
            H::Runtime(hir::Runtime::Set, items) => {
                (ObjectConst::FrozenSet(self.constant_items(items)?), PyClass::FrozenSet)
            }
            _ => return None,
        };
        Some(self.object_const(constant, class, expr.span))
    }
}

fn char_of(byte: u8, span: Span) -> Expr {
    Expr::int(i128::from(byte.cast_signed()), Ty::Int(IntKind::Char), span)
}

fn is_one_of_values(
    builder: &mut FunctionBuilder<'_, '_>,
    item: &Expr,
    values: Vec<Expr>,
    span: Span,
) -> Expr {
    values
        .into_iter()
        .map(|value| builder.compare_values(CompareOp::Equal, item.clone(), value, span))
        .reduce(|left, right| {
            Expr::new(ExprKind::Logical(LogicalOp::Or, Box::new(left), Box::new(right)), Ty::Bint, span)
        })
        .unwrap_or_else(|| Expr::int(0, Ty::Bint, span))
}

/// `letter in text` of a C number and text of Python or C. As in Cython, a number in bytes is taken for a `char`, but
/// compared as it is with the characters of a literal that has several.
pub fn letter_in(
    builder: &mut FunctionBuilder<'_, '_>,
    letter: ExprId,
    text: ExprId,
    span: Span,
) -> Option<Expr> {
    let (number, container) = (builder.source.types.expr(letter), builder.source.types.expr(text));
    let is_number = matches!(number, Ty::Int(_) | Ty::Bint);
    if container == Ty::Object(PyClass::Str) {
        let is_letter = number.is_letter() || matches!(number, Ty::Int(IntKind::Char | IntKind::UChar));
        if let (true, H::Str(text)) = (is_letter, &builder.source.function.body.exprs[text].kind) {
            let mut different: Vec<char> = text.chars().collect();
            different.sort_unstable();
            different.dedup();
            if (1..=MANY).contains(&different.len()) {
                return Some(is_one_letter_of(builder, letter, &different, span));
            }
        }
        return is_letter.then(|| has_letter(builder, (letter, IntKind::Ucs4), text, &container, span));
    }
    let is_bytes = matches!(container, Ty::Object(PyClass::Bytes | PyClass::ByteArray));
    if !(is_number || is_one_byte(&builder.source.function.body.exprs[letter].kind))
        || !(is_bytes || container.is_c_string())
    {
        return None;
    }
    if let (true, H::Bytes(bytes)) = (is_number, &builder.source.function.body.exprs[text].kind) {
        let mut different = bytes.clone();
        different.sort_unstable();
        different.dedup();
        if different.len() > 1 {
            return Some(is_one_byte_of(builder, letter, &different, span));
        }
    }
    let class = if is_bytes { container } else { Ty::Object(PyClass::Bytes) };
    Some(has_letter(builder, (letter, IntKind::Char), text, &class, span))
}

/// Of more characters a search takes as long as comparisons.
const MANY: usize = 32;

fn is_one_letter_of(
    builder: &mut FunctionBuilder<'_, '_>,
    letter: ExprId,
    text: &[char],
    span: Span,
) -> Expr {
    let ty = Ty::Int(IntKind::Ucs4);
    let number = builder.expr(letter);
    if number.ty.is_error() {
        return number;
    }
    let letter = builder.store("letter", Expr::new(ExprKind::Convert(Box::new(number)), ty.clone(), span));
    let values = text.iter().map(|&one| Expr::int(u32::from(one).into(), ty.clone(), span)).collect();
    is_one_of_values(builder, &letter, values, span)
}

/// Whether a literal is one character that a `char` can hold.
fn is_one_byte(literal: &H) -> bool {
    match literal {
        H::Bytes(bytes) => bytes.len() == 1,
        H::Str(text) => text.len() == 1,
        _ => false,
    }
}

fn has_letter(
    builder: &mut FunctionBuilder<'_, '_>,
    (letter, kind): (ExprId, IntKind),
    text: ExprId,
    class: &Ty,
    span: Span,
) -> Expr {
    builder.require_gil("looking for a character in a text", span);
    let ty = Ty::Int(kind);
    let letter = match builder.source.types.expr(letter) {
        Ty::Object(_) => builder.value(letter, &ty),
        _ => {
            let number = builder.expr(letter);
            Expr::new(ExprKind::Convert(Box::new(number)), ty, span)
        }
    };
    let letter = builder.store("letter", letter);
    let text = builder.value(text, class);
    if letter.ty.is_error() || text.ty.is_error() {
        return Expr::new(ExprKind::Null, Ty::Error, span);
    }
    builder.run("found", Op::Letters(LetterOp::Has { letter, text }), Ty::Bint, span)
}

fn is_one_byte_of(builder: &mut FunctionBuilder<'_, '_>, number: ExprId, bytes: &[u8], span: Span) -> Expr {
    let number = builder.expr(number);
    let number = builder.store("letter", number);
    let values: Vec<Expr> = bytes.iter().map(|&byte| char_of(byte, span)).collect();
    is_one_of_values(builder, &number, values, span)
}

impl<'m> Source<'m> {
    /// Whether a number of C is looked for among numbers of C that are written out.
    pub fn is_display_of_numbers(&self, item: ExprId, display: ExprId) -> bool {
        let is_number = |id: ExprId| {
            let ty = self.types.expr(id);
            ty.is_numeric() && !ty.is_letter()
        };
        let is_integer = self.types.expr(item).is_integral();
        let is_item = |id: ExprId| is_number(id) || is_integer && byte_of(&self.function.body, id).is_some();
        let items = self.written_items(display);
        !items.is_empty() && is_number(item) && items.into_iter().all(is_item)
    }

    pub fn is_name_or_number(&self, id: ExprId) -> bool {
        matches!(self.function.body.exprs[id].kind, H::Name(_) | H::Int { .. } | H::Float(_) | H::Char(_))
            || byte_of(&self.function.body, id).is_some()
    }

    /// The items of a tuple, list or set that is written out.
    fn written_items(&self, id: ExprId) -> Vec<ExprId> {
        match &self.function.body.exprs[id].kind {
            H::Tuple(items) | H::List(items) | H::Runtime(hir::Runtime::Set, items) => items.clone(),
            _ => Vec::new(),
        }
    }
}

/// The byte of a literal such as `b"x"`, which is a `char` where it is compared with an integer.
fn byte_of(body: &hir::Body, id: ExprId) -> Option<u8> {
    match body.exprs[id].kind {
        H::Bytes(ref bytes) if bytes.len() == 1 => Some(bytes[0]),
        _ => None,
    }
}
