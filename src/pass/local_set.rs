//! Sets of locals.

pub use crate::tir::LocalSet;
use crate::tir::{Function, LocalId, Stmt, walk};

impl LocalSet {
    /// The locals to which statements give values.
    pub fn assigned_in(block: &[Stmt]) -> LocalSet {
        let mut set = LocalSet::default();
        walk::statements(block, &mut |stmt| set.extend(walk::assigned(stmt)));
        set
    }
}

/// Whether a variable has one value for as long as it has any: a caller gives it, or one statement does.
pub fn is_given_once(function: &Function, local: LocalId) -> bool {
    let mut count = usize::from(function.params.iter().any(|param| param.local == local));
    walk::statements(&function.body, &mut |stmt| {
        count += walk::assigned(stmt).into_iter().filter(|one| *one == local).count();
    });
    count <= 1 && !walk::addressed(&function.body).contains(&local)
}
