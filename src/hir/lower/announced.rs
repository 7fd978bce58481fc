//! What a `.pxd` may define.

use super::{Collector, report};
use crate::syntax::ast::{self, Statement};

impl<'t> Collector<'t> {
    /// Rejects a function whose body every module would duplicate, or that no module could call.
    pub(super) fn check_announcement(&mut self, statement: Statement<'t>, in_class: bool) {
        match statement {
            Statement::CFunction(function) => {
                let Some(name) = function.name() else { return };
                let modifiers = function.modifiers();
                let exported = modifiers.iter().find(|one| matches!(one.text(), "public" | "api"));
                if !self.visible().pure().marks(function).is_inline {
                    self.report(report::defined_in_declarations(name.span()));
                } else if let Some(word) = exported {
                    self.report(report::exported_inline(word.text(), word.span()));
                }
            }
            Statement::Function(function) => {
                let Some(name) = function.name() else { return };
                let is_buffer = matches!(name.text(), "__getbuffer__" | "__releasebuffer__");
                if !in_class || !is_buffer {
                    self.report(report::defined_in_declarations(name.span()));
                }
            }
            Statement::CClass(class) => self.check_announcements(class.body(), true),
            Statement::CdefBlock(block) if in_class => self.check_announcements(block.body(), true),
            _ => {}
        }
    }

    fn check_announcements(&mut self, body: Option<ast::Block<'t>>, in_class: bool) {
        for statement in self.visible().live(body.map(ast::Block::statements).unwrap_or_default()) {
            self.check_announcement(statement, in_class);
        }
    }
}
