//! The graph of a function's body. An exception may leave a `try` before and after each of its statements.

use std::collections::{BTreeMap, HashMap};

use super::graph::{Event, Graph, NodeId};
use crate::hir::parallel::{private, reduced};
use crate::hir::{
    Binding, Block, Body, Expr, ExprId, ExprKind, Handler, LocalId, LocalSet, Prange, Range, Stmt, StmtKind,
    Try, known_condition, walk,
};
use crate::source::Span;

/// How deeply `finally` blocks may be nested and still be followed twice each.
const MAX_COPIES: usize = 3;

pub struct Flow {
    pub graph: Graph,
    /// The first statement of each block that nothing reaches.
    pub unreachable: Vec<Span>,
    /// Variables that are private to the threads of a parallel block, and the block.
    pub private: BTreeMap<LocalId, Span>,
}

/// Follows a body. Events are those of `tracked` variables.
pub fn follow(body: &Body, tracked: &LocalSet) -> Flow {
    let mut blocks = HashMap::new();
    walk::statements(&body.block, &mut |stmt| {
        if let StmtKind::Comprehensions { blocks: own, .. } = &stmt.kind {
            blocks.extend(own.iter().map(|(number, block)| (*number, block)));
        }
    });
    let mut graph = Graph::default();
    let current = Some(graph.add());
    let mut builder = Builder {
        body,
        tracked,
        blocks,
        graph,
        current,
        loops: Vec::new(),
        ways: Vec::new(),
        copies: 0,
        unreachable: Vec::new(),
        private: BTreeMap::new(),
    };
    builder.block(&body.block);
    let Builder { graph, unreachable, private, .. } = builder;
    Flow { graph, unreachable, private }
}

/// Where a jump goes: to a node, with the number of ways around it; or out of the function.
type Goal = Option<(NodeId, usize)>;

/// Where exceptions go that leave the code inside.
enum Way {
    Handlers(NodeId),
    /// Also takes jumps, which then continue.
    Finally {
        entry: NodeId,
        goals: Vec<Goal>,
    },
}

struct Loop {
    head: NodeId,
    after: NodeId,
    /// How many ways are around it.
    depth: usize,
}

struct Builder<'a> {
    body: &'a Body,
    tracked: &'a LocalSet,
    /// The blocks of comprehensions, by number.
    blocks: HashMap<usize, &'a Block>,
    graph: Graph,
    /// `None` in unreachable code.
    current: Option<NodeId>,
    loops: Vec<Loop>,
    ways: Vec<Way>,
    copies: usize,
    unreachable: Vec<Span>,
    private: BTreeMap<LocalId, Span>,
}

impl<'a> Builder<'a> {
    /// A node in the current code.
    fn node(&mut self) -> NodeId {
        let node = self.graph.add();
        self.raising(node);
        node
    }

    /// An exception may leave after the node.
    fn raising(&mut self, node: NodeId) {
        if let Some(Way::Handlers(entry) | Way::Finally { entry, .. }) = self.ways.last() {
            self.graph.edge(node, *entry);
        }
    }

    /// What follows becomes a separate node.
    fn separate(&mut self) {
        if let Some(from) = self.current {
            let node = self.node();
            self.graph.edge(from, node);
            self.current = Some(node);
        }
    }

    fn event(&mut self, event: Event) {
        // A handler may begin before a change of a variable, and after it.
        if !self.ways.is_empty() && !matches!(event, Event::Read(..)) {
            self.separate();
        }
        if let Some(node) = self.current {
            self.graph.push(node, event);
        }
    }

    fn to(&mut self, node: NodeId) {
        if let Some(from) = self.current.take() {
            self.graph.edge(from, node);
        }
    }

    /// Continues where several ways end.
    fn join(&mut self, ends: Vec<Option<NodeId>>) {
        let ends: Vec<NodeId> = ends.into_iter().flatten().collect();
        self.current = (!ends.is_empty()).then(|| {
            let node = self.node();
            ends.into_iter().for_each(|end| self.graph.edge(end, node));
            node
        });
    }

