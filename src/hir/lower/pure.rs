//! Cython in Python syntax: definitions that `cython` decorators turn into C ones, and types that `cython` calls
//! declare.

use super::augment::FunctionText;
use super::builder::BodyBuilder;
use super::scope::Entry;
use super::{FunctionLowerer, PureMode, known, string_text};
use crate::base::Name;
use crate::hir::{ExceptionClause, ExprId, ExprKind, Singleton, TypeExpr, TypeKind};
use crate::source::Span;
use crate::syntax::ast::{self, Argument, Decorator, Expression, Statement};

/// What decorators of `cython` say about a C function.
#[derive(Default)]
pub(super) struct Marks<'t> {
    /// `@cython.ccall`
    pub is_cpdef: bool,
    pub is_inline: bool,
    pub nogil: bool,
    pub with_gil: bool,
    pub is_ufunc: bool,
    /// `@cython.returns(type)`
    returns: Option<Expression<'t>>,
    /// `@cython.exceptval(value, check=True)`
    exception: Option<Vec<Argument<'t>>>,
}

/// Decorators that [`Marks`] holds, those that decide the kind of a definition, and `critical_section`, which the GIL
/// makes true.
const MARKS: &[&str] = &[
    "ccall",
    "cclass",
    "cfunc",
    "critical_section",
    "exceptval",
    "inline",
    "locals",
    "nogil",
    "returns",
    "ufunc",
    "with_gil",
];

/// Whether `cython.name` is one of them, or a call that this module handles.
pub(super) fn is_pure_name(name: &str) -> bool {
    MARKS.contains(&name)
        || super::class::DECORATORS.contains(&name)
        || matches!(
            name,
            "address" | "cast" | "compiled" | "declare" | "pointer" | "struct" | "typedef" | "union"
        )
}

/// A variable that is declared in Python syntax.
pub(super) struct Declared<'t> {
    pub name: ast::Identifier<'t>,
    pub ty: TypeExpr,
    /// `visibility="public"`
    pub visibility: Option<String>,
}

impl Marks<'_> {
    /// The place of the `exceptval`.
    pub(super) fn exception_place(&self) -> Option<Span> {
        self.exception.as_ref()?.first().map(|argument| argument.span())
    }
}

