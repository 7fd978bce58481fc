//! Where each C variable is declared: at its first assignment where that comes before every other use, otherwise at the
//! head of the innermost block that holds all uses.
//!
//! A block that runs more than once holds a variable only if each run assigns it before anything else, so that no value
//! would have lived on. What pointers may point to is declared outside all conditions and loops. What is private to a
//! parallel loop is declared in its body.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use super::Body;
use super::touches::{Code, Touches, assigns_first, fresh, hidden, own_reads, own_touches, reads};
use crate::base::{Statement, StmtId};
use crate::emit::c;
use crate::emit::lir::{Declaration, Stmt as C};
use crate::pass::LocalSet;
use crate::tir::{CheckKind, FunctionKind, LocalId, LocalRole, Stmt, StmtKind, walk};

/// What is declared before each statement.
#[derive(Debug, Default)]
pub struct Declarations {
    before: HashMap<StmtId, Vec<LocalId>>,
    /// Declared there but never read.
    unread: HashSet<(StmtId, LocalId)>,
    /// Pointers may point to them and may outlive any block that uses them.
    pub addressed: LocalSet,
}

/// For each local: the first statement that touches it, and whether it is the only one.
type Users = HashMap<LocalId, (usize, bool)>;

/// Collects the variables of a function's body or a region and decides where each is declared.
pub struct Planner<'a> {
    code: Code<'a>,
    touched: HashMap<StmtId, Touched>,
    /// For blocks that run more than once, by their first statements.
    users: RefCell<HashMap<StmtId, Users>>,
    declarations: Declarations,
}

/// What a statement touches: itself, and in each of its blocks what is not declared there.
#[derive(Default)]
struct Touched {
    own: Vec<LocalId>,
    blocks: Vec<LocalSet>,
}

impl Touched {
    /// All of it, where there are blocks.
    fn all(&self) -> LocalSet {
        let mut all: LocalSet = self.own.iter().copied().collect();
        self.blocks.iter().for_each(|block| all.union(block));
        all
    }
}

impl Declarations {
    /// For a body in which `outside` is declared already (parameters, owned locals).
    pub fn plan(code: Code<'_>, block: &[Stmt], outside: &LocalSet) -> Declarations {
        let mut addressed = LocalSet::default();
        addressed.extend(walk::addressed(block));
        let declarations = Declarations { addressed, ..Declarations::default() };
        let mut planner = Planner { code, touched: HashMap::new(), users: RefCell::default(), declarations };
        let mut all = planner.touch_block(block);
        for local in outside.iter() {
            all.remove(local);
        }
        planner.place(block, &all);
        let mut declarations = planner.declarations;
        let (mut once, mut again) = (LocalSet::default(), LocalSet::default());
        for &local in declarations.before.values().flatten() {
            if !once.insert(local) {
                again.insert(local);
            }
        }
        let mut read = LocalSet::default();
        reads(block, code, &mut read);
        for (&stmt, locals) in &declarations.before {
            let unread = locals.iter().filter(|local| !read.contains(**local));
            declarations.unread.extend(unread.map(|&local| (stmt, local)));
        }
        if !again.is_empty() {
            declarations.mark_unread_here(block, code, &again);
        }
        declarations
    }

    /// Declares before a statement that `opens` a block in C all that the statements after it declare: a block that nobody
    /// sees would end with them.
    pub fn hoist(&mut self, block: &[Stmt], opens: &impl Fn(&Stmt) -> bool) {
        if let Some(first) = block.iter().position(opens) {
            let opening = block[first].id();
            for stmt in block[first + 1..].iter().map(Statement::id) {
                for local in self.before.remove(&stmt).unwrap_or_default() {
                    self.before.entry(opening).or_default().push(local);
                    if self.unread.remove(&(stmt, local)) {
                        self.unread.insert((opening, local));
                    }
                }
            }
        }
        for inner in block.iter().flat_map(walk::blocks) {
            self.hoist(inner, opens);
        }
    }

    /// Of locals that several blocks declare, and perhaps only one of them reads. Returns those that the block reads.
    fn mark_unread_here(&mut self, block: &[Stmt], code: Code<'_>, again: &LocalSet) -> LocalSet {
        let mut read_here = LocalSet::default();
        for stmt in block.iter().rev() {
            let mut own = Touches::default();
            own_reads(stmt, code, &mut own);
            read_here.extend(own.0.into_iter().filter(|&local| again.contains(local)));
            for inner in walk::blocks(stmt) {
                read_here.union(&self.mark_unread_here(inner, code, again));
            }
            let declared = self.before.get(&stmt.id()).map_or(&[][..], Vec::as_slice);
            let unread =
                declared.iter().filter(|&&local| again.contains(local) && !read_here.contains(local));
            self.unread.extend(unread.map(|&local| (stmt.id(), local)));
        }
        read_here
    }
}

