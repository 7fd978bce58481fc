//! Calls: of C functions, of builtins that become C, of Python objects.

use std::sync::Arc;

use super::coerce::wrapped;
use super::function::FunctionBuilder;
use super::operators::is_atom;
use super::report;
use super::source::Source;
use crate::base::Name;
use crate::hir::{
    self, Binding, ExprId, ExprKind as H, FloatKind, FunctionId, IntKind, Intrinsic, NoneClause, TypeName,
};
use crate::source::Span;
use crate::tir::{
    BinaryOp, Callee, Check, CheckKind, CompareOp, Division, Expr, ExprKind, MinMax, Op, Runtime, Stmt,
    StmtKind, UnaryOp,
};
use crate::ty::{BoundArguments, MethodOwner, PyClass, Signature, Ty, called_slot, promote_in_c};

impl FunctionBuilder<'_, '_> {
    pub fn call(
        &mut self,
        callee: ExprId,
        arguments: &[ExprId],
        keywords: &[(Name, ExprId)],
        ty: Ty,
        span: Span,
    ) -> Expr {
        let source = self.source.function;
        match &source.body.exprs[callee].kind {
            H::Name(Binding::Function(id)) => self.call_function((*id, *id), callee, arguments, ty, span),
            H::Name(Binding::Extern(id)) => self.call_extern(*id, callee, arguments, ty, span),
            H::Name(Binding::Intrinsic(Intrinsic::ThreadId)) => Expr::new(ExprKind::ThreadId, Ty::INT, span),
            H::Name(Binding::Builtin(name)) if !ty.is_object() && !ty.is_error() => {
                self.call_builtin(name, arguments, ty, span)
            }
            H::Name(Binding::Type(TypeName::Float(FloatKind::Double))) if ty == Ty::DOUBLE => match arguments
            {
                [argument] => self.float_of(*argument, span),
                _ => Expr::new(ExprKind::Null, Ty::Error, span),
            },
            H::Name(Binding::Type(_)) if matches!(ty, Ty::Struct(_)) => match ty {
                Ty::Struct(id) => self.construct(id, arguments, keywords, span),
                _ => Expr::new(ExprKind::Null, Ty::Error, span),
            },
            _ if ty.is_error() => Expr::new(ExprKind::Null, Ty::Error, span),
            H::Attribute { base, name }
                if ty == Ty::Bint && self.source.types.expr(*base).memoryview().is_some() =>
            {
                self.is_packed(*base, name == "is_c_contig", span)
            }
            H::Attribute { base, name }
                if ty.memoryview().is_some() && self.source.types.expr(*base).memoryview().is_some() =>
            {
                let copy = self.call_method(*base, name, (arguments, keywords), span);
                self.coerce(copy, &ty)
            }
            _ if let Ty::Function(signature) = self.source.types.expr(callee) => {
                self.call_pointer(callee, arguments, &signature, ty, span)
            }
            H::Attribute { base, name }
                if let Some(value) = self.call_slot(callee, (*base, name), arguments, &ty, span) =>
            {
                value
            }
            H::Attribute { base, name }
                if let Some(value) = self.call_c_method(callee, (*base, name), arguments, &ty, span) =>
            {
                value
            }
            H::Attribute { base, .. } if matches!(ty, Ty::Complex(_)) => {
                let value = self.value(*base, &ty);
                Expr::new(ExprKind::Unary(UnaryOp::Conjugate, Box::new(value)), ty, span)
            }
            H::Attribute { base, name }
                if keywords.is_empty()
                    && let Some(value) = self.known_method(*base, name, arguments, span) =>
            {
                value
            }
            H::Attribute { base, name } if !self.source.is_class_field(*base, name) => {
                self.call_method(*base, name, (arguments, keywords), span)
            }
            _ if let Some(result) = self.call_inner(callee, arguments, keywords, span) => result,
            H::Name(binding)
                if let Some(name) = name_of_builtin(binding)
                    && let Some(value) = self.builtin_of_objects(name, (arguments, keywords), &ty, span) =>
            {
                value
            }
            _ => self.call_object(callee, arguments, keywords, ty, span),
        }
    }

    /// A method of which the result is known without Python's.
    fn known_method(&mut self, base: ExprId, name: &str, arguments: &[ExprId], span: Span) -> Option<Expr> {
        match name {
            "decode" => self.decode(base, arguments, span),
            "__new__" => self.object_without_init(base, arguments, span),
            _ => None,
        }
    }

