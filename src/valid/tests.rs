use super::validate;
use crate::offload;
use crate::pass::outline;
use crate::tir::testing::{Build, c_view, module};
use crate::tir::*;
use crate::ty::Ty;

/// A module with one region that fills a view.
fn filled() -> Module {
    let mut b = Build::new("f");
    let (x, i) = (b.param("X", c_view(1)), b.local("i", Ty::INT));
    let inner = vec![b.set(b.at(x, vec![b.get(i)]), b.real("1.0"))];
    let body = vec![b.region(vec![], vec![b.prange(i, b.int(0), b.int(4), 1, inner)])];
    outline(module(vec![b.finish(body)])).0
}

fn complaint(module: Module, plan: offload::OffloadPlan) -> String {
    let reported = validate(module, plan).expect_err("something is wrong");
    reported.iter().map(|diagnostic| diagnostic.message.clone()).next().unwrap_or_default()
}

#[test]
fn a_planned_module_passes() {
    let module = filled();
    let plan = offload::plan(&module).0;
    assert!(validate(module, plan).is_ok());
}

#[test]
fn a_region_without_a_plan_is_found() {
    let message = complaint(filled(), offload::OffloadPlan::default());
    assert!(message.contains("without a plan"), "{message}");
}

#[test]
fn captures_that_the_plan_forgets_are_found() {
    let module = filled();
    let mut plan = offload::plan(&module).0;
    let function = plan.functions.values_mut().next().expect("a function");
    function.regions.values_mut().next().expect("a region").captures.clear();
    assert!(complaint(module, plan).contains("other captures"));
}

#[test]
fn types_that_disagree_are_found() {
    let mut b = Build::new("f");
    let x = b.local("x", Ty::DOUBLE);
    let body = vec![b.set(b.get(x), b.int(1))];
    let message = complaint(module(vec![b.finish(body)]), offload::OffloadPlan::default());
    assert!(message.contains("a `int` is stored in a place of type `double`"), "{message}");
}

#[test]
fn a_region_that_was_not_outlined_is_found() {
    let b = Build::new("f");
    let body = vec![b.region(vec![], vec![])];
    assert!(
        complaint(module(vec![b.finish(body)]), offload::OffloadPlan::default()).contains("not outlined")
    );
}
