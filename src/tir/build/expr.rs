//! Expressions: names, literals, attributes, displays.

use super::culprit::unknown;
use super::function::FunctionBuilder;
use super::report;
use super::source::Source;
use crate::base::Name;
use crate::diag::Diagnostic;
use crate::hir::{self, Binding, ExprId, ExprKind as H, Intrinsic, Singleton};
use crate::source::Span;
use crate::tir::{Expr, ExprKind, ObjectConst, Op, Ownership, Runtime, StmtKind, UnaryOp};
use crate::ty::{FloatKind, IntKind, PyClass, Ty};

impl FunctionBuilder<'_, '_> {
    /// An expression with its natural type. Objects come as atoms.
    pub fn expr(&mut self, id: ExprId) -> Expr {
        let mark = self.code.pending.len();
        let value = self.built(id);
        self.release_operands(mark, &value);
        // A device has no objects, whatever is done with them.
        let is_name = matches!(self.source.function.body.exprs[id].kind, H::Name(Binding::Local(_)));
        if is_name && self.around.region.is_some() && value.ty.is_object() {
            self.require_gil("using a Python object", value.span);
        }
        // The rest of a statement that has been reported stays silent.
        if self.statement.is_reported { unknown(value.span) } else { value }
    }

    fn built(&mut self, id: ExprId) -> Expr {
        let source = self.source.function;
        let expr = &source.body.exprs[id];
        let span = expr.span;
        let ty = self.source.types.expr(id);
        if ty.is_error() && !matches!(expr.kind, H::Call { .. } | H::Attribute { .. }) {
            return Expr::new(ExprKind::Null, Ty::Error, span);
        }
        match &expr.kind {
            H::Error => Expr::new(ExprKind::Null, Ty::Error, span),
            H::Name(binding) => {
                self.check_held(id, binding, span);
                self.name(binding, ty, span)
            }
            H::Int { .. }
            | H::Float(_)
            | H::Imaginary(_)
            | H::Str(_)
            | H::Bytes(_)
            | H::Char(_)
            | H::Singleton(_)
            | H::Null => self.literal_value(id, ty, span),
            H::Unary(op, operand) => self.unary(id, *op, *operand, ty, span),
            H::Positive(operand) => self.positive(*operand, ty, span),
            H::Binary(operator, left, right) => self.binary(*operator, *left, *right, ty, span),
            H::Compare { first, rest } => self.comparison(*first, rest, ty, span),
            H::Logical(op, left, right) => self.logical_value(*op, *left, *right, ty, span),
            H::Conditional { condition, then, otherwise } => match crate::hir::known_choice(&source.body, id)
            {
                Some(chosen) => self.expr(chosen),
                None => self.conditional(*condition, *then, *otherwise, ty, span),
            },
            H::Call { callee, arguments, keywords } => self.call(*callee, arguments, keywords, ty, span),
            H::Attribute { base, name } => self.attribute(*base, name, ty, span),
            H::Subscript { base, indices } => self.subscript(*base, indices, ty, span),
            H::Tuple(items) => self.tuple(items, ty, span),
            H::List(items) => self.list(items, ty, span),
            H::Dict(items) => self.dict(items, ty, span),
            H::Runtime(Runtime::Set, items) => self.set(items, ty, span),
            H::Runtime(Runtime::Locals, parts) => self.namespace(parts, ty, span),
            H::MakeFunction { function, scope, defaults } => {
                self.make_function(*function, *scope, defaults, span)
            }
            H::Yield { value, how } => self.yielded(*value, *how, span),
            H::Comprehension { block, result, variables } => {
                self.comprehension(*block, *result, variables, ty, span)
            }
            H::Runtime(function, arguments) => {
                let op = Op::Runtime { function: *function, arguments: self.objects(arguments) };
                self.run("result", op, ty, span)
            }
            H::Formatted { value, conversion, format } => self.formatted(*value, *conversion, *format, span),
            H::Joined(parts) => self.joined_text(parts, ty, span),
            H::Cast { operand, checked, ty: to } => self.named_cast((*operand, *checked), ty, to, span),
            H::ArrayOver { operand, extents, .. } => self.array_over(id, *operand, extents, span),
            H::AddressOf(operand) => self.address_of(*operand, ty, span),
            H::COperand(operand, _) => self.value(*operand, &ty),
            H::IsExactly(object, class) => {
                class_test(self.expr(*object), *class, ExprKind::IsExactly, ty, span)
            }
            H::IsInstance(object, class) => {
                class_test(self.expr(*object), *class, ExprKind::IsInstance, ty, span)
            }
            H::Inherits(object, class, name) => {
                let object = Box::new(self.expr(*object));
                Expr::new(ExprKind::Inherits(object, PyClass::Extension(*class), name.clone()), ty, span)
            }
            H::SizeOfType(of) => super::memory::size_of(self.source.resolve(of), ty, span),
            H::SizeOfExpr(of) => super::memory::size_of(self.source.types.expr(*of), ty, span),
            H::TypeOf(of) => {
                let text = crate::ty::type_text(self.module.typed, &source.body, self.source.types, *of);
                self.object_const(ObjectConst::Str(text), PyClass::Str, span)
            }
            // No longer present since functions are specialised.
            H::TypeTest { .. }
            | H::Specialise { .. }
            | H::SpecialiseMethod { .. }
            | H::KeptDefault(_)
            | H::Starred(_) => Expr::new(ExprKind::Null, Ty::Error, span),
        }
    }

