//! What single statements do with the data behind memoryviews, and with references to it, by the names of the
//! views.

use crate::offload::acts::{self, Act, Taker};
use crate::pass::LocalSet;
use crate::pass::origin::Origins;
use crate::tir::{
    Expr, ExprKind, Function, FunctionId, LocalId, MapEntry, Op, Stmt, StmtKind, Subject, walk,
};
use crate::ty::Ty;

/// One thing that a statement does. Reading the shape of a view does not count.
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
    /// Objects of views that are only asked for a shape: see [`Origins::lent`].
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
                list.acts(acts::of_view(view));
            }
            StmtKind::Offload(id) => {
                let clauses = walk::clause_expressions(&self.function.regions[*id].clauses);
                clauses.into_iter().for_each(|expr| list.acts(acts::of_value(expr)));
            }
            // Data moves, and the user decides for what.
            StmtKind::Context { context, .. } => list.entries(&self.function.contexts[*context].entries),
            StmtKind::Update(update) => list.entries(&update.entries),
            _ => {
                list.acts(acts::of(stmt));
                list.bindings(stmt);
            }
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

/// The view of which a place is an element, or in which it lies.
fn view_of(place: &Expr) -> Option<&Expr> {
    match &place.kind {
        ExprKind::Element { view, .. } => Some(view),
        ExprKind::Field { base, .. } if !matches!(base.ty, Ty::Pointer { .. }) => view_of(base),
        ExprKind::Index { base, .. } if matches!(base.ty, Ty::Array { .. }) => view_of(base),
        _ => None,
    }
}

struct List(Vec<Deed>);

impl List {
    fn each(&mut self, view: Option<&Expr>, deed: impl Fn(LocalId) -> Deed) {
        self.0.extend(view.into_iter().flat_map(|view| roots(view).0).map(deed));
    }

    fn acts(&mut self, acts: Vec<Act<'_>>) {
        for act in acts {
            match act {
                Act::Read(place) => self.each(view_of(place), Deed::Read),
                Act::Write(place) => self.each(view_of(place), Deed::Write),
                Act::Address(place, _) | Act::Decay(place) => {
                    let view = if place.ty.memoryview().is_some() { Some(place) } else { view_of(place) };
                    self.each(view, Deed::Pin);
                    self.each(view, Deed::Read);
                }
                Act::Give(view, taker) => self.each(Some(view), |local| Deed::Hand(local, taker)),
                Act::Call(..) => {}
            }
        }
    }

    /// What views show from the statement on.
    fn bindings(&mut self, stmt: &Stmt) {
        let nothing = |into| Deed::Show { into, of: vec![], known: true };
        match &stmt.kind {
            StmtKind::Assign { place: Expr { kind: ExprKind::Local(into), .. }, value }
            | StmtKind::Run { into: Some(into), op: Op::Own(value) }
                if value.ty.memoryview().is_some() =>
            {
                let (of, known) = roots(value);
                self.0.push(Deed::Show { into: *into, of, known });
            }
            StmtKind::Run { into: Some(into), op } => {
                let source = match op {
                    Op::ViewFromObject(object) => object.as_local().map_or(Source::Other, Source::Object),
                    Op::CallFunction { function, .. } => Source::Call(*function),
                    Op::CallExtern { .. } | Op::CallPointer { .. } => Source::Other,
                    _ => return,
                };
                self.0.push(Deed::Bind { into: *into, source });
            }
            StmtKind::Move { into, from } => {
                self.0.push(Deed::Show { into: *into, of: vec![*from], known: true });
                self.0.push(nothing(*from));
            }
            StmtKind::Release(local) => self.0.push(nothing(*local)),
            _ => {}
        }
    }

    fn entries(&mut self, entries: &[MapEntry]) {
        for entry in entries {
            if let Subject::Local(local) = entry.subject {
                self.0.extend([Deed::Read(local), Deed::Write(local)]);
            }
        }
    }
}
