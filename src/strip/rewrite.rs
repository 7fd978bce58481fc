//! Walks a module and collects the edits.

use super::edit::{Breaks, Edit, Edits};
use super::{import, list};
use crate::source::Span;
use crate::syntax::Parse;
use crate::syntax::ast::{
    Argument, Block, CFunction, Call, Decorator, Expression, For, Function, Import, Statement, With, WithItem,
};
use crate::syntax::scope::{CLAUSES, Construct, Scopes, bind_parameters, names};

pub fn module(parse: &Parse) -> Vec<Edit> {
    let statements = parse.module().statements();
    let mut rewriter = Rewriter {
        scopes: Scopes::new(names(&statements)),
        edits: Edits::new(parse.text()),
        has_gil: true,
        in_parallel: false,
        imports: Vec::new(),
    };
    rewriter.statements(&statements);
    let Rewriter { mut edits, imports, .. } = rewriter;
    let spans: Vec<Span> = imports.iter().map(|import| import.span()).collect();
    let is_import = |at: u32| spans.iter().any(|span| span.start <= at && at < span.end);
    let is_used = parse.identifiers().into_iter().any(|name| {
        let at = name.span().start;
        name.text() == "offcy" && !is_import(at) && !edits.covers(at)
    });
    if !is_used {
        import::remove_unused(&imports, &mut edits);
    }
    edits.into_list()
}

struct Rewriter<'t> {
    scopes: Scopes,
    edits: Edits<'t>,
    /// Whether the statements at hand run with the GIL.
    has_gil: bool,
    /// Whether they stand in a parallel block or loop.
    in_parallel: bool,
    /// Those of whole modules, wherever they stand.
    imports: Vec<Import<'t>>,
}

impl<'t> Rewriter<'t> {
    fn block(&mut self, block: Option<Block<'t>>) {
        if let Some(block) = block {
            self.statements(&block.statements());
        }
    }

