//! C names: the user's are kept wherever C lets them.

use crate::ty::ClassFieldDef;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock};

/// What must not be named: see the file's own comment.
static RESERVED: LazyLock<(HashSet<&str>, HashSet<&str>)> = LazyLock::new(|| {
    let text = include_str!("reserved.txt");
    let (everywhere, file_scope) = text.split_once("----").unwrap_or((text, ""));
    let words = |part: &'static str| -> HashSet<&str> {
        let mut words = HashSet::with_capacity(part.len() / 8);
        words.extend(part.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace));
        words
    };
    (words(everywhere), words(file_scope))
});

/// Families of names that belong to others, by their prefixes.
const TAKEN_PREFIXES: &[&str] =
    &["offcy", "OFFCY", "CYTHON_", "Py", "PY", "_Py", "NPY_", "omp_", "kmp_", "PRI", "SCN", "PTHREAD_", "__"];

const TAKEN_SUFFIXES: &[&str] = &["_MAX", "_MIN", "_WIDTH", "_DIG", "_EPSILON"];

/// The names of one scope. Every name handed out differs from all others of the scope and of its enclosing
/// scopes.
#[derive(Clone, Debug, Default)]
pub struct Namer {
    used: Arc<HashSet<String>>,
    /// The names of the enclosing scope, which many scopes share.
    around: Arc<HashSet<String>>,
    /// The number to try next for a name that is taken.
    next: HashMap<String, u32>,
    is_file_scope: bool,
}

impl Namer {
    /// For functions, globals and types.
    pub fn file_scope() -> Namer {
        Namer { is_file_scope: true, ..Namer::default() }
    }

    /// For what is inside a function: also avoids the names of the file's scope.
    pub fn inside(&self) -> Namer {
        Namer { around: self.used.clone(), ..Namer::default() }
    }

    /// Reserves a name that the namer does not choose.
    pub fn reserve(&mut self, name: &str) {
        Arc::make_mut(&mut self.used).insert(name.to_string());
    }

    /// `wanted`, as C can spell it, or something close that is free.
    pub fn name(&mut self, wanted: &str) -> String {
        let base = spell(wanted);
        let mut candidate = base.clone();
        if self.is_reserved(&candidate) {
            candidate.push('_');
        }
        if self.is_used(&candidate) {
            let mut number = self.next.get(&base).copied().unwrap_or(2);
            while self.is_used(&candidate) {
                candidate = format!("{base}_{number}");
                number += 1;
            }
            self.next.insert(base, number);
        }
        Arc::make_mut(&mut self.used).insert(candidate.clone());
        candidate
    }

    fn is_used(&self, name: &str) -> bool {
        self.used.contains(name) || self.around.contains(name)
    }

    fn is_reserved(&self, name: &str) -> bool {
        let (everywhere, file_scope) = &*RESERVED;
        everywhere.contains(name)
            || (self.is_file_scope && file_scope.contains(name))
            || TAKEN_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
            || TAKEN_SUFFIXES.iter().any(|suffix| name.ends_with(suffix))
            || name.strip_prefix('_').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
    }
}

/// A Python identifier in C's letters: other characters become `u` and their number.
pub fn spell(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => text.push(c),
            '.' => text.push('_'),
            other => text.push_str(&format!("u{:04x}", u32::from(other))),
        }
    }
    if text.is_empty() || text.starts_with(|c: char| c.is_ascii_digit()) {
        text.insert(0, '_');
    }
    text
}

/// A struct's field: fields have their own name space, so only keywords and macros matter.
pub fn field_name(name: &str) -> String {
    Namer::default().name(name)
}

/// The C name of a field of a class: for another module's class the name in its header.
pub fn c_field_name(field: &ClassFieldDef) -> String {
    field.c_name.as_ref().map_or_else(|| field_name(&field.name), |name| name.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_kept_where_c_allows() {
        let mut file = Namer::file_scope();
        assert_eq!(file.name("pairwise"), "pairwise");
        assert_eq!(file.name("pairwise"), "pairwise_2");
        assert_eq!(file.name("read"), "read_");
        assert_eq!(file.name("_dist"), "_dist");
        let mut local = file.inside();
        assert_eq!(local.name("pairwise"), "pairwise_3");
        assert_eq!(local.name("index"), "index");
        assert_eq!(local.name("while"), "while_");
        assert_eq!(local.name("register"), "register_");
        assert_eq!(local.name("I"), "I_");
        assert_eq!(local.name("é"), "u00e9");
        assert_eq!(local.name("PyObject"), "PyObject_");
        assert_eq!(local.name("offcy_fail"), "offcy_fail_");
    }
}
