//! The URIs that editors use for files.

use std::path::{Path, PathBuf};

use lsp_types::Uri;

/// Bytes of a path that stand for themselves in a URI.
const PLAIN: &[u8] = b"-._~/!$&'()*+,;=:@";

/// The path of a URI's file; a file that was never saved has none, and gets a name that is valid for a
/// module.
pub fn path(uri: &Uri) -> PathBuf {
    let text = uri.as_str();
    match text.strip_prefix("file://") {
        // The part before the path is a host name.
        Some(rest) => PathBuf::from(decoded(rest.find('/').map_or(rest, |at| &rest[at..]))),
        None => {
            let name = text.split(':').next_back().unwrap_or(text).rsplit('/').next().unwrap_or(text);
            let stem = name.trim_end_matches(".pyx");
            let good = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
            PathBuf::from(format!("{}.pyx", stem.chars().map(good).collect::<String>()))
        }
    }
}

/// The URI of a file; `None` for a path that no URI can name.
pub fn of(path: &Path) -> Option<Uri> {
    let path = std::path::absolute(path).ok()?;
    let mut text = "file://".to_string();
    for &byte in path.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() || PLAIN.contains(&byte) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text.parse().ok()
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let digits = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(|_| first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_survive_the_way_there_and_back() {
        for name in ["/a/b.pyx", "/with space/ä#?%20.pyx", "/a[1]/{b}.pyx"] {
            let uri = of(Path::new(name)).expect("a URI");
            assert_eq!(path(&uri), Path::new(name), "{}", uri.as_str());
        }
        assert_eq!(path(&"file://host/a.pyx".parse().expect("a URI")), Path::new("/a.pyx"));
        assert_eq!(path(&"untitled:Untitled-1".parse().expect("a URI")), Path::new("Untitled_1.pyx"));
    }
}
