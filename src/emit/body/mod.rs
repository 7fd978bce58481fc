//! The body of a C function: statements and expressions of the TIR, in a kernel or in the glue.

mod check;
mod companions;
mod declare;
mod expr;
mod frame;
mod gil;
mod guards;
mod iterations;
mod kernels;
mod last;
mod loops;
mod members;
mod object;
mod parallel;
mod stmt;
mod stopping;
mod team;
mod temps;
mod threads;
mod tiles;
mod tried;
mod unpacked;
mod view;

use std::collections::{HashMap, HashSet};

use super::c;
use super::demand::LocalParts;
use super::lir::{self, Label};
use super::names::Namer;
use super::placement::Convention;
use super::types::{c_type, element_type};
use super::unit::{Site, Tables, Unit};
use super::views::ViewValue;
use crate::base::{ArenaMap, StmtId};
use crate::pass::LocalSet;
use crate::source::Span;
use crate::tir::{Function, FunctionId, FunctionKind, GlobalId, LocalId, LocalRole, Stmt, StmtKind};
use crate::ty::{Memoryview, Ty};

pub(crate) use crate::tir::ends_elsewhere;
pub use companions::Companions;
pub use declare::{Code, Declarations};
pub use frame::{CAPTURED, FRAME, Holder, Variable};
pub use iterations::Leaving;
pub use kernels::{DataClause, DeviceClauses, RegionCode, Spread};
pub(crate) use object::{BASE, TABLE};
pub use stmt::{begin_gil, clear_view, done, end_gil, end_nogil};
use tried::Way;
pub use tried::{Finally, Handling};
pub use unpacked::Unpacked;

/// Where the code is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// In `m.c`: views are structs, errors become Python exceptions at the label `failed`.
    Glue,
    /// In `m.kernels.c`: views are pointers and scalars, errors go into a record.
    Kernel,
}

/// Where a failure goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failing {
    /// To the function's cleanup.
    Cleanup,
    /// Out of the function, with -1.
    Status,
    /// Out of a function of the kernels' file that reports no errors (`noexcept`), with zero and a note for the host to
    /// print.
    Dropped,
    /// To the end of an iteration of a parallel loop, which has this label.
    Iteration(Label),
}

/// A block that `break` and `continue` must leave properly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opened {
    /// The GIL is released.
    Nogil,
    /// The GIL is taken again inside a block that released it.
    WithGil,
    /// The GIL is taken in a function that runs without it: the variable that holds its state.
    Ensured(String),
    /// A data context.
    Scope(Scope),
    /// The body of a `finally`.
    Finally(Finally),
    /// An iteration of a parallel loop of the host, or the block of a team.
    Iterations(Leaving),
    /// A handler while its exception is being handled.
    Handling(Handling),
    /// A loop: jumps end here. The flag that notes a `break`, if there is an `else`; the label to which `continue`
    /// goes, if the iteration has something to do at its end. Sums and products of iterations that may be in any order.
    Loop { broke: Option<c::Expr>, end: Option<Label>, any_order: LocalSet },
}

/// An open data context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The scope variable.
    pub name: String,
    pub span: Span,
    pub held: Vec<Held>,
    /// See [`crate::offload::ContextPlan::given_up`].
    pub given_up: Vec<LocalId>,
}

/// A view that holds an entry's data while the user's name is bound to other data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    pub name: String,
    pub ndim: usize,
    pub local: LocalId,
}

