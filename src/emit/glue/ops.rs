//! Operations on Python objects as calls of CPython and the runtime.

use super::conversions::{acquisition, conversion, to_object};
use super::dtypes::dtype;
use super::error_values::is_error_value;
use crate::base::Name;
use crate::emit::body::Body;
use crate::emit::c;
use crate::emit::lir::Stmt as C;
use crate::emit::types::view_struct;
use crate::source::Span;
use crate::tir::{
    Callee, CompareOp, Conversion, Expr, ExternId, LocalId, ObjectBinaryOp, ObjectUnaryOp, Op, Runtime,
};
use crate::ty::{Contiguity, ExceptionSpec, PyClass, Signature, Ty};

/// Writes one operation and its failure check.
pub fn run(body: &mut Body<'_, '_, '_>, into: Option<LocalId>, op: &Op, span: Span) {
    match op {
        Op::Own(value) => body.own_counted(into, value),
        Op::Store { place, value } => body.store_counted(place, value),
        Op::CheckClass { value, class, allows_none } => {
            let pointer = body.type_pointer(*class);
            let arguments = vec![body.expr(value), pointer, c::Expr::bool(*allows_none)];
            status(body, call(class_check(*class), arguments), span);
        }
        Op::FromObject(value) => from_object(body, into, value, span),
        Op::ViewFromObject(value) => view_from_object(body, into, value, span),
        Op::Letter { text, index } => {
            let arguments = vec![target(body, into), body.expr(text), body.expr(index)];
            let name = match text.ty {
                Ty::Object(PyClass::Bytes) => "offcy_byte_at",
                _ => "offcy_letter_at",
            };
            status(body, call(name, arguments), span);
        }
        Op::Truth(value) => {
            let call = call("offcy_bint_from_object", vec![target(body, into), body.expr(value)]);
            status(body, call, span);
        }
        Op::Contains { item, container } => {
            let arguments = vec![body.expr(container), body.expr(item)];
            // What is declared to be one, and is `None`, cannot be iterated over.
            let has_keys =
                matches!(container.ty, Ty::Object(PyClass::Dict | PyClass::FrozenDict | PyClass::Set));
            let name = if has_keys { "offcy_contains_key" } else { "PySequence_Contains" };
            assigned_status(body, into, call(name, arguments), span);
        }
        Op::Unary { op: ObjectUnaryOp::Not, operand } => {
            let operand = body.expr(operand);
            assigned_status(body, into, call("PyObject_Not", vec![operand]), span);
        }
        Op::Runtime { function, arguments } if function.gives_number() => {
            let arguments = arguments.iter().map(|argument| body.expr(argument)).collect();
            let result = call(function.c_name(), arguments);
            if *function == Runtime::Hash {
                let result =
                    into.map_or(result.clone(), |into| c::Expr::assign(body.naming.local(into), "=", result));
                body.leave_if(c::Expr::binary("==", result, c::Expr::number(-1)), span);
            } else {
                assigned_status(body, into, result, span);
            }
        }
        Op::CallExtern { external, arguments } => call_extern(body, into, *external, arguments, span),
        Op::CheckRaised => body.leave_if(has_raised(), span),
        Op::Raised => {
            body.out.push(C::call("offcy_require_exception", vec![]));
            let leave = body.fail_at(span);
            body.out.push(leave);
        }
        Op::CallPointer { pointer, arguments } => call_pointer(body, into, pointer, arguments, span),
        Op::NextItem(iterator) => next_item(body, into, *iterator, span),
        Op::Raise { exception, cause } => {
            let exception = body.expr(exception);
            let raised = match cause.as_ref().map(|cause| body.expr(cause)) {
                Some(cause) => C::call("offcy_raise_from", vec![exception, cause]),
                None => C::call("offcy_raise_object", vec![exception]),
            };
            body.out.push(raised);
            let leave = body.fail_at(span);
            body.out.push(leave);
        }
        Op::Reraise { exception } => {
            let exception = exception.as_ref().map_or(c::Expr::null(), |value| body.expr(value));
            body.reraise(exception, span);
        }
        Op::Matches { exception, class } => {
            let Some(into) = into else { return };
            let arguments = vec![body.expr(exception), body.expr(class)];
            let target = body.naming.local(into);
            body.out.push(C::assign(target, call("PyErr_GivenExceptionMatches", arguments)));
        }
        Op::ExitWith { exit, exception } => {
            let arguments = vec![body.expr(exit), body.expr(exception)];
            assigned_status(body, into, call("offcy_exit_with", arguments), span);
        }
        Op::Unpack { sequence, targets, rest } => {
            let mut arguments = vec![body.expr(sequence), c::Expr::number(targets.len())];
            arguments.extend(rest.map(c::Expr::number));
            arguments.extend(targets.iter().map(|&id| address(body, id)));
            let name = match targets.len() {
                _ if rest.is_some() => "offcy_unpack_rest",
                2 => {
                    arguments.remove(1);
                    "offcy_unpack_pair"
                }
                _ => "offcy_unpack",
            };
            status(body, call(name, arguments), span);
        }
        Op::StoreName { .. }
        | Op::SetAttribute { .. }
        | Op::SetItem { .. }
        | Op::DelItem { .. }
        | Op::DelAttribute { .. }
        | Op::DelName { .. }
        | Op::Gather { .. } => {
            let call = store(body, op);
            status(body, call, span);
        }
        Op::Yield(value) => super::generator::wait(body, into, value, span),
        Op::YieldFrom(iterator) => super::generator::delegate(body, into, iterator, span),
        Op::ViewToObject(value) => {
            let is_lent = into.is_some_and(|object| body.unit.is_lent(body.id, object));
            let value = view_to_object(body, value, if is_lent { "lend" } else { "to_object" });
            object_result(body, into, value, span);
        }
        _ => {
            let value = object(body, op);
            object_result(body, into, value, span);
        }
    }
}

