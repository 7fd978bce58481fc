//! The text with which Cython's modules check the type of an exported C function: the C declaration as Cython
//! writes it, with its names for types.

use std::ops::Not;

use super::{Declarations, Tables};
use crate::base::Name;
use crate::hir::fused::{deals_in_views, is_memoryview, resolved};
use crate::hir::{
    ArrayLength, AxisSpec, ClassDecl, ClassId, ForeignStruct, IntKind, PartKind, PyClass, TypeExpr, TypeKind,
    TypeName,
};

/// Types and signatures as Cython spells them where modules compare theirs.
#[derive(Clone, Copy)]
pub(super) struct CythonSpelling<'a, 't> {
    pub declarations: &'a Declarations<'t>,
    pub tables: &'a Tables<'t>,
    pub views: Views,
}

/// Whose structs memoryviews are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Views {
    /// Named by their types, so that modules agree on them.
    Offcy,
    Cython,
}

impl<'a, 't> CythonSpelling<'a, 't> {
    pub fn new(declarations: &'a Declarations<'t>, tables: &'a Tables<'t>) -> Self {
        CythonSpelling { declarations, tables, views: Views::Offcy }
    }
}

impl CythonSpelling<'_, '_> {
    /// The type of a function as modules compare it at import, as Cython writes it; `more` are the parameters that
    /// Cython appends. `None` if a type has no counterpart in C. Memoryviews are offcy's; if there are any, the second
    /// is the type with Cython's. Nothing converts the arguments of functions that are passed by address.
    pub fn capi_signatures(
        self,
        params: &[TypeExpr],
        result: &TypeExpr,
        more: Vec<String>,
    ) -> Option<(Name, Option<Name>)> {
        let typedefs = &self.tables.typedefs;
        let all = || params.iter().chain([result]);
        let is_direct = |ty: &TypeExpr| is_memoryview(ty, typedefs);
        let are_direct =
            all().any(is_direct) && all().all(|ty| is_direct(ty) || !deals_in_views(ty, typedefs));
        let in_cython = CythonSpelling { views: Views::Cython, ..self };
        let of_cython = are_direct.then(|| in_cython.capi_signature(params, result, more.clone())).flatten();
        Some((self.capi_signature(params, result, more)?, of_cython))
    }

    fn capi_signature(self, params: &[TypeExpr], result: &TypeExpr, more: Vec<String>) -> Option<Name> {
        let mut shown: Vec<String> =
            params.iter().map(|ty| self.param_in_cython(ty)).collect::<Option<_>>()?;
        shown.extend(more);
        if shown.is_empty() {
            shown.push("void".to_string());
        }
        self.in_cython(result, &format!("({})", shown.join(", "))).map(Name::new)
    }

    /// The type of a variable. `None` for types without counterpart in C, memoryviews, arrays of objects, and
    /// arrays whose length is not a number.
    pub fn variable_signature(self, ty: &TypeExpr) -> Option<Name> {
        let mut element = ty;
        while let TypeKind::Array(inner, _) = &element.kind {
            element = inner;
        }
        let is_array = matches!(ty.kind, TypeKind::Array(..));
        match resolved(element, &self.tables.typedefs).kind {
            TypeKind::Memoryview { .. } => None,
            TypeKind::Named(TypeName::Object(_)) | TypeKind::Untyped if is_array => None,
            _ => self.in_cython(ty, "").map(Name::new),
        }
    }

    /// As a parameter, a typedef of an array is a pointer to its element, and the typedef is dropped.
    fn param_in_cython(self, ty: &TypeExpr) -> Option<String> {
        let plain = resolved(ty, &self.tables.typedefs);
        match &plain.kind {
            TypeKind::Array(element, _) => self.pointer_in_cython(element, ""),
            _ => self.in_cython(ty, ""),
        }
    }

    /// Memoryviews that a pointer leads to are Cython's structs.
    fn pointer_in_cython(self, to: &TypeExpr, entity: &str) -> Option<String> {
        let in_memory = CythonSpelling { views: Views::Cython, ..self };
        match to.kind {
            TypeKind::Array(..) => self.in_cython(to, &format!("(*{entity})")),
            _ if is_memoryview(to, &self.tables.typedefs) => in_memory.in_cython(to, &format!("*{entity}")),
            _ => self.in_cython(to, &format!("*{entity}")),
        }
    }

