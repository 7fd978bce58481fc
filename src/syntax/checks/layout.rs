//! Indentation: the parser accepts anything, Python does not.

use crate::diag::{Applicability, Diagnostic, Diagnostics, Edit, codes};
use crate::source::Span;
use crate::syntax::node::Node;
use crate::syntax::report::syntax;

/// The columns of an indentation, with tabs to multiples of eight and with tabs of one column: where two
/// indentations compare differently, their meaning depends on the width of a tab.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Width {
    eight: usize,
    one: usize,
}

impl Width {
    fn of(indentation: &str) -> Width {
        let mut width = Width { eight: 0, one: 0 };
        for letter in indentation.chars() {
            match letter {
                '\t' => width.eight = (width.eight / 8 + 1) * 8,
                '\x0c' | '\u{feff}' => {
                    width = Width { eight: 0, one: 0 };
                    continue;
                }
                _ => width.eight += 1,
            }
            width.one += 1;
        }
        width
    }
}

/// Checks that all statements of a block that start a line have the same indentation.
pub fn block(node: Node<'_>, diagnostics: &mut Diagnostics) {
    let is_module = node.kind() == "module";
    let statements = node.children();
    if statements.is_empty() && !is_module {
        return empty(node, diagnostics);
    }
    let mut expected = is_module.then_some(Width { eight: 0, one: 0 });
    let mut last_row = None;
    let mut goes_on = false;
    for statement in statements {
        // The line after a broken one may have been meant to continue it.
        let may_go_on = std::mem::replace(&mut goes_on, statement.has_error());
        if statement.entry().is_error {
            continue;
        }
        let row = statement.entry().start_row;
        if last_row == Some(row) {
            continue;
        }
        last_row = Some(statement.entry().end_row);
        let Some(indentation) = indentation(statement) else { continue };
        let width = Width::of(indentation);
        let Some(wanted) = expected else {
            expected = Some(width);
            continue;
        };
        if width == wanted || (may_go_on && width.eight > wanted.eight) {
            continue;
        }
        let end = statement.span().start;
        let span = Span { start: end - indentation.len() as u32, end, ..statement.span() };
        let message =
            if width.eight == wanted.eight || (width.eight < wanted.eight) != (width.one < wanted.one) {
                "tabs and spaces are mixed in the indentation"
            } else if width.eight > wanted.eight {
                "unexpected indentation"
            } else {
                "the indentation fits no block around"
            };
        diagnostics.push(syntax(message, span, "").note(
            "all lines of a block begin in the same column, with the same tabs and spaces: four spaces are usual",
        ));
        return;
    }
}

/// `;` at the end of a line, as in C.
pub fn semicolons(node: Node<'_>, diagnostics: &mut Diagnostics) {
    let children = node.all_children();
    for (at, token) in children.iter().enumerate().filter(|(_, child)| child.kind() == ";") {
        let row = |node: &Node<'_>| node.entry().start_row;
        if children.get(at + 1).is_some_and(|next| row(next) == row(token)) {
            continue;
        }
        let span = token.span();
        let edits = vec![Edit { span, replacement: String::new() }];
        let diagnostic = Diagnostic::warning(codes::USELESS_SEMICOLON, "a semicolon at the end of a line")
            .at(span, "separates nothing");
        diagnostics.push(diagnostic.fix("remove it", edits, Applicability::MachineApplicable));
    }
}

/// The white space before a node, if nothing else is there.
fn indentation(node: Node<'_>) -> Option<&str> {
    let before = node.whole_text().get(..node.span().start as usize)?;
    let line = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
    line.chars().all(|letter| letter.is_whitespace() || letter == '\u{feff}').then_some(line)
}

fn empty(node: Node<'_>, diagnostics: &mut Diagnostics) {
    let Some(parent) = node.parent() else { return };
    if parent.has_error() {
        return;
    }
    let line = parent.text().lines().next().unwrap_or("");
    let next =
        parent.whole_text()[parent.span().start as usize + line.len()..].trim_start_matches(['\r', '\n']);
    let next = Width::of(&next[..next.find(|letter: char| !letter.is_whitespace()).unwrap_or(0)]);
    let own = Width::of(indentation(parent).unwrap_or_default());
    if (next.eight > own.eight) != (next.one > own.one) {
        return; // the block around reports that tabs and spaces are mixed
    }
    let span = Span { end: parent.span().start + line.len() as u32, ..parent.span() };
    diagnostics.push(
        syntax("expected an indented block", span, "nothing that is indented follows")
            .note("indent the lines that belong to it; `pass` stands for none"),
    );
}
