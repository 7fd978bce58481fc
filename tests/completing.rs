//! What the language server offers while code is written: names, members, what calls want; where names occur; what can
//! be folded.

mod common;
mod editor;

use std::path::Path;

use common::{folder, write};
use editor::{Editor, place, uri};
use serde_json::{Value, json};

const MODULE: &str = "\
cimport cython
cimport numpy as cnp
from cython.parallel cimport prange, parallel
from libc cimport math
import numpy as np
from helpers cimport scale as scaled

cdef struct Pair:
    double first
    int second

cdef class Grid:
    \"\"\"A grid of cells.\"\"\"
    cdef readonly double[:, ::1] cells
    cdef int rows

    def __init__(self, int rows, columns=3):
        self.rows = rows

    cpdef double total(self, double factor=1.0) except? -1:
        \"\"\"The sum of the cells.\"\"\"
        return factor * self.rows

    @property
    def size(self):
        return self.rows

cdef double halved(double x, int times=1) noexcept nogil:
    return x / 2

def work(double[:, ::1] field, list names, int count):
    cdef Py_ssize_t i
    cdef Pair pair
    cdef Grid grid = Grid(3)
    for i in range(count):
        field[i, 0] = 1
HERE
    return grid
";

struct Written {
    editor: Editor,
    path: std::path::PathBuf,
    version: i32,
    _folder: tempfile::TempDir,
}

impl Written {
    fn new() -> Written {
        let folder = folder();
        write(
            folder.path(),
            "helpers.pxd",
            "cdef double scale(double x, double factor) noexcept nogil\ncdef int limit\n",
        );
        write(
            folder.path(),
            "other.pyx",
            "from m cimport Grid\n\ndef rows(Grid grid):\n    return grid.total(factor=2.0)\n",
        );
        let path = folder.path().join("m.pyx");
        let editor = Editor::in_folder(json!({}), json!({}), Some(folder.path()));
        editor.open(&path, &MODULE.replace("HERE\n", ""));
        Written { editor, path, version: 1, _folder: folder }
    }

    /// Asks at the `|` of lines that are written into the function.
    fn ask(&mut self, method: &str, lines: &str) -> Value {
        let text = MODULE.replace("HERE", lines);
        let at = text.find('|').expect("a place");
        let line = text[..at].matches('\n').count() as u32;
        let column = (at - text[..at].rfind('\n').map_or(0, |end| end + 1)) as u32;
        self.version += 1;
        self.editor.change(&self.path, self.version, json!([{ "text": text.replacen('|', "", 1) }]));
        let path = self.path.clone();
        self.editor.at(method, &path, line, column)
    }

    fn names(&mut self, lines: &str) -> Vec<String> {
        let items = self.ask("textDocument/completion", lines);
        let label = |item: &Value| item["label"].as_str().expect("a label").to_string();
        items.as_array().into_iter().flatten().map(label).collect()
    }
}