impl<'a> Planner<'a> {
    fn touch_block(&mut self, block: &[Stmt]) -> LocalSet {
        let mut all = LocalSet::default();
        for stmt in block {
            self.touch(stmt, &mut all);
        }
        all
    }

    fn touch(&mut self, stmt: &Stmt, all: &mut LocalSet) {
        let own: Vec<LocalId> = own_touches(self.code, stmt);
        let hidden = hidden(stmt);
        let mut blocks = Vec::new();
        for block in walk::blocks(stmt) {
            let mut inner = self.touch_block(block);
            hidden.iter().for_each(|&hidden| inner.remove(hidden));
            all.union(&inner);
            blocks.push(inner);
        }
        all.extend(own.iter().copied());
        self.touched.insert(stmt.id(), Touched { own, blocks });
    }

    fn touched(&self, stmt: &Stmt) -> Option<&Touched> {
        self.touched.get(&stmt.id())
    }

    /// Whole sets at a time: in a chain of conditions each one holds all that the later ones touch.
    fn place(&mut self, block: &[Stmt], locals: &LocalSet) {
        let (mut touched_once, mut touched_again) = (LocalSet::default(), LocalSet::default());
        for touched in block.iter().filter_map(|stmt| self.touched(stmt)) {
            if touched.blocks.is_empty() {
                let again = touched.own.iter().copied().filter(|&local| !touched_once.insert(local));
                touched_again.extend(again);
            } else {
                let all = touched.all();
                touched_again.union(&touched_once.intersection(&all));
                touched_once.union(&all);
            }
        }
        let apart = self.used_apart(block, &touched_again);
        touched_again.subtract(&apart);
        let mut left = locals.clone();
        for stmt in block {
            let Some(touched) = self.touched(stmt) else { continue };
            let (here, inside) = self.divided(stmt, touched, &mut left, &touched_again);
            if !apart.is_empty() {
                left.union(&touched.all().intersection(&apart).intersection(locals));
            }
            if !here.is_empty() {
                self.declarations.before.entry(stmt.id()).or_default().extend(here);
            }
            for (inner, mut locals) in walk::blocks(stmt).into_iter().zip(inside) {
                locals.extend(fresh(stmt));
                self.place(inner, &locals);
            }
        }
    }

    /// Those of some locals that hand nothing on from one statement of a block to the next: each may have a variable of its own.
    fn used_apart(&self, block: &[Stmt], locals: &LocalSet) -> LocalSet {
        let mut apart = locals.clone();
        for stmt in block {
            let Some(touched) = self.touched(stmt) else { continue };
            touched.own.iter().for_each(|&local| apart.remove(local));
            let inside = touched.all().intersection(&apart);
            let begins = |local: LocalId| match &stmt.kind {
                StmtKind::For(_) | StmtKind::While { .. } => self.begins_inside(stmt, local),
                StmtKind::If { .. } => self.begins_in_arms(stmt, local),
                _ => false,
            };
            inside.iter().filter(|&local| !begins(local)).for_each(|local| apart.remove(local));
        }
        apart
    }

    /// For the locals that are `left`: those that are declared before a statement, and those in each of its blocks.
    fn divided(
        &self,
        stmt: &Stmt,
        touched: &Touched,
        left: &mut LocalSet,
        several: &LocalSet,
    ) -> (Vec<LocalId>, Vec<LocalSet>) {
        if touched.blocks.is_empty() {
            let here: Vec<LocalId> =
                touched.own.iter().copied().filter(|&local| left.contains(local)).collect();
            here.iter().for_each(|&local| left.remove(local));
            return (here, Vec::new());
        }
        let mut stays = touched.all().intersection(left);
        left.subtract(&stays);
        let mut movable = stays.clone();
        movable.subtract(several);
        let mut inside = Vec::new();
        for (at, block) in touched.blocks.iter().enumerate() {
            let mut down = movable.intersection(block);
            if matches!(stmt.kind, StmtKind::While { .. } | StmtKind::For(_)) {
                down = down.iter().filter(|&local| self.descend(stmt, local).is_some()).collect();
            } else {
                touched.own.iter().for_each(|&local| down.remove(local));
                // One arm runs: each may have a variable of its own.
                if !matches!(stmt.kind, StmtKind::If { .. }) {
                    let (before, after) = (&touched.blocks[..at], &touched.blocks[at + 1..]);
                    before.iter().chain(after).for_each(|other| down.subtract(other));
                }
                if !is_parallel(stmt) {
                    down.subtract(&self.declarations.addressed);
                }
                // A team shares the user's arrays and structs; what is private to its threads is not declared around it.
                if matches!(stmt.kind, StmtKind::Parallel(_)) {
                    down = down.iter().filter(|&local| !self.is_users(local)).collect();
                }
            }
            stays.subtract(&down);
            inside.push(down);
        }
        (stays.iter().collect(), inside)
    }

