//! What statements do: where they go, and what they name.

use std::collections::HashSet;

use super::{Clause, Fail, HAND_OVER, Header, LEAVE_FIRST, Label, Leave, Step, Stmt, Test, ViewStep};
use crate::emit::c::{Expr, Type};

/// [`names`] includes those in pragmas.
pub const PRAGMAS: bool = true;

/// [`names`] leaves out those in pragmas, as compilers without OpenMP do.
pub const WITHOUT_PRAGMAS: bool = false;

/// The names that statements use.
#[derive(Debug, Default)]
pub struct Names<'a> {
    names: HashSet<&'a str>,
    /// `holder->name` and `holder.name`.
    members: HashSet<(&'a str, &'a str)>,
}

impl Names<'_> {
    /// Whether they use a variable: a name, or a member of one.
    pub fn has(&self, variable: &Expr) -> bool {
        match variable {
            Expr::Name(name) => self.names.contains(name.as_str()),
            Expr::Arrow(base, member) | Expr::Member(base, member) => match &**base {
                Expr::Name(base) => self.members.contains(&(base.as_str(), member.as_str())),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether they use a name.
    pub fn has_name(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// All names, without members.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.names.iter().copied()
    }
}

/// Visits statements and all inside them.
pub fn each<'a>(block: &'a [Stmt], visit: &mut impl FnMut(&'a Stmt)) {
    for stmt in block {
        visit(stmt);
        stmt.blocks().into_iter().for_each(|inner| each(inner, visit));
    }
}

/// The labels that a statement itself may go to.
pub(super) fn targets(stmt: &Stmt) -> Vec<&Label> {
    match stmt {
        Stmt::Goto(label) => vec![label],
        Stmt::Step(step) => vec![step.to()],
        Stmt::Switch(_, cases) => cases.iter().map(|(_, label)| label).collect(),
        _ => vec![],
    }
}

/// Whether a statement goes to the label.
pub fn jumps_to(block: &[Stmt], label: &Label) -> bool {
    let mut found = false;
    each(block, &mut |stmt| found |= targets(stmt).contains(&label));
    found
}

/// Whether a failure may be in the error record after the statements, which go on nevertheless.
pub fn may_record(block: &[Stmt]) -> bool {
    let mut found = false;
    each(block, &mut |stmt| {
        found |= targets(stmt).iter().any(|label| label.records);
        found |= matches!(stmt, Stmt::Expr(Expr::Call(callee, _)) if **callee == Expr::name(HAND_OVER));
    });
    found
}

/// Visits the expressions of a statement itself, without those of the blocks inside it and of pragmas.
pub(super) fn each_value<'a>(stmt: &'a Stmt, visit: &mut dyn FnMut(&'a Expr)) {
    match stmt {
        Stmt::Expr(value) | Stmt::Macro(value) | Stmt::Unused(value) => visit(value),
        Stmt::View(step) => std::iter::once(&step.target).chain(&step.from).for_each(visit),
        Stmt::Declare(declaration) => {
            declaration.variables.iter().filter_map(|(_, value)| value.as_ref()).for_each(visit);
        }
        Stmt::Packed { groups, .. } => groups.iter().flatten().for_each(|(_, _, value)| visit(value)),
        Stmt::If(branches) => branches.arms.iter().for_each(|(condition, _)| visit(condition)),
        Stmt::For(Header::Counting { init, condition, advance }, _) => {
            each_value(init, visit);
            visit(condition);
            visit(advance);
        }
        Stmt::For(Header::Macro(value), _) | Stmt::While(value, _) | Stmt::Switch(value, _) => visit(value),
        Stmt::Return(value) | Stmt::Leave(Leave { value, .. }) => value.iter().for_each(visit),
        Stmt::Fail(fail) => fail.values().for_each(visit),
        Stmt::Step(Step::Check { line, value, .. }) => [line, value].into_iter().for_each(visit),
        Stmt::Step(Step::Try { line, target, value, .. }) => {
            [line, target, value].into_iter().for_each(visit)
        }
        Stmt::Step(Step::Fail { line, .. }) => visit(line),
        _ => {}
    }
}

/// The variables that a statement itself assigns.
pub(super) fn assigned(stmt: &Stmt) -> Vec<&str> {
    fn add<'a>(expr: &'a Expr, found: &mut Vec<&'a str>) {
        if let Expr::Assign(_, target, _) | Expr::Postfix(target, _) | Expr::Unary("++" | "--", target) = expr
        {
            found.extend(name_of(target));
        }
        expr.each_part(&mut |part| add(part, found));
    }
    let mut found = Vec::new();
    match stmt {
        Stmt::Step(Step::Try { target, .. })
        | Stmt::View(ViewStep { target, .. })
        | Stmt::Fail(Fail { test: Test::Null { target, .. }, .. }) => found.extend(name_of(target)),
        _ => {}
    }
    each_value(stmt, &mut |value| add(value, &mut found));
    found
}

fn name_of(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Name(name) => Some(name),
        _ => None,
    }
}

