//! Arithmetic, comparisons, moves.

use super::super::ptx::{Fault, Instruction, Kind, Operand, Type};
use super::convert::rounding;
use super::function::Writer;
use super::operands::{c_type, has, types, unknown};

impl Writer<'_> {
    pub fn arithmetic(&mut self, instruction: &Instruction) -> Result<String, Fault> {
        let opcode = instruction.opcode.as_str();
        match opcode {
            "mov" => return self.move_to(instruction),
            "setp" => return self.set_predicate(instruction),
            "set" => return self.set(instruction),
            "selp" | "slct" => return self.select(instruction),
            "addc" | "subc" | "madc" => return self.carried(instruction),
            "add" | "sub" | "mad" if has(instruction, "cc") => return self.carried(instruction),
            _ => {}
        }
        let of = *types(instruction).first().ok_or(()).or_else(|()| unknown(instruction))?;
        let is_float = matches!(of.kind, Kind::Float | Kind::Brain)
            || (of.kind == Kind::Bits && matches!(opcode, "neg" | "abs") && of.bits == 16);
        let text = match (is_float, of.bits, of.lanes) {
            (true, 16, _) | (true, _, 2) => self.half(instruction, of)?,
            (true, ..) => return self.float(instruction, of),
            (false, ..) => self.integer(instruction, self.operands.type_of(instruction)?)?,
        };
        Ok(text)
    }

    /// Chains of 32 and 64 bits: `add.cc`, `madc.hi.cc`.
    fn carried(&mut self, instruction: &Instruction) -> Result<String, Fault> {
        let of = self.operands.type_of(instruction)?;
        let bits = Type::unsigned(of.bits);
        let [to, operands @ ..] = instruction.operands.as_slice() else { return unknown(instruction) };
        let read: Result<Vec<String>, Fault> =
            operands.iter().map(|operand| self.operands.read(operand, bits)).collect();
        let read = read?;
        let opcode = instruction.opcode.as_str();
        let takes = if opcode.ends_with('c') { "carry[l]" } else { "0" };
        let n = of.bits;
        let (a, b) = match (opcode, read.as_slice()) {
            ("add" | "addc" | "sub" | "subc", [a, b]) => (a.clone(), b.clone()),
            ("mad" | "madc", [a, b, c]) => {
                let product = match has(instruction, "hi") {
                    true => format!("sim_{}mulhi_{n}({a}, {b})", if of.is_signed() { "s" } else { "u" }),
                    false => format!("(uint{n}_t)({a} * {b})"),
                };
                (product, c.clone())
            }
            _ => return unknown(instruction),
        };
        if !matches!(n, 32 | 64) {
            return unknown(instruction);
        }
        let sign = if opcode.starts_with("sub") { '-' } else { '+' };
        let set = if has(instruction, "cc") {
            format!("carry[l] = (uint8_t)((r >> {n}) & 1);")
        } else {
            String::new()
        };
        let write = self.operands.write_to(to, bits, &format!("(uint{n}_t)r"))?;
        Ok(format!(
            "{{ unsigned __int128 r = (unsigned __int128){a} {sign} {b} {sign} {takes}; {set} {write} }}"
        ))
    }

    fn float(&mut self, instruction: &Instruction, of: Type) -> Result<String, Fault> {
        let [to, operands @ ..] = instruction.operands.as_slice() else { return unknown(instruction) };
        let ftz = has(instruction, "ftz") && of.bits == 32;
        let read = |at: usize| -> Result<String, Fault> {
            let Some(operand) = operands.get(at) else { return unknown(instruction) };
            let value = self.operands.read(operand, of)?;
            Ok(if ftz { format!("sim_ftz({value})") } else { value })
        };
        let s = format!("f{}", of.bits);
        let f = if of.bits == 32 { "f" } else { "" };
        let mode = rounding(instruction).map_or("SIM_RN", |(mode, _)| mode);
        let is_nearest = mode == "SIM_RN";
        let mut value = match instruction.opcode.as_str() {
            opcode @ ("add" | "sub" | "mul" | "div") => {
                let (a, b) = (read(0)?, read(1)?);
                let sign = match opcode {
                    "add" => '+',
                    "sub" => '-',
                    "mul" => '*',
                    _ => '/',
                };
                match is_nearest {
                    true => format!("({a} {sign} {b})"),
                    false => format!("sim_{opcode}_mode_{s}({a}, {b}, {mode})"),
                }
            }
            "fma" | "mad" => {
                let (a, b, c) = (read(0)?, read(1)?, read(2)?);
                match is_nearest {
                    true => format!("__builtin_fma{f}({a}, {b}, {c})"),
                    false => format!("sim_fma_mode_{s}({a}, {b}, {c}, {mode})"),
                }
            }
            "sqrt" if has(instruction, "approx") => format!("sim_sqrt_approx_f32({})", read(0)?),
            "sqrt" if is_nearest => format!("__builtin_sqrt{f}({})", read(0)?),
            "sqrt" => format!("sim_sqrt_mode_{s}({}, {mode})", read(0)?),
            "rcp" if has(instruction, "approx") && of.bits == 64 => {
                format!("sim_rcp_approx_f64({})", read(0)?)
            }
            "rcp" if is_nearest => format!("(({})1 / {})", c_type(of), read(0)?),
            "rcp" => format!("sim_div_mode_{s}(1, {}, {mode})", read(0)?),
            "rsqrt" if of.bits == 64 => format!("sim_rsqrt_approx_f64({})", read(0)?),
            "rsqrt" => format!("sim_rsqrt_f32({})", read(0)?),
            "sin" => format!("(float)__builtin_sin((double){})", read(0)?),
            "cos" => format!("(float)__builtin_cos((double){})", read(0)?),
            "lg2" => format!("(float)__builtin_log2((double){})", read(0)?),
            "ex2" => format!("(float)__builtin_exp2((double){})", read(0)?),
            "tanh" => format!("(float)__builtin_tanh((double){})", read(0)?),
            "neg" => format!("(-{})", read(0)?),
            "abs" => format!("__builtin_fabs{f}({})", read(0)?),
            opcode @ ("min" | "max") => {
                let (a, b) = (read(0)?, read(1)?);
                let third = if operands.len() == 3 { Some(read(2)?) } else { None };
                extreme(instruction, opcode, &s, [a, b], third)
            }
            "copysign" => format!("__builtin_copysign{f}({}, {})", read(1)?, read(0)?),
            "testp" => {
                return self.operands.write_to(to, Type::PREDICATE, &tested(instruction, &read(0)?)?);
            }
            _ => return unknown(instruction),
        };
        if ftz {
            value = format!("sim_ftz({value})");
        }
        if has(instruction, "sat") {
            value = format!("sim_sat_{s}({value})");
        }
        self.operands.write_to(to, of, &value)
    }

    /// Half precision, one value or two.
    fn half(&mut self, instruction: &Instruction, of: Type) -> Result<String, Fault> {
        let [to, operands @ ..] = instruction.operands.as_slice() else { return unknown(instruction) };
        let opcode = instruction.opcode.as_str();
        let arity = match opcode {
            "neg" | "abs" | "ex2" | "tanh" => 1,
            "add" | "sub" | "mul" | "min" | "max" => 2,
            "fma" => 3,
            _ => return unknown(instruction),
        };
        let known = |word: &String| {
            Type::named(word).is_some()
                || matches!(word.as_str(), "rn" | "approx" | "ftz" | "sat" | "relu" | "NaN")
        };
        if operands.len() != arity || !instruction.modifiers.iter().all(known) {
            return unknown(instruction);
        }
        let bits = Type::unsigned(16 * of.lanes);
        let read: Result<Vec<String>, Fault> =
            operands.iter().map(|operand| self.operands.read(operand, bits)).collect();
        let read = read?;
        let format = if of.kind == Kind::Brain { "bf16" } else { "f16" };
        let flushes = has(instruction, "ftz");
        let each = |half: u32| {
            let arguments: Vec<String> = (read.iter())
                .map(|value| match (of.lanes, flushes) {
                    (1, false) => value.clone(),
                    (_, false) => format!("(uint16_t)({value} >> {})", 16 * half),
                    (_, true) => format!("sim_ftz_{format}((uint16_t)({value} >> {}))", 16 * half),
                })
                .collect();
            let arguments = arguments.join(", ");
            let mut value = format!("sim_{opcode}_{format}({arguments})");
            if has(instruction, "NaN") {
                value = format!("sim_nan_{format}({arguments}, {value})");
            }
            for word in ["sat", "relu", "ftz"] {
                if has(instruction, word) {
                    value = format!("sim_{word}_{format}({value})");
                }
            }
            value
        };
        let value = match of.lanes {
            1 => each(0),
            _ => format!("((uint32_t){} | (uint32_t){} << 16)", each(0), each(1)),
        };
        self.operands.write_to(to, bits, &value)
    }

    fn move_to(&mut self, instruction: &Instruction) -> Result<String, Fault> {
        let of = self.operands.type_of(instruction)?;
        let [to, from] = instruction.operands.as_slice() else { return unknown(instruction) };
        if let Operand::Vector(parts) = to {
            let each = of.bits / parts.len().max(1) as u32;
            let value = self.operands.read(from, Type::unsigned(of.bits))?;
            let mut text = format!("{{ uint{}_t v = {value}; ", of.bits);
            for (at, part) in parts.iter().enumerate() {
                text += &self.operands.write_to(
                    part,
                    Type::unsigned(each),
                    &format!("(uint{each}_t)(v >> {})", each * at as u32),
                )?;
                text.push(' ');
            }
            return Ok(text + "}");
        }
        if let Operand::Vector(parts) = from {
            let each = of.bits / parts.len().max(1) as u32;
            let values: Result<Vec<String>, Fault> = parts
                .iter()
                .enumerate()
                .map(|(at, part)| {
                    let value = self.operands.read(part, Type::unsigned(each))?;
                    Ok(format!("(uint{}_t){value} << {}", of.bits, each * at as u32))
                })
                .collect();
            return self.operands.write_to(to, Type::unsigned(of.bits), &values?.join(" | "));
        }
        let is_float = of.kind == Kind::Float && of.bits >= 32;
        let as_read = if is_float || of.kind == Kind::Predicate { of } else { Type::unsigned(of.bits) };
        let value = self.operands.read(from, as_read)?;
        self.operands.write_to(to, as_read, &value)
    }
}

