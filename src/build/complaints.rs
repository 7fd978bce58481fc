//! Turns what a C compiler reports into diagnostics on the lines of the .pyx.
//!
//! The emitted C has `#line`, so the compiler's places are already those of the source.

use std::path::Path;

use super::process::Finished;
use crate::diag::{Code, Diagnostic, codes};
use crate::emit::ForeignName;
use crate::source::{SourceMap, Span};

/// More lines of the compiler's output than this help nobody.
const MOST_LINES_QUOTED: usize = 60;

/// An error line: `file:line:column: error: words`.
#[derive(Debug, PartialEq, Eq)]
struct Complaint<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    fatal: bool,
    words: &'a str,
}

/// The source of what was compiled.
pub struct Compiled<'a> {
    pub sources: &'a SourceMap,
    /// Where it has foreign C: strings that contain some, and lines that name headers.
    pub foreign_places: &'a [Span],
    /// What it says that headers define.
    pub foreign_names: &'a [ForeignName],
    /// Where the emitted C lies.
    pub workspace: &'a Path,
}

/// Why compiling the emitted C failed.
pub fn of_compilation(finished: &Finished, compiled: &Compiled<'_>) -> Diagnostic {
    let lines: Vec<&str> = finished.stderr.lines().collect();
    let found = lines.iter().enumerate().find_map(|(at, line)| Some((at, parse(line)?)));
    let diagnostic = match found {
        _ if is_crash(finished) => could_not_work(finished),
        Some((at, complaint)) => match foreign(&complaint, &lines[..at], compiled) {
            Some(diagnostic) => diagnostic,
            None => declared_otherwise(&complaint, &lines[at + 1..], compiled)
                .unwrap_or_else(|| placed(&complaint, compiled.sources)),
        },
        None => could_not_work(finished),
    };
    quote(diagnostic, finished)
}

/// Why linking failed.
pub fn of_linking(finished: &Finished, sources: &SourceMap) -> Diagnostic {
    let diagnostic = match undefined_symbol(&finished.stderr) {
        // What clang's headers turn `printf` into for AMD GPUs; `stdin`, `stdout` and `stderr` come first.
        Some(symbol) if finished.stderr.contains("undefined symbol: rpc_") => {
            let name = if symbol.starts_with("std") { "printf" } else { symbol.trim_start_matches("rpc_") };
            let message = format!("AMD GPUs have no `{name}`: code there cannot print or read");
            let diagnostic = Diagnostic::error(codes::NOT_YET_ON_DEVICE, message)
                .note("take it out of the region, or build for other devices");
            match referring_place(&finished.stderr, sources) {
                Some(span) => diagnostic.at(span, "code of a region"),
                None => diagnostic,
            }
        }
        Some(symbol) => {
            let message = format!("the C function or variable `{symbol}` is declared, and defined nowhere");
            Diagnostic::error(codes::FOREIGN_C, message).note(
                "name its source, `# offcy: sources = FILE.c` (for devices too) or `# distutils: sources = FILE.c`, \
                 or its library, `# distutils: libraries = NAME`",
            )
        }
        None => could_not_work(finished),
    };
    quote(diagnostic, finished)
}

/// In the words of lld, ld and nvlink.
fn undefined_symbol(said: &str) -> Option<&str> {
    let marks = ["undefined symbol: ", "undefined reference to `", "Undefined reference to '"];
    let (mark, at) = marks.iter().find_map(|mark| said.find(mark).map(|at| (mark, at)))?;
    let symbol = said[at + mark.len()..].split(['\'', '\n', ' ']).next()?;
    (!symbol.is_empty()).then_some(symbol)
}

/// The place of lld's `>>> referenced by m.pyx:65 (dir/m.pyx:65)`: the source as it was named, or its full path.
fn referring_place(said: &str, sources: &SourceMap) -> Option<Span> {
    said.lines().find_map(|line| {
        let (short, long) = line.trim().strip_prefix(">>> referenced by ")?.split_once(" (")?;
        [long.strip_suffix(')')?, short].iter().find_map(|place| {
            let (file, line) = place.rsplit_once(':')?;
            span_in(sources, file, line.parse().ok()?)
        })
    })
}