fn view_to_object(body: &mut Body<'_, '_, '_>, value: &Expr, how: &str) -> c::Expr {
    let Some(view) = value.ty.memoryview().cloned() else { return c::Expr::null() };
    let dtype = dtype(body.unit, body.tables, &view);
    call(&format!("{}_{how}", view_struct(&view)), vec![body.expr(value), dtype])
}

fn call(name: &str, arguments: Vec<c::Expr>) -> c::Expr {
    c::Expr::call(name, arguments)
}

fn address(body: &Body<'_, '_, '_>, local: LocalId) -> c::Expr {
    c::Expr::address(body.naming.local(local))
}

/// The address of the local that takes a C result.
fn target(body: &Body<'_, '_, '_>, into: Option<LocalId>) -> c::Expr {
    into.map_or(c::Expr::null(), |local| address(body, local))
}

fn status(body: &mut Body<'_, '_, '_>, call: c::Expr, span: Span) {
    body.check_step(call, span);
}

fn assigned_status(body: &mut Body<'_, '_, '_>, into: Option<LocalId>, call: c::Expr, span: Span) {
    let Some(into) = into else { return status(body, call, span) };
    let assigned = c::Expr::assign(body.naming.local(into), "=", call);
    status(body, assigned, span);
}

pub fn object_result(body: &mut Body<'_, '_, '_>, into: Option<LocalId>, value: c::Expr, span: Span) {
    let Some(into) = into else { return status(body, call("offcy_drop", vec![value]), span) };
    let target = body.naming.local(into);
    body.try_step(target, value, span);
}

/// A C function of another module that reports an exception through its result, or must be asked.
fn call_extern(
    body: &mut Body<'_, '_, '_>,
    into: Option<LocalId>,
    external: ExternId,
    arguments: &[Expr],
    span: Span,
) {
    let Ty::Function(signature) = body.unit.module.externs[external].ty.clone() else { return };
    let call = body.call(Callee::Extern(external), arguments);
    foreign_result(body, into, call, &signature, span);
}

