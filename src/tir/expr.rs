//! Pure expressions.

use std::sync::Arc;

use super::{CompareOp, ConstId, ExternId, FunctionId, GlobalId, LocalId, LogicalOp, Singleton, UnaryOp};
use crate::base::Name;
use crate::source::Span;
use crate::ty::{FloatKind, HeaderLength, Length, PyClass, Ty};

/// A pure expression and its type. The module's documentation says what purity means here.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Ty,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Local(LocalId),
    Global(GlobalId),
    /// An extern variable or constant, or a function named without a call.
    Extern(ExternId),
    /// A value that fits `ty`, an integer, `bint` or enum type.
    Int(i128),
    /// The length of a C array that only C knows, as a [`Ty::SSIZE`].
    HeaderLength(Arc<HeaderLength>),
    /// With a floating type. The text is the user's literal in C's spelling, so that no digit is lost.
    Float(Name),
    /// The imaginary part, with a complex type.
    Imaginary(Name),
    /// A C string literal, NUL-terminated by C; its type is `char *`.
    CString(Vec<u8>),
    Null,
    /// A function of the module as C code elsewhere calls it.
    FunctionAddress(FunctionId),
    /// An object made at import (borrowed).
    Const(ConstId),
    /// `None`, `True`, `False`, `Ellipsis` (borrowed).
    Singleton(Singleton),
    /// A class (borrowed).
    TypeObject(PyClass),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Both sides have one type; the result is a `bint`.
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// C's `&&` and `||` on truth values; the result is a `bint`.
    Logical(LogicalOp, Box<Expr>, Box<Expr>),
    /// `condition ? then : otherwise`.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// To the expression's own type, with C's meaning; the truth value of an object that has items
    /// ([`Ty::has_items`]).
    Convert(Box<Expr>),
    /// The smaller or larger; Cython's `min(a, b)`: `b` where `b < a`, otherwise `a` (for `max`: `b > a`).
    MinMax(MinMax, Box<Expr>, Box<Expr>),
    /// One element of a memoryview, with as many indices as dimensions, each a [`Ty::SSIZE`] or narrower integer
    /// within bounds (checked before if the directives ask for it). A place.
    Element {
        view: Box<Expr>,
        indices: Vec<Expr>,
    },
    /// A memoryview of a part of another; borrowed. Indices are within bounds; ranges are clamped as Python clamps
    /// them.
    Slice {
        view: Box<Expr>,
        parts: Vec<SlicePart>,
    },
    /// The axes of a memoryview in reverse order; borrowed.
    Transpose(Box<Expr>),
    /// A memoryview of the elements that a pointer points to, in the order of C; borrowed. The memory belongs to the
    /// iterations of a region's loop, and the extents are more than is used of it: [`crate::pass`] gives threads rows so.
    ViewOf {
        pointer: Box<Expr>,
        extents: Vec<Expr>,
    },
    /// `view.shape[axis]`, in elements.
    Extent {
        view: Box<Expr>,
        axis: usize,
    },
    /// `view.strides[axis]`, in bytes.
    Stride {
        view: Box<Expr>,
        axis: usize,
    },
    /// Whether copying the elements of one view into another, in the order of their indices, gives what a copy of all
    /// of them at once gives. An axis of `from` may be missing, or have one element for all of `to`. Reads no element.
    InOrder {
        to: Box<Expr>,
        from: Box<Expr>,
    },
    /// Whether two memoryviews share no memory. Reads no element.
    Apart(Box<Expr>, Box<Expr>),
    /// Whether a memoryview is `None`, or an object is `None`.
    IsNone(Box<Expr>),
    /// Whether an object is of a class, not of a subclass.
    IsExactly(Box<Expr>, PyClass),
    /// Whether an object is of a class or of a subclass.
    IsInstance(Box<Expr>, PyClass),
    /// Whether an object, of a class or of a subclass, is known to have the class' own method of a name.
    Inherits(Box<Expr>, PyClass, Name),
    /// `pointer[index]` or an array's element. A place.
    Index {
        base: Box<Expr>,
        index: Box<Expr>,
    },
    /// A struct's field, a place if the base is one; or the field of an object that is not `None`, of an extension
    /// type.
    Field {
        base: Box<Expr>,
        name: Name,
    },
    /// `*pointer` (`pointer[0]` of a struct pointer). A place.
    Deref(Box<Expr>),
    /// The address of a place.
    AddressOf(Box<Expr>),
    /// `sizeof` of a type, in bytes, of type `size_t`.
    SizeOf(Ty),
    /// A struct with these fields, or a union with one of them; fields that are not named are zero.
    Struct(Vec<(Name, Expr)>),
    /// A call that cannot fail and needs no GIL.
    Call(Callee, Vec<Expr>),
    /// The number of the thread within its team (`cython.parallel.threadid`).
    ThreadId,
    /// Whether a parallel loop that begins here may have several threads.
    HasThreads,
    /// How many threads such a loop may have, an `int`.
    Threads,
    /// What a parallel loop asks that begins on the thread that comes to it, as its work cannot be known. The first is the
    /// address of an `int` that is kept from one run to the next.
    Trial(Trial, Vec<Expr>),
}

