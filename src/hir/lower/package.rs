//! The Python package `offcy`, which modules import for the compiler, for what it has when they run, or for both.

use crate::hir::{Binding, Block, Body, ExprId, ExprKind, Module, StmtKind, walk};

pub const PACKAGE: &str = "offcy";

/// What the package has for programs, as its `__all__` lists it.
const NAMES: &[&str] = &[
    "CompileError",
    "Device",
    "Devices",
    "MemoryInfo",
    "Moved",
    "Record",
    "Trace",
    "__version__",
    "asarray",
    "compile",
    "devices",
    "empty",
    "empty_like",
    "find_program",
    "from_dlpack",
    "full",
    "full_like",
    "get_default_device",
    "inline",
    "ndarray",
    "ones",
    "ones_like",
    "select_device",
    "trace",
    "use_device",
    "zeros",
    "zeros_like",
];

pub fn has(name: &str) -> bool {
    NAMES.contains(&name)
}

/// Removes `import offcy` where only the compiler needed it: the package need not be there when the module runs.
pub fn drop_unused_imports(module: &mut Module) {
    let functions = module.functions.iter().map(|(_, function)| &function.body);
    let bodies: Vec<&Body> = functions.chain([&module.init.body]).collect();
    let imports: Vec<(&Body, ExprId)> =
        bodies.iter().flat_map(|body| targets(body).into_iter().map(|target| (*body, target))).collect();
    let bound: Vec<&Binding> = imports.iter().filter_map(|(body, target)| binding(body, *target)).collect();
    let names = |body: &&Body| {
        let ids = body.exprs.iter().map(|(id, _)| id);
        ids.filter(|id| binding(body, *id).is_some_and(|name| bound.contains(&name))).count()
    };
    if imports.is_empty() || bodies.iter().map(names).sum::<usize>() > imports.len() {
        return;
    }
    for function in module.functions.values_mut() {
        drop_from(&mut function.body.block);
    }
    drop_from(&mut module.init.body.block);
}

fn binding(body: &Body, id: ExprId) -> Option<&Binding> {
    match &body.exprs[id].kind {
        ExprKind::Name(binding) => Some(binding),
        _ => None,
    }
}

/// What the imports of the package in a body bind.
fn targets(body: &Body) -> Vec<ExprId> {
    let mut found = Vec::new();
    walk::statements(&body.block, &mut |stmt| match &stmt.kind {
        StmtKind::Import { module, target, .. } if module.as_str() == PACKAGE => found.push(*target),
        _ => {}
    });
    found
}

fn drop_from(block: &mut Block) {
    block.retain(|stmt| !matches!(&stmt.kind, StmtKind::Import { module, .. } if module.as_str() == PACKAGE));
    for stmt in block {
        walk::blocks_mut(stmt).into_iter().for_each(drop_from);
    }
}
