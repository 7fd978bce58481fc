//! Functions that choose between the methods that an object may have, and those that represent methods in tables.

use std::collections::HashMap;
use std::sync::Arc;

use super::dispatch::{CLASS_NUMBER, has_fused, owners};
use crate::base::{Arena, Name};
use crate::hir::bundles::{self, Writer};
use crate::hir::{
    Binding, Block, Body, ClassId, CompareOp, Comparison, ExprId, ExprKind, Function, FunctionDecl,
    FunctionId, FunctionKind, IntKind, Local, LocalId, Method, MethodRole, Module, NoneClause, Param,
    ParamKind, PyClass, Slot, Stmt, StmtKind, StructId, TypeExpr, TypeKind, TypeName, lineage,
};
use crate::source::Span;

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
    /// For calls with `given` arguments: the chosen method knows its own defaults for the rest.
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

    pub(super) fn function(
        mut self,
        role: MethodRole,
        callers: &HashMap<FunctionId, FunctionId>,
    ) -> Function {
        let mut block = Block::new();
        let is_open = self.source.kind == FunctionKind::Cpdef;
        let mut classes = self.module.heirs(self.class);
        classes.push(self.class);
        classes.sort();
        for class in classes {
            // As in Cython, a subclass has no other method of fused types for C.
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
        let (name, method) = (self.source.name.clone(), Some(Method { class: self.class, role }));
        let mut function = self.made(name);
        function.method = method;
        function
    }

    /// Calls through the object's table: another module may have defined its class.
    pub(super) fn by_table(mut self, place: &Slot) -> Function {
        let required = place.required();
        // The method itself may take `const` views where the slot does not.
        let declared = place.function().map_or(&[][..], |function| &function.params);
        for (param, ty) in self.params.iter().zip(declared).take(required).skip(1) {
            self.body.locals[param.local].ty.kind = ty.kind.clone();
        }
        let mut block = Block::new();
        let mut arguments: Vec<ExprId> =
            (1..self.params.len().min(required)).map(|index| self.param(index)).collect();
        if let Some(bundle) = place.bundle {
            let bundled = match self.params.len() > required {
                true => {
                    let values = (required..self.params.len()).map(|index| self.param(index)).collect();
                    let module = self.module;
                    self.writer().packed(&module.structs, bundle, values, &mut block)
                }
                false => self.add(ExprKind::Null),
            };
            arguments.push(bundled);
        }
        let base = self.param(0);
        let callee = self.add(ExprKind::Attribute { base, name: self.name.clone() });
        let call = self.add(ExprKind::Call { callee, arguments, keywords: vec![] });
        block.extend(self.returned(call));
        self.body.block = block;
        let name = self.source.name.clone();
        self.made(name)
    }

    /// The function in a slot of the table: calls the method for callers that use the signature of the slot.
    pub(super) fn in_place(mut self, number: u32, place: &Slot) -> Function {
        let is_cpdef = self.source.kind == FunctionKind::Cpdef;
        let skip =
            place.is_cpdef.then(|| self.added_param("skip", TypeKind::Named(TypeName::Int(IntKind::Int))));
        let bundle = place.bundle.map(|bundle| {
            let pointer = bundles::pointer(bundle, self.span);
            (bundle, self.added_param("optional", pointer.kind))
        });
        let mut block = Block::new();
        if let Some(skip) = skip {
            let then = self.calls(place, bundle, false);
            let condition = self.add(ExprKind::Name(Binding::Local(skip)));
            block.push(self.stmt(StmtKind::If { condition, then, otherwise: vec![] }));
        }
        block.extend(self.calls(place, bundle, is_cpdef));
        self.body.block = block;
        let (name, role) = (self.source.name.clone(), MethodRole::Place(number));
        let (exception, nogil) = match place.function() {
            Some(function) => (function.exception.clone(), function.nogil),
            None => (self.source.exception.clone(), self.source.nogil),
        };
        let method = Some(Method { class: self.class, role });
        let mut function = Function { exception, ..self.made(name) };
        (function.method, function.nogil) = (method, nogil);
        function
    }

    /// Calls of the method or of the chooser, with as many arguments as there are.
    fn calls(&mut self, place: &Slot, bundle: Option<(StructId, LocalId)>, chooses: bool) -> Block {
        let required = place.required();
        let arguments: Vec<ExprId> = (1..required).map(|index| self.param(index)).collect();
        let Some(bundle) = bundle else {
            return self.call_with(self.chosen(required, chooses), arguments);
        };
        let params = self.source.params.iter().skip(required).take(place.optional);
        let types: Vec<TypeExpr> = params.map(|param| self.source.declared_type(param).clone()).collect();
        let targets: Vec<FunctionId> =
            (0..=types.len()).map(|more| self.chosen(required + more, chooses)).collect();
        // Each call has its own cast of the object.
        let objects: Vec<ExprId> = targets.iter().map(|&target| self.object_for(target)).collect();
        let (module, result) = (self.module, &self.source.result);
        self.writer().unpacked(&module.structs, bundle, &types, |writer, values| {
            let at = values.len();
            let callee = writer.add(ExprKind::Name(Binding::Function(targets[at])));
            let arguments =
                [objects[at]].into_iter().chain(arguments.iter().copied()).chain(values).collect();
            let call = writer.add(ExprKind::Call { callee, arguments, keywords: vec![] });
            writer.returned(call, result)
        })
    }

    fn chosen(&self, given: usize, chooses: bool) -> FunctionId {
        if chooses { self.module.opening(self.class, self.first, given) } else { self.first }
    }

    fn local(&mut self, name: &str, kind: TypeKind, is_param: bool) -> LocalId {
        let (ty, span) = (TypeExpr { kind, span: self.span }, self.span);
        self.body.locals.alloc(Local { name: Name::new(name), ty, is_param, is_hidden: false, span })
    }

    fn added_param(&mut self, name: &str, kind: TypeKind) -> LocalId {
        let local = self.local(name, kind, true);
        let (kind, none) = (ParamKind::PositionalOnly, NoneClause::Unsaid);
        self.params.push(Param { local, kind, default: None, none, span: self.span });
        local
    }

    fn call_with(&mut self, method: FunctionId, arguments: Vec<ExprId>) -> Block {
        let callee = self.add(ExprKind::Name(Binding::Function(method)));
        let mut all = vec![self.object_for(method)];
        all.extend(arguments);
        let call = self.add(ExprKind::Call { callee, arguments: all, keywords: vec![] });
        self.returned(call)
    }

    /// The object cast to the class of a method.
    fn object_for(&mut self, method: FunctionId) -> ExprId {
        let class = self.module.functions[method].method.map_or(self.class, |method| method.class);
        self.as_type(PyClass::Extension(class))
    }

    fn made(self, name: Name) -> Function {
        let decl = FunctionDecl {
            name,
            kind: FunctionKind::Cdef,
            method: Some(Method { class: self.class, role: MethodRole::Dispatcher }),
            doc: None,
            ..FunctionDecl::clone(&self.source.decl)
        };
        Function {
            decl: Arc::new(decl),
            params: self.params,
            body: self.body,
            on_device: false,
            ..self.source.clone()
        }
    }

    fn writer(&mut self) -> Writer<'_> {
        Writer::new(&mut self.body, self.span)
    }

    fn stmt(&self, kind: StmtKind) -> Stmt {
        Stmt::new(kind, self.span)
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
        let digits = Name::new(class.index().to_string());
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

    /// Calls what a Python class has under the name, with the defaults of the C method that it overrides.
    fn python_calls(&mut self, callers: &HashMap<FunctionId, FunctionId>) -> Block {
        let mut block = Block::new();
        for class in owners(self.module, self.class, self.name) {
            let Some(method) = self.module.own_method(class, self.name) else { continue };
            let is_complete = self.module.functions[method].params.len() == self.params.len();
            let then = match callers.get(&method) {
                Some(&caller) if !is_complete => self.call_as(caller, class),
                _ => self.python_call(),
            };
            let then = if self.source.nogil { then } else { self.own_or(method, class, then) };
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

    /// Calls the method directly if a class of another module is known to inherit it; Python's lookup is not
    /// needed then.
    fn own_or(&mut self, method: FunctionId, class: ClassId, otherwise: Block) -> Block {
        let object = self.param(0);
        let condition = self.add(ExprKind::Inherits(object, class, self.name.clone()));
        let then = self.call_as(method, class);
        let mut block = vec![self.stmt(StmtKind::If { condition, then, otherwise: vec![] })];
        block.extend(otherwise);
        block
    }

    pub(super) fn python_caller(mut self) -> Function {
        self.body = self.source.body.clone();
        self.params = self.source.params.clone();
        self.body.block = self.python_call();
        let name = Name::new(format!("{}_in_python", self.name));
        self.made(name)
    }

    /// Calls what a Python class has under the name.
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
        let result = &self.source.result;
        self.writer().returned(call, result)
    }
}