/// Whether the first thread that a condition lets in is the only one.
pub(super) fn lets_one_in(condition: &Expr) -> bool {
    matches!(condition, Expr::Call(callee, _) if name_of(callee) == Some(LEAVE_FIRST))
}

/// The names that statements use.
pub fn names(block: &[Stmt], with_pragmas: bool) -> Names<'_> {
    let mut found = Names::default();
    each(block, &mut |stmt| found.add_statement(stmt, with_pragmas));
    found
}

/// The names that statements use, pragmas included, outside of [`Stmt::Protected`].
pub fn own_names(block: &[Stmt]) -> Names<'_> {
    let mut found = Names::default();
    found.add_own(block);
    found
}

impl<'a> Names<'a> {
    /// Becomes the names that a statement itself uses, without those of the blocks inside it.
    pub(super) fn set(&mut self, stmt: &'a Stmt, with_pragmas: bool) {
        self.names.clear();
        self.members.clear();
        self.add_statement(stmt, with_pragmas);
    }

    fn add_own(&mut self, block: &'a [Stmt]) {
        for stmt in block.iter().filter(|stmt| !matches!(stmt, Stmt::Protected(_))) {
            self.add_statement(stmt, PRAGMAS);
            stmt.blocks().into_iter().for_each(|inner| self.add_own(inner));
        }
    }

    fn add_statement(&mut self, stmt: &'a Stmt, with_pragmas: bool) {
        match stmt {
            Stmt::Declare(declaration) => {
                self.add_type(&declaration.ty);
                self.names.extend(declaration.variables.iter().map(|(name, _)| name.as_str()));
            }
            Stmt::Packed { name, .. } => {
                self.names.insert(name);
            }
            Stmt::For(Header::Counting { init, .. }, _) => self.add_statement(init, with_pragmas),
            Stmt::Step(_) => {
                self.names.insert("_line");
            }
            Stmt::Pragma(clauses) if with_pragmas => {
                clauses.iter().for_each(|clause| self.add_clause(clause))
            }
            _ => {}
        }
        each_value(stmt, &mut |value| self.add(value));
    }

    fn add_clause(&mut self, clause: &'a Clause) {
        match clause {
            Clause::Words(_) => {}
            Clause::List { names, .. } => names.iter().for_each(|name| self.add(name)),
            Clause::Value(_, values) => values.iter().for_each(|value| self.add(value)),
            Clause::Section { array, first, count, .. } => {
                [Some(array), first.as_ref(), Some(count)]
                    .into_iter()
                    .flatten()
                    .for_each(|value| self.add(value));
            }
        }
    }

    /// Adds the names of an expression.
    fn add(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Name(name) => {
                self.names.insert(name);
            }
            Expr::Type(ty) | Expr::Cast(ty, _) | Expr::Compound(ty, _) => self.add_type(ty),
            Expr::Member(base, member) | Expr::Arrow(base, member) => {
                if let Expr::Name(base) = &**base {
                    self.members.insert((base, member));
                }
            }
            _ => {}
        }
        expr.each_part(&mut |part| self.add(part));
    }

    fn add_type(&mut self, ty: &'a Type) {
        match ty {
            Type::Named(name) => {
                self.names.insert(name);
            }
            Type::Const(inner)
            | Type::Volatile(inner)
            | Type::Pointer(inner)
            | Type::Array(inner, _)
            | Type::Open(inner) => {
                self.add_type(inner);
            }
            Type::Function { result, params, .. } => {
                self.add_type(result);
                params.iter().for_each(|param| self.add_type(param));
            }
        }
    }
}
