//! Diagnostics, seen as the user sees them.
//!
//! Each `tests/ui/NAME.pyx` says in comments what is to be reported: `#~ ERROR OFC0101` at the end of
//! a line means that line, `#~^` the line above, and so on upwards. `WARNING` and `ADVICE` likewise.
//! A program with several files has a folder `tests/ui/NAME`, and marks in all of them.
//! Everything reported must be expected and everything expected reported; a place with the same mistake as one before
//! is marked in its diagnostic, and counts as reported. Where `NAME.fixed` lies
//! beside it, the machine-applicable fixes must turn the one into the other, and leave nothing to fix.
//! `NAME.txt` holds what a terminal shows, so that words are reviewed as code is.
//! `BLESS=1` rewrites these two: read the difference.

use std::fs;
use std::path::{Path, PathBuf};

use offcy::diag::{ANOTHER_PLACE, Applicability, Diagnostic, Severity};
use offcy::driver::{self, Options};
use offcy::render::{self, MessageFormat};
use offcy::source::SourceMap;

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("tests/ui").flatten().map(|entry| entry.path()).collect();
    for path in &mut paths {
        if path.is_dir() {
            *path = path.join(path.file_name().expect("a name")).with_extension("pyx");
        }
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "pyx"));
    paths.sort();
    paths
}

/// The files of a program, by their names.
fn files(program: &Path) -> Vec<(String, String)> {
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    let folder = program.parent().expect("a folder");
    let alone = vec![program.to_path_buf()];
    let paths = match folder.file_name() == program.file_stem() {
        true => fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()).collect(),
        false => alone,
    };
    let is_source = |path: &PathBuf| path.is_file() && path.extension().is_none_or(|end| end != "txt");
    let paths = paths.into_iter().filter(is_source);
    paths
        .map(|path| (name(&path), String::from_utf8_lossy(&fs::read(&path).expect("bytes")).into()))
        .collect()
}

/// (file, line, "ERROR OFC0101") of every expectation.
fn all_expected(program: &Path) -> Vec<(String, u32, String)> {
    let mut found = Vec::new();
    for (name, text) in files(program) {
        found.extend(expected(&text).into_iter().map(|(line, mark)| (name.clone(), line, mark)));
    }
    found.sort();
    found
}

/// (line, "ERROR OFC0101") of every expectation.
fn expected(text: &str) -> Vec<(u32, String)> {
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        for mark in line.split("#~").skip(1) {
            let up = mark.chars().take_while(|c| *c == '^').count();
            let words: Vec<&str> = mark.trim_start_matches('^').split_whitespace().take(2).collect();
            found.push(((at + 1 - up) as u32, words.join(" ")));
        }
    }
    found.sort();
    found
}

fn reported(sources: &SourceMap, diagnostics: &[Diagnostic]) -> Vec<(String, u32, String)> {
    // Other places with the same mistake are marked in the diagnostic of the first one.
    let labels = |diagnostic: &'_ Diagnostic| {
        let others = diagnostic.secondary.iter().filter(|label| label.text == ANOTHER_PLACE);
        let mut spans = vec![diagnostic.primary.as_ref().map(|label| label.span)];
        spans.extend(others.map(|label| Some(label.span)));
        spans
    };
    let places = diagnostics
        .iter()
        .flat_map(|diagnostic| labels(diagnostic).into_iter().map(move |place| (diagnostic, place)));
    let mut found: Vec<(String, u32, String)> = places
        .map(|(diagnostic, place)| {
            let severity = match diagnostic.severity {
                Severity::Error => "ERROR",
                Severity::Warning => "WARNING",
                Severity::Advice => "ADVICE",
            };
            let file = place.and_then(|span| sources.file(span.file).path().file_name());
            let file = file.unwrap_or_default().to_string_lossy().into_owned();
            (file, place.map_or(0, |span| sources.line(span)), format!("{severity} {}", diagnostic.code))
        })
        .collect();
    found.sort();
    found
}

/// What a terminal shows, with paths that begin at the folder of the tests.
fn rendered(sources: &SourceMap, diagnostics: &[Diagnostic]) -> String {
    let mut renderer = render::renderer(MessageFormat::Human, false);
    let mut bytes = Vec::new();
    renderer.diagnostics(sources, diagnostics, &mut bytes).expect("memory takes all");
    let folder = format!("{}/", Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui").display());
    String::from_utf8(bytes).expect("it is text").replace(&folder, "")
}

/// The text with every machine-applicable fix applied, and what could be fixed then.
fn fixed(path: &Path, text: &str) -> (String, Vec<(String, u32, String)>) {
    let fixed = driver::fix(path, &Options::default());
    let is_sure = |diagnostic: &&Diagnostic| {
        diagnostic.fixes.iter().any(|fix| fix.applicability == Applicability::MachineApplicable)
    };
    let left: Vec<Diagnostic> = fixed.outcome.diagnostics.iter().filter(is_sure).cloned().collect();
    let after = fixed.bytes.map(|(_, after)| String::from_utf8(after).expect("it is text"));
    (after.unwrap_or_else(|| text.to_string()), reported(&fixed.outcome.sources, &left))
}

#[test]
fn everything_reported_is_expected() {
    let mut wrong = Vec::new();
    let programs = programs();
    assert!(!programs.is_empty());
    for path in programs {
        let text = fs::read_to_string(&path).expect("it is text");
        let outcome = driver::check(&path, &Options::default());
        let (want, got) = (all_expected(&path), reported(&outcome.sources, &outcome.diagnostics));
        if want != got {
            let messages: Vec<_> =
                outcome.diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
            wrong
                .push(format!("{}\n  expected {want:?}\n  reported {got:?}\n  {messages:?}", path.display()));
        }
        let (shown, kept) = (rendered(&outcome.sources, &outcome.diagnostics), path.with_extension("txt"));
        if std::env::var_os("BLESS").is_some() {
            fs::write(&kept, &shown).expect("it can be written");
        } else if fs::read_to_string(&kept).unwrap_or_default() != shown {
            wrong.push(format!("{} holds other words than these:\n{shown}", kept.display()));
        }
        let (fixed, left) = fixed(&path, &text);
        let goal = path.with_extension("fixed");
        if std::env::var_os("BLESS").is_some() && fixed != text {
            fs::write(&goal, &fixed).expect("it can be written");
        }
        if !left.is_empty() {
            wrong.push(format!("{}: the fixed text has {left:?}", path.display()));
        }
        match fs::read_to_string(&goal) {
            Ok(goal) if fixed != goal => wrong.push(format!("{}: the fixes give\n{fixed}", path.display())),
            Ok(_) => {}
            Err(_) if fixed != text => wrong.push(format!("{}: a `.fixed` is missing", path.display())),
            Err(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
