//! Cython's own tests with offcy in Cython's place, as `tests/conformance/scoreboard.txt` has them.
//! `tests/conformance/run.py` says how; `errors.py` of what Cython refuses.

mod common;

// One after the other: the first run fetches the tests.
#[test]
fn the_score_is_kept() {
    if let Some(python) = common::python() {
        common::run_script(&python, "conformance/run.py", &[]);
        common::run_script(&python, "conformance/errors.py", &[]);
    }
}
