//! What views show, followed from assignment to assignment: which part of which data.
//!
//! Bounds of parts are forms over numbers at the time the part is made. They are assumed to lie within what
//! they bound, and numbers to be large: that is how slices are intended. So what is found here is good for
//! warnings and proves nothing for a short array.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::super::affine::{Form, Symbol};
use crate::base::{Arena, Idx};
use crate::tir::{LocalId, SlicePart};

/// A view at one moment; views that show the same elements in the same way may be identical.
pub type ViewId = Idx<Shown>;

#[derive(Debug, Default)]
pub struct Views {
    list: Arena<Shown>,
    symbols: HashMap<Key, u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    Extent(ViewId, usize),
    /// A number of which nothing else is known.
    Number(u32),
}

#[derive(Clone, Debug)]
pub struct Shown {
    /// The view that it is a part of.
    pub(super) parent: Option<ViewId>,
    root: ViewId,
    /// Of a root.
    pub(super) origin: Origin,
    pub(super) axes: Option<Vec<Axis>>,
    /// The axes of the root at which one place is taken.
    pub(super) fixed: Vec<(usize, Form)>,
}

/// Where the data of a root comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The caller passes it.
    pub is_param: bool,
    /// The object whose buffer it is.
    pub object: Option<LocalId>,
}

/// An axis of a view: places `start`, `start + step`, ... of an axis of the root, before `stop`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Axis {
    /// `None` for a new axis.
    pub(super) of: Option<usize>,
    pub(super) start: Form,
    pub(super) stop: Form,
    /// Negative: the same places in the other direction.
    pub(super) step: i64,
}

/// The bounds of a slice along an axis, if they are given and known.
#[derive(Clone, Debug)]
pub enum PartBounds {
    Index(Option<Form>),
    Range { start: Option<Option<Form>>, stop: Option<Option<Form>>, step: Option<i64> },
    NewAxis,
}

/// How the elements of two parts of the same data relate to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlap {
    /// They share elements, and neither lies between the ends of the other.
    Partial,
    /// Anything else, or not known.
    Other,
}

impl Views {
    /// Data of which only the dimensions are known.
    pub fn root(&mut self, dimensions: usize, origin: Origin) -> ViewId {
        let id = self.list.next_id();
        let axes = (0..dimensions)
            .map(|axis| Axis {
                of: Some(axis),
                start: Form::default(),
                stop: self.extent_of(id, axis),
                step: 1,
            })
            .collect();
        self.list.alloc(Shown { parent: None, root: id, origin, axes: Some(axes), fixed: Vec::new() })
    }

    fn extent_of(&mut self, root: ViewId, axis: usize) -> Form {
        self.symbol(Key::Extent(root, axis))
    }

    fn symbol(&mut self, key: Key) -> Form {
        let next = self.symbols.len() as u32;
        Form::symbol(Symbol::Entry(*self.symbols.entry(key).or_insert(next)))
    }

    /// A number that differs from all others, as far as is known.
    pub fn number(&mut self) -> Form {
        let next = self.symbols.len() as u32;
        self.symbol(Key::Number(next))
    }

    pub(super) fn get(&self, id: ViewId) -> &Shown {
        &self.list[id]
    }

    pub fn origin(&self, id: ViewId) -> Origin {
        self.get(self.get(id).root).origin
    }

    /// Whether both show parts of the same data.
    pub fn are_related(&self, one: ViewId, other: ViewId) -> bool {
        self.get(one).root == self.get(other).root
    }

    /// Whether `outer` also shows everything that `inner` shows.
    pub fn is_within(&self, inner: ViewId, outer: ViewId) -> bool {
        let mut at = Some(inner);
        while let Some(id) = at {
            if id == outer {
                return true;
            }
            at = self.get(id).parent;
        }
        false
    }

    /// The number of elements along an axis.
    pub fn extent(&self, id: ViewId, axis: usize) -> Option<Form> {
        let axis = self.get(id).axes.as_ref()?.get(axis)?;
        if axis.step.abs() == 1 { axis.stop.subtract(&axis.start) } else { None }
    }

