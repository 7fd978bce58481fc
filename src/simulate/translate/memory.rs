//! Loads, stores, atomics, addresses of spaces, and calls of the device's library.

use super::super::ptx::{Base, Callee, Fault, Instruction, Kind, Operand, Space, Type};
use super::function::Writer;
use super::link::Meaning;
use super::operands::{has, stride, types, unknown};

/// The space of an access.
fn space_of(instruction: &Instruction) -> Space {
    for word in &instruction.modifiers {
        match word.split("::").next().unwrap_or_default() {
            "global" => return Space::Global,
            "shared" => return Space::Shared,
            "local" => return Space::Local,
            "const" => return Space::Constant,
            "param" => return Space::Parameter,
            _ => {}
        }
    }
    Space::Generic
}

/// Whether other threads may wait for a load or store.
fn is_strong(instruction: &Instruction) -> bool {
    ["volatile", "relaxed", "acquire", "release", "mmio"].iter().any(|word| has(instruction, word))
}

impl<'a> Writer<'a> {
    pub fn memory(&mut self, instruction: &'a Instruction) -> Result<String, Fault> {
        match (instruction.opcode.as_str(), instruction.operands.as_slice()) {
            ("ld" | "ldu", [to, Operand::Address(_)]) => self.load(instruction, to),
            ("st", [Operand::Address(_), value]) => self.store(instruction, value),
            ("atom", [to, Operand::Address(_), values @ ..]) => self.atomic(instruction, Some(to), values),
            ("red", [Operand::Address(_), values @ ..]) => self.atomic(instruction, None, values),
            ("cvta", [to, from]) => self.convert_address(instruction, to, from),
            ("isspacep", [to, address]) => self.is_in_space(instruction, to, address),
            ("membar" | "fence", []) => Ok("__atomic_thread_fence(__ATOMIC_ACQ_REL);".to_string()),
            ("prefetch" | "prefetchu" | "discard" | "applypriority", _) => Ok(";".to_string()),
            ("alloca", [to, size, rest @ ..]) => {
                let alignment = match rest {
                    [Operand::Integer(alignment)] => (*alignment).clamp(8, 1 << 20),
                    _ => 8,
                };
                let size = self.operands.read(size, Type::unsigned(64))?;
                let write = self.operands.write_to(to, Type::unsigned(64), "at[l]")?;
                Ok(format!(
                    "{{ uint64_t at[32]; sim_push(w, 1u << l, {size}, {alignment}u, at, {}u); {write} }}",
                    self.site
                ))
            }
            ("stacksave", [to]) => self.operands.write_to(to, Type::unsigned(64), "w->stack[l]"),
            ("stackrestore", [from]) => {
                let value = self.operands.read(from, Type::unsigned(64))?;
                Ok(format!("w->stack[l] = {value};"))
            }
            ("call", _) => self.library(instruction),
            _ => unknown(instruction),
        }
    }

    /// Notes an access that must be counted.
    fn note(&mut self, size: u32, space: Space, access: &'static str, address: &str) -> String {
        if !self.mode.counts || space == Space::Constant {
            return String::new();
        }
        let space = match space {
            Space::Shared => "SIM_SHARED",
            Space::Local => "SIM_LOCAL",
            Space::Global => "SIM_GLOBAL",
            _ => "SIM_GENERIC",
        };
        let (number, at) = (self.number, self.accesses.len());
        self.accesses.push((size, space, access, self.site));
        format!("c{number}_{at}[l] = {address}; n{number}_{at} |= 1u << l; ")
    }

    /// Statements that make `p` the host's address of an access of `size` bytes.
    fn place(&mut self, instruction: &Instruction, size: u32, access: &'static str) -> Result<String, Fault> {
        let operand = instruction.operands.iter().find_map(|operand| match operand {
            Operand::Address(address) => Some(address),
            _ => None,
        });
        let Some(address) = operand else { return self.operands.fail("an address is expected") };
        let space = space_of(instruction);
        let mut direct = None;
        let base = match &address.base {
            Base::Absolute => "0ull".to_string(),
            Base::Register(register) => format!("(uint64_t){}", self.operands.register(*register)),
            Base::Area(area) => {
                let declared = &self.operands.body.areas[*area];
                if address.offset < 0 || address.offset as u64 + u64::from(size) > declared.size {
                    return self.operands.fail("the access is outside of the parameter");
                }
                direct = Some(format!("(uint64_t)(uintptr_t)(a{area} + l * {}u)", stride(declared)));
                String::new()
            }
            Base::Symbol(name) if space == Space::Parameter || self.is_own_parameter(name) => {
                direct = Some(self.parameter(name, address.offset, size)?);
                String::new()
            }
            Base::Symbol(name) => self.operands.address_of(name)?,
        };
        if let Some(direct) = direct {
            return Ok(format!("uint64_t p = {direct} + {}ll; ", address.offset));
        }
        let at = match address.offset {
            0 => base,
            offset => format!("({base} + (uint64_t){offset}ll)"),
        };
        let is_short =
            matches!(&address.base, Base::Register(register) if self.operands.class(*register).bits == 32);
        if is_short && space != Space::Shared {
            return self.operands.fail("addresses of this space have 64 bits");
        }
        let how = if space == Space::Shared { "SIM_S" } else { "SIM_G" };
        let note = self.note(size, space, access, "p");
        let is_trusted = is_strong(instruction) || self.operands.plan.confirmed.contains(&instruction.line);
        let strong = if is_trusted { "SIM_STRONG" } else { "0" };
        Ok(format!("uint64_t p = {how}({at}, {size}u, {access}, {strong}, {}u); {note}", self.site))
    }

