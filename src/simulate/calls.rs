//! The calls of the CUDA driver that can be made to fail, and the codes that its documentation names for each.

/// Codes by their names, without `CUDA_ERROR_`.
pub const CODES: &[(&str, u32)] = &[
    ("INVALID_VALUE", 1),
    ("OUT_OF_MEMORY", 2),
    ("NOT_INITIALIZED", 3),
    ("DEINITIALIZED", 4),
    ("NO_DEVICE", 100),
    ("INVALID_DEVICE", 101),
    ("INVALID_IMAGE", 200),
    ("INVALID_CONTEXT", 201),
    ("MAP_FAILED", 205),
    ("NO_BINARY_FOR_GPU", 209),
    ("UNSUPPORTED_LIMIT", 215),
    ("PEER_ACCESS_UNSUPPORTED", 217),
    ("INVALID_PTX", 218),
    ("JIT_COMPILER_NOT_FOUND", 221),
    ("UNSUPPORTED_PTX_VERSION", 222),
    ("FILE_NOT_FOUND", 301),
    ("SHARED_OBJECT_SYMBOL_NOT_FOUND", 302),
    ("SHARED_OBJECT_INIT_FAILED", 303),
    ("INVALID_HANDLE", 400),
    ("NOT_FOUND", 500),
    ("NOT_READY", 600),
    ("ILLEGAL_ADDRESS", 700),
    ("LAUNCH_OUT_OF_RESOURCES", 701),
    ("LAUNCH_TIMEOUT", 702),
    ("LAUNCH_INCOMPATIBLE_TEXTURING", 703),
    ("PEER_ACCESS_ALREADY_ENABLED", 704),
    ("PRIMARY_CONTEXT_ACTIVE", 708),
    ("TOO_MANY_PEERS", 711),
    ("LAUNCH_FAILED", 719),
    ("NOT_PERMITTED", 800),
    ("NOT_SUPPORTED", 801),
    ("SYSTEM_DRIVER_MISMATCH", 803),
    ("UNKNOWN", 999),
];

/// The codes that most calls may return.
const COMMON: &[u32] = &[1, 3, 4, 201];

/// A call, and the codes that it may return besides the common ones. The first is the expected one.
const CALLS: &[(&str, &[u32])] = &[
    ("cuInit", &[100, 101, 803]),
    ("cuDriverGetVersion", &[]),
    ("cuDeviceGet", &[101]),
    ("cuDeviceGetCount", &[]),
    ("cuDeviceGetName", &[101]),
    ("cuDeviceGetAttribute", &[101]),
    ("cuDeviceTotalMem", &[101]),
    ("cuDeviceCanAccessPeer", &[101]),
    ("cuDevicePrimaryCtxRetain", &[2, 101, 999]),
    ("cuDevicePrimaryCtxRelease", &[101]),
    ("cuDevicePrimaryCtxGetState", &[101]),
    ("cuDevicePrimaryCtxSetFlags", &[708, 101]),
    ("cuCtxSetCurrent", &[]),
    ("cuCtxGetDevice", &[]),
    ("cuCtxSynchronize", &[700]),
    ("cuCtxGetLimit", &[215]),
    ("cuCtxSetLimit", &[2, 215]),
    ("cuCtxEnablePeerAccess", &[217, 101, 704, 711, 800]),
    ("cuModuleLoadDataEx", &[209, 2, 200, 218, 221, 222, 301, 302, 303]),
    ("cuModuleUnload", &[400, 800]),
    ("cuModuleGetFunction", &[500, 400]),
    ("cuModuleGetGlobal", &[500]),
    ("cuFuncGetAttribute", &[400]),
    ("cuFuncSetAttribute", &[400]),
    ("cuLaunchKernel", &[701, 200, 303, 400, 500, 700, 702, 703, 719]),
    ("cuMemAlloc", &[2]),
    ("cuMemAllocHost", &[2]),
    ("cuMemAllocManaged", &[2, 801]),
    ("cuMemAllocAsync", &[2, 801]),
    ("cuMemFree", &[]),
    ("cuMemFreeHost", &[]),
    ("cuMemFreeAsync", &[801]),
    ("cuMemGetInfo", &[]),
    ("cuMemcpyHtoD", &[]),
    ("cuMemcpyDtoH", &[]),
    ("cuMemcpyHtoDAsync", &[400]),
    ("cuMemcpyDtoHAsync", &[400]),
    ("cuMemcpyDtoDAsync", &[400]),
    ("cuMemcpyPeerAsync", &[400]),
    ("cuStreamCreate", &[2]),
    ("cuStreamDestroy", &[400]),
    ("cuStreamSynchronize", &[700, 400]),
    ("cuStreamQuery", &[600, 400, 700]),
    ("cuStreamWaitEvent", &[400]),
    ("cuEventCreate", &[2]),
    ("cuEventDestroy", &[400]),
    ("cuEventRecord", &[400]),
    ("cuEventSynchronize", &[400, 700]),
];

