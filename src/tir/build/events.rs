//! Where functions begin and which line runs, for profilers and for what traces lines. Code without the GIL and code that
//! several threads run reports nothing.

use super::function::FunctionBuilder;
use crate::hir::{self, FunctionKind, MethodRole, StmtKind as H};
use crate::source::Span;
use crate::tir::Op;

impl FunctionBuilder<'_, '_> {
    /// Begins a function, or a part of the module's statements, if a directive asks for that.
    pub(super) fn enter(&mut self) {
        let function = self.source.function;
        let directives = &function.directives;
        let role = function.method.map(|method| method.role);
        let is_written =
            !matches!(role, Some(MethodRole::Dispatcher | MethodRole::Open | MethodRole::Place(_)));
        let is_asked = directives.linetrace || directives.profile;
        if is_asked && self.gil && is_written && !function.on_device {
            self.around.lines = directives.linetrace;
            self.run_only(Op::Enter { lines: directives.linetrace }, function.span);
        }
    }

    /// Reports the line of a statement. Those that only stand around others have none, and a loop with a condition reports
    /// it before each iteration. Returns what holds for the code around it.
    pub(super) fn begin_line(&mut self, stmt: &hir::Stmt) -> bool {
        let before = self.around.lines;
        let has_none =
            matches!(stmt.kind, H::Error | H::While { .. } | H::Directives { .. } | H::Comprehensions { .. });
        if !has_none {
            self.line(stmt.span);
        }
        // Threads share the function's frame.
        self.around.lines &= !matches!(stmt.kind, H::Prange(_) | H::Parallel { .. });
        before
    }

    pub(super) fn line(&mut self, span: Span) {
        let is_new = self.around.line_at != Some(span.start);
        if self.around.lines && self.directives.linetrace && self.gil && is_new && self.has_line(span) {
            self.around.line_at = Some(span.start);
            self.run_only(Op::Line, span);
        }
    }

    /// Whether a statement has a line of its own: not what is made of a function's head, nor what another file adds to the
    /// module's statements, whose frame has one file.
    fn has_line(&self, span: Span) -> bool {
        let function = self.source.function;
        if function.kind == FunctionKind::Init {
            return span.file == function.span.file;
        }
        let params = function.params.iter().map(|param| function.body.locals[param.local].span.start);
        span.start > params.fold(function.span.start, u32::max)
    }
}
