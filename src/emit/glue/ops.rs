//! Operations on Python objects as calls of CPython and the runtime.

use super::conversions::{acquisition, conversion};
use super::dtypes::dtype;
use super::error_values::is_error_value;
use crate::base::Name;
use crate::emit::body::Body;
use crate::emit::c;
use crate::emit::constants::small;
use crate::emit::lir::Stmt as C;
use crate::emit::types::view_struct;
use crate::source::Span;
use crate::tir::{
    Callee, ConstItem, Expr, ExprKind, ExternId, LocalId, Module, Next, ObjectConst, ObjectUnaryOp, Op,
    Runtime,
};
use crate::ty::{ExceptionSpec, PyClass, Signature, Ty};

/// So many numbers are compared one after another.
const FEW: usize = 8;

/// Writes one operation and its failure check.
pub fn run(body: &mut Body<'_, '_, '_>, into: Option<LocalId>, op: &Op, span: Span) {
    match op {
        Op::Own(value) => body.own_counted(into, value),
        Op::Store { place, value, gives } => body.store_counted(place, value, *gives),
        Op::CheckClass { value, class, allows_none } => {
            let pointer = body.type_pointer(*class);
            let arguments = vec![body.expr(value), pointer, c::Expr::bool(*allows_none)];
            status(body, call(class_check(*class), arguments), span);
        }
        Op::FromObject { value, named } => from_object(body, into, (value, named.as_ref()), span),
        Op::ViewFromObject(value) => view_from_object(body, into, value, span),
        Op::Letters(op) => super::letters::run(body, into, op, span),
        Op::Truth(value) => in_c(body, into, "offcy_truth", value, span),
        Op::FloatOf(value) => in_c(body, into, "offcy_float_of", value, span),
        Op::Holds { op, left, right } => {
            let arguments = super::made::compared(body, *op, left, right);
            assigned_status(body, into, call(super::made::comparison_of(left, right), arguments), span);
        }
        Op::Contains { item, container } => contains(body, into, item, container, span),
        Op::Unary { op: ObjectUnaryOp::Not, operand } => {
            let operand = body.expr(operand);
            assigned_status(body, into, call("PyObject_Not", vec![operand]), span);
        }
        Op::Runtime { function, arguments } if function.gives_number() => {
            number(body, into, *function, arguments, span);
        }
        Op::CallExtern { external, arguments } => call_extern(body, into, *external, arguments, span),
        Op::CallLibrary { external, arguments, coherent, .. } => {
            body.call_library(into, (*external, arguments), *coherent, span)
        }
        Op::Enter { lines } => body.enter_events(*lines, span),
        Op::Line => body.line_event(span),
        Op::CheckRaised => body.leave_if(has_raised(), span),
        Op::Raised => raised(body, span),
        Op::CallPointer { pointer, arguments } => call_pointer(body, into, pointer, arguments, span),
        Op::NextItem { iterator, at, what } => next_item(body, into, *what, [*iterator, *at], span),
        Op::Raise { exception, cause } => raise(body, exception, cause.as_ref(), span),
        Op::RaiseNew { exception, arguments } => raise_new(body, exception, arguments, span),
        Op::Reraise { exception } => {
            let exception = exception.as_ref().map_or(c::Expr::null(), |value| body.expr(value));
            body.reraise(exception, span);
        }
        Op::Matches { exception, class } => matches(body, into, exception, class),
        Op::ElementsFrom { array, pointer } => elements_from(body, into, array, pointer),
        Op::ExitWith { exit, exception } => {
            let arguments = vec![body.expr(exit), body.expr(exception)];
            assigned_status(body, into, call("offcy_exit_with", arguments), span);
        }
        Op::Unpack { sequence, targets, rest } => unpack(body, sequence, targets, *rest, span),
        Op::StoreName { .. }
        | Op::SetAttribute { .. }
        | Op::SetItem { .. }
        | Op::SetSlice { .. }
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
            let value = super::made::object(body, op);
            object_result(body, into, value, span);
        }
    }
}

