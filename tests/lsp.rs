//! The language server as an editor sees it.

mod common;
mod editor;

use std::path::Path;

use common::{folder, write};
use editor::{Editor, place, uri};
use lsp_server::Message;
use serde_json::{Value, json};

const REGION: &str = "\
from cython.parallel cimport prange

def double_all(double[::1] X, double[::1] D):
    cdef Py_ssize_t i
    for i in prange(X.shape[0], nogil=True, device={}):
        D[i] = 2 * X[i]
";

fn codes(diagnostics: &[Value]) -> Vec<&str> {
    diagnostics.iter().map(|one| one["code"].as_str().expect("a code")).collect()
}

/// The text with the edits that an action makes to it.
fn applied(text: &str, action: &Value, path: &Path) -> String {
    let mut edits = action["edit"]["changes"][uri(path)].as_array().expect("edits").clone();
    let offset = |at: &Value| {
        let line = at["line"].as_u64().expect("a line") as usize;
        let before: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        before + at["character"].as_u64().expect("a column") as usize
    };
    edits.sort_by_key(|edit| std::cmp::Reverse(offset(&edit["range"]["start"])));
    let mut text = text.to_string();
    for edit in edits {
        let range = offset(&edit["range"]["start"])..offset(&edit["range"]["end"]);
        text.replace_range(range, edit["newText"].as_str().expect("a text"));
    }
    text
}

fn action_titled(actions: &Value, title: &str) -> Value {
    let found = actions.as_array().expect("a list").iter().find(|one| one["title"] == title);
    found.unwrap_or_else(|| panic!("no `{title}` in {actions}")).clone()
}

#[test]
fn diagnostics_follow_what_is_typed() {
    let folder = folder();
    let path = folder.path().join("m.pyx");
    let mut editor = Editor::start();
    assert_eq!(editor.started["capabilities"]["positionEncoding"], "utf-16");
    editor.open(&path, "x = 'é😀'; y = nothing\r\ndef f():\r\n    pass\r\n");
    let published = editor.published(&path, Some(1));
    assert_eq!(codes(&published), ["OFC0101"]);
    assert_eq!(published[0]["range"], json!({ "start": place(0, 15), "end": place(0, 22) }));
    assert_eq!(published[0]["severity"], 1);
    let page = published[0]["codeDescription"]["href"].as_str().expect("a page");
    let page = std::fs::read_to_string(page.strip_prefix("file://").expect("a file")).expect("it is there");
    assert!(page.starts_with("# OFC0101"), "{page}");
    let range = json!({ "start": place(0, 15), "end": place(0, 22) });
    editor.change(&path, 2, json!([{ "range": range, "text": "x" }, { "range": { "start": place(1, 4), "end": place(1, 5) }, "text": "g" }]));
    assert_eq!(codes(&editor.published(&path, Some(2))), Vec::<&str>::new());
    let symbols = editor.of("textDocument/documentSymbol", &path, json!({}));
    let names: Vec<&str> =
        symbols.as_array().expect("a list").iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["x", "y", "g"]);
    editor.change(&path, 3, json!([{ "text": "nothing\n" }]));
    assert_eq!(codes(&editor.published(&path, Some(3))), ["OFC0101"]);
    editor.close(&path);
    assert!(editor.published(&path, None).is_empty(), "closing clears");
    assert!(editor.stop());
}

#[test]
fn columns_are_bytes_where_that_is_negotiated() {
    let folder = folder();
    let path = folder.path().join("m.pyx");
    let general = json!({ "general": { "positionEncodings": ["utf-16", "utf-8"] } });
    let mut editor = Editor::with(general, Value::Null);
    assert_eq!(editor.started["capabilities"]["positionEncoding"], "utf-8");
    editor.open(&path, "x = 'é😀'; y = nothing\n");
    let published = editor.published(&path, Some(1));
    assert_eq!(published[0]["range"]["start"], place(0, 18));
    assert!(editor.stop());
}

