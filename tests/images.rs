//! Images for NVIDIA GPUs: built by every toolkit that a machine may have, made of what PyPI brings and of fakes. One that
//! the offload runtime would pass over is refused by name.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use common::{Ran, finish, folder, offcy, script, write};
use offcy::image::{ImageError, images, ptx};
use tempfile::TempDir;

const SOURCE: &str = "from cython.parallel import prange

def scale(double[::1] x, double f):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] *= f
";

/// The parts of CUDA 12 that PyPI brings: ptxas, libdevice, libnvJitLink.
struct Parts {
    ptxas: PathBuf,
    libdevice: PathBuf,
    jitlink: PathBuf,
}

impl Parts {
    /// `None`, and a word, where they or clang are missing.
    fn find() -> Option<Parts> {
        let of_checkout = || Path::new(env!("CARGO_MANIFEST_DIR")).join(".venv/bin/python");
        let python = std::env::var_os("OFFCY_TEST_PYTHON").map_or_else(of_checkout, PathBuf::from);
        let lib = std::fs::read_dir(python.parent()?.parent()?.join("lib")).ok()?.flatten();
        let packages =
            lib.map(|entry| entry.path().join("site-packages/nvidia")).find(|path| path.is_dir())?;
        let nvcc = packages.join("cuda_nvcc");
        let parts = Parts {
            ptxas: nvcc.join("bin/ptxas"),
            libdevice: nvcc.join("nvvm/libdevice/libdevice.10.bc"),
            jitlink: packages.join("nvjitlink/lib/libnvJitLink.so.12"),
        };
        let clang = Path::new("/usr/lib/llvm-19/lib/libomptarget.so");
        [&parts.ptxas, &parts.libdevice, &parts.jitlink, &clang.to_path_buf()]
            .iter()
            .all(|path| path.is_file())
            .then_some(parts)
    }

    /// A toolkit in `root` with scripts for its programs, in which `@ptxas` is the real one; a linker by which the library
    /// links where `nvlink` does not work.
    fn toolkit(&self, root: &Path, ptxas: &str, nvlink: Option<&str>) {
        use std::os::unix::fs::symlink;
        for folder in ["bin", "lib64", "nvvm/libdevice"] {
            std::fs::create_dir_all(root.join(folder)).expect("a folder");
        }
        symlink(&self.libdevice, root.join("nvvm/libdevice/libdevice.10.bc")).expect("a link");
        script(&root.join("bin"), "ptxas", &ptxas.replace("@ptxas", &self.ptxas.to_string_lossy()));
        match nvlink {
            Some(nvlink) => drop(script(&root.join("bin"), "nvlink", nvlink)),
            None => symlink(&self.jitlink, root.join("lib64/libnvJitLink.so.12")).expect("a link"),
        }
    }
}

fn parts() -> Option<Parts> {
    let parts = Parts::find();
    if parts.is_none() {
        eprintln!("SKIPPED: no clang-19, or no wheels of CUDA 12: run scripts/setup --cuda");
    }
    parts
}

const REAL_PTXAS: &str = "exec @ptxas \"$@\"\n";

/// A folder for modules, and the toolkit that is the only one there.
struct Place {
    folder: TempDir,
    toolkit: PathBuf,
}

impl Place {
    /// With a toolkit of scripts.
    fn new(ptxas: &str, nvlink: Option<&str>) -> Option<Place> {
        let (parts, folder) = (parts()?, folder());
        let toolkit = folder.path().join("toolkit");
        parts.toolkit(&toolkit, ptxas, nvlink);
        Some(Place { folder, toolkit })
    }

    /// With one that works. All tests have the same: offcy tries each toolkit that it does not know, and builds the runtime for it.
    fn working() -> Option<Place> {
        static TOOLKIT: OnceLock<Option<PathBuf>> = OnceLock::new();
        let made = || {
            let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("toolkit");
            let parts = parts()?;
            let _ = std::fs::remove_dir_all(&root);
            parts.toolkit(&root, REAL_PTXAS, None);
            Some(root)
        };
        let toolkit = TOOLKIT.get_or_init(made).clone()?;
        Some(Place { folder: folder(), toolkit })
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = offcy(self.path(), arguments);
        // No packages beside this one.
        command.env("OFFCY_PYTHON", "/usr/bin/python3").env_remove("VIRTUAL_ENV").env_remove("OFFCY_PTX");
        command.env("CUDA_PATH", &self.toolkit).env_remove("CUDA_HOME");
        command
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        finish(&mut self.command(arguments))
    }
}

fn compile(place: &Place, archs: &str) -> Result<Vec<u8>, String> {
    write(place.path(), "m.pyx", SOURCE);
    let ran = place.run(&["compile", "--limited-api", "-O1", "--offload-arch", archs, "m.pyx"]);
    let module = place.path().join("m.abi3.so");
    match ran.code {
        Some(0) => Ok(std::fs::read(module).expect("the module")),
        _ => {
            assert!(!module.exists(), "{ran:?}");
            Err(ran.err)
        }
    }
}