/// What an object is in C, by a function that writes it to its first argument.
fn in_c(body: &mut Body<'_, '_, '_>, into: Option<LocalId>, function: &str, value: &Expr, span: Span) {
    let call = call(function, vec![target(body, into), body.expr(value)]);
    status(body, call, span);
}

fn elements_from(body: &mut Body<'_, '_, '_>, into: Option<LocalId>, array: &Expr, pointer: &Expr) {
    let target = body.naming.local(target_of(body, into));
    let (array, pointer) = (body.expr(array), body.expr(pointer));
    let size = c::Expr::call("sizeof", vec![c::Expr::deref(pointer.clone())]);
    body.out.push(C::assign(target, call("offcy_elements_from", vec![array, pointer, size])));
}

fn matches(body: &mut Body<'_, '_, '_>, into: Option<LocalId>, exception: &Expr, class: &Expr) {
    let target = body.naming.local(target_of(body, into));
    let matches = call("offcy_matches", vec![body.expr(exception), body.expr(class)]);
    body.out.push(C::assign(target, matches));
}

fn raised(body: &mut Body<'_, '_, '_>, span: Span) {
    body.out.push(C::call("offcy_require_exception", vec![]));
    body.fail_at(span);
}

fn contains(body: &mut Body<'_, '_, '_>, into: Option<LocalId>, item: &Expr, container: &Expr, span: Span) {
    let mut arguments = vec![body.expr(container), body.expr(item)];
    if let Some(numbers) = few_numbers(body.unit.module, container) {
        arguments.push(c::Expr::number(numbers.len()));
        let values = numbers.into_iter().map(|number| (None, c::Expr::number(number))).collect();
        arguments.push(c::Expr::Compound(c::Type::named("const int[]"), values));
        return assigned_status(body, into, call("offcy_contains_number", arguments), span);
    }
    // What is declared to be one, and is `None`, cannot be iterated over.
    let has_keys = matches!(container.ty, Ty::Object(PyClass::Dict | PyClass::FrozenDict | PyClass::Set));
    let name = if has_keys { "offcy_contains_key" } else { "offcy_contains" };
    assigned_status(body, into, call(name, arguments), span);
}

/// The items of a constant tuple or set, if they are few integers that C can compare.
fn few_numbers(module: &Module, container: &Expr) -> Option<Vec<i32>> {
    let ExprKind::Const(id) = container.kind else { return None };
    let (ObjectConst::Tuple(items) | ObjectConst::FrozenSet(items)) = &module.consts[id] else { return None };
    let number = |item: &ConstItem| match item {
        ConstItem::Const(id) => match &module.consts[*id] {
            ObjectConst::Int(digits) => i32::try_from(small(digits)?).ok(),
            _ => None,
        },
        ConstItem::Singleton(_) | ConstItem::New(_) => None,
    };
    (!items.is_empty() && items.len() <= FEW).then(|| items.iter().map(number).collect()).flatten()
}

/// A function of the runtime that gives a number, which is negative on failure; a hash may be.
fn number(
    body: &mut Body<'_, '_, '_>,
    into: Option<LocalId>,
    function: Runtime,
    arguments: &[Expr],
    span: Span,
) {
    let name = match (function, arguments) {
        (Runtime::Length, [Expr { ty: Ty::Object(class), .. }]) => length_of(*class),
        _ => function.c_name(),
    };
    let arguments = arguments.iter().map(|argument| body.expr(argument)).collect();
    let result = call(name, arguments);
    if function != Runtime::Hash {
        return assigned_status(body, into, result, span);
    }
    let result = match into {
        Some(into) => c::Expr::assign(body.naming.local(into), "=", result),
        None => result,
    };
    body.leave_if(c::Expr::binary("==", result, c::Expr::number(-1)), span);
}

