//! Assignments in every form.

use super::code::Code;
use super::function::FunctionBuilder;
use super::natural::promoted;
use super::operators::is_atom;
use super::report;
use crate::hir::{self, Binding, ExprId, ExprKind as H, Operator};
use crate::source::Span;
use crate::tir::{AtomicOp, BinaryOp, Expr, ExprKind, LocalId, ObjectConst, Op, Ownership, Stmt, StmtKind};
use crate::ty::{FloatKind, PyClass, Ty, common_type, promote_in_c, usual_type};

impl FunctionBuilder<'_, '_> {
    pub fn assign(&mut self, targets: &[ExprId], value: ExprId, span: Span) {
        if targets
            .iter()
            .any(|&target| self.is_of_other_length(target, value) || self.assigns_const(target, Some(value)))
            || targets.iter().any(|&target| self.is_late_list(target, value))
        {
            return;
        }
        if let [target] = targets {
            self.assign_one(*target, value, span);
            return;
        }
        // The value is evaluated once, then bound from left to right.
        let natural = self.expr(value);
        let wanted: Vec<Ty> = targets.iter().filter_map(|&target| self.source.target_type(target)).collect();
        if let Some(lost) = wanted.iter().find_map(|ty| self.source.fraction_lost(value, &natural, ty)) {
            self.report(lost);
            return;
        }
        let kept = self.kept(natural);
        for (at, &target) in targets.iter().enumerate() {
            // A target takes over the reference it is given: all but the last get one of their own.
            let owned = at + 1 < targets.len() && self.code.pending_temp(&kept).is_some();
            let value = match owned {
                true => self.run("reference", Op::Own(kept.clone()), kept.ty.clone(), span),
                false => kept.clone(),
            };
            self.bind(target, value, span);
        }
    }

    fn assign_one(&mut self, target: ExprId, value: ExprId, span: Span) {
        let source = self.source.function;
        if let H::Tuple(targets) | H::List(targets) = &source.body.exprs[target].kind
            && let H::Tuple(values) | H::List(values) = &source.body.exprs[value].kind
            && !crate::ty::has_star(&source.body, values)
        {
            let star = crate::ty::star(&source.body, targets);
            let is_direct = match star {
                None => targets.len() == values.len(),
                Some(_) => !self.is_long(values),
            };
            if is_direct {
                return self.assign_parallel(targets, star, values, span);
            }
        }
        if self.hold_for(target, value, span)
            || self.assign_items(target, value, span)
            || self.assign_part(target, value, span)
            || self.copy_pointed(target, value, span)
        {
            return;
        }
        if let H::Tuple(targets) | H::List(targets) = &source.body.exprs[target].kind
            && self.unpack_part(targets, value, span)
        {
            return;
        }
        match self.source.wanted(target, value) {
            Some(ty) => {
                let value = self.value(value, &ty);
                self.bind(target, value, span);
            }
            None => {
                let value = self.expr(value);
                self.bind(target, value, span);
            }
        }
    }

    /// The value in its own temporary (with its own reference, if it is counted).
    pub fn kept(&mut self, value: Expr) -> Expr {
        let span = value.span;
        let constant = matches!(
            value.kind,
            ExprKind::Int(_)
                | ExprKind::Float(_)
                | ExprKind::Const(_)
                | ExprKind::Singleton(_)
                | ExprKind::Null
        );
        if constant || self.code.pending_temp(&value).is_some() || value.ty.is_error() {
            return value;
        }
        if value.ty.is_counted() {
            let borrowed =
                value.as_local().is_none_or(|local| self.code.locals[local].ownership == Ownership::Borrowed);
            if borrowed && value.ty.memoryview().is_some() {
                return self.store("view", value);
            }
            let ty = value.ty.clone();
            return self.run("reference", Op::Own(value), ty, span);
        }
        self.store("value", value)
    }

