//! The messages about what a region or a device function may not contain.

use crate::diag::{Diagnostic, codes};
use crate::source::Span;
use crate::tir::display::Spelling;
use crate::tir::{Expr, ExprKind, Extern, Function, Module, NoBody, Op};

/// Which device code a finding is in.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    pub module: &'a Module,
    pub function: &'a Function,
    /// The header of the region, or the name of the device function.
    pub header: Span,
    pub is_region: bool,
}

impl Place<'_> {
    fn noun(&self) -> &'static str {
        if self.is_region { "an offload region" } else { "a device function" }
    }

    fn error(&self, code: crate::diag::Code, message: String, at: Span, label: &str) -> Diagnostic {
        let what = if self.is_region { "the region" } else { "this function runs on a device" };
        Diagnostic::error(code, message).at(at, label).also(self.header, what)
    }

    fn spell(&self, expr: &Expr) -> String {
        Spelling::new(self.module, self.function).expr(expr)
    }

    pub fn object_operation(&self, op: &Op, at: Span) -> Diagnostic {
        let what = match op {
            Op::LoadName(name) | Op::LoadBuiltin(name) => format!("the Python object `{name}` is looked up"),
            Op::CallMethod { object, name, .. } if object.as_local().is_some() => {
                format!("the method `{name}` of `{}` is called", self.spell(object))
            }
            Op::GetAttribute { object, name } if object.as_local().is_some() => {
                format!("the attribute `{name}` of `{}` is read", self.spell(object))
            }
            Op::GetAttribute { name, .. } => format!("the attribute `{name}` of a Python object is read"),
            Op::SetAttribute { name, .. } => format!("the attribute `{name}` of a Python object is set"),
            Op::CallMethod { name, .. } => format!("the method `{name}` of a Python object is called"),
            Op::CallObject { .. } => "a Python object is called".to_string(),
            Op::GetItem { .. }
            | Op::SetItem { .. }
            | Op::DelItem { .. }
            | Op::GetSlice { .. }
            | Op::SetSlice { .. } => "a Python object is indexed".to_string(),
            Op::Binary { .. } | Op::Unary { .. } | Op::Compare { .. } | Op::Holds { .. } => {
                "an operator is applied to a Python object".to_string()
            }
            Op::ToObject(_) | Op::ViewToObject(_) => "a C value becomes a Python object".to_string(),
            Op::FromObject { .. } | Op::ViewFromObject(_) => "a Python object becomes a C value".to_string(),
            Op::CallExtern { external, .. } if self.module.externs[*external].import.is_some() => {
                return self.foreign_function(&self.module.externs[*external], at);
            }
            Op::CallExtern { external, .. }
            | Op::CallPointer { pointer: Expr { kind: ExprKind::Extern(external), .. }, .. } => {
                format!("`{}`, which may set an exception, is called", self.module.externs[*external].name)
            }
            Op::CallPointer { .. } => return self.function_pointer(at),
            Op::ArrayOver { .. } => "an array is made over what a pointer points to".to_string(),
            Op::Own(_) => "a reference to a Python object is taken".to_string(),
            _ => "a Python operation runs".to_string(),
        };
        let message = format!("{what} in {}", self.noun());
        self.error(codes::OBJECT_ON_DEVICE, message, at, "needs the Python interpreter")
            .note("a device has no interpreter: convert to C values before the region")
    }

    pub fn object_value(&self, value: &Expr) -> Diagnostic {
        let at = value.span;
        let message = format!("the Python object `{}` is used in {}", self.spell(value), self.noun());
        self.error(codes::OBJECT_ON_DEVICE, message, at, "a Python object")
            .note("a device has no interpreter: convert to C values before the region")
            .about_here(format!("object {} in {:?}", self.spell(value), self.header))
    }

    pub fn pointer_to_views(&self, pointer: &Expr) -> Diagnostic {
        let what = format!("`{}`, a pointer to memoryviews,", self.spell(pointer));
        self.not_yet(&what, pointer.span)
            .note("give what it leads to a name before the region, `x = p[0]`, and pass that")
            .about_here(format!("pointer {} in {:?}", self.spell(pointer), self.header))
    }

    pub fn raise(&self, at: Span) -> Diagnostic {
        let message = format!("this exception cannot be raised in {}", self.noun());
        self.error(codes::RAISE_ON_DEVICE, message, at, "made by the Python interpreter").note(
            "a device has no interpreter: raise a builtin exception with a string literal, or with nothing, in its \
             parentheses",
        )
    }

    pub fn gil(&self, at: Span) -> Diagnostic {
        let message = format!("`with gil` in {}", self.noun());
        self.error(codes::GIL_ON_DEVICE, message, at, "a device has no GIL to take")
            .note("do this before or after the region; `printf` of `libc.stdio` prints C values")
            .note("under the GIL there may be sums, minima and maxima of elements alone: `s[k] += x`, `if x < m[k]: m[k] = x`")
    }

    pub fn jump(&self, word: &str, at: Span) -> Diagnostic {
        let message = format!("`{word}` leaves a parallel loop on a device");
        self.error(codes::JUMP_OUT_OF_REGION, message, at, "jumps out of the region's loop")
            .note("only loops on the host can be left early: test a condition inside the loop instead")
    }

    pub fn nested(&self, what: &str, at: Span) -> Diagnostic {
        let message = format!("{what} inside {}", self.noun());
        self.error(codes::NESTED_REGION, message, at, "not allowed here")
            .note("put it around the region, or move this code out of it")
    }

    pub fn not_yet(&self, what: &str, at: Span) -> Diagnostic {
        let message = format!("{what} in {} is not compiled yet", self.noun());
        self.error(codes::NOT_YET_ON_DEVICE, message, at, "not on a device yet")
    }

    pub fn many_results(&self, count: usize, most: usize, at: Span) -> Diagnostic {
        let message = format!("a loop with {count} reductions and last values in {}", self.noun());
        self.error(codes::NOT_YET_ON_DEVICE, message, at, &format!("a device returns at most {most}"))
            .note("write several loops, or an element of an array for each iteration")
    }

    /// `at`: where the memory is allocated.
    pub fn shared_memory(&self, name: &str, at: Span) -> Diagnostic {
        let message = format!("the iterations of a parallel loop share the memory of `{name}`");
        self.error(codes::RACE, message, at, "allocated once, and written in the loop")
            .note("on the host each thread has its own: allocate it in the loop, or only add from it after the loop, `out[k] += p[k]`, and free it")
    }

    /// `at`: what depends on the number.
    pub fn thread_number(&self, at: Span) -> Diagnostic {
        let message = format!("{} uses what belongs to one thread, by the thread's number", self.noun());
        self.error(codes::RACE, message, at, "iterations that run at the same time have no number of their own").note(
            "what may depend on it is the place of a sum, or a row of scratch: of an array of `np.empty` or `np.zeros`, or of \
             memory of `malloc`, which this function makes and uses nowhere else, and in which each iteration stores what it reads",
        )
        .note(
            "for other memory of a thread use `malloc` in the `parallel` block and `free` after the loop, or a row of an array \
             for each iteration",
        )
    }

    /// A view that belongs to the iteration which binds it.
    pub fn unbound_view(&self, name: &str, at: Span) -> Diagnostic {
        let what = format!("reading the view `{name}`, which the iteration may not have bound before,");
        self.not_yet(&what, at).note(format!("bind `{name}` in each iteration, before it is read"))
    }

    pub fn shared_record(&self, name: &str, is_union: bool, at: Span) -> Diagnostic {
        let noun = if is_union { "union" } else { "struct" };
        let message =
            format!("a field of the {noun} `{name}`, which all threads share, is assigned in a region");
        let own = match is_union {
            true => format!(
                "to give each iteration its own, declare `{name}` in a `cdef` function that the loop calls"
            ),
            false => {
                format!("a struct that is assigned whole in the loop, `{name} = ...`, is each thread's own")
            }
        };
        self.error(codes::NOT_YET_ON_DEVICE, message, at, "every thread would write the one variable")
            .note(own)
    }

    fn function_pointer(&self, at: Span) -> Diagnostic {
        let message = format!("a function pointer is called in {}", self.noun());
        self.error(codes::NOT_YET_ON_DEVICE, message, at, "the function is known only at run time")
            .note(
                "a device calls functions by their names: give a variable one of this module's `nogil` functions before the region, \
                 and call that",
            )
    }

    pub fn global_write(&self, name: &str, at: Span) -> Diagnostic {
        let message = format!("the global `{name}` is assigned in {}", self.noun());
        self.error(
            codes::GLOBAL_WRITTEN_ON_DEVICE,
            message,
            at,
            "every iteration would write the one variable",
        )
        .note("assign a local variable and store it in the global after the region")
        .about_here(format!("global {name} in {:?}", self.header))
    }

    /// A function without a body here.
    pub fn foreign_function(&self, callee: &Extern, at: Span) -> Diagnostic {
        let (why, note) = match &callee.import {
            Some(import) => {
                let inline = format!("make it `inline`, with its body, in the `.pxd` of `{}`", import.module);
                match &import.no_body {
                    NoBody::Blas => (
                        "its body is in a library of the host".to_string(),
                        "the directive `device_blas=True` (`# offcy: device_blas=True`) gives devices plain loops that do the same"
                            .to_string(),
                    ),
                    NoBody::NoSource => (
                        "its body is in another module, and no source beside the `.pxd` has it".to_string(),
                        inline,
                    ),
                    NoBody::Uses(held) => (
                        format!("its body is in another module, and uses `{held}`, which stays there"),
                        "give it what it needs as an argument, or make a constant of it: `cdef enum`, `DEF`"
                            .to_string(),
                    ),
                    NoBody::Unsought => (
                        "its body is in another module, where a device cannot reach it".to_string(),
                        format!(
                            "mark it `@cython.device` in the `.pxd` of `{}`: its body becomes part of this module, too",
                            import.module
                        ),
                    ),
                }
            }
            None if callee.name.as_str() == "realloc" => (
                "devices have `malloc`, `calloc` and `free` only".to_string(),
                "a C array in a `cdef` function that the loop calls is each iteration's own, and faster"
                    .to_string(),
            ),
            None => ("an external function that is not marked `@device`".to_string(), NOTE.to_string()),
        };
        self.host_function(&callee.name, &why, at).note(note)
    }

    pub fn host_function(&self, name: &str, why: &str, at: Span) -> Diagnostic {
        let message = format!("`{name}` cannot be called in {}", self.noun());
        self.error(codes::HOST_FUNCTION_ON_DEVICE, message, at, why)
            .about_here(format!("function {name} in {:?}", self.header))
    }
}

