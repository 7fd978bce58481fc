//! Whether an offload runtime accepts an image.
//!
//! LLVM's libomptarget checks the header of each image, and silently ignores one that it does not know: the region
//! then runs on the host, or not at all. The checks here are those of its releases. Which of the checks a library
//! has is seen from the messages in it, not from its version: distributions backport fixes.

use std::fmt;

use super::{DeviceImage, Elf, ImageError};

const EXEC: u16 = 2;
const DYN: u16 = 3;
const X86_64: u16 = 62;
pub const CUDA: u16 = 190;
const AMDGPU: u16 = 224;

/// The layout of `e_flags` until CUDA 12: the number of the architecture in the low byte.
const CUDA_OLD: u8 = 7;
/// Since CUDA 13, and earlier for new architectures: in the second byte.
const CUDA_NEW: u8 = 8;
const CUDA_64BIT: u32 = 0x400;
const AMD_HSA: u8 = 64;

/// What a libomptarget accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reader {
    /// It reads the layout of CUDA 13.
    pub reads_new_cuda: bool,
    /// The least and greatest `EI_ABIVERSION` of AMD's images.
    amd_abi: (u8, u8),
}

impl Reader {
    /// From the bytes of the library.
    pub fn of_library(library: &[u8]) -> Reader {
        let says = |words: &str| {
            let words = words.as_bytes();
            library.windows(words.len()).any(|part| part == words)
        };
        let amd_abi = match (says("must be version 4 or 5"), says("must be version 5 or above")) {
            (true, _) => (2, 3),
            (_, true) => (3, 4),
            _ => (2, 4),
        };
        Reader { reads_new_cuda: says("nvalid CUDA ABI version"), amd_abi }
    }

    /// Whether it accepts this image, for the architecture that the image names.
    pub fn check(&self, image: &DeviceImage<'_>) -> Result<(), Refusal> {
        let elf = Elf::parse(image.bytes).map_err(Refusal::Unreadable)?;
        if ![EXEC, DYN].contains(&elf.kind()) {
            return Err(Refusal::NotLinked);
        }
        let expected = match image.triple.split('-').next() {
            Some("nvptx64") => CUDA,
            Some("amdgcn") => AMDGPU,
            _ => X86_64,
        };
        if elf.machine() != expected {
            let triple = image.triple.to_string();
            return Err(Refusal::OtherMachine { machine: elf.machine(), triple });
        }
        match expected {
            CUDA => self.check_cuda(&elf, image.arch),
            AMDGPU => self.check_amd(&elf, image.arch),
            _ => Ok(()),
        }
    }

    fn check_cuda(&self, elf: &Elf<'_>, arch: &str) -> Result<(), Refusal> {
        let flags = elf.flags();
        let sm = match (elf.abi_version(), self.reads_new_cuda) {
            (CUDA_NEW, true) => flags >> 8 & 0xff,
            // This is how libraries that do not check the version see CUDA 13's images.
            (CUDA_NEW, false) if flags & CUDA_64BIT == 0 || !(35..=90).contains(&(flags & 0xff)) => {
                return Err(Refusal::NewCuda);
            }
            (CUDA_OLD, true) | (_, false) if flags & CUDA_64BIT == 0 => return Err(Refusal::Cuda32Bit),
            (CUDA_OLD, true) | (_, false) => flags & 0xff,
            (version, true) => return Err(Refusal::CudaAbi(version)),
        };
        let is_too_new = match (elf.abi_version(), self.reads_new_cuda) {
            (_, false) => sm > 90,
            (CUDA_NEW, true) => sm < 100,
            _ => false,
        };
        if sm < 35 || is_too_new {
            return Err(Refusal::Sm(sm));
        }
        let digits = arch.trim_start_matches("sm_").trim_end_matches(|end: char| end.is_ascii_lowercase());
        match digits.parse() == Ok(sm) {
            true => Ok(()),
            false => Err(Refusal::OtherArch { named: arch.to_string(), found: format!("sm_{sm}") }),
        }
    }

    fn check_amd(&self, elf: &Elf<'_>, arch: &str) -> Result<(), Refusal> {
        if elf.os_abi() != AMD_HSA {
            return Err(Refusal::AmdOs);
        }
        let (least, greatest) = self.amd_abi;
        if !(least..=greatest).contains(&elf.abi_version()) {
            return Err(Refusal::AmdAbi(elf.abi_version()));
        }
        let machine = elf.flags() & 0xff;
        match AMD_MACHINES.iter().find(|(number, _)| *number == machine) {
            Some((_, name)) if *name != arch.split(':').next().unwrap_or_default() => {
                Err(Refusal::OtherArch { named: arch.to_string(), found: name.to_string() })
            }
            _ => Ok(()),
        }
    }
}

/// `EF_AMDGPU_MACH` of the common architectures.
const AMD_MACHINES: &[(u32, &str)] = &[
    (0x2c, "gfx900"),
    (0x2f, "gfx906"),
    (0x30, "gfx908"),
    (0x36, "gfx1030"),
    (0x3f, "gfx90a"),
    (0x41, "gfx1100"),
    (0x46, "gfx1101"),
    (0x47, "gfx1102"),
    (0x4c, "gfx942"),
];

