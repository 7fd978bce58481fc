//! What the build driver does on machines that lack something, and when it is interrupted.

mod common;

use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use common::{folder, names, script, write};
use offcy::build::{Builder, Job, Places, Request};
use offcy::diag::{Code, Diagnostic, codes};
use offcy::emit::{Emitted, EmittedFile};
use offcy::source::SourceMap;

const GLUE: &str = "/* As if written by offcy. */\n#include <Python.h>\n\
    static struct PyModuleDef m_module = { PyModuleDef_HEAD_INIT, \"m\", NULL, -1, NULL };\n\
    PyMODINIT_FUNC PyInit_m(void) { return PyModule_Create(&m_module); }\n";

fn build(request: Request, cache: Option<PathBuf>, out_dir: &Path) -> Result<PathBuf, Diagnostic> {
    let files = vec![EmittedFile {
        name: "m.c".to_string(),
        text: GLUE.to_string(),
        origins: Vec::new(),
        device_code: None,
    }];
    let emitted = Emitted { files, ..Emitted::default() };
    let sources = SourceMap::default();
    let places =
        Places { out_dir: out_dir.to_path_buf(), stem: "m".to_string(), module: None, depfile: None };
    let source = Path::new("m.pyx");
    let job = Job { emitted: &emitted, source, sources: &sources, places: &places, on_step: &|_| () };
    Builder::with_cache(request, cache).extension(&job)
}

fn refusal(request: Request, out_dir: &Path) -> Diagnostic {
    build(request, Some(common::cache()), out_dir).expect_err("it cannot be built")
}

/// As quick as can be: the runtime is compiled again for each compiler that a test makes.
fn request() -> Request {
    let program = Some(env!("CARGO_BIN_EXE_offcy").into());
    Request { opt_level: 0, program, ..Request::default() }
}

fn with_compiler(compiler: &Path) -> Request {
    Request { compiler: Some(compiler.to_path_buf()), ..request() }
}

/// A compiler that is there, if only for the host.
fn works() -> Option<Request> {
    let folder = folder();
    match build(request(), Some(common::cache()), folder.path()) {
        Ok(_) => Some(request()),
        Err(lack) => {
            eprintln!("SKIPPED: {} {:?}", lack.message, lack.notes);
            None
        }
    }
}

#[test]
fn a_named_compiler_that_fails_is_not_replaced_by_another() {
    let folder = folder();
    let out = folder.path().join("out");
    let missing = refusal(with_compiler(Path::new("/no/such/clang")), &out);
    assert_eq!(missing.code, codes::NO_COMPILER);
    assert!(missing.notes[0].contains("`/no/such/clang` does not start"), "{missing:?}");
    let silly = script(folder.path(), "cc-of-doom", "echo 'I am no compiler'\n");
    let refused = refusal(with_compiler(&silly), &out);
    assert!(refused.notes[0].contains("is neither clang nor gcc"), "{refused:?}");
    assert!(refused.notes.iter().any(|note| note.contains("sudo apt-get install clang-19")), "{refused:?}");
    assert!(!out.exists());
}

#[test]
fn a_compiler_whose_programs_do_not_run_is_refused() {
    let folder = folder();
    let program = "case \"$1\" in --version) echo 'clang version 19.1.0'; exit 0;; -print*) exit 0;; esac\n\
        while [ \"$1\" != -o ]; do shift; done\n\
        printf '#!/bin/sh\\nkill -11 $$\\n' > \"$2\"; chmod +x \"$2\"\n";
    let compiler = script(folder.path(), "clang", program);
    let refused = refusal(with_compiler(&compiler), folder.path());
    assert_eq!(refused.code, codes::NO_COMPILER);
    assert!(refused.notes[0].contains("does not run: was ended by signal 11"), "{refused:?}");
}

#[test]
fn a_compiler_that_cannot_offload_says_so() {
    let Some(request) = works() else { return };
    let folder = folder();
    let gcc = Request { compiler: Some("gcc".into()), ..request };
    if build(gcc.clone(), Some(common::cache()), folder.path()).is_err() {
        return eprintln!("SKIPPED: no gcc");
    }
    let archs = vec!["x86_64".parse().expect("an architecture")];
    let out = folder.path().join("out");
    let refused = refusal(Request { offload_archs: archs, ..gcc }, &out);
    assert_eq!(refused.code, codes::NO_OFFLOAD);
    assert_eq!(refused.message, "no compiler was found that builds for x86_64");
    assert!(!out.exists());
}

