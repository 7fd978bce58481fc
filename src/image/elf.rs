//! The parts of an ELF file that images need.

use super::ImageError;

const HEADER: u64 = 64;
const SECTION_HEADER: u64 = 64;
/// A section without bytes in the file.
const NOBITS: u32 = 8;

/// Bytes that may extend beyond the file that they contain.
pub(super) trait Bytes<'a>: Copy {
    /// `length` bytes from `start`; `None` if there are not that many.
    fn get(self, start: u64, length: u64) -> Option<&'a [u8]>;

    /// How many there are, if known.
    fn there(self) -> u64;
}

impl<'a> Bytes<'a> for &'a [u8] {
    fn get(self, start: u64, length: u64) -> Option<&'a [u8]> {
        let start = usize::try_from(start).ok()?;
        let end = start.checked_add(usize::try_from(length).ok()?)?;
        <[u8]>::get(self, start..end)
    }

    fn there(self) -> u64 {
        self.len() as u64
    }
}

/// A little-endian ELF file of 64 bits, whose tables and sections all lie in its bytes.
#[derive(Clone, Debug)]
pub struct Elf<'a> {
    header: &'a [u8],
    sections: Vec<Section<'a>>,
    end: u64,
}

/// A section of an ELF file.
#[derive(Clone, Debug)]
pub struct Section<'a> {
    pub name: &'a str,
    /// `sh_type`.
    pub kind: u32,
    /// Its bytes in the file; none if it has none.
    pub bytes: &'a [u8],
}

impl<'a> Elf<'a> {
    /// Reads the tables of the file at the start of `bytes`.
    pub fn parse(bytes: &'a [u8]) -> Result<Elf<'a>, ImageError> {
        Elf::read(bytes)
    }

    pub(super) fn read(bytes: impl Bytes<'a>) -> Result<Elf<'a>, ImageError> {
        let part = |what, start: u64, length: u64| {
            let truncated =
                ImageError::Truncated { what, needed: start.saturating_add(length), there: bytes.there() };
            bytes.get(start, length).ok_or(truncated)
        };
        let known = bytes.there().min(4);
        if bytes.get(0, known).is_none_or(|start| start != &b"\x7fELF"[..known as usize]) || known == 0 {
            return Err(ImageError::NotElf);
        }
        let header = part("its header", 0, HEADER)?;
        if header[4..6] != [2, 1] {
            return Err(ImageError::OtherElf);
        }
        let table = |offset: u64, size: u64, count: u64| {
            offset.checked_add(size.checked_mul(count)?).map(|end| if count == 0 { 0 } else { end })
        };
        let damaged = |what| ImageError::Damaged { what };
        let program = (u64_at(header, 32), u64::from(u16_at(header, 54)), u64::from(u16_at(header, 56)));
        let program_end =
            table(program.0, program.1, program.2).ok_or_else(|| damaged("its program headers"))?;
        let (offset, count) = (u64_at(header, 40), u64::from(u16_at(header, 60)));
        let sections_end =
            table(offset, SECTION_HEADER, count).ok_or_else(|| damaged("its section headers"))?;
        part("its program headers", 0, program_end)?;
        part("its section headers", 0, sections_end)?;
        let mut raw = Vec::new();
        let mut end = HEADER.max(program_end).max(sections_end);
        for number in 0..count {
            let entry = part("its section headers", offset + number * SECTION_HEADER, SECTION_HEADER)?;
            let kind = u32_at(entry, 4);
            let (start, size) = match kind {
                0 | NOBITS => (0, 0),
                _ => (u64_at(entry, 24), u64_at(entry, 32)),
            };
            let content = part("a section", start, size)?;
            end = end.max(start + size);
            raw.push((u32_at(entry, 0), kind, content));
        }
        let names = raw.get(usize::from(u16_at(header, 62))).map_or(&[][..], |(_, _, bytes)| bytes);
        let sections =
            raw.iter().map(|(name, kind, bytes)| Section { name: text_at(names, *name), kind: *kind, bytes });
        Ok(Elf { header, sections: sections.collect(), end })
    }

    /// Where the file ends: nothing that its tables name lies after this.
    pub fn end(&self) -> usize {
        self.end as usize
    }

    pub fn sections(&self) -> &[Section<'a>] {
        &self.sections
    }

    pub fn section(&self, name: &str) -> Option<&Section<'a>> {
        self.sections.iter().find(|section| section.name == name)
    }

    /// `ET_EXEC` is 2, `ET_DYN` 3.
    pub fn kind(&self) -> u16 {
        u16_at(self.header, 16)
    }

    pub fn machine(&self) -> u16 {
        u16_at(self.header, 18)
    }

    /// The name by which a program that is linked with this library asks for it: `libm.so.6`.
    pub fn soname(&self) -> Option<&'a str> {
        const SONAME: u64 = 14;
        let (entries, names) = (self.section(".dynamic")?.bytes, self.section(".dynstr")?.bytes);
        let entry = entries.chunks_exact(16).find(|entry| u64_at(entry, 0) == SONAME)?;
        let name = text_at(names, u32::try_from(u64_at(entry, 8)).ok()?);
        Some(name).filter(|name| !name.is_empty())
    }

