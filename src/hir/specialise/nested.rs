//! Functions inside functions of fused types, and the objects of the variables that they share: where a fused type is in
//! them, each specialisation has its own.

use std::collections::{HashMap, HashSet};

use super::report;
use super::signature::Signature;
use crate::diag::Diagnostics;
use crate::hir::{
    Binding, ClassId, ExprKind, Function, FunctionId, Functions, Module, PyClass, TypeExpr, TypeKind,
    TypeName, is_fused, substitute,
};
use crate::source::Span;

/// A specialisation of a function: the function, and which one.
pub type Around = (FunctionId, usize);

/// What is in which specialisation.
#[derive(Default)]
pub struct Nested {
    /// Of functions that a specialisation has for itself.
    around: HashMap<FunctionId, Around>,
    copies: HashMap<Around, Copies>,
}

/// What stands in a specialisation for what is written.
#[derive(Clone, Default)]
pub struct Copies {
    functions: HashMap<FunctionId, FunctionId>,
    classes: HashMap<ClassId, ClassId>,
}

impl Nested {
    /// Adds the copies to the module.
    pub fn add(
        module: &mut Module,
        signatures: &Functions<Signature>,
        diagnostics: &mut Diagnostics,
    ) -> Nested {
        let mut nested = Nested::default();
        let fused: Vec<(FunctionId, &Signature)> = module
            .functions
            .ids()
            .map(|id| (id, &signatures[id]))
            .filter(|(_, signature)| !signature.uses.is_empty() && signature.count() > 0)
            .collect();
        for (around, signature) in fused {
            let functions = inside(module, around);
            for id in &functions {
                refuse_names(module, &module.functions[*id], diagnostics);
            }
            let classes = shared(module, functions.iter().chain([&around]));
            if !is_needed(module, &functions, &classes) {
                continue;
            }
            for number in 0..signature.count() {
                let copies = copied(module, &functions, &classes, number);
                let numbered = copies.functions.values().map(|copy| (*copy, (around, number)));
                nested.around.extend(numbered);
                nested.copies.insert((around, number), copies);
            }
            for number in 0..signature.count() {
                let types = signature.combination(module, number);
                let copies = nested.copies[&(around, number)].clone();
                let typedefs = module.typedefs.clone();
                for class in copies.classes.values() {
                    for field in &mut module.classes[*class].fields {
                        let mut of =
                            |id| types.iter().find(|(fused, _)| *fused == id).map(|(_, ty)| ty.clone());
                        field.ty = substitute(&field.ty, &typedefs, &mut of);
                        copies.in_type(&mut field.ty);
                    }
                }
            }
        }
        nested
    }

    /// The specialisation that a function belongs to.
    pub fn around(&self, function: FunctionId) -> Option<Around> {
        self.around.get(&function).copied()
    }

    pub fn copies(&self, around: Around) -> Copies {
        self.copies.get(&around).cloned().unwrap_or_default()
    }
}

impl Copies {
    pub fn function(&self, id: FunctionId) -> FunctionId {
        self.functions.get(&id).copied().unwrap_or(id)
    }

    pub fn class(&self, id: ClassId) -> ClassId {
        self.classes.get(&id).copied().unwrap_or(id)
    }

    pub fn in_type(&self, ty: &mut TypeExpr) {
        if let TypeKind::Named(name) = &mut ty.kind {
            self.in_name(name);
        }
    }

    pub fn in_name(&self, name: &mut TypeName) {
        if let TypeName::Object(PyClass::Extension(class)) = name {
            *class = self.class(*class);
        }
    }
}

/// The first specialisation has what is written, the others copies.
fn copied(module: &mut Module, functions: &[FunctionId], classes: &[ClassId], number: usize) -> Copies {
    if number == 0 {
        return Copies {
            functions: functions.iter().map(|id| (*id, *id)).collect(),
            classes: classes.iter().map(|id| (*id, *id)).collect(),
        };
    }
    let mut copies = Copies::default();
    for id in functions {
        let copy = module.functions[*id].clone();
        copies.functions.insert(*id, module.functions.alloc(copy));
    }
    for id in classes {
        let copy = module.classes[*id].clone();
        copies.classes.insert(*id, module.classes.alloc(copy));
    }
    copies
}

/// The functions inside a function, at any depth.
fn inside(module: &Module, around: FunctionId) -> Vec<FunctionId> {
    let (mut found, mut seen, mut open) = (Vec::new(), HashSet::new(), vec![around]);
    while let Some(id) = open.pop() {
        for (_, expr) in module.functions[id].body.exprs.iter() {
            if let ExprKind::MakeFunction { function, .. } = &expr.kind
                && seen.insert(*function)
            {
                found.push(*function);
                open.push(*function);
            }
        }
    }
    found
}

/// The classes of the objects for shared variables that these functions make.
fn shared<'f>(module: &Module, functions: impl Iterator<Item = &'f FunctionId>) -> Vec<ClassId> {
    let mut found = Vec::new();
    for id in functions {
        for (_, expr) in module.functions[*id].body.exprs.iter() {
            if let ExprKind::Name(Binding::Type(TypeName::Object(PyClass::Extension(class)))) = &expr.kind
                && module.classes[*class].is_scope
                && !found.contains(class)
            {
                found.push(*class);
            }
        }
    }
    found
}

/// Whether a fused type is in what the specialisations would share.
fn is_needed(module: &Module, functions: &[FunctionId], classes: &[ClassId]) -> bool {
    let is_fused = |ty: &TypeExpr| is_fused(ty, &module.typedefs);
    let mut fields = classes.iter().flat_map(|class| &module.classes[*class].fields);
    let asks = |id: &FunctionId| {
        let mut exprs = module.functions[*id].body.exprs.iter();
        exprs.any(|(_, expr)| matches!(expr.kind, ExprKind::TypeTest { .. }))
    };
    fields.any(|field| is_fused(&field.ty)) || functions.iter().any(asks)
}

/// Reports the fused types that a function inside another names: Cython knows them only in the one around.
fn refuse_names(module: &Module, function: &Function, diagnostics: &mut Diagnostics) {
    let named = |ty: &TypeExpr| is_fused(ty, &module.typedefs).then_some(ty.span);
    let locals = function.body.locals.values().filter(|local| !local.is_param);
    let mut found: Vec<Span> = locals.filter_map(|local| named(&local.ty)).collect();
    for (_, expr) in function.body.exprs.iter() {
        match &expr.kind {
            ExprKind::Cast { ty, .. } | ExprKind::ArrayOver { ty, .. } | ExprKind::SizeOfType(ty) => {
                found.extend(named(ty));
            }
            ExprKind::Name(Binding::Type(TypeName::Fused(_))) => found.push(expr.span),
            ExprKind::Specialise { types, .. } | ExprKind::SpecialiseMethod { types, .. } => {
                found.extend(types.iter().filter_map(named));
            }
            _ => {}
        }
    }
    for span in found {
        diagnostics.push(report::named_inside(span));
    }
}
