//! Types: what they are ([`types`]), how declarations name them ([`resolve`]), what untyped locals
//! are ([`infer`]), and what every expression has ([`check`]).

mod arith;
mod check;
mod infer;
mod report;
mod resolve;
pub mod types;

pub use arith::{common_type, promote, spanning};
pub(crate) use check::{AxisUse, axis_uses};
pub(crate) use report::{bad_operands, not_yet};
pub(crate) use resolve::{constant, resolve_in};
pub use types::*;

use crate::base::ArenaMap;
use crate::diag::Diagnostics;
use crate::hir;

/// A module with the types of everything in it.
#[derive(Clone, Debug)]
pub struct Typed {
    pub module: hir::Module,
    pub table: TypeTable,
    pub functions: ArenaMap<hir::FunctionId, FunctionTypes>,
    pub init: FunctionTypes,
    pub globals: ArenaMap<hir::GlobalId, Ty>,
    /// [`Ty::Function`] for functions.
    pub externs: ArenaMap<hir::ExternId, Ty>,
}

/// The types of one function.
#[derive(Clone, Debug)]
pub struct FunctionTypes {
    pub signature: Signature,
    pub locals: ArenaMap<hir::LocalId, Ty>,
    /// The natural type of each expression, before any conversion to what its place wants. Callees
    /// and the `shape` of `X.shape[0]` have none.
    pub exprs: ArenaMap<hir::ExprId, Ty>,
}

impl FunctionTypes {
    pub fn expr(&self, id: hir::ExprId) -> Ty {
        self.exprs.get(id).cloned().unwrap_or(Ty::Error)
    }

    pub fn local(&self, id: hir::LocalId) -> Ty {
        self.locals.get(id).cloned().unwrap_or(Ty::Error)
    }
}

/// Gives every expression, local and function its type.
pub fn check(module: hir::Module) -> (Typed, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let declared = resolve::declare(&module, &mut diagnostics);
    let mut functions = ArenaMap::default();
    for (id, function) in module.functions.iter() {
        let signature = declared.signatures[id].clone();
        functions.insert(id, check::function(&module, &declared, function, signature, &mut diagnostics));
    }
    let signature = Signature {
        params: Vec::new(),
        result: Ty::INT,
        exception: ExceptionSpec::Value(-1),
        nogil: false,
        is_variadic: false,
    };
    let init = check::function(&module, &declared, &module.init, signature, &mut diagnostics);
    let resolve::Declared { table, globals, externs, .. } = declared;
    (Typed { module, table, functions, init, globals, externs }, diagnostics)
}