/// What [`ExprKind::Trial`] asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trial {
    /// When the loop begins, of its first iteration, its end, how much it does as far as is known, and how much is little: a
    /// `double`.
    Since,
    /// Up to where it goes on alone, of that time, its first iteration, the next one and its end. The next one: no further.
    Until,
    /// Nothing: other threads have done the rest, of the time.
    Ended,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Callee {
    /// A function of the module with `may_fail == false`.
    Function(FunctionId),
    Extern(ExternId),
}

#[derive(Clone, Debug)]
pub enum SlicePart {
    /// Takes one position along the axis and drops the axis.
    Index(Expr),
    /// `start:stop:step`; absent parts mean what they mean in Python. `step` is not zero.
    Range { start: Option<Expr>, stop: Option<Expr>, step: Option<Expr> },
    /// A new axis of extent 1.
    NewAxis,
}

/// Arithmetic on C numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    /// Of floats (C's division). The divisor may be zero only if `cdivision` is on; otherwise a check precedes.
    Divide,
    /// Rounds towards minus infinity, as in Python: integers and floats. Zero divisors as above.
    FloorDivide,
    /// Has the divisor's sign, as in Python: integers and floats. Zero divisors as above.
    Modulo,
    /// Rounds towards zero, as in C (`cdivision`): integers.
    CDivide,
    /// Has the dividend's sign, as in C (`cdivision`).
    CModulo,
    Power,
    ShiftLeft,
    ShiftRight,
    BitAnd,
    BitOr,
    BitXor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MinMax {
    Min,
    Max,
}

impl Expr {
    pub fn new(kind: ExprKind, ty: Ty, span: Span) -> Expr {
        Expr { kind, ty, span }
    }

    pub fn int(value: i128, ty: Ty, span: Span) -> Expr {
        Expr::new(ExprKind::Int(value), ty, span)
    }

    /// `left and right` or `left or right` of truth values.
    pub fn logical(op: LogicalOp, left: Expr, right: Expr) -> Expr {
        let span = left.span;
        Expr::new(ExprKind::Logical(op, Box::new(left), Box::new(right)), Ty::Bint, span)
    }

    /// `left op right` of numbers of one type.
    pub fn compare(op: CompareOp, left: Expr, right: Expr) -> Expr {
        let span = left.span;
        Expr::new(ExprKind::Compare(op, Box::new(left), Box::new(right)), Ty::Bint, span)
    }

    /// The conjunction of all conditions; `None` if there are none.
    pub fn all(conditions: impl IntoIterator<Item = Expr>) -> Option<Expr> {
        conditions.into_iter().reduce(|left, right| Expr::logical(LogicalOp::And, left, right))
    }

    /// The length of a C array, as a [`Ty::SSIZE`].
    pub fn length(length: &Length, span: Span) -> Expr {
        let kind = match length {
            Length::Known(length) => ExprKind::Int(i128::from(*length)),
            Length::OfHeader(length) => ExprKind::HeaderLength(Arc::clone(length)),
        };
        Expr::new(kind, Ty::SSIZE, span)
    }

    pub fn local(id: LocalId, ty: Ty, span: Span) -> Expr {
        Expr::new(ExprKind::Local(id), ty, span)
    }

    /// The expression without the conversions around it.
    pub fn without_conversions(&self) -> &Expr {
        match &self.kind {
            ExprKind::Convert(inner) => inner.without_conversions(),
            _ => self,
        }
    }