#[test]
fn the_library_links_and_all_images_keep_their_ptx() {
    let Some(place) = Place::working() else { return };
    let module = compile(&place, "sm_75,sm_90").unwrap_or_else(|why| panic!("{why}"));
    let mut found = images(&module).expect("images");
    found.sort_by_key(|image| image.arch);
    assert_eq!(found.iter().map(|image| image.arch).collect::<Vec<_>>(), ["sm_75", "sm_90"]);
    for image in found {
        let texts = ptx::of_image(image.bytes).expect("PTX");
        assert!(texts.iter().any(|text| text.contains("scale_region_")), "{}", texts.len());
        assert!(texts.iter().any(|text| text.contains(&format!(".target {}", image.arch))));
    }
}

/// Debian's rocm-device-libs.
const ROCM: &str = "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode";

#[test]
fn amds_images_are_built_beside_nvidias() {
    let Some(place) = Place::working() else { return };
    if !Path::new(ROCM).is_dir() {
        return eprintln!("SKIPPED: no rocm-device-libs: run scripts/setup --cuda");
    }
    let module = compile(&place, "sm_80,gfx90a").unwrap_or_else(|why| panic!("{why}"));
    let mut found: Vec<&str> = images(&module).expect("images").into_iter().map(|image| image.arch).collect();
    found.sort_unstable();
    assert_eq!(found, ["gfx90a", "sm_80"]);
    // Its kernels may call memcpy, and not printf.
    let source = "
from libc.string cimport memcpy
def copy(double[:, ::1] x, double[:, ::1] y):
    cdef Py_ssize_t i, n = x.shape[1] * sizeof(double)
    for i in prange(x.shape[0], nogil=True, device={}):
        memcpy(&y[i, 0], &x[i, 0], n)
";
    let build = |level: &str, source: &str| {
        write(place.path(), "m.pyx", format!("from cython.parallel import prange\n{source}"));
        place.run(&["compile", "--limited-api", level, "--offload-arch", "gfx90a", "m.pyx"])
    };
    let ran = build("-O0", source);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let printing = source
        .replace("string cimport memcpy", "stdio cimport printf")
        .replace("memcpy(&y[i, 0], &x[i, 0], n)", "printf(\"%d\\n\", <int>i)");
    let ran = build("-O2", &printing);
    assert!(ran.err.contains("AMD GPUs have no `printf`"), "{ran:?}");
    assert!(ran.err.contains("m.pyx:7:9"), "{ran:?}");
}

