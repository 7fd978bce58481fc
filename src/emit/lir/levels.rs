//! Takes hot loops out of a function, so that they can be compiled in versions for processors (`offcy_level.h`). Compilers
//! make a function of a loop that OpenMP shares out, and that one would not be a version; so each thread calls the loop
//! for the iterations that are its own.

use std::collections::HashMap;

use super::failing::{Failing, one_by_one};
use super::plain::{Call, Calls, Uses};
use super::vectors::{Known, is_worth, side_by_side, strides};
use super::{Block, Clause, Declaration, Header, If, Stmt, validate};
use crate::emit::c::{Expr, Type};

/// A function has no more parameters than this.
const MOST: usize = 32;

pub(super) type Params = Vec<(Type, String)>;

/// A loop, or a part of its body, as a function.
#[derive(Debug)]
pub struct LoopFunction {
    pub name: String,
    pub params: Params,
    pub body: Block,
}

impl LoopFunction {
    /// Checks its body, as [`validate`] does.
    pub fn validate(&self) {
        let outer: Vec<String> = self.params.iter().map(|(_, name)| name.clone()).collect();
        validate(&self.name, &outer, &self.body);
    }
}

/// Which loops without threads become functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Serial {
    None,
    /// Those with loops inside: the function may be called for a few elements, again and again.
    Nests,
    All,
}

/// What is known of the function around the loops.
pub struct Around<'a> {
    pub params: Params,
    /// Whether a name is that of a variable of the module.
    pub is_global: &'a dyn Fn(&str) -> bool,
    /// Whether a variable may be read and changed through a pointer.
    pub is_addressed: &'a dyn Fn(&str) -> bool,
    pub calls: Calls<'a>,
    /// Whether no other thread may fill the function's error record but those of its own loops.
    pub owns_record: bool,
    pub serial: Serial,
    /// A name that nothing else has.
    pub namer: &'a mut dyn FnMut(&str) -> String,
    /// The name for loops.
    pub wanted: String,
}

/// Replaces loops by calls of functions, which are returned.
pub fn outline(block: &mut Block, around: Around<'_>) -> Vec<LoopFunction> {
    let params = around.params.iter().map(|(ty, name)| (name.clone(), Some(ty.clone()))).collect();
    let mut walk = Outline {
        around,
        scopes: vec![params],
        assumed: Vec::new(),
        functions: Vec::new(),
        made: HashMap::new(),
        ends: None,
        after: None,
    };
    for wants in [Wants::Threads, Wants::Own] {
        walk.block(block, wants);
    }
    walk.functions
}

/// Which loops become functions at a place.
#[derive(Clone, Copy, PartialEq)]
enum Wants {
    /// Those of threads.
    Threads,
    /// Those without threads.
    Own,
    /// Those for which there is a function: where other arms have threads, these have little to do.
    Known,
    /// In a loop that does not become a function: they are called again and again.
    Again,
    /// In a loop with little to do, only those over blocks of iterations.
    None,
}

impl Wants {
    /// In a loop.
    fn inside(self) -> Wants {
        match self {
            Wants::Threads => Wants::Threads,
            Wants::Own | Wants::Again => Wants::Again,
            Wants::Known | Wants::None => Wants::None,
        }
    }
}

/// A loop, what it names, and how it fails.
type Looped<'l> = (&'l Stmt, &'l Uses<'l>, &'l Failing);

struct Outline<'a> {
    around: Around<'a>,
    /// The variables around, each with its type if it has a name.
    scopes: Vec<HashMap<String, Option<Type>>>,
    /// What holds where the walk is: elements that lie side by side.
    assumed: Vec<Expr>,
    functions: Vec<LoopFunction>,
    /// Their names, by what they take and do.
    made: HashMap<(Vec<(Type, String)>, Block), String>,
    /// The names of the first iteration and of the end.
    ends: Option<[String; 2]>,
    /// What is to follow the statement that the walk is at.
    after: Option<Stmt>,
}

