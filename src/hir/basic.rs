//! The types with their own names: C's numbers and Python's classes.

use super::ClassId;

/// What is known about a Python object's class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PyClass {
    /// Anything.
    Object,
    Str,
    Bytes,
    Bool,
    Int,
    Float,
    Complex,
    Tuple,
    List,
    Dict,
    /// `dict` in Python versions without it.
    FrozenDict,
    Set,
    Slice,
    ByteArray,
    FrozenSet,
    Range,
    MemoryView,
    Type,
    /// An extension type of the module.
    Extension(ClassId),
}

impl PyClass {
    /// A builtin class whose objects are sequences that a slice, a sum or a product has the class of.
    pub fn is_sequence(self) -> bool {
        matches!(self, PyClass::Str | PyClass::Bytes | PyClass::ByteArray | PyClass::Tuple | PyClass::List)
    }

    /// A builtin class whose objects hold others, or text.
    pub fn is_collection(self) -> bool {
        self.is_sequence() || matches!(self, PyClass::Dict | PyClass::Set | PyClass::FrozenSet)
    }

    /// A builtin class, and not that of any object.
    pub fn is_builtin(self) -> bool {
        !matches!(self, PyClass::Object | PyClass::Extension(_))
    }

    /// Python's name of a builtin class. The names of extension types come from the module.
    pub fn name(self) -> &'static str {
        match self {
            PyClass::Object => "object",
            PyClass::Str => "str",
            PyClass::Bytes => "bytes",
            PyClass::Bool => "bool",
            PyClass::Int => "int",
            PyClass::Float => "float",
            PyClass::Complex => "complex",
            PyClass::Tuple => "tuple",
            PyClass::List => "list",
            PyClass::Dict => "dict",
            PyClass::FrozenDict => "frozendict",
            PyClass::Set => "set",
            PyClass::Slice => "slice",
            PyClass::ByteArray => "bytearray",
            PyClass::FrozenSet => "frozenset",
            PyClass::Range => "range",
            PyClass::MemoryView => "memoryview",
            PyClass::Type => "type",
            PyClass::Extension(_) => "extension type",
        }
    }

    pub fn extension(self) -> Option<ClassId> {
        match self {
            PyClass::Extension(id) => Some(id),
            _ => None,
        }
    }
}

macro_rules! int_kinds {
    ($($kind:ident, $signed:literal, $bits:literal, $rank:literal, $c_name:literal;)*) => {
        /// The C integer types, by the name they were declared with.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum IntKind {
            $($kind,)*
            /// A type of a header that is not what its declaration says.
            Inexact(Inexact),
        }

        /// The types of C that declarations name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        enum Exact { $($kind,)* }

        impl Exact {
            fn of(kind: IntKind, which: fn(Inexact) -> Exact) -> Exact {
                match kind {
                    $(IntKind::$kind => Exact::$kind,)*
                    IntKind::Inexact(one) => which(one),
                }
            }

            fn kind(self) -> IntKind {
                match self { $(Exact::$kind => IntKind::$kind,)* }
            }
        }

        impl IntKind {
            pub fn is_signed(self) -> bool {
                match self {
                    $(IntKind::$kind => $signed,)*
                    IntKind::Inexact(one) => one.real.kind().is_signed(),
                }
            }

            /// Width in memory, in bits, on the LP64 platforms that offcy targets.
            pub fn bits(self) -> u32 {
                match self {
                    $(IntKind::$kind => $bits,)*
                    IntKind::Inexact(one) => one.real.kind().bits(),
                }
            }

            /// C's conversion rank, for the usual arithmetic conversions.
            pub fn rank(self) -> u32 {
                match self {
                    $(IntKind::$kind => $rank,)*
                    IntKind::Inexact(one) => one.real.kind().rank(),
                }
            }

            /// The C spelling (`Py_ssize_t` and `Py_hash_t` are a `ptrdiff_t`, so that kernels need no Python.h).
            pub fn c_name(self) -> &'static str {
                match self {
                    $(IntKind::$kind => $c_name,)*
                    IntKind::Inexact(one) => one.real.kind().c_name(),
                }
            }
        }
    };
}

int_kinds! {
    Bool, false, 8, 0, "bool";
    Char, true, 8, 1, "char";
    SChar, true, 8, 1, "signed char";
    UChar, false, 8, 1, "unsigned char";
    Short, true, 16, 2, "short";
    UShort, false, 16, 2, "unsigned short";
    Int, true, 32, 3, "int";
    UInt, false, 32, 3, "unsigned int";
    Long, true, 64, 4, "long";
    ULong, false, 64, 4, "unsigned long";
    LongLong, true, 64, 5, "long long";
    ULongLong, false, 64, 5, "unsigned long long";
    SsizeT, true, 64, 4, "ptrdiff_t";
    HashT, true, 64, 4, "ptrdiff_t";
    PtrdiffT, true, 64, 4, "ptrdiff_t";
    SizeT, false, 64, 4, "size_t";
    Int8, true, 8, 1, "int8_t";
    Int16, true, 16, 2, "int16_t";
    Int32, true, 32, 3, "int32_t";
    Int64, true, 64, 4, "int64_t";
    UInt8, false, 8, 1, "uint8_t";
    UInt16, false, 16, 2, "uint16_t";
    UInt32, false, 32, 3, "uint32_t";
    UInt64, false, 64, 4, "uint64_t";
    Ucs4, false, 32, 3, "uint32_t";
    Unicode, false, 32, 3, "uint32_t";
}

