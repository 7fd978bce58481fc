//! Loops over texts and `bytes` whose target is a C number: by their indices, as they do not change.

use super::function::FunctionBuilder;
use super::loops::bind_count;
use crate::hir::{self, ExprId, IntKind};
use crate::source::Span;
use crate::tir::{Expr, ExprKind, For, LetterOp, Op, Ownership, Step, StmtKind};
use crate::ty::{PyClass, Ty};

/// The items of a text, or the bytes of others, as C numbers.
#[derive(Clone, Copy)]
pub(super) enum Letters {
    Characters,
    /// As C integers: Cython reads those of `bytes` as `char`, those of a `bytearray` as `unsigned char`.
    Bytes(IntKind),
}

impl Letters {
    /// Whether a loop over something gives its target those.
    pub fn of(builder: &FunctionBuilder<'_, '_>, target: ExprId, iterable: ExprId) -> Option<Letters> {
        let types = builder.source.types;
        let letters = match types.expr(iterable) {
            Ty::Object(PyClass::Str) => Letters::Characters,
            Ty::Object(PyClass::Bytes) => Letters::Bytes(IntKind::Char),
            Ty::Object(PyClass::ByteArray) => Letters::Bytes(IntKind::UChar),
            _ => return None,
        };
        let is_wanted = match letters {
            Letters::Characters => types.expr(target).is_numeric(),
            Letters::Bytes(_) => matches!(types.expr(target), Ty::Int(_)),
        };
        is_wanted.then_some(letters)
    }

    /// What a target of type `wanted` gets where the loop has found `found`.
    pub fn value(self, builder: &mut FunctionBuilder<'_, '_>, found: Expr, wanted: Ty) -> Expr {
        let span = found.span;
        match self {
            // A number gets the letter of a text, as if it were declared as one.
            Letters::Characters => builder.coerce(found, &Ty::Int(IntKind::Ucs4)),
            Letters::Bytes(kind) => {
                let as_type = |value, ty| Expr::new(ExprKind::Convert(Box::new(value)), ty, span);
                let byte = as_type(builder.coerce(found, &Ty::INT), Ty::Int(kind));
                as_type(byte, wanted)
            }
        }
    }
}

/// `for target in text`, also counted by `enumerate`: then `number` is what is bound to the number of each.
pub(super) fn for_each_letter(
    builder: &mut FunctionBuilder<'_, '_>,
    (number, target, text): (Option<ExprId>, ExprId, ExprId),
    letters: Letters,
    [body, otherwise]: [&hir::Block; 2],
    span: Span,
) {
    builder.refuse_list_bounds(target, text);
    builder.refuse_iterated_none(text);
    let mark = builder.code.pending.len();
    let wanted = builder.source.types.expr(target);
    let value = builder.object(text);
    if value.ty.is_error() {
        return;
    }
    let ty = value.ty.clone();
    // The variable may be bound to another one meanwhile.
    let text = builder.run("text", Op::Own(value), ty, span);
    let length = builder.run("length", Op::Letters(LetterOp::Count(text.clone())), Ty::SSIZE, span);
    let count = number.map(|number| (number, builder.store("count", Expr::int(0, Ty::SSIZE, span))));
    let context = builder.auto_context([body, otherwise], span);
    let counter = builder.code.temp("at", Ty::SSIZE, Ownership::Borrowed, span);
    builder.bind_assigned_in(body);
    builder.bind_names_in(target);
    number.into_iter().for_each(|number| builder.bind_names_in(number));
    builder.around.loop_depth += 1;
    let (body, ()) = builder.captured(|builder| {
        let mark = builder.code.pending.len();
        count.iter().for_each(|(number, count)| bind_count(builder, *number, count, span));
        let kind = if matches!(letters, Letters::Characters) { IntKind::Ucs4 } else { IntKind::Int };
        let index = builder.code.local_expr(counter, span);
        let letter = builder.run("letter", Op::Letters(LetterOp::Nth { text, index }), Ty::Int(kind), span);
        let letter = letters.value(builder, letter, wanted);
        builder.bind(target, letter, span);
        builder.code.release_pending(mark, span);
        builder.block(body);
    });
    builder.around.loop_depth -= 1;
    let otherwise = builder.nested(otherwise);
    let (start, step) = (Expr::int(0, Ty::SSIZE, span), Step::Constant(1));
    let looped = For { counter, target: None, start, stop: length, step, body, otherwise };
    builder.emit_loop(context, StmtKind::For(Box::new(looped)), span);
    builder.code.release_pending(mark, span);
}
