//! What each wrong use and each bad input gets: one clear message, the right status, the right
//! stream, and nothing left over.

mod common;

use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;

use common::{finish, folder, names, offcy, run, write};

const COMMANDS_WITH_A_FILE: [&str; 5] = ["compile", "check", "strip", "maps", "annotate"];

#[test]
fn wrong_usage_has_status_2() {
    let folder = folder();
    let cases: &[&[&str]] = &[
        &[],
        &["frobnicate"],
        &["compile"],
        &["check"],
        &["strip"],
        &["strip", "a.pyx", "b.pyx"],
        &["explain"],
        &["explain", "OFC9999"],
        &["explain", ""],
        &["explain", "--list", "OFC0001"],
        &["compile", "--offload-arch", "voodoo2", "m.pyx"],
        &["compile", "--emit", "fortran", "m.pyx"],
        &["compile", "-O", "9", "m.pyx"],
        &["compile", "-j", "0", "m.pyx"],
        &["compile", "-X", "boundscheck", "m.pyx"],
        &["compile", "-X", "boundscheck=maybe", "m.pyx"],
        &["compile", "-X", "nonsense=True", "m.pyx"],
        &["check", "-E", "SIZE", "m.pyx"],
        &["compile", "-E", "SIZE=3,4=5", "m.pyx"],
        &["compile", "-X", "march=a b", "m.pyx"],
        &["compile", "-X", "fp_contract=maybe", "m.pyx"],
        &["compile", "--module-name", "a.1b", "m.pyx"],
        &["compile", "--module-name", "a", "m.pyx", "n.pyx"],
        &["compile", "--output", "m.so", "m.pyx", "n.pyx"],
        &["compile", "--output", "m.so", "--emit", "c", "m.pyx"],
        &["compile", "-D", "1X=2", "m.pyx"],
        &["compile", "-U", "X=2", "m.pyx"],
        &["compile", "--extra-source", "m.cpp", "m.pyx"],
        &["compile", "a.pyx", "./sub/../a.pyx", "--out-dir", "x"],
        &["check", "--message-format", "xml", "m.pyx"],
        &["doctor", "now"],
        &["debug", "tir"],
        &["debug", "hir", "m.pyx"],
    ];
    for arguments in cases {
        let ran = run(folder.path(), arguments);
        assert_eq!(ran.code, Some(2), "{arguments:?}: {ran:?}");
        assert!(ran.out.is_empty() && !ran.err.is_empty(), "{arguments:?}: {ran:?}");
    }
    assert!(names(folder.path()).is_empty());
}

#[test]
fn help_and_version_go_to_the_standard_output() {
    let folder = folder();
    for arguments in [&["--help"][..], &["compile", "--help"], &["help", "maps"], &["--version"]] {
        let ran = run(folder.path(), arguments);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{arguments:?}");
        assert!(ran.out.contains("offcy"), "{}", ran.out);
    }
}

#[test]
fn unreadable_sources_have_one_message_and_status_1() {
    let folder = folder();
    let at = folder.path();
    std::fs::create_dir(at.join("folder.pyx")).expect("made");
    write(at, "latin.pyx", b"x = '\xe9'\n");
    let locked = write(at, "locked.pyx", "x = 1\n");
    std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o000)).expect("locked");
    let large = std::fs::File::create(at.join("large.pyx")).expect("made");
    large.set_len((64 << 20) + 1).expect("a sparse file");
    let mut cases = vec![
        ("missing.pyx", "error[OFC0801]: cannot read `missing.pyx`: there is no such file\n"),
        ("folder.pyx", "error[OFC0801]: cannot read `folder.pyx`: it is a folder\n"),
        ("large.pyx", "error[OFC0801]: cannot read `large.pyx`: it is larger than 64 MiB\n"),
        ("/dev/null", "error[OFC0801]: cannot read `/dev/null`: it is not a regular file\n"),
        ("latin.pyx", "latin.pyx:1:6: error[OFC0002]: the file is not valid UTF-8\n"),
    ];
    // root reads what it likes.
    if std::fs::read(&locked).is_err() {
        cases.push(("locked.pyx", "error[OFC0801]: cannot read `locked.pyx`: permission denied\n"));
    }
    let before = names(at);
    for command in COMMANDS_WITH_A_FILE {
        for (file, message) in &cases {
            let ran = run(at, &[command, "--message-format", "short", file]);
            assert_eq!((ran.code, ran.err.as_str()), (Some(1), *message), "{command} {file}");
            assert!(ran.out.is_empty());
        }
    }
    assert_eq!(names(at), before);
}