    fn is_own_parameter(&self, name: &str) -> bool {
        let is = |parameter: &super::super::ptx::Parameter| parameter.name == name;
        self.operands.tree.parameters.iter().any(is) || self.operands.tree.result.as_ref().is_some_and(is)
    }

    fn parameter(&self, name: &str, offset: i64, size: u32) -> Result<String, Fault> {
        let check = |whole: u64| match offset < 0 || offset as u64 + u64::from(size) > whole {
            true => self.operands.fail("the access is outside of the parameter"),
            false => Ok(()),
        };
        if let Some(result) = self.operands.tree.result.as_ref().filter(|result| result.name == name) {
            check(result.size)?;
            return Ok(format!("(uint64_t)(uintptr_t)(result + l * {}u)", stride(result)));
        }
        let Some(at) = self.operands.tree.parameters.iter().position(|parameter| parameter.name == name)
        else {
            return self.operands.fail(&format!("`{name}` is not a parameter"));
        };
        check(self.operands.tree.parameters[at].size)?;
        Ok(match self.operands.tree.is_kernel {
            true => format!("(uint64_t)(uintptr_t)(w->parameters + {}u)", self.operands.parameter_offset(at)),
            false => format!(
                "(uint64_t)(uintptr_t)(parameters[{at}] + l * {}u)",
                stride(&self.operands.tree.parameters[at])
            ),
        })
    }

    fn load(&mut self, instruction: &Instruction, to: &Operand) -> Result<String, Fault> {
        let of = self.operands.type_of(instruction)?;
        let parts: Vec<&Operand> = match to {
            Operand::Vector(parts) => parts.iter().collect(),
            _ => vec![to],
        };
        let size = of.bytes() * parts.len() as u32;
        let how = if is_strong(instruction) { "SIM_VOLATILE" } else { "SIM_AT" };
        let mut text = format!("{{ {}", self.place(instruction, size, "SIM_READ")?);
        let bits = Type::unsigned(of.bits.min(64));
        if of.bits > 64 {
            return unknown(instruction);
        }
        // All parts are read before one is written: the address may be one of them.
        for at in 0..parts.len() {
            text +=
                &format!("uint{0}_t v{at} = {how}(sim_u{0}, p + {1}u); ", bits.bits, at as u32 * of.bytes());
        }
        for (at, part) in parts.iter().enumerate() {
            if **part != Operand::Sink {
                let as_read = if of.is_signed() { of } else { bits };
                text += &self.operands.write_to(part, as_read, &format!("v{at}"))?;
                text.push(' ');
            }
        }
        Ok(text + "}")
    }

    fn store(&mut self, instruction: &Instruction, value: &Operand) -> Result<String, Fault> {
        let of = self.operands.type_of(instruction)?;
        let parts: Vec<&Operand> = match value {
            Operand::Vector(parts) => parts.iter().collect(),
            _ => vec![value],
        };
        if of.bits > 64 {
            return unknown(instruction);
        }
        let size = of.bytes() * parts.len() as u32;
        let how = if is_strong(instruction) { "SIM_VOLATILE" } else { "SIM_AT" };
        let mut text = format!("{{ {}", self.place(instruction, size, "SIM_WRITE")?);
        for (at, part) in parts.iter().enumerate() {
            let value = self.operands.read(part, Type::unsigned(of.bits))?;
            text += &format!("{how}(sim_u{}, p + {}u) = {value}; ", of.bits, at as u32 * of.bytes());
        }
        Ok(text + "}")
    }

