//! `cimport`, and the imports that mean one.

use super::scope::{Construct, Entry};
use super::{Lowerer, known, report};
use crate::base::Name;
use crate::hir::{
    ExceptionClause, Extern, ExternKind, FloatKind, Header, IntKind, TypeExpr, TypeKind, TypeName, Typedef,
};
use crate::source::Span;
use crate::syntax::ast;

/// Modules that can be cimported.
const MODULES: &[&str] = &[
    "cython",
    "cython.parallel",
    "offcy",
    "offcy.parallel",
    "libc",
    "libc.math",
    "libc.stdint",
    "libc.stddef",
    "libc.stdlib",
    "libc.string",
    "libc.stdio",
    "numpy",
];

impl<'t> Lowerer<'t> {
    /// `cimport a.b as c`
    pub fn cimport(&mut self, import: ast::Import<'t>) {
        for imported in import.names() {
            let Some(name) = imported.name() else { continue };
            let path = name.path();
            if path.starts_with("libcpp") {
                self.report(report::cplusplus(&format!("`{path}`"), name.span()));
                continue;
            }
            if !MODULES.contains(&path.as_str()) {
                self.report(report::unknown_cimport(&path, name.span()));
                continue;
            }
            let (bound, target) = match imported.alias() {
                Some(alias) => (alias.text().to_string(), path.clone()),
                None => {
                    let top = path.split('.').next().unwrap_or(&path).to_string();
                    (top.clone(), top)
                }
            };
            self.bind_c_module(&bound, &target, name.span());
        }
    }

    /// A Python import of `cython` and its like is a cimport as well.
    pub fn import_of_known(&mut self, path: &str, alias: Option<&str>, span: Span) -> bool {
        let top = path.split('.').next().unwrap_or(path);
        if top != "cython" && top != "offcy" || !MODULES.contains(&path) {
            return false;
        }
        match alias {
            Some(alias) => self.bind_c_module(alias, path, span),
            None => self.bind_c_module(top, top, span),
        }
        true
    }

    fn bind_c_module(&mut self, bound: &str, path: &str, span: Span) {
        let entry = Entry::CModule { path: Name::new(path), also_python: false };
        self.scope.insert(Name::new(bound), entry, span);
    }

    /// `from a.b cimport c as d`
    pub fn cimport_from(&mut self, import: ast::ImportFrom<'t>) {
        let path = import.module_path();
        if path.starts_with("libcpp") {
            self.report(report::cplusplus(&format!("`{path}`"), import.span()));
            return;
        }
        if import.is_wildcard() {
            self.not_yet("`cimport *`", import.span());
            return;
        }
        if !MODULES.contains(&path.as_str()) {
            self.report(report::unknown_cimport(&path, import.span()));
            return;
        }
        for imported in import.names() {
            let Some(name) = imported.name() else { continue };
            let bound = imported.alias().map_or_else(|| name.path(), |alias| alias.text().to_string());
            self.cimport_name(&path, &name.path(), &bound, name.span());
        }
    }

    /// Binds `bound` to what `module` calls `name`.
    pub fn cimport_name(&mut self, module: &str, name: &str, bound: &str, span: Span) {
        match self.entry_of(module, name, span) {
            Some(entry) => {
                self.scope.insert(Name::new(bound), entry, span);
            }
            None => self.report(report::unknown_cimport_name(module, name, span)),
        }
    }