#[test]
fn a_module_needs_a_name() {
    let folder = folder();
    for name in ["my-module.pyx", "2d.pyx", ".pyx", "a.b.pyx"] {
        write(folder.path(), name, "x = 1\n");
        let ran = run(folder.path(), &["compile", "--emit", "c", "--message-format", "short", name]);
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert!(ran.err.contains("error[OFC0802]"), "{ran:?}");
    }
}

#[test]
fn a_project_is_made_whole_under_a_name_that_python_can_import() {
    let folder = folder();
    let at = folder.path();
    let cases = [("my lib", "my_lib"), ("2d", "my_2d"), ("array", "my_array"), ("class", "my_class")];
    for (name, proposal) in cases {
        let ran = run(at, &["new", name]);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(
            ran.err.contains(&format!("tip: `{proposal}")) && ran.err.contains("Usage: offcy new"),
            "{ran:?}"
        );
    }
    write(at, "file", "");
    for (path, why) in
        [("file", "there is a file of this name"), ("file/inner", "a part of the path is not a")]
    {
        let ran = run(at, &["new", path]);
        assert_eq!(ran.code, Some(3), "{ran:?}");
        assert!(ran.err.contains(why), "{ran:?}");
    }
    assert_eq!(names(at), ["file"]);

    std::fs::create_dir(at.join("empty")).expect("made");
    for arguments in
        [&["new", "My-Lib"][..], &["new", "deep/my.lib", "--meson"], &["new", "empty", "--name", "my_lib"]]
    {
        let project = at.join(arguments[1]);
        let ran = run(at, arguments);
        assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""), "{ran:?}");
        for file in ["pyproject.toml", "README.md", ".gitignore", ".github/workflows/ci.yml"] {
            let text = std::fs::read_to_string(project.join(file)).expect(file);
            assert!(!text.contains("{{p") && !text.contains("{{d") && !text.contains("{{v"), "{text}");
        }
        let module = project.join("src/my_lib/kernels.pyx");
        let checked = run(at, &["check".as_ref(), module.as_os_str()]);
        assert_eq!((checked.code, checked.err.as_str()), (Some(0), ""));
        let before = names(&project);
        assert_eq!(run(at, arguments).code, Some(3));
        assert_eq!(names(&project), before);
    }
    assert_eq!(names(at), ["My-Lib", "deep", "empty", "file"]);
}

#[test]
fn path_names_need_not_be_utf_8() {
    let folder = folder();
    let name = std::ffi::OsStr::from_bytes(b"m\xff.pyx");
    std::fs::write(folder.path().join(name), b"x = '\xe9'\n").expect("written");
    let arguments =
        |format| ["check".as_ref(), "--message-format".as_ref(), std::ffi::OsStr::new(format), name];
    let ran = run(folder.path(), &arguments("short"));
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.starts_with("m\u{fffd}.pyx:1:6: error[OFC0002]"), "{ran:?}");
    let sarif = run(folder.path(), &arguments("sarif")).out;
    assert!(sarif.contains("m%FF.pyx"), "{sarif}");
}

#[test]
fn machines_read_the_standard_output() {
    let folder = folder();
    write(folder.path(), "latin.pyx", b"\n  \xe9");
    let files = ["missing.pyx", "latin.pyx"];
    let check = |format: &str| {
        let ran = run(folder.path(), &["check", "--message-format", format, files[0], files[1]]);
        assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
        ran.out
    };
    let lines: Vec<serde_json::Value> =
        check("json").lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["code"], "OFC0801");
    assert_eq!(lines[1]["start"], serde_json::json!({"line": 2, "column": 3, "byte": 3}));
    let sarif: serde_json::Value = serde_json::from_str(&check("sarif")).expect("one document");
    validate_sarif(&sarif, 2);
}

