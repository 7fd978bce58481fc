//! What lanes of a warp, and threads of a block, do together.

use super::super::ptx::{Fault, Instruction, Operand, Type};
use super::function::Writer;
use super::operands::{has, unknown};

const U32: Type = Type::unsigned(32);

impl Writer<'_> {
    /// An operation at the beginning of a block. Waits until all lanes that take part have come.
    pub fn of_warp(&self, instruction: &Instruction, number: usize) -> Result<String, Fault> {
        let operands = instruction.operands.as_slice();
        let opcode = instruction.opcode.as_str();
        let is_synchronous = has(instruction, "sync");
        let members = match (opcode, operands.last()) {
            ("activemask", _) => None,
            (_, Some(members)) if is_synchronous => Some(self.operands.read(members, U32)?),
            _ => None,
        };
        let gather = match &members {
            None => String::new(),
            Some(members) => format!(
                "{{ uint32_t need = 0; SIM_EACH(l, m) need |= {members};\nif (!w->run->together(&frame, {number}, m, need)) goto dispatch; m = frame.mask; }}\n"
            ),
        };
        let each = match opcode {
            "activemask" => {
                let [to] = operands else { return unknown(instruction) };
                format!("SIM_EACH(l, m) {{ {} }}\n", self.operands.write_to(to, U32, "m")?)
            }
            "elect" => {
                let [Operand::Pair(to, is), _] = operands else { return unknown(instruction) };
                let (to, is) = (
                    self.operands.write_to(to, U32, "(uint32_t)__builtin_ctz(m)")?,
                    self.operands.write_to(is, Type::PREDICATE, "l == (uint32_t)__builtin_ctz(m)")?,
                );
                format!("SIM_EACH(l, m) {{ {to} {is} }}\n")
            }
            "shfl" => self.shuffle(instruction)?,
            "vote" => self.vote(instruction)?,
            "match" => self.matching(instruction)?,
            "redux" => self.reduction(instruction)?,
            "bar" | "barrier" => self.barrier_result(instruction)?,
            _ => return unknown(instruction),
        };
        Ok(gather + &each)
    }

    fn shuffle(&self, instruction: &Instruction) -> Result<String, Fault> {
        let [to, value, lane, clamp, ..] = instruction.operands.as_slice() else {
            return unknown(instruction);
        };
        let (to, valid) = match to {
            Operand::Pair(to, valid) => (to.as_ref(), Some(valid.as_ref())),
            _ => (to, None),
        };
        let source = if has(instruction, "up") {
            "int32_t j = (int32_t)l - (int32_t)b; uint32_t ok = j >= (int32_t)most;"
        } else if has(instruction, "down") {
            "int32_t j = (int32_t)(l + b); uint32_t ok = j <= (int32_t)most;"
        } else if has(instruction, "bfly") {
            "int32_t j = (int32_t)(l ^ b); uint32_t ok = j <= (int32_t)most;"
        } else if has(instruction, "idx") {
            "int32_t j = (int32_t)(least | (b & ~segment)); uint32_t ok = j <= (int32_t)most;"
        } else {
            return unknown(instruction);
        };
        let (value, lane, clamp) = (
            self.operands.read(value, U32)?,
            self.operands.read(lane, U32)?,
            self.operands.read(clamp, U32)?,
        );
        let valid = match valid {
            Some(valid) => self.operands.write_to(valid, Type::PREDICATE, "ok")?,
            None => String::new(),
        };
        let to = self.operands.write_to(to, U32, "given[j]")?;
        Ok(format!(
            "{{ uint32_t given[32]; SIM_EACH(l, m) given[l] = {value};\n\
             SIM_EACH(l, m) {{ uint32_t b = {lane} & 31, c = {clamp}, segment = (c >> 8) & 31;\n\
             uint32_t least = l & segment, most = least | ((c & 31) & ~segment); (void)least; (void)most;\n\
             {source} if (!ok || !(m >> (j & 31) & 1)) j = (int32_t)l;\n{to} {valid} }} }}\n"
        ))
    }

    fn vote(&self, instruction: &Instruction) -> Result<String, Fault> {
        let [to, predicate, ..] = instruction.operands.as_slice() else { return unknown(instruction) };
        let read = self.operands.read(predicate, Type::PREDICATE)?;
        let (of, result) = if has(instruction, "ballot") {
            (U32, "yes")
        } else if has(instruction, "all") {
            (Type::PREDICATE, "yes == m")
        } else if has(instruction, "any") {
            (Type::PREDICATE, "yes != 0")
        } else if has(instruction, "uni") {
            (Type::PREDICATE, "yes == m || !yes")
        } else {
            return unknown(instruction);
        };
        let write = self.operands.write_to(to, of, result)?;
        Ok(format!(
            "{{ uint32_t yes = 0; SIM_EACH(l, m) yes |= (uint32_t)({read} & 1) << l;\nSIM_EACH(l, m) {{ {write} }} }}\n"
        ))
    }

    fn matching(&self, instruction: &Instruction) -> Result<String, Fault> {
        let [to, value, ..] = instruction.operands.as_slice() else { return unknown(instruction) };
        let of = Type::unsigned(self.operands.type_of(instruction)?.bits);
        let read = self.operands.read(value, of)?;
        let gather = format!(
            "{{ uint64_t given[32]; SIM_EACH(l, m) given[l] = {read};\nSIM_EACH(l, m) {{ uint32_t same = 0; SIM_EACH(k, m) same |= (uint32_t)(given[k] == given[l]) << k;\n"
        );
        let writes = if has(instruction, "any") {
            self.operands.write_to(to, U32, "same")?
        } else {
            let (to, all) = match to {
                Operand::Pair(to, all) => (to.as_ref(), Some(all.as_ref())),
                _ => (to, None),
            };
            let all = match all {
                Some(all) => self.operands.write_to(all, Type::PREDICATE, "same == m")?,
                None => String::new(),
            };
            format!("{} {all}", self.operands.write_to(to, U32, "same == m ? m : 0")?)
        };
        Ok(format!("{gather}{writes} }} }}\n"))
    }

    fn reduction(&self, instruction: &Instruction) -> Result<String, Fault> {
        let [to, value, ..] = instruction.operands.as_slice() else { return unknown(instruction) };
        let of = self.operands.type_of(instruction)?;
        let read = self.operands.read(value, of)?;
        let (start, step) = match instruction
            .modifiers
            .iter()
            .find(|word| matches!(word.as_str(), "add" | "min" | "max" | "and" | "or" | "xor"))
        {
            Some(word) => match word.as_str() {
                "add" => ("0", "sum += v;"),
                "and" => ("-1", "sum &= v;"),
                "or" => ("0", "sum |= v;"),
                "xor" => ("0", "sum ^= v;"),
                "min" => {
                    (if of.is_signed() { "INT32_MAX" } else { "UINT32_MAX" }, "sum = v < sum ? v : sum;")
                }
                _ => (if of.is_signed() { "INT32_MIN" } else { "0" }, "sum = v > sum ? v : sum;"),
            },
            None => return unknown(instruction),
        };
        let c = if of.is_signed() && step != "sum += v;" { "int32_t" } else { "uint32_t" };
        let write = self.operands.write_to(to, U32, "(uint32_t)sum")?;
        Ok(format!(
            "{{ {c} sum = ({c}){start}; SIM_EACH(l, m) {{ {c} v = ({c}){read}; {step} }}\nSIM_EACH(l, m) {{ {write} }} }}\n"
        ))
    }

    /// `bar` in all its forms. The lanes wait in `next`.
    pub fn barrier(&self, instruction: &Instruction, next: usize) -> Result<String, Fault> {
        let mut operands = instruction.operands.as_slice();
        let is_reduction = has(instruction, "red");
        if is_reduction {
            operands = operands.get(1..).unwrap_or_default();
        }
        let predicate = match operands {
            [rest @ .., predicate] if is_reduction => {
                operands = rest;
                Some(self.operands.read(predicate, Type::PREDICATE)?)
            }
            _ => None,
        };
        if has(instruction, "cluster") || operands.len() > 2 {
            return unknown(instruction);
        }
        let waits = u32::from(!has(instruction, "arrive"));
        let known = ["sync", "arrive", "red"].iter().any(|word| has(instruction, word));
        if !known {
            return unknown(instruction);
        }
        let read = |at: usize| match operands.get(at) {
            Some(operand) => self.operands.read(operand, U32),
            None => Ok("0".to_string()),
        };
        let (id, count) = (read(0)?, read(1)?);
        let reduction = match is_reduction {
            false => "SIM_NO_REDUCTION",
            true if has(instruction, "and") => "SIM_AND",
            true if has(instruction, "or") => "SIM_OR",
            true => "SIM_POPC",
        };
        let gather = match &predicate {
            Some(predicate) => format!("SIM_EACH(l, m) yes |= (uint32_t)({predicate} & 1) << l;\n"),
            None => String::new(),
        };
        Ok(format!(
            "{{ uint32_t l = (uint32_t)__builtin_ctz(m), id = {id}, count = {count}, yes = 0; (void)yes;\n{gather}\
             if (!w->run->barrier(&frame, m, id, count, {waits}, {reduction}, yes, {}u)) {{ sim_park(&frame, {next}, m); goto dispatch; }} }}",
            self.site
        ))
    }

    /// The result of `bar.red`, when lanes continue.
    fn barrier_result(&self, instruction: &Instruction) -> Result<String, Fault> {
        let [to, id, ..] = instruction.operands.as_slice() else { return unknown(instruction) };
        let of = if has(instruction, "popc") { U32 } else { Type::PREDICATE };
        let id = self.operands.read(id, U32)?;
        let write = self.operands.write_to(to, of, &format!("w->run->barrier_result(w, {id})"))?;
        Ok(format!("SIM_EACH(l, m) {{ {write} }}\n"))
    }

    /// `bar.warp.sync`
    pub fn meet(&self, instruction: &Instruction, next: usize) -> Result<String, Fault> {
        let [members] = instruction.operands.as_slice() else { return unknown(instruction) };
        let members = self.operands.read(members, U32)?;
        Ok(format!(
            "{{ uint32_t need = 0; SIM_EACH(l, m) need |= {members};\nif (!w->run->meet(&frame, m, need)) {{ sim_park(&frame, {next}, m); goto dispatch; }} }}"
        ))
    }
}