fn could_not_work(finished: &Finished) -> Diagnostic {
    let message = format!("the C compiler could not do its work: {}", finished.complaint());
    Diagnostic::error(codes::COMPILER_FAILED, message)
}

/// It was killed, or crashed.
fn is_crash(finished: &Finished) -> bool {
    const BREAKDOWNS: [&str; 3] =
        ["PLEASE submit a bug report", "internal compiler error", "No space left on device"];
    finished.timed_out
        || finished.status.code().is_none()
        || BREAKDOWNS.iter().any(|words| finished.stderr.contains(words))
}

/// A complaint about C that offcy did not write: in a string of the source, or in a file. `before`: what the compiler said
/// before it, which names the lines that include the file.
fn foreign(complaint: &Complaint<'_>, before: &[&str], compiled: &Compiled<'_>) -> Option<Diagnostic> {
    if missing_header(complaint).is_some() {
        return None;
    }
    let words = complaint.words;
    let of_source = span_in(compiled.sources, complaint.file, complaint.line);
    if let Some(span) = of_source {
        let touches =
            |place: &&Span| place.file == span.file && place.start <= span.end && span.start <= place.end;
        compiled.foreign_places.iter().find(touches)?;
        let message = format!("the module's C does not compile: {words}");
        return Some(Diagnostic::error(codes::FOREIGN_C, message).at(span, "C of this block"));
    }
    let file = Path::new(complaint.file);
    if !file.is_file() || file.starts_with(compiled.workspace) {
        return None;
    }
    let message = format!("the module's C does not compile: {}:{}: {words}", complaint.file, complaint.line);
    let diagnostic = Diagnostic::error(codes::FOREIGN_C, message);
    let includer = before
        .iter()
        .rev()
        .skip_while(|line| line.starts_with(complaint.file)) // "x.h: In function 'f':"
        .map_while(|line| including(line))
        .find_map(|(file, line)| span_in(compiled.sources, file, line));
    Some(match includer {
        Some(span) => diagnostic.at(span, "included here"),
        None => diagnostic,
    })
}

/// A complaint about a name that a `cdef extern` block declares: its header has another declaration, or none. `after`: what the
/// compiler said next.
fn declared_otherwise(
    complaint: &Complaint<'_>,
    after: &[&str],
    compiled: &Compiled<'_>,
) -> Option<Diagnostic> {
    let words = complaint.words;
    let known = |name: &str| {
        let is_it = |known: &&ForeignName| {
            let plain = known.c_name.rsplit(' ').next();
            plain == name.rsplit(' ').next() && plain != Some("")
        };
        compiled.foreign_names.iter().find(is_it)
    };
    let (name, message) = if let Some((field, of)) = missing_field(words) {
        let name = known(of)?;
        (name, format!("`{}` has no field `{field}` in the header `{}`", name.c_name, name.header))
    } else if let Some(name) = undeclared(words) {
        let name = known(name)?;
        (name, format!("the header `{}` does not declare `{}`", name.header, name.c_name))
    } else {
        let notes = after.iter().take_while(|line| parse(line).is_none());
        let name = notes.filter_map(|line| known(declared_there(line)?)).next()?;
        (name, format!("the header `{}` declares `{}` in another way: {words}", name.header, name.c_name))
    };
    let diagnostic = Diagnostic::error(codes::FOREIGN_C, message).at(name.span, "this declaration");
    let used = span_in(compiled.sources, complaint.file, complaint.line);
    let is_elsewhere = |used: &Span| {
        used.file != name.span.file || used.end <= name.span.start || name.span.end <= used.start
    };
    let diagnostic = match used.filter(is_elsewhere) {
        Some(used) => diagnostic.also(used, "used here"),
        None => diagnostic,
    };
    Some(diagnostic.note("declare what the header has: `cdef extern` only repeats it"))
}

/// clang's `no member named 'b' in 'point'`, or gcc's `'point' {aka 'struct ...'} has no member named 'b'`: field and type.
fn missing_field(words: &str) -> Option<(&str, &str)> {
    let (before, after) = words.split_once("no member named '")?;
    let (field, rest) = after.split_once('\'')?;
    let of = rest.strip_prefix(" in '").or_else(|| before.split_once('\'').map(|(_, of)| of))?;
    Some((field, of.split('\'').next()?))
}