    /// The declaration of `entity`, from the outside of the type inwards.
    fn in_cython(self, ty: &TypeExpr, entity: &str) -> Option<String> {
        match &ty.kind {
            TypeKind::Pointer(to) => self.pointer_in_cython(to, entity),
            TypeKind::Array(element, Some(ArrayLength::Literal(length))) => {
                self.in_cython(element, &format!("{entity}[{length}]"))
            }
            TypeKind::Array(..) => None,
            TypeKind::Const(inner) => self.in_cython(inner, &format!("const {entity}")),
            TypeKind::Named(TypeName::Object(PyClass::Extension(class))) => {
                Some(format!("{} *{entity}", self.class_in_cython(*class)?))
            }
            TypeKind::Named(TypeName::Object(_)) | TypeKind::Untyped => Some(format!("PyObject *{entity}")),
            TypeKind::Named(name) => {
                let base = self.named_in_cython(*name)?;
                Some(if entity.is_empty() { base } else { format!("{base} {entity}") })
            }
            TypeKind::Tuple(items) => {
                let name = self.tuple_in_cython(items)?;
                Some(if entity.is_empty() { name } else { format!("{name} {entity}") })
            }
            TypeKind::Memoryview { .. } if self.views == Views::Cython => {
                let base = "__Pyx_memviewslice".to_string();
                Some(if entity.is_empty() { base } else { format!("{base} {entity}") })
            }
            TypeKind::Memoryview { element, axes } => {
                let axes: Vec<&str> = axes
                    .iter()
                    .map(|axis| match axis {
                        AxisSpec::Any => ":",
                        AxisSpec::Contiguous => "::1",
                    })
                    .collect();
                let (word, element) = match &element.kind {
                    TypeKind::Const(inner) => ("const ", inner),
                    _ => ("", element),
                };
                let view = format!("{word}{}[{}]", self.in_cython(element, "")?, axes.join(", "));
                let base = format!("offcy_view{}<{view}>", axes.len());
                Some(if entity.is_empty() { base } else { format!("{base} {entity}") })
            }
            TypeKind::Function(function) => {
                let params = function.params.iter().map(|ty| self.param_in_cython(ty));
                let mut params: Vec<String> = params.collect::<Option<_>>()?;
                match (function.is_variadic, params.is_empty()) {
                    (true, _) => params.push("...".to_string()),
                    (false, true) => params.push("void".to_string()),
                    (false, false) => {}
                }
                let pointer = if entity.is_empty() { String::new() } else { format!("({entity})") };
                self.in_cython(&function.result, &format!("{pointer}({})", params.join(", ")))
            }
            TypeKind::Error | TypeKind::Buffer { .. } => None,
        }
    }

    /// The struct of a C tuple. `None` if Cython would shorten its name.
    fn tuple_in_cython(self, items: &[TypeExpr]) -> Option<String> {
        let words = items.iter().map(|item| {
            let declared = self.in_cython(item, "")?.replace(" *", "*");
            declared.contains('(').not().then(|| {
                let name = declared.replace("__", "__dunder").replace("const ", "__const_");
                name.replace(' ', "__space_").replace('*', "__ptr")
            })
        });
        let words = words.collect::<Option<Vec<_>>>()?.join("__and_");
        (words.len() <= 63).then(|| format!("__pyx_ctuple_{words}"))
    }

    /// The struct of a class's objects.
    fn class_in_cython(self, class: ClassId) -> Option<String> {
        let ClassDecl { name, foreign, .. } = &*self.tables.classes[class].decl;
        let Some(foreign) = foreign else {
            return Some(match &self.tables.classes[class].structure {
                Some(structure) => format!("struct {structure}"),
                None => object_struct(&self.declarations.units[self.declarations.own].name, name),
            });
        };
        match &foreign.structure {
            ForeignStruct::Header(structure) => Some(structure.to_string()),
            ForeignStruct::Fields(Some(structure)) => Some(format!("struct {structure}")),
            // The declaration in offcy covers a part of it.
            ForeignStruct::Fields(None) if foreign.module == "numpy" => Some("PyArrayObject".to_string()),
            ForeignStruct::Fields(None) => Some(object_struct(&foreign.module, &foreign.name)),
            ForeignStruct::Python(_) => None,
        }
    }