    /// Continues at a node, if it is reachable.
    fn at(&mut self, node: NodeId) {
        self.current = self.graph.is_entered(node).then_some(node);
    }

    fn jump(&mut self, goal: Goal) {
        let depth = goal.map_or(0, |(_, depth)| depth);
        let inner = self.ways.iter_mut().skip(depth).rev();
        let finally = inner.into_iter().find_map(|way| match way {
            Way::Finally { entry, goals } => Some((*entry, goals)),
            Way::Handlers(_) => None,
        });
        match (finally, goal) {
            (Some((entry, goals)), goal) => {
                if !goals.contains(&goal) {
                    goals.push(goal);
                }
                self.to(entry);
            }
            (None, Some((node, _))) => self.to(node),
            (None, None) => self.current = None,
        }
    }

    fn block(&mut self, block: &'a [Stmt]) {
        for stmt in block {
            if self.current.is_none() {
                if !self.unreachable.contains(&stmt.span) {
                    self.unreachable.push(stmt.span);
                }
                return;
            }
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::Assign { targets, value } => {
                self.expr(*value);
                targets.iter().for_each(|target| self.bind(*target));
            }
            StmtKind::AugAssign { target, value, .. } => {
                self.expr(*target);
                self.expr(*value);
                if let Some(local) = self.local(*target) {
                    self.event(Event::Bind(local, Some(self.body.exprs[*target].span)));
                }
            }
            StmtKind::If { condition, then, otherwise } => {
                self.expr(*condition);
                self.branches(|this| this.block(then), |this| this.block(otherwise));
            }
            StmtKind::While { condition, body, otherwise } => self.while_loop(*condition, body, otherwise),
            StmtKind::ForRange { target, range, body, otherwise } => {
                self.range(range);
                self.iterations(*target, body, otherwise);
            }
            StmtKind::ForEach { target, iterable, body, otherwise } => {
                self.expr(*iterable);
                self.iterations(*target, body, otherwise);
            }
            StmtKind::Prange(prange) => {
                let Prange { target, range, body, otherwise, .. } = &**prange;
                self.range(range);
                let inner = [Some(*target), range.start, Some(range.stop), range.step];
                let clauses = walk::expressions(&stmt.kind).into_iter();
                clauses.filter(|clause| !inner.contains(&Some(*clause))).for_each(|clause| self.expr(clause));
                self.iterations(*target, body, otherwise);
            }
            StmtKind::Break => {
                let goal = self.loops.last().map(|looped| (looped.after, looped.depth));
                self.jump(goal);
            }
            StmtKind::Continue => {
                let goal = self.loops.last().map(|looped| (looped.head, looped.depth));
                self.jump(goal);
            }
            StmtKind::Return(value) => {
                value.iter().for_each(|value| self.expr(*value));
                self.jump(None);
            }
            StmtKind::Raise { exception, cause } => {
                exception.iter().chain(cause).for_each(|part| self.expr(*part));
                self.current = None;
            }
            StmtKind::Try(tried) => self.tried(tried),
            StmtKind::With { manager, target, body } => self.with(*manager, *target, body),
            StmtKind::Assert { condition, message } => self.assertion(*condition, *message),
            StmtKind::Delete(targets) => targets.iter().for_each(|target| self.delete(*target)),
            StmtKind::Import { target, .. } => self.bind(*target),
            StmtKind::ImportFrom { names, .. } => {
                names.iter().for_each(|(_, target)| self.bind(*target));
            }
            StmtKind::Error
            | StmtKind::Expr(_)
            | StmtKind::Update { .. }
            | StmtKind::Atomic { .. }
            | StmtKind::Nogil(_)
            | StmtKind::WithGil(_)
            | StmtKind::DataContext { .. }
            | StmtKind::Directives { .. } => {
                walk::expressions(&stmt.kind).into_iter().for_each(|value| self.expr(value));
                walk::blocks(stmt).into_iter().for_each(|inner| self.block(inner));
            }
            StmtKind::Parallel { body, clauses } => {
                walk::expressions(&stmt.kind).into_iter().for_each(|value| self.expr(value));
                self.block(body);
                // A region computes on the host everything that is not part of its loops.
                if clauses.device.is_none() {
                    self.end_threads(body, stmt.span);
                }
            }
            // The other blocks run where expressions of the body need them.
            StmtKind::Comprehensions { body, .. } => self.block(body),
        }
    }