/// The name in the words of clang and gcc for one that nothing declares.
fn undeclared(words: &str) -> Option<&str> {
    let words = words.trim_start_matches("call to ").trim_start_matches("use of ");
    let is_undeclared = ["undeclared", "unknown type name", "implicit declaration of function"]
        .iter()
        .any(|mark| words.starts_with(mark));
    // gcc: `'x' undeclared (first use in this function)`.
    let is_undeclared = is_undeclared || words.starts_with('\'') && words.contains("' undeclared");
    is_undeclared.then(|| words.split('\'').nth(1)).flatten()
}

/// The name of clang's note `x.h:1:8: note: 'f' declared here`.
fn declared_there(line: &str) -> Option<&str> {
    let (_, words) = line.split_once(": note: ")?;
    words.strip_suffix(" declared here")?.strip_prefix('\'')?.strip_suffix('\'')
}

/// The place of `In file included from m.pyx:3:`, which gcc continues with `from m.h:7:`.
fn including(line: &str) -> Option<(&str, u32)> {
    let line = line.trim_start();
    let place = line.strip_prefix("In file included from ").or_else(|| line.strip_prefix("from "))?;
    let (file, number) = place.trim_end_matches([':', ',']).rsplit_once(':')?;
    match file.rsplit_once(':').map(|(file, line)| (file, line.parse())) {
        Some((file, Ok(line))) => Some((file, line)),
        _ => Some((file, number.parse().ok()?)),
    }
}

fn placed(complaint: &Complaint<'_>, sources: &SourceMap) -> Diagnostic {
    let place = span_in(sources, complaint.file, complaint.line);
    if let Some(diagnostic) = not_on_device(complaint.words) {
        return match place {
            Some(span) => diagnostic.at(span, "code of a region"),
            None => diagnostic,
        };
    }
    if let Some(words) = own_words(complaint.words) {
        let diagnostic = Diagnostic::error(codes::FOREIGN_C, words);
        return match place {
            Some(span) => diagnostic.at(span, "declared here"),
            None => diagnostic,
        };
    }
    let (code, message, note): (Code, String, &str) = match missing_header(complaint) {
        Some(header) => (
            codes::HEADER_NOT_FOUND,
            format!("the C header `{header}` is not found"),
            "name its folder with `-I DIR`",
        ),
        None if misses_numpy(complaint.words) => (
            codes::HEADER_NOT_FOUND,
            "NumPy's C interface is not at hand for this Python".to_string(),
            "install NumPy for the interpreter of `--python`, or name the folder of its headers with `-I DIR`; \
             with `--limited-api` it cannot be used",
        ),
        None => (
            codes::INTERNAL,
            format!("the C compiler refused C that offcy wrote: {}", complaint.words),
            "this is a bug in offcy: please report it with the source",
        ),
    };
    let diagnostic = Diagnostic::error(code, message);
    let diagnostic = match place {
        Some(span) => diagnostic.at(span, ""),
        None => diagnostic.note(format!("at {}:{}", complaint.file, complaint.line)),
    };
    diagnostic.note(note)
}

/// Matches clang's `'x' requires 128 bit size 'long double' type support, but target 'nvptx64-nvidia-cuda' does not
/// support it`.
fn not_on_device(words: &str) -> Option<Diagnostic> {
    let (_, rest) = words.split_once(" requires ")?;
    let (_, rest) = rest.split_once(" bit size '")?;
    let (name, rest) = rest.split_once("' type support, but target '")?;
    let device = match rest.split('-').next()? {
        "nvptx64" => "NVIDIA GPUs have",
        "amdgcn" => "AMD GPUs have",
        _ => return None,
    };
    let message = format!("{device} no type for a `{name}`");
    Some(Diagnostic::error(codes::NOT_YET_ON_DEVICE, message).note(
        "convert it to `double` before the region; on the host and on the virtual device it can be used",
    ))
}

/// The emitted C's own message in a failed assertion.
fn own_words(words: &str) -> Option<&str> {
    let (_, said) = words.split_once("offcy: ")?;
    words.starts_with("static").then_some(said.trim_end_matches('"'))
}