    /// A literal in its own type.
    fn literal_value(&mut self, id: ExprId, ty: Ty, span: Span) -> Expr {
        match &self.source.function.body.exprs[id].kind {
            H::Int { digits, .. } => self.int_literal(digits, ty, span),
            H::Float(text) => Expr::new(ExprKind::Float(text.clone()), ty, span),
            H::Imaginary(text) => Expr::new(ExprKind::Imaginary(text.clone()), ty, span),
            H::Str(_) | H::Bytes(_) if ty.is_integral() => {
                let unknown = || Expr::new(ExprKind::Null, Ty::Error, span);
                self.literal(id, &ty).unwrap_or_else(unknown)
            }
            H::Str(text) => self.object_const(ObjectConst::Str(text.clone()), PyClass::Str, span),
            H::Bytes(bytes) => self.object_const(ObjectConst::Bytes(bytes.clone()), PyClass::Bytes, span),
            H::Char(byte) => Expr::int(i128::from(*byte), ty, span),
            H::Singleton(Singleton::True) => Expr::int(1, Ty::Bint, span),
            H::Singleton(Singleton::False) => Expr::int(0, Ty::Bint, span),
            H::Singleton(which) => Expr::new(ExprKind::Singleton(*which), Ty::OBJECT, span),
            _ => Expr::new(ExprKind::Null, ty, span),
        }
    }

    fn joined_text(&mut self, parts: &[ExprId], ty: Ty, span: Span) -> Expr {
        match parts {
            [] => self.object_const(ObjectConst::Str(String::new()), PyClass::Str, span),
            [only] => self.expr(*only),
            parts => self.text_of_parts(parts, ty, span),
        }
    }

    fn address_of(&mut self, operand: ExprId, ty: Ty, span: Span) -> Expr {
        if let H::Name(Binding::Function(id)) = &self.source.function.body.exprs[operand].kind {
            return self.function_address(*id, ty, span);
        }
        // For a function, or for what holds the address of one.
        if ty.function().is_some() {
            return self.expr(operand);
        }
        if let Some(address) = self.address_of_extent(operand, span) {
            return address;
        }
        let is_const = matches!(ty, Ty::Pointer { is_const: true, .. });
        let place = if is_const { self.const_place(operand) } else { self.place(operand) };
        self.note_address(&place);
        Expr::new(ExprKind::AddressOf(Box::new(place)), ty, span)
    }

    /// A C variable of the module; if it holds an object, a reference to it, as others may rebind the
    /// variable.
    fn global(&mut self, id: hir::GlobalId, ty: Ty, span: Span) -> Expr {
        let place = Expr::new(ExprKind::Global(id), ty.clone(), span);
        if ty.memoryview().is_some() {
            return self.view_of_module(id, span);
        }
        if !ty.is_object() {
            return place;
        }
        let name = &self.module.typed.module.globals[id].name;
        self.require_gil(&format!("reading `{name}`, a Python object,"), span);
        self.run(name, Op::Own(place), ty, span)
    }