    fn while_loop(&mut self, condition: ExprId, body: &'a Block, otherwise: &'a Block) {
        let head = self.enter_loop();
        self.expr(condition);
        let tested = self.current;
        self.separate();
        self.block(body);
        self.to(head);
        self.current = tested.filter(|_| known_condition(self.body, condition) != Some(true));
        self.leave_loop(otherwise);
    }

    fn with(&mut self, manager: ExprId, target: Option<ExprId>, body: &'a Block) {
        self.expr(manager);
        // It may suppress an exception.
        let after = self.node();
        self.ways.push(Way::Handlers(after));
        self.separate();
        target.into_iter().for_each(|target| self.bind(target));
        self.block(body);
        self.ways.pop();
        self.to(after);
        self.at(after);
        self.separate();
    }

    fn assertion(&mut self, condition: ExprId, message: Option<ExprId>) {
        self.expr(condition);
        let holds = self.current;
        self.separate();
        message.into_iter().for_each(|message| self.expr(message));
        self.current = holds;
        self.separate();
    }

    fn delete(&mut self, target: ExprId) {
        if let ExprKind::Tuple(items) | ExprKind::List(items) = &self.body.exprs[target].kind {
            return items.iter().for_each(|item| self.delete(*item));
        }
        self.expr(target);
        if let Some(local) = self.local(target) {
            self.event(Event::Unbind(local));
        }
    }

    /// After a parallel block the variables that each thread had of its own have no value.
    fn end_threads(&mut self, body: &'a Block, span: Span) {
        let refused = reduced(self.body, body);
        let mut own = private(self.body, body);
        own.retain(|local| self.tracked.contains(*local) && !refused.contains(local));
        for local in own {
            self.private.insert(local, span);
            self.event(Event::Unbind(local));
        }
    }

    fn range(&mut self, range: &Range) {
        range.start.iter().chain([&range.stop]).chain(&range.step).for_each(|bound| self.expr(*bound));
    }

    fn enter_loop(&mut self) -> NodeId {
        let after = self.node();
        let head = self.node();
        self.loops.push(Loop { head, after, depth: self.ways.len() });
        self.to(head);
        self.current = Some(head);
        head
    }

    /// After the last iteration.
    fn leave_loop(&mut self, otherwise: &'a [Stmt]) {
        let looped = self.loops.pop();
        self.separate();
        self.block(otherwise);
        if let Some(looped) = looped {
            self.to(looped.after);
            self.at(looped.after);
        }
    }

    fn iterations(&mut self, target: ExprId, body: &'a [Stmt], otherwise: &'a [Stmt]) {
        let head = self.enter_loop();
        self.separate();
        self.bind(target);
        self.block(body);
        self.to(head);
        self.current = Some(head);
        self.leave_loop(otherwise);
    }

