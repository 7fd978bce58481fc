//! Long functions. Where thousands of steps may go to one label, C compilers keep, for each variable, a list of the values that it may have
//! there, and what they do with those lists takes time that grows with their square. Variables in memory have no such lists.

use std::collections::HashSet;

use super::query::{each, each_value, targets};
use super::{Block, Declaration, Stmt};
use crate::emit::c::{Expr, Type};

/// So many ways out of statements make a function long.
const LONG: usize = 500;

/// Whether a function is long.
pub fn is_long(block: &[Stmt]) -> bool {
    let mut count = 0;
    each(block, &mut |stmt| count += targets(stmt).len());
    count > LONG
}

/// Whether it has loops.
pub fn has_loops(block: &[Stmt]) -> bool {
    let mut found = false;
    each(block, &mut |stmt| found |= matches!(stmt, Stmt::For(..) | Stmt::While(..)));
    found
}

/// Whether a loop does nothing that may fail: the kind that C compilers make fast.
pub fn has_bare_loops(block: &[Stmt]) -> bool {
    let mut found = false;
    each(block, &mut |stmt| {
        found |= matches!(stmt, Stmt::For(..) | Stmt::While(..)) && {
            let mut leaves = false;
            each(std::slice::from_ref(stmt), &mut |inner| leaves |= !targets(inner).is_empty());
            !leaves
        };
    });
    found
}

/// Keeps a long function's objects, and the line of a failure, in memory: those that are declared at its start.
pub fn keep_in_memory(block: &mut Block) {
    let addressed: HashSet<String> = addressed(block).into_iter().map(str::to_string).collect();
    let mut kept = Block::new();
    for stmt in std::mem::take(block) {
        match stmt {
            Stmt::Declare(declaration) if !declaration.is_static && is_kept(&declaration) => {
                let Declaration { is_static, ty, variables, layout } = declaration;
                let (others, in_memory): (Vec<_>, Vec<_>) =
                    variables.into_iter().partition(|(name, _)| addressed.contains(name));
                let groups = [(ty.clone(), others), (Type::Volatile(Box::new(ty)), in_memory)];
                kept.extend(
                    groups.into_iter().filter(|(_, variables)| !variables.is_empty()).map(
                        |(ty, variables)| Stmt::Declare(Declaration { is_static, ty, variables, layout }),
                    ),
                );
            }
            other => kept.push(other),
        }
    }
    *block = kept;
}

fn is_kept(declaration: &Declaration) -> bool {
    match &declaration.ty {
        Type::Pointer(to) => **to == Type::named("PyObject"),
        Type::Named(_) => declaration.variables.iter().any(|(name, _)| name == "_line"),
        _ => false,
    }
}

/// The variables whose address is taken.
fn addressed(block: &[Stmt]) -> HashSet<&str> {
    fn add<'a>(expr: &'a Expr, found: &mut HashSet<&'a str>) {
        if let Expr::Unary("&", place) = expr
            && let Expr::Name(name) = &**place
        {
            found.insert(name);
        }
        expr.each_part(&mut |part| add(part, found));
    }
    let mut found = HashSet::new();
    each(block, &mut |stmt| each_value(stmt, &mut |value| add(value, &mut found)));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::lir::{Label, Step};

    fn declared(name: &str) -> Stmt {
        Stmt::declare(Type::named("PyObject").pointer(), name, Expr::null())
    }

    fn stepped(count: usize) -> Block {
        let step = Stmt::Step(Step::Try {
            line: Expr::number(1),
            target: Expr::name("_a"),
            value: Expr::name("made"),
            to: Label::named("failed"),
        });
        vec![step; count]
    }

    #[test]
    fn long_functions_have_many_ways_out() {
        assert!(!is_long(&stepped(LONG)));
        assert!(is_long(&stepped(LONG + 1)));
    }

    #[test]
    fn objects_are_kept_in_memory_unless_their_address_is_taken() {
        let mut block = vec![declared("_a"), declared("_b"), Stmt::Expr(Expr::address(Expr::name("_b")))];
        keep_in_memory(&mut block);
        let is_volatile =
            |stmt: &Stmt| matches!(stmt, Stmt::Declare(Declaration { ty: Type::Volatile(_), .. }));
        assert_eq!(block.iter().map(is_volatile).collect::<Vec<_>>(), [true, false, false]);
    }
}
