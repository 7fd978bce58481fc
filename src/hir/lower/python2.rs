//! Language level 2: what Cython still reads as Python 2 does, and offcy does not.

use super::builder::BodyBuilder;
use super::{FunctionLowerer, report};
use crate::base::Name;
use crate::hir::ExprId;
use crate::source::Span;
use crate::syntax::ast::{self, Expression};

/// What Python 2 takes for the class of a class.
const METACLASS: &str = "__metaclass__";

impl<'t> FunctionLowerer<'_, 't> {
    /// `print` is a statement: one value in parentheses is the same for the function.
    pub fn callee(&mut self, call: ast::Call<'t>, body: &mut BodyBuilder) -> ExprId {
        let prints_one = match call.arguments().as_slice() {
            [only] => only.is_plain() && call.is_statement(),
            _ => false,
        };
        match call.function() {
            Some(Expression::Name(name)) if name.text() == "print" && prints_one => {
                let kind = self.name_kind(&Name::new("print"), name.span(), body);
                body.add(kind, name.span())
            }
            callee => self.maybe(callee, call.span(), body),
        }
    }

    /// Any other `print` prints something else, or is wrong.
    pub fn refuse_print(&mut self, name: ast::Identifier<'t>, body: &BodyBuilder) {
        if name.text() == "print" && !body.directives.level.print_function {
            self.report(report::print_of_python2(name.span()));
        }
    }

    /// A class whose body names its class: nothing that Python 3 does.
    pub fn refuse_metaclass(&mut self, assigned: &[(Name, Span)], body: &BodyBuilder) {
        let found = assigned.iter().find(|(name, _)| name == METACLASS);
        if let (Some((_, span)), true) = (found, body.directives.level.is_2) {
            self.report(report::metaclass_of_python2(*span));
        }
    }
}
