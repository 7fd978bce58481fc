//! C functions as Python objects: each of them gets a function that Python calls, and that calls it.

use super::ModuleBuilder;
use super::function::FunctionBuilder;
use crate::base::Name;
use crate::hir::{self, Binding, ExprId, ExprKind as H, ExternKind, Function, NoneClause, PyClass, TypeExpr};
use crate::tir::{Expr, FunctionId, Op};
use crate::ty::{FunctionTypes, Signature, Ty, TypeTable, Typed};

/// A function of the TIR after those of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Added {
    /// The module's own statements.
    Init,
    Wrapper(Wrapped),
}

/// The function that Python is to call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrapped {
    Function(hir::FunctionId),
    Extern(hir::ExternId),
}

impl Added {
    /// The function that only calls it, for a wrapper.
    pub fn source(self, typed: &Typed) -> Option<(Function, FunctionTypes)> {
        match self {
            Added::Init => None,
            Added::Wrapper(wrapped) => wrapped.source(typed),
        }
    }
}

impl Wrapped {
    fn signature(self, typed: &Typed) -> Option<&Signature> {
        match self {
            Wrapped::Function(id) => Some(&typed.functions[id].signature),
            Wrapped::Extern(id) => typed.externs[id].function(),
        }
    }

    /// The function that calls it. Its name and documentation are Cython's.
    fn source(self, typed: &Typed) -> Option<(Function, FunctionTypes)> {
        let signature = self.signature(typed)?;
        let directives = typed.module.init.directives.clone();
        let calling = |callee, params, result: &TypeExpr, span| {
            Function::calling(callee, "wrap", params, result, directives, span)
        };
        let mut function = match self {
            Wrapped::Function(id) => {
                let function = &typed.module.functions[id];
                let param = |param: &hir::Param| {
                    let name = function.body.locals[param.local].name.clone();
                    (Some(name), function.declared_type(param).clone())
                };
                let params = function.params.iter().map(param).collect();
                calling(Binding::Function(id), params, &function.result, function.span)
            }
            Wrapped::Extern(id) => {
                let decl = &typed.module.externs[id];
                let ExternKind::Function { params, names, result, .. } = &decl.kind else { return None };
                let params = names.0.iter().cloned().zip(params.iter().cloned()).collect();
                calling(Binding::Extern(id), params, result, decl.span)
            }
        };
        if let (Wrapped::Function(id), Some(first)) = (self, function.params.first_mut())
            && typed.module.functions[id].method.is_some_and(|method| method.role.takes_self())
        {
            first.none = NoneClause::NotNone;
        }
        let names = function.body.locals.iter().map(|(_, local)| &local.name);
        let doc = documentation(&typed.table, signature, names);
        let types = FunctionTypes::of_call(&function, signature);
        // As if the function itself had made it.
        let qualname = format!("{}.<locals>.wrap", name_of(&typed.module, self));
        (function.made, function.doc) = (Some(Name::new(qualname)), Some(doc));
        Some((function, types))
    }
}

/// `wrap(x: float, n: 'int') -> float`
fn documentation<'n>(
    table: &TypeTable,
    signature: &Signature,
    names: impl Iterator<Item = &'n Name>,
) -> String {
    let shown = |ty: &Ty| match ty {
        Ty::Object(PyClass::Object) => None,
        Ty::Object(PyClass::Extension(_)) => Some(format!("'{}'", table.display(ty))),
        Ty::Object(class) => Some(class.name().to_string()),
        ty if ty.is_truth() => Some("bool".to_string()),
        _ if *ty == Ty::DOUBLE => Some("float".to_string()),
        _ => Some(format!("'{}'", table.display(ty))),
    };
    let params = signature.params.iter().zip(names).map(|(ty, name)| match shown(ty) {
        Some(ty) => format!("{name}: {ty}"),
        None => name.to_string(),
    });
    let params: Vec<String> = params.collect();
    let result = shown(&signature.result).map(|ty| format!(" -> {ty}")).unwrap_or_default();
    format!("wrap({}){result}", params.join(", "))
}

fn name_of(module: &hir::Module, wrapped: Wrapped) -> Name {
    match wrapped {
        Wrapped::Function(id) => module.functions[id].name.clone(),
        Wrapped::Extern(id) => module.externs[id].name.clone(),
    }
}

impl ModuleBuilder<'_> {
    /// The function that wraps it.
    fn wrapped(&mut self, wrapped: Wrapped) -> FunctionId {
        let wrapper = Added::Wrapper(wrapped);
        let known = self.added.iter().find_map(|(id, known)| (*known == wrapper).then_some(id));
        known.unwrap_or_else(|| self.added.alloc(wrapper))
    }
}

impl FunctionBuilder<'_, '_> {
    /// A C function, or an object's C method, where an object is expected.
    pub fn wrapped_function(&mut self, id: ExprId) -> Option<Expr> {
        let typed = self.module.typed;
        self.source.types.expr(id).function()?;
        let named = match self.source.function.body.exprs[id].kind {
            H::AddressOf(function) => function,
            _ => id,
        };
        let (wrapped, object) = match &self.source.function.body.exprs[named].kind {
            H::Name(Binding::Function(function)) => (Wrapped::Function(*function), None),
            H::Name(binding @ Binding::Extern(external)) if typed.module.is_c_function(binding) => {
                (Wrapped::Extern(*external), None)
            }
            H::Attribute { base, name } => {
                let method = self.source.named_method(*base, name)?;
                (Wrapped::Function(method.function), method.passes_object.then_some(*base))
            }
            _ => return None,
        };
        let signature = wrapped.signature(typed)?;
        let has_form = |ty: &Ty| *ty == Ty::Void || self.source.has_object_form(ty);
        if signature.is_variadic || !signature.params.iter().chain([&signature.result]).all(has_form) {
            return None;
        }
        let span = self.source.function.body.exprs[id].span;
        self.require_gil("making a Python object of a C function", span);
        let object = object.map(|object| {
            self.check_not_none_object(object, &name_of(&typed.module, wrapped), span);
            self.object(object)
        });
        let function = self.module.wrapped(wrapped);
        let made = Op::MakeFunction { function, scope: None, defaults: None };
        let function = self.run("function", made, Ty::OBJECT, span);
        Some(match object {
            Some(object) => {
                let bind = Op::CallMethod {
                    object: function,
                    name: "__get__".into(),
                    arguments: vec![object],
                    keywords: Vec::new(),
                };
                self.run("method", bind, Ty::OBJECT, span)
            }
            None => function,
        })
    }
}
