//! What lives on after a parallel loop of a device: the last iteration stores it beside the variable, which each thread
//! has a copy of.
//!
//! `lastprivate` means that, but with it LLVM 19 lets each thread of a GPU's last team store its own.

use super::Body;
use crate::emit::c;
use crate::emit::lir::{Clause, Label, Stmt as C};
use crate::tir::{LocalId, Prange, Step};
use crate::ty::Ty;

/// The variables that live on after a loop.
pub(super) struct Last {
    saved: Vec<Saved>,
    /// Where each iteration ends.
    pub label: Label,
}

struct Saved {
    place: c::Expr,
    /// The variable that keeps the last iteration's value.
    last: String,
    /// A thread's copy begins with the value from before the loop.
    is_begun: bool,
}

impl Last {
    /// What the construct around the loop says of the data.
    pub fn data(&self) -> Clause {
        Clause::map(self.saved.iter().map(|saved| c::Expr::name(&saved.last)).collect())
    }

    /// The copies that begin with no value.
    pub fn private(&self) -> Option<Clause> {
        let places = self.saved.iter().filter(|saved| !saved.is_begun).map(|saved| saved.place.clone());
        Clause::list("private", places.collect())
    }
}

impl<'a> Body<'_, '_, 'a> {
    /// Declares what keeps the last values, where a device's loop leaves some.
    pub(super) fn open_last(&mut self, prange: &'a Prange) -> Option<Last> {
        self.kernels.device.as_ref()?;
        // An array whose elements are assigned is shared, like what a pointer points to.
        let is_array = |id: LocalId| matches!(self.function.locals[id].ty, Ty::Array { .. });
        let lasting: Vec<_> = prange.lastprivates.iter().copied().filter(|&id| !is_array(id)).collect();
        if lasting.is_empty() {
            return None;
        }
        let mut saved = Vec::new();
        for id in lasting {
            let (name, place) =
                (self.naming.local_name(id).trim_start_matches('_').to_string(), self.naming.local(id));
            let last = self.naming.fresh(&format!("_last_{name}"));
            self.out.push(C::declare(self.local_type(id), &last, place.clone()));
            saved.push(Saved { place, last, is_begun: prange.firstprivates.contains(&id) });
        }
        let counter = self.naming.local_name(prange.counter).trim_start_matches('_').to_string();
        let label = Label::named(self.naming.fresh(&format!("last_{counter}")));
        Some(Last { saved, label })
    }

    /// At the end of an iteration: what the last one leaves.
    pub(super) fn store_last(&mut self, last: &Last, condition: &c::Expr) {
        self.out.push(C::Label(last.label.clone()));
        self.out.open_if(condition.clone());
        for Saved { place, last, .. } in &last.saved {
            self.out.push(C::assign(c::Expr::name(last), place.clone()));
        }
        self.out.close();
    }

    /// After the loop: the variables get their values.
    pub(super) fn close_last(&mut self, last: &Last) {
        for Saved { place, last, .. } in &last.saved {
            self.out.push(C::assign(place.clone(), c::Expr::name(last)));
        }
    }

    /// Whether an iteration is the last one of a loop that counts with `counter`.
    pub(super) fn is_last(&mut self, prange: &'a Prange, counter: c::Expr) -> c::Expr {
        let stop = self.expr(&prange.stop);
        let Step::Constant(step) = prange.step else {
            self.bug("the last iteration of a loop whose step is computed")
        };
        if step == 1 {
            return c::Expr::binary("==", counter, c::Expr::binary("-", stop, c::Expr::number(1)));
        }
        // Such a loop counts in 32 bits, so no difference is too large.
        let wide = |value: c::Expr| c::Expr::cast(c::Type::named("ptrdiff_t"), value);
        let (from, to) = if step > 0 { (counter, stop) } else { (stop, counter) };
        let left = c::Expr::binary("-", wide(to), wide(from));
        c::Expr::binary("<=", left, c::Expr::number(step.abs()))
    }
}