/// The runtime's function for the length of what is most likely of a class.
fn length_of(class: PyClass) -> &'static str {
    match class {
        PyClass::Str => "offcy_length_of_text",
        PyClass::Bytes => "offcy_length_of_bytes",
        PyClass::List => "offcy_length_of_list",
        PyClass::Tuple => "offcy_length_of_tuple",
        PyClass::Dict => "offcy_length_of_dict",
        PyClass::Set | PyClass::FrozenSet => "offcy_length_of_set",
        PyClass::Object => "offcy_length",
        _ => Runtime::Length.c_name(),
    }
}

fn raise(body: &mut Body<'_, '_, '_>, exception: &Expr, cause: Option<&Expr>, span: Span) {
    let exception = body.expr(exception);
    let raised = match cause.map(|cause| body.expr(cause)) {
        Some(cause) => C::call("offcy_raise_from", vec![exception, cause]),
        None => C::call("offcy_raise_object", vec![exception]),
    };
    body.out.push(raised);
    body.fail_at(span);
}

fn raise_new(body: &mut Body<'_, '_, '_>, exception: &Name, arguments: &[Expr], span: Span) {
    let mut values = super::made::kept_builtin(body, exception);
    let name = if arguments.is_empty() { "offcy_raise_class" } else { "OFFCY_RAISE" };
    values.extend(arguments.iter().map(|argument| body.expr(argument)));
    body.out.push(C::call(name, values));
    body.fail_at(span);
}

/// `rest`: which target takes what the others leave.
fn unpack(
    body: &mut Body<'_, '_, '_>,
    sequence: &Expr,
    targets: &[LocalId],
    rest: Option<usize>,
    span: Span,
) {
    let mut arguments = vec![body.expr(sequence), c::Expr::number(targets.len())];
    arguments.extend(rest.map(c::Expr::number));
    arguments.extend(targets.iter().map(|&id| address(body, id)));
    let name = match targets.len() {
        _ if rest.is_some() => "offcy_unpack_rest",
        2 => {
            arguments.remove(1);
            "offcy_unpack_pair"
        }
        3 => {
            arguments.remove(1);
            "offcy_unpack_three"
        }
        _ => "offcy_unpack",
    };
    status(body, call(name, arguments), span);
}

fn view_to_object(body: &mut Body<'_, '_, '_>, value: &Expr, how: &str) -> c::Expr {
    let Some(view) = value.ty.memoryview().cloned() else { body.bug("the view that becomes an object") };
    let dtype = dtype(body.unit, body.tables, &view);
    call(&format!("{}_{how}", view_struct(&view)), vec![body.expr(value), dtype])
}

pub(super) fn call(name: &str, arguments: Vec<c::Expr>) -> c::Expr {
    c::Expr::call(name, arguments)
}

pub(super) fn address(body: &Body<'_, '_, '_>, local: LocalId) -> c::Expr {
    c::Expr::address(body.naming.local(local))
}

/// The address of the local that takes a C result.
pub(super) fn target(body: &Body<'_, '_, '_>, into: Option<LocalId>) -> c::Expr {
    address(body, target_of(body, into))
}

/// The local that takes a result which somebody must take.
pub(super) fn target_of(body: &Body<'_, '_, '_>, into: Option<LocalId>) -> LocalId {
    into.unwrap_or_else(|| body.bug("who takes the result of an operation"))
}

pub(super) fn status(body: &mut Body<'_, '_, '_>, call: c::Expr, span: Span) {
    body.check_step(call, span);
}

