//! C types as written, to types with their names bound.

use super::bases::builtin_struct;
use super::builder::BodyBuilder;
use super::enums::Constants;
use super::scope::Entry;
use super::units::VIEWS;
use super::{FunctionLowerer, Visible, known, report};
use crate::hir::{
    ArrayLength, AxisSpec, ExceptionClause, ExprId, ExprKind, ExternKind, FunctionTypeExpr, PartKind,
    PyClass, TypeExpr, TypeKind, TypeName,
};
use crate::source::Span;
use crate::syntax::ast::{self, CType, Declarator, Expression, Statement};

/// What a declarator declares.
pub struct Declared<'t> {
    pub name: Option<ast::Identifier<'t>>,
    pub c_name: Option<ast::StringLiteral<'t>>,
    pub ty: TypeExpr,
    /// For `f(int)`: the part with the parameters; `ty` is then the type of the result.
    pub function: Option<ast::FunctionDeclarator<'t>>,
}

/// The type of `<int[:n]>p`, which has extents.
pub(super) fn array_type(name: ast::TypeName<'_>) -> Option<ast::MemoryViewType<'_>> {
    match name.c_type()? {
        CType::MemoryView(view) if name.declarator().is_none() => {
            view.axes().iter().any(|axis| axis.stop().is_some()).then_some(view)
        }
        _ => None,
    }
}

impl<'t> FunctionLowerer<'_, 't> {
    /// The type before a declarator; `None` means `object`.
    pub fn c_type(&mut self, ty: Option<CType<'t>>, span: Span, body: &mut BodyBuilder) -> TypeExpr {
        let Some(ty) = ty else {
            return TypeExpr { kind: TypeKind::Named(TypeName::Object(PyClass::Object)), span };
        };
        let span = ty.span();
        let kind = self.type_kind(ty, body);
        TypeExpr { kind, span }
    }

    fn type_kind(&mut self, ty: CType<'t>, body: &mut BodyBuilder) -> TypeKind {
        let span = ty.span();
        match ty {
            CType::Named(named) => self.named_type(&named.path(), span),
            CType::Basic(basic) => match known::basic_words(&basic.words()) {
                Some(name) => TypeKind::Named(name),
                None => self.unknown_type(basic.text(), span),
            },
            CType::Complex(complex) => match complex.base() {
                Some(base) => self.complex_type(base, complex.text(), span),
                None => TypeKind::Error,
            },
            CType::Qualified(qualified) => {
                let inner = self.c_type(qualified.inner(), span, body);
                if let TypeKind::Named(TypeName::Object(_)) = inner.kind {
                    self.report(report::qualified_object(span));
                    return TypeKind::Error;
                }
                if qualified.is_const() { TypeKind::Const(Box::new(inner)) } else { inner.kind }
            }
            CType::MemoryView(view) => {
                let element = Box::new(self.c_type(view.base(), span, body));
                match view
                    .axes()
                    .into_iter()
                    .map(|axis| self.visible().axis(axis))
                    .collect::<Option<Vec<_>>>()
                {
                    Some(axes) => TypeKind::Memoryview { element, axes },
                    None => self.type_not_yet("an indirect or generic memoryview", span),
                }
            }
            CType::Template(template) => self.template(template, body),
            CType::Parenthesized(name) => self.type_name(name, body).kind,
            CType::Nested(_) => {
                self.report(report::cplusplus("a nested type", span));
                TypeKind::Error
            }
            CType::Tuple(tuple) => {
                let items = tuple.members().into_iter();
                TypeKind::Tuple(items.map(|item| self.type_name(item, body)).collect())
            }
            CType::Error(_) => TypeKind::Error,
        }
    }

    /// The complex numbers whose parts are of a number type.
    fn complex_type(&mut self, base: ast::Identifier<'t>, shown: &str, span: Span) -> TypeKind {
        let mut part = match self.named_type(base.text(), base.span()) {
            TypeKind::Named(part) => part,
            TypeKind::Error => return TypeKind::Error,
            _ => return self.unknown_type(shown, span),
        };
        // Follows one after another; what is declared later is not resolved yet.
        for _ in 0..=self.tables.typedefs.len() {
            let TypeName::Typedef(id) = part else { break };
            let TypeKind::Named(target) = self.tables.typedefs[id].target.kind else { break };
            part = target;
        }
        TypeKind::Named(TypeName::Complex(match part {
            TypeName::Int(kind) if !kind.is_letter() => PartKind::Int(kind),
            TypeName::Float(kind) => PartKind::Float(kind),
            _ => return self.unknown_type(shown, span),
        }))
    }

    fn type_not_yet(&mut self, what: &str, span: Span) -> TypeKind {
        self.not_yet(what, span);
        TypeKind::Error
    }

    fn unknown_type(&mut self, name: &str, span: Span) -> TypeKind {
        let unknown = report::unknown_type(name, span);
        let unknown = self.visible().with_type_suggestion(unknown, name, span);
        // Where the name of a module is not known, all its types are one mistake.
        let subject = match name.split_once('.') {
            Some((head, _)) if !self.visible().is_c_module(head) => head,
            _ => name,
        };
        self.report(unknown.about(format!("name {subject}")));
        TypeKind::Error
    }

    pub(super) fn named_type(&mut self, path: &str, span: Span) -> TypeKind {
        if let Some((module, name)) = path.rsplit_once('.') {
            return self.dotted_type(module, name, path, span);
        }
        self.mention(path, span);
        match self.scope().get(path) {
            Some(Entry::Type(name)) => {
                let name = *name;
                self.note_typedef(name)
            }
            Some(Entry::Python) | None => match known::basic_type(path) {
                Some(name) => TypeKind::Named(name),
                None if let Some(class) = known::builtin_class(path) => TypeKind::Named(class),
                None if known::is_exception(path)
                    && let Some(structure) = builtin_struct(path) =>
                {
                    let class = self.builtin_class(path, structure, span);
                    TypeKind::Named(TypeName::Object(PyClass::Extension(class)))
                }
                None if let Some(known) = self.visible().undeclared_struct(path) => self.note_typedef(known),
                None if known::is_builtin(path) => self.type_not_yet(&format!("the type `{path}`"), span),
                None => self.unknown_type(path, span),
            },
            Some(Entry::Unusable(why)) => {
                let why = why.clone();
                self.report_unusable(path, why, span);
                TypeKind::Error
            }
            Some(_) => self.unknown_type(path, span),
        }
    }

    fn note_typedef(&mut self, name: TypeName) -> TypeKind {
        if let TypeName::Typedef(id) = name {
            self.tables.typedefs[id].is_used |= !self.declares_extern;
        }
        TypeKind::Named(name)
    }

    fn dotted_type(&mut self, module: &str, name: &str, path: &str, span: Span) -> TypeKind {
        let (head, rest) = module.split_once('.').map_or((module, None), |(head, rest)| (head, Some(rest)));
        let target = match self.scope().get(head) {
            Some(Entry::CModule { path, .. }) => path.to_string(),
            Some(Entry::Unusable(None)) => return TypeKind::Error,
            _ => return self.unknown_type(path, span),
        };
        self.mention(head, Span { end: span.start + head.len() as u32, ..span });
        let full = rest.map_or_else(|| target.clone(), |rest| format!("{target}.{rest}"));
        match self.entry_of(&full, name, span) {
            Some(Entry::Type(name)) => self.note_typedef(name),
            Some(Entry::Unusable(why)) => {
                self.report_unusable(path, why, span);
                TypeKind::Error
            }
            _ => self.unknown_type(path, span),
        }
    }

    /// `int[3]` is a C array, and `int[4][3]` four of those; other brackets are buffers and C++ templates.
    fn template(&mut self, template: ast::TemplateType<'t>, body: &mut BodyBuilder) -> TypeKind {
        let span = template.span();
        if template.arguments().is_empty() {
            let element = self.c_type(template.base(), span, body);
            return TypeKind::Array(Box::new(element), None);
        }
        if let [argument] = template.arguments().as_slice()
            && let Some(length) = Constants(self.visible()).length(*argument)
        {
            let element = self.c_type(template.base(), span, body);
            return TypeKind::Array(Box::new(element), Some(ArrayLength::Constant(length)));
        }
        let mut sizes = Vec::new();
        let mut base = Some(CType::Template(template));
        while let Some(CType::Template(part)) = base
            && let [argument] = part.arguments().as_slice()
            && argument.name().is_none()
            && let Some(size) = argument.expression().filter(|size| self.visible().is_length(*size))
        {
            sizes.push(size);
            base = part.base();
        }
        if !sizes.is_empty() {
            // `int[][3]`: any number of arrays.
            let of_any = match base {
                Some(CType::Template(part)) if part.arguments().is_empty() => Some(part.base()),
                _ => None,
            };
            let mut ty = self.c_type(of_any.unwrap_or(base), span, body);
            for size in sizes {
                ty = self.array_of(ty, size, span, body);
            }
            return if of_any.is_some() { TypeKind::Array(Box::new(ty), None) } else { ty.kind };
        }
        if let Some(container) = self.container_type(template, body) {
            return container;
        }
        match self.buffer_type(template, body) {
            Some(buffer) => buffer,
            None if let [length] = template.arguments().as_slice()
                && let Some(size) = length.expression().filter(|_| length.name().is_none())
                && self.is_varying(size, body)
                && !matches!(self.c_type(template.base(), span, body).kind, TypeKind::Error) =>
            {
                self.report(report::varying_length(size.text(), size.span()));
                TypeKind::Error
            }
            // Its name may show that it is C++.
            None => match self.c_type(template.base(), span, body).kind {
                TypeKind::Error => TypeKind::Error,
                _ => self.type_not_yet("a buffer or template type", span),
            },
        }
    }

    /// Whether an expression has a variable: it is no length of a C array, and its value may be a number.
    fn is_varying(&self, size: Expression<'t>, body: &BodyBuilder) -> bool {
        match size {
            Expression::Name(name) => body.is_local(name.text()) || self.visible().is_variable(name.text()),
            Expression::Binary(binary) => {
                [binary.left(), binary.right()].into_iter().flatten().any(|side| self.is_varying(side, body))
            }
            _ => false,
        }
    }

    /// A type with a nameless declarator, as in a cast.
    pub fn type_name(&mut self, name: ast::TypeName<'t>, body: &mut BodyBuilder) -> TypeExpr {
        let base = self.c_type(name.c_type(), name.span(), body);
        match name.declarator() {
            Some(declarator) => self.declared(base, declarator, body).ty,
            None => base,
        }
    }

    /// The type declared by a declarator with parameters.
    pub fn function_type(
        &mut self,
        function: ast::FunctionDeclarator<'t>,
        result: TypeExpr,
        body: &mut BodyBuilder,
    ) -> TypeExpr {
        let is_pointer = matches!(function.inner(), Some(Declarator::Pointer(_)));
        let unit = &self.declarations.units[self.unit];
        let is_shared = self.unit != self.declarations.own && unit.source_of.is_none();
        let mut ty = self.declared_function(function, result, body);
        if let TypeKind::Function(function) = &mut ty.kind
            && function.exception == ExceptionClause::Default
            && (is_shared || is_pointer && !function.nogil)
        {
            // Functions with any exception value fit, as in Cython. Without the GIL each call would have to take it:
            // there the value is the function's default, unless another compiler may have made it.
            function.exception = ExceptionClause::Always;
        }
        ty
    }

    /// The type of a function that is declared so, not of a value.
    pub fn declared_function(
        &mut self,
        function: ast::FunctionDeclarator<'t>,
        result: TypeExpr,
        body: &mut BodyBuilder,
    ) -> TypeExpr {
        let span = result.span.to(function.span());
        let place = self.extern_place;
        let ExternKind::Function { params, names, result, exception, nogil, is_variadic } =
            self.extern_function(function, result, place, body)
        else {
            return TypeExpr { kind: TypeKind::Error, span };
        };
        let exception = match exception {
            // Functions defined in C raise nothing unless their declaration says so.
            ExceptionClause::Default if place.is_extern() => ExceptionClause::NoExcept,
            said => said,
        };
        let function = FunctionTypeExpr { params, names, result, exception, nogil, is_variadic };
        TypeExpr { kind: TypeKind::Function(Box::new(function)), span }
    }

    /// The type of a parameter or field: a function stands for its address there.
    pub fn declared_value(
        &mut self,
        base: TypeExpr,
        declarator: Declarator<'t>,
        body: &mut BodyBuilder,
    ) -> TypeExpr {
        let declared = self.declared(base, declarator, body);
        match declared.function {
            Some(function) => self.function_type(function, declared.ty, body),
            None => declared.ty,
        }
    }

    /// Applies a declarator to the type before it, from the outside inwards.
    pub fn declared(
        &mut self,
        base: TypeExpr,
        declarator: Declarator<'t>,
        body: &mut BodyBuilder,
    ) -> Declared<'t> {
        let mut ty = base;
        let mut current = Some(declarator);
        let mut function = None;
        let mut named = None;
        while let Some(part) = current {
            let span = ty.span.to(part.span());
            match part {
                Declarator::Name(name) => named = Some(name),
                Declarator::Pointer(pointer) => {
                    for _ in 0..pointer.depth() {
                        ty = TypeExpr { kind: TypeKind::Pointer(Box::new(ty)), span };
                    }
                    if pointer.is_const() {
                        ty = TypeExpr { kind: TypeKind::Const(Box::new(ty)), span };
                    }
                }
                Declarator::Array(_) | Declarator::Function(_)
                    if matches!(ty.kind, TypeKind::Function(_)) =>
                {
                    self.report(match part {
                        Declarator::Array(_) => report::of_functions("an array cannot hold functions", span),
                        _ => report::of_functions("a function cannot return a function", span),
                    });
                    ty = TypeExpr { kind: TypeKind::Error, span };
                }
                Declarator::Array(array) => {
                    ty = match array.size() {
                        Some(size) => self.array_of(ty, size, span, body),
                        None => TypeExpr { kind: TypeKind::Array(Box::new(ty), None), span },
                    };
                }
                Declarator::Function(inner) if matches!(part.inner(), Some(Declarator::Name(_))) => {
                    function = Some(inner);
                }
                Declarator::Function(inner) => ty = self.function_type(inner, ty, body),
                Declarator::Reference(_) | Declarator::Operator(_) => {
                    self.report(report::cplusplus("a reference or operator", span));
                    ty = TypeExpr { kind: TypeKind::Error, span };
                }
                Declarator::Error(_) => ty = TypeExpr { kind: TypeKind::Error, span },
            }
            current = part.inner();
        }
        Declared {
            name: named.and_then(ast::NameDeclarator::name),
            c_name: named.and_then(ast::NameDeclarator::c_name),
            ty,
            function,
        }
    }

    /// `<int[:n, :m]>p`: all axes have an extent, one may be declared contiguous.
    pub(super) fn array_over(
        &mut self,
        view: ast::MemoryViewType<'t>,
        operand: ExprId,
        body: &mut BodyBuilder,
    ) -> ExprKind {
        let span = view.span();
        let element = Box::new(self.c_type(view.base(), span, body));
        let mut axes = Vec::new();
        let mut extents = Vec::new();
        for axis in view.axes() {
            let kind = match axis.step() {
                None => AxisSpec::Any,
                Some(step) if step.text() == "1" => AxisSpec::Contiguous,
                Some(step) => {
                    self.report(report::bad_array_axis(step.span()));
                    return ExprKind::Error;
                }
            };
            match (axis.start(), axis.stop()) {
                (None, Some(extent)) => extents.push(self.expr(extent, body)),
                _ => {
                    self.report(report::bad_array_axis(axis.span()));
                    return ExprKind::Error;
                }
            }
            axes.push(kind);
        }
        if !axes.contains(&AxisSpec::Contiguous)
            && let Some(last) = axes.last_mut()
        {
            *last = AxisSpec::Contiguous;
        }
        let ty = TypeExpr { kind: TypeKind::Memoryview { element, axes }, span };
        ExprKind::ArrayOver { ty, operand, extents }
    }
}

