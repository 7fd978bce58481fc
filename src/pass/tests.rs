use super::flow::{Fact, Flow};
use super::{LocalSet, outline};
use crate::base::Statement;
use crate::diag::codes;
use crate::tir::testing::{Build, c_view, module, strided_view};
use crate::tir::*;
use crate::ty::Ty;

/// Outlines a module of one function.
fn outlined(function: Function) -> (Function, Vec<&'static str>) {
    let (mut module, diagnostics) = outline(module(vec![function]));
    let codes = diagnostics.iter().map(|diagnostic| diagnostic.code.as_str()).collect();
    let init = module.init;
    (std::mem::replace(&mut module.functions[init], Build::new("").finish(vec![])), codes)
}

fn region(function: &Function) -> &Region {
    function.regions.values().next().expect("a region")
}

fn captured(function: &Function) -> Vec<&str> {
    let name = |subject: &Subject| match subject {
        Subject::Local(id) => function.locals[*id].name.as_str(),
        _ => "?",
    };
    region(function).captures.iter().map(|capture| name(&capture.subject)).collect()
}

#[test]
fn captures_are_what_comes_from_outside() {
    let mut b = Build::new("f");
    let x = b.param("X", c_view(1));
    let n = b.param("n", Ty::INT);
    let (i, t) = (b.local("i", Ty::INT), b.local("t", Ty::DOUBLE));
    let body = vec![b.set(b.get(t), b.at(x, vec![b.get(i)])), b.set(b.at(x, vec![b.get(i)]), b.get(t))];
    let body = vec![b.region(vec![], vec![b.prange(i, b.int(0), b.get(n), 1, body)])];
    let (function, codes) = outlined(b.finish(body));
    assert_eq!(codes, Vec::<&str>::new());
    assert_eq!(captured(&function), ["n", "X"]);
    assert!(matches!(function.body[0].kind, StmtKind::Offload(_)));
}

#[test]
fn a_lastprivate_that_is_read_later_is_captured() {
    for read_later in [false, true] {
        let mut b = Build::new("f");
        let x = b.param("X", c_view(1));
        let (i, t) = (b.local("i", Ty::INT), b.local("t", Ty::DOUBLE));
        let inner = vec![b.set(b.get(t), b.at(x, vec![b.get(i)]))];
        let loops = vec![b.prange(i, b.int(0), b.int(9), 1, inner)];
        let mut body = vec![b.region(vec![], loops)];
        if read_later {
            body.push(b.stmt(StmtKind::Return(Some(b.get(t)))));
        }
        let (function, _) = outlined(b.finish(body));
        assert_eq!(captured(&function), if read_later { vec!["t", "X"] } else { vec!["X"] });
        let StmtKind::Prange(prange) = &region(&function).body[0].kind else { panic!() };
        assert_eq!(prange.lastprivates, if read_later { vec![t] } else { vec![] });
    }
}

#[test]
fn a_loop_around_a_region_keeps_alive_only_what_it_reads_first() {
    let mut b = Build::new("f");
    let x = b.param("X", c_view(1));
    let (r, i, t, s) =
        (b.local("r", Ty::INT), b.local("i", Ty::INT), b.local("t", Ty::DOUBLE), b.local("s", Ty::DOUBLE));
    let inner = vec![
        b.set(b.get(t), b.at(x, vec![b.get(i)])),
        b.set(b.get(s), b.get(t)),
        b.set(b.at(x, vec![b.get(i)]), b.get(s)),
    ];
    let loops = vec![b.prange(i, b.int(0), b.int(9), 1, inner)];
    let host = vec![b.set(b.at(x, vec![b.int(0)]), b.get(s)), b.region(vec![], loops)];
    let body = vec![b.set(b.get(s), b.real("0.0")), b.range(r, b.int(0), b.int(3), 1, host)];
    let (function, _) = outlined(b.finish(body));
    // The next iteration of the host's loop reads `s`, not `t`.
    assert_eq!(captured(&function), ["X", "s"]);
}

#[test]
fn scalars_before_the_loops_move_to_the_host() {
    let mut b = Build::new("f");
    let x = b.param("X", c_view(1));
    let (i, n) = (b.local("i", Ty::INT), b.local("n", Ty::SSIZE));
    let inner = vec![b.set(b.at(x, vec![b.get(i)]), b.real("1.0"))];
    let body = vec![b.set(b.get(n), b.shape(x, 0)), b.prange(i, b.int(0), b.get(n), 1, inner)];
    let body = vec![b.region(vec![], body)];
    let (function, codes) = outlined(b.finish(body));
    assert!(codes.is_empty());
    assert!(matches!(function.body[0].kind, StmtKind::Assign { .. }));
    assert!(matches!(function.body[1].kind, StmtKind::Offload(_)));
    assert_eq!(captured(&function), ["n", "X"]);
}

