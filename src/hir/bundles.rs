//! Optional arguments of C functions that modules call in each other: they are in a struct, preceded by their number,
//! and the function takes a pointer to it, `NULL` if there are none. Only the function itself knows the defaults.
//!
//! Inside a module, arguments are passed one by one. So each function from another module is a function of this one,
//! with one more for each possible number of arguments; and other modules call a function that unpacks the struct.

use std::sync::Arc;

use super::fused::{deals_in_views, is_fused, is_object};
use super::{
    Binding, Block, Body, CompareOp, Comparison, Exported, Expr, ExprId, ExprKind, ExternKind, Function,
    FunctionDecl, FunctionId, FunctionKind, IntKind, Local, LocalId, Module, NoneClause, Param, ParamKind,
    Singleton, Stmt, StmtKind, Struct, StructDecl, StructId, Structs, TypeExpr, TypeKind, TypeName, Typedef,
    resolved,
};
use crate::base::{Arena, Name};
use crate::source::Span;

/// The field that counts them.
const COUNT: &str = "given";

/// Gives the functions from other modules their bodies, and lets others call those of this module.
pub fn settle_bundles(mut module: Module) -> Module {
    let ids: Vec<FunctionId> = module.functions.iter().map(|(id, _)| id).collect();
    for id in ids {
        if !module.functions[id].stands_for.is_empty() {
            take(&mut module, id);
        } else if !module.functions[id].exported.is_empty() && has_optional(&module.functions[id]) {
            let whole = hand_out(&mut module, id);
            module.functions[id].exported.clear();
            module.functions.alloc(whole);
        }
    }
    module
}

fn has_optional(function: &Function) -> bool {
    required(function) < function.params.len()
}

/// The minimal number of arguments of a function.
pub fn required(function: &Function) -> usize {
    function.params.iter().take_while(|param| param.default.is_none()).count()
}

/// For a function of another module: the bodies that call it, with each number of arguments.
fn take(module: &mut Module, id: FunctionId) {
    let function = module.functions[id].clone();
    let Some(&external) = function.stands_for.first() else { return };
    let (least, most) = (required(&function), function.params.len());
    let is_cpdef = module.externs[external].import.as_ref().is_some_and(|import| import.is_cpdef);
    let mut bundle = None;
    if least < most {
        let known = declare_for(module, &function);
        bundle = Some(known);
        let decl = &mut module.externs[external];
        if let ExternKind::Function { params, names, .. } = &mut decl.kind {
            params.truncate(least);
            names.0.truncate(least);
            if is_cpdef {
                params.push(int(function.span));
                names.0.push(None);
            }
            params.push(pointer(known, function.span));
            names.0.push(None);
        }
        if let Some(import) = &mut decl.import {
            import.is_cpdef = false;
        }
    }
    let with = |given: usize| {
        let mut made = Function {
            params: function.params[..given].to_vec(),
            stands_for: Vec::new(),
            ..function.clone()
        };
        let mut writer = Writer::new(&mut made.body, function.span);
        let all: Vec<ExprId> = made.params.iter().map(|param| writer.local(param.local)).collect();
        let mut block = Block::new();
        let mut arguments = all[..least].to_vec();
        if let Some(bundle) = bundle {
            if is_cpdef {
                arguments.push(writer.int(0));
            }
            arguments.push(match given > least {
                true => writer.packed(&module.structs, bundle, all[least..].to_vec(), &mut block),
                false => writer.add(ExprKind::Null),
            });
        }
        let callee = writer.add(ExprKind::Name(Binding::Extern(external)));
        let call = writer.add(ExprKind::Call { callee, arguments, keywords: vec![] });
        block.extend(writer.returned(call, &function.result));
        made.body.block = block;
        made
    };
    let shorter: Vec<Function> = (least..most).map(with).collect();
    let whole = with(most);
    let shorter = shorter.into_iter().map(|one| module.functions.alloc(one)).collect();
    module.functions[id] = Function { shorter, ..whole };
}

