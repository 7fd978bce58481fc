//! The counts of regions from a run, beside their maps.

use std::fmt::Write;

use super::html::escaped;

/// The counts of a kernel, or of the transfers of a data context.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// The line of the region or context.
    pub line: u32,
    pub title: String,
    /// Names and values.
    pub rows: Vec<(&'static str, String)>,
    /// The column heads of the table of lines, without that of the line; empty for a data context.
    pub heads: &'static [&'static str],
    /// Lines of the source, with a value below each head.
    pub lines: Vec<(u32, Vec<String>)>,
}

/// The panel of a section that ends with line `last`. Lines elsewhere belong to functions that it calls.
pub fn panel(counts: &Counts, last: u32, out: &mut String) {
    let title = escaped(&counts.title);
    let _ = write!(out, "<details class=m open><summary>Counts <small>{title}</small></summary>");
    out.push_str("<div class=w tabindex=0><table>");
    for (name, value) in &counts.rows {
        let _ = write!(out, "\n<tr><th scope=row>{name}<td>{}", escaped(value));
    }
    out.push_str("</table></div>");
    let here = counts.lines.iter().filter(|(line, _)| (counts.line..=last).contains(line));
    let here: Vec<_> = here.collect();
    if !here.is_empty() {
        out.push_str("<div class=w tabindex=0><table><tr><th scope=col>line");
        for head in counts.heads {
            let _ = write!(out, "<th scope=col>{head}");
        }
        for (line, values) in here {
            let _ = write!(out, "\n<tr><th scope=row><a href=\"#L{line}\">{line}</a>");
            for value in values {
                let _ = write!(out, "<td>{}", escaped(value));
            }
        }
        out.push_str("</table></div>");
    }
    out.push_str("</details>\n");
}
