//! Imports, cimports and includes.

use super::*;
use crate::syntax::node::Node;

views! {
    /// `import a.b as c, d`, or the same with `cimport`
    Import = "import_statement" | "cimport_statement";
    /// `from ..a import b as c`, or the same with `cimport`
    ImportFrom = "import_from_statement" | "cimport_from_statement" | "future_import_statement";
    /// `a.b as c` in an import
    ImportedName = "dotted_name" | "aliased_import";
    /// `a.b.c`, or a single name
    DottedName = "dotted_name" | "identifier";
    /// `include "file.pxi"`
    Include = "include_statement";
}

/// What modules that are cimported begin with in plain Python: `from cython.cimports.libc.math import sqrt`.
const CIMPORTS: [&str; 2] = ["cython", "cimports"];

impl<'t> DottedName<'t> {
    /// Without [`CIMPORTS`].
    pub fn parts(self) -> Vec<Identifier<'t>> {
        let mut parts = self.all_parts();
        if self.is_of_cimports() {
            parts.drain(..CIMPORTS.len());
        }
        parts
    }

    fn all_parts(self) -> Vec<Identifier<'t>> {
        if let Some(alone) = Identifier::cast(self.0) {
            return vec![alone];
        }
        self.0.children().into_iter().filter_map(Identifier::cast).collect()
    }

    /// Whether it begins with [`CIMPORTS`].
    pub fn is_of_cimports(self) -> bool {
        let parts = self.all_parts();
        parts.len() >= CIMPORTS.len() && parts.iter().zip(CIMPORTS).all(|(part, name)| part.text() == name)
    }

    /// `a.b.c` without spaces or line breaks.
    pub fn path(self) -> String {
        self.parts().iter().map(|part| part.text()).collect::<Vec<_>>().join(".")
    }
}

impl<'t> ImportedName<'t> {
    pub fn name(self) -> Option<DottedName<'t>> {
        match self.0.kind() {
            "dotted_name" => Some(DottedName(self.0)),
            _ => self.0.field("name").and_then(DottedName::cast),
        }
    }

    pub fn alias(self) -> Option<Identifier<'t>> {
        self.0.field("alias").and_then(Identifier::cast)
    }
}

fn names(node: Node<'_>) -> Vec<ImportedName<'_>> {
    node.fields("name").into_iter().filter_map(ImportedName::cast).collect()
}

impl<'t> Import<'t> {
    /// Whether an `import` is a `cimport` in plain Python.
    pub(super) fn is_of_cimports(self) -> bool {
        let names = self.names();
        !names.is_empty() && names.iter().all(|one| one.name().is_some_and(DottedName::is_of_cimports))
    }

    pub fn names(self) -> Vec<ImportedName<'t>> {
        names(self.0)
    }
}

impl<'t> ImportFrom<'t> {
    /// `from cython.cimports import a`
    pub(super) fn is_all_of_cimports(self) -> bool {
        self.is_of_cimports() && self.module().is_some_and(|module| module.parts().is_empty())
    }

    /// Whether a `from import` is a `cimport` in plain Python.
    pub(super) fn is_of_cimports(self) -> bool {
        self.level() == 0 && self.module().is_some_and(DottedName::is_of_cimports)
    }

    /// The module's name without leading dots; `None` in `from . import x`.
    pub fn module(self) -> Option<DottedName<'t>> {
        let module = self.0.field("module_name")?;
        match module.kind() {
            "relative_import" => module.child("dotted_name").and_then(DottedName::cast),
            _ => DottedName::cast(module),
        }
    }

    /// The module as written, without spaces: `..a.b`; `__future__` for that import.
    pub fn module_path(self) -> String {
        if self.is_future() {
            return "__future__".to_string();
        }
        ".".repeat(self.level()) + &self.module().map(DottedName::path).unwrap_or_default()
    }

    /// The number of leading dots.
    pub fn level(self) -> usize {
        let prefix = self.0.field("module_name").and_then(|module| module.child("import_prefix"));
        prefix.map_or(0, |prefix| prefix.text().matches('.').count())
    }

    pub fn names(self) -> Vec<ImportedName<'t>> {
        names(self.0)
    }

    /// `import *`
    pub fn is_wildcard(self) -> bool {
        self.0.has("wildcard_import")
    }

    /// `from __future__ import`
    pub fn is_future(self) -> bool {
        self.0.kind() == "future_import_statement"
    }
}

impl<'t> Include<'t> {
    pub fn path(self) -> Option<StringLiteral<'t>> {
        self.0.field("path").and_then(StringLiteral::cast)
    }
}
