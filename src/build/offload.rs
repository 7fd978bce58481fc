//! What is needed to build for devices, and the proof that a compiler can.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use super::cache::Cache;
use super::compiler::{Compiler, Family, OFFLOAD_LIBRARY};
use super::cuda::{self, Cuda, Nvidia, Toolkit};
use super::process;
use super::rocm;
use super::search;
use super::toolchain::INSTALL_COMMAND;
use super::workspace::Workspace;
use crate::base::OffloadArch;
use crate::emit::DeviceCode;
use crate::image::{self, DeviceImage, ImageError, Reader, Refusal};

pub const HOST_TRIPLE: &str = "x86_64-pc-linux-gnu";
const NVIDIA_TRIPLE: &str = "nvptx64-nvidia-cuda";
const AMD_TRIPLE: &str = "amdgcn-amd-amdhsa";

/// MARKER stands for a name that is unique to this probe.
const DEVICE_PROBE: &str = r#"#include <math.h>
#include <omp.h>
#include <stdio.h>

#pragma omp begin declare target
double MARKER(double x) { return sqrt(x); }
#pragma omp end declare target

int main(void)
{
    double squares[4] = { 1, 4, 9, 16 };
    int on_host = 1;
    #pragma omp target teams distribute parallel for map(tofrom: squares) map(from: on_host)
    for (int i = 0; i < 4; i++) {
        squares[i] = MARKER(squares[i]);
        if (i == 0) {
            on_host = omp_is_initial_device();
        }
    }
    printf("%d %d %g\n", omp_get_num_devices(), on_host, squares[3]);
    return 0;
}
"#;
/// The output after the number of devices: not on the host, and the root of 16.
const DEVICE_PROBE_ANSWER: &str = "0 4\n";

/// What else a proof found out.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Proof {
    /// How many devices the probe saw, if it ran.
    pub devices: u32,
}

/// The flags that a compiler needs to compile and link for `archs`, and the search path to run it with.
#[derive(Clone, Debug, Default)]
pub struct DeviceFlags {
    pub flags: Vec<String>,
    pub cuda: Option<Cuda>,
    /// The devices' names, `sm_90, x86_64`.
    pub archs: String,
}

/// What code for GPUs needs besides a compiler.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kits<'a> {
    pub cuda: Option<&'a Cuda>,
    /// The folder of ROCm's device libraries, if clang is not to find it itself.
    pub rocm: Option<&'a Path>,
}

impl DeviceFlags {
    pub fn new(archs: &[OffloadArch], compiler: &Compiler, kits: Kits<'_>) -> DeviceFlags {
        let nvidia = names(archs, |arch| matches!(arch, OffloadArch::Nvidia(_)));
        let amd = names(archs, |arch| matches!(arch, OffloadArch::Amd(_)));
        let mut triples = Vec::new();
        let mut flags = Vec::new();
        if archs.contains(&OffloadArch::Host) {
            triples.push(HOST_TRIPLE);
        }
        for (triple, archs) in [(NVIDIA_TRIPLE, &nvidia), (AMD_TRIPLE, &amd)] {
            if !archs.is_empty() {
                triples.push(triple);
                flags.push(format!("-Xopenmp-target={triple}"));
                flags.push(format!("--offload-arch={}", archs.join(",")));
            }
        }
        if triples.is_empty() {
            return DeviceFlags::default();
        }
        flags.insert(0, format!("-fopenmp-targets={}", triples.join(",")));
        let cuda = kits.cuda.filter(|_| !nvidia.is_empty());
        if let Some(cuda) = cuda {
            flags.push(format!("--cuda-path={}", cuda.root.display()));
        }
        if !nvidia.is_empty() {
            // glibc 2.41 and newer declare `_Float128` for clang, unless it is Intel's for SYCL: clang 19 has no such type
            // for NVIDIA's GPUs (`bits/floatn.h`).
            for name in ["__INTEL_LLVM_COMPILER", "SYCL_LANGUAGE_VERSION"] {
                flags.extend([format!("-Xopenmp-target={NVIDIA_TRIPLE}"), format!("-D{name}=1")]);
            }
        }
        if !amd.is_empty() {
            // In clang 21's code for reductions the lines belong to another function, which makes its linker fail. Without
            // the fifth version of DWARF, that linker names no folder of a source.
            let lines: &[&str] = if compiler.major >= 20 { &["-g0"] } else { &["-gdwarf-5", "-g1"] };
            for flag in lines {
                flags.extend([format!("-Xopenmp-target={AMD_TRIPLE}"), flag.to_string()]);
            }
        }
        if let Some(folder) = kits.rocm.filter(|_| !amd.is_empty()) {
            flags.push(format!("--rocm-device-lib-path={}", folder.display()));
        }
        // Elsewhere clang finds it by itself.
        let holds_device_runtime =
            |folder: &&PathBuf| !search::entries(folder, "libomptarget-nvptx").is_empty();
        let folder = compiler.library_dir.as_ref().filter(holds_device_runtime);
        if let (false, Some(folder)) = (nvidia.is_empty(), folder) {
            flags.push(format!("--libomptarget-nvptx-bc-path={}", folder.display()));
        }
        DeviceFlags { flags, cuda: cuda.cloned(), archs: names(archs, |_| true).join(", ") }
    }

