//! Values in texts: in f-strings, and in `"%s: %d" % (a, b)`, of which simple words are joined in the same way.

use super::function::FunctionBuilder;
use crate::hir::{Conversion, ExprId, ExprKind as H};
use crate::source::Span;
use crate::tir::{Expr, ExprKind, ObjectConst, Op, Runtime};
use crate::ty::{IntKind, PyClass, Ty};

/// So many parts are joined at most.
const MOST: usize = 20;

/// A part of a format.
#[derive(Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    /// The next item, in words.
    Words(Conversion),
    /// The next item, which must be an integer of C.
    Number,
}

impl FunctionBuilder<'_, '_> {
    /// `None`: the format asks for something else, or not for what it is given. As in Cython, an item is put into words before
    /// the next one is evaluated.
    pub fn joined_by_format(&mut self, format: ExprId, items: ExprId, span: Span) -> Option<Expr> {
        let exprs = &self.source.function.body.exprs;
        let (H::Str(format), H::Tuple(items)) = (&exprs[format].kind, &exprs[items].kind) else {
            return None;
        };
        let parts = parts(format)?;
        let wanted = parts.iter().filter(|part| !matches!(part, Part::Text(_)));
        let fits = |(part, item): (&Part, &ExprId)| {
            !matches!(exprs[*item].kind, H::Starred(_))
                && (*part != Part::Number || self.is_plain_integer(*item))
        };
        let is_given = wanted.clone().count() == items.len() && wanted.zip(items).all(fits);
        if !is_given || !self.gil || parts.is_empty() || parts.len() > MOST {
            return None;
        }
        let literal = |item: &ExprId| match &exprs[*item].kind {
            H::Str(text) if self.source.types.expr(*item).is_object() => Some(text.clone()),
            _ => None,
        };
        let (parts, items) = with_literals(parts, items, &literal);
        let mut items = items.iter();
        let mut texts = Vec::new();
        for part in parts {
            texts.push(match part {
                Part::Text(text) => self.object_const(ObjectConst::Str(text), PyClass::Str, span),
                Part::Words(conversion) => self.formatted(*items.next()?, Some(conversion), None, span),
                Part::Number => self.text_of_integer(*items.next()?, span),
            });
        }
        match texts.len() {
            1 => texts.pop(),
            _ => Some(self.run("text", Op::Join(texts), Ty::Object(PyClass::Str), span)),
        }
    }

    /// A part of an f-string.
    pub(super) fn formatted(
        &mut self,
        value: ExprId,
        conversion: Option<Conversion>,
        format: Option<ExprId>,
        span: Span,
    ) -> Expr {
        let text = Ty::Object(PyClass::Str);
        let is_text = matches!(conversion, None | Some(Conversion::Str | Conversion::Repr));
        if format.is_none() && self.gil && is_text && self.is_plain_integer(value) {
            return self.text_of_integer(value, span);
        }
        let operands: Vec<ExprId> = std::iter::once(value).chain(format).collect();
        let mut objects = self.objects(&operands).into_iter();
        let Some(mut value) = objects.next() else { return Expr::new(ExprKind::Null, Ty::Error, span) };
        if let Some(conversion) = conversion {
            value = self.run("text", Op::Text { conversion, value }, text.clone(), span);
        }
        let format = objects.next();
        if conversion.is_some() && format.is_none() {
            return value;
        }
        self.run("text", Op::Format { value, format }, text, span)
    }

    /// Whether an expression is an integer of C that Python shows by its digits alone.
    fn is_plain_integer(&self, id: ExprId) -> bool {
        let ty = self.source.types.expr(id);
        let fits = |kind: &IntKind| *kind != IntKind::Bool && (kind.is_signed() || kind.bits() < 64);
        matches!(&ty, Ty::Int(kind) if fits(kind)) && !ty.is_truth() && !ty.is_letter()
    }

    fn text_of_integer(&mut self, id: ExprId, span: Span) -> Expr {
        let value = self.value(id, &Ty::Int(IntKind::LongLong));
        let op = Op::Runtime { function: Runtime::Digits, arguments: vec![value] };
        self.run("text", op, Ty::Object(PyClass::Str), span)
    }
}

/// The parts of a format that has `%s`, `%r`, `%a`, `%d` and `%%` alone.
fn parts(format: &str) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut text = String::new();
    let mut letters = format.chars();
    while let Some(letter) = letters.next() {
        let part = match letter {
            '%' => match letters.next()? {
                '%' => None,
                's' => Some(Part::Words(Conversion::Str)),
                'r' => Some(Part::Words(Conversion::Repr)),
                'a' => Some(Part::Words(Conversion::Ascii)),
                'd' | 'i' => Some(Part::Number),
                _ => return None,
            },
            _ => None,
        };
        match part {
            None => text.push(letter),
            Some(part) => {
                if !text.is_empty() {
                    parts.push(Part::Text(std::mem::take(&mut text)));
                }
                parts.push(part);
            }
        }
    }
    if !text.is_empty() {
        parts.push(Part::Text(text));
    }
    Some(parts)
}

/// The same format with the literals among the items in its text, and the other items.
fn with_literals(
    parts: Vec<Part>,
    items: &[ExprId],
    literal: &dyn Fn(&ExprId) -> Option<String>,
) -> (Vec<Part>, Vec<ExprId>) {
    let (mut joined, mut others): (Vec<Part>, Vec<ExprId>) = Default::default();
    let mut items = items.iter();
    for part in parts {
        let item = if matches!(part, Part::Text(_)) { None } else { items.next() };
        let text = match (&part, item) {
            (Part::Text(text), _) => Some(text.clone()),
            (Part::Words(Conversion::Str), Some(item)) => literal(item),
            _ => None,
        };
        match (text, joined.last_mut()) {
            (Some(text), Some(Part::Text(before))) => before.push_str(&text),
            (Some(text), _) => joined.push(Part::Text(text)),
            (None, _) => {
                others.extend(item);
                joined.push(part);
            }
        }
    }
    (joined, others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_of_simple_words_are_taken_apart() {
        let text = |text: &str| Part::Text(text.to_string());
        let wanted = vec![Part::Words(Conversion::Str), text(": 50%, "), Part::Number, text(".")];
        assert_eq!(parts("%s: 50%%, %d."), Some(wanted));
        assert_eq!(parts("none"), Some(vec![text("none")]));
        for other in ["%5d", "%.2f", "%(name)s", "%", "%x"] {
            assert_eq!(parts(other), None, "{other}");
        }
    }
}
