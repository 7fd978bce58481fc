//! Properties that spread from functions to those that call them.

use std::collections::VecDeque;

use super::{Arena, Idx};

/// Asks `found` about each element of a table. When it finds more about one, it asks again about the dependents of
/// that one, until nothing more is found.
pub fn spread<K>(dependents: &Arena<Vec<Idx<K>>, K>, mut found: impl FnMut(Idx<K>) -> bool) {
    let mut queue: VecDeque<Idx<K>> = dependents.ids().collect();
    let mut is_queued: Arena<bool, K> = dependents.ids().map(|_| true).collect();
    while let Some(id) = queue.pop_front() {
        is_queued[id] = false;
        if !found(id) {
            continue;
        }
        for &dependent in &dependents[id] {
            if !std::mem::replace(&mut is_queued[dependent], true) {
                queue.push_back(dependent);
            }
        }
    }
}

/// The callers of each: `called` has what each of them calls.
pub fn callers<K>(called: &Arena<Vec<Idx<K>>, K>) -> Arena<Vec<Idx<K>>, K> {
    let mut callers: Arena<Vec<Idx<K>>, K> = called.ids().map(|_| Vec::new()).collect();
    for (caller, callees) in called.iter() {
        for &callee in callees {
            if callers.get(callee).is_some_and(|list| list.last() != Some(&caller)) {
                callers[callee].push(caller);
            }
        }
    }
    callers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_asked_once_more_per_thing_that_it_depends_on() {
        // 0 calls 1 calls 2 ... calls 99, which has the property; 50 and 60 call each other.
        let names: Arena<usize> = (0..100).collect();
        let ids: Vec<Idx<usize>> = names.ids().chain([names.next_id()]).collect();
        let called = |at: usize| match at {
            60 => vec![ids[61], ids[50]],
            50 => vec![ids[51], ids[60]],
            _ => vec![ids[at + 1]],
        };
        let called: Arena<Vec<Idx<usize>>, usize> = (0..100).map(called).collect();
        let (mut known, mut asked) = (vec![false; 100], 0);
        spread(&callers(&called), |id| {
            asked += 1;
            let calls_one = called[id].iter().any(|callee| known.get(callee.index()) == Some(&true));
            let is_true = id.index() == 99 || calls_one;
            is_true && !std::mem::replace(&mut known[id.index()], true)
        });
        assert!(known.iter().all(|&known| known));
        assert!(asked < 210, "{asked}");
    }
}
