//! Chooses the compiler of a run: the first candidate that proves it can do what is requested.

use super::cache::Cache;
use super::compiler::Compiler;
use super::cuda::Nvidia;
use super::offload::{self, DeviceFlags, Kits};
use super::request::Request;
use super::search;
use crate::base::OffloadArch;
use crate::diag::{Diagnostic, codes};

/// A compiler that can build what was requested.
#[derive(Clone, Debug)]
pub struct Toolchain {
    pub compiler: Compiler,
    /// `native` resolved, no repetitions.
    pub archs: Vec<OffloadArch>,
    pub device: DeviceFlags,
    /// The name of the offload runtime, which modules built for devices load themselves.
    pub offload_library: Option<String>,
}

impl Toolchain {
    /// Tries the candidates in turn; the diagnostic says why each was rejected.
    pub fn choose(
        request: &Request,
        site_packages: impl FnOnce() -> Vec<std::path::PathBuf>,
        cache: &Cache,
    ) -> Result<Toolchain, Diagnostic> {
        let needs_cuda = |arch: &OffloadArch| matches!(arch, OffloadArch::Nvidia(_) | OffloadArch::Native);
        let nvidia = match request.offload_archs.iter().any(needs_cuda) {
            true => Nvidia::find(request, &site_packages(), cache),
            false => Nvidia::default(),
        };
        let of_environment = request.compiler.is_none() && search::compiler_of_environment().is_some();
        let from = if of_environment { "OFFCY_CC: " } else { "" };
        let mut refusals = Vec::new();
        let mut any_works = false;
        for path in search::compilers(request.compiler.as_deref()) {
            let attempt = Compiler::examine(&path, cache).and_then(|compiler| {
                any_works = true;
                Toolchain::with(compiler, &request.offload_archs, &nvidia, cache)
            });
            match attempt {
                Ok(toolchain) => return Ok(toolchain),
                Err(why) => refusals.push(format!("{from}`{}` {why}", path.display())),
            }
        }
        Err(refusal(request, any_works, refusals))
    }

    fn with(
        compiler: Compiler,
        archs: &[OffloadArch],
        nvidia: &Nvidia,
        cache: &Cache,
    ) -> Result<Toolchain, String> {
        let archs = resolved(archs, &compiler)?;
        if archs.contains(&OffloadArch::Host) {
            offload::prove(&compiler, &OffloadArch::Host, Kits::default(), cache)
                .map_err(|why| format!("for {}: {why}", OffloadArch::Host))?;
        }
        let for_nvidia: Vec<_> = archs.iter().filter(|arch| matches!(arch, OffloadArch::Nvidia(_))).collect();
        let cuda = match for_nvidia.first() {
            Some(_) => Some(offload::prove_nvidia(&compiler, &for_nvidia, nvidia, cache)?.0),
            None => None,
        };
        let for_amd: Vec<_> = archs.iter().filter(|arch| matches!(arch, OffloadArch::Amd(_))).collect();
        let rocm = match for_amd.first() {
            Some(_) => offload::prove_amd(&compiler, &for_amd, cache)?,
            None => None,
        };
        let kits = Kits { cuda: cuda.as_ref(), rocm: rocm.as_deref() };
        let device = DeviceFlags::new(&archs, &compiler, kits);
        let offload_library = if archs.is_empty() { None } else { compiler.offload_soname() };
        Ok(Toolchain { compiler, archs, device, offload_library })
    }

    /// An error if the offload runtime would ignore the device code in a built module.
    pub fn check_images(&self, module: &[u8]) -> Result<(), Diagnostic> {
        let refused = |why: String| {
            let message = format!("the module's device code is invalid: {why}");
            Diagnostic::error(codes::NO_OFFLOAD, message)
                .note("`offcy doctor` shows what is there and what is missing")
        };
        match self.archs.is_empty() {
            true => Ok(()),
            false => self
                .compiler
                .image_reader()
                .and_then(|reader| offload::check_images(module, &self.archs, &reader))
                .map_err(refused),
        }
    }

    pub fn offloads(&self) -> bool {
        !self.archs.is_empty()
    }
}

fn resolved(archs: &[OffloadArch], compiler: &Compiler) -> Result<Vec<OffloadArch>, String> {
    let mut resolved = Vec::new();
    for arch in archs {
        match arch {
            OffloadArch::Native => resolved.extend(offload::native_archs(compiler)?),
            _ => resolved.push(arch.clone()),
        }
    }
    resolved.sort();
    resolved.dedup();
    Ok(resolved)
}

fn refusal(request: &Request, any_works: bool, refusals: Vec<String>) -> Diagnostic {
    let archs: Vec<String> = request.offload_archs.iter().map(ToString::to_string).collect();
    let diagnostic = match (any_works, archs.is_empty()) {
        (true, false) => {
            let message = format!("no compiler was found that builds for {}", archs.join(", "));
            Diagnostic::error(codes::NO_OFFLOAD, message)
        }
        _ => Diagnostic::error(codes::NO_COMPILER, "no C compiler was found that works"),
    };
    let nothing_found = refusals.is_empty();
    let diagnostic = refusals.into_iter().fold(diagnostic, Diagnostic::note);
    match (any_works, nothing_found) {
        (true, _) => diagnostic.note("`offcy doctor` shows what is there and what is missing"),
        (false, true) => diagnostic
            .note("looked for clang-19 to clang-22, clang and gcc on the PATH, and for clang in /usr/lib/llvm-*")
            .note(format!("install one: {INSTALL_COMMAND}")),
        (false, false) => diagnostic.note(format!("install one that works: {INSTALL_COMMAND}")),
    }
}

/// What Debian and Ubuntu need for everything except NVIDIA's and AMD's own parts.
pub const INSTALL_COMMAND: &str = "sudo apt-get install clang-19 clang-tools-19 lld-19 libomp-19-dev";
