//! Methods that offload code calls: copies that take the fields that they use in place of the object.

use std::collections::HashMap;

use super::fields::{Fields, Path, Use, called_method, joined, name_expr, path_name, root_of, roots_in};
use super::report;
use crate::base::{Idx, Name};
use crate::diag::Diagnostics;
use crate::hir::{
    Binding, Body, ExprId, ExprKind, Function, FunctionId, Local, LocalId, Method, MethodRole, Module,
    NoneClause, Param, ParamKind, StmtKind, TypeExpr, TypeKind, walk,
};

/// The copies made so far; they go behind the module's functions.
#[derive(Default)]
pub struct Variants {
    known: HashMap<FunctionId, Made>,
    pub functions: Vec<Function>,
    first: usize,
}

#[derive(Clone)]
enum Made {
    /// In the making: the method calls itself.
    Open,
    /// Why it cannot be.
    Not(String),
    Done(Variant),
}

#[derive(Clone)]
struct Variant {
    function: FunctionId,
    /// The fields, in the order of the parameters.
    fields: Vec<(Vec<Name>, TypeExpr)>,
}

impl Variants {
    pub fn new(module: &Module) -> Variants {
        Variants { first: module.functions.len(), ..Variants::default() }
    }

    /// Makes plain calls of the method calls in these expressions. What comes of them are uses of the fields.
    pub fn calls(
        &mut self,
        module: &Module,
        body: &mut Body,
        roots: &[ExprId],
        diagnostics: &mut Diagnostics,
    ) -> Vec<Use> {
        let mut calls = Vec::new();
        roots.iter().for_each(|&root| method_calls(module, body, root, &mut calls));
        let mut uses = Vec::new();
        for (call, method, object) in calls {
            let ExprKind::Call { callee, arguments, keywords } = body.exprs[call].kind.clone() else {
                continue;
            };
            let span = body.exprs[call].span;
            let name = module.functions[method].name.clone();
            match self.made(module, method) {
                Made::Done(variant) => {
                    body.exprs[callee].kind = ExprKind::Name(Binding::Function(variant.function));
                    let mut given = Vec::new();
                    for (names, ty) in &variant.fields {
                        // Found as a field by who asks for them.
                        let path = joined(&object, names);
                        let expr = name_expr(body, root_of(&path), span);
                        uses.push(Use { expr, path, ty: ty.clone() });
                        given.push(expr);
                    }
                    given.extend(arguments);
                    body.exprs[call].kind = ExprKind::Call { callee, arguments: given, keywords };
                }
                Made::Not(why) => {
                    diagnostics.push(report::method_on_device(
                        &name,
                        &why,
                        span,
                        module.functions[method].span,
                    ));
                    body.exprs[call].kind = ExprKind::Error;
                }
                Made::Open => {
                    let why = "it calls itself";
                    diagnostics.push(report::method_on_device(
                        &name,
                        why,
                        span,
                        module.functions[method].span,
                    ));
                    body.exprs[call].kind = ExprKind::Error;
                }
            }
        }
        uses
    }

    /// The fields that the method calls in these expressions use, where they can be made plain calls.
    pub fn fields(&mut self, module: &Module, body: &Body, roots: &[ExprId]) -> Vec<(Path, TypeExpr)> {
        let mut calls = Vec::new();
        roots.iter().for_each(|&root| method_calls(module, body, root, &mut calls));
        let mut found = Vec::new();
        for (_, method, object) in calls {
            if let Made::Done(variant) = self.made(module, method) {
                found.extend(variant.fields.iter().map(|(names, ty)| (joined(&object, names), ty.clone())));
            }
        }
        found
    }

    fn made(&mut self, module: &Module, method: FunctionId) -> Made {
        if let Some(known) = self.known.get(&method) {
            return known.clone();
        }
        self.known.insert(method, Made::Open);
        let made = match self.make(module, method) {
            Ok(variant) => Made::Done(variant),
            Err(why) => Made::Not(why),
        };
        self.known.insert(method, made.clone());
        made
    }