    /// How a block uses a local: its first user, and whether there are more.
    fn user(&self, block: &[Stmt], local: LocalId) -> Option<(usize, bool)> {
        let mut users = self.users.borrow_mut();
        let of_block = users.entry(block.first()?.id()).or_insert_with(|| {
            let mut found: HashMap<LocalId, (usize, bool)> = HashMap::new();
            for (index, touched) in
                block.iter().enumerate().filter_map(|(at, stmt)| Some((at, self.touched(stmt)?)))
            {
                let mut note = |local| {
                    found
                        .entry(local)
                        .and_modify(|(first, is_only)| *is_only &= *first == index)
                        .or_insert((index, true));
                };
                touched.own.iter().for_each(|&local| note(local));
                touched.blocks.iter().flat_map(LocalSet::iter).for_each(note);
            }
            found
        });
        of_block.get(&local).copied()
    }

    /// The inner block of `stmt` that may declare the local, if there is one. Nothing else uses the local.
    fn descend(&self, stmt: &Stmt, local: LocalId) -> Option<usize> {
        let touched = self.touched(stmt)?;
        if touched.own.contains(&local) {
            return None;
        }
        let blocks = walk::blocks(stmt);
        let mut holders = (0..blocks.len()).filter(|&number| touched.blocks[number].contains(local));
        let (only, more) = (holders.next()?, holders.next());
        if more.is_some() {
            return None;
        }
        if self.declarations.addressed.contains(local) && !is_parallel(stmt) {
            return None;
        }
        if matches!(stmt.kind, StmtKind::Parallel(_)) && self.is_users(local) {
            return None;
        }
        let repeats = repeats(stmt, only);
        let prepares = matches!(stmt.kind, StmtKind::While { .. }) && only == 0;
        (!prepares && (!repeats || self.begins(blocks[only], local))).then_some(only)
    }

    fn is_users(&self, local: LocalId) -> bool {
        self.code.function.locals[local].role.is_users()
    }

    /// Whether every run of the block gives the local a value before it reads it.
    fn begins(&self, block: &[Stmt], local: LocalId) -> bool {
        let Some((first, is_only)) = self.user(block, local) else { return true };
        // One statement fills an array for the others.
        if self.code.function.locals[local].role == LocalRole::Kept && !is_only {
            return true;
        }
        let first = &block[first];
        assigns_first(first, local)
            || matches!(&first.kind, StmtKind::Serial(serial) if self.begins(&serial.body, local))
            || is_only && self.begins_in(first, local)
            || !is_only && self.touching(block, local).all(|stmt| self.begins_in(stmt, local))
    }

    /// The statements of a block that use a local.
    fn touching<'b>(&self, block: &'b [Stmt], local: LocalId) -> impl Iterator<Item = &'b Stmt> {
        block.iter().filter(move |stmt| {
            let touched = self.touched(stmt);
            touched.is_some_and(|it| {
                it.own.contains(&local) || it.blocks.iter().any(|inner| inner.contains(local))
            })
        })
    }

    /// Whether that holds of the blocks of a statement that use the local.
    fn begins_in(&self, stmt: &Stmt, local: LocalId) -> bool {
        self.begins_inside(stmt, local) || self.begins_in_arms(stmt, local)
    }

    /// Whether that holds of the only inner block that uses the local.
    fn begins_inside(&self, stmt: &Stmt, local: LocalId) -> bool {
        // Threads have temporaries of their own in each iteration. What they share keeps its value until the next loop of threads.
        let is_own = is_parallel(stmt) && !self.is_users(local);
        // What runs more than once has been looked at.
        let begins = |inner| repeats(stmt, inner) || is_own || self.begins(walk::blocks(stmt)[inner], local);
        self.descend(stmt, local).is_some_and(begins)
    }

    /// Whether that holds of all arms of an `if` that touch the local.
    fn begins_in_arms(&self, stmt: &Stmt, local: LocalId) -> bool {
        let (StmtKind::If { .. }, Some(touched)) = (&stmt.kind, self.touched(stmt)) else { return false };
        let arms = walk::blocks(stmt).into_iter().zip(&touched.blocks);
        !touched.own.contains(&local)
            && !self.declarations.addressed.contains(local)
            && arms.filter(|(_, touched)| touched.contains(local)).all(|(arm, _)| self.begins(arm, local))
    }
}

/// Whether one of its blocks may run more than once.
fn repeats(stmt: &Stmt, block: usize) -> bool {
    match &stmt.kind {
        StmtKind::While { .. } => block < 2,
        StmtKind::For(_) => block == 0,
        _ => false,
    }
}

