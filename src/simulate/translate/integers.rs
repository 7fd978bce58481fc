//! Arithmetic of integers, bits and predicates.

use super::super::ptx::{Fault, Instruction, Kind, Operand, Type};
use super::function::Writer;
use super::operands::{has, types, unknown};

const U32: Type = Type::unsigned(32);

impl Writer<'_> {
    pub(super) fn integer(&self, instruction: &Instruction, of: Type) -> Result<String, Fault> {
        let [to, operands @ ..] = instruction.operands.as_slice() else { return unknown(instruction) };
        if of.lanes == 2 {
            return self.pair_of_integers(instruction, of);
        }
        let is_predicate = of.kind == Kind::Predicate;
        if !is_predicate && !matches!(of.bits, 16 | 32 | 64) {
            return unknown(instruction);
        }
        let operation = Operation { writer: self, instruction, of, operands };
        let (value, result) = operation.value()?;
        self.operands.write_to(to, if is_predicate { Type::PREDICATE } else { result }, &value)
    }

    fn pair_of_integers(&self, instruction: &Instruction, of: Type) -> Result<String, Fault> {
        let [to, a, b] = instruction.operands.as_slice() else { return unknown(instruction) };
        let (a, b) = (self.operands.read(a, U32)?, self.operands.read(b, U32)?);
        let c = if of.is_signed() { "int16_t" } else { "uint16_t" };
        let each = match instruction.opcode.as_str() {
            "add" => "(uint16_t)(x + y)",
            "min" => "(uint16_t)(x < y ? x : y)",
            "max" => "(uint16_t)(x > y ? x : y)",
            _ => return unknown(instruction),
        };
        let write = self.operands.write_to(to, U32, "low | high << 16")?;
        Ok(format!(
            "{{ uint32_t low, high; {{ {c} x = ({c}){a}, y = ({c}){b}; low = {each}; }} {{ {c} x = ({c})({a} >> 16), y = ({c})({b} >> 16); high = {each}; }} {write} }}"
        ))
    }
}

/// An instruction that computes a number of one type.
struct Operation<'w> {
    writer: &'w Writer<'w>,
    instruction: &'w Instruction,
    of: Type,
    /// Those that it reads.
    operands: &'w [Operand],
}