pub(super) fn assigned_status(body: &mut Body<'_, '_, '_>, into: Option<LocalId>, call: c::Expr, span: Span) {
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
    let Ty::Function(signature) = body.unit.module.externs[external].ty.clone() else {
        body.bug("the signature of a C function")
    };
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
    let Ty::Function(signature) = pointer.ty.clone() else { body.bug("the signature of a function pointer") };
    let mut arguments: Vec<c::Expr> = arguments.iter().map(|argument| body.passed(argument)).collect();
    let mut callee = body.expr(pointer);
    if let Some(caller) = super::class::view_methods::caller(body.unit, body.function, pointer) {
        let method = std::mem::replace(&mut callee, c::Expr::name(caller));
        arguments.insert(0, c::Expr::cast(c::Type::named("offcy_method"), method));
    }
    let call = c::Expr::Call(Box::new(callee), arguments);
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

fn next_item(
    body: &mut Body<'_, '_, '_>,
    into: Option<LocalId>,
    what: Next,
    state: [LocalId; 2],
    span: Span,
) {
    let into = target_of(body, into);
    let target = body.naming.local(into);
    let [iterator, at] = state.map(|local| body.naming.local(local));
    let mut arguments = vec![iterator.clone(), c::Expr::address(at)];
    let next = match what {
        Next::Item => "offcy_next",
        Next::Number => "offcy_next_number",
        Next::Value => "offcy_next_value",
        Next::Entry { value } => {
            arguments.push(address(body, value));
            "offcy_next_entry"
        }
    };
    body.out.push(C::assign(target.clone(), call(next, arguments)));
    let ended = c::Expr::binary("==", target, c::Expr::null());
    let has_failed = match what {
        Next::Item | Next::Number => call("offcy_iterator_failed", vec![iterator]),
        Next::Entry { .. } | Next::Value => has_raised(),
    };
    body.leave_if(c::Expr::binary("&&", ended, has_failed), span);
}

fn from_object(
    body: &mut Body<'_, '_, '_>,
    into: Option<LocalId>,
    (value, named): (&Expr, Option<&Name>),
    span: Span,
) {
    let into = target_of(body, into);
    let ty = body.function.locals[into].ty.clone();
    let value = body.expr(value);
    let call = conversion(body, (&ty, named), address(body, into), value);
    status(body, call, span);
}

fn view_from_object(body: &mut Body<'_, '_, '_>, into: Option<LocalId>, value: &Expr, span: Span) {
    let into = target_of(body, into);
    let Some(view) = body.function.locals[into].ty.memoryview().cloned() else {
        body.bug("the view that an object becomes")
    };
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
            call("offcy_set_attribute", vec![body.expr(object), name, body.expr(value)])
        }
        Op::SetSlice { object, start, stop, value } => {
            call("offcy_set_slice", [object, start, stop, value].map(|operand| body.expr(operand)).into())
        }
        Op::SetItem { object, key, value, spends_value } => {
            let name = match (key.ty.is_object(), spends_value) {
                (true, false) => "offcy_set_item",
                (false, false) => "offcy_set_nth",
                (true, true) => "offcy_give_item",
                (false, true) => "offcy_give_nth",
            };
            let value = body.expr(value);
            let value = if *spends_value { c::Expr::address(value) } else { value };
            call(name, vec![body.expr(object), body.expr(key), value])
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
        Op::Gather { into, items, extends } => {
            let name = match into.ty {
                _ if *extends => "OFFCY_EXTEND_LIST",
                Ty::Object(PyClass::Dict) => "PyDict_SetItem",
                Ty::Object(PyClass::Set) => "PySet_Add",
                _ => "offcy_list_add",
            };
            let into = body.expr(into);
            let items = items.iter().map(|item| body.expr(item));
            call(name, std::iter::once(into).chain(items).collect())
        }
        Op::DelItem { object, key } => call("offcy_delete_item", vec![body.expr(object), body.expr(key)]),
        _ => body.bug("how something is stored"),
    }
}

/// The runtime's function that asks for a class.
pub fn class_check(class: PyClass) -> &'static str {
    if super::wrapper::is_exact(class) { "offcy_check_class" } else { "offcy_check_instance" }
}
