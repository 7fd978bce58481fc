//! Whether the address of a row stays with the iteration that has the row: nobody stores it, and no code after the loop has it.

use super::offsets::Offsets;
use crate::pass::local_set::LocalSet;
use crate::tir::{Block, Callee, Expr, ExprKind, FunctionId, LocalId, Module, Op, Stmt, StmtKind, walk};
use crate::ty::Ty;

/// Functions that call functions, so deep.
const DEPTH: usize = 4;

/// The pointers and views that the body of a loop makes of rows; `None` if the address of one is stored, or given to a
/// function that may store it.
pub fn made_of_rows(body: &Block, base: LocalId, module: &Module, offsets: &Offsets<'_>) -> Option<LocalSet> {
    let mut following =
        Following { module, base: Some((base, offsets)), of_row: LocalSet::default(), depth: 0 };
    following.stays_in(body).then_some(following.of_row)
}

struct Following<'a> {
    module: &'a Module,
    /// In the loop: the array or pointer that has rows.
    base: Option<(LocalId, &'a Offsets<'a>)>,
    /// Pointers into the row, and views of it.
    of_row: LocalSet,
    depth: usize,
}

impl Following<'_> {
    /// Whether no address leaves the block. What gets an address late may have been used before, by an iteration of a loop.
    fn stays_in(&mut self, block: &Block) -> bool {
        let mut stays = true;
        loop {
            let known = self.of_row.iter().count();
            walk::statements(block, &mut |stmt| stays &= self.statement(stmt));
            if !stays || self.of_row.iter().count() == known {
                return stays;
            }
        }
    }

    fn statement(&mut self, stmt: &Stmt) -> bool {
        let calls_stay = walk::expressions(stmt).into_iter().all(|expr| self.calls_in(expr));
        calls_stay
            && match &stmt.kind {
                StmtKind::Assign { place, value } => self.given(place.as_local(), value),
                StmtKind::Run { into, op: Op::Own(value) } => self.given(*into, value),
                StmtKind::Run { into, op: Op::CallFunction { function, arguments } } => {
                    let leads = arguments.iter().any(|argument| self.leads_to_row(argument));
                    self.of_row.extend(into.filter(|_| leads));
                    self.call(*function, arguments)
                }
                StmtKind::Run { op, .. } => {
                    !op.operands().into_iter().any(|operand| self.leads_to_row(operand))
                }
                StmtKind::Move { into, from } => {
                    let leads = self.of_row.contains(*from);
                    self.of_row.extend(Some(*into).filter(|_| leads));
                    true
                }
                _ => true,
            }
    }

    /// What gets the value may have the address then; anywhere but in a variable it is stored.
    fn given(&mut self, place: Option<LocalId>, value: &Expr) -> bool {
        if !self.leads_to_row(value) {
            return true;
        }
        let is_address = matches!(value.ty, Ty::Pointer { .. } | Ty::Memoryview(_));
        self.of_row.extend(place.filter(|_| is_address));
        is_address && place.is_some()
    }

    /// Whether a value is an address in a row, or has one: not what is stored there.
    fn leads_to_row(&self, value: &Expr) -> bool {
        if self.base.is_some_and(|(base, offsets)| offsets.row(value, base).is_some()) {
            return !matches!(value.kind, ExprKind::Element { .. } | ExprKind::Index { .. });
        }
        match &value.kind {
            ExprKind::Local(local) => self.of_row.contains(*local),
            ExprKind::AddressOf(place) => self.is_in_row(place),
            ExprKind::Element { .. }
            | ExprKind::Index { .. }
            | ExprKind::Deref(_)
            | ExprKind::Compare(..) => false,
            ExprKind::Extent { .. } | ExprKind::Stride { .. } | ExprKind::IsNone(_) => false,
            ExprKind::Call(..) if value.ty.is_numeric() || value.ty == Ty::Bint => false,
            // What a function gives back may be what it was given.
            _ => value.children().into_iter().any(|child| self.leads_to_row(child)),
        }
    }

    fn is_in_row(&self, place: &Expr) -> bool {
        if self.base.is_some_and(|(base, offsets)| offsets.row(place, base).is_some()) {
            return true;
        }
        match &place.kind {
            ExprKind::Element { view: base, .. } | ExprKind::Index { base, .. } | ExprKind::Deref(base) => {
                self.leads_to_row(base)
            }
            ExprKind::Field { base, .. } => self.is_in_row(base),
            _ => false,
        }
    }

    fn calls_in(&mut self, expr: &Expr) -> bool {
        let stays = match &expr.kind {
            ExprKind::Call(Callee::Function(function), arguments) => self.call(*function, arguments),
            ExprKind::Call(Callee::Extern(id), arguments) => {
                let known = &self.module.externs[*id];
                let sorts =
                    ["qsort", "bsearch", "memchr", "memcmp", "strlen"].contains(&known.c_name.as_str());
                known.uses_arguments_only()
                    || sorts
                    || !arguments.iter().any(|argument| self.leads_to_row(argument))
            }
            _ => true,
        };
        stays && expr.children().into_iter().all(|child| self.calls_in(child))
    }

    /// Whether a function stores no address that it is given.
    fn call(&mut self, callee: FunctionId, arguments: &[Expr]) -> bool {
        let function = &self.module.functions[callee];
        let params = function.params.iter().zip(arguments);
        let of_row: LocalSet = params
            .filter(|(_, argument)| self.leads_to_row(argument))
            .map(|(param, _)| param.local)
            .collect();
        if of_row.iter().next().is_none() {
            return true;
        }
        let mut inside = Following { module: self.module, base: None, of_row, depth: self.depth + 1 };
        self.depth < DEPTH && inside.stays_in(&function.body)
    }
}
