use super::settle;
use crate::diag::{Applicability, Change, Diagnostic, Diagnostics, Rewrite, codes};
use crate::source::{SourceFile, SourceMap, Span};
use crate::syntax::parse;

/// The text after a change is made at the first `needle`; `None` where there is no fix.
fn after(text: &str, needle: &str, change: impl Fn(Span) -> Change) -> Option<String> {
    let mut sources = SourceMap::default();
    let file = sources.add(SourceFile::new("m.pyx", text.to_string()));
    let at = text.find(needle).expect("it is there");
    let changes = vec![change(Span::new(file, at, at + needle.len()))];
    let (applicability, otherwise) = (Applicability::MachineApplicable, "in words".to_string());
    let rewrite = Rewrite { title: "t".into(), changes, applicability, otherwise };
    let mut list = Diagnostics::default();
    list.push(Diagnostic::advice(codes::RESENT_EACH_ROUND, "m").rewrite(rewrite));
    settle(&parse(file, text), &mut list);
    let diagnostic = list.iter().next().expect("one");
    assert!(diagnostic.rewrites.is_empty());
    assert_eq!(diagnostic.fixes.is_empty(), diagnostic.notes == ["in words"]);
    let mut edits = diagnostic.fixes.first()?.edits.clone();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span));
    let mut text = text.to_string();
    edits.into_iter().for_each(|edit| text.replace_range(edit.span.range(), &edit.replacement));
    Some(text)
}

fn wrapped(text: &str) -> Option<String> {
    after(text, "for i", |at| Change::ContextAround { at, arguments: "{x: 'to'}".into() })
}

fn updated(text: &str, needle: &str) -> Option<String> {
    after(text, needle, |at| Change::UpdateBefore { at, arguments: "{x: 'to'}".into() })
}

#[test]
fn a_loop_moves_into_its_context() {
    let text = "def f(x):\r\n  for i in x:\r\n    y(i)\r\n\r\n    # last\r\n  # next\r\n  z()\r\n";
    let wanted = "def f(x):\r\n  with device({x: 'to'}):\r\n    for i in x:\r\n      y(i)\r\n\r\n      # last\r\n  # next\r\n  z()\r\n";
    assert_eq!(wrapped(text).as_deref(), Some(wanted));
    let one_line = "def f(x):\n    for i in x: y(i)";
    let wanted = "def f(x):\n    with device({x: 'to'}):\n        for i in x: y(i)";
    assert_eq!(wrapped(one_line).as_deref(), Some(wanted));
}

#[test]
fn strings_stay_as_they_are() {
    let text = "def f(x):\n    for i in x:\n        a = '''1\n    2''' + \\\n            b'''\n'''\n        c = 'd\\\n  e'\n";
    let wanted = "def f(x):\n    with device({x: 'to'}):\n        for i in x:\n            a = '''1\n    2''' + \\\n                b'''\n'''\n            c = 'd\\\n  e'\n";
    assert_eq!(wrapped(text).as_deref(), Some(wanted));
}

#[test]
fn the_construct_must_be_in_scope() {
    assert_eq!(wrapped("def f(x, device):\n    for i in x: y(i)\n"), None);
    assert_eq!(wrapped("device = 1\ndef f(x):\n    for i in x: y(i)\n"), None);
    let renamed = "from offcy.parallel cimport device as dev\ndevice = 1\ndef f(x):\n    for i in x: y(i)\n";
    assert!(wrapped(renamed).expect("a fix").contains("with dev({x: 'to'}):"));
    let module = "cimport offcy.parallel as op\ncdef f(device):\n    for i in x: y(i)\n";
    assert!(wrapped(module).expect("a fix").contains("with op.device({x: 'to'}):"));
}

#[test]
fn an_update_stands_before_the_statement() {
    let text = "def f(x):\n    if x[0]:\n        y = [\n            x[1]]\n    elif x[2]: z = 1; y = x[3]\n";
    let line = "update({x: 'to'})";
    let before = |needle: &str, wanted: &str| {
        let result = updated(text, needle).expect("a fix");
        assert!(result.contains(wanted), "{result}");
    };
    before("x[0]", &format!("def f(x):\n    {line}\n    if x[0]"));
    before("x[1]", &format!("x[0]:\n        {line}\n        y = ["));
    before("x[2]", &format!("def f(x):\n    {line}\n    if x[0]"));
    before("x[3]", &format!("z = 1; {line}; y = x[3]"));
    assert_eq!(updated("def f(x):\n    while x[0]:\n        y()\n", "x[0]"), None);
    let block = "def f(x):\n    cdef:\n        int y = x[0]\n";
    assert!(updated(block, "x[0]").expect("a fix").contains(&format!("    {line}\n    cdef:")));
}