    fn statements(&mut self, statements: &[Statement<'t>]) {
        for &statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: Statement<'t>) {
        match statement {
            Statement::ImportFrom(from) | Statement::CimportFrom(from) => import::from(from, &mut self.edits),
            Statement::Import(plain) | Statement::Cimport(plain) => {
                import::plain(plain, &mut self.edits);
                self.imports.push(plain);
            }
            Statement::Expression(expression) => {
                if let Some(Expression::Call(call)) = expression.value()
                    && self.callee(call) == Some(Construct::Update)
                {
                    self.edits.remove_statement(statement.span());
                }
            }
            Statement::Pass(_) => self.edits.pass_before_others(statement.span()),
            // Elsewhere Cython takes the GIL for it by itself.
            Statement::Raise(_) | Statement::Assert(_) if self.in_parallel && !self.has_gil => {
                self.edits.insert_before_line(statement.span(), "with gil: ");
            }
            Statement::With(with) => self.with(with),
            Statement::For(for_) => self.for_(for_),
            Statement::Function(function) => self.function(function),
            Statement::CFunction(function) => self.c_function(function),
            Statement::CDeclaration(declaration) => self.decorators(declaration.decorators()),
            Statement::Class(class) => {
                self.decorators(class.decorators());
                self.block(class.body());
            }
            Statement::CClass(class) => {
                self.decorators(class.decorators());
                self.block(class.body());
            }
            other => other.blocks().into_iter().for_each(|block| self.block(Some(block))),
        }
    }

    fn callee(&self, call: Call<'t>) -> Option<Construct> {
        self.scopes.construct(call.function()?)
    }

    /// Blanks the lines of `@device` and its kin.
    fn decorators(&mut self, decorators: Vec<Decorator<'t>>) {
        for decorator in decorators {
            let named = match decorator.expression() {
                Some(Expression::Call(call)) => call.function(),
                other => other,
            };
            let construct = named.and_then(|expression| self.scopes.construct(expression));
            if matches!(construct, Some(Construct::Device | Construct::Directive | Construct::Offcy)) {
                let end =
                    decorator.expression().map_or(decorator.span().end, |expression| expression.span().end);
                self.edits.replace(decorator.span().start..end, "", Breaks::Free);
            }
        }
    }

    fn function(&mut self, function: Function<'t>) {
        self.decorators(function.decorators());
        let parameters = function.parameters().map(|parameters| parameters.list()).unwrap_or_default();
        self.body(function.body(), parameters, true);
    }

    fn c_function(&mut self, function: CFunction<'t>) {
        self.decorators(function.decorators());
        let signature = function.function();
        let parameters =
            signature.and_then(|one| one.parameters()).map(|list| list.list()).unwrap_or_default();
        let is_nogil = signature.is_some_and(|one| one.is_nogil() && !one.is_with_gil());
        self.body(function.body(), parameters, !is_nogil);
    }

    fn body(
        &mut self,
        body: Option<Block<'t>>,
        parameters: Vec<crate::syntax::ast::Parameter<'t>>,
        has_gil: bool,
    ) {
        let mut local = names(&body.map(Block::statements).unwrap_or_default());
        bind_parameters(parameters, &mut local);
        self.scopes.push(local);
        let outer = (self.has_gil, self.in_parallel);
        (self.has_gil, self.in_parallel) = (has_gil, false);
        self.block(body);
        (self.has_gil, self.in_parallel) = outer;
        self.scopes.pop();
    }

    fn for_(&mut self, for_: For<'t>) {
        let outer = (self.has_gil, self.in_parallel);
        if let Some(Expression::Call(call)) = for_.iterable()
            && self.callee(call) == Some(Construct::Prange)
        {
            let arguments = call.arguments();
            let offloads = offloads(&arguments);
            let releases = offloads && self.has_gil && !arguments.iter().any(|one| is_named(*one, "nogil"));
            self.callee_name(call);
            self.clauses(call, if releases { Some("nogil=True") } else { None });
            self.has_gil &=
                !offloads && !arguments.iter().any(|one| is_named(*one, "nogil") && !is_off(*one));
            self.in_parallel = true;
        }
        self.block(for_.body());
        (self.has_gil, self.in_parallel) = outer;
        self.block(for_.else_body());
    }

    fn with(&mut self, with: With<'t>) {
        let outer = (self.has_gil, self.in_parallel);
        let mut items = Vec::new();
        let mut has_atomic = false;
        for item in with.items() {
            let construct = self.item(item);
            has_atomic |= construct == Some(Construct::Atomic);
            self.in_parallel |= construct == Some(Construct::Parallel);
            let is_ours =
                matches!(construct, Some(Construct::Device | Construct::Directive | Construct::Atomic));
            items.push((item.span(), !is_ours));
        }
        let gil = if has_atomic && !self.has_gil { Some("gil") } else { None };
        self.header(with, &items, gil);
        self.has_gil |= gil.is_some();
        self.block(with.body());
        (self.has_gil, self.in_parallel) = outer;
    }

    /// Rewrites one item, and follows what it does to the GIL.
    fn item(&mut self, item: WithItem<'t>) -> Option<Construct> {
        match item.value()? {
            Expression::Name(name) if name.text() == "nogil" => self.has_gil = false,
            Expression::Name(name) if name.text() == "gil" => self.has_gil = true,
            Expression::Call(call) => {
                if matches!(call.function(), Some(Expression::Name(name)) if name.text() == "nogil") {
                    self.has_gil = false;
                    return None;
                }
                let construct = self.callee(call)?;
                if construct == Construct::Parallel {
                    self.callee_name(call);
                    if offloads(&call.arguments()) && self.has_gil {
                        self.edits.insert(item.span().start, "nogil, ");
                        self.has_gil = false;
                    }
                    self.clauses(call, None);
                }
                return Some(construct);
            }
            _ => {}
        }
        None
    }

    /// `offcy.parallel.prange` is `cython.parallel.prange`.
    fn callee_name(&mut self, call: Call<'t>) {
        let Some(Expression::Attribute(attribute)) = call.function() else { return };
        if attribute.text().replace(char::is_whitespace, "").starts_with("offcy.parallel.")
            && let (Some(object), Some(path)) =
                (attribute.object(), self.scopes.path(Expression::Attribute(attribute)))
            && path.starts_with("offcy.parallel.")
        {
            self.edits.replace(object.span().start..object.span().end, "cython.parallel", Breaks::Continued);
        }
    }

    /// Takes offcy's keywords out of a call, and adds one of Cython's.
    fn clauses(&mut self, call: Call<'t>, added: Option<&str>) {
        let arguments = call.arguments();
        let elements: Vec<(Span, bool)> = arguments
            .iter()
            .map(|argument| (argument.span(), !CLAUSES.iter().any(|clause| is_named(*argument, clause))))
            .collect();
        let end = call.arguments_span().map_or(call.span().end, |span| span.end) - 1;
        if let (Some(added), Some((last, _))) = (added, elements.iter().rev().find(|(_, kept)| *kept)) {
            self.edits.insert(last.end, &format!(", {added}"));
        }
        list::remove(&mut self.edits, &elements, end, Breaks::Free);
    }

    /// Takes the items out of a `with` that are not kept; `instead` stands for them.
    fn header(&mut self, with: With<'t>, items: &[(Span, bool)], instead: Option<&str>) {
        if items.iter().all(|(_, kept)| *kept) {
            return;
        }
        let breaks = if with.is_parenthesized() { Breaks::Free } else { Breaks::Continued };
        match (items.iter().any(|(_, kept)| *kept), with.header_span(), instead) {
            (false, Some(header), _) => {
                let words = instead.map_or("if True".to_string(), |item| format!("with {item}"));
                self.edits.replace(header.start..header.end - 1, &words, Breaks::Continued);
            }
            (true, _, None) => {
                let end = items.last().map_or(with.span().end, |(span, _)| span.end);
                list::remove(&mut self.edits, items, end, breaks);
            }
            (true, _, Some(item)) => {
                let mut words = item;
                for (span, _) in items.iter().filter(|(_, kept)| !*kept) {
                    self.edits.replace(span.start..span.end, words, breaks);
                    // A second one of the same statement has nothing more to do.
                    words = "gil";
                }
            }
            (false, None, _) => {}
        }
    }
}

fn is_named(argument: Argument<'_>, name: &str) -> bool {
    argument.name().is_some_and(|found| found.text() == name)
}

/// `False`, `None` or `0`.
fn is_off(argument: Argument<'_>) -> bool {
    match argument.value() {
        Some(Expression::Boolean(value)) => !value.value(),
        Some(Expression::None(_)) => true,
        Some(Expression::Integer(value)) => value.text() == "0",
        _ => false,
    }
}

/// Whether `device=` makes an offload region of a call.
fn offloads(arguments: &[Argument<'_>]) -> bool {
    arguments.iter().any(|argument| is_named(*argument, "device") && !is_off(*argument))
}