#[test]
fn names_that_fit_are_offered() {
    let mut written = Written::new();
    // What is written; what must be offered; what must not.
    let cases: &[(&str, &[&str], &[&str])] = &[
        ("    grid.|", &["cells", "rows", "total", "size"], &["first", "work", "__init__"]),
        ("    x = grid.to|", &["total"], &["np"]),
        ("    if grid.|", &["rows"], &[]),
        ("    halved(pair.|", &["first", "second"], &["rows"]),
        ("    field.|", &["shape", "T", "is_c_contig"], &["append"]),
        ("    names.|", &["append", "sort"], &["shape"]),
        ("    grid.cells.|", &["shape"], &["rows"]),
        ("    math.|", &["sqrt", "M_PI"], &["rows"]),
        ("    cnp.|", &["ndarray", "float64_t"], &["rows"]),
        ("    cython.|", &["boundscheck", "device", "cfunc", "double"], &["rows"]),
        (
            "    for i in pr|",
            &["prange", "parallel", "grid", "names", "pair", "Grid", "halved", "np", "scaled"],
            &["cells"],
        ),
        ("    co|", &["count", "continue", "field"], &["columns"]),
        ("    for i in prange(count, |", &["nogil", "schedule", "device", "num_threads", "count"], &[]),
        ("    for i in prange(count, nogil=True, schedule='|", &["static", "dynamic"], &["count"]),
        ("    with nogil, parallel(device={field: '|", &["to", "from", "tofrom", "alloc"], &["count"]),
        ("    cdef Gr|", &["Grid", "Pair", "double"], &[]),
        ("from libc.|", &["math", "stdlib"], &["grid"]),
        ("from libc.math cimport |", &["sqrt", "fabs"], &["grid"]),
        ("from helpers cimport |", &["scale", "limit"], &["grid"]),
        ("from cython.parallel cimport |", &["prange", "parallel", "threadid"], &["grid"]),
        ("cimport |", &["libc", "cython", "numpy"], &["grid"]),
        ("# cython: bo|", &["boundscheck", "wraparound"], &["grid"]),
        ("# cython: boundscheck=|", &["True", "False"], &["grid"]),
        ("    # a remark about gr|", &[], &["grid"]),
        ("    x = 'a text about gr|", &[], &["grid"]),
        ("    nothing_known.|", &[], &["grid", "shape"]),
    ];
    for (lines, wanted, unwanted) in cases {
        let found = written.names(lines);
        for name in *wanted {
            assert!(found.iter().any(|known| known == name), "{lines}: no `{name}` in {found:?}");
        }
        for name in *unwanted {
            assert!(!found.iter().any(|known| known == name), "{lines}: `{name}` in {found:?}");
        }
        let mut once = found.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), found.len(), "{lines}: twice the same");
        assert!(!found.iter().any(|name| name.contains("unwritten")), "{lines}: {found:?}");
    }
    assert!(written.editor.stop());
}

#[test]
fn calls_show_what_they_want() {
    let mut written = Written::new();
    // What is written; the head that is shown; the parameter.
    let cases: &[(&str, &str, Option<&str>)] = &[
        ("    halved(|", "cdef double halved(double x, int times=1) noexcept nogil", Some("double x")),
        (
            "    y = 2 * halved(field[0, 1], |",
            "cdef double halved(double x, int times=1) noexcept nogil",
            Some("int times=1"),
        ),
        (
            "    grid.total(|",
            "cpdef double total(self, double factor=1.0) except? -1",
            Some("double factor=1.0"),
        ),
        (
            "    halved(times=|",
            "cdef double halved(double x, int times=1) noexcept nogil",
            Some("int times=1"),
        ),
        ("    halved(1, 2, |", "cdef double halved(double x, int times=1) noexcept nogil", None),
        ("    for i in prange(count,\n                    nogil=|", "prange(", Some("nogil")),
        (
            "    scaled(1, |",
            "cdef double scale(double x, double factor) noexcept nogil",
            Some("double factor"),
        ),
        (
            "    halved(halved(1, |",
            "cdef double halved(double x, int times=1) noexcept nogil",
            Some("int times=1"),
        ),
    ];
    for (lines, head, parameter) in cases {
        let help = written.ask("textDocument/signatureHelp", lines);
        let signature = &help["signatures"][0];
        let label = signature["label"].as_str().unwrap_or_else(|| panic!("{lines}: {help}"));
        assert!(label.starts_with(head), "{lines}: {label}");
        let active = help["activeParameter"].as_u64().map(|at| {
            let offsets = &signature["parameters"][at as usize]["label"];
            let offset = |at: usize| offsets[at].as_u64().expect("an offset") as usize;
            &label[offset(0)..offset(1)]
        });
        assert_eq!(active, *parameter, "{lines}");
    }
    for lines in ["    x = count|", "    field[|", "    unknown(|"] {
        assert!(written.ask("textDocument/signatureHelp", lines).is_null(), "{lines}");
    }
    assert!(written.editor.stop());
}

