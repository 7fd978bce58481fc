//! What the Python package reports of devices and traces. `tests/runtime/check.py` says how.

mod common;

#[test]
fn python_asks_for_devices_and_traces() {
    if let Some(python) = common::python() {
        common::run_script(&python, "runtime/check.py", &[]);
    }
}
