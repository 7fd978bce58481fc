//! Calls of the module's functions, walked into with their arguments.

use super::super::plan::NotFull;
use super::pointer::is_address;
use super::{Frame, MAX_CALLS, Walker};
use crate::base::planted::{self, Fault};
use crate::source::Span;
use crate::tir::{Block, Expr, FunctionId, Stmt, StmtKind, walk};

impl Walker<'_> {
    pub(super) fn call(&mut self, id: FunctionId, arguments: &[Expr], span: Span) {
        for argument in arguments {
            self.read_value(argument);
        }
        if !self.walks_calls {
            return;
        }
        if self.calls.contains(&id) || self.calls.len() > MAX_CALLS {
            arguments.iter().for_each(|argument| self.read(argument));
            return self.everything(span);
        }
        let module = self.module;
        let function = &module.functions[id];
        let mut frame = Frame::of(&function.body);
        for (param, argument) in function.params.iter().zip(arguments) {
            if function.locals[param.local].ty.memoryview().is_some() {
                frame.views.insert(param.local, self.view(argument));
            } else if is_address(&argument.ty) {
                frame.pointers.insert(param.local, self.pointer(argument));
                frame.places.extend(self.pointed_element(argument).map(|place| (param.local, place)));
            } else {
                frame.values.insert(param.local, self.value(argument));
            }
        }
        let caller = std::mem::replace(&mut self.frame, frame);
        self.calls.push(id);
        if may_stop_early(&function.body, function.may_fail) {
            self.under(NotFull::InCallee, span, |walker| walker.block(&function.body));
        } else {
            let uncertain = self.position.uncertain;
            self.block(&function.body);
            self.position.uncertain = uncertain;
        }
        self.calls.pop();
        self.frame = caller;
    }
}

/// Whether a call may return before it has done everything that is unconditional: by an early `return`, or by
/// an error that the function cannot hand on.
fn may_stop_early(body: &Block, hands_errors_on: bool) -> bool {
    let before = match body.split_last() {
        Some((Stmt { kind: StmtKind::Return(_), .. }, before)) => before,
        _ => body.as_slice(),
    };
    let mut early = false;
    walk::statements(before, &mut |stmt| {
        early |= match &stmt.kind {
            StmtKind::Return(_) => true,
            StmtKind::Check(_) | StmtKind::Run { .. } => {
                !hands_errors_on && !planted::has(Fault::DroppedErrorIgnored)
            }
            _ => false,
        };
    });
    early
}
