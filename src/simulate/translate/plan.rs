//! What must be known about all functions before one can be written: blocks, where registers live, which
//! functions may wait.

use std::collections::{HashMap, HashSet};

use super::super::ptx::{Address, Base, Body, Callee, Instruction, Operand, Space, Statement};
use super::UnitFault;
use super::flow::{End, Flow};
use super::link::{Meaning, Program};

pub struct Plan<'a> {
    pub flow: Flow<'a>,
    /// Registers with a value for each lane; the others live in one loop over lanes.
    pub is_array: Vec<bool>,
    /// Offsets of local variables, and their total size.
    pub locals: HashMap<&'a str, u64>,
    pub local_size: u64,
    pub local_alignment: u64,
    /// Parameters whose address is taken.
    pub addressed: Vec<bool>,
    /// Whether lanes may wait in it, for others of the warp or of other warps.
    pub waits: bool,
    pub callees: Vec<usize>,
    pub calls_pointers: bool,
    pub uses_carry: bool,
    /// Where a loop may wait for writes of other threads: for each block, whether it has such an operation.
    pub spins: Vec<bool>,
    /// Loads whose value matters only if a compare-and-swap of the same place, the next access, finds it again: by
    /// line.
    pub confirmed: HashSet<usize>,
}

pub fn plan<'a>(program: &Program<'a>) -> Result<Vec<Option<Plan<'a>>>, UnitFault> {
    let mut plans = Vec::new();
    for (index, code) in program.functions.iter().enumerate() {
        let Some(body) = &code.tree.body else {
            plans.push(None);
            continue;
        };
        let is_library = |name: &str| matches!(program.meaning(index, name), Some(Meaning::Library(_)));
        let flow = Flow::of(body, &is_library).map_err(|fault| UnitFault { unit: Some(code.unit), fault })?;
        plans.push(Some(of(program, index, body, flow)));
    }
    spread(&mut plans);
    Ok(plans)
}

fn of<'a>(program: &Program<'a>, index: usize, body: &'a Body, flow: Flow<'a>) -> Plan<'a> {
    let tree = program.functions[index].tree;
    let mut plan = Plan {
        is_array: arrays(body, &flow),
        locals: HashMap::new(),
        local_size: 0,
        local_alignment: 16,
        addressed: vec![false; tree.parameters.len()],
        waits: false,
        callees: Vec::new(),
        calls_pointers: false,
        uses_carry: false,
        spins: Vec::new(),
        confirmed: confirmed(body),
        flow,
    };
    for variable in body.variables.iter().filter(|variable| variable.space == Space::Local) {
        let at = plan.local_size.next_multiple_of(variable.alignment);
        plan.local_alignment = plan.local_alignment.max(variable.alignment);
        plan.local_size = at + variable.size.unwrap_or(0);
        plan.locals.insert(&variable.name, at);
    }
    let blocks = std::mem::take(&mut plan.flow.blocks);
    for block in &blocks {
        plan.spins.push(block.lanes.iter().any(|(instruction, _)| is_spin(instruction)));
        for (instruction, _) in &block.lanes {
            plan.uses_carry |= instruction.modifiers.iter().any(|word| word == "cc")
                || matches!(instruction.opcode.as_str(), "addc" | "subc" | "madc");
            for operand in &instruction.operands {
                let name = match operand {
                    Operand::Symbol(name, _) => name,
                    Operand::Address(Address { base: Base::Symbol(name), .. })
                        if !instruction.modifiers.iter().any(|word| word == "param") =>
                    {
                        name
                    }
                    _ => continue,
                };
                if !tree.is_kernel
                    && let Some(at) = tree.parameters.iter().position(|parameter| parameter.name == *name)
                {
                    plan.addressed[at] = true;
                }
            }
        }
        plan.waits |= block.first.is_some() || matches!(block.end, End::Barrier(..) | End::Meet(..));
        if let End::Call(instruction, _) = block.end
            && let Some(call) = &instruction.call
        {
            match &call.callee {
                Callee::Register(_) => plan.calls_pointers = true,
                Callee::Function(name) => {
                    if let Some(Meaning::Function(callee)) = program.meaning(index, name) {
                        plan.callees.push(callee);
                    }
                }
            }
        }
    }
    for (at, block) in blocks.iter().enumerate() {
        let loops = block.end.targets().into_iter().filter(|to| *to <= at);
        plan.waits |= loops.into_iter().any(|to| plan.spins[to..=at].contains(&true));
    }
    plan.waits |= plan.calls_pointers || tree.is_kernel;
    plan.flow.blocks = blocks;
    plan
}

/// A function that calls one that may wait may wait; so may a recursive one, whose depth is unknown.
fn spread(plans: &mut [Option<Plan>]) {
    let mut changed = true;
    while changed {
        changed = false;
        for index in 0..plans.len() {
            let Some(plan) = &plans[index] else { continue };
            let waits =
                plan.callees.iter().any(|callee| plans[*callee].as_ref().is_some_and(|plan| plan.waits));
            if (waits || is_recursive(plans, index)) && !plan.waits {
                plans[index].as_mut().expect("it is there").waits = true;
                changed = true;
            }
        }
    }
}

