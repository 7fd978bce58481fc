//! Declarations of things that are defined elsewhere: in C, or in another module.

use std::sync::Arc;

use super::builder::BodyBuilder;
use super::declare::{Marks, Place};
use super::fused_imports::Kind;
use super::keep::Forward;
use super::scope::{Construct, Entry};
use super::value::Value;
use super::{
    ClassCollector, Collector, FunctionLowerer, Visible, blas, c_library, known, report, string_text,
};
use crate::base::{Aside, Name};
use crate::hir::buffers::handed_over;
use crate::hir::bundles::may_be_left_out;
use crate::hir::fused::resolved;
use crate::hir::{
    EnumId, ErrorValue, ExceptionClause, Exported, Extern, ExternDecl, ExternId, ExternKind, Global, Header,
    Import, Include, IncludeId, IntKind, NoBody, ParamNames, TypeExpr, TypeKind, TypeName, is_fused,
};
use crate::source::Span;
use crate::syntax::ast::{self, Expression};

/// A function that a `.pxd` declares and its module defines.
pub(super) struct Announced<'t> {
    pub name: ast::Identifier<'t>,
    pub function: ast::FunctionDeclarator<'t>,
    pub result: TypeExpr,
    pub is_cpdef: bool,
    pub on_device: bool,
}

impl<'t> Collector<'t> {
    pub(super) fn extern_place(&mut self, block: ast::ExternBlock<'t>) -> Place {
        if let Some(namespace) = block.namespace() {
            self.report(report::cplusplus("a namespace", namespace.span()));
        }
        let nogil = block.is_nogil();
        if let Some(known) = self.include_at(block.span()) {
            return Place { include: Some(known), nogil };
        }
        let header = block.header().and_then(string_text).map(|text| {
            match text.strip_prefix('<').and_then(|text| text.strip_suffix('>')) {
                Some(system) => Header::System(Name::new(system)),
                None => Header::User(Name::new(text)),
            }
        });
        let code = block.body().and_then(ast::Block::docstring);
        let include = Include {
            header,
            verbatim: code.and_then(string_text).map(Name::new),
            verbatim_span: code.map(|code| code.span()),
            is_own: self.visible().is_own() || self.visible().unit_is_own_declarations(),
            is_relied_on: false,
            is_library: self.declarations.units[self.unit].is_library,
            declares: false,
            span: block.span(),
        };
        Place { include: Some(self.tables.includes.alloc(include)), nogil }
    }

    /// `cdef extern int count`, without a header: the context of its declarations.
    pub(super) fn declared_to_c(&mut self, span: Span, place: Place) -> Place {
        let include = self.include_at(span).unwrap_or_else(|| {
            let is_own = self.visible().is_own() || self.visible().unit_is_own_declarations();
            let (header, verbatim) = (None, None);
            let is_library = false;
            self.tables.includes.alloc(Include {
                header,
                verbatim,
                verbatim_span: None,
                is_own,
                is_library,
                declares: true,
                is_relied_on: false,
                span,
            })
        });
        Place { include: Some(include), ..place }
    }

    /// Declarations are read in several passes.
    fn include_at(&self, span: Span) -> Option<IncludeId> {
        self.tables.includes.iter().find(|(_, known)| known.span == span).map(|(id, _)| id)
    }

    /// Only C knows the values of a header's enum, or of a macro that is declared as a member of one.
    pub(super) fn extern_member(
        &mut self,
        item: ast::EnumItem<'t>,
        name: ast::Identifier<'t>,
        of: Option<EnumId>,
        place: Place,
    ) -> Entry {
        let c_name = item.c_name().and_then(string_text);
        let ty = of.map_or(TypeName::Int(IntKind::Int), TypeName::Enum);
        let ty = TypeExpr { kind: TypeKind::Named(ty), span: name.span() };
        let decl = ExternDecl {
            name: Name::new(name.text()),
            c_name: c_name.map_or_else(|| Name::new(name.text()), Name::new),
            include: place.include,
            import: None,
            on_device: true,
            is_pure: true,
            library: None,
            is_unsized: false,
            span: name.span(),
        };
        let member = Extern { decl: Arc::new(decl), kind: ExternKind::Variable(ty) };
        Entry::Extern(self.tables.externs.alloc(member))
    }

