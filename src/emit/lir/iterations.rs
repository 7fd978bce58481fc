//! What an iteration does on a device and on the host, or in several versions for the host, as one function that all of them
//! call, where they say the same: readers see it once. Compilers put it into the loops again.

use std::collections::{HashMap, HashSet};

use super::levels::{LoopFunction, Params, without_places};
use super::plain::{Call, Uses};
use super::query::each;
use super::{Block, Header, Label, Stmt, jumps_to};
use crate::emit::c::{Expr, Type};

/// Fewer statements than this are easier to read where they run.
const LEAST: usize = 8;

/// A function has no more parameters than this.
const MOST_PARAMS: usize = 32;

/// Of more loops than this in a version, nothing is compared.
const MOST_LOOPS: usize = 64;

/// How many ends of an iteration are tried, from the longest.
const TRIES: usize = 8;

/// A version of loops, with the variables that are declared around it.
pub struct Version<'v> {
    pub block: &'v mut Block,
    pub params: Params,
}

/// Replaces what iterations of the device's loops share with the host's, and those of the host with one another, by calls of
/// functions, which are returned. `name` gives one that nothing else has.
pub fn share_iterations(
    device: Version<'_>,
    mut host: Vec<Version<'_>>,
    name: &mut dyn FnMut() -> String,
) -> Vec<LoopFunction> {
    let mut shared = Vec::new();
    while let Some((part, params)) = find(&device, &host) {
        let iteration = LoopFunction { name: name(), params, body: part.body };
        let arguments = iteration.params.iter().map(|(_, name)| Expr::name(name)).collect();
        let call = Stmt::call(&iteration.name, arguments);
        for version in std::iter::once(&mut *device.block).chain(host.iter_mut().map(|one| &mut *one.block)) {
            replace(version, &part.end, &call);
        }
        shared.push(iteration);
    }
    shared
}

/// The body of a loop.
struct LoopBody<'b> {
    block: &'b Block,
    /// As [`plain_iteration`] has it.
    plain: Block,
    /// The variables that are declared around it, each with its type if that is known.
    scope: Scope,
}

type Scope = HashMap<String, Option<Type>>;

impl LoopBody<'_> {
    /// The variables that are declared where the last `count` statements begin.
    fn scope_of_last(&self, count: usize) -> Scope {
        let mut scope = self.scope.clone();
        self.block[..start_of(self.block, count)].iter().for_each(|stmt| declare(stmt, &mut scope));
        scope
    }
}

/// What both versions do at the end of an iteration.
struct Part {
    /// Its statements, without places.
    end: Block,
    /// What the function does.
    body: Block,
}

/// The longest end of an iteration that two loops have, one of the device first.
fn find(device: &Version<'_>, host: &[Version<'_>]) -> Option<(Part, Params)> {
    let on_device = loops(device);
    let on_host: Vec<LoopBody<'_>> = host.iter().flat_map(loops).collect();
    if on_device.len().max(on_host.len()) > MOST_LOOPS {
        return None;
    }
    // The outermost loops come first.
    let of_device = || on_device.iter().find_map(|one| on_host.iter().find_map(|other| common(one, other)));
    let of_host = || {
        let mut pairs = on_host.iter().enumerate();
        pairs.find_map(|(at, one)| on_host[at + 1..].iter().find_map(|other| common(one, other)))
    };
    let (part, mut params) = of_device().or_else(of_host)?;
    // What says which iteration it is, then the rest as the region has it.
    let place = |name: &str| device.params.iter().position(|(_, known)| known == name);
    params.sort_by_key(|(_, name)| place(name).map_or(0, |at| at + 1));
    Some((part, params))
}

fn common(one: &LoopBody<'_>, other: &LoopBody<'_>) -> Option<(Part, Params)> {
    let same = one.plain.iter().rev().zip(other.plain.iter().rev()).take_while(|(one, other)| one == other);
    let longest = same.count();
    (1..=longest).rev().take(TRIES).find_map(|count| {
        let end = &one.plain[one.plain.len() - count..];
        if weight(end) < LEAST || is_of_pragma(&one.plain, count) || is_of_pragma(&other.plain, count) {
            return None;
        }
        let body = as_function(&one.block[start_of(one.block, count)..])?;
        let params = params(&body, &one.scope_of_last(count), &other.scope_of_last(count))?;
        Some((Part { end: end.to_vec(), body }, params))
    })
}

/// How many statements there are to read.
fn weight(block: &[Stmt]) -> usize {
    let of = |stmt: &Stmt| match stmt {
        Stmt::Joined(_) => 1,
        Stmt::Label(_) => 0,
        other => 1 + other.blocks().into_iter().map(|inner| weight(inner)).sum::<usize>(),
    };
    block.iter().map(of).sum()
}

