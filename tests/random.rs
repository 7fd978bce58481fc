//! Random programs: the same results on the host, on the virtual device and from Cython, to the last
//! bit. `tests/random/random_programs.py` says how.

mod common;

#[test]
fn random_programs_agree() {
    if let Some(python) = common::python() {
        common::run_script(&python, "random/random_programs.py", &[]);
    }
}
