//! Values of operands, and places for results.

use std::cell::Cell;

use super::super::ptx::{Body, Fault, Function, Instruction, Kind, Operand, Parameter, Type};
use super::function::offsets;
use super::link::{Meaning, Program};
use super::plan::Plan;

/// The C type that a value of this type is computed in.
pub fn c_type(of: Type) -> String {
    match (of.kind, of.bits, of.lanes) {
        (Kind::Float, 32, 1) => "float".to_string(),
        (Kind::Float, 64, 1) => "double".to_string(),
        (Kind::Predicate, ..) => "uint8_t".to_string(),
        (Kind::Signed, bits, 1) => format!("int{bits}_t"),
        (_, bits, _) => format!("uint{bits}_t"),
    }
}

/// Bytes of each lane's value of a parameter.
pub fn stride(parameter: &Parameter) -> u64 {
    parameter.size.max(1).next_multiple_of(16)
}

/// The error for an unknown instruction.
pub fn unknown<T>(instruction: &Instruction) -> Result<T, Fault> {
    let mut name = instruction.opcode.clone();
    for modifier in &instruction.modifiers {
        name.push('.');
        name.push_str(modifier);
    }
    Err(Fault::new(instruction.line, format!("`{name}` is not an instruction that the simulated GPU knows")))
}

/// What the operands of one function's instructions mean in C.
pub struct Operands<'a> {
    pub program: &'a Program<'a>,
    pub plan: &'a Plan<'a>,
    pub tree: &'a Function,
    pub body: &'a Body,
    pub index: usize,
    /// The line of the PTX that is being written.
    pub line: Cell<usize>,
}

