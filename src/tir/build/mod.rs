//! Builds the TIR: makes every coercion, check, temporary and reference explicit.
//!
//! A [`function::FunctionBuilder`] builds one function. It asks [`source::Source`] about the HIR and its types, and
//! [`natural::NaturalTypes`] what they are in C; it adds to the [`code::Code`] under construction. What is
//! [`around::Around`] a place, and which [`around::References`] are held there, decides what may stand there.

mod around;
mod assign;
mod auto_context;
mod bytes;
mod call;
mod cast;
mod code;
mod coerce;
mod comparisons;
mod condition;
mod constness;
mod copies;
mod culprit;
mod delete;
mod displays;
mod entry_loops;
mod events;
mod expr;
mod facts;
mod foreign;
mod formatted;
mod function;
mod fused;
mod generator;
mod imports;
mod initialised;
mod items;
mod known;
mod letter_loops;
mod local_functions;
mod loops;
mod membership;
mod memory;
mod module_views;
mod named;
mod natural;
mod none_words;
mod object_views;
mod objects;
mod operators;
mod order;
mod own_gil;
mod parallel;
mod parts;
mod patterns;
mod pointed_views;
mod pointers;
mod powers;
mod raise;
mod reductions;
mod report;
mod shared_functions;
mod shortcuts;
mod source;
mod stmt;
mod structs;
mod team;
mod tried;
mod truths;
mod ufuncs;
mod unpacking;
mod views;
mod wrapped;

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use super::{
    ConstId, Extern, ForeignNumber, FunctionId, Global, Module, ObjectConst, StmtKind, method_table, walk,
};
use crate::base::{Additions, Arena};
use crate::diag::Diagnostics;
use crate::hir;
use crate::tir::{CheckKind, Externs, Failure, ModuleDirectives, Stmt, kind};
use crate::ty::{Ty, Typed};
use wrapped::Added;

/// What the functions of a module share while they are built.
struct ModuleBuilder<'a> {
    typed: &'a Typed,
    consts: Arena<ObjectConst>,
    const_ids: HashMap<ObjectConst, ConstId>,
    /// See [`Module::takes_field_addresses`].
    takes_field_addresses: bool,
    /// Elements are copied between memoryviews: [`copies::functions`] are declared.
    copies: bool,
    /// Functions whose addresses are taken.
    by_address: HashSet<hir::FunctionId>,
    known: known::Known,
    /// Functions that the source does not have.
    added: Additions<Added, kind::Function>,
    /// For the module's statements, all parts but the last.
    parts: Vec<parts::Part>,
}

/// Builds the module. Whether a function can fail, or bind fields, depends on those that it calls. They are built once
/// on the assumption that none does, which shows who calls whom; what is found about some spreads to their callers, and
/// all are built again.
pub fn build(typed: &Typed) -> (Module, Diagnostics) {
    let mut known = known::Known::nothing(typed);
    loop {
        let (module, diagnostics) = build_assuming(typed, &known);
        if !known.learn(typed, &module) {
            return (module, diagnostics);
        }
    }
}

/// Whether a statement of the block can raise.
pub fn block_can_fail(block: &[Stmt]) -> bool {
    let mut found = false;
    walk::statements(block, &mut |stmt| found |= statement_can_fail(stmt));
    found
}

/// Whether the statement itself can raise (not what is inside its blocks).
pub fn statement_can_fail(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Run { op, .. } => op.info().failure != Failure::Never,
        // Wrapping an index around raises nothing.
        StmtKind::Check(check) => {
            !matches!(check.kind, CheckKind::Index { boundscheck: false, .. } | CheckKind::Noted { .. })
        }
        // The data environment can run out of memory, among other things.
        StmtKind::Context { .. } | StmtKind::Update(_) | StmtKind::Offload(_) => true,
        StmtKind::Parallel(parallel) => parallel.device.is_some(),
        _ => false,
    }
}