/// Where a word of a text begins, for the n-th time.
fn position(text: &str, word: &str, nth: usize) -> (u32, u32) {
    let (at, _) = text.match_indices(word).nth(nth).expect("it is there");
    let line = text[..at].matches('\n').count() as u32;
    (line, (at - text[..at].rfind('\n').map_or(0, |end| end + 1)) as u32)
}

fn lines_of(places: &Value, path: &Path) -> Vec<u64> {
    let here = places.as_array().into_iter().flatten().filter(|place| place["uri"] == *uri(path));
    let mut lines: Vec<u64> =
        here.map(|place| place["range"]["start"]["line"].as_u64().expect("a line")).collect();
    lines.sort_unstable();
    lines
}

#[test]
fn uses_are_found_in_all_modules() {
    let folder = folder();
    let own = "cdef class Grid:\n    cpdef double total(self, double factor=1.0):\n        return factor\n\ndef run(Grid grid):\n    return grid.total(3)\n";
    let declared = "cdef class Grid:\n    cpdef double total(self, double factor=*)\n";
    let other = "from grid cimport Grid\n\ndef rows(Grid grid):\n    return grid.total(factor=2.0)\n";
    let paths = ["grid.pyx", "grid.pxd", "other.pyx"].map(|name| folder.path().join(name));
    for (path, text) in paths.iter().zip([own, declared, other]) {
        std::fs::write(path, text).expect("written");
    }
    let mut editor = Editor::in_folder(json!({}), json!({}), Some(folder.path()));
    editor.open(&paths[0], own);
    let references = |editor: &mut Editor, (line, character): (u32, u32), with_declaration: bool| {
        let params = json!({
            "textDocument": { "uri": uri(&paths[0]) }, "position": place(line, character),
            "context": { "includeDeclaration": with_declaration },
        });
        editor.ask("textDocument/references", params)
    };
    let total = references(&mut editor, position(own, "total", 1), true);
    assert_eq!(lines_of(&total, &paths[0]), [1, 5], "{total}");
    assert_eq!(lines_of(&total, &paths[1]), [1], "{total}");
    assert_eq!(lines_of(&total, &paths[2]), [3], "{total}");
    let used = references(&mut editor, position(own, "total", 1), false);
    assert_eq!((lines_of(&used, &paths[0]), lines_of(&used, &paths[2])), (vec![5], vec![3]), "{used}");
    let class = references(&mut editor, position(own, "Grid", 1), true);
    assert_eq!(lines_of(&class, &paths[2]), [0, 2], "{class}");
    let local = references(&mut editor, position(own, "grid", 0), true);
    assert_eq!(lines_of(&local, &paths[0]), [4, 5], "{local}");
    // `global` names a variable of the module.
    let counter = "n = 0\n\ndef f():\n    global n\n    n += 1\n\ndef g(n):\n    return n\n";
    let path = folder.path().join("counter.pyx");
    editor.open(&path, counter);
    let marked = editor.at("textDocument/documentHighlight", &path, 3, 11);
    assert_eq!(marked.as_array().map(Vec::len), Some(3), "{marked}");
    let highlights = editor.at("textDocument/documentHighlight", &paths[0], 4, 13);
    assert_eq!(highlights.as_array().map(Vec::len), Some(2), "{highlights}");

    let rename = |editor: &mut Editor, (line, character): (u32, u32), new: &str| {
        let params = json!({
            "textDocument": { "uri": uri(&paths[0]) }, "position": place(line, character), "newName": new,
        });
        editor.response("textDocument/rename", params).response_result.map_err(|error| error.message)
    };
    let edit = rename(&mut editor, position(own, "total", 1), "summed").expect("an edit");
    let count = |edit: &Value, path: &Path| edit["changes"][uri(path)].as_array().map_or(0, Vec::len);
    assert_eq!(paths.each_ref().map(|path| count(&edit, path)), [2, 1, 1], "{edit}");
    for (word, nth, new, why) in [
        ("total", 0, "for", "keyword"),
        ("total", 0, "a b", "is not a name"),
        ("total", 0, "run", "is used in"),
        ("grid", 0, "run", "is used in"),
        ("double", 0, "x", "it is unknown what else"),
    ] {
        match rename(&mut editor, position(own, word, nth), new) {
            Ok(edit) => assert!(why.is_empty(), "{word} to {new}: {edit}"),
            Err(words) => assert!(!why.is_empty() && words.contains(why), "{word} to {new}: {words}"),
        }
    }
    let prepared = editor.at("textDocument/prepareRename", &paths[0], 4, 13);
    assert_eq!(prepared["placeholder"], "grid");

    let symbols = editor.ask("workspace/symbol", json!({ "query": "gri" }));
    let names: Vec<_> =
        symbols.as_array().into_iter().flatten().map(|symbol| symbol["name"].as_str()).collect();
    assert!(names.contains(&Some("Grid")) && !names.contains(&Some("run")), "{names:?}");
    assert!(editor.stop());
}