/// Whether a name of NumPy's headers is not declared: they are included where they are found.
fn misses_numpy(words: &str) -> bool {
    let is_undeclared = words.contains("undeclared") || words.contains("implicit declaration");
    is_undeclared && ["'offcy_np_", "'NPY_", "'PyArray", "'PyTypeNum"].iter().any(|name| words.contains(name))
}

/// The header of clang's `'x.h' file not found`, or gcc's `x.h: No such file or directory`; not
/// those of offcy itself.
fn missing_header<'a>(complaint: &Complaint<'a>) -> Option<&'a str> {
    let of_clang = || complaint.words.strip_prefix('\'')?.strip_suffix("' file not found");
    let of_gcc = || complaint.words.strip_suffix(": No such file or directory");
    let header = of_clang().or_else(of_gcc).filter(|_| complaint.fatal)?;
    (!header.starts_with("offcy_")).then_some(header)
}

/// The text of a whole line of a source, without its indentation: columns are those of the C.
fn span_in(sources: &SourceMap, name: &str, line: u32) -> Option<Span> {
    let same = |path: &Path| path == Path::new(name) || path.to_string_lossy() == name;
    let (file, _) = sources.files().find(|(_, file)| same(file.path()))?;
    let range = sources.file(file).line_range(line.checked_sub(1)? as usize)?;
    let text = sources.file(file).text().get(range.clone())?;
    let start = range.start + (text.len() - text.trim_start().len());
    Some(Span::new(file, start.min(range.start + text.trim_end().len()), range.start + text.trim_end().len()))
}

fn quote(diagnostic: Diagnostic, finished: &Finished) -> Diagnostic {
    let said = finished.stderr.trim_end();
    if said.is_empty() {
        return diagnostic;
    }
    let lines: Vec<&str> = said.lines().take(MOST_LINES_QUOTED).collect();
    let rest = if said.lines().count() > MOST_LINES_QUOTED { "\n..." } else { "" };
    diagnostic.note(format!("the compiler said:\n{}{rest}", lines.join("\n")))
}

