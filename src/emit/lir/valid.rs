//! What the C of a function must satisfy, whatever it computes. What breaks a rule is a bug in offcy: it becomes
//! OFC0901, and no C is written.
//!
//! Rules:
//! - A label stands at one place, and each jump goes to a label that is visible there.
//! - No jump, `break` or `return` leaves or enters the block of a pragma.
//! - `break` and `continue` are inside a loop, and each way out and each failure has become a jump.
//! - A block declares a name once. A name that the function declares is in scope where it is used.
//! - Threads assign no variable that they share, unless one of them alone does.

use std::collections::{HashMap, HashSet};

use super::query::{assigned, each, lets_one_in, targets};
use super::{Block, Clause, Header, Label, Names, PRAGMAS, Stmt};

/// Pragmas that stand alone; the others hold for the statement that follows.
const STANDALONE: [&str; 6] =
    ["barrier", "flush", "taskwait", "target update", "target enter data", "target exit data"];

/// Words of pragmas that make the following loop one whose iterations are shared out.
const SHARED_LOOPS: [&str; 3] = ["for", "distribute", "simd"];

/// Words of pragmas whose statement threads run one after another, or one of them runs.
const ONE_AT_A_TIME: [&str; 5] = ["atomic", "critical", "single", "master", "masked"];

/// Panics if the body of a function breaks a rule; the driver reports that. `outer`: names from outside the block that
/// it may declare again.
pub fn validate(function: &str, outer: &[String], block: &[Stmt]) {
    if let Err(wrong) = wrong(outer, block) {
        panic!("the C of `{function}` is not valid: {wrong}");
    }
}

fn wrong(outer: &[String], block: &[Stmt]) -> Result<(), String> {
    let mut declared = declared(block);
    outer.iter().for_each(|name| {
        declared.remove(name.as_str());
    });
    let mut walk = Walk { declared, ..Walk::default() };
    walk.block(block, Around::default())?;
    walk.jumps_match()
}

/// The names that the function declares, whatever the block.
fn declared(block: &[Stmt]) -> HashSet<&str> {
    let mut found = HashSet::new();
    each(block, &mut |stmt| {
        found.extend(names_of(stmt));
        if let Stmt::For(Header::Counting { init, .. }, _) = stmt {
            found.extend(names_of(init));
        }
    });
    found
}

/// The names that a statement declares in its block.
fn names_of(stmt: &Stmt) -> Vec<&str> {
    match stmt {
        Stmt::Declare(declaration) => declaration.variables.iter().map(|(name, _)| name.as_str()).collect(),
        Stmt::Packed { name, .. } => vec![name],
        _ => vec![],
    }
}

/// What surrounds a statement.
#[derive(Clone, Copy, Default)]
struct Around {
    /// The block of a pragma that it belongs to; 0: none.
    pragma: usize,
    in_loop: Loop,
    /// How many blocks surround the innermost `parallel`; 0: nothing is parallel, or one thread runs it.
    shared: usize,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Loop {
    #[default]
    No,
    Plain,
    /// A pragma shares out its iterations: it can't be left.
    Shared,
}

#[derive(Default)]
struct Walk<'a> {
    declared: HashSet<&'a str>,
    /// The names of each open block.
    scopes: Vec<HashSet<&'a str>>,
    /// Labels of open blocks (`__label__`).
    own: Vec<&'a Label>,
    /// Where labels stand, and where jumps are, by the block of a pragma.
    labels: HashMap<&'a Label, usize>,
    jumps: Vec<(&'a Label, usize)>,
    pragmas: usize,
    /// What clauses give each thread of its own, or combine.
    own_of_threads: Vec<&'a str>,
    /// What the current statement names; here, so that it is allocated once.
    named: Names<'a>,
}

impl<'a> Walk<'a> {
    fn block(&mut self, block: &'a [Stmt], around: Around) -> Result<(), String> {
        self.scopes.push(HashSet::new());
        let labels = self.own.len();
        self.statements(block, around)?;
        self.own.truncate(labels);
        self.scopes.pop();
        Ok(())
    }

