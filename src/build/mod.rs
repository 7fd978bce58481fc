//! From C files to an extension module that Python imports.
//!
//! [`Builder`] finds a compiler by trying what it can do, compiles the emitted C and the runtime, links, and
//! puts the results into the output folder in one go. Only this folder uses processes and temporary files.
//! Failures are diagnostics: of the 08 family if the machine lacks something, on a line of the .pyx if the
//! compiler rejects the C.

mod amalgamation;
mod builder;
mod c_text;
mod cache;
mod compiler;
mod complaints;
mod cuda;
mod depfile;
mod doctor;
pub mod environment;
mod folder;
mod foreign;
mod interrupt;
#[cfg(test)]
mod layers;
mod merged;
mod objects;
mod offload;
mod output;
mod process;
mod python;
mod request;
mod rocm;
mod runtime;
mod search;
mod toolchain;
mod workspace;

pub use builder::{Builder, Job, Places, write_one_file};
pub use compiler::clang;
pub use cuda::stand_in;
pub use doctor::{CompilerReport, Finding, Missing, PythonReport, Report, examine};
pub use folder::create_folder;
pub use output::{replace, write_page};
pub use python::{cache_folder, site_packages};
pub use request::{Additions, FpContract, Request, Step, Tuning};
