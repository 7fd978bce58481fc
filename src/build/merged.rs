//! The runtime's sources as few files: most of the time that a C compiler takes for one of them goes to the headers,
//! Python's above all, and to its own start.

use std::fmt::Write;

use super::c_text::{names, words};
use super::runtime::{FILES, RuntimeFile};
use crate::emit::DeviceCode;

/// A file holds sources up to this size in bytes: several processors share the work, and its start hardly counts.
const MOST_BYTES: usize = 80_000;

/// Sources of which a module with a number or a memoryview has parts. They are apart from the rest: of a file that it needs, a linker keeps
/// all texts, also those of functions that it leaves out.
const IN_MOST_MODULES: &[&str] = &[
    "py_args",
    "py_buffer",
    "py_convert",
    "py_dtype",
    "py_element",
    "py_environment",
    "py_format",
    "py_memoryview",
    "py_module",
    "py_ndarray",
    "py_object",
    "py_openmp",
    "py_subscript",
    "py_traceback",
    "py_view",
    "rt_driver",
    "rt_elements",
    "rt_state",
    "rt_team",
    "rt_trial",
];

/// Whatever a source asks of the system's headers, they are read once.
const HEAD: &str = "#ifndef _GNU_SOURCE\n#define _GNU_SOURCE\n#endif\n";

/// What most modules have stays small: functions that sources offer each other are not copied into their callers.
const COMMON_HEAD: &str = "#define OFFCY_MERGED\n";

/// A C file made of sources of the runtime.
pub struct MergedFile {
    /// Relative to the folder with the runtime's headers.
    pub name: String,
    pub text: String,
    pub device_code: Option<DeviceCode>,
}

/// All sources of the runtime. `shown_as`: the folder that debug information names as theirs.
pub fn merged(shown_as: &str) -> Vec<MergedFile> {
    let mut sources: Vec<_> =
        FILES.iter().filter(|file| file.is_source()).map(|file| (kind(file), file)).collect();
    sources.sort_by_key(|(kind, _)| *kind);
    let mut files: Vec<(&str, MergedFile)> = Vec::new();
    for (kind, source) in sources {
        // Names of device code are what device and host know each other by, and it is compiled twice.
        if kind == DEVICE {
            let (name, text) = (source.name.to_string(), source.text.to_string());
            files.push((kind, MergedFile { name, text, device_code: source.device_code() }));
            continue;
        }
        let text = format!("#line 1 \"{shown_as}/{}\"\n{}", source.name, with_own_names(source));
        match files.last_mut() {
            Some((last, file)) if *last == kind && file.text.len() + text.len() <= MOST_BYTES => {
                file.text.push_str(&text);
            }
            _ => {
                let name = format!("src/{kind}{}.c", files.len());
                files.push((
                    kind,
                    MergedFile {
                        name,
                        text: format!("{HEAD}{}{text}", if kind == COMMON { COMMON_HEAD } else { "" }),
                        device_code: None,
                    },
                ));
            }
        }
    }
    files.into_iter().map(|(_, file)| file).collect()
}

const DEVICE: &str = "device";
const COMMON: &str = "common";

/// Sources of one kind are together: they include the same headers, with Python's or without.
fn kind(source: &RuntimeFile) -> &'static str {
    match source.stem() {
        _ if source.device_code().is_some() => DEVICE,
        stem if IN_MOST_MODULES.contains(&stem) => COMMON,
        stem if stem.starts_with("py_") => "python",
        _ => "runtime",
    }
}

/// A source of the runtime with its private names prefixed by the name of the file.
pub fn with_own_names(file: &RuntimeFile) -> String {
    let own = names(file.text).own;
    let is_taken =
        |name: &str| !name.starts_with("offcy_") && !name.starts_with("OFFCY_") && !name.starts_with('_');
    let stem = file.stem();
    let mut text = String::with_capacity(file.text.len() * 9 / 8);
    let mut done = 0;
    for word in words(file.text)
        .iter()
        .filter(|word| !word.is_member && own.contains(word.text) && is_taken(word.text))
    {
        text.push_str(&file.text[done..word.at]);
        let _ = write!(text, "offcy_{stem}_{}", word.text);
        done = word.at + word.text.len();
    }
    text.push_str(&file.text[done..]);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_is_in_one_file() {
        let files = merged("offcy");
        for source in FILES.iter().filter(|file| file.is_source()) {
            let line = format!("#line 1 \"offcy/{}\"\n", source.name);
            let count: usize = files.iter().map(|file| file.text.matches(&line).count()).sum();
            let alone = files.iter().filter(|file| file.name == source.name).count();
            assert_eq!(count + alone, 1, "{}", source.name);
        }
        let names: std::collections::HashSet<_> = files.iter().map(|file| &file.name).collect();
        assert_eq!(names.len(), files.len());
        let known = |stem: &&str| FILES.iter().any(|file| file.is_source() && file.stem() == *stem);
        assert!(IN_MOST_MODULES.iter().all(known), "a source has another name now");
    }
}
