//! `offcy doctor` on machines that lack something, made of fake programs.

mod common;

use std::path::Path;

use common::{Ran, finish, folder, offcy, script, write};
use serde_json::Value;

/// A compiler that introduces itself as clang and, asked for a library or a program, has none.
const CLANG_WITHOUT_OPENMP: &str = r#"case "$1" in
--version) echo "Debian clang version 19.1.7"; exit 0 ;;
-print-file-name=*) echo "${1#-print-file-name=}"; exit 0 ;;
esac
echo "probe.c:1:10: fatal error: 'omp.h' file not found" >&2
exit 1
"#;

/// A machine on which only the programs of `bin` are found.
fn doctor(bin: &Path, arguments: &[&str]) -> Ran {
    let mut all = vec!["doctor"];
    all.extend(arguments);
    let mut command = offcy(bin, &all);
    command.env("PATH", format!("{}:/nowhere", bin.display()));
    command.env("OFFCY_PATH_ONLY", "1").env_remove("VIRTUAL_ENV");
    for name in ["CUDA_PATH", "CUDA_HOME"] {
        command.env_remove(name);
    }
    finish(&mut command)
}

fn json(bin: &Path) -> (Option<i32>, Value) {
    let ran = doctor(bin, &["--json"]);
    (ran.code, serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:?}")))
}

fn commands(report: &Value) -> Vec<&str> {
    let missing = report["missing"].as_array().expect("a list");
    missing.iter().map(|lack| lack["command"].as_str().expect("a command")).collect()
}

#[test]
fn a_bare_machine_is_told_everything() {
    let bin = folder();
    let (code, report) = json(bin.path());
    assert_eq!(code, Some(3));
    assert_eq!(report["compilers"], serde_json::json!([]));
    assert!(commands(&report).contains(&"sudo apt-get install clang-19 clang-tools-19 lld-19 libomp-19-dev"));
    assert!(commands(&report).contains(&"sudo apt-get install python3 python3-dev"));
    let words = doctor(bin.path(), &[]).out;
    assert!(words.contains("C compilers\n  none\n"), "{words}");
    assert!(
        words.contains("    sudo apt-get install clang-19 clang-tools-19 lld-19 libomp-19-dev\n"),
        "{words}"
    );
}

#[test]
fn a_clang_without_openmp_is_told_apart() {
    let bin = folder();
    script(bin.path(), "clang-19", CLANG_WITHOUT_OPENMP);
    let (code, report) = json(bin.path());
    assert_eq!(code, Some(3));
    let clang = &report["compilers"][0];
    assert_eq!(clang["version"], "Debian clang version 19.1.7");
    assert_eq!(clang["host"]["good"], false);
    assert!(clang["host"]["words"].as_str().expect("words").contains("'omp.h' file not found"));
    let command = "sudo apt-get install libomp-19-dev llvm-19 clang-tools-19";
    assert!(commands(&report).contains(&command), "{report}");
}

/// As in Debian: asked for OpenMP's runtime, it names a link outside of its own folder.
#[test]
fn the_offload_runtime_is_found_where_it_is() {
    let bin = folder();
    let at = bin.path();
    for name in ["links", "llvm-22"] {
        std::fs::create_dir(at.join(name)).expect("made");
    }
    for name in ["links/libomp.so", "llvm-22/libomp.so", "llvm-22/libomptarget.so"] {
        write(at, name, "");
    }
    let clang = r#"case "$1" in
--version) echo "Debian clang version 22.1.8"; exit 0 ;;
-print-file-name=libomp.so) echo "AT/links/libomp.so"; exit 0 ;;
-print-file-name=libomptarget.so) [ -e "AT/llvm-22/libomptarget.so" ] && echo "AT/llvm-22/libomptarget.so" || echo libomptarget.so; exit 0 ;;
-print-prog-name=*) echo "${1#-print-prog-name=}"; exit 0 ;;
esac
exit 1
"#;
    script(at, "clang-22", &clang.replace("AT", at.to_str().expect("UTF-8")));
    let programs = "sudo apt-get install llvm-22 clang-tools-22";
    assert!(commands(&json(at).1).contains(&programs), "{}", json(at).1);
    std::fs::remove_file(at.join("llvm-22/libomptarget.so")).expect("removed");
    let all = "sudo apt-get install liboffload-22-dev llvm-22 clang-tools-22";
    assert!(commands(&json(at).1).contains(&all), "{}", json(at).1);
}

#[test]
fn programs_that_are_no_compilers_do_no_harm() {
    let bin = folder();
    script(bin.path(), "clang-19", "kill -11 $$\n");
    script(bin.path(), "clang", "exec >&- 2>&-; exit 0\n");
    script(bin.path(), "gcc", "head -c 3000000 /dev/zero; exit 1\n");
    script(bin.path(), "python3", "echo '{\"version\": 4}'\n");
    std::fs::write(bin.path().join("cc"), "\u{7f}ELF but not really").expect("written");
    let (code, report) = json(bin.path());
    assert_eq!(code, Some(3));
    let compilers = report["compilers"].as_array().expect("a list");
    assert_eq!(compilers.len(), 3, "{report}");
    assert!(compilers.iter().all(|compiler| compiler["host"]["good"] == false));
    assert_eq!(report["python"]["interpreter"]["good"], false);
}

/// The machine of whoever runs the tests, if it has what scripts/quickstart installs.
#[test]
fn a_whole_clang_passes_every_probe() {
    let ran = finish(offcy(Path::new("/"), &["doctor", "--json"]).env_remove("OFFCY_CC"));
    let report: Value = serde_json::from_str(&ran.out).expect("JSON");
    let compilers = report["compilers"].as_array().expect("a list");
    let clang =
        compilers.iter().find(|found| found["path"].as_str().is_some_and(|path| path.ends_with("clang-19")));
    let Some(clang) = clang.filter(|_| Path::new("/usr/lib/llvm-19/lib/libomptarget.so").exists()) else {
        return eprintln!("SKIPPED: no clang-19 with libomp-19-dev here");
    };
    assert_eq!(clang["host"]["good"], true, "{report}");
    assert_eq!(clang["virtual_device"]["words"], "builds and runs, 4 devices", "{report}");
}
