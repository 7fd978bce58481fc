//! What all stages share and none owns: names, arenas and sets of their ids, the architectures to offload to.
//!
//! Nothing here knows about source text, Cython or C.

mod arch;
mod arena;
mod arena_map;
mod aside;
mod by_block;
mod components;
mod idx_set;
mod keywords;
pub mod planted;
mod spread;
mod stmt_id;

pub use arch::{OffloadArch, UnknownArch};
pub use arena::{Additions, Arena, Idx};
pub use arena_map::ArenaMap;
pub use aside::Aside;
pub use by_block::{ByBlock, Within};
pub use components::strong_components;
pub use idx_set::IdxSet;
pub use keywords::{is_keyword, keywords};
pub use smol_str::SmolStr as Name;
pub use spread::{callers, spread};
pub use stmt_id::{Statement, StmtId};
