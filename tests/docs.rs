//! What the documentation shows: every snippet of `docs` and of the README. `tests/docs/check.py` says how.

mod common;

#[test]
fn every_snippet_does_what_it_says() {
    if let Some(python) = common::python() {
        common::run_script(&python, "docs/check.py", &[]);
    }
}
