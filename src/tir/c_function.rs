//! Functions of C that no source declares.

use std::sync::Arc;

use super::{Extern, ExternDecl, ExternId, Externs};
use crate::base::Aside;
use crate::hir::ParamNames;
use crate::source::{FileId, Span};
use crate::ty::{ExceptionSpec, IntKind, Signature, Ty};

/// A function of C: its parameters, its result, and whether it is variadic.
pub fn c_function(
    file: FileId,
    name: &str,
    (params, result, is_variadic): (Vec<Ty>, Ty, bool),
    exception: ExceptionSpec,
) -> Extern {
    let signature = Signature {
        params,
        names: ParamNames::default(),
        result,
        nogil: exception == ExceptionSpec::Never,
        exception,
        is_variadic,
        in_header: Aside::default(),
    };
    let decl = ExternDecl {
        name: name.into(),
        c_name: name.into(),
        include: None,
        import: None,
        // Kernels have `malloc`, `calloc` and `free`, and no others.
        on_device: true,
        is_pure: false,
        library: None,
        is_unsized: false,
        span: Span::whole_file(file),
    };
    Extern { decl: Arc::new(decl), ty: Ty::Function(Arc::new(signature)) }
}

/// Functions for memory that regions can call.
#[derive(Clone, Copy, Debug)]
pub struct MemoryFunctions {
    pub malloc: ExternId,
    pub calloc: ExternId,
    pub free: ExternId,
}

impl MemoryFunctions {
    /// Declares those that the module does not have.
    pub fn of(externs: &mut Externs<Extern>, file: FileId) -> MemoryFunctions {
        let bytes = || Ty::Int(IntKind::SizeT);
        let nothing = || Ty::Pointer { to: Arc::new(Ty::Void), is_const: false };
        let mut find = |name: &str, params: Vec<Ty>, result: Ty| {
            let has_name = |one: &&Extern| one.c_name.as_str() == name;
            let known = externs.iter().find(|(_, one)| has_name(one)).map(|(id, _)| id);
            known.unwrap_or_else(|| {
                externs.alloc(c_function(file, name, (params, result, false), ExceptionSpec::Never))
            })
        };
        MemoryFunctions {
            malloc: find("malloc", vec![bytes()], nothing()),
            calloc: find("calloc", vec![bytes(), bytes()], nothing()),
            free: find("free", vec![nothing()], Ty::Void),
        }
    }
}