    /// A number that two builds share exactly if they have code for the same devices; not 0. The runtime uses
    /// it to distinguish this module's code on a device from another module's.
    pub fn code_key(&self) -> u32 {
        let archs =
            |flag: &&String| flag.starts_with("-fopenmp-targets=") || flag.starts_with("--offload-arch=");
        let bytes = self.flags.iter().filter(archs).flat_map(|flag| flag.bytes().chain([0]));
        let hash =
            bytes.fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        (hash & 0x7fff_ffff).max(1)
    }

    /// `-march` of the host, repeated for the virtual device: both should compute the same.
    pub fn march_flags(&self, march: Option<&str>) -> Vec<String> {
        let has_host = self.flags.first().is_some_and(|triples| triples.contains(HOST_TRIPLE));
        match march.filter(|_| has_host) {
            Some(march) => vec![format!("-Xopenmp-target={HOST_TRIPLE}"), format!("-march={march}")],
            None => Vec::new(),
        }
    }

    /// The flags for code that devices run, in addition to [`DeviceFlags::flags`].
    pub fn kernel_flags(&self, code: DeviceCode) -> Vec<String> {
        let triples = self.flags.first().and_then(|first| first.strip_prefix("-fopenmp-targets="));
        let triples: Vec<&str> = triples.map(|triples| triples.split(',').collect()).unwrap_or_default();
        let mut flags = Vec::new();
        if triples.contains(&NVIDIA_TRIPLE) {
            // If a jump leaves a scope, the end of its variables is marked on a path that all exits share. For GPUs,
            // LLVM does not separate these paths again: each iteration of a loop would check which exit it takes.
            flags.push(format!("-Xopenmp-target={NVIDIA_TRIPLE}"));
            flags.push("-Xclang=-disable-lifetime-markers".to_string());
            // A loop with an invariant condition (whether all indices are in bounds) is split into two. For GPUs, LLVM
            // does not do that by default, and values that the loop only reads are loaded again after the condition in
            // each iteration.
            flags.push(format!("-Xopenmp-target={NVIDIA_TRIPLE}"));
            flags.push("-mllvm=-enable-nontrivial-unswitch".to_string());
            // The default of 50 is less than the size of a loop with one `exp`.
            flags.push(format!("-Xopenmp-target={NVIDIA_TRIPLE}"));
            flags.push("-mllvm=-unswitch-threshold=1000".to_string());
        }
        let is_bare = code.has_kernels && !code.shares_variables && triples == [NVIDIA_TRIPLE];
        if is_bare {
            // See `offcy_tile.h`.
            flags.extend(["-DOFFCY_BARE=1", "-fopenmp-cuda-mode"].map(str::to_string));
        }
        // OpenMPOpt may forget what a function writes to its caller's variable (see `OFFCY_LENT`), and makes fast only what
        // a GPU does with OpenMP's functions. It assumes that a function which no kernel of the file reaches is never called, and
        // empties it.
        let has_none = !code.has_kernels || (is_bare && !code.calls_openmp);
        for triple in triples.iter().filter(|triple| has_none || **triple == HOST_TRIPLE) {
            flags.extend([format!("-Xopenmp-target={triple}"), "-mllvm=-openmp-opt-disable".to_string()]);
        }
        if has_none {
            flags.push("-DOFFCY_WITHOUT_OPENMP_OPT=1".to_string());
        }
        flags
    }

