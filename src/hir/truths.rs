//! `any` and `all` of a tuple or list display.

use super::{Binding, Body, ExprId, ExprKind};

/// What such a call asks.
#[derive(Clone, Copy)]
pub struct Asked<'b> {
    /// It is `any`.
    pub is_any: bool,
    /// The display.
    pub display: ExprId,
    pub items: &'b [ExprId],
}

impl<'b> Asked<'b> {
    /// Of the call of a builtin with positional arguments alone. Items that stand for several are not a display any more.
    pub fn of_call(body: &'b Body, name: &str, arguments: &[ExprId]) -> Option<Asked<'b>> {
        let is_any = match name {
            "any" => true,
            "all" => false,
            _ => return None,
        };
        let &[display] = arguments else { return None };
        let (ExprKind::Tuple(items) | ExprKind::List(items)) = &body.exprs[display].kind else { return None };
        Some(Asked { is_any, display, items })
    }

    pub fn of(body: &'b Body, id: ExprId) -> Option<Asked<'b>> {
        let ExprKind::Call { callee, arguments, keywords } = &body.exprs[id].kind else { return None };
        let ExprKind::Name(Binding::Builtin(name)) = &body.exprs[*callee].kind else { return None };
        Asked::of_call(body, name, arguments).filter(|_| keywords.is_empty())
    }

    /// Whether all items are C numbers, or calls of this kind that ask C numbers.
    pub fn is_of_numbers(&self, body: &Body, is_number: &mut impl FnMut(ExprId) -> bool) -> bool {
        self.items.iter().all(|&item| {
            is_number(item) || Asked::of(body, item).is_some_and(|inner| inner.is_of_numbers(body, is_number))
        })
    }
}
