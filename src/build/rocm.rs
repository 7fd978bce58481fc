//! Finds ROCm's device libraries: the bitcode that code for AMD GPUs is linked with.

use std::path::{Path, PathBuf};

use super::search;
use crate::base::OffloadArch;

/// What installs them on Debian and Ubuntu.
pub const INSTALL_COMMAND: &str = "sudo apt-get install rocm-device-libs";

/// Folders with the libraries: where the environment points, ROCm's own, those of distributions; the newest of each
/// kind first. Clang 19 does not search those of Debian.
pub fn find() -> Vec<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let mut folders: Vec<PathBuf> = variable("HIP_DEVICE_LIB_PATH").into_iter().collect();
    let mut roots: Vec<PathBuf> = variable("ROCM_PATH").into_iter().collect();
    roots.extend(search::newest_first(Path::new("/opt"), "rocm"));
    roots.push(PathBuf::from("/usr"));
    roots.push(PathBuf::from(format!("/usr/lib/{}-linux-gnu", std::env::consts::ARCH)));
    roots.extend(search::newest_first(Path::new("/usr/lib64/rocm/llvm/lib/clang"), ""));
    for llvm in search::newest_first(Path::new("/usr/lib"), "llvm-") {
        roots.extend(search::entries(&llvm.join("lib/clang"), ""));
    }
    folders.extend(roots.into_iter().map(|root| root.join("amdgcn/bitcode")));
    folders.retain(|folder| folder.join("ockl.bc").is_file());
    folders.dedup();
    folders
}

/// An error if a folder of libraries lacks one of `archs`.
pub fn serves(folder: &Path, archs: &[&OffloadArch]) -> Result<(), String> {
    for arch in archs {
        let OffloadArch::Amd(number) = arch else { continue };
        if !folder.join(format!("oclc_isa_version_{number}.bc")).is_file() {
            return Err(format!(
                "for {arch}: ROCm's device libraries in {} do not have it: ROCM_PATH names newer ones",
                folder.display()
            ));
        }
    }
    Ok(())
}
