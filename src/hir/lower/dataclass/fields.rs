//! The fields of a dataclass: their types as text, their defaults, and what `field(...)` says of them.

use std::collections::HashMap;

use super::super::modifiers::{Imported, Modifier};
use super::super::report;
use super::super::signatures::as_text;
use super::{DataMethod, Reading, is_of_c_alone};
use crate::base::Name;
use crate::hir::{ClassId, FieldAccess};
use crate::source::Span;
use crate::syntax::ast::{self, Argument, ComprehensionKind, Expression, Statement};

/// A field of a dataclass, its own or one of a base.
#[derive(Clone)]
pub struct DataField<'t> {
    pub name: Name,
    pub span: Span,
    /// Its type as text, for Python.
    pub shown: String,
    pub is_init_var: bool,
    /// Python does not see it.
    pub is_hidden: bool,
    pub given: Given<'t>,
    pub settings: Settings<'t>,
}

#[derive(Clone, Copy)]
pub enum Given<'t> {
    Nothing,
    Value(Expression<'t>),
    /// What makes a value for each object.
    Factory(Expression<'t>),
}

/// The other arguments of `field`.
#[derive(Clone, Copy)]
pub struct Settings<'t> {
    pub init: bool,
    pub repr: bool,
    pub compare: bool,
    /// Otherwise what `compare` says.
    pub hash: Option<bool>,
    /// Otherwise what the class says.
    pub kw_only: Option<bool>,
    /// Unless it is `None`.
    pub metadata: Option<Expression<'t>>,
}

impl Settings<'_> {
    const NAMES: &'static [&'static str] =
        &["default", "default_factory", "init", "repr", "hash", "compare", "metadata", "kw_only"];

    fn usual() -> Self {
        Settings { init: true, repr: true, compare: true, hash: None, kw_only: None, metadata: None }
    }
}

impl DataField<'_> {
    pub fn is_hashed(&self) -> bool {
        !self.is_init_var && self.settings.hash.unwrap_or(self.settings.compare)
    }

    pub fn is_compared(&self) -> bool {
        !self.is_init_var && self.settings.compare
    }

    pub fn has_default(&self) -> bool {
        !matches!(self.given, Given::Nothing)
    }
}

/// How the text declares a field.
#[derive(Default)]
struct Declared {
    shown: String,
    is_init_var: bool,
    /// It stands after `_: KW_ONLY`.
    is_named: bool,
}

impl<'t> Reading<'_, 't> {
    /// Reads the class's own fields.
    pub(super) fn read_fields(&mut self, id: ClassId, statements: &[Statement<'t>], wanted: &[DataMethod]) {
        let mut declared = HashMap::new();
        self.imported().declared_fields(statements, &mut declared, &mut false);
        let mut values: HashMap<&str, Expression<'t>> = HashMap::new();
        for statement in statements {
            if let Some((name, value)) = self.imported().value_in_class(*statement) {
                values.insert(name, value);
            }
        }
        let own = self.0.tables.classes[id].fields.clone();
        for field in own {
            let Declared { shown, is_init_var, is_named } =
                declared.remove(field.name.as_str()).unwrap_or_default();
            let (given, mut settings) = match values.get(field.name.as_str()) {
                Some(value) => self.read_value(&field.name, *value),
                None => (Given::Nothing, Settings::usual()),
            };
            settings.kw_only = settings.kw_only.or(is_named.then_some(true));
            let is_met = |method, setting| setting && wanted.contains(&method);
            if is_of_c_alone(&field.ty, &self.0.tables.typedefs)
                && (is_met(DataMethod::Init, settings.init) || is_met(DataMethod::Repr, settings.repr))
            {
                self.0.report(report::field_of_c(&field.name, field.span));
                (settings.init, settings.repr) = (false, false);
            }
            let read = DataField {
                name: field.name.clone(),
                span: field.span,
                shown,
                is_init_var,
                is_hidden: field.access == FieldAccess::Hidden,
                given,
                settings,
            };
            self.check_order(id, &read);
            if let Some(made) = self.0.declarations.dataclasses.get_mut(&id) {
                made.fields.push(read);
            }
        }
    }

    /// Reports a field without a default after one with a default, both of which `__init__` takes by position.
    fn check_order(&mut self, id: ClassId, field: &DataField<'t>) {
        let made = &self.0.declarations.dataclasses[&id];
        let is_named = |field: &DataField<'_>| field.settings.kw_only.unwrap_or(made.options.kw_only);
        if field.has_default() || !field.settings.init || is_named(field) || !made.options.init {
            return;
        }
        let mut before = made.fields.iter();
        let earlier = before.find(|one| one.has_default() && one.settings.init && !is_named(one));
        if let Some(earlier) = earlier.map(|earlier| (earlier.name.clone(), earlier.span)) {
            self.0.report(report::field_order(&field.name, field.span, (&earlier.0, earlier.1)));
        }
    }

    fn read_value(&mut self, name: &str, value: Expression<'t>) -> (Given<'t>, Settings<'t>) {
        let Expression::Call(call) = value else {
            if let Some(class) = mutable(value) {
                self.0.report(report::mutable_default(class, name, value.span()));
            }
            return (Given::Value(value), Settings::usual());
        };
        let is_field =
            call.function().is_some_and(|callee| self.imported().is_of_dataclasses(callee, "field"));
        if !is_field {
            return (Given::Value(value), Settings::usual());
        }
        let (mut given, mut settings) = (Given::Nothing, Settings::usual());
        for argument in call.arguments() {
            let Some((word, value)) = argument.name().zip(argument.value()) else {
                self.0.report(report::field_by_position(argument.span()));
                continue;
            };
            match word.text() {
                "default" | "default_factory" if !matches!(given, Given::Nothing) => {
                    self.0.report(report::two_defaults(argument.span()));
                }
                "default" => given = Given::Value(value),
                "default_factory" => given = Given::Factory(value),
                _ => self.read_setting(word, value, argument, &mut settings),
            }
        }
        (given, settings)
    }

    fn read_setting(
        &mut self,
        word: ast::Identifier<'t>,
        value: Expression<'t>,
        argument: Argument<'t>,
        settings: &mut Settings<'t>,
    ) {
        let truth = match value {
            Expression::Boolean(value) => Some(value.value()),
            _ => None,
        };
        let may_be_none = matches!(value, Expression::None(_));
        match (word.text(), truth) {
            ("init", Some(truth)) => settings.init = truth,
            ("repr", Some(truth)) => settings.repr = truth,
            ("compare", Some(truth)) => settings.compare = truth,
            ("kw_only", Some(truth)) => settings.kw_only = Some(truth),
            ("hash", truth) if truth.is_some() || may_be_none => settings.hash = truth,
            ("metadata", _) => settings.metadata = Some(value).filter(|_| !may_be_none),
            ("hash", _) => self.0.report(report::dataclass_constant("hash", " or `None`", argument.span())),
            ("init" | "repr" | "compare" | "kw_only", _) => {
                self.0.report(report::dataclass_constant(word.text(), "", argument.span()));
            }
            (name, _) => self.0.report(report::field_option(name, Settings::NAMES, word.span())),
        }
    }
}

