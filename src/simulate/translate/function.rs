//! A function of PTX as one of C.

use std::cell::Cell;
use std::fmt::Write;

use super::super::Mode;
use super::super::ptx::{Callee, Fault, Function, Instruction, Kind, Type};
use super::flow::{Block, End};
use super::link::{Meaning, Program};
use super::operands::{Operands, c_type, stride};
use super::plan::Plan;
use super::sites::{Site, Sites};

pub struct Writer<'a> {
    pub operands: Operands<'a>,
    pub plans: &'a [Option<Plan<'a>>],
    pub unit: usize,
    pub mode: Mode,
    /// The site of the line that is being written.
    pub site: usize,
    pub sites: &'a mut Sites,
    out: String,
    /// The block that is being written.
    pub number: usize,
    /// Accesses of the loop over lanes that is being written, to be counted after it: size, space, kind, site.
    pub accesses: Vec<(u32, &'static str, &'static str, usize)>,
    /// Arrays that the function has, in bytes.
    bytes: u64,
}

/// Functions with more lines of C than this are not optimised. The time of clang's loop passes grows with the square of
/// the function's size, because the whole function is in the loop that goes from block to block: minutes for 20,000
/// lines. Without optimisation, every variable has its own place on the stack.
const MOST_OPTIMISED: usize = 2500;

/// The C declaration of a function.
pub fn signature(index: usize) -> String {
    format!(
        "static void f{index}(struct sim_warp *w, uint32_t entered, unsigned char *const *parameters, unsigned char *result)"
    )
}

