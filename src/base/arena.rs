//! Arenas: tables whose elements are referred to by ids.
//!
//! An id has a kind. Most arenas have one of their own, their element's type: ids of one arena do not fit another.
//! Tables of several stages may share a kind: then one id refers to what each of them knows of the same thing. An id
//! comes from an arena (`alloc`, `ids`, `next_id`) and from nowhere else: a number cannot be made one.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::iter::Enumerate;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// An id of a kind: the position of an element in the tables of that kind.
pub struct Idx<K> {
    position: u32,
    kind: PhantomData<fn() -> K>,
}

impl<K> Idx<K> {
    /// The id of the element at a position. Only arenas and sets of ids know that there is one.
    pub(super) fn at(position: usize) -> Idx<K> {
        let position = u32::try_from(position).expect("an arena has fewer than 2^32 elements");
        Idx { position, kind: PhantomData }
    }

    /// Its position in the tables of its kind, to number or to sort by.
    pub fn index(self) -> usize {
        self.position as usize
    }
}

impl<K> Clone for Idx<K> {
    fn clone(&self) -> Idx<K> {
        *self
    }
}

impl<K> Copy for Idx<K> {}

impl<K> PartialEq for Idx<K> {
    fn eq(&self, other: &Idx<K>) -> bool {
        self.position == other.position
    }
}

impl<K> Eq for Idx<K> {}

impl<K> PartialOrd for Idx<K> {
    fn partial_cmp(&self, other: &Idx<K>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<K> Ord for Idx<K> {
    fn cmp(&self, other: &Idx<K>) -> Ordering {
        self.position.cmp(&other.position)
    }
}

impl<K> Hash for Idx<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.position.hash(state);
    }
}

impl<K> fmt::Debug for Idx<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = std::any::type_name::<K>();
        write!(f, "{}#{}", kind.rsplit(':').next().unwrap_or(kind), self.position)
    }
}

/// A table of elements, with ids of the kind `K`.
pub struct Arena<T, K = T> {
    elements: Vec<T>,
    kind: PhantomData<fn() -> K>,
}

impl<T, K> Arena<T, K> {
    /// Adds an element.
    pub fn alloc(&mut self, element: T) -> Idx<K> {
        let id = self.next_id();
        self.elements.push(element);
        id
    }

    /// The id that the next element will have.
    pub fn next_id(&self) -> Idx<K> {
        Idx::at(self.elements.len())
    }

    /// The ids of all elements.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = Idx<K>> + ExactSizeIterator + Clone + use<T, K> {
        (0..self.elements.len()).map(Idx::at)
    }

    /// The ids that the elements added from now on will have.
    pub fn next_ids(&self) -> impl Iterator<Item = Idx<K>> + Clone + use<T, K> {
        (self.elements.len()..).map(Idx::at)
    }

    pub fn len(&self) -> usize {
        self.elements.len()
    }

    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// Whether it has an element with this id.
    pub fn contains(&self, id: Idx<K>) -> bool {
        id.index() < self.elements.len()
    }

    /// The element with this id, if there is one.
    pub fn get(&self, id: Idx<K>) -> Option<&T> {
        self.elements.get(id.index())
    }

    /// The elements with their ids.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Idx<K>, &T)> + ExactSizeIterator + Clone {
        self.elements.iter().enumerate().map(|(at, element)| (Idx::at(at), element))
    }

    /// The elements with their ids, to change.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (Idx<K>, &mut T)> + ExactSizeIterator {
        self.elements.iter_mut().enumerate().map(|(at, element)| (Idx::at(at), element))
    }

    /// The elements, in the order of their ids.
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.elements.iter()
    }

    /// The elements, to change.
    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.elements.iter_mut()
    }
}

impl<T, K> Default for Arena<T, K> {
    fn default() -> Arena<T, K> {
        Arena { elements: Vec::new(), kind: PhantomData }
    }
}

impl<T: Clone, K> Clone for Arena<T, K> {
    fn clone(&self) -> Arena<T, K> {
        Arena { elements: self.elements.clone(), kind: PhantomData }
    }
}

impl<T: fmt::Debug, K> fmt::Debug for Arena<T, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.elements).finish()
    }
}

impl<T, K> Index<Idx<K>> for Arena<T, K> {
    type Output = T;

    fn index(&self, id: Idx<K>) -> &T {
        &self.elements[id.index()]
    }
}

impl<T, K> IndexMut<Idx<K>> for Arena<T, K> {
    fn index_mut(&mut self, id: Idx<K>) -> &mut T {
        &mut self.elements[id.index()]
    }
}

impl<T, K> FromIterator<T> for Arena<T, K> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Arena<T, K> {
        Arena { elements: Vec::from_iter(iter), kind: PhantomData }
    }
}

impl<T, K> Extend<T> for Arena<T, K> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I) {
        self.elements.extend(iter);
    }
}

/// The elements of an arena with their ids.
pub struct IntoIter<T, K> {
    elements: Enumerate<std::vec::IntoIter<T>>,
    kind: PhantomData<fn() -> K>,
}

impl<T, K> Iterator for IntoIter<T, K> {
    type Item = (Idx<K>, T);

    fn next(&mut self) -> Option<(Idx<K>, T)> {
        self.elements.next().map(|(at, element)| (Idx::at(at), element))
    }
}

impl<T, K> IntoIterator for Arena<T, K> {
    type Item = (Idx<K>, T);
    type IntoIter = IntoIter<T, K>;

    fn into_iter(self) -> IntoIter<T, K> {
        IntoIter { elements: self.elements.into_iter().enumerate(), kind: PhantomData }
    }
}

/// Elements that are to be added to an arena: each has the id that it will have there.
pub struct Additions<T, K = T> {
    first: usize,
    elements: Vec<T>,
    kind: PhantomData<fn() -> K>,
}

impl<T, K> Additions<T, K> {
    /// Additions to a table of the kind, which stays as it is until they are there.
    pub fn to<U>(arena: &Arena<U, K>) -> Additions<T, K> {
        Additions { first: arena.len(), elements: Vec::new(), kind: PhantomData }
    }

    /// Adds an element.
    pub fn alloc(&mut self, element: T) -> Idx<K> {
        self.elements.push(element);
        Idx::at(self.first + self.elements.len() - 1)
    }

    /// Whether the id is that of an addition.
    pub fn contains(&self, id: Idx<K>) -> bool {
        id.index() >= self.first
    }

    /// The elements with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (Idx<K>, &T)> {
        self.elements.iter().enumerate().map(|(at, element)| (Idx::at(self.first + at), element))
    }

    /// The elements, in the order in which the arena gets them.
    pub fn into_values(self) -> std::vec::IntoIter<T> {
        self.elements.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_one_kind_share_ids() {
        enum Thing {}
        let mut names: Arena<&str, Thing> = Arena::default();
        let (first, next) = (names.alloc("first"), names.next_id());
        let mut sizes: Arena<usize, Thing> = names.values().map(|name| name.len()).collect();
        assert_eq!((sizes[first], sizes.get(next)), (5, None));
        let mut more: Additions<usize, Thing> = Additions::to(&sizes);
        assert_eq!(more.alloc(7), next);
        assert!(more.contains(next) && !more.contains(first));
        sizes.extend(more.into_values());
        assert_eq!(sizes.ids().map(|id| sizes[id]).collect::<Vec<_>>(), [5, 7]);
    }
}
