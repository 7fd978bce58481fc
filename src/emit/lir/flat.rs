//! Long chains of conditions: where each is decided by statements of its own, the rest of the chain is nested in it, and C
//! compilers read 256 levels. Deep ones stand one after another instead, left by jumps.

use super::{Block, If, Label, Stmt};
use crate::emit::c::Expr;

/// The levels that a condition may hold.
const MOST_LEVELS: usize = 64;

/// Rewrites the conditions of a function's body that hold more levels.
pub fn flatten(block: &mut Block) {
    if block.iter().any(|stmt| is_deeper(stmt, MOST_LEVELS)) {
        put_side_by_side(block, &mut 0);
    }
}

fn is_deeper(stmt: &Stmt, levels: usize) -> bool {
    let mut inner = stmt.blocks().into_iter();
    inner.any(|block| levels == 0 || block.iter().any(|stmt| is_deeper(stmt, levels - 1)))
}

fn put_side_by_side(block: &mut Block, count: &mut usize) {
    let mut flat = Block::new();
    // The blocks that are being read, each with the label that comes after it.
    let mut open = vec![(std::mem::take(block).into_iter(), None)];
    while let Some((statements, after)) = open.last_mut() {
        let Some(mut stmt) = statements.next() else {
            flat.extend(after.take().map(Stmt::Label));
            open.pop();
            continue;
        };
        let mut taken = Vec::new();
        while is_deeper(&stmt, MOST_LEVELS) {
            let after = Label::named(format!("after_{count}"));
            let Some(rest) = taken_out(&mut stmt, &after) else { break };
            *count += 1;
            taken.push((rest.into_iter(), Some(after)));
        }
        stmt.blocks_mut().into_iter().for_each(|inner| put_side_by_side(inner, count));
        flat.push(stmt);
        open.extend(taken);
    }
    *block = flat;
}

/// The block of an `if` that holds most, its `else` or the only one. The statement then goes to the label where that does not
/// run.
fn taken_out(stmt: &mut Stmt, after: &Label) -> Option<Block> {
    let Stmt::If(If { arms, otherwise, is_bare }) = stmt else { return None };
    let taken = match (otherwise.take(), arms.as_mut_slice()) {
        (Some(rest), _) => {
            arms.iter_mut().for_each(|(_, then)| leave_to(then, after));
            rest
        }
        (None, [(condition, then)]) => {
            *condition = Expr::not(condition.clone());
            std::mem::replace(then, vec![Stmt::Goto(after.clone())])
        }
        (None, _) => return None,
    };
    *is_bare = false;
    Some(taken)
}

/// A block ends with a jump to the label, if nothing leaves it before.
fn leave_to(block: &mut Block, after: &Label) {
    let ends = matches!(block.last(), Some(Stmt::Goto(_) | Stmt::Return(_) | Stmt::Break | Stmt::Continue));
    if !ends {
        block.push(Stmt::Goto(after.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::lir::query::each;

    fn chain(length: usize) -> Block {
        let mut block = vec![Stmt::call("last", vec![])];
        for _ in 0..length {
            let arms = vec![(Expr::name("x"), vec![Stmt::call("f", vec![])])];
            let choice = Stmt::If(If { arms, otherwise: Some(block), is_bare: false });
            block = vec![Stmt::call("decide", vec![]), choice];
        }
        block
    }

    fn height(block: &Block) -> usize {
        block.iter().flat_map(|stmt| stmt.blocks()).map(|inner| 1 + height(inner)).max().unwrap_or_default()
    }

    #[test]
    fn a_short_chain_stays() {
        let mut block = chain(5);
        flatten(&mut block);
        assert_eq!(block, chain(5));
    }

    #[test]
    fn deep_blocks_have_few_levels() {
        let mut block = vec![Stmt::call("last", vec![])];
        for _ in 0..200 {
            let arms = vec![(Expr::name("x"), block)];
            block = vec![Stmt::If(If { arms, otherwise: None, is_bare: false })];
        }
        flatten(&mut block);
        assert_eq!(height(&block), MOST_LEVELS);
        let left = Stmt::Goto(Label::named("after_0"));
        let arms = vec![(Expr::not(Expr::name("x")), vec![left])];
        assert_eq!(block[0], Stmt::If(If { arms, otherwise: None, is_bare: false }));
    }

    #[test]
    fn a_long_chain_has_few_levels() {
        let mut block = chain(1000);
        flatten(&mut block);
        assert_eq!(height(&block), MOST_LEVELS);
        let (mut calls, mut labels) = (0, 0);
        each(&block, &mut |stmt| {
            calls += usize::from(*stmt == Stmt::call("decide", vec![]));
            labels += usize::from(matches!(stmt, Stmt::Label(_)));
        });
        assert_eq!((calls, labels), (1000, 1000 - MOST_LEVELS));
        let then = vec![Stmt::call("f", vec![]), Stmt::Goto(Label::named("after_0"))];
        let choice = If { arms: vec![(Expr::name("x"), then)], otherwise: None, is_bare: false };
        assert_eq!(block[..2], [Stmt::call("decide", vec![]), Stmt::If(choice)]);
    }
}