/// What an iteration does, without what is there for lines alone. Its end has the same label in all loops.
fn plain_iteration(body: &Block) -> Block {
    let mut plain = without_places(body);
    if let Some(own) = plain.last().and_then(as_label) {
        rename_label(&mut plain, &own, &Label::of_failures("next"));
    }
    plain
}

/// Gives a label another name, where it is and where jumps go to it.
pub(super) fn rename_label(block: &mut Block, own: &Label, name: &Label) {
    for stmt in block {
        match stmt {
            Stmt::Goto(label) | Stmt::Label(label) if label == own => *label = name.clone(),
            _ => stmt.blocks_mut().into_iter().for_each(|inner| rename_label(inner, own, name)),
        }
    }
}

fn is_place(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::At(_) | Stmt::Gap)
}

/// Whether a pragma stands before the last `count` statements, which holds for the first of them.
fn is_of_pragma(plain: &[Stmt], count: usize) -> bool {
    let before = plain.len().checked_sub(count + 1).map(|at| &plain[at]);
    matches!(before, Some(Stmt::Pragma(_) | Stmt::Unroll(_)))
}

/// Where the last `count` statements begin, with the place of the first.
fn start_of(block: &[Stmt], count: usize) -> usize {
    let mut at = block.len();
    let mut left = count;
    while left > 0 {
        at -= 1;
        left -= usize::from(!is_place(&block[at]));
    }
    if at > 0 && matches!(block[at - 1], Stmt::At(_)) { at - 1 } else { at }
}

/// The statements as the body of a function: what goes to the end of the iteration returns. `None` if they go elsewhere.
fn as_function(end: &[Stmt]) -> Option<Block> {
    let mut body = end.to_vec();
    while body.last().is_some_and(is_place) {
        body.pop();
    }
    let last = body.last().and_then(as_label);
    if last.is_some() {
        body.pop();
    }
    let mut labels = HashSet::new();
    each(end, &mut |stmt| labels.extend(as_label(stmt)));
    let mut leaves = Leaves { last, labels, elsewhere: false };
    leaves.block(&mut body, false);
    (!leaves.elsewhere).then_some(body)
}

fn as_label(stmt: &Stmt) -> Option<Label> {
    match stmt {
        Stmt::Label(label) => Some(label.clone()),
        _ => None,
    }
}

/// Makes jumps to the end of an iteration returns.
struct Leaves {
    last: Option<Label>,
    labels: HashSet<Label>,
    elsewhere: bool,
}

impl Leaves {
    fn block(&mut self, block: &mut Block, in_loop: bool) {
        for stmt in block {
            match stmt {
                Stmt::Goto(label) if Some(&*label) == self.last.as_ref() => *stmt = Stmt::Return(None),
                Stmt::Goto(label) => self.elsewhere |= !self.labels.contains(label),
                Stmt::Continue if !in_loop => *stmt = Stmt::Return(None),
                Stmt::Break if !in_loop => self.elsewhere = true,
                Stmt::Return(_) => self.elsewhere = true,
                _ => {
                    let in_loop =
                        in_loop || matches!(stmt, Stmt::For(..) | Stmt::While(..) | Stmt::Forever(_));
                    stmt.blocks_mut().into_iter().for_each(|inner| self.block(inner, in_loop));
                }
            }
        }
    }
}

/// What the function must be given; `None` if that is not the same in both versions, or if it changes what is around it.
fn params(body: &Block, device: &Scope, host: &Scope) -> Option<Params> {
    let calls = |name: &str| (!device.contains_key(name) && !host.contains_key(name)).then_some(Call::Kept);
    let uses = Uses::of_function(body, &calls)?;
    let mut params = Params::new();
    for &name in &uses.free {
        match (device.get(name), host.get(name)) {
            // The file's own.
            (None, None) => {}
            (Some(Some(one)), Some(Some(other))) if plain(one) == plain(other) && is_passed(one) => {
                params.push((plain(one).clone(), name.to_string()));
            }
            _ => return None,
        }
    }
    let is_changed = params.iter().any(|(_, name)| uses.assigned.contains(name.as_str()));
    (!is_changed && params.len() <= MOST_PARAMS).then_some(params)
}

fn plain(ty: &Type) -> &Type {
    match ty {
        Type::Const(inner) => inner,
        other => other,
    }
}

/// Whether values of the type can be arguments.
fn is_passed(ty: &Type) -> bool {
    !matches!(plain(ty), Type::Array(..) | Type::Open(_) | Type::Function { .. })
}

/// The bodies of all loops, from the outermost.
fn loops<'b>(version: &'b Version<'_>) -> Vec<LoopBody<'b>> {
    let around = version.params.iter().map(|(ty, name)| (name.clone(), Some(ty.clone()))).collect();
    let mut found = Vec::new();
    add_loops(version.block, around, &mut found);
    found
}

