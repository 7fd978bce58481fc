//! The images in a built module: LLVM's offload binaries in a separate section.

use super::ImageError;
use super::elf::{Elf, u16_at, u32_at, u64_at};

const MAGIC: &[u8; 4] = &[0x10, 0xff, 0x10, 0xad];
/// The second occurs in modules that were linked in parts (`-r`).
const SECTIONS: [&str; 2] = [".llvm.offloading", ".llvm.offloading.relocatable"];
const ENTRY: usize = 40;

/// An image in a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceImage<'a> {
    /// `nvptx64-nvidia-cuda`
    pub triple: &'a str,
    /// `sm_90`
    pub arch: &'a str,
    pub bytes: &'a [u8],
}

/// The images of a built module, given as the bytes of its file.
pub fn images(module: &[u8]) -> Result<Vec<DeviceImage<'_>>, ImageError> {
    let elf = Elf::parse(module)?;
    let mut images = Vec::new();
    for section in elf.sections().iter().filter(|section| SECTIONS.contains(&section.name)) {
        images_of(section.bytes, &mut images)?;
    }
    if images.is_empty() { Err(ImageError::NoImages) } else { Ok(images) }
}

fn images_of<'a>(section: &'a [u8], images: &mut Vec<DeviceImage<'a>>) -> Result<(), ImageError> {
    let mut rest = section;
    while !rest.is_empty() {
        if !rest.starts_with(MAGIC) {
            // Padding between two of them.
            rest = rest.get(8..).unwrap_or_default();
            continue;
        }
        let size = u64_at(rest, 8);
        let short =
            ImageError::Truncated { what: "the record of an image", needed: size, there: rest.len() as u64 };
        let fits = usize::try_from(size).ok().filter(|size| (32..=rest.len()).contains(size));
        let (binary, next) = rest.split_at(fits.ok_or(short)?);
        entries(binary, images)?;
        rest = next;
    }
    Ok(())
}

/// Adds the images of one offload binary.
fn entries<'a>(binary: &'a [u8], images: &mut Vec<DeviceImage<'a>>) -> Result<(), ImageError> {
    let part = |what, start: u64, length: u64| {
        let there = binary.len() as u64;
        let needed = start.saturating_add(length);
        let range = (needed <= there).then_some(start as usize..needed as usize);
        range.map(|range| &binary[range]).ok_or(ImageError::Truncated { what, needed, there })
    };
    let version = u32_at(binary, 4);
    // Since version 2, the number of entries is where the size of the single entry was before.
    let (count, string_size) = match version {
        1 => (1, 16),
        2 => (u64_at(binary, 24), 24),
        // If it is compressed, this is its uncompressed size.
        3 if u64_at(part("the record of an image", 0, 40)?, 32) == 0 => (u64_at(binary, 24), 24),
        _ => return Err(ImageError::OtherBundle { version }),
    };
    let offset = u64_at(binary, 16);
    for number in 0..count {
        let start = offset.saturating_add(number.saturating_mul(ENTRY as u64));
        let entry = part("the record of an image", start, ENTRY as u64)?;
        if u16_at(entry, 0) == 0 {
            continue;
        }
        let mut image = DeviceImage {
            triple: "",
            arch: "",
            bytes: part("an image", u64_at(entry, 24), u64_at(entry, 32))?,
        };
        for number in 0..u64_at(entry, 16) {
            let at = u64_at(entry, 8).saturating_add(number.saturating_mul(string_size));
            let string = part("the name of an image", at, string_size)?;
            let value = text_at(binary, u64_at(string, 8));
            match text_at(binary, u64_at(string, 0)) {
                "triple" => image.triple = value,
                "arch" => image.arch = value,
                _ => {}
            }
        }
        images.push(image);
    }
    Ok(())
}

/// The text that starts at `offset` and ends with a NUL.
fn text_at(bytes: &[u8], offset: u64) -> &str {
    let rest = usize::try_from(offset).ok().and_then(|offset| bytes.get(offset..)).unwrap_or_default();
    let length = rest.iter().position(|byte| *byte == 0).unwrap_or(rest.len());
    std::str::from_utf8(&rest[..length]).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::elf::tests::elf_with;
    use super::*;

    /// An offload binary as LLVM 19 (version 1) or a later one writes it.
    fn binary(version: u32, arch: &str, image: &[u8]) -> Vec<u8> {
        let header = if version < 3 { 32 } else { 40 };
        let string = if version == 1 { 16 } else { 24 };
        let strings = header + ENTRY as u64;
        let names = strings + 2 * string;
        let text = format!("triple\0nvptx64-nvidia-cuda\0arch\0{arch}\0");
        let at = names + (text.len() as u64).next_multiple_of(8);
        let size = at + (image.len() as u64).next_multiple_of(8);
        let count = if version == 1 { ENTRY as u64 } else { 1 };
        let mut out = MAGIC.to_vec();
        out.extend(version.to_le_bytes());
        for number in [size, header, count, 0].iter().take(header as usize / 8 - 1) {
            out.extend(number.to_le_bytes());
        }
        out.extend([1, 0, 1, 0, 0, 0, 0, 0]);
        for number in [strings, 2, at, image.len() as u64] {
            out.extend(number.to_le_bytes());
        }
        for (key, value, length) in [(names, names + 7, 19), (names + 27, names + 32, arch.len() as u64)] {
            for number in [key, value, length].iter().take(string as usize / 8) {
                out.extend(number.to_le_bytes());
            }
        }
        out.extend(text.as_bytes());
        out.resize(at as usize, 0);
        out.extend(image);
        out.resize(size as usize, 0);
        out
    }

    #[test]
    fn all_images_are_found() {
        for version in 1..=3 {
            let mut content = binary(version, "sm_80", b"eighty");
            content.extend([0; 16]);
            content.extend(binary(version, "sm_90", b"ninety!!"));
            let module = elf_with(SECTIONS[version as usize % 2], &content);
            let found = images(&module).expect("images");
            let expected = [("sm_80", &b"eighty"[..]), ("sm_90", b"ninety!!")];
            let triple = "nvptx64-nvidia-cuda";
            assert_eq!(found, expected.map(|(arch, bytes)| DeviceImage { triple, arch, bytes }));
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error =
            |content: &[u8]| images(&elf_with(SECTIONS[0], content)).expect_err("an error").to_string();
        assert!(
            images(&elf_with(".text", b"")).expect_err("none").to_string().contains("no code for devices")
        );
        assert!(error(b"nothing of the kind").contains("no code for devices"));
        let whole = binary(1, "sm_90", b"image");
        for length in 16..whole.len() {
            assert!(error(&whole[..length]).contains("truncated"), "{length}");
        }
        assert!(error(&binary(4, "sm_90", b"image")).contains("version 4"));
        let mut compressed = binary(3, "sm_90", b"image");
        compressed[32] = 1;
        assert!(error(&compressed).contains("uncompressed"));
        for at in 0..whole.len() {
            let mut broken = whole.clone();
            broken[at] ^= 0xff;
            let _ = images(&elf_with(SECTIONS[0], &broken));
        }
    }
}
