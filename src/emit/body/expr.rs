//! Expressions.

use super::pointed::is_variable;
use super::{Body, Setting};
use crate::base::Name;
use crate::emit::bug::{OrBug, bug};
use crate::emit::c;
use crate::emit::constants::{ConstPlace, ConstTable};
use crate::emit::types::{c_field, c_type, has_math, math_word, part_word};
use crate::tir::{
    BinaryOp, Callee, CompareOp, Expr, ExprKind, Extern, FunctionId, Header, LogicalOp, MinMax, Singleton,
    Trial, UnaryOp,
};
use crate::ty::{FloatKind, HeaderLength, IntKind, PartKind, Ty, common_type};

/// How C writes a binary operation.
enum Spelled {
    Operator(&'static str),
    Call(String),
}

impl Spelled {
    fn called(name: &str) -> Spelled {
        Spelled::Call(name.to_string())
    }
}

impl Body<'_, '_, '_> {
    pub fn expr(&mut self, expr: &Expr) -> c::Expr {
        if expr.ty.memoryview().is_some() {
            return self.view_struct(expr);
        }
        match &expr.kind {
            ExprKind::Local(id) => self.naming.local(*id),
            ExprKind::Global(id) => {
                let name = c::Expr::name(self.global_name(*id));
                let is_address = self.unit.module.globals[*id].import.is_some();
                if is_address { c::Expr::unary("*", name) } else { name }
            }
            ExprKind::Extern(id) => {
                let name = c::Expr::name(self.unit.symbols.externs[*id].clone());
                if self.unit.module.externs[*id].is_address() { c::Expr::unary("*", name) } else { name }
            }
            ExprKind::Int(value) => self.int(*value, &expr.ty),
            ExprKind::HeaderLength(length) => self.header_length(length, &expr.ty),
            ExprKind::Float(text) => c::float_literal(text, float_name(&expr.ty)),
            ExprKind::Imaginary(text) => imaginary(text, &expr.ty),
            ExprKind::CString(bytes) => c::string_literal(bytes),
            ExprKind::Null => c::Expr::null(),
            ExprKind::FunctionAddress(id) => self.function_address(*id),
            ExprKind::Const(id) => self.object_const(*id),
            ExprKind::Singleton(which) => c::Expr::name(singleton(*which)),
            ExprKind::TypeObject(class) => self.type_object(*class),
            ExprKind::Unary(op, operand) => self.unary(*op, operand, &expr.ty),
            ExprKind::Binary(..) if let Some(base) = expr.squared() => self.square(base),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, &expr.ty),
            ExprKind::Compare(op, left, right) => self.compare(*op, left, right),
            ExprKind::Logical(op, left, right) => {
                let op = if *op == LogicalOp::And { "&&" } else { "||" };
                c::Expr::binary(op, self.expr(left), self.expr(right))
            }
            ExprKind::Select(condition, then, otherwise) => {
                let condition = self.expr(condition);
                c::Expr::conditional(condition, self.chosen(then), self.chosen(otherwise))
            }
            ExprKind::Convert(inner) => self.convert(inner, &expr.ty),
            ExprKind::MinMax(which, left, right) => self.min_max(*which, left, right, &expr.ty),
            ExprKind::Element { view, indices } => self.element(view, indices),
            ExprKind::Extent { view, axis } => self.view(view).extent(*axis),
            ExprKind::Stride { view, axis } => self.view(view).stride_bytes(*axis),
            ExprKind::InOrder { to, from } => self.in_order(to, from),
            ExprKind::Apart(one, other) => self.are_apart(one, other),
            ExprKind::IsNone(inner) => self.is_none(inner),
            ExprKind::IsExactly(object, class) => self.is_exactly(object, *class),
            ExprKind::IsInstance(object, class) => self.is_instance(object, *class),
            ExprKind::Inherits(object, class, name) => {
                let class = self.type_pointer(*class);
                let name = self.tables.string(name);
                c::Expr::call("offcy_inherits", vec![self.expr(object), class, name])
            }
            ExprKind::Index { base, index } => c::Expr::index(self.expr(base), self.expr(index)),
            ExprKind::Field { base, name } if base.ty.is_object() => self.class_field(base, name),
            ExprKind::Field { base, name } if let Some(part) = self.part_of_pointed(base, name) => part,
            ExprKind::Field { base, name } if matches!(base.ty, Ty::Complex(_)) => {
                c::Expr::unary(if name == "real" { "__real__ " } else { "__imag__ " }, self.expr(base))
            }
            ExprKind::Field { base, name } => {
                c::Expr::member(self.expr(base), c_field(self.unit.module, &base.ty, name))
            }
            ExprKind::Deref(pointer) => c::Expr::deref(self.expr(pointer)),
            ExprKind::AddressOf(place) => self.address_of(place),
            ExprKind::SizeOf(ty) => {
                c::Expr::call("sizeof", vec![c::Expr::Type(c_type(&self.unit.symbols, ty))])
            }
            ExprKind::Struct(fields) => self.struct_value(fields, &expr.ty),
            ExprKind::Call(callee, arguments) => self.call(*callee, arguments),
            ExprKind::ThreadId => c::Expr::call("omp_get_thread_num", vec![]),
            ExprKind::HasThreads => c::Expr::call("offcy_has_threads", vec![]),
            ExprKind::Threads => c::Expr::call("offcy_threads", vec![c::Expr::number(0)]),
            ExprKind::Trial(asked, of) => self.trial(*asked, of),
            ExprKind::Slice { .. } | ExprKind::Transpose(_) | ExprKind::ViewOf { .. } => {
                self.view_struct(expr)
            }
        }
    }

    fn struct_value(&mut self, fields: &[(Name, Expr)], ty: &Ty) -> c::Expr {
        let named = fields
            .iter()
            .map(|(name, value)| (Some(c_field(self.unit.module, ty, name)), self.assigned_value(value)));
        let fields = named.collect();
        c::Expr::Compound(c_type(&self.unit.symbols, ty), fields)
    }

    fn trial(&mut self, asked: Trial, of: &[Expr]) -> c::Expr {
        let name = match asked {
            Trial::Since => "offcy_trial_since",
            Trial::Until => "offcy_trial_until",
            Trial::Ended => "offcy_trial_ended",
        };
        c::Expr::call(name, of.iter().map(|one| self.expr(one)).collect())
    }

    /// A view in a struct of its own.
    fn view_struct(&mut self, view: &Expr) -> c::Expr {
        self.view(view).as_struct()
    }

    fn global_name(&self, id: crate::tir::GlobalId) -> String {
        self.unit.symbols.globals[id].clone()
    }

    fn int(&self, value: i128, ty: &Ty) -> c::Expr {
        match ty {
            Ty::Int(kind) => c::int_literal(value, kind.c_name()),
            _ => c::int_literal(value, "int"),
        }
    }

    fn header_length(&self, length: &HeaderLength, ty: &Ty) -> c::Expr {
        let text = c::Expr::name(length.c.as_str());
        let is_name = !length.c.contains(|one: char| !one.is_alphanumeric() && one != '_');
        let length = if is_name { text } else { c::Expr::Paren(Box::new(text)) };
        c::Expr::cast(c_type(&self.unit.symbols, ty), length)
    }

    /// An object made at import: a field of the names' struct, or an element of a table.
    fn object_const(&mut self, id: crate::tir::ConstId) -> c::Expr {
        match self.tables.constant(self.unit.module, id) {
            ConstPlace { table: ConstTable::Name, number } => {
                c::Expr::member(c::Expr::name("offcy_names"), self.tables.strings[number].0.clone())
            }
            ConstPlace { table, number } => {
                c::Expr::index(c::Expr::name(table.variable()), c::Expr::number(number))
            }
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr, ty: &Ty) -> c::Expr {
        let value = self.expr(operand);
        match op {
            UnaryOp::Negate => c::Expr::unary("-", value),
            UnaryOp::Invert => c::Expr::unary("~", value),
            UnaryOp::Not => c::Expr::not(value),
            UnaryOp::Abs if matches!(operand.ty, Ty::Complex(PartKind::FLOAT)) => {
                c::Expr::call("offcy_abs_float_complex", vec![value])
            }
            UnaryOp::Abs if matches!(operand.ty, Ty::Complex(_)) => {
                c::Expr::call("offcy_abs_double_complex", vec![value])
            }
            UnaryOp::Abs => match ty {
                Ty::Float(FloatKind::Float) => c::Expr::call("fabsf", vec![value]),
                Ty::Float(FloatKind::Double) => c::Expr::call("fabs", vec![value]),
                Ty::Float(FloatKind::LongDouble) => c::Expr::call("fabsl", vec![value]),
                Ty::Int(kind) if kind.is_signed() => {
                    let name = match kind.bits() {
                        64 => "llabs",
                        _ => "abs",
                    };
                    c::Expr::call(name, vec![value])
                }
                _ => value,
            },
            UnaryOp::Conjugate => c::Expr::call("offcy_conjugate", vec![value]),
        }
    }

    /// `x ** 2`
    fn square(&mut self, base: &Expr) -> c::Expr {
        let name = if base.ty == Ty::DOUBLE { "offcy_square" } else { "offcy_squaref" };
        c::Expr::call(name, vec![self.expr(base)])
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, ty: &Ty) -> c::Expr {
        let is_shift = matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight);
        let is_untyped = matches!(ty, Ty::Int(_)) && !is_typed(left) && !is_typed(right);
        let (left_value, right_value) = if is_shift || is_untyped {
            (self.typed(left), self.expr(right))
        } else {
            (self.operand(left, right), self.operand(right, left))
        };
        let helper_of = |name: &str, ty: &Ty| Spelled::Call(format!("offcy_{name}_{}", math_word(ty)));
        let helper = |name: &str| helper_of(name, ty);
        let spelled = match op {
            BinaryOp::Add => Spelled::Operator("+"),
            BinaryOp::Subtract => Spelled::Operator("-"),
            BinaryOp::Multiply => Spelled::Operator("*"),
            BinaryOp::Divide | BinaryOp::CDivide if let Ty::Complex(PartKind::Int(kind)) = ty => {
                Spelled::Call(format!("offcy_quotient_{}_complex", part_word(*kind)))
            }
            BinaryOp::Divide | BinaryOp::CDivide => Spelled::Operator("/"),
            BinaryOp::CModulo if matches!(ty, Ty::Float(_)) => {
                Spelled::called(if *ty == Ty::Float(FloatKind::Float) { "fmodf" } else { "fmod" })
            }
            BinaryOp::CModulo => Spelled::Operator("%"),
            BinaryOp::FloorDivide if is_unsigned(ty) => Spelled::Operator("/"),
            BinaryOp::Modulo if is_unsigned(ty) => Spelled::Operator("%"),
            // The smallest number divided by -1 traps; these do not.
            BinaryOp::FloorDivide if right.as_int() == Some(-1) => return c::Expr::unary("-", left_value),
            BinaryOp::Modulo if right.as_int() == Some(-1) => return c::Expr::number(0),
            BinaryOp::FloorDivide if left.is_double_in_c() || right.is_double_in_c() => {
                helper_of("floordiv", &common_type(ty, &Ty::DOUBLE).or_bug("the type of a quotient"))
            }
            BinaryOp::FloorDivide => helper("floordiv"),
            BinaryOp::Modulo => helper("mod"),
            BinaryOp::Power if ty.is_integral() => helper("pow"),
            BinaryOp::Power => Spelled::called(match ty {
                Ty::Float(FloatKind::Float) => "powf",
                Ty::Float(FloatKind::LongDouble) => "powl",
                Ty::Complex(PartKind::FLOAT) => "__builtin_cpowf",
                Ty::Complex(_) => "__builtin_cpow",
                _ => "pow",
            }),
            BinaryOp::ShiftLeft => Spelled::Operator("<<"),
            BinaryOp::ShiftRight => Spelled::Operator(">>"),
            BinaryOp::BitAnd => Spelled::Operator("&"),
            BinaryOp::BitOr => Spelled::Operator("|"),
            BinaryOp::BitXor => Spelled::Operator("^"),
        };
        match spelled {
            Spelled::Operator(op) => c::Expr::binary(op, left_value, right_value),
            Spelled::Call(name) => c::Expr::call(name, vec![left_value, right_value]),
        }
    }

    /// A value where nothing beside it determines the type in C: a literal alone is an `int`.
    fn typed(&mut self, expr: &Expr) -> c::Expr {
        if let (Ty::Int(IntKind::Long), ExprKind::Int(value @ 0..=0x7fff_ffff)) = (&expr.ty, &expr.kind) {
            return c::Expr::literal(format!("{value}L"));
        }
        let value = self.expr(expr);
        match &expr.ty {
            Ty::Int(kind)
                if kind.rank() >= IntKind::Int.rank() && *kind != IntKind::Int && !is_typed(expr) =>
            {
                c::Expr::cast(c_type(&self.unit.symbols, &expr.ty), value)
            }
            _ => value,
        }
    }

    pub(crate) fn compare(&mut self, op: CompareOp, left: &Expr, right: &Expr) -> c::Expr {
        c::Expr::binary(op.symbol(), self.operand(left, right), self.operand(right, left))
    }

    /// One side of an arithmetic operator or comparison. A conversion that C makes implicitly, because the other
    /// side has the type, needs no cast.
    fn operand(&mut self, expr: &Expr, other: &Expr) -> c::Expr {
        match &expr.kind {
            ExprKind::Convert(inner) if widens(&inner.ty, &expr.ty) && shows_type(other) => self.expr(inner),
            _ => self.expr(expr),
        }
    }

    /// The right side of an assignment, or a result: C converts it.
    pub(super) fn assigned_value(&mut self, expr: &Expr) -> c::Expr {
        match &expr.kind {
            ExprKind::Convert(inner) if widens(&inner.ty, &expr.ty) => self.expr(inner),
            _ => self.expr(expr),
        }
    }

    fn convert(&mut self, inner: &Expr, ty: &Ty) -> c::Expr {
        // Between typedefs of headers, C may have two types where the declarations say one.
        if inner.ty == *ty && !matches!(ty, Ty::Function(_)) {
            return self.chosen(inner);
        }
        let value = self.expr(inner);
        match (ty, &inner.ty) {
            (Ty::Bint, from) if from.has_items() => c::Expr::call("offcy_has_items", vec![value]),
            // A byte that is 0 or 1.
            (Ty::Bint | Ty::Int(IntKind::Int), Ty::Int(IntKind::Bool)) => value,
            // A truth value is an `int`.
            (Ty::Bint, Ty::Int(IntKind::Int)) | (Ty::Int(IntKind::Int), Ty::Bint) => value,
            (Ty::Bint, from) if !matches!(from, Ty::Int(_)) => {
                c::Expr::binary("!=", value, c::Expr::number(0))
            }
            // C adds `const` by itself, but not to the elements of arrays.
            (Ty::Pointer { to, .. }, Ty::Pointer { to: before, is_const: false })
                if to == before && !to.is_array() =>
            {
                value
            }
            (Ty::Pointer { to, .. }, Ty::Array { element, .. }) => {
                let first = match self.setting == Setting::Kernel && is_variable(inner) {
                    true => c::Expr::lent(c::Expr::index(value, c::Expr::number(0))),
                    false => value,
                };
                if to == element || **to == Ty::Void {
                    first
                } else {
                    c::Expr::cast(c_type(&self.unit.symbols, ty), first)
                }
            }
            _ => c::Expr::cast(c_type(&self.unit.symbols, ty), value),
        }
    }

    /// A comparison where that reads well, which repeats one of the operands; otherwise a call.
    fn min_max(&mut self, which: MinMax, left: &Expr, right: &Expr, ty: &Ty) -> c::Expr {
        let (word, op) = if which == MinMax::Min { ("min", "<") } else { ("max", ">") };
        if has_math(ty) && !(is_short(left) && is_short(right)) {
            let arguments = vec![self.assigned_value(left), self.assigned_value(right)];
            return c::Expr::call(format!("offcy_{word}_{}", math_word(ty)), arguments);
        }
        let (a, b) = (self.chosen(left), self.chosen(right));
        c::Expr::conditional(c::Expr::binary(op, b.clone(), a.clone()), b, a)
    }

    /// One of several values, of the type that they all have: what C computes with more digits than a `float` has
    /// is rounded.
    fn chosen(&mut self, expr: &Expr) -> c::Expr {
        let value = self.expr(expr);
        if expr.ty == Ty::Float(FloatKind::Float) && expr.is_double_in_c() {
            return c::Expr::cast(c_type(&self.unit.symbols, &expr.ty), value);
        }
        value
    }

    fn element(&mut self, view: &Expr, indices: &[Expr]) -> c::Expr {
        let value = self.view(view);
        // Where an index is zero, nobody needs the stride.
        let indices: Vec<_> = indices
            .iter()
            .map(|index| if index.as_int() == Some(0) { c::Expr::number(0) } else { self.expr(index) })
            .collect();
        value.element(&indices)
    }

    fn is_none(&mut self, inner: &Expr) -> c::Expr {
        if let Some(place) = self.pointed_place(inner) {
            return c::Expr::binary("==", c::Expr::member(place, "memview"), c::Expr::name("Py_None"));
        }
        if inner.ty.memoryview().is_some() {
            let value = self.view(inner);
            let address = value.owner.clone().unwrap_or_else(|| value.pointer());
            return c::Expr::binary("==", address, c::Expr::null());
        }
        c::Expr::binary("==", self.expr(inner), c::Expr::name("Py_None"))
    }

    /// In kernels the function itself: a device calls it where it is known.
    fn function_address(&self, id: FunctionId) -> c::Expr {
        c::Expr::name(match self.setting {
            Setting::Kernel => self.callee_name(id),
            _ => super::super::glue::function_address(self.unit, id),
        })
    }

    pub(crate) fn call(&mut self, callee: Callee, arguments: &[Expr]) -> c::Expr {
        match callee {
            Callee::Function(id) => {
                let arguments = self.arguments(id, arguments);
                c::Expr::call(self.callee_name(id), arguments)
            }
            Callee::Extern(id) => {
                let function = &self.unit.module.externs[id];
                let fixed = match &function.ty {
                    Ty::Function(signature) if signature.is_variadic => signature.params.len(),
                    _ => arguments.len(),
                };
                if let Some(rounded) = self.rounded(function, arguments) {
                    return rounded;
                }
                let (named, others) = arguments.split_at(fixed.min(arguments.len()));
                let mut arguments: Vec<_> = named.iter().map(|argument| self.passed(argument)).collect();
                arguments.extend(others.iter().map(|argument| self.typed(argument)));
                if self.setting == Setting::Kernel && function.import.is_some() {
                    return c::Expr::call(format!("offcy_blas_{}", function.c_name), arguments);
                }
                let name = match function.c_name.as_str() {
                    "malloc" if self.setting == Setting::Kernel => "offcy_malloc",
                    "calloc" if self.setting == Setting::Kernel => "offcy_calloc",
                    "qsort" if self.setting == Setting::Kernel => "offcy_sort",
                    "clock" if self.setting == Setting::Kernel => "offcy_processor_time",
                    _ => self.unit.symbols.externs[id].as_str(),
                };
                let name = c::Expr::name(name);
                let function = if function.is_address() { c::Expr::unary("*", name) } else { name };
                c::Expr::Call(Box::new(function), arguments)
            }
        }
    }

    /// The call of a function that `offcy_round.h` has in the place of C's.
    fn rounded(&mut self, function: &Extern, arguments: &[Expr]) -> Option<c::Expr> {
        let name = function.c_name.as_str();
        let of_double = name.strip_suffix('f').unwrap_or(name);
        let is_c = |include| match &self.unit.module.includes[include].header {
            Some(Header::System(header) | Header::User(header)) => header == "math.h",
            None => false,
        };
        let is_one = matches!(of_double, "floor" | "ceil" | "trunc" | "rint" | "nearbyint" | "round");
        let [argument] = arguments else { return None };
        if !is_one || !function.include.is_some_and(is_c) {
            return None;
        }
        match &argument.kind {
            // The integer near a `float` is one, too.
            ExprKind::Convert(inner) if inner.ty == Ty::Float(FloatKind::Float) && name == of_double => {
                let argument = self.passed(inner);
                let rounded = c::Expr::call(format!("offcy_{name}f"), vec![argument]);
                Some(c::Expr::cast(c_type(&self.unit.symbols, &Ty::DOUBLE), rounded))
            }
            _ => {
                let argument = self.passed(argument);
                Some(c::Expr::call(format!("offcy_{name}"), vec![argument]))
            }
        }
    }

    /// An argument of a function that is not in the kernels' file.
    pub fn passed(&mut self, argument: &Expr) -> c::Expr {
        if argument.ty.memoryview().is_some() { self.view(argument).as_struct() } else { self.expr(argument) }
    }

    /// The C arguments of a call of a function of the module: views as the callee takes them.
    pub fn arguments(&mut self, callee: FunctionId, arguments: &[Expr]) -> Vec<c::Expr> {
        let is_kernel = self.unit.placement.in_kernels(callee);
        let params = self.unit.module.functions[callee].params.len();
        let mut list = Vec::new();
        for (index, argument) in arguments.iter().enumerate() {
            match argument.ty.memoryview() {
                // An argument of a variadic function.
                _ if index >= params => list.push(self.typed(argument)),
                Some(_) if is_kernel => {
                    let parts = self.unit.demands.param(self.unit.module, callee, index);
                    let value = self.view(argument);
                    list.push(value.pointer());
                    list.extend(
                        (0..value.ndim())
                            .filter(|&axis| parts.has_extent(axis))
                            .map(|axis| value.extent(axis)),
                    );
                    list.extend(
                        (0..value.ndim())
                            .filter(|&axis| parts.has_stride(axis))
                            .map(|axis| value.stride_bytes(axis)),
                    );
                }
                _ => list.push(self.passed(argument)),
            }
        }
        if self.setting == Setting::Kernel && self.unit.placement.notes_drops(callee) {
            list.push(c::Expr::name("_error"));
        }
        list
    }
}

