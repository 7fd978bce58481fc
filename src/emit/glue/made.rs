//! Operations that make a new object, as calls of CPython and the runtime.

use super::conversions::to_object;
use super::dtypes::dtype;
use super::ops::{address, call};
use crate::base::Name;
use crate::emit::body::Body;
use crate::emit::c;
use crate::tir::{
    CompareOp, Conversion, Expr, ExprKind, FunctionId, LocalId, ObjectBinaryOp, ObjectUnaryOp, Op, Runtime,
    Spent,
};
use crate::ty::{Contiguity, Memoryview, PyClass, Ty};

/// What is kept of a builtin, and its name.
pub(super) fn kept_builtin(body: &mut Body<'_, '_, '_>, name: &Name) -> Vec<c::Expr> {
    let field = body.tables.builtin(name);
    ["offcy_builtins", "offcy_names"].map(|table| c::Expr::member(c::Expr::name(table), &field)).into()
}

/// Operations that return a new object.
pub(super) fn object(body: &mut Body<'_, '_, '_>, op: &Op) -> c::Expr {
    match op {
        Op::Import { module, leaf, beside } => import(module, *leaf, *beside),
        Op::ImportFrom { level, module, names } => import_from(body, *level, module, names),
        Op::ImportName { module, name } => of_name(body, "offcy_import_name", module, name),
        Op::ImportAll { module, kept, refused } => import_all(body, module, kept, refused),
        Op::LoadName(name) => {
            let name = body.tables.string(name);
            call("OFFCY_LOAD_NAME", vec![c::Expr::name("offcy_globals"), name])
        }
        Op::LoadBuiltin(name) => call("offcy_kept_builtin", kept_builtin(body, name)),
        Op::GetAttribute { object, name } => of_name(body, "offcy_get_attribute", object, name),
        Op::SpecialMethod { object, name } => of_name(body, "offcy_special_method", object, name),
        Op::GetItem { object, key } => {
            let name = if key.ty.is_object() { "offcy_get_item" } else { "offcy_get_nth" };
            call(name, vec![body.expr(object), body.expr(key)])
        }
        Op::GetSlice { object, start, stop } => {
            call("offcy_get_slice", [object, start, stop].map(|operand| body.expr(operand)).into())
        }
        Op::CallObject { callee, arguments, keywords } => call_object(body, callee, arguments, keywords),
        Op::CallMethod { object, name, arguments, keywords } => {
            call_method(body, (object, name), arguments, keywords)
        }
        Op::Binary { op, left, right, in_place, spent } => {
            binary(body, *op, [left, right], *in_place, *spent)
        }
        Op::Unary { op, operand } => call(unary(*op), vec![body.expr(operand)]),
        Op::Compare { op, left, right } => call("offcy_compare", compared(body, *op, left, right)),
        Op::GetRange { range, start, stop, at } => begin_range(body, (range, start.as_ref(), stop), *at),
        Op::Tuple(items) => pack(body, "PyTuple_Pack", items),
        Op::List(items) if items.is_empty() => call("PyList_New", vec![c::Expr::number(0)]),
        Op::List(items) => pack(body, "offcy_list", items),
        Op::Join(items) => pack(body, "offcy_join", items),
        Op::Text { conversion, value } => call(text(*conversion), vec![body.expr(value)]),
        Op::Format { value, format: Some(format) } => {
            call("offcy_format_as", vec![body.expr(value), body.expr(format)])
        }
        Op::Format { value, format: None } => call("offcy_format", vec![body.expr(value)]),
        Op::Dict(items) if items.is_empty() => call("PyDict_New", Vec::new()),
        Op::Dict(items) => dict(body, items),
        Op::MakeFunction { function, scope, defaults } => {
            make_function(body, *function, [scope.as_ref(), defaults.as_ref()])
        }
        Op::Runtime { function, arguments } if function.takes_count() && arguments.is_empty() => {
            let name = if *function == Runtime::Set { "PySet_New" } else { "PyFrozenSet_New" };
            call(name, vec![c::Expr::null()])
        }
        Op::Runtime { function, arguments } => {
            let globals = function.takes_globals().then(|| c::Expr::name("offcy_globals"));
            let count = function.takes_count().then(|| c::Expr::number(arguments.len()));
            let arguments = arguments.iter().map(|argument| body.expr(argument));
            call(function.c_name(), globals.into_iter().chain(count).chain(arguments).collect())
        }
        Op::ArrayOver { pointer, extents, view } => array_over(body, pointer, extents, view),
        Op::Characters { text, start, stop, class } => {
            let name = if *class == PyClass::ByteArray { "offcy_bytearray_of" } else { "offcy_bytes_of" };
            call(name, part_of_text(body, text, start, stop.as_ref()))
        }
        Op::Decode { text, start, stop, encoding, errors } => {
            let part = part_of_text(body, text, start, stop.as_ref());
            decode(body, part, [encoding.as_ref(), errors.as_ref()])
        }
        Op::SliceObject { start, stop, step } => {
            call("PySlice_New", vec![body.expr(start), body.expr(stop), body.expr(step)])
        }
        Op::ToObject(value) => {
            let converted = body.expr(value);
            to_object(body, &value.ty, converted)
        }
        Op::GetIterator(value) => call("offcy_begin_items", vec![body.expr(value)]),
        _ => body.bug("how an object is made"),
    }
}