impl<'a> Writer<'a> {
    pub fn new(
        program: &'a Program<'a>,
        plans: &'a [Option<Plan<'a>>],
        plan: &'a Plan<'a>,
        index: usize,
        sites: &'a mut Sites,
        mode: Mode,
    ) -> Writer<'a> {
        let code = &program.functions[index];
        let body = code.tree.body.as_ref().expect("only functions with a body are written");
        let (tree, line) = (code.tree, Cell::new(code.tree.line));
        Writer {
            operands: Operands { program, plan, tree, body, index, line },
            plans,
            unit: code.unit,
            mode,
            site: 0,
            sites,
            out: String::new(),
            number: 0,
            accesses: Vec::new(),
            bytes: 0,
        }
    }

    /// A rough upper bound for the bytes of the host's stack that it needs.
    pub fn frame(&self) -> u64 {
        self.bytes + 16 * self.operands.plan.flow.blocks.len() as u64 + 4096
    }

    fn set_site(&mut self, location: usize, line: usize) {
        let (file, source_line, column) = self.operands.plan.flow.locations[location];
        let files = &self.operands.program.units[self.unit].files;
        let file = files.iter().find(|(number, _)| *number == file).map(|(_, name)| name.clone());
        let site = Site {
            file: file.unwrap_or_default(),
            line: source_line,
            function: self.operands.tree.name.clone(),
            ptx_line: 0,
        };
        let site = if location == 0 { Site { ptx_line: line, ..site } } else { site };
        self.site = self.sites.number(site, column, line);
        self.operands.line.set(line);
    }

    pub fn write(&mut self) -> Result<String, Fault> {
        let blocks = self.operands.plan.flow.blocks.len();
        self.out = format!("/* {} */\n{} {{\n", self.operands.tree.name, signature(self.operands.index));
        let fiber = if self.operands.plan.waits { "w->fiber" } else { "0" };
        let _ = writeln!(self.out, "(void)parameters; (void)result;\nSIM_FRAME({blocks}, {fiber});");
        self.declare();
        let _ = writeln!(self.out, "uint32_t m = entered;");
        self.enter()?;
        self.out += "goto b0;\ndispatch:\n";
        self.out += "switch (w->run->next(&frame)) {\n";
        for block in 0..blocks {
            let _ = writeln!(self.out, "case {block}: m = frame.mask; goto b{block};");
        }
        self.out += "default: return;\n}\n";
        for (number, block) in self.operands.plan.flow.blocks.iter().enumerate() {
            self.block(number, block)?;
        }
        self.out += "}\n\n";
        let written = std::mem::take(&mut self.out);
        if written.lines().count() <= MOST_OPTIMISED && !self.mode.quick {
            return Ok(written);
        }
        self.bytes += written.len() as u64;
        Ok(format!("__attribute__((optnone, noinline))\n{written}"))
    }

    fn declare(&mut self) {
        for (number, register) in self.operands.body.registers.iter().enumerate() {
            if self.operands.plan.is_array[number] {
                let kind = storage(register.class);
                self.bytes += 32 * u64::from(register.class.bytes());
                let _ = writeln!(self.out, "{kind} x{number}[32];");
            }
        }
        if self.operands.plan.uses_carry {
            self.out += "uint8_t carry[32] = {0};\n";
        }
        for (number, area) in self.operands.body.areas.iter().enumerate() {
            self.bytes += 32 * stride(area);
            let _ = writeln!(
                self.out,
                "unsigned char a{number}[{}] __attribute__((aligned(16)));",
                32 * stride(area)
            );
        }
        if self.uses_stack() {
            self.out += "uint64_t before[32], locals[32];\n(void)locals;\n";
        }
        for (at, _) in self.operands.plan.addressed.iter().enumerate().filter(|(_, addressed)| **addressed) {
            let _ = writeln!(self.out, "uint64_t copied{at}[32];");
        }
        // Lists of arguments outlive the call's block: lanes may come back later.
        for (number, block) in self.operands.plan.flow.blocks.iter().enumerate() {
            if let End::Call(instruction, _) = &block.end
                && let Some(call) = &instruction.call
            {
                let list: Vec<String> = call.arguments.iter().map(|area| format!("a{area}")).collect();
                let _ =
                    writeln!(self.out, "unsigned char *const list{number}[] = {{{}}};", none_is_zero(&list));
                // The callee may store a result that nothing reads.
                let size = 32 * self.result_size(instruction).next_multiple_of(16);
                if call.result.is_none() && size > 0 {
                    self.bytes += size;
                    let _ = writeln!(
                        self.out,
                        "unsigned char sink{number}[{size}] __attribute__((aligned(16)));"
                    );
                }
            }
        }
    }

    /// Bytes of what a direct call returns.
    fn result_size(&self, instruction: &Instruction) -> u64 {
        let Some(Callee::Function(name)) = instruction.call.as_ref().map(|call| &call.callee) else {
            return 0;
        };
        match self.operands.program.meaning(self.operands.index, name) {
            Some(Meaning::Function(callee)) => {
                self.operands.program.functions[callee].tree.result.as_ref().map_or(0, |result| result.size)
            }
            _ => 0,
        }
    }

    fn uses_stack(&self) -> bool {
        self.operands.plan.local_size > 0
            || self.operands.plan.addressed.contains(&true)
            || self.operands.body.statements.iter().any(|statement| {
                matches!(statement, super::super::ptx::Statement::Instruction(one)
                    if matches!(one.opcode.as_str(), "alloca" | "stacksave" | "stackrestore"))
            })
    }

    /// Allocates local memory, and copies parameters whose address is taken into it.
    fn enter(&mut self) -> Result<(), Fault> {
        if !self.uses_stack() {
            return Ok(());
        }
        self.set_site(0, self.operands.tree.line);
        self.out += "SIM_EACH(l, m) before[l] = w->stack[l];\n";
        let (size, alignment) = (self.operands.plan.local_size, self.operands.plan.local_alignment);
        let _ = writeln!(self.out, "sim_push(w, m, {size}u, {alignment}u, locals, {}u);", self.site);
        for (at, parameter) in self.operands.tree.parameters.iter().enumerate() {
            if self.operands.plan.addressed[at] {
                let (size, each) = (parameter.size, stride(parameter));
                let alignment = parameter.alignment.max(8);
                let _ = writeln!(
                    self.out,
                    "sim_push(w, m, {size}u, {alignment}u, copied{at}, {}u);\nSIM_EACH(l, m) __builtin_memcpy((void *)copied{at}[l], parameters[{at}] + l * {each}u, {size}u);",
                    self.site
                );
            }
        }
        Ok(())
    }

    fn block(&mut self, number: usize, block: &'a Block<'a>) -> Result<(), Fault> {
        self.number = number;
        let _ = writeln!(self.out, "b{number}:;");
        if let Some((instruction, location)) = block.first {
            self.set_site(location, instruction.line);
            let text = self.of_warp(instruction, number)?;
            self.out += &text;
            self.count_one(instruction);
        }
        let is_branch = matches!(block.end, End::Branch(..));
        if is_branch {
            self.out += "{ uint32_t t = 0;\n";
        }
        if !block.lanes.is_empty() || is_branch {
            self.lanes(number, block)?;
        }
        self.end(number, block)?;
        if is_branch {
            self.out += "}\n";
        }
        Ok(())
    }

    /// The loop over lanes of a block.
    fn lanes(&mut self, number: usize, block: &'a Block<'a>) -> Result<(), Fault> {
        let mut text = String::new();
        let mut declared = Vec::new();
        let mut counted: Vec<(usize, &'static str, u32)> = Vec::new();
        for (instruction, location) in &block.lanes {
            self.set_site(*location, instruction.line);
            self.own_registers(instruction, &mut declared);
            let statement = self.statement(instruction)?;
            match instruction.guard {
                None => text += &statement,
                Some((register, negated)) => {
                    let sign = if negated { "!" } else { "" };
                    let _ = write!(text, "if ({sign}{}) {{ {statement} }}", self.operands.register(register));
                }
            }
            text.push('\n');
            if self.mode.counts {
                let kind = kind_of(instruction);
                match counted.iter_mut().find(|(site, known, _)| *site == self.site && *known == kind) {
                    Some((_, _, count)) => *count += 1,
                    None => counted.push((self.site, kind, 1)),
                }
            }
        }
        let accesses = std::mem::take(&mut self.accesses);
        for at in 0..accesses.len() {
            let _ = writeln!(self.out, "uint64_t c{number}_{at}[32]; uint32_t n{number}_{at} = 0;");
        }
        let touches = block.lanes.iter().any(|(instruction, _)| {
            matches!(instruction.opcode.as_str(), "ld" | "st" | "atom" | "red" | "ldu" | "call")
        });
        if touches {
            let _ = writeln!(self.out, "w->site = {}u;", self.site);
        }
        // There is at least one lane; a loop that tests at its end is half the work for clang.
        self.out += "{ uint32_t rest = m; do { const uint32_t l = (uint32_t)__builtin_ctz(rest); (void)l;\n";
        if touches {
            self.out += "w->lane = l;\n";
        }
        declared.sort_unstable();
        for register in declared {
            let _ = writeln!(self.out, "{} x{register};", storage(self.operands.class(register)));
        }
        self.out += &text;
        if let End::Branch(_, (register, negated), ..) = &block.end {
            let sign = if *negated { "!" } else { "" };
            let _ = writeln!(self.out, "t |= (uint32_t){sign}{} << l;", self.operands.register(*register));
        }
        self.out += "} while (rest &= rest - 1); }\n";
        for (site, kind, count) in counted {
            let _ = writeln!(self.out, "w->run->count(w, {site}u, SIM_KIND_{kind}, {count}u, m);");
        }
        for (at, (size, space, kind, site)) in accesses.iter().enumerate() {
            let _ = writeln!(
                self.out,
                "w->run->count_access(w, {site}u, {space}, {kind}, {size}u, n{number}_{at}, c{number}_{at});"
            );
        }
        Ok(())
    }

    /// Registers that live only in this loop.
    fn own_registers(&self, instruction: &Instruction, declared: &mut Vec<usize>) {
        let mut found = Vec::new();
        instruction.operands.iter().for_each(|operand| super::plan::registers(operand, &mut found));
        for register in found {
            if !self.operands.plan.is_array[register] && !declared.contains(&register) {
                declared.push(register);
            }
        }
    }

    fn count_one(&mut self, instruction: &Instruction) {
        if self.mode.counts {
            let kind = kind_of(instruction);
            let _ = writeln!(self.out, "w->run->count(w, {}u, SIM_KIND_{kind}, 1u, m);", self.site);
        }
    }

    /// How lanes get from one block to another.
    fn go(&self, from: usize, to: usize) -> String {
        if to > from {
            return format!("SIM_GO({to});");
        }
        let weight = self.weight(from, to);
        format!("SIM_BACK({to}, {from}, {weight});")
    }

    /// How much a backward step takes from the budget until others run: a lot if the loop may wait for them.
    fn weight(&self, from: usize, to: usize) -> &'static str {
        let waits = |block: &Block| match &block.end {
            End::Call(instruction, _) => match instruction.call.as_ref().map(|call| &call.callee) {
                Some(Callee::Function(name)) => {
                    match self.operands.program.meaning(self.operands.index, name) {
                        Some(Meaning::Function(callee)) => {
                            self.plans[callee].as_ref().is_some_and(|plan| plan.waits)
                        }
                        _ => false,
                    }
                }
                _ => true,
            },
            _ => false,
        };
        if self.operands.plan.spins[to..=from].contains(&true) {
            "(SIM_BUDGET / 4)"
        } else if self.operands.plan.flow.blocks[to..=from].iter().any(waits) {
            "(SIM_BUDGET / 64)"
        } else {
            "1"
        }
    }

    fn end(&mut self, number: usize, block: &'a Block<'a>) -> Result<(), Fault> {
        let text = match &block.end {
            End::Jump(to) => self.go(number, *to),
            End::Branch(instruction, _, taken, not) => {
                self.set_site(block.location, instruction.line);
                self.count_one(instruction);
                let divergence = match self.mode.counts {
                    true => format!("w->run->count_divergence(w, {}u);\n", self.site),
                    false => String::new(),
                };
                let back = [*taken, *not].into_iter().filter(|to| *to <= number).min();
                let tick = back.map_or(String::new(), |to| {
                    let weight = self.weight(number, to);
                    format!(
                        "if ((frame.budget -= {weight}) <= 0) {{ w->run->rotate(&frame, {to}, {number}); }}\n"
                    )
                });
                format!(
                    "if (t == m) {{ {} }}\nif (!t) {{ {} }}\n{divergence}sim_park(&frame, {taken}, t); sim_park(&frame, {not}, m & ~t);\n{tick}goto dispatch;",
                    self.go(number, *taken),
                    self.go(number, *not),
                )
            }
            End::Table(instruction, targets) => {
                self.set_site(block.location, instruction.line);
                let index = self.operands.read(&instruction.operands[0], Type::unsigned(32))?;
                let mut text = format!("SIM_EACH(l, m) {{ switch ({index}) {{\n");
                for (at, target) in targets.iter().enumerate() {
                    let _ = writeln!(text, "case {at}: sim_park(&frame, {target}, 1u << l); break;");
                }
                let _ = write!(
                    text,
                    "default: w->run->fault(w, SIM_ILLEGAL_INSTRUCTION, {}u, l, \"a branch leaves its table\");\n}} }}\ngoto dispatch;",
                    self.site
                );
                text
            }
            End::Return | End::Exit => {
                let mut text = String::new();
                if self.uses_stack() {
                    text += "SIM_EACH(l, m) w->stack[l] = before[l];\n";
                }
                // A thread whose kernel returns has ended: barriers do not wait for it.
                if matches!(block.end, End::Exit) || self.operands.tree.is_kernel {
                    text += "w->run->exit(w, m);\n";
                }
                text + "frame.returned |= m;\nif (!frame.waiting && !frame.children) return;\ngoto dispatch;"
            }
            End::Call(instruction, next) => {
                self.set_site(block.location, instruction.line);
                self.count_one(instruction);
                self.call(instruction, number, *next)?
            }
            End::Barrier(instruction, next) => {
                self.set_site(block.location, instruction.line);
                self.count_one(instruction);
                let text = self.barrier(instruction, *next)?;
                format!("{text}\n{}", self.go(number, *next))
            }
            End::Meet(instruction, next) => {
                self.set_site(block.location, instruction.line);
                self.count_one(instruction);
                let text = self.meet(instruction, *next)?;
                format!("{text}\n{}", self.go(number, *next))
            }
        };
        self.out += &text;
        self.out.push('\n');
        Ok(())
    }

    fn call(&self, instruction: &Instruction, number: usize, next: usize) -> Result<String, Fault> {
        let Some(call) = &instruction.call else { return self.operands.fail("a call without a callee") };
        let result = call.result.map_or("0".to_string(), |area| format!("a{area}"));
        let go = self.go(number, next);
        let sizes: Vec<u64> =
            call.arguments.iter().map(|area| self.operands.body.areas[*area].size).collect();
        let returned = call.result.map_or(0, |area| self.operands.body.areas[area].size);
        match &call.callee {
            Callee::Function(name) => {
                let Some(Meaning::Function(callee)) =
                    self.operands.program.meaning(self.operands.index, name)
                else {
                    return self.operands.fail(&format!("the function `{name}` is not defined"));
                };
                let tree = self.operands.program.functions[callee].tree;
                let wanted: Vec<u64> = tree.parameters.iter().map(|parameter| parameter.size).collect();
                let gives = tree.result.as_ref().map_or(0, |result| result.size);
                if wanted != sizes || (returned != 0 && returned != gives) || tree.is_kernel {
                    return self
                        .operands
                        .fail(&format!("`{name}` is called with different parameters than it has"));
                }
                let result = match call.result.is_none() && gives > 0 {
                    true => format!("sink{number}"),
                    false => result,
                };
                let waits = self.plans[callee].as_ref().is_some_and(|plan| plan.waits);
                Ok(match waits {
                    true => format!(
                        "m = w->run->call(&frame, f{callee}, 0, m, list{number}, {result}, {next});\nif (!m) goto dispatch;\n{go}"
                    ),
                    false => format!(
                        "f{callee}(w, m, list{number}, {result});\nm &= w->alive;\nif (!m) goto dispatch;\n{go}"
                    ),
                })
            }
            Callee::Register(register) => {
                let place = self.operands.register(*register);
                let (site, count) = (self.site, sizes.len());
                let checks: String = sizes
                    .iter()
                    .enumerate()
                    .map(|(at, size)| format!(" || g->parameter_sizes[{at}] != {size}u"))
                    .collect();
                Ok(format!(
                    "{{ uint32_t rest = m, back = 0;\nwhile (rest) {{ uint32_t l = (uint32_t)__builtin_ctz(rest); uint64_t to = {place};\n\
                     uint32_t same = 0; {{ const uint32_t all = rest; SIM_EACH(k, all) {{ same |= (uint32_t)({} == to) << k; }} }}\n\
                     const struct sim_function *g = w->run->function(w, to, {site}u, l);\n\
                     if (g->parameter_count != {count}u{checks} || ({returned}u && g->result_size != {returned}u)) w->run->fault(w, SIM_INVALID_PC, {site}u, l, \"a function is called by its address with different parameters than it has\");\n\
                     rest &= ~same;\nback |= w->run->call(&frame, g->code, 0, same, list{number}, {result}, {next}); }}\n\
                     m = back & w->alive; }}\nif (!m) goto dispatch;\n{go}",
                    place.replace("[l]", "[k]")
                ))
            }
        }
    }

    /// A statement of C for each lane.
    fn statement(&mut self, instruction: &'a Instruction) -> Result<String, Fault> {
        match instruction.opcode.as_str() {
            "ld" | "ldu" | "st" | "atom" | "red" | "cvta" | "isspacep" | "membar" | "fence" | "prefetch"
            | "prefetchu" | "discard" | "applypriority" | "call" | "alloca" | "stacksave"
            | "stackrestore" => self.memory(instruction),
            "cvt" => self.convert(instruction),
            "trap" | "brkpt" => Ok(format!(
                "w->run->fault(w, SIM_LAUNCH_FAILED, {}u, l, \"a thread has stopped the kernel (`{}`)\");",
                self.site, instruction.opcode
            )),
            "nanosleep" | "pmevent" => Ok(";".to_string()),
            _ => self.arithmetic(instruction),
        }
    }
}

