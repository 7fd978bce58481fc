//! The identity of statements.

use std::sync::atomic::{AtomicU64, Ordering};

/// The identity of a statement, for tables beside the code. It stays the same wherever the statement is moved; a copy
/// of the statement has another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StmtId(u64);

impl StmtId {
    /// An identity that no statement has had yet.
    pub fn unused() -> StmtId {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        StmtId(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// A statement of one of the intermediate representations.
pub trait Statement {
    fn id(&self) -> StmtId;
}
