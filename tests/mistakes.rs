//! What beginners get wrong, and what is reported to them.
//!
//! Each `tests/mistakes/NAME.pyx` holds one mistake, marked `#~ ERROR` or `#~ WARNING` at the end of its line. Without
//! the mark it is checked; what is printed lies beside it as `NAME.txt`. One mistake is one diagnostic, at its line, with
//! a way out; a fix that is offered leaves nothing to say. `BLESS=1` rewrites the texts: read the difference.

use std::fs;
use std::path::{Path, PathBuf};

use offcy::diag::{Diagnostic, Severity};
use offcy::driver::{self, Options, Outcome};
use offcy::render::{MessageFormat, renderer};

struct Mistake {
    name: String,
    /// Of the text that is checked, without the mark.
    outcome: Outcome<()>,
    line: u32,
    severity: Severity,
    snapshot: PathBuf,
}

/// The text without its marks, and what they say.
fn without_marks(text: &str) -> (String, Vec<(u32, Severity)>) {
    let mut marks = Vec::new();
    let lines = text.lines().enumerate().map(|(at, line)| match line.split_once("  #~ ") {
        None => line,
        Some((line, mark)) => {
            let severity = if mark.trim() == "ERROR" { Severity::Error } else { Severity::Warning };
            marks.push((at as u32 + 1, severity));
            line
        }
    });
    let lines: Vec<&str> = lines.collect();
    (lines.join("\n") + "\n", marks)
}

fn mistakes() -> Vec<Mistake> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes");
    let scratch = tempfile::tempdir().expect("a folder");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("tests/mistakes").flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "pyx"));
    paths.sort();
    let read = |path: PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let (text, marks) = without_marks(&fs::read_to_string(&path).expect("it is text"));
        let [(line, severity)] = marks.as_slice() else { panic!("{name}: {} marks", marks.len()) };
        let module = scratch.path().join(format!("{name}.pyx"));
        fs::write(&module, text).expect("it can be written");
        let outcome = driver::check(&module, &Options::default());
        Mistake { name, outcome, line: *line, severity: *severity, snapshot: path.with_extension("txt") }
    };
    paths.into_iter().map(read).collect()
}

fn shown(mistake: &Mistake) -> String {
    let mut text = Vec::new();
    let mut renderer = renderer(MessageFormat::Human, false);
    let Outcome { sources, diagnostics, .. } = &mistake.outcome;
    renderer
        .diagnostics(sources, diagnostics, &mut text)
        .and_then(|()| renderer.finish(&mut text))
        .expect("it renders");
    let text = String::from_utf8(text).expect("it is text");
    let file = format!("{}.pyx", mistake.name);
    let line = |line: &str| match line.rfind(&file) {
        Some(at) if line.contains("┌─ ") => {
            format!("{}┌─ {}", line.split('┌').next().unwrap_or(""), &line[at..])
        }
        // Where it was looked for depends on the machine.
        _ if line.contains("= note: looked for") => "  = note: looked for ...".to_string(),
        _ => line.trim_end().to_string(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n") + "\n"
}

/// What is left to say after a fix that is offered, if anything is.
fn after_fixes(mistake: &Mistake) -> Option<String> {
    let Outcome { sources, diagnostics, .. } = &mistake.outcome;
    let one = diagnostics.first()?;
    let text = sources.file(one.primary.as_ref()?.span.file).text();
    let scratch = tempfile::tempdir().expect("a folder");
    one.fixes.iter().find_map(|fix| {
        let module = scratch.path().join(format!("{}.pyx", mistake.name));
        fs::write(&module, offcy::rewrite::apply(text, &[fix])).expect("it can be written");
        let left = driver::check(&module, &Options::default()).diagnostics;
        let messages: Vec<&str> = left.iter().map(|one| one.message.as_str()).collect();
        (!left.is_empty()).then(|| format!("`{}` leaves {messages:?}", fix.title))
    })
}

/// What is wrong with what is said, if anything is.
fn complaint(mistake: &Mistake) -> Option<String> {
    let Outcome { sources, diagnostics, .. } = &mistake.outcome;
    let [one] = diagnostics.as_slice() else {
        let messages: Vec<&str> = diagnostics.iter().map(|one| one.message.as_str()).collect();
        return Some(format!("{} diagnostics: {messages:?}", messages.len()));
    };
    let Diagnostic { severity, primary, notes, fixes, .. } = one;
    let line = primary.as_ref().map(|label| sources.line(label.span));
    if line != Some(mistake.line) || *severity != mistake.severity {
        return Some(format!(
            "{severity:?} in line {line:?}, not {:?} in line {}",
            mistake.severity, mistake.line
        ));
    }
    (notes.is_empty() && fixes.is_empty()).then(|| format!("no way out of: {}", one.message))
}

#[test]
fn one_mistake_is_one_diagnostic_with_a_way_out() {
    let mistakes = mistakes();
    assert!(mistakes.len() >= 40, "{} mistakes", mistakes.len());
    let mut wrong = Vec::new();
    for mistake in &mistakes {
        wrong.extend(complaint(mistake).map(|complaint| format!("{}: {complaint}", mistake.name)));
        wrong.extend(after_fixes(mistake).map(|left| format!("{}: {left}", mistake.name)));
        let shown = shown(mistake);
        if std::env::var_os("BLESS").is_some() {
            fs::write(&mistake.snapshot, &shown).expect("it can be written");
        }
        if fs::read_to_string(&mistake.snapshot).unwrap_or_default() != shown {
            wrong.push(format!("{}: other words than in the snapshot:\n{shown}", mistake.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
