//! The body of a C function: statements and expressions of the TIR, in a kernel or in the glue.

mod check;
mod companions;
mod declare;
mod events;
mod exits;
mod expr;
mod frame;
mod gil;
mod guards;
mod iterations;
mod kernels;
mod lanes;
mod last;
mod loops;
mod members;
mod naming;
mod object;
mod parallel;
mod pointed;
mod stmt;
mod stopping;
mod team;
mod temps;
mod threads;
mod tiles;
mod touches;
mod tried;
mod unpacked;
mod view;

use super::c;
use super::demand::LocalParts;
use super::lir;
use super::placement::Convention;
use super::types::{c_type, element_type};
use super::unit::{Site, Tables, Unit};
use super::views::ViewValue;
use crate::pass::LocalSet;
use crate::source::Span;
use crate::tir::{Function, FunctionId, FunctionKind, LocalId, Stmt, StmtKind};
use crate::ty::{Memoryview, Ty};

pub(crate) use crate::tir::ends_elsewhere;
pub use companions::Companions;
pub use declare::Declarations;
use exits::Exits;
pub use frame::{CAPTURED, FRAME, Holder, Variable};
pub use kernels::{DataClause, DeviceClauses, Kernels, RegionCode, Spread};
pub use naming::Naming;
pub(crate) use object::{BASE, TABLE};
pub use stmt::{begin_gil, clear_view, done, end_gil, end_nogil, failed};
use team::Threads;
pub use touches::Code;
pub use tried::Handling;
pub use unpacked::Unpacked;

/// Where the code is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// In `m.c`: views are structs, errors become Python exceptions at the label `failed`.
    Glue,
    /// In `m.kernels.c`: views are pointers and scalars, errors go into a record.
    Kernel,
}

/// How a function is left after a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failing {
    /// By its cleanup.
    Cleanup,
    /// With -1.
    Status,
    /// A function of the kernels' file that reports no errors (`noexcept`) gives zero, and a note for the host to
    /// print.
    Dropped,
}

/// What is open around the code that is being written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opened {
    /// The GIL is released.
    Nogil,
    /// The GIL is taken again inside a block that released it.
    WithGil,
    /// The GIL is taken in a function that runs without it.
    Ensured,
    /// A data context.
    Scope(Scope),
    /// The body of a `finally`, or of a block that takes its ways out at its end.
    Finally,
    /// An iteration of a parallel loop of the host, or the block of a team; what it returns goes to this variable.
    Iterations(String),
    /// A handler while its exception is being handled.
    Handling(Handling),
    /// A loop. Sums and products of its iterations that may be in any order.
    Loop { any_order: LocalSet },
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
    /// Profilers see calls of the function; `true`: what traces lines does, too.
    pub events: Option<bool>,
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
    /// For a generator: it waits while it handles an exception.
    pub waits_in_handler: bool,
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
    pub naming: Naming,
    pub out: lir::Code,
    pub exits: Exits,
    pub declarations: Declarations,
    /// Bounds checks that have passed and still hold: nothing that they test has changed since.
    checked: Vec<(c::Expr, c::Expr, bool)>,
    /// Owned locals that live in an inner block, which releases them.
    pub inner_owned: LocalSet,
    /// The variables are fields of a generator's frame.
    pub in_frame: bool,
    pub needs: Needs,
    pub threads: Threads,
    pub kernels: Kernels<'a>,
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
            naming: Naming::new(unit.symbols.namer.inside()),
            out: lir::Code::default(),
            exits: Exits::new(failing, tried::may_return_twice(function)),
            declarations: Declarations::default(),
            checked: Vec::new(),
            inner_owned: contained.unwrap_or_default(),
            in_frame: false,
            needs: Needs::default(),
            threads: Threads::default(),
            kernels: Kernels::default(),
        };
        OURS.iter().chain(events::names(function)).for_each(|name| body.naming.namer.reserve(name));
        body.name_locals(parts);
        body
    }

    fn name_locals(&mut self, parts: &LocalParts) {
        let function = self.function;
        let (mut shared, mut mixed) = Default::default();
        if self.setting == Setting::Glue {
            if function.result.is_object() && !self.exits.returns_twice {
                self.naming.name_results(function);
            }
            let temporaries = temps::temporaries(function);
            (shared, mixed) = (temporaries.shared, temporaries.mixed);
            self.exits.made = temporaries.made;
            self.naming.name_objects(function);
        }
        self.naming.name_locals(function, self.setting, (&shared, &mixed), parts);
    }

    /// The C type of a local that is one C variable.
    pub fn local_type(&self, id: LocalId) -> c::Type {
        c_type(&self.unit.symbols, &self.function.locals[id].ty)
    }

    /// The C variables that a local is made of, with their types.
    pub fn variables(&self, id: LocalId) -> Vec<(c::Type, Variable)> {
        match (self.naming.flat.get(&id), &self.function.locals[id].ty) {
            (Some(flat), Ty::Memoryview(view)) => flat.variables(element_type(&self.unit.symbols, view)),
            _ => vec![(self.local_type(id), self.naming.variable(id).clone())],
        }
    }

    /// The names of a local's C variables, with their types, where they are declared.
    pub fn declared_names(&self, id: LocalId) -> Vec<(c::Type, String)> {
        self.variables(id).into_iter().map(|(ty, variable)| (ty, variable.name)).collect()
    }

    /// What is emitted next is there for the line of a place.
    pub fn place_of(&mut self, span: Span) {
        self.out.at(self.unit.place(span));
    }

    /// The error record, as a pointer.
    pub fn error(&mut self) -> c::Expr {
        self.needs.error |= self.exits.own_error.is_none();
        let record = |name: &str| self.lent(c::Expr::name(name));
        match (self.setting, self.convention(), &self.exits.own_error) {
            _ if self.drops_errors() => record("_own"),
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
        self.naming.flat.get(&id).map(|flat| flat.value(&self.unit.symbols, ty))
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
