//! Extension types, as the typed stages see them.

use super::{FieldAccess, Ty, TypeTable};
use crate::base::{Idx, Name};
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
    pub has_weakrefs: bool,
    pub has_dict: bool,
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
        for id in ids {
            let mut bases: Vec<ClassId> = self.lineage(id).filter(|base| !ordered.contains(base)).collect();
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
}