    /// The callee may do whatever Python code may do.
    fn call_pointer(
        &mut self,
        callee: ExprId,
        arguments: &[ExprId],
        signature: &Signature,
        ty: Ty,
        span: Span,
    ) -> Expr {
        self.require_gil_to_call("this function pointer", signature, span);
        let pointer = self.expr(callee);
        let pointer = if is_atom(&pointer) { pointer } else { self.store("function", pointer) };
        let arguments = self.typed_arguments(callee, arguments, signature, None);
        if arguments.iter().chain([&pointer]).any(|value| value.ty.is_error()) {
            return Expr::new(ExprKind::Null, Ty::Error, span);
        }
        self.run_pointer((pointer, arguments), ty, span)
    }

    /// A C method that a table of functions has: the one that the object points to, or that of the class that is
    /// named. `None` if it is not one.
    fn call_slot(
        &mut self,
        callee: ExprId,
        (base, name): (ExprId, &Name),
        arguments: &[ExprId],
        ty: &Ty,
        span: Span,
    ) -> Option<Expr> {
        let (class, is_named) = match self.source.function.body.exprs[base].kind {
            H::Name(Binding::Type(TypeName::Object(PyClass::Extension(class)))) => (class, true),
            _ => (self.source.types.expr(base).extension()?, false),
        };
        let module = self.module.typed;
        let owner = MethodOwner { class, is_named };
        let slot = called_slot(&module.table, &module.module, self.source.function, owner, name)?;
        let Ok(Ty::Function(signature)) = &slot.def.ty else {
            return Some(Expr::new(ExprKind::Null, Ty::Error, span));
        };
        self.require_gil_to_call(&format!("`{name}`"), signature, span);
        let object = (!is_named && !slot.def.is_static).then_some(base).into_iter();
        let all: Vec<ExprId> = object.chain(arguments.iter().copied()).collect();
        if let Some(&object) = all.first().filter(|_| !slot.def.is_static) {
            self.check_not_none_object(object, name, span);
        }
        let mut arguments = self.typed_arguments(callee, &all, signature, None);
        if arguments.iter().any(|value| value.ty.is_error()) {
            return Some(Expr::new(ExprKind::Null, Ty::Error, span));
        }
        if slot.def.is_cpdef {
            // Python classes may override it, unless it is requested by its class.
            let at = arguments.len() - usize::from(slot.def.has_bundle);
            arguments.insert(at, Expr::int(is_named.into(), Ty::INT, span));
        }
        let table = match is_named || slot.def.is_static {
            true => Expr::new(ExprKind::TypeObject(PyClass::Extension(class)), Ty::OBJECT, span),
            false => arguments[0].clone(),
        };
        let pointer = self.slot_pointer(slot.def, table, span);
        Some(self.run_pointer((pointer, arguments), ty.clone(), span))
    }

    /// `function` is what is called, where that is known.
    pub fn typed_arguments(
        &mut self,
        callee: ExprId,
        arguments: &[ExprId],
        signature: &Signature,
        function: Option<&hir::Function>,
    ) -> Vec<Expr> {
        if let Some(bound) = self.source.types.bound_arguments(callee) {
            let given = self.given(bound, signature, function);
            return given.into_iter().flatten().collect();
        }
        // A macro with any arguments may set them, and read them in any order.
        if signature.params.is_empty() && signature.is_variadic {
            let one = |&argument: &ExprId| match self.source.type_of_variadic(argument) {
                Some(text) => self.value(argument, &text),
                None => self.expr(argument),
            };
            let values: Vec<Expr> = arguments.iter().map(one).collect();
            return values.into_iter().map(|value| self.variadic(value)).collect();
        }
        let wanted: Vec<(ExprId, Option<Ty>)> = arguments
            .iter()
            .enumerate()
            .map(|(at, &argument)| {
                let param = signature.params.get(at).cloned();
                (argument, param.or_else(|| self.source.type_of_variadic(argument)))
            })
            .collect();
        let outer = std::mem::replace(&mut self.references.lends_temporaries, true);
        let mut values = self.arguments_in_order(&wanted, &|at| refuses_none(function, at));
        self.references.lends_temporaries = outer;
        self.name_arguments(callee, function, &values);
        for value in values.iter_mut().skip(signature.params.len()) {
            *value = self.variadic(value.clone());
        }
        values
    }

