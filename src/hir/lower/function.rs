//! Functions: signature, decorators, locals.

use std::collections::{HashMap, HashSet};

use super::scope::Construct;
use super::targets::runs_its_blocks;
use super::{Lowerer, report};
use crate::base::Name;
use crate::hir::{
    Binding, Body, Directives, ExceptionClause, Expr, ExprId, ExprKind, Function, FunctionKind, Local,
    LocalId, Method, NoneClause, Param, ParamKind, PyClass, TypeExpr, TypeKind, TypeName,
};
use crate::source::Span;
use crate::syntax::ast::{self, Expression, ParameterKind, Statement};

/// A function whose body is still to be read.
#[derive(Clone, Copy)]
pub enum Pending<'t> {
    Python(ast::Function<'t>),
    /// With the `nogil` of the block that it stands in.
    C(ast::CFunction<'t>, bool),
    /// With the property's name where it is one of a `property` block.
    Method(ast::Function<'t>, Method, Option<ast::Identifier<'t>>),
    CMethod(ast::CFunction<'t>, Method),
}

/// A body under construction, with what its names stand for.
pub struct BodyBuilder {
    pub body: Body,
    /// The module's statements: names that are assigned there are the module's.
    pub is_module: bool,
    pub locals: HashMap<Name, LocalId>,
    /// Directives that hold at the place under construction.
    pub directives: Directives,
}

impl BodyBuilder {
    pub fn add(&mut self, kind: ExprKind, span: Span) -> ExprId {
        self.body.exprs.alloc(Expr { kind, span })
    }

    pub fn declare(&mut self, name: Name, ty: TypeExpr, is_param: bool, span: Span) -> LocalId {
        let id = self.body.locals.alloc(Local { name: name.clone(), ty, is_param, span });
        self.locals.insert(name, id);
        id
    }

    pub fn is_local(&self, name: &str) -> bool {
        self.locals.contains_key(name)
    }
}

/// What decorators say.
struct Decorated {
    directives: Directives,
    on_device: bool,
}

impl<'t> Lowerer<'t> {
    pub fn module_body(&self) -> BodyBuilder {
        BodyBuilder {
            body: Body::default(),
            is_module: true,
            locals: HashMap::new(),
            directives: self.directives.clone(),
        }
    }

    /// The module's own statements, as a function that runs at import.
    pub fn finish_module_body(&mut self, mut builder: BodyBuilder, statements: &[Statement<'t>]) -> Function {
        builder.body.block = self.block(statements, &mut builder);
        let span = Span::whole_file(self.file);
        Function {
            name: Name::new("<module>"),
            kind: FunctionKind::Init,
            method: None,
            specialisation: None,
            params: Vec::new(),
            result: TypeExpr { kind: TypeKind::Named(TypeName::Int(crate::hir::IntKind::Int)), span },
            exception: ExceptionClause::Value(-1),
            nogil: false,
            is_inline: false,
            exported: None,
            on_device: false,
            directives: self.directives.clone(),
            doc: None,
            body: builder.body,
            span,
        }
    }

    pub fn function(&mut self, pending: Pending<'t>) -> Function {
        match pending {
            Pending::Python(function) => self.python_function(function, None),
            Pending::C(function, nogil) => self.c_function(function, nogil, None),
            Pending::Method(function, method, property) => {
                let mut lowered = self.python_function(function, Some(method));
                // Python 2's name for it.
                if lowered.name == "__nonzero__" {
                    lowered.name = Name::new("__bool__");
                }
                if let Some(property) = property {
                    lowered.name = Name::new(property.text());
                }
                lowered
            }
            Pending::CMethod(function, method) => self.c_function(function, false, Some(method)),
        }
    }

    fn python_function(&mut self, function: ast::Function<'t>, method: Option<Method>) -> Function {
        if function.is_async() {
            self.not_yet("`async def`", function.span());
        }
        let decorated = self.decorators(function.decorators(), method);
        let mut builder = self.module_body();
        builder.is_module = false;
        builder.directives = decorated.directives.clone();
        let mut params = self.params(function.parameters(), &mut builder);
        let span = function.name().map_or(function.span(), |name| name.span());
        if let Some(method) = method {
            let has_any = function.parameters().is_some_and(|parameters| !parameters.list().is_empty());
            if !has_any || !params.is_empty() {
                self.type_of_self(method, &mut params, span, &mut builder);
            }
        }
        let result = match (method, function.name()) {
            (Some(method), Some(name)) => self.special_result(method, name, &params),
            _ => object_type(span),
        };
        let doc = self.fill_body(function.body(), &mut builder);
        Function {
            name: Name::new(function.name().map_or("", |name| name.text())),
            kind: FunctionKind::Def,
            method,
            specialisation: None,
            params,
            result,
            exception: ExceptionClause::Default,
            nogil: false,
            is_inline: false,
            exported: None,
            on_device: decorated.on_device,
            directives: decorated.directives,
            doc,
            body: builder.body,
            span,
        }
    }

    fn c_function(&mut self, function: ast::CFunction<'t>, nogil: bool, method: Option<Method>) -> Function {
        let decorated = self.decorators(function.decorators(), method);
        let mut builder = self.module_body();
        builder.is_module = false;
        builder.directives = decorated.directives.clone();
        let span = function.name().map_or(function.span(), |name| name.span());
        let signature = function.function();
        let base = self.c_type(function.return_type(), span, &mut builder);
        let result = match function.declarator() {
            Some(declarator) => self.declared(base, declarator, &mut builder).ty,
            None => base,
        };
        let mut params = self.params(signature.and_then(|part| part.parameters()), &mut builder);
        for rest in params.iter().filter(|param| param.kind.takes_rest()) {
            self.report(report::rest_of_c_function(rest.span));
        }
        if let Some(method) = method {
            self.type_of_self(method, &mut params, span, &mut builder);
        }
        if let Some(part) = signature.filter(|part| part.is_with_gil()) {
            self.not_yet("a function that takes the GIL (`with gil`)", part.span());
        }
        let exception = self.exception_clause(signature.and_then(|part| part.exception_clause()));
        let doc = self.fill_body(function.body(), &mut builder);
        Function {
            name: Name::new(function.name().map_or("", |name| name.text())),
            kind: if function.is_cpdef() { FunctionKind::Cpdef } else { FunctionKind::Cdef },
            method,
            specialisation: None,
            params,
            result,
            exception,
            nogil: nogil || signature.is_some_and(|part| part.is_nogil()),
            is_inline: function.is_inline(),
            exported: None,
            on_device: decorated.on_device,
            directives: decorated.directives,
            doc,
            body: builder.body,
            span,
        }
    }

    fn decorators(&mut self, decorators: Vec<ast::Decorator<'t>>, method: Option<Method>) -> Decorated {
        let mut decorated = Decorated { directives: self.directives.clone(), on_device: false };
        for decorator in decorators {
            let Some(expression) = decorator.expression() else { continue };
            let is_role =
                method.is_some() && (self.role_of(expression).is_some() || self.is_final(expression));
            if is_role {
                continue;
            }
            if self.construct(expression, &|_| false) == Some(Construct::Device) {
                decorated.on_device = true;
            } else if !self.directive_call(expression, &mut decorated.directives) {
                self.not_yet("this decorator", decorator.span());
            }
        }
        decorated
    }

    fn params(&mut self, parameters: Option<ast::Parameters<'t>>, builder: &mut BodyBuilder) -> Vec<Param> {
        let mut params: Vec<Param> = Vec::new();
        let mut rest: Vec<Param> = Vec::new();
        let mut kind = ParamKind::PositionalOrKeyword;
        for parameter in parameters.map(ast::Parameters::list).unwrap_or_default() {
            match parameter.kind() {
                ParameterKind::Plain => params.extend(self.param(parameter, kind, builder)),
                ParameterKind::KeywordOnlyMarker => kind = ParamKind::KeywordOnly,
                ParameterKind::PositionalOnlyMarker => {
                    params.iter_mut().for_each(|param| param.kind = ParamKind::PositionalOnly);
                }
                ParameterKind::Star => {
                    rest.extend(self.param(parameter, ParamKind::Star, builder));
                    kind = ParamKind::KeywordOnly;
                }
                ParameterKind::DoubleStar => {
                    rest.extend(self.param(parameter, ParamKind::DoubleStar, builder));
                }
                ParameterKind::Ellipsis => self.not_yet("a variadic function", parameter.span()),
                ParameterKind::Error => {}
            }
        }
        params.append(&mut rest);
        params
    }

    fn param(
        &mut self,
        parameter: ast::Parameter<'t>,
        kind: ParamKind,
        builder: &mut BodyBuilder,
    ) -> Option<Param> {
        let span = parameter.span();
        let name = match parameter.name() {
            Some(name) => name,
            None => {
                self.not_yet("a parameter without a name", span);
                return None;
            }
        };
        let ty = match (parameter.c_type(), parameter.declarator()) {
            _ if kind == ParamKind::Star => class_type(PyClass::Tuple, name.span()),
            _ if kind == ParamKind::DoubleStar => class_type(PyClass::Dict, name.span()),
            (None, None) => object_type(name.span()),
            (c_type, declarator) => {
                let base = self.c_type(c_type, span, builder);
                match declarator {
                    Some(declarator) => self.declared_value(base, declarator, builder),
                    None => base,
                }
            }
        };
        // Arrays are passed as pointers.
        let ty = match ty.kind {
            TypeKind::Array(element, _) => TypeExpr { kind: TypeKind::Pointer(element), span: ty.span },
            kind => TypeExpr { kind, span: ty.span },
        };
        if builder.is_local(name.text()) {
            let earlier = builder.body.locals[builder.locals[name.text()]].span;
            self.report(report::redeclared(name.text(), name.span(), earlier));
            return None;
        }
        let default = match self.kept_defaults.get(&span) {
            Some(&kept) => Some(builder.add(ExprKind::Name(Binding::Global(kept)), span)),
            None => parameter.default().map(|value| self.expr(value, builder)),
        };
        let local = builder.declare(Name::new(name.text()), ty, true, name.span());
        let none = match parameter.none_clause() {
            Some(ast::NoneClause::NotNone) => NoneClause::NotNone,
            Some(ast::NoneClause::OrNone) => NoneClause::OrNone,
            None => NoneClause::Unsaid,
        };
        Some(Param { local, kind, default, none, span })
    }

    /// Declares the locals and lowers the statements; gives the docstring.
    fn fill_body(&mut self, block: Option<ast::Block<'t>>, builder: &mut BodyBuilder) -> Option<String> {
        let block = block?;
        let statements = self.live(block.statements());
        let doc = block.docstring().and_then(|string| self.string_text(string));
        let mut global: HashSet<Name> = HashSet::new();
        self.declare_c_locals(&statements, builder, &mut global);
        for (name, span) in self.assigned_names(&statements) {
            if !global.contains(&name) && !builder.is_local(&name) {
                builder.declare(name, TypeExpr { kind: TypeKind::Untyped, span }, false, span);
            }
        }
        builder.body.block = self.block(&statements, builder);
        doc
    }

    /// `cdef` declarations, and `global` statements, at any depth.
    fn declare_c_locals(
        &mut self,
        statements: &[Statement<'t>],
        builder: &mut BodyBuilder,
        global: &mut HashSet<Name>,
    ) {
        for &statement in statements {
            match statement {
                Statement::CDeclaration(decl) => self.declare_c_local(decl, builder),
                Statement::CdefBlock(block) => {
                    let inner = self.live(block.body().map(ast::Block::statements).unwrap_or_default());
                    self.declare_c_locals(&inner, builder, global);
                }
                Statement::Global(names) => {
                    global.extend(names.names().into_iter().map(|name| Name::new(name.text())));
                }
                _ if runs_its_blocks(statement) => {
                    for inner in statement.blocks() {
                        self.declare_c_locals(&self.live(inner.statements()), builder, global);
                    }
                }
                _ => {}
            }
        }
    }

    fn declare_c_local(&mut self, decl: ast::CDeclaration<'t>, builder: &mut BodyBuilder) {
        for declarator in decl.declarators().into_iter().filter_map(ast::InitDeclarator::declarator) {
            let base = self.c_type(decl.c_type(), decl.span(), builder);
            let declared = self.declared(base, declarator, builder);
            let Some(name) = declared.name else { continue };
            if declared.function.is_some() {
                self.not_yet("a C function declared in a function", declarator.span());
                continue;
            }
            if builder.is_local(name.text()) {
                let earlier = builder.body.locals[builder.locals[name.text()]].span;
                self.report(report::redeclared(name.text(), name.span(), earlier));
                continue;
            }
            builder.declare(Name::new(name.text()), declared.ty, false, name.span());
        }
    }

    /// The construct that an expression names, seen from a body.
    pub fn construct_in(&self, expr: Expression<'t>, builder: &BodyBuilder) -> Option<Construct> {
        self.construct(expr, &|name| builder.is_local(name))
    }
}

fn class_type(class: PyClass, span: Span) -> TypeExpr {
    TypeExpr { kind: TypeKind::Named(TypeName::Object(class)), span }
}

pub fn object_type(span: Span) -> TypeExpr {
    TypeExpr { kind: TypeKind::Named(TypeName::Object(PyClass::Object)), span }
}
