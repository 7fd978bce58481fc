//! Walks a module and collects the edits.

use super::edit::{Breaks, Edit, Edits};
use super::gil::{self, Gil};
use super::helper::Helpers;
use super::{Asked, Facts};
use super::{import, list, raising, report, tabs};
use crate::diag::Diagnostics;
use crate::source::Span;
use crate::syntax::Parse;
use crate::syntax::ast::{
    Argument, Block, CFunction, Call, Decorator, Expression, For, Function, Identifier, Import, Parameter,
    Statement, With, WithItem,
};
use crate::syntax::scope::{CLAUSES, Construct, HOST_CLAUSES, Scopes, bind_parameters, names};

/// The rewritten text of a module.
pub struct Rewritten<'t> {
    pub edits: Vec<Edit>,
    pub helpers: Helpers<'t>,
    pub diagnostics: Diagnostics,
}

pub fn module<'t>(parse: &'t Parse, facts: &'t Facts) -> Rewritten<'t> {
    let statements = parse.module().statements();
    let scopes = Scopes::new(names(&statements));
    let identifiers = parse.identifiers();
    let (is_python, bound) = (facts.is_python, scopes.cython());
    let cython = bound.as_deref().unwrap_or("cython");
    let taken = identifiers.iter().map(|name| name.text()).collect();
    let words = if is_python { format!("{cython}.") } else { String::new() };
    let mut rewriter = Rewriter {
        sequential: &facts.sequential,
        words: (format!("{words}gil"), format!("{words}nogil")),
        helpers: Helpers::new(is_python, cython, taken),
        scopes,
        edits: Edits::new(parse.text()),
        place: Place { gil: Gil::Held, in_parallel: false, keeps_gil: false },
        host_clauses: Vec::new(),
        imports: Vec::new(),
        uses_words: false,
        diagnostics: Diagnostics::default(),
    };
    rewriter.statements(&statements);
    rewriter.lengths(&facts.lengths);
    facts.asked.iter().for_each(|asked| rewriter.asked(asked));
    rewriter.unused(&identifiers);
    tabs::expand(parse, &mut rewriter.edits);
    if is_python && bound.is_none() && (rewriter.uses_words || rewriter.helpers.need_cython()) {
        import::add_cython(&statements, &mut rewriter.edits);
    }
    let Rewriter { edits, helpers, diagnostics, .. } = rewriter;
    Rewritten { edits: edits.into_list(), helpers, diagnostics }
}

/// The context of a statement.
#[derive(Clone, Copy)]
struct Place {
    gil: Gil,
    /// In a parallel block or loop of the result.
    in_parallel: bool,
    /// A loop around it would have released the GIL, and is sequential.
    keeps_gil: bool,
}

