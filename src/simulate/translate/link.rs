//! The names of several units, and what each unit means by them.

use std::collections::HashMap;

use super::super::ptx::{Fault, Function, Linkage, Space, Unit, Variable};
use super::UnitFault;

/// A variable of a module, or a shared one of a function.
pub struct Global<'a> {
    pub variable: &'a Variable,
    pub unit: usize,
}

pub struct Code<'a> {
    pub tree: &'a Function,
    pub unit: usize,
    /// Its name in the table of functions.
    pub name: String,
}

/// What a name of a unit means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// An index of `Program::globals`.
    Global(usize),
    /// An offset in the block's shared memory.
    Shared(u64),
    /// After all other shared memory.
    DynamicShared,
    /// An index of `Program::functions`.
    Function(usize),
    /// `vprintf`, `malloc` and others that no unit defines.
    Library(&'static str),
}

pub struct Program<'a> {
    pub units: &'a [Unit],
    pub globals: Vec<Global<'a>>,
    pub functions: Vec<Code<'a>>,
    names: Vec<HashMap<&'a str, Meaning>>,
    /// Shared variables declared in a body, by function and name.
    inner: HashMap<(usize, &'a str), u64>,
    /// Bytes of shared memory for the variables of the units.
    pub shared_size: u64,
    /// And including those in each function's body.
    pub inner_size: Vec<u64>,
}

const LIBRARY: [&str; 5] = ["vprintf", "malloc", "free", "__assertfail", "__nvvm_reflect"];

