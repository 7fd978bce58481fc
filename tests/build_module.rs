//! The build driver by itself: C written by hand, to modules that Python imports.
//!
//! What this machine lacks (clang, the offload runtime, the CUDA wheels) is said on the standard
//! error, and its test ends early.

use std::path::{Path, PathBuf};
use std::process::Command;

use offcy::build::{Builder, Job, Places, Request};
use offcy::diag::{Diagnostic, codes};
use offcy::emit::{DeviceCode, Emitted, EmittedFile};
use offcy::image::ptx;
use offcy::source::{SourceFile, SourceMap};

const KERNELS: &str = include_str!("build_module/m.kernels.c");
const GLUE: &str = include_str!("build_module/m.c");
const HEADER: &str = include_str!("build_module/m.h");

fn emitted(glue: &str) -> Emitted {
    let file = |name: &str, text: &str| EmittedFile {
        name: name.to_string(),
        text: text.to_string(),
        origins: Vec::new(),
        device_code: DeviceCode::of_others(text),
    };
    let files = vec![file("m.c", glue), file("m.kernels.c", KERNELS), file("m.h", HEADER)];
    Emitted { files, ..Emitted::default() }
}

/// A cache of the tests' own.
fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("build_module_cache")
}

fn request(archs: &[&str]) -> Request {
    let offload_archs = archs.iter().map(|arch| arch.parse().expect("an architecture")).collect();
    let program = Some(env!("CARGO_BIN_EXE_offcy").into());
    Request { offload_archs, program, opt_level: 1, ..Request::default() }
}

fn build(request: Request, glue: &str, out_dir: &Path) -> Result<PathBuf, Diagnostic> {
    let mut sources = SourceMap::default();
    sources.add(SourceFile::new("dir/m.pyx", "first\n    second\n".to_string()));
    let emitted = emitted(glue);
    let places =
        Places { out_dir: out_dir.to_path_buf(), stem: "m".to_string(), module: None, depfile: None };
    let source = Path::new("dir/m.pyx");
    let job = Job { emitted: &emitted, source, sources: &sources, places: &places, on_step: &|_| () };
    Builder::with_cache(request, Some(cache())).extension(&job)
}

/// The module, or `None` where the machine cannot build it.
fn build_or_skip(request: Request, out_dir: &Path) -> Option<PathBuf> {
    match build(request, GLUE, out_dir) {
        Ok(module) => Some(module),
        Err(lack) if [codes::NO_COMPILER, codes::NO_OFFLOAD].contains(&lack.code) => {
            eprintln!("SKIPPED: {} {:?}", lack.message, lack.notes);
            None
        }
        Err(other) => panic!("{other:?}"),
    }
}

/// The Python that is built for when none is named.
fn python() -> Command {
    let of_environment = std::env::var_os("VIRTUAL_ENV").map(|root| PathBuf::from(root).join("bin/python"));
    Command::new(of_environment.unwrap_or_else(|| PathBuf::from("python3")))
}

/// Runs the module's one function in Python; whether the region ran on the host.
fn runs_on_host(folder: &Path, mandatory: bool) -> bool {
    let script = "import m, array\n\
                  x = array.array('d', [1.0, 2.0, 3.0])\n\
                  print(m.scale(x, 2.0), x.tolist())";
    let mut python = python();
    python.args(["-c", script]).current_dir(folder).env_remove("OMP_TARGET_OFFLOAD");
    if mandatory {
        python.env("OMP_TARGET_OFFLOAD", "MANDATORY");
    }
    let output = python.output().expect("Python runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said} {}", String::from_utf8_lossy(&output.stderr));
    let (on_host, values) = said.trim().split_once(' ').expect("two words");
    assert_eq!(values, "[2.0, 4.0, 6.0]");
    on_host == "True"
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_host_module_runs() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out_dir = folder.path().join("made/for it");
    let Some(module) = build_or_skip(request(&[]), &out_dir) else { return };
    assert!(runs_on_host(&out_dir, true));
    let names = names(&out_dir);
    assert_eq!(names[..1], ["m.c"]);
    assert_eq!(names.len(), 4, "{names:?}");
    assert!(module.file_name().expect("a file").to_string_lossy().starts_with("m.cpython-"));
}

#[test]
fn a_region_runs_on_the_virtual_device() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let Some(_) = build_or_skip(request(&["x86_64"]), folder.path()) else { return };
    assert!(!runs_on_host(folder.path(), true));
}

#[test]
fn a_fat_module_is_built_for_nvidia_too() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let Some(module) = build_or_skip(request(&["sm_80", "sm_90", "x86_64"]), folder.path()) else { return };
    assert!(!runs_on_host(folder.path(), true));
    let bytes = std::fs::read(module).expect("the module");
    for name in [b"sm_80", b"sm_90"] {
        assert!(bytes.windows(name.len()).any(|part| part == name), "{}", String::from_utf8_lossy(name));
        let texts = ptx::of_module(&bytes, &String::from_utf8_lossy(name)).expect("its PTX");
        let kernels = texts.iter().filter(|text| text.contains(".entry __omp_offloading_"));
        assert!(kernels.count() > 0, "{}", texts.concat());
    }
}

#[test]
fn refused_c_is_reported_on_the_line_of_the_source_and_nothing_is_written() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let glue = format!("{GLUE}\n#line 2 \"dir/m.pyx\"\nint broken(void) {{ return nothing; }}\n");
    let Err(refused) = build(request(&[]), &glue, folder.path()) else { panic!("it cannot be built") };
    if refused.code == codes::NO_COMPILER {
        return eprintln!("SKIPPED: {}", refused.message);
    }
    assert_eq!(refused.code, codes::INTERNAL, "{refused:?}");
    let span = refused.primary.expect("a place").span;
    assert_eq!((span.start, span.end), (10, 16));
    assert!(names(folder.path()).is_empty());
}

#[test]
fn a_missing_header_is_the_users() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let glue = format!("#line 1 \"dir/m.pyx\"\n#include <no/such.h>\n{GLUE}");
    let Err(refused) = build(request(&[]), &glue, folder.path()) else { panic!("it cannot be built") };
    if refused.code == codes::NO_COMPILER {
        return eprintln!("SKIPPED: {}", refused.message);
    }
    assert_eq!(refused.code, codes::HEADER_NOT_FOUND, "{refused:?}");
}

#[test]
fn builds_into_one_folder_at_once_do_not_mix() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::thread::scope(|scope| {
        for archs in [&[][..], &["x86_64"][..], &[][..]] {
            let folder = folder.path();
            scope.spawn(move || build_or_skip(request(archs), folder));
        }
    });
    if names(folder.path()).is_empty() {
        return eprintln!("SKIPPED: nothing could be built");
    }
    assert_eq!(names(folder.path()).len(), 4);
    runs_on_host(folder.path(), false);
}
