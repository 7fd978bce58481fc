//! What a C file has for devices, as its compilation must know it.

/// Code of a C file that devices run. Without kernels, it is functions that kernels of other files call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeviceCode {
    pub has_kernels: bool,
    /// A kernel has parallel loops inside, or is two constructs: its threads may share variables.
    pub shares_variables: bool,
    /// A kernel needs functions of OpenMP on the device, as reductions do.
    pub calls_openmp: bool,
    /// Kernels number the iterations of several loops in 32 bits: `offcy_tile.h`.
    pub numbers_tiles: bool,
}

impl DeviceCode {
    /// Of the code of both.
    pub fn and(self, other: DeviceCode) -> DeviceCode {
        DeviceCode {
            has_kernels: self.has_kernels || other.has_kernels,
            shares_variables: self.shares_variables || other.shares_variables,
            calls_openmp: self.calls_openmp || other.calls_openmp,
            numbers_tiles: self.numbers_tiles || other.numbers_tiles,
        }
    }

    /// Of other people's C, of which only the text is known: its kernels may do anything that OpenMP offers. `None` if
    /// it has nothing for devices.
    pub fn of_others(text: &str) -> Option<DeviceCode> {
        let has_kernels = text.contains("omp target");
        let code =
            DeviceCode { has_kernels, shares_variables: true, calls_openmp: true, numbers_tiles: false };
        match has_kernels {
            true => Some(code),
            false => text.contains("declare target").then(DeviceCode::default),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_assumed_of_other_peoples_kernels() {
        let kernel = "#pragma omp target teams distribute parallel for collapse(2)\n";
        let helper = "#pragma omp declare target\nint f(void);\n#pragma omp end declare target\n";
        for text in [kernel.to_string(), format!("{helper}{kernel}")] {
            let code = DeviceCode::of_others(&text).unwrap_or_default();
            assert!(code.has_kernels && code.shares_variables && code.calls_openmp && !code.numbers_tiles);
        }
        assert_eq!(DeviceCode::of_others(helper), Some(DeviceCode::default()));
        assert_eq!(DeviceCode::of_others("#pragma omp parallel for\n"), None);
    }
}
