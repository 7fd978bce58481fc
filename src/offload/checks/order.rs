//! Which failures may come before which.

use crate::tir::build::statement_can_fail;
use crate::tir::{Block, CheckKind, Stmt, StmtKind, walk};

/// A statement that may fail.
#[derive(Clone)]
pub struct Failing {
    /// Its number in the order of the text, all statements counted.
    pub at: usize,
    kind: Kind,
    /// The numbers of the loops around it whose iterations run one after another.
    pub in_order: Vec<usize>,
    /// The number of the parallel loop around it.
    parallel: Option<usize>,
}

/// What is reported about a failure; failures of one kind cannot be distinguished by their exception.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Element(usize),
    Slice(usize),
    Other,
}

impl Failing {
    /// Whether this one may come before the other, and would be reported differently.
    pub fn hides(&self, other: &Failing) -> bool {
        let is_before = self.at < other.at || self.in_order.iter().any(|id| other.in_order.contains(id));
        self.at != other.at && !self.is_reported_like(other) && is_before
    }

    /// Whether the exception does not show which of the two it was. Its line differs, but it is unspecified
    /// which iteration of a parallel loop fails first.
    pub fn is_reported_like(&self, other: &Failing) -> bool {
        self.kind == other.kind
            && self.kind != Kind::Other
            && self.parallel.is_some()
            && self.parallel == other.parallel
    }
}

/// The statements of a block that may fail, in the order of the text. `parallel`: any number where the block is
/// inside a parallel loop.
pub fn failing(block: &Block, parallel: Option<usize>) -> Vec<Failing> {
    let mut collector = Collector { next: 0, in_order: Vec::new(), parallel, found: Vec::new() };
    collector.block(block);
    collector.found
}

struct Collector {
    /// The number of the next statement, as [`walk::statements`] comes to it.
    next: usize,
    in_order: Vec<usize>,
    parallel: Option<usize>,
    found: Vec<Failing>,
}

impl Collector {
    fn block(&mut self, block: &[Stmt]) {
        for stmt in block {
            let at = self.next;
            self.next += 1;
            let (depth, parallel) = (self.in_order.len(), self.parallel);
            if statement_can_fail(stmt) {
                let in_order = self.in_order.clone();
                self.found.push(Failing { at, kind: kind(stmt), in_order, parallel });
            }
            match stmt.kind {
                StmtKind::For(_) | StmtKind::While { .. } => self.in_order.push(at),
                StmtKind::Prange(_) => self.parallel = parallel.or(Some(at)),
                _ => {}
            }
            walk::blocks(stmt).into_iter().for_each(|inner| self.block(inner));
            self.in_order.truncate(depth);
            self.parallel = parallel;
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
