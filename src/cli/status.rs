//! Exit statuses.

use std::process::ExitCode;

use crate::diag::{Code, Diagnostic, codes};

/// In order of severity: among several files, the most severe counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    Success,
    /// Errors in the input.
    Input,
    Usage,
    /// The compiler, Python, or the file system.
    Toolchain,
}

/// The codes that are not about the input.
const TOOLCHAIN_CODES: &[Code] = &[
    codes::CANNOT_WRITE,
    codes::NO_COMPILER,
    codes::NO_OFFLOAD,
    codes::NO_PYTHON,
    codes::NO_PYTHON_HEADERS,
    codes::COMPILER_FAILED,
];

impl Status {
    pub fn of(diagnostics: &[Diagnostic]) -> Status {
        let status = |diagnostic: &Diagnostic| match diagnostic.code {
            code if TOOLCHAIN_CODES.contains(&code) => Status::Toolchain,
            _ => Status::Input,
        };
        let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
        errors.map(status).max().unwrap_or(Status::Success)
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(match status {
            Status::Success => 0,
            Status::Input => 1,
            Status::Usage => 2,
            Status::Toolchain => 3,
        })
    }
}
