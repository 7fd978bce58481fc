//! Types: what they are ([`types`]), how declarations name them ([`resolve`]), what untyped locals are
//! ([`infer`]), and which type every expression has ([`check`]).

mod arith;
mod beyond;
mod check;
mod classes;
mod infer;
mod objects;
mod pickling;
mod places;
mod powers;
mod report;
mod resolve;
mod shared;
mod sized;
pub mod types;
mod written;

pub use arith::{
    common_type, divmod_type, is_object_operation, is_same_in_c, promote, promote_in_c, spanning, usual_type,
};
pub use beyond::AskedInC;
pub(crate) use check::{
    AxisUse, CalledMethod, Entering, MethodOwner, axis_uses, called_slot, entering_method, item_at,
    named_method, slot_of_value, tuple_index,
};
pub(crate) use infer::{has_star, star, tuple_of};
pub use objects::{has_object_form, has_value_form, shows_as_object};
pub use pickling::{PickledMethods, Pickling, pickling};
pub(crate) use powers::is_whole;
pub(crate) use report::{bad_operands, bad_views, not_yet};
pub(crate) use resolve::resolve_in;
pub use types::*;
pub(crate) use written::written;

use std::sync::Arc;

use crate::base::{ArenaMap, Aside};
use crate::diag::Diagnostics;
use crate::hir;

/// A module with the types of everything in it.
#[derive(Clone, Debug)]
pub struct Typed {
    pub module: hir::Module,
    pub table: Arc<TypeTable>,
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
    /// The natural type of each expression, before any conversion to the type that its place needs. Callees
    /// and the `shape` of `X.shape[0]` have none.
    pub exprs: ArenaMap<hir::ExprId, Ty>,
    /// Callees that could mean several specialisations, with the one that is called.
    chosen: ArenaMap<hir::ExprId, hir::FunctionId>,
    /// Names of variables with buffer types that stand for the views of their elements.
    rebound: ArenaMap<hir::ExprId, hir::LocalId>,
    /// Subscripts of views by a tuple of one item, with that item.
    alone: ArenaMap<hir::ExprId, hir::ExprId>,
    /// The arguments of calls of C functions, by their callees, if they are not in the order of the parameters.
    bound: ArenaMap<hir::ExprId, BoundArguments>,
    /// Variables that hold powers which may be complex.
    soft: std::collections::HashSet<hir::LocalId>,
    /// Objects that are integers: those of C might be too small for the arithmetic that they take part in.
    whole: std::collections::HashSet<hir::LocalId>,
}

/// Where the parameters of one call of a C function get their values from.
#[derive(Clone, Debug)]
pub struct BoundArguments {
    /// The parameters with arguments, in the order in which these are evaluated. The rest gets defaults.
    pub given: Vec<(usize, hir::ExprId)>,
    pub count: usize,
}

impl BoundArguments {
    /// How many parameters the call gives values to, counted to the last argument.
    pub fn taken(&self) -> usize {
        self.given.iter().map(|(at, _)| at + 1).max().unwrap_or_default()
    }
}

impl FunctionTypes {
    /// The types of a function that only calls a C function with its arguments (`hir::Function::calling`).
    pub fn of_call(function: &hir::Function, called: &Signature) -> FunctionTypes {
        let of_params = function.params.iter().zip(&called.params);
        let locals: ArenaMap<_, _> = of_params.map(|(param, ty)| (param.local, ty.clone())).collect();
        let exprs = function.body.exprs.iter().filter_map(|(id, expr)| match &expr.kind {
            hir::ExprKind::Name(hir::Binding::Local(local)) => Some((id, locals.get(*local)?.clone())),
            hir::ExprKind::Call { .. } => Some((id, called.result.clone())),
            _ => None,
        });
        let signature =
            Signature { result: Ty::OBJECT, exception: ExceptionSpec::Null, nogil: false, ..called.clone() };
        FunctionTypes {
            signature,
            exprs: exprs.collect(),
            locals,
            chosen: ArenaMap::default(),
            rebound: ArenaMap::default(),
            alone: ArenaMap::default(),
            bound: ArenaMap::default(),
            soft: Default::default(),
            whole: Default::default(),
        }
    }

    pub fn expr(&self, id: hir::ExprId) -> Ty {
        self.exprs.get(id).cloned().unwrap_or(Ty::Error)
    }

    /// Binds the names for which a choice was made: nothing after the type checker has to choose.
    fn bind_chosen(&self, body: &mut hir::Body) {
        for (callee, function) in self.chosen.iter() {
            body.exprs[callee].kind = match &body.exprs[callee].kind {
                // The call decides which class's method it is.
                attribute @ hir::ExprKind::Attribute { .. } => attribute.clone(),
                hir::ExprKind::SpecialiseMethod { method, .. } => body.exprs[*method].kind.clone(),
                _ => hir::ExprKind::Name(hir::Binding::Function(*function)),
            };
        }
        let ids: Vec<hir::ExprId> = body.exprs.iter().map(|(id, _)| id).collect();
        for id in ids {
            if let hir::ExprKind::SpecialiseMethod { otherwise: Some(otherwise), .. } = body.exprs[id].kind {
                body.exprs[id].kind = body.exprs[otherwise].kind.clone();
            }
        }
        for (id, index) in self.alone.iter() {
            if let hir::ExprKind::Subscript { indices, .. } = &mut body.exprs[id].kind {
                *indices = vec![hir::Subscript::Index(*index)];
            }
        }
        for (name, view) in self.rebound.iter() {
            body.exprs[name].kind = hir::ExprKind::Name(hir::Binding::Local(*view));
        }
    }

