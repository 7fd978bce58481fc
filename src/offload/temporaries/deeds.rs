//! What single statements do with the data behind memoryviews, by the names of the views.

use super::origin::Origins;
use crate::pass::LocalSet;
use crate::tir::{
    Callee, CheckKind, Expr, ExprKind, Function, FunctionId, LocalId, MapEntry, Op, SlicePart, Stmt,
    StmtKind, Subject, walk,
};
use crate::ty::Ty;

/// One thing that a statement does. Asking for the shape of a view is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    Read(LocalId),
    /// Of some elements, perhaps.
    Write(LocalId),
    /// Given away: whoever has it reads it, writes it, and may keep a reference.
    Hand(LocalId, Taker),
    /// The address of an element is taken.
    Pin(LocalId),
    /// A view of what the others show, or of nothing; `known`: and of nothing else.
    Show {
        into: LocalId,
        of: Vec<LocalId>,
        known: bool,
    },
    /// A view of what an operation gives.
    Bind {
        into: LocalId,
        source: Source,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taker {
    Function(FunctionId),
    /// Python, C, the caller.
    Anybody,
}

/// What a view is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The buffer of the object that a local holds.
    Object(LocalId),
    Call(FunctionId),
    Other,
}

/// A function, as far as its deeds are concerned.
pub struct Code<'a> {
    pub function: &'a Function,
    /// Objects of views that are asked for a shape and nothing else: see [`Origins::lent`].
    pub lent: LocalSet,
}

impl<'a> Code<'a> {
    pub fn of(function: &'a Function, origins: &Origins<'_>) -> Code<'a> {
        Code { function, lent: origins.lent() }
    }

    /// The deeds of a statement itself, in order; not those of its inner blocks, nor of a region's body.
    pub fn deeds(&self, stmt: &Stmt) -> Vec<Deed> {
        let mut list = List(Vec::new());
        match &stmt.kind {
            StmtKind::Run { into: Some(into), op: Op::ViewToObject(view) } if self.lent.contains(*into) => {
                list.inside(view);
            }
            _ => list.statement(self.function, stmt),
        }
        list.0
    }
}

/// The locals whose memory a view expression shows, and whether these are all.
pub fn roots(view: &Expr) -> (Vec<LocalId>, bool) {
    match &view.kind {
        ExprKind::Local(id) => (vec![*id], true),
        ExprKind::Slice { view: inner, .. } | ExprKind::Transpose(inner) | ExprKind::Convert(inner) => {
            roots(inner)
        }
        ExprKind::Select(_, then, otherwise) => {
            let ((mut all, known), (more, known_too)) = (roots(then), roots(otherwise));
            all.extend(more);
            (all, known && known_too)
        }
        ExprKind::Singleton(_) | ExprKind::Null => (vec![], true),
        _ => (vec![], false),
    }
}

struct List(Vec<Deed>);

impl List {
    fn each(&mut self, view: &Expr, deed: impl Fn(LocalId) -> Deed) {
        self.0.extend(roots(view).0.into_iter().map(deed));
    }

    fn show(&mut self, into: LocalId, view: &Expr) {
        self.inside(view);
        let (of, known) = roots(view);
        self.0.push(Deed::Show { into, of, known });
    }

