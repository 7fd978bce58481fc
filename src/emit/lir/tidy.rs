//! Removes what nothing needs: jumps to what comes next or that nothing reaches, labels that nothing goes to, clearing
//! a memoryview that is cleared after the next label again.

use std::collections::HashMap;

use super::flat::flatten;
use super::query::targets;
use super::{Block, Label, Stmt, ViewChange, ViewStep};

/// How many jumps lead to each label.
type Jumps = HashMap<Label, usize>;

/// Tidies the body of a function, until nothing changes.
pub fn tidy(block: &mut Block) {
    flatten(block);
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
        stmt.blocks().into_iter().for_each(|inner| count(inner, jumps));
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
        for inner in stmt.blocks_mut() {
            changed |= tidied(inner, jumps);
        }
    }
    block.retain(|stmt| !matches!(stmt, Stmt::Labels(labels) if labels.is_empty()));
    remove_unreached(block);
    remove_jumps_to_next(block);
    remove_repeated_clears(block);
    changed || block.len() != before
}

/// Jumps between a jump and the next label. Other statements stay: without them variables would be unused.
fn remove_unreached(block: &mut Block) {
    let mut is_reached = true;
    block.retain(|stmt| {
        is_reached |= matches!(stmt, Stmt::Label(_)) || holds_label(stmt);
        let is_kept = is_reached || !is_jump(stmt);
        is_reached &= !(is_jump(stmt) || matches!(stmt, Stmt::Return(_)));
        is_kept
    });
}

/// Whether a label inside the statement may be reached from outside it.
fn holds_label(stmt: &Stmt) -> bool {
    let inner = stmt.blocks();
    inner.into_iter().flatten().any(|stmt| matches!(stmt, Stmt::Label(_)) || holds_label(stmt))
}

fn is_jump(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Goto(_) | Stmt::Return(None) | Stmt::Break | Stmt::Continue)
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

fn remove_repeated_clears(block: &mut Block) {
    let mut at = 0;
    while at < block.len() {
        let mut following = block[at + 1..].iter().skip_while(|stmt| matches!(stmt, Stmt::At(_))).peekable();
        if matches!(block[at], Stmt::View(ViewStep { does: ViewChange::Clear, .. }))
            && following.peek().is_some_and(|stmt| matches!(stmt, Stmt::Label(_)))
        {
            let after = following.find(|stmt| !matches!(stmt, Stmt::At(_) | Stmt::Label(_)));
            let is_repeated = match after {
                Some(Stmt::Joined(statements)) => statements.contains(&block[at]),
                after => after == Some(&block[at]),
            };
            if is_repeated {
                block.remove(at);
                continue;
            }
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::c::Expr;
    use crate::emit::lir::print::shown;

    fn call(name: &str) -> Stmt {
        Stmt::call(name, vec![])
    }

    fn label(name: &str) -> Label {
        Label::named(name)
    }

    fn tidied_text(mut block: Block) -> String {
        tidy(&mut block);
        shown(&block)
    }

    #[test]
    fn jumps_to_what_comes_next_go_with_their_labels() {
        let block =
            vec![call("f"), Stmt::Goto(label("done")), Stmt::Label(label("done")), Stmt::Return(None)];
        assert_eq!(tidied_text(block), "f();\nreturn;\n");
    }

    #[test]
    fn labels_of_other_jumps_stay() {
        let leave = Stmt::when(Expr::name("x"), Stmt::Goto(label("done")));
        let block = vec![leave, call("f"), Stmt::Goto(label("done")), Stmt::Label(label("done")), call("g")];
        assert_eq!(tidied_text(block), "if (x)\n    goto done;\nf();\ndone:\ng();\n");
    }

    #[test]
    fn a_jump_that_nothing_reaches_goes() {
        let block = vec![Stmt::Continue, Stmt::Goto(label("next")), call("f"), Stmt::Label(label("next"))];
        assert_eq!(tidied_text(block), "continue;\nf();\n");
    }

    #[test]
    fn a_view_is_cleared_once() {
        let clear = |name| Stmt::view(ViewChange::Clear, 1, Expr::name(name), vec![]);
        let leave = || Stmt::when(Expr::name("x"), Stmt::Goto(label("next")));
        let block = vec![leave(), call("f"), clear("a"), Stmt::Label(label("next")), clear("a")];
        let expected = "if (x)\n    goto next;\nf();\nnext:\noffcy_view1_clear(&a);\n";
        assert_eq!(tidied_text(block), expected);
        let other = vec![leave(), clear("b"), Stmt::Label(label("next")), clear("a")];
        let expected = "if (x)\n    goto next;\noffcy_view1_clear(&b);\nnext:\noffcy_view1_clear(&a);\n";
        assert_eq!(tidied_text(other), expected);
    }

    #[test]
    fn labels_of_blocks_differ() {
        let (outer, inner) = (Label::of_block("failed", 1), Label::of_block("failed", 2));
        let body = vec![Stmt::Labels(vec![inner.clone()]), call("f"), Stmt::Label(inner), call("g")];
        let block = vec![
            Stmt::Labels(vec![outer.clone()]),
            Stmt::Protected(body),
            Stmt::when(Expr::name("x"), Stmt::Goto(outer.clone())),
            call("h"),
            Stmt::Label(outer),
        ];
        let expected =
            "__label__ failed;\n{\n    f();\n    g();\n}\nif (x)\n    goto failed;\nh();\nfailed:;\n";
        assert_eq!(tidied_text(block), expected);
    }
}
