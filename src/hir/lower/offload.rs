//! Parallel loops, map entries and data contexts.

use super::builder::BodyBuilder;
use super::scope::Construct;
use super::{FunctionLowerer, Visible, report, string_text};
use crate::hir::{Binding, DataContext, ExprKind, MapEntry, MapType, Prange, StmtKind};
use crate::source::Span;
use crate::syntax::ast::{self, DictionaryEntry, Expression};

impl<'t> FunctionLowerer<'_, 't> {
    /// `for i in prange(...)`
    pub fn prange(&mut self, looped: ast::For<'t>, call: ast::Call<'t>, body: &mut BodyBuilder) -> StmtKind {
        let read = self.clauses(Construct::Prange, call, body);
        let Some(range) = self.range(&read.positional, body) else {
            let usage = "expected `prange(stop)` or `prange(start, stop[, step])`";
            return self.bad_construct(Construct::Prange, usage, call.span());
        };
        let target = self.maybe(looped.target(), looped.span(), body);
        let prange = Prange {
            target,
            range,
            nogil: read.nogil,
            clauses: read.clauses,
            body: self.inner(looped.body(), body),
            otherwise: self.inner(looped.else_body(), body),
        };
        StmtKind::Prange(Box::new(prange))
    }

    /// `device({X: 'to'}, device_num=k)` as a context manager.
    pub fn data_context(&mut self, call: ast::Call<'t>, header: Span, body: &mut BodyBuilder) -> DataContext {
        let mut device_num = None;
        for argument in call.arguments() {
            match argument.name().map(|name| name.text()) {
                None => {}
                Some("device_num") => device_num = argument.value().map(|value| self.expr(value, body)),
                Some(other) => {
                    let unknown = report::bad_clause("device", other, argument.span());
                    let unknown = unknown
                        .note("it takes a dict of maps and `device_num`: `device({x: 'to', y: 'from'})`");
                    self.report(unknown.about_here(format!("clauses of {:?}", call.span())));
                }
            }
        }
        let entries = self.map_arguments("device", call, body);
        let (infer, clause) = (entries.is_empty(), call.span());
        DataContext { entries, infer, device_num, is_plain: false, clause, span: header }
    }

    /// The map entries of `device({...})` or `update({...})`: no positional argument, or one.
    pub fn map_arguments(
        &mut self,
        construct: &str,
        call: ast::Call<'t>,
        body: &mut BodyBuilder,
    ) -> Vec<MapEntry> {
        let positional: Vec<_> =
            call.arguments().into_iter().filter(|argument| argument.is_plain()).collect();
        match positional.as_slice() {
            [] => Vec::new(),
            [only] => match only.value() {
                Some(value) => self.map_dictionary(construct, value, body),
                None => Vec::new(),
            },
            [_, second, ..] => {
                self.report(report::bad_clause(construct, "second argument", second.span()));
                Vec::new()
            }
        }
    }

    /// `{X: 'to', p: ('tofrom', n)}`
    pub fn map_dictionary(
        &mut self,
        clause: &str,
        value: Expression<'t>,
        body: &mut BodyBuilder,
    ) -> Vec<MapEntry> {
        let Expression::Dictionary(dictionary) = value else {
            self.report(report::no_maps(clause, value.span()));
            return Vec::new();
        };
        let mut entries = Vec::new();
        for entry in dictionary.entries() {
            match entry {
                DictionaryEntry::Pair { key: Some(key), value: Some(value), span } => {
                    entries.extend(self.map_entry(key, value, span, body));
                }
                DictionaryEntry::Pair { .. } => {}
                DictionaryEntry::Unpacked(_) => self.report(report::bad_map(dictionary.span())),
            }
        }
        entries
    }

    fn map_entry(
        &mut self,
        key: Expression<'t>,
        value: Expression<'t>,
        span: Span,
        body: &mut BodyBuilder,
    ) -> Option<MapEntry> {
        if !matches!(key, Expression::Name(_) | Expression::Attribute(_)) {
            let text = match key {
                Expression::String(literal) => string_text(literal),
                _ => None,
            };
            let wrong = report::no_variable(text.as_deref(), key.span());
            let base = match key {
                Expression::Subscript(part) => part.value(),
                _ => None,
            };
            self.report(match base {
                Some(Expression::Name(name)) => report::part_as_key(wrong, name.text()),
                _ => wrong,
            });
            return None;
        }
        let (word, count) = match value {
            Expression::Tuple(parts) => match parts.elements().as_slice() {
                [word, count] => (*word, Some(*count)),
                _ => {
                    self.report(report::bad_map(value.span()));
                    return None;
                }
            },
            word => (word, None),
        };
        let Some(map) = self.visible().map_type(word) else {
            self.report(match word {
                Expression::String(literal) => {
                    report::bad_map_type(&string_text(literal).unwrap_or_default(), word.span())
                }
                _ => report::bad_map(word.span())
                    .note("map types are texts in quotes, as in `{x: 'to', p: ('tofrom', n)}`"),
            });
            return None;
        };
        let subject = self.expr(key, body);
        let subject = self.shown_view(subject, body);
        if matches!(body.body.exprs[subject].kind, ExprKind::Error | ExprKind::Name(Binding::Error)) {
            return None;
        }
        let count = count.map(|count| self.expr(count, body));
        Some(MapEntry { subject, map, count, span })
    }
}

impl<'d, 't> Visible<'d, 't> {
    fn map_type(self, word: Expression<'t>) -> Option<MapType> {
        let Expression::String(literal) = word else { return None };
        match string_text(literal)?.as_str() {
            "to" => Some(MapType::To),
            "from" => Some(MapType::From),
            "tofrom" => Some(MapType::ToFrom),
            "alloc" => Some(MapType::Alloc),
            _ => None,
        }
    }
}
