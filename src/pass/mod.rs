//! Passes that turn TIR into TIR: which locals are live ([`liveness`]), offload regions taken out of their functions
//! ([`outline`]), and host code that reports what it uses ([`coherence`]), with variables that pointers may show
//! ([`storage`]). [`flow`] is for analyses that follow facts through the result.

pub mod coherence;
mod device_arrays;
mod device_code;
mod device_functions;
mod device_library;
mod exposed;
mod extremes;
mod field_pointers;
pub mod flow;
mod function_arguments;
mod function_pointers;
mod given_pointers;
mod host_sections;
pub mod liveness;
mod local_set;
mod new_views;
mod offloading;
pub mod origin;
mod outline;
mod pointer_origins;
mod pointers;
mod privates;
mod recursion;
mod report;
mod scratch;
mod serial;
pub mod storage;
mod sums;
#[cfg(test)]
mod tests;
mod thread_blocks;
mod thread_number;
mod thread_rows;
pub mod variadic;

pub use device_functions::find_failures;
pub use exposed::{ByNumber, exposed, reads, reads_of};
pub use local_set::LocalSet;
pub use outline::outline;
