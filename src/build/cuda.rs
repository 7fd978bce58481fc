//! NVIDIA's part of the toolchain: ptxas, nvlink and libdevice, from PyPI or a CUDA toolkit.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::search;

/// A folder that clang takes as `--cuda-path`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cuda {
    pub root: PathBuf,
}

impl Cuda {
    /// The first complete one: in the wheels next to Python, where the environment points, in the
    /// usual places, beside the ptxas on the `PATH`.
    pub fn find(site_packages: &[PathBuf]) -> Option<Cuda> {
        candidates(site_packages).into_iter().find(|root| missing(root).is_empty()).map(|root| Cuda { root })
    }

    /// The nearest to a complete one, with what it lacks.
    pub fn incomplete(site_packages: &[PathBuf]) -> Option<(PathBuf, Vec<&'static str>)> {
        let roots = candidates(site_packages).into_iter().filter(|root| root.is_dir());
        let with_lack = roots.map(|root| {
            let lack = missing(&root);
            (root, lack)
        });
        with_lack.filter(|(_, lack)| lack.len() < PARTS.len()).min_by_key(|(_, lack)| lack.len())
    }

    /// `PATH` with its programs in front: clang runs ptxas and nvlink by their names.
    pub fn search_path(&self) -> OsString {
        let old = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(self.root.join("bin")).chain(std::env::split_paths(&old));
        std::env::join_paths(folders).unwrap_or(old)
    }
}

const PARTS: [(&str, &str); 3] =
    [("ptxas", "bin/ptxas"), ("nvlink", "bin/nvlink"), ("libdevice", "nvvm/libdevice/libdevice.10.bc")];

fn missing(root: &Path) -> Vec<&'static str> {
    PARTS.iter().filter(|(_, path)| !root.join(path).is_file()).map(|(name, _)| *name).collect()
}

fn candidates(site_packages: &[PathBuf]) -> Vec<PathBuf> {
    let newest_first = |mut folders: Vec<PathBuf>| {
        folders.reverse();
        folders
    };
    let mut roots = Vec::new();
    for folder in site_packages {
        roots.extend(newest_first(search::entries(&folder.join("nvidia"), "cu1")));
    }
    roots.extend(["CUDA_PATH", "CUDA_HOME"].iter().filter_map(std::env::var_os).map(PathBuf::from));
    roots.push(PathBuf::from("/usr/local/cuda"));
    roots.extend(newest_first(search::entries(Path::new("/usr/local"), "cuda-")));
    roots.extend(["/usr/lib/cuda", "/opt/cuda"].map(PathBuf::from));
    let ptxas = search::program(OsStr::new("ptxas")).and_then(|path| std::fs::canonicalize(path).ok());
    roots.extend(ptxas.iter().filter_map(|path| path.parent()?.parent()).map(Path::to_path_buf));
    roots
}