    pub fn transposed(&mut self, id: ViewId) -> ViewId {
        let mut shown = self.get(id).clone();
        if let Some(axes) = &mut shown.axes {
            axes.reverse();
        }
        self.derived(id, shown)
    }

    fn derived(&mut self, from: ViewId, mut shown: Shown) -> ViewId {
        shown.parent = Some(from);
        self.list.alloc(shown)
    }

    pub fn sliced(&mut self, id: ViewId, parts: &[PartBounds]) -> ViewId {
        let mut shown = self.get(id).clone();
        let axes = shown.axes.take();
        shown.axes = axes.and_then(|axes| {
            let mut axes = axes.into_iter();
            let mut result = Vec::new();
            for part in parts {
                if let PartBounds::NewAxis = part {
                    let one = Form::constant(1);
                    result.push(Axis { of: None, start: Form::default(), stop: one, step: 1 });
                    continue;
                }
                let axis = axes.next()?;
                match part {
                    PartBounds::Index(index) => {
                        let place = axis.place(index.as_ref()?)?;
                        shown.fixed.extend(axis.of.map(|of| (of, place)));
                    }
                    PartBounds::Range { start, stop, step } => {
                        result.push(axis.ranged(start.as_ref(), stop.as_ref(), (*step)?)?);
                    }
                    PartBounds::NewAxis => {}
                }
            }
            result.extend(axes);
            Some(result)
        });
        self.derived(id, shown)
    }

    /// How two parts relate to each other, each narrowed to the elements of it that are used.
    pub fn overlap(
        &self,
        one: (ViewId, Option<&[[Form; 2]]>),
        other: (ViewId, Option<&[[Form; 2]]>),
    ) -> Overlap {
        if !self.are_related(one.0, other.0) {
            return Overlap::Other;
        }
        match (self.bounds(one), self.bounds(other)) {
            (Some(one), Some(other)) => compare(&one, &other).unwrap_or(Overlap::Other),
            _ => Overlap::Other,
        }
    }

    /// Whether two parts of the same data certainly share no element.
    pub fn are_apart(&self, one: ViewId, other: ViewId) -> bool {
        self.are_related(one, other)
            && match (self.bounds((one, None)), self.bounds((other, None))) {
                (Some(one), Some(other)) => {
                    one.iter().zip(&other).any(|(one, other)| one.is_apart(other).unwrap_or(false))
                }
                _ => false,
            }
    }

    /// Per axis of the root, the places that are used.
    fn bounds(&self, (id, used): (ViewId, Option<&[[Form; 2]]>)) -> Option<Vec<Axis>> {
        let shown = self.get(id);
        let mut found: Vec<(usize, Axis)> = Vec::new();
        for (of, place) in &shown.fixed {
            let stop = place.offset(1)?;
            found.push((*of, Axis { of: Some(*of), start: place.clone(), stop, step: 1 }));
        }
        for (index, axis) in shown.axes.as_ref()?.iter().enumerate() {
            let Some(of) = axis.of else { continue };
            let axis = match used.map(|used| used.get(index)) {
                None => axis.clone(),
                Some(range) => {
                    let [start, stop] = range?;
                    axis.ranged(Some(&Some(start.clone())), Some(&Some(stop.clone())), 1)?
                }
            };
            found.push((of, axis));
        }
        found.sort_by_key(|(of, _)| *of);
        Some(found.into_iter().map(|(_, axis)| axis).collect())
    }
}

/// Counted from the end if it is a negative constant.
fn is_from_end(form: &Form) -> bool {
    form.as_constant().is_some_and(|constant| constant < 0)
}

impl Axis {
    /// `None` if it is not known.
    fn is_apart(&self, other: &Axis) -> Option<bool> {
        let (step, their_step) = (self.step.abs(), other.step.abs());
        let is_place =
            |axis: &Axis| axis.stop.subtract(&axis.start).and_then(|one| one.as_constant()) == Some(1);
        let common = match (step, their_step) {
            (step, their_step) if step == their_step => step,
            (step, _) if is_place(other) => step,
            (_, step) if is_place(self) => step,
            _ => 1,
        };
        let distance = other.start.subtract(&self.start)?;
        if distance.as_constant().is_some_and(|distance| distance % i128::from(common) != 0) {
            return Some(true);
        }
        let is_before =
            |one: &Axis, other: &Axis| difference(&one.stop, &other.start) >= Some(Ordering::Equal);
        Some(is_before(self, other) || is_before(other, self))
    }

