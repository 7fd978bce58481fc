//! Variables of generators: what must survive a `yield` is a field of the frame. Parallel code contains no `yield`, and
//! its threads need variables of their own.

use super::Body;
use crate::pass::{LocalSet, reads_of};
use crate::tir::{Function, LocalId, LocalRole, Stmt, StmtKind, walk};

/// What the names of variables in a generator's frame begin with.
pub const FRAME: &str = "_frame->";

impl Body<'_, '_, '_> {
    /// The body of a generator: what must survive a `yield` is a field of its frame.
    pub fn enter_frame(&mut self) {
        self.in_frame = true;
        let apart = of_threads(self.function);
        for (id, name) in self.names.iter_mut() {
            if name != "_result" && !apart.contains(id) {
                name.insert_str(0, FRAME);
            }
        }
    }

    /// A variable of the emitted code that lives across statements; the caller says what its name begins with.
    pub(super) fn kept(&mut self, ty: &'static str, hint: &str) -> String {
        let name = self.namer.name(hint);
        if !self.in_frame {
            return name;
        }
        self.needs.frame.push((ty, name.clone()));
        format!("{FRAME}{name}")
    }

    /// Whether a variable with this name is a C variable, which the frame does not hold.
    pub(super) fn is_of_c(name: &str) -> bool {
        !name.starts_with(FRAME)
    }
}

/// What is private to threads, and their temporaries.
fn of_threads(function: &Function) -> LocalSet {
    let (mut private, mut inside, mut outside) =
        (LocalSet::default(), LocalSet::default(), LocalSet::default());
    collect(&function.body, &mut private, &mut inside, &mut outside);
    let is_temporary = |id: &LocalId| function.locals[*id].role == LocalRole::Temp && !outside.contains(*id);
    private.extend(inside.iter().filter(is_temporary).collect::<Vec<_>>());
    private
}

fn collect(block: &[Stmt], private: &mut LocalSet, inside: &mut LocalSet, outside: &mut LocalSet) {
    for stmt in block {
        if !matches!(stmt.kind, StmtKind::Parallel(_) | StmtKind::Prange(_)) {
            note_named(stmt, outside);
            walk::blocks(stmt).into_iter().for_each(|inner| collect(inner, private, inside, outside));
            continue;
        }
        walk::statements(std::slice::from_ref(stmt), &mut |stmt| match &stmt.kind {
            StmtKind::Parallel(parallel) => private.extend(parallel.privates.iter().copied()),
            StmtKind::Prange(prange) => {
                private.extend(prange.privates.iter().copied().chain([prange.counter]));
                private.extend(prange.reductions.iter().map(|reduction| reduction.local));
            }
            _ => note_named(stmt, inside),
        });
    }
}

/// The locals that a statement itself names.
pub(super) fn note_named(stmt: &Stmt, found: &mut LocalSet) {
    found.extend(walk::assigned(stmt));
    found.union(&reads_of(stmt));
}
