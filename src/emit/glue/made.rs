//! Operations that make a new object, as calls of CPython and the runtime.

use super::conversions::to_object;
use super::dtypes::dtype;
use super::ops::call;
use crate::base::Name;
use crate::emit::body::Body;
use crate::emit::c;
use crate::tir::{CompareOp, Conversion, Expr, FunctionId, ObjectBinaryOp, ObjectUnaryOp, Op};
use crate::ty::{Contiguity, Memoryview, PyClass};

/// Operations that return a new object.
pub(super) fn object(body: &mut Body<'_, '_, '_>, op: &Op) -> c::Expr {
    match op {
        Op::Import { module, leaf, beside } => import(module, *leaf, *beside),
        Op::ImportFrom { level, module, names } => import_from(body, *level, module, names),
        Op::ImportName { module, name } => {
            let name = body.tables.string(name);
            call("offcy_import_name", vec![body.expr(module), name])
        }
        Op::ImportAll { module, kept, refused } => import_all(body, module, kept, refused),
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
        Op::Unary { op, operand } => call(unary(*op), vec![body.expr(operand)]),
        Op::Compare { op, left, right } => {
            let op = c::Expr::name(comparison(*op));
            call("offcy_compare", vec![body.expr(left), body.expr(right), op])
        }
        Op::Tuple(items) => pack(body, "PyTuple_Pack", items),
        Op::List(items) => pack(body, "offcy_list", items),
        Op::Join(items) => pack(body, "offcy_join", items),
        Op::Text { conversion, value } => call(text(*conversion), vec![body.expr(value)]),
        Op::Format { value, format } => {
            let format = format.as_ref().map_or(c::Expr::null(), |format| body.expr(format));
            call("PyObject_Format", vec![body.expr(value), format])
        }
        Op::Dict(items) => dict(body, items),
        Op::MakeFunction { function, scope, defaults } => {
            make_function(body, *function, [scope.as_ref(), defaults.as_ref()])
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
            let part = part_of_text(body, text, start, stop.as_ref());
            call(name, part)
        }
        Op::Decode { text, start, stop, encoding, errors } => {
            let part = part_of_text(body, text, start, stop.as_ref());
            decode(body, part, [encoding.as_ref(), errors.as_ref()])
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
        _ => body.bug("how an object is made"),
    }
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
        Conversion::Str => "PyObject_Str",
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
