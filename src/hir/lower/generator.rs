//! `yield`, and generator expressions: each is a separate function, called at the expression with the iterator
//! over its first iterable.

use super::builder::BodyBuilder;
use super::comprehension::listed;
use super::function::object_type;
use super::targets::names_in;
use super::{FunctionLowerer, report};
use crate::base::Name;
use crate::hir::{
    Binding, Block, Body, Directives, ExprId, ExprKind, Function, LocalId, NoneClause, Param, ParamKind,
    Runtime, Stmt, StmtKind, Subscript, TypeExpr, TypeKind, Yielding,
};
use crate::source::Span;
use crate::syntax::ast::{self, ComprehensionClause as Clause};
use crate::syntax::free::Inner;

impl<'t> FunctionLowerer<'_, 't> {
    pub fn yielded(&mut self, given: ast::Yield<'t>, span: Span, body: &mut BodyBuilder) -> ExprKind {
        if !body.may_yield || body.class.is_some() {
            self.report(match body.is_module || body.class.is_some() {
                true => report::outside_function("yield", span),
                false => report::yield_in_c_function(span),
            });
            return ExprKind::Error;
        }
        if body.body.coroutine.is_some() {
            self.not_yet("`yield` in an `async def`", span);
            return ExprKind::Error;
        }
        body.body.yields = true;
        let value = given.value().map(|value| self.expr(value, body));
        let how = if given.is_from() { Yielding::From } else { Yielding::Value };
        ExprKind::Yield { value, how }
    }

    pub fn generator_expression(
        &mut self,
        generator: ast::Comprehension<'t>,
        body: &mut BodyBuilder,
    ) -> ExprKind {
        let span = generator.span();
        let clauses = generator.clauses();
        let Some(Clause::For { iterable: Some(first), is_async: false, from_range: None, .. }) =
            clauses.first()
        else {
            self.not_yet("this generator expression", span);
            return ExprKind::Error;
        };
        let mut first = self.expr(*first, body);
        // As in Cython, the elements are those that the array has now.
        if is_part_of_array(&body.body, first) {
            first = listed(first, span, body);
        }
        let first = body.add(ExprKind::Runtime(Runtime::Iterator, vec![first]), span);
        let function = self.generator_function(generator, &clauses, body);
        let callee = self.make_function(function, Vec::new(), span, body);
        ExprKind::Call { callee, arguments: vec![first], keywords: Vec::new() }
    }

    /// The function that yields the elements; its parameter is the first iterator.
    fn generator_function(
        &mut self,
        generator: ast::Comprehension<'t>,
        clauses: &[Clause<'t>],
        body: &BodyBuilder,
    ) -> Function {
        let span = generator.span();
        let inside = self.inside("<genexpr>", body);
        let mut builder = self.module_body();
        builder.is_module = false;
        builder.directives = inside.directives.clone();
        builder.body.yields = true;
        let scope = self.scope_param(inside.around, span, &mut builder);
        let source = builder.hidden_local(Name::new("source"), object_type(span), true, span);
        let kind = ParamKind::PositionalOnly;
        let mut params = vec![Param { local: source, kind, default: None, none: NoneClause::Unsaid, span }];
        for clause in clauses {
            let Clause::For { target, .. } = clause else { continue };
            for (name, span) in names_in(*target) {
                let name = self.mangled(&name, &builder);
                if !builder.locals.contains_key(&name) {
                    builder.declare(name, TypeExpr { kind: TypeKind::Untyped, span }, false, span);
                }
            }
        }
        let inner = Inner::of_comprehension(generator, self.rules(&builder));
        super::function::share_with(inner, &mut builder);
        let mut block = self.share("genexpr", span, &mut builder);
        let loops = self.generating(generator, clauses, Some(source), &mut builder);
        block.extend(super::comprehension::enclosed(loops, Vec::new(), span, &mut builder));
        builder.body.block = block;
        let closure = self.close_over(scope, &mut params, &mut builder);
        let directives = Directives { embedsignature: false, ..inside.directives };
        let mut function = Function::of_python("genexpr", params, directives, builder.body, span);
        (function.method, function.made) = (closure, inside.made);
        function
    }

    /// The loops and conditions, from one clause on. `source` is the iterator of the first one.
    fn generating(
        &mut self,
        generator: ast::Comprehension<'t>,
        clauses: &[Clause<'t>],
        source: Option<LocalId>,
        body: &mut BodyBuilder,
    ) -> Block {
        let span = generator.span();
        let Some((clause, rest)) = clauses.split_first() else {
            let element = self.maybe(generator.element(), span, body);
            let given = body.add(ExprKind::Yield { value: Some(element), how: Yielding::Value }, span);
            return vec![Stmt::new(StmtKind::Expr(given), span)];
        };
        let kind = match *clause {
            Clause::If(condition) => StmtKind::If {
                condition: self.maybe(condition, span, body),
                then: self.generating(generator, rest, None, body),
                otherwise: Block::new(),
            },
            Clause::For { is_async: true, .. } => {
                self.not_yet("`async for`", span);
                return Block::new();
            }
            Clause::For { target, from_range: Some(from), .. } => {
                let inner =
                    |this: &mut Self, body: &mut BodyBuilder| this.generating(generator, rest, None, body);
                return self.clause_from(target, from, span, body, inner);
            }
            Clause::For { target, iterable, .. } => {
                let range = if source.is_none() { self.python_range(iterable, body) } else { None };
                let iterable: ExprId = match (source, &range) {
                    (Some(source), _) => body.add(ExprKind::Name(Binding::Local(source)), span),
                    (None, Some(range)) => range.stop,
                    (None, None) => self.maybe(iterable, span, body),
                };
                let target = match target {
                    Some(target) => self.target(target, body),
                    None => self.maybe(None, span, body),
                };
                let inner = self.generating(generator, rest, None, body);
                match range {
                    Some(range) => StmtKind::ForRange { target, range, body: inner, otherwise: Block::new() },
                    None => StmtKind::ForEach { target, iterable, body: inner, otherwise: Block::new() },
                }
            }
        };
        vec![Stmt::new(kind, span)]
    }
}

/// `x[a:b]` of a C array.
fn is_part_of_array(body: &Body, id: ExprId) -> bool {
    let ExprKind::Subscript { base, indices } = &body.exprs[id].kind else { return false };
    let ExprKind::Name(Binding::Local(array)) = body.exprs[*base].kind else { return false };
    matches!(indices.as_slice(), [Subscript::Slice { .. }])
        && matches!(body.locals[array].ty.kind, TypeKind::Array(..))
}
