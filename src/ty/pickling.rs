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
    /// The values of all its fields: the class of each and its number there, in the order of the names. Those of `base`, the
    /// nearest above that is pickled by its fields, are not among `own`.
    Fields { own: Vec<(ClassId, usize)>, base: Option<ClassId> },
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
    let lineage = || std::iter::successors(Some(id), |id| table.class(*id).base);
    let has = |name| lineage().any(|id| methods.has(id, name));
    if has("__reduce__") || has("__reduce_ex__") {
        return None;
    }
    let fields =
        || lineage().flat_map(|owner| (0..table.class(owner).fields.len()).map(move |at| (owner, at)));
    let field = |(owner, at): (ClassId, usize)| &table.class(owner).fields[at];
    if fields().any(|one| field(one).ty.is_error()) {
        return None;
    }
    // Whoever has made another module's class decides where they are.
    if fields().any(|one| table.class(one.0).foreign.is_some() && field(one).ty.memoryview().is_some()) {
        return None;
    }
    let shown = |is_meant: &dyn Fn(&Ty) -> bool| {
        let mut names: Vec<_> =
            fields().map(field).filter(|field| is_meant(&field.ty)).map(|field| &field.name).collect();
        names.sort();
        names.iter().map(|name| format!("self.{name}")).collect::<Vec<_>>().join(",")
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
        let has_fields = |id: &ClassId| matches!(table.class(*id).pickling, Some(Pickling::Fields { .. }));
        let base = lineage().skip(1).find(has_fields);
        let owners = lineage().take_while(|owner| Some(*owner) != base);
        let own = owners.flat_map(|owner| (0..table.class(owner).fields.len()).map(move |at| (owner, at)));
        let mut own: Vec<(ClassId, usize)> = own.collect();
        own.sort_by(|one, other| field(*one).name.cmp(&field(*other).name));
        Pickling::Fields { own, base }
    })
}
