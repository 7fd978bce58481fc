//! Variables of parallel code that do not belong to the function: C variables of the module, and variables that
//! functions share.
//!
//! What parallel code assigns is private to its threads, which only a function's own variables can be. So other
//! variables become variables of the function while the code runs: read before it, and stored after it. A jump or
//! exception out of the code skips the store for variables that functions share; a variable of the module gets the
//! value even then. In this sense, a generator's own variables are shared with the code that waits for it.

use std::collections::BTreeMap;

use super::targets_of;
use crate::base::Name;
use crate::hir::{
    Binding, Block, Body, ExprId, ExprKind, ExternId, ExternKind, Function, GlobalId, Local, LocalId, Module,
    OUTER_SCOPE, Stmt, StmtKind, Try, TypeExpr, TypeKind, TypeName, field, walk,
};
use crate::source::Span;

/// Where a variable is stored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Home {
    /// A generator's own: it lives while the generator waits.
    Frame(LocalId),
    Module(GlobalId),
    Header(ExternId),
    /// In an object that functions share, this many objects further out.
    Shared(LocalId, usize),
}

/// Rewrites a function.
pub fn keep(module: &Module, function: &mut Function) {
    let mut block = std::mem::take(&mut function.body.block);
    Keeper { module, body: &mut function.body }.block(&mut block);
    function.body.block = block;
}

struct Keeper<'a> {
    module: &'a Module,
    body: &'a mut Body,
}

