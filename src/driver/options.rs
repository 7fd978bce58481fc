//! What the caller may choose about a compilation.

use std::collections::HashMap;
use std::fmt;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, OnceLock};

use crate::base::OffloadArch;
use crate::hir::{CompileTimeEnv, Directives, HeaderTypes};

/// The same for the command line, the editor and the build hooks.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Where `.pxd` and `.pxi` files are searched for, after the folder of the module.
    pub include_dirs: Vec<PathBuf>,
    /// Where those of installed packages are searched for, last.
    pub installed: Installed,
    /// The contents of files that are open in an editor, saved or not.
    pub open: OpenFiles,
    /// The directives that a module starts with, before its own comments.
    pub directives: Directives,
    /// Names that have values while modules are read, as if `DEF` gave them.
    pub compile_time_env: CompileTimeEnv,
    /// Empty: regions run on the host's cores.
    pub offload_archs: Vec<OffloadArch>,
    /// Whether the C has `#line` directives: for compilers, debuggers and profilers, not for readers.
    pub line_directives: bool,
    /// The dotted name under which Python imports the module, if it differs from that of its file and
    /// folders.
    pub module_name: Option<String>,
    /// Names that stand for values in comments such as `# distutils: include_dirs = NAME`. A name that occurs several
    /// times stands for several values; an empty value stands for none.
    pub aliases: Vec<(String, String)>,
    /// What the C compiler says of types of headers.
    pub header_types: HeaderTypes,
}

impl Options {
    /// Whether a module is read in the same way. The texts of open files may differ.
    pub fn are_alike(&self, other: &Options) -> bool {
        let same_folders = match (&self.installed.0, &other.installed.0) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        same_folders
            && self.include_dirs == other.include_dirs
            && self.directives == other.directives
            && self.compile_time_env == other.compile_time_env
            && self.offload_archs == other.offload_archs
            && self.line_directives == other.line_directives
            && self.module_name == other.module_name
            && self.aliases == other.aliases
            && self.header_types == other.header_types
    }
}

/// Texts that replace the files at their paths.
#[derive(Clone, Debug, Default)]
pub struct OpenFiles(Arc<HashMap<PathBuf, Arc<str>>>);

impl OpenFiles {
    pub fn new(texts: HashMap<PathBuf, Arc<str>>) -> OpenFiles {
        OpenFiles(Arc::new(texts))
    }

    /// All of them.
    pub fn texts(&self) -> HashMap<PathBuf, Arc<str>> {
        HashMap::clone(&self.0)
    }

    /// The text of a file, whichever path leads to it.
    pub fn text(&self, path: &Path) -> Option<Arc<str>> {
        if self.0.is_empty() {
            return None;
        }
        let mut plain = PathBuf::new();
        for part in std::path::absolute(path).ok()?.components() {
            match part {
                Component::ParentDir => drop(plain.pop()),
                part => plain.push(part),
            }
        }
        self.0.get(&plain).cloned()
    }
}

type Find = Box<dyn Fn() -> Vec<PathBuf> + Send + Sync>;

/// How folders are found, and the folders that were found.
type Folders = (Find, OnceLock<Vec<PathBuf>>);

/// The folders of installed packages. Finding them may need another process, so they are determined once,
/// when needed.
#[derive(Clone, Default)]
pub struct Installed(Option<Arc<Folders>>);

impl Installed {
    pub fn by(find: impl Fn() -> Vec<PathBuf> + Send + Sync + 'static) -> Installed {
        Installed(Some(Arc::new((Box::new(find), OnceLock::new()))))
    }

    pub fn folders(&self) -> &[PathBuf] {
        self.0.as_deref().map_or(&[], |(find, found)| found.get_or_init(find))
    }
}

impl fmt::Debug for Installed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = self.0.as_deref().and_then(|(_, found)| found.get());
        f.debug_tuple("Installed").field(&found).finish()
    }
}