    fn statement(&mut self, function: &Function, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { place: Expr { kind: ExprKind::Local(into), .. }, value }
                if value.ty.memoryview().is_some() =>
            {
                self.show(*into, value);
            }
            StmtKind::Assign { place, value } => {
                self.expr(value);
                self.written(place);
            }
            StmtKind::Atomic { place, value, .. } => {
                self.expr(value);
                self.expr(place);
                self.written(place);
            }
            StmtKind::Run { into, op } => self.operation(*into, op),
            StmtKind::Move { into, from } => {
                self.0.push(Deed::Show { into: *into, of: vec![*from], known: true });
                self.0.push(Deed::Show { into: *from, of: vec![], known: true });
            }
            StmtKind::Release(local) => self.0.push(Deed::Show { into: *local, of: vec![], known: true }),
            StmtKind::Check(check) if matches!(check.kind, CheckKind::NotNone { .. }) => {
                walk::expressions(stmt).into_iter().for_each(|view| self.inside(view));
            }
            StmtKind::Offload(id) => {
                let clauses = walk::clause_expressions(&function.regions[*id].clauses);
                clauses.into_iter().for_each(|expr| self.expr(expr));
            }
            // Data moves, and the user decides what for.
            StmtKind::Context { context, .. } => self.entries(&function.contexts[*context].entries),
            StmtKind::Update(update) => self.entries(&update.entries),
            _ => walk::expressions(stmt).into_iter().for_each(|expr| self.expr(expr)),
        }
    }

    fn entries(&mut self, entries: &[MapEntry]) {
        for entry in entries {
            if let Subject::Local(local) = entry.subject {
                self.0.extend([Deed::Read(local), Deed::Write(local)]);
            }
        }
    }

    fn operation(&mut self, into: Option<LocalId>, op: &Op) {
        match (op, into) {
            (Op::Own(view), Some(into)) if view.ty.memoryview().is_some() => return self.show(into, view),
            (Op::CallFunction { function, arguments }, _) => {
                arguments.iter().for_each(|argument| self.argument(argument, Taker::Function(*function)));
            }
            _ => op.operands().into_iter().for_each(|operand| self.expr(operand)),
        }
        let Some(into) = into else { return };
        let source = match op {
            Op::ViewFromObject(object) => object.as_local().map_or(Source::Other, Source::Object),
            Op::CallFunction { function, .. } => Source::Call(*function),
            _ => return,
        };
        self.0.push(Deed::Bind { into, source });
    }

    fn argument(&mut self, argument: &Expr, taker: Taker) {
        if argument.ty.memoryview().is_some() {
            self.inside(argument);
            self.each(argument, |local| Deed::Hand(local, taker));
        } else {
            if matches!(argument.ty, Ty::Array { .. }) {
                self.pinned(argument);
            }
            self.expr(argument);
        }
    }

    /// A place that is stored to.
    fn written(&mut self, place: &Expr) {
        match &place.kind {
            ExprKind::Element { view, indices } => {
                self.inside(view);
                indices.iter().for_each(|index| self.expr(index));
                self.each(view, Deed::Write);
            }
            ExprKind::Field { base, .. } if base.is_place() => self.written(base),
            ExprKind::Index { base, index } if matches!(base.ty, Ty::Array { .. }) => {
                self.expr(index);
                self.written(base);
            }
            ExprKind::Local(_) => {}
            _ => self.expr(place),
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Element { view, indices } => {
                self.inside(view);
                indices.iter().for_each(|index| self.expr(index));
                self.each(view, Deed::Read);
            }
            ExprKind::Extent { view, .. } | ExprKind::Stride { view, .. } | ExprKind::IsNone(view)
                if view.ty.memoryview().is_some() =>
            {
                self.inside(view);
            }
            ExprKind::Call(callee, arguments) => {
                let taker = match callee {
                    Callee::Function(id) => Taker::Function(*id),
                    Callee::Extern(_) => Taker::Anybody,
                };
                arguments.iter().for_each(|argument| self.argument(argument, taker));
            }
            ExprKind::AddressOf(place) => {
                self.pinned(place);
                self.expr(place);
            }
            ExprKind::Convert(array) if matches!(array.ty, Ty::Array { .. }) => {
                self.pinned(array);
                self.expr(array);
            }
            _ if expr.ty.memoryview().is_some() => {
                self.inside(expr);
                self.each(expr, |local| Deed::Hand(local, Taker::Anybody));
            }
            _ => expr.children().into_iter().for_each(|child| self.expr(child)),
        }
    }

    /// The numbers that a view expression is made with.
    fn inside(&mut self, view: &Expr) {
        match &view.kind {
            ExprKind::Slice { view: inner, parts } => {
                self.inside(inner);
                parts.iter().flat_map(SlicePart::exprs).for_each(|part| self.expr(part));
            }
            ExprKind::Transpose(inner) | ExprKind::Convert(inner) => self.inside(inner),
            ExprKind::Select(condition, then, otherwise) => {
                self.expr(condition);
                self.inside(then);
                self.inside(otherwise);
            }
            ExprKind::Local(_) | ExprKind::Singleton(_) | ExprKind::Null => {}
            _ => view.children().into_iter().for_each(|child| self.expr(child)),
        }
    }

    /// A place whose address is taken: the elements that it lies in, the views that it is.
    fn pinned(&mut self, place: &Expr) {
        match &place.kind {
            ExprKind::Element { view, .. } => self.each(view, Deed::Pin),
            ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => self.pinned(base),
            _ if place.ty.memoryview().is_some() => self.each(place, Deed::Pin),
            _ => {}
        }
    }
}
