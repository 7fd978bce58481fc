//! Arrays that live on devices. See `tests/arrays/check.py`.

mod common;

#[test]
fn arrays_on_devices_are_as_numpys() {
    if let Some(python) = common::python() {
        common::run_script(&python, "arrays/check.py", &[]);
    }
}
