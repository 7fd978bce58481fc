//! What kernels did, in numbers: the lines that the driver wrote, grouped by region, and their text form.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::findings::{nearer, readable};
use super::roofline::{Chip, Estimate, Occupancy};

/// The names of `enum sim_kind` of `offcy_sim.h`, in its order.
pub const KINDS: [&str; 14] = [
    "integer", "f32", "f64", "f16", "special", "convert", "move", "load", "store", "atomic", "branch",
    "barrier", "warp", "call",
];

/// `struct sim_counts`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Instructions by kind, once for each warp and once for each lane.
    pub warps: [u64; 14],
    pub lanes: [u64; 14],
    /// Branches at which the lanes of a warp diverge.
    pub divergent: u64,
    /// Sectors of 32 bytes that a launch touched for the first time.
    pub first_sectors: u64,
    /// Requests, sectors, bytes.
    pub loads: [u64; 3],
    pub stores: [u64; 3],
    /// Requests and sectors.
    pub local: [u64; 2],
    /// Requests and wavefronts: those beyond the first of a request are bank conflicts.
    pub shared: [u64; 2],
}

fn add<const N: usize>(to: &mut [u64; N], from: &[u64; N]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
}

impl AddAssign<&Tally> for Tally {
    fn add_assign(&mut self, other: &Tally) {
        add(&mut self.warps, &other.warps);
        add(&mut self.lanes, &other.lanes);
        add(&mut self.loads, &other.loads);
        add(&mut self.stores, &other.stores);
        add(&mut self.local, &other.local);
        add(&mut self.shared, &other.shared);
        self.divergent += other.divergent;
        self.first_sectors += other.first_sectors;
    }
}

/// A line of the source in a kernel.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Line {
    /// `None`: no known source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    pub line: u32,
    #[serde(flatten)]
    pub tally: Tally,
}

/// A kernel, with the sums of its launches.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kernel {
    #[serde(default, skip_serializing)]
    id: String,
    pub kernel: String,
    /// The line of its region.
    #[serde(default)]
    pub file: Option<String>,
    #[serde(default)]
    pub line: u32,
    pub launches: u64,
    pub blocks: u64,
    pub threads: u64,
    pub block: [u32; 3],
    /// 0: unknown.
    pub registers: u32,
    pub shared_size: u64,
    pub local_size: u64,
    #[serde(default)]
    pub total: Tally,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub occupancy: Option<Occupancy>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Estimate>,
    #[serde(alias = "sites")]
    pub lines: Vec<Line>,
}

/// What was copied for the variables mapped at one place.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Copies {
    #[serde(default, skip_serializing)]
    id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    pub line: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// Copies and bytes.
    pub to: [u64; 2],
    pub from: [u64; 2],
}

/// Everything that was counted.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    pub gpu: Option<Chip>,
    /// The kinds that the numbers of `warps` and `lanes` count.
    pub kinds: Vec<String>,
    pub kernels: Vec<Kernel>,
    pub copies: Vec<Copies>,
}

impl Counts {
    /// Reads the counts from a report of `offcy simulate`. An error is a sentence.
    pub fn of_report(text: &str) -> Result<Counts, String> {
        let report: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let counts =
            report.get("counts").ok_or("nothing was counted: use `offcy simulate --counts --report FILE`")?;
        Counts::deserialize(counts).map_err(|error| error.to_string())
    }

    /// Takes a line from the driver; a later one of the same name replaces an earlier one.
    pub fn take(&mut self, line: &Value) {
        match line["event"].as_str() {
            Some("gpu") => {
                (self.gpu, self.kinds) = (Chip::deserialize(line).ok(), KINDS.map(String::from).into())
            }
            Some("counts") => {
                if let Ok(kernel) = Kernel::deserialize(line) {
                    self.kernels.retain(|known| known.id != kernel.id);
                    self.kernels.push(kernel);
                }
            }
            Some("copies") => {
                if let Ok(copies) = Copies::deserialize(line) {
                    self.copies.retain(|known| known.id != copies.id);
                    self.copies.push(copies);
                }
            }
            _ => {}
        }
    }

