//! Writes C line by line: indentation, `#line` directives, and which line of the source each comes from.

use super::c::Doc;
use super::lir::Place;
use super::{DeviceCode, Origin};
use crate::source::FileId;

/// Where long lines are broken.
pub const WIDTH: usize = 100;

/// Deeper code is not indented further: otherwise its text would grow with the square of its depth.
const MAX_INDENT: usize = 48;

/// A finished text.
pub struct Written {
    pub text: String,
    /// For each of its lines, what it was written for.
    pub origins: Vec<Option<Origin>>,
    pub device_code: Option<DeviceCode>,
}

/// The text of a file under construction.
#[derive(Clone, Debug)]
pub struct Writer {
    text: String,
    depth: usize,
    /// Whether to write `#line` directives.
    is_mapped: bool,
    /// The source place to which the next line would be attributed.
    current: Option<(String, u32)>,
    /// What the next line, and each line so far, is written for. A `#line` counts on automatically; this does not.
    origin: Option<Origin>,
    origins: Vec<Option<Origin>>,
    /// The number of the line that is written next, in the emitted file.
    line: u32,
    file_name: String,
    device_code: Option<DeviceCode>,
    /// Nothing is written yet, or the last line is empty or opens a block.
    is_gap: bool,
}

impl Writer {
    /// `file_name` is the emitted file's, to which the glue's own code is attributed.
    pub fn new(file_name: &str, line_directives: bool) -> Writer {
        Writer {
            text: String::new(),
            depth: 0,
            is_mapped: line_directives,
            current: None,
            origin: None,
            origins: Vec::new(),
            line: 1,
            file_name: file_name.to_string(),
            device_code: None,
            is_gap: true,
        }
    }

    /// Where a line begins.
    pub fn column(&self) -> usize {
        MAX_INDENT.min(4 * self.depth)
    }

    /// A line at the current depth, broken at the right margin. An empty one has no indentation.
    pub fn line(&mut self, line: impl Into<Doc>) {
        let line = line.into();
        if line.len() == 0 {
            self.end_line();
            self.is_gap = true;
            return;
        }
        for text in line.lines(self.column(), WIDTH) {
            self.text.push_str(&text);
            self.end_line();
        }
    }

    /// A line of somebody else's C: neither indented nor broken.
    pub fn line_as_it_is(&mut self, text: &str) {
        self.text.push_str(text);
        self.end_line();
    }

    /// An empty line, unless the last one was empty or a block has just been opened.
    pub fn gap(&mut self) {
        if !self.is_gap {
            self.end_line();
            self.is_gap = true;
        }
    }

    /// Short statements, several to a line.
    pub fn joined(&mut self, statements: Vec<Doc>) {
        let mut line = Doc::default();
        for statement in statements {
            if line.len() > 0 && self.column() + line.len() + 1 + statement.len() > WIDTH {
                self.line(std::mem::take(&mut line));
            }
            line = if line.len() > 0 { line.text(" ") } else { line }.add(statement);
        }
        if line.len() > 0 {
            self.line(line);
        }
    }

    /// A comment of several lines at the left margin, which are not broken.
    pub fn comment(&mut self, text: &str) {
        text.lines().for_each(|line| self.line_as_it_is(line));
    }

    /// A line that starts at the left margin: labels and preprocessor directives.
    pub fn margin(&mut self, text: impl AsRef<str>) {
        self.text.push_str(text.as_ref());
        self.end_line();
    }

    /// `header {` and one level deeper.
    pub fn open(&mut self, header: impl Into<Doc>) {
        let header = header.into();
        let brace = if header.len() == 0 { "{" } else { " {" };
        self.line(header.text(brace));
        self.enter();
    }

    /// `}` and one level up.
    pub fn close(&mut self) {
        self.close_with("");
    }

    /// `}rest`, as `};` or `} name;`.
    pub fn close_with(&mut self, rest: &str) {
        self.depth = self.depth.saturating_sub(1);
        self.line(format!("}}{rest}"));
    }

    /// `} header {`
    pub fn reopen(&mut self, header: impl Into<Doc>) {
        self.depth = self.depth.saturating_sub(1);
        self.line(Doc::from("} ").add(header).text(" {"));
        self.enter();
    }

    fn enter(&mut self) {
        self.depth += 1;
        self.is_gap = true;
    }

    pub fn indent(&mut self) {
        self.depth += 1;
    }

