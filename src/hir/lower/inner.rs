//! Functions inside functions and classes: their objects are created at their definitions. Variables that they share
//! with enclosing code live in an object of an unnamed class: its fields are the variables.

use super::builder::{Around, BodyBuilder, SharedScope};
use super::function::{Inside, Pending, object_type};
use super::targets::runs_its_blocks;
use super::{FunctionLowerer, KeptDefault, Visible, report};
use crate::base::Name;
use crate::hir::{
    Binding, Block, Class, ClassField, ClassId, ExprId, ExprKind, FieldAccess, Function, LocalId, Method,
    OUTER_SCOPE, PyClass, Stmt, StmtKind, TypeExpr, TypeKind, TypeName,
};
use crate::source::Span;
use crate::syntax::ast::{self, Expression, Statement};

impl<'t> FunctionLowerer<'_, 't> {
    /// `def` as an ordinary statement: binds its name.
    pub fn function_statement(
        &mut self,
        function: ast::Function<'t>,
        span: Span,
        body: &mut BodyBuilder,
        out: &mut Block,
    ) {
        let Some(name) = function.name() else { return };
        let target = self.target_name(name, body);
        let value = self.decorated(&function.decorators(), body, &mut |lowerer, body| {
            lowerer.function_object(function, body)
        });
        out.push(Stmt::new(StmtKind::Assign { targets: vec![target], value }, span));
    }

    /// Applies the decorators of a definition; those for the compiler are not called.
    pub fn decorated(
        &mut self,
        decorators: &[ast::Decorator<'t>],
        body: &mut BodyBuilder,
        definition: &mut dyn FnMut(&mut Self, &mut BodyBuilder) -> ExprId,
    ) -> ExprId {
        let Some((first, rest)) = decorators.split_first() else { return definition(self, body) };
        match first.expression() {
            Some(expression) if !self.visible().is_for_compiler(expression) => {
                let callee = self.expr(expression, body);
                let inner = self.decorated(rest, body, definition);
                let kind = ExprKind::Call { callee, arguments: vec![inner], keywords: Vec::new() };
                body.add(kind, first.span())
            }
            _ => self.decorated(rest, body, definition),
        }
    }

    /// The decorators of a C function, which are all for the compiler.
    pub fn c_decorators(
        &mut self,
        function: ast::CFunction<'t>,
        method: Option<Method>,
    ) -> Vec<ast::Decorator<'t>> {
        let mut wrong = Vec::new();
        let mut decorators = function.decorators();
        decorators.retain(|decorator| {
            let is_known = decorator.expression().is_none_or(|expression| {
                let is_role = method.is_some()
                    && (self.visible().role_of(expression).is_some() || self.visible().is_final(expression));
                is_role
                    || self.visible().pure().is_mark(expression)
                    || self.visible().is_for_compiler(expression)
            });
            if !is_known {
                let refused = report::decorated_c_function(decorator.span());
                wrong.push(self.visible().pure().as_declared(function, refused));
            }
            is_known
        });
        wrong.into_iter().for_each(|wrong| self.report(wrong));
        decorators
    }

    /// Reports `@cython.callspec` with another calling convention than the function's own.
    pub fn refuse_callspec(&mut self, function: ast::CFunction<'t>) {
        let Some(own) = function.calling_convention() else { return };
        for decorator in function.decorators() {
            let Some(Expression::Call(call)) = decorator.expression() else { continue };
            let name = call.function().and_then(|callee| self.visible().cython_attribute(callee));
            let given = call.arguments().first().and_then(|argument| match argument.value()? {
                Expression::String(text) => super::string_text(text),
                _ => None,
            });
            let place = function.name().map_or(function.span(), |name| name.span());
            if let (Some("callspec"), Some(given)) = (name.as_deref(), given.filter(|given| given != own)) {
                self.report(report::two_conventions(own, &given, place, decorator.span()));
            }
        }
    }

    /// Reports `@cython.ufunc` of a `def` function.
    pub fn refuse_ufunc(&mut self, decorators: Vec<ast::Decorator<'t>>) {
        for decorator in decorators {
            let name =
                decorator.expression().and_then(|decorator| self.visible().cython_attribute(decorator));
            if name.as_deref() == Some("ufunc") {
                self.report(report::no_ufunc(decorator.span()));
            }
        }
    }

    fn function_object(&mut self, function: ast::Function<'t>, body: &mut BodyBuilder) -> ExprId {
        let name = function.name().map_or("", |name| name.text());
        let defaults = self.inner_defaults(function.parameters(), body);
        let inside = self.inside(name, body);
        let span = function.name().map_or(function.span(), |name| name.span());
        let lowered = self.python_function(function, None, inside);
        self.make_function(lowered, defaults, span, body)
    }

    pub fn lambda(&mut self, lambda: ast::Lambda<'t>, body: &mut BodyBuilder) -> ExprKind {
        let defaults = self.inner_defaults(lambda.parameters(), body);
        let inside = self.inside("<lambda>", body);
        let lowered = self.lambda_function(lambda, inside);
        let made = self.make_function(lowered, defaults, lambda.span(), body);
        body.body.exprs[made].kind.clone()
    }

    pub fn make_function(
        &mut self,
        function: Function,
        defaults: Vec<ExprId>,
        span: Span,
        body: &mut BodyBuilder,
    ) -> ExprId {
        let scope = function.method.and_then(|_| self.scope_object(body, span));
        let id = self.add_function(Pending::Inner);
        self.tables.ready.insert(id, function);
        body.add(ExprKind::MakeFunction { function: id, scope, defaults }, span)
    }

    /// Defaults are evaluated at the definition, and kept in the function's object.
    fn inner_defaults(
        &mut self,
        parameters: Option<ast::Parameters<'t>>,
        body: &mut BodyBuilder,
    ) -> Vec<ExprId> {
        let mut kept = Vec::new();
        for parameter in parameters.map(ast::Parameters::list).unwrap_or_default() {
            let Some(default) = parameter.default() else { continue };
            let value = self.expr(default, body);
            if !self.is_known_default(parameter, value, body) {
                self.tables.kept_defaults.insert(parameter.span(), KeptDefault::InFunction(kept.len()));
                kept.push(value);
            }
        }
        kept
    }

    /// What encloses a function that is defined at the place under construction.
    pub fn inside(&self, name: &str, body: &BodyBuilder) -> Inside {
        let mut hidden = body.around.hidden.clone();
        hidden.extend(body.locals.keys().cloned());
        hidden.retain(|name| !body.sharing.captured.contains_key(name));
        let name = Name::new(format!("{}{name}", body.around.prefix));
        let prefix = format!("{name}.<locals>.");
        let (mut scopes, class_name) = (body.around.scopes.clone(), body.around.class_name.clone());
        if let Some(own) = scopes.first_mut() {
            own.names.extend(body.sharing.captured.iter().map(|(name, field)| (name.clone(), field.clone())));
        }
        let around = Around { scopes, hidden, prefix, class_name };
        Inside { around, made: Some(name), directives: body.directives.clone() }
    }

    /// Puts the variables that nested functions use into an object; returns the statements for that, which come
    /// first.
    pub fn share(&mut self, owner: &str, span: Span, body: &mut BodyBuilder) -> Block {
        // The names that the function binds are its own.
        let locals = &body.locals;
        body.around.hidden.retain(|name| !locals.contains_key(name));
        let mut shared: Vec<(Name, LocalId)> = body
            .locals
            .iter()
            .filter(|(name, _)| body.sharing.names.contains(*name))
            .map(|(name, local)| (name.clone(), *local))
            .collect();
        shared.sort_by_key(|(_, local)| *local);
        if shared.is_empty() && !body.sharing.in_comprehensions {
            return Block::new();
        }
        let mut fields = Vec::new();
        for (name, local) in &shared {
            let declared = &body.body.locals[*local];
            let (mut ty, span) = (declared.ty.clone(), declared.span);
            match ty.kind {
                TypeKind::Untyped => ty = object_type(span),
                TypeKind::Array(..) => {
                    self.not_yet("a C array that a function inside uses", span);
                    ty.kind = TypeKind::Error;
                }
                _ => {}
            }
            fields.push(ClassField {
                name: name.clone(),
                c_name: None,
                ty,
                access: FieldAccess::Hidden,
                span,
            });
        }
        let mut prologue = self.enter_scope(owner, fields, span, body);
        for (name, local) in shared {
            body.locals.remove(&name);
            if body.body.locals[local].is_param {
                let span = body.body.locals[local].span;
                let value = body.add(ExprKind::Name(Binding::Local(local)), span);
                let target = self.shared_variable(&name, 0, span, body);
                let target = body.add(target, span);
                prologue.push(Stmt::new(StmtKind::Assign { targets: vec![target], value }, span));
            }
        }
        prologue
    }

    /// Creates an object for variables that nested functions share: from here on it is the innermost one.
    pub fn enter_scope(
        &mut self,
        owner: &str,
        mut fields: Vec<ClassField>,
        span: Span,
        body: &mut BodyBuilder,
    ) -> Block {
        let own = |field: &ClassField| (field.name.clone(), field.name.clone());
        let names = fields.iter().map(own).collect();
        let outer = self.scope_object(body, span);
        if let Some(scope) = body.around.scopes.first() {
            let ty = scope_type(scope.class, span);
            fields.push(ClassField {
                name: Name::new(OUTER_SCOPE),
                c_name: None,
                ty,
                access: FieldAccess::Hidden,
                span,
            });
        }
        let owner: String = owner.chars().filter(|c| c.is_alphanumeric() || *c == '_').collect();
        let name = Name::new(format!("{owner}_scope"));
        let mut class = Class { fields, ..Class::new(name, span) };
        (class.is_scope, class.is_final) = (true, true);
        let class = self.tables.classes.alloc(class);
        let local = body.hidden_local(Name::new("_scope"), scope_type(class, span), false, span);
        let type_name = TypeName::Object(PyClass::Extension(class));
        let callee = body.add(ExprKind::Name(Binding::Type(type_name)), span);
        let call = ExprKind::Call { callee, arguments: Vec::new(), keywords: Vec::new() };
        let value = body.add(call, span);
        let target = body.add(ExprKind::Name(Binding::Local(local)), span);
        let mut made = vec![Stmt::new(StmtKind::Assign { targets: vec![target], value }, span)];
        body.around.scopes.insert(0, SharedScope { class, names });
        body.scope = Some(local);
        if let Some(value) = outer {
            let base = body.add(ExprKind::Name(Binding::Local(local)), span);
            let target = body.add(ExprKind::Attribute { base, name: Name::new(OUTER_SCOPE) }, span);
            made.push(Stmt::new(StmtKind::Assign { targets: vec![target], value }, span));
        }
        made
    }

    /// The object with the innermost shared variables.
    pub fn scope_object(&mut self, body: &mut BodyBuilder, span: Span) -> Option<ExprId> {
        let local = body.scope?;
        body.uses_scope = true;
        Some(body.add(ExprKind::Name(Binding::Local(local)), span))
    }

    /// A variable in the object that is `depth` objects further out.
    pub fn shared_variable(
        &mut self,
        name: &Name,
        depth: usize,
        span: Span,
        body: &mut BodyBuilder,
    ) -> ExprKind {
        let Some(mut base) = self.scope_object(body, span) else { return ExprKind::Error };
        let field = body.around.scopes.get(depth).and_then(|scope| scope.names.get(name));
        let name = field.unwrap_or(name).clone();
        for _ in 0..depth {
            base = body.add(ExprKind::Attribute { base, name: Name::new(OUTER_SCOPE) }, span);
        }
        ExprKind::Attribute { base, name }
    }

    /// The meaning of a name in a body.
    pub fn name_kind(&mut self, name: &Name, span: Span, body: &mut BodyBuilder) -> ExprKind {
        if let Some(class) = body.class.as_ref().filter(|class| class.names.contains(name)) {
            return ExprKind::Name(Binding::ClassName(class.namespace, name.clone()));
        }
        if let Some(local) = body.locals.get(name) {
            return ExprKind::Name(Binding::Local(*local));
        }
        if !body.global.contains(name) {
            if body.around.hidden.contains(name) {
                self.not_yet(&format!("`{name}`, a variable of the code around,"), span);
                return ExprKind::Error;
            }
            if let Some(depth) = body.depth_of(name) {
                return self.shared_variable(name, depth, span, body);
            }
        }
        self.visible()
            .pure()
            .imported_constant(name)
            .unwrap_or_else(|| ExprKind::Name(self.module_binding(name, &body.locals, span)))
    }

    /// `super()` of a method is `super(its class, its first parameter)`.
    pub fn complete_super(&mut self, span: Span, body: &mut BodyBuilder) -> Vec<ExprId> {
        let Some(first) = body.first_param.clone() else { return Vec::new() };
        let class = match (body.depth_of("__class__"), body.extension) {
            (Some(depth), _) => self.shared_variable(&Name::new("__class__"), depth, span, body),
            (None, Some(class)) => ExprKind::Name(Binding::Type(TypeName::Object(PyClass::Extension(class)))),
            _ => return Vec::new(),
        };
        let class = body.add(class, span);
        let first = self.name_kind(&first, span, body);
        vec![class, body.add(first, span)]
    }

    /// A private name of a class: `__x` is `_Shape__x` inside `class Shape`.
    pub fn mangled(&self, name: &str, body: &BodyBuilder) -> Name {
        mangle(name, body.around.class_name.as_ref())
    }

    pub fn refuse_nonlocal(&mut self, names: ast::Nonlocal<'t>, body: &BodyBuilder) {
        for name in names.names() {
            let mangled = self.mangled(name.text(), body);
            if body.depth_of(&mangled).is_none() && !body.around.hidden.contains(&mangled) {
                self.report(report::no_nonlocal(name.text(), name.span()));
            }
        }
    }

    /// A name that a function or class binds is its own from the start.
    pub fn refuse_late_nonlocal(&mut self, statements: &[Statement<'t>], body: &BodyBuilder) {
        let declared = nonlocals(statements);
        if declared.is_empty() {
            return;
        }
        let assigned = self.visible().assigned_names(statements);
        for name in declared {
            let is_before =
                |(other, span): &&(Name, Span)| other == name.text() && span.start < name.span().start;
            let mangled = self.mangled(name.text(), body);
            let around = &body.around;
            let is_known = body.depth_of(&mangled).is_some() || around.hidden.contains(&mangled);
            // A missing variable is already reported; the code around a class has its own check.
            if (is_known || body.locals.contains_key(&mangled))
                && let Some((_, earlier)) = assigned.iter().find(is_before)
            {
                self.report(report::late_nonlocal(name.text(), name.span(), *earlier));
            }
        }
    }
}