/// Why an offload runtime does not accept an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    Unreadable(ImageError),
    NotLinked,
    OtherMachine { machine: u16, triple: String },
    OtherArch { named: String, found: String },
    NewCuda,
    CudaAbi(u8),
    Cuda32Bit,
    Sm(u32),
    AmdOs,
    AmdAbi(u8),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Unreadable(error) => error.fmt(f),
            Refusal::NotLinked => f.write_str("it is not linked: expected an executable or a shared object"),
            Refusal::OtherMachine { machine, triple } => {
                write!(f, "it is for another machine (ELF machine {machine}) than {triple}")
            }
            Refusal::OtherArch { named, found } => write!(f, "it is code for {found}, not for {named}"),
            Refusal::NewCuda => f.write_str(
                "CUDA 13's tools made it (ELF ABI version 8), which libomptarget reads from LLVM 22 on, and \
                 from 21 with the repair of llvm#159354; CUDA 11.8 to 12.9 makes images that it reads",
            ),
            Refusal::CudaAbi(version) => write!(f, "its ELF ABI version, {version}, is not one of CUDA's"),
            Refusal::Cuda32Bit => f.write_str("it is code of 32 bits"),
            Refusal::Sm(number) => {
                write!(f, "libomptarget does not take images for sm_{number} of this CUDA")
            }
            Refusal::AmdOs => f.write_str("it is not code for AMD's HSA"),
            Refusal::AmdAbi(version) => {
                write!(
                    f,
                    "libomptarget does not take the ELF ABI version {version} of AMD's images; \
                     `-mcode-object-version=5` suits all that offcy knows"
                )
            }
        }
    }
}

impl std::error::Error for Refusal {}

#[cfg(test)]
mod tests {
    use super::super::elf::tests::cubin;
    use super::*;

    const OLD: &[u8] = b"Invalid CUDA addressing mode\0Invalid AMD ABI version, must be version 4 or 5\0";
    const NEW: &[u8] = b"invalid CUDA ABI version\0invalid AMD ABI version, must be version 5 or above\0";

    fn cuda(arch: &str, library: &[u8], abi_version: u8, flags: u32) -> Result<(), Refusal> {
        let bytes = cubin(abi_version, flags, b"");
        Reader::of_library(library).check(&DeviceImage { triple: "nvptx64-nvidia-cuda", arch, bytes: &bytes })
    }

    /// `e_flags` as ptxas 12.9 and 13.0 write them.
    #[test]
    fn cuda_12_is_taken_and_cuda_13_by_newer_libraries_alone() {
        for (arch, flags) in [("sm_75", 0x4b054b), ("sm_80", 0x500550), ("sm_90", 0x5a055a)] {
            for library in [OLD, NEW] {
                assert_eq!(cuda(arch, library, 7, flags), Ok(()), "{arch}");
            }
        }
        for (arch, flags) in [("sm_80", 0xb005004), ("sm_90", 0xb005a04)] {
            assert_eq!(cuda(arch, OLD, 8, flags), Err(Refusal::NewCuda));
        }
        assert_eq!(cuda("sm_100", NEW, 8, 0xb006404), Ok(()));
        assert_eq!(cuda("sm_120", NEW, 8, 0x6007802), Ok(()));
        assert_eq!(cuda("sm_100", OLD, 7, 0x640564), Err(Refusal::Sm(100)));
        assert_eq!(cuda("sm_30", OLD, 7, 0x1e051e), Err(Refusal::Sm(30)));
        assert_eq!(cuda("sm_90", OLD, 7, 0x5a005a), Err(Refusal::Cuda32Bit));
        assert_eq!(cuda("sm_90", NEW, 9, 0x5a055a), Err(Refusal::CudaAbi(9)));
    }

    #[test]
    fn foreign_images_are_refused_by_name() {
        let other = cuda("sm_80", OLD, 7, 0x5a055a).expect_err("another").to_string();
        assert_eq!(other, "it is code for sm_90, not for sm_80");
        let mut bytes = cubin(7, 0x5a055a, b"code");
        let check = |triple: &str, arch: &str, bytes: &[u8]| {
            Reader::of_library(OLD)
                .check(&DeviceImage { triple, arch, bytes })
                .expect_err("refused")
                .to_string()
        };
        assert_eq!(
            check("amdgcn-amd-amdhsa", "gfx90a", &bytes),
            "it is for another machine (ELF machine 190) than amdgcn-amd-amdhsa"
        );
        assert!(check("nvptx64-nvidia-cuda", "sm_90", &bytes[..100]).contains("truncated"));
        assert!(check("nvptx64-nvidia-cuda", "sm_90", b"BC\xc0\xde").contains("not an ELF file"));
        bytes[16] = 1;
        assert!(check("nvptx64-nvidia-cuda", "sm_90", &bytes).contains("not linked"));
        assert!(Refusal::NewCuda.to_string().contains("LLVM 22"));
    }

    #[test]
    fn amds_are_looked_at_as_well() {
        let amd = |library: &[u8], arch: &str, abi_version: u8, flags: u32, os: u8| {
            let mut bytes = cubin(abi_version, flags, b"");
            bytes[18] = 224;
            bytes[7] = os;
            let triple = "amdgcn-amd-amdhsa";
            Reader::of_library(library).check(&DeviceImage { triple, arch, bytes: &bytes })
        };
        for (arch, machine) in [("gfx90a", 0x53f), ("gfx942", 0x54c), ("gfx1100", 0x41)] {
            for library in [OLD, NEW] {
                assert_eq!(amd(library, arch, 3, machine, 64), Ok(()));
            }
        }
        assert_eq!(amd(OLD, "gfx90a", 4, 0x53f, 64), Err(Refusal::AmdAbi(4)));
        assert_eq!(amd(NEW, "gfx90a", 2, 0x53f, 64), Err(Refusal::AmdAbi(2)));
        assert_eq!(amd(OLD, "gfx90a", 3, 0x53f, 0), Err(Refusal::AmdOs));
        assert!(matches!(amd(OLD, "gfx942", 3, 0x53f, 64), Err(Refusal::OtherArch { .. })));
    }
}
