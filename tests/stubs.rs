//! Stubs agree with the modules that Python imports. See `tests/stubs/check.py`.

mod common;

#[test]
fn stubs_are_what_python_finds() {
    if let Some(python) = common::python() {
        common::run_script(&python, "stubs/check.py", &[]);
    }
}
