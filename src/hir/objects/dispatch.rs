//! C methods that others override: a function that calls the method of whichever class the object is of.
//!
//! Where all classes that can override a method in C are known, this is a chain of conditions: later stages see
//! plain calls, and what any of the methods does, the chooser may do. Of a `cpdef` method a class of Python's
//! may have another; that one Python finds. Where other modules can override it, the object's table of functions
//! has it (see [`super::tables`]).

use std::collections::HashMap;

use super::report;
use crate::base::{Arena, Name};
use crate::diag::Diagnostics;
use crate::hir::{
    Binding, Block, Body, ClassField, ClassId, CompareOp, Comparison, ExprId, ExprKind, FieldAccess,
    Function, FunctionId, FunctionKind, IntKind, Local, Method, MethodRole, Module, NoneClause, Param,
    ParamKind, PyClass, Slot, Stmt, StmtKind, TypeExpr, TypeKind, TypeName, is_fused, is_same_type, lineage,
};
use crate::source::Span;

/// The field of objects whose class is chosen by: the number of their class. No one else can name it.
pub const CLASS_NUMBER: &str = "class";

pub fn add(module: &mut Module, diagnostics: &mut Diagnostics) {
    let mut choosers = Vec::new();
    for (class, name) in c_methods(module) {
        let Some(method) = module.own_method(class, &name) else { continue };
        let overrides: Vec<ClassId> = module.overrides(class, &name).collect();
        let is_open = module.functions[method].kind == FunctionKind::Cpdef && !module.classes[class].is_final;
        if overrides.is_empty() && !is_open && !module.is_found_in_table(class, &name) {
            continue;
        }
        let others = overrides.iter().filter_map(|&id| module.own_method(id, &name));
        let unlike: Vec<FunctionId> = others.filter(|&other| !is_alike(module, method, other)).collect();
        let overridden = inherited(module, class, &name);
        for &other in &unlike {
            // Once of each method.
            if overridden.is_none_or(|overridden| is_alike(module, overridden, other)) {
                let (span, overridden) = (module.functions[other].span, module.functions[method].span);
                diagnostics.push(match takes_the_same(module, method, other) {
                    true => report::other_signature(&name, span, overridden),
                    false => report::other_parameters(&name, span, overridden),
                });
            }
        }
        if unlike.is_empty() {
            let known = overridden.map_or(0, |overridden| module.functions[overridden].params.len());
            let arguments = required(&module.functions[method]).max(known + 1);
            choosers.extend(
                (arguments..=module.functions[method].params.len())
                    .map(|given| (class, name.clone(), method, given)),
            );
        }
    }
    let mut callers = HashMap::new();
    for (id, caller) in python_callers(module, choosers.iter().map(|(class, name, ..)| (*class, name))) {
        callers.insert(id, module.functions.alloc(caller));
    }
    for (class, name, method, given) in choosers {
        let is_cpdef = module.functions[method].kind == FunctionKind::Cpdef;
        let is_in_table = !is_cpdef && module.is_found_in_table(class, &name);
        if !is_cpdef && !is_in_table {
            number_classes(module, class);
        }
        let chooser = Chooser::new(module, class, &name, method, given);
        let chooser = if is_in_table { chooser.by_table() } else { chooser.function(&callers) };
        module.functions.alloc(chooser);
    }
}

/// For methods with defaults that Python's classes may override: functions that call Python's method with what the C
/// method takes, its own defaults included.
fn python_callers<'m>(
    module: &'m Module,
    chosen: impl Iterator<Item = (ClassId, &'m Name)>,
) -> Vec<(FunctionId, Function)> {
    let mut callers: Vec<(FunctionId, Function)> = Vec::new();
    for (class, name) in chosen {
        for method in owners(module, class, name).filter_map(|id| module.own_method(id, name)) {
            let function = &module.functions[method];
            let has_defaults =
                function.kind == FunctionKind::Cpdef && required(function) < function.params.len();
            if has_defaults && callers.iter().all(|(known, _)| *known != method) {
                let chooser = Chooser::new(module, class, name, method, function.params.len());
                callers.push((method, chooser.python_caller()));
            }
        }
    }
    callers
}

