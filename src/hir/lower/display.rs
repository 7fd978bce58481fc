//! Displays of lists, tuples, sets and dicts, and the arguments of calls, with `*` and `**` or without.

use super::FunctionLowerer;
use super::builder::BodyBuilder;
use crate::hir::{ExprId, ExprKind, Runtime, Singleton};
use crate::source::Span;
use crate::syntax::ast::{self, Expression, Unpacking};

/// An item, or all items of an iterable.
#[derive(Clone, Copy)]
enum Item<'t> {
    One(Expression<'t>),
    All(Option<Expression<'t>>),
}

impl<'t> Item<'t> {
    fn of(expression: Expression<'t>) -> Item<'t> {
        match expression {
            Expression::Starred(starred) => Item::All(starred.value()),
            other => Item::One(other),
        }
    }
}

pub fn has_stars(items: ast::Collection<'_>) -> bool {
    items.elements().iter().any(|item| matches!(item, Expression::Starred(_)))
}

impl<'t> FunctionLowerer<'_, 't> {
    pub fn items(&mut self, items: ast::Collection<'t>, body: &mut BodyBuilder) -> Option<Vec<ExprId>> {
        Some(items.elements().into_iter().map(|item| self.expr(item, body)).collect())
    }

    /// `[a, *b, c]`: a list that grows.
    pub fn unpacked(
        &mut self,
        items: ast::Collection<'t>,
        is_tuple: bool,
        body: &mut BodyBuilder,
    ) -> ExprKind {
        let is_lone = is_tuple && !items.has_comma();
        let (span, items) = (items.span(), items.elements());
        if is_lone {
            items.iter().for_each(|item| self.report(super::report::lone_star(item.span())));
            return ExprKind::Error;
        }
        if is_tuple {
            return self.unpacked_tuple(&items, span, body);
        }
        let items: Vec<Item<'t>> = items.into_iter().map(Item::of).collect();
        self.gathered_list(&items, span, body)
    }

    /// The tuple of expressions of which some are unpacked.
    pub fn unpacked_tuple(
        &mut self,
        items: &[Expression<'t>],
        span: Span,
        body: &mut BodyBuilder,
    ) -> ExprKind {
        let items: Vec<Item<'t>> = items.iter().copied().map(Item::of).collect();
        let list = self.gathered_list(&items, span, body);
        let list = body.add(list, span);
        ExprKind::Runtime(Runtime::Tuple, vec![list])
    }

    fn gathered_list(&mut self, items: &[Item<'t>], span: Span, body: &mut BodyBuilder) -> ExprKind {
        let plain = items.iter().take_while(|item| matches!(item, Item::One(_))).count();
        let first = items[..plain].iter().map(|item| self.item(*item, span, body)).collect();
        let mut list = ExprKind::List(first);
        for &item in &items[plain..] {
            let so_far = body.add(list, span);
            let value = self.item(item, span, body);
            let function = if matches!(item, Item::One(_)) { Runtime::Append } else { Runtime::Extend };
            list = ExprKind::Runtime(function, vec![so_far, value]);
        }
        list
    }

    fn item(&mut self, item: Item<'t>, span: Span, body: &mut BodyBuilder) -> ExprId {
        match item {
            Item::One(item) => self.expr(item, body),
            Item::All(item) => self.maybe(item, span, body),
        }
    }

    pub fn set_display(&mut self, items: ast::Collection<'t>, body: &mut BodyBuilder) -> ExprKind {
        let span = items.span();
        let items: Vec<Item<'t>> = items.elements().into_iter().map(Item::of).collect();
        let plain = items.iter().take_while(|item| matches!(item, Item::One(_))).count();
        let first = items[..plain].iter().map(|item| self.item(*item, span, body)).collect();
        let mut set = ExprKind::Runtime(Runtime::Set, first);
        for &item in &items[plain..] {
            let so_far = body.add(set, span);
            let value = self.item(item, span, body);
            let function = if matches!(item, Item::One(_)) { Runtime::Add } else { Runtime::Update };
            set = ExprKind::Runtime(function, vec![so_far, value]);
        }
        set
    }

    /// `{a: b, **c}`
    pub fn dictionary(&mut self, dictionary: ast::Dictionary<'t>, body: &mut BodyBuilder) -> ExprKind {
        let span = dictionary.span();
        let mut dict: Option<ExprKind> = None;
        let mut entries = Vec::new();
        for entry in dictionary.entries() {
            match entry {
                ast::DictionaryEntry::Pair { key, value, span } => {
                    entries.push((self.maybe(key, span, body), self.maybe(value, span, body)));
                }
                ast::DictionaryEntry::Unpacked(mapping) => {
                    let so_far = self.with_entries(dict, std::mem::take(&mut entries), span, body);
                    let so_far = body.add(so_far, span);
                    let mapping = self.maybe(mapping, span, body);
                    dict = Some(ExprKind::Runtime(Runtime::UpdateDict, vec![so_far, mapping]));
                }
            }
        }
        self.with_entries(dict, entries, span, body)
    }

    fn with_entries(
        &mut self,
        dict: Option<ExprKind>,
        entries: Vec<(ExprId, ExprId)>,
        span: Span,
        body: &mut BodyBuilder,
    ) -> ExprKind {
        match dict {
            None => ExprKind::Dict(entries),
            Some(dict) if entries.is_empty() => dict,
            Some(dict) => {
                let dict = body.add(dict, span);
                let more = body.add(ExprKind::Dict(entries), span);
                ExprKind::Runtime(Runtime::UpdateDict, vec![dict, more])
            }
        }
    }

    /// `callee(a, *b, c=d, **e)`
    pub fn call_unpacked(&mut self, callee: ExprId, call: ast::Call<'t>, body: &mut BodyBuilder) -> ExprKind {
        let (positional, named) = self.unpacked_arguments(call.arguments(), call.span(), body);
        ExprKind::Runtime(Runtime::Call, vec![callee, positional, named])
    }

    /// The tuple of the arguments without names, and a dict of the others, or `None`.
    pub fn unpacked_arguments(
        &mut self,
        arguments: Vec<ast::Argument<'t>>,
        span: Span,
        body: &mut BodyBuilder,
    ) -> (ExprId, ExprId) {
        let positional: Vec<Item<'t>> = arguments
            .iter()
            .filter(|argument| argument.name().is_none())
            .filter_map(|argument| match argument.unpacking() {
                None => argument.value().map(Item::of),
                Some(Unpacking::Star) => Some(Item::All(argument.value())),
                Some(Unpacking::DoubleStar) => None,
            })
            .collect();
        let positional = match positional.as_slice() {
            &[Item::All(only)] => {
                let only = self.maybe(only, span, body);
                ExprKind::Runtime(Runtime::Tuple, vec![only])
            }
            items if items.iter().all(|item| matches!(item, Item::One(_))) => {
                ExprKind::Tuple(items.iter().map(|item| self.item(*item, span, body)).collect())
            }
            items => {
                let list = self.gathered_list(items, span, body);
                let list = body.add(list, span);
                ExprKind::Runtime(Runtime::Tuple, vec![list])
            }
        };
        let positional = body.add(positional, span);
        let mut named: Option<ExprKind> = None;
        let mut entries = Vec::new();
        for argument in arguments {
            if let Some(name) = argument.name() {
                let key = self.mangled(name.text(), body).to_string();
                let key = body.add(ExprKind::Str(key), name.span());
                entries.push((key, self.maybe(argument.value(), argument.span(), body)));
            } else if argument.unpacking() == Some(Unpacking::DoubleStar) {
                if named.is_none() && entries.is_empty() {
                    let mapping = self.maybe(argument.value(), argument.span(), body);
                    named = Some(ExprKind::Runtime(Runtime::Named, vec![mapping]));
                    continue;
                }
                let so_far = self.with_named(named, std::mem::take(&mut entries), span, body);
                let so_far = body.add(so_far, span);
                let mapping = self.maybe(argument.value(), argument.span(), body);
                named = Some(ExprKind::Runtime(Runtime::UpdateNamed, vec![so_far, mapping]));
            }
        }
        let named = match (named, entries.is_empty()) {
            (None, true) => ExprKind::Singleton(Singleton::None),
            (named, _) => self.with_named(named, entries, span, body),
        };
        (positional, body.add(named, span))
    }

    fn with_named(
        &mut self,
        named: Option<ExprKind>,
        entries: Vec<(ExprId, ExprId)>,
        span: Span,
        body: &mut BodyBuilder,
    ) -> ExprKind {
        match named {
            None => ExprKind::Dict(entries),
            Some(named) if entries.is_empty() => named,
            Some(named) => {
                let named = body.add(named, span);
                let more = body.add(ExprKind::Dict(entries), span);
                ExprKind::Runtime(Runtime::UpdateNamed, vec![named, more])
            }
        }
    }
}
