//! `DEF` and `IF`: values that are known while the module is read. Enum values are computed in the same way.

use super::builder::BodyBuilder;
use super::enums::Constants;
use super::known::{basic_type, basic_words, is_builtin};
use super::units::UnitId;
use super::value::{
    Value, attribute_called, binary_value, called, compared, item, platform, slice, unary_value,
};
use super::{FunctionLowerer, Reader, Visible, report};
use crate::base::Name;
use crate::diag::Diagnostic;
use crate::hir::{ExprKind, Operator, Singleton, TypeName, UnaryOp};
use crate::source::Span;
use crate::syntax::ast::{self, Expression, Statement, StringValue};

impl<'t> Reader<'t> {
    /// Reads the `DEF` and `IF` statements among these and inside them, in the order of the text.
    pub(super) fn read_compile_time(&mut self, statement: Statement<'t>, unit: UnitId) {
        self.within(unit, |reader| reader.read_one(statement));
    }

    fn read_one(&mut self, statement: Statement<'t>) {
        match statement {
            Statement::Define(define) => self.define(define),
            Statement::CompileTimeIf(condition) => self.choose(condition),
            other => {
                let inner = other.blocks().into_iter().flat_map(ast::Block::statements);
                inner.for_each(|statement| self.read_one(statement));
            }
        }
    }

    fn define(&mut self, define: ast::Define<'t>) {
        let (Some(name), Some(value)) = (define.name(), define.value()) else { return };
        let Some(value) = self.compile_time(value, &|_| None) else { return };
        let key = (self.unit, Name::new(name.text()));
        self.declarations.constants.entry(key).or_default().push((define.span(), value));
    }

    fn choose(&mut self, condition: ast::CompileTimeIf<'t>) {
        let clauses = condition.elif_clauses().into_iter().map(|clause| (clause.condition(), clause.body()));
        let clauses: Vec<_> =
            std::iter::once((condition.condition(), condition.body())).chain(clauses).collect();
        let mut chosen = condition.else_body();
        for (test, body) in clauses {
            let Some(value) = test.and_then(|test| self.compile_time(test, &|_| None)) else {
                chosen = None;
                break;
            };
            if value.is_true() {
                chosen = body;
                break;
            }
        }
        self.declarations.chosen.insert(condition.span(), chosen);
        for statement in chosen.map(ast::Block::statements).unwrap_or_default() {
            self.read_one(statement);
        }
    }

    /// The value of an expression that must be known now; `known` has names besides those of `DEF`.
    pub(super) fn compile_time(
        &mut self,
        expr: Expression<'t>,
        known: &dyn Fn(&str) -> Option<i128>,
    ) -> Option<Value> {
        let value = self.visible().evaluated(expr, known);
        if value.is_none() {
            let why = Evaluator { visible: self.visible(), known }.never_known(expr);
            let why = why.unwrap_or_else(|| report::not_compile_time(expr.span()));
            let is_broken = self.visible().of_unit().has_errors();
            self.tables.diagnostics.push_unless(is_broken, why);
        }
        value
    }
}

