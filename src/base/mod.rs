//! What every stage shares and no stage owns: names, arenas, the architectures to offload to.
//!
//! Nothing here knows about source text, Cython or C.

mod arch;
mod aside;

pub use arch::{OffloadArch, UnknownArch};
pub use aside::Aside;
pub use la_arena::{Arena, ArenaMap, Idx};
pub use smol_str::SmolStr as Name;
