//! Displays of constants, and of displays of constants, are made by one call from a constant that says how: tables of data in a source, however
//! long, become data in C and not code.

use super::function::FunctionBuilder;
use crate::hir::{ExprId, ExprKind as H, Runtime};
use crate::source::Span;
use crate::tir::{ConstItem, Display, Expr, ObjectConst, Op};
use crate::ty::{PyClass, Ty};

impl FunctionBuilder<'_, '_> {
    /// A new object, if it is made of more than `most` items, which are all constants or displays of constants.
    pub(super) fn by_pattern(
        &mut self,
        display: Display,
        items: &[ExprId],
        most: usize,
        ty: &Ty,
        span: Span,
    ) -> Option<Expr> {
        let mut left = most;
        if !self.gil || !self.has_more(items, &mut left) {
            return None;
        }
        let pattern = self.pattern(display, items)?;
        let pattern = self.constant_tuple(pattern, Ty::Object(PyClass::Tuple), span);
        let op = Op::Runtime { function: Runtime::Display, arguments: vec![pattern] };
        Some(self.run(display.name(), op, ty.clone(), span))
    }

    /// How many of the first items of a list or dict that grows are constants or displays of constants, in steps.
    pub(super) fn constants_at_start(&self, display: Display, items: &[ExprId], step: usize) -> usize {
        let fits = |items: &&[ExprId]| {
            items.iter().enumerate().all(|(at, &item)| self.is_pattern(item, is_hashed(display, at)))
        };
        items.chunks(step).take_while(fits).map(<[ExprId]>::len).sum()
    }

    /// Whether items, and the items of displays among them, are more than `left`, which counts them down.
    fn has_more(&self, items: &[ExprId], left: &mut usize) -> bool {
        items.iter().any(|&item| {
            let Some(rest) = left.checked_sub(1) else { return true };
            *left = rest;
            self.display(item).is_some_and(|(_, items)| self.has_more(&items, left))
        })
    }

    /// Whether an item is a constant, or a display of such items. What is hashed is a constant.
    fn is_pattern(&self, item: ExprId, is_hashed: bool) -> bool {
        if self.is_constant_item(item) {
            return true;
        }
        !is_hashed
            && self.display(item).is_some_and(|(display, items)| {
                items
                    .iter()
                    .enumerate()
                    .all(|(at, &item)| self.is_pattern(item, self::is_hashed(display, at)))
            })
    }

    fn pattern(&mut self, display: Display, items: &[ExprId]) -> Option<Vec<ConstItem>> {
        let mut pattern = vec![ConstItem::New(display)];
        for (at, &item) in items.iter().enumerate() {
            let constant = match self.constant_item(item) {
                Some(constant) => constant,
                None if is_hashed(display, at) => return None,
                None => {
                    let (display, items) = self.display(item)?;
                    let inner = self.pattern(display, &items)?;
                    ConstItem::Const(self.module.constant(ObjectConst::Tuple(inner)))
                }
            };
            pattern.push(constant);
        }
        Some(pattern)
    }

    /// The display of objects that an expression is: its items, or its keys and values in turn.
    fn display(&self, id: ExprId) -> Option<(Display, Vec<ExprId>)> {
        if !self.source.types.expr(id).is_object() {
            return None;
        }
        Some(match &self.source.function.body.exprs[id].kind {
            H::Tuple(items) => (Display::Tuple, items.clone()),
            H::List(items) => (Display::List, items.clone()),
            H::Runtime(Runtime::Set, items) => (Display::Set, items.clone()),
            H::Dict(items) => (Display::Dict, items.iter().flat_map(|(key, value)| [*key, *value]).collect()),
            _ => return None,
        })
    }
}

/// An item at an index becomes a key of a dict or is in a set.
fn is_hashed(display: Display, at: usize) -> bool {
    match display {
        Display::Set => true,
        Display::Dict => at.is_multiple_of(2),
        Display::Tuple | Display::List => false,
    }
}