/// What the function around the body must declare for the body.
#[derive(Clone, Debug, Default)]
pub struct Needs {
    pub error: bool,
    pub line: bool,
    pub nogil: bool,
    pub scopes: Vec<Scope>,
    /// GIL states, of functions that take the GIL.
    pub gil_states: Vec<String>,
    pub handlings: Vec<Handling>,
    /// The scopes and handlings that may be open when the body being written fails. Those inside a `try` in it end
    /// there.
    pub open_scopes: Vec<Scope>,
    pub open_handlings: Vec<Handling>,
    /// For a generator: variables beside those of the function that its frame must hold.
    pub frame: Vec<(&'static str, String)>,
    /// For a generator: how many places it can wait at.
    pub waits: usize,
}

/// The emitted code's own variables.
const OURS: &[&str] = &[
    "_args",
    frame::CAPTURED,
    "_chunksize",
    "_device",
    "_error",
    "_frame",
    "_generator",
    "_keywords",
    "_line",
    "_module",
    "_nargs",
    "_nogil",
    "_none",
    "_num_teams",
    "_num_threads",
    "_own",
    "_owned",
    "_result",
    "_state",
    "_status",
    "_thread_limit",
    "_use_threads",
    "_value",
    "_values",
];

pub struct Body<'b, 'u, 'a> {
    pub unit: &'u Unit<'a>,
    pub tables: &'b mut Tables,
    pub id: FunctionId,
    pub function: &'a Function,
    pub setting: Setting,
    /// The name of a global here, if a region has it as a parameter.
    pub globals: HashMap<GlobalId, String>,
    pub names: ArenaMap<LocalId, Variable>,
    /// Parameters of extension types whose fields are used: pointers to their structs.
    pub structs: ArenaMap<LocalId, String>,
    pub namer: Namer,
    /// Of a region's function.
    pub companions: Companions,
    /// Kernels: which extents and strides are declared, and what they are called.
    pub flat: HashMap<LocalId, FlatView>,
    pub out: lir::Code,
    /// Views of the current region of which only a part is mapped: the row in the map list.
    pub parts: HashMap<LocalId, c::Expr>,
    /// Where failures go that leave the function, or the innermost `try` or block that takes the GIL.
    pub failed: Label,
    /// How many labels of blocks there are.
    block_labels: u32,
    pub declarations: Declarations,
    pub failing: Failing,
    /// Bounds checks that have passed and still hold: nothing that they test has changed since.
    pub checked: Vec<(c::Expr, c::Expr, bool)>,
    /// Owned locals that live in an inner block, which releases them.
    pub inner_owned: LocalSet,
    pub opened: Vec<Opened>,
    /// The variables are fields of a generator's frame.
    pub in_frame: bool,
    /// A `return` may find the result of an earlier one that did not leave the function.
    pub returns_twice: bool,
    pub needs: Needs,
    /// Inside a parallel loop: loops nested further are plain loops.
    pub in_parallel_loop: bool,
    /// In an iteration that a team runs: parallel loops are for its threads.
    pub in_team_s_iteration: bool,
    /// Inside `parallel`: a loop shares the existing team.
    pub in_team: bool,
    /// What is declared before the team: variables that its threads share.
    shared_by_team: lir::Block,
    /// The record of an iteration that handles failures itself.
    own_error: Option<String>,
    /// What the bodies of `try` in the current code mention of the GIL and of error records.
    mentioned: HashSet<String>,
    /// For each `try`, the temporaries that a failure in its body may leave filled.
    made: HashMap<StmtId, LocalSet>,
    /// The ways out of each `try`, in and outside of loops.
    ways: HashMap<(StmtId, bool), Vec<Way>>,
    /// Inside a region that may fail: whether a kernel so far may have failed. After it, later ones do nothing.
    pub earlier_failure: Option<bool>,
    /// The clauses, while the device's version of a region is written.
    pub device: Option<DeviceClauses>,
    /// The region being written.
    pub region: Option<RegionCode<'a>>,
    /// In code that one thread of a device runs.
    pub in_serial: bool,
    /// On the host there is a loop around the current kernel in which a kernel may fail.
    pub in_failing_loop: bool,
    /// Variables of a region that are declared outside its kernels, except parameters.
    pub host_locals: LocalSet,
}

/// The variables of a view's parts in a kernel.
#[derive(Clone, Debug)]
pub struct FlatView {
    pub pointer: Variable,
    pub extents: Vec<Option<Variable>>,
    pub strides: Vec<Option<Variable>>,
}

