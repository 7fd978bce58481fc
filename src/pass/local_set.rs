//! Sets of locals, dense.

use la_arena::RawIdx;

use crate::tir::{LocalId, Stmt, walk};

/// A set of the locals of one function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LocalSet {
    words: Vec<u64>,
}

fn place(id: LocalId) -> (usize, u64) {
    let index = id.into_raw().into_u32();
    (index as usize / 64, 1 << (index % 64))
}

impl LocalSet {
    /// The locals that statements give values.
    pub fn assigned_in(block: &[Stmt]) -> LocalSet {
        let mut set = LocalSet::default();
        walk::statements(block, &mut |stmt| set.extend(walk::assigned(stmt)));
        set
    }

    pub fn contains(&self, id: LocalId) -> bool {
        let (word, bit) = place(id);
        self.words.get(word).is_some_and(|bits| bits & bit != 0)
    }

    /// Whether it was absent before.
    pub fn insert(&mut self, id: LocalId) -> bool {
        let (word, bit) = place(id);
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        let absent = self.words[word] & bit == 0;
        self.words[word] |= bit;
        absent
    }

    pub fn remove(&mut self, id: LocalId) {
        let (word, bit) = place(id);
        if let Some(bits) = self.words.get_mut(word) {
            *bits &= !bit;
        }
    }

    pub fn union(&mut self, other: &LocalSet) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (bits, more) in self.words.iter_mut().zip(&other.words) {
            *bits |= more;
        }
    }

    /// Whether everything in it is in `other` too.
    pub fn is_subset(&self, other: &LocalSet) -> bool {
        let mut theirs = other.words.iter().copied().chain(std::iter::repeat(0));
        self.words.iter().all(|bits| bits & !theirs.next().unwrap_or(0) == 0)
    }

    pub fn iter(&self) -> impl Iterator<Item = LocalId> + '_ {
        let bits_of = |(word, &bits): (usize, &u64)| {
            (0..64u32).filter(move |bit| bits >> bit & 1 != 0).map(move |bit| word as u32 * 64 + bit)
        };
        self.words.iter().enumerate().flat_map(bits_of).map(|raw| LocalId::from_raw(RawIdx::from_u32(raw)))
    }
}

impl Extend<LocalId> for LocalSet {
    fn extend<I: IntoIterator<Item = LocalId>>(&mut self, iter: I) {
        for id in iter {
            self.insert(id);
        }
    }
}

impl FromIterator<LocalId> for LocalSet {
    fn from_iter<I: IntoIterator<Item = LocalId>>(iter: I) -> LocalSet {
        let mut set = LocalSet::default();
        set.extend(iter);
        set
    }
}
