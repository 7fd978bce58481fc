//! Comprehensions: loops before the use of their result. So are generator expressions that a builtin consumes
//! immediately.

use std::collections::{HashMap, HashSet};

use super::FunctionLowerer;
use super::builder::BodyBuilder;
use super::function::{is_object, mangled_names, object_type};
use super::scope::Entry;
use crate::base::Name;
use crate::hir::{
    Binding, Block, ClassField, ExprId, ExprKind, FieldAccess, LocalId, Runtime, Singleton, Stmt, StmtKind,
    Subscript, TypeExpr, TypeKind, TypeName, UnaryOp,
};
use crate::source::Span;
use crate::syntax::ast::{self, ComprehensionClause as Clause, ComprehensionKind, Expression};
use crate::syntax::free::{self, Inner};

/// What happens to each element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Append,
    Add,
    SetItem,
    /// `any`: the first that is true decides.
    Any,
    All,
}

/// A comprehension under construction.
struct Made<'t> {
    comprehension: ast::Comprehension<'t>,
    result: LocalId,
    usage: Use,
    variables: Vec<LocalId>,
    /// They are known: not before the first iterable is.
    has_variables: bool,
    /// Those of its names that functions inside use.
    captured: HashSet<Name>,
    span: Span,
}

/// What names meant outside.
type Outside = Vec<(Name, Option<LocalId>)>;