impl<'b, 'u, 'a> Body<'b, 'u, 'a> {
    pub fn new(
        unit: &'u Unit<'a>,
        tables: &'b mut Tables,
        id: FunctionId,
        setting: Setting,
        parts: &LocalParts,
    ) -> Body<'b, 'u, 'a> {
        let module: &'a crate::tir::Module = unit.module;
        let function = &module.functions[id];
        let convention = unit.placement.convention(id);
        let contained = gil::contained(function, convention);
        let failing = match (setting, convention) {
            (Setting::Glue, Convention::Record) if needs_no_cleanup(function, contained.as_ref()) => {
                Failing::Status
            }
            (Setting::Glue, _) => Failing::Cleanup,
            (Setting::Kernel, Convention::Plain) => Failing::Dropped,
            (Setting::Kernel, _) => Failing::Status,
        };
        let mut body = Body {
            unit,
            tables,
            id,
            function,
            setting,
            globals: HashMap::new(),
            names: ArenaMap::default(),
            structs: ArenaMap::default(),
            namer: unit.symbols.namer.inside(),
            companions: Companions::default(),
            flat: HashMap::new(),
            out: lir::Code::default(),
            parts: HashMap::new(),
            failed: Label::named("failed"),
            block_labels: 0,
            declarations: Declarations::default(),
            failing,
            checked: Vec::new(),
            inner_owned: contained.unwrap_or_default(),
            opened: Vec::new(),
            in_frame: false,
            returns_twice: tried::may_return_twice(function),
            needs: Needs::default(),
            in_parallel_loop: false,
            in_team_s_iteration: false,
            in_team: false,
            shared_by_team: Vec::new(),
            own_error: None,
            mentioned: HashSet::new(),
            made: HashMap::new(),
            ways: HashMap::new(),
            earlier_failure: None,
            device: None,
            region: None,
            in_serial: false,
            in_failing_loop: false,
            host_locals: LocalSet::default(),
        };
        OURS.iter().for_each(|name| body.namer.reserve(name));
        body.name_locals(parts);
        body
    }

    fn name_locals(&mut self, parts: &LocalParts) {
        let function = self.function;
        if self.setting == Setting::Glue && function.result.is_object() && !self.returns_twice {
            for id in temps::results(function) {
                self.names.insert(id, Variable::plain("_result"));
            }
        }
        let (shared, mixed) = match self.setting {
            Setting::Glue => {
                let temporaries = temps::temporaries(function);
                self.made = temporaries.made;
                (temporaries.shared, temporaries.mixed)
            }
            Setting::Kernel => Default::default(),
        };
        self.name_objects();
        // The user's names first: temporaries give way.
        for temporaries in [false, true] {
            for (id, local) in function.locals.iter() {
                if (local.role == LocalRole::Temp) != temporaries {
                    continue;
                }
                if shared.get(id).is_some() || self.names.get(id).is_some() {
                    continue;
                }
                let wanted = match temporaries {
                    true if mixed.contains(id) && local.ty.is_object() => "_object".to_string(),
                    true if mixed.contains(id) => "_view".to_string(),
                    true => format!("_{}", local.name),
                    false => local.name.to_string(),
                };
                let name = self.namer.name(&wanted);
                if let (Setting::Kernel, Ty::Memoryview(view)) = (self.setting, &local.ty) {
                    let parts = parts.get(&id).copied().unwrap_or_default();
                    let mut part = |letter: char, axis: usize, is_wanted: bool| {
                        is_wanted.then(|| Variable::plain(self.namer.name(&format!("{name}_{letter}{axis}"))))
                    };
                    let axes = 0..view.ndim();
                    let extents = axes.clone().map(|axis| part('n', axis, parts.has_extent(axis))).collect();
                    let strides = axes.map(|axis| part('s', axis, parts.has_stride(axis))).collect();
                    let pointer = Variable::plain(name.clone());
                    self.flat.insert(id, FlatView { pointer, extents, strides });
                }
                self.names.insert(id, Variable::plain(name));
            }
        }
        for (id, owner) in shared.iter() {
            if self.is_result(id) {
                continue;
            }
            let variable = self.variable(*owner).clone();
            self.names.insert(id, variable);
        }
    }

    /// The C variable of a local that is one.
    pub fn variable(&self, id: LocalId) -> &Variable {
        &self.names[id]
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
        self.names.get(id).is_some_and(|variable| *variable == Variable::plain("_result"))
    }

    /// The C type of a local that is one C variable.
    pub fn local_type(&self, id: LocalId) -> c::Type {
        c_type(&self.unit.symbols, &self.function.locals[id].ty)
    }

    /// The C variables that a local is made of, with their types.
    pub fn variables(&self, id: LocalId) -> Vec<(c::Type, Variable)> {
        match (self.flat.get(&id), &self.function.locals[id].ty) {
            (Some(flat), Ty::Memoryview(view)) => flat.variables(element_type(&self.unit.symbols, view)),
            _ => vec![(self.local_type(id), self.variable(id).clone())],
        }
    }

    /// The names of a local's C variables, with their types, where they are declared.
    pub fn declared_names(&self, id: LocalId) -> Vec<(c::Type, String)> {
        self.variables(id).into_iter().map(|(ty, variable)| (ty, variable.name)).collect()
    }

    /// Replaces all C variables of a local by others.
    pub fn rename(&mut self, id: LocalId, renamed: impl Fn(&mut Variable)) {
        if let Some(flat) = self.flat.get_mut(&id) {
            let scalars = flat.extents.iter_mut().chain(&mut flat.strides).flatten();
            scalars.chain([&mut flat.pointer]).for_each(&renamed);
        }
        if let Some(name) = self.names.get_mut(id) {
            renamed(name);
        }
    }

    /// A label that a block declares as its own.
    pub(crate) fn block_label(&mut self, name: &str) -> Label {
        self.block_labels += 1;
        Label::of_block(name, self.block_labels)
    }

    /// What is emitted next is there for the line of a place.
    pub fn place_of(&mut self, span: Span) {
        self.out.at(self.unit.place(span));
    }

    /// The error record, as a pointer.
    pub fn error(&mut self) -> c::Expr {
        self.needs.error |= self.own_error.is_none();
        let record = |name: &str| c::Expr::address(c::Expr::name(name));
        match (self.setting, self.convention(), &self.own_error) {
            _ if self.failing == Failing::Dropped => record("_own"),
            (_, _, Some(own)) => record(own),
            (Setting::Glue, Convention::Python | Convention::Plain, _) => record("_error"),
            _ => c::Expr::name("_error"),
        }
    }

    /// The name of a function of the module as it is called here.
    pub fn callee_name(&self, callee: FunctionId) -> String {
        let symbols = &self.unit.symbols;
        let host = symbols.host_versions.get(callee).filter(|_| self.setting == Setting::Glue);
        host.unwrap_or_else(|| &symbols.functions[callee]).clone()
    }

    /// The type of the C result; the module's statements have none.
    pub fn result(&self) -> Ty {
        match self.function.kind {
            FunctionKind::Init => Ty::Void,
            _ => self.function.result.clone(),
        }
    }

    pub fn convention(&self) -> Convention {
        self.unit.placement.convention(self.id)
    }

    pub fn site(&mut self, span: Span, variable: Option<&str>) -> c::Expr {
        self.tables.site(Site {
            function: self.function.name.to_string(),
            line: self.unit.line(span),
            variable: variable.map(str::to_string),
            exception: None,
            message: None,
            file: self.unit.other_file(span),
        })
    }

    pub fn block(&mut self, block: &'a [Stmt]) {
        match self.is_teams(block) {
            true => self.team_block(block, false),
            false => self.block_with(block, |_, _| ()),
        }
    }

    /// `before` writes what precedes each statement; its argument is the statement's index.
    fn block_with(&mut self, block: &'a [Stmt], mut before: impl FnMut(&mut Self, usize)) {
        self.checked.clear();
        let mut index = 0;
        while index < block.len() {
            before(self, index);
            if !keeps_checks(&block[index]) {
                self.checked.clear();
            }
            self.declare_before(block, index);
            let run = block[index..].iter().map_while(|stmt| self.released(stmt)).collect::<lir::Block>();
            if run.is_empty() {
                self.stmt(&block[index]);
            } else {
                index += run.len() - 1;
                self.place_of(block[index].span);
                self.out.joined(run);
            }
            index += 1;
        }
        self.checked.clear();
    }

    pub fn flat_value(&self, id: LocalId, ty: &Memoryview) -> Option<ViewValue> {
        self.flat.get(&id).map(|flat| flat.value(&self.unit.symbols, ty))
    }
}

