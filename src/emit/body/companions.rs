//! Parameters of a region's function that accompany locals.

use crate::base::ArenaMap;
use crate::emit::c;
use crate::tir::LocalId;

/// Their names. Locals are named before them.
#[derive(Clone, Debug, Default)]
pub struct Companions {
    /// Addresses of results.
    pub results: ArenaMap<LocalId, String>,
    /// Which elements of a view are mapped: the first, and how many.
    pub sections: ArenaMap<LocalId, [String; 2]>,
}

impl Companions {
    /// The address of a result.
    pub fn result(&self, id: LocalId) -> c::Expr {
        c::Expr::name(&self.results[id])
    }
}