    fn name(&mut self, binding: &Binding, ty: Ty, span: Span) -> Expr {
        match binding {
            Binding::Local(id) => {
                let local = *id;
                self.check_reduction_read(local, span);
                let value = self.code.local_expr(local, span);
                match self.source.function.body.rebound.contains(id)
                    || self.around.shared_objects.contains(&local)
                {
                    true => self.as_it_is(value),
                    false => value,
                }
            }
            Binding::Global(id) => self.global(*id, ty, span),
            Binding::Extern(id) => Expr::new(ExprKind::Extern(*id), ty, span),
            Binding::EnumMember(id, member) => self.enum_member(*id, member, ty, span),
            Binding::ModuleName(name) => self.python_name(name, span),
            Binding::Builtin(name) => self.builtin(name, span),
            Binding::ClassName(namespace, name) => {
                let namespace = self.code.local_expr(*namespace, span);
                let key = self.object_const(ObjectConst::Str(name.to_string()), PyClass::Str, span);
                let op = Op::Runtime { function: Runtime::ClassName, arguments: vec![namespace, key] };
                self.run(name, op, Ty::OBJECT, span)
            }
            Binding::Type(hir::TypeName::Object(class @ PyClass::Extension(_))) => {
                self.type_object(*class, span)
            }
            Binding::Type(hir::TypeName::Enum(id)) if !ty.is_error() => {
                let name = self.module.typed.module.enums[*id].name.clone().unwrap_or_default();
                self.python_name(&name, span)
            }
            Binding::Type(name) => match python_type_name(*name) {
                Some(name) => self.run(name, Op::LoadBuiltin(name.into()), Ty::OBJECT, span),
                None => Expr::new(ExprKind::Null, Ty::Error, span),
            },
            Binding::Function(id) if ty.function().is_some() => self.function_address(*id, ty, span),
            Binding::Function(id) if !ty.is_error() => {
                let name = &self.module.typed.module.functions[*id].name;
                self.python_name(name, span)
            }
            Binding::Fused(id) if ty.function().is_some() => {
                let name = &self.module.typed.module.fused_functions[*id].name;
                self.error_expr(report::unspecialised(name, span), span)
            }
            Binding::Fused(id) if !ty.is_error() => {
                let name = &self.module.typed.module.fused_functions[*id].name;
                self.python_name(name, span)
            }
            Binding::Function(_)
            | Binding::Fused(_)
            | Binding::Intrinsic(Intrinsic::ThreadId)
            | Binding::Error => Expr::new(ExprKind::Null, Ty::Error, span),
        }
    }

    pub fn function_address(&mut self, id: hir::FunctionId, ty: Ty, span: Span) -> Expr {
        self.module.by_address.insert(id);
        Expr::new(ExprKind::FunctionAddress(id), ty, span)
    }

    /// What Python finds under a name of the module, or of its builtins.
    fn python_name(&mut self, name: &Name, span: Span) -> Expr {
        self.require_gil(&format!("the Python name `{name}`"), span);
        self.run(name, Op::LoadName(name.clone()), Ty::OBJECT, span)
    }

    /// A builtin. As in Cython, a name that `import *` brings does not shadow it; those of every module are the module's.
    fn builtin(&mut self, name: &Name, span: Span) -> Expr {
        if name.starts_with("__") {
            return self.python_name(name, span);
        }
        self.require_gil(&format!("the Python name `{name}`"), span);
        self.run(name, Op::LoadBuiltin(name.clone()), Ty::OBJECT, span)
    }

    fn check_reduction_read(&mut self, local: crate::tir::LocalId, span: Span) {
        let Some(&open) = self.around.reductions.iter().find(|open| open.local == local) else { return };
        if open.span != span && !(open.each_iteration && self.in_place_operator) {
            let name = self.code.locals[local].name.clone();
            let read = report::reads_reduction(&name, span, &open);
            self.report(read.about_here(format!("reduction {name} at {:?}", open.span)));
        }
    }

    fn enum_member(&mut self, id: hir::EnumId, member: &str, ty: Ty, span: Span) -> Expr {
        match self.module.typed.module.enums[id].value(member) {
            Some(value) => Expr::int(i128::from(value), ty, span),
            None => Expr::new(ExprKind::Null, Ty::Error, span),
        }
    }

    fn int_literal(&mut self, digits: &str, ty: Ty, span: Span) -> Expr {
        match digits.parse::<i128>() {
            Ok(value) if ty.is_integral() => Expr::int(value, ty, span),
            _ => self.object_const(ObjectConst::Int(digits.to_string()), PyClass::Int, span),
        }
    }

