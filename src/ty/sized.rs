//! Types that a C variable can have: their size is known.

use super::resolve::Resolver;
use super::{Ty, report};
use crate::diag::Diagnostics;
use crate::hir::TypeExpr;

impl Resolver<'_> {
    /// The type of a variable, a parameter or a member of a struct.
    pub fn variable(&self, ty: &TypeExpr, diagnostics: &mut Diagnostics) -> Ty {
        let resolved = self.resolve(ty, diagnostics);
        match self.unsized_type(&resolved) {
            Some(words) => {
                diagnostics.push(report::bad_type(words, ty.span));
                Ty::Error
            }
            None => resolved,
        }
    }

    /// Why there can be no values of a type, if it has no size.
    pub fn unsized_type(&self, ty: &Ty) -> Option<String> {
        match ty {
            Ty::Void => Some("there are no values of the type `void`".to_string()),
            Ty::Struct(id) => {
                let decl = &self.module.structs[*id];
                let words = format!("`{}` is announced, but its members are not known", decl.name);
                decl.is_announced.then_some(words)
            }
            Ty::Array { element, .. } => self.unsized_type(element),
            _ => None,
        }
    }

    /// The same for a member, for which no references are counted.
    pub fn member(&self, ty: &TypeExpr, of_library: bool, diagnostics: &mut Diagnostics) -> Ty {
        let resolved = self.variable(ty, diagnostics);
        if !resolved.is_counted() || of_library {
            return resolved;
        }
        let message = "a struct or union cannot hold Python objects or memoryviews".to_string();
        diagnostics.push(report::bad_type(message, ty.span));
        Ty::Error
    }
}
