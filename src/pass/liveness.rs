//! Which locals are read later: backward over the structured TIR.
//!
//! Each statement is looked at once. A loop needs no fixed point: what is live at the end of an iteration is
//! what is live after the loop and what the body reads before assigning it ([`super::exposed`]). The function's
//! error exit and its cleanup read no uncounted local, so a failure keeps nothing alive except what a
//! surrounding handler reads. A local whose address is taken is always live.

use super::exposed::{
    ByNumber, Known, clause_reads, entry_reads, exposed_in_body, exposed_in_prange, exposed_in_while,
    overwrites, reads, reads_of,
};
use super::local_set::LocalSet;
use crate::base::{Arena, ArenaMap};
use crate::tir::{
    Block, Catches, DataContext, ExprKind, For, Function, LocalId, Prange, Region, RegionId, Stmt, StmtKind,
    Try, walk,
};

/// What is live around the regions of a function.
#[derive(Debug, Default)]
pub struct Liveness {
    /// The locals that are read after a region.
    pub after: ArenaMap<RegionId, LocalSet>,
}

/// Finds what is live after each region, and drops what nobody reads from the lastprivates of loops and the
/// results of serial statements.
pub fn analyse(function: &mut Function) -> Liveness {
    let mut body = std::mem::take(&mut function.body);
    let mut regions = std::mem::take(&mut function.regions);
    let mut pinned = LocalSet::default();
    let mut pin = |expr: &crate::tir::Expr| {
        if let ExprKind::AddressOf(place) = &expr.kind {
            pinned.extend(walk::assigned_local(place));
        }
    };
    walk::all_expressions(&body, &mut |expr| pin(expr));
    for (_, region) in regions.iter() {
        walk::all_expressions(&region.body, &mut |expr| pin(expr));
    }
    let views = function.locals.iter().filter(|(_, local)| local.ty.memoryview().is_some());
    let mut walker = Walker {
        contexts: &function.contexts,
        regions: &mut regions,
        found: Liveness::default(),
        jumps: Vec::new(),
        caught: LocalSet::default(),
        live_on_return: pinned.clone(),
        pinned,
        in_region: false,
        views: views.map(|(id, _)| id).collect(),
        known: Known::default(),
    };
    let live = walker.live_on_return.clone();
    walker.block(&mut body, live);
    let found = walker.found;
    function.body = body;
    function.regions = regions;
    found
}

/// What is live where `break` and `continue` of a loop go.
struct Jumps {
    after_break: LocalSet,
    after_continue: LocalSet,
}

struct Walker<'f> {
    contexts: &'f Arena<DataContext>,
    regions: &'f mut Arena<Region>,
    found: Liveness,
    jumps: Vec<Jumps>,
    /// What is live where an exception leads, and where the ways out that pass a `finally` do.
    caught: LocalSet,
    live_on_return: LocalSet,
    pinned: LocalSet,
    /// The current code is a region's, whose iterations bind views only for themselves.
    in_region: bool,
    views: LocalSet,
    known: Known,
}

fn with(mut set: LocalSet, other: &LocalSet) -> LocalSet {
    set.union(other);
    set
}