    /// Adds the flags to a command that compiles or links.
    pub fn apply(&self, command: &mut Command) {
        command.args(&self.flags);
        if let Some(cuda) = &self.cuda {
            command.env("PATH", cuda.search_path());
        }
    }
}

fn names(archs: &[OffloadArch], wanted: impl Fn(&OffloadArch) -> bool) -> Vec<String> {
    archs.iter().filter(|arch| wanted(arch)).map(ToString::to_string).collect()
}

/// Proves that `compiler` builds for `arch`; for the virtual device also that it runs there.
pub fn prove(
    compiler: &Compiler,
    arch: &OffloadArch,
    kits: Kits<'_>,
    cache: &Cache,
) -> Result<Proof, String> {
    can_offload(compiler)?;
    known_to(compiler, arch)?;
    let flags = DeviceFlags::new(std::slice::from_ref(arch), compiler, kits);
    let key = format!("offload {} {:?} {DEVICE_PROBE}", compiler.key(), flags.flags);
    cache.get_or(&key, |_| true, || build_and_run(compiler, arch, &flags))
}

fn can_offload(compiler: &Compiler) -> Result<(), String> {
    if compiler.family != Family::Clang {
        return Err("offcy offloads only with clang".to_string());
    }
    if !compiler.has_library(OFFLOAD_LIBRARY) {
        return Err(format!("has no offload runtime (libomptarget): {}", install_runtime(compiler)));
    }
    Ok(())
}

/// An error if it is the compiler itself that does not build for one of `archs`, with any kit.
fn can_try(compiler: &Compiler, archs: &[&OffloadArch]) -> Result<(), String> {
    archs.iter().try_for_each(|arch| {
        can_offload(compiler)
            .and_then(|()| known_to(compiler, arch))
            .map_err(|why| format!("for {arch}: {why}"))
    })
}

/// An error if the compiler has device runtimes, one file per architecture, but none for this one.
fn known_to(compiler: &Compiler, arch: &OffloadArch) -> Result<(), String> {
    let family = match arch {
        OffloadArch::Nvidia(_) => "nvptx",
        OffloadArch::Amd(_) => "amdgpu",
        OffloadArch::Host | OffloadArch::Native => return Ok(()),
    };
    let known = compiler.device_runtimes(family);
    let name = arch.to_string();
    // Since LLVM 20, one file serves all architectures.
    let (Some(first), false) = (known.first(), known.contains(&name)) else { return Ok(()) };
    let last = known.last().unwrap_or(first);
    let way_out = match arch {
        OffloadArch::Nvidia(number) if number.ends_with(['a', 'f']) => "leave the letter out",
        OffloadArch::Nvidia(_) => "a newer LLVM (from 21 on) builds for newer GPUs",
        _ => "a newer LLVM builds for newer GPUs",
    };
    Err(format!("has no device runtime for it (it has those for {first} to {last}): {way_out}"))
}

/// An error if the compiler's offload runtime would ignore an image of a built module, or if one is missing.
pub fn check_images(module: &[u8], archs: &[OffloadArch], reader: &Reader) -> Result<(), String> {
    let images = match image::images(module) {
        Ok(images) => images,
        Err(ImageError::NoImages) => Vec::new(),
        Err(error) => return Err(error.to_string()),
    };
    for arch in archs {
        let name = match arch {
            // Only named by its triple.
            OffloadArch::Host => String::new(),
            _ => arch.to_string(),
        };
        let of_arch = |image: &&DeviceImage<'_>| {
            image.arch == name || name.is_empty() && image.triple.starts_with("x86_64")
        };
        let image = images.iter().find(of_arch).ok_or_else(|| format!("there is no image for {arch}"))?;
        reader.check(image).map_err(|why| format!("the image for {arch} would not be loaded: {why}"))?;
    }
    Ok(())
}