#[test]
fn inferred_maps_are_hints_hovers_and_an_action() {
    let folder = folder();
    let path = folder.path().join("m.pyx");
    let mut editor = Editor::start();
    editor.open(&path, REGION);
    assert!(editor.published(&path, Some(1)).is_empty());
    let hints = editor.of("textDocument/inlayHint", &path, json!({}));
    assert_eq!(hints.as_array().expect("a list").len(), 1, "{hints}");
    assert_eq!(hints[0]["position"], place(4, 53));
    let label = hints[0]["label"].as_str().expect("a text");
    assert!(label.starts_with("X: to, D: from if "), "{label}");
    let hover = editor.at("textDocument/hover", &path, 5, 8);
    let text = hover["contents"]["value"].as_str().expect("a text");
    assert!(
        text.contains("D: double[::1]") && text.contains("every element is written before it is read"),
        "{text}"
    );
    let hover = editor.at("textDocument/hover", &path, 4, 48);
    let text = hover["contents"]["value"].as_str().expect("a text");
    assert!(text.contains("kernel: the loop at line 5") && text.contains("only read"), "{text}");
    let context = json!({ "context": { "diagnostics": [], "only": ["refactor.rewrite"] } });
    let actions = editor.of("textDocument/codeAction", &path, context);
    let action = action_titled(&actions, "Write out the inferred maps");
    let text = applied(REGION, &action, &path);
    assert!(text.contains("device={X: 'to', D: 'tofrom'}"), "{text}");
    editor.change(&path, 2, json!([{ "text": text }]));
    assert!(editor.published(&path, Some(2)).is_empty());
    // What is written is not new.
    assert_eq!(editor.of("textDocument/inlayHint", &path, json!({})), json!([]));
    assert!(editor.stop());
}

#[test]
fn fixes_are_actions() {
    let folder = folder();
    let path = folder.path().join("m.pyx");
    let text = "\
from cython.parallel cimport prange

def f(double[::1] x, int rounds):
    cdef Py_ssize_t i
    cdef int turn
    for turn in range(rounds):
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = x[i] * 2
";
    let mut editor = Editor::start();
    editor.open(&path, text);
    let published = editor.published(&path, Some(1));
    assert_eq!(codes(&published), ["OFC1001"]);
    assert_eq!(published[0]["relatedInformation"][0]["message"], "sent here");
    let context = json!({ "range": published[0]["range"], "context": { "diagnostics": published } });
    let actions = editor.of("textDocument/codeAction", &path, context);
    let action = action_titled(&actions, "keep `x` on the device while the loop runs");
    assert_eq!(action["diagnostics"][0]["code"], "OFC1001");
    assert_eq!(action["isPreferred"], true);
    let fixed = applied(text, &action, &path);
    assert!(fixed.contains("    with device({x: 'tofrom'}):\n        for turn"), "{fixed}");
    let all = json!({ "context": { "diagnostics": [], "only": ["source.fixAll"] } });
    let actions = editor.of("textDocument/codeAction", &path, all);
    assert_eq!(applied(text, &actions[0], &path), fixed);
    editor.change(&path, 2, json!([{ "text": fixed }]));
    assert!(editor.published(&path, Some(2)).is_empty());
    assert!(editor.stop());
}

#[test]
fn names_lead_to_their_declarations_in_open_buffers_too() {
    let folder = folder();
    let shapes = write(folder.path(), "shapes.pxd", "cdef struct Point:\n    double x\n    double y\n");
    let path = folder.path().join("m.pyx");
    let text = "\
from shapes cimport Point
cimport shapes
cdef enum: LIMIT = 3

cdef class Cloud:
    cdef int size
    cdef double norm(self, Point p) noexcept:
        return p.x * self.size + LIMIT

def f(shapes.Point q, Cloud cloud):
    local = cloud.norm(q)
    return local + later(q.y)

cdef double later(double v):
    return v
";
    let mut editor = Editor::start();
    editor.open(&path, text);
    assert_eq!(editor.published(&path, Some(1)), Vec::<Value>::new());
    let mut leads = |line, character| {
        let location = editor.at("textDocument/definition", &path, line, character);
        let file = location["uri"].as_str().map(|uri| uri.rsplit('/').next().expect("a name").to_string());
        let start = &location["range"]["start"];
        (file.unwrap_or_default(), start["line"].as_u64(), start["character"].as_u64())
    };
    let to = |file: &str, line, character| (file.to_string(), Some(line), Some(character));
    assert_eq!(leads(0, 22), to("shapes.pxd", 0, 12), "a cimported type");
    assert_eq!(leads(0, 6), to("shapes.pxd", 0, 0), "a cimported module");
    assert_eq!(leads(6, 28), to("shapes.pxd", 0, 12), "a type");
    assert_eq!(leads(9, 7), to("shapes.pxd", 0, 0), "a module in front of a type");
    assert_eq!(leads(9, 15), to("shapes.pxd", 0, 12), "a type of a module");
    assert_eq!(leads(7, 17), to("shapes.pxd", 1, 11), "a member of a struct");
    assert_eq!(leads(7, 27), to("m.pyx", 5, 13), "a field");
    assert_eq!(leads(7, 35), to("m.pyx", 2, 11), "a member of an enum");
    assert_eq!(leads(9, 23), to("m.pyx", 4, 11), "a class");
    assert_eq!(leads(10, 19), to("m.pyx", 6, 16), "a method");
    assert_eq!(leads(11, 13), to("m.pyx", 10, 4), "a local variable");
    assert_eq!(leads(11, 20), to("m.pyx", 13, 12), "a function below");
    assert_eq!(leads(11, 0), (String::new(), None, None), "nothing");
    // An unsaved `.pxd` counts, and what reads it is checked again.
    editor.open(&shapes, "cdef struct Dot:\n    double x\n");
    assert!(editor.published(&shapes, Some(1)).is_empty());
    assert!(codes(&editor.published(&path, Some(1))).contains(&"OFC0103"));
    editor.change(&shapes, 2, json!([{ "text": "\n\ncdef struct Point:\n    double x, y\n" }]));
    assert!(editor.published(&path, Some(1)).is_empty());
    let location = editor.at("textDocument/definition", &path, 0, 22);
    assert_eq!(location["range"]["start"], place(2, 12));
    editor.close(&shapes);
    assert!(editor.published(&shapes, None).is_empty());
    let location = editor.at("textDocument/definition", &path, 0, 22);
    assert_eq!(location["range"]["start"], place(0, 12), "what is saved counts again");
    assert!(editor.stop());
}

