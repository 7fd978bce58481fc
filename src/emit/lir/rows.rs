//! Loops over a row of an array that read other rows of it. Before vectors, clang asks whether what a loop stores overlaps what it
//! reads. Where it can tell how both move in the loop around, it asks once, for all of that loop's iterations together
//! (`-hoist-runtime-checks`): rows of one array always overlap then, although no two of them do, and the loop has no vectors.
//! If the counter of the loop around is hidden, it asks for each row.

use std::collections::HashSet;

use super::plain::{is_field, names, parts};
use super::query::{assigned, each, each_value, targets};
use super::{Block, Header, Stmt};
use crate::emit::c::Expr;

/// The macro that hides a counter.
pub(super) const HIDE: &str = "OFFCY_HIDE";

/// Of more pairs of elements that are stored and read, clang asks nothing.
const MOST: usize = 1024;

/// Hides the counters of loops around such loops.
pub fn hide_counters(block: &mut Block) {
    for stmt in block {
        stmt.blocks_mut().into_iter().for_each(hide_counters);
        let Some(outer) = Counting::of(stmt).filter(|outer| !outer.is_constant) else { continue };
        let Stmt::For(_, body) = stmt else { continue };
        let mut changes = HashSet::from([outer.counter.clone()]);
        moving(body, &mut changes);
        let mut loops = Vec::new();
        innermost(body, &mut loops);
        if loops.into_iter().any(|inner| reads_other_rows(inner, &changes)) {
            let hidden = Stmt::call(HIDE, vec![Expr::name(&outer.counter)]);
            body.insert(0, hidden);
        }
    }
}

/// How a loop counts.
struct Counting {
    counter: String,
    counts_down: bool,
    /// Both bounds are numbers: compilers may write all iterations of a short one one after another.
    is_constant: bool,
}

impl Counting {
    fn of(stmt: &Stmt) -> Option<Counting> {
        let Stmt::For(Header::Counting { init, condition, advance }, _) = stmt else { return None };
        let Stmt::Declare(declaration) = &**init else { return None };
        let [(counter, Some(first))] = declaration.variables.as_slice() else { return None };
        let Expr::Binary(_, _, end) = condition else { return None };
        let counts_down = match advance {
            Expr::Postfix(_, op) => *op == "--",
            Expr::Assign(op, ..) => *op == "-=",
            _ => return None,
        };
        let is_number = |expr: &Expr| matches!(expr, Expr::Literal(_));
        let is_constant = is_number(first) && is_number(end);
        Some(Counting { counter: counter.clone(), counts_down, is_constant })
    }
}

/// The variables that differ from one iteration to the next, without those of loops inside.
fn moving(block: &[Stmt], found: &mut HashSet<String>) {
    for stmt in block.iter().filter(|stmt| !is_loop(stmt)) {
        if let Stmt::Declare(declaration) = stmt {
            found.extend(declaration.variables.iter().map(|(name, _)| name.clone()));
        }
        found.extend(assigned(stmt).into_iter().map(str::to_string));
        stmt.blocks().into_iter().for_each(|inner| moving(inner, found));
    }
}

fn is_loop(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::For(..) | Stmt::While(..) | Stmt::Forever(_))
}

/// The loops in a loop's body with no loop inside and none between.
fn innermost<'b>(block: &'b [Stmt], found: &mut Vec<&'b Stmt>) {
    for stmt in block {
        if !is_loop(stmt) {
            stmt.blocks().into_iter().for_each(|inner| innermost(inner, found));
        } else if let Stmt::For(_, body) = stmt {
            let mut has_loop = false;
            each(body, &mut |inner| has_loop |= is_loop(inner));
            if !has_loop {
                found.push(stmt);
            }
        }
    }
}

/// An element: the array and the index.
#[derive(Clone, Copy, PartialEq)]
struct Element<'e> {
    array: &'e Expr,
    index: &'e Expr,
}

impl<'e> Element<'e> {
    fn of(expr: &'e Expr) -> Option<Element<'e>> {
        let (array, index) = match expr {
            Expr::Index(array, index) if !is_field(array) => (&**array, &**index),
            Expr::Unary("*", place) => match &**place {
                Expr::Call(callee, arguments) if **callee == Expr::name("offcy_at") => {
                    let [_, array, bytes] = arguments.as_slice() else { return None };
                    (array, bytes)
                }
                _ => return None,
            },
            _ => return None,
        };
        Some(Element { array: bare(array), index })
    }
}

/// Without casts and parentheses.
fn bare(expr: &Expr) -> &Expr {
    match expr {
        Expr::Cast(_, inner) | Expr::Paren(inner) => bare(inner),
        other => other,
    }
}

/// What a loop does to elements.
#[derive(Default)]
struct Accesses<'e> {
    stored: Vec<Element<'e>>,
    read: Vec<Element<'e>>,
}

impl<'e> Accesses<'e> {
    fn expr(&mut self, expr: &'e Expr) {
        if let Expr::Assign(_, place, value) = expr
            && let Some(element) = Element::of(place)
        {
            self.stored.push(element);
            self.expr(element.index);
            self.expr(value);
            return;
        }
        self.read.extend(Element::of(expr));
        parts(expr).into_iter().for_each(|part| self.expr(part));
    }
}

