//! Edits in one function: what a study of the edit reports is what a study of the whole text does.
//!
//! `OFFCY_EDITS=10000 OFFCY_EDITS_SEED=7` edits longer.

mod common;

use std::path::{Path, PathBuf};

use common::{Numbers, folder};
use offcy::driver::{self, Base, Options, Outcome};
use offcy::source::{SourceMap, Span};

/// Edits in a row of one text: each builds on what is known from the one before.
const EDITS_OF_ONE: usize = 12;

/// What is typed into functions: right and wrong, whole and half.
const PIECES: &[&str] = &[
    " + 1",
    "  # seen",
    "x",
    "(",
    ")",
    "[0]",
    "[]",
    ":",
    "'",
    "\"\"\"",
    " = ",
    ".shape[0]",
    " if x else ",
    "\n    pass\n",
    "\n    return None\n",
    "\n    raise ValueError('x')\n",
    "\n    cdef double a_new_one = 1\n",
    "\n    global a_global\n",
    "\n    import os\n",
    "\n    def inner(): return 1\n",
    "\n    for i_new in range(3): pass\n",
    "\n    print(an_unknown_name)\n",
    "\n    yield 1\n",
    "\n\n",
    "é",
    "None",
];

/// What is written outside of functions.
const STATEMENTS: &[&str] = &[
    "cdef int another_global = 2\n",
    "def another(double x): return x * 2\n",
    "cdef double a_c_function(double[:] x) noexcept: return x[0]\n",
    "import os\n",
    "cdef class Another:\n    cdef int a\n    def m(self): return self.a\n",
    "@staticmethod\n",
    "include 'nothing.pxi'\n",
    "# cython: boundscheck=False\n",
    "DEF A_CONSTANT = 3\n",
];

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn words(text: &str) -> Vec<&str> {
    text.split(|letter: char| !is_word(letter)).filter(|word| word.len() > 1).collect()
}

/// A place between two characters of a line, mostly of one that is indented.
fn place(text: &str, numbers: &mut Numbers) -> usize {
    for _ in 0..20 {
        let mut at = numbers.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        if text[line..].starts_with("    ") && at > line + 4 {
            return at;
        }
    }
    text.len()
}

/// Changes one place of the text.
fn edited(text: &str, numbers: &mut Numbers) -> String {
    let at = place(text, numbers);
    let line_end = text[at..].find('\n').map_or(text.len(), |end| at + end);
    let line_start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let (range, new) = match numbers.below(12) {
        0..=2 => (line_end..line_end, numbers.one(PIECES).to_string()),
        3 => (at..at, numbers.one(PIECES).to_string()),
        4 => {
            let mut end = (at + 1 + numbers.below(12)).min(text.len());
            while !text.is_char_boundary(end) {
                end += 1;
            }
            (at..end, String::new())
        }
        // Another name of the text instead of one.
        5..=7 => {
            let start = text[..at].rfind(|letter| !is_word(letter)).map_or(0, |before| before + 1);
            let start = (start..=at).find(|&start| text.is_char_boundary(start)).unwrap_or(at);
            let end = text[at..].find(|letter| !is_word(letter)).map_or(text.len(), |after| at + after);
            (start..end, numbers.one(&words(text)).to_string())
        }
        // A line of the text once more, from anywhere.
        8 | 9 => {
            let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("    ")).collect();
            let line = if lines.is_empty() { "" } else { numbers.one(&lines) };
            (line_start..line_start, format!("{line}\n"))
        }
        10 => (line_start..(line_end + 1).min(text.len()), String::new()),
        _ => {
            let starts: Vec<usize> = text.match_indices("\n\n").map(|(at, _)| at + 2).chain([0]).collect();
            let at = starts[numbers.below(starts.len())];
            (at..at, numbers.one(STATEMENTS).to_string())
        }
    };
    format!("{}{new}{}", &text[..range.start], &text[range.end..])
}

/// Everything that is shown of the diagnostics, but for fixes.
fn shown<T>(outcome: &Outcome<T>) -> Vec<String> {
    let place = |span: Span, sources: &SourceMap| {
        let name = sources.file(span.file).path().display().to_string();
        format!("{name}:{}-{}", span.start, span.end)
    };
    let one = |one: &offcy::diag::Diagnostic| {
        let labels = one.primary.iter().chain(&one.secondary);
        let labels: Vec<String> =
            labels.map(|label| format!("{} {:?}", place(label.span, &outcome.sources), label.text)).collect();
        format!("{} {:?} {} {labels:?} {:?} {:?}", one.code, one.severity, one.message, one.notes, one.tags)
    };
    outcome.diagnostics.iter().map(one).collect()
}

/// Copies the modules of a folder, with what they cimport and include; returns the modules.
fn copied(from: &Path, to: &Path) -> Vec<PathBuf> {
    std::fs::create_dir_all(to).expect("a folder");
    let mut found = Vec::new();
    for file in std::fs::read_dir(from).expect("a folder") {
        let path = file.expect("a file").path();
        let copy = to.join(path.file_name().expect("a name"));
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if path.is_dir() {
            found.extend(copied(&path, &copy));
        } else if ["pyx", "pxd", "pxi"].contains(&ending) {
            std::fs::copy(&path, &copy).expect("copied");
            found.extend((ending == "pyx").then_some(copy));
        }
    }
    found
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let all = ["tests/run", "examples", "benches"].map(|from| copied(&root.join(from), &folder.join(from)));
    let mut found = all.concat();
    found.sort();
    found
}

