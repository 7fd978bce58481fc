//! What is known of some of an arena's elements, by their ids.

use std::fmt;
use std::iter::Enumerate;
use std::marker::PhantomData;
use std::ops::Index;

use super::Idx;

/// A dense map from ids to values: `ArenaMap<LocalId, Ty>`.
pub struct ArenaMap<I, V> {
    values: Vec<Option<V>>,
    ids: PhantomData<fn() -> I>,
}

impl<K, V> ArenaMap<Idx<K>, V> {
    /// Sets the value of an id and returns the one before.
    pub fn insert(&mut self, id: Idx<K>, value: V) -> Option<V> {
        if self.values.len() <= id.index() {
            self.values.resize_with(id.index() + 1, || None);
        }
        self.values[id.index()].replace(value)
    }

    /// The value of an id, if it has one.
    pub fn get(&self, id: Idx<K>) -> Option<&V> {
        self.values.get(id.index())?.as_ref()
    }

    /// The value of an id, to change.
    pub fn get_mut(&mut self, id: Idx<K>) -> Option<&mut V> {
        self.values.get_mut(id.index())?.as_mut()
    }

    /// The value of an id, to change, which it gets if it has none.
    pub fn get_or_default(&mut self, id: Idx<K>) -> &mut V
    where
        V: Default,
    {
        if self.values.len() <= id.index() {
            self.values.resize_with(id.index() + 1, || None);
        }
        self.values[id.index()].get_or_insert_default()
    }

    /// The values with their ids, in the order of these.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Idx<K>, &V)> {
        self.values.iter().enumerate().filter_map(|(at, value)| Some((Idx::at(at), value.as_ref()?)))
    }

    /// The values with their ids, to change.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Idx<K>, &mut V)> {
        self.values.iter_mut().enumerate().filter_map(|(at, value)| Some((Idx::at(at), value.as_mut()?)))
    }

    /// The values, to change.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.values.iter_mut().flatten()
    }

    /// The values, in the order of their ids.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.values.iter().flatten()
    }
}

impl<I, V> Default for ArenaMap<I, V> {
    fn default() -> ArenaMap<I, V> {
        ArenaMap { values: Vec::new(), ids: PhantomData }
    }
}

impl<I, V: Clone> Clone for ArenaMap<I, V> {
    fn clone(&self) -> ArenaMap<I, V> {
        ArenaMap { values: self.values.clone(), ids: PhantomData }
    }
}

impl<K, V: fmt::Debug> fmt::Debug for ArenaMap<Idx<K>, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K, V> Index<Idx<K>> for ArenaMap<Idx<K>, V> {
    type Output = V;

    fn index(&self, id: Idx<K>) -> &V {
        self.get(id).expect("the id has a value")
    }
}

impl<K, V> IntoIterator for ArenaMap<Idx<K>, V> {
    type Item = (Idx<K>, V);
    type IntoIter = IntoIter<K, V>;

    fn into_iter(self) -> IntoIter<K, V> {
        IntoIter { values: self.values.into_iter().enumerate(), kind: PhantomData }
    }
}

/// The values with their ids, in the order of these.
pub struct IntoIter<K, V> {
    values: Enumerate<std::vec::IntoIter<Option<V>>>,
    kind: PhantomData<fn() -> K>,
}

impl<K, V> Iterator for IntoIter<K, V> {
    type Item = (Idx<K>, V);

    fn next(&mut self) -> Option<(Idx<K>, V)> {
        self.values.by_ref().find_map(|(at, value)| Some((Idx::at(at), value?)))
    }
}

impl<K, V> Extend<(Idx<K>, V)> for ArenaMap<Idx<K>, V> {
    fn extend<I: IntoIterator<Item = (Idx<K>, V)>>(&mut self, iter: I) {
        for (id, value) in iter {
            self.insert(id, value);
        }
    }
}

impl<K, V> FromIterator<(Idx<K>, V)> for ArenaMap<Idx<K>, V> {
    fn from_iter<I: IntoIterator<Item = (Idx<K>, V)>>(iter: I) -> ArenaMap<Idx<K>, V> {
        let mut map = ArenaMap::default();
        map.extend(iter);
        map
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Arena;

    #[test]
    fn some_ids_have_values() {
        let names: Arena<&str> = ["a", "b", "c"].into_iter().collect();
        let [a, b, c] = <[Idx<&str>; 3]>::try_from(names.ids().collect::<Vec<_>>()).expect("there are three");
        let mut lengths: ArenaMap<Idx<&str>, usize> = [(c, 3), (a, 1)].into_iter().collect();
        assert_eq!((lengths.get(a), lengths.get(b), lengths[c]), (Some(&1), None, 3));
        assert_eq!(lengths.insert(a, 4), Some(1));
        *lengths.get_or_default(b) += 2;
        assert_eq!(lengths.iter().collect::<Vec<_>>(), [(a, &4), (b, &2), (c, &3)]);
        assert_eq!(lengths.into_iter().map(|(_, length)| length).collect::<Vec<_>>(), [4, 2, 3]);
    }
}
