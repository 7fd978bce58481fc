//! Statements.

use super::builder::BodyBuilder;
use super::inner_imports::may_be_inside;
use super::package::PACKAGE;
use super::scope::{Construct, Entry};
use super::{FunctionLowerer, report};
use crate::base::Name;
use crate::diag::codes;
use crate::hir::{
    Binding, Block, ExprId, ExprKind, Handler, Range, Runtime, Singleton, Stmt, StmtKind, Try, TypeKind,
    TypeName, known_condition,
};
use crate::source::Span;
use crate::syntax::ast::{self, Expression, Statement};
use crate::syntax::scope;

impl<'t> FunctionLowerer<'_, 't> {
    pub fn block(&mut self, statements: &[Statement<'t>], body: &mut BodyBuilder) -> Block {
        let mut block = Block::new();
        for &statement in statements {
            self.statement(statement, body, &mut block);
        }
        block
    }

    pub fn inner(&mut self, block: Option<ast::Block<'t>>, body: &mut BodyBuilder) -> Block {
        let mut lowered = Block::new();
        for statement in self.visible().live(block.map(ast::Block::statements).unwrap_or_default()) {
            self.statement(statement, body, &mut lowered);
        }
        lowered
    }

    pub(super) fn statement(&mut self, statement: Statement<'t>, body: &mut BodyBuilder, out: &mut Block) {
        let around = std::mem::take(&mut body.comprehensions);
        let mut done = Block::new();
        self.plain_statement(statement, body, &mut done);
        out.append(&mut super::comprehension::enclosed(done, around, statement.span(), body));
    }

    fn plain_statement(&mut self, statement: Statement<'t>, body: &mut BodyBuilder, out: &mut Block) {
        // A statement with a header is marked by its header.
        let span = match statement {
            Statement::If(condition) => condition.header_span(),
            Statement::For(looped) => looped.header_span(),
            Statement::While(looped) => looped.header_span(),
            Statement::Try(_) => Some(first_line(self, statement)),
            _ => None,
        };
        let span = span.unwrap_or(statement.span());
        let kind = match statement {
            Statement::Error(_) => StmtKind::Error,
            // Already read with the module.
            Statement::Pass(_) | Statement::Global(_) | Statement::Nonlocal(_) | Statement::Define(_) => {
                return;
            }
            Statement::Expression(statement) => match self.expression_statement(statement, body) {
                Some(kind) => kind,
                None => return,
            },
            Statement::Assignment(assignment) => match self.assignment(assignment, body, out) {
                Some(kind) => kind,
                None => return,
            },
            Statement::AugmentedAssignment(assignment) => self.augmented(assignment, body),
            Statement::Return(_) if body.is_module || body.class.is_some() => {
                self.report(report::outside_function("return", span));
                return;
            }
            Statement::Return(statement) => {
                StmtKind::Return(statement.value().map(|value| self.expr(value, body)))
            }
            Statement::Raise(raise) => self.raise_statement(raise, body),
            Statement::Assert(assert) => StmtKind::Assert {
                condition: self.maybe(assert.condition(), span, body),
                message: assert.message().map(|message| self.expr(message, body)),
            },
            Statement::Delete(delete) => {
                StmtKind::Delete(delete.targets().into_iter().map(|target| self.expr(target, body)).collect())
            }
            Statement::Break(_) => StmtKind::Break,
            Statement::Continue(_) => StmtKind::Continue,
            Statement::If(condition) => self.if_statement(condition, body),
            Statement::While(looped) => StmtKind::While {
                condition: self.maybe(looped.condition(), span, body),
                body: self.inner(looped.body(), body),
                otherwise: self.inner(looped.else_body(), body),
            },
            Statement::For(looped) if looped.is_async() => {
                return out.extend(super::coroutine::async_for(self, looped, body));
            }
            Statement::For(looped) => match looped.from_range() {
                Some(from) => self.for_from(looped, from, span, body, out).unwrap_or(StmtKind::Error),
                None => self.for_statement(looped, body),
            },
            Statement::With(with) => return self.with_statement(with, body, out),
            Statement::Import(import) => return self.import(import, body, out),
            Statement::ImportFrom(import) => match self.import_from(import, body) {
                Some(kind) => kind,
                None => return,
            },
            // The parser has reported it.
            Statement::CDeclaration(_) if body.class.is_some() => StmtKind::Error,
            Statement::CDeclaration(decl) => return self.initialisers(decl, body, out),
            Statement::CdefBlock(block) => {
                for inner in self.visible().live(block.body().map(ast::Block::statements).unwrap_or_default())
                {
                    self.statement(inner, body, out);
                }
                return;
            }
            Statement::Try(tried) => self.try_statement(tried, body),
            Statement::Match(matched) => {
                return out.extend(super::matching::match_statement(self, matched, body));
            }
            definition => match self.definition(definition, body, out) {
                Some(kind) => kind,
                None => return,
            },
        };
        out.push(Stmt::new(kind, span));
    }

    /// A definition or declaration. `None`: the statements for it are in `out`.
    fn definition(
        &mut self,
        statement: Statement<'t>,
        body: &mut BodyBuilder,
        out: &mut Block,
    ) -> Option<StmtKind> {
        match statement {
            // Already declared with the module.
            Statement::Cimport(_)
            | Statement::CimportFrom(_)
            | Statement::Struct(_)
            | Statement::Enum(_)
            | Statement::Typedef(_)
            | Statement::Fused(_)
            | Statement::CppClass(_)
            | Statement::ExternBlock(_)
            | Statement::Include(_)
            | Statement::CFunction(_)
                if body.is_module =>
            {
                self.keep_defaults(statement, body, out);
            }
            Statement::CClass(class) if body.is_module => self.extension_body(class, body, out),
            Statement::Function(function)
                if body.is_module && self.declarations.plain.contains(&function.span()) =>
            {
                self.keep_defaults(statement, body, out);
            }
            Statement::Function(function) => {
                self.function_statement(function, first_line(self, statement), body, out);
            }
            Statement::Class(class) => self.class_statement(class, first_line(self, statement), body, out),
            Statement::CFunction(function) => {
                let decorator = function.decorators().first().map(|decorator| decorator.span());
                let place = decorator.unwrap_or_else(|| first_line(self, statement));
                self.report(report::inner_c_function(place));
                return Some(StmtKind::Error);
            }
            // The parser has reported it.
            Statement::Struct(_)
            | Statement::Enum(_)
            | Statement::Fused(_)
            | Statement::Typedef(_)
            | Statement::CClass(_) => return Some(StmtKind::Error),
            Statement::Property(_) => return Some(self.statement_not_yet("a property", statement.span())),
            Statement::TypeAlias(_) => {
                return Some(self.statement_not_yet("a `type` alias", statement.span()));
            }
            Statement::Cimport(_) | Statement::CimportFrom(_) => {
                if !may_be_inside(statement) {
                    self.report(report::cimport_inside(statement.span()));
                }
            }
            _ => {
                let place = first_line(self, statement);
                return Some(self.statement_not_yet("this declaration inside a function", place));
            }
        }
        None
    }

    fn raise_statement(&mut self, raise: ast::Raise<'t>, body: &mut BodyBuilder) -> StmtKind {
        let mut exception = raise.exception().map(|value| self.expr(value, body));
        let more: Vec<ExprId> =
            raise.value_and_traceback().into_iter().map(|part| self.expr(part, body)).collect();
        if !more.is_empty() {
            let mut parts: Vec<ExprId> = exception.into_iter().chain(more).collect();
            if parts.len() == 2 {
                parts.push(body.add(ExprKind::Singleton(Singleton::None), raise.span()));
            }
            exception = Some(body.add(ExprKind::Runtime(Runtime::Exception, parts), raise.span()));
        }
        StmtKind::Raise { exception, cause: raise.cause().map(|value| self.expr(value, body)) }
    }

    fn try_statement(&mut self, tried: ast::Try<'t>, body: &mut BodyBuilder) -> StmtKind {
        let block = self.inner(tried.body(), body);
        let mut handlers = Vec::new();
        for clause in tried.except_clauses() {
            let span = clause.header_span().unwrap_or(clause.span());
            if clause.is_group() {
                self.not_yet("`except*`", span);
                continue;
            }
            let exception = clause.exception().map(|value| self.expr(value, body));
            let target = clause.alias().map(|target| self.expr(target, body));
            let keeps_target = clause.keeps_alias() || body.directives.level.is_2;
            let block = self.inner(clause.body(), body);
            handlers.push(Handler { exception, target, keeps_target, body: block, span });
        }
        let otherwise = self.inner(tried.else_body(), body);
        let finally = tried.finally_body().map(|block| self.inner(Some(block), body));
        StmtKind::Try(Box::new(Try { body: block, handlers, otherwise, finally }))
    }

    fn statement_not_yet(&mut self, what: &str, span: Span) -> StmtKind {
        self.not_yet(what, span);
        StmtKind::Error
    }

    fn expression_statement(
        &mut self,
        statement: ast::ExpressionStatement<'t>,
        body: &mut BodyBuilder,
    ) -> Option<StmtKind> {
        let value = statement.value()?;
        if self.visible().pure().declared_value_of(value).is_some() {
            return None;
        }
        if let Expression::Call(call) = value
            && let Some(callee) = call.function()
            && self.construct_in(callee, body) == Some(Construct::Update)
        {
            let entries = self.map_arguments("update", call, body);
            return Some(StmtKind::Update { entries, span: call.span() });
        }
        // A string on its own is a comment.
        if let Expression::String(text) = value
            && !text.has_fields()
        {
            let mistake = text.value().err().filter(|mistake| mistake.code != codes::NOT_YET_SUPPORTED);
            mistake.into_iter().for_each(|mistake| self.report(mistake));
            return None;
        }
        Some(StmtKind::Expr(self.expr(value, body)))
    }

    fn assignment(
        &mut self,
        assignment: ast::Assignment<'t>,
        body: &mut BodyBuilder,
        out: &mut Block,
    ) -> Option<StmtKind> {
        if body.is_module && self.visible().pure().is_type_assignment(assignment) {
            return None;
        }
        if let (Some(annotation), true) = (assignment.annotation(), body.class.is_some()) {
            for target in assignment.targets() {
                self.class_annotation(target, annotation, body, out);
            }
        }
        let value = assignment.value()?;
        let value = match self.visible().pure().declared_value_of(value) {
            Some(declared_with) => declared_with?,
            None => value,
        };
        let value = self.expr(value, body);
        let value = super::items::taken_out(self, value, body);
        for target in assignment.targets() {
            if let Expression::Starred(_) = target {
                self.report(report::lone_star(target.span()));
                return Some(StmtKind::Error);
            }
        }
        let targets: Vec<ExprId> =
            assignment.targets().into_iter().map(|target| self.target(target, body)).collect();
        super::items::note_assigned(self, &targets, value, body);
        Some(StmtKind::Assign { targets, value })
    }

    /// A target of an assignment; in a tuple, one may have a star.
    pub fn target(&mut self, target: Expression<'t>, body: &mut BodyBuilder) -> ExprId {
        let span = target.span();
        let kind = match target {
            Expression::Tuple(items) | Expression::List(items) => {
                let elements = items.elements();
                let stars = elements.iter().filter(|item| matches!(item, Expression::Starred(_)));
                if let Some(second) = stars.clone().nth(1) {
                    self.report(report::two_stars(second.span()));
                }
                ExprKind::Tuple(elements.into_iter().map(|item| self.target(item, body)).collect())
            }
            Expression::Starred(starred) => match starred.value() {
                Some(value) => ExprKind::Starred(self.target(value, body)),
                None => ExprKind::Error,
            },
            other => return self.expr(other, body),
        };
        body.add(kind, span)
    }

    fn augmented(&mut self, assignment: ast::AugmentedAssignment<'t>, body: &mut BodyBuilder) -> StmtKind {
        let text = assignment.operator().trim_end_matches('=');
        let Some(operator) = super::expr::operator(text) else { return StmtKind::Error };
        StmtKind::AugAssign {
            target: self.maybe(assignment.target(), assignment.span(), body),
            operator,
            value: self.maybe(assignment.value(), assignment.span(), body),
        }
    }

    fn if_statement(&mut self, statement: ast::If<'t>, body: &mut BodyBuilder) -> StmtKind {
        let condition = self.maybe(statement.condition(), statement.span(), body);
        // Code that must not be compiled may be impossible to compile: the other side of `cython.compiled`.
        let known = known_condition(&body.body, condition);
        let is_left_out =
            |block: &Option<ast::Block<'t>>| !block.is_some_and(|block| block.text().contains("yield"));
        let otherwise = statement.else_body();
        if known == Some(true) && statement.elif_clauses().is_empty() && is_left_out(&otherwise) {
            let then = self.inner(statement.body(), body);
            return StmtKind::If { condition, then, otherwise: Vec::new() };
        }
        let then = match statement.body() {
            block if known == Some(false) && is_left_out(&block) => Vec::new(),
            block => self.inner(block, body),
        };
        let mut clauses = Vec::new();
        for clause in statement.elif_clauses() {
            let condition = self.maybe(clause.condition(), clause.span(), body);
            let span = clause.header_span().unwrap_or(clause.span());
            clauses.push((span, condition, self.inner(clause.body(), body)));
        }
        let mut otherwise = self.inner(statement.else_body(), body);
        for (span, condition, then) in clauses.into_iter().rev() {
            otherwise = vec![Stmt::new(StmtKind::If { condition, then, otherwise }, span)];
        }
        StmtKind::If { condition, then, otherwise }
    }

    fn for_statement(&mut self, looped: ast::For<'t>, body: &mut BodyBuilder) -> StmtKind {
        let span = looped.span();
        if let Some(Expression::Call(call)) = looped.iterable()
            && let Some(callee) = call.function()
            && self.construct_in(callee, body) == Some(Construct::Prange)
        {
            return self.prange(looped, call, body);
        }
        if let Some(range) = self.python_range(looped.iterable(), body) {
            return StmtKind::ForRange {
                target: self.maybe(looped.target(), span, body),
                range,
                body: self.inner(looped.body(), body),
                otherwise: self.inner(looped.else_body(), body),
            };
        }
        let target = match looped.target() {
            Some(target) => self.target(target, body),
            None => self.maybe(None, span, body),
        };
        let iterable = self.maybe(looped.iterable(), span, body);
        let typed = super::items::iterated(self, target, iterable, body);
        let mut block = self.inner(looped.body(), body);
        let otherwise = self.inner(looped.else_body(), body);
        let target = match typed {
            Some((item, assigned)) => {
                block.insert(0, assigned);
                item
            }
            None => target,
        };
        StmtKind::ForEach { target, iterable, body: block, otherwise }
    }

    /// The bounds of a call of Python's own `range`.
    pub fn python_range(
        &mut self,
        iterable: Option<Expression<'t>>,
        body: &mut BodyBuilder,
    ) -> Option<Range> {
        let Some(Expression::Call(call)) = iterable else { return None };
        let callee = call.function()?;
        if self.is_builtin(callee, &["reversed"], body) {
            return self.reversed_range(call, body);
        }
        if self.is_builtin(callee, &["range", "xrange"], body) {
            self.range_arguments(call, body)
        } else {
            None
        }
    }

    /// `reversed(range(a, b))`, also with a step of -1: others are left to Python.
    fn reversed_range(&mut self, call: ast::Call<'t>, body: &mut BodyBuilder) -> Option<Range> {
        let arguments = call.arguments();
        let [inner] = arguments.as_slice() else { return None };
        let Expression::Call(inner) = inner.value().filter(|_| inner.is_plain())? else { return None };
        if !self.is_builtin(inner.function()?, &["range"], body) {
            return None;
        }
        let given = inner.arguments();
        let has_one =
            given.len() < 3 || given[2].value().is_some_and(|step| matches!(step.text(), "1" | "-1"));
        if !has_one || !given.iter().all(|argument| argument.is_plain()) {
            return None;
        }
        Some(Range { is_reversed: true, ..self.range_arguments(inner, body)? })
    }

    /// Whether a name is that of one of these builtins here.
    fn is_builtin(&mut self, callee: Expression<'t>, names: &[&str], body: &BodyBuilder) -> bool {
        let Expression::Name(name) = callee else { return false };
        names.contains(&name.text()) && !body.is_local(name.text()) && self.scope().get(name.text()).is_none()
    }

    /// One to three positional arguments; anything else is left to Python, which raises.
    fn range_arguments(&mut self, call: ast::Call<'t>, body: &mut BodyBuilder) -> Option<Range> {
        let mut arguments = call.arguments();
        let clause =
            arguments.iter().find(|one| one.name().is_some_and(|name| scope::is_clause(name.text())));
        if let (Some(name), Some(callee)) = (clause.and_then(|one| one.name()), call.function()) {
            self.report(report::range_with_clause(name.text(), name.span(), callee.span()));
            arguments.retain(|argument| argument.is_plain());
        }
        if !arguments.iter().all(|argument| argument.is_plain()) {
            return None;
        }
        let values: Option<Vec<Expression<'t>>> = arguments.iter().map(|argument| argument.value()).collect();
        self.range(&values?, body)
    }

    pub fn range(&mut self, values: &[Expression<'t>], body: &mut BodyBuilder) -> Option<Range> {
        let mut values =
            values.iter().map(|&value| self.expr(value, body)).collect::<Vec<ExprId>>().into_iter();
        match (values.next(), values.next(), values.next(), values.next()) {
            (Some(stop), None, None, None) => {
                Some(Range { start: None, stop, step: None, is_reversed: false })
            }
            (Some(start), Some(stop), step, None) => {
                Some(Range { start: Some(start), stop, step, is_reversed: false })
            }
            _ => None,
        }
    }

    fn import(&mut self, import: ast::Import<'t>, body: &mut BodyBuilder, out: &mut Block) {
        for imported in import.names() {
            let Some(name) = imported.name() else { continue };
            let path = name.path();
            let top = path.split('.').next().unwrap_or(&path);
            // A cimport in disguise; but the package also has something for Python code.
            if matches!(top, "cython" | "offcy") && path != PACKAGE {
                continue;
            }
            let (bound, leaf) = match imported.alias() {
                Some(alias) => (alias, true),
                None => match name.parts().first() {
                    Some(first) => (*first, false),
                    None => continue,
                },
            };
            let target = self.target_name(bound, body);
            let beside = !body.directives.level.absolute_import;
            let kind = StmtKind::Import { module: Name::new(path), leaf, beside, target };
            out.push(Stmt::new(kind, import.span()));
        }
    }

    pub fn target_name(&mut self, name: ast::Identifier<'t>, body: &mut BodyBuilder) -> ExprId {
        let text = self.mangled(name.text(), body);
        let is_variable = matches!(self.scope().get(&text), Some(Entry::Global(_)));
        let kind = match body.is_local(&text) || is_variable {
            true => self.name_kind(&text, name.span(), body),
            false => ExprKind::Name(Binding::ModuleName(text)),
        };
        body.add(kind, name.span())
    }

    fn import_from(&mut self, import: ast::ImportFrom<'t>, body: &mut BodyBuilder) -> Option<StmtKind> {
        let path = import.module_path();
        if import.is_future() || super::declare::is_construct_module(&path) {
            return None;
        }
        let module = import.module();
        let level = match import.level() {
            0 if !body.directives.level.absolute_import => -1,
            dots => dots as i32,
        };
        let module = module.map(|module| Name::new(module.path())).unwrap_or_default();
        if import.is_wildcard() {
            if !body.is_module || body.class.is_some() {
                self.report(report::import_all_inside(import.span()));
                return Some(StmtKind::Error);
            }
            let (names, types) = self.bound_by_import_all(import.span(), body);
            return Some(StmtKind::ImportFrom { level, module, names, all: Some(types) });
        }
        // Those at the top level were reported when they were declared.
        for (bound, construct, span) in super::cimports::constructs_of_package(import) {
            if body.is_local(&bound) {
                self.report(report::construct_elsewhere("offcy", construct, span));
            }
        }
        let mut names = Vec::new();
        for imported in import.names() {
            let Some(name) = imported.name().and_then(|name| name.parts().first().copied()) else { continue };
            let target = self.target_name(imported.alias().unwrap_or(name), body);
            names.push((Name::new(name.text()), target));
        }
        Some(StmtKind::ImportFrom { level, module, names, all: None })
    }

    /// The variables of C that `import *` gives values, and the extension types.
    fn bound_by_import_all(
        &mut self,
        span: Span,
        body: &mut BodyBuilder,
    ) -> (Vec<(Name, ExprId)>, Vec<Name>) {
        let (mut variables, mut types) = (Vec::new(), Vec::new());
        for (name, entry) in self.scope().entries() {
            match entry {
                Entry::Global(id) if !matches!(self.tables.globals[*id].ty.kind, TypeKind::Const(_)) => {
                    variables.push((name.clone(), *id));
                }
                Entry::Type(TypeName::Object(class)) if class.extension().is_some() => {
                    types.push(name.clone())
                }
                _ => {}
            }
        }
        variables.sort();
        types.sort();
        let place = |(name, id)| (name, body.add(ExprKind::Name(Binding::Global(id)), span));
        (variables.into_iter().map(place).collect(), types)
    }

    /// The values of constants of the module's `.pxd`. Non-constants get no values there.
    pub fn announced_constants(&mut self, body: &mut BodyBuilder) -> Block {
        let mut out = Block::new();
        let own = self.unit;
        for unit in self.declarations.units.ids() {
            self.unit = unit;
            if !self.visible().unit_is_own_declarations() {
                continue;
            }
            for statement in &self.declarations.units[unit].statements {
                let Statement::CDeclaration(decl) = statement else { continue };
                let mut names = decl.declarators().into_iter().filter_map(ast::InitDeclarator::name);
                if names.all(|name| self.is_constant(name)) {
                    self.initialisers(*decl, body, &mut out);
                }
            }
        }
        self.unit = own;
        out
    }

    fn is_constant(&self, name: ast::Identifier<'t>) -> bool {
        let Some(Entry::Global(id)) = self.scope().get(name.text()) else { return false };
        matches!(self.tables.globals[*id].ty.kind, TypeKind::Const(_))
    }

    /// `cdef int n = 1`: the declaration is already known; only the assignment is left.
    fn initialisers(&mut self, decl: ast::CDeclaration<'t>, body: &mut BodyBuilder, out: &mut Block) {
        for declarator in decl.declarators() {
            let (Some(name), Some(value)) = (declarator.name(), declarator.value()) else { continue };
            let value = self.expr(value, body);
            let target = Expression::Name(name);
            let target = self.expr(target, body);
            let kind = StmtKind::Assign { targets: vec![target], value };
            out.push(Stmt::new(kind, declarator.span()));
        }
    }

    pub fn bad_construct(&mut self, construct: Construct, usage: &str, span: Span) -> StmtKind {
        self.report(report::construct_misused(construct.name(), usage, span));
        StmtKind::Error
    }
}

/// The first line of a compound statement: enough to show which statement is meant.
fn first_line(lowerer: &FunctionLowerer<'_, '_>, statement: Statement<'_>) -> Span {
    let span = statement.span();
    let length = statement.text().lines().next().map_or(0, str::len);
    Span::new(lowerer.visible().of_unit().file(), span.start as usize, span.start as usize + length)
}
