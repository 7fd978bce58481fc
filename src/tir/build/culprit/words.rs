//! The messages about what needs Python, and what to write instead.

use super::known::{self, Instead};
use super::{Blame, Culprit, Use, What};
use crate::diag::{Applicability, Change, Diagnostic, Rewrite};
use crate::hir::{self, ExprKind as H, FunctionKind};
use crate::source::Span;
use crate::ty::Ty;

pub const MOVE_OUT: &str =
    "move it out of the `nogil` block, or give the values C types: an untyped variable is a Python object";
pub const NO_TRY: &str =
    "test the values with `if`, or put `try` around this code: what fails in it is raised there";
pub const NO_INTERPRETER: &str = "a device has no interpreter: do this before or after the region";

impl<'m> Blame<'_, 'm> {
    pub(super) fn blame(&self, culprit: &Culprit) -> Diagnostic {
        let Culprit { what, span, used } = culprit;
        let (span, used) = (*span, *used);
        let code = self.this_code();
        match what {
            What::Local(local) => self.blame_variable(*local, used, span),
            What::Builtin(name) => {
                let message = format!("`{name}` is a Python function, which {code} cannot call");
                instead(self.without_gil(message, span), known::builtin(name), span, false)
            }
            What::Imported { module, name, spelled } => {
                let noun = if used == Use::Called { ("function", "call") } else { ("object", "use") };
                let message = format!("`{spelled}` is a Python {}, which {code} cannot {}", noun.0, noun.1);
                let diagnostic = self.without_gil(message, span);
                instead(diagnostic, known::of_module(module, name), span, !spelled.contains('.'))
            }
            What::Name(name) => self.blame_name(name, used, span),
            What::Function(function) => self.blame_c_function(*function, span),
            What::Parameter(function, at) => {
                let function = &self.source.typed.module.functions[*function];
                let local = &function.body.locals[function.params[*at].local];
                let message = format!(
                    "`{}` takes a Python object as `{}`, and {code} cannot make one",
                    function.name, local.name
                );
                self.without_gil(message, span)
                    .also(local.span, "a Python object")
                    .note(format!("declare its type: `double {}`", local.name))
            }
            What::Attribute { base, name } => self.blame_attribute(*base, name, used, span),
            What::Made(what) => self.blame_value(what, span),
            What::None => self
                .without_gil(format!("`None` is a Python object, which {code} cannot use"), span)
                .note("let a number stand for it, as `NAN` of `libc.math` or `-1`"),
            What::LongNumber => self
                .without_gil(
                    format!("a number that does not fit C's `long` is a Python object, which {code} cannot use"),
                    span,
                )
                .note("a suffix makes it a number of C, here up to 64 bits without a sign: `0xcbf29ce484222325ULL`"),
            What::LoopOverView => {
                let message = format!("a loop over a memoryview is Python's, which {code} cannot run");
                self.without_gil(message, span).note("loop over the indices: `for j in range(x.shape[0]):`")
            }
            What::LoopOverField => {
                let message = format!("a loop over a Python object is Python's, which {code} cannot run");
                self.without_gil(message, span).note("copy its items to an array before, and loop over that")
            }
            What::OfViews(operator) => {
                let operator =
                    if operator.starts_with("a ") { operator.to_string() } else { format!("`{operator}`") };
                let message =
                    format!("{operator} of whole memoryviews is done by Python, which {code} cannot call");
                self.without_gil(message, span)
                    .note("write a loop over the elements: a memoryview is not a NumPy array")
            }
        }
    }

    fn blame_value(&self, what: &str, span: Span) -> Diagnostic {
        let (verb, note) = match what {
            "`yield`" => ("needs", "store the values in an array, and yield them after the loop"),
            "an f-string" | "a text" => (
                "is made by",
                "make texts on the host, before or after the loop; `printf` of `libc.stdio` prints C values, and a number \
                 or an enum can stand for a choice",
            ),
            "a comprehension" => {
                ("is made by", "write a loop over the elements, with a C variable for the result")
            }
            "a function inside a function" => {
                ("is made by", "write a C function of the module: `cdef double f(double x) noexcept nogil:`")
            }
            _ => (
                "is made by",
                "a C array holds values of one type (`cdef double values[3]`), and C variables hold single values",
            ),
        };
        let message = format!("{what} {verb} Python, which {} cannot use", self.this_code());
        self.without_gil(message, span).note(note)
    }

    fn blame_c_function(&self, id: hir::FunctionId, span: Span) -> Diagnostic {
        let function = &self.source.typed.module.functions[id];
        let message = format!("`{}` is not `nogil`, and {} cannot call it", function.name, self.this_code());
        let mut diagnostic = self.without_gil(message, span).also(function.span, "defined here");
        if let Some(label) = &mut diagnostic.primary {
            label.text = "called here".to_string();
        }
        if self.types_of(id).result.is_object() {
            let note = "it returns a Python object: declare the type of its result, as in `cdef double f(...) nogil`";
            return diagnostic.note(note);
        }
        diagnostic.rewrite(Rewrite {
            title: format!("add `nogil` to `{}`", function.name),
            changes: vec![Change::Nogil { name: function.span }],
            applicability: Applicability::MaybeIncorrect,
            otherwise: format!("add `nogil` to the declaration of `{}`", function.name),
        })
    }

    fn types_of(&self, id: hir::FunctionId) -> &crate::ty::Signature {
        &self.source.typed.functions[id].signature
    }

    /// A variable, function or class of the module that Python knows.
    fn blame_name(&self, name: &str, used: Use, span: Span) -> Diagnostic {
        let module = &self.source.typed.module;
        let code = self.this_code();
        let defined = module.functions.iter().find(|(_, function)| {
            function.kind == FunctionKind::Def && function.name == name && function.method.is_none()
        });
        if let Some((_, function)) = defined {
            let message = format!("`{name}` is a Python function, which {code} cannot call");
            return self.without_gil(message, span).also(function.span, "defined with `def`").note(format!(
                "make it a C function: `cdef double {name}({}) noexcept nogil:`",
                parameters(module, function)
            ));
        }
        if used == Use::Called {
            let message = format!("`{name}` is a Python object, which {code} cannot call");
            return self
                .without_gil(message, span)
                .note("C functions can be called: `cdef double f(double x) noexcept nogil:`");
        }
        let message = format!("`{name}` is a Python variable of the module, which {code} cannot use");
        self.without_gil(message, span).note(format!(
            "declare it where the module gives it its value (`cdef double {name} = ...`), or read it into a C variable before"
        ))
    }

    fn blame_attribute(&self, base: hir::ExprId, name: &str, used: Use, span: Span) -> Diagnostic {
        let code = self.this_code();
        let ty = self.source.types.expr(base);
        let of = match &self.source.function.body.exprs[base].kind {
            H::Name(hir::Binding::Local(local)) => self.source.function.body.locals[*local].name.to_string(),
            _ => "...".to_string(),
        };
        if let Ty::Memoryview(_) = ty {
            let message = format!("`.{name}` of a memoryview is done by Python, which {code} cannot call");
            let note = match name {
                "copy" => "copy the elements in a loop, to a row of an array that is made before the loop",
                _ => "write a loop over the elements: a memoryview is not a NumPy array",
            };
            return self.without_gil(message, span).note(note);
        }
        if used != Use::Called {
            let message = format!("`{of}.{name}` is a Python attribute, which {code} cannot read");
            return self
                .without_gil(message, span)
                .note(format!("read it into a C variable before: `cdef double {name} = {of}.{name}`"));
        }
        let message = format!("`{of}.{name}` is a Python method, which {code} cannot call");
        let note = match ty.extension() {
            Some(_) => format!("make it a C method: `cdef double {name}(self, ...) noexcept nogil:`"),
            None if of == "self" => {
                format!("write a C function of the module: `cdef double {name}(double x) noexcept nogil:`")
            }
            None => "call it before or after; its result can be kept in a C variable or an array".to_string(),
        };
        self.without_gil(message, span).note(note)
    }
}

