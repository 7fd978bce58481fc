//! Every way in which a device can refuse ends in a Python exception. `tests/faults/check.py` says how.

mod common;

#[test]
fn faults_are_exceptions() {
    if let Some(python) = common::python() {
        common::run_script(&python, "faults/check.py", &["--ordinary"]);
    }
}