fn parse(line: &str) -> Option<Complaint<'_>> {
    let (place, words, fatal) = [(": fatal error: ", true), (": error: ", false)]
        .iter()
        .find_map(|(mark, fatal)| line.split_once(mark).map(|(place, words)| (place, words, *fatal)))?;
    let (rest, last) = place.rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    let with_column = rest.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
    let (file, line, column) = match with_column {
        Some((file, line)) => (file, line, last),
        None => (rest, last, 1),
    };
    Some(Complaint { file, line, column, fatal, words })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceFile;
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    fn failed(stderr: &str) -> Finished {
        let status = ExitStatus::from_raw(1 << 8);
        Finished { status, stdout: String::new(), stderr: stderr.to_string(), timed_out: false }
    }

    fn sources() -> SourceMap {
        let mut sources = SourceMap::default();
        sources.add(SourceFile::new("dir/m.pyx", "x\n    y = 1  \nint y;\n".to_string()));
        sources
    }

    fn diagnosed(finished: &Finished) -> Diagnostic {
        let place = |start, end| Span::new(sources().files().next().expect("a file").0, start, end);
        let foreign_places = [place(12, 19)];
        of_compilation(
            finished,
            &Compiled {
                sources: &sources(),
                foreign_places: &foreign_places,
                foreign_names: &[ForeignName {
                    c_name: "struct y".into(),
                    header: "y.h".into(),
                    span: place(14, 20),
                }],
                workspace: Path::new("/w"),
            },
        )
    }

    #[test]
    fn c_of_the_users_is_theirs() {
        for (words, place, message) in [
            ("dir/m.pyx:3:9: error: no `y`", Some("int y;"), "no `y`"),
            (
                "In file included from /w/m.h:3:\nIn file included from dir/m.pyx:3:\nCargo.toml:9:1: error: bad",
                Some("int y;"),
                "Cargo.toml:9: bad",
            ),
            (
                "In file included from dir/m.pyx:3:\n                 from /w/m.c:2:\nCargo.toml:9:1: error: bad",
                Some("int y;"),
                "Cargo.toml:9: bad",
            ),
            ("Cargo.toml:9:1: error: bad", None, "Cargo.toml:9: bad"),
        ] {
            let found = diagnosed(&failed(words));
            assert_eq!(found.code, codes::FOREIGN_C, "{words}");
            assert_eq!(found.message, format!("the module's C does not compile: {message}"));
            let sources = sources();
            assert_eq!(found.primary.map(|label| sources.text(label.span).to_string()).as_deref(), place);
        }
        assert_eq!(diagnosed(&failed("dir/m.pyx:1:1: error: bad")).code, codes::INTERNAL);
    }

    #[test]
    fn declarations_that_headers_do_not_have_are_the_users() {
        for (words, message) in [
            ("use of undeclared identifier 'y'", "the header `y.h` does not declare `struct y`"),
            ("call to undeclared function 'y'; ISO C99", "the header `y.h` does not declare `struct y`"),
            ("'y' undeclared (first use in this function)", "the header `y.h` does not declare `struct y`"),
            ("unknown type name 'y'", "the header `y.h` does not declare `struct y`"),
            ("no member named 'b' in 'struct y'", "`struct y` has no field `b` in the header `y.h`"),
            (
                "'y' {aka 'struct y'} has no member named 'b'",
                "`struct y` has no field `b` in the header `y.h`",
            ),
            (
                "too many arguments\ny.h:1:8: note: 'y' declared here",
                "the header `y.h` declares `struct y` in another way: too many arguments",
            ),
        ] {
            let found = diagnosed(&failed(&format!("dir/m.pyx:2:9: error: {words}\n")));
            assert_eq!((found.code, found.message.as_str()), (codes::FOREIGN_C, message));
            let sources = sources();
            assert_eq!(sources.text(found.primary.expect("a place").span), "int y;");
            assert_eq!(sources.text(found.secondary[0].span), "y = 1");
        }
        let other = diagnosed(&failed("dir/m.pyx:2:9: error: use of undeclared identifier 'z'\n"));
        assert_eq!(other.code, codes::INTERNAL);
    }

    #[test]
    fn places_are_found() {
        let complaint = parse("a:b.pyx:3:7: error: no: good").expect("an error");
        let expected = Complaint { file: "a:b.pyx", line: 3, column: 7, fatal: false, words: "no: good" };
        assert_eq!(complaint, expected);
        assert_eq!(parse("b.pyx:3: fatal error: x").map(|found| (found.line, found.fatal)), Some((3, true)));
        assert_eq!(parse("clang: error: linker command failed"), None);
        assert_eq!(parse("b.pyx:3:7: warning: x"), None);
    }

    #[test]
    fn refused_c_is_a_bug_on_the_line_of_the_source() {
        let found = diagnosed(&failed("dir/m.pyx:2:40: error: bad\n 2 | code\n"));
        assert_eq!(found.code, codes::INTERNAL);
        let sources = sources();
        assert_eq!(sources.text(found.primary.expect("a place").span), "y = 1");
        assert!(found.notes.iter().any(|note| note.contains("2 | code")), "{:?}", found.notes);
    }

    #[test]
    fn types_that_a_device_does_not_have_are_named() {
        let words =
            "'f' requires 128 bit size 'long double' type support, but target 'nvptx64-nvidia-cuda' does not";
        let found = diagnosed(&failed(&format!("dir/m.pyx:2:9: error: {words} support it\n")));
        assert_eq!(found.code, codes::NOT_YET_ON_DEVICE);
        assert_eq!(found.message, "NVIDIA GPUs have no type for a `long double`");
        assert_eq!(sources().text(found.primary.expect("a place").span), "y = 1");
    }

    #[test]
    fn a_missing_header_is_the_users() {
        for words in ["'z.h' file not found", "z.h: No such file or directory"] {
            let found = diagnosed(&failed(&format!("dir/m.pyx:1:10: fatal error: {words}")));
            assert_eq!(found.code, codes::HEADER_NOT_FOUND);
        }
        let own = diagnosed(&failed("dir/m.pyx:1:1: fatal error: 'offcy_rt.h' file not found"));
        assert_eq!(own.code, codes::INTERNAL);
    }

    #[test]
    fn crashes_and_foreign_failures_are_the_toolchains() {
        for said in
            ["", "clang: error: unknown argument: '-x'", "m.c:1:1: error: x\nPLEASE submit a bug report to"]
        {
            assert_eq!(diagnosed(&failed(said)).code, codes::COMPILER_FAILED, "{said}");
        }
    }
}