impl Outline<'_> {
    fn known(&self, name: &str) -> Option<Type> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name)).cloned().flatten()
    }

    fn declare(&mut self, name: &str, ty: Option<Type>) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_string(), ty);
        }
    }

    fn block(&mut self, block: &mut Block, wants: Wants) {
        self.scopes.push(HashMap::new());
        let mut after_pragma = false;
        let mut at = 0;
        while at < block.len() {
            let follows = std::mem::take(&mut after_pragma);
            if wants == Wants::Threads
                && let [Stmt::Pragma(clauses), looped, ..] = &block[at..]
                && let Some(replaced) = self.parallel(clauses, looped)
            {
                block.splice(at..at + 2, replaced);
            }
            let wants = match wants {
                Wants::Own | Wants::Again | Wants::None if is_in_parts(&block[at..]) => Wants::Known,
                wants => wants,
            };
            match &mut block[at] {
                Stmt::Pragma(_) => after_pragma = true,
                Stmt::At(_) => after_pragma = follows,
                // What a pragma holds for stays as it is.
                _ if follows => {}
                Stmt::While(_, part) if wants == Wants::Known => self.block(part, wants),
                stmt => self.stmt(stmt, wants),
            }
            if let Some(after) = self.after.take() {
                block.insert(at + 1, after);
                at += 1;
            }
            at += 1;
        }
        self.scopes.pop();
    }

    fn stmt(&mut self, stmt: &mut Stmt, wants: Wants) {
        match stmt {
            Stmt::Declare(declaration) => {
                for (name, _) in &declaration.variables {
                    let ty = (!declaration.is_static).then(|| declaration.ty.clone());
                    self.declare(name, ty);
                }
            }
            Stmt::Packed { name, .. } => self.declare(name, None),
            Stmt::Joined(statements) => {
                statements.iter_mut().for_each(|stmt| self.stmt(stmt, wants));
            }
            Stmt::For(..) => self.looped(stmt, wants),
            Stmt::If(branches) => {
                let arms = branches.arms.iter().map(|(_, block)| block);
                let has_threads = has_threads(arms.chain(&branches.otherwise), NESTED);
                let wants = match wants {
                    Wants::Own | Wants::Again | Wants::None if has_threads => Wants::Known,
                    other => other,
                };
                let before = self.assumed.len();
                for (condition, block) in &mut branches.arms {
                    let mut found = Vec::new();
                    side_by_side(condition, &mut found);
                    found.retain(|one| Uses::of_assumption(one).is_some());
                    self.assumed.extend(found.into_iter().cloned());
                    let is_fast = self.assumed.len() > before;
                    self.block(block, wants);
                    self.assumed.truncate(before);
                    // The same loops follow, for elements that lie anywhere.
                    if is_fast && matches!(wants, Wants::Own | Wants::Again) {
                        return;
                    }
                }
                branches.otherwise.iter_mut().for_each(|block| self.block(block, wants));
                branches.is_bare &= branches.arms.iter().all(|(_, block)| block.len() == 1);
            }
            Stmt::While(_, block) | Stmt::Forever(block) => self.block(block, wants.inside()),
            Stmt::Block(block) => self.block(block, wants),
            _ => {}
        }
    }

    fn looped(&mut self, stmt: &mut Stmt, wants: Wants) {
        let is_again = wants == Wants::Again && (is_nest(stmt) || Counted::of(stmt).is_some());
        let wanted = match wants {
            // What stands around it cannot become a function.
            Wants::Again | Wants::None if is_in_blocks(stmt) => Wants::Own,
            Wants::Again if is_again => Wants::Own,
            wants => wants,
        };
        if matches!(wanted, Wants::Own | Wants::Known)
            && let Some(call) = self.serial(stmt, wanted, is_again)
        {
            *stmt = call;
            return;
        }
        if let Stmt::For(Header::Counting { init, .. }, body) = stmt {
            self.scopes.push(HashMap::new());
            self.stmt(init, wants.inside());
            self.block(body, wants.inside());
            self.scopes.pop();
        }
    }

    /// A loop of threads: each calls the function for its part.
    fn parallel(&mut self, clauses: &[Clause], looped: &Stmt) -> Option<Block> {
        let (Clause::Words(words), rest) = clauses.split_first()? else { return None };
        if words != "parallel for" {
            return None;
        }
        let (mut copied, mut reduced) = (Vec::new(), Vec::new());
        let mut team = vec![Clause::words("parallel")];
        for clause in rest {
            match clause {
                Clause::List { word: "firstprivate", names, .. } => copied.extend(names),
                Clause::List { word: "reduction", names, .. } => reduced.extend(names),
                Clause::Value("num_threads" | "if", _) => {}
                Clause::Value("schedule", kind) if *kind == [Expr::name("static")] => continue,
                _ => return None,
            }
            team.push(clause.clone());
        }
        let counted = Counted::of(looped)?;
        let (ranged, ends) = self.ranged(&counted);
        let calls = self.around.calls;
        let uses = Uses::of(&ranged, calls)?;
        let failing = Failing::of(&ranged, &uses).filter(|failing| !failing.leaves())?;
        let is_in = |list: &[&Expr], name: &str| list.iter().any(|one| **one == Expr::name(name));
        let may_be_passed = |name: &&str| {
            is_in(&copied, name)
                || is_in(&reduced, name)
                || ends.iter().any(|end| end == name)
                || matches!(self.known(name), Some(Type::Const(_)))
                || (self.around.is_global)(name)
        };
        let bounds = [Uses::of_constant(counted.start)?, Uses::of_constant(counted.stop)?];
        let is_steady = bounds.iter().flat_map(|uses| &uses.free).all(|name| !uses.assigned.contains(name));
        let strides = strides(&self.assumptions(&uses));
        if !uses.free.iter().all(may_be_passed)
            || !uses.assigned.iter().all(|name| is_in(&reduced, name))
            || !is_steady
            || !is_worth(&ranged, self.known_of(strides))
        {
            return None;
        }
        let (name, arguments) = self.function((&ranged, &uses, &failing), Some((&ends, counted.ty)))?;
        let part = (self.around.namer)("_part");
        let end = |field: &str| Expr::member(Expr::name(&part), field);
        let given = [end("first"), end("end")].into_iter().chain(arguments).collect();
        let share = Expr::call("offcy_part_of_thread", vec![counted.start.clone(), counted.stop.clone()]);
        let part_type = Type::named("offcy_part").constant();
        Some(vec![
            Stmt::Pragma(team),
            Stmt::Block(vec![Stmt::declare(part_type, &part, share), call(&name, given)]),
        ])
    }

    /// A loop without threads: a call of a function that threads call as well, or of one of its own. `is_again`: it may be
    /// called again and again.
    fn serial(&mut self, stmt: &Stmt, wants: Wants, is_again: bool) -> Option<Stmt> {
        let calls = self.around.calls;
        if wants == Wants::Known {
            let counted = Counted::of(stmt).filter(|_| !self.functions.is_empty())?;
            let (ranged, ends) = self.ranged(&counted);
            let uses = Uses::of(&ranged, calls)?;
            let failing = self.failing(&ranged, &uses)?;
            let (params, arguments) = self.params(&uses, &failing, Some((&ends, counted.ty)))?;
            let body = self.body_of((&ranged, &uses, &failing), &params);
            let known = self.made.get(&(params, one_by_one(&body)))?.clone();
            let bounds = [counted.start.clone(), counted.stop.clone()];
            self.after = failing.after();
            return Some(call(&known, bounds.into_iter().chain(arguments).collect()));
        }
        let is_wanted = match self.around.serial {
            Serial::None => false,
            Serial::Nests => is_nest(stmt),
            Serial::All => true,
        };
        let uses = Uses::of(stmt, calls)?;
        let failing = self.failing(stmt, &uses)?;
        let strides = strides(&self.assumptions(&uses));
        if !is_wanted || !is_worth(stmt, self.known_of(strides)) {
            return None;
        }
        let (name, arguments) = self.function((stmt, &uses, &failing), None)?;
        self.after = failing.after();
        Some(match is_again.then(|| iterations(stmt)).flatten() {
            Some(count) => unless_few(count, &name, arguments),
            None => call(&name, arguments),
        })
    }

    /// How a loop without threads fails. After it the record says so, which no other thread may have filled.
    fn failing(&self, looped: &Stmt, uses: &Uses<'_>) -> Option<Failing> {
        Failing::of(looped, uses).filter(|failing| !failing.leaves() || self.around.owns_record)
    }

    fn known_of(&self, strides: Vec<Expr>) -> Known<'_> {
        Known { types: Box::new(|name| self.known(name)), calls: self.around.calls, strides }
    }

    /// The loop over a part of its iterations.
    fn ranged(&mut self, counted: &Counted<'_>) -> (Stmt, [String; 2]) {
        let namer = &mut self.around.namer;
        let ends = self.ends.get_or_insert_with(|| ["_first", "_end"].map(namer)).clone();
        let header = Header::Counting {
            init: Box::new(Stmt::declare(counted.ty.clone(), counted.counter, Expr::name(&ends[0]))),
            condition: Expr::binary("<", Expr::name(counted.counter), Expr::name(&ends[1])),
            advance: Expr::postfix(Expr::name(counted.counter), "++"),
        };
        let mut body = counted.body.clone();
        body.retain(|stmt| !self.is_assumed(stmt));
        (Stmt::For(header, body), ends)
    }

    /// Whether a statement says that elements lie side by side, which is known around it: the function says so before its loop.
    fn is_assumed(&self, stmt: &Stmt) -> bool {
        let Stmt::Expr(Expr::Call(callee, arguments)) = stmt else { return false };
        let [condition] = arguments.as_slice() else { return false };
        let mut found = Vec::new();
        side_by_side(condition, &mut found);
        **callee == Expr::name("OFFCY_ASSUME")
            && !found.is_empty()
            && found.iter().all(|one| self.assumed.contains(one))
    }

    /// The parameters of a loop's function, and what is passed for those that are not the ends of a part.
    fn params(
        &mut self,
        uses: &Uses<'_>,
        failing: &Failing,
        ends: Option<(&[String; 2], &Type)>,
    ) -> Option<(Params, Vec<Expr>)> {
        let mut params = Vec::new();
        if let Some((ends, ty)) = ends {
            params.extend(ends.iter().map(|end| (ty.clone(), end.clone())));
        }
        let mut arguments = Vec::new();
        if uses.free.len() > MOST {
            return None;
        }
        for name in &uses.free {
            if params.iter().any(|(_, known)| known == name) {
                continue;
            }
            match self.known(name) {
                _ if (self.around.is_addressed)(name) => return None,
                Some(Type::Array(..) | Type::Open(_) | Type::Function { .. }) => return None,
                Some(ty) if uses.assigned.contains(name) => {
                    params.push((ty.pointer(), result(name)));
                    arguments.push(Expr::address(Expr::name(*name)));
                }
                Some(ty) => {
                    params.push((ty, (*name).to_string()));
                    arguments.push(Expr::name(*name));
                }
                None if self.scopes.iter().any(|scope| scope.contains_key(*name)) => return None,
                None if (self.around.is_global)(name) && !uses.assigned.contains(name) => {}
                None => return None,
            }
        }
        if let Some((param, record)) = failing.param() {
            params.push(param);
            arguments.push(record);
        }
        Some((params, arguments))
    }

    /// What holds of the variables that are used.
    fn assumptions(&self, uses: &Uses<'_>) -> Vec<&Expr> {
        let of_these = |assumed: &&Expr| {
            let own = Uses::of_assumption(assumed);
            own.is_some_and(|own| {
                own.free.iter().all(|name| uses.free.contains(name) && !uses.assigned.contains(name))
            })
        };
        self.assumed.iter().filter(of_these).collect()
    }

    fn body_of(&self, (looped, uses, failing): Looped<'_>, params: &[(Type, String)]) -> Block {
        let mut body = Block::new();
        let assumed = self.assumptions(uses).into_iter().cloned();
        if let Some(assumed) = assumed.reduce(|one, other| Expr::binary("&&", one, other)) {
            body.push(Stmt::call("OFFCY_ASSUME", vec![assumed]));
        }
        let mut after = Block::new();
        for name in uses.free.iter().filter(|name| uses.assigned.contains(**name)) {
            let param = params.iter().find(|(_, param)| *param == result(name));
            if let Some((Type::Pointer(ty), param)) = param {
                let place = || Expr::deref(Expr::name(param));
                body.push(Stmt::declare((**ty).clone(), *name, place()));
                after.push(Stmt::assign(place(), Expr::name(*name)));
            }
        }
        body.extend(failing.inside(looped));
        body.extend(after);
        body
    }

    /// The name of the function for a loop, and what is passed to it.
    fn function(
        &mut self,
        looped: Looped<'_>,
        ends: Option<(&[String; 2], &Type)>,
    ) -> Option<(String, Vec<Expr>)> {
        let (_, uses, failing) = looped;
        let (params, arguments) = self.params(uses, failing, ends)?;
        let body = self.body_of(looped, &params);
        let key = (params.clone(), without_places(&body));
        // The same is done by one function.
        if let Some(known) = self.made.get(&key) {
            return Some((known.clone(), arguments));
        }
        let name = (self.around.namer)(&self.around.wanted);
        self.made.insert(key, name.clone());
        // One thread may run what threads share out.
        if ends.is_some() {
            self.made.entry((params.clone(), one_by_one(&body))).or_insert_with(|| name.clone());
        }
        self.functions.push(LoopFunction { name: name.clone(), params, body });
        Some((name, arguments))
    }
}

