//! Generators: the struct of the frame, the function that runs the body from where it waits, what releases the frame,
//! and the function that users call, which creates a generator.

use super::function::{fails, finish, variables};
use super::ops::object_result;
use crate::emit::body::{Body, FRAME, Holder, Variable, done, ends_elsewhere};
use crate::emit::c;
use crate::emit::lir::{self, Label, Names, PRAGMAS, Stmt as C};
use crate::emit::symbols::GeneratorSymbols;
use crate::emit::writer::Writer;
use crate::source::Span;
use crate::tir::{Coroutine, Expr, LocalId, LocalRole, MethodRole};
use crate::ty::Ty;

/// Where the result of a `return` is kept while a `finally` waits.
const KEPT_RESULT: &str = "_kept_result";

/// A field of a frame that holds a reference.
enum Held {
    Object(String),
    View(String, usize),
}

pub fn generator(mut body: Body<'_, '_, '_>, symbols: &GeneratorSymbols, head: c::Doc, out: &mut Writer) {
    let function = body.function;
    let params: Vec<(String, LocalId)> = function
        .params
        .iter()
        .map(|param| (body.naming.local_name(param.local).to_string(), param.local))
        .collect();
    body.enter_frame();
    body.whole();
    if !ends_elsewhere(&function.body) || fails(&body) || body.out.goes_to(&done(), 0) {
        finish(&mut body);
    }
    let mut written = std::mem::take(&mut body.out).finish();

    out.gap();
    out.place(&body.unit.place(function.span));
    let held = frame(&body, symbols, &lir::names(&written, PRAGMAS), out);
    let ty = c::Type::named(format!("struct {}", symbols.frame)).pointer();
    let mut block = vec![C::declare(ty, FRAME, c::Expr::name("_memory"))];
    block.extend(variables(&mut body, &written));
    block.push(C::unused(c::Expr::name(FRAME)));
    if body.needs.waits == 0 {
        // Every `yield` is left out.
        block.push(C::unused(c::Expr::name("_generator")));
    }
    let waits = (1..=body.needs.waits).map(|wait| (wait, resumed(wait)));
    // Each time the generator goes on, it enters the function.
    let entered = body.needs.events.and_then(|_| written.iter().position(|stmt| matches!(stmt, C::Step(_))));
    let rest = written.split_off(entered.map_or(0, |step| step + 1));
    block.extend(written);
    block.push(C::Switch(c::Expr::name("_state"), waits.collect()));
    block.extend(rest);
    lir::tidy(&mut block);
    lir::validate(&function.name, &[], &block);
    body.tables.note(&block);
    out.gap();
    let given = ["offcy_generator *_generator", "void *_memory", "int _state"];
    let resume = c::Doc::listed(format!("static PyObject *{}(", symbols.resume), given, ")");
    body.tables.define(lir::Function { head: resume, body: block }, out);
    lifetime(symbols, &held, out);
    code(&body, symbols, out);
    out.gap();
    out.place(&body.unit.place(function.span));
    maker(&body, symbols, head, &params, out);
}

/// The struct with what the body uses and the parameters; and those of its fields that hold references.
fn frame(
    body: &Body<'_, '_, '_>,
    symbols: &GeneratorSymbols,
    named: &Names<'_>,
    out: &mut Writer,
) -> Vec<Held> {
    let function = body.function;
    let mut held = Vec::new();
    let mut seen: Vec<String> = Vec::new();
    out.open(format!("struct {}", symbols.frame));
    for (id, local) in function.locals.iter() {
        let variable = body.naming.variable(id);
        let (name, is_param) = (variable.name.clone(), local.role == LocalRole::Param);
        if !variable.is_in_frame() || seen.contains(&name) || !is_param && !named.has(&variable.place()) {
            continue;
        }
        out.line(format!("{};", body.local_type(id).declare(&name)));
        if function.is_owned(id) || is_param && local.ty.is_counted() {
            held.push(match &local.ty {
                Ty::Memoryview(view) => Held::View(name.clone(), view.ndim()),
                _ => Held::Object(name.clone()),
            });
        }
        seen.push(name);
    }
    for (ty, name) in &body.needs.frame {
        let space = if ty.ends_with('*') { "" } else { " " };
        out.line(format!("{ty}{space}{name};"));
        match *ty {
            "offcy_handling" => held.push(Held::Object(format!("{name}.outer"))),
            "PyObject *" => held.push(Held::Object(name.clone())),
            _ => {}
        }
    }
    if seen.is_empty() && body.needs.frame.is_empty() {
        out.line("char nothing;");
    }
    out.close_with(";");
    held
}

