//! `offcy` with a fault planted into the rules for temporaries, threads, pointers, arrays on devices or iterations at once:
//! `PLANTED_FAULT` names it. `planted.py` runs random programs with it, and expects that some fail.

use std::process::ExitCode;

use offcy::base::planted::{Fault, plant_for_all};

fn main() -> ExitCode {
    let name = std::env::var("PLANTED_FAULT").unwrap_or_default();
    let faults = || {
        Fault::OF_TEMPORARIES.iter().chain(Fault::OF_SHAPES).chain(Fault::OF_ARRAYS).chain(Fault::OF_LANES)
    };
    if name.is_empty() {
        faults().for_each(|fault| println!("{fault:?}"));
        return ExitCode::SUCCESS;
    }
    let fault = faults().find(|fault| format!("{fault:?}") == name);
    match fault.is_some_and(|&fault| plant_for_all(fault)) {
        true => offcy::cli::run(),
        false => {
            eprintln!("{name} is not a fault that this program can hold");
            ExitCode::from(2)
        }
    }
}