    pub fn object_const(&mut self, value: ObjectConst, class: PyClass, span: Span) -> Expr {
        let id = self.module.constant(value);
        Expr::new(ExprKind::Const(id), Ty::Object(class), span)
    }

    /// Runs the loops; what they have gathered is moved out of its variable.
    fn comprehension(
        &mut self,
        block: usize,
        result: hir::LocalId,
        variables: &[hir::LocalId],
        ty: Ty,
        span: Span,
    ) -> Expr {
        let Some(block) = self.comprehensions.get(&block).cloned() else {
            return Expr::new(ExprKind::Null, Ty::Error, span);
        };
        if !self.gil && ty.is_counted() {
            self.require_gil("a comprehension", span);
            return Expr::new(ExprKind::Null, Ty::Error, span);
        }
        self.block(&block);
        for &variable in variables {
            if self.code.locals[variable].ty.is_counted() && self.references.maybe_bound.contains(&variable) {
                self.code.emit(StmtKind::Release(variable), span);
            }
        }
        let value = self.code.local_expr(result, span);
        if !ty.is_counted() {
            return self.store("found", value);
        }
        let into = self.code.temp("gathered", ty, Ownership::Owned, span);
        self.code.emit(StmtKind::Move { into, from: result }, span);
        self.code.local_expr(into, span)
    }

    fn make_function(
        &mut self,
        function: hir::FunctionId,
        scope: Option<ExprId>,
        defaults: &[ExprId],
        span: Span,
    ) -> Expr {
        let tuple = Ty::Object(PyClass::Tuple);
        let defaults = (!defaults.is_empty()).then(|| self.tuple(defaults, tuple, span));
        let scope = scope.map(|scope| self.expr(scope));
        let name = self.module.typed.module.functions[function].name.clone();
        self.run(&name, Op::MakeFunction { function, scope, defaults }, Ty::OBJECT, span)
    }

    /// The expression converted to `target`.
    pub fn value(&mut self, id: ExprId, target: &Ty) -> Expr {
        if let Some(literal) = self.literal(id, target) {
            return literal;
        }
        if let Some(chosen) = crate::hir::known_choice(&self.source.function.body, id) {
            return self.value(chosen, target);
        }
        if let Some(borrowed) = self.borrowed_argument(id, target) {
            return borrowed;
        }
        if *target == Ty::OBJECT
            && let Some(wrapped) = self.wrapped_function(id)
        {
            return wrapped;
        }
        // As in Cython each side becomes an object separately: no `int` turns into a `float` on the way, and
        // none is rounded to C's.
        let source = self.source.function;
        if let H::Conditional { condition, then, otherwise } = source.body.exprs[id].kind {
            let is_text = |id: ExprId| matches!(source.body.exprs[id].kind, H::Str(_) | H::Bytes(_));
            let ty = self.source.types.expr(id);
            let becomes_that_alone = match target {
                Ty::Tuple(_) => true,
                // Literals become C text without an object.
                Ty::Pointer { .. } => is_text(then) && is_text(otherwise),
                // Where C wants a number, each side becomes one separately.
                Ty::Int(_) | Ty::Float(_) => ty.is_object(),
                _ if target.is_object() => {
                    ty.is_numeric()
                        && (self.source.types.expr(then) != self.source.types.expr(otherwise)
                            || ty == Ty::Float(FloatKind::Float))
                }
                _ => false,
            };
            let span = source.body.exprs[id].span;
            if matches!(target, Ty::Int(_) | Ty::Float(_))
                && let Some(ty) = self.natural().choice_in_c(id, target)
            {
                let chosen = self.conditional(condition, then, otherwise, ty, span);
                return self.coerce(chosen, target);
            }
            if becomes_that_alone {
                return self.conditional(condition, then, otherwise, target.clone(), span);
            }
        }
        if let H::Logical(op, left, right) = source.body.exprs[id].kind
            && self.source.types.expr(id).is_object()
            && self.source.is_whole_within(id, target)
        {
            return self.logical_value(op, left, right, target.clone(), source.body.exprs[id].span);
        }
        if let Some(chosen) = self.logical_of_numbers(id, target) {
            return self.coerce(chosen, target);
        }
        if let H::Binary(operator, left, right) = source.body.exprs[id].kind
            && target.is_object()
            && self.may_be_complex(id)
        {
            let operands = self.objects(&[left, right]);
            let result = self.object_binary(operator, operands, false, source.body.exprs[id].span);
            return self.coerce(result, target);
        }
        if let Some(power) = self.power_in_c(id, target) {
            return self.coerce(power, target);
        }
        if let Some(truth) = self.asked_as_number(id, target) {
            return truth;
        }
        let value = self.expr(id);
        if let Some(lost) = self.source.fraction_lost(id, &value, target) {
            return self.error_expr(lost, value.span);
        }
        let value = if matches!(target, Ty::Float(_)) { self.as_in_c(id, value) } else { value };
        let value = if target.is_object() { self.as_declared(id, value) } else { value };
        self.coerce(value, target)
    }