    fn tried(&mut self, tried: &'a Try) {
        let Some(finally) = &tried.finally else { return self.handled(tried) };
        let entry = self.node();
        self.ways.push(Way::Finally { entry, goals: Vec::new() });
        self.separate();
        self.handled(tried);
        let goals = match self.ways.pop() {
            Some(Way::Finally { goals, .. }) => goals,
            _ => Vec::new(),
        };
        let end = self.current.take();
        let is_followed_twice = self.copies < MAX_COPIES;
        if let (false, Some(end)) = (is_followed_twice, end) {
            self.graph.edge(end, entry);
        }
        self.copies += 1;
        // After a jump or an exception.
        self.current = Some(entry);
        self.separate();
        self.block(finally);
        let left = self.current;
        if let Some(left) = left {
            self.raising(left);
        }
        for goal in goals {
            self.current = left;
            self.jump(goal);
        }
        self.current = end.and(left);
        if let (true, Some(_)) = (is_followed_twice, end) {
            self.current = end;
            self.separate();
            self.block(finally);
        }
        self.separate();
        self.copies -= 1;
    }

    /// The statement without its `finally`.
    fn handled(&mut self, tried: &'a Try) {
        if tried.handlers.is_empty() {
            self.block(&tried.body);
            return self.block(&tried.otherwise);
        }
        let caught = self.node();
        self.ways.push(Way::Handlers(caught));
        self.separate();
        self.block(&tried.body);
        self.ways.pop();
        self.separate();
        self.block(&tried.otherwise);
        let mut ends = vec![self.current];
        self.current = Some(caught);
        for handler in &tried.handlers {
            self.separate();
            handler.exception.iter().for_each(|class| self.expr(*class));
            let other = self.current;
            self.separate();
            self.handler(handler);
            ends.push(self.current);
            self.current = other;
        }
        self.join(ends);
    }

    fn handler(&mut self, handler: &'a Handler) {
        let Some(target) = handler.target else { return self.block(&handler.body) };
        self.bind(target);
        self.block(&handler.body);
        if let (Some(local), false) = (self.local(target), handler.keeps_target) {
            self.event(Event::Unbind(local));
        }
    }

    fn branches(&mut self, then: impl FnOnce(&mut Self), otherwise: impl FnOnce(&mut Self)) {
        let start = self.current;
        self.separate();
        then(self);
        let end = std::mem::replace(&mut self.current, start);
        self.separate();
        otherwise(self);
        self.join(vec![end, self.current]);
    }

    /// The tracked variable that an expression is.
    fn local(&self, id: ExprId) -> Option<LocalId> {
        match self.body.exprs[id].kind {
            ExprKind::Name(Binding::Local(local)) => {
                Some(local).filter(|local| self.tracked.contains(*local))
            }
            _ => None,
        }
    }

    fn bind(&mut self, target: ExprId) {
        match &self.body.exprs[target].kind {
            ExprKind::Tuple(items) | ExprKind::List(items) => items.iter().for_each(|item| self.bind(*item)),
            ExprKind::Starred(inner) => self.bind(*inner),
            ExprKind::Name(Binding::Local(_)) => {
                if let Some(local) = self.local(target) {
                    self.event(Event::Bind(local, Some(self.body.exprs[target].span)));
                }
            }
            _ => self.expr(target),
        }
    }

    fn expr(&mut self, id: ExprId) {
        let Expr { kind, span } = &self.body.exprs[id];
        match kind {
            ExprKind::Name(Binding::Local(_)) => {
                if let Some(local) = self.local(id) {
                    self.event(Event::Read(local, *span));
                }
            }
            // These evaluate nothing.
            ExprKind::SizeOfExpr(_) | ExprKind::TypeOf(_) => {}
            // Code that gets the address may store a value there.
            ExprKind::AddressOf(place) => self.bind(*place),
            ExprKind::Logical(_, left, right) => {
                self.expr(*left);
                self.branches(|this| this.expr(*right), |_| {});
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.expr(*condition);
                self.branches(|this| this.expr(*then), |this| this.expr(*otherwise));
            }
            ExprKind::Comprehension { block, .. } => {
                if let Some(block) = self.blocks.get(block).copied() {
                    self.block(block);
                }
            }
            _ => walk::children(self.body, id).into_iter().for_each(|child| self.expr(child)),
        }
    }
}
