//! The identity of statements.

use std::sync::atomic::{AtomicU32, Ordering};

/// The identity of a statement, for tables beside the code. It stays the same wherever the statement is moved; a copy
/// of the statement has another one. Numbers begin again after 2^32 statements, when the first ones are long gone: a
/// server checks modules for days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StmtId(u32);

impl StmtId {
    /// An identity that no statement has.
    pub fn unused() -> StmtId {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        StmtId(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// A statement of one of the intermediate representations.
pub trait Statement {
    fn id(&self) -> StmtId;
}