    /// Stores a value of any type in a target of any kind.
    pub fn bind(&mut self, target: ExprId, value: Expr, span: Span) {
        let source = self.source.function;
        let target_span = source.body.exprs[target].span;
        if value.ty.is_error() {
            return;
        }
        match &source.body.exprs[target].kind {
            H::Error => {}
            H::Tuple(targets) | H::List(targets) => self.unpack(targets, value, span),
            H::Starred(target) => self.bind_rest(*target, value, span),
            H::Name(Binding::Local(id)) => {
                let local = *id;
                let ty = self.code.locals[local].ty.clone();
                let value = self.coerce(value, &ty);
                self.name_conversion_to(&value, target);
                self.bind_local(local, value, span);
            }
            H::Name(Binding::ModuleName(name)) => {
                let value = self.coerce(value, &Ty::OBJECT);
                self.run_only(Op::StoreName { name: name.clone(), value }, span);
            }
            H::Name(Binding::ClassName(namespace, name)) => {
                let value = self.coerce(value, &Ty::OBJECT);
                let object = self.code.local_expr(*namespace, span);
                let text = ObjectConst::Str(name.to_string());
                let key = self.object_const(text, PyClass::Str, target_span);
                self.run_only(Op::SetItem { object, key, value, spends_value: false }, span);
            }
            H::Attribute { base, name } if self.source.is_class_field(*base, name) => {
                match self.source.types.expr(target).is_counted() {
                    true => self.store_field(target, value, span),
                    false => self.bind_place(target, value, span),
                }
            }
            H::Attribute { base, name }
                if matches!(self.source.types.expr(*base), Ty::Pointer { .. })
                    && self.source.types.expr(target).is_object() =>
            {
                // The field of a Python struct.
                let place = self.pointed_field(*base, name, &self.source.types.expr(target), target_span);
                let value = self.coerce(value, &place.ty);
                if !value.ty.is_error() && !place.ty.is_error() {
                    self.require_gil("binding an object in a struct", span);
                    let gives = self.code.gives(&value);
                    self.run_only(Op::Store { place, value, gives }, span);
                }
            }
            H::Attribute { base, name } if self.source.types.expr(*base).is_object() => {
                let value = self.coerce(value, &Ty::OBJECT);
                let object = self.expr(*base);
                self.run_only(Op::SetAttribute { object, name: name.clone(), value }, span);
            }
            H::Subscript { base, indices } if self.source.is_object_element(target) => {
                self.bind_object_element(*base, indices, target, value, span);
            }
            H::Subscript { .. } if self.set_byte(target, &value, span) => {}
            H::Subscript { base, indices } if self.source.types.expr(*base).is_object() => {
                let value = self.as_byte(target, value);
                let value = self.coerce(value, &Ty::OBJECT);
                let object = self.expr(*base);
                let key = self.item_key(*base, indices, target_span);
                self.set_item(object, key, value, span);
            }
            H::Name(Binding::Global(id)) if self.source.types.expr(target).memoryview().is_some() => {
                self.bind_view_of_module(*id, value, span);
            }
            H::Subscript { .. } if self.is_pointed_view(target) => {
                self.store_pointed(target, value, span);
            }
            _ if self.source.types.expr(target).memoryview().is_some()
                && matches!(source.body.exprs[target].kind, H::Subscript { .. }) =>
            {
                self.assign_slice(target, value, span);
            }
            H::Name(Binding::Global(id)) if self.source.types.expr(target).is_object() => {
                self.store_global(*id, target, value, span);
            }
            _ => self.bind_place(target, value, span),
        }
    }

    /// `X = value` of a C variable that holds an object.
    fn store_global(&mut self, id: hir::GlobalId, target: ExprId, value: Expr, span: Span) {
        let ty = self.source.types.expr(target);
        let value = self.coerce(value, &ty);
        if !value.ty.is_error() {
            let name = &self.module.typed.module.globals[id].name;
            self.require_gil(&format!("binding `{name}`, a Python object,"), span);
            let place = Expr::new(ExprKind::Global(id), ty, span);
            let gives = self.code.gives(&value);
            self.run_only(Op::Store { place, value, gives }, span);
        }
    }

    fn bind_place(&mut self, target: ExprId, value: Expr, span: Span) {
        let before = self.code.out.len();
        let place = self.place(target);
        if place.ty.is_error() {
            return;
        }
        if place.ty.memoryview().is_some() {
            self.report(report::not_yet("a field that holds a memoryview", span));
            return;
        }
        let mut value = self.coerce(value, &place.ty);
        if value.ty.is_error() {
            return;
        }
        self.name_conversion_to(&value, target);
        value = self.kept_before(before, value);
        self.code.emit(StmtKind::Assign { place, value }, span);
    }

    /// A value computed before the target's own statements, which begin at `at`: they must not change it.
    pub fn kept_before(&mut self, at: usize, value: Expr) -> Expr {
        if self.only_looks(at) || is_atom(&value) { value } else { self.store_at(at, value) }
    }

