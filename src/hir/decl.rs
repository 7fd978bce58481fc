//! What the module declares, as all stages know it. HIR, types and TIR share these and add what is theirs: the types as
//! written, the types, the bodies.

use std::ops::DerefMut;
use std::sync::Arc;

use super::{
    Class, ClassId, Decorated, Extern, ForeignClass, Function, FunctionKind, Global, Import, IncludeId,
    Method, Specialisation, Struct,
};
use crate::base::Name;
use crate::diag::Variants;
use crate::source::Span;

/// A function.
#[derive(Clone, Debug)]
pub struct FunctionDecl {
    /// The name in its definition: one for all specialisations.
    pub name: Name,
    pub kind: FunctionKind,
    /// Of an extension type.
    pub method: Option<Method>,
    /// `__qualname__`, if the function's object is created by an [`super::ExprKind::MakeFunction`].
    pub made: Option<Name>,
    /// For a function that is a specialisation of one with fused types.
    pub specialisation: Option<Specialisation>,
    /// Can be called without the GIL.
    pub nogil: bool,
    pub is_inline: bool,
    /// `...`: a C function that accepts more arguments.
    pub is_variadic: bool,
    /// Decorated with `@cython.ufunc`: its name refers to a NumPy function in Python that calls it for each element.
    pub is_ufunc: bool,
    /// Its only parameter is never passed by name: `always_allow_keywords(False)`.
    pub takes_no_keywords: bool,
    pub doc: Option<String>,
    /// `__annotations__` of a function's object: names of parameters and `return`, and what is written there.
    pub annotations: Vec<(Name, String)>,
    /// The place of the name in its definition.
    pub span: Span,
}

impl FunctionDecl {
    /// A function with its name alone.
    pub fn new(name: Name, kind: FunctionKind, span: Span) -> FunctionDecl {
        FunctionDecl {
            name,
            kind,
            method: None,
            made: None,
            specialisation: None,
            nogil: false,
            is_inline: false,
            is_variadic: false,
            is_ufunc: false,
            takes_no_keywords: false,
            doc: None,
            annotations: Vec::new(),
            span,
        }
    }

    /// Its name, with the types if it is a specialisation: `scale[float]`.
    pub fn shown(&self) -> String {
        match &self.specialisation {
            Some(specialisation) => specialisation.shown(&self.name),
            None => self.name.to_string(),
        }
    }

    /// Which variant of a piece of code it is, for messages about it.
    pub fn variant(&self) -> Option<Variants> {
        super::variant(&self.specialisation)
    }
}

/// `cdef class Name(Base):`. Its methods are functions of the module that name their class.
#[derive(Clone, Debug)]
pub struct ClassDecl {
    pub name: Name,
    pub doc: Option<String>,
    /// Another extension type of the module; `object` otherwise.
    pub base: Option<ClassId>,
    /// The module's own `.pxd` declares it: other modules know its fields.
    pub is_declared: bool,
    /// It is declared so that other modules may call its C methods, and override them.
    pub is_shared: bool,
    /// `cdef object __weakref__`
    pub has_weakrefs: bool,
    /// How many of the fields are before that.
    pub weakrefs_at: usize,
    /// `cdef dict __dict__`
    pub has_dict: bool,
    pub dict_at: usize,
    /// It holds the variables that functions share with functions inside them: it cannot be named.
    pub is_scope: bool,
    /// `@cython.final`: cannot be a base.
    pub is_final: bool,
    /// Statements in its body give it attributes.
    pub has_statements: bool,
    pub decorated: Decorated,
    /// Where it comes from, if another module defines it.
    pub foreign: Option<ForeignClass>,
    /// The name in the definition.
    pub span: Span,
}

