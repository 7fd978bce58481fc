//! Fixes that need the layout of the text.
//!
//! Analyses read trees and say what should be changed ([`Rewrite`]). Here this becomes edits of lines, which
//! respect indentation, line endings, strings over several lines and the names in scope. What the layout does
//! not allow does not become a fix. Fixes are also applied here.

mod find;
mod fixes;
mod layout;
#[cfg(test)]
mod tests;

pub use fixes::{apply, is_fixable, sure_fixes};

use crate::diag::{Change, Diagnostic, Diagnostics, Edit, Fix, Rewrite};
use crate::syntax::Parse;
use crate::syntax::scope::Construct;
use find::{Found, Imports};
use layout::Layout;

/// Turns every requested rewrite into a fix where possible.
pub fn settle(parse: &Parse, diagnostics: &mut Diagnostics) {
    if diagnostics.iter().all(|diagnostic| diagnostic.rewrites.is_empty()) {
        return;
    }
    let layout = Layout::new(parse);
    for diagnostic in diagnostics.iter_mut() {
        settle_one(parse, &layout, diagnostic);
    }
}

fn settle_one(parse: &Parse, layout: &Layout<'_>, diagnostic: &mut Diagnostic) {
    for Rewrite { title, changes, applicability, otherwise } in std::mem::take(&mut diagnostic.rewrites) {
        let edits: Option<Vec<Vec<Edit>>> =
            changes.iter().map(|change| edits(parse, layout, change)).collect();
        match edits {
            Some(edits) => diagnostic.fixes.push(Fix { title, edits: edits.concat(), applicability }),
            None => diagnostic.notes.push(otherwise),
        }
    }
}

fn edits(parse: &Parse, layout: &Layout<'_>, change: &Change) -> Option<Vec<Edit>> {
    match change {
        Change::ContextAround { at, arguments } => {
            let Found { statement, scopes } = find::loop_at(parse, *at)?;
            let device = scopes.spelling(Construct::Device, "device")?;
            layout.indent_under(&format!("with {device}({arguments}):"), statement)
        }
        Change::UpdateBefore { at, arguments } => {
            let Found { statement, scopes } = find::statement_with(parse, *at)?;
            let update = scopes.spelling(Construct::Update, "update")?;
            layout.insert_before(&format!("{update}({arguments})"), statement)
        }
        Change::Import { at, line, name } => match find::imports(parse, *at, name)? {
            Imports::After(last) => layout.insert_after(line, last),
            Imports::Before(first) => layout.insert_before(line, first),
        },
        Change::Nogil { name } => layout.end_header("nogil", find::c_function(parse, *name)?),
        Change::Elif { at } => layout.replace_word(at.start, "elif", "if"),
        Change::Replace { at, text } => Some(vec![Edit { span: *at, replacement: text.clone() }]),
    }
}
