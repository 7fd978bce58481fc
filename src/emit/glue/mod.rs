//! `m.c`: what Python sees, and everything that needs the interpreter.

mod capi;
mod class;
mod constants;
mod conversions;
mod cython_views;
mod data;
mod definition;
mod dtypes;
mod entry;
mod enums;
mod error_values;
mod function;
pub mod fused;
mod generator;
mod host_version;
mod letters;
mod made;
mod maps;
mod module;
mod ops;
mod ufunc;
mod wrapper;

pub use capi::function_address;
pub use dtypes::dtype;
pub use function::{function, prototype};
pub use module::module;
pub use ops::run;
pub use wrapper::{flag_test, type_pointer};