fn add_loops<'b>(block: &'b Block, mut scope: Scope, found: &mut Vec<LoopBody<'b>>) {
    for stmt in block {
        declare(stmt, &mut scope);
        if let Stmt::For(header, body) = stmt {
            let mut inside = scope.clone();
            match header {
                Header::Counting { init, .. } => declare(init, &mut inside),
                Header::Macro(value) => forget(value, &mut inside),
            }
            found.push(LoopBody { block: body, plain: plain_iteration(body), scope: inside.clone() });
            add_loops(body, inside, found);
        } else if !matches!(stmt, Stmt::Joined(_)) {
            stmt.blocks().into_iter().for_each(|inner| add_loops(inner, scope.clone(), found));
        }
    }
}

fn declare(stmt: &Stmt, scope: &mut Scope) {
    match stmt {
        Stmt::Declare(declaration) => {
            let ty = (!declaration.is_static).then_some(&declaration.ty);
            let names = declaration.variables.iter().map(|(name, _)| (name.clone(), ty.cloned()));
            scope.extend(names);
        }
        Stmt::Packed { name, .. } => {
            scope.insert(name.clone(), None);
        }
        Stmt::Joined(statements) => statements.iter().for_each(|stmt| declare(stmt, scope)),
        // It may declare what it names.
        Stmt::Macro(value) => forget(value, scope),
        _ => {}
    }
}

/// Of what a macro names, nothing is known.
fn forget(value: &Expr, scope: &mut Scope) {
    value.each_part(&mut |part| {
        if let Expr::Name(name) = part {
            scope.insert(name.clone(), None);
        }
    });
}

