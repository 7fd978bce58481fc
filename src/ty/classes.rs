//! Extension types, as the typed stages see them.

use std::ops::Deref;
use std::sync::Arc;

use super::{FieldAccess, Pickling, Ty, TypeTable};
use crate::base::{IdxSet, Name};
use crate::hir::{ClassDecl, ClassId};
use crate::source::Span;

/// An extension type with the types of its fields.
#[derive(Clone, Debug)]
pub struct ClassDef {
    pub decl: Arc<ClassDecl>,
    /// Its own fields, in the order of the text.
    pub fields: Vec<ClassFieldDef>,
    /// The slots that it adds to its base's table of C methods.
    pub slots: Vec<SlotDef>,
    /// How its objects are pickled, if not as Python has it.
    pub pickling: Option<Pickling>,
}

impl Deref for ClassDef {
    type Target = ClassDecl;

    fn deref(&self) -> &ClassDecl {
        &self.decl
    }
}

/// A slot in the table of a class's C methods.
#[derive(Clone, Debug)]
pub struct SlotDef {
    pub name: Name,
    /// The type of the function; or why offcy cannot call it.
    pub ty: Result<Ty, String>,
    /// The function takes an `int` after all other arguments, except for the bundle of optional ones.
    pub is_cpdef: bool,
    /// Its last argument points to a struct with the optional ones.
    pub has_bundle: bool,
    /// Of fused types: it has more than one slot.
    pub is_fused: bool,
    /// The function takes no object.
    pub is_static: bool,
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
    /// Its index in the table of functions.
    pub number: usize,
    /// The class whose part of an object points to the table.
    pub root: ClassId,
}

#[derive(Clone, Debug)]
pub struct ClassFieldDef {
    pub name: Name,
    /// The C name of a field of a foreign class, if it differs.
    pub c_name: Option<Name>,
    pub ty: Ty,
    pub access: FieldAccess,
    pub span: Span,
}

impl TypeTable {
    pub fn class(&self, id: ClassId) -> &ClassDef {
        &self.classes[id]
    }

    /// All classes, with base classes before those that inherit from them.
    pub fn class_ids(&self) -> impl Iterator<Item = ClassId> + use<> {
        let mut ordered: Vec<ClassId> = Vec::new();
        let mut seen = IdxSet::default();
        for id in self.classes.ids() {
            // The bases of a known class are also known.
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

    /// The field of a class or of one of its bases, and the class that has it.
    pub fn class_field(&self, class: ClassId, name: &str) -> Option<(ClassId, &ClassFieldDef)> {
        self.lineage(class).find_map(|id| {
            let field = self.class(id).fields.iter().find(|field| field.name == name)?;
            Some((id, field))
        })
    }

    /// The first of a class's bases whose objects point to a table of functions.
    pub fn table_root(&self, class: ClassId) -> Option<ClassId> {
        self.lineage(class).filter(|&id| !self.class(id).slots.is_empty()).last()
    }

    /// The slots of a class's table of C methods, those of its base first.
    pub fn places(&self, class: ClassId) -> impl Iterator<Item = &SlotDef> {
        let mut lineage: Vec<ClassId> = self.lineage(class).collect();
        lineage.reverse();
        lineage.into_iter().flat_map(|id| &self.class(id).slots)
    }

    /// The slot of a C method's function, its own or inherited.
    pub fn slot(&self, class: ClassId, name: &str) -> Option<FoundSlot<'_>> {
        let root = self.table_root(class)?;
        let slots: Vec<&SlotDef> = self.places(class).collect();
        // A redeclared method comes after the original one.
        let number = slots.iter().rposition(|slot| slot.name == name)?;
        // The positions after a method of fused types are unknown.
        let def = slots[..number].iter().find(|slot| slot.is_fused).unwrap_or(&slots[number]);
        Some(FoundSlot { def, number, root })
    }
}
