//! How fast a GPU could be at best: what fits on one of its processors, and the limits of its units.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::counts::Kernel;

/// A GPU's limits, with the driver's names.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Chip {
    pub name: String,
    processors: u32,
    /// Kilohertz.
    clock: u32,
    memory_clock: u32,
    /// Bits.
    bus_width: u32,
    /// Per processor: threads, blocks, bytes of shared memory.
    threads: u32,
    blocks: u32,
    shared: u64,
    /// How much slower `double` is than `float`.
    double_ratio: u32,
    major: u32,
    minor: u32,
}

/// How many warps a processor holds, out of the possible ones.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Occupancy {
    pub warps: u32,
    pub of: u32,
    /// The limiting resource: `registers`, `shared memory`, `threads`, `blocks`.
    pub bound: String,
}

/// The minimal total time of a kernel's launches.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Estimate {
    pub seconds: f64,
    /// The unit that needs that time.
    pub bound: String,
}

const REGISTERS: u32 = 65536;
/// Bytes of registers and of shared memory are allocated in these steps.
const REGISTER_STEP: u32 = 256;
const RESERVED_SHARED: u64 = 1024;

impl Chip {
    /// `None` if the number of registers is unknown.
    pub fn occupancy(&self, kernel: &Kernel) -> Option<Occupancy> {
        let warps = kernel.block.iter().product::<u32>().div_ceil(32).max(1);
        if kernel.registers == 0 {
            return None;
        }
        let by_registers =
            REGISTERS / (kernel.registers * 32).next_multiple_of(REGISTER_STEP) / 4 * 4 / warps;
        let reserved = if self.major >= 8 { RESERVED_SHARED } else { 0 };
        let by_shared = match kernel.shared_size + reserved {
            0 => u32::MAX,
            size => u32::try_from(self.shared / size).unwrap_or(u32::MAX),
        };
        let limits = [
            (self.threads / 32 / warps, "threads"),
            (self.blocks, "blocks"),
            (by_registers, "registers"),
            (by_shared, "shared memory"),
        ];
        let (blocks, bound) = limits.into_iter().min_by_key(|(blocks, _)| *blocks)?;
        Some(Occupancy { warps: blocks * warps, of: self.threads / 32, bound: bound.to_string() })
    }

    /// The roofline: the longest of the times that each unit needs alone. Memory provides each sector once per launch,
    /// caches the rest.
    pub fn estimate(&self, kernel: &Kernel) -> Estimate {
        let blocks = kernel.blocks.div_ceil(kernel.launches.max(1)).max(1);
        let processors = f64::from(self.processors).min(blocks as f64);
        let cycles = processors * f64::from(self.clock) * 1e3;
        let bandwidth = f64::from(self.memory_clock) * 1e3 * 2.0 * f64::from(self.bus_width) / 8.0;
        let total = &kernel.total;
        let f32_lanes = if matches!((self.major, self.minor), (8, 0) | (7, _)) { 64.0 } else { 128.0 };
        let f64_lanes = f32_lanes / f64::from(self.double_ratio.max(1));
        let of_kind = |kind: usize, lanes: f64| total.warps[kind] as f64 * 32.0 / lanes / cycles;
        let sectors = (total.loads[1] + total.stores[1] + total.local[1]) as f64;
        let units = [
            (total.first_sectors as f64 * 32.0 / bandwidth, "memory"),
            (sectors * 32.0 / (64.0 * cycles), "caches"),
            (total.shared[1] as f64 / cycles, "shared memory"),
            (total.instructions() as f64 / (4.0 * cycles), "instructions"),
            (of_kind(0, 64.0), "integers"),
            (of_kind(1, f32_lanes), "float"),
            (of_kind(2, f64_lanes), "double"),
            (of_kind(4, 16.0), "special functions"),
        ];
        let longest = units.into_iter().max_by(|a, b| a.0.total_cmp(&b.0));
        let (seconds, bound) = longest.unwrap_or_default();
        Estimate { seconds, bound: bound.to_string() }
    }
}

impl fmt::Display for Occupancy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = 100 * self.warps / self.of.max(1);
        write!(f, "occupancy {share}% ({} of {} warps, bound by {})", self.warps, self.of, self.bound)
    }
}

impl Estimate {
    pub fn text(&self, gpu: &str) -> String {
        let (value, unit) = match self.seconds {
            seconds if seconds < 1e-3 => (seconds * 1e6, "us"),
            seconds if seconds < 1.0 => (seconds * 1e3, "ms"),
            seconds => (seconds, "s"),
        };
        format!("at least {value:.3} {unit} on NVIDIA's {gpu}, bound by {}", self.bound)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn chip() -> Chip {
        let facts = json!({"name": "H100", "processors": 132, "clock": 1_980_000, "memory_clock": 2_619_000, "bus_width": 5120,
            "threads": 2048, "blocks": 32, "shared": 233_472, "double_ratio": 2, "major": 9, "minor": 0});
        serde_json::from_value(facts).expect("a chip")
    }

    fn kernel(block: u32, registers: u32, shared: u64) -> Kernel {
        let facts = json!({"id": "", "kernel": "k", "launches": 1, "blocks": 1_000_000, "threads": 0, "block": [block, 1, 1],
            "registers": registers, "shared_size": shared, "local_size": 0, "sites": []});
        serde_json::from_value(facts).expect("a kernel")
    }

    #[test]
    fn what_fits_on_a_processor_is_bound_by_what_runs_out_first() {
        let of = |block, registers, shared| {
            let found = chip().occupancy(&kernel(block, registers, shared)).expect("registers are known");
            (found.warps, found.bound)
        };
        assert_eq!(of(256, 32, 0), (64, "threads".to_string()));
        assert_eq!(of(256, 128, 0), (16, "registers".to_string()));
        assert_eq!(of(32, 32, 0), (32, "blocks".to_string()));
        assert_eq!(of(256, 32, 100 << 10), (16, "shared memory".to_string()));
        assert!(chip().occupancy(&kernel(256, 0, 0)).is_none());
    }

    #[test]
    fn the_slowest_unit_bounds_the_estimate() {
        let mut copy = kernel(256, 32, 0);
        copy.total.first_sectors = 1_000_000_000;
        let estimate = chip().estimate(&copy);
        // 32 GB at 3.35 TB/s.
        assert!(estimate.bound == "memory" && (estimate.seconds - 9.547e-3).abs() < 1e-5, "{estimate:?}");
        assert_eq!(estimate.text("H100"), "at least 9.546 ms on NVIDIA's H100, bound by memory");
        copy.total.warps[2] = 1_000_000_000_000;
        // 64 lanes of each processor.
        let estimate = chip().estimate(&copy);
        assert!(estimate.bound == "double" && (estimate.seconds - 1.913).abs() < 1e-3, "{estimate:?}");
    }
}
