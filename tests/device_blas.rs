//! Calls of BLAS from host code run where their arrays are. See `tests/device_blas/check.py`.

mod common;

#[test]
fn blas_runs_where_its_arrays_are() {
    if let Some(python) = common::python() {
        common::run_script(&python, "device_blas/check.py", &[]);
    }
}