#[test]
fn hovers_show_types_and_declarations() {
    let folder = folder();
    let path = folder.path().join("m.pyx");
    let text = "\
ctypedef fused real:
    float
    double

cpdef real scale(real[:, ::1] values, real factor) noexcept:
    \"\"\"Scales all of it.\"\"\"
    total = values[0, 0] * factor
    return total

def f():
    return scale[double](None, 1)
";
    let mut editor = Editor::start();
    editor.open(&path, text);
    assert_eq!(editor.published(&path, Some(1)), Vec::<Value>::new());
    let mut says = |line, character| {
        let hover = editor.at("textDocument/hover", &path, line, character);
        hover["contents"]["value"].as_str().unwrap_or_default().to_string()
    };
    assert_eq!(says(5, 12), "", "no name");
    assert_eq!(says(6, 5), "```cython\ntotal: float\ntotal: double\n```");
    assert_eq!(
        says(10, 13),
        "```cython\ncpdef real scale(real[:, ::1] values, real factor) noexcept\n```\n\nScales all of it."
    );
    assert_eq!(says(4, 8), "```cython\nctypedef fused real:\n    float\n    double\n```");
    assert!(editor.stop());
}

#[test]
fn broken_code_keeps_the_rest() {
    let folder = folder();
    let path = folder.path().join("m.pyx");
    let broken = format!("{REGION}\ndef half_written(x:\n    y = x +\n\ndef whole():\n    return nothing\n");
    let mut editor = Editor::start();
    editor.open(&path, &broken);
    let published = editor.published(&path, Some(1));
    assert!(codes(&published).contains(&"OFC0001"), "{published:?}");
    let hints = editor.of("textDocument/inlayHint", &path, json!({}));
    assert!(hints[0]["label"].as_str().is_some_and(|label| label.starts_with("X: to")), "{hints}");
    let symbols = editor.of("textDocument/documentSymbol", &path, json!({})).to_string();
    assert!(symbols.contains("double_all"), "{symbols}");
    assert!(editor.stop());
}

#[test]
fn names_have_tokens() {
    let folder = folder();
    let path = folder.path().join("m.pyx");
    let mut editor = Editor::start();
    editor.open(&path, "cdef class A:\n    cdef int é\n    def f(self, n): return n + self.é\n");
    assert!(editor.published(&path, Some(1)).is_empty());
    let legend = editor.started["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"].clone();
    let tokens = editor.of("textDocument/semanticTokens/full", &path, json!({}));
    let data: Vec<u64> =
        tokens["data"].as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
    let (mut line, mut column, mut told) = (0, 0, Vec::new());
    for token in data.chunks(5) {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        line += token[0];
        let kind = legend[token[3] as usize].as_str().expect("a name");
        told.push(format!("{line}:{column}+{} {kind}", token[2]));
    }
    let expected = [
        "0:11+1 class",
        "1:13+1 property",
        "2:8+1 method",
        "2:10+4 parameter",
        "2:16+1 parameter",
        "2:27+1 parameter",
        "2:31+4 parameter",
        "2:36+1 property",
    ];
    assert_eq!(told, expected);
    assert!(editor.stop());
}

