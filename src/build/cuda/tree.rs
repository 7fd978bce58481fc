//! The tree of links that clang uses as a CUDA toolkit.
//!
//! ```text
//! bin/ptxas, bin/nvlink              offcy
//! include/cuda.h                     the version, which clang reads
//! nvvm/libdevice/libdevice.10.bc     the toolkit's
//! offcy/ptxas                        the toolkit's
//! offcy/nvlink or offcy/libnvJitLink.so
//! ```

use std::ffi::OsString;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::toolkit::{Linker, Toolkit};
use crate::build::cache::{Cache, hash_name};
use crate::build::workspace::Workspace;

/// The names, in `offcy/`, of links to the tools that offcy replaces.
pub const PTXAS: &str = "ptxas";
pub const NVLINK: &str = "nvlink";
pub const JITLINK: &str = "libnvJitLink.so";

/// A folder that clang accepts as `--cuda-path`.
#[derive(Clone)]
pub struct Cuda {
    pub root: PathBuf,
    /// If there is no cache, the folder is removed with the last of these.
    _folder: Option<Arc<Workspace>>,
}

impl Cuda {
    /// Lays out the tree for a toolkit, in the cache or a temporary folder; `program` is offcy.
    pub fn lay_out(toolkit: &Toolkit, program: &Path, cache: &Cache) -> Result<Cuda, String> {
        let say = |error: io::Error| format!("its tools cannot be put together: {error}");
        let keeps_ptx = std::env::var_os("OFFCY_PTX").is_none_or(|value| value != "0");
        let Some(folder) = cache.folder().map(|folder| folder.join("cuda")) else {
            let workspace = Workspace::new().map_err(say)?;
            let root = workspace.path().join("cuda");
            fill(&root, toolkit, program, keeps_ptx).map_err(say)?;
            return Ok(Cuda { root, _folder: Some(Arc::new(workspace)) });
        };
        let key = format!("{} {keeps_ptx} {} {LAYOUT}", toolkit.key(), program.display());
        let root = folder.join(hash_name(key));
        if !is_whole(&root) {
            make(&folder, &root, |place| fill(place, toolkit, program, keeps_ptx)).map_err(say)?;
        }
        Ok(Cuda { root, _folder: None })
    }

    /// A tree that already exists.
    #[cfg(test)]
    pub fn at(root: &str) -> Cuda {
        Cuda { root: root.into(), _folder: None }
    }

    /// `PATH` with its programs first: clang runs ptxas and nvlink by their names.
    pub fn search_path(&self) -> OsString {
        let old = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(self.root.join("bin")).chain(std::env::split_paths(&old));
        std::env::join_paths(folders).unwrap_or(old)
    }
}

impl std::fmt::Debug for Cuda {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Cuda({})", self.root.display())
    }
}

/// Must change when the output of `fill` changes.
const LAYOUT: u32 = 1;

fn is_whole(root: &Path) -> bool {
    ["bin/ptxas", "bin/nvlink", "nvvm/libdevice/libdevice.10.bc", "include/cuda.h"]
        .iter()
        .all(|path| root.join(path).is_file())
}

/// Creates the folder under another name first; if several processes do so at once, one wins.
fn make(folder: &Path, root: &Path, fill: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let made = tempfile::Builder::new().prefix(".new-").tempdir_in(folder)?;
    let place = made.path().join("tree");
    fill(&place)?;
    if std::fs::rename(&place, root).is_ok() || is_whole(root) {
        return Ok(());
    }
    // The existing folder is damaged.
    let old = made.path().join("old");
    std::fs::rename(root, &old)?;
    std::fs::rename(&place, root)
}

fn fill(root: &Path, toolkit: &Toolkit, program: &Path, keeps_ptx: bool) -> io::Result<()> {
    let link = |target: &Path, name: String| {
        let path = root.join(name);
        path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        symlink(std::path::absolute(target)?, path)
    };
    let (linker, name) = match &toolkit.linker {
        Linker::Nvlink(program) => (program, NVLINK),
        Linker::JitLink(library) => (library, JITLINK),
    };
    let ptxas = if keeps_ptx { program } else { &toolkit.ptxas };
    link(ptxas, "bin/ptxas".to_string())?;
    link(if keeps_ptx || name == JITLINK { program } else { linker }, "bin/nvlink".to_string())?;
    link(&toolkit.ptxas, format!("offcy/{PTXAS}"))?;
    link(linker, format!("offcy/{name}"))?;
    link(&toolkit.libdevice, "nvvm/libdevice/libdevice.10.bc".to_string())?;
    let (major, minor) = toolkit.version;
    std::fs::create_dir_all(root.join("include"))?;
    std::fs::write(
        root.join("include/cuda.h"),
        format!(
            "/* For clang, which asks for the version. */\n#define CUDA_VERSION {}\n",
            major * 1000 + minor * 10
        ),
    )
}