    fn statements(&mut self, block: &'a [Stmt], around: Around) -> Result<(), String> {
        let mut pragma: Option<&'a [Clause]> = None;
        for stmt in block {
            match stmt {
                Stmt::Pragma(clauses) => {
                    self.uses(stmt)?;
                    pragma = takes_statement(clauses).then_some(clauses);
                }
                Stmt::At(_) | Stmt::Gap | Stmt::Comment(_) | Stmt::Unroll(_) => {}
                stmt => self.stmt(stmt, around, pragma.take())?,
            }
        }
        Ok(())
    }

    fn stmt(&mut self, stmt: &'a Stmt, around: Around, pragma: Option<&'a [Clause]>) -> Result<(), String> {
        let mut inside = around;
        let (scopes, own_of_threads) = (self.scopes.len(), self.own_of_threads.len());
        if let Some(clauses) = pragma {
            self.pragmas += 1;
            inside = Around { pragma: self.pragmas, in_loop: Loop::No, shared: around.shared };
            self.own_of_threads.extend(given_to_threads(clauses));
            if has_word(clauses, &["parallel"]) {
                inside.shared = scopes;
            } else if has_word(clauses, &ONE_AT_A_TIME) {
                inside.shared = 0;
            }
        }
        self.jumps.extend(targets(stmt).into_iter().map(|label| (label, inside.pragma)));
        self.leaves(stmt, inside)?;
        match stmt {
            Stmt::For(Header::Counting { init, .. }, _) => {
                self.scopes.push(HashSet::new());
                self.declare(init)?;
            }
            Stmt::Declare(_) | Stmt::Packed { .. } => self.declare(stmt)?,
            Stmt::Labels(labels) => self.own.extend(labels),
            Stmt::Label(label) => self.label(label, inside)?,
            _ => {}
        }
        self.uses(stmt)?;
        self.shares(stmt, inside.shared)?;
        if let Stmt::If(branches) = stmt
            && branches.arms.iter().any(|(condition, _)| lets_one_in(condition))
        {
            inside.shared = 0;
        }
        match stmt {
            Stmt::For(_, body) | Stmt::While(_, body) | Stmt::Forever(body) => {
                let is_shared = pragma.is_some_and(shares_loop);
                inside.in_loop = if is_shared { Loop::Shared } else { Loop::Plain };
                self.block(body, inside)?;
            }
            // What shares lines, or is selected by the preprocessor, is in the block around it.
            Stmt::Joined(statements) => self.statements(statements, inside)?,
            Stmt::Select { then, otherwise, .. } => self.either(then, otherwise, inside)?,
            stmt => stmt.blocks().into_iter().try_for_each(|inner| self.block(inner, inside))?,
        }
        self.scopes.truncate(scopes);
        self.own_of_threads.truncate(own_of_threads);
        Ok(())
    }

    /// Both selections may stand for the same: each is a block of its own here.
    fn either(&mut self, then: &'a Block, otherwise: &'a Block, around: Around) -> Result<(), String> {
        let labels = self.labels.clone();
        self.statements(then, around)?;
        let of_then = std::mem::replace(&mut self.labels, labels);
        let scope = self.scopes.last().cloned();
        self.statements(otherwise, around)?;
        self.labels.extend(of_then);
        self.scopes.last_mut().into_iter().for_each(|names| names.extend(scope.iter().flatten()));
        Ok(())
    }

