//! Extension types, as the typed stages see them.

use std::sync::Arc;

use super::{FieldAccess, Ty, TypeTable};
use crate::base::{Idx, IdxSet, Name};
use crate::hir::{ClassId, Decorated, ForeignClass};
use crate::source::Span;

/// A `cdef class`.
#[derive(Clone, Debug)]
pub struct ClassDef {
    pub name: Name,
    pub doc: Option<String>,
    pub base: Option<ClassId>,
    /// Its own, in the order of the text.
    pub fields: Vec<ClassFieldDef>,
    /// The places that it adds to the table of C methods of its base.
    pub slots: Vec<SlotDef>,
    /// Other modules know its fields.
    pub is_declared: bool,
    /// Other modules may call its C methods, and override them.
    pub is_shared: bool,
    pub has_weakrefs: bool,
    /// How many of the fields are in front of that.
    pub weakrefs_at: usize,
    pub has_dict: bool,
    pub dict_at: usize,
    /// Nobody names it: it holds variables that functions share.
    pub is_scope: bool,
    pub is_final: bool,
    /// Statements in its body give it attributes, after it is made.
    pub has_statements: bool,
    pub decorated: Decorated,
    /// Where it comes from, if another module makes it.
    pub foreign: Option<ForeignClass>,
    pub span: Span,
}

/// A place in the table of a class' C methods.
#[derive(Clone, Debug)]
pub struct SlotDef {
    pub name: Name,
    /// Of the function; or why offcy cannot call it.
    pub ty: Result<Ty, String>,
    /// The function takes an `int` behind all others, but for the bundle of optional ones.
    pub is_cpdef: bool,
    /// Its last argument points to a struct with those that may be left out.
    pub has_bundle: bool,
    /// Of fused types: it has more than one place.
    pub is_fused: bool,
}

impl SlotDef {
    /// The type of the function in the table.
    pub fn called_as(&self) -> Ty {
        let Ok(Ty::Function(signature)) = &self.ty else { return Ty::Error };
        let mut signature = signature.clone();
        if self.is_cpdef {
            let params = &mut Arc::make_mut(&mut signature).params;
            params.insert(params.len() - usize::from(self.has_bundle), Ty::INT);
        }
        Ty::Function(signature)
    }
}

/// Where the function of a C method is found.
#[derive(Clone, Copy, Debug)]
pub struct FoundSlot<'t> {
    pub def: &'t SlotDef,
    /// In the table of functions.
    pub number: usize,
    /// The class whose part of an object leads to the table.
    pub root: ClassId,
}

#[derive(Clone, Debug)]
pub struct ClassFieldDef {
    pub name: Name,
    /// What C calls a field of a foreign class, where that is something else.
    pub c_name: Option<Name>,
    pub ty: Ty,
    pub access: FieldAccess,
    pub span: Span,
}

impl TypeTable {
    pub fn class(&self, id: ClassId) -> &ClassDef {
        &self.classes[Idx::from_raw(id.into_raw())]
    }

    /// All classes, those that others inherit from before these.
    pub fn class_ids(&self) -> impl Iterator<Item = ClassId> + use<> {
        let ids = (0..self.classes.len()).map(|number| Idx::from_raw((number as u32).into()));
        let mut ordered: Vec<ClassId> = Vec::new();
        let mut seen = IdxSet::default();
        for id in ids {
            // What one that is there inherits from is there too.
            let mut bases: Vec<ClassId> = self.lineage(id).take_while(|&base| seen.insert(base)).collect();
            bases.reverse();
            ordered.extend(bases);
        }
        ordered.into_iter()
    }

    /// The class and what it inherits from, itself first.
    pub fn lineage(&self, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
        std::iter::successors(Some(class), |&id| self.class(id).base)
    }

    pub fn is_subclass(&self, class: ClassId, of: ClassId) -> bool {
        self.lineage(class).any(|id| id == of)
    }

    /// The field of a class or of one that it inherits from, and whose it is.
    pub fn class_field(&self, class: ClassId, name: &str) -> Option<(ClassId, &ClassFieldDef)> {
        self.lineage(class).find_map(|id| {
            let field = self.class(id).fields.iter().find(|field| field.name == name)?;
            Some((id, field))
        })
    }

    /// The first of the classes that a class inherits from whose objects lead to a table of functions.
    pub fn table_root(&self, class: ClassId) -> Option<ClassId> {
        self.lineage(class).filter(|&id| !self.class(id).slots.is_empty()).last()
    }

    /// The places of a class' table of C methods, those of its base first.
    pub fn places(&self, class: ClassId) -> impl Iterator<Item = &SlotDef> {
        let mut lineage: Vec<ClassId> = self.lineage(class).collect();
        lineage.reverse();
        lineage.into_iter().flat_map(|id| &self.class(id).slots)
    }

    /// Where the function of a C method stands, its own or inherited.
    pub fn slot(&self, class: ClassId, name: &str) -> Option<FoundSlot<'_>> {
        let root = self.table_root(class)?;
        let slots: Vec<&SlotDef> = self.places(class).collect();
        // What is declared anew is behind what it was.
        let number = slots.iter().rposition(|slot| slot.name == name)?;
        // Where those behind one of fused types are, is not known.
        let def = slots[..number].iter().find(|slot| slot.is_fused).unwrap_or(&slots[number]);
        Some(FoundSlot { def, number, root })
    }
}
