//! Removes what nothing needs: jumps to what comes next, labels that nothing goes to, statements that nothing reaches.

use std::collections::HashMap;

use super::query::targets;
use super::{Block, Label, Stmt};

/// How many jumps lead to each label.
type Jumps = HashMap<Label, usize>;

/// Tidies the body of a function, until nothing changes.
pub fn tidy(block: &mut Block) {
    loop {
        let mut jumps = Jumps::new();
        count(block, &mut jumps);
        if !tidied(block, &jumps) {
            return;
        }
    }
}

fn count(block: &[Stmt], jumps: &mut Jumps) {
    for stmt in block {
        targets(stmt).into_iter().for_each(|label| *jumps.entry(label.clone()).or_default() += 1);
        super::query::blocks(stmt).into_iter().for_each(|inner| count(inner, jumps));
    }
}

/// Tidies a block once; whether that changed it.
fn tidied(block: &mut Block, jumps: &Jumps) -> bool {
    let before = block.len();
    let mut changed = false;
    block.retain(|stmt| !matches!(stmt, Stmt::Label(label) if !jumps.contains_key(label)));
    for stmt in block.iter_mut() {
        if let Stmt::Labels(labels) = stmt {
            labels.retain(|label| jumps.contains_key(label));
        }
        for inner in blocks_of(stmt) {
            changed |= tidied(inner, jumps);
        }
    }
    block.retain(|stmt| !matches!(stmt, Stmt::Labels(labels) if labels.is_empty()));
    remove_unreached(block);
    remove_jumps_to_next(block);
    changed || block.len() != before
}

/// Statements between a jump and the next label.
fn remove_unreached(block: &mut Block) {
    let mut is_reached = true;
    block.retain(|stmt| {
        // A block that declares labels may be entered by none of them: they are its own.
        is_reached |= matches!(stmt, Stmt::Label(_));
        let is_kept = is_reached || matches!(stmt, Stmt::At(_)) || holds_label(stmt);
        if is_kept && leaves(stmt) {
            is_reached = false;
        }
        is_kept
    });
}

/// Whether a label inside the statement may be reached from outside it.
fn holds_label(stmt: &Stmt) -> bool {
    let inner = super::query::blocks(stmt);
    inner.into_iter().flatten().any(|stmt| matches!(stmt, Stmt::Label(_)) || holds_label(stmt))
}

/// Whether what comes after the statement is not reached from it.
fn leaves(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Goto(_) | Stmt::Return(_) | Stmt::Break | Stmt::Continue)
}

fn remove_jumps_to_next(block: &mut Block) {
    let mut at = 0;
    while at < block.len() {
        if let Stmt::Goto(label) = &block[at] {
            let mut following = block[at + 1..].iter().filter(|stmt| !matches!(stmt, Stmt::At(_)));
            let labels = following.by_ref().take_while(|stmt| matches!(stmt, Stmt::Label(_)));
            if labels.into_iter().any(|stmt| *stmt == Stmt::Label(label.clone())) {
                block.remove(at);
                continue;
            }
        }
        at += 1;
    }
}

fn blocks_of(stmt: &mut Stmt) -> Vec<&mut Block> {
    match stmt {
        Stmt::If(branches) => {
            branches.arms.iter_mut().map(|(_, block)| block).chain(&mut branches.otherwise).collect()
        }
        Stmt::For(_, block)
        | Stmt::While(_, block)
        | Stmt::Forever(block)
        | Stmt::Block(block)
        | Stmt::Protected(block)
        | Stmt::Joined(block) => vec![block],
        Stmt::Select { then, otherwise, .. } => vec![then, otherwise],
        _ => vec![],
    }
}