impl<'d, 't> Imported<'d, 't> {
    /// `name = value` in a class, with an annotation or without.
    pub(super) fn value_in_class(self, statement: Statement<'t>) -> Option<(&'t str, Expression<'t>)> {
        let Statement::Assignment(assignment) = statement else { return None };
        let [Expression::Name(name)] = *assignment.targets().as_slice() else { return None };
        let is_field = !self.is_of_class(assignment) && !self.0.pure().is_declaring_call(statement);
        Some((name.text(), assignment.value().filter(|_| is_field)?))
    }

    /// How the fields of a class are declared, by their names. `is_named`: `_: KW_ONLY` stands before.
    fn declared_fields(
        self,
        statements: &[Statement<'t>],
        found: &mut HashMap<&'t str, Declared>,
        is_named: &mut bool,
    ) {
        for statement in statements {
            match *statement {
                Statement::Assignment(assignment) => {
                    let [Expression::Name(name)] = *assignment.targets().as_slice() else { continue };
                    let Some(annotation) = assignment.annotation() else { continue };
                    if self.is_kw_only(annotation) {
                        *is_named = true;
                        continue;
                    }
                    let text = annotation.text();
                    let one = Declared {
                        shown: as_text(text),
                        is_init_var: self.modifier(text) == Some(Modifier::InitVar),
                        is_named: *is_named,
                    };
                    found.insert(name.text(), one);
                }
                Statement::CDeclaration(decl) => {
                    let is_init_var = self.modifier_of_c(decl.c_type()) == Some(Modifier::InitVar);
                    let base = decl.c_type().map_or("object", |ty| ty.text());
                    for declarator in decl.declarators() {
                        let Some(name) = declarator.name() else { continue };
                        let text = declarator.declarator().map_or("", |declarator| declarator.text());
                        let rest = text.replacen(name.text(), "", 1);
                        let rest = if rest.is_empty() { rest } else { format!(" {}", rest.trim()) };
                        let shown = format!("{base}{rest}");
                        found.insert(name.text(), Declared { shown, is_init_var, is_named: *is_named });
                    }
                }
                Statement::CdefBlock(block) => {
                    let inner = block.body().map(ast::Block::statements).unwrap_or_default();
                    self.declared_fields(&inner, found, is_named);
                }
                _ => {}
            }
        }
    }

    /// `_: KW_ONLY`
    pub(super) fn is_kw_only(self, annotation: ast::Annotation<'t>) -> bool {
        annotation.expression().is_some_and(|one| self.is_imported(one, "dataclasses", "KW_ONLY"))
    }
}

/// The class of what objects of the class would share, and could change.
fn mutable(value: Expression<'_>) -> Option<&'static str> {
    match value {
        Expression::List(_) => Some("list"),
        Expression::Set(_) => Some("set"),
        Expression::Dictionary(_) => Some("dict"),
        Expression::Comprehension(comprehension) => match comprehension.kind() {
            ComprehensionKind::List => Some("list"),
            ComprehensionKind::Set => Some("set"),
            ComprehensionKind::Dictionary => Some("dict"),
            ComprehensionKind::Generator => None,
        },
        _ => None,
    }
}