    /// Whether the statement itself leaves something that it may not leave.
    fn leaves(&self, stmt: &Stmt, around: Around) -> Result<(), String> {
        let wrong = match (stmt, around.in_loop) {
            (Stmt::Leave(_), _) => "a way out that leads nowhere",
            (Stmt::Fail(_), _) => "a failure that leads nowhere",
            (Stmt::Break | Stmt::Continue, Loop::No) => "`break` or `continue` outside of a loop",
            (Stmt::Break, Loop::Shared) => "`break` out of a loop of a pragma",
            (Stmt::Return(_), _) if around.pragma != 0 => "`return` out of the block of a pragma",
            _ => return Ok(()),
        };
        Err(wrong.to_string())
    }

    fn label(&mut self, label: &'a Label, around: Around) -> Result<(), String> {
        if label.block != 0 && !self.own.contains(&label) {
            return Err(format!("no block declares the label `{}`", label.name));
        }
        match self.labels.insert(label, around.pragma) {
            Some(_) => Err(format!("the label `{}` stands twice", label.name)),
            None => Ok(()),
        }
    }

    fn declare(&mut self, stmt: &'a Stmt) -> Result<(), String> {
        let scope = self.scopes.last_mut().expect("a block is open");
        match names_of(stmt).into_iter().find(|name| !scope.insert(name)) {
            Some(name) => Err(format!("a block declares `{name}` twice")),
            None => Ok(()),
        }
    }

    /// Whether all that a statement itself names is in scope.
    fn uses(&mut self, stmt: &'a Stmt) -> Result<(), String> {
        self.named.set(stmt, PRAGMAS);
        let is_visible = |name: &str| self.scopes.iter().any(|scope| scope.contains(name));
        match self.named.iter().find(|name| self.declared.contains(name) && !is_visible(name)) {
            Some(name) => Err(format!("`{name}` is used outside of the block that declares it")),
            None => Ok(()),
        }
    }

    /// Whether a statement of threads assigns a variable from outside of the `shared` innermost blocks.
    fn shares(&self, stmt: &'a Stmt, shared: usize) -> Result<(), String> {
        let is_shared = |name: &str| {
            let declared_in = self.scopes.iter().rposition(|scope| scope.contains(name));
            declared_in.is_some_and(|at| at < shared) && !self.own_of_threads.contains(&name)
        };
        match assigned(stmt).into_iter().find(|name| is_shared(name)) {
            Some(name) => Err(format!("threads share `{name}`, which one of them assigns")),
            None => Ok(()),
        }
    }