    /// The arguments of a call, each at its parameter's position.
    fn given(
        &mut self,
        bound: &BoundArguments,
        signature: &Signature,
        function: Option<&hir::Function>,
    ) -> Vec<Option<Expr>> {
        let wanted: Vec<(ExprId, Option<Ty>)> =
            bound.given.iter().map(|&(at, value)| (value, signature.params.get(at).cloned())).collect();
        let mut values = vec![None; bound.count];
        let built = self.arguments_in_order(&wanted, &|nth| refuses_none(function, bound.given[nth].0));
        for (&(at, _), value) in bound.given.iter().zip(built) {
            self.name_argument(function, at, &value);
            values[at] = Some(value);
        }
        values
    }

    /// The first arguments of a call, with the function's defaults for those that are left out.
    fn completed(&mut self, bound: &BoundArguments, id: FunctionId, count: usize) -> Vec<Expr> {
        let signature = &self.module.typed.functions[id].signature;
        let function = &self.module.typed.module.functions[id];
        let given = self.given(bound, signature, Some(function)).into_iter().enumerate().take(count);
        given
            .map(|(at, value)| value.unwrap_or_else(|| self.default_of(id, at, &signature.params[at])))
            .collect()
    }

    /// The default of a parameter, which is built as in its own function.
    fn default_of(&mut self, id: FunctionId, at: usize, ty: &Ty) -> Expr {
        let typed = self.module.typed;
        let function = &typed.module.functions[id];
        let Some(default) = function.params[at].default else {
            return Expr::new(ExprKind::Null, Ty::Error, function.span);
        };
        let source = std::mem::replace(&mut self.source.function, function);
        let types = std::mem::replace(&mut self.source.types, &typed.functions[id]);
        let value = self.value(default, ty);
        (self.source.function, self.source.types) = (source, types);
        value
    }

    /// C's default promotions for the arguments of a variadic function.
    fn variadic(&mut self, value: Expr) -> Expr {
        match &value.ty {
            Ty::Float(FloatKind::Float) => self.coerce(value, &Ty::DOUBLE),
            Ty::Object(_) | Ty::Memoryview(_) => {
                let span = value.span;
                let shown = self.source.table().display(&value.ty);
                self.error_expr(
                    report::cannot_convert(&shown, "C argument of a variadic function", span),
                    span,
                )
            }
            ty => {
                let promoted = promote_in_c(ty);
                self.coerce(value, &promoted)
            }
        }
    }

    /// Whoever is given an object must release it.
    pub fn require_gil_to_call(&mut self, name: &str, signature: &Signature, span: Span) {
        if !signature.nogil {
            self.require_gil(&format!("calling {name}, which is not `nogil`,"), span);
        } else if signature.result.is_object() {
            self.require_gil(&format!("calling {name}, which returns a Python object,"), span);
        }
    }

    /// A call of what `named` means: the function itself, or what chooses if objects may have other methods.
    pub fn call_function(
        &mut self,
        (id, named): (FunctionId, FunctionId),
        callee: ExprId,
        arguments: &[ExprId],
        ty: Ty,
        span: Span,
    ) -> Expr {
        let typed = self.module.typed;
        let function = &typed.module.functions[id];
        if ty.is_error() {
            return Expr::new(ExprKind::Null, Ty::Error, span);
        }
        let arguments = match self.source.types.bound_arguments(callee) {
            Some(bound) => self.completed(bound, named, function.params.len()),
            None => {
                let named = &typed.module.functions[named];
                self.typed_arguments(callee, arguments, &typed.functions[id].signature, Some(named))
            }
        };
        self.call_with((id, arguments), ty, span)
    }

    /// A call of a function of the module with its arguments.
    pub fn call_with(&mut self, (id, arguments): (FunctionId, Vec<Expr>), ty: Ty, span: Span) -> Expr {
        let function = &self.module.typed.module.functions[id];
        let signature = &self.module.typed.functions[id].signature;
        self.require_gil_to_call(&format!("`{}`", function.name), signature, span);
        let module = &self.module;
        let is_statement = module.known.is_statement(id) || ty.is_counted();
        if !is_statement {
            return Expr::new(ExprKind::Call(Callee::Function(id), arguments), ty, span);
        }
        let op = Op::CallFunction { function: id, arguments };
        if ty == Ty::Void {
            self.run_only(op, span);
            return Expr::new(ExprKind::Null, Ty::Void, span);
        }
        self.run("result", op, ty, span)
    }