/// `double x, double y`, for a Python function that becomes a C function.
fn parameters(module: &hir::Module, function: &hir::Function) -> String {
    let shown = function.params.iter().map(|param| {
        let local = &function.body.locals[param.local];
        match local.ty.kind {
            _ if local.ty.span == local.span => format!("double {}", local.name),
            _ => format!("{} {}", module.names().display(function.declared_type(param)), local.name),
        }
    });
    shown.collect::<Vec<_>>().join(", ")
}

/// `is_bound`: the bare name refers to it, so an import has to go first.
fn instead(diagnostic: Diagnostic, instead: Instead, span: Span, is_bound: bool) -> Diagnostic {
    let (module, name) = match instead {
        Instead::Words(words) => return diagnostic.note(words),
        Instead::Math(name) => ("libc.math", name),
        Instead::Of(module, name) => (module, name),
    };
    let import = format!("from {module} cimport {name}");
    if name == "printf" {
        return diagnostic
            .note(format!("`printf` prints C values: `{import}`, then `printf(\"%g\\n\", x[i])`"));
    }
    if is_bound {
        return diagnostic.note(format!("C has it: write `{import}` instead of the import"));
    }
    diagnostic.rewrite(Rewrite {
        title: format!("use `{name}` of `{module}`"),
        changes: vec![
            Change::Import { at: span, line: import.clone(), name: name.to_string() },
            Change::Replace { at: span, text: name.to_string() },
        ],
        applicability: Applicability::MaybeIncorrect,
        otherwise: format!("C has it: `{import}`, then write `{name}`"),
    })
}
