//! Plain Python has the same tree under this grammar as under tree-sitter-python's, but for `[*a.b()]`: there `*a` is what `b` is
//! looked up in.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Enough to meet every construct, few enough for a quick test.
const FILES: usize = 400;

fn standard_library() -> Option<PathBuf> {
    let output = Command::new("python3")
        .args(["-c", "import sysconfig; print(sysconfig.get_path('stdlib'))"])
        .output()
        .ok()?;
    let folder = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    folder.is_dir().then_some(folder)
}

fn modules(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir()
            && path.file_name().is_none_or(|name| name != "site-packages" && name != "dist-packages")
        {
            modules(&path, found);
        } else if path.extension().is_some_and(|end| end == "py") {
            found.push(path);
        }
    }
}

fn parser(language: tree_sitter_language::LanguageFn) -> tree_sitter::Parser {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&language.into()).expect("the language fits the library");
    parser
}

/// Whether something is called, looked up in or added to `*x`.
fn uses_starred(tree: &str) -> bool {
    ["object", "function", "value", "left"]
        .iter()
        .any(|field| tree.contains(&format!("{field}: (list_splat ")))
}

#[test]
fn standard_library_has_the_same_trees() {
    let Some(folder) = standard_library() else {
        eprintln!("skipped: no python3 with a standard library");
        return;
    };
    let mut paths = Vec::new();
    modules(&folder, &mut paths);
    let step = (paths.len() / FILES).max(1);
    let mut python = parser(tree_sitter_python::LANGUAGE);
    let mut offcy = parser(tree_sitter_offcy::LANGUAGE);
    let mut different = Vec::new();
    for path in paths.iter().step_by(step).take(FILES) {
        let Ok(text) = std::fs::read(path) else { continue };
        let (Some(theirs), Some(ours)) = (python.parse(&text, None), offcy.parse(&text, None)) else {
            continue;
        };
        if theirs.root_node().has_error() {
            continue;
        }
        let [theirs, ours] = [theirs, ours].map(|tree| tree.root_node().to_sexp());
        assert!(!uses_starred(&ours), "something is done with an unpacked value: {}", path.display());
        if theirs != ours && !uses_starred(&theirs) {
            different.push(path.display().to_string());
        }
    }
    assert!(different.is_empty(), "different trees:\n{}", different.join("\n"));
}

#[test]
fn words_of_cython_stay_names_in_python() {
    let words = [
        "property",
        "include",
        "new",
        "sizeof",
        "typeid",
        "const",
        "volatile",
        "unsigned",
        "signed",
        "long",
        "short",
        "complex",
        "nogil",
        "gil",
        "inline",
        "public",
        "readonly",
        "api",
        "extern",
        "struct",
        "union",
        "enum",
        "fused",
        "packed",
        "object",
        "by",
        "namespace",
        "noexcept",
        "operator",
        "restrict",
        "cppclass",
        "check_size",
        "int",
    ];
    let template = "\
import W
from W import W as W
W = 1
W += W.W[W](W, W=W, *W, **W)
def W(W, W=W, *, W: W = W): return W
def f(a, W: W = W, *W, **W) -> W: pass
def g(*W, W): pass
class W(W, W=W): pass
lambda W, W=W: W
lambda *W, **W: W
for W in W: pass
for W, (W, W) in W: pass
[W for W in W if W]
with W as W, W(W): pass
try: pass
except W as W: pass
@W
def h(): global W
del W, W.W
assert W, W
x = -W if W else not W
x = (W, *W, W < W <= W, W - W, {W: W, **W})
f'{W!r:{W}}'
W: W = W
if (W := W): pass
match W:
    case W(W=W): pass
    case W.W: pass
";
    let mut python = parser(tree_sitter_python::LANGUAGE);
    let mut offcy = parser(tree_sitter_offcy::LANGUAGE);
    for word in words {
        for line in template.split_inclusive('\n').chain([template]) {
            let text = line.replace('W', word);
            let (Some(theirs), Some(ours)) = (python.parse(&text, None), offcy.parse(&text, None)) else {
                continue;
            };
            // Lines that continue on the next one are errors by themselves.
            if !theirs.root_node().has_error() {
                assert_eq!(theirs.root_node().to_sexp(), ours.root_node().to_sexp(), "{text}");
            }
        }
    }
}
