//! `__test__`, the dict in which `doctest` finds what it cannot see: created if `autotestdict` requests it. It is
//! not the default as in Cython, because `doctest` sees functions of offcy by itself.

use super::builder::BodyBuilder;
use super::scope::Entry;
use super::{Collector, FunctionLowerer, Visible, string_text};
use crate::base::Name;
use crate::hir::{Binding, Block, ExprId, ExprKind, Stmt, StmtKind};
use crate::source::Span;
use crate::syntax::ast::{self, Statement};

/// The dict's name.
const TESTS: &str = "__test__";

/// Methods that `doctest` should not look up.
const LEFT_OUT: &[&str] = &[
    "__cinit__",
    "__dealloc__",
    "__del__",
    "__richcmp__",
    "__nonzero__",
    "__bool__",
    "__len__",
    "__contains__",
];

/// A function with a docstring: its path and its docstring.
struct Documented {
    path: String,
    doc: String,
    span: Span,
}

impl<'t> Collector<'t> {
    /// Whether the module gets the dict, whose name is then declared; a `__test__` of its own statements
    /// stays.
    pub(super) fn declare_test_dict(&mut self) -> bool {
        let wanted = self.directives();
        let is_wanted = wanted.autotestdict || wanted.autotestdict_cdef || wanted.autotestdict_all;
        if !is_wanted || self.scope().get(TESTS).is_some() {
            return false;
        }
        let place = Span::whole_file(self.visible().of_unit().file());
        self.scope_mut().insert(Name::new(TESTS), Entry::Python, place);
        true
    }
}

impl<'t> FunctionLowerer<'_, 't> {
    /// After the module's statements: `__test__ = {"path (line 3)": docstring}`. `text` is the module's own.
    pub(super) fn test_dict(
        &mut self,
        statements: &[Statement<'t>],
        text: &str,
        body: &mut BodyBuilder,
        out: &mut Block,
    ) {
        let mut found = Vec::new();
        self.visible().documented(statements, None, false, &mut found);
        let mut items: Vec<(ExprId, ExprId)> = Vec::new();
        for Documented { path, doc, span } in
            found.into_iter().filter(|one| one.span.file == self.visible().of_unit().file())
        {
            let line = text[..span.start as usize].matches('\n').count() + 1;
            let key = body.add(ExprKind::Str(format!("{path} (line {line})")), span);
            items.push((key, body.add(ExprKind::Str(doc), span)));
        }
        let span = Span::whole_file(self.visible().of_unit().file());
        let target = body.add(ExprKind::Name(Binding::ModuleName(Name::new(TESTS))), span);
        let value = body.add(ExprKind::Dict(items), span);
        out.push(Stmt::new(StmtKind::Assign { targets: vec![target], value }, span));
    }
}

impl<'d, 't> Visible<'d, 't> {
    fn documented(
        self,
        statements: &[Statement<'t>],
        class: Option<&str>,
        is_extension: bool,
        found: &mut Vec<Documented>,
    ) {
        for &statement in statements {
            let inner = |block: Option<ast::Block<'t>>| {
                self.live(block.map(ast::Block::statements).unwrap_or_default())
            };
            match statement {
                Statement::Function(function) => {
                    let name = function.name().map(|name| name.text());
                    let start = first_line(function.decorators(), statement.span());
                    self.document(name, function.body(), start, class, is_extension, found);
                }
                Statement::CFunction(function) => {
                    let is_seen = self.pure().marks(function).is_cpdef;
                    if is_seen || self.directives().autotestdict_cdef || self.directives().autotestdict_all {
                        let name = function.name().map(|name| name.text());
                        let start = first_line(function.decorators(), statement.span());
                        self.document(name, function.body(), start, class, is_extension, found);
                    }
                }
                Statement::Class(one) => {
                    self.documented(&inner(one.body()), one.name().map(|name| name.text()), false, found);
                }
                Statement::CClass(one) => {
                    self.documented(
                        &inner(one.body()),
                        one.bound_name().map(|name| name.text()),
                        true,
                        found,
                    );
                }
                Statement::Property(one) => {
                    let name = one.name().map_or("", |name| name.text());
                    let path = class.map_or_else(|| name.to_string(), |class| format!("{class}.{name}"));
                    self.documented(&inner(one.body()), Some(&path), is_extension, found);
                }
                other => {
                    for block in other.blocks() {
                        self.documented(&inner(Some(block)), class, is_extension, found);
                    }
                }
            }
        }
    }

    fn document(
        self,
        name: Option<&str>,
        block: Option<ast::Block<'t>>,
        span: Span,
        class: Option<&str>,
        is_extension: bool,
        found: &mut Vec<Documented>,
    ) {
        let doc = block.and_then(ast::Block::docstring).and_then(string_text);
        let (Some(name), Some(doc)) = (name, doc) else { return };
        let is_test = self.directives().autotestdict_all || doc.contains(">>>");
        if is_test && !(is_extension && LEFT_OUT.contains(&name)) {
            let path = class.map_or_else(|| name.to_string(), |class| format!("{class}.{name}"));
            found.push(Documented { path, doc, span });
        }
    }
}

/// The line where a definition begins, including its decorators.
fn first_line(decorators: Vec<ast::Decorator<'_>>, span: Span) -> Span {
    decorators.first().map_or(span, |first| first.span())
}
