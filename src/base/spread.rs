//! Properties that spread from functions to those that call them.

use std::collections::VecDeque;

/// Asks `found` about each of `count` things. When it finds more about one, it asks again about the dependents of
/// that one, until nothing more is found.
pub fn spread(count: usize, dependents: &[Vec<usize>], mut found: impl FnMut(usize) -> bool) {
    let mut queue: VecDeque<usize> = (0..count).collect();
    let mut is_queued = vec![true; count];
    while let Some(at) = queue.pop_front() {
        is_queued[at] = false;
        if !found(at) {
            continue;
        }
        for &dependent in dependents.get(at).into_iter().flatten() {
            if !std::mem::replace(&mut is_queued[dependent], true) {
                queue.push_back(dependent);
            }
        }
    }
}

/// The callers of each: `called` gives what each of `count` things calls.
pub fn callers(count: usize, called: impl Fn(usize) -> Vec<usize>) -> Vec<Vec<usize>> {
    let mut callers = vec![Vec::new(); count];
    for caller in 0..count {
        for callee in called(caller) {
            if let Some(list) =
                callers.get_mut(callee).filter(|list: &&mut Vec<usize>| list.last() != Some(&caller))
            {
                list.push(caller);
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
        let called = |at: usize| {
            if at == 60 {
                vec![61, 50]
            } else if at == 50 {
                vec![51, 60]
            } else {
                vec![at + 1]
            }
        };
        let callers = callers(100, called);
        let (mut known, mut asked) = (vec![false; 100], 0);
        spread(100, &callers, |at| {
            asked += 1;
            let is_true = at == 99 || called(at).into_iter().any(|callee| known.get(callee) == Some(&true));
            is_true && !std::mem::replace(&mut known[at], true)
        });
        assert!(known.iter().all(|&known| known));
        assert!(asked < 210, "{asked}");
    }
}
