//! Variables that are Python objects where none can be: how to declare them.

use super::{Blame, Use};
use crate::diag::{Applicability, Diagnostic, Edit};
use crate::hir::{self, Binding, ExprId, ExprKind as H, LocalId, PyClass, StmtKind, TypeKind};
use crate::source::Span;
use crate::ty::Ty;

impl<'m> Blame<'_, 'm> {
    pub(super) fn blame_variable(&self, id: LocalId, used: Use, span: Span) -> Diagnostic {
        let local = &self.source.function.body.locals[id];
        let used = if used == Use::Value { self.used_elsewhere(id) } else { used };
        let (name, code) = (&local.name, self.this_code());
        let Ty::Object(class) = self.source.types.local(id) else {
            return self.without_gil(String::new(), span);
        };
        // The type of a parameter without one has the place of the parameter's name.
        let is_untyped = matches!(local.ty.kind, TypeKind::Untyped) || local.ty.span == local.span;
        let kind = match class {
            PyClass::Object if is_untyped => "has no type, so it is a Python object".to_string(),
            PyClass::Object => "is a Python object".to_string(),
            PyClass::Extension(class) => {
                format!("is a Python object of class `{}`", self.source.table().class(class).name)
            }
            class => format!("is a Python `{}`", class.name()),
        };
        let message = format!("`{name}` {kind}, which {code} cannot use");
        let diagnostic = self.without_gil(message, span);
        let diagnostic = match local.span.start == span.start {
            true => diagnostic,
            false => diagnostic
                .also(local.span, if local.is_param { "a parameter" } else { "it gets its value here" }),
        };
        match class {
            PyClass::Object if used == Use::Member => {
                diagnostic.note(format!("read what is needed before: `cdef double value = {name}.value`"))
            }
            PyClass::Object if used == Use::LoopedOver => diagnostic.note(format!(
                "declare it as a memoryview, `double[:] {name}`, and loop over its indices: `for j in range({name}.shape[0]):`"
            )),
            PyClass::Object | PyClass::Int | PyClass::Float | PyClass::Bool if !local.is_param => {
                self.typed_local(diagnostic, id, used)
            }
            PyClass::Object | PyClass::Int | PyClass::Float | PyClass::Bool => {
                let (what, ty) = parameter_type(used);
                let new = format!("{ty} {name}");
                match is_untyped && ty != "f" {
                    true => {
                        let edits = vec![Edit { span: start_of(local.span), replacement: format!("{ty} ") }];
                        diagnostic.fix(format!("{what}: `{new}`"), edits, Applicability::MaybeIncorrect)
                    }
                    false if ty == "f" => diagnostic.note(what.to_string()),
                    false => diagnostic.note(format!("{what}: `{new}`")),
                }
            }
            _ => self.other_class(diagnostic, id, class, used),
        }
    }

    fn other_class(&self, diagnostic: Diagnostic, id: LocalId, class: PyClass, used: Use) -> Diagnostic {
        let name = &self.source.function.body.locals[id].name;
        match class {
            PyClass::List | PyClass::Tuple => match self.only_value(id).and_then(|value| self.length_of(value)) {
                Some(length) => diagnostic
                    .note(format!("a C array can be used here: `cdef double[{length}] {name} = [...]`")),
                None => diagnostic.note(format!(
                    "copy it to an array before: `cdef double[:] {name}_values = np.array({name}, dtype=np.float64)`"
                )),
            },
            PyClass::Dict | PyClass::FrozenDict => diagnostic.note(
                "make arrays of its keys and values before, and look the keys up in these: in the sorted keys, or by index \
                 where keys are small integers",
            ),
            PyClass::Set | PyClass::FrozenSet => diagnostic.note(
                "make an array of it before: of the sorted items, or of flags where items are small integers",
            ),
            PyClass::Str | PyClass::Bytes | PyClass::ByteArray => diagnostic.note(format!(
                "compare it before, and keep the answer in a C variable: `cdef bint is_it = {name} == ...`"
            )),
            PyClass::Extension(_) => {
                let (_, ty) = parameter_type(if used == Use::Value { Use::Attribute } else { used });
                diagnostic.note(format!(
                    "for an array, declare a memoryview: `{ty} {name}`; for other objects, read what is needed into C variables \
                     before"
                ))
            }
            _ => diagnostic.note("read what is needed into C variables before"),
        }
    }

    /// How to declare a local variable, by the values that it is given.
    fn typed_local(&self, diagnostic: Diagnostic, id: LocalId, used: Use) -> Diagnostic {
        let body = &self.source.function.body;
        let name = &body.locals[id].name;
        let value = self.only_value(id);
        let kind = value.map(|value| (&body.exprs[value].kind, self.source.types.expr(value)));
        let ty = match kind {
            Some((H::MakeFunction { .. }, _)) => {
                return diagnostic.note(format!(
                    "write a C function of the module: `cdef double {name}(double x) noexcept nogil:`"
                ));
            }
            Some((_, Ty::Int(_) | Ty::Bint)) if self.gets_fractions(id) => "double".to_string(),
            Some((_, ty)) if ty.is_numeric() => self.source.table().display(&ty),
            Some((_, Ty::Memoryview(_))) => "double[:]".to_string(),
            _ if matches!(used, Use::Indexed(_) | Use::Attribute) => parameter_type(used).1,
            _ => "double".to_string(),
        };
        let declared = format!("`cdef {ty} {name}`");
        match self.first_statement(id) {
            Some(start) => {
                let edits = vec![Edit { span: start_of(start), replacement: format!("cdef {ty} ") }];
                diagnostic.fix(format!("declare it: {declared}"), edits, Applicability::MaybeIncorrect)
            }
            None => diagnostic.note(format!("declare it: {declared}")),
        }
    }

    /// The only value that a variable is given.
    fn only_value(&self, id: LocalId) -> Option<ExprId> {
        let mut values = Vec::new();
        hir::walk::statements(&self.source.function.body.block, &mut |stmt| {
            if let StmtKind::Assign { targets, value } = &stmt.kind
                && targets.iter().any(|target| self.is_name(*target, id))
            {
                values.push(*value);
            }
        });
        match values.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// Whether an in-place operator changes a variable by something that may have a fraction.
    fn gets_fractions(&self, id: LocalId) -> bool {
        let mut found = false;
        hir::walk::statements(&self.source.function.body.block, &mut |stmt| {
            if let StmtKind::AugAssign { target, value, .. } = &stmt.kind {
                found |= self.is_name(*target, id) && matches!(self.source.types.expr(*value), Ty::Float(_));
            }
        });
        found
    }

    /// How else a variable is used in the function: whatever is indexed somewhere is an array.
    fn used_elsewhere(&self, id: LocalId) -> Use {
        let uses = self.source.function.body.exprs.iter().filter_map(|(_, expr)| match &expr.kind {
            H::Subscript { base, indices } if self.is_name(*base, id) => Some(Use::Indexed(indices.len())),
            H::Attribute { base, name } if name == "shape" && self.is_name(*base, id) => Some(Use::Attribute),
            _ => None,
        });
        let mut is_looped_over = false;
        hir::walk::statements(&self.source.function.body.block, &mut |stmt| {
            if let StmtKind::ForEach { iterable, .. } = &stmt.kind {
                is_looped_over |= self.is_name(*iterable, id);
            }
        });
        let otherwise = if is_looped_over { Use::LoopedOver } else { Use::Value };
        uses.max_by_key(|used| matches!(used, Use::Indexed(_))).unwrap_or(otherwise)
    }

    fn is_name(&self, target: ExprId, id: LocalId) -> bool {
        matches!(self.source.function.body.exprs[target].kind, H::Name(Binding::Local(local)) if local == id)
    }

    /// The first assignment to the variable only, where `cdef` can be put before it.
    fn first_statement(&self, id: LocalId) -> Option<Span> {
        let is_it = |stmt: &&hir::Stmt| match &stmt.kind {
            StmtKind::Assign { targets, .. } => matches!(targets.as_slice(), [one] if self.is_name(*one, id)),
            _ => false,
        };
        self.source.function.body.block.iter().find(is_it).map(|stmt| stmt.span)
    }

    fn length_of(&self, value: ExprId) -> Option<usize> {
        match &self.source.function.body.exprs[value].kind {
            H::List(items) | H::Tuple(items) if !items.is_empty() => {
                items.iter().all(|item| self.source.types.expr(*item).is_numeric()).then_some(items.len())
            }
            _ => None,
        }
    }
}

/// How to declare a parameter, by how it is used.
fn parameter_type(used: Use) -> (&'static str, String) {
    match used {
        Use::Value | Use::Member | Use::LoopedOver => ("declare its type", "double".to_string()),
        Use::Called => {
            ("only C functions can be called: write one with `cdef ... noexcept nogil`", "f".to_string())
        }
        Use::Attribute => ("declare it as a memoryview", "double[:]".to_string()),
        Use::Indexed(count) => {
            let axes = vec![":"; count.max(1)].join(", ");
            ("declare it as a memoryview", format!("double[{axes}]"))
        }
    }
}

fn start_of(span: Span) -> Span {
    Span { end: span.start, ..span }
}