/// An integer type of a header: what `cdef extern` says of it, which decides what Cython takes operations on it for, and what
/// it is to C, which decides the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Inexact {
    declared: Exact,
    real: Exact,
}

impl IntKind {
    /// The type `real` of a header that is declared as another.
    pub fn inexact(declared: IntKind, real: IntKind) -> IntKind {
        if declared.in_memory() == real.in_memory() {
            return declared;
        }
        let (declared, real) = (Exact::of(declared, |one| one.declared), Exact::of(real, |one| one.real));
        IntKind::Inexact(Inexact { declared, real })
    }

    /// The type of C that has the same values at the same place, by its usual name.
    fn in_memory(self) -> IntKind {
        match self.in_c() {
            IntKind::SsizeT | IntKind::HashT | IntKind::PtrdiffT => IntKind::Long,
            IntKind::SizeT => IntKind::ULong,
            kind => kind,
        }
    }

    /// What the declaration of the type says.
    pub fn declared(self) -> IntKind {
        match self {
            IntKind::Inexact(one) => one.declared.kind(),
            kind => kind,
        }
    }

    /// What the type is to C.
    pub fn real(self) -> IntKind {
        match self {
            IntKind::Inexact(one) => one.real.kind(),
            kind => kind,
        }
    }

    /// Whether a name of C's library, such as `int32_t`, is the only one that the type has here.
    pub fn is_named_by_library(self) -> bool {
        use IntKind::*;
        matches!(
            self.real(),
            PtrdiffT | Int8 | Int16 | Int32 | Int64 | UInt8 | UInt16 | UInt32 | UInt64 | Ucs4 | Unicode
        )
    }

    /// Whether C has a word for the type.
    pub fn is_of_c(self) -> bool {
        use IntKind::*;
        matches!(
            self,
            Char | SChar | UChar | Short | UShort | Int | UInt | Long | ULong | LongLong | ULongLong
        )
    }

    pub fn is_inexact(self) -> bool {
        matches!(self, IntKind::Inexact(_))
    }

    /// Whether the type has all values of another.
    pub fn keeps(self, other: IntKind) -> bool {
        if self == IntKind::Bool || other == IntKind::Bool {
            other == IntKind::Bool
        } else if self.is_signed() == other.is_signed() {
            self.bits() >= other.bits()
        } else {
            self.is_signed() && self.bits() > other.bits()
        }
    }

    /// The type of which C makes this one an alias, where the names of C's standard types are given to others.
    pub fn in_c(self) -> IntKind {
        match self {
            IntKind::Int8 => IntKind::SChar,
            IntKind::Int16 => IntKind::Short,
            IntKind::Int32 => IntKind::Int,
            IntKind::Int64 => IntKind::Long,
            IntKind::UInt8 => IntKind::UChar,
            IntKind::UInt16 => IntKind::UShort,
            IntKind::UInt32 | IntKind::Ucs4 | IntKind::Unicode => IntKind::UInt,
            IntKind::UInt64 => IntKind::ULong,
            IntKind::Inexact(one) => one.real.kind().in_c(),
            kind => kind,
        }
    }

    /// A character of a `str`, which is a text of one character to Python.
    pub fn is_letter(self) -> bool {
        matches!(self, IntKind::Ucs4 | IntKind::Unicode)
    }

    /// The name in the dialect, as diagnostics spell it.
    pub fn dialect_name(self) -> &'static str {
        match self {
            IntKind::SsizeT => "Py_ssize_t",
            IntKind::HashT => "Py_hash_t",
            IntKind::Ucs4 => "Py_UCS4",
            IntKind::Unicode => "Py_UNICODE",
            IntKind::Inexact(one) => one.real.kind().dialect_name(),
            other => other.c_name(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatKind {
    Float,
    Double,
    LongDouble,
}

impl FloatKind {
    pub fn c_name(self) -> &'static str {
        match self {
            FloatKind::Float => "float",
            FloatKind::Double => "double",
            FloatKind::LongDouble => "long double",
        }
    }
}

/// The type of the two parts of a complex number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PartKind {
    Int(IntKind),
    Float(FloatKind),
}

impl PartKind {
    pub const FLOAT: PartKind = PartKind::Float(FloatKind::Float);
    pub const DOUBLE: PartKind = PartKind::Float(FloatKind::Double);
    pub const LONG_DOUBLE: PartKind = PartKind::Float(FloatKind::LongDouble);

    pub fn c_name(self) -> &'static str {
        match self {
            PartKind::Int(kind) => kind.c_name(),
            PartKind::Float(kind) => kind.c_name(),
        }
    }

    pub fn dialect_name(self) -> &'static str {
        match self {
            PartKind::Int(kind) => kind.dialect_name(),
            PartKind::Float(kind) => kind.c_name(),
        }
    }
}