/// `cdef struct`, `cdef union`.
#[derive(Clone, Debug)]
pub struct StructDecl {
    pub name: Name,
    /// The module that declares it.
    pub home: Name,
    /// Its C name, with `struct` where needed; differs from `name` for extern structs.
    pub c_name: Name,
    pub is_union: bool,
    pub is_packed: bool,
    /// Defined by a header that the module includes: not emitted.
    pub is_extern: bool,
    /// What declares it to C, if it is extern.
    pub include: Option<IncludeId>,
    pub span: Span,
}

/// `cdef enum`.
#[derive(Clone, Debug)]
pub struct EnumDecl {
    pub name: Option<Name>,
    /// The module that declares it.
    pub home: Name,
    /// `cpdef`, of this module: also visible to Python, as a class, or by its members if it has no name.
    pub is_python: bool,
    /// `public`, of this module: its members are visible to Python as plain numbers.
    pub is_public: bool,
    /// Its C name, with `enum` where needed; unused if it has no name.
    pub c_name: Name,
    pub is_extern: bool,
    pub include: Option<IncludeId>,
    /// Values that are written as integer literals; other members count up. `None` if a header has the value.
    pub members: Vec<(Name, Option<i64>)>,
    /// Members of a header's enum that are visible to Python, with their C names.
    pub exports: Vec<(Name, Name)>,
    pub doc: Option<String>,
    pub span: Span,
}

impl EnumDecl {
    /// The value of a member.
    pub fn value(&self, member: &str) -> Option<i64> {
        EnumDecl::value_among(&self.members, member)
    }

    /// The same if not all members are known yet.
    pub fn value_among(members: &[(Name, Option<i64>)], member: &str) -> Option<i64> {
        let mut next = 0i64;
        for (name, value) in members {
            let value = value.unwrap_or(next);
            if name == member {
                return Some(value);
            }
            next = value.wrapping_add(1);
        }
        None
    }
}

/// A C-level global: `cdef int counter`. Its initialiser is an assignment in the module's statements.
#[derive(Clone, Debug)]
pub struct GlobalDecl {
    pub name: Name,
    /// Its type as Cython writes it, if its module's `.pxd` declares it: others may use it.
    pub exported: Option<Name>,
    /// An object that another module holds: C has the address of its variable.
    pub import: Option<Import>,
    pub span: Span,
}

/// A C function or variable that is defined elsewhere.
#[derive(Clone, Debug)]
pub struct ExternDecl {
    /// The name in the dialect.
    pub name: Name,
    pub c_name: Name,
    /// What declares it to C.
    pub include: Option<IncludeId>,
    /// Set if another module exports it to C.
    pub import: Option<Import>,
    /// May be called in device code (libm, or marked `@device`).
    pub on_device: bool,
    /// No side effects and a result that depends only on the arguments (libm).
    pub is_pure: bool,
    /// Set if the library of a device has it.
    pub library: Option<LibraryFunction>,
    /// An array whose length only C knows; here a pointer to its first element.
    pub is_unsized: bool,
    pub span: Span,
}

/// A function of BLAS that devices have: kernels call loops of offcy's, and host code what the device on which the arrays
/// are has itself. By the numbers of the parameters, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LibraryFunction {
    /// Those that are the addresses of arrays; all others are those of one number.
    pub arrays: &'static [usize],
    /// Of these, those through which it stores.
    pub stores: &'static [usize],
}

/// What a stage knows of a declaration is read as the declaration, too.
macro_rules! declared {
    ($($of:ident: $decl:ident),*) => { $(
        impl std::ops::Deref for $of {
            type Target = $decl;

            fn deref(&self) -> &$decl {
                &self.decl
            }
        }
    )* };
}

/// While the HIR is made, the declarations change.
macro_rules! changing {
    ($($of:ident),*) => { $(
        impl DerefMut for $of {
            fn deref_mut(&mut self) -> &mut Self::Target {
                Arc::make_mut(&mut self.decl)
            }
        }
    )* };
}

pub(crate) use declared;

declared!(Function: FunctionDecl, Class: ClassDecl, Struct: StructDecl, Global: GlobalDecl, Extern: ExternDecl);
changing!(Function, Class, Struct, Global, Extern);
