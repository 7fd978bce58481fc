//! The pages of diagnostic codes as files, for editors to open.

use std::path::{Path, PathBuf};

use lsp_types::Uri;

use super::uri;
use crate::diag::codes;

/// A folder with a page for each code. They are offcy's own texts: any other files of these names are
/// replaced.
pub struct Pages {
    folder: Option<PathBuf>,
}

impl Pages {
    /// Writes them; without a writable folder there are none.
    pub fn new(folder: Option<&Path>) -> Pages {
        let written = folder.filter(|folder| write(folder).is_ok());
        Pages { folder: written.map(Path::to_path_buf) }
    }

    pub fn uri(&self, code: &str) -> Option<Uri> {
        uri::of(&self.folder.as_ref()?.join(format!("{code}.md")))
    }
}

fn write(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for info in codes::ALL {
        let path = folder.join(format!("{}.md", info.code));
        if std::fs::read(&path).is_ok_and(|known| known == info.page.as_bytes()) {
            continue;
        }
        // Another server may read it at the same time.
        let fresh = folder.join(format!("{}.{}", info.code, std::process::id()));
        std::fs::write(&fresh, info.page)?;
        std::fs::rename(&fresh, &path)?;
    }
    Ok(())
}
