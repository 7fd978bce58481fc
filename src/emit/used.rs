//! The types that a module's code uses: declarations of other modules bring more.

use std::collections::{BTreeSet, HashSet};

use super::placement::Placement;

use crate::tir::{Block, ExprKind, Function, IncludeId, Module, Op, StmtKind, walk};
use crate::ty::{ClassId, EnumId, Length, PyClass, StructId, Ty};

#[derive(Debug, Default)]
pub struct UsedTypes {
    pub structs: HashSet<StructId>,
    /// In the order in which they are found.
    pub tuples: Vec<Ty>,
    pub enums: HashSet<EnumId>,
    pub classes: HashSet<ClassId>,
    /// Of C arrays.
    pub lengths: HashSet<Length>,
    /// There are pointers to memoryviews.
    pub pointed_views: bool,
    /// The extern blocks of typedefs of functions.
    headers: BTreeSet<IncludeId>,
}

impl UsedTypes {
    /// In the whole module.
    pub fn of(module: &Module) -> UsedTypes {
        let mut used = UsedTypes::default();
        for (_, function) in module.functions.iter() {
            used.function(module, function);
            used.block(module, &function.body);
        }
        for id in module.types.class_ids() {
            let class = module.types.class(id);
            class.fields.iter().for_each(|field| used.ty(module, &field.ty));
            if class.foreign.is_none() {
                used.class(module, PyClass::Extension(id));
            }
        }
        module.globals.iter().for_each(|(_, global)| used.ty(module, &global.ty));
        module.externs.iter().for_each(|(_, decl)| used.ty(module, &decl.ty));
        used
    }

    /// What the kernels' header defines: the types of kernels and of what regions take, and all others of the
    /// module that need nothing of Python.
    pub fn shared(&self, module: &Module, placement: &Placement) -> UsedTypes {
        let mut shared = UsedTypes::default();
        for (id, function) in module.functions.iter() {
            if placement.in_kernels(id) {
                shared.block(module, &function.body);
                shared.function(module, function);
            }
            for (_, region) in function.regions.iter() {
                shared.block(module, &region.body);
                let locals = region.captures.iter().filter_map(|capture| capture.subject.as_local());
                locals.for_each(|local| shared.ty(module, &function.locals[local].ty));
            }
        }
        let own = self.structs.iter().filter(|id| !module.types.structs[**id].is_extern);
        let enums = self.enums.iter().filter(|id| !module.types.enums[**id].is_extern);
        let enums = enums.map(|id| Ty::Enum(*id));
        let own = own.map(|id| Ty::Struct(*id)).chain(self.tuples.iter().cloned()).chain(enums);
        own.filter(|ty| !names_pythons(module, ty)).for_each(|ty| shared.ty(module, &ty));
        shared
    }

    pub fn has(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Struct(id) => self.structs.contains(id),
            Ty::Enum(id) => self.enums.contains(id),
            Ty::Tuple(_) => self.tuples.contains(ty),
            _ => false,
        }
    }

    /// The extern blocks that declare these types.
    pub fn includes<'a>(&'a self, module: &'a Module) -> impl Iterator<Item = IncludeId> + 'a {
        let types = &module.types;
        let structs = self.structs.iter().filter_map(|id| types.structs[*id].include);
        let enums = self.enums.iter().filter_map(|id| types.enums[*id].include);
        let classes = self.classes.iter().filter_map(|id| types.class(*id).foreign.as_ref()?.include);
        let lengths = self.lengths.iter().flat_map(|length| length.includes().iter().copied());
        structs.chain(enums).chain(classes).chain(lengths).chain(self.headers.iter().copied())
    }

    /// What lengths name that only C knows.
    pub fn names_in_lengths(&self) -> impl Iterator<Item = &str> {
        let header_lengths = self.lengths.iter().filter_map(|length| match length {
            Length::OfHeader(length) => Some(length.c.as_str()),
            Length::Known(_) => None,
        });
        let is_of_name = |one: char| one.is_ascii_alphanumeric() || one == '_';
        header_lengths.flat_map(move |c| c.split(move |one| !is_of_name(one)))
    }

    fn function(&mut self, module: &Module, function: &Function) {
        self.ty(module, &function.result);
        function.locals.iter().for_each(|(_, local)| self.ty(module, &local.ty));
        function.regions.iter().for_each(|(_, region)| self.block(module, &region.body));
    }

    fn block(&mut self, module: &Module, block: &Block) {
        walk::all_expressions(block, &mut |expr| {
            self.ty(module, &expr.ty);
            match &expr.kind {
                ExprKind::SizeOf(ty) => self.ty(module, ty),
                ExprKind::TypeObject(class)
                | ExprKind::IsExactly(_, class)
                | ExprKind::Inherits(_, class, _)
                | ExprKind::IsInstance(_, class) => self.class(module, *class),
                _ => {}
            }
        });
        walk::statements(block, &mut |stmt| {
            if let StmtKind::Run { op: Op::CheckClass { class, .. }, .. } = &stmt.kind {
                self.class(module, *class);
            }
        });
    }

    fn class(&mut self, module: &Module, class: PyClass) {
        if let PyClass::Extension(id) = class {
            self.classes.extend(module.types.lineage(id));
        }
    }

    fn ty(&mut self, module: &Module, ty: &Ty) {
        match ty {
            Ty::Pointer { to: inner, .. } => {
                self.pointed_views |= inner.memoryview().is_some();
                self.ty(module, inner);
            }
            Ty::Array { element, length } => {
                if length.known().is_none() {
                    self.lengths.insert(length.clone());
                }
                self.pointed_views |= element.memoryview().is_some();
                self.ty(module, element);
            }
            Ty::Memoryview(view) => self.ty(module, &view.element),
            Ty::Function(signature) => {
                self.headers.extend(signature.in_header.0.as_ref().map(|typedef| typedef.include));
                self.ty(module, &signature.result);
                signature.params.iter().for_each(|param| self.ty(module, param));
            }
            Ty::Enum(id) => drop(self.enums.insert(*id)),
            Ty::Object(class) => self.class(module, *class),
            Ty::Tuple(items) if !self.tuples.contains(ty) => {
                self.tuples.push(ty.clone());
                items.iter().for_each(|item| self.ty(module, item));
            }
            Ty::Struct(id) if self.structs.insert(*id) => {
                module.types.structs[*id].fields.iter().for_each(|field| self.ty(module, &field.ty));
            }
            _ => {}
        }
    }
}

/// Whether a type contains one from Python's headers.
fn names_pythons(module: &Module, ty: &Ty) -> bool {
    let mut reached = UsedTypes::default();
    reached.ty(module, ty);
    reached.includes(module).any(|include| module.includes[include].is_pythons())
}