    fn make(&mut self, module: &Module, method: FunctionId) -> Result<Variant, String> {
        let source = &module.functions[method];
        let role = source.method.map(|method| method.role);
        if role == Some(MethodRole::Dispatcher) {
            return Err("a class that inherits from this one may have another".to_string());
        }
        let Some(object) = source.params.first().map(|param| param.local) else {
            return Err("it has no object".to_string());
        };
        let mut function = source.clone();
        let mut inner = Diagnostics::default();
        let roots = roots_in(&function.body.block);
        let calls = self.calls(module, &mut function.body, &roots, &mut inner);
        if let Some(first) = inner.into_sorted().first() {
            return Err(first.message.clone());
        }
        let fields = Fields { classes: &module.classes, body: &function.body };
        let mut uses = fields.uses(&roots);
        uses.extend(calls);
        if let Some(written) = written(&function.body, fields) {
            return Err(format!("it assigns `{written}`, which all threads share"));
        }
        let mut params = FieldParams::default();
        for found in &uses {
            if !found.path.is_of(object) {
                return Err(format!("it uses the object `{}`", path_name(&function.body, &found.path)));
            }
            let local = params.local(&mut function.body, found);
            function.body.exprs[found.expr].kind = ExprKind::Name(Binding::Local(local));
        }
        let FieldParams { params, known } = params;
        let fields = known.into_iter().map(|(names, ty, _)| (names, ty)).collect();
        if mentions(&function.body, &roots_in(&function.body.block), object) {
            return Err("it uses the object itself".to_string());
        }
        function.params.splice(0..1, params);
        function.kind = crate::hir::FunctionKind::Cdef;
        function.method = source.method.map(|method| Method { role: MethodRole::OnFields, ..method });
        let id = Idx::from_raw(((self.first + self.functions.len()) as u32).into());
        self.functions.push(function);
        Ok(Variant { function: id, fields })
    }
}

/// The parameters that stand for fields.
#[derive(Default)]
struct FieldParams {
    params: Vec<Param>,
    known: Vec<(Vec<Name>, TypeExpr, LocalId)>,
}

impl FieldParams {
    fn local(&mut self, body: &mut Body, found: &Use) -> LocalId {
        if let Some((_, _, local)) = self.known.iter().find(|(names, ..)| *names == found.path.names) {
            return *local;
        }
        let span = body.exprs[found.expr].span;
        let ty = found.ty.clone().decayed();
        let local = body.locals.alloc(Local {
            name: path_name(body, &found.path),
            ty,
            is_param: true,
            is_hidden: false,
            span,
        });
        self.params.push(Param {
            local,
            kind: ParamKind::PositionalOrKeyword,
            default: None,
            none: NoneClause::Unsaid,
            span,
        });
        self.known.push((found.path.names.clone(), found.ty.clone(), local));
        local
    }
}

/// The calls of C methods of objects, with the functions and the objects.
fn method_calls(module: &Module, body: &Body, id: ExprId, found: &mut Vec<(ExprId, FunctionId, Path)>) {
    if let ExprKind::Call { callee, .. } = &body.exprs[id].kind
        && let ExprKind::Attribute { base, .. } = &body.exprs[*callee].kind
        && let Some((path, _)) = (Fields { classes: &module.classes, body }).object(*base)
        && let Some(method) = called_method(module, body, id)
    {
        let is_static =
            module.functions[method].method.is_some_and(|method| method.role == MethodRole::Static);
        if !is_static {
            found.push((id, method, path));
        }
    }
    for child in walk::children(body, id) {
        method_calls(module, body, child, found);
    }
}

/// A field that the function gives a value.
fn written(body: &Body, fields: Fields<'_>) -> Option<Name> {
    let mut found = None;
    let mut look = |target: ExprId| {
        let mut place = target;
        while let ExprKind::Subscript { base, .. } = &body.exprs[place].kind {
            place = *base;
        }
        if let Some((path, field)) = fields.path(place)
            && (place == target || matches!(field.ty.kind, TypeKind::Array(..)))
        {
            found.get_or_insert(path_name(body, &path));
        }
    };
    walk::statements(&body.block, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { targets, .. } => targets.iter().for_each(|&target| look(target)),
        StmtKind::AugAssign { target, .. }
        | StmtKind::Atomic { target, .. }
        | StmtKind::ForRange { target, .. } => {
            look(*target);
        }
        _ => {}
    });
    for root in roots_in(&body.block) {
        addressed(body, root, &mut look);
    }
    found
}

fn addressed(body: &Body, id: ExprId, look: &mut impl FnMut(ExprId)) {
    if let ExprKind::AddressOf(place) = body.exprs[id].kind
        && matches!(body.exprs[place].kind, ExprKind::Attribute { .. })
    {
        look(place);
    }
    for child in walk::children(body, id) {
        addressed(body, child, look);
    }
}

fn mentions(body: &Body, roots: &[ExprId], local: LocalId) -> bool {
    roots.iter().any(|&root| {
        matches!(body.exprs[root].kind, ExprKind::Name(Binding::Local(id)) if id == local)
            || mentions(body, &walk::children(body, root), local)
    })
}