    pub fn os_abi(&self) -> u8 {
        self.header[7]
    }

    pub fn abi_version(&self) -> u8 {
        self.header[8]
    }

    pub fn flags(&self) -> u32 {
        u32_at(self.header, 48)
    }
}

/// The text at an offset of a table of strings, up to its NUL.
fn text_at(table: &[u8], offset: u32) -> &str {
    let rest = table.get(offset as usize..).unwrap_or_default();
    let length = rest.iter().position(|byte| *byte == 0).unwrap_or(rest.len());
    std::str::from_utf8(&rest[..length]).unwrap_or_default()
}

fn array_at<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes.get(at..at + N).and_then(|part| part.try_into().ok()).unwrap_or([0; N])
}

pub(super) fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes(array_at(bytes, at))
}

pub(super) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(array_at(bytes, at))
}

pub(super) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(array_at(bytes, at))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// An ELF file for NVIDIA.
    pub fn cubin(abi_version: u8, flags: u32, content: &[u8]) -> Vec<u8> {
        let mut file = elf_with(".text", content);
        file[7] = 0x33;
        file[8] = abi_version;
        file[18..20].copy_from_slice(&190_u16.to_le_bytes());
        file[48..52].copy_from_slice(&flags.to_le_bytes());
        file
    }

    /// An ELF file with one section besides that of the names.
    pub fn elf_with(name: &str, content: &[u8]) -> Vec<u8> {
        let names = format!("\0.shstrtab\0{name}\0");
        let mut file = vec![0; 64];
        file[..7].copy_from_slice(b"\x7fELF\x02\x01\x01");
        file[16..18].copy_from_slice(&2_u16.to_le_bytes());
        file[58..60].copy_from_slice(&64_u16.to_le_bytes());
        file[60..62].copy_from_slice(&3_u16.to_le_bytes());
        file[62..64].copy_from_slice(&1_u16.to_le_bytes());
        let mut section = |name: u32, kind: u32, bytes: &[u8]| {
            let mut entry = vec![0; 64];
            entry[..4].copy_from_slice(&name.to_le_bytes());
            entry[4..8].copy_from_slice(&kind.to_le_bytes());
            entry[24..32].copy_from_slice(&(file.len() as u64).to_le_bytes());
            entry[32..40].copy_from_slice(&(bytes.len() as u64).to_le_bytes());
            file.extend(bytes);
            entry
        };
        let entries = [section(0, 0, &[]), section(1, 3, names.as_bytes()), section(11, 1, content)];
        let table = file.len() as u64;
        file[40..48].copy_from_slice(&table.to_le_bytes());
        file.extend(entries.concat());
        file
    }

    #[test]
    fn the_end_is_after_all_that_is_named() {
        let file = cubin(7, 0x5a055a, b"code");
        let mut longer = file.clone();
        longer.extend([1; 100]);
        let elf = Elf::parse(&longer).expect("an ELF file");
        assert_eq!(elf.end(), file.len());
        assert_eq!(elf.section(".text").expect("there").bytes, b"code");
        assert_eq!((elf.machine(), elf.abi_version(), elf.flags()), (190, 7, 0x5a055a));
    }

    #[test]
    fn each_truncation_is_an_error() {
        let file = cubin(7, 0x5a055a, b"code");
        for length in 0..file.len() {
            let error = Elf::parse(&file[..length]).expect_err("it is short");
            assert_eq!(matches!(error, ImageError::NotElf), length == 0, "{length}: {error:?}");
        }
        assert!(Elf::parse(&file).is_ok());
    }

    #[test]
    fn foreign_files_are_distinguished() {
        let error = |bytes: &[u8]| Elf::parse(bytes).expect_err("no image").to_string();
        assert_eq!(error(b"MZ\x90\0 and more"), "this is not a device image: it is not an ELF file");
        let mut file = cubin(7, 0, b"");
        file[4] = 1;
        assert_eq!(error(&file), "this is not a device image: expected ELF of 64 bits, little-endian");
    }

    #[test]
    fn no_number_of_a_header_harms() {
        let file = cubin(7, 0x5a055a, b"code");
        for at in 0..file.len() {
            for byte in [0, 0x7f, 0xff] {
                let mut broken = file.clone();
                broken[at] = byte;
                let _ = Elf::parse(&broken);
                for more in 1..8.min(file.len() - at) {
                    broken[at + more] = byte;
                }
                let _ = Elf::parse(&broken);
            }
        }
    }
}