/// `min` and `max`, of two numbers or of three.
fn extreme(
    instruction: &Instruction,
    opcode: &str,
    s: &str,
    [a, b]: [String; 2],
    third: Option<String>,
) -> String {
    let plain = if has(instruction, "xorsign") {
        let least = format!("sim_{opcode}_f32(__builtin_fabsf({a}), __builtin_fabsf({b}))");
        format!("sim_xorsign_f32({least}, {a}, {b})")
    } else {
        let two = format!("sim_{opcode}_{s}({a}, {b})");
        match third {
            Some(third) => format!("sim_{opcode}_{s}({two}, {third})"),
            None => two,
        }
    };
    if has(instruction, "NaN") { format!("sim_nan_{s}({a}, {b}, {plain})") } else { plain }
}

/// `testp`: what kind of number it is.
fn tested(instruction: &Instruction, a: &str) -> Result<String, Fault> {
    Ok(match instruction.modifiers.first().map_or("", String::as_str) {
        "finite" => format!("__builtin_isfinite({a})"),
        "infinite" => format!("__builtin_isinf({a})"),
        "number" => format!("!__builtin_isnan({a})"),
        "notanumber" => format!("__builtin_isnan({a})"),
        "normal" => format!("__builtin_isnormal({a})"),
        "subnormal" => format!("(__builtin_fpclassify(0, 0, 0, 1, 0, {a}))"),
        _ => return unknown(instruction),
    })
}
