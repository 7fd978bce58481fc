//! The high-level intermediate representation (HIR): the program with its names bound and its directives
//! applied, still in the shape of the source.
//!
//! Constructs of the dialect are recognised here, by what their names are bound to and not by their spelling:
//! a user's own function called `device` stays a function. Broken or unsupported code becomes an `Error`
//! node, already reported; later stages silently skip it.
//!
//! Each function has a [`Body`] with arenas of expressions and locals; ids are valid only within their body.

mod basic;
mod body;
mod buffers;
mod bundles;
mod class;
mod constant;
mod decl;
mod directives;
mod flow;
mod foreign;
mod fused;
mod header_types;
mod ids;
mod item;
mod length;
mod level;
mod library;
mod lower;
mod mention;
mod methods;
mod objects;
mod parallel;
mod runtime;
pub mod special;
mod specialise;
mod truths;
mod types;
mod unwritten;
mod vocabulary;
pub mod walk;

pub use basic::*;
pub use body::*;
pub use bundles::settle_bundles;
pub use class::*;
pub use constant::{computed, constant, integer_operation, known_choice, known_condition, outgrows};
pub(crate) use decl::declared;
pub use decl::*;
pub use directives::*;
pub use flow::{Origin, check_flow, reaching};
pub use foreign::*;
pub use fused::*;
pub use header_types::{HeaderTypes, numbers_of_c};
pub use ids::*;
pub use item::*;
pub use length::{HeaderLength, Length};
pub use level::Level;
pub use library::{library, library_modules};
pub use lower::{
    Alone, CompileTimeEnv, File, Loaded, Loader, builtin_names, constructs_of, lower, type_names,
};
pub(crate) use lower::{is_exception, not_yet, one_slip};
pub use mention::{Mention, Mentions};
pub use methods::Methods;
pub use objects::{CLASS_NUMBER, settle_objects};
pub use parallel::{check_parallel, private};
pub use runtime::{LetterTest, Runtime};
pub use specialise::{MAX_SPECIALISATIONS, specialise};
pub use truths::Asked;
pub use types::*;
pub use vocabulary::*;
