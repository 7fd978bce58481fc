//! Substitutes the types of one specialisation into a copy of a function.

use std::collections::{HashMap, HashSet};

use super::nested::Copies;
use super::signature::Combination;
use super::{Target, report};
use crate::base::Arena;
use crate::diag::Diagnostics;
use crate::hir::{
    Binding, Block, Body, CompareOp, Comparison, ExprId, ExprKind, Function, FunctionId, Functions,
    FusedFunction, LogicalOp, Module, Singleton, Stmt, StmtKind, TypeExpr, TypeKind, TypeName, UnaryOp,
    buffers, fused_types, is_fused, is_same_type, substitute, walk,
};
use crate::source::Span;

pub struct Rewriter<'a> {
    module: &'a Module,
    targets: &'a Functions<Target>,
    fused_functions: &'a Arena<FusedFunction>,
    diagnostics: &'a mut Diagnostics,
    /// What the fused types of the signature mean here.
    pub types: Combination,
    /// What stands here for functions inside, and for what they share.
    pub copies: Copies,
    /// Expressions whose value the types decide.
    decided: HashMap<ExprId, bool>,
}

impl<'a> Rewriter<'a> {
    pub fn new(
        module: &'a Module,
        targets: &'a Functions<Target>,
        fused_functions: &'a Arena<FusedFunction>,
        diagnostics: &'a mut Diagnostics,
    ) -> Rewriter<'a> {
        let types = Combination::new();
        Rewriter {
            module,
            targets,
            fused_functions,
            diagnostics,
            types,
            copies: Copies::default(),
            decided: HashMap::new(),
        }
    }

    pub fn function(&mut self, function: &mut Function) {
        self.decided.clear();
        self.handed_over(&mut function.result);
        if let Some(method) = &mut function.method {
            method.class = self.copies.class(method.class);
        }
        let body = &mut function.body;
        for (_, local) in body.locals.iter_mut() {
            self.specific(&mut local.ty);
            self.copies.in_type(&mut local.ty);
        }
        buffers::split(body);
        let ids: Vec<ExprId> = body.exprs.iter().map(|(id, _)| id).collect();
        for id in ids {
            let span = body.exprs[id].span;
            let mut kind = std::mem::replace(&mut body.exprs[id].kind, ExprKind::Error);
            self.expr(id, &mut kind, span);
            body.exprs[id].kind = kind;
        }
        if !self.decided.is_empty() {
            let mut block = std::mem::take(&mut body.block);
            self.fold(body, &mut block);
            body.block = block;
            forget_the_dead(function);
        }
    }

    /// Substitutes the types; a remaining fused type has no meaning here.
    fn specific(&mut self, ty: &mut TypeExpr) -> bool {
        if !is_fused(ty, &self.module.typedefs) {
            return true;
        }
        *ty = self.substituted(ty);
        let mut left = Vec::new();
        fused_types(ty, &self.module.typedefs, &mut left);
        let Some(&unknown) = left.first() else { return true };
        self.diagnostics.push(report::not_a_parameter(&self.module.fused[unknown].name, ty.span));
        ty.kind = TypeKind::Error;
        false
    }

    /// The same where a value is handed over.
    fn handed_over(&mut self, ty: &mut TypeExpr) {
        self.specific(ty);
        *ty = buffers::handed_over(ty.clone());
    }

    fn substituted(&self, ty: &TypeExpr) -> TypeExpr {
        let mut of = |id| self.types.iter().find(|(fused, _)| *fused == id).map(|(_, ty)| ty.clone());
        substitute(ty, &self.module.typedefs, &mut of)
    }

    fn expr(&mut self, id: ExprId, kind: &mut ExprKind, span: Span) {
        match kind {
            ExprKind::Cast { ty, .. } | ExprKind::ArrayOver { ty, .. } | ExprKind::SizeOfType(ty) => {
                self.handed_over(ty);
            }
            ExprKind::Name(Binding::Function(function)) => {
                *kind = ExprKind::Name(match self.target(*function) {
                    Some(Target::Plain(id)) => Binding::Function(id),
                    Some(Target::Fused(id)) => Binding::Fused(id),
                    None => Binding::Error,
                });
            }
            ExprKind::MakeFunction { function, .. } => match self.target(self.copies.function(*function)) {
                Some(Target::Plain(id)) => *function = id,
                // The first one stands for all.
                Some(Target::Fused(id)) => match self.fused_functions[id].specialisations.first() {
                    Some(first) => *function = *first,
                    None => *kind = ExprKind::Error,
                },
                None => *kind = ExprKind::Error,
            },
            ExprKind::Name(Binding::Type(name @ TypeName::Fused(_))) => {
                let mut ty = TypeExpr { kind: TypeKind::Named(*name), span };
                self.specific(&mut ty);
                *kind = match ty.kind {
                    TypeKind::Named(name) => ExprKind::Name(Binding::Type(name)),
                    _ => ExprKind::Error,
                };
            }
            ExprKind::Name(Binding::Type(name)) => self.copies.in_name(name),
            ExprKind::TypeTest { left, comparison, right } => {
                *kind = match self.test(left.clone(), *comparison, right.clone()) {
                    Some(value) => {
                        self.decided.insert(id, value);
                        ExprKind::Singleton(if value { Singleton::True } else { Singleton::False })
                    }
                    None => ExprKind::Error,
                };
            }
            ExprKind::SpecialiseMethod { types, .. } => {
                let known: Vec<bool> = types.iter_mut().map(|ty| self.specific(ty)).collect();
                if known.contains(&false) {
                    *kind = ExprKind::Error;
                }
            }
            ExprKind::Specialise { function, types } => {
                let chosen = self.chosen(*function, types.clone(), span);
                *kind = chosen.map_or(ExprKind::Error, |id| ExprKind::Name(Binding::Function(id)));
            }
            _ => {}
        }
    }

    fn target(&self, function: FunctionId) -> Option<Target> {
        self.targets.get(function).copied()
    }

    /// `left is right`, `left in right`: on the right of `in` the fused type itself is meant.
    fn test(&mut self, mut left: TypeExpr, comparison: Comparison, mut right: TypeExpr) -> Option<bool> {
        if !self.specific(&mut left) {
            return None;
        }
        let typedefs = &self.module.typedefs;
        let holds = if matches!(comparison, Comparison::In | Comparison::NotIn) {
            let mut found = Vec::new();
            fused_types(&right, typedefs, &mut found);
            if found.is_empty() {
                let shown = self.module.names().display(&right);
                self.diagnostics.push(report::in_what(&shown, right.span));
                return None;
            }
            found.into_iter().any(|fused| {
                self.module.fused[fused].types.iter().any(|one| {
                    let specific = substitute(&right, typedefs, &mut |id| (id == fused).then(|| one.clone()));
                    is_same_type(&left, &specific, typedefs)
                })
            })
        } else {
            if !self.specific(&mut right) {
                return None;
            }
            is_same_type(&left, &right, typedefs)
        };
        let is_negative = matches!(
            comparison,
            Comparison::IsNot | Comparison::NotIn | Comparison::Ordering(CompareOp::NotEqual)
        );
        Some(holds != is_negative)
    }

    /// The specialisation that `f[types]` names.
    fn chosen(&mut self, function: FunctionId, types: Vec<TypeExpr>, span: Span) -> Option<FunctionId> {
        let name = &self.module.functions[function].name;
        let Some(Target::Fused(fused)) = self.target(function) else {
            self.diagnostics.push(report::not_fused(name, span));
            return None;
        };
        let fused = &self.fused_functions[fused];
        if types.len() != fused.types.len() {
            self.diagnostics.push(report::type_count(name, fused.types.len(), types.len(), span));
            return None;
        }
        let mut types = types;
        if !types.iter_mut().all(|ty| self.specific(ty)) {
            return None;
        }
        let names = self.module.names();
        match fused.number_of(&types, &names) {
            Ok(number) => fused.specialisations.get(number).copied(),
            Err(index) => {
                let (ty, wanted) = (&types[index], &self.module.fused[fused.types[index].fused].name);
                self.diagnostics.push(report::not_among(&names.display(ty), wanted, ty.span));
                None
            }
        }
    }

    /// Reduces `if` statements whose conditions the types decide to what can run.
    fn fold(&self, body: &Body, block: &mut Block) {
        let mut left = Block::new();
        for mut stmt in std::mem::take(block) {
            if let StmtKind::If { condition, then, otherwise } = &mut stmt.kind
                && let Some(value) = self.value(body, *condition)
            {
                let mut taken = std::mem::take(if value { then } else { otherwise });
                self.fold(body, &mut taken);
                let ends = taken.last().is_some_and(walk::never_ends);
                left.append(&mut taken);
                if ends {
                    break;
                }
                continue;
            }
            if let StmtKind::If { condition, .. } = &mut stmt.kind {
                *condition = self.undecided(body, *condition);
            }
            walk::blocks_mut(&mut stmt).into_iter().for_each(|block| self.fold(body, block));
            left.push(stmt);
        }
        *block = left;
    }

    /// The value of a condition that the types decide; `and` and `or` by their left side, as in Cython.
    fn value(&self, body: &Body, id: ExprId) -> Option<bool> {
        if let Some(known) = self.decided.get(&id) {
            return Some(*known);
        }
        match &body.exprs[id].kind {
            ExprKind::Unary(UnaryOp::Not, inner) => Some(!self.value(body, *inner)?),
            ExprKind::Logical(op, left, right) => {
                let left = self.value(body, *left)?;
                if left == (*op == LogicalOp::Or) { Some(left) } else { self.value(body, *right) }
            }
            _ => None,
        }
    }

    /// The rest of a condition whose left side is decided but does not decide the whole.
    fn undecided(&self, body: &Body, id: ExprId) -> ExprId {
        match &body.exprs[id].kind {
            ExprKind::Logical(_, left, right) if self.value(body, *left).is_some() => {
                self.undecided(body, *right)
            }
            _ => id,
        }
    }
}

/// Clears expressions of removed branches, so that nothing considers them part of the function.
fn forget_the_dead(function: &mut Function) {
    let body = &function.body;
    let mut todo: Vec<ExprId> = function.params.iter().filter_map(|param| param.default).collect();
    walk::statements(&body.block, &mut |stmt: &Stmt| todo.extend(walk::expressions(&stmt.kind)));
    let mut alive = HashSet::new();
    while let Some(id) = todo.pop() {
        if alive.insert(id) {
            todo.extend(walk::children(body, id));
        }
    }
    for (id, expr) in function.body.exprs.iter_mut() {
        if !alive.contains(&id) {
            expr.kind = ExprKind::Error;
        }
    }
}