fn of_name(body: &mut Body<'_, '_, '_>, function: &str, object: &Expr, name: &Name) -> c::Expr {
    let name = body.tables.string(name);
    call(function, vec![body.expr(object), name])
}

pub(super) fn compared(
    body: &mut Body<'_, '_, '_>,
    op: CompareOp,
    left: &Expr,
    right: &Expr,
) -> Vec<c::Expr> {
    vec![body.expr(left), body.expr(right), c::Expr::name(comparison(op))]
}

/// The runtime's function that asks whether a comparison holds, by what is known of the operands.
pub(super) fn comparison_of(left: &Expr, right: &Expr) -> &'static str {
    let has = |test: fn(&PyClass) -> bool| {
        [left, right].iter().any(|operand| matches!(&operand.ty, Ty::Object(class) if test(class)))
    };
    match () {
        () if has(|class| *class == PyClass::Str) => "offcy_holds_of_texts",
        () if has(|class| {
            !matches!(class, PyClass::Object | PyClass::Int | PyClass::Float | PyClass::Bool)
        }) =>
        {
            "offcy_holds_of_others"
        }
        () => "offcy_holds",
    }
}

fn begin_range(
    body: &mut Body<'_, '_, '_>,
    (range, start, stop): (&Expr, Option<&Expr>, &Expr),
    at: LocalId,
) -> c::Expr {
    let start = start.map_or(c::Expr::null(), |start| body.expr(start));
    let arguments = vec![body.expr(range), start, body.expr(stop), address(body, at)];
    call("offcy_begin_range", arguments)
}

fn import(module: &Name, leaf: bool, beside: bool) -> c::Expr {
    let arguments = [c::string_literal(module.as_bytes()), c::Expr::bool(leaf)];
    let globals = || c::Expr::name("offcy_globals");
    match beside {
        true => call("offcy_import_beside", std::iter::once(globals()).chain(arguments).collect()),
        false => call("offcy_import", arguments.into()),
    }
}

fn import_from(body: &mut Body<'_, '_, '_>, level: i32, module: &Name, names: &[Name]) -> c::Expr {
    let module = c::string_literal(module.as_bytes());
    let level = c::int_literal(i128::from(level), "int");
    let mut arguments = vec![c::Expr::name("offcy_globals"), module, level, c::Expr::number(names.len())];
    arguments.extend(names.iter().map(|name| body.tables.string(name)));
    call("offcy_import_from", arguments)
}

/// `from module import *`: the names that are taken, and those that are refused, each with the words for that.
fn import_all(
    body: &mut Body<'_, '_, '_>,
    module: &Expr,
    kept: &[Name],
    refused: &[(Name, String)],
) -> c::Expr {
    let counts = [kept.len(), refused.len()].map(c::Expr::number);
    let mut arguments = vec![c::Expr::name("offcy_globals"), body.expr(module)];
    arguments.extend(counts);
    arguments.extend(kept.iter().map(|name| body.tables.string(name)));
    for (name, words) in refused {
        arguments.extend([body.tables.string(name), c::string_literal(words.as_bytes())]);
    }
    call("offcy_import_all", arguments)
}

