//! BLAS of `scipy.linalg.cython_blas` on devices, with the directive `device_blas=True`: in kernels by `offcy_blas.h`,
//! from host code by `offcy_library.h`.

use crate::hir::{LibraryFunction, TypeExpr, TypeKind};

/// The modules whose sources are of no use to devices: what their functions call is not Cython.
pub const MODULES: &[&str] = &["scipy.linalg.cython_blas", "scipy.linalg.cython_lapack"];

/// The names of functions without the letter of their type.
const FUNCTIONS: &[(&str, LibraryFunction)] = &[
    ("asum", takes(&[1], &[])),
    ("axpy", takes(&[2, 4], &[4])),
    ("copy", takes(&[1, 3], &[3])),
    ("dot", takes(&[1, 3], &[])),
    ("gemm", takes(&[6, 8, 11], &[11])),
    ("gemv", takes(&[4, 6, 9], &[9])),
    ("ger", takes(&[3, 5, 7], &[7])),
    ("nrm2", takes(&[1], &[])),
    ("scal", takes(&[2], &[2])),
    ("swap", takes(&[1, 3], &[1, 3])),
    ("symv", takes(&[3, 5, 8], &[8])),
];

const fn takes(arrays: &'static [usize], stores: &'static [usize]) -> LibraryFunction {
    LibraryFunction { arrays, stores }
}

/// A function that devices have.
pub fn function(module: &str, name: &str) -> Option<LibraryFunction> {
    if module != MODULES[0] {
        return None;
    }
    if matches!(name, "isamax" | "idamax") {
        return Some(takes(&[1], &[]));
    }
    let base = name.strip_prefix(['s', 'd'])?;
    FUNCTIONS.iter().find(|(known, _)| *known == base).map(|(_, function)| *function)
}

/// Makes what a function only reads `const`, which its declaration does not say.
pub fn only_read(function: &LibraryFunction, params: &mut [TypeExpr]) {
    for (_, param) in params.iter_mut().enumerate().filter(|(at, _)| !function.stores.contains(at)) {
        if let TypeKind::Pointer(to) = &mut param.kind
            && !matches!(to.kind, TypeKind::Const(_))
        {
            let inner = to.clone();
            to.kind = TypeKind::Const(inner);
        }
    }
}