    fn bind_local(&mut self, local: LocalId, value: Expr, span: Span) {
        if value.ty.is_error() {
            return;
        }
        if !self.code.locals[local].ty.is_counted() || !self.code.function_owns(local) {
            // In C a result is returned through a pointer, or reports the failure.
            if self.around.try_depth == 0 && self.retarget(&value, local) {
                return;
            }
            let place = self.code.local_expr(local, span);
            self.code.emit(StmtKind::Assign { place, value }, span);
            return;
        }
        if self.code.locals[local].ty.is_object() {
            let what = format!("binding `{}`, a Python object,", self.code.locals[local].name);
            self.require_gil(&what, span);
        }
        if self.around.prange_depth > 0 && !self.code.locals[local].ty.is_object() {
            let name = &self.code.locals[local].name;
            let what = format!("binding `{name}`, which must keep a reference, in a parallel loop");
            // That a field is bound in a region has been reported.
            if !name.contains('.') {
                let refused = report::not_yet(&what, span);
                self.report(refused.note(
                    "use the elements as they are, `x[i, k]`, or pass the view to a C function: `smooth(x[i])`",
                ));
            }
            return;
        }
        // What threads share may hold something at any time.
        let first =
            !self.references.maybe_bound.contains(&local) && !self.around.shared_objects.contains(&local);
        self.references.maybe_bound.insert(local);
        if first && self.retarget(&value, local) {
            return;
        }
        if first && self.code.pending_temp(&value).is_none() {
            self.code.emit(StmtKind::Run { into: Some(local), op: Op::Own(value) }, span);
            return;
        }
        self.fill(local, value, span);
    }

    /// Lets the operation that has just filled a temporary fill the local instead.
    fn retarget(&mut self, value: &Expr, local: LocalId) -> bool {
        let Some(temp) = value.as_local() else { return false };
        if self.source.hir_local(temp).is_some() || self.code.locals[temp].ty != self.code.locals[local].ty {
            return false;
        }
        let Some(Stmt { kind: StmtKind::Run { into, .. }, .. }) = self.code.out.last_mut() else {
            return false;
        };
        if *into != Some(temp) {
            return false;
        }
        *into = Some(local);
        self.code.take_over(temp);
        true
    }

    pub fn aug_assign(&mut self, target: ExprId, operator: Operator, value: ExprId, span: Span) {
        let target_ty = self.source.types.expr(target);
        if target_ty.is_error() || self.assigns_const(target, None) {
            return;
        }
        if self.source.types.expr(value).is_error() {
            // For the errors that it reports.
            self.expr(value);
            return;
        }
        match &self.source.function.body.exprs[target].kind {
            H::Name(Binding::ModuleName(_)) => self.aug_assign_object(target, operator, value, span),
            H::Subscript { .. } if self.source.is_object_element(target) => {
                self.report(report::object_in_place(span));
            }
            // Python's operation: the view is bound to the result's elements.
            _ if target_ty.memoryview().is_some() && self.source.types.expr(value).is_object() => {
                self.aug_assign_object(target, operator, value, span);
            }
            _ if target_ty.is_object() || self.source.is_byte(target) => {
                self.aug_assign_object(target, operator, value, span);
            }
            _ => self.aug_assign_place(target, target_ty, operator, value, span),
        }
    }

