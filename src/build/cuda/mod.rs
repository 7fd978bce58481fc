//! NVIDIA's part of the toolchain: ptxas, a linker of device code and libdevice, from PyPI or a CUDA toolkit.
//!
//! Clang is given a tree of links ([`Cuda`]) instead of a toolkit. In it, offcy itself runs under the names
//! `ptxas` and `nvlink` ([`stand_in`]): both keep the PTX after the images, and the second links if a toolkit
//! has no nvlink, such as CUDA 12 on PyPI.

mod jitlink;
mod nvlink;
mod ptxas;
mod stand_in;
mod toolkit;
mod tree;

use std::path::{Path, PathBuf};

pub use stand_in::stand_in;
pub use toolkit::Toolkit;
pub use tree::Cuda;

use super::cache::Cache;
use super::request::Request;
use super::search;

/// What this machine has for NVIDIA's GPUs.
#[derive(Clone, Debug, Default)]
pub struct Nvidia {
    found: toolkit::Found,
    program: PathBuf,
}

pub const INSTALL_COMMAND: &str =
    "pip install 'nvidia-cuda-nvcc-cu12==12.9.*' 'nvidia-nvjitlink-cu12==12.9.*'";

impl Nvidia {
    /// Searches for toolkits, also among the packages that are installed beside offcy.
    pub fn find(request: &Request, site_packages: &[PathBuf], cache: &Cache) -> Nvidia {
        let own = || std::env::current_exe().unwrap_or_else(|_| PathBuf::from("offcy"));
        let program = request.program.clone().unwrap_or_else(own);
        let mut folders = site_packages.to_vec();
        folders
            .extend(packages_beside(&program).into_iter().filter(|folder| !site_packages.contains(folder)));
        Nvidia { found: Toolkit::find(&folders, cache), program }
    }

    /// The complete ones; the first is preferred.
    pub fn toolkits(&self) -> &[Toolkit] {
        &self.found.whole
    }

    /// Lays out a toolkit the way clang expects it.
    pub fn lay_out(&self, toolkit: &Toolkit, cache: &Cache) -> Result<Cuda, String> {
        Cuda::lay_out(toolkit, &self.program, cache)
    }

    /// What is missing if no toolkit is complete.
    pub fn lack(&self) -> String {
        match &self.found.nearest {
            Some((root, lack)) => format!("{} lacks {}", root.display(), lack.join(", ")),
            None => "ptxas, nvlink and libdevice were not found".to_string(),
        }
    }
}

/// The packages of the virtual environment in whose `bin` a program is.
fn packages_beside(program: &Path) -> Vec<PathBuf> {
    let root = program.parent().and_then(Path::parent).filter(|root| root.join("pyvenv.cfg").is_file());
    let pythons = root.map(|root| search::entries(&root.join("lib"), "python3")).unwrap_or_default();
    pythons.into_iter().map(|folder| folder.join("site-packages")).filter(|path| path.is_dir()).collect()
}
