//! C functions of fused types that modules hand to one another: each specialisation is a function of its own there. In the
//! module that calls them, a function of fused types chooses.

use super::function::Pending;
use super::keep::Forward;
use super::{Lowerer, scope};
use crate::base::{Idx, Name};
use crate::hir::{
    self, Binding, Comparison, Directives, Exported, ExprKind, Extern, ExternKind, Function, FunctionKind,
    FusedId, Import, LogicalOp, MAX_SPECIALISATIONS, NoneClause, Param, ParamKind, ParamNames, Stmt,
    StmtKind, TypeExpr, TypeKind, TypeName,
};
use crate::syntax::ast;

/// One way to put types in the places of the fused ones.
struct Combination {
    /// Which of the types of each fused type.
    places: Vec<usize>,
    types: Vec<(FusedId, TypeExpr)>,
}

impl<'t> Lowerer<'t> {
    /// As what a function is handed to other modules: once, or once for each combination of its fused types. Nothing
    /// where a type is unknown to Cython's C.
    pub(super) fn exports(
        &self,
        name: &Name,
        params: &[TypeExpr],
        result: &TypeExpr,
        is_cpdef: bool,
    ) -> Vec<Exported> {
        let combinations = self.combinations(params);
        let is_fused = combinations.len() != 1;
        let each = combinations.iter().map(|one| {
            let params: Vec<TypeExpr> = params.iter().map(|ty| self.specific(ty, one)).collect();
            let signature = self.capi_signature(&params, &self.specific(result, one), is_cpdef)?;
            let name = if is_fused { fused_name(name, &one.places) } else { name.clone() };
            Some(Exported { name, signature })
        });
        // Python's functions of fused types are no functions of C.
        if is_fused && is_cpdef { Vec::new() } else { each.collect::<Option<_>>().unwrap_or_default() }
    }

    /// A function of fused types that another module defines: the function that chooses among what that one hands over.
    pub(super) fn import_fused(
        &mut self,
        name: ast::Identifier<'t>,
        exports: Vec<Exported>,
        (forward, names): (&Forward, &ParamNames),
        is_marked: bool,
    ) {
        let span = name.span();
        let module = self.units[self.unit].name.clone();
        let combinations = self.combinations(&forward.params);
        let mut builder = self.module_body();
        builder.is_module = false;
        let mut params = Vec::new();
        for (at, ty) in forward.params.iter().enumerate() {
            let given = names.0.get(at).cloned().flatten();
            let local_name = given.unwrap_or_else(|| Name::new(format!("argument_{at}")));
            let local = builder.declare(local_name, ty.clone(), true, span);
            let kind = ParamKind::PositionalOrKeyword;
            params.push(Param { local, kind, default: None, none: NoneClause::Unsaid, span });
        }
        for (one, Exported { name: c_name, signature }) in combinations.iter().zip(exports) {
            let import =
                Import { module: module.clone(), signature, is_variable: false, is_cpdef: false, is_marked };
            let kind = ExternKind::Function {
                params: forward.params.iter().map(|ty| self.specific(ty, one)).collect(),
                names: names.clone(),
                result: self.specific(&forward.result, one),
                exception: forward.exception.clone(),
                nogil: forward.nogil,
                is_variadic: false,
            };
            let external = self.externs.alloc(Extern::imported(c_name, import, kind, span));
            let mut condition = None;
            for (fused, ty) in &one.types {
                let left = TypeExpr { kind: TypeKind::Named(TypeName::Fused(*fused)), span };
                let test = ExprKind::TypeTest { left, comparison: Comparison::Is, right: ty.clone() };
                let test = builder.add(test, span);
                condition = Some(match condition {
                    Some(before) => builder.add(ExprKind::Logical(LogicalOp::And, before, test), span),
                    None => test,
                });
            }
            let Some(condition) = condition else { continue };
            let callee = builder.add(ExprKind::Name(Binding::Extern(external)), span);
            let arguments: Vec<_> = params
                .iter()
                .map(|param| builder.add(ExprKind::Name(Binding::Local(param.local)), span))
                .collect();
            let call = builder.add(ExprKind::Call { callee, arguments, keywords: Vec::new() }, span);
            let stmt = |kind| Stmt { kind, span };
            let then = match forward.result.kind {
                TypeKind::Named(TypeName::Void) => {
                    vec![stmt(StmtKind::Expr(call)), stmt(StmtKind::Return(None))]
                }
                _ => vec![stmt(StmtKind::Return(Some(call)))],
            };
            builder.body.block.push(stmt(StmtKind::If { condition, then, otherwise: Vec::new() }));
        }
        let function = Function {
            name: Name::new(name.text()),
            kind: FunctionKind::Cdef,
            method: None,
            made: None,
            specialisation: None,
            params,
            result: forward.result.clone(),
            exception: forward.exception.clone(),
            nogil: forward.nogil,
            is_inline: true,
            is_variadic: false,
            exported: Vec::new(),
            on_device: false,
            is_ufunc: false,
            directives: Directives::default(),
            doc: None,
            body: builder.body,
            span,
        };
        let at = self.functions.len();
        self.functions.push(Pending::Inner);
        self.ready.insert(at, function);
        self.bind(name, scope::Entry::Function(Idx::from_raw((at as u32).into())));
    }

    fn specific(&self, ty: &TypeExpr, one: &Combination) -> TypeExpr {
        let mut of = |id| one.types.iter().find(|(fused, _)| *fused == id).map(|(_, ty)| ty.clone());
        hir::substitute(ty, &self.typedefs, &mut of)
    }

    /// All of them, the last fused type's types one after the other; one without any where no type is fused.
    fn combinations(&self, params: &[TypeExpr]) -> Vec<Combination> {
        let mut fused = Vec::new();
        params.iter().for_each(|ty| hir::fused_types(ty, &self.typedefs, &mut fused));
        let mut all = vec![Combination { places: Vec::new(), types: Vec::new() }];
        for id in fused {
            let with = |one: &Combination, (place, ty): (usize, &TypeExpr)| {
                let places = one.places.iter().copied().chain([place]).collect();
                let types = one.types.iter().cloned().chain([(id, ty.clone())]).collect();
                Combination { places, types }
            };
            let types = &self.fused[id].types;
            let longer = all.iter().flat_map(|one| types.iter().enumerate().map(move |item| with(one, item)));
            all = longer.take(MAX_SPECIALISATIONS).collect();
        }
        all
    }
}

/// What Cython calls a specialisation.
fn fused_name(name: &Name, places: &[usize]) -> Name {
    let places: Vec<String> = places.iter().map(ToString::to_string).collect();
    Name::new(format!("__pyx_fuse_{}{name}", places.join("_")))
}