/// A class that is announced is declared twice; a module that cannot be read wholly may have more uses.
#[test]
fn announced_classes_and_broken_modules() {
    let folder = folder();
    let text = "cdef class B\n\ncdef class A:\n    cdef B b\n\ncdef class B:\n    cdef A a\n";
    let path = folder.path().join("m.pyx");
    let mut editor = Editor::in_folder(json!({}), json!({}), Some(folder.path()));
    editor.open(&path, text);
    let params = json!({ "textDocument": { "uri": uri(&path) }, "position": place(0, 11), "newName": "C" });
    let edit = editor.ask("textDocument/rename", params.clone());
    assert_eq!(edit["changes"][uri(&path)].as_array().map(Vec::len), Some(3), "{edit}");
    editor.change(&path, 2, json!([{ "text": format!("{text}\ndef f(B x:\n    return x\n") }]));
    let words = editor.response("textDocument/rename", params).response_result.expect_err("no edit").message;
    assert!(words.contains("error of syntax"), "{words}");
    assert!(editor.stop());
}

/// A use that no type leads to stops a rename.
#[test]
fn open_uses_stop_a_rename() {
    let folder = folder();
    let text =
        "cdef class A:\n    cdef public int n\n\ndef f(a):\n    return a.n\n\ndef g(A a):\n    return a.n\n";
    let path = folder.path().join("m.pyx");
    let mut editor = Editor::in_folder(json!({}), json!({}), Some(folder.path()));
    editor.open(&path, text);
    let params =
        json!({ "textDocument": { "uri": uri(&path) }, "position": place(1, 20), "newName": "count" });
    let words = editor.response("textDocument/rename", params).response_result.expect_err("no edit").message;
    assert!(words.contains("in line 5") && words.contains("when the program runs"), "{words}");
    assert!(editor.stop());
}

#[test]
fn what_has_several_lines_can_be_folded() {
    let folder = folder();
    let text = "import a\nimport b\n# one\n# two\ndef f(x):\n    \"\"\"A\n    text.\"\"\"\n    if x:\n        return 1\n    else:\n        y = [1,\n             2]\n    return y\n\nz = 1\n";
    let path = folder.path().join("m.pyx");
    let mut editor = Editor::start();
    editor.open(&path, text);
    let folds = editor.of("textDocument/foldingRange", &path, json!({}));
    let line = |fold: &Value, what: &str| fold[what].as_u64().expect("a line");
    let found: Vec<_> = folds
        .as_array()
        .into_iter()
        .flatten()
        .map(|fold| (line(fold, "startLine"), line(fold, "endLine")))
        .collect();
    assert_eq!(found, [(0, 1), (2, 3), (4, 12), (5, 6), (7, 8), (9, 11), (10, 11)]);
    assert!(editor.stop());
}