fn call_pointer(
    body: &mut Body<'_, '_, '_>,
    into: Option<LocalId>,
    pointer: &Expr,
    arguments: &[Expr],
    span: Span,
) {
    let Ty::Function(signature) = pointer.ty.clone() else { return };
    let arguments = arguments.iter().map(|argument| body.passed(argument)).collect();
    let call = c::Expr::Call(Box::new(body.expr(pointer)), arguments);
    foreign_result(body, into, call, &signature, span);
}

/// The result of a function that reports exceptions as its type says.
fn foreign_result(
    body: &mut Body<'_, '_, '_>,
    into: Option<LocalId>,
    call: c::Expr,
    signature: &Signature,
    span: Span,
) {
    if signature.exception == ExceptionSpec::Null {
        return object_result(body, into, call, span);
    }
    let target = into.map(|into| body.naming.local(into));
    body.out.push(match &target {
        Some(target) => C::assign(target.clone(), call),
        None => call.into(),
    });
    if signature.exception == ExceptionSpec::Never {
        return;
    }
    let failed = match (&signature.exception, target) {
        (ExceptionSpec::Value(value), Some(target)) => is_error_value(&target, value, &signature.result),
        (ExceptionSpec::MaybeValue(value), Some(target)) => {
            let is_value = is_error_value(&target, value, &signature.result);
            c::Expr::binary("&&", is_value, self::call("PyErr_Occurred", vec![]))
        }
        _ => has_raised(),
    };
    body.leave_if(failed, span);
}

/// Whether an exception is set.
fn has_raised() -> c::Expr {
    c::Expr::binary("!=", call("PyErr_Occurred", vec![]), c::Expr::null())
}

fn next_item(body: &mut Body<'_, '_, '_>, into: Option<LocalId>, iterator: LocalId, span: Span) {
    let Some(into) = into else { return };
    let (target, iterator) = (body.naming.local(into), body.naming.local(iterator));
    body.out.push(C::assign(target.clone(), call("offcy_next", vec![iterator])));
    let ended = c::Expr::binary("==", target, c::Expr::null());
    body.leave_if(c::Expr::binary("&&", ended, call("offcy_iterator_failed", vec![])), span);
}

fn from_object(body: &mut Body<'_, '_, '_>, into: Option<LocalId>, value: &Expr, span: Span) {
    let Some(into) = into else { return };
    let ty = body.function.locals[into].ty.clone();
    let value = body.expr(value);
    let call = conversion(body, &ty, address(body, into), value);
    status(body, call, span);
}

fn view_from_object(body: &mut Body<'_, '_, '_>, into: Option<LocalId>, value: &Expr, span: Span) {
    let Some(into) = into else { return };
    let Some(view) = body.function.locals[into].ty.memoryview().cloned() else { return };
    let is_fresh = value.as_local().is_some_and(|object| body.unit.is_fresh(body.id, object));
    let value = body.expr(value);
    let call = acquisition(body, &view, address(body, into), value);
    status(body, call, span);
    if is_fresh {
        let owner = c::Expr::member(body.naming.local(into), "owner");
        body.out.push(C::call("offcy_note_new_buffer", vec![owner]));
    }
}

fn store(body: &mut Body<'_, '_, '_>, op: &Op) -> c::Expr {
    match op {
        Op::StoreName { name, value } => {
            let name = body.tables.string(name);
            let arguments = vec![c::Expr::name("offcy_globals"), name, body.expr(value)];
            call("PyDict_SetItem", arguments)
        }
        Op::SetAttribute { object, name, value } => {
            let name = body.tables.string(name);
            call("PyObject_SetAttr", vec![body.expr(object), name, body.expr(value)])
        }
        Op::SetItem { object, key, value } => {
            call("offcy_set_item", vec![body.expr(object), body.expr(key), body.expr(value)])
        }
        Op::DelAttribute { object, name } => {
            let name = body.tables.string(name);
            call("PyObject_SetAttr", vec![body.expr(object), name, c::Expr::null()])
        }
        Op::DelName { name, if_bound } => {
            let name = body.tables.string(name);
            let if_bound = c::Expr::bool(*if_bound);
            call("offcy_delete_name", vec![c::Expr::name("offcy_globals"), name, if_bound])
        }
        Op::Gather { into, items } => {
            let name = match into.ty {
                Ty::Object(PyClass::Dict) => "PyDict_SetItem",
                _ => "PyList_Append",
            };
            let into = body.expr(into);
            let items = items.iter().map(|item| body.expr(item));
            call(name, std::iter::once(into).chain(items).collect())
        }
        Op::DelItem { object, key } => call("PyObject_DelItem", vec![body.expr(object), body.expr(key)]),
        _ => c::Expr::number(0),
    }
}

