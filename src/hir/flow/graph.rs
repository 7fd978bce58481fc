//! What a function does to its variables, in execution order.

use crate::base::IdxSet;
use crate::hir::{Local, LocalId};
use crate::source::Span;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(usize);

/// What happens to a variable, and where.
#[derive(Clone, Copy)]
pub enum Event {
    Read(LocalId, Span),
    Bind(LocalId),
    /// It has no value from here on.
    Unbind(LocalId),
}

/// Events that follow one another.
#[derive(Default)]
struct Node {
    events: Vec<Event>,
    next: Vec<NodeId>,
    is_entered: bool,
}

/// Begins with its first node.
#[derive(Default)]
pub struct Graph {
    nodes: Vec<Node>,
}

impl Graph {
    pub fn add(&mut self) -> NodeId {
        self.nodes.push(Node::default());
        NodeId(self.nodes.len() - 1)
    }

    pub fn edge(&mut self, from: NodeId, to: NodeId) {
        self.nodes[to.0].is_entered = true;
        if !self.nodes[from.0].next.contains(&to) {
            self.nodes[from.0].next.push(to);
        }
    }

    /// Whether an edge leads to the node.
    pub fn is_entered(&self, node: NodeId) -> bool {
        self.nodes[node.0].is_entered
    }

    pub fn push(&mut self, node: NodeId, event: Event) {
        self.nodes[node.0].events.push(event);
    }

    /// Calls `visit` for each reachable event, with the states of the variables before it. `unbound` are
    /// those that have no value at the start of the graph.
    pub fn visit(&self, unbound: IdxSet<Local>, bound: IdxSet<Local>, mut visit: impl FnMut(Event, &State)) {
        let states = self.solve(State { unbound, bound });
        for (node, state) in self.nodes.iter().zip(states) {
            let Some(mut state) = state else { continue };
            for &event in &node.events {
                visit(event, &state);
                state.pass(event);
            }
        }
    }

    /// The state at the start of each node; `None` if it is unreachable.
    fn solve(&self, start: State) -> Vec<Option<State>> {
        let mut states: Vec<Option<State>> = self.nodes.iter().map(|_| None).collect();
        let Some(first) = states.first_mut() else { return states };
        *first = Some(start);
        let mut waiting = std::collections::BTreeSet::from([NodeId(0)]);
        while let Some(at) = waiting.pop_first() {
            let Some(mut state) = states[at.0].clone() else { continue };
            let node = &self.nodes[at.0];
            node.events.iter().for_each(|event| state.pass(*event));
            for &next in &node.next {
                let is_new = match &mut states[next.0] {
                    Some(known) => known.join(&state),
                    none => {
                        *none = Some(state.clone());
                        true
                    }
                };
                if is_new {
                    waiting.insert(next);
                }
            }
        }
        states
    }
}

/// Which variables may have no value, and which may have one.
#[derive(Clone)]
pub struct State {
    pub unbound: IdxSet<Local>,
    pub bound: IdxSet<Local>,
}

impl State {
    fn pass(&mut self, event: Event) {
        match event {
            Event::Read(..) => {}
            Event::Bind(local) => {
                self.unbound.remove(local);
                self.bound.insert(local);
            }
            Event::Unbind(local) => {
                self.bound.remove(local);
                self.unbound.insert(local);
            }
        }
    }

    /// Merges `other`; returns whether it added something new.
    fn join(&mut self, other: &State) -> bool {
        if other.unbound.is_subset(&self.unbound) && other.bound.is_subset(&self.bound) {
            return false;
        }
        self.unbound.union(&other.unbound);
        self.bound.union(&other.bound);
        true
    }
}