/// Whether its iterations share nothing but what its clauses name.
fn is_parallel(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Parallel(_) | StmtKind::Prange(_) | StmtKind::Serial(_))
}

impl<'a> Body<'_, '_, 'a> {
    /// Writes the declarations that precede a statement, except one that the statement makes itself.
    pub(super) fn declare_before(&mut self, block: &'a [Stmt], index: usize) {
        let stmt = &block[index];
        let Some(mut locals) = self.declarations.before.get(&stmt.id()).cloned() else {
            return;
        };
        locals.retain(|&local| !self.naming.variable(local).is_in_frame());
        locals.sort();
        if !self.in_kernel() {
            self.kernels.host_locals.extend(locals.iter().copied());
        }
        let own = self.declared_by(stmt);
        let mut declarations: Vec<Declaration> = Vec::new();
        for local in locals.iter().copied().filter(|local| Some(*local) != own) {
            let role = self.function.locals[local].role;
            let begins = assigns_first(stmt, local) || role == LocalRole::Kept;
            for (ty, name) in self.declared_names(local) {
                let initial = (!begins).then(|| self.initial(local, &ty));
                // The module's own statements may take the address of a C variable and keep it.
                let is_init = self.function.kind == FunctionKind::Init;
                let is_static = role == LocalRole::Static || is_init && matches!(ty, c::Type::Array(..));
                let joins = |known: &&mut Declaration| {
                    !is_static && !known.is_static && known.ty == ty && ty.is_named()
                };
                match declarations.iter_mut().find(joins) {
                    Some(known) => known.variables.push((name, initial)),
                    None => {
                        declarations.push(Declaration { is_static, ..Declaration::of(ty, name, initial) });
                    }
                }
            }
        }
        if !declarations.is_empty() || own.is_some() {
            self.place_of(stmt.span);
        }
        self.out.extend(declarations.into_iter().map(C::Declare));
        for local in locals {
            if Some(local) != own {
                self.use_unread(stmt, local);
            }
        }
    }

    /// The first value of a C variable that a local is made of.
    fn initial(&self, local: LocalId, ty: &c::Type) -> c::Expr {
        let of_local = &self.function.locals[local].ty;
        let is_struct =
            of_local.is_record() || of_local.memoryview().is_some() && !self.naming.flat.contains_key(&local);
        match ty {
            c::Type::Array(..) => c::Expr::zeros(),
            _ if is_struct => c::Expr::zeros(),
            ty if ty.is_pointer() => c::Expr::null(),
            _ => c::Expr::number(0),
        }
    }

    /// Keeps compilers from warning about a variable, declared at `stmt`, that the user assigns and never reads.
    pub(super) fn use_unread(&mut self, stmt: &Stmt, local: LocalId) {
        if self.declarations.unread.contains(&(stmt.id(), local)) {
            for (_, variable) in self.variables(local) {
                self.out.push(C::unused(variable.place()));
            }
        }
    }

    /// The local that a statement declares and initialises in one go.
    pub(super) fn declared_by(&self, stmt: &Stmt) -> Option<LocalId> {
        let declared = self.declarations.before.get(&stmt.id())?;
        let local = match &stmt.kind {
            StmtKind::Assign { place, .. } => place.as_local()?,
            StmtKind::Check(check) => match &check.kind {
                CheckKind::Index { into, .. } => (*into)?,
                CheckKind::Noted { into, .. } => *into,
                _ => return None,
            },
            _ => return None,
        };
        let is_scalar_array = matches!(self.function.locals[local].ty, crate::ty::Ty::Array { .. });
        let is_of_c = !self.naming.variable(local).is_in_frame();
        (is_of_c && declared.contains(&local) && assigns_first(stmt, local) && !is_scalar_array)
            .then_some(local)
    }

    /// Gives a whole local its value, with its type where it is declared here.
    pub(super) fn give_value(&mut self, local: LocalId, declares: bool, value: c::Expr) {
        let stmt = match declares {
            true => C::declare(self.local_type(local), self.naming.local_name(local), value),
            false => C::assign(self.naming.local(local), value),
        };
        self.out.push(stmt);
    }
}

impl Declarations {
    /// What is declared anywhere in a block.
    pub(super) fn inside(&self, block: &[Stmt]) -> LocalSet {
        let mut found = LocalSet::default();
        walk::statements(block, &mut |stmt| {
            let declared = self.before.get(&stmt.id());
            found.extend(declared.into_iter().flatten().copied());
        });
        found
    }

    pub(super) fn has_before(&self, stmt: &Stmt) -> bool {
        self.before.contains_key(&stmt.id())
    }
}