impl<'d, 't> Visible<'d, 't> {
    /// The statements that an `IF` has chosen.
    pub(super) fn chosen_by(self, statement: Statement<'t>) -> Vec<Statement<'t>> {
        let chosen = self.declarations.chosen.get(&statement.span()).copied().flatten();
        chosen.map(ast::Block::statements).unwrap_or_default()
    }

    /// The statements, with each `IF` replaced by what it has chosen.
    pub(super) fn live(self, statements: Vec<Statement<'t>>) -> Vec<Statement<'t>> {
        let live = statements.into_iter().flat_map(|statement| match statement {
            Statement::CompileTimeIf(_) => self.live(self.chosen_by(statement)),
            other => vec![self.pure().as_decorated(other)],
        });
        live.collect()
    }

    /// The value that the preceding `DEF` gave a name, or the caller of the compiler. If the name is in another file, or
    /// before all `DEF`s, the first one counts.
    pub(super) fn defined(self, name: ast::Identifier<'t>) -> Option<&'d Value> {
        let given = || self.declarations.environment.get(name.text()).filter(|_| !self.of_unit().is_library);
        if self.declarations.constants.is_empty() {
            return given();
        }
        let Some(all) = self.declarations.constants.get(&(self.unit, Name::new(name.text()))) else {
            return given();
        };
        let span = name.span();
        let is_above = |define: &Span| define.file == span.file && define.start <= span.start;
        let above = all.iter().rev().find(|(define, _)| is_above(define));
        above.map(|(_, value)| value).or_else(given).or(all.first().map(|(_, value)| value))
    }

    /// The integer value of an expression, as far as it is known now.
    pub(super) fn integer_of(self, expr: Expression<'t>) -> Option<i64> {
        i64::try_from(self.evaluated(expr, &|_| None)?.integer()?).ok()
    }

    /// The same if it need not be known.
    pub(super) fn evaluated(
        self,
        expr: Expression<'t>,
        known: &dyn Fn(&str) -> Option<i128>,
    ) -> Option<Value> {
        Evaluator { visible: self, known }.value(expr)
    }
}

/// Computes expressions with what is known at compile time.
#[derive(Clone, Copy)]
struct Evaluator<'d, 't, 'k> {
    visible: Visible<'d, 't>,
    /// Values of names that are not declared, or not yet.
    known: &'k dyn Fn(&str) -> Option<i128>,
}

impl<'t> Evaluator<'_, 't, '_> {
    fn value(self, expr: Expression<'t>) -> Option<Value> {
        let value = |expr: Option<Expression<'t>>| self.value(expr?);
        match expr {
            Expression::Name(name) => {
                let text = name.text();
                let member = || Constants(self.visible).value_of_entry(self.visible.scope().get(text)?);
                let number = || (self.known)(text).or_else(member).map(Value::Int);
                self.visible.defined(name).cloned().or_else(number).or_else(|| platform(text))
            }
            Expression::Attribute(_) => Constants(self.visible).member_named(expr).map(Value::Int),
            Expression::Tuple(items) | Expression::List(items) => {
                let items = items.elements().into_iter().map(|item| self.value(item));
                items.collect::<Option<_>>().map(Value::Tuple)
            }
            Expression::Not(not) => Some(Value::Bool(!value(not.operand())?.is_true())),
            Expression::Unary(unary) => unary_value(unary.operator(), value(unary.operand())?),
            Expression::Binary(binary) => {
                let (left, right) = (value(binary.left())?, value(binary.right())?);
                let are_integers = left.integer().is_some() && right.integer().is_some();
                let operator = match binary.operator() {
                    "/" if are_integers && !self.visible.directives().level.true_division => "//",
                    operator => operator,
                };
                binary_value(operator, left, right)
            }
            Expression::Logical(logical) => {
                let left = value(logical.left())?;
                if left.is_true() == logical.is_and() { value(logical.right()) } else { Some(left) }
            }
            Expression::Compare(compare) => self.comparison(compare),
            Expression::Conditional(conditional) => match value(conditional.condition())?.is_true() {
                true => value(conditional.then()),
                false => value(conditional.otherwise()),
            },
            Expression::Subscript(subscript) => self.item(subscript),
            Expression::Cast(cast) => cast_value(cast, value(cast.operand())?.integer()?),
            Expression::Call(call) => {
                let arguments = call.arguments();
                if arguments.iter().any(|argument| !argument.is_plain()) {
                    return None;
                }
                let arguments = arguments.into_iter().map(|argument| value(argument.value()));
                let arguments = arguments.collect::<Option<Vec<_>>>()?;
                match call.function()? {
                    Expression::Name(name) => called(name.text(), &arguments),
                    Expression::Attribute(attribute) => {
                        attribute_called(&value(attribute.object())?, attribute.name()?.text(), &arguments)
                    }
                    _ => None,
                }
            }
            _ => literal_value(expr),
        }
    }

    fn comparison(self, compare: ast::Compare<'t>) -> Option<Value> {
        let mut left = self.value(compare.first()?)?;
        for (comparison, right) in compare.rest() {
            let right = self.value(right)?;
            if !compared(comparison, &left, &right)? {
                return Some(Value::Bool(false));
            }
            left = right;
        }
        Some(Value::Bool(true))
    }

    fn item(self, subscript: ast::Subscript<'t>) -> Option<Value> {
        let indices = subscript.indices();
        let [index] = indices.as_slice() else { return None };
        let Expression::Slice(part) = *index else {
            let sequence = self.value(subscript.value()?)?;
            return item(&sequence, self.value(*index)?.integer()?);
        };
        let mut bounds = [None; 3];
        for (bound, written) in bounds.iter_mut().zip([part.start(), part.stop(), part.step()]) {
            if let Some(written) = written {
                *bound = match self.value(written)? {
                    Value::None => None,
                    value => Some(value.integer()?),
                };
            }
        }
        slice(&self.value(subscript.value()?)?, bounds)
    }

    /// The part of an expression that no compiler knows.
    fn never_known(self, expr: Expression<'t>) -> Option<Diagnostic> {
        match expr {
            Expression::Name(name) if !is_builtin(name.text()) && self.value(expr).is_none() => {
                Some(report::unknown_at_compile_time(name.text(), name.span()))
            }
            Expression::Attribute(attribute) => self.never_known(attribute.object()?),
            Expression::Tuple(items) | Expression::List(items) => {
                items.elements().into_iter().find_map(|item| self.never_known(item))
            }
            Expression::Unary(unary) => self.never_known(unary.operand()?),
            Expression::Binary(binary) => {
                let mut sides = [binary.left(), binary.right()].into_iter().flatten();
                sides.find_map(|side| self.never_known(side))
            }
            Expression::Subscript(subscript) => {
                let items = self.value(subscript.value()?)?;
                let [index] = subscript.indices()[..] else { return None };
                let index = self.value(index)?.integer()?;
                let is_sequence = matches!(items, Value::Tuple(_) | Value::Text(_) | Value::Bytes(_));
                let is_missing = is_sequence && item(&items, index).is_none();
                is_missing.then(|| report::no_such_item(index, subscript.span()))
            }
            _ => None,
        }
    }
}

impl<'t> FunctionLowerer<'_, 't> {
    /// The value as an expression.
    pub(super) fn value_kind(&mut self, value: Value, span: Span, body: &mut BodyBuilder) -> ExprKind {
        match value {
            Value::None => ExprKind::Singleton(Singleton::None),
            Value::Bool(true) => ExprKind::Singleton(Singleton::True),
            Value::Bool(false) => ExprKind::Singleton(Singleton::False),
            Value::Int(number) => {
                let kind = ExprKind::Int {
                    digits: number.unsigned_abs().to_string().into(),
                    suffix: Name::default(),
                };
                match number < 0 {
                    true => ExprKind::Unary(UnaryOp::Negate, body.add(kind, span)),
                    false => kind,
                }
            }
            Value::Float(number) => {
                let kind = ExprKind::Float(match number.abs() {
                    size if size.is_nan() => "nan".into(),
                    size if size.is_infinite() => "inf".into(),
                    size => format!("{size:?}").into(),
                });
                match number.is_sign_negative() {
                    true => ExprKind::Unary(UnaryOp::Negate, body.add(kind, span)),
                    false => kind,
                }
            }
            Value::Complex(real, imaginary) => {
                let real = self.value_kind(Value::Float(real), span, body);
                let operator = if imaginary.is_sign_negative() { Operator::Subtract } else { Operator::Add };
                let digits = format!("{:?}", imaginary.abs());
                let parts = (body.add(real, span), body.add(ExprKind::Imaginary(digits.into()), span));
                ExprKind::Binary(operator, parts.0, parts.1)
            }
            Value::Ellipsis => ExprKind::Singleton(Singleton::Ellipsis),
            Value::Text(text) => ExprKind::Str(text),
            Value::Bytes(bytes) => ExprKind::Bytes(bytes),
            Value::Tuple(items) => {
                let items = items.into_iter().map(|item| {
                    let kind = self.value_kind(item, span, body);
                    body.add(kind, span)
                });
                ExprKind::Tuple(items.collect())
            }
        }
    }
}

/// The value of a literal.
fn literal_value(expr: Expression<'_>) -> Option<Value> {
    match expr {
        Expression::None(_) => Some(Value::None),
        Expression::Boolean(literal) => Some(Value::Bool(literal.value())),
        Expression::Integer(literal) => literal.value().ok()?.digits.parse().ok().map(Value::Int),
        Expression::Float(literal) => literal.value().ok()?.replace('_', "").parse().ok().map(Value::Float),
        Expression::Imaginary(literal) => {
            let size = literal.value().ok()?.replace('_', "").parse().ok()?;
            Some(Value::Complex(0.0, size))
        }
        Expression::Ellipsis(_) => Some(Value::Ellipsis),
        Expression::Character(literal) => literal.value().ok().map(|byte| Value::Int(i128::from(byte))),
        Expression::String(literal) => match literal.value().ok()? {
            StringValue::Text(text) => Some(Value::Text(text)),
            StringValue::Bytes(bytes) => Some(Value::Bytes(bytes)),
            StringValue::Format(_) => None,
        },
        _ => None,
    }
}

/// A cast to one of C's integer types that can hold the number.
fn cast_value(cast: ast::Cast<'_>, number: i128) -> Option<Value> {
    let name = cast.type_name().filter(|name| name.declarator().is_none() && !cast.is_checked())?;
    let named = match name.c_type()? {
        ast::CType::Named(named) => basic_type(&named.path())?,
        ast::CType::Basic(basic) => basic_words(&basic.words())?,
        _ => return None,
    };
    let TypeName::Int(kind) = named else { return None };
    let (bits, is_signed) = (kind.bits(), kind.is_signed());
    let least = if is_signed { -(1i128 << (bits - 1)) } else { 0 };
    let most = (1i128 << (bits - u32::from(is_signed))) - 1;
    (least..=most).contains(&number).then_some(Value::Int(number))
}
