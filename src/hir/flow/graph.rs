//! What a function does to its variables, in execution order.

use std::collections::{BTreeSet, HashMap};

use crate::base::{Arena, ArenaMap, Idx, IdxSet};
use crate::hir::{LocalId, LocalSet};
use crate::source::Span;

pub type NodeId = Idx<Node>;

/// What happens to a variable, and where.
#[derive(Clone, Copy)]
pub enum Event {
    Read(LocalId, Span),
    /// Without a place, where others may store a value.
    Bind(LocalId, Option<Span>),
    /// It has no value from here on.
    Unbind(LocalId),
}

/// Events that follow one another.
#[derive(Default)]
pub struct Node {
    events: Vec<Event>,
    next: Vec<NodeId>,
    is_entered: bool,
}

/// Begins with its first node.
#[derive(Default)]
pub struct Graph {
    nodes: Arena<Node>,
}

impl Graph {
    pub fn add(&mut self) -> NodeId {
        self.nodes.alloc(Node::default())
    }

    pub fn edge(&mut self, from: NodeId, to: NodeId) {
        self.nodes[to].is_entered = true;
        if !self.nodes[from].next.contains(&to) {
            self.nodes[from].next.push(to);
        }
    }

    /// Whether an edge leads to the node.
    pub fn is_entered(&self, node: NodeId) -> bool {
        self.nodes[node].is_entered
    }

    pub fn push(&mut self, node: NodeId, event: Event) {
        self.nodes[node].events.push(event);
    }

    /// Calls `visit` for each reachable event, with the states of the variables before it. `unbound` are
    /// those that have no value at the start of the graph.
    pub fn visit(&self, unbound: LocalSet, bound: LocalSet, mut visit: impl FnMut(Event, &State)) {
        let states = self.solve(State { unbound, bound });
        for (node, mut state) in states {
            for &event in &self.nodes[node].events {
                visit(event, &state);
                state.pass(event);
            }
        }
    }

    /// The places where variables get values that nothing reads.
    pub fn unread(&self, tracked: &LocalSet) -> Vec<(Span, LocalId)> {
        let mut live: ArenaMap<NodeId, LocalSet> = ArenaMap::default();
        let after = |node: &Node, live: &ArenaMap<NodeId, LocalSet>| {
            let mut set = LocalSet::default();
            node.next.iter().filter_map(|next| live.get(*next)).for_each(|known| set.union(known));
            set
        };
        let mut changed = true;
        while changed {
            changed = false;
            for (id, node) in self.nodes.iter().collect::<Vec<_>>().into_iter().rev() {
                let mut set = after(node, &live);
                node.events.iter().rev().for_each(|event| pass_back(*event, &mut set));
                if live.get(id).is_none_or(|known| !set.is_subset(known)) {
                    live.insert(id, set);
                    changed = true;
                }
            }
        }
        let (mut read, mut unread) = (BTreeSet::new(), Vec::new());
        for (_, node) in self.nodes.iter() {
            let mut set = after(node, &live);
            for event in node.events.iter().rev() {
                if let Event::Bind(local, Some(span)) = *event
                    && tracked.contains(local)
                {
                    if set.contains(local) {
                        read.insert((span, local));
                    } else {
                        unread.push((span, local));
                    }
                }
                pass_back(*event, &mut set);
            }
        }
        unread.retain(|place| !read.contains(place));
        unread
    }

    /// Where the values of variables come from; those of `given` have one at the start of the graph.
    pub fn reaching(&self, given: &LocalSet) -> Reaching {
        let mut places = Places::default();
        for local in given.iter() {
            places.add(local, Origin::Start);
        }
        let alive = places.definitions.ids().collect();
        for (_, node) in self.nodes.iter() {
            for event in &node.events {
                if let Event::Bind(local, at) = *event {
                    places.add(local, at.map_or(Origin::Unknown, Origin::At));
                }
            }
        }
        let mut reads: HashMap<(LocalId, Span), IdxSet<Definition>> = HashMap::new();
        for (node, mut values) in self.solve(Values { places: &places, alive }) {
            for &event in &self.nodes[node].events {
                if let Event::Read(local, span) = event {
                    let found = reads.entry((local, span)).or_default();
                    if let Some(own) = places.of.get(&local) {
                        found.union(&values.alive.intersection(own));
                    }
                }
                values.pass(event);
            }
        }
        let origins = |set: &IdxSet<Definition>| set.iter().map(|id| places.definitions[id].1).collect();
        Reaching {
            reads: reads.iter().map(|(read, set)| (*read, origins(set))).collect(),
            all: places.of.iter().map(|(local, set)| (*local, origins(set))).collect(),
        }
    }

