//! The types of the dialect, as the typed stages see them.
//!
//! A [`Ty`] is a value: small, cheap to clone, compared by structure. Types with a definition
//! (structs, enums) are ids into the module's [`TypeTable`].

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::Arc;

use crate::base::{Aside, Name};
use crate::hir::{IncludeId, ParamNames};

pub use super::classes::{ClassDef, ClassFieldDef, FoundSlot, SlotDef};
pub use crate::hir::{
    BufferOptions, ClassId, Classes, EnumDecl, EnumId, Enums, ErrorValue, FieldAccess, FloatKind,
    HeaderLength, IntKind, Length, PartKind, PyClass, StructDecl, StructId, Structs, numbers_of_c,
};

/// A C or Python type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Ty {
    /// Already reported; accepted everywhere so that one mistake is one diagnostic.
    Error,
    Void,
    /// A reference to a Python object; the TIR says who owns it.
    Object(PyClass),
    /// Cython's `bint`: a C `int` that converts to and from `bool`.
    Bint,
    Int(IntKind),
    Float(FloatKind),
    Complex(PartKind),
    Pointer {
        to: Arc<Ty>,
        is_const: bool,
    },
    Array {
        element: Arc<Ty>,
        length: Length,
    },
    Memoryview(Arc<Memoryview>),
    Struct(StructId),
    /// A C tuple: a struct with a field for each, which [`Ty::tuple_field`] names.
    Tuple(Arc<[Ty]>),
    Enum(EnumId),
    Function(Arc<Signature>),
}

impl Ty {
    pub const OBJECT: Ty = Ty::Object(PyClass::Object);
    /// C's `bool`: a byte that is 0 or 1.
    pub const BOOL: Ty = Ty::Int(IntKind::Bool);
    pub const INT: Ty = Ty::Int(IntKind::Int);
    pub const LONG: Ty = Ty::Int(IntKind::Long);
    /// `Py_ssize_t`: the type of extents and indices.
    pub const SSIZE: Ty = Ty::Int(IntKind::SsizeT);
    pub const DOUBLE: Ty = Ty::Float(FloatKind::Double);

    /// The C type of `shape` and `strides` of a memoryview.
    pub fn extents() -> Ty {
        Ty::array_of(Ty::SSIZE, MAX_DIMENSIONS as u64)
    }

    pub fn array_of(element: Ty, length: u64) -> Ty {
        Ty::Array { element: Arc::new(element), length: Length::Known(length) }
    }

    pub fn pointer_to(to: Ty) -> Ty {
        Ty::Pointer { to: Arc::new(to), is_const: false }
    }

    pub fn is_error(&self) -> bool {
        matches!(self, Ty::Error)
    }

    /// The type of the function that a value is the address of.
    pub fn function(&self) -> Option<&Signature> {
        match self {
            Ty::Function(signature) => Some(signature),
            _ => None,
        }
    }

    /// The extension type that an object is known to have.
    pub fn extension(&self) -> Option<ClassId> {
        match self {
            Ty::Object(class) => class.extension(),
            _ => None,
        }
    }

    pub fn is_object(&self) -> bool {
        matches!(self, Ty::Object(_))
    }

    /// Whether a parameter of this type takes what a caller has of the other: the same, or a pointer through which the
    /// function only reads.
    fn takes_pointer(&self, given: &Ty) -> bool {
        match (self, given) {
            (Ty::Pointer { to: own, is_const: true }, Ty::Pointer { to: given, is_const: false }) => {
                own == given
            }
            (own, given) => own == given,
        }
    }

    /// `char`, signed or not, or what C makes an alias of it.
    pub fn is_character(&self) -> bool {
        let is_character =
            |kind: IntKind| matches!(kind.in_c(), IntKind::Char | IntKind::SChar | IntKind::UChar);
        matches!(self, Ty::Int(kind) if is_character(kind.declared()) && is_character(*kind))
    }

    /// An object of a builtin class that is true if it has items, or `None`.
    pub fn has_items(&self) -> bool {
        use PyClass::*;
        let Ty::Object(class) = self else { return false };
        matches!(class, Str | Bytes | ByteArray | Tuple | List | Dict | FrozenDict | Set | FrozenSet)
    }

    /// A character of a `str`.
    pub fn is_letter(&self) -> bool {
        matches!(self, Ty::Int(kind) if kind.is_letter())
    }

    /// A pointer, or an array, which C treats as the address of its first element.
    pub fn is_c_address(&self) -> bool {
        matches!(self, Ty::Pointer { .. } | Ty::Array { .. })
    }

    pub fn is_array(&self) -> bool {
        matches!(self, Ty::Array { .. })
    }