    fn place(&self, index: &Form) -> Option<Form> {
        match (self.step, is_from_end(index)) {
            (1, true) => self.stop.add(index),
            (step, false) if step > 0 => self.start.add(&index.scale(step.into())?),
            _ => None,
        }
    }

    fn ranged(&self, start: Option<&Option<Form>>, stop: Option<&Option<Form>>, step: i64) -> Option<Axis> {
        let step_of = self.step.checked_mul(step)?;
        if step < 0 {
            let all = start.is_none() && stop.is_none() && step == -1;
            return all.then(|| Axis { step: step_of, ..self.clone() });
        }
        if self.step < 0 && !(start.is_none() && stop.is_none()) {
            return None;
        }
        let start = match start {
            None => self.start.clone(),
            Some(start) => self.place(start.as_ref()?)?,
        };
        let stop = match stop {
            None => self.stop.clone(),
            Some(stop) => self.place(stop.as_ref()?)?,
        };
        Some(Axis { of: self.of, start, stop, step: step_of })
    }
}

/// The sign of a form whose symbols are large; `None` where it depends on which are larger.
fn sign(form: &Form) -> Option<Ordering> {
    if let Some(constant) = form.as_constant() {
        return Some(constant.cmp(&0));
    }
    let mut signs = form.terms().filter(|(symbols, _)| !symbols.is_empty()).map(|(_, factor)| factor.cmp(&0));
    let first = signs.next()?;
    signs.all(|sign| sign == first).then_some(first)
}

fn difference(from: &Form, to: &Form) -> Option<Ordering> {
    sign(&to.subtract(from)?)
}

/// `None` if it is not known, or no element is shared.
fn compare(one: &[Axis], other: &[Axis]) -> Option<Overlap> {
    let mut shifts = Vec::new();
    for (one, other) in one.iter().zip(other) {
        shifts.extend(shift(one, other)?);
    }
    let partial = |way: Ordering| {
        let all = shifts.iter().all(|&shift| shift == way || shift == Ordering::Equal);
        let (lows, highs) = (shifts.iter().step_by(2), shifts.iter().skip(1).step_by(2));
        all && lows.into_iter().any(|&low| low == way) && highs.into_iter().any(|&high| high == way)
    };
    (partial(Ordering::Less) || partial(Ordering::Greater)).then_some(Overlap::Partial)
}

/// The signs by which the first and the last place of `other` lie after those of `one`.
fn shift(one: &Axis, other: &Axis) -> Option<[Ordering; 2]> {
    let (low, high) = (other.start.subtract(&one.start)?, other.stop.subtract(&one.stop)?);
    let (step, their_step) = (one.step.abs(), other.step.abs());
    if step == their_step && step > 1 {
        // Interleaved, or as many steps apart at both ends.
        let in_step = |form: &Form| form.as_constant().is_some_and(|apart| apart % i128::from(step) == 0);
        if !in_step(&low) || !in_step(&high) {
            return None;
        }
    } else if step != their_step && step.min(their_step) > 1 {
        return None;
    }
    let meet = difference(&one.start, &other.stop)? == Ordering::Greater
        && difference(&other.start, &one.stop)? == Ordering::Greater;
    if !meet {
        return None;
    }
    Some([sign(&low)?, sign(&high)?])
}

/// Whether a part is given by forms at all: for callers that make [`PartBounds`].
pub fn constant_step(part: &SlicePart) -> Option<i64> {
    match part {
        SlicePart::Range { step: None, .. } => Some(1),
        SlicePart::Range { step: Some(step), .. } => {
            step.as_int().and_then(|step| i64::try_from(step).ok()).filter(|&step| step != 0)
        }
        _ => None,
    }
}