/// The function that other modules call for one with optional arguments.
fn hand_out(module: &mut Module, id: FunctionId) -> Function {
    let function = module.functions[id].clone();
    let (least, span) = (required(&function), function.span);
    let params = declared_types(&function);
    let bundle = declare_for(module, &function);
    let mut body = Body::default();
    let mut taken: Vec<Param> = Vec::new();
    let mut add = |name: Name, ty: TypeExpr| {
        let local = body.locals.alloc(Local { name, ty, is_param: true, is_hidden: false, span });
        taken.push(Param {
            local,
            kind: ParamKind::PositionalOnly,
            default: None,
            none: NoneClause::Unsaid,
            span,
        });
        local
    };
    let given: Vec<LocalId> = function.params[..least]
        .iter()
        .zip(&params)
        .map(|(param, ty)| add(function.body.locals[param.local].name.clone(), ty.clone()))
        .collect();
    if function.exported.iter().any(|exported| exported.is_cpdef) {
        add(Name::new("skip"), int(span));
    }
    let optional = add(Name::new("optional"), pointer(bundle, span));
    let mut writer = Writer::new(&mut body, span);
    let given: Vec<ExprId> = given.into_iter().map(|local| writer.local(local)).collect();
    let block = writer.unpacked(&module.structs, (bundle, optional), &params[least..], |writer, values| {
        let callee = writer.add(ExprKind::Name(Binding::Function(id)));
        let arguments = given.iter().copied().chain(values).collect();
        let call = writer.add(ExprKind::Call { callee, arguments, keywords: vec![] });
        writer.returned(call, &function.result)
    });
    body.block = block;
    let exported = function.exported.iter();
    let decl = FunctionDecl {
        name: Name::new(format!("{}_bundled", function.name)),
        kind: FunctionKind::Cdef,
        is_inline: false,
        doc: None,
        ..FunctionDecl::clone(&function.decl)
    };
    Function {
        decl: Arc::new(decl),
        params: taken,
        exported: exported.map(|exported| Exported { is_cpdef: false, ..exported.clone() }).collect(),
        on_device: false,
        body,
        ..function
    }
}

fn declared_types(function: &Function) -> Vec<TypeExpr> {
    function.params.iter().map(|param| function.declared_type(param).clone()).collect()
}

/// The struct for the optional parameters of a function.
fn declare_for(module: &mut Module, function: &Function) -> StructId {
    let suffix = function.specialisation.as_ref().map(|one| format!("_{}", one.suffix)).unwrap_or_default();
    let name = Name::new(format!("{}{suffix}_optional", function.name));
    declare(module, name, (required(function), &declared_types(function)), function.span)
}

/// The struct for the parameters from one on.
pub fn declare(
    module: &mut Module,
    name: Name,
    (first, params): (usize, &[TypeExpr]),
    span: Span,
) -> StructId {
    let mut fields = vec![(Name::new(COUNT), int(span))];
    for (at, param) in params.iter().enumerate().skip(first) {
        // It holds borrowed objects.
        let any = TypeExpr { kind: TypeKind::Named(TypeName::Void), span };
        let lent = TypeExpr { kind: TypeKind::Pointer(Box::new(any)), span };
        let ty = if is_object(param, &module.typedefs) { lent } else { param.clone() };
        fields.push((Name::new(format!("argument_{at}")), ty));
    }
    let decl = StructDecl {
        c_name: Name::new(format!("struct {name}")),
        name,
        home: module.name.clone(),
        is_union: false,
        is_packed: false,
        is_extern: false,
        include: None,
        span,
    };
    module.structs.alloc(Struct { decl: Arc::new(decl), is_announced: false, fields, c_names: vec![] })
}

/// A placeholder for an omitted argument; only the function itself knows its default.
pub fn no_value(body: &mut Body, ty: &TypeExpr, typedefs: &Arena<Typedef>) -> ExprId {
    let span = ty.span;
    if is_object(ty, typedefs) {
        return body.exprs.alloc(Expr { kind: ExprKind::Singleton(Singleton::None), span });
    }
    let zero = ExprKind::Int { digits: Name::new("0"), suffix: Name::new("") };
    let operand = body.exprs.alloc(Expr { kind: zero, span });
    body.exprs.alloc(Expr { kind: ExprKind::Cast { ty: ty.clone(), checked: false, operand }, span })
}

/// Whether there is a placeholder value for variables of a type. For a fused type this is not known yet.
pub fn may_be_left_out(ty: &TypeExpr, typedefs: &Arena<Typedef>) -> bool {
    match &resolved(ty, typedefs).kind {
        _ if is_fused(ty, typedefs) => !deals_in_views(ty, typedefs),
        TypeKind::Named(name) => !matches!(name, TypeName::Struct(_) | TypeName::Void),
        TypeKind::Untyped | TypeKind::Pointer(_) => true,
        _ => false,
    }
}

fn int(span: Span) -> TypeExpr {
    TypeExpr { kind: TypeKind::Named(TypeName::Int(IntKind::Int)), span }
}

