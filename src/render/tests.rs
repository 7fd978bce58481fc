//! The same diagnostics through every output.

use super::*;
use crate::diag::{Applicability, Edit, codes};
use crate::source::{SourceFile, Span};

fn example() -> (SourceMap, Vec<Diagnostic>) {
    let mut sources = SourceMap::default();
    let file = sources.add(SourceFile::new("dir/m.pyx", "x = é\ny = x + z\n".to_string()));
    let fix = Edit { span: Span::new(file, 15, 16), replacement: "x".to_string() };
    let placed = Diagnostic::error(codes::UNKNOWN_NAME, "`z` is not defined")
        .at(Span::new(file, 15, 16), "not found")
        .also(Span::new(file, 0, 1), "a name that is")
        .note("names are looked up in the module")
        .fix("write `x`", vec![fix], Applicability::MaybeIncorrect);
    let placeless = Diagnostic::warning(codes::UNREADABLE_FILE, "cannot read\n`a\u{1b}[1m`");
    (sources, vec![placed, placeless])
}

fn rendered(format: MessageFormat, colour: bool, sources: &SourceMap, list: &[Diagnostic]) -> String {
    let mut out = Vec::new();
    let mut renderer = renderer(format, colour);
    renderer.diagnostics(sources, list, &mut out).expect("a vector takes everything");
    renderer.finish(&mut out).expect("a vector takes everything");
    String::from_utf8(out).expect("outputs are UTF-8")
}

#[test]
fn short_is_one_line_each() {
    let (sources, list) = example();
    assert_eq!(
        rendered(MessageFormat::Short, true, &sources, &list),
        "dir/m.pyx:2:9: error[OFC0101]: `z` is not defined\nwarning[OFC0801]: cannot read `a?[1m`\n"
    );
}

#[test]
fn human_shows_place_notes_fix_and_the_way_to_more() {
    let (sources, list) = example();
    let text = rendered(MessageFormat::Human, false, &sources, &list);
    for expected in [
        "error[OFC0101]: `z` is not defined",
        "dir/m.pyx:2:9",
        "y = x + z",
        "^ not found",
        "a name that is",
        "note: names are looked up in the module",
        "help: write `x`",
        "line 2: replace `z` by `x`",
        "for more: offcy explain OFC0101",
        "warning[OFC0801]: cannot read",
        "1 error, 1 warning\n",
    ] {
        assert!(text.contains(expected), "{expected:?} is missing in:\n{text}");
    }
    assert!(!text.contains('\u{1b}'));
    assert!(rendered(MessageFormat::Human, true, &sources, &list).contains("\u{1b}["));
}

#[test]
fn human_shows_the_lines_that_a_fix_makes() {
    let mut sources = SourceMap::default();
    let text = "a\nfor i in x:\n    b\n\n    c\n    d\n    e\n    f\n";
    let file = sources.add(SourceFile::new("m.pyx", text.to_string()));
    let insert = |at: usize, text: &str| Edit { span: Span::new(file, at, at), replacement: text.into() };
    let diagnostic = |edits| {
        Diagnostic::advice(codes::RESENT_EACH_ROUND, "m").fix("t", edits, Applicability::MachineApplicable)
    };
    let shown = |edits| {
        let text = rendered(MessageFormat::Human, false, &sources, &[diagnostic(edits)]);
        text.lines().map(|line| line.trim_start().to_string()).collect::<Vec<_>>().join("\n")
    };
    let line = shown(vec![insert(14, "    new\n")]);
    assert!(line.contains("= help: t\n3 +     new\n4       b\n"), "{line}");
    let moved = [2, 14, 21, 27, 33, 39].map(|at| insert(at, if at == 2 { "with y:\n    " } else { "    " }));
    let moved = shown(moved.to_vec());
    let lines =
        ["2 + with y:", "3 ~     for i in x:", "4 ~         b", "6 ~         c", "...", "9 ~         f"];
    assert!(moved.contains(&lines.join("\n")), "{moved}");
    // Lines may be too long; those around them are shown as before.
    let long = format!("with {}:\n    ", "y, ".repeat(300));
    let moved = [2, 14, 21].map(|at| insert(at, if at == 2 { &long } else { "    " }));
    let moved = shown(moved.to_vec());
    let start = format!("2 + with {}", "y, ".repeat(60));
    assert!(moved.contains(&start) && moved.contains("...\n3 ~     for i in x:\n4 ~         b"), "{moved}");
}

#[test]
fn json_has_the_places_in_lines_columns_and_bytes() {
    let (sources, list) = example();
    let text = rendered(MessageFormat::Json, false, &sources, &list);
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("a JSON object")).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["file"], "dir/m.pyx");
    assert_eq!(lines[0]["start"], serde_json::json!({"line": 2, "column": 9, "byte": 15}));
    assert_eq!(lines[0]["fixes"][0]["edits"][0]["replacement"], "x");
    assert_eq!(lines[0]["labels"][0]["text"], "a name that is");
    assert!(lines[1]["file"].is_null());
    assert_eq!(lines[1]["message"], "cannot read `a\u{1b}[1m`");
}

#[test]
fn sarif_is_one_document_even_of_nothing() {
    let (sources, list) = example();
    let text = rendered(MessageFormat::Sarif, false, &sources, &list);
    let document: serde_json::Value = serde_json::from_str(&text).expect("a JSON document");
    let run = &document["runs"][0];
    assert_eq!(run["results"][0]["locations"][0]["physicalLocation"]["region"]["startColumn"], 9);
    let rule = run["results"][0]["ruleIndex"].as_u64().expect("an index") as usize;
    assert_eq!(run["tool"]["driver"]["rules"][rule]["id"], "OFC0101");
    assert_eq!(run["invocations"][0]["executionSuccessful"], false);
    let empty = rendered(MessageFormat::Sarif, false, &sources, &[]);
    let empty: serde_json::Value = serde_json::from_str(&empty).expect("a JSON document");
    assert_eq!(empty["runs"][0]["results"], serde_json::json!([]));
}

/// Spans that no correct analysis makes, and texts that are hard to draw.
#[test]
fn no_span_and_no_text_breaks_an_output() {
    let texts = ["", "\n", "é", "a\tb\r\nc", &"x".repeat(4000), "\u{202e}\u{0}\n\n\u{feff}"];
    for text in texts {
        let mut sources = SourceMap::default();
        let file = sources.add(SourceFile::new("m.pyx", text.to_string()));
        for (start, end) in [(0, 0), (1, 1), (0, 9), (1, 9000), (9000, 9000), (3, 2)] {
            let diagnostic = Diagnostic::error(codes::INTERNAL, "x")
                .at(Span { file, start, end }, "a\nb")
                .also(Span { file, start: 0, end: 1 }, "")
                .fix(
                    "t",
                    vec![Edit { span: Span { file, start, end }, replacement: "\n".into() }],
                    Applicability::MachineApplicable,
                );
            for format in
                [MessageFormat::Human, MessageFormat::Short, MessageFormat::Json, MessageFormat::Sarif]
            {
                rendered(format, true, &sources, std::slice::from_ref(&diagnostic));
            }
        }
    }
}
