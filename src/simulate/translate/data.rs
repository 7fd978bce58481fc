//! The tables of a module: kernels, functions, variables, places in the source.

use std::fmt::Write;

use super::super::Mode;
use super::super::ptx::{Fault, Initial, Linkage, Space};
use super::UnitFault;
use super::function::offsets;
use super::link::{Meaning, Program};
use super::operands::stride;
use super::plan::{Plan, reached};
use super::sites::Sites;

/// Bytes that a library reserves for the path of a source file, including the zero after it.
pub const PATH_ROOM: usize = 4096;

/// Bytes of a thread's stack that a call takes besides its variables.
const CALL: u64 = 32;

pub fn tables(
    program: &Program,
    plans: &[Option<Plan>],
    frames: &[u64],
    sites: &Sites,
    mode: Mode,
) -> Result<String, UnitFault> {
    let mut text = String::new();
    globals(program, &mut text)?;
    functions(program, frames, &mut text);
    let kernels = kernels(program, plans, frames, &mut text);
    let mut files: Vec<&str> = sites.all.iter().map(|(site, ..)| site.file.as_str()).collect();
    files.sort_unstable();
    files.dedup();
    for (number, file) in files.iter().enumerate() {
        let room = PATH_ROOM.max(file.len() + 1);
        let _ = writeln!(text, "static const char file{number}[{room}] = {};", quoted(file));
    }
    text += "static const struct sim_site sites[] = {\n";
    for (site, column, ptx_line) in &sites.all {
        let file = match files.binary_search(&site.file.as_str()) {
            Ok(number) if !site.file.is_empty() => format!("file{number}"),
            _ => "0".to_string(),
        };
        let _ =
            writeln!(text, "{{{file}, {}, {column}, {}, {ptx_line}}},", site.line, quoted(&site.function));
    }
    text += "{0}};\n";
    let target = program.units.first().map_or("", |unit| unit.target.as_str());
    let _ = write!(
        text,
        "__attribute__((visibility(\"default\"))) const struct sim_module offcy_sim_module = {{\n\
         SIM_ABI, {}u, {}u, {}, kernels, {kernels}u, functions, {}u, globals, {}u, sites, {}u}};\n",
        mode.checks,
        u32::from(mode.counts),
        quoted(target),
        program.functions.len(),
        program.globals.len(),
        sites.all.len(),
    );
    Ok(text)
}

/// A string literal of C.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => {
                out.push('\\');
                out.push(byte as char);
            }
            b' '..=b'~' if byte != b'?' => out.push(byte as char),
            _ => {
                let _ = write!(out, "\\{byte:03o}");
            }
        }
    }
    out + "\""
}

fn globals(program: &Program, text: &mut String) -> Result<(), UnitFault> {
    let mut table = String::from("static const struct sim_global globals[] = {\n");
    for (number, global) in program.globals.iter().enumerate() {
        let variable = global.variable;
        let fault = |message: String| UnitFault {
            unit: Some(global.unit),
            fault: Fault::new(variable.line, message),
        };
        let mut bytes = Vec::new();
        let mut relocations = Vec::new();
        let each = variable.element.bytes() as usize;
        for initial in &variable.initial {
            match initial {
                Initial::Bits(bits) => {
                    let all = u128::from(*bits).to_le_bytes();
                    bytes.extend_from_slice(&all[..each.min(16)]);
                }
                Initial::Address { name, addend, shift } => {
                    let (is_function, index) = match program.in_unit(global.unit, name) {
                        Some(Meaning::Global(index)) => (0, index),
                        Some(Meaning::Function(index)) => (1, index),
                        Some(_) => {
                            return Err(fault(format!("the address of `{name}` is not a constant")));
                        }
                        None => return Err(fault(format!("`{name}` is not defined"))),
                    };
                    relocations.push(format!(
                        "{{{}ull, {}u, {shift}u, {is_function}u, {index}u, {addend}ll}}",
                        bytes.len(),
                        each.min(8)
                    ));
                    bytes.resize(bytes.len() + each, 0);
                }
            }
        }
        let last = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        bytes.truncate(last);
        let initial = match bytes.is_empty() {
            true => "0".to_string(),
            false => {
                let list: Vec<String> = bytes.iter().map(u8::to_string).collect();
                let _ =
                    writeln!(text, "static const unsigned char initial{number}[] = {{{}}};", list.join(","));
                format!("initial{number}")
            }
        };
        let relocated = match relocations.is_empty() {
            true => "0".to_string(),
            false => {
                let _ = writeln!(
                    text,
                    "static const struct sim_relocation relocations{number}[] = {{{}}};",
                    relocations.join(",\n")
                );
                format!("relocations{number}")
            }
        };
        let space = if variable.space == Space::Constant { "SIM_CONSTANT" } else { "SIM_GLOBAL" };
        let _ = writeln!(
            table,
            "{{{}, {space}, {}ull, {}ull, {initial}, {}ull, {relocated}, {}u, {}u}},",
            quoted(&variable.name),
            variable.size.unwrap_or(0),
            variable.alignment,
            bytes.len(),
            relocations.len(),
            u32::from(variable.linkage != Linkage::Internal),
        );
    }
    *text += &table;
    *text += "{0}};\n";
    Ok(())
}