    /// A builtin on C values, as the type checker has decided.
    fn call_builtin(&mut self, name: &str, arguments: &[ExprId], ty: Ty, span: Span) -> Expr {
        match (name, arguments) {
            ("min", _) => self.least_or_most(MinMax::Min, arguments, &ty, span),
            ("max", _) => self.least_or_most(MinMax::Max, arguments, &ty, span),
            ("abs", [operand]) => {
                let of = self.source.types.expr(*operand);
                let mut value = self.value(*operand, if matches!(of, Ty::Complex(_)) { &of } else { &ty });
                if let Ty::Int(kind) = &ty
                    && kind.is_signed()
                    && self.directives.overflowcheck
                {
                    if !is_atom(&value) {
                        value = self.store("value", value);
                    }
                    self.refuse_smallest(&value, *kind, span);
                }
                Expr::new(ExprKind::Unary(UnaryOp::Abs, Box::new(value)), ty, span)
            }
            ("divmod", [left, right]) => self.divmod(*left, *right, ty, span),
            ("len", [view]) if self.source.types.expr(*view).memoryview().is_some() => {
                let view = self.view_operand(*view);
                self.check_not_none(&view, "len", span);
                Expr::new(ExprKind::Extent { view: Box::new(view), axis: 0 }, Ty::SSIZE, span)
            }
            ("len", [bytes]) => match self.bytes_view(*bytes) {
                Some(view) => Expr::new(ExprKind::Extent { view: Box::new(view), axis: 0 }, Ty::SSIZE, span),
                None => self.python_number(Runtime::Length, arguments, ty, span),
            },
            ("ord", [letter]) => match self.source.function.body.exprs[*letter].kind.code_of_letter() {
                Some(code) => Expr::int(i128::from(code), ty, span),
                None => self.value(*letter, &ty),
            },
            ("bool", [operand]) => self.zero_or_one(*operand),
            ("any" | "all", _) if let Some(truth) = self.asked_by(name, arguments, span) => truth,
            ("float", [operand]) => self.float_of(*operand, span),
            ("isinstance", &[object, class])
                if let Some(test) = self.instance_test(object, class, &ty, span) =>
            {
                test
            }
            _ => match Runtime::of_builtin(name, arguments.len()) {
                Some(builtin) => self.python_number(builtin, arguments, ty, span),
                None => self.error_expr(report::not_yet(&format!("`{name}` of C values"), span), span),
            },
        }
    }

    /// `float(x)`: other than a conversion to `double`, it reads texts.
    fn float_of(&mut self, argument: ExprId, span: Span) -> Expr {
        if !self.source.types.expr(argument).is_object() {
            return self.value(argument, &Ty::DOUBLE);
        }
        self.require_gil("calling a Python object", span);
        let object = self.object(argument);
        if object.ty.is_error() {
            return Expr::new(ExprKind::Null, Ty::Error, span);
        }
        self.run("number", Op::FloatOf(object), Ty::DOUBLE, span)
    }

    /// A builtin of Python's that gives a number.
    fn python_number(&mut self, builtin: Runtime, arguments: &[ExprId], ty: Ty, span: Span) -> Expr {
        self.require_gil("calling a Python object", span);
        let arguments = self.objects(arguments);
        if arguments.iter().any(|argument| argument.ty.is_error()) {
            return Expr::new(ExprKind::Null, Ty::Error, span);
        }
        self.run("result", Op::Runtime { function: builtin, arguments }, ty, span)
    }