/// Whether a loop stores into a row of an array and reads another row, and reads nothing that its iterations before have stored.
fn reads_other_rows(stmt: &Stmt, moving: &HashSet<String>) -> bool {
    let (Some(inner), Stmt::For(_, body)) = (Counting::of(stmt), stmt) else { return false };
    let (mut accesses, mut leaves) = (Accesses::default(), false);
    each(body, &mut |stmt| {
        leaves |= matches!(stmt, Stmt::Break | Stmt::Return(_)) || !targets(stmt).is_empty();
        each_value(stmt, &mut |value| accesses.expr(value));
    });
    if leaves || accesses.stored.len() * accesses.read.len() > MOST {
        return false;
    }
    let moves = |index: &Expr| names(index, &|name| moving.contains(name));
    let mut found = false;
    for stored in &accesses.stored {
        for read in accesses.read.iter().filter(|read| read.array == stored.array && *read != stored) {
            match distance(stored.index, read.index, &inner.counter) {
                Some(apart) if apart != 0 && (apart < 0) != inner.counts_down => return false,
                Some(_) => {}
                None => found |= moves(read.index) || moves(stored.index),
            }
        }
    }
    found
}

/// By how many iterations two indices are apart, if that is all that differs.
fn distance(from: &Expr, to: &Expr, counter: &str) -> Option<i64> {
    if let (Some(from), Some(to)) = (offset(from, counter), offset(to, counter)) {
        return Some(to - from);
    }
    match (bare(from), bare(to)) {
        (from, to) if from == to => Some(0),
        (Expr::Binary(one, left, right), Expr::Binary(other, to_left, to_right)) if one == other => {
            let [left, right] = [distance(left, to_left, counter)?, distance(right, to_right, counter)?];
            match *one {
                // A product with what is the same for both, and positive.
                "+" | "*" => Some(left + right),
                "-" => Some(left - right),
                _ => None,
            }
        }
        _ => None,
    }
}

/// `counter`, `counter + number` or `counter - number`.
fn offset(expr: &Expr, counter: &str) -> Option<i64> {
    match bare(expr) {
        Expr::Name(name) => (name == counter).then_some(0),
        Expr::Binary(op @ ("+" | "-"), left, right) => {
            let Expr::Literal(number) = bare(right) else { return None };
            let by: i64 = number.parse().ok()?;
            offset(left, counter).filter(|&before| before == 0).map(|_| if *op == "+" { by } else { -by })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::c::Type;

    fn name(text: &str) -> Expr {
        Expr::name(text)
    }

    fn looped(counter: &str, first: Expr, end: Expr, body: Block) -> Stmt {
        let header = Header::Counting {
            init: Box::new(Stmt::declare(Type::named("ptrdiff_t"), counter, first)),
            condition: Expr::binary("<", name(counter), end),
            advance: Expr::postfix(name(counter), "++"),
        };
        Stmt::For(header, body)
    }

    /// `array[row * n + column]`
    fn element(array: &str, row: Expr, column: Expr) -> Expr {
        let row = Expr::binary("*", row, name("n"));
        Expr::index(name(array), Expr::binary("+", row, column))
    }

    fn before(counter: &str) -> Expr {
        Expr::binary("-", name(counter), Expr::number(1))
    }

    fn after(counter: &str) -> Expr {
        Expr::binary("+", name(counter), Expr::number(1))
    }

    /// Whether the counter of rows is hidden if the loop over `j` stores to `a[i * n + j]` what it reads.
    fn is_hidden(read: Expr, more: Block, end: Expr) -> bool {
        let store = Stmt::assign(element("a", name("i"), name("j")), read);
        let inner = looped("j", Expr::number(0), name("n"), [vec![store], more].concat());
        let mut block = vec![looped("i", Expr::number(1), end, vec![inner])];
        hide_counters(&mut block);
        let Stmt::For(_, body) = &block[0] else { return false };
        body[0] == Stmt::call(HIDE, vec![name("i")])
    }

    #[test]
    fn counters_are_hidden_where_other_rows_of_an_array_are_read() {
        let hides = |read: Expr| is_hidden(read, Block::new(), name("m"));
        assert!(hides(element("a", before("i"), name("j"))));
        assert!(hides(element("a", name("k"), name("j"))));
        // What the next iterations change does not matter.
        let sum = Expr::binary("+", element("a", name("k"), name("j")), element("a", name("i"), after("j")));
        assert!(hides(sum));
        // The same element, and another array.
        assert!(!hides(element("a", name("i"), name("j"))));
        assert!(!hides(element("b", before("i"), name("j"))));
        // What the iteration before has stored: no vectors.
        let sum =
            Expr::binary("+", element("a", before("i"), name("j")), element("a", name("i"), before("j")));
        assert!(!hides(sum));
    }

    #[test]
    fn counters_stay_where_it_is_of_no_use() {
        let read = || element("a", before("i"), name("j"));
        assert!(!is_hidden(read(), vec![Stmt::Break], name("m")));
        assert!(!is_hidden(read(), Block::new(), Expr::number(3)));
    }
}