impl<'t> FunctionLowerer<'_, 't> {
    pub fn comprehension(
        &mut self,
        comprehension: ast::Comprehension<'t>,
        body: &mut BodyBuilder,
    ) -> ExprKind {
        let usage = match comprehension.kind() {
            ComprehensionKind::List => Use::Append,
            ComprehensionKind::Set => Use::Add,
            ComprehensionKind::Dictionary => Use::SetItem,
            ComprehensionKind::Generator => {
                return self.generator_expression(comprehension, body);
            }
        };
        self.gathered(comprehension, usage, body)
    }

    /// `any(x for x in y)` and similar calls: the call, or its new single argument.
    pub fn consumed(
        &mut self,
        call: ast::Call<'t>,
        body: &mut BodyBuilder,
    ) -> Option<Result<ExprKind, ExprKind>> {
        let arguments = call.arguments();
        let Some(Expression::Comprehension(generator)) = arguments.first()?.value() else { return None };
        if generator.kind() != ComprehensionKind::Generator || !arguments[0].is_plain() {
            return None;
        }
        let name = match call.function()? {
            Expression::Name(name) => name.text(),
            // `"".join(...)` of a text.
            Expression::Attribute(attribute) if matches!(attribute.object(), Some(Expression::String(_))) => {
                let is_join = attribute.name().is_some_and(|name| name.text() == "join");
                return is_join.then(|| Err(self.gathered(generator, Use::Append, body)));
            }
            _ => return None,
        };
        if body.is_local(name) || self.scope().get(name).is_some() {
            return None;
        }
        match name {
            "any" | "all" if arguments.len() == 1 => {
                let usage = if name == "any" { Use::Any } else { Use::All };
                Some(Ok(self.gathered(generator, usage, body)))
            }
            "list" if arguments.len() == 1 => Some(Ok(self.gathered(generator, Use::Append, body))),
            "set" if arguments.len() == 1 => Some(Ok(self.gathered(generator, Use::Add, body))),
            _ if free::CONSUMERS.contains(&name) => Some(Err(self.gathered(generator, Use::Append, body))),
            _ => None,
        }
    }

    fn gathered(
        &mut self,
        comprehension: ast::Comprehension<'t>,
        usage: Use,
        body: &mut BodyBuilder,
    ) -> ExprKind {
        let span = comprehension.span();
        let (ty, empty) = match usage {
            Use::Append => (object_of(crate::hir::PyClass::List), ExprKind::List(Vec::new())),
            Use::Add => (object_of(crate::hir::PyClass::Set), ExprKind::Runtime(Runtime::Set, Vec::new())),
            Use::SetItem => (object_of(crate::hir::PyClass::Dict), ExprKind::Dict(Vec::new())),
            Use::Any => (TypeKind::Named(TypeName::Bint), ExprKind::Singleton(Singleton::False)),
            Use::All => (TypeKind::Named(TypeName::Bint), ExprKind::Singleton(Singleton::True)),
        };
        let result = body.hidden_local(Name::new("gathered"), TypeExpr { kind: ty, span }, false, span);
        let captured = match body.class {
            None => mangled_names(&Inner::of_comprehension(comprehension, self.rules(body)), body),
            Some(_) => HashSet::new(),
        };
        let (variables, has_variables) = (Vec::new(), false);
        let mut made = Made { comprehension, result, usage, variables, has_variables, captured, span };
        let mut outside = Outside::new();
        let captured_around = body.sharing.captured.clone();
        let class_names = body.class.as_ref().map(|class| class.names.clone());
        let around = std::mem::take(&mut body.comprehensions);
        // As in Python, the first iterable is evaluated outside the comprehension; it also comes first here.
        let mut block = Block::new();
        let target = local(result, span, body);
        let value = body.add(empty, span);
        let clauses = comprehension.clauses();
        let looped = self.clauses_of(&mut made, &clauses, &mut outside, body);
        block.push(Stmt::new(StmtKind::Assign { targets: vec![target], value }, span));
        block.extend(looped);
        self.release_captured(&made, &captured_around, body, &mut block);
        for (name, before) in outside.into_iter().rev() {
            match before {
                Some(before) => body.locals.insert(name, before),
                None => body.locals.remove(&name),
            };
        }
        if let (Some(class), Some(names)) = (&mut body.class, class_names) {
            class.names = names;
        }
        // Inner comprehensions run inside.
        let inner = std::mem::replace(&mut body.comprehensions, around);
        if !inner.is_empty() {
            block = vec![Stmt::new(StmtKind::Comprehensions { blocks: inner, body: block }, span)];
        }
        let number = numbered(block, body);
        ExprKind::Comprehension { block: number, result, variables: made.variables }
    }

    /// The loops and conditions, from one clause on.
    fn clauses_of(
        &mut self,
        made: &mut Made<'t>,
        clauses: &[Clause<'t>],
        outside: &mut Outside,
        body: &mut BodyBuilder,
    ) -> Block {
        let span = made.span;
        let Some((first, rest)) = clauses.split_first() else { return self.element(made, body) };
        let (target, iterable) = match *first {
            Clause::If(condition) => {
                let condition = self.maybe(condition, span, body);
                let then = self.clauses_of(made, rest, outside, body);
                let kind = StmtKind::If { condition, then, otherwise: Block::new() };
                return vec![Stmt::new(kind, span)];
            }
            Clause::For { target, from_range: Some(from), .. } => {
                self.own_variables(clauses, made, outside, body);
                let inner = |this: &mut Self, body: &mut BodyBuilder| {
                    let mut block = this.capture(target, span, body);
                    block.extend(this.clauses_of(made, rest, outside, body));
                    block
                };
                return self.clause_from(target, from, span, body, inner);
            }
            Clause::For { target, iterable, .. } => (target, iterable),
        };
        let is_async = matches!(first, Clause::For { is_async: true, .. });
        let range = match self.python_range(iterable, body) {
            Some(range) if !is_async => Ok(range),
            _ => Err(self.maybe(iterable, span, body)),
        };
        self.own_variables(clauses, made, outside, body);
        let target_expression = target;
        let target = match target {
            Some(target) => self.target(target, body),
            None => self.maybe(None, span, body),
        };
        let typed = match &range {
            Ok(_) => None,
            Err(iterable) => super::items::iterated(self, target, *iterable, body).filter(|_| !is_async),
        };
        let (target, assigned) = typed.map_or((target, None), |(item, assigned)| (item, Some(assigned)));
        let mut inner: Block = assigned.into_iter().collect();
        inner.extend(self.capture(target_expression, span, body));
        inner.extend(self.clauses_of(made, rest, outside, body));
        let has_more_loops = rest.iter().any(|clause| matches!(clause, Clause::For { .. }));
        if has_more_loops && matches!(made.usage, Use::Any | Use::All) {
            let decided = self.decided(made, body);
            inner.push(Stmt::new(
                StmtKind::If {
                    condition: decided,
                    then: vec![Stmt::new(StmtKind::Break, span)],
                    otherwise: Block::new(),
                },
                span,
            ));
        }
        let kind = match range {
            Err(iterable) if is_async => {
                return super::coroutine::async_clause(self, (target, iterable), inner, span, body);
            }
            Ok(range) => StmtKind::ForRange { target, range, body: inner, otherwise: Block::new() },
            Err(iterable) => StmtKind::ForEach { target, iterable, body: inner, otherwise: Block::new() },
        };
        vec![Stmt::new(kind, span)]
    }

    /// The variables of a comprehension are its own, except for lists at language level 2. Those of a list, set or dict have the types that variables of these
    /// names have around it; those of a generator expression are undeclared, as in Cython. Only the first iterable comes
    /// before them.
    fn own_variables(
        &mut self,
        clauses: &[Clause<'t>],
        made: &mut Made<'t>,
        outside: &mut Outside,
        body: &mut BodyBuilder,
    ) {
        let is_leaking = body.directives.level.is_2 && made.comprehension.leaks();
        if is_leaking || std::mem::replace(&mut made.has_variables, true) {
            return;
        }
        let mut names = Vec::new();
        for clause in clauses {
            if let Clause::For { target, .. } = clause {
                names.extend(super::targets::names_in(*target));
            }
        }
        self.tables.items.note_bindings(&names);
        for (name, span) in names {
            let name = self.mangled(&name, body);
            if outside.iter().any(|(known, _)| *known == name) {
                continue;
            }
            let kind = match made.comprehension.kind() {
                ComprehensionKind::Generator => TypeKind::Untyped,
                _ => match self.type_around(&name, body) {
                    // The module's variables are not inferred.
                    TypeKind::Untyped if body.is_module => object_type(span).kind,
                    kind => kind,
                },
            };
            let ty = TypeExpr { kind, span };
            match made.captured.contains(&name) {
                true => self.share_variable(&name, ty.clone(), body),
                false => drop(body.sharing.captured.remove(&name)),
            }
            let variable = body.hidden_local(name.clone(), ty, false, span);
            made.variables.push(variable);
            if let Some(class) = &mut body.class {
                class.names.remove(&name);
            }
            outside.push((name.clone(), body.locals.insert(name, variable)));
        }
    }

    /// Adds a variable of a comprehension to those that functions inside use. As in Cython, all runs of the comprehension in one
    /// call of the function have the same one.
    fn share_variable(&mut self, name: &Name, ty: TypeExpr, body: &mut BodyBuilder) {
        let Some(scope) = body.around.scopes.first() else { return };
        let fields = &mut self.tables.classes[scope.class].fields;
        let field = Name::new(format!("{name}.{}", fields.len()));
        let span = ty.span;
        fields.push(ClassField { name: field.clone(), c_name: None, ty, access: FieldAccess::Hidden, span });
        body.sharing.captured.insert(name.clone(), field);
    }

    /// Stores what a comprehension's variables are in an iteration where functions inside see it.
    fn capture(&mut self, target: Option<Expression<'t>>, span: Span, body: &mut BodyBuilder) -> Block {
        let mut stores = Block::new();
        for (name, _) in super::targets::names_in(target) {
            let name = self.mangled(&name, body);
            let (Some(field), Some(&variable)) =
                (body.sharing.captured.get(&name).cloned(), body.locals.get(&name))
            else {
                continue;
            };
            let value = local(variable, span, body);
            stores.extend(self.store_captured(field, value, span, body));
        }
        stores
    }

    fn store_captured(
        &mut self,
        field: Name,
        value: ExprId,
        span: Span,
        body: &mut BodyBuilder,
    ) -> Option<Stmt> {
        let base = self.scope_object(body, span)?;
        let target = body.add(ExprKind::Attribute { base, name: field }, span);
        Some(Stmt::new(StmtKind::Assign { targets: vec![target], value }, span))
    }

    /// Ends a comprehension. As in Cython, the objects in its variables stay, but not where the module runs a list, set or dict.
    fn release_captured(
        &mut self,
        made: &Made<'t>,
        around: &HashMap<Name, Name>,
        body: &mut BodyBuilder,
        block: &mut Block,
    ) {
        let own = std::mem::replace(&mut body.sharing.captured, around.clone());
        let span = made.span;
        if made.comprehension.kind() == ComprehensionKind::Generator || !body.is_module {
            return;
        }
        let mut fields: Vec<Name> = own.into_values().collect();
        fields.retain(|field| !around.values().any(|other| other == field));
        fields.sort();
        for field in fields {
            let class = body.around.scopes.first().map(|scope| scope.class);
            let declared = class.and_then(|class| crate::hir::field(&self.tables.classes, class, &field));
            if declared.is_some_and(|field| is_object(&field.ty)) {
                let none = body.add(ExprKind::Singleton(Singleton::None), span);
                block.extend(self.store_captured(field, none, span, body));
            }
        }
    }

    fn type_around(&self, name: &Name, body: &BodyBuilder) -> TypeKind {
        match (body.locals.get(name), self.scope().get(name)) {
            (Some(&local), _) => body.body.locals[local].ty.kind.clone(),
            (None, Some(Entry::Global(id))) => self.tables.globals[*id].ty.kind.clone(),
            _ => TypeKind::Untyped,
        }
    }

    /// Whether `any` or `all` already knows its result.
    fn decided(&mut self, made: &Made<'t>, body: &mut BodyBuilder) -> ExprId {
        let result = local(made.result, made.span, body);
        match made.usage {
            Use::All => body.add(ExprKind::Unary(UnaryOp::Not, result), made.span),
            _ => result,
        }
    }

    fn element(&mut self, made: &Made<'t>, body: &mut BodyBuilder) -> Block {
        let span = made.span;
        let result = local(made.result, span, body);
        let gather = |function: Runtime, element: ExprId, body: &mut BodyBuilder| {
            let call = body.add(ExprKind::Runtime(function, vec![result, element]), span);
            StmtKind::Expr(call)
        };
        let key = made.comprehension.key().map(|key| self.expr(key, body));
        let element = self.maybe(made.comprehension.element(), span, body);
        let kind = match made.usage {
            Use::Append => gather(Runtime::Append, element, body),
            Use::Add => gather(Runtime::Add, element, body),
            Use::SetItem => {
                let Some(key) = key else { return Block::new() };
                let (key, first) = key_first(key, element, span, body);
                let target = ExprKind::Subscript { base: result, indices: vec![Subscript::Index(key)] };
                let target = body.add(target, span);
                let assigned = Stmt::new(StmtKind::Assign { targets: vec![target], value: element }, span);
                return first.into_iter().chain([assigned]).collect();
            }
            Use::Any | Use::All => {
                let is_any = made.usage == Use::Any;
                let condition = match is_any {
                    true => element,
                    false => body.add(ExprKind::Unary(UnaryOp::Not, element), span),
                };
                let found = if is_any { Singleton::True } else { Singleton::False };
                let value = body.add(ExprKind::Singleton(found), span);
                let then = vec![
                    Stmt::new(StmtKind::Assign { targets: vec![result], value }, span),
                    Stmt::new(StmtKind::Break, span),
                ];
                StmtKind::If { condition, then, otherwise: Block::new() }
            }
        };
        vec![Stmt::new(kind, span)]
    }
}

/// A list of the items of an iterable expression.
pub fn listed(iterable: ExprId, span: Span, body: &mut BodyBuilder) -> ExprId {
    let ty = TypeExpr { kind: object_of(crate::hir::PyClass::List), span };
    let result = body.hidden_local(Name::new("items"), ty, false, span);
    let untyped = TypeExpr { kind: TypeKind::Untyped, span };
    let item = body.hidden_local(Name::new("item"), untyped, false, span);
    let (place, empty) = (local(result, span, body), body.add(ExprKind::List(Vec::new()), span));
    let (list, element) = (local(result, span, body), local(item, span, body));
    let append = body.add(ExprKind::Runtime(Runtime::Append, vec![list, element]), span);
    let inner = vec![Stmt::new(StmtKind::Expr(append), span)];
    let target = local(item, span, body);
    let looped = StmtKind::ForEach { target, iterable, body: inner, otherwise: Block::new() };
    let begin = StmtKind::Assign { targets: vec![place], value: empty };
    running(vec![Stmt::new(begin, span), Stmt::new(looped, span)], result, span, body)
}

/// A block that runs where an expression is evaluated.
fn numbered(block: Block, body: &mut BodyBuilder) -> usize {
    let number = body.comprehension_count;
    body.comprehension_count += 1;
    body.comprehensions.push((number, block));
    number
}

/// An expression that runs a block; its value is that of a variable afterwards.
pub fn running(block: Block, result: LocalId, span: Span, body: &mut BodyBuilder) -> ExprId {
    let block = numbered(block, body);
    body.add(ExprKind::Comprehension { block, result, variables: Vec::new() }, span)
}

impl<'t> FunctionLowerer<'_, 't> {
    /// `name := value`: an assignment that runs where its value is used.
    pub fn named(&mut self, named: ast::Named<'t>, span: Span, body: &mut BodyBuilder) -> ExprKind {
        let Some(name) = named.name() else { return ExprKind::Error };
        let around = std::mem::take(&mut body.comprehensions);
        let value = self.maybe(named.value(), span, body);
        let target = self.target_name(name, body);
        if let ExprKind::Name(Binding::Local(target)) = body.body.exprs[target].kind {
            body.body.rebound.insert(target);
        }
        let ty = TypeExpr { kind: TypeKind::Untyped, span };
        let result = body.hidden_local(Name::new("named"), ty, false, span);
        let (place, kept) = (local(result, span, body), local(result, span, body));
        let block = vec![
            Stmt::new(StmtKind::Assign { targets: vec![place], value }, span),
            Stmt::new(StmtKind::Assign { targets: vec![target], value: kept }, span),
        ];
        let block = enclosed(block, around, span, body);
        let block = numbered(block, body);
        ExprKind::Comprehension { block, result, variables: Vec::new() }
    }
}

