//! Variadic functions of which others know only the type.
//!
//! C has no words to hand all arguments of one variadic function to another, so nothing can stand between such a function and those who
//! call it by its address: it must be a C function as it is.

use crate::diag::Diagnostics;
use crate::tir::{Function, Module};
use crate::ty::not_yet;

/// Reports the variadic functions that would need something that stands for them.
pub fn check(module: &Module) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    for (_, function) in module.functions.iter() {
        let is_known_by_type = function.by_address.is_some() || function.exported.is_some();
        if let Some(why) = needs_wrapper(function).filter(|_| function.is_variadic && is_known_by_type) {
            let how = if function.by_address.is_some() { "by its address" } else { "by other modules" };
            let before = diagnostics.len();
            diagnostics
                .push(not_yet(&format!("a variadic function that is called {how} and {why}"), function.span));
            diagnostics.said_of(before, function.variant());
        }
    }
    diagnostics
}

fn needs_wrapper(function: &Function) -> Option<&'static str> {
    if function.may_fail && !function.result.is_object() {
        Some("may raise")
    } else if function.coherence.as_a_whole {
        Some("uses what is on devices")
    } else {
        None
    }
}