struct Rewriter<'t> {
    sequential: &'t [Span],
    scopes: Scopes,
    edits: Edits<'t>,
    helpers: Helpers<'t>,
    /// The words for `gil` and `nogil`.
    words: (String, String),
    uses_words: bool,
    place: Place,
    /// The clauses for the host's threads on the enclosing parallel block, for its loops.
    host_clauses: Vec<String>,
    /// Imports of whole modules, wherever they stand.
    imports: Vec<Import<'t>>,
    diagnostics: Diagnostics,
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
            Statement::Raise(_) | Statement::Assert(_)
                if self.place.in_parallel && self.place.gil != Gil::Held =>
            {
                let Rewriter { edits, helpers, scopes, words, .. } = self;
                self.uses_words = true;
                if !raising::take_gil(statement, &words.0, scopes, edits, helpers) {
                    self.diagnostics.push(report::no_room(statement.span()));
                }
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

    /// Blanks the lines of `@device` and similar decorators.
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
        self.body(function.body(), parameters, gil::of_function(function, &self.scopes));
    }

    fn c_function(&mut self, function: CFunction<'t>) {
        self.decorators(function.decorators());
        let parameters = function.parameters().map(|parameters| parameters.list()).unwrap_or_default();
        self.body(function.body(), parameters, gil::of_c_function(function, &self.scopes));
    }

    fn body(&mut self, body: Option<Block<'t>>, parameters: Vec<Parameter<'t>>, gil: Gil) {
        let mut local = names(&body.map(Block::statements).unwrap_or_default());
        bind_parameters(parameters, &mut local);
        self.scopes.push(local);
        let place = std::mem::replace(&mut self.place, Place { gil, in_parallel: false, keeps_gil: false });
        let clauses = std::mem::take(&mut self.host_clauses);
        self.block(body);
        (self.place, self.host_clauses) = (place, clauses);
        self.scopes.pop();
    }

    fn for_(&mut self, for_: For<'t>) {
        let outer = self.place;
        if let Some(Expression::Call(call)) = for_.iterable()
            && self.callee(call) == Some(Construct::Prange)
        {
            if self
                .sequential
                .iter()
                .any(|span| (span.file, span.start) == (for_.span().file, for_.span().start))
            {
                self.range(call);
            } else {
                self.prange(call);
            }
        }
        self.block(for_.body());
        self.place = outer;
        self.block(for_.else_body());
    }

    fn prange(&mut self, call: Call<'t>) {
        let arguments = call.arguments();
        let offloads = offloads(&arguments);
        let nogil = arguments.iter().find(|one| is_named(**one, "nogil"));
        let says_nogil = nogil.is_some_and(|one| !is_off(*one));
        self.callee_name(call);
        let mut added = if self.place.in_parallel { Vec::new() } else { self.host_clauses.clone() };
        if (offloads || self.place.keeps_gil) && !says_nogil && self.place.gil == Gil::Held {
            added.push("nogil=True".to_string());
        }
        // Cython can release the GIL only where it may be held.
        let is_needless = self.place.gil == Gil::Released || (offloads && !says_nogil);
        self.clauses(call, &added, is_needless);
        let is_released = offloads || says_nogil || self.place.gil != Gil::Held;
        if is_released || self.place.keeps_gil {
            self.place = Place { gil: Gil::Released, keeps_gil: false, ..self.place };
        }
        self.place.in_parallel = true;
    }

    /// A parallel loop that Cython does not have.
    fn range(&mut self, call: Call<'t>) {
        if let Some(callee) = call.function() {
            self.edits.replace(callee.span().start..callee.span().end, "range", Breaks::Continued);
        }
        let arguments = call.arguments();
        let elements: Vec<(Span, bool)> =
            arguments.iter().map(|argument| (argument.span(), argument.name().is_none())).collect();
        self.elements(call, &elements);
        self.place.keeps_gil |= self.place.gil == Gil::Held;
    }

    fn with(&mut self, with: With<'t>) {
        let outer = self.place;
        let clauses = self.host_clauses.clone();
        let becomes: Vec<(Span, Becomes)> =
            with.items().into_iter().map(|item| (item.span(), self.item(item, with.span()))).collect();
        self.header(with, &becomes);
        self.block(with.body());
        (self.place, self.host_clauses) = (outer, clauses);
    }

    /// Rewrites the contents of an item, and tracks what it does to the GIL.
    fn item(&mut self, item: WithItem<'t>, with: Span) -> Becomes {
        let Some(value) = item.value() else { return Becomes::Itself };
        if let Some(gil) = gil::of_item(value, &self.scopes) {
            // Items that are left out or added around it may have done it already.
            let is_needless = match gil {
                Gil::Held => self.place.keeps_gil && self.place.gil == gil,
                Gil::Released | Gil::Unknown => self.place.gil == Gil::Released,
            };
            self.place.gil = gil;
            return if is_needless { Becomes::Nothing } else { Becomes::Itself };
        }
        let Expression::Call(call) = value else { return Becomes::Itself };
        match self.callee(call) {
            Some(Construct::Parallel) => self.parallel(call, with),
            Some(Construct::Atomic) if self.place.gil != Gil::Held => {
                self.place.gil = Gil::Held;
                self.uses_words = true;
                Becomes::Gil
            }
            Some(Construct::Device | Construct::Directive | Construct::Atomic) => Becomes::Nothing,
            _ => Becomes::Itself,
        }
    }

    /// The code of a region outside its loops runs once, but in Cython each thread would run it, so only the
    /// loops are parallel. A host block that contains a sequential loop has one thread.
    fn parallel(&mut self, call: Call<'t>, with: Span) -> Becomes {
        let arguments = call.arguments();
        let holds = |span: &Span| span.file == with.file && with.start <= span.start && span.end <= with.end;
        if !offloads(&arguments) && !self.sequential.iter().any(holds) {
            self.callee_name(call);
            self.clauses(call, &[], false);
            self.place.in_parallel = true;
            return Becomes::Itself;
        }
        let is_clause = |one: &&Argument<'t>| HOST_CLAUSES.iter().any(|name| is_named(**one, name));
        let is_plain = |one: &&Argument<'t>| {
            matches!(one.value(), Some(Expression::Name(_) | Expression::Integer(_) | Expression::Boolean(_)))
        };
        let clauses = arguments.iter().filter(is_clause).filter(is_plain);
        self.host_clauses = clauses.map(|argument| argument.text().to_string()).collect();
        if std::mem::replace(&mut self.place.gil, Gil::Released) == Gil::Released {
            return Becomes::Nothing;
        }
        self.uses_words = true;
        Becomes::Nogil
    }

    /// `len` of `bytes`, which Cython calls only with the GIL.
    fn lengths(&mut self, places: &[Span]) {
        for place in places {
            let name = self.helpers.length();
            self.edits.replace(place.start..place.end, &name, Breaks::Free);
        }
    }

    /// `any` or `all` of C numbers, which Cython calls only with the GIL: a function takes the items of the display instead.
    fn asked(&mut self, asked: &Asked) {
        let Asked { is_any, call, callee, display, items } = asked;
        let name = self.helpers.asked(*is_any, items.len());
        self.edits.replace(callee.start..callee.end, &name, Breaks::Free);
        self.edits.replace(callee.end..display.start + 1, "(", Breaks::Free);
        for (item, _) in items.iter().filter(|(_, is_truth)| !is_truth) {
            self.edits.insert(item.start, "(");
            self.edits.insert(item.end, ") != 0");
        }
        self.edits.replace(display.end - 1..call.end - 1, "", Breaks::Free);
    }

    /// `import offcy` if only constructs used it.
    fn unused(&mut self, identifiers: &[Identifier<'t>]) {
        let spans: Vec<Span> = self.imports.iter().map(|import| import.span()).collect();
        let is_import = |at: u32| spans.iter().any(|span| span.start <= at && at < span.end);
        let is_used = identifiers.iter().any(|name| {
            let at = name.span().start;
            name.text() == "offcy" && !is_import(at) && !self.edits.covers(at)
        });
        if !is_used {
            import::remove_unused(&self.imports, &mut self.edits);
        }
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

    /// Removes offcy's keywords from a call, and with `drops_nogil` also `nogil`; adds some of Cython's.
    fn clauses(&mut self, call: Call<'t>, added: &[String], drops_nogil: bool) {
        let arguments = call.arguments();
        let goes = |argument: Argument<'t>| {
            CLAUSES.iter().any(|clause| is_named(argument, clause))
                || (drops_nogil && is_named(argument, "nogil"))
        };
        let elements: Vec<(Span, bool)> =
            arguments.iter().map(|argument| (argument.span(), !goes(*argument))).collect();
        if let Some((last, _)) = elements.iter().rev().find(|(_, kept)| *kept) {
            added.iter().for_each(|clause| self.edits.insert(last.end, &format!(", {clause}")));
        }
        self.elements(call, &elements);
    }

    /// Removes the arguments that are not kept.
    fn elements(&mut self, call: Call<'t>, elements: &[(Span, bool)]) {
        let end = call.arguments_span().map_or(call.span().end, |span| span.end) - 1;
        list::remove(&mut self.edits, elements, end, Breaks::Free);
    }

    /// Replaces the items of a `with` by what they become.
    fn header(&mut self, with: With<'t>, items: &[(Span, Becomes)]) {
        let breaks = if with.is_parenthesized() { Breaks::Free } else { Breaks::Continued };
        if items.iter().all(|(_, becomes)| *becomes == Becomes::Nothing) {
            if let Some(header) = with.header_span() {
                self.edits.replace(header.start..header.end - 1, "if True", Breaks::Continued);
            }
            return;
        }
        let elements: Vec<(Span, bool)> =
            items.iter().map(|(span, becomes)| (*span, *becomes != Becomes::Nothing)).collect();
        for (span, becomes) in items {
            let word = match becomes {
                Becomes::Gil => self.words.0.clone(),
                Becomes::Nogil => self.words.1.clone(),
                Becomes::Itself | Becomes::Nothing => continue,
            };
            self.edits.replace(span.start..span.end, &word, breaks);
        }
        let end = items.last().map_or(with.span().end, |(span, _)| span.end);
        list::remove(&mut self.edits, &elements, end, breaks);
    }
}

/// What an item of a `with` becomes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Becomes {
    Itself,
    Nothing,
    Gil,
    Nogil,
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

/// Whether `device=` makes a call an offload region.
fn offloads(arguments: &[Argument<'_>]) -> bool {
    arguments.iter().any(|argument| is_named(*argument, "device") && !is_off(*argument))
}
