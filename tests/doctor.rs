//! `offcy doctor` on machines that lack something, made of fake programs.

mod common;

use std::path::Path;

use common::{Ran, finish, folder, offcy, script};
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
    assert!(commands(&report).contains(&"sudo apt-get install clang-19 libomp-19-dev lld-19"));
    assert!(commands(&report).contains(&"sudo apt-get install python3 python3-dev"));
    let words = doctor(bin.path(), &[]).out;
    assert!(words.contains("C compilers\n  none\n"), "{words}");
    assert!(words.contains("    sudo apt-get install clang-19 libomp-19-dev lld-19\n"), "{words}");
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
    assert!(commands(&report).contains(&"sudo apt-get install libomp-19-dev"), "{report}");
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
