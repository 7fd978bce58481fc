//! Sets of locals.

pub use crate::tir::LocalSet;
use crate::tir::{Stmt, walk};

impl LocalSet {
    /// The locals to which statements give values.
    pub fn assigned_in(block: &[Stmt]) -> LocalSet {
        let mut set = LocalSet::default();
        walk::statements(block, &mut |stmt| set.extend(walk::assigned(stmt)));
        set
    }
}