    /// What is known at the start of each node that is reachable.
    fn solve<K: Known>(&self, start: K) -> ArenaMap<NodeId, K> {
        let mut states = ArenaMap::default();
        let Some(first) = self.nodes.ids().next() else { return states };
        states.insert(first, start);
        let mut waiting = BTreeSet::from([first]);
        while let Some(at) = waiting.pop_first() {
            let Some(mut state) = states.get(at).cloned() else { continue };
            let node = &self.nodes[at];
            node.events.iter().for_each(|event| state.pass(*event));
            for &next in &node.next {
                let is_new = match states.get_mut(next) {
                    Some(known) => known.join(&state),
                    None => states.insert(next, state.clone()).is_none(),
                };
                if is_new {
                    waiting.insert(next);
                }
            }
        }
        states
    }
}

/// What is read later, before an event.
fn pass_back(event: Event, live: &mut LocalSet) {
    match event {
        Event::Read(local, _) => {
            live.insert(local);
        }
        Event::Bind(local, _) | Event::Unbind(local) => {
            live.remove(local);
        }
    }
}

/// What is known at a place, however it was reached.
trait Known: Clone {
    fn pass(&mut self, event: Event);

    /// Merges `other`; returns whether it added something new.
    fn join(&mut self, other: &Self) -> bool;
}

/// Where a variable got its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// It had one at the start.
    Start,
    At(Span),
    Unknown,
}

/// Where the values of variables come from.
pub struct Reaching {
    /// Those that a variable may have at a place where it is read.
    pub reads: HashMap<(LocalId, Span), Vec<Origin>>,
    /// Those that a variable may have anywhere.
    pub all: HashMap<LocalId, Vec<Origin>>,
}

/// A variable gets a value.
type Definition = (LocalId, Origin);

#[derive(Default)]
struct Places {
    definitions: Arena<Definition>,
    ids: HashMap<Definition, Idx<Definition>>,
    of: HashMap<LocalId, IdxSet<Definition>>,
}

impl Places {
    fn add(&mut self, local: LocalId, origin: Origin) {
        let definition = (local, origin);
        let id = *self.ids.entry(definition).or_insert_with(|| self.definitions.alloc(definition));
        self.of.entry(local).or_default().insert(id);
    }
}

/// The definitions whose values variables may have.
#[derive(Clone)]
struct Values<'a> {
    places: &'a Places,
    alive: IdxSet<Definition>,
}

impl Known for Values<'_> {
    fn pass(&mut self, event: Event) {
        match event {
            Event::Read(..) => {}
            Event::Bind(local, at) => {
                if let Some(own) = self.places.of.get(&local) {
                    self.alive.subtract(own);
                }
                let origin = at.map_or(Origin::Unknown, Origin::At);
                self.alive.extend(self.places.ids.get(&(local, origin)).copied());
            }
            Event::Unbind(local) => {
                if let Some(own) = self.places.of.get(&local) {
                    self.alive.subtract(own);
                }
            }
        }
    }

    fn join(&mut self, other: &Self) -> bool {
        let is_new = !other.alive.is_subset(&self.alive);
        if is_new {
            self.alive.union(&other.alive);
        }
        is_new
    }
}

/// Which variables may have no value, and which may have one.
#[derive(Clone)]
pub struct State {
    pub unbound: LocalSet,
    pub bound: LocalSet,
}

impl Known for State {
    fn pass(&mut self, event: Event) {
        match event {
            Event::Read(..) => {}
            Event::Bind(local, _) => {
                self.unbound.remove(local);
                self.bound.insert(local);
            }
            Event::Unbind(local) => {
                self.bound.remove(local);
                self.unbound.insert(local);
            }
        }
    }

    fn join(&mut self, other: &State) -> bool {
        if other.unbound.is_subset(&self.unbound) && other.bound.is_subset(&self.bound) {
            return false;
        }
        self.unbound.union(&other.unbound);
        self.bound.union(&other.bound);
        true
    }
}
