//! The driver half of the simulated GPU, by plain C. `scripts/test-simulator` says how.

mod common;

use std::path::Path;
use std::process::Command;

#[test]
fn the_driver_keeps_its_promises_under_every_order() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/test-simulator");
    let ran = common::finish(&mut Command::new(script));
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
}
