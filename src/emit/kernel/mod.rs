//! `m.kernels.c`: device functions and offload regions, without Python.

mod captured;
mod comment;
mod function;
mod iterations;
mod region;

pub use comment::subject_name;
pub use function::{device_function, prototype};
pub use region::{RegionParam, params, region, region_prototype};