/// The first toolkit with which `compiler` builds for all of `archs`, laid out; if there is none, the problem with the
/// best of them.
pub fn prove_nvidia<'a>(
    compiler: &Compiler,
    archs: &[&OffloadArch],
    nvidia: &'a Nvidia,
    cache: &Cache,
) -> Result<(Cuda, &'a Toolkit), String> {
    let names: Vec<String> = archs.iter().map(ToString::to_string).collect();
    can_try(compiler, archs)?;
    let mut refusals = Vec::new();
    for toolkit in nvidia.toolkits() {
        let attempt = || {
            if toolkit.version.0 >= 13 && !compiler.image_reader()?.reads_new_cuda {
                let command = cuda::INSTALL_COMMAND;
                return Err(format!("for {}: {}: {command}", names.join(", "), Refusal::NewCuda));
            }
            let cuda = nvidia.lay_out(toolkit, cache)?;
            for arch in archs {
                let kits = Kits { cuda: Some(&cuda), rocm: None };
                prove(compiler, arch, kits, cache).map_err(|why| format!("for {arch}: {why}"))?;
            }
            Ok(cuda)
        };
        match attempt() {
            Ok(cuda) => return Ok((cuda, toolkit)),
            Err(why) => refusals.push(format!("{why} (with {})", toolkit.description())),
        }
    }
    let lack = || format!("for {}: {}: {}", names.join(", "), nvidia.lack(), cuda::INSTALL_COMMAND);
    Err(refusals.into_iter().next().unwrap_or_else(lack))
}

/// The device libraries with which `compiler` builds for all of `archs`; `None`: those that it finds itself.
pub fn prove_amd(
    compiler: &Compiler,
    archs: &[&OffloadArch],
    cache: &Cache,
) -> Result<Option<PathBuf>, String> {
    let prove_all = |rocm: Option<&Path>| {
        let kits = Kits { cuda: None, rocm };
        archs.iter().try_for_each(|arch| {
            prove(compiler, arch, kits, cache).map(drop).map_err(|why| format!("for {arch}: {why}"))
        })
    };
    can_try(compiler, archs)?;
    let mut refusals = Vec::new();
    for folder in rocm::find() {
        match rocm::serves(&folder, archs).and_then(|()| prove_all(Some(&folder))) {
            Ok(()) => return Ok(Some(folder)),
            Err(why) => refusals.push(why),
        }
    }
    match (prove_all(None), refusals.is_empty()) {
        (Ok(()), _) => Ok(None),
        (Err(why), true) => Err(format!("{why}; they come with {}", rocm::INSTALL_COMMAND)),
        (Err(_), false) => Err(refusals.join("; ")),
    }
}

/// The command that installs what a compiler lacks to build for devices. An old one is replaced.
pub fn install_runtime(compiler: &Compiler) -> String {
    let major = compiler.major;
    if major < 19 {
        return INSTALL_COMMAND.to_string();
    }
    let has_offload = compiler.has_library(OFFLOAD_LIBRARY);
    let mut packages = Vec::new();
    if compiler.library_dir.is_none() {
        packages.push(format!("libomp-{major}-dev"));
    }
    // Later releases of Debian have it in a package of its own.
    if !has_offload && (compiler.library_dir.is_some() || major >= 20) {
        packages.push(format!("liboffload-{major}-dev"));
    }
    if missing_program(compiler).is_some() {
        packages.extend([format!("llvm-{major}"), format!("clang-tools-{major}")]);
    }
    match packages.is_empty() {
        // Nothing that is known here: another version.
        true => INSTALL_COMMAND.to_string(),
        false => format!("sudo apt-get install {}", packages.join(" ")),
    }
}