    /// A pointer to characters, or an array of them: `bytes` to Python.
    pub fn is_c_string(&self) -> bool {
        match self {
            Ty::Pointer { to: inner, .. } | Ty::Array { element: inner, .. } => inner.is_character(),
            _ => false,
        }
    }

    /// What is `True` or `False` to Python: `bint`, and C's `bool`, to which C converts by truth.
    pub fn is_truth(&self) -> bool {
        matches!(self, Ty::Bint | Ty::Int(IntKind::Bool))
    }

    /// What a pointer points to.
    pub fn pointee(&self) -> Option<&Ty> {
        match self {
            Ty::Pointer { to, .. } => Some(to),
            _ => None,
        }
    }

    /// Whether both are pointers to elements of the same type.
    pub fn points_like(&self, other: &Ty) -> bool {
        self.pointee().is_some() && self.pointee() == other.pointee()
    }

    /// Integers in the wide sense: also `bint` and enums.
    pub fn is_integral(&self) -> bool {
        matches!(self, Ty::Int(_) | Ty::Bint | Ty::Enum(_))
    }

    /// C numbers: what arithmetic works on without the interpreter.
    pub fn is_numeric(&self) -> bool {
        self.is_integral() || matches!(self, Ty::Float(_) | Ty::Complex(_))
    }

    /// C numbers that are numbers to Python as well: characters are not.
    pub fn is_number(&self) -> bool {
        self.is_numeric() && !self.is_letter()
    }

    /// A struct, union or C tuple.
    pub fn is_record(&self) -> bool {
        matches!(self, Ty::Struct(_) | Ty::Tuple(_))
    }

    /// The items of a C tuple.
    pub fn tuple_items(&self) -> Option<&[Ty]> {
        match self {
            Ty::Tuple(items) => Some(items),
            _ => None,
        }
    }

    /// The name of the field for an item of a C tuple.
    pub fn tuple_field(index: usize) -> Name {
        Name::new(format!("f{index}"))
    }

    /// The type of the real part of a complex number; other types themselves.
    pub fn real_part(&self) -> Ty {
        match self {
            Ty::Complex(PartKind::Int(kind)) => Ty::Int(*kind),
            Ty::Complex(PartKind::Float(kind)) => Ty::Float(*kind),
            other => other.clone(),
        }
    }

    /// The kind of the parts of a complex number with parts of this type.
    pub fn as_part(&self) -> Option<PartKind> {
        match self {
            Ty::Int(kind) => Some(PartKind::Int(*kind)),
            Ty::Float(kind) => Some(PartKind::Float(*kind)),
            _ => None,
        }
    }

    /// A complex number whose parts are integers.
    pub fn is_integer_complex(&self) -> bool {
        matches!(self, Ty::Complex(PartKind::Int(_)))
    }

    /// The lengths of a C array, outermost first; none for other types.
    pub fn array_lengths(&self) -> Vec<Length> {
        let mut lengths = Vec::new();
        let mut ty = self;
        while let Ty::Array { element, length } = ty {
            lengths.push(length.clone());
            ty = element;
        }
        lengths
    }

    /// The element type of a C array, at any depth; other types themselves.
    pub fn array_element(&self) -> &Ty {
        match self {
            Ty::Array { element, .. } => element.array_element(),
            other => other,
        }
    }

    /// The type as C passes it: an array is a pointer to its first element.
    pub fn decayed(self) -> Ty {
        match self {
            Ty::Array { element, .. } => Ty::Pointer { to: element, is_const: false },
            ty => ty,
        }
    }

    /// The type of the memoryviews to which a pointer leads, through other pointers too.
    pub fn pointed_view(&self) -> Option<&Memoryview> {
        match self {
            Ty::Pointer { to, .. } => to.memoryview().or_else(|| to.pointed_view()),
            _ => None,
        }
    }

    pub fn memoryview(&self) -> Option<&Memoryview> {
        match self {
            Ty::Memoryview(view) => Some(view),
            _ => None,
        }
    }

    /// Whether a variable of this type holds a reference that must be released.
    pub fn is_counted(&self) -> bool {
        matches!(self, Ty::Object(_) | Ty::Memoryview(_))
    }

    /// Whether Python compares values of this type: counted types, and C tuples.
    pub fn is_compared_by_python(&self) -> bool {
        self.is_counted() || matches!(self, Ty::Tuple(_))
    }

    /// Whether device code may hold a value of this type.
    pub fn is_device_type(&self) -> bool {
        !self.is_object()
    }
}

/// The most dimensions a memoryview may have (Cython's limit).
pub const MAX_DIMENSIONS: usize = 8;