    pub(super) fn announced_function(
        &mut self,
        announced: Announced<'t>,
        place: Place,
        init: &mut BodyBuilder,
    ) {
        let Announced { name, function, result, is_cpdef, on_device } = announced;
        let ExternKind::Function { params, names, result, exception, nogil, is_variadic } =
            self.lowerer().extern_function(function, result, place, init)
        else {
            return;
        };
        let parameters = function.parameters().map(ast::Parameters::list).unwrap_or_default();
        let optional = parameters.iter().filter(|parameter| parameter.is_optional());
        let optional = optional.count();
        let (name_text, span) = (Name::new(name.text()), name.span());
        let clause = function.exception_clause().filter(|clause| clause.is_noexcept());
        if let (Some(clause), true) = (clause, super::function::is_object(&result))
            && self.visible().unit_is_own_declarations()
        {
            self.report(report::noexcept_ignored(clause.span()));
        }
        let kind = Kind { is_cpdef, is_variadic };
        let exported = self.spelling().exports((self.unit, &name_text), (&params, optional), &result, kind);
        let is_fused = params.iter().any(|ty| is_fused(ty, &self.tables.typedefs));
        if is_variadic && (is_fused || optional > 0) {
            self.not_yet("a variadic function of a `.pxd` with fused types or optional arguments", span);
        }
        let is_view =
            |ty: &TypeExpr| matches!(resolved(ty, &self.tables.typedefs).kind, TypeKind::Memoryview { .. });
        let has_views = params.iter().any(is_view);
        let forward = Forward {
            name: name_text,
            class: None,
            params,
            result,
            exception,
            nogil,
            optional: Some(optional),
            on_device,
            is_variadic,
            exported,
            span,
        };
        if self.visible().unit_is_own_declarations() {
            self.forwards.push(forward);
            return;
        }
        // A function that needs nothing from its module is compiled into this one: it can be inlined, and
        // exists on devices.
        let is_called = !forward.exported.is_empty();
        let is_for_devices = on_device || self.declarations.on_device.contains(name.text());
        let held = self.visible().held_in_its_module(name);
        let is_of_source = (has_views || is_fused || optional > 0 || !is_called || is_for_devices)
            && (on_device || !is_called || held.is_none());
        if is_of_source && self.take_from_source(name) {
            return;
        }
        let module = self.declarations.units[self.unit].name.clone();
        let no_body = match held {
            _ if blas::function(&module, name.text()).is_some() => NoBody::Blas,
            _ if !is_for_devices => NoBody::Unsought,
            Some(held) => NoBody::Uses(held),
            None => NoBody::NoSource,
        };
        if !is_called {
            self.uncalled(&forward);
        } else if is_fused || optional > 0 {
            self.import_stand_in(name, (forward, no_body), &names);
        } else {
            self.import_function(name, (forward, no_body), names, is_variadic);
        }
    }

    /// A function that another module defines, unchanged.
    fn import_function(
        &mut self,
        name: ast::Identifier<'t>,
        (forward, no_body): (Forward, NoBody),
        names: ParamNames,
        is_variadic: bool,
    ) {
        let Some(Exported { signature, of_cython, is_cpdef, .. }) = forward.exported.into_iter().next()
        else {
            return;
        };
        let Forward { mut params, result, exception, nogil, .. } = forward;
        let module = self.declarations.units[self.unit].name.clone();
        let own = &self.declarations.units[self.declarations.own];
        let library = blas::function(&module, name.text()).filter(|_| own.directives().device_blas);
        if let Some(library) = &library {
            blas::only_read(library, &mut params);
        }
        let import = Import { module, signature, of_cython, is_variable: false, is_cpdef, no_body };
        let kind = ExternKind::Function { params, names, result, exception, nogil, is_variadic };
        let mut function = Extern::imported(forward.name, import, kind, forward.span);
        function.on_device = library.is_some();
        function.library = library;
        let id = self.tables.externs.alloc(function);
        self.bind(name, Entry::Extern(id));
    }

    /// Reports why a function of another module cannot be called.
    fn uncalled(&mut self, forward: &Forward) {
        let mut optional = forward.params[forward.required()..].iter();
        let what = match optional.all(|ty| may_be_left_out(ty, &self.tables.typedefs)) {
            true => "a function of another module with a type that has no name in C",
            false => "a struct or memoryview that another module's function may be called without",
        };
        self.not_yet(what, forward.span);
    }

    /// A C variable that a `.pxd` declares and its module defines.
    pub(super) fn announced_variable(&mut self, name: ast::Identifier<'t>, ty: TypeExpr) {
        let span = name.span();
        let Some(signature) = self.spelling().variable_signature(&ty) else {
            let is_view = matches!(resolved(&ty, &self.tables.typedefs).kind, TypeKind::Memoryview { .. });
            self.not_yet(
                if is_view { "a memoryview of another module" } else { "a C variable of another module" },
                span,
            );
            return;
        };
        let module = self.declarations.units[self.unit].name.clone();
        let import = Import {
            module,
            signature,
            of_cython: None,
            is_variable: true,
            is_cpdef: false,
            no_body: NoBody::Unsought,
        };
        let own_name = Name::new(name.text());
        let entry = match resolved(&ty, &self.tables.typedefs).kind {
            TypeKind::Named(TypeName::Object(_)) | TypeKind::Untyped => {
                Entry::Global(self.tables.globals.alloc(Global::imported(own_name, import, ty, span)))
            }
            _ => {
                let variable = Extern::imported(own_name, import, ExternKind::Variable(ty), span);
                Entry::Extern(self.tables.externs.alloc(variable))
            }
        };
        self.bind(name, entry);
    }

