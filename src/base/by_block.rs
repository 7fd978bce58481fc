//! What each block of a tree contains, from one walk.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

use super::{Statement, StmtId};

/// Items in the order of a walk, and which of them each block holds at any depth.
#[derive(Clone, Debug)]
pub struct ByBlock<T> {
    items: Vec<T>,
    /// The positions of each item in that list, in ascending order.
    places: HashMap<T, Vec<usize>>,
    /// By the first statement of a block.
    blocks: HashMap<StmtId, Within>,
}

/// Which items a block holds.
pub type Within = Range<usize>;

impl<T> Default for ByBlock<T> {
    fn default() -> ByBlock<T> {
        ByBlock { items: Vec::new(), places: HashMap::new(), blocks: HashMap::new() }
    }
}

impl<T: Copy + Eq + Hash> ByBlock<T> {
    /// Adds an item that the walk has reached.
    pub fn add(&mut self, item: T) {
        self.places.entry(item).or_default().push(self.items.len());
        self.items.push(item);
    }

    /// How many items there are: those added from now on belong to a block that begins here.
    pub fn mark(&self) -> usize {
        self.items.len()
    }

    /// The walk has reached the end of a block that began at a mark.
    pub fn end<S: Statement>(&mut self, block: &[S], mark: usize) {
        if let Some(first) = block.first() {
            self.blocks.insert(first.id(), mark..self.items.len());
        }
    }

    /// What a block of the walk holds at any depth; all items for a block outside the walk.
    pub fn within<S: Statement>(&self, block: &[S]) -> Within {
        let Some(first) = block.first() else { return 0..0 };
        self.blocks.get(&first.id()).cloned().unwrap_or(0..self.items.len())
    }

    /// The items, each as often as it occurs.
    pub fn items(&self, within: &Within) -> &[T] {
        &self.items[within.clone()]
    }

    /// Whether an item occurs there.
    pub fn contains(&self, item: T, within: &Within) -> bool {
        self.places.get(&item).is_some_and(|places| {
            let next = places.partition_point(|place| *place < within.start);
            places.get(next).is_some_and(|place| *place < within.end)
        })
    }

    /// Whether an item occurs anywhere.
    pub fn has(&self, item: T) -> bool {
        self.places.contains_key(&item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Step(StmtId);

    impl Statement for Step {
        fn id(&self) -> StmtId {
            self.0
        }
    }

    #[test]
    fn blocks_hold_what_their_inner_blocks_hold() {
        let (outer, inner) = ([Step(StmtId::unused())], [Step(StmtId::unused())]);
        let mut found = ByBlock::default();
        found.add('a');
        let mark = found.mark();
        found.add('b');
        found.end(&inner, mark);
        found.add('b');
        found.end(&outer, 0);
        let within = found.within(&inner);
        assert_eq!(found.items(&within), ['b']);
        assert!(found.contains('b', &within) && !found.contains('a', &within));
        assert!(found.contains('a', &found.within(&outer)) && found.has('a'));
        assert!(!found.contains('a', &found.within::<Step>(&[])));
    }
}
