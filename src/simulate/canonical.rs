//! Units without what depends on where they were built, so that the cache recognises a module that was built in another
//! folder.
//!
//! Three things do: paths in `.file`, the device and inode number of the C file in the names of kernels, and both in
//! the texts with which the OpenMP runtime could report its place. Only the paths are reported; a library has room for
//! them, and gets them when it is copied out of the cache.

use std::collections::HashMap;

/// What clang puts before the name of a kernel's function; two numbers of the C file follow.
const OFFLOADING: &str = "__omp_offloading_";
const NO_FILE: &str = "0_0_";
/// The beginning of an `ident_t`'s text, `;file;function;line;column;;`, as bytes in PTX.
const PLACE: &str = "= {59, ";

/// Units, and the paths that `mark`s in them stand for.
pub struct Canonical {
    pub units: Vec<String>,
    pub paths: Vec<String>,
}

/// The mark that replaces a path in the units.
pub fn mark(number: usize) -> String {
    format!("<offcy path {number}>")
}

pub fn canonical(units: &[String]) -> Canonical {
    let is_clear = names_are_clear(units);
    let mut paths = Vec::new();
    let mut unit = |text: &String| {
        let lines = text.lines().map(|line| {
            let trimmed = line.trim_start();
            let line = match trimmed.starts_with(".file") {
                true => without_path(line, &mut paths),
                false if trimmed.starts_with(".global") && line.contains(PLACE) => {
                    without_place(line).unwrap_or_else(|| line.to_string())
                }
                false => line.to_string(),
            };
            (if is_clear { without_files(&line) } else { line }) + "\n"
        });
        lines.collect()
    };
    Canonical { units: units.iter().map(&mut unit).collect(), paths }
}

/// Where the two numbers after the prefix end, if they exist.
fn after_numbers(text: &str) -> Option<usize> {
    let mut at = 0;
    for _ in 0..2 {
        let digits = text[at..].find(|c: char| !matches!(c, '0'..='9' | 'a'..='f'))?;
        if digits == 0 || !text[at + digits..].starts_with('_') {
            return None;
        }
        at += digits + 1;
    }
    Some(at)
}

/// Whether names are still different from each other without the numbers.
fn names_are_clear(units: &[String]) -> bool {
    let mut known = HashMap::new();
    units.iter().flat_map(|unit| unit.split(OFFLOADING).skip(1)).all(|rest| {
        let Some(end) = after_numbers(rest) else { return true };
        let name = &rest[end..];
        let length =
            name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '$').unwrap_or(name.len());
        *known.entry(&name[..length]).or_insert(&rest[..end]) == &rest[..end]
    })
}

fn without_files(line: &str) -> String {
    let mut parts = line.split(OFFLOADING);
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        out += OFFLOADING;
        match after_numbers(part) {
            Some(end) => {
                out += NO_FILE;
                out += &part[end..];
            }
            None => out += part,
        }
    }
    out
}

/// `.file 1 "path"` with a mark instead of the path.
fn without_path(line: &str, paths: &mut Vec<String>) -> String {
    let (Some(start), Some(end)) = (line.find('"'), line.rfind('"')) else { return line.to_string() };
    let Some(path) = line.get(start + 1..end) else { return line.to_string() };
    let number = paths.iter().position(|known| known == path).unwrap_or_else(|| {
        paths.push(path.to_string());
        paths.len() - 1
    });
    format!("{}{}{}", &line[..=start], mark(number), &line[end..])
}

/// The bytes of a place, with its file and the numbers of the file replaced by dots: its length, which occurs
/// elsewhere, stays the same. `None` if it is something else.
fn without_place(line: &str) -> Option<String> {
    let start = line.find(PLACE)? + PLACE.len() - "59, ".len();
    let end = start + line[start..].find('}')?;
    let mut bytes: Vec<u8> =
        line[start..end].split(", ").map(|number| number.parse().ok()).collect::<Option<_>>()?;
    // PTX leaves out zeros at the end.
    if !bytes.ends_with(b";;") {
        return None;
    }
    let file = 1 + bytes[1..].iter().position(|byte| *byte == b';')?;
    bytes[1..file].fill(b'.');
    let text = String::from_utf8(bytes.clone()).ok()?;
    for (at, _) in text.match_indices(OFFLOADING) {
        let numbers = at + OFFLOADING.len();
        if let Some(length) = after_numbers(&text[numbers..]) {
            bytes[numbers..numbers + length].fill(b'.');
        }
    }
    let numbers: Vec<String> = bytes.iter().map(u8::to_string).collect();
    Some(format!("{}{}{}", &line[..start], numbers.join(", "), &line[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> String {
        let numbers: Vec<String> = text.bytes().map(|byte| byte.to_string()).collect();
        format!(".global .align 1 .b8 __unnamed_1[{}] = {{{}}};", text.len() + 1, numbers.join(", "))
    }

    fn unit(folder: &str, file: &str, kernel: &str) -> String {
        let name = format!("__omp_offloading_{file}_{kernel}_l7");
        let place = bytes(&format!(";/tmp/{folder}/m.kernels.c;{name};7;13;;"));
        format!(
            "{place}\n.weak .entry {name}(\n.param .u64 {name}_param_0)\n{{\nret;\n}}\n\t.file\t1 \"/tmp/{folder}/m.pyx\"\n"
        )
    }

    #[test]
    fn another_folder_makes_the_same_unit() {
        let one = canonical(&[unit("a", "fe00_12ab", "f_region_1")]);
        let other = canonical(&[unit("b", "fe01_99cd", "f_region_1")]);
        assert_eq!(one.units, other.units);
        assert!(one.units[0].contains(".entry __omp_offloading_0_0_f_region_1_l7("), "{}", one.units[0]);
        assert!(one.units[0].contains(".file\t1 \"<offcy path 0>\""), "{}", one.units[0]);
        assert_eq!((&*one.paths[0], &*other.paths[0]), ("/tmp/a/m.pyx", "/tmp/b/m.pyx"));
        let changed = canonical(&[unit("a", "fe00_12ab", "f_region_2")]);
        assert_ne!(one.units, changed.units);
    }

    #[test]
    fn files_share_paths_and_keep_names_that_would_be_the_same() {
        let two = |other: &str| canonical(&[unit("a", "fe00_1", "f"), unit("a", other, "f")]);
        assert!(two("fe00_1").units[1].contains("__omp_offloading_0_0_f_l7("));
        assert!(two("fe00_2").units[1].contains("__omp_offloading_fe00_2_f_l7("));
        assert_eq!(two("fe00_2").paths, ["/tmp/a/m.pyx"]);
    }

    #[test]
    fn other_texts_stay() {
        let text =
            format!("{}\n.global .align 1 .b8 t[3] = {{59, 1, 2}};\n__omp_offloading_x_y\n", bytes(";a;b"));
        assert_eq!(canonical(std::slice::from_ref(&text)).units, [text]);
    }
}
