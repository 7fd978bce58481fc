//! Random regions that use pointers which their function allocates, or gets from functions that do: what the clause of the region
//! says of their elements must be there, and must be enough.

use std::fmt::Write;

use offcy::tir::{
    Callee, Expr, ExprKind, Function, FunctionId, LocalId, Module, Op, Stmt, StmtKind, allocation,
};
use offcy::ty::Ty;

use crate::check::world;
use crate::generate::Random;
use crate::interpret::{Machine, World};
use crate::pointers;

const SIZES: [&str; 10] =
    ["M", "N", "M * N", "M * N", "M + N", "M + 1", "2 * M", "p + 2", "M * N + p", "N * (M + 1)"];

const LIBRARY: &str = "
cdef extern from \"stdlib.h\" nogil:
    void* malloc(size_t size)
    void* calloc(size_t count, size_t size)
    void free(void* memory)

cdef extern from *:
    ctypedef class numpy.ndarray [object Array]:
        cdef char* data

";

/// A module whose function `f` holds one region. Functions `g0`, `g1` call it, unless it allocates for itself.
pub fn program(random: &mut Random) -> String {
    let int = random.pick(&["int", "Py_ssize_t"]);
    let mut text = "# cython: boundscheck=False, wraparound=False, cdivision=True\n".to_string();
    text += "from cython.parallel import parallel, prange\n";
    text += LIBRARY;
    text += pointers::CALLEES;
    let given = format!("int[::1] idx, {int} M, {int} N, int p");
    let variables = format!("    cdef {int} i, j\n    cdef double x\n    cdef double* R\n");
    if random.chance(30) {
        let _ = write!(text, "cdef int f({given}) except -1 nogil:\n{variables}");
        text += &allocated(random, ["P", "Q"]);
        text = pointers::region(random, text);
        return text + "    free(P)\n    free(Q)\n";
    }
    let _ = write!(text, "cdef int f(double* P, double* Q, {given}) except -1 nogil:\n{variables}");
    text = pointers::region(random, text) + "\n";
    let has_between = random.chance(25);
    if has_between {
        let first = random.pick(&["P", "P", "Q", "P + 1"]);
        let _ = write!(
            text,
            "cdef int h(double* P, double* Q, {given}) except -1 nogil:\n    return f({first}, Q, idx, M, N, p)\n\n"
        );
    }
    for number in 0..1 + random.below(3) {
        let _ = writeln!(
            text,
            "cdef int g{number}({given}, double[::1] C, double[:, ::1] A, ndarray D, ndarray E) except -1 nogil:\n    cdef double* Z"
        );
        text += &allocated(random, ["X", "Y"]);
        let of_view = random.pick(&["&C[0]", "&C[0]", "&A[0, 0]", "&C[p]", "&A[p, 0]"]);
        let _ = writeln!(text, "    Z = {of_view}");
        for call in 0..1 + random.below(2) {
            if call > 0 || random.chance(30) {
                text += &changed(random);
            }
            let callee = if has_between && random.chance(40) { "h" } else { "f" };
            let mostly = |random: &mut Random, usual: &'static str, other: &[&'static str]| {
                if random.chance(80) { usual } else { *random_of(random, other) }
            };
            let first = mostly(random, "X", &["Y", "X + 1", "&X[0]", "&X[1]"]);
            let first = mostly(
                random,
                first,
                &["&C[0]", "&A[0, 0]", "Z", "Z", "&C[1]", "&A[0, p]", "<double*>D.data"],
            );
            let second =
                mostly(random, "Y", &["X", "Y", "&C[0]", "&A[0, 0]", "Z", "Z", "<double*>E.data", "NULL"]);
            let m = mostly(random, "M", &["N", "size", "1"]);
            let _ = writeln!(text, "    {callee}({first}, {second}, idx, <{int}>{m}, N, p)");
        }
        text += "    free(X)\n    free(Y)\n    return 0\n\n";
    }
    text
}

/// A pointer gets another value, perhaps.
fn changed(random: &mut Random) -> String {
    let other =
        random.pick(&["X", "Y", "<double*>D.data", "<double*>E.data", "&C[0]", "&A[0, 0]", "NULL", "X + 1"]);
    match random.below(3) {
        0 => String::new(),
        1 => format!("    Z = {other}\n"),
        _ => format!("    if p > 0:\n        Z = {other}\n"),
    }
}