    /// What a known module declares under a name.
    pub fn entry_of(&mut self, module: &str, name: &str, span: Span) -> Option<Entry> {
        if let Some(construct) = Construct::of(module, name) {
            return Some(Entry::Construct(construct));
        }
        if matches!((module, name), ("cython" | "offcy", "device")) {
            return Some(Entry::Construct(Construct::Device));
        }
        let nested = format!("{module}.{name}");
        if MODULES.contains(&nested.as_str()) {
            return Some(Entry::CModule { path: Name::new(nested), also_python: false });
        }
        if let Some(ty) = self.library_type(module, name, span) {
            return Some(Entry::Type(ty));
        }
        if module == "libc.math" && known::is_math_constant(name) {
            let double = TypeExpr { kind: TypeKind::Named(TypeName::Float(FloatKind::Double)), span };
            return Some(self.known_extern(name, "math.h", ExternKind::Variable(double), true, span));
        }
        let function = known::c_function(module, name)?;
        let mut params: Vec<TypeExpr> = Vec::new();
        for letter in function.params.chars().filter(|letter| *letter != '.') {
            params.push(letter_type(letter, span));
        }
        let kind = ExternKind::Function {
            params,
            result: letter_type(function.result, span),
            exception: ExceptionClause::NoExcept,
            nogil: true,
            is_variadic: function.params.ends_with('.'),
        };
        Some(self.known_extern(name, function.header, kind, function.is_pure, span))
    }

    /// A type that a known module declares. What is a typedef there stays one: fused types are told
    /// apart, and indexed, by the names of their types.
    fn library_type(&mut self, module: &str, name: &str, span: Span) -> Option<TypeName> {
        let path = format!("{module}.{name}");
        if let Some(known) = self.library_types.get(&path) {
            return Some(*known);
        }
        let named = |name| TypeExpr { kind: TypeKind::Named(name), span };
        let ty = match (module, known::pointer_type(name)) {
            ("cython", Some((depth, to))) => {
                let pointer = |to, _| TypeExpr { kind: TypeKind::Pointer(Box::new(to)), span };
                let target = (0..depth).fold(named(known::module_type(module, to)?), pointer);
                self.typedef(&format!("{to} {}", "*".repeat(depth)), target, span)
            }
            ("cython", None) => match self.cython_fused(name, span) {
                Some(fused) => fused,
                None => known::module_type(module, name)?,
            },
            ("libc.stdint" | "numpy", _) => {
                let target = named(known::module_type(module, name)?);
                self.typedef(name, target, span)
            }
            _ => known::module_type(module, name)?,
        };
        self.library_types.insert(path, ty);
        Some(ty)
    }

    fn typedef(&mut self, name: &str, target: TypeExpr, span: Span) -> TypeName {
        TypeName::Typedef(self.typedefs.alloc(Typedef { name: Name::new(name), target, span }))
    }

    fn known_extern(
        &mut self,
        name: &str,
        header: &str,
        kind: ExternKind,
        is_pure: bool,
        span: Span,
    ) -> Entry {
        let known = self
            .externs
            .iter()
            .find(|(_, known)| known.name == name && known.header == Some(Header::System(Name::new(header))));
        if let Some((id, _)) = known {
            return Entry::Extern(id);
        }
        Entry::Extern(self.externs.alloc(Extern {
            name: Name::new(name),
            c_name: Name::new(name),
            header: Some(Header::System(Name::new(header))),
            kind,
            on_device: is_pure || header == "string.h" || name == "printf",
            is_pure,
            span,
        }))
    }
}

fn letter_type(letter: char, span: Span) -> TypeExpr {
    let named = |name| TypeExpr { kind: TypeKind::Named(name), span };
    let pointer = |to| TypeExpr { kind: TypeKind::Pointer(Box::new(to)), span };
    let constant = |of| TypeExpr { kind: TypeKind::Const(Box::new(of)), span };
    match letter {
        'd' => named(TypeName::Float(FloatKind::Double)),
        'f' => named(TypeName::Float(FloatKind::Float)),
        'i' => named(TypeName::Int(IntKind::Int)),
        'l' => named(TypeName::Int(IntKind::Long)),
        'z' => named(TypeName::Int(IntKind::SizeT)),
        'p' => pointer(named(TypeName::Void)),
        's' => pointer(constant(named(TypeName::Int(IntKind::Char)))),
        'e' => pointer(named(TypeName::Int(IntKind::Int))),
        'D' => pointer(named(TypeName::Float(FloatKind::Double))),
        _ => named(TypeName::Void),
    }
}
