//! Turns functions with fused types into ordinary ones: a copy for each combination of the types in the
//! signature, with the types substituted and the conditions on them resolved.

mod body;
mod made;
mod nested;
mod report;
mod signature;

use std::collections::HashMap;

use super::special::special;
use super::{
    Extern, ExternKind, Function, FunctionId, FunctionKind, FusedFunction, FusedFunctionId, MadeFused,
    MethodRole, Module, TypeExpr, TypeKind, is_fused,
};
use crate::base::{Arena, Name};
use crate::diag::Diagnostics;
use crate::hir::Functions;
use body::Rewriter;
use nested::{Copies, Nested};
use signature::Signature;

/// The most specialisations that one function may have, and types that a fused type may stand for.
pub const MAX_SPECIALISATIONS: usize = 1000;

/// What a function of the module becomes.
#[derive(Clone, Copy)]
enum Target {
    /// Itself, with a new number.
    Plain(FunctionId),
    Fused(FusedFunctionId),
}

/// Specialises every function. After this no fused type is left.
pub fn specialise(mut module: Module) -> (Module, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let mut signatures: Functions<Signature> = Arena::default();
    signatures.extend(module.functions.values().map(|it| Signature::of(&module, it, &mut diagnostics)));
    let roles = made::roles(&mut module, &signatures, &mut diagnostics);
    let nested = Nested::add(&mut module, &signatures, &mut diagnostics);
    let copies = module.functions.values().skip(signatures.len());
    signatures.extend(copies.map(|it| Signature::of(&module, it, &mut Diagnostics::default())));
    refuse_elsewhere(&mut module, &mut diagnostics);
    let (targets, fused_functions) = targets(&module, &signatures, &roles, &mut diagnostics);
    let mut functions: Functions<Function> = Arena::default();
    let mut rewriter = Rewriter::new(&module, &targets, &fused_functions, &mut diagnostics);
    for (id, function) in module.functions.iter() {
        for number in 0..signatures[id].count() {
            let mut copy = function.clone();
            // What is inside of a specialisation is a part of it.
            let (of, number) = nested.around(id).unwrap_or((id, number));
            rewriter.types = signatures[of].combination(&module, number);
            rewriter.copies = nested.copies((of, number));
            if let Target::Fused(fused) = targets[of] {
                let which =
                    signatures[of].specialisation(&module, &module.functions[of], fused, &rewriter.types);
                if of == id {
                    copy.exported = function.exported.get(number).cloned().into_iter().collect();
                    copy.stands_for = function.stands_for.get(number).copied().into_iter().collect();
                    let made = function.made.as_ref();
                    copy.made = made.map(|name| Name::new(format!("{name}[{}]", which.params)));
                }
                copy.specialisation = Some(which);
            }
            rewriter.function(&mut copy);
            functions.alloc(copy);
        }
    }
    let mut init = module.init.clone();
    rewriter.types.clear();
    rewriter.copies = Copies::default();
    rewriter.function(&mut init);
    module.functions = functions;
    module.fused_functions = fused_functions;
    module.init = init;
    module.index_methods();
    (module, diagnostics)
}

/// What each function becomes, and the functions of fused types.
fn targets(
    module: &Module,
    signatures: &Functions<Signature>,
    roles: &HashMap<FunctionId, MethodRole>,
    diagnostics: &mut Diagnostics,
) -> (Functions<Target>, Arena<FusedFunction>) {
    let mut fused_functions = Arena::default();
    let mut targets: Functions<Target> = Arena::default();
    let mut next_ids = Functions::<Function>::default().next_ids();
    for (id, function) in module.functions.iter() {
        let signature = &signatures[id];
        let mut ids = next_ids.by_ref().take(signature.count());
        if signature.uses.is_empty() {
            targets.extend(ids.next().map(Target::Plain));
            continue;
        }
        if function.kind != FunctionKind::Cdef && !is_found_by_name(function) {
            diagnostics
                .push(report::not_here("the parameter of a special method or property", function.span));
        }
        targets.alloc(Target::Fused(fused_functions.alloc(FusedFunction {
            name: function.name.clone(),
            kind: function.kind,
            method: function.method,
            made: function.made.clone().map(|qualname| MadeFused {
                qualname,
                role: roles.get(&id).copied().unwrap_or(MethodRole::Instance),
            }),
            doc: function.doc.clone(),
            types: signature.uses.clone(),
            specialisations: ids.collect(),
            span: function.span,
        })));
    }
    (targets, fused_functions)
}

/// Whether Python calls a function by its name, and not by a slot of a type.
fn is_found_by_name(function: &Function) -> bool {
    match function.method.map(|method| method.role) {
        Some(MethodRole::Instance) => special(&function.name).is_none(),
        Some(role) => matches!(role, MethodRole::Static | MethodRole::Class | MethodRole::Closure),
        None => true,
    }
}

/// Fused types belong in functions: all other declarations of a module have one type.
fn refuse_elsewhere(module: &mut Module, diagnostics: &mut Diagnostics) {
    let typedefs = module.typedefs.clone();
    let mut refuse = |ty: &mut TypeExpr, what: &str| {
        if is_fused(ty, &typedefs) {
            diagnostics.push(report::not_here(what, ty.span));
            ty.kind = TypeKind::Error;
        }
    };
    for (_, global) in module.globals.iter_mut() {
        refuse(&mut global.ty, "a global");
    }
    for (_, decl) in module.structs.iter_mut() {
        decl.fields.iter_mut().for_each(|(_, ty)| refuse(ty, "the field of a struct"));
    }
    for (_, class) in module.classes.iter_mut() {
        let is_scope = class.is_scope;
        for field in &mut class.fields {
            // A variable that functions share is reported where it is declared.
            if is_scope && is_fused(&field.ty, &typedefs) {
                field.ty.kind = TypeKind::Error;
            }
            refuse(&mut field.ty, "a field of an extension type");
        }
    }
    for (_, Extern { kind, .. }) in module.externs.iter_mut() {
        match kind {
            ExternKind::Variable(ty) => refuse(ty, "an extern variable"),
            ExternKind::Function { params, result, .. } => {
                params.iter_mut().chain([result]).for_each(|ty| refuse(ty, "an extern function"));
            }
        }
    }
}
