//! Sets of locals.

use crate::base::IdxSet;
use crate::tir::{Local, Stmt, walk};

/// A set of the locals of one function.
pub type LocalSet = IdxSet<Local>;

impl LocalSet {
    /// The locals to which statements give values.
    pub fn assigned_in(block: &[Stmt]) -> LocalSet {
        let mut set = LocalSet::default();
        walk::statements(block, &mut |stmt| set.extend(walk::assigned(stmt)));
        set
    }
}
