//! Who may import whom, where ids come from, how large things may be: reads the text of `src` and holds ARCHITECTURE.md's
//! rules.

#[path = "structure/limits.rs"]
mod limits;

use std::fs;
use std::path::{Path, PathBuf};

/// Each stage and the stages that it may name.
const MAY_USE: &[(&str, &[&str])] = &[
    ("base", &[]),
    ("image", &[]),
    ("source", &["base"]),
    ("diag", &["base", "source"]),
    ("render", &["base", "source", "diag"]),
    ("syntax", &["base", "source", "diag"]),
    ("strip", &["base", "source", "diag", "syntax"]),
    ("rewrite", &["base", "source", "diag", "syntax"]),
    ("hir", &["base", "source", "diag", "syntax"]),
    ("ty", &["base", "source", "diag", "hir"]),
    ("tir", &["base", "source", "diag", "hir", "ty"]),
    ("stub", &["source", "syntax", "tir", "ty"]),
    ("pass", &["base", "source", "diag", "ty", "tir"]),
    ("offload", &["base", "source", "diag", "ty", "tir", "pass"]),
    ("valid", &["base", "source", "diag", "ty", "tir", "pass", "offload"]),
    ("emit", &["base", "source", "diag", "ty", "tir", "pass", "offload", "valid"]),
    ("annotate", &["base", "source", "diag", "render", "syntax", "tir", "offload", "emit"]),
    (
        "driver",
        &[
            "annotate", "base", "source", "diag", "syntax", "strip", "rewrite", "hir", "ty", "tir", "stub",
            "pass", "offload", "valid", "emit",
        ],
    ),
    ("build", &["base", "image", "source", "diag", "emit", "driver"]),
    ("simulate", &["base"]),
    ("lsp", &["source", "diag", "syntax", "rewrite", "hir", "ty", "offload", "driver"]),
    (
        "cli",
        &[
            "base", "image", "source", "diag", "render", "hir", "emit", "offload", "driver", "build",
            "simulate", "lsp",
        ],
    ),
];

/// Crates that only one place may name.
const WALLS: &[(&str, &[&str])] = &[
    ("tree_sitter", &["syntax"]),
    ("tree_sitter_offcy", &["syntax"]),
    ("codespan_reporting", &["render"]),
    ("clap", &["cli"]),
    ("sha2", &["annotate", "simulate"]),
    ("tempfile", &["build", "simulate"]),
    ("miniz_oxide", &["image"]),
    ("libloading", &["build"]),
    ("lsp_types", &["lsp"]),
    ("lsp_server", &["lsp"]),
];

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of src").flatten() {
        let path = entry.path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The code of a file: no comments, nothing after `#[cfg(test)]`.
fn code(text: &str) -> String {
    let production = text.split("#[cfg(test)]").next().unwrap_or("");
    production.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The code of all files of `src`, by their paths in it.
fn sources() -> Vec<(PathBuf, String)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&src, &mut files);
    assert!(files.len() > 50, "the sources are read");
    let read = |file: PathBuf| {
        let text = code(&fs::read_to_string(&file).expect("it is text"));
        (file.strip_prefix(&src).expect("in src").to_path_buf(), text)
    };
    files.into_iter().map(read).collect()
}

/// The names that follow `prefix` in the code, one level deep; of a group, each of its names.
fn named_after(code: &str, prefix: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices(prefix) {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|before| before.is_alphanumeric() || before == '_' || before == ':') {
            continue;
        }
        let rest = &code[at + prefix.len()..];
        let word =
            |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
        match rest.strip_prefix('{') {
            Some(group) => {
                let group = group.split('}').next().unwrap_or("");
                found.extend(group.split(',').map(|name| word(name.trim())).filter(|name| !name.is_empty()));
            }
            None => found.push(word(rest)),
        }
    }
    found
}

#[test]
fn dependencies_point_one_way() {
    let mut wrong = Vec::new();
    for (relative, text) in sources() {
        let stage = relative.components().next().expect("a name").as_os_str().to_string_lossy().to_string();
        if stage.ends_with(".rs") {
            continue;
        }
        let Some((_, allowed)) = MAY_USE.iter().find(|(name, _)| *name == stage) else {
            wrong.push(format!("src/{stage} is a stage that this test does not know"));
            continue;
        };
        for used in named_after(&text, "crate::") {
            let is_stage = MAY_USE.iter().any(|(name, _)| *name == used);
            if is_stage && used != stage && !allowed.contains(&used.as_str()) {
                wrong.push(format!("{}: `{stage}` must not use `{used}`", relative.display()));
            }
        }
        for (library, places) in WALLS {
            let named = text.contains(&format!("{library}::")) || text.contains(&format!("use {library}"));
            if named && !places.contains(&stage.as_str()) {
                wrong.push(format!("{}: `{library}` belongs in {places:?}", relative.display()));
            }
        }
        if !["build", "simulate"].contains(&stage.as_str()) && text.contains("process::Command") {
            wrong.push(format!("{}: processes belong in build and simulate", relative.display()));
        }
    }
    assert!(
        wrong.is_empty(),
        "{}\nPass what is needed as an argument or a value, or move what both need to a stage below both. A new \
         dependency belongs in `MAY_USE` here and in ARCHITECTURE.md, a new stage in both.",
        wrong.join("\n")
    );
}