/// What the SARIF 2.1.0 schema demands of the parts that offcy writes.
fn validate_sarif(document: &serde_json::Value, results: usize) {
    assert_eq!(document["version"], "2.1.0");
    let runs = document["runs"].as_array().expect("runs");
    let driver = &runs[0]["tool"]["driver"];
    assert!(driver["name"].is_string());
    let rules = driver["rules"].as_array().expect("rules");
    assert!(rules.iter().all(|rule| rule["id"].is_string() && rule["shortDescription"]["text"].is_string()));
    let found = runs[0]["results"].as_array().expect("results");
    assert_eq!(found.len(), results);
    for result in found {
        assert!(result["message"]["text"].is_string());
        assert!(["none", "note", "warning", "error"].contains(&result["level"].as_str().expect("a level")));
        let rule = result["ruleIndex"].as_u64().expect("an index") as usize;
        assert_eq!(rules[rule]["id"], result["ruleId"]);
        for location in result["locations"].as_array().expect("locations") {
            let physical = &location["physicalLocation"];
            assert!(physical["artifactLocation"]["uri"].is_string());
            assert!(physical["region"]["startLine"].as_u64().expect("a line") >= 1);
            assert!(physical["region"]["startColumn"].as_u64().expect("a column") >= 1);
        }
    }
}

#[test]
fn people_read_the_standard_error_in_colour_only_on_request() {
    let folder = folder();
    let plain = run(folder.path(), &["check", "missing.pyx"]);
    assert!(plain.out.is_empty());
    assert!(plain.err.contains("for more: offcy explain OFC0801"), "{}", plain.err);
    assert!(plain.err.ends_with("1 error\n"), "{}", plain.err);
    assert!(!plain.err.contains('\u{1b}'));
    let with = |name: &str, value: &str| {
        let mut command = offcy(folder.path(), &["check", "missing.pyx"]);
        finish(command.env("CLICOLOR_FORCE", "1").env(name, value)).err.contains('\u{1b}')
    };
    assert!(with("OTHER", "1"));
    assert!(with("NO_COLOR", ""), "an empty NO_COLOR says nothing");
    assert!(!with("NO_COLOR", "1"));
}

#[test]
fn pages_are_found_by_any_spelling() {
    let folder = folder();
    let page = run(folder.path(), &["explain", "OFC0801"]);
    assert_eq!(page.code, Some(0));
    assert!(page.out.starts_with("# OFC0801: "));
    for spelling in ["ofc0801", "0801", "801"] {
        assert_eq!(run(folder.path(), &["explain", spelling]).out, page.out);
    }
    let list = run(folder.path(), &["explain", "--list"]).out;
    assert!(list.lines().all(|line| line.starts_with("OFC")) && list.contains("OFC0801  "), "{list}");
}

