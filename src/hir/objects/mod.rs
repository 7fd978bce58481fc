//! What is said about objects of extension types and decided by the module as a whole: which method a call
//! means ([`dispatch`]).

mod dispatch;
mod report;

pub use dispatch::CLASS_NUMBER;

use super::Module;
use crate::diag::Diagnostics;

/// Settles it. After this the methods that a call may mean are functions.
pub fn settle_objects(mut module: Module) -> (Module, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    dispatch::add(&mut module, &mut diagnostics);
    (module, diagnostics)
}
