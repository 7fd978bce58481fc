//! Tabs and spaces: Cython allows only one of them for the indentation of a whole file.

use super::edit::{Breaks, Edits};
use crate::syntax::Parse;

/// The width of a tab in Python.
const WIDTH: usize = 8;

/// Replaces the tabs that lines begin with by spaces, if a file has both.
pub fn expand(parse: &Parse, edits: &mut Edits<'_>) {
    let text = parse.text();
    let strings = parse.strings();
    let is_code =
        |at: usize| !strings.iter().any(|span| (span.start as usize) < at && at < span.end as usize);
    let mut indents = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let indent = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
        if !indent.is_empty() && !line.trim().is_empty() && is_code(start) {
            indents.push((start, indent));
        }
        start += line.len();
    }
    let has = |character: char| indents.iter().any(|(_, indent)| indent.contains(character));
    if !has('\t') || !has(' ') {
        return;
    }
    for (start, indent) in indents.into_iter().filter(|(_, indent)| indent.contains('\t')) {
        let width = indent.chars().fold(0, |width, character| match character {
            '\t' => (width / WIDTH + 1) * WIDTH,
            _ => width + 1,
        });
        edits.replace(start as u32..(start + indent.len()) as u32, &" ".repeat(width), Breaks::Free);
    }
}