/// The key of a dict comprehension, which comes before the value, unlike that of an assignment: itself, or a variable and
/// the statement that keeps it there.
fn key_first(key: ExprId, value: ExprId, span: Span, body: &mut BodyBuilder) -> (ExprId, Option<Stmt>) {
    let kind = |id: ExprId| &body.body.exprs[id].kind;
    let is_name = matches!(kind(key), ExprKind::Name(Binding::Local(_)));
    let any_order =
        is_literal(kind(key)) || is_literal(kind(value)) || (is_name && !binds(&body.body, value));
    if any_order {
        return (key, None);
    }
    let ty = TypeExpr { kind: TypeKind::Untyped, span };
    let kept = body.hidden_local(Name::new("key"), ty, false, span);
    let (place, again) = (local(kept, span, body), local(kept, span, body));
    (again, Some(Stmt::new(StmtKind::Assign { targets: vec![place], value: key }, span)))
}

fn is_literal(kind: &ExprKind) -> bool {
    matches!(kind, ExprKind::Int { .. } | ExprKind::Str(_) | ExprKind::Bytes(_) | ExprKind::Singleton(_))
}

/// Whether a `:=` or a comprehension is in an expression.
fn binds(body: &crate::hir::Body, id: ExprId) -> bool {
    matches!(body.exprs[id].kind, ExprKind::Comprehension { .. })
        || crate::hir::walk::children(body, id).into_iter().any(|child| binds(body, child))
}

/// Statements whose expressions contain comprehensions, with the blocks that these run. `before` are the blocks
/// of the enclosing statement.
pub fn enclosed(statements: Block, before: Vec<(usize, Block)>, span: Span, body: &mut BodyBuilder) -> Block {
    let blocks = std::mem::replace(&mut body.comprehensions, before);
    match blocks.is_empty() {
        true => statements,
        false => vec![Stmt::new(StmtKind::Comprehensions { blocks, body: statements }, span)],
    }
}

fn object_of(class: crate::hir::PyClass) -> TypeKind {
    TypeKind::Named(TypeName::Object(class))
}

fn local(id: LocalId, span: Span, body: &mut BodyBuilder) -> ExprId {
    body.add(ExprKind::Name(Binding::Local(id)), span)
}
