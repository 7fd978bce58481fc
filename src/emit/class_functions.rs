//! Which functions belong to which class: looked up by name, for each slot that a type may have.

use std::collections::HashMap;

use crate::base::Name;
use crate::tir::{FunctionId, Method, Module};
use crate::ty::ClassId;

/// The functions of a module's classes.
#[derive(Debug, Default)]
pub struct ClassFunctions {
    of: HashMap<ClassId, Vec<FunctionId>>,
    named: HashMap<Method, HashMap<Name, FunctionId>>,
}

impl ClassFunctions {
    pub fn of(module: &Module) -> ClassFunctions {
        let mut found = ClassFunctions::default();
        for (id, function) in module.functions.iter() {
            let Some(method) = function.method else { continue };
            found.of.entry(method.class).or_default().push(id);
            found.named.entry(method).or_default().entry(function.name.clone()).or_insert(id);
        }
        found
    }

    /// The functions of a class, in the order of the module.
    pub fn all(&self, class: ClassId) -> &[FunctionId] {
        self.of.get(&class).map_or(&[], Vec::as_slice)
    }

    /// The first function with the given name and role in the class itself.
    pub fn find(&self, method: Method, name: &str) -> Option<FunctionId> {
        self.named.get(&method)?.get(name).copied()
    }
}
