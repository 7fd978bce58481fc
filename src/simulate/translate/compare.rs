//! Comparisons, and choices that depend on them.

use super::super::ptx::{Fault, Instruction, Kind, Operand, Type};
use super::function::Writer;
use super::operands::{has, unknown};

const U32: Type = Type::unsigned(32);

impl Writer<'_> {
    /// The comparison that the first modifier names.
    fn comparison(
        &self,
        instruction: &Instruction,
        of: Type,
        a: &Operand,
        b: &Operand,
    ) -> Result<String, Fault> {
        let is_float = matches!(of.kind, Kind::Float | Kind::Brain);
        let read = |operand: &Operand| -> Result<String, Fault> {
            if of.bits == 16 && is_float {
                let value = self.operands.read(operand, Type::unsigned(16))?;
                return Ok(widened_half(instruction, of, &value));
            }
            let value = self.operands.read(operand, of)?;
            let flushes = has(instruction, "ftz") && is_float && of.bits == 32;
            Ok(if flushes { format!("sim_ftz({value})") } else { value })
        };
        compared(instruction, is_float, &read(a)?, &read(b)?)
    }

    /// The same for the two values of packed operands.
    fn comparisons(
        &self,
        instruction: &Instruction,
        of: Type,
        a: &Operand,
        b: &Operand,
    ) -> Result<[String; 2], Fault> {
        let (a, b) = (self.operands.read(a, U32)?, self.operands.read(b, U32)?);
        let half = |value: &str, at: u32| {
            widened_half(instruction, of, &format!("(uint16_t)({value} >> {})", 16 * at))
        };
        let one = |at: u32| compared(instruction, true, &half(&a, at), &half(&b, at));
        Ok([one(0)?, one(1)?])
    }

    /// The second modifier: how the result is combined with a predicate.
    fn combined(
        &self,
        instruction: &Instruction,
        test: &str,
        predicate: Option<&Operand>,
    ) -> Result<String, Fault> {
        let Some(predicate) = predicate else { return Ok(test.to_string()) };
        let predicate = self.operands.read(predicate, Type::PREDICATE)?;
        let sign = match instruction.modifiers.get(1).map_or("", String::as_str) {
            "and" => "&",
            "or" => "|",
            "xor" => "^",
            _ => return unknown(instruction),
        };
        Ok(format!("(({test}) {sign} ({predicate} & 1))"))
    }

    pub fn set_predicate(&mut self, instruction: &Instruction) -> Result<String, Fault> {
        let of = self.operands.type_of(instruction)?;
        let [to, a, b, rest @ ..] = instruction.operands.as_slice() else { return unknown(instruction) };
        let predicate = rest.first();
        if of.lanes == 2 {
            let Operand::Pair(low, high) = to else { return unknown(instruction) };
            let tests = self.comparisons(instruction, of, a, b)?;
            let first = self.combined(instruction, &tests[0], predicate)?;
            let second = self.combined(instruction, &tests[1], predicate)?;
            let low = self.operands.write_to(low, Type::PREDICATE, "y")?;
            let high = self.operands.write_to(high, Type::PREDICATE, "n")?;
            return Ok(format!("{{ int y = {first}, n = {second}; {low} {high} }}"));
        }
        let test = self.comparison(instruction, of, a, b)?;
        match to {
            Operand::Pair(yes, no) => {
                let first = self.combined(instruction, "c", predicate)?;
                let second = self.combined(instruction, "!c", predicate)?;
                let yes = self.operands.write_to(yes, Type::PREDICATE, "y")?;
                let no = self.operands.write_to(no, Type::PREDICATE, "n")?;
                Ok(format!("{{ int c = {test}, y = {first}, n = {second}; {yes} {no} }}"))
            }
            _ => {
                let value = self.combined(instruction, &test, predicate)?;
                self.operands.write_to(to, Type::PREDICATE, &value)
            }
        }
    }

    pub fn set(&mut self, instruction: &Instruction) -> Result<String, Fault> {
        let found = self.types_of(instruction, 2)?;
        let [to, a, b, rest @ ..] = instruction.operands.as_slice() else { return unknown(instruction) };
        let (target, of) = (found[0], found[1]);
        let one = match (target.kind, target.bits / target.lanes) {
            (Kind::Float, 32) => "0x3f800000u",
            (Kind::Float, 16) => "0x3c00u",
            (Kind::Brain, 16) => "0x3f80u",
            (Kind::Unsigned | Kind::Signed, 32) if of.lanes == 1 => "0xffffffffu",
            (Kind::Unsigned | Kind::Signed, 16 | 32) => "0xffffu",
            _ => return unknown(instruction),
        };
        let chosen = |test: &str| format!("(({test}) ? {one} : 0u)");
        let value = match of.lanes {
            1 if target.lanes == 1 => {
                let test = self.comparison(instruction, of, a, b)?;
                chosen(&self.combined(instruction, &test, rest.first())?)
            }
            2 if target.bits == 32 => {
                let tests = self.comparisons(instruction, of, a, b)?;
                let low = self.combined(instruction, &tests[0], rest.first())?;
                let high = self.combined(instruction, &tests[1], rest.first())?;
                format!("{} | {} << 16", chosen(&low), chosen(&high))
            }
            _ => return unknown(instruction),
        };
        self.operands.write_to(to, Type::unsigned(target.bits), &value)
    }

    pub fn select(&mut self, instruction: &Instruction) -> Result<String, Fault> {
        let found = self.types_of(instruction, 1)?;
        let of = found[0];
        let [to, a, b, c] = instruction.operands.as_slice() else { return unknown(instruction) };
        let as_read = if of.kind == Kind::Float && of.bits >= 32 { of } else { Type::unsigned(of.bits) };
        let (a, b) = (self.operands.read(a, as_read)?, self.operands.read(b, as_read)?);
        let test = match (instruction.opcode.as_str(), found.get(1)) {
            ("selp", _) => self.operands.read(c, Type::PREDICATE)?,
            (_, Some(by)) => format!("{} >= 0", self.operands.read(c, *by)?),
            _ => return unknown(instruction),
        };
        self.operands.write_to(to, as_read, &format!("({test}) ? {a} : {b}"))
    }
}

