//! What every stage shares and no stage owns: names and arenas.
//!
//! Nothing here knows about source text, Cython or C.

pub use la_arena::{Arena, ArenaMap, Idx};
pub use smol_str::SmolStr as Name;