fn build_assuming(typed: &Typed, known: &known::Known) -> (Module, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let sources = OnceCell::new();
    let mut added = Additions::to(&typed.module.functions);
    added.alloc(Added::Init);
    let mut builder = ModuleBuilder {
        typed,
        consts: Arena::default(),
        const_ids: HashMap::new(),
        takes_field_addresses: false,
        copies: false,
        by_address: HashSet::new(),
        known: known.clone(),
        added,
        parts: Vec::new(),
    };
    objects::check_fields(&typed.table, &mut diagnostics);
    let mut functions = Arena::default();
    for (id, source) in typed.module.functions.iter() {
        let may_fail = known.failing[id];
        let types = &typed.functions[id];
        let before = diagnostics.len();
        functions.alloc(function::build(&mut builder, source, types, may_fail, &mut diagnostics));
        diagnostics.said_of(before, hir::variant(&source.specialisation));
    }
    let init = function::build(&mut builder, &typed.module.init, &typed.init, true, &mut diagnostics);
    let init: FunctionId = functions.alloc(init);
    let wrapped = builder.added.iter().filter_map(|(_, added)| added.source(typed)).collect();
    let wrapped: &Vec<_> = sources.get_or_init(|| wrapped);
    for (source, types) in wrapped {
        functions.alloc(function::build(&mut builder, source, types, true, &mut diagnostics));
    }
    parts::add(&mut functions, init, std::mem::take(&mut builder.parts));
    let tables = typed.table.class_ids().filter_map(|class| method_table(&typed.table, &functions, class));
    let in_tables: Vec<FunctionId> = tables.flatten().flatten().collect();
    for id in builder.by_address.iter().copied().chain(in_tables) {
        functions[id].by_address = Some(typed.functions[id].signature.error_value());
    }
    let globals = typed.module.globals.iter();
    let globals =
        globals.map(|(id, global)| Global { decl: global.decl.clone(), ty: typed.globals[id].clone() });
    let externs = typed.module.externs.iter();
    let externs =
        externs.map(|(id, found)| Extern { decl: found.decl.clone(), ty: typed.externs[id].clone() });
    let mut externs: Externs<Extern> = externs.collect();
    if builder.copies {
        for function in copies::functions(typed.module.file) {
            externs.alloc(function);
        }
    }
    let module = Module {
        name: typed.module.name.clone(),
        doc: typed.module.doc.clone(),
        types: typed.table.clone(),
        functions,
        fused: fused::functions(typed),
        ufuncs: ufuncs::ufuncs(typed, &mut diagnostics),
        globals: globals.collect(),
        externs,
        consts: builder.consts,
        includes: typed.module.includes.clone(),
        foreign: typed.module.foreign.clone(),
        directives: ModuleDirectives::of(&typed.module.init.directives),
        foreign_numbers: foreign_numbers(&typed.module),
        init,
        takes_field_addresses: builder.takes_field_addresses,
    };
    (module, diagnostics)
}

fn foreign_numbers(module: &hir::Module) -> Vec<ForeignNumber> {
    let mut numbers = Vec::new();
    for (_, decl) in module.typedefs.iter() {
        let Some((c_name, include)) = decl.in_header.clone().filter(|_| decl.is_used) else { continue };
        let ty = crate::ty::resolve_in(module, &decl.target);
        if matches!(ty, Ty::Int(_) | Ty::Float(_)) && !module.includes[include].is_library {
            numbers.push(ForeignNumber { c_name, include, ty, span: decl.span });
        }
    }
    numbers
}

impl ModuleBuilder<'_> {
    /// The constant, made once.
    pub(super) fn constant(&mut self, value: ObjectConst) -> ConstId {
        if let Some(&known) = self.const_ids.get(&value) {
            return known;
        }
        let id = self.consts.alloc(value.clone());
        self.const_ids.insert(value, id);
        id
    }
}