/// Operations that return a new object.
fn object(body: &mut Body<'_, '_, '_>, op: &Op) -> c::Expr {
    match op {
        Op::Import { module, leaf } => {
            let module = c::string_literal(module.as_bytes());
            let leaf = c::Expr::bool(*leaf);
            call("offcy_import", vec![module, leaf])
        }
        Op::ImportFrom { level, module, names } => {
            let module = c::string_literal(module.as_bytes());
            let counts = [*level as usize, names.len()].map(c::Expr::number);
            let [level, count] = counts;
            let mut arguments = vec![c::Expr::name("offcy_globals"), module, level, count];
            arguments.extend(names.iter().map(|name| body.tables.string(name)));
            call("offcy_import_from", arguments)
        }
        Op::ImportName { module, name } => {
            let name = body.tables.string(name);
            call("offcy_import_name", vec![body.expr(module), name])
        }
        Op::ImportAll { module, kept, refused } => {
            let counts = [kept.len(), refused.len()].map(c::Expr::number);
            let mut arguments = vec![c::Expr::name("offcy_globals"), body.expr(module)];
            arguments.extend(counts);
            arguments.extend(kept.iter().map(|name| body.tables.string(name)));
            for (name, words) in refused {
                arguments.extend([body.tables.string(name), c::string_literal(words.as_bytes())]);
            }
            call("offcy_import_all", arguments)
        }
        Op::LoadName(name) => {
            let name = body.tables.string(name);
            call("OFFCY_LOAD_NAME", vec![c::Expr::name("offcy_globals"), name])
        }
        Op::LoadBuiltin(name) => {
            let field = body.tables.builtin(name);
            let [kept, name] =
                ["offcy_builtins", "offcy_names"].map(|table| c::Expr::member(c::Expr::name(table), &field));
            call("offcy_kept_builtin", vec![kept, name])
        }
        Op::GetAttribute { object, name } => {
            let name = body.tables.string(name);
            call("PyObject_GetAttr", vec![body.expr(object), name])
        }
        Op::SpecialMethod { object, name } => {
            let name = body.tables.string(name);
            call("offcy_special_method", vec![body.expr(object), name])
        }
        Op::GetItem { object, key } => call("offcy_get_item", vec![body.expr(object), body.expr(key)]),
        Op::CallObject { callee, arguments, keywords } => call_object(body, callee, arguments, keywords),
        Op::CallMethod { object, name, arguments } => call_method(body, object, name, arguments),
        Op::Binary { op, left, right, in_place } => binary(body, *op, left, right, *in_place),
        Op::Unary { op, operand } => {
            let name = match op {
                ObjectUnaryOp::Negate => "PyNumber_Negative",
                ObjectUnaryOp::Positive => "PyNumber_Positive",
                ObjectUnaryOp::Invert | ObjectUnaryOp::Not => "PyNumber_Invert",
            };
            call(name, vec![body.expr(operand)])
        }
        Op::Compare { op, left, right } => {
            let op = c::Expr::name(comparison(*op));
            call("offcy_compare", vec![body.expr(left), body.expr(right), op])
        }
        Op::Tuple(items) => pack(body, "PyTuple_Pack", items),
        Op::List(items) => pack(body, "offcy_list", items),
        Op::Join(items) => pack(body, "offcy_join", items),
        Op::Text { conversion, value } => {
            let name = match conversion {
                Conversion::Str => "PyObject_Str",
                Conversion::Repr => "PyObject_Repr",
                Conversion::Ascii => "PyObject_ASCII",
            };
            call(name, vec![body.expr(value)])
        }
        Op::Format { value, format } => {
            let format = format.as_ref().map_or(c::Expr::null(), |format| body.expr(format));
            call("PyObject_Format", vec![body.expr(value), format])
        }
        Op::Dict(items) => {
            let mut arguments = vec![c::Expr::number(items.len())];
            for (key, value) in items {
                arguments.push(body.expr(key));
                arguments.push(body.expr(value));
            }
            call("offcy_dict", arguments)
        }
        Op::MakeFunction { function, scope, defaults } => {
            let (maker, what) = match super::fused::made(body.unit, *function) {
                Some(fused) => ("offcy_make_fused", vec![fused, c::Expr::name("offcy_file")]),
                None => {
                    let name = body.unit.symbols.definitions[*function].clone();
                    ("offcy_make_function", vec![c::Expr::address(c::Expr::name(name))])
                }
            };
            let mut arguments = what;
            arguments.push(c::Expr::name("offcy_globals"));
            for part in [scope, defaults] {
                arguments.push(part.as_ref().map_or(c::Expr::null(), |part| body.expr(part)));
            }
            call(maker, arguments)
        }
        Op::Runtime { function, arguments } => {
            let globals = function.takes_globals().then(|| c::Expr::name("offcy_globals"));
            let count = function.takes_count().then(|| c::Expr::number(arguments.len()));
            let arguments = arguments.iter().map(|argument| body.expr(argument));
            call(function.c_name(), globals.into_iter().chain(count).chain(arguments).collect())
        }
        Op::ArrayOver { pointer, extents, view } => {
            let dtype = dtype(body.unit, body.tables, view);
            let order = if view.contiguity() == Contiguity::Fortran { "'F'" } else { "'C'" };
            let order = c::Expr::literal(order);
            let fixed = vec![body.expr(pointer), dtype, order, c::Expr::number(extents.len())];
            let list = extents.iter().map(|extent| (None, body.expr(extent))).collect();
            let list = c::Expr::Compound(c::Type::named("const Py_ssize_t[]"), list);
            call("offcy_array_over", fixed.into_iter().chain([list]).collect())
        }
        Op::Characters { text, start, stop, class } => {
            let name = if *class == PyClass::ByteArray { "offcy_bytearray_of" } else { "offcy_bytes_of" };
            let part = part_of_text(body, text, start, stop.as_ref());
            call(name, part)
        }
        Op::Decode { text, start, stop, encoding, errors } => {
            let mut arguments = part_of_text(body, text, start, stop.as_ref());
            for part in [encoding, errors] {
                arguments.push(part.as_ref().map_or(c::Expr::null(), |part| body.expr(part)));
            }
            call("offcy_decode", arguments)
        }
        Op::SliceObject { start, stop, step } => {
            call("PySlice_New", vec![body.expr(start), body.expr(stop), body.expr(step)])
        }
        Op::ToObject(value) => {
            let ty = value.ty.clone();
            let value = body.expr(value);
            to_object(body, &ty, value)
        }
        Op::GetIterator(value) => call("PyObject_GetIter", vec![body.expr(value)]),
        _ => c::Expr::null(),
    }
}