    /// The specialisation of a method that a call means.
    pub fn chosen_method(&self, callee: hir::ExprId) -> Option<hir::FunctionId> {
        self.chosen.get(callee).copied()
    }

    pub fn bound_arguments(&self, callee: hir::ExprId) -> Option<&BoundArguments> {
        self.bound.get(callee)
    }

    pub fn local(&self, id: hir::LocalId) -> Ty {
        self.locals.get(id).cloned().unwrap_or(Ty::Error)
    }
}

/// The type of an expression as `cython.typeof` calls it.
pub(crate) fn type_text(typed: &Typed, body: &hir::Body, types: &FunctionTypes, id: hir::ExprId) -> String {
    type_text_in(&mut Vec::new(), typed, body, types, id)
}

/// The same inside the tuples of the variables `around`: one of these may contain itself (`x = (x, 1)`).
fn type_text_in(
    around: &mut Vec<hir::LocalId>,
    typed: &Typed,
    body: &hir::Body,
    types: &FunctionTypes,
    id: hir::ExprId,
) -> String {
    if let Some(text) = written::c_text(typed, body, types, id) {
        return text;
    }
    if types.is_soft(body, id) {
        return powers::SOFT.to_string();
    }
    if let hir::ExprKind::Name(hir::Binding::Local(local)) = body.exprs[id].kind
        && types.whole.contains(&local)
    {
        return "int object".to_string();
    }
    let text = match body.exprs[id].kind {
        // The type by its declared name.
        hir::ExprKind::Name(hir::Binding::Local(local))
            if !matches!(body.locals[local].ty.kind, hir::TypeKind::Untyped) =>
        {
            typed.module.names().display(&body.locals[local].ty)
        }
        hir::ExprKind::Tuple(ref items) => return tuple_text(around, typed, body, types, items),
        // The type of its only value.
        hir::ExprKind::Name(hir::Binding::Local(local))
            if types.local(local) == Ty::Object(PyClass::Tuple)
                && !around.contains(&local)
                && let Some(items) = infer::only_tuple(body, local)
                && let Ty::Object(_) = tuple_of(body, items, &mut |item| types.expr(item)) =>
        {
            around.push(local);
            let text = tuple_text(around, typed, body, types, items);
            around.pop();
            return text;
        }
        // A function by its own name is not a pointer.
        hir::ExprKind::Name(ref binding)
            if typed.module.is_c_function(binding)
                && let Ty::Function(signature) = types.expr(id) =>
        {
            typed.table.display_function("", &signature)
        }
        _ => typed.table.display(&types.expr(id)),
    };
    match types.expr(id) {
        Ty::Object(PyClass::Object) => "Python object".to_string(),
        Ty::Object(class) if class.extension().is_none() => format!("{text} object"),
        _ => text,
    }
}

/// The type of a tuple display, as `cython.typeof` calls it.
fn tuple_text(
    around: &mut Vec<hir::LocalId>,
    typed: &Typed,
    body: &hir::Body,
    types: &FunctionTypes,
    items: &[hir::ExprId],
) -> String {
    let parts: Vec<String> =
        items.iter().map(|&item| type_text_in(around, typed, body, types, item)).collect();
    match tuple_of(body, items, &mut |item| types.expr(item)) {
        ty @ Ty::Tuple(_) => typed.table.display(&ty),
        _ if parts.is_empty() || has_star(body, items) => "tuple object".to_string(),
        _ => format!("tuple[{}] object", parts.join(",")),
    }
}

/// What the function of the module's statements is to C.
fn init_signature() -> Signature {
    Signature {
        params: Vec::new(),
        names: hir::ParamNames::default(),
        result: Ty::INT,
        exception: ExceptionSpec::Value(hir::ErrorValue::MINUS_ONE),
        nogil: false,
        is_variadic: false,
        in_header: Aside::default(),
    }
}

/// Gives every expression, local and function its type.
pub fn check(mut module: hir::Module) -> (Typed, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let mut declared = resolve::declare(&module, &mut diagnostics);
    shared::infer(&module, &mut declared);
    let mut functions = ArenaMap::default();
    for (id, function) in module.functions.iter() {
        let signature = declared.signatures[id].clone();
        let before = diagnostics.len();
        functions.insert(id, check::function(&module, &declared, function, signature, &mut diagnostics));
        diagnostics.said_of(before, hir::variant(&function.specialisation));
    }
    let init = check::function(&module, &declared, &module.init, init_signature(), &mut diagnostics);
    for (id, function) in module.functions.iter_mut() {
        functions[id].bind_chosen(&mut function.body);
    }
    init.bind_chosen(&mut module.init.body);
    let resolve::Declared { table, globals, externs, .. } = declared;
    (Typed { module, table: Arc::new(table), functions, init, globals, externs }, diagnostics)
}
