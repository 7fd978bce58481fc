//! What the numbers of headers are to C, where `cdef extern` blocks do not say it: they only say what kind of number a type is.

use super::{FloatKind, IntKind, Module, PartKind, TypeExpr, TypeKind, TypeName, Typedef};
use crate::base::{Arena, Name};

/// C's numbers, each with a letter that stands for it in the answer of a C compiler.
const NUMBERS: &[(char, TypeName)] = &[
    ('c', TypeName::Int(IntKind::Char)),
    ('a', TypeName::Int(IntKind::SChar)),
    ('h', TypeName::Int(IntKind::UChar)),
    ('s', TypeName::Int(IntKind::Short)),
    ('t', TypeName::Int(IntKind::UShort)),
    ('i', TypeName::Int(IntKind::Int)),
    ('j', TypeName::Int(IntKind::UInt)),
    ('l', TypeName::Int(IntKind::Long)),
    ('m', TypeName::Int(IntKind::ULong)),
    ('x', TypeName::Int(IntKind::LongLong)),
    ('y', TypeName::Int(IntKind::ULongLong)),
    ('f', TypeName::Float(FloatKind::Float)),
    ('d', TypeName::Float(FloatKind::Double)),
    ('e', TypeName::Float(FloatKind::LongDouble)),
    ('F', TypeName::Complex(PartKind::FLOAT)),
    ('D', TypeName::Complex(PartKind::DOUBLE)),
    ('E', TypeName::Complex(PartKind::LONG_DOUBLE)),
];

/// C's numbers as C names them, each with its letter.
pub fn numbers_of_c() -> impl Iterator<Item = (char, &'static str)> {
    NUMBERS.iter().filter_map(|(letter, ty)| match ty {
        TypeName::Int(kind) => Some((*letter, kind.c_name())),
        TypeName::Float(kind) => Some((*letter, kind.c_name())),
        TypeName::Complex(PartKind::FLOAT) => Some((*letter, "float _Complex")),
        TypeName::Complex(PartKind::DOUBLE) => Some((*letter, "double _Complex")),
        TypeName::Complex(PartKind::LONG_DOUBLE) => Some((*letter, "long double _Complex")),
        _ => None,
    })
}

/// Types of headers, by their C names, and what they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeaderTypes(Vec<(Name, TypeName)>);

impl HeaderTypes {
    /// Those of which the letters are known.
    pub fn of(answers: impl IntoIterator<Item = (Name, char)>) -> HeaderTypes {
        let of = |(name, letter)| {
            let (_, ty) = NUMBERS.iter().find(|(known, _)| *known == letter)?;
            Some((name, *ty))
        };
        HeaderTypes(answers.into_iter().filter_map(of).collect())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Gives the typedefs of a module the types that they have in their headers.
    pub fn settle(&self, module: &mut Module) {
        if self.is_empty() {
            return;
        }
        let settled: Vec<_> =
            module.typedefs.iter().map(|(id, decl)| (id, self.real(decl, &module.typedefs))).collect();
        for (id, real) in settled {
            if let Some(real) = real {
                module.typedefs[id].target.kind = TypeKind::Named(real);
            }
        }
    }

    /// The type of a typedef, if it is known and differs from the declared one.
    fn real(&self, decl: &Typedef, typedefs: &Arena<Typedef>) -> Option<TypeName> {
        let (c_name, _) = decl.in_header.as_ref()?;
        let (_, real) = self.0.iter().find(|(name, _)| name == c_name)?;
        match (declared(&decl.target, typedefs)?, *real) {
            (TypeName::Int(declared), TypeName::Int(_))
                if declared == IntKind::Bool || declared.is_letter() =>
            {
                None
            }
            (TypeName::Int(declared), TypeName::Int(real)) => {
                Some(TypeName::Int(IntKind::inexact(declared, real)))
            }
            (TypeName::Float(_), TypeName::Float(_) | TypeName::Complex(_)) => Some(*real),
            _ => None,
        }
    }
}

/// The type that a typedef leads to.
fn declared(target: &TypeExpr, typedefs: &Arena<Typedef>) -> Option<TypeName> {
    match super::resolved(target, typedefs).kind {
        TypeKind::Named(name) => Some(name),
        _ => None,
    }
}