impl<'d, 't> Visible<'d, 't> {
    /// Whether a decorator belongs to Cython or the dialect, and is not an object.
    pub fn is_for_compiler(self, decorator: Expression<'t>) -> bool {
        let is_construct = self.construct(decorator, &|_| false).is_some();
        is_construct || decorator.named().is_some_and(|named| self.is_of_cython(named))
    }

    fn is_of_cython(self, expr: Expression<'t>) -> bool {
        let path = self.module_path_of(expr);
        path.is_some_and(|path| matches!(path.split('.').next(), Some("cython" | "offcy")))
    }
}

/// The names that statements declare `nonlocal`, without functions and classes inside.
pub fn nonlocals<'t>(statements: &[Statement<'t>]) -> Vec<ast::Identifier<'t>> {
    let mut found = Vec::new();
    nonlocal_names(statements, &mut found);
    found
}

fn nonlocal_names<'t>(statements: &[Statement<'t>], found: &mut Vec<ast::Identifier<'t>>) {
    for &statement in statements {
        match statement {
            Statement::Nonlocal(names) => found.extend(names.names()),
            _ if runs_its_blocks(statement) => {
                for block in statement.blocks() {
                    nonlocal_names(&block.statements(), found);
                }
            }
            _ => {}
        }
    }
}

pub fn mangle(name: &str, class: Option<&Name>) -> Name {
    let is_private = name.starts_with("__") && !name.ends_with("__");
    match class.map(|class| class.trim_start_matches('_')).filter(|class| is_private && !class.is_empty()) {
        Some(class) => Name::new(format!("_{class}{name}")),
        None => Name::new(name),
    }
}

pub fn scope_type(class: ClassId, span: Span) -> TypeExpr {
    TypeExpr { kind: TypeKind::Named(TypeName::Object(PyClass::Extension(class))), span }
}
