//! Builtins that ask for the names of the place where they are called: C code has no frame that Python could ask.

use super::FunctionLowerer;
use super::builder::BodyBuilder;
use crate::base::Name;
use crate::hir::{Binding, ExprId, ExprKind, LocalId, Runtime, TypeKind};
use crate::source::Span;

impl FunctionLowerer<'_, '_> {
    /// `globals()`, `locals()`, `vars()` and `dir()`, and what `eval(x)` and `exec(x)` are given besides.
    pub(super) fn namespace_call(
        &mut self,
        callee: ExprId,
        arguments: &[ExprId],
        span: Span,
        body: &mut BodyBuilder,
    ) -> Option<ExprKind> {
        let ExprKind::Name(Binding::Builtin(name)) = &body.body.exprs[callee].kind else { return None };
        match (name.as_str(), arguments) {
            ("globals", []) => Some(ExprKind::Runtime(Runtime::Globals, Vec::new())),
            ("locals" | "vars", []) => Some(self.names_here(span, body)),
            ("dir", []) => {
                let names = self.names_here(span, body);
                let names = body.add(names, span);
                let sorted = body.add(ExprKind::Name(Binding::Builtin(Name::new("sorted"))), span);
                Some(ExprKind::Call { callee: sorted, arguments: vec![names], keywords: Vec::new() })
            }
            ("eval", &[text]) => {
                let globals = body.add(ExprKind::Runtime(Runtime::Globals, Vec::new()), span);
                let locals = self.names_here(span, body);
                let arguments = vec![text, globals, body.add(locals, span)];
                Some(ExprKind::Call { callee, arguments, keywords: Vec::new() })
            }
            ("exec", &[text]) => {
                let globals = body.add(ExprKind::Runtime(Runtime::Globals, Vec::new()), span);
                Some(ExprKind::Call { callee, arguments: vec![text, globals], keywords: Vec::new() })
            }
            _ => None,
        }
    }

    /// What `locals()` is here: the module's or class's namespace, or a dict of the variables that the function binds
    /// before this place and that may have a value (`hir/flow` removes the others), with those that it shares with the functions around it.
    fn names_here(&mut self, span: Span, body: &mut BodyBuilder) -> ExprKind {
        if let Some(class) = &body.class {
            return ExprKind::Name(Binding::Local(class.namespace));
        }
        if body.is_module {
            return ExprKind::Runtime(Runtime::Globals, Vec::new());
        }
        let mut own: Vec<(LocalId, Name)> =
            body.locals.iter().map(|(name, id)| (*id, name.clone())).collect();
        own.retain(|(id, _)| {
            let local = &body.body.locals[*id];
            let is_bound = local.is_param || local.span.file != span.file || local.span.start < span.start;
            is_bound && !matches!(local.ty.kind, TypeKind::Pointer(_) | TypeKind::Function { .. })
        });
        own.sort_by_key(|(id, _)| (!body.body.locals[*id].is_param, body.body.locals[*id].span.start));
        let mut names: Vec<Name> = own.into_iter().map(|(_, name)| name).collect();
        let mut shared: Vec<Name> =
            body.around.scopes.iter().flat_map(|scope| scope.names.keys().cloned()).collect();
        shared.sort();
        shared.retain(|name| !names.contains(name) && !body.global.contains(name));
        shared.dedup();
        names.extend(shared);
        let items = names.into_iter().flat_map(|name| {
            let value = self.name_kind(&name, span, body);
            [body.add(ExprKind::Str(name.to_string()), span), body.add(value, span)]
        });
        ExprKind::Runtime(Runtime::Locals, items.collect())
    }
}