/// The classes with a method of their own that an object of a class may have, those that inherit from others first.
fn owners<'m>(module: &'m Module, class: ClassId, name: &'m str) -> impl Iterator<Item = ClassId> + 'm {
    let mut owners: Vec<ClassId> = module.overrides(class, name).collect();
    owners.sort_by_key(|&id| std::cmp::Reverse(lineage(&module.classes, id).count()));
    owners
        .into_iter()
        .chain(lineage(&module.classes, class).find(|&id| module.own_method(id, name).is_some()))
}

/// The method that one of a class overrides.
fn inherited(module: &Module, class: ClassId, name: &str) -> Option<FunctionId> {
    module.c_method(module.classes[class].base?, name)
}

/// How many arguments a method takes at least, with the object.
pub(super) fn required(method: &Function) -> usize {
    method.params.iter().take_while(|param| param.default.is_none()).count()
}

/// The methods of [`c_methods`] and their kin: the functions, with the classes.
pub(super) fn c_method_ids(module: &Module) -> Vec<(ClassId, FunctionId)> {
    let names = c_methods(module).into_iter();
    names.filter_map(|(class, name)| Some((class, module.own_method(class, &name)?))).collect()
}

/// All methods of objects that C code calls, with the classes that they are of. `cdef` methods of fused types are called
/// as the declared class has them, as in Cython: nothing overrides them.
fn c_methods(module: &Module) -> Vec<(ClassId, Name)> {
    let methods = module.functions.iter().filter_map(|(_, function)| {
        let method = function.method.filter(|method| method.role == MethodRole::Instance)?;
        // Without one it has been reported.
        let has_object = !function.params.is_empty();
        let is_fused = has_fused(module, function);
        let is_chosen = match function.kind {
            FunctionKind::Cpdef => true,
            kind => kind == FunctionKind::Cdef && !is_fused,
        };
        (has_object && is_chosen).then(|| (method.class, function.name.clone()))
    });
    methods.collect()
}

fn has_fused(module: &Module, function: &Function) -> bool {
    function.params.iter().any(|param| is_fused(function.declared_type(param), &module.typedefs))
}

/// Whether one method can stand for another: it may have more parameters, with defaults.
fn is_alike(module: &Module, first: FunctionId, other: FunctionId) -> bool {
    let takes_the_same = takes_the_same(module, first, other);
    let (first, other) = (&module.functions[first], &module.functions[other]);
    takes_the_same
        && first.kind == other.kind
        && (other.nogil || !first.nogil)
        && is_same_type(&first.result, &other.result, &module.typedefs)
}

/// Whether a method can be called as the one that it overrides.
fn takes_the_same(module: &Module, first: FunctionId, other: FunctionId) -> bool {
    let (first, other) = (&module.functions[first], &module.functions[other]);
    let ty = |function: &Function, param: &Param| function.body.locals[param.local].ty.clone();
    let mut params = first.params.iter().zip(&other.params).skip(1);
    required(first) == required(other)
        && first.params.len() <= other.params.len()
        && params.all(|(left, right)| is_same_type(&ty(first, left), &ty(other, right), &module.typedefs))
}

/// Lets objects of a class, and of those that it inherits from, know their class. What other modules know of an
/// object stays what their declaration says.
fn number_classes(module: &mut Module, class: ClassId) {
    let own = lineage(&module.classes, class)
        .filter(|&id| module.classes[id].foreign.is_none() && !module.classes[id].is_shared);
    let root = own.last().unwrap_or(class);
    let root = &mut module.classes[root];
    if root.fields.iter().any(|field| field.name == CLASS_NUMBER) {
        return;
    }
    let kind = TypeKind::Named(TypeName::Int(IntKind::Int));
    let field = ClassField {
        name: Name::new(CLASS_NUMBER),
        c_name: None,
        ty: TypeExpr { kind, span: root.span },
        access: FieldAccess::Hidden,
        span: root.span,
    };
    root.fields.insert(0, field);
}

pub(super) struct Chooser<'m> {
    module: &'m Module,
    class: ClassId,
    name: &'m Name,
    first: FunctionId,
    source: &'m Function,
    body: Body,
    params: Vec<Param>,
    span: Span,
}