impl Walker<'_> {
    fn by_number(&self) -> ByNumber<'_> {
        ByNumber { regions: self.regions, contexts: self.contexts, known: Some(&self.known) }
    }

    fn remove(&self, set: &mut LocalSet, id: crate::tir::LocalId) {
        if !self.pinned.contains(id) {
            set.remove(id);
        }
    }

    /// What is live before the block, given what is live after it.
    fn block(&mut self, block: &mut Block, mut live: LocalSet) -> LocalSet {
        live.union(&self.caught);
        for stmt in block.iter_mut().rev() {
            live = self.stmt(stmt, live);
            live.union(&self.caught);
        }
        live
    }

    fn tried(&mut self, tried: &mut Try, live: LocalSet) -> LocalSet {
        let mut left = live.clone();
        if tried.catches == Catches::AllWays {
            left.union(&self.live_on_return);
            for jumps in &self.jumps {
                left.union(&jumps.after_break);
                left.union(&jumps.after_continue);
            }
        }
        let handled = self.block(&mut tried.handler, left);
        let outer = self.caught.clone();
        self.caught.union(&handled);
        let end = match tried.catches {
            Catches::Exceptions => {
                let inside = std::mem::replace(&mut self.caught, outer.clone());
                let end = self.block(&mut tried.otherwise, live);
                self.caught = inside;
                end
            }
            Catches::AllWays => handled,
        };
        let before = self.block(&mut tried.body, end);
        self.caught = outer;
        before
    }

    fn iteration(&mut self, body: &mut Block, after: &LocalSet, head: &LocalSet) -> LocalSet {
        self.jumps.push(Jumps { after_break: after.clone(), after_continue: head.clone() });
        let live = self.block(body, head.clone());
        self.jumps.pop();
        live
    }

    fn stmt(&mut self, stmt: &mut Stmt, mut live: LocalSet) -> LocalSet {
        let read = reads_of(stmt);
        for id in overwrites(stmt) {
            self.remove(&mut live, id);
        }
        let raises = stmt.raises();
        match &mut stmt.kind {
            StmtKind::If { then, otherwise, .. } => {
                let before = self.block(then, live.clone());
                let otherwise = self.block(otherwise, live);
                with(with(before, &otherwise), &read)
            }
            StmtKind::While { prepare, condition, body, otherwise } => {
                let left = with(self.block(otherwise, live.clone()), &reads(condition));
                let head = with(exposed_in_while(prepare, condition, body, self.by_number()), &left);
                let inside = self.iteration(body, &live, &head);
                self.block(prepare, with(inside, &left))
            }
            StmtKind::For(looped) => with(self.counted(looped, live), &read),
            StmtKind::Prange(prange) => with(self.prange(prange, live), &read),
            StmtKind::Parallel(parallel) => {
                let mut inside = self.block(&mut parallel.body, live.clone());
                parallel.firstprivates = self.begun(&parallel.privates, &inside);
                self.leave_out(&parallel.privates, &parallel.firstprivates, &mut inside);
                with(with(live, &inside), &read)
            }
            StmtKind::Nogil(body) | StmtKind::WithGil(body) => self.block(body, live),
            StmtKind::Try(tried) => self.tried(tried, live),
            StmtKind::Context { context, body } => {
                let context = *context;
                let inside = self.block(body, live);
                with(inside, &entry_reads(&self.contexts[context].entries))
            }
            StmtKind::Serial(serial) => {
                serial.results.retain(|&id| live.contains(id));
                self.block(&mut serial.body, live)
            }
            StmtKind::Offload(id) => self.region(*id, live),
            StmtKind::Break => self.jumps.last().map_or(live, |jumps| jumps.after_break.clone()),
            StmtKind::Continue => self.jumps.last().map_or(live, |jumps| jumps.after_continue.clone()),
            StmtKind::Return(_) => with(self.live_on_return.clone(), &read),
            _ if raises => with(self.live_on_return.clone(), &read),
            _ => with(live, &read),
        }
    }

    fn counted(&mut self, looped: &mut For, live: LocalSet) -> LocalSet {
        let left = self.block(&mut looped.otherwise, live.clone());
        let own: LocalSet = std::iter::once(looped.counter).chain(looped.target).collect();
        let bounds = bounds_of(&looped.start, &looped.stop, &looped.step);
        let mut exposed = exposed_in_body(&looped.body, self.by_number());
        own.iter().for_each(|id| exposed.remove(id));
        let head = with(with(exposed, &left), &bounds);
        let mut inside = self.iteration(&mut looped.body, &live, &head);
        own.iter().for_each(|id| self.remove(&mut inside, id));
        with(left, &inside)
    }

    fn prange(&mut self, prange: &mut Prange, live: LocalSet) -> LocalSet {
        prange.lastprivates.retain(|&id| live.contains(id));
        let mut end: LocalSet = prange.lastprivates.iter().copied().collect();
        end.extend(prange.reductions.iter().map(|reduction| reduction.local));
        end.union(&exposed_in_prange(prange, self.by_number()));
        end.union(&bounds_of(&prange.start, &prange.stop, &prange.step));
        let mut inside = self.iteration(&mut prange.body, &live, &end);
        prange.firstprivates = self.begun(&prange.privates, &inside);
        self.leave_out(&prange.privates, &prange.firstprivates, &mut inside);
        self.remove(&mut inside, prange.counter);
        with(live, &inside)
    }

    /// Variables of threads that start with the value from before the code, which reads `inside` first.
    fn begun(&self, privates: &[LocalId], inside: &LocalSet) -> Vec<LocalId> {
        let mut begun = privates.to_vec();
        begun.retain(|&id| inside.contains(id) && !(self.in_region && self.views.contains(id)));
        begun
    }

    fn leave_out(&self, privates: &[LocalId], begun: &[LocalId], inside: &mut LocalSet) {
        privates.iter().filter(|id| !begun.contains(id)).for_each(|&id| self.remove(inside, id));
    }

    fn region(&mut self, id: RegionId, live: LocalSet) -> LocalSet {
        self.found.after.insert(id, live.clone());
        let mut body = std::mem::take(&mut self.regions[id].body);
        let outer = std::mem::take(&mut self.jumps);
        self.in_region = true;
        let mut before = self.block(&mut body, live);
        self.in_region = false;
        self.jumps = outer;
        let region = &mut self.regions[id];
        region.body = body;
        before.union(&clause_reads(region));
        before
    }
}

fn bounds_of(start: &crate::tir::Expr, stop: &crate::tir::Expr, step: &crate::tir::Step) -> LocalSet {
    let set = with(reads(start), &reads(stop));
    match step {
        crate::tir::Step::Constant(_) => set,
        crate::tir::Step::Dynamic(step) => with(set, &reads(step)),
    }
}
