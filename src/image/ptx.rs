//! The PTX after an NVIDIA image.
//!
//! It follows the end of the ELF file, at the next multiple of 8. Whoever loads the image by its ELF tables
//! never sees it. All numbers are little-endian:
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `offcyPTX` |
//! | 4 | the format's version, 1 |
//! | 4 | how many units follow: one for each C file |
//! | for each unit: 8 | size of the compressed text |
//! | 8 | size of the text |
//! | | the text, compressed by zlib, and zeros up to a multiple of 8 |

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

use super::accept::CUDA;
use super::elf::{Bytes, Elf, u32_at, u64_at};
use super::{ImageError, bundle};

pub const VERSION: u32 = 1;

const MAGIC: &[u8; 8] = b"offcyPTX";
const HEADER: u64 = 16;
const UNIT_HEADER: u64 = 16;
/// More text than any compiler generates for one C file.
const LARGEST_UNIT: u64 = 1 << 32;
/// The best ratio for its time: PTX shrinks to an eighth.
const LEVEL: u8 = 6;

/// A unit as it is after an image: still compressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    compressed: Vec<u8>,
    size: u64,
}

impl Unit {
    pub fn new(text: &[u8]) -> Unit {
        Unit { compressed: compress_to_vec_zlib(text, LEVEL), size: text.len() as u64 }
    }

    fn text(&self, number: u32) -> Result<String, ImageError> {
        let bad = |why| ImageError::BadPtx { unit: number, why };
        if self.size > LARGEST_UNIT {
            return Err(bad("has an impossible size"));
        }
        let bytes = decompress_to_vec_zlib_with_limit(&self.compressed, self.size as usize)
            .map_err(|_| bad("cannot be decompressed"))?;
        if bytes.len() as u64 != self.size {
            return Err(bad("does not have the expected size"));
        }
        String::from_utf8(bytes).map_err(|_| bad("is not text"))
    }
}

/// The image alone, without what follows its ELF file.
pub fn without_units(image: &[u8]) -> Result<&[u8], ImageError> {
    Ok(&image[..Elf::parse(image)?.end()])
}

/// The units after an image; none if it has no PTX.
pub fn units(image: &[u8]) -> Result<Vec<Unit>, ImageError> {
    let end = Elf::parse(image)?.end() as u64;
    read(image, end).map(Option::unwrap_or_default)
}

/// The image with these units after it, instead of those it had. Without units, only the ELF file.
pub fn with_units(image: &[u8], units: &[Unit]) -> Result<Vec<u8>, ImageError> {
    let mut out = without_units(image)?.to_vec();
    if units.is_empty() {
        return Ok(out);
    }
    let pad = |out: &mut Vec<u8>| out.resize(out.len().next_multiple_of(8), 0);
    pad(&mut out);
    out.extend(MAGIC);
    out.extend(VERSION.to_le_bytes());
    out.extend((units.len() as u32).to_le_bytes());
    for unit in units {
        out.extend((unit.compressed.len() as u64).to_le_bytes());
        out.extend(unit.size.to_le_bytes());
        out.extend(&unit.compressed);
        pad(&mut out);
    }
    Ok(out)
}

/// The PTX of an image: a text for each C file that was linked into it, in the linker's order.
///
/// ```
/// # use offcy::image::{ImageError, ptx};
/// # fn load(image: &[u8]) -> Result<(), ImageError> {
/// for text in ptx::of_image(image)? {
///     println!("{text}");
/// }
/// # Ok(())
/// # }
/// ```
pub fn of_image(image: &[u8]) -> Result<Vec<String>, ImageError> {
    let elf = Elf::parse(image)?;
    texts(read(image, elf.end() as u64)?, elf.machine())
}

/// The same for an image of which only the start is known, as `cuModuleLoadData` gets it.
///
/// # Safety
///
/// `image` is the start of an ELF file that is completely in memory, and 16 bytes after its end may be read.
pub unsafe fn of_image_at(image: *const u8) -> Result<Vec<String>, ImageError> {
    let memory = Memory(image);
    let elf = Elf::read(memory)?;
    texts(read(memory, elf.end() as u64)?, elf.machine())
}

/// The PTX of an image for `arch` (`sm_90`) in a built module, given as the bytes of its file.
pub fn of_module(module: &[u8], arch: &str) -> Result<Vec<String>, ImageError> {
    let images = bundle::images(module)?;
    let image = images.iter().find(|image| image.arch == arch).ok_or(ImageError::NoImages)?;
    of_image(image.bytes)
}

fn texts(units: Option<Vec<Unit>>, machine: u16) -> Result<Vec<String>, ImageError> {
    let none = if machine == CUDA { ImageError::NoPtx } else { ImageError::OtherMachine { machine } };
    let units = units.filter(|units| !units.is_empty()).ok_or(none)?;
    (0..).zip(&units).map(|(number, unit)| unit.text(number)).collect()
}