impl Operands<'_> {
    /// Where a parameter begins among those of a launch.
    pub fn parameter_offset(&self, at: usize) -> u64 {
        offsets(self.tree)[at]
    }

    /// A register in its stored form.
    pub fn register(&self, register: usize) -> String {
        match self.plan.is_array[register] {
            true => format!("x{register}[l]"),
            false => format!("x{register}"),
        }
    }

    pub fn class(&self, register: usize) -> Type {
        self.body.registers[register].class
    }

    /// The type of an instruction's operands: its last modifier that is a type.
    pub fn type_of(&self, instruction: &Instruction) -> Result<Type, Fault> {
        match types(instruction).last() {
            Some(found) => Ok(*found),
            None => unknown(instruction),
        }
    }

    /// The value of an operand.
    pub fn read(&self, operand: &Operand, want: Type) -> Result<String, Fault> {
        let is_float = want.kind == Kind::Float && want.lanes == 1 && want.bits >= 32;
        match operand {
            Operand::Register(register) => Ok(self.read_register(*register, want)),
            Operand::Not(register) => Ok(format!("!{}", self.register(*register))),
            Operand::Integer(value) if want.kind == Kind::Predicate => Ok(u8::from(*value != 0).to_string()),
            Operand::Integer(value) if is_float => Ok(format!("(({}){value}.0)", c_type(want))),
            Operand::Integer(value) => {
                let bits = want.bits.min(64);
                let mask = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
                Ok(format!("(({}){:#x}ull)", c_type(want), *value as u64 & mask))
            }
            Operand::F32(bits) if is_float && want.bits == 32 => Ok(format!("sim_f32({bits:#x}u)")),
            Operand::F32(bits) => Ok(format!("(({}){bits:#x}u)", c_type(want))),
            Operand::F64(bits) if is_float && want.bits == 64 => Ok(format!("sim_f64({bits:#x}ull)")),
            Operand::F64(bits) if is_float => {
                Ok(format!("sim_f32({:#x}u)", (f64::from_bits(*bits) as f32).to_bits()))
            }
            Operand::F64(bits) => Ok(format!("(({}){bits:#x}ull)", c_type(want))),
            Operand::Special(name) => Ok(format!("(({}){})", c_type(want), self.special(name)?)),
            Operand::Symbol(name, addend) => {
                Ok(format!("(({})({} + {addend}ll))", c_type(want), self.address_of(name)?))
            }
            Operand::Vector(_) | Operand::Pair(..) | Operand::Address(_) | Operand::Sink => {
                self.fail("a register or a constant is expected here")
            }
        }
    }

    fn read_register(&self, register: usize, want: Type) -> String {
        let class = self.class(register);
        let place = self.register(register);
        let wants_float = want.kind == Kind::Float && want.lanes == 1 && want.bits >= 32;
        let is_float = class.kind == Kind::Float && class.bits >= 32 && class.lanes == 1;
        match (is_float, wants_float) {
            (true, true) => place,
            (true, false) => {
                let bits = format!("sim_b{}({place})", class.bits);
                if want == Type::unsigned(class.bits) { bits } else { format!("(({}){bits})", c_type(want)) }
            }
            (false, true) => format!("sim_f{}((uint{}_t){place})", want.bits, want.bits),
            (false, false) => {
                let plain = class.bits == want.bits && want.kind != Kind::Signed;
                if plain { place } else { format!("(({}){place})", c_type(want)) }
            }
        }
    }

    /// Stores a value of this type in an operand.
    pub fn write_to(&self, operand: &Operand, of: Type, value: &str) -> Result<String, Fault> {
        let register = match operand {
            Operand::Register(register) => *register,
            Operand::Sink => return Ok(format!("(void)({value});")),
            _ => return self.fail("a register is expected for the result"),
        };
        let class = self.class(register);
        let place = self.register(register);
        let from_float = of.kind == Kind::Float && of.lanes == 1 && of.bits >= 32;
        let to_float = class.kind == Kind::Float && class.bits >= 32 && class.lanes == 1;
        Ok(match (from_float, to_float) {
            (true, true) => format!("{place} = {value};"),
            (true, false) => format!("{place} = sim_b{}({value});", of.bits),
            (false, true) => format!("{place} = sim_f{}((uint{}_t)({value}));", class.bits, class.bits),
            (false, false) if class.kind == Kind::Predicate => format!("{place} = ({value}) & 1;"),
            (false, false) if of.bits < class.bits && of.is_signed() => {
                format!("{place} = (uint{0}_t)(int{0}_t)({1})({value});", class.bits, c_type(of))
            }
            (false, false) if of.bits < class.bits => {
                format!("{place} = (uint{}_t)({value});", of.bits)
            }
            (false, false) => format!("{place} = (uint{}_t)({value});", class.bits),
        })
    }

    /// The value of a name: an address of its space.
    pub fn address_of(&self, name: &str) -> Result<String, Fault> {
        if let Some(at) = self.plan.locals.get(name) {
            return Ok(format!("(locals[l] + {at}u)"));
        }
        if let Some(at) = self.tree.parameters.iter().position(|parameter| parameter.name == name) {
            return Ok(match self.tree.is_kernel {
                true => format!("((uint64_t)(uintptr_t)w->parameters + {}u)", self.parameter_offset(at)),
                false => format!("copied{at}[l]"),
            });
        }
        match self.program.meaning(self.index, name) {
            Some(Meaning::Global(global)) => Ok(format!("G[{global}]")),
            Some(Meaning::Shared(offset)) => Ok(format!("{offset}ull")),
            Some(Meaning::DynamicShared) => Ok("(uint64_t)w->dynamic_shared".to_string()),
            Some(Meaning::Function(function)) => Ok(format!("(SIM_CODE_BASE + {}ull)", 16 * function)),
            Some(Meaning::Library(_)) => self.fail(&format!("the address of `{name}` is taken")),
            None if name == "WARP_SZ" => Ok("32".to_string()),
            None => self.fail(&format!("`{name}` is not defined")),
        }
    }

    fn special(&self, name: &str) -> Result<String, Fault> {
        let axis = |base: &str| {
            let axis = ["x", "y", "z"].iter().position(|axis| name.strip_prefix(base) == Some(*axis))?;
            Some(axis)
        };
        let extents = [("%ntid.", "w->ntid"), ("%ctaid.", "w->ctaid"), ("%nctaid.", "w->nctaid")];
        if let Some(axis) = axis("%tid.") {
            return Ok(format!("w->tid[{axis}][l]"));
        }
        for (base, place) in extents {
            if let Some(axis) = axis(base) {
                return Ok(format!("{place}[{axis}]"));
            }
        }
        let ones = ["%cluster_nctaid.", "%cluster_nctarank"];
        if ones.iter().any(|base| name.starts_with(base)) {
            return Ok("1u".to_string());
        }
        if let Some(axis) = axis("%nclusterid.") {
            return Ok(format!("w->nctaid[{axis}]"));
        }
        if let Some(axis) = axis("%clusterid.") {
            return Ok(format!("w->ctaid[{axis}]"));
        }
        let zeros = ["%envreg", "%pm", "%cluster_cta", "%is_explicit_cluster", "%current_graph_exec"];
        if zeros.iter().any(|base| name.starts_with(base)) {
            return Ok("0u".to_string());
        }
        Ok(match name {
            "%laneid" => "l",
            "%warpid" => "w->index",
            "%nwarpid" => "32u",
            "%smid" => "(w->ctaid[0] % 132u)",
            "%nsmid" => "132u",
            "%gridid" => "w->grid",
            "%lanemask_eq" => "(1u << l)",
            "%lanemask_le" => "((2u << l) - 1)",
            "%lanemask_lt" => "((1u << l) - 1)",
            "%lanemask_ge" => "(~((1u << l) - 1))",
            "%lanemask_gt" => "(~((2u << l) - 1))",
            "%clock" | "%clock64" | "%globaltimer" | "%globaltimer_lo" => "sim_nanoseconds(w)",
            "%clock_hi" | "%globaltimer_hi" => "(sim_nanoseconds(w) >> 32)",
            "%dynamic_smem_size" => "w->dynamic_size",
            "%total_smem_size" | "%aggr_smem_size" => "Z",
            _ => return self.fail(&format!("`{name}` is not declared")),
        }
        .to_string())
    }

    pub fn fail<T>(&self, message: &str) -> Result<T, Fault> {
        Err(Fault::new(self.line.get(), message))
    }
}

/// The modifiers that are types.
pub fn types(instruction: &Instruction) -> Vec<Type> {
    instruction.modifiers.iter().filter_map(|word| Type::named(word)).collect()
}

pub fn has(instruction: &Instruction, word: &str) -> bool {
    instruction.modifiers.iter().any(|modifier| modifier == word)
}