/// What the garbage collector visits, and what releases the frame.
fn lifetime(symbols: &GeneratorSymbols, held: &[Held], out: &mut Writer) {
    let objects = held.iter().filter_map(|field| match field {
        Held::Object(name) => Some(format!("Py_VISIT(_frame->{name});")),
        Held::View(..) => None,
    });
    let objects: Vec<String> = objects.collect();
    let frame = |name: &str| format!("struct {} *{name} = _memory;", symbols.frame);
    out.gap();
    out.line(format!("static int {}(void *_memory, visitproc visit, void *arg)", symbols.traverse));
    out.open("");
    if objects.is_empty() {
        out.line("(void)_memory, (void)visit, (void)arg;");
    } else {
        out.line(frame("_frame"));
        objects.iter().for_each(|line| out.line(line));
    }
    out.line("return 0;");
    out.close();
    out.gap();
    out.line(format!("static void {}(void *_memory)", symbols.clear));
    out.open("");
    if held.is_empty() {
        out.line("(void)_memory;");
    } else {
        out.line(frame("_frame"));
    }
    for field in held {
        out.line(match field {
            Held::Object(name) => format!("Py_CLEAR(_frame->{name});"),
            Held::View(name, ndim) => format!("offcy_view{ndim}_clear(&_frame->{name});"),
        });
    }
    out.close();
}

fn code(body: &Body<'_, '_, '_>, symbols: &GeneratorSymbols, out: &mut Writer) {
    let function = body.function;
    let class =
        function.method.filter(|method| method.role != MethodRole::Closure).map(|method| method.class);
    let qualname = match (&function.made, class) {
        (Some(name), _) => name.to_string(),
        (None, Some(class)) => format!("{}.{}", body.unit.module.types.class(class).name, function.name),
        (None, None) => function.name.to_string(),
    };
    let text = |text: &str| c::string_literal(text.as_bytes());
    out.gap();
    out.line(format!("static const offcy_generator_code {} = {{", symbols.code));
    out.line(format!("    .name = {}, .qualname = {},", text(&function.name), text(&qualname)));
    let handles = if body.needs.waits_in_handler { " .waits_in_handler = true," } else { "" };
    out.line(format!("    .frame_size = sizeof(struct {}),{handles}", symbols.frame));
    match function.coroutine {
        Some(Coroutine::Plain) => out.line("    .kind = OFFCY_COROUTINE,"),
        Some(Coroutine::Iterable) => out.line("    .kind = OFFCY_ITERABLE_COROUTINE,"),
        None => {}
    }
    if !body.unit.module.directives.generator_stop {
        out.line("    .ends_by_exception = true,");
    }
    let last = [
        format!(".resume = {}", symbols.resume),
        format!(".traverse = {}", symbols.traverse),
        format!(".clear = {}", symbols.clear),
    ];
    out.line(c::Doc::listed("    ", last, "};"));
}

/// The function that a call of the generator function runs: its arguments go to the frame.
fn maker(
    body: &Body<'_, '_, '_>,
    symbols: &GeneratorSymbols,
    head: c::Doc,
    params: &[(String, LocalId)],
    out: &mut Writer,
) {
    let function = body.function;
    out.line(head);
    out.open("");
    out.line(format!("PyObject *_generator = offcy_make_generator(&{});", symbols.code));
    // What the wrapper hands over.
    let handed: Vec<String> = function
        .params
        .iter()
        .zip(params)
        .filter(|(param, _)| function.is_owned(param.local))
        .filter_map(|(param, (name, _))| match &function.locals[param.local].ty {
            Ty::Memoryview(view) => Some(format!("offcy_view{}_clear(&{name});", view.ndim())),
            _ => param.kind.takes_rest().then(|| format!("Py_DECREF({name});")),
        })
        .collect();
    out.open("if (_generator == NULL)");
    handed.iter().for_each(|line| out.line(line));
    out.line("return NULL;");
    out.close();
    if !params.is_empty() {
        out.line(format!("struct {} *_frame = offcy_frame(_generator);", symbols.frame));
    }
    for (param, (name, local)) in function.params.iter().zip(params) {
        let field = body.naming.local(*local);
        match &function.locals[*local].ty {
            Ty::Object(_) if !(function.is_owned(*local) && param.kind.takes_rest()) => {
                out.line(format!("{field} = Py_NewRef({name});"));
            }
            Ty::Memoryview(_) if !function.is_owned(*local) => {
                out.line(format!("offcy_buffer_retain({name}.owner);"));
                out.line(format!("{field} = {name};"));
            }
            _ => out.line(format!("{field} = {name};")),
        }
    }
    out.line("return _generator;");
    out.close();
}