impl<'m> Chooser<'m> {
    /// For calls with so many arguments: the method that is chosen knows its own defaults for the rest.
    pub(super) fn new(
        module: &'m Module,
        class: ClassId,
        name: &'m Name,
        first: FunctionId,
        given: usize,
    ) -> Chooser<'m> {
        let source = &module.functions[first];
        let mut locals = Arena::default();
        let mut params = Vec::new();
        for param in source.params.iter().take(given) {
            let Local { name, ty, span, .. } = source.body.locals[param.local].clone();
            let local = locals.alloc(Local { name, ty, is_param: true, is_hidden: false, span });
            params.push(Param { local, default: None, ..param.clone() });
        }
        let body = Body { locals, ..Body::default() };
        Chooser { module, class, name, first, source, body, params, span: source.span }
    }

    fn function(mut self, callers: &HashMap<FunctionId, FunctionId>) -> Function {
        let mut block = Block::new();
        let is_open = self.source.kind == FunctionKind::Cpdef;
        let ids = self.module.classes.iter().map(|(id, _)| id);
        let classes: Vec<ClassId> =
            ids.filter(|&id| lineage(&self.module.classes, id).any(|of| of == self.class)).collect();
        for class in classes {
            // As in Cython, a class that inherits has no other method of fused types for C.
            let own = self.module.c_method(class, self.name).filter(|_| !has_fused(self.module, self.source));
            let method = own.unwrap_or(self.first);
            if !is_open && method == self.first {
                continue;
            }
            let condition = if is_open { self.is_exactly(class) } else { self.is_number(class) };
            let then = self.call(method);
            block.push(self.stmt(StmtKind::If { condition, then, otherwise: vec![] }));
        }
        let rest = if is_open { self.python_calls(callers) } else { self.call(self.first) };
        block.extend(rest);
        self.body.block = block;
        let name = self.source.name.clone();
        self.made(name)
    }

    /// What the object leads to: another module may have made its class.
    fn by_table(mut self) -> Function {
        let base = self.param(0);
        let callee = self.add(ExprKind::Attribute { base, name: self.name.clone() });
        let arguments = (1..self.params.len()).map(|index| self.param(index)).collect();
        let call = self.add(ExprKind::Call { callee, arguments, keywords: vec![] });
        self.body.block = self.returned(call);
        let name = self.source.name.clone();
        self.made(name)
    }

    /// What stands in a place of the table: calls the method as those who go by the place want it called.
    pub(super) fn in_place(mut self, number: u32, place: &Slot, chooser: FunctionId) -> Function {
        let mut block = Block::new();
        let is_cpdef = self.source.kind == FunctionKind::Cpdef;
        if place.is_cpdef {
            let kind = TypeKind::Named(TypeName::Int(IntKind::Int));
            let (ty, span) = (TypeExpr { kind, span: self.span }, self.span);
            let name = Name::new("skip");
            let local = self.body.locals.alloc(Local { name, ty, is_param: true, is_hidden: false, span });
            let condition = self.add(ExprKind::Name(Binding::Local(local)));
            let then = self.call(self.first);
            block.push(self.stmt(StmtKind::If { condition, then, otherwise: vec![] }));
            let chosen = self.call(chooser);
            block.extend(chosen);
            self.params.push(Param {
                local,
                kind: ParamKind::PositionalOnly,
                default: None,
                none: NoneClause::Unsaid,
                span,
            });
        } else {
            block = self.call(if is_cpdef { chooser } else { self.first });
        }
        self.body.block = block;
        let (name, role) = (self.source.name.clone(), MethodRole::Place(number));
        let (exception, nogil) = match place.function() {
            Some(function) => (function.exception.clone(), function.nogil),
            None => (self.source.exception.clone(), self.source.nogil),
        };
        let method = Some(Method { class: self.class, role });
        Function { method, exception, nogil, ..self.made(name) }
    }

    fn made(self, name: Name) -> Function {
        Function {
            name,
            kind: FunctionKind::Cdef,
            method: Some(Method { class: self.class, role: MethodRole::Dispatcher }),
            params: self.params,
            body: self.body,
            doc: None,
            on_device: false,
            ..self.source.clone()
        }
    }

    fn stmt(&self, kind: StmtKind) -> Stmt {
        Stmt { kind, span: self.span }
    }

    fn add(&mut self, kind: ExprKind) -> ExprId {
        self.body.exprs.alloc(crate::hir::Expr { kind, span: self.span })
    }

    fn param(&mut self, index: usize) -> ExprId {
        let local = self.params[index].local;
        self.add(ExprKind::Name(Binding::Local(local)))
    }

    fn is_exactly(&mut self, class: ClassId) -> ExprId {
        let object = self.param(0);
        self.add(ExprKind::IsExactly(object, class))
    }

    fn is_number(&mut self, class: ClassId) -> ExprId {
        let base = self.param(0);
        let first = self.add(ExprKind::Attribute { base, name: Name::new(CLASS_NUMBER) });
        let digits = Name::new(class.into_raw().into_u32().to_string());
        let number = self.add(ExprKind::Int { digits, suffix: Name::new("") });
        self.add(ExprKind::Compare { first, rest: vec![(Comparison::Ordering(CompareOp::Equal), number)] })
    }

    fn as_type(&mut self, class: PyClass) -> ExprId {
        let operand = self.param(0);
        let kind = TypeKind::Named(TypeName::Object(class));
        self.add(ExprKind::Cast { ty: TypeExpr { kind, span: self.span }, checked: false, operand })
    }

    fn call(&mut self, method: FunctionId) -> Block {
        let class = self.module.functions[method].method.map_or(self.class, |method| method.class);
        self.call_as(method, class)
    }

    fn call_as(&mut self, method: FunctionId, class: ClassId) -> Block {
        let callee = self.add(ExprKind::Name(Binding::Function(method)));
        let mut arguments = vec![self.as_type(PyClass::Extension(class))];
        arguments.extend((1..self.params.len()).map(|index| self.param(index)).collect::<Vec<_>>());
        let call = self.add(ExprKind::Call { callee, arguments, keywords: vec![] });
        self.returned(call)
    }

    /// What a class of Python's has under the name: it gets the defaults of the C method that it overrides.
    fn python_calls(&mut self, callers: &HashMap<FunctionId, FunctionId>) -> Block {
        let mut block = Block::new();
        for class in owners(self.module, self.class, self.name) {
            let Some(method) = self.module.own_method(class, self.name) else { continue };
            let is_complete = self.module.functions[method].params.len() == self.params.len();
            let then = match callers.get(&method) {
                Some(&caller) if !is_complete => self.call_as(caller, class),
                _ => self.python_call(),
            };
            if lineage(&self.module.classes, self.class).any(|id| id == class) {
                block.extend(then);
                break;
            }
            let object = self.param(0);
            let condition = self.add(ExprKind::IsInstance(object, class));
            block.push(self.stmt(StmtKind::If { condition, then, otherwise: vec![] }));
        }
        block
    }

    fn python_caller(mut self) -> Function {
        self.body = self.source.body.clone();
        self.params = self.source.params.clone();
        self.body.block = self.python_call();
        let name = Name::new(format!("{}_in_python", self.name));
        self.made(name)
    }

    /// What a class of Python's has under the name.
    fn python_call(&mut self) -> Block {
        let base = self.as_type(PyClass::Object);
        let callee = self.add(ExprKind::Attribute { base, name: self.name.clone() });
        let arguments = (1..self.params.len()).map(|index| self.param(index)).collect();
        let call = self.add(ExprKind::Call { callee, arguments, keywords: vec![] });
        if !self.source.nogil {
            return self.returned(call);
        }
        if self.is_void() {
            let stmt = self.stmt(StmtKind::Expr(call));
            return vec![self.stmt(StmtKind::WithGil(vec![stmt]))];
        }
        let (ty, span) = (self.source.result.clone(), self.span);
        let result = self.body.locals.alloc(Local {
            name: Name::new("result"),
            ty,
            is_param: false,
            is_hidden: false,
            span,
        });
        let [target, value] = [(); 2].map(|()| self.add(ExprKind::Name(Binding::Local(result))));
        let assign = self.stmt(StmtKind::Assign { targets: vec![target], value: call });
        vec![self.stmt(StmtKind::WithGil(vec![assign])), self.stmt(StmtKind::Return(Some(value)))]
    }

    fn is_void(&self) -> bool {
        matches!(self.source.result.kind, TypeKind::Named(TypeName::Void))
    }

    fn returned(&mut self, call: ExprId) -> Block {
        if self.is_void() {
            return vec![self.stmt(StmtKind::Expr(call)), self.stmt(StmtKind::Return(None))];
        }
        vec![self.stmt(StmtKind::Return(Some(call)))]
    }
}
