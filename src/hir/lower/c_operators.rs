//! What `cython.operator` has: the operators of C that Python has no signs for. Those that change what they are applied
//! to are statements, which the expression runs.

use super::builder::BodyBuilder;
use super::comprehension::{enclosed, running};
use super::{FunctionLowerer, report};
use crate::base::Name;
use crate::hir::{
    Binding, ExprId, ExprKind, LocalId, OperandUse, Operator, Stmt, StmtKind, Subscript, TypeExpr, TypeKind,
};
use crate::source::Span;
use crate::syntax::ast::{self, Expression};

/// One of these operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum COperator {
    Address,
    Dereference,
    /// `++` and `--`, before or after what they change.
    Step {
        is_increment: bool,
        is_prefix: bool,
    },
    Comma,
    TypeId,
}

impl COperator {
    pub const NAMES: [&'static str; 8] = [
        "address",
        "dereference",
        "preincrement",
        "predecrement",
        "postincrement",
        "postdecrement",
        "comma",
        "typeid",
    ];

    pub fn of(name: &str) -> Option<COperator> {
        Some(match name {
            "address" => COperator::Address,
            "dereference" => COperator::Dereference,
            "comma" => COperator::Comma,
            "typeid" => COperator::TypeId,
            _ => {
                let (place, what) = name.split_at_checked(name.len().checked_sub("increment".len())?)?;
                let is_prefix = match place {
                    "pre" => true,
                    "post" => false,
                    _ => return None,
                };
                match what {
                    "increment" => COperator::Step { is_increment: true, is_prefix },
                    "decrement" => COperator::Step { is_increment: false, is_prefix },
                    _ => return None,
                }
            }
        })
    }

    pub fn name(self) -> &'static str {
        let is_named = |name: &&&str| COperator::of(name) == Some(self);
        COperator::NAMES.iter().find(is_named).copied().unwrap_or_default()
    }
}

impl<'t> FunctionLowerer<'_, 't> {
    /// `dereference(p)`
    pub(super) fn c_operator(
        &mut self,
        operator: COperator,
        call: ast::Call<'t>,
        body: &mut BodyBuilder,
    ) -> ExprKind {
        let span = call.span();
        let arguments = call.arguments();
        match (operator, arguments.as_slice()) {
            (COperator::Comma, _) => {
                let usage = "Cython does not compile it for C either: write what comes first as a statement";
                self.report(report::construct_misused(operator.name(), usage, span));
                ExprKind::Error
            }
            (COperator::TypeId, _) => {
                self.report(report::cplusplus("`typeid`", span));
                ExprKind::Error
            }
            (_, [operand]) if operand.is_plain() => {
                let Some(operand) = operand.value() else { return ExprKind::Error };
                match operator {
                    COperator::Address => ExprKind::AddressOf(self.expr(operand, body)),
                    COperator::Step { is_increment, is_prefix } => {
                        self.step(operand, is_increment, is_prefix, span, body)
                    }
                    _ => {
                        let of = self.expr(operand, body);
                        element(of, OperandUse::Dereferenced, span, body)
                    }
                }
            }
            _ => {
                self.report(report::construct_misused(operator.name(), "it takes one expression", span));
                ExprKind::Error
            }
        }
    }

    /// `x = x + 1`, and the value of `x` before or after.
    fn step(
        &mut self,
        operand: Expression<'t>,
        is_increment: bool,
        is_prefix: bool,
        span: Span,
        body: &mut BodyBuilder,
    ) -> ExprKind {
        let around = std::mem::take(&mut body.comprehensions);
        let place = self.expr(operand, body);
        let mut block = Vec::new();
        // What is not a name is evaluated once: it is found by its address.
        let places = match body.body.exprs[place].kind.clone() {
            ExprKind::Error => {
                body.comprehensions = around;
                return ExprKind::Error;
            }
            ExprKind::Name(Binding::Local(local)) => {
                body.body.rebound.insert(local);
                [(); 3].map(|()| ExprKind::Name(Binding::Local(local)))
            }
            name @ ExprKind::Name(_) => [(); 3].map(|()| name.clone()),
            _ => {
                let pointer = hidden("place", span, body);
                let value = body.add(ExprKind::AddressOf(place), span);
                let target = name(pointer, span, body);
                block.push(Stmt::new(StmtKind::Assign { targets: vec![target], value }, span));
                [(); 3].map(|()| {
                    let pointer = name(pointer, span, body);
                    element(pointer, OperandUse::Dereferenced, span, body)
                })
            }
        };
        let [target, before, read] = places.map(|place| body.add(place, operand.span()));
        let result = hidden("counted", span, body);
        let value = body.add(ExprKind::COperand(read, OperandUse::Counted), operand.span());
        let kept = StmtKind::Assign { targets: vec![name(result, span, body)], value };
        let one = body.add(ExprKind::Int { digits: Name::new("1"), suffix: Name::default() }, span);
        let operator = if is_increment { Operator::Add } else { Operator::Subtract };
        // Not `x += 1`, which would make it a reduction of a parallel loop.
        let before = body.add(ExprKind::COperand(before, OperandUse::CountedAgain), span);
        let value = body.add(ExprKind::Binary(operator, before, one), span);
        let step = StmtKind::Assign { targets: vec![target], value };
        let statements = if is_prefix { [step, kept] } else { [kept, step] };
        block.extend(statements.map(|statement| Stmt::new(statement, span)));
        let block = enclosed(block, around, span, body);
        let value = running(block, result, span, body);
        body.body.exprs[value].kind.clone()
    }
}

/// `pointer[0]`
fn element(pointer: ExprId, used: OperandUse, span: Span, body: &mut BodyBuilder) -> ExprKind {
    let first = body.add(ExprKind::Int { digits: Name::new("0"), suffix: Name::default() }, span);
    let base = body.add(ExprKind::COperand(pointer, used), body.body.exprs[pointer].span);
    ExprKind::Subscript { base, indices: vec![Subscript::Index(first)] }
}

fn hidden(what: &str, span: Span, body: &mut BodyBuilder) -> LocalId {
    body.hidden_local(Name::new(what), TypeExpr { kind: TypeKind::Untyped, span }, false, span)
}

fn name(local: LocalId, span: Span, body: &mut BodyBuilder) -> ExprId {
    body.add(ExprKind::Name(Binding::Local(local)), span)
}