/// The calls by their names.
pub fn calls() -> impl Iterator<Item = &'static str> {
    CALLS.iter().map(|(name, _)| *name)
}

/// The codes that a call may return, the expected one first; `None`: there is no such call.
pub fn documented(call: &str) -> Option<Vec<u32>> {
    let (_, own) = CALLS.iter().find(|(name, _)| *name == call)?;
    Some(own.iter().chain(COMMON).copied().collect())
}

/// A planned failure: which call, at which use of it, with which code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedFailure {
    call: &'static str,
    use_number: u64,
    code: u32,
}

impl PlannedFailure {
    /// Reads `cuMemAlloc:3` or `cuMemAlloc:3:OUT_OF_MEMORY` (or the code's number).
    pub fn parse(text: &str) -> Result<PlannedFailure, String> {
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default();
        let plain = name.strip_suffix("_v2").unwrap_or(name);
        let Some(call) = calls().find(|call| *call == plain) else {
            let all: Vec<&str> = calls().collect();
            return Err(format!("expected a call of the CUDA driver, found `{name}`: {}", all.join(", ")));
        };
        let use_number = parts.next().and_then(|number| number.parse().ok()).filter(|number| *number > 0);
        let use_number = use_number.ok_or_else(|| {
            format!("expected which use of {call} fails, counted from 1: `{call}:1`, found `{text}`")
        })?;
        let code = match (parts.next(), parts.next()) {
            (None, _) => documented(call).unwrap_or_default()[0],
            (Some(code), None) => code_of(call, code)?,
            (Some(_), Some(_)) => return Err(format!("expected CALL:N:CODE, found `{text}`")),
        };
        Ok(PlannedFailure { call, use_number, code })
    }

    /// The form in OFFCY_SIMULATOR_FAIL.
    pub fn as_setting(&self) -> String {
        format!("{}:{}:{}", self.call, self.use_number, self.code)
    }
}

fn code_of(call: &str, text: &str) -> Result<u32, String> {
    let plain = text.strip_prefix("CUDA_ERROR_").unwrap_or(text);
    let by_name = CODES.iter().find(|(name, _)| *name == plain).map(|(_, code)| *code);
    let allowed = documented(call).unwrap_or_default();
    by_name.or_else(|| text.parse().ok()).filter(|code| allowed.contains(code)).ok_or_else(|| {
        let names = allowed.iter().filter_map(|code| CODES.iter().find(|(_, known)| known == code));
        let names: Vec<&str> = names.map(|(name, _)| *name).collect();
        format!("expected a code that {call} may answer with, found `{text}`: {}", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_read() {
        let setting = |text: &str| PlannedFailure::parse(text).map(|failure| failure.as_setting());
        assert_eq!(setting("cuMemAlloc:3").as_deref(), Ok("cuMemAlloc:3:2"));
        assert_eq!(setting("cuMemAlloc_v2:3:CUDA_ERROR_INVALID_VALUE").as_deref(), Ok("cuMemAlloc:3:1"));
        assert_eq!(setting("cuLaunchKernel:1:719").as_deref(), Ok("cuLaunchKernel:1:719"));
        for wrong in [
            "",
            "cuMem:1",
            "cuInit",
            "cuInit:0",
            "cuInit:x",
            "cuInit:1:2",
            "cuInit:1:100:1",
            "cuMemAlloc:1:700",
        ] {
            assert!(setting(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_code_has_a_name() {
        for call in calls() {
            for code in documented(call).expect("a call") {
                assert!(CODES.iter().any(|(_, known)| *known == code), "{call}: {code}");
            }
        }
    }
}