/// The program that clang needs for device code and that is not installed.
fn missing_program(compiler: &Compiler) -> Option<&'static str> {
    let packager = if compiler.major >= 22 { "llvm-offload-binary" } else { "clang-offload-packager" };
    compiler.lacks_program(&[packager, "clang-linker-wrapper"])
}

fn build_and_run(compiler: &Compiler, arch: &OffloadArch, flags: &DeviceFlags) -> Result<Proof, String> {
    let workspace = Workspace::new().map_err(|error| format!("no temporary folder: {error}"))?;
    let marker = unique_name();
    let start = SystemTime::now();
    let program = build(compiler, &workspace, &DEVICE_PROBE.replace("MARKER", &marker), flags)?;
    if *arch != OffloadArch::Host {
        let bytes = fs::read(&program).map_err(|error| format!("writes what cannot be read: {error}"))?;
        check_images(&bytes, std::slice::from_ref(arch), &compiler.image_reader()?)?;
        return Ok(Proof::default());
    }
    let mut command = Command::new(&program);
    command.env("OMP_TARGET_OFFLOAD", "MANDATORY");
    let result = compiler.run_probe(&mut command);
    remove_images(&marker, start);
    let finished = result?;
    match finished.stdout.split_once(' ') {
        Some((devices, DEVICE_PROBE_ANSWER)) => Ok(Proof { devices: devices.parse().unwrap_or(1) }),
        _ => Err("builds a target region that does not run on the virtual device".to_string()),
    }
}

fn build(
    compiler: &Compiler,
    workspace: &Workspace,
    source: &str,
    flags: &DeviceFlags,
) -> Result<PathBuf, String> {
    let file = workspace.write("probe.c", source).map_err(|error| format!("no temporary file: {error}"))?;
    let program = workspace.path().join("probe");
    let mut command = compiler.command();
    // Below `-O2`, clang 19 crashes when it links code for AMD GPUs.
    command.args(["-O2", "-g1", "-fopenmp"]);
    flags.apply(&mut command);
    command.arg(&file).arg("-o").arg(&program).args(compiler.run_path_flags()).arg("-lm");
    let finished = process::run(&mut command, Duration::from_secs(120))
        .map_err(|error| format!("does not start: {error}"))?;
    match finished.succeeded() {
        true => Ok(program),
        false => Err(match missing_program(compiler) {
            Some(name) => format!("does not find {name}: {}", install_runtime(compiler)),
            None => format!("does not build a small target region: {}", finished.complaint()),
        }),
    }
}

fn unique_name() -> String {
    let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_nanos());
    format!("offcy_probe_{}_{time}", std::process::id())
}

/// LLVM's host plugin leaves each device image it has loaded in /tmp. We remove those that contain this
/// probe's name.
fn remove_images(marker: &str, start: SystemTime) {
    for path in search::entries(Path::new("/tmp"), "tmpfile_") {
        let Ok(facts) = fs::metadata(&path) else { continue };
        let recent = facts.modified().is_ok_and(|time| time + Duration::from_secs(1) >= start);
        if !recent || facts.len() > 1 << 20 {
            continue;
        }
        let holds_marker = |bytes: Vec<u8>| bytes.windows(marker.len()).any(|part| part == marker.as_bytes());
        if fs::read(&path).is_ok_and(holds_marker) {
            let _ = fs::remove_file(&path);
        }
    }
}