fn pack(body: &mut Body<'_, '_, '_>, name: &str, items: &[Expr]) -> c::Expr {
    let mut arguments = vec![c::Expr::number(items.len())];
    arguments.extend(items.iter().map(|item| body.expr(item)));
    call(name, arguments)
}

fn part_of_text(body: &mut Body<'_, '_, '_>, text: &Expr, start: &Expr, stop: Option<&Expr>) -> Vec<c::Expr> {
    let stop = stop.map_or(c::Expr::name("OFFCY_END"), |stop| body.expr(stop));
    vec![body.expr(text), body.expr(start), stop]
}

/// `(PyObject *[]){a, b}`
fn object_array(items: Vec<c::Expr>) -> c::Expr {
    let ty = c::Type::named("PyObject *[]");
    c::Expr::Compound(ty, items.into_iter().map(|item| (None, item)).collect())
}

fn call_object(
    body: &mut Body<'_, '_, '_>,
    callee: &Expr,
    arguments: &[Expr],
    keywords: &[(Name, Expr)],
) -> c::Expr {
    let callee = body.expr(callee);
    let mut values: Vec<_> = arguments.iter().map(|argument| body.expr(argument)).collect();
    if keywords.is_empty() {
        return match values.len() {
            0 => call("PyObject_CallNoArgs", vec![callee]),
            1 => call("offcy_call_one", vec![callee, values.remove(0)]),
            count => call(
                "PyObject_Vectorcall",
                vec![callee, object_array(values), c::Expr::number(count), c::Expr::null()],
            ),
        };
    }
    let count = values.len();
    values.extend(keywords.iter().map(|(_, value)| body.expr(value)));
    let names: Vec<&str> = keywords.iter().map(|(name, _)| name.as_str()).collect();
    let names = body.tables.keywords(&names);
    call("PyObject_Vectorcall", vec![callee, object_array(values), c::Expr::number(count), names])
}