    /// The quotient, rounded down, and the remainder of two integers; `cdivision` changes nothing.
    fn divmod(&mut self, left: ExprId, right: ExprId, ty: Ty, span: Span) -> Expr {
        let Some([number, _]) = ty.tuple_items() else { return Expr::new(ExprKind::Null, Ty::Error, span) };
        let number = number.clone();
        let Ty::Int(kind) = number else { return Expr::new(ExprKind::Null, Ty::Error, span) };
        let values = self.in_order(&[(left, Some(number.clone())), (right, Some(number.clone()))]);
        let mut atoms = values.into_iter().map(|value| match value.as_int() {
            // A constant may stand for its remainder modulo the width.
            Some(constant) => Expr { kind: ExprKind::Int(wrapped(constant, kind)), ..value },
            None if is_atom(&value) => value,
            None => self.store("value", value),
        });
        let (Some(left), Some(right)) = (atoms.next(), atoms.next()) else {
            return Expr::new(ExprKind::Null, Ty::Error, span);
        };
        drop(atoms);
        if right.as_int().is_none_or(|divisor| divisor == 0) {
            self.refuse_zero(&right, span);
        }
        let wide = promote_in_c(&number);
        let (left, right) = (self.coerce(left, &wide), self.coerce(right, &wide));
        let is_signed = matches!(&wide, Ty::Int(kind) if kind.is_signed());
        if is_signed && right.as_int().is_none_or(|divisor| divisor == -1) {
            let (value, dividend) = (right.clone(), Some(left.clone()));
            let kind = CheckKind::Divisor { value, division: Division::Integer, dividend };
            self.code.emit(StmtKind::Check(Check { kind }), span);
        }
        let results = [BinaryOp::FloorDivide, BinaryOp::Modulo].into_iter().enumerate().map(|(at, op)| {
            let result = ExprKind::Binary(op, Box::new(left.clone()), Box::new(right.clone()));
            (Ty::tuple_field(at), self.coerce(Expr::new(result, wide.clone(), span), &number))
        });
        let fields = results.collect();
        Expr::new(ExprKind::Struct(fields), ty, span)
    }

    /// What Python's `divmod` says of a divisor of zero; its operators use other words.
    fn refuse_zero(&mut self, divisor: &Expr, span: Span) {
        let zero = Expr::int(0, divisor.ty.clone(), span);
        let is_zero = ExprKind::Compare(CompareOp::Equal, Box::new(divisor.clone()), Box::new(zero));
        let message = Some("division by zero".to_string());
        let raise = Op::RaiseConstant { exception: "ZeroDivisionError".into(), message };
        let then = vec![Stmt::new(StmtKind::Run { into: None, op: raise }, span)];
        let condition = Expr::new(is_zero, Ty::Bint, span);
        self.code.emit(StmtKind::If { condition, then, otherwise: Vec::new() }, span);
    }

    /// The smallest number of a type has no absolute value in the type.
    fn refuse_smallest(&mut self, value: &Expr, kind: IntKind, span: Span) {
        let message = "Trying to take the absolute value of the most negative integer is not defined.";
        let smallest = Expr::int(-(1_i128 << (kind.bits() - 1)), value.ty.clone(), span);
        let is_smallest = ExprKind::Compare(CompareOp::Equal, Box::new(value.clone()), Box::new(smallest));
        let raise =
            Op::RaiseConstant { exception: "OverflowError".into(), message: Some(message.to_string()) };
        let then = vec![Stmt::new(StmtKind::Run { into: None, op: raise }, span)];
        let condition = Expr::new(is_smallest, Ty::Bint, span);
        self.code.emit(StmtKind::If { condition, then, otherwise: Vec::new() }, span);
    }

    fn call_method(
        &mut self,
        base: ExprId,
        name: &Name,
        (arguments, keywords): (&[ExprId], &[(Name, ExprId)]),
        span: Span,
    ) -> Expr {
        self.require_gil(&format!("calling the Python method `{name}`"), span);
        if self.directives.nonecheck
            && self.source.types.expr(base).memoryview().is_some()
            && matches!(self.source.function.body.exprs[base].kind, H::Name(_))
        {
            let view = self.view_operand(base);
            self.check_not_none(&view, name, span);
        }
        let named = keywords.iter().map(|(_, value)| *value);
        let all: Vec<ExprId> = std::iter::once(base).chain(arguments.iter().copied()).chain(named).collect();
        let mut values = self.objects(&all).into_iter();
        let Some(object) = values.next() else { return Expr::new(ExprKind::Null, Ty::Error, span) };
        let positional: Vec<Expr> = std::iter::zip(arguments, values.by_ref())
            .map(|(&argument, value)| self.literal_argument(base, name, argument).unwrap_or(value))
            .collect();
        self.refuse_none_as_object(base, name, positional.first(), span);
        if object.ty == Ty::Object(PyClass::Dict) && python3_iterator(name).is_some() && all.len() == 1 {
            return self.iterated_by(object, name, span);
        }
        let keywords = keywords.iter().map(|(name, _)| name.clone()).zip(values).collect();
        let op = Op::CallMethod { object, name: name.clone(), arguments: positional, keywords };
        self.run(name, op, Ty::OBJECT, span)
    }