fn unary(op: ObjectUnaryOp) -> &'static str {
    match op {
        ObjectUnaryOp::Negate => "PyNumber_Negative",
        ObjectUnaryOp::Positive => "PyNumber_Positive",
        ObjectUnaryOp::Invert | ObjectUnaryOp::Not => "PyNumber_Invert",
    }
}

fn text(conversion: Conversion) -> &'static str {
    match conversion {
        Conversion::Str => "offcy_str",
        Conversion::Repr => "PyObject_Repr",
        Conversion::Ascii => "PyObject_ASCII",
    }
}

fn dict(body: &mut Body<'_, '_, '_>, items: &[(Expr, Expr)]) -> c::Expr {
    let mut arguments = vec![c::Expr::number(items.len())];
    for (key, value) in items {
        arguments.push(body.expr(key));
        arguments.push(body.expr(value));
    }
    call("offcy_dict", arguments)
}

/// A function that is made where it is defined, with what it takes from the scope around it and its defaults.
fn make_function(body: &mut Body<'_, '_, '_>, function: FunctionId, parts: [Option<&Expr>; 2]) -> c::Expr {
    let (maker, mut arguments) = match super::fused::made(body.unit, function) {
        Some(fused) => ("offcy_make_fused", vec![fused, c::Expr::name("offcy_file")]),
        None => {
            let name = body.unit.symbols.definitions[function].clone();
            ("offcy_make_function", vec![c::Expr::address(c::Expr::name(name))])
        }
    };
    arguments.push(c::Expr::name("offcy_globals"));
    arguments.extend(parts.map(|part| part.map_or(c::Expr::null(), |part| body.expr(part))));
    call(maker, arguments)
}

fn array_over(body: &mut Body<'_, '_, '_>, pointer: &Expr, extents: &[Expr], view: &Memoryview) -> c::Expr {
    let dtype = dtype(body.unit, body.tables, view);
    let order = if view.contiguity() == Contiguity::Fortran { "'F'" } else { "'C'" };
    let order = c::Expr::literal(order);
    let fixed = vec![body.expr(pointer), dtype, order, c::Expr::number(extents.len())];
    let list = extents.iter().map(|extent| (None, body.expr(extent))).collect();
    let list = c::Expr::Compound(c::Type::named("const Py_ssize_t[]"), list);
    call("offcy_array_over", fixed.into_iter().chain([list]).collect())
}

fn decode(body: &mut Body<'_, '_, '_>, mut part: Vec<c::Expr>, how: [Option<&Expr>; 2]) -> c::Expr {
    part.extend(how.map(|how| how.map_or(c::Expr::null(), |how| body.expr(how))));
    call("offcy_decode", part)
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
    // A type without `__init__` that is final.
    if let ExprKind::TypeObject(PyClass::Extension(class)) = callee.kind
        && body.unit.module.types.classes[class].is_scope
    {
        let symbols = &body.unit.symbols.classes[&class];
        let ty = || c::Expr::name(&symbols.type_object);
        let spares = c::Expr::address(c::Expr::name(symbols.part("spares")));
        return call("offcy_allocate_spare", vec![ty(), ty(), spares]);
    }
    let callee = body.expr(callee);
    let mut values: Vec<_> = arguments.iter().map(|argument| body.expr(argument)).collect();
    if keywords.is_empty() {
        return match values.len() {
            0 => call("offcy_call_none", vec![callee]),
            1 => call("offcy_call_one", vec![callee, values.remove(0)]),
            _ => {
                values.insert(0, callee);
                call("OFFCY_CALL", values)
            }
        };
    }
    let count = values.len();
    values.extend(keywords.iter().map(|(_, value)| body.expr(value)));
    let names: Vec<&str> = keywords.iter().map(|(name, _)| name.as_str()).collect();
    let names = body.tables.keywords(&names);
    call("PyObject_Vectorcall", vec![callee, object_array(values), c::Expr::number(count), names])
}