    /// `place op= value` on C values: computed in the operator's type, converted back.
    fn aug_assign_place(&mut self, target: ExprId, ty: Ty, operator: Operator, value: ExprId, span: Span) {
        let value_ty = self.source.types.expr(value);
        if value_ty.is_object() && ty.is_numeric() {
            // The operation is Python's: the place's value becomes an object and comes back.
            let place = self.held_place(target, value);
            if place.ty.is_error() {
                return;
            }
            let left = self.coerce(place.clone(), &Ty::OBJECT);
            let right = self.object(value);
            let result = self.object_binary(operator, vec![left, right], true, span);
            let result = self.coerce(result, &ty);
            self.name_conversion_to(&result, target);
            self.code.emit(StmtKind::Assign { place, value: result }, span);
            return;
        }
        let operator = match operator {
            // As in Cython, `/=` of integers is `//=`, at each language level.
            Operator::TrueDivide
                if ty.is_integral() && value_ty.is_integral() && !self.directives.cdivision =>
            {
                Operator::FloorDivide
            }
            other => other,
        };
        let Some(computed) = self.computed_type(operator, &ty, value) else {
            let of_views = ty.memoryview().is_some() || value_ty.memoryview().is_some();
            let (left, right) = (self.source.table().display(&ty), self.source.table().display(&value_ty));
            let report = if of_views { crate::ty::bad_views } else { crate::ty::bad_operands };
            self.report(report(operator.symbol(), &left, &right, span));
            return;
        };
        if let Some(lost) = self.source.fraction_lost_in_place(value, &ty, operator) {
            return self.report(lost);
        }
        let operand_ty = match (operator, &ty) {
            (_, Ty::Pointer { .. }) => Ty::SSIZE,
            (operator, _) if operator.is_shift() => promote_in_c(&value_ty),
            _ => computed.clone(),
        };
        let (place, left, right) = if self.source.is_element_of_view(target) {
            let right = self.operand(operator, value, &operand_ty);
            let (place, right) = self.place_after(target, right);
            let left = self.coerce(place.clone(), &computed);
            (place, left, right)
        } else {
            let place = self.held_place(target, value);
            let before = self.code.out.len();
            let right = self.operand(operator, value, &operand_ty);
            let left = match ty {
                Ty::Pointer { .. } => place.clone(),
                _ => self.coerce(place.clone(), &computed),
            };
            let left = if !self.only_looks(before) && place.as_local().is_none() {
                self.store_at(before, left)
            } else {
                left
            };
            (place, left, right)
        };
        if place.ty.is_error() {
            return;
        }
        let checked = self.directives.clone();
        // The result becomes a C number at once: see `power_in_c`.
        self.directives.cpow = self.directives.cpow.or(Some(true));
        let result = match self.source.is_in_element_of_view(target) && !is_integral_division(operator, &ty) {
            true => self.arithmetic_of_c(operator, left, right, computed, span),
            false => self.arithmetic(operator, left, right, computed, span),
        };
        self.directives = checked;
        let result = self.coerce_down(result, &ty);
        if !result.ty.is_error() {
            self.code.emit(StmtKind::Assign { place, value: result }, span);
        }
    }

    fn arithmetic_of_c(&mut self, operator: Operator, left: Expr, right: Expr, ty: Ty, span: Span) -> Expr {
        let checked = self.directives.clone();
        // A floor division stays one. Overflow is checked if requested: Cython forgets it here.
        self.directives.cdivision |= !matches!(operator, Operator::Modulo | Operator::Power);
        let result = self.arithmetic(operator, left, right, ty, span);
        self.directives = checked;
        result
    }

    fn place_after(&mut self, target: ExprId, value: Expr) -> (Expr, Expr) {
        let before = self.code.out.len();
        let place = self.place(target);
        (place, self.kept_before(before, value))
    }

    /// In-place operators narrow as C's do: `x += 1.5` for a `float`, `n //= 2` for a `short`.
    fn coerce_down(&mut self, value: Expr, ty: &Ty) -> Expr {
        let span = value.span;
        if value.ty == *ty || value.ty.is_error() {
            return value;
        }
        Expr::new(ExprKind::Convert(Box::new(value)), ty.clone(), span)
    }

    fn store_at(&mut self, at: usize, value: Expr) -> Expr {
        let span = value.span;
        let id = self.code.temp("value", value.ty.clone(), Ownership::Borrowed, span);
        let place = self.code.local_expr(id, span);
        self.code.out.insert(at, Stmt::new(StmtKind::Assign { place: place.clone(), value }, span));
        place
    }

    fn computed_type(&self, operator: Operator, ty: &Ty, value: ExprId) -> Option<Ty> {
        let value_ty = self.source.types.expr(value);
        if matches!(ty, Ty::Pointer { .. }) {
            // By the value of a Python number, too.
            let is_number = value_ty.is_integral() || value_ty.is_object();
            let moves = matches!(operator, Operator::Add | Operator::Subtract) && is_number;
            return moves.then(|| ty.clone());
        }
        let literal = crate::hir::constant(&self.source.function.body, value).is_some_and(|value| value >= 0);
        let common = if literal && ty.is_integral() {
            promote_in_c(ty)
        } else {
            self.common_in_c(operator, ty, value)?
        };
        let integral = common.is_integral();
        if self.directives.overflowcheck && integral && operator.may_overflow() {
            let value_ty = if literal { Ty::LONG } else { value_ty };
            return common_type(ty, &value_ty).map(|ty| promoted(&ty));
        }
        match operator {
            Operator::TrueDivide if integral && !self.directives.cdivision => Some(Ty::DOUBLE),
            Operator::BitAnd | Operator::BitOr | Operator::BitXor if !integral => None,
            Operator::ShiftLeft | Operator::ShiftRight => integral.then(|| promote_in_c(ty)),
            Operator::MatrixMultiply => None,
            _ => Some(common),
        }
    }

