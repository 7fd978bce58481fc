//! Building blocks statement by statement.

use super::{Block, Header, If, Label, Place, Stmt};
use crate::emit::Origin;
use crate::emit::c::Expr;

/// A block under construction, and those that are open around it.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// What is open, with the statements that precede it in its block.
    open: Vec<(Opened, Block)>,
    block: Block,
}

#[derive(Clone, Debug)]
enum Opened {
    /// The arms that are complete, and the condition of the one under construction; `None` in the `else`.
    If(Vec<(Expr, Block)>, Option<Expr>),
    For(Header),
    While(Expr),
    Forever,
    Block,
}

impl Code {
    /// Adds a statement.
    pub fn push(&mut self, stmt: impl Into<Stmt>) {
        self.block.push(stmt.into());
    }

    /// Adds statements.
    pub fn extend(&mut self, block: impl IntoIterator<Item = Stmt>) {
        self.block.extend(block);
    }

    /// Adds short statements that share lines.
    pub fn joined(&mut self, statements: Block) {
        if !statements.is_empty() {
            self.block.push(Stmt::Joined(statements));
        }
    }

    /// What follows is there for a line of the source.
    pub fn at(&mut self, place: Place) {
        self.block.push(Stmt::At(place));
    }

    /// What follows is there for a line of the source, but compilers need not mention that line.
    pub fn because_of(&mut self, origin: Origin) {
        self.at(Place::Because(origin));
    }

    pub fn open_if(&mut self, condition: Expr) {
        self.enter(Opened::If(Vec::new(), Some(condition)));
    }

    pub fn open_for(&mut self, header: Header) {
        self.enter(Opened::For(header));
    }

    pub fn open_while(&mut self, condition: Expr) {
        self.enter(Opened::While(condition));
    }

    pub fn open_forever(&mut self) {
        self.enter(Opened::Forever);
    }

    pub fn open_block(&mut self) {
        self.enter(Opened::Block);
    }

    /// Ends the arm of the innermost open `if`, and begins one with another condition.
    pub fn else_if(&mut self, condition: Expr) {
        self.next_arm(Some(condition));
    }

    /// Ends the arm of the innermost open `if`, and begins the `else`.
    pub fn otherwise(&mut self) {
        self.next_arm(None);
    }

    fn next_arm(&mut self, next: Option<Expr>) {
        let arm = std::mem::take(&mut self.block);
        if let Some((Opened::If(arms, condition), _)) = self.open.last_mut()
            && let Some(known) = std::mem::replace(condition, next)
        {
            arms.push((known, arm));
        }
    }

    /// Ends what was opened last.
    pub fn close(&mut self) {
        let Some((opened, around)) = self.open.pop() else { return };
        let block = std::mem::replace(&mut self.block, around);
        self.block.push(match opened {
            Opened::If(mut arms, condition) => {
                let otherwise = match condition {
                    Some(condition) => {
                        arms.push((condition, block));
                        None
                    }
                    None => Some(block),
                };
                Stmt::If(If { arms, otherwise, is_bare: false })
            }
            Opened::For(header) => Stmt::For(header, block),
            Opened::While(condition) => Stmt::While(condition, block),
            Opened::Forever => Stmt::Forever(block),
            Opened::Block => Stmt::Block(block),
        });
    }

    fn enter(&mut self, opened: Opened) {
        self.open.push((opened, std::mem::take(&mut self.block)));
    }

    /// The line of the source for which the last statement is there, if the code says so.
    pub fn line(&self) -> Option<u32> {
        let blocks = std::iter::once(&self.block).chain(self.open.iter().rev().map(|(_, block)| block));
        blocks.flat_map(|block| block.iter().rev()).find_map(|stmt| match stmt {
            Stmt::At(Place::Line { line, .. }) => Some(*line),
            Stmt::At(Place::Because(origin)) => Some(origin.line),
            _ => None,
        })
    }

    /// How many statements the open block has, for [`Code::since`].
    pub fn mark(&self) -> usize {
        self.block.len()
    }

    /// The statements of the open block after a mark.
    pub fn since(&self, mark: usize) -> &[Stmt] {
        self.block.get(mark..).unwrap_or_default()
    }

    /// Changes the statements of the open block after a mark.
    pub fn change(&mut self, mark: usize, change: impl FnOnce(&mut Block)) {
        let mut changed = self.block.split_off(mark);
        change(&mut changed);
        self.block.append(&mut changed);
    }

    /// Whether a statement since the mark goes to the label.
    pub fn goes_to(&self, label: &Label, mark: usize) -> bool {
        super::jumps_to(self.since(mark), label)
    }

    /// The finished block.
    pub fn finish(mut self) -> Block {
        while !self.open.is_empty() {
            self.close();
        }
        self.block
    }
}