fn call_method(body: &mut Body<'_, '_, '_>, object: &Expr, name: &Name, arguments: &[Expr]) -> c::Expr {
    let (is_append, is_get) = (name == "append", name == "get");
    let name = body.tables.string(name);
    let object = body.expr(object);
    let mut values: Vec<_> = arguments.iter().map(|argument| body.expr(argument)).collect();
    match values.len() {
        2 if is_get => {
            values.splice(0..0, [object, name]);
            call("offcy_get_or", values)
        }
        0 => call("PyObject_CallMethodNoArgs", vec![object, name]),
        1 if is_append => call("offcy_append", vec![object, name, values.remove(0)]),
        1 => call("PyObject_CallMethodOneArg", vec![object, name, values.remove(0)]),
        count => {
            values.insert(0, object);
            call(
                "PyObject_VectorcallMethod",
                vec![name, object_array(values), c::Expr::number(count + 1), c::Expr::null()],
            )
        }
    }
}

fn binary(
    body: &mut Body<'_, '_, '_>,
    op: ObjectBinaryOp,
    left: &Expr,
    right: &Expr,
    in_place: bool,
) -> c::Expr {
    let word = match op {
        ObjectBinaryOp::Add => "Add",
        ObjectBinaryOp::Subtract => "Subtract",
        ObjectBinaryOp::Multiply => "Multiply",
        ObjectBinaryOp::TrueDivide => "TrueDivide",
        ObjectBinaryOp::FloorDivide => "FloorDivide",
        ObjectBinaryOp::Modulo => "Remainder",
        ObjectBinaryOp::Power => "Power",
        ObjectBinaryOp::MatrixMultiply => "MatrixMultiply",
        ObjectBinaryOp::ShiftLeft => "Lshift",
        ObjectBinaryOp::ShiftRight => "Rshift",
        ObjectBinaryOp::BitAnd => "And",
        ObjectBinaryOp::BitOr => "Or",
        ObjectBinaryOp::BitXor => "Xor",
    };
    let quick = match op {
        ObjectBinaryOp::Add => "add",
        ObjectBinaryOp::Subtract => "subtract",
        ObjectBinaryOp::Multiply => "multiply",
        _ => "",
    };
    let mut arguments = vec![body.expr(left), body.expr(right)];
    if !quick.is_empty() {
        let place = if in_place { "in_place_" } else { "" };
        return call(&format!("offcy_{place}{quick}"), arguments);
    }
    if op == ObjectBinaryOp::Power {
        arguments.push(c::Expr::name("Py_None"));
    }
    let place = if in_place { "InPlace" } else { "" };
    call(&format!("PyNumber_{place}{word}"), arguments)
}

fn comparison(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Equal => "Py_EQ",
        CompareOp::NotEqual => "Py_NE",
        CompareOp::Less => "Py_LT",
        CompareOp::LessEqual => "Py_LE",
        CompareOp::Greater => "Py_GT",
        CompareOp::GreaterEqual => "Py_GE",
    }
}

/// The runtime's function that asks for a class.
pub fn class_check(class: PyClass) -> &'static str {
    if super::wrapper::is_exact(class) { "offcy_check_class" } else { "offcy_check_instance" }
}
