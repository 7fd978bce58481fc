//! The runtime's C sources, embedded in this program, and their object files.

use crate::emit::DeviceCode;

/// A file of `runtime-c/`.
#[derive(Debug)]
pub struct RuntimeFile {
    /// Relative to `runtime-c/`: `include/offcy_rt.h`, `src/view.c`.
    pub name: &'static str,
    pub text: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/runtime_files.rs"));

impl RuntimeFile {
    pub fn is_source(&self) -> bool {
        self.name.ends_with(".c")
    }

    /// What a source has for devices: kernels of a few statements.
    pub fn device_code(&self) -> Option<DeviceCode> {
        (self.stem() == "rt_device").then_some(DeviceCode { has_kernels: true, ..DeviceCode::default() })
    }

    /// The name of a source without folder and ending: `py_view`.
    pub fn stem(&self) -> &'static str {
        self.name.trim_start_matches("src/").trim_end_matches(".c")
    }
}

/// What the runtime's sources have for devices.
pub fn device_code() -> impl Iterator<Item = DeviceCode> {
    FILES.iter().filter_map(RuntimeFile::device_code)
}

#[cfg(test)]
mod tests {
    use super::FILES;
    use crate::emit::DeviceCode;

    #[test]
    fn files_for_devices_are_known() {
        for file in FILES.iter().filter(|file| file.is_source()) {
            let is_for_devices = DeviceCode::of_others(file.text).is_some();
            assert_eq!(file.device_code().is_some(), is_for_devices, "{}", file.name);
        }
    }
}