/// The pointer through which a loop leaves the value of a variable.
fn result(name: &str) -> String {
    format!("_{name}_result")
}

fn call(name: &str, arguments: Vec<Expr>) -> Stmt {
    let version = Expr::call("OFFCY_BEST", vec![Expr::name(name)]);
    Stmt::Expr(Expr::Call(Box::new(version), arguments))
}

/// A loop with fewer iterations than this, those of a loop inside counted, is run where it is: to prepare vectors in a function of
/// its own takes as long.
const FEW: u32 = 512;

/// How many iterations a loop has, or a nest as far as that is known before it.
fn iterations(nest: &Stmt) -> Option<Expr> {
    let outer = Counted::of(nest)?;
    if !is_nest(nest) {
        return Some(outer.count());
    }
    let uses = Uses::of(nest, &|_| Some(Call::Kept))?;
    let is_known = |bound: &Expr| {
        let own = Uses::of_constant(bound);
        own.is_some_and(|own| {
            own.free.iter().all(|name| {
                *name != outer.counter && uses.free.contains(name) && !uses.assigned.contains(name)
            })
        })
    };
    let inner = outer
        .body
        .iter()
        .filter_map(Counted::of)
        .find(|inner| is_known(inner.start) && is_known(inner.stop))?;
    let count = match *outer.ty == Type::named("ptrdiff_t") {
        true => outer.count(),
        false => Expr::cast(Type::named("ptrdiff_t"), outer.count()),
    };
    Some(Expr::product(count, inner.count()))
}

