//! The contents of the tables of C methods of the module's own classes.

use super::{Function, FunctionId, FunctionKind, Functions, MethodRole};
use crate::base::Name;
use crate::ty::{ClassId, TypeTable};

/// The functions of a class' table by position; `None` where the base's stays. A class without its own table has its
/// base's.
pub fn method_table(
    types: &TypeTable,
    functions: &Functions<Function>,
    class: ClassId,
) -> Option<Vec<Option<FunctionId>>> {
    if types.class(class).foreign.is_some() {
        return None;
    }
    let own = |of: ClassId, name: &Name, role: MethodRole| {
        let found = functions.iter().find(|(_, function)| {
            let is_method = function.method.is_some_and(|method| method.class == of && method.role == role);
            is_method && function.name == *name && function.kind != FunctionKind::Def
        });
        found.map(|(id, _)| id)
    };
    let in_place = |number: usize, name: &Name| {
        let mut classes = types.lineage(class).take_while(|&id| types.class(id).foreign.is_none());
        classes.find_map(|of| {
            let method = own(of, name, MethodRole::Instance).or_else(|| own(of, name, MethodRole::Static))?;
            Some((of, own(of, name, MethodRole::Place(number as u32)).unwrap_or(method)))
        })
    };
    let places = types.places(class).enumerate();
    let table: Vec<_> = places.map(|(number, slot)| in_place(number, &slot.name)).collect();
    let is_needed = types.class(class).is_shared || table.iter().flatten().any(|(of, _)| *of == class);
    (is_needed && !table.is_empty()).then(|| table.into_iter().map(|found| Some(found?.1)).collect())
}
