//! What the caller may choose about a compilation.

use std::path::PathBuf;

use crate::base::OffloadArch;
use crate::hir::Directives;

/// The same for the command line, the editor and the build hooks.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Where `.pxd` and `.pxi` files are looked for, after the folder of the module.
    pub include_dirs: Vec<PathBuf>,
    /// The directives that a module starts with, before its own comments.
    pub directives: Directives,
    /// Empty: regions run on the host's cores.
    pub offload_archs: Vec<OffloadArch>,
    /// Whether the C has `#line` directives: for compilers, debuggers and profilers, not for readers.
    pub line_directives: bool,
}