impl Operation<'_> {
    /// The value in C, and its type.
    fn value(&self) -> Result<(String, Type), Fault> {
        let in_bits = |value: String| (value, Type::unsigned(self.of.bits));
        match self.instruction.opcode.as_str() {
            "mul" | "mad" | "mul24" | "mad24" => self.product(),
            "div" | "rem" | "add" | "sub" | "neg" | "abs" | "sad" | "min" | "max" => self.sum().map(in_bits),
            "and" | "or" | "xor" | "not" | "cnot" | "lop3" => self.logical().map(in_bits),
            "shl" | "shr" | "shf" | "bfe" | "bfi" | "brev" | "bmsk" | "szext" | "prmt" => {
                self.moved_bits().map(in_bits)
            }
            "bfind" | "popc" | "clz" | "fns" => Ok((self.counted_bits()?, U32)),
            "dp4a" | "dp2a" => Ok((self.dot_product()?, U32)),
            "vabsdiff4" => self.differences().map(in_bits),
            _ => unknown(self.instruction),
        }
    }

    fn has(&self, modifier: &str) -> bool {
        has(self.instruction, modifier)
    }

    fn read(&self, at: usize, ty: Type) -> Result<String, Fault> {
        match self.operands.get(at) {
            Some(operand) => self.writer.operands.read(operand, ty),
            None => unknown(self.instruction),
        }
    }

    /// An operand without its sign.
    fn plain(&self, at: usize) -> Result<String, Fault> {
        self.read(at, Type::unsigned(self.of.bits))
    }

    /// An operand in the type of the instruction.
    fn typed(&self, at: usize) -> Result<String, Fault> {
        self.read(at, self.of)
    }

    /// An operand of 32 bits.
    fn narrow(&self, at: usize) -> Result<String, Fault> {
        self.read(at, U32)
    }

    fn sign(&self) -> char {
        if self.of.is_signed() { 's' } else { 'u' }
    }

    fn sum(&self) -> Result<String, Fault> {
        let (n, sign) = (self.of.bits, self.sign());
        Ok(match self.instruction.opcode.as_str() {
            opcode @ ("add" | "sub") if self.has("sat") => {
                format!("sim_{opcode}_sat({}, {})", self.typed(0)?, self.typed(1)?)
            }
            "add" => format!("{} + {}", self.plain(0)?, self.plain(1)?),
            "sub" => format!("{} - {}", self.plain(0)?, self.plain(1)?),
            opcode @ ("div" | "rem") => {
                format!("sim_{sign}{opcode}_{n}({}, {})", self.plain(0)?, self.plain(1)?)
            }
            "neg" => format!("0 - {}", self.plain(0)?),
            "abs" => {
                let a = self.typed(0)?;
                format!("{a} < 0 ? 0 - {0} : {0}", self.plain(0)?)
            }
            "sad" => {
                let (a, b) = (self.typed(0)?, self.typed(1)?);
                let (x, y) = (self.plain(0)?, self.plain(1)?);
                format!("{} + ({a} < {b} ? {y} - {x} : {x} - {y})", self.plain(2)?)
            }
            "min" => format!("{0} < {1} ? {0} : {1}", self.typed(0)?, self.typed(1)?),
            "max" => format!("{0} > {1} ? {0} : {1}", self.typed(0)?, self.typed(1)?),
            _ => return unknown(self.instruction),
        })
    }

    /// A product, and what is added to it.
    fn product(&self) -> Result<(String, Type), Fault> {
        let n = self.of.bits;
        let is_short = self.instruction.opcode.ends_with("24");
        let read = |at: usize| -> Result<String, Fault> {
            Ok(match (is_short, self.of.is_signed()) {
                (false, _) => self.plain(at)?,
                (true, true) => format!("(uint32_t)((int32_t)({} << 8) >> 8)", self.plain(at)?),
                (true, false) => format!("({} & 0xffffffu)", self.plain(at)?),
            })
        };
        let (a, b) = (read(0)?, read(1)?);
        let mut result = Type::unsigned(n);
        let product = if self.has("wide") {
            if n > 32 {
                return unknown(self.instruction);
            }
            result = Type::unsigned(2 * n);
            match self.of.is_signed() {
                true => format!("(uint{0}_t)((int{0}_t)(int{n}_t){a} * (int{n}_t){b})", 2 * n),
                false => format!("((uint{0}_t){a} * (uint{0}_t){b})", 2 * n),
            }
        } else if self.has("hi") && is_short {
            let (a, b) = (signed_or(self.of, &a), signed_or(self.of, &b));
            format!("(uint32_t)(((__int128)({a}) * ({b})) >> 16)")
        } else if self.has("hi") {
            format!("sim_{}mulhi_{n}({a}, {b})", self.sign())
        } else {
            format!("(uint{n}_t)((uint{0}_t){a} * {b})", n.max(32))
        };
        if !self.instruction.opcode.starts_with("mad") {
            return Ok((product, result));
        }
        let c = self.read(2, result)?;
        let sum = match self.has("sat") {
            true => format!("sim_add_sat((int32_t){product}, (int32_t){c})"),
            false => format!("{product} + {c}"),
        };
        Ok((sum, result))
    }

    fn logical(&self) -> Result<String, Fault> {
        let is_predicate = self.of.kind == Kind::Predicate;
        Ok(match self.instruction.opcode.as_str() {
            "and" => format!("{} & {}", self.plain(0)?, self.plain(1)?),
            "or" => format!("{} | {}", self.plain(0)?, self.plain(1)?),
            "xor" => format!("{} ^ {}", self.plain(0)?, self.plain(1)?),
            "not" if is_predicate => format!("!{}", self.plain(0)?),
            "not" => format!("~{}", self.plain(0)?),
            "cnot" => format!("!{}", self.plain(0)?),
            "lop3" if self.operands.len() == 4 => {
                let (a, b, c) = (self.plain(0)?, self.plain(1)?, self.plain(2)?);
                format!("sim_lop3({a}, {b}, {c}, {})", self.plain(3)?)
            }
            _ => return unknown(self.instruction),
        })
    }

    /// Shifts, and fields of bits.
    fn moved_bits(&self) -> Result<String, Fault> {
        let (n, sign) = (self.of.bits, self.sign());
        let wraps = u32::from(self.has("wrap"));
        Ok(match self.instruction.opcode.as_str() {
            "shl" => format!("sim_shl_{n}({}, {})", self.plain(0)?, self.narrow(1)?),
            "shr" => format!("sim_shr_{sign}{n}({}, {})", self.plain(0)?, self.narrow(1)?),
            "shf" => {
                let left = u32::from(self.has("l"));
                let (a, b, by) = (self.plain(0)?, self.plain(1)?, self.narrow(2)?);
                format!("sim_shf({a}, {b}, {by}, {left}, {wraps})")
            }
            "bfe" => {
                format!("sim_bfe_{sign}{n}({}, {}, {})", self.plain(0)?, self.narrow(1)?, self.narrow(2)?)
            }
            "bfi" => {
                let (a, b) = (self.plain(0)?, self.plain(1)?);
                format!("sim_bfi_{n}({a}, {b}, {}, {})", self.narrow(2)?, self.narrow(3)?)
            }
            "brev" => format!("sim_reverse({}) >> {}", self.plain(0)?, 64 - n),
            "bmsk" => format!("sim_bmsk({}, {}, {wraps})", self.plain(0)?, self.plain(1)?),
            "szext" => {
                let width = self.plain(1)?;
                let width = if self.has("wrap") { format!("({width} & 31)") } else { width };
                format!("sim_bfe_{sign}32({}, 0, {width} > 32 ? 32 : {width})", self.plain(0)?)
            }
            "prmt" => {
                let modes = ["f4e", "b4e", "rc8", "ecl", "ecr", "rc16"];
                let mode = modes.into_iter().find(|mode| self.has(mode));
                let (a, b, c) = (self.plain(0)?, self.plain(1)?, self.plain(2)?);
                match mode {
                    None => format!("sim_prmt({a}, {b}, {c})"),
                    Some(mode) => format!("sim_prmt_mode({a}, {b}, {c}, sim_{mode})"),
                }
            }
            _ => return unknown(self.instruction),
        })
    }

    fn counted_bits(&self) -> Result<String, Fault> {
        let n = self.of.bits;
        Ok(match self.instruction.opcode.as_str() {
            "bfind" => {
                let found = format!("sim_bfind_{}{n}({})", self.sign(), self.plain(0)?);
                match self.has("shiftamt") {
                    true => format!("({found} == 0xffffffffu ? {found} : {}u - {found})", n - 1),
                    false => found,
                }
            }
            "popc" => format!("(uint32_t)__builtin_popcountll({})", self.plain(0)?),
            "clz" => format!("sim_clz_{n}({})", self.plain(0)?),
            "fns" => {
                format!("sim_fns({}, {}, (int32_t){})", self.narrow(0)?, self.narrow(1)?, self.narrow(2)?)
            }
            _ => return unknown(self.instruction),
        })
    }

    fn dot_product(&self) -> Result<String, Fault> {
        let signed: Vec<u32> = types(self.instruction).iter().map(|of| u32::from(of.is_signed())).collect();
        let [a, b] = signed.as_slice() else { return unknown(self.instruction) };
        let (x, y, z) = (self.narrow(0)?, self.narrow(1)?, self.narrow(2)?);
        Ok(match self.instruction.opcode.as_str() {
            "dp4a" => format!("sim_dp4a({x}, {y}, {z}, {a}, {b})"),
            _ => format!("sim_dp2a({x}, {y}, {z}, {a}, {b}, {})", u32::from(self.has("hi"))),
        })
    }

    /// The absolute differences of four bytes.
    fn differences(&self) -> Result<String, Fault> {
        let found = types(self.instruction);
        let [_, a, b] = found.as_slice() else { return unknown(self.instruction) };
        if self.has("sat") {
            return unknown(self.instruction);
        }
        let signed = [a, b].map(|of| u32::from(of.is_signed()));
        let adds = u32::from(self.has("add"));
        let (x, y, z) = (self.narrow(0)?, self.narrow(1)?, self.narrow(2)?);
        Ok(format!("sim_vabsdiff4({x}, {y}, {z}, {}, {}, {adds})", signed[0], signed[1]))
    }
}

fn signed_or(of: Type, value: &str) -> String {
    if of.is_signed() { format!("(int32_t){value}") } else { value.to_string() }
}