#[test]
fn views_made_in_a_region_are_borrowed() {
    let mut b = Build::new("f");
    let x = b.param("X", strided_view(2));
    let (i, row) = (b.local("i", Ty::INT), b.local("row", strided_view(1)));
    let whole = SlicePart::Range { start: None, stop: None, step: None };
    let slice = b.slice(b.get(x), vec![SlicePart::Index(b.get(i)), whole]);
    let inner = vec![
        b.stmt(StmtKind::Release(row)),
        b.stmt(StmtKind::Run { into: Some(row), op: Op::Own(slice) }),
        b.set(b.at(row, vec![b.int(0)]), b.real("1.0")),
    ];
    let body = vec![b.region(vec![], vec![b.prange(i, b.int(0), b.int(4), 1, inner)])];
    let (function, codes) = outlined(b.finish(body));
    assert!(codes.is_empty(), "{codes:?}");
    assert_eq!(captured(&function), ["X"]);
    assert_eq!(function.locals[row].ownership, Ownership::Borrowed);
    let StmtKind::Prange(prange) = &region(&function).body[0].kind else { panic!() };
    assert!(matches!(prange.body[0].kind, StmtKind::Assign { .. }));
    assert_eq!(prange.body.len(), 2);
}

/// What is reported about one statement in a region's loop.
fn refused(make: impl FnOnce(&mut Build, LocalId) -> Vec<Stmt>) -> Vec<&'static str> {
    let mut b = Build::new("f");
    let i = b.local("i", Ty::INT);
    let inner = make(&mut b, i);
    let body = vec![b.region(vec![], vec![b.prange(i, b.int(0), b.int(4), 1, inner)])];
    outlined(b.finish(body)).1
}

#[test]
fn what_a_region_may_not_hold_is_reported() {
    let object = |b: &mut Build, _| {
        let o = b.local("o", Ty::OBJECT);
        vec![b.stmt(StmtKind::Run { into: Some(o), op: Op::LoadName("print".into()) })]
    };
    assert_eq!(refused(object), [codes::OBJECT_ON_DEVICE.as_str()]);
    assert_eq!(refused(|b, _| vec![b.stmt(StmtKind::Break)]), [codes::JUMP_OUT_OF_REGION.as_str()]);
    assert_eq!(refused(|b, _| vec![b.stmt(StmtKind::Return(None))]), [codes::JUMP_OUT_OF_REGION.as_str()]);
    let with_gil = |b: &mut Build, i| {
        let inner = object(b, i);
        vec![b.stmt(StmtKind::WithGil(inner))]
    };
    assert_eq!(refused(with_gil), [codes::GIL_ON_DEVICE.as_str()]);
    assert_eq!(refused(|b, _| vec![b.region(vec![], vec![])]), [codes::NESTED_REGION.as_str()]);
    assert!(refused(|b, _| vec![b.stmt(StmtKind::Continue)]).is_empty());
    let inner_break = |b: &mut Build, _| {
        let k = b.local("k", Ty::INT);
        vec![b.range(k, b.int(0), b.int(3), 1, vec![b.stmt(StmtKind::Break)])]
    };
    assert!(refused(inner_break).is_empty());
}

#[test]
fn called_functions_become_device_functions_and_lend_their_failures() {
    let mut callee = Build::new("g");
    callee.decl().kind = FunctionKind::Cdef;
    callee.function.result = Ty::DOUBLE;
    let v = callee.param("v", strided_view(1));
    let body = vec![callee.stmt(StmtKind::Return(Some(callee.at(v, vec![callee.int(0)]))))];
    let callee = callee.finish(body);
    let mut functions = crate::base::Arena::default();
    let id: FunctionId = functions.alloc(callee.clone());
    let mut b = Build::new("f");
    let (x, i) = (b.param("X", strided_view(1)), b.local("i", Ty::INT));
    let inner = vec![b.set(b.at(x, vec![b.get(i)]), b.call(id, vec![b.get(x)]))];
    let body = vec![b.region(vec![], vec![b.prange(i, b.int(0), b.int(4), 1, inner)])];
    let (module, diagnostics) = outline(module(vec![callee, b.finish(body)]));
    assert!(diagnostics.is_empty());
    assert!(module.functions[id].on_device);
    assert!(!region(&module.functions[module.init]).may_fail);
}