fn none_is_zero(list: &[String]) -> String {
    if list.is_empty() { "0".to_string() } else { list.join(", ") }
}

/// The C type that a register is stored in.
fn storage(class: Type) -> String {
    match class.kind {
        Kind::Float if class.lanes == 1 && class.bits >= 32 => c_type(class),
        Kind::Predicate => c_type(class),
        _ => c_type(Type::unsigned(class.bits)),
    }
}

/// Where each parameter of a kernel lies in its buffer.
pub fn offsets(kernel: &Function) -> Vec<u64> {
    let mut end = 0_u64;
    let mut found = Vec::new();
    for parameter in &kernel.parameters {
        let at = end.next_multiple_of(parameter.alignment);
        found.push(at);
        end = at + parameter.size;
    }
    found
}

/// For counts: which kind of instruction it is.
fn kind_of(instruction: &Instruction) -> &'static str {
    let has_type = |names: &[&str]| instruction.modifiers.iter().any(|word| names.contains(&word.as_str()));
    match instruction.opcode.as_str() {
        "ld" | "ldu" => "LOAD",
        "st" => "STORE",
        "atom" | "red" => "ATOMIC",
        "bra" | "brx" | "ret" | "exit" => "BRANCH",
        "bar" | "barrier" => "BARRIER",
        "shfl" | "vote" | "match" | "redux" | "activemask" | "elect" => "WARP",
        "call" => "CALL",
        "cvt" => "CONVERT",
        "mov" | "cvta" | "selp" => "MOVE",
        "sin" | "cos" | "lg2" | "ex2" | "tanh" | "rcp" | "sqrt" | "rsqrt" | "div"
            if has_type(&["f32", "f64"]) =>
        {
            "SPECIAL"
        }
        _ if has_type(&["f64"]) => "F64",
        _ if has_type(&["f32"]) => "F32",
        _ if has_type(&["f16", "f16x2", "bf16", "bf16x2"]) => "F16",
        _ => "INTEGER",
    }
}
