//! Temporary folders that are removed, also when the user interrupts.

use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::interrupt::Temporary;

/// A folder for the intermediate files of one build or probe.
pub struct Workspace {
    // Dropped in this order: the folder is gone before it is forgotten.
    folder: TempDir,
    _registered: Temporary,
}

impl Workspace {
    pub fn new() -> io::Result<Workspace> {
        let folder = tempfile::Builder::new().prefix("offcy-").tempdir()?;
        let registered = Temporary::new(folder.path());
        Ok(Workspace { folder, _registered: registered })
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file, creating its parent folders.
    pub fn write(&self, name: &str, text: &str) -> io::Result<PathBuf> {
        let path = self.folder.path().join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(&path, text)?;
        Ok(path)
    }
}