    /// The type of an in-place operation: where a number of a header is not what its declaration says, that of C.
    fn common_in_c(&self, operator: Operator, ty: &Ty, value: ExprId) -> Option<Ty> {
        let common = common_type(ty, &self.source.types.expr(value))?;
        let divides = matches!(operator, Operator::FloorDivide | Operator::Modulo | Operator::TrueDivide);
        if !self.source.table().has_inexact || !common.is_integral() || divides && !self.directives.cdivision
        {
            return Some(promoted(&common));
        }
        usual_type(ty, &self.natural().in_c(value))
    }

    /// The target's object and key are evaluated once.
    fn aug_assign_object(&mut self, target: ExprId, operator: Operator, value: ExprId, span: Span) {
        let source = self.source.function;
        match &source.body.exprs[target].kind {
            H::Attribute { base, name } if self.source.is_class_field(*base, name) => {
                let operands = self.objects(&[target, value]);
                let result = self.object_binary(operator, operands, true, span);
                self.bind(target, result, span);
            }
            H::Attribute { base, name } => {
                let object = self.object(*base);
                let get = Op::GetAttribute { object: object.clone(), name: name.clone() };
                let left = self.run("old", get, Ty::OBJECT, span);
                let right = self.object(value);
                let value = self.object_binary(operator, vec![left, right], true, span);
                self.run_only(Op::SetAttribute { object, name: name.clone(), value }, span);
            }
            H::Subscript { base, indices } => {
                let object = self.object(*base);
                let key = self.item_key(*base, indices, span);
                let left = self.get_item("old", object.clone(), key.clone(), Ty::OBJECT, span);
                let is_c = !self.source.types.expr(value).is_object();
                let right = self.object(value);
                let mut value = self.object_binary(operator, vec![left, right], true, span);
                if !is_c {
                    let byte = self.as_byte(target, value);
                    value = self.coerce(byte, &Ty::OBJECT);
                }
                self.set_item(object, key, value, span);
            }
            _ => {
                let operands = self.objects(&[target, value]);
                let result = self.object_binary(operator, operands, true, span);
                self.bind(target, result, span);
            }
        }
    }

    /// `with atomic(): place op= value`
    pub fn atomic(&mut self, target: ExprId, operator: Operator, value: ExprId, span: Span) {
        let ty = self.source.types.expr(target);
        let op = match operator {
            Operator::Add => BinaryOp::Add,
            Operator::Subtract => BinaryOp::Subtract,
            Operator::Multiply => BinaryOp::Multiply,
            Operator::BitAnd => BinaryOp::BitAnd,
            Operator::BitOr => BinaryOp::BitOr,
            Operator::BitXor => BinaryOp::BitXor,
            _ => {
                let what = format!("an atomic `{}=`", operator.symbol());
                self.report(report::not_yet(&what, span));
                return;
            }
        };
        let of_truth = self.source.types.expr(value).is_truth();
        // C adds a `double` to a `float` as a `double`, and rounds the sum.
        let wide = Ty::Float(FloatKind::Double);
        let is_wide = ty == Ty::Float(FloatKind::Float) && self.source.types.expr(value) == wide;
        let value = self.value(value, if is_wide { &wide } else { &ty });
        let (place, value) = self.place_after(target, value);
        if place.ty.is_error() || value.ty.is_error() {
            return;
        }
        if let Some(what) = self.source.not_atomic(&place, op, of_truth) {
            self.report(report::not_atomic(&what, span));
            return;
        }
        self.code.emit(StmtKind::Atomic { place, op: AtomicOp::Binary(op), value }, span);
    }
}

impl Code {
    fn function_owns(&self, local: LocalId) -> bool {
        self.locals[local].ownership == Ownership::Owned
    }
}

fn is_integral_division(operator: Operator, ty: &Ty) -> bool {
    let divides = matches!(operator, Operator::TrueDivide | Operator::FloorDivide | Operator::Modulo);
    divides && ty.is_integral()
}