/// Leaves a context after a failure.
pub(crate) fn leave_failed(scope: &str) -> lir::Stmt {
    let arguments = vec![c::Expr::address(c::Expr::name(scope)), c::Expr::bool(true)];
    lir::Stmt::call("offcy_leave", arguments)
}

/// Whether what was checked before a statement still holds after it: it assigns no variable.
fn keeps_checks(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Check(_) => true,
        StmtKind::Assign { place, .. } => matches!(place.kind, crate::tir::ExprKind::Element { .. }),
        _ => false,
    }
}

/// Whether a function can be left without releasing anything; what blocks that take the GIL hold does not count.
fn needs_no_cleanup(function: &Function, contained: Option<&LocalSet>) -> bool {
    let is_left = |id| contained.is_some_and(|contained| !contained.contains(id));
    contained.is_some()
        && function.regions.is_empty()
        && function.contexts.is_empty()
        && !function.locals.iter().any(|(id, _)| function.is_owned(id) && is_left(id))
}

impl FlatView {
    pub fn variables(&self, element: c::Type) -> Vec<(c::Type, Variable)> {
        let extents = self.extents.iter().flatten();
        let scalars = extents.chain(self.strides.iter().flatten());
        std::iter::once((element.pointer(), self.pointer.clone()))
            .chain(scalars.map(|variable| (c::Type::named("ptrdiff_t"), variable.clone())))
            .collect()
    }

    pub fn value(&self, symbols: &super::symbols::Symbols, ty: &Memoryview) -> ViewValue {
        let place = |variable: &Option<Variable>| variable.as_ref().map(Variable::place);
        let extents: Vec<_> = self.extents.iter().map(place).collect();
        let mut strides = super::views::packed_strides(ty, &extents);
        for (stride, variable) in strides.iter_mut().zip(&self.strides) {
            if let Some(variable) = variable {
                stride.bytes = Some(variable.place());
            }
        }
        ViewValue {
            ty: ty.clone(),
            element: element_type(symbols, ty),
            base: super::views::Base::Typed(self.pointer.place()),
            extents,
            strides,
            owner: None,
            whole: None,
        }
    }
}
