//! A long module body in parts, each in its own function: the time that C compilers spend on a function grows faster
//! than its length. The module's names are in its dict, so parts share nothing.

use std::collections::HashMap;
use std::sync::Arc;

use super::function::FunctionBuilder;
use super::initialised;
use crate::base::Arena;
use crate::hir::{self, Binding, ExprKind as H, StmtKind as S, walk};
use crate::tir::{Block, Function, FunctionDecl, FunctionId, Functions, Local, Locals, Op, Stmt, StmtKind};

/// A part ends after so many statements.
const LONG: usize = 300;

/// The statements of a part, and the variables that they use.
pub(super) struct Part {
    body: Block,
    locals: Locals<Local>,
}

impl FunctionBuilder<'_, '_> {
    /// Builds the module's statements. All parts but the last go to the module's builder.
    pub(super) fn module_body(&mut self) {
        let source = self.source.function;
        let block = &source.body.block;
        let last_uses = last_uses(&source.body);
        let offloads =
            self.module.typed.module.functions.iter().any(|(_, function)| offloads(&function.body));
        let stays_whole = offloads || self::offloads(&source.body);
        let (mut used_until, mut length) = (0, 0);
        for (at, stmt) in block.iter().enumerate() {
            let start = self.code.out.len();
            self.block(std::slice::from_ref(stmt));
            crate::tir::walk::statements(&self.code.out[start..], &mut |_| length += 1);
            if self.directives.remove_unreachable && walk::never_ends(stmt) {
                return;
            }
            used_until = last_uses[at].max(used_until);
            if !stays_whole && used_until <= at && length > LONG && at + 1 < block.len() {
                self.end_part();
                self.enter();
                length = 0;
            }
        }
    }

    fn end_part(&mut self) {
        let source = self.source.function;
        let mut body = std::mem::take(&mut self.code.out);
        let locals = self.code.locals.clone();
        let is_hidden = |id| self.source.hir_local(id).is_some_and(|id| source.body.locals[id].is_hidden);
        initialised::insert_checks(&mut body, &locals, source.directives.initializedcheck, &is_hidden);
        // The temporaries belonged to the part; what the HIR declares keeps its number.
        self.code.locals =
            locals.iter().take(source.body.locals.len()).map(|(_, local)| local.clone()).collect();
        self.references.maybe_bound.clear();
        self.module.parts.push(Part { body, locals });
    }
}

/// Makes functions of the parts, which the module's statements call first.
pub(super) fn add(functions: &mut Functions<Function>, init: FunctionId, parts: Vec<Part>) {
    let mut calls = Block::new();
    for Part { body, locals } in parts {
        let span = body.first().map_or(functions[init].span, |stmt| stmt.span);
        let whole = &functions[init];
        let part = Function {
            body,
            decl: Arc::new(FunctionDecl { doc: None, ..FunctionDecl::clone(&whole.decl) }),
            locals,
            regions: Arena::default(),
            contexts: Arena::default(),
            host_sections: Arena::default(),
            ..Function { body: Block::new(), locals: Arena::default(), ..whole.clone() }
        };
        let op = Op::CallFunction { function: functions.alloc(part), arguments: Vec::new() };
        calls.push(Stmt::new(StmtKind::Run { into: None, op }, span));
    }
    functions[init].body.splice(0..0, calls);
}

/// Code that may keep data on a device stays together.
fn offloads(body: &hir::Body) -> bool {
    let mut found = false;
    walk::statements(&body.block, &mut |stmt| {
        found |= match &stmt.kind {
            S::Prange(prange) => prange.clauses.device.is_some(),
            S::Parallel { clauses, .. } => clauses.device.is_some(),
            S::DataContext { .. } | S::Update { .. } => true,
            _ => false,
        };
    });
    found
}

/// For each statement of a body, the last one that uses a variable of the body that it uses.
fn last_uses(body: &hir::Body) -> Vec<usize> {
    let mut last = HashMap::new();
    let mut uses = Vec::new();
    for (at, stmt) in body.block.iter().enumerate() {
        let mut used = Vec::new();
        walk::statements(std::slice::from_ref(stmt), &mut |stmt| {
            let mut open = walk::expressions(&stmt.kind);
            while let Some(id) = open.pop() {
                match &body.exprs[id].kind {
                    H::Name(Binding::Local(local) | Binding::ClassName(local, _)) => used.push(*local),
                    H::Comprehension { result, variables, .. } => {
                        used.extend(variables.iter().copied().chain([*result]));
                    }
                    _ => {}
                }
                open.extend(walk::children(body, id));
            }
        });
        for &local in &used {
            last.insert(local, at);
        }
        uses.push(used);
    }
    let last_of = |used: &Vec<hir::LocalId>| used.iter().filter_map(|local| last.get(local).copied()).max();
    uses.iter().enumerate().map(|(at, used)| last_of(used).unwrap_or(at)).collect()
}