/// `offcy ... | head -0`, and a full disk.
#[test]
fn a_closed_pipe_is_no_error_and_a_full_disk_is() {
    let folder = folder();
    for arguments in
        [&["explain", "--list"][..], &["--help"], &["check", "--message-format", "json", "no.pyx"]]
    {
        let expected = if arguments[0] == "check" { 1 } else { 0 };
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = offcy(folder.path(), arguments);
        let output = command.stdout(writer).stderr(Stdio::piped()).output().expect("offcy starts");
        assert_eq!(output.status.code(), Some(expected), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
    let full = std::fs::File::options().write(true).open("/dev/full").expect("a full device");
    let mut command = offcy(folder.path(), &["explain", "--list"]);
    let output = command.stdout(full).stderr(Stdio::piped()).output().expect("offcy starts");
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write the output"));
}

#[test]
fn a_closed_standard_error_is_no_panic() {
    let folder = folder();
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let output = offcy(folder.path(), &["check", "no.pyx"]).stderr(writer).output().expect("offcy starts");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn progress_stays_off_the_standard_output() {
    let folder = folder();
    let arguments = ["compile", "--progress", "--message-format", "json", "no.pyx", "nor.pyx"];
    let ran = run(folder.path(), &arguments);
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.lines().all(|line| line.starts_with('{')), "{}", ran.out);
    assert!(ran.err.contains("/2] no.pyx: compiling\n"), "{}", ran.err);
    let silent = run(folder.path(), &["compile", "--message-format", "json", "no.pyx", "nor.pyx"]);
    assert_eq!(silent.err, "");
}

#[test]
fn diagnostics_come_in_the_order_of_the_files() {
    let folder = folder();
    let files: Vec<String> = (0..20).map(|number| format!("m{number}.pyx")).collect();
    let mut arguments = vec!["compile", "-j", "7", "--message-format", "short"];
    arguments.extend(files.iter().map(String::as_str));
    let ran = run(folder.path(), &arguments);
    let order: Vec<bool> =
        ran.err.lines().zip(&files).map(|(line, file)| line.contains(&format!("`{file}`"))).collect();
    assert_eq!(order, [true; 20], "{}", ran.err);
}

/// Text that a terminal would act on does not reach it.
#[test]
fn escapes_in_names_are_shown_not_sent() {
    let folder = folder();
    for format in ["human", "short"] {
        let ran = run(folder.path(), &["check", "--message-format", format, "a\u{1b}[2J\nb.pyx"]);
        assert!(!ran.err.contains('\u{1b}'), "{}", ran.err);
    }
}

#[test]
fn nothing_reads_the_standard_input() {
    let folder = folder();
    let mut command = offcy(folder.path(), &["check", "-"]);
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().expect("offcy starts");
    let mut input = child.stdin.take().expect("a pipe");
    let _ = input.write_all(b"x = 1\n");
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
    assert!(!Path::new("-").exists());
}

const SMALL: &str =
    "def twice(double[:] x):\n    cdef int i\n    for i in range(x.shape[0]):\n        x[i] *= 2\n";

/// Whether this machine can build at all.
fn builds(ran: &common::Ran) -> bool {
    let lacks = ran.code == Some(3);
    if lacks {
        eprintln!("SKIPPED: {}", ran.err);
    }
    !lacks
}

#[test]
fn two_compiles_into_one_folder_at_once_do_not_mix() {
    let folder = folder();
    write(folder.path(), "m.pyx", SMALL);
    let compile = || run(folder.path(), &["compile", "--out-dir", "out", "-O1", "m.pyx"]);
    if !builds(&compile()) {
        return;
    }
    let out = folder.path().join("out");
    let expected = names(&out);
    std::thread::scope(|scope| {
        let runs: Vec<_> = (0..4).map(|_| scope.spawn(compile)).collect();
        for ran in runs {
            assert_eq!(ran.join().expect("it ends").code, Some(0));
        }
    });
    assert_eq!(names(&out), expected);
}

#[test]
fn compiling_prints_the_path_of_the_module_and_writes_beside_the_source() {
    let folder = folder();
    write(folder.path(), "m.pyx", SMALL);
    let ran = run(folder.path(), &["compile", "m.pyx"]);
    if !builds(&ran) {
        return;
    }
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(ran.out.starts_with("./m.cpython-") && ran.out.ends_with(".so\n"), "{}", ran.out);
    assert!(folder.path().join(ran.out.trim_end()).is_file());
    let c = run(folder.path(), &["compile", "--emit", "c", "--out-dir", "c", "m.pyx"]);
    assert_eq!((c.code, c.out.as_str()), (Some(0), "c/m.c\n"));
    assert!(names(&folder.path().join("c")).iter().all(|name| !name.ends_with(".so")));
}

/// Importlib finds the `__init__` of a package under the package's name.
#[test]
fn a_package_is_compiled_under_its_own_name() {
    let folder = folder();
    std::fs::create_dir(folder.path().join("kit")).expect("made");
    write(folder.path(), "kit/__init__.py", "from . import part\nLIMIT = 3 + part.MORE\nclass Own: pass\n");
    write(folder.path(), "kit/part.py", "MORE = 4\n");
    let ran = run(folder.path(), &["compile", "-O0", "kit/__init__.py"]);
    if !builds(&ran) {
        return;
    }
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(ran.out.starts_with("kit/__init__.cpython-"), "{}", ran.out);
    let Some(python) = common::python() else { return };
    let said = std::process::Command::new(python)
        .args([
            "-c",
            "import kit; print(kit.__file__[-3:], kit.LIMIT, kit.Own.__module__, kit.part.__name__)",
        ])
        .current_dir(folder.path())
        .output()
        .expect("Python starts");
    assert_eq!(String::from_utf8_lossy(&said.stdout), ".so 7 kit kit.part\n");
}

/// A page in the place of `/dev/null` would be the end of it.
#[test]
fn only_regular_files_are_written_over() {
    let folder = folder();
    write(folder.path(), "m.pyx", "x = 1\n");
    let _socket = std::os::unix::net::UnixListener::bind(folder.path().join("m.html")).expect("a socket");
    let ran = run(folder.path(), &["annotate", "--message-format", "short", "m.pyx"]);
    let message = "error[OFC0803]: cannot write `m.html`: it is not a regular file\n";
    assert_eq!((ran.code, ran.err.as_str()), (Some(3), message));
}

/// What every module costs: the C of one with a memoryview, and what of the runtime is linked into it.
#[test]
fn a_module_of_one_function_is_small() {
    let folder = folder();
    let text = "def total(double[:] x):\n    cdef double s = 0\n    for i in range(x.shape[0]):\n        s += x[i]\n    return s\n";
    write(folder.path(), "m.pyx", text);
    let ran = run(folder.path(), &["compile", "m.pyx"]);
    if !builds(&ran) {
        return;
    }
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("C");
    let lines = ["m.c", "m.h"].map(|name| read(name).lines().count());
    assert!(lines.iter().sum::<usize>() < 400, "{lines:?}");
    let module = folder.path().join(ran.out.trim_end());
    let bytes = std::fs::read(&module).expect("the module");
    assert!(bytes.len() < 60 * 1024, "{} bytes", bytes.len());
    // Loading it would be half the time of an import.
    assert!(!bytes.windows(9).any(|name| name == b"libomp.so"), "needs the OpenMP runtime");
}

/// A file that `check --fix` puts right, in an encoding and with line endings of its own.
const TO_FIX: &[u8] =
    b"# -*- coding: latin-1 -*-\r\ndef f(x):  # \xe9\r\n    if x: print x\r\n    print 'a'\r\n    print 'b'\r\n";

#[test]
fn modules_in_the_syntax_of_python_are_compiled() {
    let folder = folder();
    let text =
        "import cython\n\n\n@cython.ccall\ndef twice(x: cython.double) -> cython.double:\n    return x * 2\n";
    write(folder.path(), "mod.py", text);
    let ran = run(folder.path(), &["compile", "--emit", "c", "mod.py"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "./mod.c\n"), "{ran:?}");
    let c = std::fs::read_to_string(folder.path().join("mod.c")).expect("mod.c");
    assert!(c.contains("static double twice(double x)"), "{c}");
}

#[test]
fn fixes_are_applied_to_the_file() {
    let folder = folder();
    let at = folder.path();
    let file = write(at, "m.pyx", TO_FIX);
    write(at, "well.pyx", "x = 1\n");
    let ran = run(at, &["check", "--fix", "--message-format", "short", "m.pyx", "well.pyx", "missing.pyx"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.err.contains("m.pyx: 3 fixes applied\n") && !ran.err.contains("well.pyx"), "{ran:?}");
    assert!(ran.err.contains("cannot read `missing.pyx`") && ran.out.is_empty(), "{ran:?}");
    let fixed = std::fs::read(&file).expect("there");
    let wanted =
        b"# -*- coding: latin-1 -*-\r\ndef f(x):  # \xe9\r\n    if x: print(x)\r\n    print('a')\r\n    print('b')\r\n";
    assert_eq!(String::from_utf8_lossy(&fixed), String::from_utf8_lossy(wanted));
    assert_eq!(fixed, wanted);
    let again = run(at, &["check", "--fix", "--message-format", "json", "m.pyx"]);
    assert_eq!((again.code, again.out.as_str(), again.err.as_str()), (Some(0), "", ""));
    assert_eq!(names(at), ["m.pyx", "well.pyx"]);
}

#[test]
fn a_file_that_cannot_be_replaced_stays_as_it_is() {
    let folder = folder();
    let at = folder.path();
    let file = write(at, "m.pyx", TO_FIX);
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o444)).expect("locked");
    let ran = run(at, &["check", "--fix", "--message-format", "short", "m.pyx"]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.err.contains("m.pyx:3:11: error") && !ran.err.contains("applied"), "{ran:?}");
    assert!(ran.err.contains("error[OFC0803]: cannot write `m.pyx`: permission denied"), "{ran:?}");
    assert_eq!(std::fs::read(&file).expect("there"), TO_FIX);
    assert_eq!(names(at), ["m.pyx"]);
}

#[test]
fn variables_that_mean_nothing_are_named() {
    let folder = folder();
    write(folder.path(), "m.pyx", "x = 1\n");
    let compile = |name: &str, value: &str| {
        let arguments = ["compile", "--emit", "c", "--out-dir", "out", "--message-format", "short", "m.pyx"];
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_offcy"));
        let done =
            command.current_dir(folder.path()).args(arguments).env(name, value).output().expect("it runs");
        assert!(done.status.success(), "{name}: {done:?}");
        String::from_utf8_lossy(&done.stderr).into_owned()
    };
    let said = compile("OFFCY_PXT", "0");
    assert!(
        said.contains("warning[OFC0818]: offcy reads no variable `OFFCY_PXT`: is `OFFCY_PTX` meant?"),
        "{said}"
    );
    assert!(compile("OFFCY_PTX", "maybe").contains("warning[OFC0818]: `OFFCY_PTX=maybe` is ignored"));
    assert_eq!(compile("OFFCY_PTX", "1"), "");
    let other = |arguments: &[&str], name: &str, value: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_offcy"));
        let done =
            command.current_dir(folder.path()).args(arguments).env(name, value).output().expect("it runs");
        (done.status.success(), String::from_utf8_lossy(&done.stderr).into_owned())
    };
    // That there is a compiler is no matter of theirs.
    for arguments in [&["cython", "m.pyx", "-o", "o.c"][..], &["doctor", "--cc", "/dev/null/no"]] {
        let (_, said) = other(arguments, "OFFCY_PXT", "0");
        assert!(said.contains("offcy reads no variable `OFFCY_PXT`: is `OFFCY_PTX` meant?"), "{said}");
        assert!(other(arguments, "OFFCY_PTX", "maybe").1.contains("OFC0818"), "{arguments:?}");
        for of_package in ["OFFCY_ONLY", "OFFCY_DIRECTIVES", "OFFCY_OPT_LEVEL", "OFFCY_OFFLOAD_ARCH"] {
            assert_eq!(other(arguments, of_package, "none").1, "", "{arguments:?} {of_package}");
        }
    }
    let (good, said) = other(&["cython", "-Werror", "m.pyx", "-o", "o.c"], "OFFCY_PXT", "0");
    assert!(!good && said.contains("error[OFC0818]"), "{said}");
    let folder = folder.path();
    for (name, code) in [("OFFCY_PYTHON", "OFC0813"), ("OFFCY_CC", "OFC0811")] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_offcy"));
        let done = command.current_dir(folder).args(["compile", "m.pyx"]).env(name, "/dev/null/no").output();
        let said = String::from_utf8_lossy(&done.expect("it runs").stderr).into_owned();
        assert!(
            said.contains(code) && said.contains(&format!("{name}: `/dev/null/no` does not start")),
            "{said}"
        );
    }
}