    fn call_object(
        &mut self,
        callee: ExprId,
        arguments: &[ExprId],
        keywords: &[(Name, ExprId)],
        ty: Ty,
        span: Span,
    ) -> Expr {
        self.require_gil("calling a Python object", span);
        let all: Vec<ExprId> = std::iter::once(callee)
            .chain(arguments.iter().copied())
            .chain(keywords.iter().map(|(_, value)| *value))
            .collect();
        let mut values = self.objects(&all).into_iter();
        let Some(callee) = values.next() else { return Expr::new(ExprKind::Null, Ty::Error, span) };
        let positional: Vec<Expr> = values.by_ref().take(arguments.len()).collect();
        let keywords = keywords.iter().map(|(name, _)| name.clone()).zip(values).collect();
        let op = Op::CallObject { callee, arguments: positional, keywords };
        self.run("result", op, ty, span)
    }

    /// An expression statement.
    pub fn effect(&mut self, id: ExprId) {
        let span = self.source.function.body.exprs[id].span;
        if let H::Cast { operand, .. } = self.source.function.body.exprs[id].kind
            && self.source.types.expr(id) == Ty::Void
        {
            return self.effect(operand);
        }
        if let H::Runtime(Runtime::Append | Runtime::Add, items) = &self.source.function.body.exprs[id].kind {
            let mut items = self.objects(items).into_iter();
            if let Some(into) = items.next() {
                return self.run_only(Op::Gather { into, items: items.collect(), extends: false }, span);
            }
            return;
        }
        if self.extend(id, span) {
            return;
        }
        let value = self.expr(id);
        // What a header calls a function may be a macro that needs no call: `PyDateTime_IMPORT`.
        let is_macro = matches!(value.kind, ExprKind::Extern(_)) && matches!(value.ty, Ty::Function(_));
        if is_macro || matches!(value.kind, ExprKind::Call(..)) {
            self.code.emit(StmtKind::Eval(value), span);
        } else if let Some(Stmt {
            kind: StmtKind::Run { into, op: Op::CallFunction { .. } | Op::CallPointer { .. } },
            ..
        }) = self.code.out.last_mut()
            && !value.ty.is_counted()
            && *into == value.as_local()
        {
            // Nobody uses the number.
            *into = None;
        }
    }
}

impl<'m> Source<'m> {
    /// How a variadic function takes a literal text, or an object of a class of which C has a value.
    fn type_of_variadic(&self, argument: ExprId) -> Option<Ty> {
        let text = || Ty::Pointer { to: Arc::new(Ty::Int(IntKind::Char)), is_const: true };
        match (&self.function.body.exprs[argument].kind, self.types.expr(argument)) {
            (H::Str(_) | H::Bytes(_), _) => Some(text()),
            (_, Ty::Object(PyClass::Bytes | PyClass::ByteArray)) => Some(text()),
            (_, Ty::Object(PyClass::Float)) => Some(Ty::DOUBLE),
            (_, Ty::Object(PyClass::Bool)) => Some(Ty::Bint),
            _ => None,
        }
    }

    pub fn is_constant(&self, id: ExprId) -> bool {
        crate::hir::constant(&self.function.body, id).is_some()
    }
}

/// Whether a parameter of a C function does not take `None`. The object of a method has a check of its own.
fn refuses_none(function: Option<&hir::Function>, at: usize) -> bool {
    let Some(function) = function else { return false };
    let is_self = at == 0 && function.method.is_some_and(|method| method.role.takes_self());
    !is_self && function.params.get(at).is_some_and(|param| param.none == NoneClause::NotNone)
}

/// What Python 3 has instead of those methods of a dict that Cython knows by their names in Python 2.
pub(super) fn python3_iterator(name: &str) -> Option<&'static str> {
    match name {
        "iterkeys" => Some("keys"),
        "itervalues" => Some("values"),
        "iteritems" => Some("items"),
        _ => None,
    }
}

/// The name of a builtin function, or of a builtin class.
fn name_of_builtin(binding: &Binding) -> Option<&str> {
    match binding {
        Binding::Builtin(name) => Some(name.as_str()),
        Binding::Type(TypeName::Object(class)) if class.is_builtin() => Some(class.name()),
        _ => None,
    }
}
