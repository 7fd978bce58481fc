//! The statements that a dataclass adds to the body of its class: defaults are kept where they are written, and at the end the
//! type gets the attributes by which Python's `dataclasses` knows it.

use std::collections::HashSet;

use super::super::FunctionLowerer;
use super::super::KeptDefault;
use super::super::builder::BodyBuilder;
use super::super::function::object_type;
use super::super::modifiers::Imported;
use super::super::optional::{is_constant, names_member};
use super::fields::{DataField, Given};
use super::kept_name;
use crate::base::Name;
use crate::hir::{
    Binding, Block, ClassId, ExprId, ExprKind, Global, LocalId, PyClass, Runtime, Singleton, Stmt, StmtKind,
    Subscript, TypeName,
};
use crate::source::Span;
use crate::syntax::ast::{Expression, Statement};

impl<'t> FunctionLowerer<'_, 't> {
    /// Whether a statement in a class is the default of a field of a dataclass.
    pub(in super::super) fn is_default_of_field(&self, class: ClassId, statement: Statement<'t>) -> bool {
        let Some(made) = self.declarations.dataclasses.get(&class) else { return false };
        let value = Imported(self.visible()).value_in_class(statement);
        value.is_some_and(|(name, _)| made.own_field(name).is_some())
    }

    /// Computes the default of a field, or what makes it, at its place; `names`: what the class binds.
    pub(in super::super) fn keep_default_of_field(
        &mut self,
        class: ClassId,
        statement: Statement<'t>,
        names: &HashSet<Name>,
        body: &mut BodyBuilder,
        out: &mut Block,
    ) {
        let declarations = self.declarations;
        let Some(made) = declarations.dataclasses.get(&class) else { return };
        let Some((name, _)) = Imported(self.visible()).value_in_class(statement) else { return };
        let Some(field) = made.own_field(name) else { return };
        // Of several, the last one counts.
        let written = match field.given {
            Given::Nothing => return,
            Given::Value(value) | Given::Factory(value) => value,
        };
        let place = statement.span();
        if written.span().start < place.start || written.span().end > place.end {
            return;
        }
        if let (Given::Factory(_), Expression::Name(factory)) = (field.given, written)
            && !names.contains(factory.text())
        {
            return;
        }
        let value = self.expr(written, body);
        if is_constant(&body.body, value) && !names_member(&body.body, value) {
            return;
        }
        let name = kept_name(&self.tables.classes[class].name, &field.name);
        self.keep_for_class(name, field.span, value, body, out);
    }

    /// What stands for the arguments of `__init__` that factories would make.
    pub(in super::super) fn keep_nothing_given(
        &mut self,
        class: ClassId,
        body: &mut BodyBuilder,
        out: &mut Block,
    ) {
        let Some(made) = self.declarations.dataclasses.get(&class) else { return };
        if !made.fields.iter().any(|field| matches!(field.given, Given::Factory(_))) {
            return;
        }
        let span = self.tables.classes[class].span;
        let callee = body.add(ExprKind::Name(Binding::Builtin(Name::new("object"))), span);
        let value = body.add(ExprKind::Call { callee, arguments: Vec::new(), keywords: Vec::new() }, span);
        let name = kept_name(&self.tables.classes[class].name, "factory");
        self.keep_for_class(name, span, value, body, out);
    }

    fn keep_for_class(
        &mut self,
        name: Name,
        span: Span,
        value: ExprId,
        body: &mut BodyBuilder,
        out: &mut Block,
    ) {
        let kept = self.tables.globals.alloc(Global::new(name, object_type(span), None, span));
        self.tables.kept_defaults.insert(span, KeptDefault::Global(kept));
        let target = body.add(ExprKind::Name(Binding::Global(kept)), span);
        out.push(Stmt::new(StmtKind::Assign { targets: vec![target], value }, span));
    }

    /// `__dataclass_params__`, `__dataclass_fields__` and `__match_args__`.
    pub(in super::super) fn describe_dataclass(
        &mut self,
        class: ClassId,
        namespace: LocalId,
        body: &mut BodyBuilder,
        out: &mut Block,
    ) {
        let declarations = self.declarations;
        let Some(made) = declarations.dataclasses.get(&class) else { return };
        let span = self.tables.classes[class].span;
        let mut bind = |name: &str, value, body: &mut BodyBuilder| {
            let target = ExprKind::Name(Binding::ClassName(namespace, Name::new(name)));
            let targets = vec![body.add(target, span)];
            out.push(Stmt::new(StmtKind::Assign { targets, value }, span));
        };
        let mut options = made.options;
        let mut given = Vec::new();
        for name in super::Options::NAMES {
            let truth = options.named(name).is_some_and(|truth| *truth);
            given.push((text(name, span, body), truth_value(truth, span, body)));
        }
        let given = body.add(ExprKind::Dict(given), span);
        let params = body.add(ExprKind::Runtime(Runtime::DataclassParams, vec![given]), span);
        bind("__dataclass_params__", params, body);
        let mut fields = Vec::new();
        for (at, field) in made.fields.iter().enumerate().filter(|(_, field)| !field.is_hidden) {
            let value = match made.base.filter(|_| at < made.inherited) {
                Some(base) => inherited(base, &field.name, span, body),
                None => self.described(field, made.options.kw_only, body),
            };
            fields.push((text(&field.name, field.span, body), value));
        }
        let fields = body.add(ExprKind::Dict(fields), span);
        bind("__dataclass_fields__", fields, body);
        if made.options.match_args && !made.has_own_match_args {
            let by_place = made.fields.iter();
            let by_place = by_place.filter(|field| !field.settings.kw_only.unwrap_or(made.options.kw_only));
            let names = by_place.map(|field| text(&field.name, field.span, body)).collect();
            let names = body.add(ExprKind::Tuple(names), span);
            bind("__match_args__", names, body);
        }
    }

    /// What `dataclasses.fields` finds of a field. Unlike Cython's, it says whether `__init__` takes it by its name alone:
    /// Python's heirs ask.
    fn described(&mut self, field: &DataField<'t>, kw_only: bool, body: &mut BodyBuilder) -> ExprId {
        let span = field.span;
        let settings = field.settings;
        let or_none = |truth: Option<bool>, body: &mut BodyBuilder| match truth {
            Some(truth) => truth_value(truth, span, body),
            None => body.add(ExprKind::Singleton(Singleton::None), span),
        };
        let mut given = vec![
            (text("init", span, body), truth_value(settings.init, span, body)),
            (text("repr", span, body), truth_value(settings.repr, span, body)),
            (text("hash", span, body), or_none(settings.hash, body)),
            (text("compare", span, body), truth_value(settings.compare, span, body)),
            (text("kw_only", span, body), truth_value(settings.kw_only.unwrap_or(kw_only), span, body)),
        ];
        if let Some(metadata) = settings.metadata {
            given.push((text("metadata", span, body), self.expr(metadata, body)));
        }
        let (word, value) = match field.given {
            Given::Nothing => ("", None),
            Given::Value(value) => ("default", Some(value)),
            Given::Factory(value) => ("default_factory", Some(value)),
        };
        if let Some(value) = value {
            let value = match self.kept(span) {
                Some(kept) => body.add(kept, span),
                None => self.expr(value, body),
            };
            given.push((text(word, span, body), value));
        }
        let given = body.add(ExprKind::Dict(given), span);
        let parts = vec![
            text(&field.name, span, body),
            text(&field.shown, span, body),
            truth_value(field.is_init_var, span, body),
            given,
        ];
        body.add(ExprKind::Runtime(Runtime::DataclassField, parts), span)
    }
}

/// `Base.__dataclass_fields__['name']`
fn inherited(base: ClassId, name: &Name, span: Span, body: &mut BodyBuilder) -> ExprId {
    let class = ExprKind::Name(Binding::Type(TypeName::Object(PyClass::Extension(base))));
    let class = body.add(class, span);
    let fields = ExprKind::Attribute { base: class, name: Name::new("__dataclass_fields__") };
    let (base, key) = (body.add(fields, span), text(name, span, body));
    body.add(ExprKind::Subscript { base, indices: vec![Subscript::Index(key)] }, span)
}

fn text(text: &str, span: Span, body: &mut BodyBuilder) -> ExprId {
    body.add(ExprKind::Str(text.to_string()), span)
}

fn truth_value(truth: bool, span: Span, body: &mut BodyBuilder) -> ExprId {
    body.add(ExprKind::Singleton(if truth { Singleton::True } else { Singleton::False }), span)
}
