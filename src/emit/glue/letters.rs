//! The letters of texts and the bytes of `bytes` and `bytearray`, as C numbers.

use super::ops::{assigned_status, call, status, target, target_of};
use crate::emit::body::Body;
use crate::emit::lir::Stmt as C;
use crate::source::Span;
use crate::tir::{Expr, LetterOp, LocalId};
use crate::ty::{PyClass, Ty};

/// Writes one operation on letters and its failure check.
pub(super) fn run(body: &mut Body<'_, '_, '_>, into: Option<LocalId>, op: &LetterOp, span: Span) {
    match op {
        LetterOp::Has { letter, text } => {
            let arguments = vec![body.expr(text), body.expr(letter)];
            let name = of_class(text, ["offcy_text_has", "offcy_bytes_have", "offcy_bytearray_has"]);
            assigned_status(body, into, call(name, arguments), span);
        }
        LetterOp::At { text, index } => {
            let arguments = vec![target(body, into), body.expr(text), body.expr(index)];
            let name = of_class(text, ["offcy_letter_at", "offcy_byte_at", "offcy_bytearray_at"]);
            status(body, call(name, arguments), span);
        }
        LetterOp::Count(text) => {
            let name = of_class(text, ["PyUnicode_GetLength", "PyBytes_Size", "PyByteArray_Size"]);
            let count = call(name, vec![body.expr(text)]);
            assigned_status(body, into, count, span);
        }
        LetterOp::Nth { text, index } => {
            let target = body.naming.local(target_of(body, into));
            let arguments = vec![body.expr(text), body.expr(index)];
            let name = of_class(text, ["offcy_nth_letter", "offcy_nth_byte", "offcy_nth_byte"]);
            body.out.push(C::assign(target, call(name, arguments)));
        }
        LetterOp::Set { bytes, index, value } => {
            let arguments = [bytes, index, value].map(|operand| body.expr(operand));
            status(body, call("offcy_set_byte", arguments.into()), span);
        }
    }
}

/// The function for a `str`, for `bytes` or for a `bytearray`.
fn of_class(text: &Expr, names: [&'static str; 3]) -> &'static str {
    let [of_text, of_bytes, of_bytearray] = names;
    match text.ty {
        Ty::Object(PyClass::Bytes) => of_bytes,
        Ty::Object(PyClass::ByteArray) => of_bytearray,
        _ => of_text,
    }
}