impl Keeper<'_> {
    fn block(&mut self, block: &mut Block) {
        let mut done = Block::with_capacity(block.len());
        for mut stmt in std::mem::take(block) {
            if matches!(stmt.kind, StmtKind::Parallel { .. } | StmtKind::Prange(_)) {
                done.extend(self.construct(stmt));
                continue;
            }
            walk::blocks_mut(&mut stmt).into_iter().for_each(|inner| self.block(inner));
            done.push(stmt);
        }
        *block = done;
    }

    /// A parallel block or loop that is not inside another.
    fn construct(&mut self, stmt: Stmt) -> Block {
        let span = stmt.span;
        let is_region = match &stmt.kind {
            StmtKind::Parallel { clauses, .. } => clauses.device.is_some(),
            StmtKind::Prange(prange) => prange.clauses.device.is_some(),
            _ => false,
        };
        let construct = std::slice::from_ref(&stmt);
        let counters = counters(construct);
        let mut kept: BTreeMap<(Home, Name), (LocalId, ExprId)> = BTreeMap::new();
        for target in targets_of(self.body, construct) {
            let is_counter = counters.contains(&target);
            let Some((place, ty)) = self.place(target) else { continue };
            // An undeclared variable may be an object, unless it is a counter.
            let is_undeclared = matches!((place.0, &ty.kind), (Home::Frame(_), TypeKind::Untyped));
            if !(self.is_c(&ty) || is_undeclared && is_counter) {
                continue;
            }
            // A device has no variables of the module.
            if is_region && !matches!(place.0, Home::Shared(..)) {
                continue;
            }
            kept.entry(place.clone()).or_insert_with(|| {
                let local = Local { name: place.1, ty, is_param: false, is_hidden: false, span };
                (self.body.locals.alloc(local), target)
            });
        }
        if kept.is_empty() {
            return vec![stmt];
        }
        // Expressions for the variables themselves, before the code and after it.
        let places: Vec<(Home, LocalId, ExprId, ExprId)> = kept
            .iter()
            .map(|((home, _), (local, target))| {
                (*home, *local, self.copy(*target, span), self.copy(*target, span))
            })
            .collect();
        let mut roots = Vec::new();
        walk::statements(construct, &mut |stmt| roots.extend(walk::expressions(&stmt.kind)));
        roots.into_iter().for_each(|root| self.name(root, &kept));
        let mut before = Block::new();
        let [mut after, mut always] = [Block::new(), Block::new()];
        for (home, local, read, stored) in places {
            self.body.of_threads.insert(local);
            let [target, value] = [self.local(local, span), self.local(local, span)];
            before.push(assignment(target, read, span));
            match home {
                Home::Shared(..) | Home::Frame(_) => after.push(assignment(stored, value, span)),
                Home::Module(_) | Home::Header(_) => always.push(assignment(stored, value, span)),
            }
        }
        before.push(if always.is_empty() {
            stmt
        } else {
            let (handlers, otherwise) = (Vec::new(), Block::new());
            let tried = Try { body: vec![stmt], handlers, otherwise, finally: Some(always) };
            Stmt::new(StmtKind::Try(Box::new(tried)), span)
        });
        before.extend(after);
        before
    }

    /// Lets an expression name the locals.
    fn name(&mut self, id: ExprId, kept: &BTreeMap<(Home, Name), (LocalId, ExprId)>) {
        let known = self.place(id).and_then(|(place, _)| kept.get(&place));
        if let Some((local, _)) = known {
            self.body.exprs[id].kind = ExprKind::Name(Binding::Local(*local));
            return;
        }
        walk::children(self.body, id).into_iter().for_each(|child| self.name(child, kept));
    }

    /// The variable that an expression names, if it does not belong to the function.
    fn place(&self, id: ExprId) -> Option<((Home, Name), TypeExpr)> {
        match &self.body.exprs[id].kind {
            ExprKind::Name(Binding::Local(local))
                if self.body.yields && !self.body.of_threads.contains(local) =>
            {
                let home = Home::Frame(*local);
                let local = &self.body.locals[*local];
                (!local.is_hidden).then(|| ((home, local.name.clone()), local.ty.clone()))
            }
            ExprKind::Name(Binding::Global(global)) => {
                let home = Home::Module(*global);
                let global = &self.module.globals[*global];
                Some(((home, global.name.clone()), global.ty.clone()))
            }
            ExprKind::Name(Binding::Extern(known)) => {
                let home = Home::Header(*known);
                let known = &self.module.externs[*known];
                let ExternKind::Variable(ty) = &known.kind else { return None };
                (!known.is_unsized).then(|| ((home, known.name.clone()), ty.clone()))
            }
            ExprKind::Attribute { base, name } if name != OUTER_SCOPE => {
                let (scope, depth) = self.scope(*base, 0)?;
                let TypeKind::Named(TypeName::Object(class)) = self.body.locals[scope].ty.kind else {
                    return None;
                };
                let mut class = class.extension()?;
                for _ in 0..depth {
                    let outer = field(&self.module.classes, class, OUTER_SCOPE)?;
                    let TypeKind::Named(TypeName::Object(outer)) = outer.ty.kind else { return None };
                    class = outer.extension()?;
                }
                let field = field(&self.module.classes, class, name)?;
                let is_scope = self.module.classes[class].is_scope;
                let home = Home::Shared(scope, depth);
                is_scope.then(|| ((home, name.clone()), field.ty.clone()))
            }
            _ => None,
        }
    }

    /// The local that leads to an object with shared variables, and through how many others.
    fn scope(&self, id: ExprId, depth: usize) -> Option<(LocalId, usize)> {
        match &self.body.exprs[id].kind {
            ExprKind::Name(Binding::Local(local)) => Some((*local, depth)),
            ExprKind::Attribute { base, name } if name == OUTER_SCOPE => self.scope(*base, depth + 1),
            _ => None,
        }
    }

    /// Whether variables of the type are C values: objects and views are shared by all threads.
    fn is_c(&self, ty: &TypeExpr) -> bool {
        match &ty.kind {
            TypeKind::Named(TypeName::Object(_) | TypeName::Void) => false,
            TypeKind::Named(TypeName::Typedef(id)) => self.is_c(&self.module.typedefs[*id].target),
            TypeKind::Named(_) | TypeKind::Pointer(_) | TypeKind::Tuple(_) => true,
            _ => false,
        }
    }

    fn copy(&mut self, id: ExprId, span: Span) -> ExprId {
        let mut kind = self.body.exprs[id].kind.clone();
        if let ExprKind::Attribute { base, .. } = &mut kind {
            *base = self.copy(*base, span);
        }
        self.body.exprs.alloc(crate::hir::Expr { kind, span })
    }

    fn local(&mut self, local: LocalId, span: Span) -> ExprId {
        self.body.exprs.alloc(crate::hir::Expr { kind: ExprKind::Name(Binding::Local(local)), span })
    }
}

/// The counters of the loops of a construct.
fn counters(construct: &[Stmt]) -> Vec<ExprId> {
    let mut found = Vec::new();
    walk::statements(construct, &mut |stmt| {
        if let StmtKind::Prange(prange) = &stmt.kind {
            found.push(prange.target);
        }
    });
    found
}

fn assignment(target: ExprId, value: ExprId, span: Span) -> Stmt {
    Stmt::new(StmtKind::Assign { targets: vec![target], value }, span)
}
