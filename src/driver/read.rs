//! Reads source files: UTF-8, or Latin-1 where an encoding cookie says so.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::diag::{Diagnostic, Diagnostics, codes};
use crate::source::{FileId, MAX_FILE_BYTES, SourceFile, SourceMap, Span};

/// Adds a file with these bytes to `sources` and reports what is wrong with it to `diagnostics`.
pub fn source(
    bytes: Result<Vec<u8>, String>,
    path: &Path,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<FileId> {
    let bytes = match bytes {
        Ok(bytes) => bytes,
        Err(why) => {
            let message = format!("cannot read `{}`: {why}", path.display());
            diagnostics.push(Diagnostic::error(codes::UNREADABLE_FILE, message));
            return None;
        }
    };
    let encoding = cookie(&bytes);
    match decode(bytes, encoding.as_deref()) {
        Ok(text) => Some(sources.add(SourceFile::new(path, text))),
        Err(NotUtf8 { text, at, byte }) => {
            let file = sources.add(SourceFile::new(path, text));
            diagnostics.push(not_utf8(Span::new(file, at, at), byte, encoding.as_deref()));
            None
        }
    }
}

/// What a file holds, or why it cannot be read. Only regular files: a pipe or a device might never end.
pub fn bytes(path: &Path) -> Result<Vec<u8>, String> {
    let words = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_string(),
        io::ErrorKind::PermissionDenied => "permission denied".to_string(),
        _ => error.to_string(),
    };
    let kind = std::fs::metadata(path).map_err(words)?;
    if kind.is_dir() {
        return Err("it is a folder".to_string());
    }
    if !kind.is_file() {
        return Err("it is not a regular file".to_string());
    }
    let mut bytes = Vec::new();
    File::open(path).map_err(words)?.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(words)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(format!("it is larger than {} MiB", MAX_FILE_BYTES >> 20));
    }
    Ok(bytes)
}

struct NotUtf8 {
    /// The text with replacement characters, valid up to `at`.
    text: String,
    at: usize,
    byte: u8,
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A text as the bytes of a file that held `before`, in the same encoding; `None` if reading it again would
/// not give that text.
pub fn encode(text: &str, before: &[u8]) -> Option<Vec<u8>> {
    let bytes = if before.starts_with(BYTE_ORDER_MARK) {
        [BYTE_ORDER_MARK, text.as_bytes()].concat()
    } else if cookie(before).as_deref().is_some_and(is_latin_1) {
        text.chars().map(u8::try_from).collect::<Result<_, _>>().ok()?
    } else {
        text.as_bytes().to_vec()
    };
    let again = decode(bytes.clone(), cookie(&bytes).as_deref()).ok()?;
    (again == text).then_some(bytes)
}

fn decode(mut bytes: Vec<u8>, encoding: Option<&str>) -> Result<String, NotUtf8> {
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    } else if encoding.is_some_and(is_latin_1) {
        return Ok(bytes.into_iter().map(char::from).collect());
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
        NotUtf8 { text, at, byte: error.as_bytes()[at] }
    })
}

fn is_latin_1(encoding: &str) -> bool {
    let name = encoding.to_ascii_lowercase().replace('_', "-");
    ["latin-1", "latin1", "iso-8859-1", "iso-latin-1", "iso8859-1", "l1"]
        .iter()
        .any(|known| name.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest.starts_with('-')))
}

/// The encoding that a comment in the first two lines names (PEP 263).
fn cookie(bytes: &[u8]) -> Option<String> {
    bytes.split(|&byte| byte == b'\n').take(2).find_map(|line| {
        let line = String::from_utf8_lossy(&line[..line.len().min(400)]).into_owned();
        let comment = line.trim_start_matches([' ', '\t', '\u{c}', '\u{feff}']).strip_prefix('#')?;
        comment.match_indices("coding").find_map(|(at, word)| {
            let rest = comment[at + word.len()..].strip_prefix([':', '='])?.trim_start_matches([' ', '\t']);
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "-_.".contains(c)));
            let name = &rest[..end.unwrap_or(rest.len())];
            (!name.is_empty()).then(|| name.to_string())
        })
    })
}

fn not_utf8(span: Span, byte: u8, encoding: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::error(codes::NOT_UTF8, "the file is not valid UTF-8")
        .at(span, format!("byte {byte:#04x} is not allowed here"));
    match encoding {
        Some(name) if !name.to_ascii_lowercase().replace('_', "-").starts_with("utf-8") => {
            diagnostic.note(format!("its encoding cookie says `{name}`; offcy reads UTF-8 and Latin-1"))
        }
        _ => diagnostic.note("for a Latin-1 file, write `# -*- coding: latin-1 -*-` on its first line"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> Result<String, usize> {
        decode(bytes.to_vec(), cookie(bytes).as_deref()).map_err(|error| error.at)
    }

    #[test]
    fn encodings() {
        assert_eq!(decoded("é".as_bytes()).as_deref(), Ok("é"));
        assert_eq!(decoded(b"\xef\xbb\xbfx").as_deref(), Ok("x"));
        assert_eq!(decoded(b"ab\xe9"), Err(2));
        assert_eq!(
            decoded(b"# -*- coding: latin-1 -*-\n\xe9").as_deref(),
            Ok("# -*- coding: latin-1 -*-\né")
        );
        for bytes in [&b"\xef\xbb\xbfx"[..], b"# coding: latin-1\n\xe9", "é".as_bytes()] {
            assert_eq!(encode(&decoded(bytes).expect("text"), bytes).as_deref(), Some(bytes));
        }
        assert_eq!(encode("# coding: latin-1\n€", b"# coding: latin-1\n"), None);
        assert_eq!(encode("\n\n# coding: latin-1\né", b"# coding: latin-1\n\xe9"), None);
        assert_eq!(decoded(b"\n # vim: set fileencoding=iso-8859-1 :\n\xe9").map(|text| text.len()), Ok(41));
        assert!(decoded(b"\n\n# coding: latin-1\n\xe9").is_err());
        assert!(decoded(b"x = 'coding: latin-1'\n\xe9").is_err());
        assert!(decoded(b"# coding: koi8-r\n\xe9").is_err());
    }
}
