//! What the driver records while a program runs, and its text form.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::counts::Counts;

/// A finding of a check. Its fields are those of a report.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Finding {
    #[serde(skip_serializing)]
    id: String,
    /// `memory`, `init`, `race`, `sync`, or `launch`: a kernel that failed in another way.
    pub check: String,
    pub message: String,
    #[serde(default = "one")]
    pub count: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kernel: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variable: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mapped: Option<Mapped>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    block: Option<[u32; 3]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    thread: Option<[u32; 3]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// Address, size, kind of access, allocation.
    #[serde(flatten)]
    more: BTreeMap<String, Value>,
}

/// Where a variable was mapped.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Mapped {
    bytes: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    line: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    function: Option<String>,
}

fn one() -> u64 {
    1
}

/// What a program did with the simulated GPU.
#[derive(Clone, Debug, Default)]
pub struct Record {
    pub findings: Vec<Finding>,
    /// The driver was started; a module was loaded; a kernel was launched.
    pub started: bool,
    pub loaded: bool,
    pub launched: bool,
    /// What kernels did, if it was counted.
    pub counts: Counts,
}

impl Record {
    /// Reads the lines that the driver wrote; a process that was killed may have left half of one.
    pub fn read(text: &str) -> Record {
        let mut record = Record::default();
        for line in text.lines() {
            if let Ok(finding) = serde_json::from_str::<Finding>(line) {
                record.findings.push(finding);
            } else if let Ok(value) = serde_json::from_str::<Value>(line) {
                record.take(&value);
            }
        }
        record.counts.finish();
        record
    }

    fn take(&mut self, line: &Value) {
        match line["event"].as_str() {
            Some("start") => self.started = true,
            Some("module") => self.loaded = true,
            Some("launch") => self.launched = true,
            _ => self.counts.take(line),
        }
        let (Some(id), Some(count)) = (line["id"].as_str(), line["count"].as_u64()) else { return };
        if let Some(finding) = self.findings.iter_mut().find(|finding| finding.id == id) {
            finding.count = count;
        }
    }

    /// The text for people.
    pub fn words(&self) -> String {
        let mut text = String::new();
        for finding in &self.findings {
            finding.words(&mut text);
        }
        let count = self.findings.len();
        let _ = match count {
            0 => Ok(()),
            1 => writeln!(text, "offcy simulate: 1 finding"),
            _ => writeln!(text, "offcy simulate: {count} findings"),
        };
        text
    }
}

impl Finding {
    fn words(&self, text: &mut String) {
        if let (Some(file), Some(line)) = (&self.file, self.line) {
            let _ = write!(text, "{}:{line}: ", nearer(file));
        }
        let _ = write!(text, "{}: ", self.check);
        if let Some(kernel) = &self.kernel {
            let _ = write!(text, "kernel {}", readable(kernel));
            if let (Some(block), Some(thread)) = (self.block, self.thread) {
                let _ = write!(text, ", block {}, thread {}", place(block), place(thread));
            }
            text.push_str(": ");
        }
        text.push_str(&self.message);
        if self.count > 1 {
            let _ = write!(text, " ({} times)", self.count);
        }
        text.push('\n');
        if let (Some(variable), Some(map), Some(mapped)) = (&self.variable, &self.map, &self.mapped) {
            let file = mapped.file.as_deref().map_or("?", nearer);
            let function = mapped.function.as_deref().unwrap_or("?");
            let _ = writeln!(
                text,
                "    '{variable}' is mapped '{map}', {} bytes, by {function} at {file}:{}",
                mapped.bytes, mapped.line
            );
        }
        if let Some(error) = &self.error {
            let _ = writeln!(text, "    the kernel ended with {error}");
        }
    }
}

/// A path as seen from the folder that the program was started in.
pub fn nearer(path: &str) -> &str {
    let folder = std::env::current_dir().unwrap_or_default();
    let inside = folder.to_str().and_then(|folder| path.strip_prefix(folder)?.strip_prefix('/'));
    inside.unwrap_or(path)
}

/// One number where the others are 0.
fn place([x, y, z]: [u32; 3]) -> String {
    if y == 0 && z == 0 { x.to_string() } else { format!("({x}, {y}, {z})") }
}

/// The function that clang turned into a kernel: `__omp_offloading_10302_51d2_f_region_3_l12` is
/// `f_region_3`.
pub fn readable(kernel: &str) -> String {
    let Some(rest) = kernel.strip_prefix("__omp_offloading_") else { return kernel.to_string() };
    let function = rest.splitn(3, '_').nth(2).unwrap_or(rest);
    match function.rsplit_once("_l") {
        Some((function, line)) if line.chars().all(|c| c.is_ascii_digit()) => function.to_string(),
        _ => function.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_words() {
        let text = r#"{"event":"start"}
{"id":"7-0","device":0,"check":"memory","message":"reads 8 bytes of 'x' after it was freed","error":"CUDA_ERROR_ILLEGAL_ADDRESS","kernel":"__omp_offloading_10302_51d2_scale_region_3_l12","file":"m.pyx","line":3,"column":1,"block":[0,0,0],"thread":[5,1,0],"address":"0x10","bytes":8,"access":"read","variable":"x","map":"to","offset":8,"mapped":{"bytes":80,"line":2,"file":"m.pyx","function":"scale"}}
{"id":"7-1","device":0,"check":"init","message":"m"}
{"id":"7-1","count":12}
{"event":"launch"}
{"id":"7-2","dev"#;
        let record = Record::read(text);
        assert!(record.started && !record.loaded && record.launched);
        assert_eq!(
            record.words(),
            "m.pyx:3: memory: kernel scale_region_3, block 0, thread (5, 1, 0): reads 8 bytes of 'x' after it was freed\n    \
             'x' is mapped 'to', 80 bytes, by scale at m.pyx:2\n    \
             the kernel ended with CUDA_ERROR_ILLEGAL_ADDRESS\n\
             init: m (12 times)\noffcy simulate: 2 findings\n"
        );
        let json = serde_json::to_value(&record.findings[0]).expect("JSON");
        assert_eq!((json["address"].as_str(), json["count"].as_u64()), (Some("0x10"), Some(1)));
        assert!(json.get("id").is_none());
    }
}