/// What follows the end of an ELF file; `None` if that is not PTX.
fn read<'a>(bytes: impl Bytes<'a>, end: u64) -> Result<Option<Vec<Unit>>, ImageError> {
    let start = end.next_multiple_of(8);
    let header = match bytes.get(start, HEADER) {
        Some(header) if header.starts_with(MAGIC) => header,
        _ => return Ok(None),
    };
    let (version, count) = (u32_at(header, 8), u32_at(header, 12));
    if version != VERSION {
        return Err(ImageError::OtherTrailer { version });
    }
    let mut at = start + HEADER;
    let mut units = Vec::new();
    for unit in 0..count {
        let short = || ImageError::BadPtx { unit, why: "is truncated" };
        let header = bytes.get(at, UNIT_HEADER).ok_or_else(short)?;
        let length = u64_at(header, 0);
        let compressed = bytes.get(at + UNIT_HEADER, length).ok_or_else(short)?.to_vec();
        units.push(Unit { compressed, size: u64_at(header, 8) });
        at += UNIT_HEADER + length.next_multiple_of(8);
    }
    Ok(Some(units))
}

/// Memory of unknown length.
#[derive(Clone, Copy)]
struct Memory(*const u8);

impl<'a> Bytes<'a> for Memory {
    fn get(self, start: u64, length: u64) -> Option<&'a [u8]> {
        // No image is that large: it must be a number of something else.
        let largest = 1 << 36;
        if start > largest || length > largest {
            return None;
        }
        // SAFETY: the creator of this value promised that what the image's tables refer to can be read.
        Some(unsafe { std::slice::from_raw_parts(self.0.add(start as usize), length as usize) })
    }

    fn there(self) -> u64 {
        u64::MAX
    }
}

#[cfg(test)]
mod tests {
    use super::super::elf::tests::cubin;
    use super::*;

    fn image(content: &[u8], texts: &[&str]) -> Vec<u8> {
        let units: Vec<Unit> = texts.iter().map(|text| Unit::new(text.as_bytes())).collect();
        with_units(&cubin(7, 0x5a055a, content), &units).expect("an image")
    }

    #[test]
    fn texts_come_back() {
        for content in [&b""[..], b"1", b"12345678"] {
            let long = ".visible .entry k() { ret; }\n".repeat(1000);
            let with = image(content, &["", &long, "// \u{e9}"]);
            assert_eq!(of_image(&with).expect("texts"), ["", &long, "// \u{e9}"]);
            assert_eq!(without_units(&with).expect("an image"), cubin(7, 0x5a055a, content));
            assert!(with.len() < long.len() / 8);
            let mut longer = with.clone();
            longer.extend(b"what follows in the module");
            assert_eq!(of_image(&longer).expect("texts").len(), 3);
            // SAFETY: it is an image, with more after it.
            assert_eq!(unsafe { of_image_at(longer.as_ptr()) }.expect("texts").len(), 3);
        }
    }

    #[test]
    fn linking_joins_units() {
        let parts = [image(b"a", &["a"]), image(b"b", &[]), image(b"c", &["c", "d"])];
        let all: Vec<Unit> = parts.iter().flat_map(|part| units(part).expect("units")).collect();
        let linked = with_units(&image(b"linked", &["old"]), &all).expect("an image");
        assert_eq!(of_image(&linked).expect("texts"), ["a", "c", "d"]);
        assert_eq!(with_units(&linked, &[]).expect("an image"), cubin(7, 0x5a055a, b"linked"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let whole = image(b"code", &["one", "two"]);
        let start = cubin(7, 0x5a055a, b"code").len().next_multiple_of(8);
        let error = |bytes: &[u8]| of_image(bytes).expect_err("an error").to_string();
        assert!(error(&whole[..start]).contains("has no PTX: build the module again"));
        assert!(error(b"hello").contains("not an ELF file"));
        let mut foreign = cubin(7, 0x5a055a, b"code");
        foreign[18] = 62;
        assert!(error(&foreign).contains("another machine (ELF machine 62)"), "{}", error(&foreign));
        assert!(error(&whole[..40]).contains("truncated"));
        for length in start + 16..whole.len() - 7 {
            assert!(error(&whole[..length]).contains("truncated"), "{length}");
        }
        let mut broken = whole.clone();
        broken[start + 8] = 2;
        assert!(error(&broken).contains("format 2"), "{}", error(&broken));
        let mut broken = whole.clone();
        broken[start + 32] ^= 0x55;
        assert!(error(&broken).contains("unit 1 cannot be decompressed"), "{}", error(&broken));
        let mut broken = whole.clone();
        broken[start + 24] += 1;
        assert!(error(&broken).contains("expected size"), "{}", error(&broken));
        for at in start..whole.len() {
            let mut broken = whole.clone();
            broken[at] ^= 0xff;
            let _ = of_image(&broken);
        }
    }
}
