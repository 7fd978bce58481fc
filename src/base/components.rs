//! The cycles of a graph.

use std::collections::{HashMap, HashSet};

/// Strongly connected components among `nodes`, each of which leads to its `targets`. Components are in the order of
/// the flow, and each begins with the node that is reached first.
pub fn strong_components(nodes: &[usize], targets: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const NONE: usize = usize::MAX;
    let inside: HashSet<usize> = nodes.iter().copied().collect();
    let mut index: HashMap<usize, usize> = HashMap::new();
    let mut low: HashMap<usize, usize> = HashMap::new();
    let mut on_stack = HashSet::new();
    let mut stack = Vec::new();
    let mut found: Vec<Vec<usize>> = Vec::new();
    for root in nodes {
        if index.contains_key(root) {
            continue;
        }
        // Node, its next target, the node that led here.
        let mut path = vec![(*root, 0, NONE)];
        while let Some((node, next, from)) = path.last().copied() {
            if next == 0 && !index.contains_key(&node) {
                let number = index.len();
                index.insert(node, number);
                low.insert(node, number);
                stack.push(node);
                on_stack.insert(node);
            }
            if let Some(to) = targets[node].get(next) {
                path.last_mut().expect("it is there").1 += 1;
                if !inside.contains(to) {
                    continue;
                }
                if !index.contains_key(to) {
                    path.push((*to, 0, node));
                } else if on_stack.contains(to) {
                    let least = low[&node].min(index[to]);
                    low.insert(node, least);
                }
                continue;
            }
            path.pop();
            if low[&node] == index[&node] {
                let at = stack.iter().rposition(|other| *other == node).expect("it is on the stack");
                let component = stack.split_off(at);
                component.iter().for_each(|node| {
                    on_stack.remove(node);
                });
                found.push(component);
            }
            if from != NONE {
                let least = low[&from].min(low[&node]);
                low.insert(from, least);
            }
        }
    }
    found.reverse();
    found
}

#[cfg(test)]
mod tests {
    use super::strong_components;

    #[test]
    fn cycles_are_components_in_the_order_of_the_flow() {
        let targets = [vec![1], vec![2, 3], vec![1], vec![3, 4], vec![]];
        assert_eq!(strong_components(&[0, 1, 2, 3, 4], &targets), [vec![0], vec![1, 2], vec![3], vec![4]]);
        // Nothing is known about what is not among the nodes.
        assert_eq!(strong_components(&[1, 3], &targets), [[1], [3]]);
    }
}