fn float_name(ty: &Ty) -> &'static str {
    match ty {
        Ty::Float(kind) | Ty::Complex(PartKind::Float(kind)) => kind.c_name(),
        _ => bug("the type of a literal with a fraction"),
    }
}

/// `2.0i`, of the literal's type.
fn imaginary(text: &str, ty: &Ty) -> c::Expr {
    let suffix = if float_name(ty) == "float" { "fi" } else { "i" };
    c::Expr::literal(format!("{}{suffix}", c::float_literal(text, float_name(ty))))
}

fn singleton(which: Singleton) -> &'static str {
    match which {
        Singleton::None => "Py_None",
        Singleton::True => "Py_True",
        Singleton::False => "Py_False",
        Singleton::Ellipsis => "Py_Ellipsis",
    }
}

/// Whether C converts from one type to the other implicitly wherever it matters, keeping the value.
fn widens(from: &Ty, to: &Ty) -> bool {
    match (from, to) {
        (Ty::Bint, Ty::Float(_)) => true,
        (Ty::Int(_), Ty::Float(_)) => true,
        (Ty::Float(from), Ty::Float(to)) => from < to,
        (Ty::Int(from), Ty::Int(to)) => {
            from.is_signed() == to.is_signed() && from.rank() < to.rank() && to.rank() >= IntKind::Int.rank()
        }
        _ => false,
    }
}