/// A call of the best version of a function, or of the function itself, which compilers put in its place.
fn unless_few(count: Expr, name: &str, arguments: Vec<Expr>) -> Stmt {
    let is_few = Expr::binary("<", count, Expr::number(FEW));
    let arms = vec![(is_few, vec![Stmt::call(name, arguments.clone())])];
    Stmt::If(If { arms, otherwise: Some(vec![call(name, arguments)]), is_bare: true })
}

/// `for (T counter = start; counter < stop; counter++)`
struct Counted<'s> {
    ty: &'s Type,
    counter: &'s str,
    start: &'s Expr,
    stop: &'s Expr,
    body: &'s Block,
}

impl<'s> Counted<'s> {
    fn of(stmt: &'s Stmt) -> Option<Counted<'s>> {
        let Stmt::For(Header::Counting { init, condition, advance }, body) = stmt else { return None };
        let Stmt::Declare(Declaration { ty, variables, .. }) = &**init else { return None };
        let [(counter, Some(start))] = variables.as_slice() else { return None };
        let Expr::Binary("<", left, stop) = condition else { return None };
        let is_counter = |expr: &Expr| *expr == Expr::name(counter);
        let is_signed = ["ptrdiff_t", "Py_ssize_t", "long", "int"].map(Type::named).contains(ty);
        let counts = matches!(advance, Expr::Postfix(operand, "++") if is_counter(operand));
        (is_signed && counts && is_counter(left)).then_some(Counted { ty, counter, start, stop, body })
    }

    /// How many iterations there are.
    fn count(&self) -> Expr {
        match self.start.is_zero() {
            true => self.stop.clone(),
            false => Expr::binary("-", self.stop.clone(), self.start.clone()),
        }
    }
}

/// Removes what is there for lines alone.
pub(super) fn without_places(block: &Block) -> Block {
    fn strip(block: &mut Block) {
        block.retain(|stmt| !matches!(stmt, Stmt::At(_) | Stmt::Gap));
        block.iter_mut().flat_map(Stmt::blocks_mut).for_each(strip);
    }
    let mut block = block.clone();
    strip(&mut block);
    block
}

/// Whether a loop has others in it.
fn is_nest(stmt: &Stmt) -> bool {
    let has_loop = |block: &Block| block.iter().any(|inner| matches!(inner, Stmt::For(..)));
    let has_loops = |inner: &Stmt| {
        matches!(inner, Stmt::For(..))
            || matches!(inner, Stmt::If(_)) && inner.blocks().into_iter().any(has_loop)
    };
    matches!(stmt, Stmt::For(_, body) if body.iter().any(has_loops))
}

/// Whether a loop goes on by so many iterations at a time that a call takes little beside them.
fn is_in_blocks(stmt: &Stmt) -> bool {
    let Stmt::For(Header::Counting { advance: Expr::Assign("+=", _, by), .. }, body) = stmt else {
        return false;
    };
    let is_long = matches!(&**by, Expr::Literal(number) if number.parse().is_ok_and(|by: u32| by >= 16));
    is_long && body.iter().any(|inner| matches!(inner, Stmt::For(..)))
}

/// Whether a block begins with a loop in parts, on one thread: it goes on with several.
fn is_in_parts(block: &[Stmt]) -> bool {
    let Some(Stmt::While(_, part)) = block.first() else { return false };
    let asks =
        |value: &Expr| matches!(value, Expr::Call(callee, _) if **callee == Expr::name("offcy_trial_until"));
    matches!(part.last(), Some(Stmt::Expr(Expr::Assign(_, _, value))) if asks(value))
}

/// How deep in conditions [`has_threads`] looks.
const NESTED: usize = 3;

/// Whether one of the blocks has parallel loops.
fn has_threads<'b>(blocks: impl IntoIterator<Item = &'b Block>, depth: usize) -> bool {
    blocks.into_iter().flatten().any(|stmt| match stmt {
        Stmt::Pragma(_) => true,
        Stmt::If(_) if depth > 0 => has_threads(stmt.blocks(), depth - 1),
        _ => false,
    })
}