impl<'d, 't> Visible<'d, 't> {
    /// Whether the current file declares a variable of a name, before or after.
    fn is_variable(self, name: &str) -> bool {
        let declares = |statement: &Statement<'t>| match statement {
            Statement::CDeclaration(decl) => {
                let mut names = decl.declarators().into_iter().filter_map(ast::InitDeclarator::name);
                names.any(|declared| declared.text() == name)
            }
            _ => false,
        };
        self.declarations.units[self.unit].statements.iter().any(declares)
    }

    /// Whether an expression in brackets after a type can be the length of a C array.
    fn is_length(self, size: Expression<'t>) -> bool {
        match size {
            Expression::Integer(_) => true,
            Expression::Name(name) => {
                self.defined(name).is_some()
                    || matches!(self.scope().get(name.text()), Some(Entry::EnumMember(..) | Entry::Extern(_)))
            }
            Expression::Binary(binary) => {
                let is_length = |side: Option<Expression<'t>>| side.is_some_and(|side| self.is_length(side));
                self.integer_of(size).is_some() || is_length(binary.left()) && is_length(binary.right())
            }
            Expression::Attribute(_) => self.integer_of(size).is_some(),
            Expression::Cast(cast) => {
                self.integer_of(size).is_some()
                    || cast.operand().is_some_and(|operand| self.is_length(operand))
            }
            _ => false,
        }
    }

    /// `:`, `::1`, or `::view.contiguous`.
    pub(super) fn axis(self, slice: ast::Slice<'t>) -> Option<AxisSpec> {
        match (slice.start(), slice.stop(), slice.step()) {
            (None, None, None) => Some(AxisSpec::Any),
            (None, None, Some(step)) if step.text() == "1" => Some(AxisSpec::Contiguous),
            (None, None, Some(step)) => match self.layout(step)?.as_str() {
                "strided" => Some(AxisSpec::Any),
                "contiguous" => Some(AxisSpec::Contiguous),
                _ => None,
            },
            _ => None,
        }
    }

    /// The layout of `cython.view` that an expression names.
    fn layout(self, step: Expression<'t>) -> Option<String> {
        match step {
            Expression::Name(name) => match self.scope().get(name.text())? {
                Entry::EnumMember(id, member) if self.declarations.enums[*id].home == VIEWS => {
                    Some(member.to_string())
                }
                _ => None,
            },
            _ => self.module_path_of(step)?.strip_prefix(VIEWS)?.strip_prefix('.').map(str::to_string),
        }
    }
}
