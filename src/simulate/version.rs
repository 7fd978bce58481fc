//! What libraries in the cache depend on besides their sources: if it changes, all of them are rebuilt.

use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::files::FILES;
use super::{compiled, library};

/// A word for the translator, the C of the simulator, the compiler with its flags, and the processor.
pub fn version(clang: &Path) -> String {
    let mut hash = Sha256::new();
    let mut add = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    // A hash of the sources of this folder, from the build script.
    add(env!("OFFCY_TRANSLATOR").as_bytes());
    for file in FILES {
        add(file.name.as_bytes());
        add(file.text.as_bytes());
    }
    library::FLAGS.iter().for_each(|flag| add(flag.as_bytes()));
    compiled::flags().for_each(|flag| add(flag.as_bytes()));
    add(clang.as_os_str().as_encoded_bytes());
    let facts = fs::metadata(clang).and_then(|facts| Ok((facts.len(), facts.modified()?)));
    add(facts.map_or_else(|_| String::new(), |facts| format!("{facts:?}")).as_bytes());
    add(processor().as_bytes());
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// The model and features of the processor, as the system names them.
fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let is_fact = |line: &&str| ["model name", "flags", "Features"].iter().any(|name| line.starts_with(name));
    text.lines().filter(is_fact).take(2).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_compiler_at_the_same_place_is_another_version() {
        let folder = tempfile::tempdir().expect("a folder");
        let clang = folder.path().join("clang");
        fs::write(&clang, "one").expect("a file");
        let before = version(&clang);
        assert_eq!(before, version(&clang));
        fs::write(&clang, "other").expect("a file");
        assert_ne!(before, version(&clang));
    }
}