fn functions(program: &Program, frames: &[u64], text: &mut String) {
    let mut table = String::from("static const struct sim_function functions[] = {\n");
    for (number, code) in program.functions.iter().enumerate() {
        let sizes: Vec<String> =
            code.tree.parameters.iter().map(|parameter| format!("{}u", parameter.size)).collect();
        let list = if sizes.is_empty() { "0".to_string() } else { sizes.join(", ") };
        let _ = writeln!(text, "static const uint32_t sizes{number}[] = {{{list}}};");
        let address = if code.tree.is_kernel { "0".to_string() } else { format!("f{number}") };
        let result = code.tree.result.as_ref().map_or(0, |result| result.size);
        let _ = writeln!(
            table,
            "{{{}, {address}, sizes{number}, {}u, {result}u, {}u}},",
            quoted(&code.name),
            sizes.len(),
            frames[number]
        );
    }
    *text += &table;
    *text += "{0}};\n";
}

fn kernels(program: &Program, plans: &[Option<Plan>], frames: &[u64], text: &mut String) -> usize {
    let mut table = String::from("static const struct sim_kernel kernels[] = {\n");
    let mut count = 0;
    for (number, code) in program.functions.iter().enumerate() {
        if !code.tree.is_kernel {
            continue;
        }
        count += 1;
        let places = offsets(code.tree);
        let parameters: Vec<String> = code
            .tree
            .parameters
            .iter()
            .zip(&places)
            .map(|(parameter, at)| format!("{{{at}u, {}u, {}u}}", parameter.size, parameter.alignment))
            .collect();
        let end = code.tree.parameters.iter().zip(&places).map(|(parameter, at)| at + parameter.size).max();
        let list = if parameters.is_empty() { "{0}".to_string() } else { parameters.join(", ") };
        let _ = writeln!(text, "static const struct sim_parameter parameters{number}[] = {{{list}}};");
        let called = reached(plans, number);
        let is_open = called.iter().chain([&number]).any(|function| {
            plans[*function].as_ref().is_some_and(|plan| plan.calls_pointers)
                || (*function != number && reached(plans, *function).contains(function))
        });
        let local = local_size(program, plans, number, 0);
        let shared = called.iter().chain([&number]).map(|function| program.inner_size[*function]).max();
        let three = |extents: [u32; 3]| format!("{{{}u, {}u, {}u}}", extents[0], extents[1], extents[2]);
        let _ = writeln!(
            table,
            "{{{}, f{number}, parameters{number}, {}u, {}u, {}u, 128u, {local}u, {}u, {}, {}, 0u, {}u}},",
            quoted(&code.name),
            parameters.len(),
            end.unwrap_or(0),
            shared.unwrap_or(0),
            u32::from(is_open),
            three(code.tree.required),
            three(code.tree.maximal),
            frames[number],
        );
    }
    *text += &table;
    *text += "{0}};\n";
    count
}

/// Bytes of local memory along the longest path of calls; a recursive function counts once.
fn local_size(program: &Program, plans: &[Option<Plan>], index: usize, depth: usize) -> u64 {
    let Some(plan) = &plans[index] else { return 0 };
    let copies: u64 = program.functions[index]
        .tree
        .parameters
        .iter()
        .zip(&plan.addressed)
        .filter(|(_, addressed)| **addressed)
        .map(|(parameter, _)| stride(parameter) + parameter.alignment)
        .sum();
    let own = plan.local_size + plan.local_alignment + copies + CALL;
    if depth > 64 {
        return own;
    }
    let mut callees = plan.callees.clone();
    callees.sort_unstable();
    callees.dedup();
    callees.retain(|callee| *callee != index && !reached(plans, *callee).contains(callee));
    own + callees.iter().map(|callee| local_size(program, plans, *callee, depth + 1)).max().unwrap_or(0)
}
