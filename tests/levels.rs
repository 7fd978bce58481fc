//! Versions of loops for processors give the same, whichever runs. See `tests/levels/check.py`.

mod common;

#[test]
fn versions_of_loops_agree() {
    if let Some(python) = common::python() {
        common::run_script(&python, "levels/check.py", &[]);
    }
}
