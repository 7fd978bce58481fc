//! Functions: signature, decorators, locals.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::builder::{Around, BodyBuilder, Sharing};
use super::dataclass::DataMethod;
use super::members::is_property;
use super::optional::is_constant;
use super::pure::{Marks, declare_rest};
use super::scope::Construct;
use super::targets::runs_its_blocks;
use super::units::UnitId;
use super::{FunctionLowerer, Visible, report, string_text};
use crate::base::Name;
use crate::hir::{
    Body, ClassId, Coroutine, Directives, ErrorValue, ExceptionClause, Function, FunctionDecl, FunctionKind,
    LocalId, Method, MethodRole, NoneClause, Param, ParamKind, PyClass, Stmt, StmtKind, TypeExpr, TypeKind,
    TypeName, buffers,
};
use crate::source::Span;
use crate::syntax::ast::{self, Expression, ParameterKind, Statement};
use crate::syntax::free::{Inner, Rules};

/// A function whose body has not been read yet.
/// A function whose name is declared and whose body waits.
#[derive(Clone, Copy)]
pub struct PendingFunction<'t> {
    pub text: Pending<'t>,
    /// The unit that declares it.
    pub home: UnitId,
}

#[derive(Clone, Copy)]
pub enum Pending<'t> {
    Python(ast::Function<'t>),
    /// With the `nogil` of the enclosing block.
    C(ast::CFunction<'t>, bool),
    /// With the `property` block that it is in.
    Method(ast::Function<'t>, Method, Option<ast::Property<'t>>),
    CMethod(ast::CFunction<'t>, Method),
    /// A method that a dataclass has without a text.
    OfDataclass(ClassId, DataMethod),
    /// Read with the enclosing code: see [`super::Tables::ready`].
    Inner,
}

/// What encloses a Python function, and how its object is created.
pub struct Inside {
    pub around: Around,
    /// Its qualified name, if its object is created at the definition.
    pub made: Option<Name>,
    pub directives: Directives,
}

/// The information from decorators.
struct Decorated {
    directives: Directives,
    on_device: bool,
    /// What an `async def` makes.
    coroutine: Coroutine,
}

impl<'t> FunctionLowerer<'_, 't> {
    pub fn module_body(&self) -> BodyBuilder {
        BodyBuilder {
            body: Body::default(),
            is_module: true,
            locals: HashMap::new(),
            global: HashSet::new(),
            directives: self.directives().clone(),
            around: Around::default(),
            scope: None,
            uses_scope: false,
            sharing: Sharing::default(),
            class: None,
            comprehensions: Vec::new(),
            comprehension_count: 0,
            extension: None,
            first_param: None,
            may_yield: false,
        }
    }

    /// How the functions inside a body are read.
    pub fn rules(&self, body: &BodyBuilder) -> Rules<'_> {
        self.visible().of_unit().rules(body.directives.level)
    }

    /// The module's own statements, as a function that runs at import; given the module's text, they end with its dict
    /// of examples.
    pub fn finish_module_body(
        &mut self,
        mut builder: BodyBuilder,
        statements: &[Statement<'t>],
        tests: Option<&str>,
    ) -> Function {
        let mut block = self.announced_constants(&mut builder);
        let span = Span::whole_file(self.visible().of_unit().file());
        if Inner::of_statements(statements, self.rules(&builder)).in_comprehensions {
            block.extend(self.enter_scope("module", Vec::new(), span, &mut builder));
        }
        block.extend(self.block(statements, &mut builder));
        if let Some(text) = tests {
            self.test_dict(statements, text, &mut builder, &mut block);
        }
        builder.body.block = block;
        let directives = self.directives().clone();
        let mut function = Function::of_python("<module>", Vec::new(), directives, builder.body, span);
        function.kind = FunctionKind::Init;
        function.result = TypeExpr { kind: TypeKind::Named(TypeName::Int(crate::hir::IntKind::Int)), span };
        function.exception = ExceptionClause::Value(ErrorValue::MINUS_ONE);
        function
    }

    /// The function, unless it has been read before.
    pub fn function(&mut self, pending: Pending<'t>) -> Option<Function> {
        Some(match pending {
            Pending::Inner => return None,
            Pending::Python(function) => self.python_function(function, None, self.visible().at_top("")),
            Pending::C(function, nogil) => self.c_function(function, nogil, None),
            Pending::Method(function, method, property) => {
                let prefix = format!("{}.", self.tables.classes[method.class].name);
                let directives = self.directives_of(method.class).clone();
                let inside = Inside { directives, ..self.visible().at_top(&prefix) };
                let mut lowered = self.python_function(function, Some(method), inside);
                // Python 2's names.
                match lowered.name.as_str() {
                    "__nonzero__" => lowered.name = Name::new("__bool__"),
                    "__long__" => lowered.name = Name::new("__int__"),
                    _ => {}
                }
                if lowered.name == "__init__" && lowered.directives.embedsignature {
                    self.sign_class(function, method.class);
                }
                if let Some(property) = property {
                    lowered.name = Name::new(property.name().map_or("", |name| name.text()));
                    lowered.doc = property.body().and_then(ast::Block::docstring).and_then(string_text);
                }
                lowered
            }
            Pending::CMethod(function, method) => self.c_function(function, false, Some(method)),
            Pending::OfDataclass(class, method) => return self.method_of_dataclass(class, method),
        })
    }

    pub fn python_function(
        &mut self,
        function: ast::Function<'t>,
        method: Option<Method>,
        inside: Inside,
    ) -> Function {
        let Inside { mut around, made, directives } = inside;
        let is_made = made.is_some();
        self.refuse_ufunc(function.decorators());
        let is_called = is_made || method.is_some() && self.visible().is_decorated(function);
        let decorated = self.decorators(function.decorators(), directives, method, is_called);
        let name = function.name().map_or("", |name| name.text());
        if made.is_none() {
            around.prefix = format!("{}{name}.<locals>.", around.prefix);
        }
        let span = function.name().map_or(function.span(), |name| name.span());
        let mut builder = self.module_body();
        builder.is_module = false;
        if function.is_async() {
            builder.body.yields = true;
            builder.body.coroutine = Some(decorated.coroutine);
        }
        builder.directives = decorated.directives.clone();
        builder.extension =
            method.filter(|method| method.role != MethodRole::Static).map(|method| method.class);
        builder.may_yield = true;
        let scope = self.scope_param(around, span, &mut builder);
        let declared = self.decorated_locals(function.decorators(), &mut builder);
        let mut params = self.params(function.parameters(), &declared, &mut builder);
        builder.first_param = params.first().map(|param| builder.body.locals[param.local].name.clone());
        let mut takes_object = None;
        if let Some(method) = method {
            let has_any = function.parameters().is_some_and(|parameters| !parameters.list().is_empty());
            if !has_any || !params.is_empty() {
                takes_object = self.type_of_self(method, name, &mut params, span, &mut builder);
            }
        }
        let own = usize::from(method.is_some()).min(params.len());
        let mut takes_no_keywords = false;
        if !decorated.directives.always_allow_keywords
            && let [only] = &mut params[own..]
            && only.default.is_none()
            && only.kind == ParamKind::PositionalOrKeyword
        {
            only.kind = ParamKind::PositionalOnly;
            takes_no_keywords = true;
        }
        let result = match (method, function.name()) {
            (Some(method), Some(name)) => {
                self.check_special_defaults(function, method);
                self.type_of_buffer(name, &params, &mut builder);
                self.special_result(method, name, &params)
            }
            _ => object_type(span),
        };
        declare_rest(declared, &mut builder);
        let doc = self.fill_body(function.body(), name, &mut builder);
        let doc = match decorated.directives.embedsignature {
            true => self.python_doc(function, method, made.as_ref(), doc),
            false => doc,
        };
        builder.body.block.splice(0..0, takes_object);
        let conversions = super::params::conversions(&params, &mut builder);
        builder.body.block.splice(0..0, conversions);
        let closure = self.close_over(scope, &mut params, &mut builder);
        let of_source = function;
        let mut function = Function::of_python(name, params, decorated.directives, builder.body, span);
        (function.method, function.made, function.doc) = (method.or(closure), made, doc);
        if function.made.is_some() {
            function.annotations = super::signatures::annotations(of_source);
        }
        function.takes_no_keywords = takes_no_keywords;
        Function { result, on_device: decorated.on_device, ..function }
    }

    /// `lambda parameters: value`
    pub fn lambda_function(&mut self, lambda: ast::Lambda<'t>, inside: Inside) -> Function {
        let span = lambda.span();
        let mut builder = self.module_body();
        builder.is_module = false;
        builder.directives = inside.directives.clone();
        let scope = self.scope_param(inside.around, span, &mut builder);
        let mut params = self.params(lambda.parameters(), &[], &mut builder);
        for name in crate::syntax::scope::named_in_lambda(lambda) {
            let ty = TypeExpr { kind: TypeKind::Untyped, span: name.span() };
            let own = self.mangled(name.text(), &builder);
            if !builder.locals.contains_key(&own) {
                builder.declare(own, ty, false, name.span());
            }
        }
        share_with(Inner::of_lambda(lambda, self.rules(&builder)), &mut builder);
        let mut block = self.share("lambda", span, &mut builder);
        builder.may_yield = true;
        let value = self.maybe(lambda.body(), span, &mut builder);
        // A generator returns nothing.
        let kind = if builder.body.yields { StmtKind::Expr(value) } else { StmtKind::Return(Some(value)) };
        let returned = vec![Stmt::new(kind, span)];
        block.extend(super::comprehension::enclosed(returned, Vec::new(), span, &mut builder));
        builder.body.block = block;
        let closure = self.close_over(scope, &mut params, &mut builder);
        // Cython's name for it.
        let mut function = Function::of_python("lambda", params, inside.directives, builder.body, span);
        (function.method, function.made) = (closure, inside.made);
        function
    }

    /// The first parameter of a function is the object with the variables of the enclosing functions.
    pub fn scope_param(&mut self, around: Around, span: Span, builder: &mut BodyBuilder) -> Option<Param> {
        let class = around.scopes.first().map(|scope| scope.class);
        builder.around = around;
        let ty = super::inner::scope_type(class?, span);
        let local = builder.hidden_local(Name::new("_around"), ty, true, span);
        builder.scope = Some(local);
        Some(Param { local, kind: ParamKind::PositionalOnly, default: None, none: NoneClause::NotNone, span })
    }

    /// A function that uses no variables of enclosing functions takes no such parameter.
    pub fn close_over(
        &mut self,
        scope: Option<Param>,
        params: &mut Vec<Param>,
        builder: &mut BodyBuilder,
    ) -> Option<Method> {
        let scope = scope?;
        if !builder.uses_scope {
            builder.body.locals[scope.local].is_param = false;
            return None;
        }
        let class = match builder.body.locals[scope.local].ty.kind {
            TypeKind::Named(TypeName::Object(class)) => class.extension()?,
            _ => return None,
        };
        params.insert(0, scope);
        Some(Method { class, role: MethodRole::Closure })
    }

    fn c_function(&mut self, function: ast::CFunction<'t>, nogil: bool, method: Option<Method>) -> Function {
        let directives = method.map_or(self.directives(), |method| self.directives_of(method.class)).clone();
        self.refuse_callspec(function);
        let decorators = self.c_decorators(function, method);
        let decorated = self.decorators(decorators, directives, method, false);
        let mut builder = self.module_body();
        builder.is_module = false;
        builder.directives = decorated.directives.clone();
        let name = function.name().map_or("", |name| name.text());
        builder.around.prefix = format!("{name}.<locals>.");
        let span = function.name().map_or(function.span(), |name| name.span());
        let marks = self.visible().pure().marks(function);
        let result = match function.declarator() {
            Some(declarator) => {
                let base = self.c_type(function.return_type(), span, &mut builder);
                buffers::handed_over(self.declared(base, declarator, &mut builder).ty)
            }
            None => self.pure_result(function, &marks, span, &mut builder),
        };
        let mut declared = match self.visible().pure().augmented_function(function) {
            Some(text) => text.locals(function, self, &mut builder),
            None => Vec::new(),
        };
        declared.extend(self.decorated_locals(function.decorators(), &mut builder));
        let mut params = self.params(function.parameters(), &declared, &mut builder);
        self.check_c_params(function, &params, &builder);
        if let Some(method) = method {
            if let Some(first) = params.first().filter(|_| method.role.takes_self()) {
                self.check_self(function.parameters(), &builder.body.locals[first.local].ty, method);
            }
            self.type_of_self(method, name, &mut params, span, &mut builder);
        }
        let is_ufunc = marks.is_ufunc && !marks.is_cpdef && method.is_none();
        if marks.is_ufunc && !is_ufunc {
            self.report(report::no_ufunc(span));
        }
        let is_variadic =
            self.is_variadic(function, marks.is_cpdef || decorated.on_device || method.is_some());
        let exception = exception_of(self, function, &marks, &result);
        declare_rest(declared, &mut builder);
        let doc = self.fill_body(function.body(), name, &mut builder);
        let conversions = super::params::conversions(&params, &mut builder);
        builder.body.block.splice(0..0, conversions);
        if (nogil || marks.nogil) && !marks.with_gil {
            self.refuse_objects(&result, &builder.body, span);
        }
        if marks.with_gil {
            let body = std::mem::take(&mut builder.body.block);
            builder.body.block = vec![Stmt::new(StmtKind::WithGil(body), span)];
        }
        let kind = if marks.is_cpdef && !self.visible().is_source() {
            FunctionKind::Cpdef
        } else {
            FunctionKind::Cdef
        };
        let decl = FunctionDecl {
            doc: self.cpdef_doc(function, method, &marks, &decorated.directives, doc),
            method,
            nogil: nogil || marks.with_gil || marks.nogil,
            is_inline: marks.is_inline,
            is_variadic,
            is_ufunc,
            ..FunctionDecl::new(Name::new(name), kind, span)
        };
        Function {
            decl: Arc::new(decl),
            params,
            result,
            exception,
            exported: Vec::new(),
            stands_for: Vec::new(),
            shorter: Vec::new(),
            on_device: decorated.on_device,
            directives: decorated.directives,
            body: builder.body,
        }
    }

    fn check_c_params(&mut self, function: ast::CFunction<'t>, params: &[Param], builder: &BodyBuilder) {
        for param in params {
            if param.kind.takes_rest() {
                let wrong = report::rest_of_c_function(param.span);
                self.report(self.visible().pure().as_declared(function, wrong));
            }
            let is_known = |default| {
                is_constant(&builder.body, default) || self.tables.kept_defaults.contains_key(&param.span)
            };
            if param.default.is_some_and(|default| !is_known(default)) {
                let what = "a default value of another module's function that is not a constant";
                self.not_yet(what, param.span);
            }
        }
    }

    /// Reads the decorators for the compiler; `called` are those that are called with the definition's
    /// object.
    fn decorators(
        &mut self,
        decorators: Vec<ast::Decorator<'t>>,
        directives: Directives,
        method: Option<Method>,
        called: bool,
    ) -> Decorated {
        let mut decorated = Decorated { directives, on_device: false, coroutine: Coroutine::Plain };
        // Outer ones take precedence.
        for decorator in decorators.into_iter().rev() {
            let Some(expression) = decorator.expression() else { continue };
            let is_role = method.is_some() && self.visible().role_of(expression).is_some();
            // It says something of C methods only.
            if is_role
                || self.visible().is_final(expression)
                || self.visible().pure().is_mark(expression)
                || called && !self.visible().is_for_compiler(expression)
            {
                continue;
            }
            if self.visible().construct(expression, &|_| false) == Some(Construct::Device) {
                decorated.on_device = true;
            } else if self.visible().cython_attribute(expression).as_deref() == Some("iterable_coroutine") {
                decorated.coroutine = Coroutine::Iterable;
            } else if self.directive_call(expression, &mut decorated.directives) {
                // Set.
            } else if method.is_some_and(|method| is_property(method.role)) {
                self.report(report::decorated_property(decorator.span()));
            } else if let Some(wrong) = self.visible().mistaken_directive(expression) {
                self.report(wrong);
            } else {
                self.not_yet("this decorator", decorator.span());
            }
        }
        decorated
    }

    /// Whether a C function takes any number of arguments; reports one where that is not supported
    /// (`is_refused`).
    fn is_variadic(&mut self, function: ast::CFunction<'t>, is_refused: bool) -> bool {
        let parameters = function.parameters().map(ast::Parameters::list).unwrap_or_default();
        let rest = parameters.iter().find(|parameter| parameter.kind() == ParameterKind::Ellipsis);
        if let Some(rest) = rest.filter(|_| is_refused) {
            self.not_yet("a variadic function that is a method, `cpdef` or for devices", rest.span());
        }
        rest.is_some() && !is_refused
    }

    /// Declares the locals and lowers the statements; returns the docstring.
    fn fill_body(
        &mut self,
        block: Option<ast::Block<'t>>,
        owner: &str,
        builder: &mut BodyBuilder,
    ) -> Option<String> {
        let block = block?;
        let statements = self.visible().live(block.statements());
        let doc = block.docstring().and_then(string_text);
        let mut elsewhere = Elsewhere::default();
        self.declare_c_locals(&statements, builder, &mut elsewhere);
        let assigned = self.visible().assigned_names(&statements);
        self.tables.items.note_bindings(&assigned);
        for (name, span) in assigned {
            let name = self.mangled(&name, builder);
            if !elsewhere.contains(&name) && !builder.locals.contains_key(&name) {
                if builder.directives.warnings.undeclared {
                    self.report(report::undeclared(&name, span));
                }
                builder.declare(name, TypeExpr { kind: TypeKind::Untyped, span }, false, span);
            }
        }
        self.refuse_late_nonlocal(&statements, builder);
        builder.global = elsewhere.global;
        share_with(Inner::of_block(block, self.rules(builder)), builder);
        let mut lowered = self.share(owner, block.span(), builder);
        lowered.append(&mut self.block(&statements, builder));
        builder.body.block = lowered;
        let params: Vec<LocalId> =
            builder.body.locals.iter().filter(|(_, local)| local.is_param).map(|(id, _)| id).collect();
        buffers::bind_views(&mut builder.body, &params);
        doc
    }

    /// `cdef` declarations, and `global` statements, at any depth.
    fn declare_c_locals(
        &mut self,
        statements: &[Statement<'t>],
        builder: &mut BodyBuilder,
        elsewhere: &mut Elsewhere,
    ) {
        for &statement in statements {
            match statement {
                Statement::CDeclaration(decl) => self.declare_c_local(decl, builder),
                _ if let Some(declared) = self.declared_by_call(statement, builder) => {
                    declare_rest(declared, builder);
                }
                Statement::Assignment(assignment) => self.declare_annotated(assignment, builder),
                Statement::CdefBlock(block) => {
                    let inner =
                        self.visible().live(block.body().map(ast::Block::statements).unwrap_or_default());
                    self.declare_c_locals(&inner, builder, elsewhere);
                }
                Statement::Global(names) => {
                    elsewhere.global.extend(names.names().into_iter().map(|name| Name::new(name.text())));
                }
                Statement::Nonlocal(names) => {
                    self.refuse_nonlocal(names, builder);
                    let mangled = |name: &str| self.mangled(name, builder);
                    elsewhere.nonlocal.extend(names.names().into_iter().map(|name| mangled(name.text())));
                }
                _ if runs_its_blocks(statement) => {
                    for inner in statement.blocks() {
                        self.declare_c_locals(&self.visible().live(inner.statements()), builder, elsewhere);
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
                if decl.has_modifier("extern") {
                    self.not_yet("a C function declared in a function", declarator.span());
                } else {
                    self.report(report::undefined_function(name.text(), declarator.span()));
                }
                continue;
            }
            if let Some(&local) = builder.locals.get(name.text()) {
                let earlier = builder.body.locals[local].span;
                self.report(report::redeclared(name.text(), name.span(), earlier));
                continue;
            }
            builder.declare(Name::new(name.text()), declared.ty, false, name.span());
        }
    }

    /// The construct that an expression in a body names.
    pub fn construct_in(&self, expr: Expression<'t>, builder: &BodyBuilder) -> Option<Construct> {
        self.visible().construct(expr, &|name| builder.is_local(name))
    }
}

impl<'d, 't> Visible<'d, 't> {
    /// The surroundings of a function of the module itself.
    fn at_top(self, prefix: &str) -> Inside {
        let around = Around { prefix: prefix.to_string(), ..Around::default() };
        Inside { around, made: None, directives: self.directives().clone() }
    }
}

/// What a C function returns for an exception, by its own text, its decorators or its module's `.pxd`.
fn exception_of<'t>(
    lowerer: &mut FunctionLowerer<'_, 't>,
    function: ast::CFunction<'t>,
    marks: &Marks<'t>,
    result: &TypeExpr,
) -> ExceptionClause {
    let clause = match lowerer.visible().pure().augmented_function(function) {
        Some(text) => text.exception_clause(),
        None => function.function().and_then(|part| part.exception_clause()),
    };
    let exception = lowerer.pure_exception(marks);
    let exception = exception.unwrap_or_else(|| lowerer.exception_clause(clause, result));
    if exception == ExceptionClause::NoExcept && is_object(result) {
        let place = clause.map(|clause| clause.span()).or(marks.exception_place());
        place.into_iter().for_each(|place| lowerer.report(report::noexcept_ignored(place)));
    }
    exception
}

/// Names that a function declares as not its own.
#[derive(Default)]
struct Elsewhere {
    global: HashSet<Name>,
    nonlocal: HashSet<Name>,
}

impl Elsewhere {
    fn contains(&self, name: &Name) -> bool {
        self.global.contains(name) || self.nonlocal.contains(name)
    }
}

/// Notes what functions inside take from the one under construction.
pub fn share_with(inner: Inner, builder: &mut BodyBuilder) {
    builder.sharing.names = mangled_names(&inner, builder);
    builder.sharing.in_comprehensions = inner.in_comprehensions;
}

/// The names that functions inside take, as they are known in the class around.
pub fn mangled_names(inner: &Inner, builder: &BodyBuilder) -> HashSet<Name> {
    let class = builder.around.class_name.as_ref();
    inner.used.iter().map(|name| super::inner::mangle(name, class)).collect()
}

pub(super) fn is_object(ty: &TypeExpr) -> bool {
    matches!(ty.kind, TypeKind::Named(TypeName::Object(_)) | TypeKind::Untyped)
}

pub fn object_type(span: Span) -> TypeExpr {
    TypeExpr { kind: TypeKind::Named(TypeName::Object(PyClass::Object)), span }
}
