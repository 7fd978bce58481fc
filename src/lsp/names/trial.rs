//! Edits are tried out before the user gets them: what is an error afterwards and was none before was missed. In a module
//! with an error of syntax, not all uses are known.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Place, Workspace};
use crate::diag::Severity;
use crate::driver::{self, OpenFiles, Options};
use crate::lsp::text::Lines;

/// Refuses a new name with which a module has other errors.
pub fn try_out(new_name: &str, places: &[Place], workspace: &Workspace<'_>) -> Result<(), String> {
    let mut texts: HashMap<PathBuf, Arc<str>> = HashMap::new();
    for path in places.iter().map(|place| &place.path) {
        if !texts.contains_key(path)
            && let Some(text) = workspace.text(path)
        {
            texts.insert(path.clone(), edited(&text, path, places, new_name, workspace).into());
        }
    }
    let options = workspace.shared.options();
    let mut after = options.open.texts();
    after.extend(texts.iter().map(|(path, text)| (path.clone(), text.clone())));
    let after = Options { open: OpenFiles::new(after), ..options.clone() };
    let mut modules: Vec<PathBuf> = texts.keys().map(|path| path.with_extension("pyx")).collect();
    modules.sort();
    modules.dedup();
    for module in modules {
        let (Some(old), Some(new)) = (errors(&module, &options), errors(&module, &after)) else { continue };
        if old.is_broken {
            let module = module.display();
            return Err(format!("{module} has an error of syntax: not all uses of the name are known"));
        }
        let has_more = new.list.len() > old.list.len();
        let is_known = |words: &String| old.list.iter().any(|(_, known)| known == words);
        if let Some((line, words)) = new.list.iter().find(|(_, words)| has_more && !is_known(words)) {
            return Err(format!(
                "with the new name, {} would have an error in line {line}: {words}",
                module.display()
            ));
        }
    }
    Ok(())
}

fn edited(text: &str, path: &Path, places: &[Place], new_name: &str, workspace: &Workspace<'_>) -> String {
    let lines = Lines::new(text, workspace.client.encoding);
    let of_file = places.iter().filter(|place| place.path == path).map(|place| place.range);
    let mut ranges: Vec<_> =
        of_file.map(|range| (lines.offset(text, range.start), lines.offset(text, range.end))).collect();
    ranges.sort_unstable();
    let (mut result, mut done) = (String::with_capacity(text.len()), 0);
    for (start, end) in ranges {
        result.push_str(&text[done..start]);
        result.push_str(new_name);
        done = end;
    }
    result + &text[done..]
}

/// What is wrong with a module.
struct Errors {
    is_broken: bool,
    /// Each with its line.
    list: Vec<(usize, String)>,
}

/// `None` if the module does not exist.
fn errors(module: &Path, options: &Options) -> Option<Errors> {
    let text = options.open.text(module).or_else(|| std::fs::read_to_string(module).ok().map(Arc::from))?;
    let outcome = driver::study(module, text, options);
    let errors = outcome.diagnostics.iter().filter(|one| one.severity == Severity::Error);
    let line = |at| outcome.sources.line_column(at).line as usize;
    let list = errors
        .map(|one| (one.primary.as_ref().map_or(0, |label| line(label.span)), one.message.clone()))
        .collect();
    let is_broken = outcome.value.as_ref().is_none_or(|study| study.parse.has_errors());
    Some(Errors { is_broken, list })
}
