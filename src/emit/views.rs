//! Memoryviews as C expressions.
//!
//! The glue keeps a view in one of the runtime's structs; kernels keep it as a typed pointer and the scalars
//! that they need. A [`ViewValue`] is either of these, or a part of one: an address, the extents and the
//! strides, each an expression.

use super::bug::{OrBug, bug};
use super::c;
use super::symbols::Symbols;
use super::types::{element_type, view_struct};
use crate::ty::{Axis, Contiguity, Memoryview};

/// Where element `[0, ..., 0]` is.
#[derive(Clone, Debug)]
pub enum Base {
    /// A pointer to the element type.
    Typed(c::Expr),
    /// A `char *`.
    Bytes(c::Expr),
}

/// The distance from one element to the next along an axis.
#[derive(Clone, Debug, Default)]
pub struct Stride {
    /// In elements, if the view's type makes it a whole number of them.
    pub elements: Option<c::Expr>,
    /// In bytes.
    pub bytes: Option<c::Expr>,
}

impl Stride {
    #[track_caller]
    fn in_bytes(&self, element: &c::Type) -> c::Expr {
        match (&self.bytes, &self.elements) {
            (Some(bytes), _) => bytes.clone(),
            (None, Some(elements)) => c::Expr::product(elements.clone(), size_of(element)),
            (None, None) => bug("a stride of a view"),
        }
    }
}

fn size_of(element: &c::Type) -> c::Expr {
    let size = c::Expr::call("sizeof", vec![c::Expr::Type(element.clone())]);
    c::Expr::cast(c::Type::named("ptrdiff_t"), size)
}

#[derive(Clone, Debug)]
pub struct ViewValue {
    pub ty: Memoryview,
    pub element: c::Type,
    pub base: Base,
    /// Absent if the code that made the value does not need them.
    pub extents: Vec<Option<c::Expr>>,
    pub strides: Vec<Stride>,
    /// The buffer behind it; the glue's views have one.
    pub owner: Option<c::Expr>,
    /// The struct that holds it as a whole, if there is one.
    pub whole: Option<c::Expr>,
}

impl ViewValue {
    /// A view held in a struct.
    pub fn of_struct(symbols: &Symbols, ty: &Memoryview, place: c::Expr) -> ViewValue {
        let field = |name: &str| c::Expr::member(place.clone(), name);
        let item = |name: &str, axis: usize| c::Expr::index(field(name), c::Expr::number(axis));
        let extents: Vec<_> = (0..ty.ndim()).map(|axis| Some(item("shape", axis))).collect();
        let mut strides = packed_strides(ty, &extents);
        for (axis, stride) in strides.iter_mut().enumerate() {
            stride.bytes = Some(item("strides", axis));
        }
        ViewValue {
            ty: ty.clone(),
            element: element_type(symbols, ty),
            base: Base::Bytes(field("data")),
            extents,
            strides,
            owner: Some(field("owner")),
            whole: Some(place),
        }
    }

    pub fn ndim(&self) -> usize {
        self.ty.ndim()
    }

    #[track_caller]
    pub fn extent(&self, axis: usize) -> c::Expr {
        self.extents[axis].clone().or_bug("an extent of a view")
    }

    #[track_caller]
    pub fn stride_bytes(&self, axis: usize) -> c::Expr {
        self.strides[axis].in_bytes(&self.element)
    }

    /// The address as a pointer to the element type.
    pub fn pointer(&self) -> c::Expr {
        match &self.base {
            Base::Typed(pointer) => pointer.clone(),
            Base::Bytes(bytes) => c::Expr::cast(self.element.clone().pointer(), bytes.clone()),
        }
    }

    /// The address as a `char *`.
    pub fn bytes(&self) -> c::Expr {
        match &self.base {
            Base::Typed(pointer) => c::Expr::cast(c::Type::named("char").pointer(), pointer.clone()),
            Base::Bytes(bytes) => bytes.clone(),
        }
    }

    /// The address `offset` bytes on, as a pointer to the element type.
    fn pointer_at(&self, offset: c::Expr) -> c::Expr {
        if offset.is_zero() {
            return self.pointer();
        }
        let base = match &self.base {
            Base::Typed(base) | Base::Bytes(base) => base.clone(),
        };
        c::Expr::call("offcy_at", vec![c::Expr::Type(self.element.clone()), base, offset])
    }

