//! The numbers that headers define: they are what the module takes them for, or the C is refused.

use super::Numbers;
use super::c::{self, Doc};
use super::header::{ForeignInclude, foreign_headers};
use super::types::c_type;
use super::unit::Unit;
use super::writer::Writer;
use crate::tir::ForeignNumber;
use crate::ty::{Ty, numbers_of_c};

/// Assertions about the numbers of some headers.
pub fn check(unit: &Unit<'_>, includes: &[ForeignInclude], out: &mut Writer) {
    for number in &unit.module.foreign_numbers {
        if includes.iter().any(|(ids, _)| ids.contains(&number.include)) {
            check_number(unit, number, out);
        }
    }
}

/// A number in a header that differs from its declaration would be cut off, or misread.
fn check_number(unit: &Unit<'_>, number: &ForeignNumber, out: &mut Writer) {
    let (name, ty) = (&number.c_name, c_type(&unit.symbols, &number.ty).declare(""));
    let same = match number.ty {
        Ty::Int(_) => format!("(({name})-1 < 1) == (({ty})-1 < 1)"),
        _ => format!("({name})0.5 != 0"),
    };
    out.place(&unit.place(number.span));
    let condition = Doc::joined("&&", [format!("sizeof({name}) == sizeof({ty})"), same]);
    let message = c::string_literal(format!("offcy: `{name}` is not `{ty}` in its header").as_bytes());
    out.line(Doc::listed("_Static_assert(", [condition, message.to_string().into()], ");"));
    out.at_home();
}

/// The names of the numbers, and C whose object file says what they are; `None` if there are none.
pub fn asked(unit: &Unit<'_>) -> Option<Numbers> {
    let numbers = &unit.module.foreign_numbers;
    if numbers.is_empty() {
        return None;
    }
    let mut out = Writer::new("numbers.c", false);
    out.line("#include <Python.h>");
    foreign_headers(unit, &mut out);
    let kinds: Vec<String> = numbers_of_c().map(|(letter, name)| format!("{name}: '{letter}'")).collect();
    out.line(format!("#define OFFCY_NUMBER(T) _Generic(*(T *)0, {}, default: '?')", kinds.join(", ")));
    let letter = |letter: char| format!("'{letter}'");
    let answers = numbers.iter().map(|number| format!("OFFCY_NUMBER({})", number.c_name));
    let all = Numbers::START.chars().map(letter).chain(answers).chain([letter(Numbers::END)]);
    out.line(Doc::listed("const char offcy_numbers[] = {", all, "};"));
    let question = out.finish().text;
    Some(Numbers { c_names: numbers.iter().map(|number| number.c_name.clone()).collect(), question })
}
