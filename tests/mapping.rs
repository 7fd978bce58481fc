//! The mapping benchmark (`benches/mapping`) at its smallest: every program gives the same results however
//! it is mapped and wherever it runs, and what is inferred moves no more than it may.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// A Python with NumPy and Cython: `OFFCY_TEST_PYTHON`, or the `.venv` that `scripts/setup` makes.
fn python() -> Option<String> {
    let venv = Path::new(env!("CARGO_MANIFEST_DIR")).join(".venv/bin/python");
    let named = std::env::var("OFFCY_TEST_PYTHON").ok();
    let python = named.or_else(|| venv.exists().then(|| venv.display().to_string()))?;
    let found = Command::new(&python).args(["-c", "import numpy, Cython"]).status().ok()?;
    found.success().then_some(python)
}

fn number(figures: &Value, version: &str, what: &str) -> u64 {
    figures[version][what].as_u64().unwrap_or_else(|| panic!("{version}: no {what} in {figures}"))
}

#[test]
fn inference_is_measured_against_experts() {
    let Some(python) = python() else {
        eprintln!("SKIPPED: no Python with NumPy and Cython; run scripts/setup");
        return;
    };
    if Command::new("clang-19").arg("--version").output().is_err() {
        eprintln!("SKIPPED: no clang-19; run scripts/setup");
        return;
    }
    let run = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/mapping/run.py");
    let report = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mapping.json");
    let output = Command::new(python)
        .arg("-P")
        .arg(run)
        .args([env!("CARGO_BIN_EXE_offcy"), "--output"])
        .arg(&report)
        .output()
        .expect("it starts");
    let table = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{table}{}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(&report).expect("the figures");
    let figures: Value = serde_json::from_str(&text).expect("JSON");
    let programs = figures["programs"].as_object().expect("the programs");
    assert_eq!(programs.len(), 9, "{table}");
    for (name, figures) in programs {
        for version in ["inferred", "expert", "naive"] {
            assert!(number(figures, version, "copies_to") > 0, "{name}: {table}");
            assert!(number(figures, version, "copies_from") > 0, "{name}: {table}");
        }
        let [inferred, expert, naive] =
            ["inferred", "expert", "naive"].map(|version| number(figures, version, "bytes"));
        assert!(expert < naive, "{name}: the expert is none\n{table}");
        assert!(inferred < naive, "{name}: nothing is inferred\n{table}");
    }
}
