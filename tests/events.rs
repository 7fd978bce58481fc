//! Profilers, coverage.py and what else traces lines see functions of compiled modules. See `tests/events/check.py`.

mod common;

#[test]
fn what_watches_sees_functions_and_lines() {
    if let Some(python) = common::python() {
        common::run_script(&python, "events/check.py", &[]);
    }
}
