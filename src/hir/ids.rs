//! The ids of declarations and the tables that they index.
//!
//! HIR, types and TIR refer to a declaration by one id: each has a table of what it knows of it, all in the same order
//! (`Functions<hir::Function>`, `ArenaMap<FunctionId, FunctionTypes>`, `Functions<tir::Function>`). A later stage may add
//! elements of its own after those of the earlier ones. The same goes for the locals of a function.

use crate::base::{Arena, Idx, IdxSet};

/// The kinds of declarations: what an id refers to, whichever stage describes it.
pub mod kind {
    /// A function or method.
    #[derive(Debug)]
    pub enum Function {}
    /// An extension type.
    #[derive(Debug)]
    pub enum Class {}
    /// A struct or union.
    #[derive(Debug)]
    pub enum Struct {}
    /// An enum.
    #[derive(Debug)]
    pub enum Enum {}
    /// A C variable of the module.
    #[derive(Debug)]
    pub enum Global {}
    /// A C function or variable that is defined elsewhere.
    #[derive(Debug)]
    pub enum Extern {}
    /// A local of a function.
    #[derive(Debug)]
    pub enum Local {}
}

/// An id of a function; the others likewise.
pub type FunctionId = Idx<kind::Function>;
pub type ClassId = Idx<kind::Class>;
pub type StructId = Idx<kind::Struct>;
pub type EnumId = Idx<kind::Enum>;
pub type GlobalId = Idx<kind::Global>;
pub type ExternId = Idx<kind::Extern>;
pub type LocalId = Idx<kind::Local>;

/// What a stage knows of each function of the module.
pub type Functions<T> = Arena<T, kind::Function>;
/// What a stage knows of each extension type.
pub type Classes<T> = Arena<T, kind::Class>;
/// What a stage knows of each struct and union.
pub type Structs<T> = Arena<T, kind::Struct>;
/// What a stage knows of each enum.
pub type Enums<T> = Arena<T, kind::Enum>;
/// What a stage knows of each variable of the module.
pub type Globals<T> = Arena<T, kind::Global>;
/// What a stage knows of each C function and variable that is defined elsewhere.
pub type Externs<T> = Arena<T, kind::Extern>;
/// What a stage knows of each local of a function.
pub type Locals<T> = Arena<T, kind::Local>;

/// A set of locals of one function.
pub type LocalSet = IdxSet<kind::Local>;