    fn atomic(
        &mut self,
        instruction: &Instruction,
        to: Option<&Operand>,
        values: &[Operand],
    ) -> Result<String, Fault> {
        let of = self.operands.type_of(instruction)?;
        const OPERATIONS: [&str; 10] = ["add", "and", "or", "xor", "exch", "min", "max", "inc", "dec", "cas"];
        let found = instruction.modifiers.iter().find(|word| OPERATIONS.contains(&word.as_str()));
        let Some(operation) = found else { return unknown(instruction) };
        let bits = Type::unsigned(of.bits);
        let function = match (operation.as_str(), of.kind, of.bits, of.lanes) {
            ("add", Kind::Float, bits @ (32 | 64), 1) => format!("addf_{bits}"),
            ("add", Kind::Float, 16, _) => "addh_16".to_string(),
            ("add", Kind::Brain, 16, _) => "addb_16".to_string(),
            ("add", Kind::Float, _, 2) => "addh2_32".to_string(),
            ("add", Kind::Brain, _, 2) => "addb2_32".to_string(),
            ("min" | "max", Kind::Signed, bits @ (32 | 64), _) => format!("s{operation}_{bits}"),
            ("min" | "max", Kind::Unsigned, bits @ (32 | 64), _) => format!("u{operation}_{bits}"),
            ("inc" | "dec" | "exch" | "cas" | "and" | "or" | "xor", _, bits @ (32 | 64), 1) => {
                format!("{operation}_{bits}")
            }
            ("add", Kind::Signed | Kind::Unsigned, bits @ (32 | 64), 1) => format!("add_{bits}"),
            ("cas" | "exch", _, 16, 1) => format!("{operation}_16"),
            _ => return unknown(instruction),
        };
        let wanted = if operation == "cas" { 2 } else { 1 };
        if values.len() != wanted {
            return self.operands.fail("an atomic operation has another number of operands");
        }
        let read: Result<Vec<String>, Fault> =
            values.iter().map(|value| self.operands.read(value, bits)).collect();
        let read = read?.join(", ");
        let place = self.place(instruction, of.bytes(), "SIM_ATOMIC")?;
        let call = format!("sim_atomic_{function}(p, {read})");
        Ok(match to {
            None => format!("{{ {place}{call}; }}"),
            Some(to) => format!("{{ {place}{} }}", self.operands.write_to(to, bits, &call)?),
        })
    }

    fn convert_address(
        &mut self,
        instruction: &Instruction,
        to: &Operand,
        from: &Operand,
    ) -> Result<String, Fault> {
        let of = self.operands.type_of(instruction)?;
        if of.bits != 64 {
            return self.operands.fail("generic addresses have 64 bits");
        }
        let value = self.operands.read(from, of)?;
        let value = match (space_of(instruction), has(instruction, "to")) {
            (Space::Shared, true) => format!("{value} - S"),
            (Space::Shared, false) => format!("{value} + S"),
            _ => value,
        };
        self.operands.write_to(to, of, &value)
    }

    fn is_in_space(
        &mut self,
        instruction: &Instruction,
        to: &Operand,
        address: &Operand,
    ) -> Result<String, Fault> {
        let value = self.operands.read(address, Type::unsigned(64))?;
        let shared = "(g - S < Z)";
        let local = "(g - w->stack_low[l] < w->stack_size)";
        let test = match space_of(instruction) {
            Space::Shared => shared.to_string(),
            Space::Local => local.to_string(),
            Space::Global => format!("(g - B < R && !{shared} && !{local})"),
            _ => return unknown(instruction),
        };
        Ok(format!("{{ uint64_t g = {value}; {} }}", self.operands.write_to(to, Type::PREDICATE, &test)?))
    }

    /// A call of a function of the device's library.
    fn library(&mut self, instruction: &Instruction) -> Result<String, Fault> {
        let Some(call) = &instruction.call else { return self.operands.fail("a call without a callee") };
        let Callee::Function(name) = &call.callee else { return self.operands.fail("a call without a name") };
        let Some(Meaning::Library(name)) = self.operands.program.meaning(self.operands.index, name) else {
            return self.operands.fail(&format!("the function `{name}` is not defined"));
        };
        let argument = |at: usize, bits: u32| match call.arguments.get(at) {
            Some(area) if self.operands.body.areas[*area].size >= u64::from(bits / 8) => {
                let each = stride(&self.operands.body.areas[*area]);
                Ok(format!("SIM_AT(sim_u{bits}, a{area} + l * {each}u)"))
            }
            _ => self.operands.fail(&format!("`{name}` is called with different parameters than it has")),
        };
        let result = |bits: u32, value: String| match call.result {
            None => format!("{value};"),
            Some(area) => {
                let each = stride(&self.operands.body.areas[area]);
                format!("SIM_AT(sim_u{bits}, a{area} + l * {each}u) = {value};")
            }
        };
        let site = self.site;
        Ok(match name {
            "vprintf" => {
                let (format, values) = (argument(0, 64)?, argument(1, 64)?);
                result(32, format!("w->run->print(w, {format}, {values}, {site}u, l)"))
            }
            "malloc" => result(64, format!("w->run->allocate(w, {})", argument(0, 64)?)),
            "free" => format!("w->run->release(w, {}, {site}u, l);", argument(0, 64)?),
            "__nvvm_reflect" => result(32, "0".to_string()),
            _ => {
                let (message, file, line) = (argument(0, 64)?, argument(1, 64)?, argument(2, 32)?);
                let function = argument(3, 64)?;
                format!("w->run->assertion(w, {message}, {file}, {line}, {function}, {site}u, l);")
            }
        })
    }

    /// Types of the instruction's modifiers, at least `count` of them.
    pub fn types_of(&self, instruction: &Instruction, count: usize) -> Result<Vec<Type>, Fault> {
        let found = types(instruction);
        if found.len() < count { unknown(instruction) } else { Ok(found) }
    }
}
