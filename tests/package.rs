//! The Python package, in every way in which pip installs it. `tests/package/check.py` says how.

mod common;

#[test]
fn the_package_finds_its_program_wherever_pip_puts_it() {
    let Some(python) = common::python() else { return };
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a temporary folder");
    let folder = folder.path().to_str().expect("UTF-8");
    common::run_script(&python, "package/check.py", &[folder]);
}

/// Texts, files, imports and cells of notebooks: `tests/package/live.py`.
#[test]
fn modules_are_compiled_while_a_program_runs() {
    let Some(python) = common::python() else { return };
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a temporary folder");
    let folder = folder.path().to_str().expect("UTF-8");
    common::run_script(&python, "package/live.py", &[folder]);
}