fn random_of<'a, T>(random: &mut Random, of: &'a [T]) -> &'a T {
    &of[random.below(of.len() as u64) as usize]
}

/// Two pointers get memory, and then perhaps the numbers change of which its size was computed.
fn allocated(random: &mut Random, names: [&str; 2]) -> String {
    let mut text = "    cdef Py_ssize_t size, more\n".to_string();
    for name in names {
        let _ = writeln!(text, "    cdef double* {name}");
    }
    let [size, more] = [(); 2].map(|()| random.pick(&SIZES));
    let _ = write!(text, "    size = {size}\n    more = {more}\n");
    for (name, usual) in names.into_iter().zip(["size", "more"]) {
        let count = if random.chance(70) { usual } else { random.pick(&SIZES) };
        let call = random.pick(&[
            "malloc(COUNT * sizeof(double))",
            "malloc(sizeof(double) * (COUNT))",
            "calloc(COUNT, sizeof(double))",
            "malloc((COUNT) * 8)",
        ]);
        let call = call.replace("COUNT *", &format!("({count}) *")).replace("COUNT", count);
        let _ = writeln!(text, "    {name} = <double*>{call}");
    }
    if random.chance(35) {
        text += random.pick(&[
            "    size = size - 1\n",
            "    size = size + 1\n",
            "    more = size\n",
            "    if p > 1:\n        size = more\n",
            "    M = M + 1\n",
            "    for size in range(p):\n        more = size\n",
        ]);
    }
    text
}

/// What `f` is called with, for random arguments of its callers.
pub fn worlds(module: &Module, random: &mut Random) -> Vec<World> {
    let mut found = Vec::new();
    let named = |name: &str| module.functions.iter().find(|(_, function)| function.name == name);
    let (target, _) = named("f").expect("a function");
    for _ in 0..8 {
        for caller in ["g0", "g1", "g2"] {
            if let Some((_, function)) = named(caller) {
                let mut world = world(function, false, random);
                for param in
                    function.params.iter().filter(|param| function.locals[param.local].ty.is_object())
                {
                    world.arrays.insert(param.local, 8 * random.below(16) as i128);
                }
                Calls { module, target, world, found: &mut found }.block(&function.body);
            }
        }
    }
    found
}

/// Whether there are functions that call `f`.
pub fn is_called(module: &Module) -> bool {
    module.functions.iter().any(|(_, function)| function.name == "g0")
}

/// Notes that a statement allocates: a pointer, and how many elements there are.
pub fn allocates(module: &Module, stmt: &Stmt, world: &mut World) -> Option<()> {
    let StmtKind::Assign { place, value } = &stmt.kind else { return None };
    let pointer = place.as_local()?;
    let (_, arguments) = allocation(value, &module.externs)?;
    let mut bytes = 1;
    for argument in arguments {
        bytes *= Machine::new(module, world).number(argument).ok()?;
    }
    let size = if (0..1 << 40).contains(&bytes) { bytes / 8 } else { 0 };
    world.pointers.insert(pointer);
    world.sizes.insert(pointer, size);
    // Its address, as far as that matters: not NULL.
    world.numbers.insert(pointer, i128::from((0..1 << 40).contains(&bytes)));
    Some(())
}

/// Runs a caller, and notes what the function gets.
struct Calls<'a> {
    module: &'a Module,
    target: FunctionId,
    world: World,
    found: &'a mut Vec<World>,
}

