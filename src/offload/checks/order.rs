//! Which failures may come before which.

use std::collections::HashMap;

use crate::tir::build::statement_can_fail;
use crate::tir::{Block, CheckKind, Stmt, StmtKind, walk};

/// A statement that may fail.
pub struct Failing {
    /// Its number in the order of the text, all statements counted.
    pub at: usize,
    kind: Kind,
    /// The numbers of the loops around it whose rounds run one after another.
    in_order: Vec<usize>,
}

/// What is told of a failure; failures of one kind cannot be told apart by their exception.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Element(usize),
    Slice(usize),
    Other,
}

impl Failing {
    /// Whether this one may come before the other, and would be told otherwise.
    pub fn hides(&self, other: &Failing) -> bool {
        let is_before = self.at < other.at || self.in_order.iter().any(|id| other.in_order.contains(id));
        self.at != other.at && !self.is_told_as(other) && is_before
    }

    /// Whether nobody can tell from the exception which of the two it was.
    pub fn is_told_as(&self, other: &Failing) -> bool {
        self.kind == other.kind && self.kind != Kind::Other
    }
}

/// The statements of a block that may fail, in the order of the text.
pub fn failing(block: &Block) -> Vec<Failing> {
    let mut numbers = HashMap::new();
    walk::statements(block, &mut |stmt| {
        let number = numbers.len();
        numbers.insert(std::ptr::from_ref(stmt).addr(), number);
    });
    let mut found = Vec::new();
    collect(block, &numbers, &mut Vec::new(), &mut found);
    found
}

fn collect(
    block: &[Stmt],
    numbers: &HashMap<usize, usize>,
    around: &mut Vec<usize>,
    found: &mut Vec<Failing>,
) {
    for stmt in block {
        let at = numbers[&std::ptr::from_ref(stmt).addr()];
        if statement_can_fail(stmt) {
            found.push(Failing { at, kind: kind(stmt), in_order: around.clone() });
        }
        let in_order = matches!(stmt.kind, StmtKind::For(_) | StmtKind::While { .. });
        if in_order {
            around.push(at);
        }
        walk::blocks(stmt).into_iter().for_each(|inner| collect(inner, numbers, around, found));
        if in_order {
            around.pop();
        }
    }
}

fn kind(stmt: &Stmt) -> Kind {
    match &stmt.kind {
        StmtKind::Check(check) => match check.kind {
            CheckKind::Index { axis, is_slice: false, .. } => Kind::Element(axis),
            CheckKind::Index { axis, is_slice: true, .. } => Kind::Slice(axis),
            _ => Kind::Other,
        },
        _ => Kind::Other,
    }
}