    pub fn object(&mut self, id: ExprId) -> Expr {
        self.value(id, &Ty::OBJECT)
    }

    fn attribute(&mut self, base: ExprId, name: &str, ty: Ty, span: Span) -> Expr {
        let base_ty = self.source.types.expr(base);
        if ty.is_error() && self.source.owner_of_method(base).is_some() {
            return Expr::new(ExprKind::Null, Ty::Error, span);
        }
        if let Some(value) = self.slot_value(base, name, &ty, span) {
            return value;
        }
        if let (Some(method), Some(_)) = (self.source.named_method(base, name), ty.function()) {
            if method.passes_object {
                self.check_not_none_object(base, &name.into(), span);
                self.expr(base);
            }
            return self.function_address(method.function, ty, span);
        }
        if let Some(value) = self.c_property(base, name, &ty, span) {
            return value;
        }
        match &base_ty {
            Ty::Object(_) if self.source.is_class_field(base, name) => {
                self.field_value(base, &name.into(), ty, span)
            }
            Ty::Object(_) => {
                let object = self.expr(base);
                self.run(name, Op::GetAttribute { object, name: name.into() }, Ty::OBJECT, span)
            }
            Ty::Memoryview(view) if name == "ndim" => Expr::int(view.ndim() as i128, ty, span),
            Ty::Memoryview(_) if matches!(name, "size" | "nbytes" | "itemsize") => {
                self.view_size(base, name, span)
            }
            Ty::Memoryview(_) if ty.is_array() => self.extents_of_view(base, name, ty, span),
            Ty::Memoryview(_) if name == "_data" => self.data_of_view(base, ty, span),
            Ty::Memoryview(_) if name == "T" => {
                let view = if self.directives.nonecheck { self.view_operand(base) } else { self.expr(base) };
                self.check_not_none(&view, "transpose", span);
                Expr::new(ExprKind::Transpose(Box::new(view)), ty, span)
            }
            Ty::Memoryview(_) => {
                self.require_gil(&format!("`.{name}` of a memoryview"), span);
                let object = self.object(base);
                self.run(name, Op::GetAttribute { object, name: name.into() }, Ty::OBJECT, span)
            }
            Ty::Pointer { to, .. } if to.memoryview().is_some() => {
                self.pointed_attribute(base, name, ty, span)
            }
            _ if ty.is_object() && !self.source.is_c_field(&base_ty, name) => {
                self.require_gil(&format!("the attribute `{name}` of Python"), span);
                let object = self.object(base);
                self.run(name, Op::GetAttribute { object, name: name.into() }, Ty::OBJECT, span)
            }
            Ty::Struct(_) | Ty::Complex(_) => {
                let base = self.expr(base);
                Expr::new(ExprKind::Field { base: Box::new(base), name: name.into() }, ty, span)
            }
            Ty::Pointer { to, .. } if matches!(**to, Ty::Struct(_)) => {
                let field = self.pointed_field(base, name, &ty, span);
                if ty.is_object() { self.run(name, Op::Own(field), ty, span) } else { field }
            }
            _ => Expr::new(ExprKind::Null, Ty::Error, span),
        }
    }

    /// The place of a field of the struct that a pointer points to.
    pub fn pointed_field(&mut self, base: ExprId, name: &str, ty: &Ty, span: Span) -> Expr {
        let pointer = self.expr(base);
        let Ty::Pointer { to, .. } = &pointer.ty else { return Expr::new(ExprKind::Null, Ty::Error, span) };
        let to = (**to).clone();
        let target = Expr::new(ExprKind::Deref(Box::new(pointer)), to, span);
        Expr::new(ExprKind::Field { base: Box::new(target), name: name.into() }, ty.clone(), span)
    }