impl Calls<'_> {
    fn number(&self, expr: &Expr) -> Option<i128> {
        Machine::new(self.module, &self.world).number(expr).ok()
    }

    /// `None` where it ends.
    fn block(&mut self, block: &[Stmt]) -> Option<()> {
        for stmt in block {
            if allocates(self.module, stmt, &mut self.world).is_some() || self.shows(stmt).is_some() {
                continue;
            }
            match &stmt.kind {
                StmtKind::Nogil(inner) | StmtKind::WithGil(inner) => self.block(inner)?,
                StmtKind::Run { into: Some(into), op: Op::ElementsFrom { array, pointer } } => {
                    let size = if pointer.ty.pointee() == Some(&Ty::DOUBLE) { 8 } else { 1 };
                    let bytes = self.world.arrays[&array.as_local()?];
                    self.world.numbers.insert(*into, bytes / size);
                }
                StmtKind::Assign { value, .. } if self.calls(value).is_some() => {}
                StmtKind::Assign { place, value } => {
                    let value = self.number(value)?;
                    self.world.numbers.insert(place.as_local()?, value);
                }
                StmtKind::If { condition, then, otherwise } => {
                    let taken = if self.number(condition)? != 0 { then } else { otherwise };
                    self.block(taken)?;
                }
                StmtKind::For(looped) => {
                    for value in self.number(&looped.start)?..self.number(&looped.stop)? {
                        self.world.numbers.insert(looped.counter, value);
                        looped.target.map(|target| self.world.numbers.insert(target, value));
                        self.block(&looped.body)?;
                    }
                }
                StmtKind::Run { op: Op::CallFunction { function, arguments }, .. } => {
                    self.call(*function, arguments)?;
                }
                StmtKind::Return(_) => return None,
                StmtKind::Eval(value) => {
                    self.calls(value);
                }
                _ => {}
            }
        }
        Some(())
    }

    fn calls(&mut self, value: &Expr) -> Option<()> {
        let ExprKind::Call(Callee::Function(function), arguments) = &value.kind else { return None };
        self.call(*function, arguments)
    }

    fn call(&mut self, callee: FunctionId, arguments: &[Expr]) -> Option<()> {
        let function: &Function = &self.module.functions[callee];
        assert_eq!(function.params.len(), arguments.len(), "a call of `{}`", function.name);
        let mut world = World::default();
        for (param, argument) in function.params.iter().zip(arguments) {
            let local = param.local;
            if matches!(argument.ty, Ty::Pointer { .. }) {
                let (size, address) = self.memory(argument)?;
                world.pointers.insert(local);
                world.sizes.insert(local, size);
                world.numbers.insert(local, address);
            } else if let Some(view) = argument.as_local().filter(|id| self.world.shapes.contains_key(id)) {
                world.shapes.insert(local, self.world.shapes[&view].clone());
                world.strides.insert(local, self.world.strides[&view].clone());
                world.contents.insert(local, self.world.contents[&view].clone());
            } else {
                world.numbers.insert(local, self.number(argument)?);
            }
        }
        if callee == self.target {
            self.found.push(world);
        } else {
            let body = &function.body;
            Calls { module: self.module, target: self.target, world, found: &mut *self.found }.block(body);
        }
        Some(())
    }

    /// A pointer becomes the address of an element of a view, the data of an array, or what another one is.
    fn shows(&mut self, stmt: &Stmt) -> Option<()> {
        let StmtKind::Assign { place, value } = &stmt.kind else { return None };
        let pointer = place.as_local().filter(|_| matches!(place.ty, Ty::Pointer { .. }))?;
        let (size, address) = self.memory(value)?;
        self.world.pointers.insert(pointer);
        self.world.sizes.insert(pointer, size);
        self.world.numbers.insert(pointer, address);
        Some(())
    }

    /// How many elements there are from the address of an element of a view on.
    fn of_view(&self, value: &Expr) -> Option<i128> {
        let (view, indices) = value.addressed_element()?;
        let shape = self.world.shapes.get(&view.as_local()?)?;
        let mut at = 0;
        for (index, extent) in indices.iter().zip(shape) {
            at = at * extent + self.number(index)?;
        }
        Some(shape.iter().product::<i128>() - at)
    }

    /// How many elements a value points to, and its address, as far as that matters.
    fn memory(&self, value: &Expr) -> Option<(i128, i128)> {
        if let Some(size) = self.of_view(value) {
            return Some((size, 1));
        }
        match &value.without_conversions().kind {
            ExprKind::Null => return Some((0, 0)),
            ExprKind::Field { base, .. } => return Some((self.world.arrays[&base.as_local()?] / 8, 1)),
            _ => {}
        }
        let (pointer, at) = self.pointer(value)?;
        Some((self.world.sizes.get(&pointer)? - at, *self.world.numbers.get(&pointer)?))
    }

    /// A pointer of the caller's, and how far a value is from it.
    fn pointer(&self, value: &Expr) -> Option<(LocalId, i128)> {
        match &value.kind {
            ExprKind::Convert(inner) => self.pointer(inner),
            ExprKind::Binary(_, base, index) => Some((base.as_local()?, self.number(index)?)),
            ExprKind::AddressOf(place) => match &place.kind {
                ExprKind::Index { base, index } => Some((base.as_local()?, self.number(index)?)),
                _ => None,
            },
            _ => Some((value.as_local()?, 0)),
        }
    }
}