/// With clang at hand: what is missing for GPUs is named with the command that brings it.
#[test]
fn gpus_that_are_missing_are_told_with_the_way_out() {
    let folder = folder();
    let offload = |arch: &str| {
        let offload_archs = vec![arch.parse().expect("an architecture")];
        build(Request { offload_archs, ..request() }, Some(common::cache()), folder.path())
    };
    if let Err(lack) = offload("x86_64") {
        return eprintln!("SKIPPED: {} {:?}", lack.message, lack.notes);
    }
    let cases = [("sm_90", "pip install"), ("gfx90a", "ROCm"), ("native", "has no GPU")];
    for (arch, words) in cases {
        let Err(refused) = offload(arch) else { continue };
        assert_eq!(refused.code, codes::NO_OFFLOAD, "{refused:?}");
        assert!(refused.notes.iter().any(|note| note.contains(words)), "{arch}: {refused:?}");
    }
}

#[test]
fn a_missing_python_and_missing_headers_are_told_apart() {
    let Some(request) = works() else { return };
    let folder = folder();
    let with_python = |python: &Path| Request { python: Some(python.to_path_buf()), ..request.clone() };
    let out = folder.path().join("out");
    let refused = |python: &Path| refusal(with_python(python), &out);
    assert_eq!(refused(Path::new("/no/python")).code, codes::NO_PYTHON);
    let broken = script(folder.path(), "broken", "echo 'Segmentation fault' >&2; exit 139\n");
    assert!(refused(&broken).message.contains("does not work: Segmentation fault"));
    let answer = |version: &str, implementation: &str| {
        format!(
            "echo '{{\"executable\": \"/x/python\", \"implementation\": \"{implementation}\", \
             \"version\": {version}, \"include_dirs\": [\"/no/include\"], \"suffix\": \".so\", \
             \"site_packages\": [], \"has_numpy\": false}}'\n"
        )
    };
    let pypy = script(folder.path(), "pypy", &answer("[3, 11, 0]", "pypy"));
    assert!(refused(&pypy).message.ends_with("is pypy; offcy builds for CPython"));
    let old = script(folder.path(), "old", &answer("[3, 8, 1]", "cpython"));
    assert!(refused(&old).message.contains("is Python 3.8.1;"));
    let bare = refused(&script(folder.path(), "bare", &answer("[3, 12, 1]", "cpython")));
    assert_eq!(bare.code, codes::NO_PYTHON_HEADERS);
    assert!(
        bare.notes.iter().any(|note| note == "install it: sudo apt-get install python3.12-dev"),
        "{bare:?}"
    );
    assert!(!out.exists());
}

#[test]
fn a_folder_that_cannot_be_written_gets_one_message() {
    let Some(request) = works() else { return };
    let folder = folder();
    let file = write(folder.path(), "file", "");
    let locked = folder.path().join("locked");
    std::fs::create_dir(&locked).expect("made");
    std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o555)).expect("locked");
    let mut cases = vec![(file.clone(), "a file of this name"), (file.join("x"), "not a folder")];
    if std::fs::write(locked.join("x"), "").is_err() {
        cases.push((locked, "permission denied"));
    }
    cases.push((PathBuf::from("/proc/out"), "cannot write `/proc/out`"));
    for (out, words) in cases {
        let refused = refusal(request.clone(), &out);
        assert_eq!(refused.code, codes::CANNOT_WRITE, "{refused:?}");
        assert!(refused.message.contains(words), "{refused:?}");
    }
}

/// The compiler of these tests: the real one, but for what `script` does first. In the place of each file of the runtime,
/// which it would compile again for every compiler that a test makes, it compiles an empty one: the module calls none.
fn meddling(folder: &Path, text: &str) -> Option<PathBuf> {
    let found = Command::new("sh").args(["-c", "command -v clang-19 || command -v gcc"]).output().ok()?;
    let real = String::from_utf8(found.stdout).ok()?.trim().to_string();
    let empty = format!("for object; do :; done; exec {real} -x c -fPIC -c /dev/null -o \"$object\"");
    let quick = format!("case \"$*\" in *' -c '*/src/*.c' -o '*) {empty};; esac");
    (!real.is_empty()).then(|| script(folder, "clang", &format!("{text}\n{quick}\nexec {real} \"$@\"\n")))
}

#[test]
fn a_broken_cache_and_none_at_all_do_no_harm() {
    if works().is_none() {
        return;
    }
    let folder = folder();
    let cache = folder.path().join("cache");
    let Some(compiler) = meddling(folder.path(), "") else { return };
    let once = |cache: Option<PathBuf>| {
        build(with_compiler(&compiler), cache, folder.path()).unwrap_or_else(|error| panic!("{error:?}"));
    };
    once(None);
    once(Some(PathBuf::from("/proc/nowhere")));
    once(Some(cache.clone()));
    for kind in ["objects", "facts"] {
        let mut spoiled = 0;
        spoil(&cache.join(kind), &mut spoiled);
        assert!(spoiled > 1, "the cache held {spoiled} {kind}");
        once(Some(cache.clone()));
    }
    std::fs::remove_dir_all(&cache).expect("removed");
    write(folder.path(), "cache", "a file, no folder");
    once(Some(cache));
}