impl<'a> Program<'a> {
    pub fn link(units: &'a [Unit]) -> Result<Program<'a>, UnitFault> {
        let mut program = Program {
            units,
            globals: Vec::new(),
            functions: Vec::new(),
            names: vec![HashMap::new(); units.len()],
            inner: HashMap::new(),
            shared_size: 0,
            inner_size: Vec::new(),
        };
        let mut shared: HashMap<&str, Meaning> = HashMap::new();
        program.define(units, &mut shared)?;
        program.resolve(units, &shared)?;
        program.place_inner();
        Ok(program)
    }

    /// Collects each definition; weak and common ones only once.
    fn define(&mut self, units: &'a [Unit], common: &mut HashMap<&'a str, Meaning>) -> Result<(), UnitFault> {
        for (index, unit) in units.iter().enumerate() {
            for variable in &unit.variables {
                let name = variable.name.as_str();
                let is_dynamic = variable.space == Space::Shared && variable.size.is_none();
                if variable.linkage == Linkage::Extern && !is_dynamic {
                    continue;
                }
                if merges(variable.linkage)
                    && let Some(known) = common.get(name)
                {
                    self.names[index].insert(name, *known);
                    continue;
                }
                let meaning = self.place(variable, index)?;
                self.announce(common, index, name, variable.linkage, meaning, variable.line)?;
            }
            for function in &unit.functions {
                let name = function.name.as_str();
                if function.body.is_none() {
                    continue;
                }
                if merges(function.linkage)
                    && let Some(known) = common.get(name)
                {
                    self.names[index].insert(name, *known);
                    continue;
                }
                let meaning = Meaning::Function(self.functions.len());
                self.functions.push(Code { tree: function, unit: index, name: function.name.clone() });
                self.announce(common, index, name, function.linkage, meaning, function.line)?;
            }
        }
        Ok(())
    }

    fn place(&mut self, variable: &'a Variable, unit: usize) -> Result<Meaning, UnitFault> {
        let fault =
            |message: String| UnitFault { unit: Some(unit), fault: Fault::new(variable.line, message) };
        match (variable.space, variable.size) {
            (Space::Shared, None) => Ok(Meaning::DynamicShared),
            (Space::Shared, Some(size)) => {
                let at = self.shared_size.next_multiple_of(variable.alignment);
                self.shared_size = at + size;
                Ok(Meaning::Shared(at))
            }
            (Space::Global | Space::Constant, Some(_)) => {
                self.globals.push(Global { variable, unit });
                Ok(Meaning::Global(self.globals.len() - 1))
            }
            (Space::Local, _) => {
                Err(fault(format!("`{}` is a local variable outside of a function", variable.name)))
            }
            _ => Err(fault(format!("`{}` has no size", variable.name))),
        }
    }

    fn announce(
        &mut self,
        common: &mut HashMap<&'a str, Meaning>,
        unit: usize,
        name: &'a str,
        linkage: Linkage,
        meaning: Meaning,
        line: usize,
    ) -> Result<(), UnitFault> {
        let twice = || {
            let fault = Fault::new(line, format!("`{name}` is defined twice"));
            UnitFault { unit: Some(unit), fault }
        };
        if self.names[unit].insert(name, meaning).is_some() {
            return Err(twice());
        }
        if linkage == Linkage::Internal {
            return Ok(());
        }
        match common.insert(name, meaning) {
            Some(known) if known != meaning && !merges(linkage) => Err(twice()),
            _ => Ok(()),
        }
    }

    /// A name that is only declared belongs to another unit, or to the library. One that is defined nowhere is
    /// an error at its use.
    fn resolve(&mut self, units: &'a [Unit], common: &HashMap<&'a str, Meaning>) -> Result<(), UnitFault> {
        for (index, unit) in units.iter().enumerate() {
            let variables = unit.variables.iter().map(|variable| variable.name.as_str());
            let functions = unit.functions.iter().map(|function| function.name.as_str());
            for name in variables.chain(functions) {
                if self.names[index].contains_key(name) {
                    continue;
                }
                let library =
                    || LIBRARY.iter().find(|known| **known == name).map(|name| Meaning::Library(name));
                if let Some(meaning) = common.get(name).copied().or_else(library) {
                    self.names[index].insert(name, meaning);
                }
            }
            for (name, target, line) in &unit.aliases {
                let Some(meaning) = self.names[index].get(target.as_str()).copied() else {
                    let fault = Fault::new(*line, format!("`{target}` is not defined"));
                    return Err(UnitFault { unit: Some(index), fault });
                };
                self.names[index].insert(name, meaning);
            }
        }
        Ok(())
    }

    fn place_inner(&mut self) {
        for index in 0..self.functions.len() {
            let mut end = self.shared_size;
            let body = self.functions[index].tree.body.as_ref();
            for variable in body.iter().flat_map(|body| &body.variables) {
                if variable.space == Space::Shared {
                    let at = end.next_multiple_of(variable.alignment);
                    end = at + variable.size.unwrap_or(0);
                    self.inner.insert((index, &variable.name), at);
                }
            }
            self.inner_size.push(end);
        }
        // Functions that kernels call keep their variables apart from the kernels'.
        let mut base = self.shared_size;
        for index in 0..self.functions.len() {
            let own = self.inner_size[index] - self.shared_size;
            if self.functions[index].tree.is_kernel || own == 0 {
                continue;
            }
            let shift = (base - self.shared_size).next_multiple_of(128);
            self.shift_inner(index, shift);
            base = self.inner_size[index];
        }
        let shift = (base - self.shared_size).next_multiple_of(128);
        for index in 0..self.functions.len() {
            if self.functions[index].tree.is_kernel && base > self.shared_size {
                self.shift_inner(index, shift);
            }
        }
    }

    fn shift_inner(&mut self, index: usize, shift: u64) {
        self.inner_size[index] += shift;
        for ((function, _), at) in &mut self.inner {
            if *function == index {
                *at += shift;
            }
        }
    }

    /// What a name means in a function.
    pub fn meaning(&self, function: usize, name: &str) -> Option<Meaning> {
        let inner = self.inner.get(&(function, name)).map(|at| Meaning::Shared(*at));
        inner.or_else(|| self.in_unit(self.functions[function].unit, name))
    }

    pub fn in_unit(&self, unit: usize, name: &str) -> Option<Meaning> {
        self.names[unit].get(name).copied()
    }
}

fn merges(linkage: Linkage) -> bool {
    matches!(linkage, Linkage::Weak | Linkage::Common)
}