    /// The view and the indices of an element of which this is the address.
    pub fn addressed_element(&self) -> Option<(&Expr, &[Expr])> {
        let ExprKind::AddressOf(place) = &self.without_conversions().kind else { return None };
        let ExprKind::Element { view, indices } = &place.kind else { return None };
        Some((view, indices))
    }

    pub fn as_local(&self) -> Option<LocalId> {
        match self.kind {
            ExprKind::Local(id) => Some(id),
            _ => None,
        }
    }

    pub fn as_int(&self) -> Option<i128> {
        match &self.kind {
            ExprKind::Int(value) => Some(*value),
            ExprKind::Convert(inner) if self.ty.is_integral() => inner.as_int(),
            _ => None,
        }
    }

    /// Whether C computes a `float` as a double, as it does for literals and the result of `floor`.
    pub fn is_double_in_c(&self) -> bool {
        match &self.kind {
            ExprKind::Float(_) => true,
            ExprKind::Binary(BinaryOp::FloorDivide, ..) => matches!(self.ty, Ty::Float(_)),
            ExprKind::Unary(UnaryOp::Negate, inner) => inner.is_double_in_c(),
            ExprKind::Binary(
                BinaryOp::Add
                | BinaryOp::Subtract
                | BinaryOp::Multiply
                | BinaryOp::Divide
                | BinaryOp::CDivide,
                left,
                right,
            ) => left.is_double_in_c() || right.is_double_in_c(),
            _ => false,
        }
    }

    /// What is squared by `x ** 2`, a `double` or `float`.
    pub fn squared(&self) -> Option<&Expr> {
        let ExprKind::Binary(BinaryOp::Power, base, exponent) = &self.kind else { return None };
        let is_two = matches!(&exponent.kind, ExprKind::Float(by) if by.parse() == Ok(2.0));
        let is_plain = matches!(self.ty, Ty::Float(FloatKind::Double | FloatKind::Float));
        (is_two && is_plain && base.ty == self.ty).then_some(base)
    }

    /// Whether it is a memoryview to which a pointer leads: Cython's struct in memory, which holds no reference.
    pub fn is_pointed_view(&self) -> bool {
        self.ty.memoryview().is_some() && matches!(self.kind, ExprKind::Index { .. } | ExprKind::Deref(_))
    }

    /// Whether it names the local, at any depth.
    pub fn names(&self, local: LocalId) -> bool {
        self.as_local() == Some(local) || self.children().into_iter().any(|child| child.names(local))
    }

    /// Whether it names storage that can be assigned and has an address.
    pub fn is_place(&self) -> bool {
        match &self.kind {
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Extern(_)
            | ExprKind::Element { .. }
            | ExprKind::Index { .. }
            | ExprKind::Deref(_) => true,
            ExprKind::Field { base, .. } => base.is_place() || base.ty.is_object(),
            _ => false,
        }
    }

    /// The direct subexpressions, in the order of evaluation.
    pub fn children(&self) -> Vec<&Expr> {
        use ExprKind::*;
        match &self.kind {
            Local(_) | Global(_) | Extern(_) | Int(_) | HeaderLength(_) | Float(_) | Imaginary(_)
            | CString(_) | Null | FunctionAddress(_) | Const(_) | Singleton(_) | TypeObject(_)
            | SizeOf(_) | ThreadId | HasThreads | Threads => vec![],
            Unary(_, inner)
            | Convert(inner)
            | Transpose(inner)
            | IsNone(inner)
            | IsExactly(inner, _)
            | IsInstance(inner, _)
            | Inherits(inner, ..)
            | Deref(inner)
            | AddressOf(inner)
            | Field { base: inner, .. }
            | Extent { view: inner, .. }
            | Stride { view: inner, .. } => vec![inner],
            Binary(_, left, right)
            | Compare(_, left, right)
            | Logical(_, left, right)
            | MinMax(_, left, right)
            | InOrder { to: left, from: right }
            | Apart(left, right)
            | Index { base: left, index: right } => vec![left, right],
            Select(condition, then, otherwise) => vec![condition, then, otherwise],
            Element { view: first, indices: rest } | ViewOf { pointer: first, extents: rest } => {
                std::iter::once(&**first).chain(rest).collect()
            }
            Slice { view, parts } => {
                std::iter::once(&**view).chain(parts.iter().flat_map(SlicePart::exprs)).collect()
            }
            Struct(fields) => fields.iter().map(|(_, value)| value).collect(),
            Call(_, arguments) | Trial(_, arguments) => arguments.iter().collect(),
        }
    }