/// Threads of a GPU divide the iterations among themselves: nothing of OpenMP's runtime is in the kernel, so no barrier. A check
/// that fails in a loop leaves it, and each iteration does not ask again, except in a loop that is tried; only what has parallel loops
/// inside is as OpenMP has it.
#[test]
fn kernels_are_as_short_as_cuda_by_hand() {
    let Some(place) = Place::working() else { return };
    let source = "
def gather(double[::1] y, double[::1] x, int[::1] columns, int[::1] starts):
    cdef Py_ssize_t i, k
    cdef double total
    for i in prange(y.shape[0], nogil=True, device={}):
        total = 0
        for k in range(starts[i], starts[i + 1]):
            total = total + x[columns[k]]
        y[i] = total

def stores(double[::1] y, double[::1] x, int[::1] columns, int[::1] starts):
    cdef Py_ssize_t i, k
    for i in prange(starts.shape[0] - 1, nogil=True, device={}):
        for k in range(starts[i], starts[i + 1]):
            y[k] = x[columns[k]]
";
    let nested = "
def rows(double[:, ::1] x, double[:, ::1] y):
    cdef Py_ssize_t i, j
    for i in prange(x.shape[0], nogil=True, device={}):
        for j in prange(x.shape[1]):
            y[i, j] = x[i, j]
        for j in prange(x.shape[1]):
            x[i, j] = 2 * y[i, j]
";
    let kernels = |source: &str| {
        write(place.path(), "m.pyx", source);
        let ran = place.run(&["compile", "--limited-api", "--offload-arch", "sm_90", "m.pyx"]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let module = std::fs::read(place.path().join("m.abi3.so")).expect("the module");
        let texts = ptx::of_module(&module, "sm_90").expect("PTX");
        texts.into_iter().find(|text| text.contains("_region_")).expect("kernels")
    };
    let flat = kernels(&format!("{SOURCE}{source}"));
    assert!(!flat.contains("_kernel_environment"), "{flat}");
    let bodies: Vec<&str> =
        flat.split(".entry").skip(1).filter_map(|rest| Some(rest.split_once("\n}")?.0)).collect();
    assert_eq!(bodies.len(), 3, "{flat}");
    assert!(!bodies.concat().contains("bar.sync"), "{flat}");
    let others = bodies.iter().filter(|body| !body.contains("gather_region"));
    assert!(
        others.clone().count() == 2 && others.into_iter().all(|body| !body.contains("mov.pred")),
        "{flat}"
    );
    assert!(kernels(&format!("{SOURCE}{nested}")).contains("_kernel_environment"));
}

#[test]
fn the_ptx_can_be_left_out() {
    let Some(place) = Place::working() else { return };
    write(place.path(), "m.pyx", SOURCE);
    let mut command = place.command(&["compile", "-O1", "--limited-api", "--offload-arch", "sm_90", "m.pyx"]);
    let ran = finish(command.env("OFFCY_PTX", "0"));
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let module = std::fs::read(place.path().join("m.abi3.so")).expect("the module");
    assert_eq!(ptx::of_module(&module, "sm_90"), Err(ImageError::NoPtx));
}

/// Its number is enough: nothing is built with it.
#[test]
fn cuda_13_is_refused_before_and_by_the_doctor() {
    let version = "echo 'Cuda compilation tools, release 13.0, V13.0.88'\n";
    let Some(place) = Place::new(version, Some("exit 1\n")) else { return };
    let refused = compile(&place, "sm_90").expect_err("it would not be loaded");
    assert!(refused.contains("for sm_90: CUDA 13's tools made it (ELF ABI version 8)"), "{refused}");
    assert!(refused.contains("pip install 'nvidia-cuda-nvcc-cu12"), "{refused}");
    let report = place.run(&["doctor", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&report.out).expect("JSON");
    let compilers = report["compilers"].as_array().expect("a list");
    let clang = compilers
        .iter()
        .find(|found| found["version"].as_str().is_some_and(|it| it.contains("clang version 19")));
    let nvidia = &clang.expect("clang-19")["nvidia"];
    assert_eq!(nvidia["good"], false, "{report}");
    assert!(nvidia["words"].as_str().expect("words").contains("CUDA 13"), "{report}");
    let missing = report["missing"].as_array().expect("a list");
    assert!(
        missing.iter().any(|lack| lack["command"].as_str().is_some_and(|it| it.contains("cu12"))),
        "{report}"
    );
}

/// A linker that calls itself one of CUDA 12 and writes what libomptarget would pass over.
#[test]
fn images_that_would_not_be_loaded_are_refused_by_name() {
    // What the linker is asked to write.
    let output =
        "while [ $# -gt 0 ]; do [ \"$1\" = -o ] && out=$2; last=$1; shift; done\ncp \"$last\" \"$out\"\n";
    // At byte 8 the ABI version, at 16 the kind, at 48 the flags.
    let patch = |at: u32, octal: &str| {
        format!("printf '{octal}' | dd of=\"$out\" bs=1 seek={at} conv=notrunc 2>/dev/null\n")
    };
    let linked = patch(16, "\\002");
    let cuda_13 = format!("{output}{linked}{}{}", patch(8, "\\010"), patch(48, "\\004\\132\\000\\013"));
    let cases = [
        (cuda_13, "the image for sm_90 would not be loaded: CUDA 13's tools made it"),
        (format!("{output}{linked}{}", patch(48, "\\120\\005\\120")), "it is code for sm_80, not for sm_90"),
        (output.to_string(), "it is not linked: expected an executable or a shared object"),
        (format!("{output}{linked}{}", patch(18, "\\076")), "it is for another machine (ELF machine 62)"),
        (
            format!("{output}{linked}head -c 2000 \"$out\" >\"$out.cut\"; mv \"$out.cut\" \"$out\"\n"),
            "truncated",
        ),
        (format!("{output}echo hello >\"$out\"\n"), "it is not an ELF file"),
    ];
    for (nvlink, words) in cases {
        let Some(place) = Place::new(REAL_PTXAS, Some(&nvlink)) else { return };
        let refused = compile(&place, "sm_90").expect_err(words);
        assert!(refused.contains(words), "expected {words:?}, found {refused}");
    }
}

#[test]
fn gpus_that_the_compiler_does_not_know_are_refused_by_name() {
    let Some(place) = Place::working() else { return };
    let unknown = [
        ("sm_100", "a newer LLVM"),
        ("sm_90a", "leave the letter out"),
        ("gfx1250", "a newer LLVM"),
        // Known to LLVM, and not to Debian's ROCm.
        ("gfx942", "do not have it: ROCM_PATH names newer ones"),
    ];
    for (arch, words) in unknown {
        if arch == "gfx942" && !Path::new(ROCM).is_dir() {
            eprintln!("SKIPPED: no rocm-device-libs: run scripts/setup --cuda");
            continue;
        }
        let refused = compile(&place, arch).map(|module| module.len()).expect_err(arch);
        assert!(refused.contains(&format!("for {arch}: ")) && refused.contains(words), "{refused}");
    }
}

#[test]
fn nvlinks_own_words_are_shown() {
    let Some(place) = Place::working() else { return };
    write(place.path(), "m.pyx", SOURCE);
    write(
        place.path(),
        "other.h",
        "#pragma omp declare target\ndouble other(double);\n#pragma omp end declare target\n",
    );
    let declared = "cimport cython\ncdef extern from 'other.h':\n    @cython.device\n    double other(double) noexcept nogil\n";
    let source = format!("{declared}{SOURCE}").replace("x[i] *= f", "x[i] = other(x[i])");
    write(place.path(), "m.pyx", source);
    let ran = place.run(&["compile", "-O1", "--limited-api", "-I", ".", "--offload-arch", "sm_90", "m.pyx"]);
    assert!(ran.err.contains("`other` is declared, and defined nowhere"), "{ran:?}");
}