    fn positive(&mut self, operand: ExprId, ty: Ty, span: Span) -> Expr {
        let value = self.expr(operand);
        if value.ty.is_object() {
            let op = crate::tir::ObjectUnaryOp::Positive;
            return self.run("positive", Op::Unary { op, operand: value }, Ty::OBJECT, span);
        }
        self.coerce(value, &ty)
    }

    fn unary(&mut self, id: ExprId, op: UnaryOp, operand: ExprId, ty: Ty, span: Span) -> Expr {
        if op == UnaryOp::Not {
            let value = self.condition(operand);
            return Expr::new(ExprKind::Unary(op, Box::new(value)), Ty::Bint, span);
        }
        let value = self.expr(operand);
        if value.ty.is_object() {
            let op = match op {
                UnaryOp::Invert => crate::tir::ObjectUnaryOp::Invert,
                _ => crate::tir::ObjectUnaryOp::Negate,
            };
            return self.run("negative", Op::Unary { op, operand: value }, Ty::OBJECT, span);
        }
        if let (UnaryOp::Negate, Some(value)) = (op, value.as_int()) {
            return Expr::int(-value, ty, span);
        }
        let in_c = self.natural().in_c(id);
        let value = self.coerce(value, &in_c);
        let result = Expr::new(ExprKind::Unary(op, Box::new(value)), in_c, span);
        self.as_computed(result, &ty)
    }
}

impl<'m> Source<'m> {
    /// The type was resolved, and its errors reported, when it was checked.
    pub(super) fn resolve(&self, ty: &hir::TypeExpr) -> Ty {
        crate::ty::resolve_in(&self.typed.module, ty)
    }

    /// What is wrong with a floating-point value where C wants an integer; as in Cython, that takes a cast.
    pub fn fraction_lost(&self, id: ExprId, value: &Expr, target: &Ty) -> Option<Diagnostic> {
        if !loses_fraction(&value.ty, target) {
            return None;
        }
        let (from, to) = (self.table().display(&value.ty), self.table().display(target));
        let kind = &self.function.body.exprs[id].kind;
        let is_atom = matches!(
            kind,
            H::Name(_) | H::Float(_) | H::Call { .. } | H::Subscript { .. } | H::Attribute { .. }
        );
        let lost = report::loses_fraction(&from, &to, is_atom, value.span);
        Some(match kind {
            H::Binary(hir::Operator::TrueDivide, left, right)
                if [left, right].iter().all(|side| matches!(self.types.expr(**side), Ty::Int(_))) =>
            {
                lost.note("`//` divides integers and gives one")
            }
            _ => lost,
        })
    }

    /// The same for the right side of an in-place operator.
    pub fn fraction_lost_in_place(&self, id: ExprId, ty: &Ty, operator: hir::Operator) -> Option<Diagnostic> {
        let value = self.types.expr(id);
        let (from, to) = (self.table().display(&value), self.table().display(ty));
        let span = self.function.body.exprs[id].span;
        loses_fraction(&value, ty)
            .then(|| report::loses_fraction_in_place(&from, &to, operator.symbol(), span))
    }

    /// Whether a struct, or what a pointer points to, has a field with this name.
    pub fn is_c_field(&self, base: &Ty, name: &str) -> bool {
        let inner = match base {
            Ty::Pointer { to, .. } => to,
            other => other,
        };
        match inner {
            Ty::Struct(id) => self.table().structs[*id].fields.iter().any(|field| field.name == name),
            _ => false,
        }
    }
}

/// The Python type that a type name has as a value.
fn python_type_name(name: hir::TypeName) -> Option<&'static str> {
    match name {
        hir::TypeName::Object(class) => Some(class.name()),
        hir::TypeName::Float(FloatKind::Double) => Some("float"),
        hir::TypeName::Int(IntKind::Int) => Some("int"),
        _ => None,
    }
}

fn loses_fraction(from: &Ty, to: &Ty) -> bool {
    matches!((from, to), (Ty::Float(_), Ty::Int(_) | Ty::Bint | Ty::Enum(_)))
}

/// Whether an object is of a class, in the sense of `test`.
fn class_test(
    object: Expr,
    class: hir::ClassId,
    test: impl FnOnce(Box<Expr>, PyClass) -> ExprKind,
    ty: Ty,
    span: Span,
) -> Expr {
    Expr::new(test(Box::new(object), PyClass::Extension(class)), ty, span)
}
