//! Why bytes are not an image, or not one that can be used.

use std::fmt;

/// What is wrong with an image or a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImageError {
    /// It does not begin like an ELF file.
    NotElf,
    /// ELF, but not of 64 bits with the low byte first.
    OtherElf,
    /// It ends before something that it refers to.
    Truncated { what: &'static str, needed: u64, there: u64 },
    /// It refers to a position that no file can have.
    Damaged { what: &'static str },
    /// A module without device code.
    NoImages,
    /// The record around an image has an unknown version.
    OtherBundle { version: u32 },
    /// An image without its PTX.
    NoPtx,
    /// An image that is not for an NVIDIA GPU.
    OtherMachine { machine: u16 },
    /// PTX that a newer offcy appended.
    OtherTrailer { version: u32 },
    /// The PTX exists but is damaged.
    BadPtx { unit: u32, why: &'static str },
}

impl fmt::Display for ImageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ImageError::NotElf => f.write_str("this is not a device image: it is not an ELF file"),
            ImageError::OtherElf => {
                f.write_str("this is not a device image: expected ELF of 64 bits, little-endian")
            }
            ImageError::Truncated { what, needed, there } => {
                write!(f, "the image is truncated: expected {needed} bytes for {what}, found {there}")
            }
            ImageError::Damaged { what } => write!(f, "the image is damaged: no file can have {what} there"),
            ImageError::NoImages => f.write_str(
                "this module has no code for devices: build it with `offcy compile --offload-arch sm_NN`",
            ),
            ImageError::OtherBundle { version } => write!(
                f,
                "the record around the image has version {version}; offcy reads versions 1 to 3, uncompressed"
            ),
            ImageError::NoPtx => f.write_str(
                "this image has no PTX: build the module again with `offcy compile --offload-arch sm_NN`, \
                 with OFFCY_PTX unset",
            ),
            ImageError::OtherMachine { machine } => {
                write!(
                    f,
                    "this is not an image for an NVIDIA GPU: it is for another machine (ELF machine {machine})"
                )
            }
            ImageError::OtherTrailer { version } => write!(
                f,
                "the PTX of this image has format {version}, and this offcy reads format {}: build the module \
                 again with this offcy",
                super::ptx::VERSION
            ),
            ImageError::BadPtx { unit, why } => {
                write!(f, "the PTX of this image is damaged: unit {} {why}", unit + 1)
            }
        }
    }
}

impl std::error::Error for ImageError {}
