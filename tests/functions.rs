//! Random functions of the language's core: they give and raise what Cython's do, to the last bit.
//! `tests/functions/run.py` says how.

mod common;

#[test]
fn random_functions_agree() {
    if let Some(python) = common::python() {
        common::run_script(&python, "functions/run.py", &[]);
    }
}
