//! Dense sets of the ids of an arena.

use std::marker::PhantomData;

use super::Idx;

/// A set of ids of one arena.
pub struct IdxSet<T> {
    words: Vec<u64>,
    of: PhantomData<fn() -> T>,
}

fn place<T>(id: Idx<T>) -> (usize, u64) {
    (id.index() / 64, 1 << (id.index() % 64))
}

impl<T> IdxSet<T> {
    pub fn contains(&self, id: Idx<T>) -> bool {
        let (word, bit) = place(id);
        self.words.get(word).is_some_and(|bits| bits & bit != 0)
    }

    /// Whether it was absent before.
    pub fn insert(&mut self, id: Idx<T>) -> bool {
        let (word, bit) = place(id);
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        let absent = self.words[word] & bit == 0;
        self.words[word] |= bit;
        absent
    }

    pub fn remove(&mut self, id: Idx<T>) {
        let (word, bit) = place(id);
        if let Some(bits) = self.words.get_mut(word) {
            *bits &= !bit;
        }
    }

    pub fn union(&mut self, other: &IdxSet<T>) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (bits, more) in self.words.iter_mut().zip(&other.words) {
            *bits |= more;
        }
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|bits| *bits == 0)
    }

    /// Whether everything in it is in `other` too.
    pub fn is_subset(&self, other: &IdxSet<T>) -> bool {
        let mut theirs = other.words.iter().copied().chain(std::iter::repeat(0));
        self.words.iter().all(|bits| bits & !theirs.next().unwrap_or(0) == 0)
    }

    /// The elements that are in both.
    pub fn intersection(&self, other: &IdxSet<T>) -> IdxSet<T> {
        let words = self.words.iter().zip(&other.words).map(|(bits, theirs)| bits & theirs).collect();
        IdxSet { words, of: PhantomData }
    }

    /// Removes the elements of `other`.
    pub fn subtract(&mut self, other: &IdxSet<T>) {
        for (bits, theirs) in self.words.iter_mut().zip(&other.words) {
            *bits &= !theirs;
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = Idx<T>> + '_ {
        let bits_of = |(word, &bits): (usize, &u64)| {
            let all = std::iter::successors(Some(bits), |bits| Some(bits & bits.wrapping_sub(1)));
            all.take_while(|bits| *bits != 0).map(move |bits| word * 64 + bits.trailing_zeros() as usize)
        };
        self.words.iter().enumerate().flat_map(bits_of).map(Idx::at)
    }
}

impl<T> Default for IdxSet<T> {
    fn default() -> IdxSet<T> {
        IdxSet { words: Vec::new(), of: PhantomData }
    }
}

impl<T> Clone for IdxSet<T> {
    fn clone(&self) -> IdxSet<T> {
        IdxSet { words: self.words.clone(), of: PhantomData }
    }
}

impl<T> PartialEq for IdxSet<T> {
    fn eq(&self, other: &IdxSet<T>) -> bool {
        self.is_subset(other) && other.is_subset(self)
    }
}

impl<T> Eq for IdxSet<T> {}

impl<T> std::fmt::Debug for IdxSet<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(Idx::index)).finish()
    }
}

impl<T> Extend<Idx<T>> for IdxSet<T> {
    fn extend<I: IntoIterator<Item = Idx<T>>>(&mut self, iter: I) {
        for id in iter {
            self.insert(id);
        }
    }
}

impl<T> FromIterator<Idx<T>> for IdxSet<T> {
    fn from_iter<I: IntoIterator<Item = Idx<T>>>(iter: I) -> IdxSet<T> {
        let mut set = IdxSet::default();
        set.extend(iter);
        set
    }
}