/// A typed memoryview: `const double[:, ::1]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Memoryview {
    pub element: Ty,
    /// The source's name for the element type, if it is another name.
    pub typedef: Aside<Option<Name>>,
    /// The options of the buffer type (`np.ndarray[double]`), if the view is of one.
    pub buffer: Aside<Option<BufferOptions>>,
    pub is_const: bool,
    /// One per dimension, 1 to [`MAX_DIMENSIONS`].
    pub axes: Vec<Axis>,
}

/// What is known about the stride of one axis at compile time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// `:` alone: any stride, known at run time.
    Strided,
    /// `::1`: elements lie side by side along this axis.
    Contiguous,
    /// An axis of a completely contiguous view besides its `::1`: its stride follows from the extents.
    Packed,
}

/// The layout of a whole view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Contiguity {
    /// Row-major without gaps: strides follow from the extents.
    C,
    /// Column-major without gaps.
    Fortran,
    /// Strides are known only at run time (possibly except for one contiguous axis).
    Strided,
}

impl Memoryview {
    /// The bytes of Cython's struct for one, which is what a pointer leads to: two pointers, and three numbers per axis.
    pub const SIZE_IN_MEMORY: i128 = 8 * (2 + 3 * MAX_DIMENSIONS as i128);

    /// Whether a loop over it is one over C values; rows and objects are given by Python.
    pub fn gives_elements(&self) -> bool {
        self.ndim() == 1 && !self.element.is_object()
    }

    pub fn ndim(&self) -> usize {
        self.axes.len()
    }

    pub fn contiguity(&self) -> Contiguity {
        if self.axes.contains(&Axis::Strided) {
            Contiguity::Strided
        } else if self.axes.last() == Some(&Axis::Contiguous) {
            Contiguity::C
        } else {
            Contiguity::Fortran
        }
    }
}

/// A struct or union with the types of its fields.
#[derive(Clone, Debug)]
pub struct StructDef {
    pub decl: Arc<StructDecl>,
    /// What C calls it: the declared name, or that of a header's typedef.
    pub c_name: Name,
    pub fields: Vec<Field>,
}

impl Deref for StructDef {
    type Target = StructDecl;

    fn deref(&self) -> &StructDecl {
        &self.decl
    }
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: Name,
    /// The header's name for it, if the struct is extern.
    pub c_name: Name,
    pub ty: Ty,
}

/// The type of a C function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    pub params: Vec<Ty>,
    pub names: ParamNames,
    pub result: Ty,
    pub exception: ExceptionSpec,
    pub nogil: bool,
    pub is_variadic: bool,
    /// The typedef of a header that the type is written as: C may say more about it than the declaration does.
    pub in_header: Aside<Option<HeaderTypedef>>,
}

/// A typedef of a function, or of a pointer to one.
#[derive(Clone, Debug)]
pub struct HeaderTypedef {
    pub c_name: Name,
    pub include: IncludeId,
    pub is_pointer: bool,
}

impl Signature {
    /// The value that C code elsewhere takes for an exception.
    pub fn error_value(&self) -> ErrorValue {
        match &self.exception {
            ExceptionSpec::Value(value) | ExceptionSpec::MaybeValue(value) => value.clone(),
            ExceptionSpec::Never | ExceptionSpec::Always | ExceptionSpec::Null => ErrorValue::ZERO,
        }
    }

    /// Whether callers notice exceptions.
    pub fn raises(&self) -> bool {
        self.exception != ExceptionSpec::Never
    }

    /// Whether memoryviews are passed or returned, or functions that are called with some.
    pub fn has_views(&self) -> bool {
        self.params.iter().chain([&self.result]).any(|ty| match ty {
            Ty::Function(signature) => signature.has_views(),
            ty => ty.array_element().memoryview().is_some(),
        })
    }

    /// Whether a function of this type can be called as one of the other type: they may differ in exceptions
    /// and the GIL, as long as the caller notices every exception.
    pub fn serves_as(&self, other: &Signature) -> bool {
        use ExceptionSpec::*;
        let reports = match (&self.exception, &other.exception) {
            (own, wanted) if own == wanted => true,
            (_, Always) | (Never, MaybeValue(_)) => true,
            (Value(own), MaybeValue(wanted)) => own == wanted,
            _ => false,
        };
        reports
            && (self.nogil || !other.nogil)
            && self.params.len() == other.params.len()
            && self.params.iter().zip(&other.params).all(|(own, given)| own.takes_pointer(given))
            && self.result == other.result
            && self.is_variadic == other.is_variadic
    }
}