    fn jumps_match(&self) -> Result<(), String> {
        for (label, pragma) in &self.jumps {
            match self.labels.get(label) {
                None => return Err(format!("a jump to `{}`, which does not stand anywhere", label.name)),
                Some(stands) if stands != pragma => {
                    return Err(format!("a jump to `{}` over the border of a pragma's block", label.name));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }
}

fn takes_statement(clauses: &[Clause]) -> bool {
    let Some(Clause::Words(words)) = clauses.first() else { return false };
    !STANDALONE.contains(&words.as_str())
}

fn shares_loop(clauses: &[Clause]) -> bool {
    has_word(clauses, &SHARED_LOOPS)
}

pub(super) fn has_word(clauses: &[Clause], any_of: &[&str]) -> bool {
    let Some(Clause::Words(words)) = clauses.first() else { return false };
    words.split(' ').any(|word| any_of.contains(&word))
}

/// What a pragma gives each thread of its own, or combines at the end.
fn given_to_threads(clauses: &[Clause]) -> impl Iterator<Item = &str> {
    let lists = clauses.iter().filter_map(|clause| match clause {
        Clause::List { word: "private" | "firstprivate" | "lastprivate" | "reduction", names, .. } => {
            Some(names)
        }
        _ => None,
    });
    lists.flatten().filter_map(|name| match name {
        crate::emit::c::Expr::Name(name) => Some(name.as_str()),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::c::{Expr, Type};
    use crate::emit::lir::{Leave, ViewChange, Way};

    fn said(block: Vec<Stmt>) -> String {
        wrong(&[], &block).expect_err("a rule is broken")
    }

    fn counter() -> Stmt {
        Stmt::declare(Type::named("int"), "x", Expr::number(0))
    }

    #[test]
    fn jumps_go_to_labels_that_stand_once() {
        let done = Label::named("done");
        assert_eq!(said(vec![Stmt::Goto(done.clone())]), "a jump to `done`, which does not stand anywhere");
        let twice = vec![Stmt::Label(done.clone()), Stmt::Label(done.clone())];
        assert_eq!(said(twice), "the label `done` stands twice");
        let own = Label::of_block("failed", 1);
        assert_eq!(said(vec![Stmt::Label(own.clone())]), "no block declares the label `failed`");
        let right = vec![Stmt::Labels(vec![own.clone()]), Stmt::Goto(own.clone()), Stmt::Label(own)];
        assert_eq!(wrong(&[], &right), Ok(()));
    }

    #[test]
    fn the_block_of_a_pragma_is_entered_and_left_at_its_ends() {
        let parallel = |block| {
            let pragma = Stmt::Pragma(vec![Clause::words("parallel")]);
            vec![pragma, Stmt::Block(block), Stmt::Label(Label::named("done"))]
        };
        let jump = parallel(vec![Stmt::Goto(Label::named("done"))]);
        assert_eq!(said(jump), "a jump to `done` over the border of a pragma's block");
        assert_eq!(said(parallel(vec![Stmt::Return(None)])), "`return` out of the block of a pragma");
        let shared =
            |words: &str, leaves| vec![Stmt::Pragma(vec![Clause::words(words)]), Stmt::Forever(vec![leaves])];
        assert_eq!(said(shared("parallel for", Stmt::Break)), "`break` out of a loop of a pragma");
        assert_eq!(wrong(&[], &shared("parallel for", Stmt::Continue)), Ok(()));
        assert_eq!(wrong(&[], &shared("parallel", Stmt::Break)), Ok(()));
    }

    #[test]
    fn each_way_out_has_become_a_jump() {
        let leave =
            Stmt::Leave(Leave { way: Way::Return, value: None, first: Vec::new(), contexts: Vec::new() });
        assert_eq!(said(vec![Stmt::Block(vec![leave])]), "a way out that leads nowhere");
    }

    #[test]
    fn threads_assign_what_is_their_own() {
        let sets = || Stmt::assign(Expr::name("x"), Expr::number(1));
        let team = |clauses: Vec<Clause>, block| vec![counter(), Stmt::Pragma(clauses), Stmt::Block(block)];
        let parallel = || Clause::words("parallel for");
        let private = Clause::list("firstprivate", vec![Expr::name("x")]).expect("it lists a name");
        assert_eq!(
            said(team(vec![parallel()], vec![sets()])),
            "threads share `x`, which one of them assigns"
        );
        assert_eq!(wrong(&[], &team(vec![parallel(), private], vec![sets()])), Ok(()));
        assert_eq!(wrong(&[], &team(vec![parallel()], vec![counter(), sets()])), Ok(()));
        let alone = vec![Stmt::Pragma(vec![Clause::words("atomic")]), sets()];
        assert_eq!(wrong(&[], &team(vec![parallel()], alone)), Ok(()));
        let holds = vec![Stmt::view(ViewChange::Hold, 1, Expr::name("x"), vec![Expr::name("y")])];
        assert_eq!(said(team(vec![parallel()], holds)), "threads share `x`, which one of them assigns");
    }

    #[test]
    fn names_are_used_where_they_are_in_scope() {
        let outside = vec![Stmt::Block(vec![counter()]), Stmt::call("f", vec![Expr::name("x")])];
        assert_eq!(said(outside), "`x` is used outside of the block that declares it");
        assert_eq!(said(vec![counter(), counter()]), "a block declares `x` twice");
        assert_eq!(wrong(&[], &[counter(), Stmt::Block(vec![counter()])]), Ok(()));
    }
}