#[test]
fn settings_come_from_the_start_and_from_the_workspace() {
    let folder = folder();
    std::fs::create_dir(folder.path().join("shared")).expect("a folder");
    write(&folder.path().join("shared"), "shapes.pxd", "ctypedef double real\n");
    let path = folder.path().join("m.pyx");
    let settings = json!({
        "includePaths": ["shared"],
        "directives": { "warn.undeclared": true, "boundschek": true },
        "compileTimeEnv": ["SIZE=3", "none"],
    });
    let workspace = json!({ "workspace": { "configuration": true } });
    let mut editor = Editor::in_folder(workspace, settings, Some(folder.path()));
    editor.open(&path, "from shapes cimport real\ndef f():\n    cdef real x = SIZE\n    y = x\n");
    assert_eq!(codes(&editor.published(&path, Some(1))), ["OFC0107"]);
    // An answer that comes late counts too.
    editor.tell("workspace/didChangeConfiguration", json!({ "settings": null }));
    let asked = loop {
        match editor.receive() {
            Message::Request(request) if request.method == "workspace/configuration" => break request,
            other => editor.told.push(other),
        }
    };
    let told = format!("{:?}", editor.told);
    assert!(told.contains("there is no directive `boundschek`"), "{told}");
    assert!(told.contains("a compile-time name is set as NAME=VALUE"), "{told}");
    assert_eq!(asked.params["items"][0]["section"], "offcy");
    editor.respond(asked.id, json!([{ "includePaths": [], "compileTimeEnv": ["SIZE=3"] }]));
    assert_eq!(codes(&editor.published(&path, Some(1))), ["OFC0103"]);
    assert!(editor.stop());
}

#[test]
fn documents_need_no_file_and_no_workspace() {
    let editor = Editor::start();
    let document =
        json!({ "uri": "untitled:Untitled-1", "languageId": "cython", "version": 7, "text": "nothing\n" });
    editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
    let Message::Notification(note) = editor.receive() else { panic!("no notification") };
    assert_eq!(note.params["uri"], "untitled:Untitled-1");
    assert_eq!(note.params["version"], 7);
    assert_eq!(note.params["diagnostics"][0]["code"], "OFC0101");
    assert!(editor.stop());
}

#[test]
fn what_a_client_may_not_do_harms_nobody() {
    let folder = folder();
    let path = folder.path().join("m.pyx");
    let mut editor = Editor::start();
    // Documents that are not open, requests that nobody knows, parameters that are not valid.
    editor.change(&path, 2, json!([{ "text": "x" }]));
    editor.close(&path);
    assert_eq!(editor.at("textDocument/hover", &path, 0, 0), Value::Null);
    let unknown = editor.response("textDocument/formatting", json!({}));
    assert_eq!(unknown.response_result.expect_err("an error").code, -32601);
    let wrong = editor.response("textDocument/hover", json!({ "textDocument": 3 }));
    assert_eq!(wrong.response_result.expect_err("an error").code, -32602);
    editor.tell("textDocument/didOpen", json!({ "textDocument": "none" }));
    editor.tell("$/nothing", Value::Null);
    editor.tell("$/cancelRequest", json!({ "id": 99 }));
    editor.open(&path, "x = 1\n");
    assert!(editor.published(&path, Some(1)).is_empty());
    // Positions past the end.
    assert_eq!(editor.at("textDocument/definition", &path, 99, 99), Value::Null);
    let range = json!({ "start": place(7, 0), "end": place(3, 9) });
    editor.change(&path, 2, json!([{ "range": range, "text": "nothing" }]));
    assert_eq!(codes(&editor.published(&path, Some(2))), ["OFC0101"]);
    assert!(editor.stop());
    // Without a farewell.
    let editor = Editor::start();
    editor.tell("exit", Value::Null);
    assert!(!editor.end());
    assert!(!Editor::start().end());
}

#[test]
fn after_shutdown_nothing_is_answered() {
    let mut editor = Editor::start();
    editor.ask("shutdown", Value::Null);
    let refused = editor.response("textDocument/hover", json!({}));
    assert_eq!(refused.response_result.expect_err("an error").code, -32600);
    editor.tell("exit", Value::Null);
    assert!(editor.end());
}
