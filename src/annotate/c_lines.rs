//! The C that was written for each line of the source.

use std::collections::BTreeMap;

use crate::emit::Emitted;
use crate::source::FileId;

/// Adjacent lines of C.
#[derive(Debug, PartialEq, Eq)]
pub struct CRun {
    pub file: String,
    /// The number of the first line, from 1.
    pub line: usize,
    /// Without the common indentation.
    pub text: String,
}

/// For each line of `file` its C, in the order of the emitted files.
pub fn by_line(emitted: &Emitted, file: FileId) -> BTreeMap<u32, Vec<CRun>> {
    let mut found: BTreeMap<u32, Vec<CRun>> = BTreeMap::new();
    for written in &emitted.files {
        let lines: Vec<&str> = written.text.lines().collect();
        let of = |at: usize| {
            written
                .origins
                .get(at)
                .copied()
                .flatten()
                .filter(|origin| origin.file == file)
                .map(|one| one.line)
        };
        let mut at = 0;
        while at < lines.len() {
            let start = at;
            while at < lines.len() && of(at) == of(start) {
                at += 1;
            }
            let Some(line) = of(start) else { continue };
            if let Some(run) = run(&written.name, start, &lines[start..at]) {
                found.entry(line).or_default().push(run);
            }
        }
    }
    found
}

/// `None` if there are only empty lines and ends of blocks that other lines begin.
fn run(file: &str, start: usize, lines: &[&str]) -> Option<CRun> {
    let is_empty = |line: &&str| line.trim().is_empty();
    let first = lines.iter().position(|line| !is_empty(line))?;
    let mut lines = &lines[first..];
    let count = |lines: &[&str], brace| lines.iter().map(|line| line.matches(brace).count()).sum::<usize>();
    while let [inner @ .., last] = lines
        && (is_empty(last) || last.trim() == "}" && count(lines, '}') > count(lines, '{'))
    {
        lines = inner;
    }
    if lines.is_empty() {
        return None;
    }
    let indent = |line: &&str| line.len() - line.trim_start_matches(' ').len();
    // Labels and directives start in the first column.
    let is_inside = |line: &&&str| !is_empty(line) && line.starts_with(' ');
    let inside = lines.iter().filter(is_inside).map(indent).min().unwrap_or(0);
    let is_flush = |line: &&str| line.starts_with('#') || line.ends_with(':') || is_empty(line);
    let common = if lines.iter().all(|line| line.starts_with(' ') || is_flush(line)) { inside } else { 0 };
    let cut = |line: &&str| line[indent(line).min(common)..].to_string();
    let text = lines.iter().map(cut).collect::<Vec<_>>().join("\n");
    Some(CRun { file: file.to_string(), line: start + first + 1, text })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::{EmittedFile, Origin};
    use crate::source::{SourceFile, SourceMap};

    #[test]
    fn lines_of_c_find_their_source() {
        let mut sources = SourceMap::default();
        let [own, other] = ["m.pyx", "n.pxd"].map(|name| sources.add(SourceFile::new(name, "")));
        let at = |file, line| Some(Origin { file, line });
        let text = "int f(void)\n{\n\n    {\n      b();\n    }\n    c();\n    d();\n}\n".to_string();
        let origins = vec![
            at(own, 1),
            at(own, 1),
            at(own, 2),
            at(own, 2),
            at(own, 2),
            at(own, 2),
            at(other, 2),
            None,
            at(own, 1),
        ];
        let emitted = Emitted {
            files: vec![EmittedFile { name: "m.c".to_string(), text, origins, device_code: None }],
            ..Emitted::default()
        };
        let found = by_line(&emitted, own);
        let run = |line, text: &str| CRun { file: "m.c".to_string(), line, text: text.to_string() };
        assert_eq!(found[&1], [run(1, "int f(void)\n{")]);
        assert_eq!(found[&2], [run(4, "{\n  b();\n}")]);
        assert_eq!(found.len(), 2);
    }
}