/// Ids come from arenas (`alloc`, `ids`, `next_id`, `Additions`): a number that is made an id may be that of something
/// else, or of nothing.
#[test]
fn ids_come_from_arenas() {
    const CASTS: &[&str] = &["from_raw(", "into_raw(", "Idx::at("];
    // Not ids of offcy's: processes, what they return, memory.
    const OTHERS: &[&str] = &["Pid::from_raw(", "ExitStatus::from_raw("];
    let mut wrong = Vec::new();
    for (file, text) in sources().into_iter().filter(|(file, _)| !file.starts_with("base")) {
        for line in text.lines() {
            let is_other = OTHERS.iter().any(|other| line.contains(other));
            let casts = CASTS.iter().any(|cast| line.contains(cast)) && !is_other;
            // `ViewId(list.len() as u32)`
            let counts = line.match_indices("Id(").any(|(at, _)| {
                let argument = line[at..].split(')').next().unwrap_or("");
                argument.contains("as u32") || argument.contains(".len(")
            });
            if casts || counts {
                wrong.push(format!("{}: an id made of a number: {}", file.display(), line.trim()));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{}\nuse an `Arena` (src/base/arena.rs) and the ids that it gives",
        wrong.join("\n")
    );
}

/// A line without what stands in quotes: C and messages.
fn without_strings(line: &str) -> String {
    line.replace("\\\"", "").split('"').step_by(2).collect()
}

/// Tables beside the code are keyed by `StmtId`: an address is that of something else once the code has been moved.
#[test]
fn no_table_is_keyed_by_addresses() {
    let stages = ["base", "hir", "ty", "tir", "pass", "offload", "valid", "emit"];
    let mut wrong = Vec::new();
    for (file, text) in sources() {
        if !stages.iter().any(|stage| file.starts_with(stage)) {
            continue;
        }
        let addresses = ["*const ", ".addr()", ".as_ptr()", "ptr::from_ref"];
        let is_one = |line: &&str| addresses.iter().any(|address| without_strings(line).contains(address));
        for line in text.lines().filter(is_one) {
            wrong.push(format!("{}: an address: {}", file.display(), line.trim()));
        }
    }
    assert!(wrong.is_empty(), "{}\nuse the statement's `id()` (src/base/stmt_id.rs)", wrong.join("\n"));
}

#[test]
fn files_can_be_held_in_mind() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&src, &mut files);
    for file in files {
        let lines = fs::read_to_string(&file).expect("it is text").lines().count();
        assert!(
            lines <= 600,
            "{}: {lines} lines, at most 600: move what belongs together to a file of its own, such as `report.rs` for \
             the words or a folder with one file per subject",
            file.display()
        );
    }
}

/// Emission asks the tree of C statements (`src/emit/lir`) what code does, never its text; the build gets what it must
/// know with each file (`emit::DeviceCode`).
#[test]
fn nothing_reads_emitted_text() {
    // Other people's C, of which only the text is known; the runtime's sources; what merges C files into one, as a linker
    // does.
    const READERS: &[&str] = &[
        "emit/device_code.rs",
        "emit/foreign.rs",
        "build/c_text.rs",
        "build/layers.rs",
        "build/merged.rs",
        "build/amalgamation.rs",
    ];
    const WORDS: &[&str] =
        &["goto", "offcy_", "OFFCY_", "_error", "omp ", " teams", " collapse", "declare target"];
    const QUESTIONS: &[&str] = &["contains", "find", "matches", "match_indices"];
    const PROBES: &[&str] = &["fn mentions(", "fn words(text", ".since(0).contains", "b'('"];
    let is_stage = |file: &Path| ["emit", "build", "driver"].iter().any(|stage| file.starts_with(stage));
    let mut wrong = Vec::new();
    for (file, text) in sources().into_iter().filter(|(file, _)| is_stage(file)) {
        if READERS.iter().any(|reader| file.ends_with(reader)) {
            continue;
        }
        let asks = |line: &str| {
            let asked =
                |question: &&str| WORDS.iter().any(|word| line.contains(&format!(".{question}(\"{word}")));
            let of_text = ["lines", "starts_with", "ends_with", "split", "as_bytes"];
            QUESTIONS.iter().any(asked)
                || QUESTIONS
                    .iter()
                    .chain(&of_text)
                    .any(|question| line.contains(&format!(".text.{question}(")))
        };
        let is_probe = |line: &&str| asks(line) || PROBES.iter().any(|probe| line.contains(probe));
        for line in text.lines().filter(is_probe) {
            wrong.push(format!("{}: reads C: {}", file.display(), line.trim()));
        }
    }
    assert!(
        wrong.is_empty(),
        "{}\nask `lir/query.rs`, or note it where the C is made and hand it on with the file (`emit::DeviceCode`)",
        wrong.join("\n")
    );
}