/// How a C function reports a Python exception to its caller.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ExceptionSpec {
    /// `noexcept`: it reports none; an exception is printed and dropped.
    Never,
    /// `except v`: the value means an exception.
    Value(ErrorValue),
    /// `except? v`: the value may mean an exception; check.
    MaybeValue(ErrorValue),
    /// `except *`: always check.
    Always,
    /// The result is an object: NULL means an exception.
    Null,
}

impl ErrorValue {
    /// The value of a type as the dialect writes it.
    fn shown(&self, of: &Ty) -> String {
        match self {
            ErrorValue::Int(0) if matches!(of, Ty::Pointer { .. } | Ty::Function(_)) => "NULL".to_string(),
            ErrorValue::Int(value) => value.to_string(),
            ErrorValue::Float(bits) => f64::from_bits(*bits).to_string(),
            ErrorValue::Named(name) => name.to_string(),
        }
    }
}

/// The type definitions of a module.
#[derive(Clone, Debug, Default)]
pub struct TypeTable {
    pub structs: Structs<StructDef>,
    pub enums: Arc<Enums<EnumDecl>>,
    /// Indexed by the numbers of the classes that declare them.
    pub classes: Classes<ClassDef>,
    /// Some number of a header is not what its declaration says.
    pub has_inexact: bool,
}

impl TypeTable {
    /// The fields of a struct, union or C tuple; empty for other types.
    pub fn fields<'a>(&'a self, ty: &Ty) -> Cow<'a, [Field]> {
        match ty {
            Ty::Struct(id) => Cow::Borrowed(&self.structs[*id].fields),
            Ty::Tuple(items) => {
                let field = |(at, ty): (usize, &Ty)| Field {
                    name: Ty::tuple_field(at),
                    c_name: Ty::tuple_field(at),
                    ty: ty.clone(),
                };
                items.iter().enumerate().map(field).collect()
            }
            _ => Cow::Borrowed(&[]),
        }
    }

    /// Whether only a header knows what the type is: it may be a number or an address.
    pub fn is_opaque(&self, ty: &Ty) -> bool {
        matches!(ty, Ty::Struct(id) if self.structs[*id].is_extern && self.structs[*id].fields.is_empty())
    }

    /// The type as the dialect writes it.
    pub fn display(&self, ty: &Ty) -> String {
        match ty {
            Ty::Error => "<error>".to_string(),
            Ty::Void => "void".to_string(),
            Ty::Object(PyClass::Extension(id)) => self.class(*id).name.to_string(),
            Ty::Object(class) => class.name().to_string(),
            Ty::Bint => "bint".to_string(),
            Ty::Int(kind) => kind.dialect_name().to_string(),
            Ty::Float(kind) => kind.c_name().to_string(),
            Ty::Complex(kind) => format!("{} complex", kind.dialect_name()),
            Ty::Pointer { to, is_const } => {
                let to = self.display(to);
                let space = if to.ends_with('*') { "" } else { " " };
                format!("{}{to}{space}*", if *is_const { "const " } else { "" })
            }
            Ty::Array { element, length } => format!("{}[{length}]", self.display(element)),
            Ty::Memoryview(view) => self.display_memoryview(view),
            Ty::Struct(id) => self.structs[*id].name.to_string(),
            Ty::Tuple(items) => {
                let items: Vec<_> = items.iter().map(|item| self.display(item)).collect();
                crate::hir::tuple_text(&items)
            }
            Ty::Enum(id) => self.enums[*id].name.as_deref().unwrap_or("enum").to_string(),
            Ty::Function(signature) => self.display_function("(*)", signature),
        }
    }

    /// The type of a function, with `name` as its name.
    pub fn display_function(&self, name: &str, signature: &Signature) -> String {
        let mut params: Vec<_> = signature.params.iter().map(|param| self.display(param)).collect();
        if signature.is_variadic {
            params.push("...".to_string());
        }
        let raises = match &signature.exception {
            ExceptionSpec::Never => " noexcept".to_string(),
            ExceptionSpec::Value(value) => format!(" except {}", value.shown(&signature.result)),
            ExceptionSpec::MaybeValue(value) => format!(" except? {}", value.shown(&signature.result)),
            ExceptionSpec::Always => " except *".to_string(),
            ExceptionSpec::Null => String::new(),
        };
        let nogil = if signature.nogil { " nogil" } else { "" };
        format!("{} {name}({}){raises}{nogil}", self.display(&signature.result), params.join(", "))
    }

    fn display_memoryview(&self, view: &Memoryview) -> String {
        let axis = |axis: &Axis| if *axis == Axis::Contiguous { "::1" } else { ":" };
        let axes: Vec<_> = view.axes.iter().map(axis).collect();
        let qualifier = if view.is_const { "const " } else { "" };
        format!("{qualifier}{}[{}]", self.display(&view.element), axes.join(", "))
    }
}
