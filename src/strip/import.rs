//! Imports of the constructs.

use super::edit::{Breaks, Edits};
use super::list;
use crate::source::Span;
use crate::syntax::ast::{Import, ImportFrom, Statement};
use crate::syntax::scope::{Construct, construct};

/// Cython's own names in `cython.parallel`.
fn is_cythons(construct: Option<Construct>) -> bool {
    use Construct::{Atomic, Device, Directive, Update};
    !matches!(construct, Some(Device | Atomic | Update | Directive))
}

/// `from cython.parallel cimport prange, device`
pub fn from(import: ImportFrom<'_>, edits: &mut Edits<'_>) {
    let module = import.module_path();
    if !matches!(module.as_str(), "cython" | "cython.parallel" | "offcy" | "offcy.parallel") {
        return;
    }
    let names = import.names();
    let kept = |path: &str| is_cythons(construct(&format!("{module}.{path}")));
    let elements: Vec<(Span, bool)> =
        names.iter().map(|name| (name.span(), name.name().is_none_or(|name| kept(&name.path())))).collect();
    if !elements.is_empty() && elements.iter().all(|(_, kept)| !kept) {
        edits.remove_statement(import.span());
        return;
    }
    if let Some(name) = import.module().filter(|_| module == "offcy.parallel") {
        edits.replace(name.span().start..name.span().end, "cython.parallel", Breaks::Continued);
    }
    let breaks = if import.text().contains('(') { Breaks::Free } else { Breaks::Continued };
    list::remove(edits, &elements, import.span().end, breaks);
}

/// `cimport offcy.parallel as op`: the module becomes Cython's.
pub fn plain(import: Import<'_>, edits: &mut Edits<'_>) {
    for imported in import.names() {
        let Some(name) = imported.name().filter(|name| name.path() == "offcy.parallel") else { continue };
        edits.replace(name.span().start..name.span().end, "cython.parallel", Breaks::Continued);
    }
}

/// Removes `import offcy` and `cimport offcy` if only constructs used the name.
pub fn remove_unused(imports: &[Import<'_>], edits: &mut Edits<'_>) {
    for import in imports {
        let elements: Vec<(Span, bool)> = import
            .names()
            .iter()
            .map(|imported| {
                let is_offcy = imported.name().is_some_and(|name| name.path() == "offcy");
                (imported.span(), !(is_offcy && imported.alias().is_none()))
            })
            .collect();
        if elements.iter().all(|(_, kept)| *kept) {
            continue;
        }
        if elements.iter().any(|(_, kept)| *kept) {
            list::remove(edits, &elements, import.span().end, Breaks::Continued);
        } else {
            edits.remove_statement(import.span());
        }
    }
}

/// Adds `import cython` before the module's first import, which is at the latest one of Cython's or offcy's.
pub fn add_cython(statements: &[Statement<'_>], edits: &mut Edits<'_>) {
    let first = statements.iter().find(|statement| match statement {
        Statement::Import(_) => true,
        Statement::ImportFrom(from) => !from.is_future(),
        _ => false,
    });
    if let Some(first) = first {
        edits.insert(first.span().start, "import cython; ");
    }
}