/// Whether an expression that stands alone has its own type in C: that of a literal may be `int`.
fn is_typed(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_) => false,
        ExprKind::Unary(_, inner) => is_typed(inner),
        ExprKind::Select(_, then, otherwise) => is_typed(then) || is_typed(otherwise),
        _ => true,
    }
}

/// Whether an expression may appear twice in a line.
fn is_short(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Local(_) | ExprKind::Global(_) | ExprKind::Extern(_) | ExprKind::Extent { .. } => true,
        ExprKind::Int(_) | ExprKind::Float(_) => true,
        ExprKind::Convert(inner) | ExprKind::Unary(UnaryOp::Negate, inner) => is_short(inner),
        ExprKind::Field { base, .. } => is_short(base),
        ExprKind::Element { indices, .. } => indices.iter().all(is_short),
        ExprKind::Index { base, index } => is_short(base) && is_short(index),
        _ => false,
    }
}

/// Whether an expression determines the type of what is beside it, so that C converts that implicitly.
fn shows_type(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_) => false,
        ExprKind::Binary(BinaryOp::ShiftLeft | BinaryOp::ShiftRight, left, _) => shows_type(left),
        ExprKind::Binary(_, left, right) => {
            let is_cast = |expr: &Expr| matches!(expr.kind, ExprKind::Convert(_));
            shows_type(left) && !is_cast(left) || shows_type(right) && !is_cast(right)
        }
        ExprKind::Unary(_, inner) => shows_type(inner) && !matches!(inner.kind, ExprKind::Convert(_)),
        ExprKind::Select(_, then, otherwise) => shows_type(then) && shows_type(otherwise),
        // A cast may itself be left out because of this side.
        ExprKind::Convert(inner) => !widens(&inner.ty, &expr.ty),
        _ => true,
    }
}

fn is_unsigned(ty: &Ty) -> bool {
    matches!(ty, Ty::Int(kind) if !kind.is_signed())
}