/// All functions that calls reach; the function itself only if it is recursive.
pub fn reached(plans: &[Option<Plan>], index: usize) -> Vec<usize> {
    let mut seen = vec![false; plans.len()];
    let mut open: Vec<usize> = plans[index].iter().flat_map(|plan| plan.callees.clone()).collect();
    while let Some(callee) = open.pop() {
        if !std::mem::replace(&mut seen[callee], true) {
            open.extend(plans[callee].iter().flat_map(|plan| plan.callees.iter().copied()));
        }
    }
    (0..plans.len()).filter(|callee| seen[*callee]).collect()
}

fn is_recursive(plans: &[Option<Plan>], index: usize) -> bool {
    reached(plans, index).contains(&index)
}

/// Whether an enclosing loop may wait for another thread.
fn is_spin(instruction: &Instruction) -> bool {
    let has = |word: &str| instruction.modifiers.iter().any(|modifier| modifier == word);
    match instruction.opcode.as_str() {
        "nanosleep" => true,
        "atom" => has("cas") || has("exch") || has("or") || has("add") || has("max"),
        "ld" => has("volatile") || has("relaxed") || has("acquire") || has("mmio"),
        _ => false,
    }
}

/// The loads of [`Plan::confirmed`]: LLVM begins a loop around a compare-and-swap with them.
fn confirmed(body: &Body) -> HashSet<usize> {
    let mut found = HashSet::new();
    let mut last: Option<(&Instruction, &Address)> = None;
    let instructions = body.statements.iter().filter_map(|statement| match statement {
        Statement::Instruction(instruction) => Some(instruction),
        _ => None,
    });
    for instruction in instructions {
        let is_swap = instruction.opcode == "atom" && instruction.modifiers.iter().any(|word| word == "cas");
        match (instruction.opcode.as_str(), instruction.operands.as_slice()) {
            ("ld", [to, Operand::Address(address)]) => {
                last = Some((instruction, address)).filter(|_| !overwrites(to, address));
            }
            (_, [_, Operand::Address(address), ..]) if is_swap => {
                if let Some((load, _)) = last.take().filter(|(_, loaded)| *loaded == address) {
                    found.insert(load.line);
                }
            }
            ("st" | "atom" | "red" | "bra" | "brx" | "ret" | "exit" | "call" | "bar" | "barrier", _) => {
                last = None
            }
            (_, [to, ..]) if has_result(instruction) => {
                last = last.filter(|(_, address)| !overwrites(to, address));
            }
            _ => {}
        }
    }
    found
}

fn overwrites(to: &Operand, address: &Address) -> bool {
    let mut written = Vec::new();
    registers(to, &mut written);
    matches!(address.base, Base::Register(base) if written.contains(&base))
}

/// Registers of an operand: written if it is a destination.
pub fn registers(operand: &Operand, found: &mut Vec<usize>) {
    match operand {
        Operand::Register(register) | Operand::Not(register) => found.push(*register),
        Operand::Address(Address { base: Base::Register(register), .. }) => found.push(*register),
        Operand::Vector(parts) => parts.iter().for_each(|part| registers(part, found)),
        Operand::Pair(first, second) => {
            registers(first, found);
            registers(second, found);
        }
        _ => {}
    }
}

/// Whether the first operand is the destination of the result.
pub fn has_result(instruction: &Instruction) -> bool {
    let opcode = instruction.opcode.as_str();
    !matches!(
        opcode,
        "st" | "red"
            | "bra"
            | "brx"
            | "bar"
            | "barrier"
            | "membar"
            | "fence"
            | "call"
            | "ret"
            | "exit"
            | "trap"
            | "brkpt"
            | "nanosleep"
            | "prefetch"
            | "prefetchu"
            | "pmevent"
            | "discard"
            | "applypriority"
    )
}

fn arrays(body: &Body, flow: &Flow) -> Vec<bool> {
    // The single loop over lanes in which a register has been seen so far.
    let mut home: Vec<Option<usize>> = vec![None; body.registers.len()];
    let mut is_array = vec![false; body.registers.len()];
    for (number, block) in flow.blocks.iter().enumerate() {
        let mut outside = Vec::new();
        if let Some((instruction, _)) = block.first {
            instruction.operands.iter().for_each(|operand| registers(operand, &mut outside));
        }
        let mut use_in = |register: usize, defines: bool| match home[register] {
            None if defines => home[register] = Some(number),
            Some(known) if known == number => {}
            _ => is_array[register] = true,
        };
        for (instruction, _) in &block.lanes {
            let (mut reads, mut writes) = (Vec::new(), Vec::new());
            reads.extend(instruction.guard.map(|(register, _)| register));
            for (at, operand) in instruction.operands.iter().enumerate() {
                let is_result = at == 0 && has_result(instruction) && !matches!(operand, Operand::Address(_));
                registers(operand, if is_result { &mut writes } else { &mut reads });
            }
            reads.into_iter().for_each(|register| use_in(register, false));
            writes.into_iter().for_each(|register| use_in(register, instruction.guard.is_none()));
        }
        match &block.end {
            End::Branch(_, (register, _), ..) => use_in(*register, false),
            End::Call(instruction, _)
            | End::Barrier(instruction, _)
            | End::Meet(instruction, _)
            | End::Table(instruction, _) => {
                instruction.operands.iter().for_each(|operand| registers(operand, &mut outside));
                if let Some(call) = &instruction.call
                    && let Callee::Register(register) = call.callee
                {
                    outside.push(register);
                }
            }
            _ => {}
        }
        outside.into_iter().for_each(|register| is_array[register] = true);
    }
    is_array
}