    /// Puts a value in the place of a local.
    pub fn substitute(&mut self, id: LocalId, value: &Expr) {
        if self.as_local() == Some(id) {
            *self = value.clone();
        } else {
            self.children_mut().into_iter().for_each(|child| child.substitute(id, value));
        }
    }

    /// [`Expr::children`], mutable.
    pub fn children_mut(&mut self) -> Vec<&mut Expr> {
        use ExprKind::*;
        match &mut self.kind {
            Local(_) | Global(_) | Extern(_) | Int(_) | HeaderLength(_) | Float(_) | Imaginary(_)
            | CString(_) | Null | FunctionAddress(_) | Const(_) | Singleton(_) | TypeObject(_)
            | SizeOf(_) | ThreadId | HasThreads | Threads => vec![],
            Unary(_, inner)
            | Convert(inner)
            | Transpose(inner)
            | IsNone(inner)
            | IsExactly(inner, _)
            | IsInstance(inner, _)
            | Inherits(inner, ..)
            | Deref(inner)
            | AddressOf(inner)
            | Field { base: inner, .. }
            | Extent { view: inner, .. }
            | Stride { view: inner, .. } => vec![inner],
            Binary(_, left, right)
            | Compare(_, left, right)
            | Logical(_, left, right)
            | MinMax(_, left, right)
            | InOrder { to: left, from: right }
            | Apart(left, right)
            | Index { base: left, index: right } => vec![left, right],
            Select(condition, then, otherwise) => vec![condition, then, otherwise],
            Element { view: first, indices: rest } | ViewOf { pointer: first, extents: rest } => {
                std::iter::once(&mut **first).chain(rest).collect()
            }
            Slice { view, parts } => {
                std::iter::once(&mut **view).chain(parts.iter_mut().flat_map(SlicePart::exprs_mut)).collect()
            }
            Struct(fields) => fields.iter_mut().map(|(_, value)| value).collect(),
            Call(_, arguments) | Trial(_, arguments) => arguments.iter_mut().collect(),
        }
    }
}

impl SlicePart {
    pub fn exprs(&self) -> Vec<&Expr> {
        match self {
            SlicePart::Index(index) => vec![index],
            SlicePart::Range { start, stop, step } => [start, stop, step].into_iter().flatten().collect(),
            SlicePart::NewAxis => vec![],
        }
    }

    fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            SlicePart::Index(index) => vec![index],
            SlicePart::Range { start, stop, step } => [start, stop, step].into_iter().flatten().collect(),
            SlicePart::NewAxis => vec![],
        }
    }
}

/// Whether two expressions are written in the same way, wherever they are. Expressions with calls never are: they
/// may differ from one evaluation to the next.
pub fn same_expr(left: &Expr, right: &Expr) -> bool {
    use ExprKind::*;
    let same_node = match (&left.kind, &right.kind) {
        (Local(a), Local(b)) => a == b,
        (Global(a), Global(b)) => a == b,
        (Extern(a), Extern(b)) => a == b,
        (Int(a), Int(b)) => a == b,
        (HeaderLength(a), HeaderLength(b)) => a == b,
        (Float(a), Float(b)) | (Imaginary(a), Imaginary(b)) => a == b,
        (Unary(a, _), Unary(b, _)) => a == b,
        (Binary(a, ..), Binary(b, ..)) => a == b,
        (Compare(a, ..), Compare(b, ..)) => a == b,
        (MinMax(a, ..), MinMax(b, ..)) => a == b,
        (Field { name: a, .. }, Field { name: b, .. }) => a == b,
        (Extent { axis: a, .. }, Extent { axis: b, .. })
        | (Stride { axis: a, .. }, Stride { axis: b, .. }) => a == b,
        (Convert(_), Convert(_))
        | (Element { .. }, Element { .. })
        | (Index { .. }, Index { .. })
        | (Deref(_), Deref(_))
        | (Transpose(_), Transpose(_)) => true,
        _ => false,
    };
    if !same_node || left.ty != right.ty {
        return false;
    }
    let (left, right) = (left.children(), right.children());
    left.len() == right.len() && left.into_iter().zip(right).all(|(left, right)| same_expr(left, right))
}