fn call_method(
    body: &mut Body<'_, '_, '_>,
    (object, name): (&Expr, &Name),
    arguments: &[Expr],
    keywords: &[(Name, Expr)],
) -> c::Expr {
    if !keywords.is_empty() {
        let name = body.tables.string(name);
        let values = arguments.iter().chain(keywords.iter().map(|(_, value)| value));
        let values = std::iter::once(object).chain(values).map(|value| body.expr(value)).collect();
        let names: Vec<&str> = keywords.iter().map(|(name, _)| name.as_str()).collect();
        let names = body.tables.keywords(&names);
        let count = c::Expr::number(arguments.len() + 1);
        return call("PyObject_VectorcallMethod", vec![name, object_array(values), count, names]);
    }
    let is_get = name == "get";
    let of_one = match name.as_str() {
        "append" => Some("offcy_append"),
        "extend" => Some("offcy_extend"),
        "startswith" => Some("offcy_starts_with"),
        "endswith" => Some("offcy_ends_with"),
        "find" => Some("offcy_find_part"),
        "count" => Some("offcy_count_part"),
        "decode" => Some("offcy_decode_bytes"),
        "encode" => Some("offcy_encode_text"),
        _ => None,
    };
    let has_default = matches!(name.as_str(), "decode" | "encode");
    let name = body.tables.string(name);
    let object = body.expr(object);
    let mut values: Vec<_> = arguments.iter().map(|argument| body.expr(argument)).collect();
    match values.len() {
        2 if is_get => {
            values.splice(0..0, [object, name]);
            call("offcy_get_or", values)
        }
        0 if let Some(function) = of_one.filter(|_| has_default) => {
            call(function, vec![object, name, c::Expr::null()])
        }
        1 if let Some(function) = of_one => call(function, vec![object, name, values.remove(0)]),
        _ => {
            values.splice(0..0, [name, object]);
            call("OFFCY_CALL_METHOD", values)
        }
    }
}

fn binary(
    body: &mut Body<'_, '_, '_>,
    op: ObjectBinaryOp,
    [left, right]: [&Expr; 2],
    in_place: bool,
    spent: Option<Spent>,
) -> c::Expr {
    let quick = match op {
        ObjectBinaryOp::Add => "add",
        ObjectBinaryOp::Subtract => "subtract",
        ObjectBinaryOp::Multiply => "multiply",
        ObjectBinaryOp::TrueDivide => "true_divide",
        ObjectBinaryOp::FloorDivide => "floor_divide",
        ObjectBinaryOp::Modulo => "modulo",
        ObjectBinaryOp::ShiftLeft => "shift_left",
        ObjectBinaryOp::ShiftRight => "shift_right",
        ObjectBinaryOp::BitAnd => "bit_and",
        ObjectBinaryOp::BitOr => "bit_or",
        ObjectBinaryOp::BitXor => "bit_xor",
        ObjectBinaryOp::Power => "power",
        ObjectBinaryOp::MatrixMultiply => "matrix_multiply",
    };
    let mut arguments = vec![body.expr(left), body.expr(right)];
    let variable = body.class_of_variable(left).filter(|_| in_place);
    let spends_left = spent == Some(Spent::Left) && !in_place;
    let may_be_number = |class| matches!(class, PyClass::Object | PyClass::Int | PyClass::Float);
    let changed = match (op, variable) {
        (ObjectBinaryOp::Add, Some(PyClass::Str)) => Some("offcy_extend_text"),
        (ObjectBinaryOp::Add, Some(class)) if may_be_number(class) => Some("offcy_add_to"),
        (ObjectBinaryOp::Subtract, Some(class)) if may_be_number(class) => Some("offcy_subtract_from"),
        (ObjectBinaryOp::Add, None) if spends_left => Some("offcy_add_into"),
        (ObjectBinaryOp::Subtract, None) if spends_left => Some("offcy_subtract_into"),
        (ObjectBinaryOp::Multiply, None) if spends_left => Some("offcy_multiply_into"),
        _ => None,
    };
    if let Some(changed) = changed {
        arguments[0] = c::Expr::address(body.expr(left));
        return call(changed, arguments);
    }
    let place = if in_place { "in_place_" } else { "" };
    let takes_right = matches!(op, ObjectBinaryOp::Add | ObjectBinaryOp::Subtract | ObjectBinaryOp::Multiply);
    let spends_right = takes_right && spent == Some(Spent::Right);
    if spends_right {
        arguments[1] = c::Expr::address(body.expr(right));
    }
    call(&format!("offcy_{place}{quick}{}", if spends_right { "_onto" } else { "" }), arguments)
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
