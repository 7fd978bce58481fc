//! Finds the parts of a CUDA toolkit.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::build::cache::{Cache, fingerprint};
use crate::build::{process, search};

/// A complete set of parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toolkit {
    /// Where it was found, for messages.
    pub root: PathBuf,
    pub ptxas: PathBuf,
    pub linker: Linker,
    pub libdevice: PathBuf,
    /// The version of its ptxas.
    pub version: (u32, u32),
}

/// What links device code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Linker {
    Nvlink(PathBuf),
    /// The library libnvJitLink, which links like nvlink.
    JitLink(PathBuf),
}

/// What this machine has.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The complete ones; the first is preferred.
    pub whole: Vec<Toolkit>,
    /// The one nearest to complete, with what it lacks.
    pub nearest: Option<(PathBuf, Vec<&'static str>)>,
}

const PTXAS: &[&str] = &["bin/ptxas"];
const NVLINK: &[&str] = &["bin/nvlink"];
const JITLINK: &[&str] = &["lib64/libnvJitLink.so.12", "lib/libnvJitLink.so.12"];
/// The last one is Debian's, whose root is /usr.
const LIBDEVICE: &[&str] =
    &["nvvm/libdevice/libdevice.10.bc", "lib/nvidia-cuda-toolkit/libdevice/libdevice.10.bc"];

impl Toolkit {
    /// All toolkits of this machine: where the environment points, in the wheels next to Python, in the usual
    /// places, beside the ptxas on the `PATH`.
    pub fn find(site_packages: &[PathBuf], cache: &Cache) -> Found {
        let jitlink: Vec<PathBuf> = site_packages
            .iter()
            .map(|folder| folder.join("nvidia/nvjitlink/lib/libnvJitLink.so.12"))
            .collect();
        let mut found = Found::default();
        let mut seen = Vec::new();
        for root in candidates(site_packages).into_iter().filter(|root| root.is_dir()) {
            let real = std::fs::canonicalize(&root).unwrap_or_else(|_| root.clone());
            if seen.contains(&real) {
                continue;
            }
            seen.push(real);
            let of_wheels = root.ends_with("nvidia/cuda_nvcc");
            let more = if of_wheels { jitlink.as_slice() } else { &[] };
            match Toolkit::at(&root, more, cache) {
                Ok(toolkit) => found.whole.push(toolkit),
                Err(lack) => {
                    let fewest = found.nearest.as_ref().map_or(PARTS, |(_, lack)| lack.len());
                    if lack.len() < fewest {
                        found.nearest = Some((root, lack));
                    }
                }
            }
        }
        found
    }

    fn at(root: &Path, jitlink: &[PathBuf], cache: &Cache) -> Result<Toolkit, Vec<&'static str>> {
        let one_of = |paths: &[&str]| paths.iter().map(|path| root.join(path)).find(|path| path.is_file());
        let ptxas = one_of(PTXAS);
        let library = || one_of(JITLINK).or_else(|| jitlink.iter().find(|path| path.is_file()).cloned());
        let linker = one_of(NVLINK).map(Linker::Nvlink).or_else(|| library().map(Linker::JitLink));
        let libdevice = one_of(LIBDEVICE);
        match (ptxas, linker, libdevice) {
            (Some(ptxas), Some(linker), Some(libdevice)) => {
                let version = version(&ptxas, cache).ok_or_else(|| vec!["a ptxas that runs"])?;
                Ok(Toolkit { root: root.to_path_buf(), ptxas, linker, libdevice, version })
            }
            (ptxas, linker, libdevice) => {
                let lacks = [
                    (ptxas.is_none(), "ptxas"),
                    (linker.is_none(), "nvlink or libnvJitLink"),
                    (libdevice.is_none(), "libdevice"),
                ];
                Err(lacks.iter().filter(|(lacks, _)| *lacks).map(|(_, name)| *name).collect())
            }
        }
    }

    /// Identifies the exact tools in a cache key.
    pub fn key(&self) -> String {
        let (Linker::Nvlink(linker) | Linker::JitLink(linker)) = &self.linker;
        [&self.ptxas, linker, &self.libdevice].map(|path| fingerprint(path)).join(" ")
    }

    /// A description, for messages.
    pub fn description(&self) -> String {
        let (major, minor) = self.version;
        format!("CUDA {major}.{minor}, {}", self.root.display())
    }
}

/// How many parts there are.
const PARTS: usize = 3;

/// The version from `release 12.9` in the output of ptxas.
fn version(ptxas: &Path, cache: &Cache) -> Option<(u32, u32)> {
    let ask = || {
        let finished =
            process::run(Command::new(ptxas).arg("--version"), Duration::from_secs(30)).map_err(drop)?;
        let (_, rest) = finished.stdout.split_once("release ").ok_or(())?;
        let (major, rest) = rest.split_once('.').ok_or(())?;
        let minor: String = rest.chars().take_while(char::is_ascii_digit).collect();
        Ok::<_, ()>((major.parse().map_err(drop)?, minor.parse().map_err(drop)?))
    };
    cache.get_or(&format!("ptxas {}", fingerprint(ptxas)), |_| true, ask).ok()
}

fn candidates(site_packages: &[PathBuf]) -> Vec<PathBuf> {
    let mut roots: Vec<PathBuf> =
        ["CUDA_PATH", "CUDA_HOME"].iter().filter_map(std::env::var_os).map(PathBuf::from).collect();
    for folder in site_packages {
        roots.extend(search::newest_first(&folder.join("nvidia"), "cu1"));
        roots.push(folder.join("nvidia/cuda_nvcc"));
    }
    roots.push(PathBuf::from("/usr/local/cuda"));
    roots.extend(search::newest_first(Path::new("/usr/local"), "cuda-"));
    roots.extend(["/usr/lib/cuda", "/opt/cuda"].map(PathBuf::from));
    let ptxas = search::program(OsStr::new("ptxas"));
    let places =
        ptxas.iter().flat_map(|path| [Some(path.clone()), std::fs::canonicalize(path).ok()]).flatten();
    roots.extend(places.filter_map(|path| Some(path.parent()?.parent()?.to_path_buf())));
    roots
}
