//! What each block of a tree contains, from one walk.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

/// Items in the order of a walk, and which of them each block holds at any depth.
#[derive(Clone, Debug)]
pub struct ByBlock<T> {
    items: Vec<T>,
    /// The positions of each item in that list, in ascending order.
    places: HashMap<T, Vec<usize>>,
    /// By the address of a block.
    blocks: HashMap<usize, Within>,
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
    pub fn end<S>(&mut self, block: &[S], mark: usize) {
        if !block.is_empty() {
            self.blocks.insert(block.as_ptr().addr(), mark..self.items.len());
        }
    }

    /// What a block of the walk holds at any depth; all items for a block outside the walk.
    pub fn within<S>(&self, block: &[S]) -> Within {
        let all = if block.is_empty() { 0..0 } else { 0..self.items.len() };
        self.blocks.get(&block.as_ptr().addr()).filter(|_| !block.is_empty()).cloned().unwrap_or(all)
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

    #[test]
    fn blocks_hold_what_their_inner_blocks_hold() {
        let (outer, inner) = ([0], [0]);
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
        assert!(!found.contains('a', &found.within::<u8>(&[])));
    }
}
