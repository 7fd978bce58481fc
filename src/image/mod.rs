//! Device images: the programs for GPUs that a module carries, as files and inside modules.
//!
//! [`images`] finds the images of a built module, [`Reader`] decides, as an offload runtime would, whether one is
//! accepted. [`ptx`] is the PTX after an NVIDIA image: offcy's ptxas and nvlink append it to what NVIDIA's tools write,
//! so that the shipped code can be run without a GPU. All of this is bytes in and values out; nothing here runs a
//! program or reads a file.

mod accept;
mod bundle;
mod elf;
mod error;
pub mod ptx;

pub use accept::{Reader, Refusal};
pub use bundle::{DeviceImage, images};
pub use elf::{Elf, Section};
pub use error::ImageError;