/// Where the generator goes on after a wait.
fn resumed(wait: usize) -> Label {
    Label::named(format!("resumed_{wait}"))
}

fn of_generator(field: &str) -> c::Expr {
    c::Expr::Arrow(Box::new(c::Expr::name("_generator")), field.to_string())
}

fn kept_result() -> c::Expr {
    Variable { holder: Some(Holder::Frame), name: KEPT_RESULT.to_string() }.place()
}

/// Whether the generator waits while an exception is being handled, and what it returns.
fn note_wait(body: &mut Body<'_, '_, '_>) -> usize {
    body.needs.waits += 1;
    if body.exits.is_handling() {
        body.needs.waits_in_handler = true;
        body.out.push(C::assign(of_generator("is_handling"), c::Expr::bool(true)));
    }
    keep_result(body);
    body.out.push(C::assign(of_generator("state"), c::Expr::number(body.needs.waits)));
    body.needs.waits
}

fn keep_result(body: &mut Body<'_, '_, '_>) {
    if body.exits.returns_twice {
        if !body.needs.frame.iter().any(|(_, name)| name == KEPT_RESULT) {
            body.needs.frame.push(("PyObject *", KEPT_RESULT.to_string()));
        }
        body.out.push(C::assign(kept_result(), c::Expr::name("_result")));
    }
}

fn resume(body: &mut Body<'_, '_, '_>, wait: usize) {
    body.out.push(C::Label(resumed(wait)));
    if body.exits.returns_twice {
        body.out.push(C::assign(c::Expr::name("_result"), kept_result()));
        body.out.push(C::assign(kept_result(), c::Expr::null()));
    }
}

/// `yield value`
pub fn wait(body: &mut Body<'_, '_, '_>, into: Option<LocalId>, value: &Expr, span: Span) {
    let value = body.expr(value);
    let wait = note_wait(body);
    let given = body.yielded(c::Expr::call("Py_NewRef", vec![value]));
    body.out.push(C::give(given));
    resume(body, wait);
    let sent = c::Expr::call("offcy_sent", vec![c::Expr::name("_generator")]);
    object_result(body, into, sent, span);
}

/// `yield from iterator`
pub fn delegate(body: &mut Body<'_, '_, '_>, into: Option<LocalId>, iterator: &Expr, span: Span) {
    let iterator = body.expr(iterator);
    let generator = || c::Expr::name("_generator");
    body.out.push(C::call("offcy_begin_delegation", vec![generator(), iterator]));
    keep_result(body);
    let wait = body.needs.waits + 1;
    resume(body, wait);
    body.out.open_block();
    let (value, step) = (|| c::Expr::name("_value"), || c::Expr::name("_step"));
    body.out.push(C::declare(c::Type::named("PyObject").pointer(), "_value", c::Expr::null()));
    let call = c::Expr::call("offcy_delegate", vec![generator(), c::Expr::address(value())]);
    body.out.push(C::declare(c::Type::named("int").constant(), "_step", call));
    body.out.open_if(c::Expr::binary(">", step(), c::Expr::number(0)));
    note_wait(body);
    let given = body.yielded(value());
    body.out.push(C::give(given));
    body.out.close();
    body.check_step(step(), span);
    let taken = match into {
        Some(into) => C::assign(body.naming.local(into), value()),
        None => C::call("Py_DECREF", vec![value()]),
    };
    body.out.push(taken);
    body.out.close();
}