    /// The element at these indices, a place.
    pub fn element(&self, indices: &[c::Expr]) -> c::Expr {
        match self.ty.contiguity() {
            Contiguity::C => self.packed_element(indices.iter().enumerate()),
            Contiguity::Fortran => self.packed_element(indices.iter().enumerate().rev()),
            Contiguity::Strided => self.strided_element(indices),
        }
    }

    /// Horner's scheme from the slowest axis to the fastest.
    fn packed_element<'i>(&self, indices: impl Iterator<Item = (usize, &'i c::Expr)>) -> c::Expr {
        let mut offset: Option<c::Expr> = None;
        for (axis, index) in indices {
            offset = Some(match offset {
                // For the first row nobody needs to know how long it is.
                None => index.clone(),
                Some(slower) if slower.is_zero() => index.clone(),
                Some(slower) => c::Expr::sum(c::Expr::product(slower, self.extent(axis)), index.clone()),
            });
        }
        c::Expr::index(self.pointer(), offset.or_bug("an index of an element"))
    }

    fn strided_element(&self, indices: &[c::Expr]) -> c::Expr {
        let mut offset = c::Expr::number(0);
        let mut fast = None;
        for (axis, index) in indices.iter().enumerate() {
            if self.ty.axes[axis] == Axis::Contiguous {
                fast = Some(index.clone());
            } else if !index.is_zero() {
                offset = c::Expr::sum(offset, c::Expr::product(index.clone(), self.stride_bytes(axis)));
            }
        }
        let pointer = self.pointer_at(offset);
        match fast {
            Some(index) => c::Expr::index(pointer, index),
            None => c::Expr::deref(pointer),
        }
    }

    /// Moves the address `index` places along an axis.
    pub fn advance(&mut self, axis: usize, index: c::Expr) {
        self.whole = None;
        if index.is_zero() {
            return;
        }
        let stride = self.strides[axis].clone();
        self.base = match (&self.base, &stride.elements) {
            (Base::Typed(pointer), Some(elements)) => {
                Base::Typed(c::Expr::sum(pointer.clone(), c::Expr::product(index, elements.clone())))
            }
            (Base::Bytes(bytes), _) => {
                let distance = c::Expr::product(index, stride.in_bytes(&self.element));
                Base::Bytes(c::Expr::sum(bytes.clone(), distance))
            }
            (Base::Typed(_), None) => {
                Base::Typed(self.pointer_at(c::Expr::product(index, stride.in_bytes(&self.element))))
            }
        };
    }

    /// The axes in reverse order.
    pub fn transposed(mut self, ty: &Memoryview) -> ViewValue {
        self.extents.reverse();
        self.strides.reverse();
        self.ty = ty.clone();
        self.whole = None;
        self
    }

    /// As one of the runtime's structs.
    pub fn as_struct(&self) -> c::Expr {
        if let Some(whole) = &self.whole {
            return whole.clone();
        }
        let list =
            |items: Vec<c::Expr>| c::Expr::Braces(items.into_iter().map(|item| (None, item)).collect());
        let extents = (0..self.ndim()).map(|axis| self.extent(axis)).collect();
        let strides = (0..self.ndim()).map(|axis| self.stride_bytes(axis)).collect();
        let owner = self.owner.clone().or_bug("the owner of a view");
        let fields =
            [("owner", owner), ("data", self.bytes()), ("shape", list(extents)), ("strides", list(strides))];
        let fields = fields.into_iter().map(|(name, value)| (Some(name.to_string()), value)).collect();
        c::Expr::Compound(c::Type::named(view_struct(&self.ty)), fields)
    }
}

/// The strides in elements that follow from a view's type and extents.
pub fn packed_strides(ty: &Memoryview, extents: &[Option<c::Expr>]) -> Vec<Stride> {
    // Of no axes it is 1; that of an axis which nobody needs is not needed.
    let product = |axes: std::ops::Range<usize>| -> Option<c::Expr> {
        let extents: Option<Vec<c::Expr>> = axes.map(|axis| extents[axis].clone()).collect();
        Some(extents?.into_iter().reduce(c::Expr::product).unwrap_or(c::Expr::number(1)))
    };
    let elements = |axis: usize| match (ty.contiguity(), ty.axes[axis]) {
        (Contiguity::C, _) => product(axis + 1..ty.ndim()),
        (Contiguity::Fortran, _) => product(0..axis),
        (Contiguity::Strided, Axis::Contiguous) => Some(c::Expr::number(1)),
        (Contiguity::Strided, _) => None,
    };
    (0..ty.ndim()).map(|axis| Stride { elements: elements(axis), bytes: None }).collect()
}
