//! Which C methods the classes of a module have, by name. Each call looks them up.

use std::collections::{HashMap, HashSet};

use super::{ClassId, Function, FunctionId, FunctionKind, Method, MethodRole, Module};
use crate::base::{IdxSet, Name};

/// What [`Module::index_methods`] found. Functions that are added later are not in it.
#[derive(Clone, Debug, Default)]
pub struct Methods {
    named: HashMap<Name, Named>,
    /// The classes that inherit from a class directly.
    heirs: HashMap<ClassId, Vec<ClassId>>,
}

/// The methods of one name.
#[derive(Clone, Debug, Default)]
struct Named {
    /// C methods that a class defines itself.
    own: HashMap<ClassId, FunctionId>,
    /// C functions that read a property of a foreign class.
    getters: HashMap<ClassId, FunctionId>,
    /// Functions that choose between methods, one for each number of arguments and specialisation.
    choices: HashMap<Method, Vec<FunctionId>>,
    /// The classes with an heir that defines such a method itself.
    overridden: HashSet<ClassId>,
}

impl Methods {
    fn of(module: &Module) -> Methods {
        let mut methods = Methods::default();
        for (id, class) in module.classes.iter() {
            if let Some(base) = class.base {
                methods.heirs.entry(base).or_default().push(id);
            }
        }
        for (id, function) in module.functions.iter() {
            methods.add(module, id, function);
        }
        methods
    }

    fn add(&mut self, module: &Module, id: FunctionId, function: &Function) {
        let Some(method) = function.method else { return };
        let named = self.named.entry(function.name.clone()).or_default();
        match method.role {
            MethodRole::Instance | MethodRole::Static if function.kind != FunctionKind::Def => {
                named.own.entry(method.class).or_insert(id);
                let mut base = module.classes[method.class].base;
                while let Some(class) = base
                    && named.overridden.insert(class)
                {
                    base = module.classes[class].base;
                }
            }
            MethodRole::Getter if function.kind == FunctionKind::Cdef => {
                named.getters.entry(method.class).or_insert(id);
            }
            MethodRole::Dispatcher | MethodRole::Open => named.choices.entry(method).or_default().push(id),
            _ => {}
        }
    }
}

impl Module {
    /// Determines which methods there are. Must be called after functions have been added or renumbered.
    pub(super) fn index_methods(&mut self) {
        self.methods = Methods::of(self);
    }

    /// The C method of a name that a class defines itself.
    pub(super) fn own_method(&self, class: ClassId, name: &str) -> Option<FunctionId> {
        self.methods.named.get(name)?.own.get(&class).copied()
    }

    /// The C function that reads a property of a class itself.
    pub(super) fn own_getter(&self, class: ClassId, name: &str) -> Option<FunctionId> {
        self.methods.named.get(name)?.getters.get(&class).copied()
    }

    /// Whether a subclass of a class has its own C method of a name.
    pub(super) fn is_overridden(&self, class: ClassId, name: &str) -> bool {
        self.methods.named.get(name).is_some_and(|named| named.overridden.contains(&class))
    }

    /// The function that chooses between the methods that `called` may be, for this number of arguments
    /// including the object.
    pub(super) fn choice(&self, method: Method, called: &Function, takes: usize) -> Option<FunctionId> {
        let key = |function: &Function| function.specialisation.as_ref().map(|one| one.key.clone());
        let mut choices = self.methods.named.get(&called.name)?.choices.get(&method)?.iter().copied();
        choices.find(|&id| {
            let function = &self.functions[id];
            function.params.len() == takes && key(function) == key(called)
        })
    }

    /// The classes that inherit from a class, in the order of the module.
    pub(super) fn heirs(&self, class: ClassId) -> Vec<ClassId> {
        // A cycle is reported at its declaration.
        let mut seen = IdxSet::default();
        seen.insert(class);
        let mut open = vec![class];
        let mut heirs = Vec::new();
        while let Some(class) = open.pop() {
            let direct = self.methods.heirs.get(&class).into_iter().flatten().copied();
            let direct = direct.filter(|&heir| seen.insert(heir));
            heirs.extend(direct.inspect(|&heir| open.push(heir)));
        }
        heirs.sort();
        heirs
    }
}
