//! Which objects of extension types can be pickled, and by which fields. The rules are Cython's.

use std::collections::HashSet;

use super::objects::has_value_form;
use super::{ClassId, Ty, TypeTable};
use crate::hir::{self, MethodRole};

/// How an extension type without `__reduce__` takes part in pickling.
#[derive(Clone, Debug)]
pub enum Pickling {
    /// It raises a TypeError that says this.
    Refused(String),
    /// The values of all its fields, inherited ones too: the class of each and its number there, in the order of the names.
    Fields(Vec<(ClassId, usize)>),
}

/// The methods of a module that matter to it.
pub struct PickledMethods(HashSet<(ClassId, &'static str)>);

const METHODS: &[&str] = &["__cinit__", "__reduce__", "__reduce_ex__"];

impl PickledMethods {
    pub fn of(module: &hir::Module) -> PickledMethods {
        let named = module.functions.values().filter_map(|function| {
            let method = function.method.filter(|method| method.role == MethodRole::Instance)?;
            let name = METHODS.iter().find(|name| function.name == **name)?;
            Some((method.class, *name))
        });
        PickledMethods(named.collect())
    }

    fn has(&self, class: ClassId, name: &'static str) -> bool {
        self.0.contains(&(class, name))
    }
}

/// `None`: Python's own rules apply.
pub fn pickling(table: &TypeTable, methods: &PickledMethods, id: ClassId) -> Option<Pickling> {
    let class = table.class(id);
    if class.foreign.is_some() || class.is_scope || class.decorated.auto_pickle == Some(false) {
        return None;
    }
    let lineage: Vec<ClassId> = std::iter::successors(Some(id), |id| table.class(*id).base).collect();
    let has = |name| lineage.iter().any(|id| methods.has(*id, name));
    if has("__reduce__") || has("__reduce_ex__") {
        return None;
    }
    let mut fields: Vec<(ClassId, usize)> = Vec::new();
    for owner in &lineage {
        fields.extend((0..table.class(*owner).fields.len()).map(|at| (*owner, at)));
    }
    let field = |(owner, at): &(ClassId, usize)| &table.class(*owner).fields[*at];
    if fields.iter().any(|one| field(one).ty.is_error()) {
        return None;
    }
    // Whoever has made another module's class decides where they are.
    if fields.iter().any(|one| table.class(one.0).foreign.is_some() && field(one).ty.memoryview().is_some()) {
        return None;
    }
    fields.sort_by(|one, other| field(one).name.cmp(&field(other).name));
    let shown = |is_meant: &dyn Fn(&Ty) -> bool| {
        let names = fields.iter().map(&field).filter(|field| is_meant(&field.ty));
        names.map(|field| format!("self.{}", field.name)).collect::<Vec<_>>().join(",")
    };
    let strangers = shown(&|ty| !ty.is_object() && ty.memoryview().is_none() && !has_value_form(table, ty));
    let structs = shown(&|ty| matches!(ty, Ty::Struct(_)));
    Some(if has("__cinit__") {
        Pickling::Refused("no default __reduce__ due to non-trivial __cinit__".to_string())
    } else if !strangers.is_empty() {
        Pickling::Refused(format!("{strangers} cannot be converted to a Python object for pickling"))
    } else if !structs.is_empty() && class.decorated.auto_pickle.is_none() {
        Pickling::Refused(format!(
            "Pickling of struct members such as {structs} must be explicitly requested with @auto_pickle(True)"
        ))
    } else {
        Pickling::Fields(fields)
    })
}