/// `@cython.device` above a `def`.
pub fn python_function_for_devices(name: &str, at: Span) -> Diagnostic {
    let message = format!("`{name}` is marked for devices, and is a Python function, which no device runs");
    Diagnostic::error(codes::HOST_FUNCTION_ON_DEVICE, message)
        .at(at, "defined with `def`")
        .note(format!("make it a C function with types: `cdef double {name}(double x) noexcept nogil:`"))
}

/// How a device gets a C function that is not the module's.
const NOTE: &str = "if its header has a body for it, or marks it `declare target`, put `@cython.device` above its \
                    declaration; else name its C source: `# offcy: sources = FILE.c`";

/// `schedule` or `chunksize` on what a device runs.
pub fn ignored_clause(word: &str, at: Span) -> Diagnostic {
    Diagnostic::advice(
        codes::CLAUSE_IGNORED,
        format!("`{word}` has no meaning on a device and is ignored there"),
    )
    .at(at, "runs on a device")
    .note("where there is no device the region runs on the host's cores, and there it counts")
}

/// `by`: the function through which it does, if not directly.
pub fn recursion(name: &str, by: Option<&str>, at: Span) -> Diagnostic {
    let message = match by {
        Some(by) => format!("`{name}` calls itself in device code, by `{by}`"),
        None => format!("`{name}` calls itself in device code"),
    };
    Diagnostic::warning(codes::RECURSION_ON_DEVICE, message)
        .at(at, "each call inside another takes stack, of which a GPU's thread has 1 KiB")
        .note("write a loop, or give threads more before the program starts: `LIBOMPTARGET_STACK_SIZE=8192`")
}
