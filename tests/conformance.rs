//! Cython's own tests with offcy in Cython's place, as `tests/conformance/scoreboard.txt` has them.
//! `tests/conformance/run.py` says how; `errors.py` of what Cython refuses.

mod common;

#[test]
fn the_score_is_kept() {
    if let Some(python) = common::python() {
        common::run_script(&python, "conformance/run.py", &[]);
    }
}

#[test]
fn what_cython_refuses_is_refused() {
    if let Some(python) = common::python() {
        common::run_script(&python, "conformance/errors.py", &[]);
    }
}