/// Calls the function in all loops whose iterations end so.
fn replace(block: &mut Block, end: &[Stmt], call: &Stmt) {
    for stmt in block {
        if let Stmt::For(_, body) = stmt
            && let plain = plain_iteration(body)
            && plain.ends_with(end)
            && !is_of_pragma(&plain, end.len())
        {
            let start = start_of(body, end.len());
            let place = body[start..].iter().find(|stmt| matches!(stmt, Stmt::At(_))).cloned();
            let label = body.last().and_then(as_label).filter(|label| jumps_to(&body[..start], label));
            body.truncate(start);
            body.extend(place.into_iter().chain([call.clone()]).chain(label.map(Stmt::Label)));
        } else {
            stmt.blocks_mut().into_iter().for_each(|inner| replace(inner, end, call));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::lir::Declaration;
    use crate::emit::lir::display::listing;

    fn name(name: &str) -> Expr {
        Expr::name(name)
    }

    fn double(variable: &str, value: &str) -> Stmt {
        Stmt::declare(Type::named("double"), variable, name(value))
    }

    fn looped(counter: &str, body: Block) -> Stmt {
        let init = Stmt::Declare(Declaration::of(Type::named("int"), counter, Some(Expr::number(0))));
        let condition = Expr::binary("<", name(counter), name("n"));
        let advance = Expr::postfix(name(counter), "++");
        Stmt::For(Header::Counting { init: Box::new(init), condition, advance }, body)
    }

    /// `if (x == 0)`
    fn leaves_by(jump: Stmt) -> Stmt {
        Stmt::when(Expr::binary("==", name("x"), Expr::number(0)), jump)
    }

    fn leaves() -> Stmt {
        leaves_by(Stmt::Goto(Label::named("next_i")))
    }

    /// Eight statements that read `i` and `x` and store into `y`, and the end of the iteration.
    fn work() -> Block {
        let mut work = vec![double("first", "x"), leaves()];
        work.extend(["a", "b", "c", "d", "e"].map(|own| double(own, "first")));
        work.push(Stmt::assign(Expr::Index(Box::new(name("y")), Box::new(name("i"))), name("e")));
        work.push(Stmt::Label(Label::named("next_i")));
        work
    }

    fn shared(device: &mut Block, host: &mut Block, x: &str) -> Vec<LoopFunction> {
        let params = |x: &str| {
            let n = (Type::named("int"), "n".to_string());
            let y = (Type::named("double").pointer(), "y".to_string());
            vec![n, (Type::named(x), "x".to_string()), y]
        };
        let host = Version { block: host, params: params(x) };
        let device = Version { block: device, params: params("double") };
        share_iterations(device, vec![host], &mut || "f_iteration".to_string())
    }

    #[test]
    fn what_both_do_at_the_end_is_a_function() {
        let mut on_device = vec![Stmt::declare(Type::named("int").constant(), "i", name("_first"))];
        on_device.extend(work());
        let mut device = vec![looped("_i", on_device)];
        let mut host = vec![looped("i", [vec![leaves()], work()].concat())];
        let functions = shared(&mut device, &mut host, "double");
        let [function] = functions.as_slice() else { panic!("{functions:?}") };
        let params: Vec<String> = function.params.iter().map(|(ty, name)| ty.declare(name)).collect();
        assert_eq!(params, ["int i", "double x", "double *y"]);
        let returns = leaves_by(Stmt::Return(None));
        assert!(function.body.contains(&returns), "{}", listing(&function.body, 0));
        let expected =
            "for int _i = 0; _i < n; _i++\n    declare const int i = _first\n    f_iteration(i, x, y)\n";
        assert_eq!(listing(&device, 0), expected);
        let expected = "\
for int i = 0; i < n; i++
    if x == 0
        goto next_i
    f_iteration(i, x, y)
    label next_i
";
        assert_eq!(listing(&host, 0), expected);
    }

    /// Each loop of a function has a label of its own for the end of its iterations.
    #[test]
    fn loops_of_the_host_share_what_no_device_does() {
        let mut other = [vec![leaves()], work()].concat();
        rename_label(&mut other, &Label::named("next_i"), &Label::named("next_i_2"));
        other[0] = leaves_by(Stmt::Continue);
        let mut host = vec![looped("i", work()), looped("i", other)];
        let functions = shared(&mut vec![], &mut host, "double");
        assert_eq!(functions.len(), 1, "{functions:?}");
        let expected = "\
for int i = 0; i < n; i++
    f_iteration(i, x, y)
for int i = 0; i < n; i++
    if x == 0
        continue
    f_iteration(i, x, y)
";
        assert_eq!(listing(&host, 0), expected);
    }

    #[test]
    fn a_sum_in_any_order_stays() {
        let sum = Expr::call("OFFCY_IN_ANY_ORDER", vec![name("x"), name("+="), name("i")]);
        let iterations = || looped("i", [vec![Stmt::Expr(sum.clone())], work()].concat());
        let mut host = vec![iterations(), iterations()];
        let functions = shared(&mut vec![], &mut host, "double");
        assert!(functions.iter().all(|function| !function.body.contains(&Stmt::Expr(sum.clone()))));
    }

    #[test]
    fn a_pragma_keeps_its_loop() {
        let threads = || Stmt::Pragma(vec![crate::emit::lir::Clause::words("parallel for")]);
        let nest = || vec![looped("t", vec![threads(), looped("i", work())])];
        let (mut device, mut host) = (nest(), nest());
        assert_eq!(shared(&mut device, &mut host, "double").len(), 1);
        for block in [device, host] {
            let Stmt::For(_, body) = &block[0] else { panic!("{block:?}") };
            assert!(matches!(body.as_slice(), [Stmt::Pragma(_), Stmt::For(..)]), "{body:?}");
        }
    }

    /// Whether two loops over `i` with these bodies share anything.
    fn shares(one: Block, other: Block, x: &str) -> bool {
        let (mut device, mut host) = (vec![looped("i", one)], vec![looped("i", other)]);
        let before = (device.clone(), host.clone());
        let found = !shared(&mut device, &mut host, x).is_empty();
        assert_eq!(found, (device, host) != before);
        found
    }

    #[test]
    fn what_changes_its_surroundings_stays() {
        assert!(shares(work(), work(), "double"));
        // Another type.
        assert!(!shares(work(), work(), "float"));
        // A sum.
        let with = |stmt: Stmt| [work()[..2].to_vec(), vec![stmt], work()[2..].to_vec()].concat();
        let sum = || with(Stmt::Expr(Expr::assign(name("x"), "+=", name("first"))));
        assert!(!shares(sum(), sum(), "double"));
        let address = || with(Stmt::call("f", vec![Expr::address(name("x"))]));
        assert!(!shares(address(), address(), "double"));
        let own = || with(Stmt::call("f", vec![Expr::address(name("first"))]));
        assert!(shares(own(), own(), "double"));
        // A way out of what is around.
        for stmt in [Stmt::Break, Stmt::Return(None), Stmt::Goto(Label::named("done"))] {
            let with = || with(stmt.clone());
            assert!(!shares(with(), with(), "double"), "{stmt:?}");
        }
        let with = || with(Stmt::Continue);
        assert!(shares(with(), with(), "double"));
        // A macro may have declared another variable of the name.
        let again = || vec![Stmt::Macro(Expr::call("OFFCY_TEAM_SUMS", vec![name("y")])), looped("i", work())];
        assert!(!shares(again(), again(), "double"));
        // Little to read.
        assert!(!shares(work()[5..].to_vec(), work()[5..].to_vec(), "double"));
    }
}
