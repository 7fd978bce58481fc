//! The types of comprehensions' variables that functions inside use. The variable itself is inferred where the comprehension
//! is; the field that the functions see (`hir/lower/comprehension.rs`) has its type.

use std::collections::HashMap;

use super::resolve::Declared;
use super::{Signature, Ty, check};
use crate::base::Name;
use crate::diag::Diagnostics;
use crate::hir::{self, Binding, Body, ClassId, ExprKind, StmtKind, TypeKind, TypeName};

/// A variable and the field that holds its values.
struct Shared {
    variable: hir::LocalId,
    class: ClassId,
    field: Name,
}

/// Gives the fields their types. Functions come before those inside them, whose variables may depend on these fields.
pub fn infer(module: &hir::Module, declared: &mut Declared) {
    let is_open = |class: &hir::Class| {
        class.is_scope && class.fields.iter().any(|field| matches!(field.ty.kind, TypeKind::Untyped))
    };
    if !module.classes.iter().any(|(_, class)| is_open(class)) {
        return;
    }
    let init = (&module.init, super::init_signature());
    let of_functions =
        module.functions.iter().map(|(id, function)| (function, declared.signatures[id].clone()));
    let functions: Vec<(&hir::Function, Signature)> = std::iter::once(init).chain(of_functions).collect();
    let mut found = HashMap::new();
    for (function, signature) in functions {
        let shared = shared_by(module, &function.body);
        if shared.is_empty() {
            continue;
        }
        let types = check::function(module, declared, function, signature, &mut Diagnostics::default());
        for shared in shared {
            settle(declared, &shared, types.local(shared.variable), &mut found);
        }
    }
}

/// The variables that a function stores in open fields.
fn shared_by(module: &hir::Module, body: &Body) -> Vec<Shared> {
    let mut found = Vec::new();
    hir::walk::statements(&body.block, &mut |stmt| {
        let StmtKind::Assign { targets, value } = &stmt.kind else { return };
        let ([target], ExprKind::Name(Binding::Local(variable))) =
            (targets.as_slice(), &body.exprs[*value].kind)
        else {
            return;
        };
        let ExprKind::Attribute { base, name } = &body.exprs[*target].kind else { return };
        let ExprKind::Name(Binding::Local(scope)) = body.exprs[*base].kind else { return };
        let TypeKind::Named(TypeName::Object(class)) = body.locals[scope].ty.kind else { return };
        let Some(class) = class.extension().filter(|&class| module.classes[class].is_scope) else { return };
        let field = hir::field(&module.classes, class, name);
        if field.is_some_and(|field| matches!(field.ty.kind, TypeKind::Untyped)) {
            found.push(Shared { variable: *variable, class, field: name.clone() });
        }
    });
    found
}

/// A field that several variables are stored in is an object, unless all have one type.
fn settle(declared: &mut Declared, shared: &Shared, ty: Ty, found: &mut HashMap<(ClassId, Name), Ty>) {
    let key = (shared.class, shared.field.clone());
    let ty = match found.get(&key) {
        Some(other) if *other != ty => Ty::OBJECT,
        _ => ty,
    };
    let fields = &mut declared.table.classes[shared.class].fields;
    if let Some(field) = fields.iter_mut().find(|field| field.name == shared.field) {
        field.ty = ty.clone();
    }
    found.insert(key, ty);
}
