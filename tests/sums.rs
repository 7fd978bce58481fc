//! Loops that add up give the same as Cython's, to the last bit. See `tests/sums/check.py`.

mod common;

#[test]
fn sums_are_cythons() {
    if let Some(python) = common::python() {
        common::run_script(&python, "sums/check.py", &[]);
    }
}