    /// The decorators above a declaration in an extern block.
    pub(super) fn extern_marks(&mut self, decl: ast::CDeclaration<'t>) -> Marks {
        let mut marks = Marks::default();
        for decorator in decl.decorators() {
            let Some(expression) = decorator.expression() else { continue };
            if self.visible().construct(expression, &|_| false) == Some(Construct::Device) {
                marks.on_device = true;
            } else if self.visible().module_path_of(expression).as_deref() == Some("offcy.pure") {
                marks.is_pure = true;
            } else if !self.visible().pure().is_of_variables(expression) {
                self.not_yet("this decorator", decorator.span());
            }
        }
        marks
    }

    pub(super) fn declare_extern(
        &mut self,
        name: ast::Identifier<'t>,
        c_name: Option<String>,
        kind: ExternKind,
        marks: Marks,
        place: Place,
    ) -> ExternId {
        let (kind, is_unsized) = match kind {
            ExternKind::Variable(TypeExpr { kind: TypeKind::Array(element, None), span }) => {
                (ExternKind::Variable(TypeExpr { kind: TypeKind::Pointer(element), span }), true)
            }
            kind => (kind, false),
        };
        let of = c_name.as_deref().unwrap_or(name.text());
        let include = place.include.map(|id| &self.tables.includes[id]);
        let marks = include.and_then(|include| c_library::marks(include, &kind, of)).unwrap_or(marks);
        let decl = ExternDecl {
            name: Name::new(name.text()),
            c_name: c_name.map_or_else(|| Name::new(name.text()), Name::new),
            include: place.include,
            import: None,
            on_device: marks.on_device,
            is_pure: marks.is_pure,
            library: None,
            is_unsized,
            span: name.span(),
        };
        let id = self.tables.externs.alloc(Extern { decl: Arc::new(decl), kind });
        self.bind(name, Entry::Extern(id));
        id
    }
}

impl<'t> ClassCollector<'_, 't> {
    /// A C method whose body is elsewhere in the module.
    pub(super) fn announced_method(
        &mut self,
        name: ast::Identifier<'t>,
        function: ast::FunctionDeclarator<'t>,
        result: TypeExpr,
        init: &mut BodyBuilder,
    ) {
        let class = self.class;
        if let ExternKind::Function { params, result, exception, nogil, is_variadic, .. } =
            self.collector.lowerer().extern_function(function, result, Place::default(), init)
        {
            self.collector.forwards.push(Forward {
                name: Name::new(name.text()),
                class: Some(class),
                params,
                result,
                exception,
                nogil,
                optional: None,
                on_device: false,
                is_variadic,
                exported: Vec::new(),
                span: name.span(),
            });
        }
    }
}

