//! `async def`: coroutines are generators of their own kind, which `await` other objects as generators do with `yield from`.
//! `async for` and `async with` become the statements that Python's reference describes them by.

use super::builder::BodyBuilder;
use super::{FunctionLowerer, report};
use crate::base::Name;
use crate::hir::{
    Binding, Block, ExprId, ExprKind, Handler, LocalId, Runtime, Singleton, Stmt, StmtKind, Try, TypeExpr,
    TypeKind, TypeName, UnaryOp, Yielding,
};
use crate::source::Span;
use crate::syntax::ast;

/// `await value`
pub(super) fn awaited<'t>(
    lowerer: &mut FunctionLowerer<'_, 't>,
    given: ast::Await<'t>,
    span: Span,
    body: &mut BodyBuilder,
) -> ExprKind {
    if !is_inside(lowerer, "await", span, body) {
        return ExprKind::Error;
    }
    let value = lowerer.maybe(given.value(), span, body);
    ExprKind::Yield { value: Some(value), how: Yielding::Await }
}

/// Whether code may wait for others; reported if it may not.
fn is_inside(lowerer: &mut FunctionLowerer<'_, '_>, word: &str, span: Span, body: &BodyBuilder) -> bool {
    let is_inside = body.body.coroutine.is_some() && body.class.is_none();
    if !is_inside {
        lowerer.report(report::outside_async(word, span));
    }
    is_inside
}

/// Makes statements for one of the two.
struct Maker<'b> {
    body: &'b mut BodyBuilder,
    span: Span,
}

impl Maker<'_> {
    fn hidden(&mut self, name: &str, kind: TypeKind) -> LocalId {
        self.body.hidden_local(Name::new(name), TypeExpr { kind, span: self.span }, false, self.span)
    }

    fn flag(&mut self, name: &str) -> LocalId {
        self.hidden(name, TypeKind::Named(TypeName::Bint))
    }

    fn add(&mut self, kind: ExprKind) -> ExprId {
        self.body.add(kind, self.span)
    }

    fn local(&mut self, id: LocalId) -> ExprId {
        self.add(ExprKind::Name(Binding::Local(id)))
    }

    fn stmt(&self, kind: StmtKind) -> Stmt {
        Stmt::new(kind, self.span)
    }

    fn set(&mut self, id: LocalId, value: ExprId) -> Stmt {
        let target = self.local(id);
        self.stmt(StmtKind::Assign { targets: vec![target], value })
    }

    fn set_flag(&mut self, id: LocalId, value: bool) -> Stmt {
        let value = if value { Singleton::True } else { Singleton::False };
        let value = self.add(ExprKind::Singleton(value));
        self.set(id, value)
    }

    fn call(&mut self, callee: ExprId, arguments: Vec<ExprId>) -> ExprId {
        self.add(ExprKind::Call { callee, arguments, keywords: Vec::new() })
    }

    fn wait(&mut self, value: ExprId) -> ExprId {
        self.add(ExprKind::Yield { value: Some(value), how: Yielding::Await })
    }

    fn special(&mut self, object: LocalId, name: &str) -> ExprId {
        let (object, name) = (self.local(object), self.add(ExprKind::Str(name.to_string())));
        self.add(ExprKind::Runtime(Runtime::SpecialMethod, vec![object, name]))
    }
}

/// `async for target in iterable:`
pub(super) fn async_for<'t>(
    lowerer: &mut FunctionLowerer<'_, 't>,
    looped: ast::For<'t>,
    body: &mut BodyBuilder,
) -> Block {
    let span = looped.header_span().unwrap_or(looped.span());
    if !is_inside(lowerer, "async for", span, body) {
        return vec![Stmt::new(StmtKind::Error, span)];
    }
    let target = match looped.target() {
        Some(target) => lowerer.target(target, body),
        None => lowerer.maybe(None, span, body),
    };
    let iterable = lowerer.maybe(looped.iterable(), span, body);
    let inner = lowerer.inner(looped.body(), body);
    let otherwise = lowerer.inner(looped.else_body(), body);
    asynchronous((target, iterable), inner, otherwise, span, body)
}

/// The same for a clause of a comprehension, whose iterable the code around it evaluates.
pub(super) fn async_clause(
    lowerer: &mut FunctionLowerer<'_, '_>,
    (target, iterable): (ExprId, ExprId),
    inner: Block,
    span: Span,
    body: &mut BodyBuilder,
) -> Block {
    if !is_inside(lowerer, "async for", span, body) {
        return vec![Stmt::new(StmtKind::Error, span)];
    }
    asynchronous((target, iterable), inner, Block::new(), span, body)
}