    pub fn dedent(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Attributes what follows to a place.
    pub fn place(&mut self, place: &Place) {
        match place {
            Place::Line { file, name, line } => self.at(*file, name, *line),
            Place::Because(origin) => self.because_of(*origin),
        }
    }

    /// Attributes what follows to a line of the source; `name`: the name of the file.
    fn at(&mut self, file: FileId, name: &str, line: u32) {
        self.origin = Some(Origin { file, line });
        if !self.is_mapped {
            return;
        }
        let wanted = (name.to_string(), line);
        if self.current.as_ref() != Some(&wanted) {
            self.margin(format!("#line {line} {}", super::c::string_literal(name.as_bytes())));
            self.current = Some(wanted);
        }
    }

    /// What follows is there for a line of the source, but compilers need not mention that line.
    pub fn because_of(&mut self, origin: Origin) {
        self.origin = Some(origin);
    }

    /// Attributes what follows to the emitted file itself.
    pub fn at_home(&mut self) {
        self.origin = None;
        if self.current.take().is_some() {
            let text =
                format!("#line {} {}", self.line + 1, super::c::string_literal(self.file_name.as_bytes()));
            self.margin(text);
            self.current = None;
        }
    }

    /// A directive that may be long: broken at the right margin between its clauses, and where one of them is longer between
    /// its pieces.
    pub fn pragma(&mut self, clauses: &[Vec<String>]) {
        let indent = " ".repeat(self.column());
        let mut line = format!("{indent}#pragma omp");
        for pieces in clauses {
            if line.len() + 1 + pieces.join(" ").len() + 2 > WIDTH {
                self.margin(format!("{line} \\"));
                line = format!("{indent}       ");
            }
            let opening = pieces[0].find('(').map_or(0, |at| at + 2);
            let inside = " ".repeat(line.len() + opening - 1);
            for piece in pieces {
                if line.len() + 1 + piece.len() + 2 > WIDTH {
                    self.margin(format!("{line} \\"));
                    line = inside.clone();
                }
                line.push(' ');
                line.push_str(piece);
            }
        }
        self.margin(line);
    }

    /// Finished lines, which keep their indentation; their last place becomes this writer's. Lines without a place
    /// belong to this writer's current one, and so does what comes after them.
    pub fn splice(&mut self, other: Writer) {
        self.origins.extend(other.origins.into_iter().map(|origin| origin.or(self.origin)));
        self.line += other.line - 1;
        if !other.text.is_empty() {
            self.is_gap = other.is_gap;
        }
        self.text.push_str(&other.text);
        self.current = other.current;
        self.has_for_devices(other.device_code);
    }

    /// What has been written is also for devices.
    pub fn has_for_devices(&mut self, code: Option<DeviceCode>) {
        self.device_code = match (self.device_code, code) {
            (Some(known), Some(code)) => Some(known.and(code)),
            (known, code) => known.or(code),
        };
    }

    pub fn finish(self) -> Written {
        Written { text: self.text, origins: self.origins, device_code: self.device_code }
    }

    fn end_line(&mut self) {
        self.text.push('\n');
        self.is_gap = false;
        self.origins.push(self.origin);
        self.line += 1;
        if let Some((_, line)) = &mut self.current {
            *line += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{SourceFile, SourceMap};

    #[test]
    fn line_directives_come_only_where_the_place_changes() {
        let file = SourceMap::default().add(SourceFile::new("m.pyx", ""));
        let mut writer = Writer::new("m.c", true);
        writer.open("void f(void)");
        writer.at(file, "m.pyx", 7);
        writer.line("a();");
        writer.at(file, "m.pyx", 8);
        writer.line("b();");
        writer.line("b2();");
        writer.at(file, "m.pyx", 8);
        writer.line("c();");
        writer.at_home();
        writer.close();
        let wanted = "void f(void) {\n#line 7 \"m.pyx\"\n    a();\n    b();\n    b2();\n\
                      #line 8 \"m.pyx\"\n    c();\n#line 9 \"m.c\"\n}\n";
        let Written { text, origins, .. } = writer.finish();
        assert_eq!(text, wanted);
        let lines: Vec<u32> = origins.iter().map(|origin| origin.map_or(0, |origin| origin.line)).collect();
        assert_eq!(lines, [0, 7, 7, 8, 8, 8, 8, 0, 0]);
    }
}
