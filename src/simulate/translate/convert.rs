//! `cvt`.

use super::super::ptx::{Fault, Instruction, Kind, Operand, Type};
use super::function::Writer;
use super::operands::{has, unknown};

/// The rounding mode that a modifier names, and whether it rounds to integers.
pub fn rounding(instruction: &Instruction) -> Option<(&'static str, bool)> {
    instruction.modifiers.iter().find_map(|word| {
        Some(match word.as_str() {
            "rn" => ("SIM_RN", false),
            "rz" => ("SIM_RZ", false),
            "rm" => ("SIM_RM", false),
            "rp" => ("SIM_RP", false),
            "rni" => ("SIM_RN", true),
            "rzi" => ("SIM_RZ", true),
            "rmi" => ("SIM_RM", true),
            "rpi" => ("SIM_RP", true),
            _ => return None,
        })
    })
}

fn is_float(of: Type) -> bool {
    matches!(of.kind, Kind::Float | Kind::Brain)
}

impl Writer<'_> {
    /// A value of a floating type as a C float or double.
    pub fn widened(&self, operand: &Operand, of: Type) -> Result<String, Fault> {
        let value = self.operands.read(operand, if of.bits == 16 { Type::unsigned(16) } else { of })?;
        Ok(match (of.kind, of.bits) {
            (Kind::Brain, 16) => format!("sim_bf16({value})"),
            (_, 16) => format!("sim_f16({value})"),
            _ => value,
        })
    }

    pub fn convert(&mut self, instruction: &Instruction) -> Result<String, Fault> {
        let types = self.types_of(instruction, 2)?;
        let (to, from) = (types[0], types[1]);
        if to.lanes == 2 {
            return self.convert_pair(instruction, to, from);
        }
        let [target, source] = instruction.operands.as_slice() else { return unknown(instruction) };
        let plain = |of: Type| of.lanes == 1 && of.bits <= 64 && of.kind != Kind::Predicate;
        if types.len() != 2 || !plain(to) || !plain(from) || has(instruction, "tf32") {
            return unknown(instruction);
        }
        let value = match (is_float(from), is_float(to)) {
            (false, false) => self.between_integers(instruction, to, from, source)?,
            (false, true) => self.of_integer(instruction, to, from, source)?,
            (true, false) => {
                let wide = self.flushed(instruction, source, from)?;
                let mode = rounding(instruction).map_or("SIM_RZ", |(mode, _)| mode);
                let sign = if to.is_signed() { "s" } else { "u" };
                // Not a number: 0, but only the highest bit is set if 64 bits are involved.
                let of_nan = match from.bits == 64 || to.bits == 64 {
                    false => "0".to_string(),
                    true => format!("({})(1ull << {})", super::operands::c_type(to), to.bits - 1),
                };
                format!("sim_to_{sign}{}({wide}, {mode}, {of_nan})", to.bits)
            }
            (true, true) => self.between_floats(instruction, to, from, source)?,
        };
        let as_stored = if to.bits == 16 && is_float(to) { Type::unsigned(16) } else { to };
        self.operands.write_to(target, as_stored, &value)
    }

    fn flushed(&self, instruction: &Instruction, source: &Operand, from: Type) -> Result<String, Fault> {
        let value = self.widened(source, from)?;
        let flushes = has(instruction, "ftz") && from.kind == Kind::Float && from.bits == 32;
        Ok(if flushes { format!("sim_ftz({value})") } else { value })
    }

    fn between_integers(
        &self,
        instruction: &Instruction,
        to: Type,
        from: Type,
        source: &Operand,
    ) -> Result<String, Fault> {
        let value = self.operands.read(source, from)?;
        if has(instruction, "sat") {
            let sign = if to.is_signed() { "s" } else { "u" };
            return Ok(format!("sim_clamp_{sign}{}({value})", to.bits));
        }
        // The sign of the source is extended to all bits of the target.
        let c = super::operands::c_type(Type { kind: to.kind, ..to });
        let wide =
            if from.is_signed() { format!("(int{}_t)", to.bits.max(from.bits)) } else { String::new() };
        Ok(format!("({c}){wide}{value}"))
    }

    fn of_integer(
        &self,
        instruction: &Instruction,
        to: Type,
        from: Type,
        source: &Operand,
    ) -> Result<String, Fault> {
        let value = self.operands.read(source, from)?;
        let mode = rounding(instruction).map_or("SIM_RN", |(mode, _)| mode);
        let sign = if from.is_signed() { "s" } else { "u" };
        let wide = if from.is_signed() { "int64_t" } else { "uint64_t" };
        let text = match (to.bits, mode) {
            (16, _) => {
                let narrow = if to.kind == Kind::Brain { "sim_to_bf16" } else { "sim_to_f16" };
                // A double holds 32 bits exactly; for 64 bits, the last bit is odd if others are lost.
                match from.bits {
                    64 => format!("{narrow}(sim_odd_{sign}64({value}), {mode})"),
                    _ => format!("{narrow}((double){value}, {mode})"),
                }
            }
            (32, "SIM_RN") => format!("(float){value}"),
            (_, "SIM_RN") => format!("(double){value}"),
            (bits, _) => format!("sim_f{bits}_from_{sign}64(({wide}){value}, {mode})"),
        };
        Ok(if has(instruction, "sat") && to.bits == 32 { format!("sim_sat_f32({text})") } else { text })
    }

    fn between_floats(
        &self,
        instruction: &Instruction,
        to: Type,
        from: Type,
        source: &Operand,
    ) -> Result<String, Fault> {
        let value = self.flushed(instruction, source, from)?;
        let found = rounding(instruction);
        let mode = found.map_or("SIM_RN", |(mode, _)| mode);
        let to_integral = found.is_some_and(|(_, integral)| integral);
        let text = if to_integral { format!("sim_integral({value}, {mode})") } else { value };
        let mut text = match (to.kind, to.bits) {
            (Kind::Brain, 16) if has(instruction, "relu") => format!("sim_to_bf16(sim_relu({text}), {mode})"),
            (Kind::Brain, 16) => format!("sim_to_bf16({text}, {mode})"),
            (_, 16) if has(instruction, "relu") => format!("sim_to_f16(sim_relu({text}), {mode})"),
            (_, 16) => format!("sim_to_f16({text}, {mode})"),
            (_, 32) if mode != "SIM_RN" && !to_integral && from.bits == 64 => {
                format!("sim_f32_from_f64({text}, {mode})")
            }
            (_, 32) => format!("(float)({text})"),
            _ => format!("(double)({text})"),
        };
        if has(instruction, "ftz") && to.bits == 32 {
            text = format!("sim_ftz({text})");
        }
        if has(instruction, "sat") && to.bits >= 32 {
            text = format!("sim_sat_f{}({text})", to.bits);
        }
        Ok(text)
    }

    /// `cvt.rn.f16x2.f32 d, a, b`: `a` in the upper half.
    fn convert_pair(&self, instruction: &Instruction, to: Type, from: Type) -> Result<String, Fault> {
        let [target, high, low] = instruction.operands.as_slice() else { return unknown(instruction) };
        if from != Type::float(32) {
            return unknown(instruction);
        }
        let narrow = if to.kind == Kind::Brain { "sim_to_bf16" } else { "sim_to_f16" };
        let mode = rounding(instruction).map_or("SIM_RN", |(mode, _)| mode);
        let relu = if has(instruction, "relu") { "sim_relu" } else { "" };
        let (high, low) = (self.operands.read(high, from)?, self.operands.read(low, from)?);
        let value =
            format!("(uint32_t){narrow}({relu}({high}), {mode}) << 16 | {narrow}({relu}({low}), {mode})");
        self.operands.write_to(target, Type::unsigned(32), &value)
    }
}
