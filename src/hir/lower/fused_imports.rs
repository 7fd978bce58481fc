//! Functions that modules share and that have more than one form: those with fused types, where each
//! specialisation is a separate function, and those with optional arguments.

use std::sync::Arc;

use super::capi::{CythonSpelling, optional_arguments};
use super::function::Pending;
use super::keep::Forward;
use super::{Collector, Tables, UnitId, scope};
use crate::base::Name;
use crate::hir::bundles::{may_be_left_out, no_value};
use crate::hir::{
    self, Directives, ExceptionClause, Exported, Extern, ExternKind, Function, FunctionDecl, FunctionKind,
    FusedId, Import, MAX_SPECIALISATIONS, NoBody, NoneClause, Param, ParamKind, ParamNames, TypeExpr,
};
use crate::syntax::ast;

/// One way to replace the fused types.
struct Combination {
    /// The index of the chosen type for each fused type.
    places: Vec<usize>,
    types: Vec<(FusedId, TypeExpr)>,
}

/// What kind of C function is exported.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    pub is_cpdef: bool,
    pub is_variadic: bool,
}

impl CythonSpelling<'_, '_> {
    /// The forms in which a function is exported to other modules: once, or once for each combination of its fused
    /// types. Empty if a type is unknown to Cython's C. Its last parameters may be optional.
    pub(super) fn exports(
        self,
        (unit, name): (UnitId, &Name),
        (params, optional): (&[TypeExpr], usize),
        result: &TypeExpr,
        Kind { is_cpdef, is_variadic }: Kind,
    ) -> Vec<Exported> {
        let combinations = self.tables.combinations(params);
        let is_fused = combinations.len() != 1;
        let module = &self.declarations.units[unit].name;
        let (required, rest) = params.split_at(params.len().saturating_sub(optional));
        let each = combinations.iter().map(|one| {
            let params: Vec<TypeExpr> = required.iter().map(|ty| self.tables.specific(ty, one)).collect();
            let prefix = if is_fused { fused_prefix(&one.places) } else { String::new() };
            let mut more = Vec::new();
            if is_cpdef {
                more.push("int __pyx_skip_dispatch".to_string());
            }
            if optional > 0 {
                more.push(optional_arguments(module, name, &prefix));
            }
            if is_variadic {
                more.push("...".to_string());
            }
            let result = self.tables.specific(result, one);
            let (signature, of_cython) = self.capi_signatures(&params, &result, more)?;
            Some(Exported { name: Name::new(format!("{prefix}{name}")), signature, of_cython, is_cpdef })
        });
        let is_known = rest.iter().all(|ty| may_be_left_out(ty, &self.tables.typedefs));
        if is_known { each.collect::<Option<_>>().unwrap_or_default() } else { Vec::new() }
    }
}

impl<'t> Collector<'t> {
    /// A function of another module that is not simply called there: with fused types, where that module has each
    /// specialisation, or with optional arguments. Here it is a function without a body, which gets one when its types
    /// are known.
    pub(super) fn import_stand_in(
        &mut self,
        name: ast::Identifier<'t>,
        (forward, no_body): (Forward, NoBody),
        names: &ParamNames,
    ) {
        let span = name.span();
        let combinations = self.tables.combinations(&forward.params);
        let mut builder = self.lowerer().module_body();
        builder.is_module = false;
        let required = forward.required();
        let mut params = Vec::new();
        for (at, ty) in forward.params.iter().enumerate() {
            let given = names.0.get(at).cloned().flatten();
            let local_name = given.unwrap_or_else(|| Name::new(format!("argument_{at}")));
            let local = builder.declare(local_name, ty.clone(), true, span);
            let default = (at >= required).then(|| no_value(&mut builder.body, ty, &self.tables.typedefs));
            let kind = ParamKind::PositionalOrKeyword;
            params.push(Param { local, kind, default, none: NoneClause::Unsaid, span });
        }
        // As in Cython, no exception clause means `except *` if the type of the result is not known yet.
        let exception = match &forward.exception {
            ExceptionClause::Default if hir::is_fused(&forward.result, &self.tables.typedefs) => {
                ExceptionClause::Always
            }
            said => said.clone(),
        };
        let mut stands_for = Vec::new();
        for (one, exported) in combinations.iter().zip(forward.exported) {
            let Exported { name: c_name, signature, of_cython, is_cpdef } = exported;
            let import = Import {
                module: self.declarations.units[self.unit].name.clone(),
                signature,
                of_cython,
                is_variable: false,
                is_cpdef,
                no_body: no_body.clone(),
            };
            let kind = ExternKind::Function {
                params: forward.params.iter().map(|ty| self.tables.specific(ty, one)).collect(),
                names: names.clone(),
                result: self.tables.specific(&forward.result, one),
                exception: exception.clone(),
                nogil: forward.nogil,
                is_variadic: false,
            };
            stands_for.push(self.tables.externs.alloc(Extern::imported(c_name, import, kind, span)));
        }
        let decl = FunctionDecl {
            nogil: forward.nogil,
            is_inline: true,
            ..FunctionDecl::new(Name::new(name.text()), FunctionKind::Cdef, span)
        };
        let function = Function {
            decl: Arc::new(decl),
            params,
            result: forward.result,
            exception: forward.exception,
            exported: Vec::new(),
            stands_for,
            shorter: Vec::new(),
            on_device: false,
            directives: Directives::default(),
            body: builder.body,
        };
        let id = self.lowerer().add_function(Pending::Inner);
        self.tables.ready.insert(id, function);
        self.bind(name, scope::Entry::Function(id));
    }
}

impl Tables<'_> {
    fn specific(&self, ty: &TypeExpr, one: &Combination) -> TypeExpr {
        let mut of = |id| one.types.iter().find(|(fused, _)| *fused == id).map(|(_, ty)| ty.clone());
        hir::substitute(ty, &self.typedefs, &mut of)
    }

    /// All of them, with the types of the last fused type varying fastest; a single empty one if no type is
    /// fused.
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

/// Cython's prefix for the names of a specialisation.
fn fused_prefix(places: &[usize]) -> String {
    let places: Vec<String> = places.iter().map(ToString::to_string).collect();
    format!("__pyx_fuse_{}", places.join("_"))
}
