//! The types that a module's code uses: declarations of other modules bring more.

use std::collections::HashSet;

use crate::tir::{Block, ExprKind, Module, walk};
use crate::ty::{EnumId, StructId, Ty};

#[derive(Debug, Default)]
pub struct UsedTypes {
    pub structs: HashSet<StructId>,
    pub enums: HashSet<EnumId>,
}

impl UsedTypes {
    pub fn of(module: &Module) -> UsedTypes {
        let mut used = UsedTypes::default();
        for (_, function) in module.functions.iter() {
            used.ty(module, &function.result);
            function.locals.iter().for_each(|(_, local)| used.ty(module, &local.ty));
            used.block(module, &function.body);
            function.regions.iter().for_each(|(_, region)| used.block(module, &region.body));
        }
        for id in module.types.class_ids() {
            module.types.class(id).fields.iter().for_each(|field| used.ty(module, &field.ty));
        }
        module.globals.iter().for_each(|(_, global)| used.ty(module, &global.ty));
        module.externs.iter().for_each(|(_, decl)| used.ty(module, &decl.ty));
        used
    }

    fn block(&mut self, module: &Module, block: &Block) {
        walk::all_expressions(block, &mut |expr| {
            self.ty(module, &expr.ty);
            if let ExprKind::SizeOf(ty) = &expr.kind {
                self.ty(module, ty);
            }
        });
    }

    fn ty(&mut self, module: &Module, ty: &Ty) {
        match ty {
            Ty::Pointer { to: inner, .. } | Ty::Array { element: inner, .. } => self.ty(module, inner),
            Ty::Memoryview(view) => self.ty(module, &view.element),
            Ty::Function(signature) => {
                self.ty(module, &signature.result);
                signature.params.iter().for_each(|param| self.ty(module, param));
            }
            Ty::Enum(id) => drop(self.enums.insert(*id)),
            Ty::Struct(id) => {
                if self.structs.insert(*id) {
                    module.types.structs[*id].fields.iter().for_each(|field| self.ty(module, &field.ty));
                }
            }
            _ => {}
        }
    }
}