/// A value of 16 bits as a C float.
fn widened_half(instruction: &Instruction, of: Type, value: &str) -> String {
    let format = if of.kind == Kind::Brain { "bf16" } else { "f16" };
    match has(instruction, "ftz") {
        true => format!("sim_{format}(sim_ftz_{format}({value}))"),
        false => format!("sim_{format}({value})"),
    }
}

fn compared(instruction: &Instruction, is_float: bool, a: &str, b: &str) -> Result<String, Fault> {
    let name = instruction.modifiers.first().map_or("", String::as_str);
    if !is_float {
        let sign = match name {
            "eq" => "==",
            "ne" => "!=",
            "lt" | "lo" => "<",
            "le" | "ls" => "<=",
            "gt" | "hi" => ">",
            "ge" | "hs" => ">=",
            _ => return unknown(instruction),
        };
        return Ok(format!("({a} {sign} {b})"));
    }
    Ok(match name {
        "eq" => format!("({a} == {b})"),
        "ne" => format!("({a} < {b} || {a} > {b})"),
        "lt" => format!("({a} < {b})"),
        "le" => format!("({a} <= {b})"),
        "gt" => format!("({a} > {b})"),
        "ge" => format!("({a} >= {b})"),
        "equ" => format!("!({a} < {b} || {a} > {b})"),
        "neu" => format!("({a} != {b})"),
        "ltu" => format!("!({a} >= {b})"),
        "leu" => format!("!({a} > {b})"),
        "gtu" => format!("!({a} <= {b})"),
        "geu" => format!("!({a} < {b})"),
        "num" => format!("({a} == {a} && {b} == {b})"),
        "nan" => format!("({a} != {a} || {b} != {b})"),
        _ => return unknown(instruction),
    })
}