fn number(variable: &str, otherwise: usize) -> usize {
    std::env::var(variable).ok().map_or(otherwise, |text| text.parse().expect("a number"))
}

#[test]
fn a_study_of_an_edit_reports_what_a_study_of_the_whole_does() {
    let (edits, seed) = (number("OFFCY_EDITS", 600), number("OFFCY_EDITS_SEED", 1));
    let options = Options::default();
    let folder = folder();
    let mut sources = sources(folder.path());
    // A new program takes its place among the others, and changes the edits of none.
    let drawn = |source: &PathBuf| {
        let name = source.strip_prefix(folder.path()).expect("a source").to_string_lossy();
        let start = 0xcbf2_9ce4_8422_2325 ^ (seed as u64) << 17;
        name.bytes().fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    };
    sources.sort_by_key(drawn);
    let (mut done, mut unreadable, mut by_themselves, mut with_reports, mut wrong) = (0, 0, 0, 0, Vec::new());
    for (at, source) in sources.iter().enumerate().cycle() {
        if done >= edits {
            break;
        }
        let mut numbers = Numbers(drawn(source) ^ done as u64);
        // Two modules in one file have more functions that do not know of each other.
        let mut text = std::fs::read_to_string(source).expect("a source");
        if numbers.below(2) == 0 {
            let other = std::fs::read_to_string(&sources[(at + 1) % sources.len()]).expect("a source");
            text = format!("{text}\n{other}");
        }
        let mut earlier = text.clone();
        let mut base: Option<Base> = None;
        for step in 0..EDITS_OF_ONE {
            let whole = driver::study(source, text.as_str().into(), &options);
            let reported = shown(&whole);
            if let Some(known) = &base
                && let Some(edit) = driver::study_edit(source, text.as_str().into(), &options, known)
            {
                // Unreadable: the next edit follows from the base of this one.
                if edit.value.is_none() {
                    unreadable += 1;
                    assert!(whole.diagnostics.iter().any(|one| one.is_error()), "step {step}: {text}");
                    text = edited(&text, &mut numbers);
                    continue;
                }
                by_themselves += 1;
                with_reports += usize::from(!whole.diagnostics.is_empty());
                let (found, expected) = (shown(&edit), &reported);
                if found != *expected {
                    let same = found.iter().zip(expected).take_while(|(one, other)| one == other).count();
                    let from_there = |these: &[String]| {
                        these[same..].iter().take(3).cloned().collect::<Vec<_>>().join("\n  ")
                    };
                    wrong.push(format!(
                        "{} step {step}, edit {done}\n the edit:\n  {}\n the whole:\n  {}",
                        source.display(),
                        from_there(&found),
                        from_there(expected)
                    ));
                    base = whole.value.and_then(|study| study.base);
                } else {
                    base = edit.value;
                }
            } else {
                base = whole.value.and_then(|study| study.base);
            }
            // Some edits are taken back, as people do; more of those that leave something half-written.
            let is_broken = reported.iter().any(|one| one.starts_with("OFC0001"));
            let is_back = if is_broken { numbers.below(3) > 0 } else { numbers.below(5) == 0 };
            let next = if is_back { earlier.clone() } else { edited(&text, &mut numbers) };
            let before = std::mem::replace(&mut text, next);
            if !is_broken {
                earlier = before;
            }
            done += 1;
        }
    }
    println!(
        "{done} edits, {by_themselves} studied by themselves, {with_reports} of them with reports, {unreadable} unreadable"
    );
    assert!(
        wrong.is_empty(),
        "seed {seed}: {} wrong:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(12)].join("\n")
    );
    assert!(by_themselves * 4 > done, "only {by_themselves} of {done} edits were studied by themselves");
}

/// What is said about a function can depend on the bodies of others.
#[test]
fn an_edit_changes_what_is_said_about_others() {
    const MODULE: &str = "\
from cython.parallel cimport prange
cdef double down(double x) noexcept nogil:
    return up(x) if x > 1 else x
cdef double up(double x) noexcept nogil:
    return x
def fall(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = down(x[i])
";
    let options = Options::default();
    let path = Path::new("others.pyx");
    let text = format!("{MODULE}{}", "def more(x):\n    return x + 1\n".repeat(40));
    let edited = text.replacen("    return x\n", "    return down(x)\n", 1);
    let base = driver::study(path, text.as_str().into(), &options).value.and_then(|study| study.base);
    let there = driver::study_edit(path, edited.as_str().into(), &options, &base.expect("a base"));
    let there = there.expect("it is studied by itself");
    assert_eq!(shown(&there), shown(&driver::study(path, edited.as_str().into(), &options)));
    let [recursive] = shown(&there).try_into().expect("one diagnostic");
    let caller = edited.find("up(x)").expect("it is there");
    assert!(recursive.contains("OFC0516") && recursive.contains(&format!(":{caller}-")), "{recursive}");
    let back = driver::study_edit(path, text.as_str().into(), &options, &there.value.expect("a base"));
    assert_eq!(shown(&back.expect("it is studied by itself")), Vec::<String>::new());
}