/// The pointer through which the optional arguments are passed.
pub fn pointer(bundle: StructId, span: Span) -> TypeExpr {
    let bundle = TypeExpr { kind: TypeKind::Named(TypeName::Struct(bundle)), span };
    TypeExpr { kind: TypeKind::Pointer(Box::new(bundle)), span }
}

/// `void *`: how an object is stored there.
fn is_any_pointer(ty: &TypeExpr) -> bool {
    matches!(&ty.kind, TypeKind::Pointer(to) if matches!(to.kind, TypeKind::Named(TypeName::Void)))
}

/// Writes a body with a single place in the source.
pub struct Writer<'b> {
    body: &'b mut Body,
    span: Span,
}

impl<'b> Writer<'b> {
    pub fn new(body: &'b mut Body, span: Span) -> Writer<'b> {
        Writer { body, span }
    }

    pub fn add(&mut self, kind: ExprKind) -> ExprId {
        self.body.exprs.alloc(Expr { kind, span: self.span })
    }

    fn local(&mut self, local: LocalId) -> ExprId {
        self.add(ExprKind::Name(Binding::Local(local)))
    }

    fn int(&mut self, value: usize) -> ExprId {
        self.add(ExprKind::Int { digits: Name::new(value.to_string()), suffix: Name::new("") })
    }

    fn stmt(&self, kind: StmtKind) -> Stmt {
        Stmt::new(kind, self.span)
    }

    fn cast(&mut self, ty: TypeExpr, operand: ExprId) -> ExprId {
        self.add(ExprKind::Cast { ty, checked: false, operand })
    }

    /// Returns the result of a call.
    pub fn returned(&mut self, call: ExprId, result: &TypeExpr) -> Block {
        if matches!(result.kind, TypeKind::Named(TypeName::Void)) {
            return vec![self.stmt(StmtKind::Expr(call)), self.stmt(StmtKind::Return(None))];
        }
        vec![self.stmt(StmtKind::Return(Some(call)))]
    }

    /// The address of a struct with the values.
    pub fn packed(
        &mut self,
        structs: &Structs<Struct>,
        bundle: StructId,
        values: Vec<ExprId>,
        block: &mut Block,
    ) -> ExprId {
        let (ty, span) =
            (TypeExpr { kind: TypeKind::Named(TypeName::Struct(bundle)), span: self.span }, self.span);
        let name = Name::new("optional");
        let local = self.body.locals.alloc(Local { name, ty, is_param: false, is_hidden: false, span });
        let count = self.int(values.len());
        for ((name, ty), value) in structs[bundle].fields.iter().zip([count].into_iter().chain(values)) {
            let base = self.local(local);
            let target = self.add(ExprKind::Attribute { base, name: name.clone() });
            // A value that the caller holds.
            let value = if is_any_pointer(ty) { self.cast(ty.clone(), value) } else { value };
            block.push(self.stmt(StmtKind::Assign { targets: vec![target], value }));
        }
        let whole = self.local(local);
        self.add(ExprKind::AddressOf(whole))
    }

    /// Calls with as many values as a struct contains, of these types; with none if there is no struct.
    pub fn unpacked(
        &mut self,
        structs: &Structs<Struct>,
        (bundle, pointer): (StructId, LocalId),
        types: &[TypeExpr],
        mut call: impl FnMut(&mut Writer<'_>, Vec<ExprId>) -> Block,
    ) -> Block {
        let mut then = Block::new();
        for count in (1..=types.len()).rev() {
            let fields = structs[bundle].fields.iter().skip(1).take(count).zip(types);
            let values = fields.map(|((name, held), ty)| {
                let base = self.local(pointer);
                let value = self.add(ExprKind::Attribute { base, name: name.clone() });
                if is_any_pointer(held) { self.cast(ty.clone(), value) } else { value }
            });
            let values = values.collect();
            let base = self.local(pointer);
            let given = self.add(ExprKind::Attribute { base, name: Name::new(COUNT) });
            let number = self.int(count);
            let condition = self.compare(given, CompareOp::GreaterEqual, number);
            let then_call = call(self, values);
            then.push(self.stmt(StmtKind::If { condition, then: then_call, otherwise: vec![] }));
        }
        let (pointer, null) = (self.local(pointer), self.add(ExprKind::Null));
        let condition = self.compare(pointer, CompareOp::NotEqual, null);
        let mut block = vec![self.stmt(StmtKind::If { condition, then, otherwise: vec![] })];
        block.extend(call(self, Vec::new()));
        block
    }

    fn compare(&mut self, first: ExprId, op: CompareOp, second: ExprId) -> ExprId {
        self.add(ExprKind::Compare { first, rest: vec![(Comparison::Ordering(op), second)] })
    }
}