/// The locals that a fact is about.
#[derive(Clone, Debug, Default, PartialEq)]
struct Named(LocalSet);

impl Fact for Named {
    fn join(&mut self, other: &Named) {
        self.0.union(&other.0);
    }
}

/// For each statement of `body` itself, which of the locals that `body` reads are read after it.
fn read_after(body: &Block) -> Vec<Vec<LocalId>> {
    let flow = Flow::of(body);
    let facts = flow.backward(|stmt, facts: &mut Named| {
        for id in walk::assigned(stmt) {
            facts.0.remove(id);
        }
        let values = if let StmtKind::Assign { value, .. } = &stmt.kind {
            vec![value]
        } else {
            walk::expressions(stmt)
        };
        values.iter().for_each(|value| walk::expression(value, &mut |expr| facts.0.extend(expr.as_local())));
    });
    let step = |stmt: &Stmt| flow.statements().find(|(_, other)| other.id() == stmt.id());
    body.iter().map(|stmt| facts.after[step(stmt).expect("a step").0].0.iter().collect()).collect()
}

#[test]
fn facts_travel_backward_through_branches_loops_and_jumps() {
    let mut b = Build::new("f");
    let [x, y, z, n, k] = ["x", "y", "z", "n", "k"].map(|name| b.local(name, Ty::INT));
    let jump = b.if_(
        b.less(b.get(x), b.get(n)),
        vec![b.set(b.get(y), b.int(1)), b.stmt(StmtKind::Continue)],
        vec![b.stmt(StmtKind::Break)],
    );
    let body = vec![
        b.set(b.get(z), b.int(0)),
        b.range(k, b.int(0), b.int(9), 1, vec![b.set(b.get(z), b.get(y)), jump, b.set(b.get(n), b.get(z))]),
        b.stmt(StmtKind::Return(Some(b.get(z)))),
        b.set(b.get(z), b.get(k)),
    ];
    // The first iteration reads `y`, and `x` and `n` in its condition; what follows both jumps is not
    // reached.
    assert_eq!(read_after(&body)[..2], [vec![x, y, z, n], vec![x, y, z, n]]);
    assert_eq!(read_after(&body)[3], vec![]);
}

#[test]
fn facts_travel_forward_to_where_paths_meet() {
    let mut b = Build::new("f");
    let [x, y, n] = ["x", "y", "n"].map(|name| b.local(name, Ty::INT));
    let body = vec![
        b.if_(
            b.less(b.get(n), b.int(3)),
            vec![b.set(b.get(x), b.int(1))],
            vec![b.set(b.get(y), b.int(2)), b.stmt(StmtKind::Return(None))],
        ),
        b.set(b.get(n), b.get(x)),
    ];
    let flow = Flow::of(&body);
    let facts = flow.forward(Named(LocalSet::from_iter([n])), |stmt, facts: &mut Named| {
        facts.0.extend(walk::assigned(stmt));
    });
    let (last, _) = flow.statements().find(|(_, stmt)| stmt.id() == body[1].id()).expect("a step");
    // The branch that returns does not get there.
    assert_eq!(facts.before[last].0.iter().collect::<Vec<_>>(), [x, n]);
}

#[test]
fn a_context_is_left_by_every_way() {
    let mut b = Build::new("f");
    let [x, y, k] = ["x", "y", "k"].map(|name| b.local(name, Ty::INT));
    let inside = vec![
        b.if_(b.less(b.get(x), b.int(0)), vec![b.stmt(StmtKind::Break)], vec![]),
        b.if_(b.less(b.get(y), b.int(0)), vec![b.stmt(StmtKind::Return(None))], vec![]),
        b.set(b.get(y), b.int(0)),
    ];
    let context = b.context(vec![], true, inside);
    let StmtKind::Context { context: id, .. } = context.kind else { panic!() };
    let body = vec![b.range(k, b.int(0), b.int(3), 1, vec![context]), b.set(b.get(x), b.int(0))];
    let flow = Flow::of(&body);
    let mut kinds: Vec<&str> = flow
        .after(id)
        .into_iter()
        .map(|at| match flow.statements().find(|(other, _)| *other == at).map(|(_, stmt)| &stmt.kind) {
            Some(StmtKind::For(_)) => "the next iteration",
            Some(StmtKind::Assign { .. }) => "what follows the loop",
            None => "the end",
            _ => "?",
        })
        .collect();
    kinds.sort_unstable();
    assert_eq!(kinds, ["the end", "the next iteration", "what follows the loop"]);
}
