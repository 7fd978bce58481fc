//! What C calls the variables of a function.

use std::collections::HashMap;

use super::{Companions, Setting, Variable, temps};
use crate::base::ArenaMap;
use crate::emit::c;
use crate::emit::demand::LocalParts;
use crate::emit::lir;
use crate::emit::names::Namer;
use crate::emit::symbols::Symbols;
use crate::emit::types::element_type;
use crate::emit::views::{Base, ViewValue, packed_strides};
use crate::tir::{Function, LocalId};
use crate::ty::{Memoryview, Ty};

#[derive(Clone, Debug)]
pub struct Naming {
    pub locals: ArenaMap<LocalId, Variable>,
    /// Parameters of extension types whose fields are used: pointers to their structs.
    pub structs: ArenaMap<LocalId, String>,
    /// Borrowed memoryviews of which only elements and extents are used.
    pub peeked: crate::pass::LocalSet,
    pub namer: Namer,
    /// Of a region's function.
    pub companions: Companions,
    /// Kernels: which extents and strides are declared, and what they are called.
    pub flat: HashMap<LocalId, FlatView>,
    /// Views of the current region of which only a part is mapped: the row in the map list.
    pub parts: HashMap<LocalId, c::Expr>,
    /// What is declared where iterations run at once, by the name that it asks for, the first and further ones: blocks that do not meet
    /// have the same names.
    pub of_lanes: HashMap<(String, usize), String>,
}

/// The variables of a view's parts in a kernel.
#[derive(Clone, Debug)]
pub struct FlatView {
    pub pointer: Variable,
    pub extents: Vec<Option<Variable>>,
    pub strides: Vec<Option<Variable>>,
}

impl Naming {
    pub fn new(namer: Namer) -> Naming {
        Naming {
            locals: ArenaMap::default(),
            structs: ArenaMap::default(),
            peeked: crate::pass::LocalSet::default(),
            namer,
            companions: Companions::default(),
            flat: HashMap::new(),
            parts: HashMap::new(),
            of_lanes: HashMap::new(),
        }
    }

    /// Names the locals of a function. The user's names first: temporaries give way.
    pub(super) fn name_locals(
        &mut self,
        function: &Function,
        setting: Setting,
        (shared, mixed): (&ArenaMap<LocalId, LocalId>, &crate::pass::LocalSet),
        parts: &LocalParts,
    ) {
        for temporaries in [false, true] {
            for (id, local) in function.locals.iter() {
                if local.role.is_users() == temporaries {
                    continue;
                }
                if shared.get(id).is_some() || self.locals.get(id).is_some() {
                    continue;
                }
                let wanted = match temporaries {
                    true if mixed.contains(id) && local.ty.is_object() => "_object".to_string(),
                    true if mixed.contains(id) => "_view".to_string(),
                    true => format!("_{}", local.name),
                    false => local.name.to_string(),
                };
                let name = self.fresh(&wanted);
                if let (Setting::Kernel, Ty::Memoryview(view)) = (setting, &local.ty) {
                    self.name_parts(id, &name, view.ndim(), parts);
                }
                self.locals.insert(id, Variable::plain(name));
            }
        }
        for (id, owner) in shared.iter() {
            if !self.is_result(id) {
                let variable = self.variable(*owner).clone();
                self.locals.insert(id, variable);
            }
        }
    }

    /// Names the parts of a view in a kernel, those that it needs.
    fn name_parts(&mut self, id: LocalId, view: &str, ndim: usize, parts: &LocalParts) {
        let parts = parts.get(&id).copied().unwrap_or_default();
        let mut part = |letter: char, axis: usize, is_wanted: bool| {
            is_wanted.then(|| Variable::plain(self.namer.name(&format!("{view}_{letter}{axis}"))))
        };
        let extents = (0..ndim).map(|axis| part('n', axis, parts.has_extent(axis))).collect();
        let strides = (0..ndim).map(|axis| part('s', axis, parts.has_stride(axis))).collect();
        self.flat.insert(id, FlatView { pointer: Variable::plain(view), extents, strides });
    }

    /// What only holds the function's result is the variable of the result.
    pub(super) fn name_results(&mut self, function: &Function) {
        for id in temps::results(function) {
            self.locals.insert(id, Variable::plain("_result"));
        }
    }

    /// A name that nothing else has here.
    pub fn fresh(&mut self, wanted: &str) -> String {
        self.namer.name(wanted)
    }

    /// After a block, the names that are declared in it are free again, except those of labels. So what is written twice has the
    /// same names. `before`: those that were taken when it began.
    pub fn end_block(&mut self, before: Namer, block: &[lir::Stmt]) {
        self.namer = before;
        self.of_lanes.values().for_each(|name| self.namer.reserve(name));
        lir::each(block, &mut |stmt| {
            if let lir::Stmt::Label(label) = stmt {
                self.namer.reserve(label.name());
            }
        });
    }

    /// A name that nothing else has where iterations run at once; `number`: so many there ask for this one before.
    pub fn of_lanes(&mut self, wanted: String, number: usize) -> String {
        let namer = &mut self.namer;
        let key = (wanted, number);
        if let Some(known) = self.of_lanes.get(&key) {
            return known.clone();
        }
        let name = namer.name(&key.0);
        self.of_lanes.insert(key, name.clone());
        name
    }

    /// The C variable of a local that is one.
    pub fn variable(&self, id: LocalId) -> &Variable {
        &self.locals[id]
    }

    /// The variable of a local, as an expression.
    pub fn local(&self, id: LocalId) -> c::Expr {
        self.variable(id).place()
    }

    /// The name of a local's variable, wherever it is held.
    pub fn local_name(&self, id: LocalId) -> &str {
        &self.variable(id).name
    }

    /// Whether a local's variable is that of the function's result.
    pub fn is_result(&self, id: LocalId) -> bool {
        self.locals.get(id).is_some_and(|variable| *variable == Variable::plain("_result"))
    }

    /// Replaces all C variables of a local by others.
    pub fn rename(&mut self, id: LocalId, renamed: impl Fn(&mut Variable)) {
        if let Some(flat) = self.flat.get_mut(&id) {
            let scalars = flat.extents.iter_mut().chain(&mut flat.strides).flatten();
            scalars.chain([&mut flat.pointer]).for_each(&renamed);
        }
        if let Some(name) = self.locals.get_mut(id) {
            renamed(name);
        }
    }
}

impl FlatView {
    pub fn variables(&self, element: c::Type) -> Vec<(c::Type, Variable)> {
        let extents = self.extents.iter().flatten();
        let scalars = extents.chain(self.strides.iter().flatten());
        std::iter::once((element.pointer(), self.pointer.clone()))
            .chain(scalars.map(|variable| (c::Type::named("ptrdiff_t"), variable.clone())))
            .collect()
    }

    pub fn value(&self, symbols: &Symbols, ty: &Memoryview) -> ViewValue {
        let place = |variable: &Option<Variable>| variable.as_ref().map(Variable::place);
        let extents: Vec<_> = self.extents.iter().map(place).collect();
        let mut strides = packed_strides(ty, &extents);
        for (stride, variable) in strides.iter_mut().zip(&self.strides) {
            if let Some(variable) = variable {
                stride.bytes = Some(variable.place());
            }
        }
        ViewValue {
            ty: ty.clone(),
            element: element_type(symbols, ty),
            base: Base::Typed(self.pointer.place()),
            extents,
            strides,
            owner: None,
            whole: None,
        }
    }
}