    fn named_in_cython(self, name: TypeName) -> Option<String> {
        Some(match name {
            TypeName::Void => "void".to_string(),
            TypeName::Bint => "int".to_string(),
            TypeName::Int(kind @ (IntKind::SsizeT | IntKind::HashT)) => kind.dialect_name().to_string(),
            TypeName::Int(IntKind::LongLong) => "PY_LONG_LONG".to_string(),
            TypeName::Int(IntKind::ULongLong) => "unsigned PY_LONG_LONG".to_string(),
            TypeName::Int(kind) if kind.is_letter() => kind.dialect_name().to_string(),
            TypeName::Int(kind) => kind.c_name().to_string(),
            TypeName::Float(kind) => kind.c_name().to_string(),
            TypeName::Complex(PartKind::FLOAT) => "__pyx_t_float_complex".to_string(),
            TypeName::Complex(PartKind::DOUBLE) => "__pyx_t_double_complex".to_string(),
            TypeName::Complex(PartKind::LONG_DOUBLE) => "__pyx_t_long_double_complex".to_string(),
            TypeName::Complex(PartKind::Int(kind)) => {
                format!("__pyx_t_{}_complex", kind.c_name().replace(' ', "_"))
            }
            TypeName::Object(_) | TypeName::Fused(_) => return None,
            TypeName::Typedef(id) => {
                let decl = &self.tables.typedefs[id];
                match &decl.in_header {
                    // offcy's are not structs of Cython.
                    _ if self.views == Views::Offcy
                        && deals_in_views(&decl.target, &self.tables.typedefs) =>
                    {
                        format!("offcy_view_t_{}{}", in_module(&decl.home), decl.name)
                    }
                    Some((c_name, _)) => c_name.to_string(),
                    // Another name for complex numbers is not a separate type.
                    None if let TypeKind::Named(complex @ TypeName::Complex(_)) =
                        resolved(&decl.target, &self.tables.typedefs).kind =>
                    {
                        self.named_in_cython(complex)?
                    }
                    None => mangled(&decl.home, &decl.name),
                }
            }
            TypeName::Struct(id) => {
                let decl = &self.declarations.structs[id];
                tagged(&decl.c_name, &decl.home, &decl.name, decl.is_extern)
            }
            TypeName::Enum(id) => {
                let decl = &self.declarations.enums[id];
                let name = decl.name.as_ref()?;
                tagged(&decl.c_name, &decl.home, name, decl.is_extern)
            }
        })
    }
}

/// Prefixed by `struct` or similar, unless it is a typedef.
fn tagged(c_name: &Name, home: &Name, name: &Name, is_extern: bool) -> String {
    match (is_extern, c_name.split_once(' ')) {
        (true, _) => c_name.to_string(),
        (false, Some((tag, _))) => format!("{tag} {}", mangled(home, name)),
        (false, None) => mangled(home, name),
    }
}

/// `__pyx_t_2pk_1s_real` for `real` of `pk.s`.
fn mangled(module: &Name, name: &Name) -> String {
    format!("__pyx_t_{}{name}", in_module(module))
}

fn object_struct(module: &Name, name: &Name) -> String {
    format!("struct __pyx_obj_{}{name}", in_module(module))
}

fn in_module(module: &Name) -> String {
    module.split('.').map(|part| format!("{}{part}_", part.len())).collect()
}

/// The struct through which Cython passes the optional arguments of a function.
pub fn optional_arguments(module: &Name, name: &Name, specialisation: &str) -> String {
    let of = in_module(module);
    format!("struct {specialisation}__pyx_opt_args_{of}{name} *__pyx_optional_args")
}
