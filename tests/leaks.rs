//! Calls that raise, ten thousand times each: nothing is left over, on the host and on the virtual device. See
//! `tests/leaks/check.py`.

mod common;

#[test]
fn nothing_is_left_behind() {
    if let Some(python) = common::python() {
        common::run_script(&python, "leaks/check.py", &["--ordinary"]);
    }
}