    /// After everything is read: adds up, and drops the runtime's own kernels.
    pub fn finish(&mut self) {
        self.kernels.iter_mut().for_each(|kernel| kernel.settle(self.gpu.as_ref()));
        let is_own = |kernel: &Kernel| kernel.file.as_ref().is_some_and(|file| !file.starts_with("offcy/"));
        self.kernels.retain(is_own);
        self.kernels.sort_by(|a, b| (&a.file, a.line, &a.kernel).cmp(&(&b.file, b.line, &b.kernel)));
        self.copies.retain(|copies| copies.file.is_some());
        self.copies.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    }

    /// A table for each kernel and for what contexts copy.
    pub fn words(&self) -> String {
        let mut text = String::new();
        for kernel in &self.kernels {
            let place = format!("{}:{}", nearer(kernel.file.as_deref().unwrap_or("?")), kernel.line);
            let _ = writeln!(text, "{place}: counts: {}", kernel.title());
            table(&kernel.rows(self.gpu.as_ref()), &mut text);
            let own = self.copies.iter().filter(|copies| copies.is_of(kernel));
            table(&own.map(Copies::row).collect::<Vec<_>>(), &mut text);
        }
        let is_other = |copies: &&Copies| !self.kernels.iter().any(|kernel| copies.is_of(kernel));
        for copies in self.copies.iter().filter(is_other) {
            let place = format!("{}:{}", nearer(copies.file.as_deref().unwrap_or("?")), copies.line);
            let _ = writeln!(text, "{place}: counts: what is mapped here");
            table(&[copies.row()], &mut text);
        }
        text
    }
}