impl<'t> FunctionLowerer<'_, 't> {
    pub(super) fn extern_function(
        &mut self,
        function: ast::FunctionDeclarator<'t>,
        result: TypeExpr,
        place: Place,
        init: &mut BodyBuilder,
    ) -> ExternKind {
        let (mut params, mut names) = (Vec::new(), Vec::new());
        let mut is_variadic = false;
        for parameter in function.parameters().map(ast::Parameters::list).unwrap_or_default() {
            match parameter.kind() {
                ast::ParameterKind::Ellipsis => is_variadic = true,
                ast::ParameterKind::Plain => {
                    let ty = self.extern_param(parameter, init);
                    params.push(handed_over(ty));
                    let name = parameter.name().filter(|_| self.visible().lone_type(parameter).is_none());
                    names.push(name.map(|name| Name::new(name.text())));
                }
                _ => self.not_yet("this parameter of an extern function", parameter.span()),
            }
        }
        if let [TypeExpr { kind: TypeKind::Named(TypeName::Void), span }] = params.as_slice() {
            self.report(report::void_parameter(*span));
            params.clear();
        }
        let exception = self.exception_clause(function.exception_clause(), &result);
        ExternKind::Function {
            params,
            names: Aside(names),
            result: handed_over(result),
            exception,
            nogil: function.is_nogil() || place.nogil,
            is_variadic,
        }
    }

    /// A lone name in a C signature is a type if there is one of that name.
    pub(super) fn extern_param(&mut self, parameter: ast::Parameter<'t>, init: &mut BodyBuilder) -> TypeExpr {
        let span = parameter.span();
        if let Some(ty) = self.visible().lone_type(parameter) {
            return TypeExpr { kind: TypeKind::Named(ty), span };
        }
        let base = self.c_type(parameter.c_type(), span, init);
        let ty = match parameter.declarator() {
            Some(declarator) => self.declared_value(base, declarator, init),
            None => base,
        };
        ty.decayed()
    }

    /// The exception clause after a function with such a result.
    pub fn exception_clause(
        &mut self,
        clause: Option<ast::ExceptionClause<'t>>,
        result: &TypeExpr,
    ) -> ExceptionClause {
        let Some(clause) = clause else {
            let legacy = self.directives().legacy_implicit_noexcept;
            return if legacy { ExceptionClause::NoExcept } else { ExceptionClause::Default };
        };
        if clause.is_cplusplus() {
            self.report(report::cplusplus("`except +`", clause.span()));
            return ExceptionClause::Default;
        }
        if clause.is_noexcept() {
            return ExceptionClause::NoExcept;
        }
        if clause.is_always() {
            return ExceptionClause::Always;
        }
        let written = clause.value();
        let value = written.and_then(|value| self.error_value(value));
        let is_number = matches!(value, Some(ErrorValue::Int(_) | ErrorValue::Float(_)));
        let is_cast = matches!(written, Some(Expression::Cast(_)));
        if matches!(result.kind, TypeKind::Pointer(_))
            && is_number
            && value != Some(ErrorValue::ZERO)
            && !is_cast
        {
            self.report(report::exception_no_pointer(clause.span()));
        }
        match (value, clause.is_maybe()) {
            (Some(value), true) => ExceptionClause::MaybeValue(value),
            (Some(value), false) => ExceptionClause::Value(value),
            (None, _) if written.is_some_and(|value| self.visible().is_of_python(value)) => {
                self.report(report::exception_not_constant(clause.span()));
                ExceptionClause::Always
            }
            (None, _) => {
                self.not_yet("an exception value that is not a number", clause.span());
                ExceptionClause::Always
            }
        }
    }

    /// `NULL` counts as 0, a character as its number.
    pub(super) fn error_value(&mut self, value: Expression<'t>) -> Option<ErrorValue> {
        match value {
            Expression::Null(_) => return Some(ErrorValue::ZERO),
            // It becomes a value of the function's type in any case.
            Expression::Cast(cast) => return self.error_value(cast.operand()?),
            _ => {}
        }
        match self.visible().evaluated(value, &|_| None) {
            Some(Value::Float(number)) if number.fract() == 0.0 && number.abs() < 1e15 => {
                Some(ErrorValue::Int(number as i64))
            }
            Some(Value::Float(number)) => Some(ErrorValue::Float(number.to_bits())),
            Some(Value::Text(text)) => {
                let mut characters = text.chars();
                let number = characters.next().map(|character| ErrorValue::Int(u32::from(character).into()));
                number.filter(|_| characters.next().is_none() && text.is_ascii())
            }
            Some(other) => {
                let number = other.integer()?;
                Some(match i64::try_from(number) {
                    Ok(number) => ErrorValue::Int(number),
                    Err(_) => ErrorValue::Float((number as f64).to_bits()),
                })
            }
            None => self.named_error_value(value),
        }
    }

    /// A constant that only C knows.
    fn named_error_value(&mut self, value: Expression<'t>) -> Option<ErrorValue> {
        let Expression::Name(name) = value else { return None };
        let (c_name, include) = match self.scope().get(name.text())? {
            Entry::Extern(id) => (self.tables.externs[*id].c_name.clone(), self.tables.externs[*id].include),
            Entry::EnumMember(id, member) => (member.clone(), self.declarations.enums[*id].include),
            _ => return None,
        };
        // Possibly no other code mentions it.
        self.tables.includes[include?].is_own = true;
        Some(ErrorValue::Named(c_name))
    }
}

impl<'d, 't> Visible<'d, 't> {
    /// The type of a parameter that consists only of a type.
    fn lone_type(self, parameter: ast::Parameter<'t>) -> Option<TypeName> {
        let name = parameter.name().filter(|_| parameter.c_type().is_none())?;
        match self.scope().get(name.text()) {
            Some(Entry::Type(ty)) => Some(*ty),
            _ => known::basic_type(name.text()),
        }
    }

    /// Whether an expression is a Python object by name, or an attribute of one.
    fn is_of_python(self, value: Expression<'t>) -> bool {
        match value {
            Expression::Attribute(attribute) => attribute.object().is_some_and(|one| self.is_of_python(one)),
            Expression::Name(name) => matches!(self.scope().get(name.text()), Some(Entry::Python)),
            _ => false,
        }
    }
}