fn asynchronous(
    (target, iterable): (ExprId, ExprId),
    inner: Block,
    otherwise: Block,
    span: Span,
    body: &mut BodyBuilder,
) -> Block {
    let mut make = Maker { body, span };
    let stop = make.add(ExprKind::Name(Binding::Builtin(Name::new("StopAsyncIteration"))));
    let (iterator, item) =
        (make.hidden("iterator", TypeKind::Untyped), make.hidden("item", TypeKind::Untyped));
    let goes_on = make.flag("goes_on");
    let begun = make.add(ExprKind::Runtime(Runtime::AsyncIterator, vec![iterable]));
    let mut block = vec![make.set(iterator, begun), make.set_flag(goes_on, true)];

    let of_iterator = make.local(iterator);
    let next = make.add(ExprKind::Runtime(Runtime::AsyncNext, vec![of_iterator]));
    let next = make.add(ExprKind::Yield { value: Some(next), how: Yielding::Iterator });
    let taken = vec![make.set(item, next)];
    let ended = vec![make.set_flag(goes_on, false)];
    let handler = Handler { exception: Some(stop), target: None, keeps_target: false, body: ended, span };
    let value = make.local(item);
    let mut run = vec![make.stmt(StmtKind::Assign { targets: vec![target], value })];
    run.extend(inner);
    let tried = Try { body: taken, handlers: vec![handler], otherwise: run, finally: None };
    let tried = make.stmt(StmtKind::Try(Box::new(tried)));
    let condition = make.local(goes_on);
    block.push(make.stmt(StmtKind::While { condition, body: vec![tried], otherwise }));
    block
}

/// `async with manager as target:` of one manager.
pub(super) fn async_with(
    lowerer: &mut FunctionLowerer<'_, '_>,
    (manager, target): (ExprId, Option<ExprId>),
    inner: Block,
    span: Span,
    body: &mut BodyBuilder,
) -> Block {
    if !is_inside(lowerer, "async with", span, body) {
        return vec![Stmt::new(StmtKind::Error, span)];
    }
    let mut make = Maker { body, span };
    let [kept, exit, entered] =
        ["manager", "exit", "entered"].map(|name| make.hidden(name, TypeKind::Untyped));
    let is_fine = make.flag("is_fine");
    let mut block = vec![make.set(kept, manager)];
    let method = make.special(kept, "__aexit__");
    block.push(make.set(exit, method));
    let enter = make.special(kept, "__aenter__");
    let entering = make.call(enter, Vec::new());
    let entering = make.wait(entering);
    block.push(make.set(entered, entering));
    block.push(make.set_flag(is_fine, true));

    let mut run = Block::new();
    if let Some(target) = target {
        let value = make.local(entered);
        run.push(make.stmt(StmtKind::Assign { targets: vec![target], value }));
    }
    run.extend(inner);
    let of_exit = make.local(exit);
    let result = make.add(ExprKind::Runtime(Runtime::ExitHandled, vec![of_exit]));
    let suppressed = make.wait(result);
    let condition = make.add(ExprKind::Unary(UnaryOp::Not, suppressed));
    let again = vec![make.stmt(StmtKind::Raise { exception: None, cause: None })];
    let handled = vec![
        make.set_flag(is_fine, false),
        make.stmt(StmtKind::If { condition, then: again, otherwise: Block::new() }),
    ];
    let handler = Handler { exception: None, target: None, keeps_target: false, body: handled, span };
    let tried = Try { body: run, handlers: vec![handler], otherwise: Block::new(), finally: None };
    let tried = make.stmt(StmtKind::Try(Box::new(tried)));

    let nothing = std::array::from_fn::<ExprId, 3, _>(|_| make.add(ExprKind::Singleton(Singleton::None)));
    let of_exit = make.local(exit);
    let left = make.call(of_exit, nothing.to_vec());
    let left = make.wait(left);
    let then = vec![make.stmt(StmtKind::Expr(left))];
    let condition = make.local(is_fine);
    let finally = vec![make.stmt(StmtKind::If { condition, then, otherwise: Block::new() })];
    let outer =
        Try { body: vec![tried], handlers: Vec::new(), otherwise: Block::new(), finally: Some(finally) };
    block.push(make.stmt(StmtKind::Try(Box::new(outer))));
    block
}
