//! Turns functions with fused types into ordinary ones: a copy for each combination of the types in the
//! signature, with the types substituted and the conditions on them resolved.

mod body;
mod report;
mod signature;

use super::special::special;
use super::{
    Extern, ExternKind, Function, FunctionId, FunctionKind, FusedFunction, FusedFunctionId, MethodRole,
    Module, TypeExpr, TypeKind, is_fused,
};
use crate::base::Arena;
use crate::diag::Diagnostics;
use crate::hir::Functions;
use body::Rewriter;
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
    refuse_elsewhere(&mut module, &mut diagnostics);
    let signatures: Vec<Signature> = module
        .functions
        .iter()
        .map(|(_, function)| Signature::of(&module, function, &mut diagnostics))
        .collect();
    let mut fused_functions = Arena::default();
    let mut targets: Functions<Target> = Arena::default();
    let mut functions: Functions<Function> = Arena::default();
    let mut next_ids = functions.next_ids();
    for ((_, function), signature) in module.functions.iter().zip(&signatures) {
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
            doc: function.doc.clone(),
            types: signature.uses.clone(),
            specialisations: ids.collect(),
            span: function.span,
        })));
    }
    let mut rewriter = Rewriter::new(&module, &targets, &fused_functions, &mut diagnostics);
    for (((_, function), signature), target) in module.functions.iter().zip(&signatures).zip(targets.values())
    {
        for number in 0..signature.count() {
            let mut copy = function.clone();
            rewriter.types = signature.combination(&module, number);
            if let Target::Fused(id) = target {
                copy.exported = function.exported.get(number).cloned().into_iter().collect();
                copy.stands_for = function.stands_for.get(number).copied().into_iter().collect();
                copy.specialisation = Some(signature.specialisation(&module, function, *id, &rewriter.types));
            }
            rewriter.function(&mut copy);
            functions.alloc(copy);
        }
    }
    let mut init = module.init.clone();
    rewriter.types.clear();
    rewriter.function(&mut init);
    module.functions = functions;
    module.fused_functions = fused_functions;
    module.init = init;
    module.index_methods();
    (module, diagnostics)
}

/// Whether Python calls a function by its name, and not by a slot of a type.
fn is_found_by_name(function: &Function) -> bool {
    match function.method.map(|method| method.role) {
        Some(MethodRole::Instance) => special(&function.name).is_none(),
        Some(role) => matches!(role, MethodRole::Static | MethodRole::Class),
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
        class.fields.iter_mut().for_each(|field| refuse(&mut field.ty, "a field of an extension type"));
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
