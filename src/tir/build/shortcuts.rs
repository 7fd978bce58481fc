//! Builtins of which the result is known without a call of Python's function: `isinstance` with classes that are known,
//! `min`, `max`, `abs`, `int` and `getattr` of objects, and objects for `any` and `all` of C numbers.

use super::function::FunctionBuilder;
use super::source::Source;
use crate::base::Name;
use crate::hir::{Binding, ExprId, ExprKind as H, TypeName};
use crate::source::Span;
use crate::tir::{Expr, ExprKind, LogicalOp, Op, Runtime};
use crate::ty::{PyClass, Ty};

impl FunctionBuilder<'_, '_> {
    /// `isinstance(object, class)`. As in Cython, an object is what its type says, not its `__class__`.
    pub fn instance_test(&mut self, object: ExprId, class: ExprId, ty: &Ty, span: Span) -> Option<Expr> {
        let classes = self.source.tested_classes(class)?;
        self.require_gil("calling a Python object", span);
        let object = self.object(object);
        if object.ty.is_error() {
            return Some(Expr::new(ExprKind::Null, Ty::Error, span));
        }
        let test = |class| Expr::new(ExprKind::IsInstance(Box::new(object.clone()), class), ty.clone(), span);
        let result = classes.into_iter().map(test).reduce(|left, right| {
            Expr::new(ExprKind::Logical(LogicalOp::Or, Box::new(left), Box::new(right)), ty.clone(), span)
        })?;
        Some(self.store("result", result))
    }

    /// `P.__new__(P)` of an extension type, which needs no search for the method.
    pub fn object_without_init(&mut self, class: ExprId, arguments: &[ExprId], span: Span) -> Option<Expr> {
        let exprs = &self.source.function.body.exprs;
        let extension = |id: ExprId| match &exprs[id].kind {
            H::Name(Binding::Type(TypeName::Object(class @ PyClass::Extension(_)))) => Some(*class),
            _ => None,
        };
        let made = extension(class)?;
        if !matches!(arguments, [only] if extension(*only) == Some(made)) {
            return None;
        }
        self.require_gil("calling a Python object", span);
        let op = Op::Runtime { function: Runtime::New, arguments: vec![self.object(class)] };
        Some(self.run("made", op, Ty::Object(made), span))
    }

    pub fn builtin_of_objects(
        &mut self,
        name: &Name,
        arguments: &[ExprId],
        ty: &Ty,
        span: Span,
    ) -> Option<Expr> {
        if let Some(truth) = self.asked_by(name, arguments, span) {
            return Some(self.coerce(truth, ty));
        }
        if let ("int", [number]) = (name.as_str(), arguments)
            && matches!(self.source.types.expr(*number), Ty::Float(_))
        {
            self.require_gil("making a Python object", span);
            let number = self.value(*number, &Ty::DOUBLE);
            let op = Op::Runtime { function: Runtime::WholeOf, arguments: vec![number] };
            return Some(self.run("result", op, ty.clone(), span));
        }
        let function = match (name.as_str(), arguments) {
            ("abs", [_]) => Runtime::Absolute,
            ("int", [_]) => Runtime::Whole,
            ("ord", [_]) => Runtime::Ord,
            ("getattr", [_, _, _]) => Runtime::AttributeOr,
            ("max", [_, _, ..]) => Runtime::Larger,
            ("min", [_, _, ..]) => Runtime::Smaller,
            _ => return None,
        };
        if !self.source.are_plain(arguments) {
            return None;
        }
        self.require_gil("calling a Python object", span);
        let values = self.objects(arguments);
        let run = |builder: &mut Self, arguments| {
            builder.run("result", Op::Runtime { function, arguments }, ty.clone(), span)
        };
        if !matches!(function, Runtime::Larger | Runtime::Smaller) {
            return Some(run(self, values));
        }
        let mut values = values.into_iter();
        let first = values.next()?;
        Some(values.fold(first, |found, value| run(self, vec![found, value])))
    }
}

impl Source<'_> {
    /// Whether there are items, each of which stands for itself.
    pub fn are_plain(&self, items: &[ExprId]) -> bool {
        !items.is_empty()
            && !items.iter().any(|id| matches!(self.function.body.exprs[*id].kind, H::Starred(_)))
    }

    /// The classes that an expression names, if they are known.
    fn tested_classes(&self, id: ExprId) -> Option<Vec<PyClass>> {
        match &self.function.body.exprs[id].kind {
            H::Name(Binding::Builtin(name)) => Some(vec![tested_class(name)?]),
            H::Name(Binding::Type(TypeName::Object(class))) if *class != PyClass::Object => {
                Some(vec![*class])
            }
            H::Tuple(items) if !items.is_empty() => items
                .iter()
                .map(|item| self.tested_classes(*item))
                .collect::<Option<Vec<_>>>()
                .map(|all| all.concat()),
            _ => None,
        }
    }
}

fn tested_class(name: &str) -> Option<PyClass> {
    const CLASSES: &[PyClass] = &[
        PyClass::Str,
        PyClass::Bytes,
        PyClass::Bool,
        PyClass::Int,
        PyClass::Float,
        PyClass::Complex,
        PyClass::Tuple,
        PyClass::List,
        PyClass::Dict,
        PyClass::Set,
        PyClass::ByteArray,
        PyClass::FrozenSet,
        PyClass::Type,
    ];
    CLASSES.iter().copied().find(|class| class.name() == name)
}
