//! How objects of other modules' classes are laid out around memoryviews, which take more space in Cython's objects
//! than in offcy's. Which compiler has made a class is known when it is imported; a module that reads or sets
//! memoryviews in its objects requires that it was offcy.

use std::collections::HashSet;

use crate::tir::{Expr, ExprKind, ForeignClass, Module, walk};
use crate::ty::{ClassDef, ClassId, TypeTable};

/// Which classes' memoryviews a module reads or sets.
#[derive(Debug, Default)]
pub struct Layouts {
    read: HashSet<ClassId>,
}

/// A member of a class' struct.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Member {
    /// What points to the table of C methods: before all fields.
    Table,
    Field(usize),
}

impl Layouts {
    pub fn of(module: &Module) -> Layouts {
        let types = &module.types;
        let mut layouts = Layouts::default();
        if !types.class_ids().any(|id| depends_on_compiler(types, id)) {
            return layouts;
        }
        let read = |expr: &Expr| {
            let ExprKind::Field { base, name } = &expr.kind else { return None };
            let (owner, field) = types.class_field(base.ty.extension()?, name)?;
            (field.ty.memoryview().is_some() && types.class(owner).foreign.is_some()).then_some(owner)
        };
        for (_, function) in module.functions.iter() {
            walk::all_expressions(&function.body, &mut |expr| layouts.read.extend(read(expr)));
        }
        layouts
    }

    /// Whether the class must be made by offcy.
    pub fn is_offcys(&self, types: &TypeTable, class: ClassId) -> bool {
        types.lineage(class).any(|id| self.read.contains(&id))
    }

    /// Whether the place of a member is known only when the class is imported.
    pub fn is_either(&self, types: &TypeTable, class: ClassId, member: Member) -> bool {
        let def = types.class(class);
        let Some(foreign) = &def.foreign else { return false };
        let in_front = match member {
            Member::Table => 0,
            Member::Field(at) => at,
        };
        // What other modules' classes have comes before room for either.
        let bases = types.lineage(class).skip(1).map(|id| types.class(id));
        let is_after_views = def.fields.iter().take(in_front).any(|field| field.ty.memoryview().is_some())
            || bases.take_while(|base| is_of(base, foreign)).any(has_views);
        is_after_views && !self.is_offcys(types, class)
    }
}

/// Whether objects of a class are longer if Cython has made it.
pub fn depends_on_compiler(types: &TypeTable, class: ClassId) -> bool {
    types.class(class).foreign.is_some()
        && types.lineage(class).any(|id| has_views(types.class(id)) && types.class(id).foreign.is_some())
}

/// Whether objects of a class have room for those of its base from either compiler: then it does not matter to the
/// class which of them has made the base.
pub fn has_room(types: &TypeTable, class: ClassId) -> bool {
    let def = types.class(class);
    let Some(base) = def.base.filter(|&base| depends_on_compiler(types, base)) else { return false };
    !def.foreign.as_ref().is_some_and(|foreign| is_of(types.class(base), foreign))
}

/// Whether a class adds memoryviews to what it inherits.
pub fn has_views(def: &ClassDef) -> bool {
    def.fields.iter().any(|field| field.ty.memoryview().is_some())
}

/// Whether a class is of the same module as another.
fn is_of(def: &ClassDef, other: &ForeignClass) -> bool {
    def.foreign.as_ref().is_some_and(|foreign| foreign.module == other.module)
}
