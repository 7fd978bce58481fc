//! Units of PTX to one C file.
//!
//! Each function becomes a C function that runs for a mask of lanes. Between branches and operations of the whole warp,
//! its code is a loop over the lanes; registers that live across such points are arrays with a value for each lane.

mod arithmetic;
mod compare;
mod convert;
mod data;
mod flow;
mod function;
mod integers;
mod link;
mod memory;
mod operands;
mod plan;
mod sites;
mod warp;

pub use data::PATH_ROOM;

use super::Mode;
use super::ptx::{Fault, Unit};
use function::Writer;
use link::Program;
use sites::Sites;

/// What is wrong, and in which unit.
#[derive(Debug)]
pub struct UnitFault {
    pub unit: Option<usize>,
    pub fault: Fault,
}

/// The C of the units, linked with each other.
pub fn c_text(units: &[Unit], mode: Mode) -> Result<String, UnitFault> {
    let program = Program::link(units)?;
    let plans = plan::plan(&program)?;
    let mut sites = Sites::default();
    let mut text = format!(
        "#define SIM_CHECKS {}\n#define SIM_COUNTS {}\n#include \"offcy_sim_code.h\"\n\n",
        mode.checks,
        u32::from(mode.counts)
    );
    for index in 0..program.functions.len() {
        if program.functions[index].tree.body.is_some() {
            text += &format!("{};\n", function::signature(index));
        }
    }
    let mut frames = Vec::new();
    for (index, plan) in plans.iter().enumerate() {
        let Some(plan) = plan else {
            frames.push(0);
            continue;
        };
        let unit = program.functions[index].unit;
        let at = |fault| UnitFault { unit: Some(unit), fault };
        let mut writer = Writer::new(&program, &plans, plan, index, &mut sites, mode);
        text += &writer.write().map_err(at)?;
        frames.push(writer.frame());
    }
    text += &data::tables(&program, &plans, &frames, &sites, mode)?;
    Ok(text)
}