impl<'d, 't> PureMode<'d, 't> {
    /// A definition of the kind that its decorators say.
    pub(super) fn as_decorated(self, statement: Statement<'t>) -> Statement<'t> {
        match statement {
            Statement::Class(class)
                if self.has_mark(class.decorators(), &["cclass", "total_ordering"])
                    || super::modifiers::Imported(self.visible).is_cython_dataclass(class)
                    || self.augmented(class.name()).is_some() =>
            {
                Statement::CClass(class.as_extension_type())
            }
            Statement::Function(function)
                if self.has_mark(function.decorators(), &["cfunc", "ccall"])
                    || self.augmented(function.name()).is_some() =>
            {
                Statement::CFunction(function.as_c_function())
            }
            other => other,
        }
    }

    fn has_mark(self, decorators: Vec<Decorator<'t>>, names: &[&str]) -> bool {
        let mut given = decorators.into_iter().filter_map(Decorator::expression);
        given.any(|one| self.visible.cython_attribute(one).is_some_and(|name| names.contains(&name.as_str())))
    }

    /// Whether a decorator is one of [`Marks`], which are read separately.
    pub(super) fn is_mark(self, decorator: Expression<'t>) -> bool {
        let (callee, _) = parts(decorator);
        callee
            .and_then(|callee| self.visible.cython_attribute(callee))
            .is_some_and(|name| MARKS.contains(&name.as_str()))
    }

    /// `@cython.locals(...)`: it says nothing to those who call the function.
    pub(super) fn is_of_variables(self, decorator: Expression<'t>) -> bool {
        self.call_of(decorator, "locals").is_some()
    }

    pub(super) fn marks(self, function: ast::CFunction<'t>) -> Marks<'t> {
        let mut marks = Marks {
            is_cpdef: function.is_cpdef(),
            is_inline: function.is_inline(),
            nogil: function.function().is_some_and(|part| part.is_nogil()),
            with_gil: function.function().is_some_and(|part| part.is_with_gil()),
            ..Marks::default()
        };
        let augmented = self.augmented_function(function);
        augmented.into_iter().for_each(|text| text.mark(&mut marks));
        let decorators = augmented.map(FunctionText::decorators).unwrap_or_default();
        let decorators = function.decorators().into_iter().chain(decorators);
        for decorator in decorators.filter_map(Decorator::expression) {
            let (callee, arguments) = parts(decorator);
            let first = arguments.first().and_then(|argument| argument.value());
            let is_on = first.is_none_or(|value| value.text() != "False");
            match callee.and_then(|callee| self.visible.cython_attribute(callee)).as_deref() {
                Some("ccall") => marks.is_cpdef = true,
                Some("inline") => marks.is_inline = is_on,
                Some("nogil") => marks.nogil = is_on,
                Some("ufunc") => marks.is_ufunc = true,
                Some("with_gil") => marks.with_gil = is_on,
                Some("returns") => marks.returns = first,
                Some("exceptval") => marks.exception = Some(arguments),
                _ => {}
            }
        }
        marks
    }

    /// Whether a statement is one of those.
    pub(super) fn is_declaring_call(self, statement: Statement<'t>) -> bool {
        let value = match statement {
            Statement::Assignment(assignment) => assignment.value(),
            Statement::Expression(statement) => statement.value(),
            _ => None,
        };
        value.is_some_and(|value| self.call_of(value, "declare").is_some())
    }

    /// The value that a variable is declared with.
    pub(super) fn declared_value_of(self, value: Expression<'t>) -> Option<Option<Expression<'t>>> {
        let call = self.call_of(value, "declare")?;
        Some(call.arguments().get(1).filter(|argument| argument.name().is_none()).and_then(|one| one.value()))
    }

    pub(super) fn call_of(self, expr: Expression<'t>, name: &str) -> Option<ast::Call<'t>> {
        let Expression::Call(call) = expr else { return None };
        (self.visible.cython_attribute(call.function()?).as_deref() == Some(name)).then_some(call)
    }

    /// `cython.compiled`, `cython.NULL`
    pub(super) fn pure_constant(self, attribute: Expression<'t>) -> Option<ExprKind> {
        constant_of_cython(&self.visible.cython_attribute(attribute)?)
    }

    /// The same for an imported name: `from cython import compiled`.
    pub(super) fn imported_constant(self, name: &str) -> Option<ExprKind> {
        let Some(Entry::CModule { path, .. }) = self.visible.scope().get(name) else { return None };
        constant_of_cython(path.strip_prefix("cython.")?)
    }
}

impl<'t> FunctionLowerer<'_, 't> {
    /// The result type of a C function that is written with `def`.
    pub(super) fn pure_result(
        &mut self,
        function: ast::CFunction<'t>,
        marks: &Marks<'t>,
        span: Span,
        builder: &mut BodyBuilder,
    ) -> TypeExpr {
        if let Some(text) = self.visible().pure().augmented_function(function) {
            return text.result(self, builder);
        }
        if let Some(returns) = marks.returns {
            return self.spelled_type(returns, builder);
        }
        let annotation = function.return_annotation().filter(|_| builder.directives.annotation_typing);
        let ty = annotation.and_then(|annotation| self.annotated(annotation, builder));
        ty.map_or_else(|| super::function::object_type(span), |(ty, _)| ty)
    }

    /// Its exception clause.
    pub(super) fn pure_exception(&mut self, marks: &Marks<'t>) -> Option<ExceptionClause> {
        let arguments = marks.exception.as_deref()?;
        let mut value = None;
        let mut is_checked = true;
        for argument in arguments {
            match (argument.name().map(|name| name.text()), argument.value()) {
                (Some("check"), Some(check)) => is_checked = check.text() != "False",
                (None | Some("value"), Some(given)) if !matches!(given, Expression::None(_)) => {
                    value = Some(given);
                }
                _ => {}
            }
        }
        let Some(value) = value else {
            return Some(if is_checked { ExceptionClause::Default } else { ExceptionClause::NoExcept });
        };
        match (self.error_value(value), is_checked) {
            (Some(value), true) => Some(ExceptionClause::MaybeValue(value)),
            (Some(value), false) => Some(ExceptionClause::Value(value)),
            (None, _) => {
                self.not_yet("an exception value that is not a number", value.span());
                None
            }
        }
    }

    /// `@cython.locals(name=type)`: parameters and variables of a function.
    pub(super) fn decorated_locals(
        &mut self,
        decorators: Vec<Decorator<'t>>,
        builder: &mut BodyBuilder,
    ) -> Vec<Declared<'t>> {
        let mut all = Vec::new();
        for decorator in decorators.into_iter().filter_map(Decorator::expression) {
            let (callee, arguments) = parts(decorator);
            if callee.and_then(|callee| self.visible().cython_attribute(callee)).as_deref() == Some("locals")
            {
                all.extend(self.named_types(&arguments, builder));
            }
        }
        all
    }

    /// `name=type` of a call.
    pub(super) fn named_types(
        &mut self,
        arguments: &[Argument<'t>],
        builder: &mut BodyBuilder,
    ) -> Vec<Declared<'t>> {
        let mut all = Vec::new();
        for argument in arguments {
            if let (Some(name), Some(value)) = (argument.name(), argument.value()) {
                let ty = self.spelled_type(value, builder);
                all.push(Declared { name, ty, visibility: None });
            }
        }
        all
    }

    /// `name = cython.declare(type, value)` and `cython.declare(name=type)`.
    pub(super) fn declared_by_call(
        &mut self,
        statement: Statement<'t>,
        builder: &mut BodyBuilder,
    ) -> Option<Vec<Declared<'t>>> {
        match statement {
            Statement::Assignment(assignment) => {
                let targets = assignment.targets();
                let [Expression::Name(name)] = targets.as_slice() else { return None };
                let call = self.visible().pure().call_of(assignment.value()?, "declare")?;
                let arguments = call.arguments();
                let ty = self.spelled_type(arguments.first()?.value()?, builder);
                let visibility = arguments.iter().find_map(|argument| match argument.name()?.text() {
                    "visibility" => Some(argument.value()?.text().trim_matches(['"', '\'']).to_string()),
                    _ => None,
                });
                Some(vec![Declared { name: *name, ty, visibility }])
            }
            Statement::Expression(statement) => {
                let call = self.visible().pure().call_of(statement.value()?, "declare")?;
                Some(self.named_types(&call.arguments(), builder))
            }
            _ => None,
        }
    }

    /// `cython.cast(type, value, typecheck=True)`, `cython.address(place)`
    pub(super) fn pure_call(&mut self, call: ast::Call<'t>, body: &mut BodyBuilder) -> Option<ExprKind> {
        let arguments = call.arguments();
        if self.visible().pure().call_of(Expression::Call(call), "address").is_some() {
            let place = arguments.first()?.value()?;
            return Some(ExprKind::AddressOf(self.expr(place, body)));
        }
        self.visible().pure().call_of(Expression::Call(call), "cast")?;
        let [ty, operand, rest @ ..] = arguments.as_slice() else { return None };
        let checked = rest.iter().any(|one| {
            one.name().is_some_and(|name| name.text() == "typecheck")
                && one.value().is_some_and(|value| value.text() == "True")
        });
        let ty = self.spelled_type(ty.value()?, body);
        let operand: ExprId = self.expr(operand.value()?, body);
        Some(ExprKind::Cast { ty, checked, operand })
    }

    /// A type in the place of an expression; it may also be a string.
    pub(super) fn spelled_type(&mut self, expr: Expression<'t>, builder: &mut BodyBuilder) -> TypeExpr {
        let span = expr.span();
        if let Some(pointer) = self.pointer_call(expr, builder) {
            return pointer;
        }
        if let Expression::Subscript(subscript) = expr
            && let [length] = subscript.indices().as_slice()
            && !matches!(length, Expression::Slice(_))
            && let Some(element) = subscript.value()
        {
            let element = self.spelled_type(element, builder);
            return self.array_of(element, *length, span, builder);
        }
        let found = match expr {
            Expression::String(text) => {
                string_text(text).and_then(|text| self.visible().pure().type_named(text.trim(), span))
            }
            other => {
                let found = self.type_of_expression(other, &|name| builder.is_local(name));
                match other {
                    Expression::Name(name) if !builder.is_local(name.text()) => {
                        found.or_else(|| self.visible().pure().type_named(name.text(), span))
                    }
                    _ => found,
                }
            }
        };
        found.unwrap_or_else(|| {
            self.report(super::report::unknown_type(expr.text(), span));
            TypeExpr { kind: TypeKind::Error, span }
        })
    }
}

impl<'d, 't> PureMode<'d, 't> {
    /// The type with a simple name: one of the module, of C or of Python.
    fn type_named(self, name: &str, span: Span) -> Option<TypeExpr> {
        let named = match self.visible.scope().get(name) {
            Some(Entry::Type(named)) => Some(*named),
            Some(_) => None,
            None => known::basic_type(name).or_else(|| known::builtin_class(name)),
        };
        named.map(|named| TypeExpr { kind: TypeKind::Named(named), span })
    }
}

fn constant_of_cython(name: &str) -> Option<ExprKind> {
    match name {
        "compiled" => Some(ExprKind::Singleton(Singleton::True)),
        "NULL" => Some(ExprKind::Null),
        _ => None,
    }
}

/// The callee and the arguments of a decorator.
fn parts(decorator: Expression<'_>) -> (Option<Expression<'_>>, Vec<Argument<'_>>) {
    match decorator {
        Expression::Call(call) => (call.function(), call.arguments()),
        other => (Some(other), Vec::new()),
    }
}

/// Declares the variables that are not parameters.
pub(super) fn declare_rest(declared: Vec<Declared<'_>>, builder: &mut BodyBuilder) {
    for Declared { name, ty, .. } in declared {
        if !builder.locals.contains_key(name.text()) {
            builder.declare(Name::new(name.text()), ty, false, name.span());
        }
    }
}