fn table(rows: &[(&'static str, String)], text: &mut String) {
    for (name, value) in rows {
        let _ = writeln!(text, "    {name:<13} {value}");
    }
}

impl Copies {
    /// Whether they belong to the kernel's region.
    pub fn is_of(&self, kernel: &Kernel) -> bool {
        let (Some(own), Some(file)) = (&self.file, &kernel.file) else { return false };
        self.line == kernel.line && (own == file || file.ends_with(&format!("/{own}")))
    }

    pub fn row(&self) -> (&'static str, String) {
        let (to, from) = (grouped(self.to[1]), grouped(self.from[1]));
        (
            "copies",
            format!(
                "{to} bytes to the device, {from} back, in {}",
                plural(self.to[0] + self.from[0], "call")
            ),
        )
    }
}

impl Kernel {
    fn settle(&mut self, gpu: Option<&Chip>) {
        let is_source = |line: &&Line| line.file.as_ref().is_some_and(|file| !file.ends_with(".h"));
        self.file = self.lines.iter().find(is_source).and_then(|line| line.file.clone());
        self.kernel = readable(&self.kernel);
        let rest = self.kernel.rsplit_once("_region_").map(|(_, rest)| rest);
        let digits = rest.map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default());
        let first = self.lines.iter().find(is_source).map_or(0, |line| line.line);
        self.line = digits.and_then(|digits| digits.parse().ok()).unwrap_or(first);
        let mut lines: BTreeMap<(Option<String>, u32), Tally> = BTreeMap::new();
        for line in std::mem::take(&mut self.lines) {
            self.total += &line.tally;
            *lines.entry((line.file, line.line)).or_default() += &line.tally;
        }
        self.lines = lines.into_iter().map(|((file, line), tally)| Line { file, line, tally }).collect();
        self.occupancy = gpu.and_then(|gpu| gpu.occupancy(self));
        self.estimate = gpu.map(|gpu| gpu.estimate(self));
    }

    /// The kernel and its launches.
    pub fn title(&self) -> String {
        let threads = self.block.iter().product::<u32>();
        let (blocks, launches) = (plural(self.blocks, "block"), plural(self.launches, "launch"));
        format!("kernel {}: {launches}, {blocks} of {threads} threads", self.kernel)
    }

    /// Names and values of a table.
    pub fn rows(&self, gpu: Option<&Chip>) -> Vec<(&'static str, String)> {
        let mut rows = self.total.rows();
        if self.registers > 0 {
            let occupancy = self.occupancy.as_ref().map_or(String::new(), |found| format!(", {found}"));
            rows.push(("registers", format!("{}{occupancy}", self.registers)));
        }
        if let (Some(estimate), Some(gpu)) = (&self.estimate, gpu) {
            rows.push(("estimate", estimate.text(&gpu.name)));
        }
        rows
    }
}

impl Tally {
    pub fn instructions(&self) -> u64 {
        self.warps.iter().sum()
    }

    /// Instructions, lanes, sectors per request of loads and of stores, branches that diverge, bank conflicts.
    pub fn cells(&self) -> Vec<String> {
        let each = |requests: u64, sectors: u64| match requests {
            0 => String::new(),
            _ => format!("{:.1}", ratio(sectors, requests)),
        };
        let some = |count: u64| if count == 0 { String::new() } else { grouped(count) };
        vec![
            grouped(self.instructions()),
            format!("{:.1}", self.active_lanes()),
            each(self.loads[0], self.loads[1]),
            each(self.stores[0], self.stores[1]),
            some(self.divergent),
            some(self.shared[1].saturating_sub(self.shared[0])),
        ]
    }

    /// The average number of active lanes, of 32.
    pub fn active_lanes(&self) -> f64 {
        ratio(self.lanes.iter().sum(), self.instructions())
    }

    fn rows(&self) -> Vec<(&'static str, String)> {
        let all = self.instructions();
        let mut kinds: Vec<(u64, &str)> =
            self.warps.into_iter().zip(KINDS).filter(|(count, _)| *count > 0).collect();
        kinds.sort_by(|a, b| b.cmp(a));
        let share = |(count, kind): (u64, &str)| format!("{kind} {:.0}%", 100.0 * ratio(count, all));
        let kinds: Vec<String> = kinds.into_iter().map(share).collect();
        let mut rows = vec![
            (
                "instructions",
                format!("{} of warps, {:.1} of 32 lanes active", grouped(all), self.active_lanes()),
            ),
            ("by kind", kinds.join(", ")),
            ("divergent", format!("{} of {} branches", grouped(self.divergent), grouped(self.warps[10]))),
        ];
        for (name, [requests, sectors, bytes]) in [("loads", self.loads), ("stores", self.stores)] {
            if requests > 0 {
                let each = ratio(sectors, requests);
                let used = 100.0 * ratio(bytes, 32 * sectors);
                let requests = plural(requests, "request");
                rows.push((
                    name,
                    format!("{each:.1} sectors per request, {used:.0}% of their bytes used, {requests}"),
                ));
            }
        }
        if self.local[0] > 0 {
            rows.push((
                "local",
                format!("{}, {}", plural(self.local[0], "request"), plural(self.local[1], "sector")),
            ));
        }
        if self.shared[0] > 0 {
            let conflicts = self.shared[1].saturating_sub(self.shared[0]);
            rows.push((
                "shared",
                format!("{}, {}", plural(self.shared[0], "request"), plural(conflicts, "bank conflict")),
            ));
        }
        rows
    }
}

pub fn ratio(of: u64, by: u64) -> f64 {
    if by == 0 { 0.0 } else { of as f64 / by as f64 }
}

fn plural(count: u64, word: &str) -> String {
    let ending = match count {
        1 => "",
        _ if word.ends_with("ch") => "es",
        _ => "s",
    };
    format!("{} {word}{ending}", grouped(count))
}

/// `1234567` is `1,234,567`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
