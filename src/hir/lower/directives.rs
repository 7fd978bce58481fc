//! Directives: at the top of the file, on the command line, in decorators and `with` blocks.

use super::suggest::one_slip;
use super::{FunctionLowerer, Reader, Visible, report};
use crate::diag::Diagnostic;
use crate::hir::directives::{OWN, expected_value, is_of_modules};
use crate::hir::{Directives, ForeignKind, ForeignSetting, Level, SetDirective, list};
use crate::source::Span;
use crate::syntax::Parse;
use crate::syntax::ast::{Argument, Expression, Statement};

/// What decorators usually set.
const USUAL: &[&str] = &[
    "boundscheck",
    "wraparound",
    "cdivision",
    "initializedcheck",
    "nonecheck",
    "overflowcheck",
    "infer_types",
    "embedsignature",
    "binding",
    "profile",
    "linetrace",
];

fn bad_value(name: &str, value: &str, span: Span) -> Diagnostic {
    let expected = expected_value(name);
    let wrong = report::directive(name, expected, span);
    match (value.contains('='), expected.contains("`True`")) {
        (true, _) => wrong.note("commas separate directives: `boundscheck=False, wraparound=False`"),
        (false, true) => {
            wrong.note(format!("write `{name}=False` or `{name}=True`, in a decorator `{name}(False)`"))
        }
        (false, false) => wrong,
    }
}

/// Adds to an error about an unknown directive which one was probably meant.
fn with_usual(diagnostic: Diagnostic, name: &str) -> Diagnostic {
    match USUAL.iter().chain(OWN).find(|usual| one_slip(name, usual)) {
        Some(similar) => diagnostic.note(format!("write `{similar}`")),
        None => diagnostic.note(format!("usual ones are `{}`", USUAL[..4].join("`, `"))),
    }
}

/// The language level of a file, if nothing else says one: by its header, with what it imports of `__future__`.
pub fn level_of(parse: &Parse, otherwise: Level) -> Level {
    let comments = parse.header_comments();
    let settings = comments.iter().flat_map(|comment| comment.directives());
    let levels = settings.filter(|setting| setting.tool == "cython" && setting.name == "language_level");
    let mut level = levels.filter_map(|setting| Level::named(setting.value)).next_back().unwrap_or(otherwise);
    let imports = parse.module().statements().into_iter().filter_map(|statement| match statement {
        Statement::ImportFrom(import) if import.is_future() => Some(import.names()),
        _ => None,
    });
    for name in imports.flatten().filter_map(|imported| imported.name()) {
        level.import(&name.path());
    }
    level
}

impl<'t> Reader<'t> {
    /// Reads `# cython:`, `# distutils:` and `# offcy:` comments before the first statement.
    pub fn header_directives(&mut self, parse: &Parse) {
        let mut directives = self.visible().directives().clone();
        for setting in parse.header_comments().into_iter().flat_map(|comment| comment.directives()) {
            let is_unknown = || Directives::default().set(setting.name, "True") == SetDirective::UnknownName;
            match setting.tool {
                "distutils" => self.distutils(setting.name, setting.value, setting.span),
                "offcy" if setting.name == "sources" => {
                    self.foreign(ForeignKind::Sources, setting.value, setting.span);
                }
                // As in Cython: a comment may be for another version of it.
                "cython" if is_unknown() => {
                    let unknown = report::unknown_directive(setting.name, setting.span);
                    self.report(with_usual(unknown, setting.name));
                }
                _ => self.lowerer().set_directive(setting.name, setting.value, setting.span, &mut directives),
            }
        }
        directives.level = level_of(parse, directives.level);
        *self.directives_mut() = directives;
    }

    fn distutils(&mut self, name: &str, value: &str, span: Span) {
        // `language = c++` is not an error by itself: many modules that say so contain no C++. Actual C++ is reported
        // where it occurs.
        if let Some(kind) = ForeignKind::of_distutils(name) {
            self.foreign(kind, value, span);
        }
    }

    fn foreign(&mut self, kind: ForeignKind, value: &str, span: Span) {
        self.foreign.settings.push(ForeignSetting { kind, values: list(value), span });
    }
}

impl<'t> FunctionLowerer<'_, 't> {
    fn set_directive(&mut self, name: &str, value: &str, span: Span, directives: &mut Directives) {
        if directives.is_other_word(name, value) {
            return self.report(bad_value(name, value, span));
        }
        match directives.set(name, value) {
            SetDirective::Done | SetDirective::Ignored => {}
            SetDirective::UnknownName => {
                self.report(with_usual(report::directive(name, "no such directive", span), name));
            }
            SetDirective::BadValue => {
                self.report(bad_value(name, value, span));
            }
        }
    }

    /// `cython.boundscheck(False)`: if the expression is such a call, or a name alone, sets the directive and returns `true`.
    pub fn directive_call(&mut self, expr: Expression<'t>, directives: &mut Directives) -> bool {
        let Expression::Call(call) = expr else { return self.directive_alone(expr, directives) };
        let Some(name) = call.function().and_then(|callee| self.visible().directive_name(callee)) else {
            return false;
        };
        if is_of_modules(&name) {
            self.report(report::directive(&name, "it holds for whole modules", call.span()));
            return true;
        }
        let mut probe = Directives::default();
        match probe.set(&name, "True") {
            SetDirective::UnknownName => return false,
            // Whatever its value.
            SetDirective::Ignored => return true,
            _ => {}
        }
        match call.arguments().as_slice() {
            [value] if value.is_plain() => {
                self.set_directive(&name, value.text(), call.span(), directives);
            }
            arguments => {
                let span = arguments.first().map_or(call.span(), |argument: &Argument<'_>| argument.span());
                self.report(report::directive(&name, "expected one value", span));
            }
        }
        true
    }

    /// `@cython.cdivision`: the same as `@cython.cdivision(True)`.
    fn directive_alone(&mut self, expr: Expression<'t>, directives: &mut Directives) -> bool {
        let Some(name) = self.visible().directive_name(expr) else { return false };
        let is_known = USUAL.contains(&name.as_str());
        if is_known {
            self.set_directive(&name, "True", expr.span(), directives);
        }
        is_known
    }
}

impl<'d, 't> Visible<'d, 't> {
    /// For a decorator that is nearly a directive: a name with a slip.
    pub fn mistaken_directive(self, expr: Expression<'t>) -> Option<Diagnostic> {
        let name = self.directive_name(expr.named()?)?;
        let unknown = report::directive(&name, "no such directive", expr.span());
        let similar = USUAL.iter().find(|usual| one_slip(&name, usual))?;
        Some(unknown.note(format!("write `@cython.{similar}(...)`")))
    }

    /// The `name` of `cython.name`; for directives that Cython does not know, also of `offcy.name`.
    fn directive_name(self, expr: Expression<'t>) -> Option<String> {
        self.cython_attribute(expr).or_else(|| {
            let path = self.module_path_of(expr)?;
            // `cython.overflowcheck.fold`
            if let Some(name) = path.strip_prefix("cython.") {
                return Some(name.to_string());
            }
            path.strip_prefix("offcy.").filter(|name| OWN.contains(name)).map(str::to_string)
        })
    }

    /// The `name` of `cython.name`.
    pub fn cython_attribute(self, expr: Expression<'t>) -> Option<String> {
        let path = self.module_path_of(expr)?;
        path.strip_prefix("cython.").filter(|rest| !rest.contains('.')).map(str::to_string)
    }
}
