//! Where the text of other modules comes from: lowering requests it, and does no IO itself.

use crate::diag::Diagnostic;
use crate::source::FileId;
use crate::syntax::Parse;

/// Finds files, and keeps what it has read as long as its trees are used.
pub trait Loader {
    /// Whether the compiled module is plain Python, to which its `.pxd` gives types.
    fn is_python(&self) -> bool;

    /// Whether the module is a package: the `__init__` of a folder.
    fn is_package(&self) -> bool;

    /// The `.pxd` beside the compiled module.
    fn own(&self) -> Loaded<'_>;

    /// The declarations of a module, by its dotted name.
    fn declarations(&self, module: &str) -> Loaded<'_>;

    /// The source of the module that the file declares.
    fn source(&self, declarations: FileId) -> Loaded<'_>;

    /// A file that `by` includes.
    fn include(&self, name: &str, by: FileId) -> Loaded<'_>;
}

/// The result of searching for a file.
pub enum Loaded<'t> {
    File(File<'t>),
    /// Where it was searched for.
    Missing(Vec<String>),
    /// It exists but cannot be read.
    Unreadable(Box<Diagnostic>),
}

#[derive(Clone, Copy)]
pub struct File<'t> {
    pub parse: &'t Parse,
    /// Its module is a package: it is the `__init__` of a folder.
    pub is_package: bool,
    /// Built into offcy.
    pub is_library: bool,
}

/// Finds nothing: for a standalone module.
pub struct Alone;

impl Loader for Alone {
    fn is_python(&self) -> bool {
        false
    }

    fn is_package(&self) -> bool {
        false
    }

    fn own(&self) -> Loaded<'_> {
        Loaded::Missing(Vec::new())
    }

    fn declarations(&self, _: &str) -> Loaded<'_> {
        Loaded::Missing(Vec::new())
    }

    fn source(&self, _: FileId) -> Loaded<'_> {
        Loaded::Missing(Vec::new())
    }

    fn include(&self, _: &str, _: FileId) -> Loaded<'_> {
        Loaded::Missing(Vec::new())
    }
}
