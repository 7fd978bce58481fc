//! Builtins of which the result is known without a call of Python's function: `isinstance` with classes that are known,
//! those that a function of Python's C interface or of the runtime computes, and objects for `any` and `all` of C numbers.

use super::function::FunctionBuilder;
use super::source::Source;
use crate::base::Name;
use crate::hir::{Binding, Conversion, ExprId, ExprKind as H, Singleton, TypeName};
use crate::source::Span;
use crate::tir::{Expr, ExprKind, LogicalOp, ObjectConst, Op, Runtime};
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
        name: &str,
        (arguments, keywords): (&[ExprId], &[(Name, ExprId)]),
        ty: &Ty,
        span: Span,
    ) -> Option<Expr> {
        if !keywords.is_empty() {
            let is_dict = name == "dict" && arguments.is_empty();
            return is_dict.then(|| self.dict_of_names(keywords, ty, span));
        }
        if let Some(truth) = self.asked_by(name, arguments, span) {
            return Some(self.coerce(truth, ty));
        }
        if let ("int", [number]) = (name, arguments)
            && matches!(self.source.types.expr(*number), Ty::Float(_))
        {
            self.require_gil("making a Python object", span);
            let number = self.value(*number, &Ty::DOUBLE);
            let op = Op::Runtime { function: Runtime::WholeOf, arguments: vec![number] };
            return Some(self.run("result", op, ty.clone(), span));
        }
        if !arguments.is_empty() && !self.source.are_plain(arguments) {
            return None;
        }
        if let Some(made) = self.made_by_builtin(name, arguments, ty, span) {
            return Some(made);
        }
        let function = match (name, arguments) {
            ("max", [_, _, ..]) => Runtime::Larger,
            ("min", [_, _, ..]) => Runtime::Smaller,
            _ => Runtime::of_call(name, arguments.len())?,
        };
        self.require_gil("calling a Python object", span);
        let values = self.objects(arguments);
        let run = |builder: &mut Self, arguments| {
            builder.run("result", Op::Runtime { function, arguments }, ty.clone(), span)
        };
        match function {
            Runtime::Larger | Runtime::Smaller => {
                let mut values = values.into_iter();
                let first = values.next()?;
                Some(values.fold(first, |found, value| run(self, vec![found, value])))
            }
            Runtime::SetAttribute | Runtime::DelAttribute => {
                self.run_only(Op::Runtime { function, arguments: values }, span);
                Some(none(span))
            }
            _ => Some(run(self, values)),
        }
    }

    /// What an operation makes, too: texts, empty collections, slices, truths.
    fn made_by_builtin(&mut self, name: &str, arguments: &[ExprId], ty: &Ty, span: Span) -> Option<Expr> {
        let is_object = |builder: &Self, id: ExprId| builder.source.types.expr(id).is_object();
        let conversion = match name {
            "str" => Some(Conversion::Str),
            "repr" => Some(Conversion::Repr),
            "ascii" => Some(Conversion::Ascii),
            _ => None,
        };
        let what = "calling a Python object";
        Some(match (name, arguments) {
            (_, &[value]) if let Some(conversion) = conversion => {
                self.require_gil(what, span);
                let value = self.object(value);
                self.run("result", Op::Text { conversion, value }, ty.clone(), span)
            }
            ("bool", &[value]) if is_object(self, value) => {
                self.require_gil(what, span);
                let object = self.object(value);
                let truth = self.truth(object);
                self.coerce(truth, ty)
            }
            ("slice", [_] | [_, _] | [_, _, _]) => {
                self.require_gil(what, span);
                let mut values = self.objects(arguments);
                if values.len() == 1 {
                    values.insert(0, none(span));
                }
                let mut values = values.into_iter();
                let mut next = || values.next().unwrap_or_else(|| none(span));
                let (start, stop, step) = (next(), next(), next());
                self.run("result", Op::SliceObject { start, stop, step }, ty.clone(), span)
            }
            ("dict", []) => {
                self.require_gil(what, span);
                self.dict(&[], ty.clone(), span)
            }
            ("list" | "set" | "tuple" | "frozenset", _) => {
                let items = items_of_display(&self.source, arguments)?;
                self.require_gil(what, span);
                match name {
                    "list" => self.list(&items, ty.clone(), span),
                    "set" => self.set(&items, ty.clone(), span),
                    "tuple" => self.tuple(&items, ty.clone(), span),
                    _ => self.frozen_set(&items, ty.clone(), span),
                }
            }
            _ => return None,
        })
    }

    /// `dict(a=x, b=y)`.
    fn dict_of_names(&mut self, keywords: &[(Name, ExprId)], ty: &Ty, span: Span) -> Expr {
        self.require_gil("calling a Python object", span);
        let given: Vec<ExprId> = keywords.iter().map(|(_, value)| *value).collect();
        let values = self.objects(&given);
        let names = keywords.iter().map(|(name, _)| ObjectConst::Str(name.to_string()));
        let keys: Vec<Expr> = names.map(|name| self.object_const(name, PyClass::Str, span)).collect();
        self.run("dict", Op::Dict(keys.into_iter().zip(values).collect()), ty.clone(), span)
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

/// The items that a collection is made of: those of a display that is the only argument, or none without arguments.
fn items_of_display(source: &Source<'_>, arguments: &[ExprId]) -> Option<Vec<ExprId>> {
    let [argument] = arguments else { return arguments.is_empty().then(Vec::new) };
    let (H::Tuple(items) | H::List(items)) = &source.function.body.exprs[*argument].kind else { return None };
    (items.is_empty() || source.are_plain(items)).then(|| items.clone())
}

fn none(span: Span) -> Expr {
    Expr::new(ExprKind::Singleton(Singleton::None), Ty::OBJECT, span)
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