/// What `native` means here: the architectures of the GPUs of this machine.
pub fn native_archs(compiler: &Compiler) -> Result<Vec<OffloadArch>, String> {
    let tools = compiler.library_dir.as_ref().and_then(|folder| Some(folder.parent()?.join("bin")));
    let ask = |tool: &str| {
        let beside = tools.as_ref().map(|folder| folder.join(tool)).filter(|path| search::is_program(path));
        let program = beside.or_else(|| search::program(tool.as_ref()))?;
        let finished = process::run(&mut Command::new(program), Duration::from_secs(30)).ok()?;
        finished.succeeded().then_some(finished.stdout)
    };
    let mut found: Vec<OffloadArch> = ["nvptx-arch", "amdgpu-arch"]
        .iter()
        .filter_map(|tool| ask(tool))
        .flat_map(|answer| answer.lines().filter_map(|line| line.trim().parse().ok()).collect::<Vec<_>>())
        .collect();
    found.sort();
    found.dedup();
    match found.is_empty() {
        true => {
            Err("this machine has no GPU that the driver knows; `--offload-arch x86_64` is a virtual device"
                .to_string())
        }
        false => Ok(found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_architectures_make_one_set_of_flags() {
        let compiler: Compiler = serde_json::from_str(
            r#"{"path":"cc","family":"Clang","major":19,"version":"","library_dir":"/l","libraries":[]}"#,
        )
        .expect("a compiler");
        let archs = ["sm_80", "x86_64", "sm_90"].map(|name| name.parse().expect(name));
        let cuda = Cuda::at("/c");
        let with = Kits { cuda: Some(&cuda), rocm: Some(Path::new("/r")) };
        let flags = DeviceFlags::new(&archs, &compiler, with);
        assert_eq!(
            flags.flags,
            [
                "-fopenmp-targets=x86_64-pc-linux-gnu,nvptx64-nvidia-cuda",
                "-Xopenmp-target=nvptx64-nvidia-cuda",
                "--offload-arch=sm_80,sm_90",
                "--cuda-path=/c",
                "-Xopenmp-target=nvptx64-nvidia-cuda",
                "-D__INTEL_LLVM_COMPILER=1",
                "-Xopenmp-target=nvptx64-nvidia-cuda",
                "-DSYCL_LANGUAGE_VERSION=1",
            ]
        );
        assert!(DeviceFlags::new(&[], &compiler, with).flags.is_empty());
        // GPU threads need no OpenMP state if there is no other device and no parallel loop inside.
        let kernels = DeviceCode { has_kernels: true, ..DeviceCode::default() };
        let bare = |archs: &[OffloadArch], shares_variables| {
            let flags = DeviceFlags::new(archs, &compiler, with)
                .kernel_flags(DeviceCode { shares_variables, ..kernels });
            flags.contains(&"-DOFFCY_BARE=1".to_string())
        };
        assert!(bare(&archs[..1], false) && !bare(&archs[..1], true) && !bare(&archs, false));
        // OpenMPOpt serves nothing but OpenMP's functions on GPUs.
        let is_without = |archs: &[OffloadArch], code| {
            let flags = DeviceFlags::new(archs, &compiler, with).kernel_flags(code);
            flags.contains(&"-DOFFCY_WITHOUT_OPENMP_OPT=1".to_string())
        };
        assert!(is_without(&archs[..1], kernels) && !is_without(&archs, kernels));
        assert!(!is_without(&archs[..1], DeviceCode { calls_openmp: true, ..kernels }));
        assert!(is_without(&archs, DeviceCode::default()));
        let virtual_device = DeviceFlags::new(&archs[1..2], &compiler, Kits::default());
        assert_eq!(
            virtual_device.kernel_flags(DeviceCode { calls_openmp: true, ..kernels }),
            [format!("-Xopenmp-target={HOST_TRIPLE}"), "-mllvm=-openmp-opt-disable".to_string()]
        );
        let amd = DeviceFlags::new(&["gfx90a".parse().expect("AMD's")], &compiler, with);
        assert_eq!(
            amd.flags,
            [
                "-fopenmp-targets=amdgcn-amd-amdhsa",
                "-Xopenmp-target=amdgcn-amd-amdhsa",
                "--offload-arch=gfx90a",
                "-Xopenmp-target=amdgcn-amd-amdhsa",
                "-gdwarf-5",
                "-Xopenmp-target=amdgcn-amd-amdhsa",
                "-g1",
                "--rocm-device-lib-path=/r"
            ]
        );
        // The same devices, wherever the CUDA compiler lies; or others.
        let elsewhere = DeviceFlags::new(&archs, &compiler, Kits { cuda: Some(&Cuda::at("/d")), rocm: None });
        assert_eq!(flags.code_key(), elsewhere.code_key());
        assert_ne!(flags.code_key(), DeviceFlags::new(&archs[..2], &compiler, with).code_key());
    }
}
