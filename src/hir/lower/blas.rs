//! BLAS of `scipy.linalg.cython_blas` on devices, by `offcy_blas.h`: with the directive `device_blas=True`.

use crate::hir::{TypeExpr, TypeKind};

/// The modules whose sources are of no use to devices: what their functions call is not Cython.
pub const MODULES: &[&str] = &["scipy.linalg.cython_blas", "scipy.linalg.cython_lapack"];

/// The names of functions without the letter of their type, and the arguments through which they store.
const FUNCTIONS: &[(&str, &[usize])] = &[
    ("asum", &[]),
    ("axpy", &[4]),
    ("copy", &[3]),
    ("dot", &[]),
    ("gemm", &[11]),
    ("gemv", &[9]),
    ("ger", &[7]),
    ("nrm2", &[]),
    ("scal", &[2]),
    ("swap", &[1, 3]),
    ("symv", &[8]),
];

/// The arguments through which a function stores, if devices have it.
fn stores(module: &str, name: &str) -> Option<&'static [usize]> {
    if module != MODULES[0] {
        return None;
    }
    if matches!(name, "isamax" | "idamax") {
        return Some(&[]);
    }
    let base = name.strip_prefix(['s', 'd'])?;
    FUNCTIONS.iter().find(|(known, _)| *known == base).map(|(_, stores)| *stores)
}

/// Whether devices have a function.
pub fn is_known(module: &str, name: &str) -> bool {
    stores(module, name).is_some()
}

/// Makes what a function only reads `const`, which its declaration does not say.
pub fn only_read(module: &str, name: &str, params: &mut [TypeExpr]) {
    let Some(stores) = stores(module, name) else { return };
    for (_, param) in params.iter_mut().enumerate().filter(|(at, _)| !stores.contains(at)) {
        if let TypeKind::Pointer(to) = &mut param.kind
            && !matches!(to.kind, TypeKind::Const(_))
        {
            let inner = to.clone();
            to.kind = TypeKind::Const(inner);
        }
    }
}
