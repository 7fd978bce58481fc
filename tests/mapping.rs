//! The mapping benchmark at its smallest. `tests/mapping/check.py` says what must hold.

mod common;

#[test]
fn inference_is_measured_against_experts() {
    if let Some(python) = common::python() {
        common::run_script(&python, "mapping/check.py", &[]);
    }
}