/// Cuts every file short.
fn spoil(folder: &Path, count: &mut usize) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            spoil(&entry.path(), count);
        } else if let Ok(bytes) = std::fs::read(entry.path()) {
            std::fs::write(entry.path(), &bytes[..bytes.len() / 2]).expect("written");
            *count += 1;
        }
    }
}

#[test]
fn a_compiler_that_breaks_down_leaves_nothing() {
    let Some(_) = works() else { return };
    let cases: [(&str, Code); 4] = [
        (
            "case \"$*\" in *-shared*) echo 'ld: cannot find -lmystery' >&2; exit 1;; esac",
            codes::COMPILER_FAILED,
        ),
        ("case \"$*\" in *-shared*) kill -9 $$;; esac", codes::COMPILER_FAILED),
        ("case \"$*\" in */m.c*) kill -11 $$;; esac", codes::COMPILER_FAILED),
        ("case \"$*\" in */m.c*) echo 'x.pyx:1:2: error: no' >&2; exit 1;; esac", codes::INTERNAL),
    ];
    for (text, code) in cases {
        let folder = folder();
        let Some(compiler) = meddling(folder.path(), text) else { return };
        let out = folder.path().join("out");
        let refused = refusal(with_compiler(&compiler), &out);
        assert_eq!(refused.code, code, "{refused:?}");
        assert!(!out.exists());
    }
}

/// Not a test: what the next ones run, and send signals to.
#[test]
#[ignore = "run by the tests that send signals"]
fn child_builds() {
    let variable = |name| PathBuf::from(std::env::var_os(name).expect("set by the parent"));
    let request = with_compiler(&variable("CHILD_CC"));
    let built = build(request, Some(common::cache()), &variable("CHILD_OUT"));
    panic!("it should have been interrupted: {built:?}");
}

#[test]
fn an_interrupted_build_leaves_nothing() {
    let Some(_) = works() else { return };
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let started = path("started");
    let text = format!(
        "case \"$*\" in *-shared*) echo $$ > {0}.new; mv {0}.new {0}; sleep 100;; esac",
        started.display()
    );
    let Some(compiler) = meddling(folder.path(), &text) else { return };
    std::fs::create_dir(path("temporary")).expect("made");
    std::fs::create_dir(path("out")).expect("made");
    let mut child = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "child_builds", "--ignored"])
        .env("CHILD_CC", compiler)
        .env("CHILD_OUT", path("out"))
        .env("TMPDIR", path("temporary"))
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("started");
    wait_until("the link begins", || started.exists());
    let linker = std::fs::read_to_string(&started).expect("its number");
    assert!(!names(&path("temporary")).is_empty());
    let killed = Command::new("kill").arg(child.id().to_string()).status().expect("kill runs");
    assert!(killed.success());
    let status = child.wait().expect("it ends");
    assert_eq!(status.signal(), Some(15), "{status:?}");
    wait_until("the linker is gone", || !Path::new("/proc").join(linker.trim()).join("exe").exists());
    assert!(names(&path("temporary")).is_empty(), "{:?}", names(&path("temporary")));
    assert!(names(&path("out")).is_empty());
}

/// Under nohup a hangup changes nothing.
#[test]
fn ignored_signals_stay_ignored() {
    let Some(_) = works() else { return };
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let text = format!(
        "case \"$*\" in *-shared*) touch {}; until [ -e {} ]; do sleep 0.02; done;; esac",
        path("started").display(),
        path("go").display()
    );
    let Some(compiler) = meddling(folder.path(), &text) else { return };
    let program = std::env::current_exe().expect("this program");
    let mut child = Command::new("sh")
        .args(["-c", "trap '' HUP; exec \"$0\" --exact child_builds --ignored"])
        .arg(program)
        .env("CHILD_CC", compiler)
        .env("CHILD_OUT", path("out"))
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("started");
    wait_until("the link begins", || path("started").exists());
    let hangup = Command::new("kill").args(["-HUP", &child.id().to_string()]).status().expect("kill runs");
    assert!(hangup.success());
    write(folder.path(), "go", "");
    // The child says in its own way that nothing interrupted it.
    assert_eq!(child.wait().expect("it ends").code(), Some(101));
    assert!(names(&path("out")).len() == 2, "{:?}", names(&path("out")));
}

fn wait_until(what: &str, reached: impl Fn() -> bool) {
    let start = Instant::now();
    while !reached() {
        assert!(start.elapsed() < Duration::from_secs(60), "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
