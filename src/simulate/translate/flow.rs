//! The control flow of a function: blocks in an order in which paths join as early as possible.

use std::collections::HashMap;

use super::super::ptx::{Body, Callee, Fault, Instruction, Operand, Statement};
use crate::base::strong_components;

/// How lanes leave a block.
#[derive(Debug)]
pub enum End<'a> {
    Jump(usize),
    /// Lanes with the guard go to the first, the others to the second.
    Branch(&'a Instruction, (usize, bool), usize, usize),
    Table(&'a Instruction, Vec<usize>),
    Return,
    Exit,
    /// A call of a function that PTX defines, `bar`, `bar.warp.sync`; then the block where lanes continue.
    Call(&'a Instruction, usize),
    Barrier(&'a Instruction, usize),
    Meet(&'a Instruction, usize),
}

#[derive(Debug)]
pub struct Block<'a> {
    /// An operation of the warp that comes first.
    pub first: Option<(&'a Instruction, usize)>,
    /// Instructions of each lane, with their location: an index of `Flow::locations`.
    pub lanes: Vec<(&'a Instruction, usize)>,
    pub end: End<'a>,
    /// The location at the end.
    pub location: usize,
}

pub struct Flow<'a> {
    /// In order; the function begins with the first.
    pub blocks: Vec<Block<'a>>,
    /// File, line, column.
    pub locations: Vec<(u32, u32, u32)>,
}

impl<'a> End<'a> {
    pub fn targets(&self) -> Vec<usize> {
        match self {
            End::Jump(to) | End::Call(_, to) | End::Barrier(_, to) | End::Meet(_, to) => vec![*to],
            End::Branch(_, _, taken, not) => vec![*taken, *not],
            End::Table(_, targets) => targets.clone(),
            End::Return | End::Exit => Vec::new(),
        }
    }

    fn renumber(&mut self, numbers: &[usize]) {
        match self {
            End::Jump(to) | End::Call(_, to) | End::Barrier(_, to) | End::Meet(_, to) => *to = numbers[*to],
            End::Branch(_, _, taken, not) => {
                *taken = numbers[*taken];
                *not = numbers[*not];
            }
            End::Table(_, targets) => targets.iter_mut().for_each(|to| *to = numbers[*to]),
            End::Return | End::Exit => {}
        }
    }
}

/// Whether the whole warp executes it together, at the beginning of a block.
pub fn is_of_warp(instruction: &Instruction) -> bool {
    let opcode = instruction.opcode.as_str();
    matches!(opcode, "shfl" | "vote" | "match" | "redux" | "activemask" | "elect")
}

fn is_barrier(instruction: &Instruction) -> bool {
    matches!(instruction.opcode.as_str(), "bar" | "barrier")
}

struct Builder<'a> {
    blocks: Vec<Option<Block<'a>>>,
    labels: HashMap<&'a str, usize>,
    first: Option<(&'a Instruction, usize)>,
    lanes: Vec<(&'a Instruction, usize)>,
    /// The block that is being filled.
    open: Option<usize>,
    location: usize,
}

impl<'a> Builder<'a> {
    fn new_block(&mut self) -> usize {
        self.blocks.push(None);
        self.blocks.len() - 1
    }

    fn label(&mut self, name: &'a str) -> usize {
        match self.labels.get(name) {
            Some(block) => *block,
            None => {
                let block = self.new_block();
                self.labels.insert(name, block);
                block
            }
        }
    }

    fn close(&mut self, end: End<'a>) {
        let Some(open) = self.open.take() else { return };
        let lanes = std::mem::take(&mut self.lanes);
        let block = Block { first: self.first.take(), lanes, end, location: self.location };
        self.blocks[open] = Some(block);
    }

    /// Ends the block and begins another that follows it.
    fn split(&mut self, end: impl FnOnce(usize) -> End<'a>) {
        let next = self.new_block();
        self.close(end(next));
        self.open = Some(next);
    }

    fn instruction(
        &mut self,
        body: &'a Body,
        instruction: &'a Instruction,
        is_library: &dyn Fn(&str) -> bool,
    ) -> Result<(), Fault> {
        if self.open.is_none() {
            // Nothing branches here.
            self.open = Some(self.new_block());
        }
        let opcode = instruction.opcode.as_str();
        let is_call = match &instruction.call {
            Some(call) => !matches!(&call.callee, Callee::Function(name) if is_library(name)),
            None => false,
        };
        if opcode == "bra" {
            let [Operand::Symbol(label, 0)] = instruction.operands.as_slice() else {
                return Err(Fault::new(instruction.line, "expected the label of a branch"));
            };
            let taken = self.label(label);
            match instruction.guard {
                None => self.close(End::Jump(taken)),
                Some(guard) => self.split(|next| End::Branch(instruction, guard, taken, next)),
            }
            return Ok(());
        }
        let ends = is_call || is_barrier(instruction) || matches!(opcode, "ret" | "exit" | "brx");
        if !ends && !is_of_warp(instruction) {
            self.lanes.push((instruction, self.location));
            return Ok(());
        }
        // Lanes without the guard skip it.
        let around = instruction.guard.map(|guard| (guard, self.new_block()));
        if let Some(((register, negated), after)) = around {
            self.split(|next| End::Branch(instruction, (register, !negated), after, next));
        }
        if is_of_warp(instruction) {
            if self.first.is_some() || !self.lanes.is_empty() {
                self.split(End::Jump);
            }
            self.first = Some((instruction, self.location));
        } else if is_call {
            self.split(|next| End::Call(instruction, next));
        } else if is_barrier(instruction) {
            let is_meeting = instruction.modifiers.first().is_some_and(|word| word == "warp");
            self.split(|next| match is_meeting {
                true => End::Meet(instruction, next),
                false => End::Barrier(instruction, next),
            });
            // Its result is read when lanes continue.
            if instruction.modifiers.iter().any(|word| word == "red") {
                self.first = Some((instruction, self.location));
            }
        } else if opcode == "brx" {
            let targets = self.table(body, instruction)?;
            self.close(End::Table(instruction, targets));
        } else {
            self.close(if opcode == "ret" { End::Return } else { End::Exit });
        }
        if let Some((_, after)) = around {
            self.close(End::Jump(after));
            self.open = Some(after);
        }
        Ok(())
    }

    fn table(&mut self, body: &'a Body, instruction: &'a Instruction) -> Result<Vec<usize>, Fault> {
        let list = match instruction.operands.as_slice() {
            [_, Operand::Symbol(list, 0)] => body.targets.iter().find(|(name, _)| name == list),
            _ => None,
        };
        let Some((_, labels)) = list.filter(|(_, labels)| !labels.is_empty()) else {
            return Err(Fault::new(instruction.line, "expected the name of a `.branchtargets` list"));
        };
        Ok(labels.iter().map(|label| self.label(label)).collect())
    }
}

impl<'a> Flow<'a> {
    /// The flow of a body; `is_library` says which functions each lane calls by itself.
    pub fn of(body: &'a Body, is_library: &dyn Fn(&str) -> bool) -> Result<Flow<'a>, Fault> {
        let mut locations = vec![(0, 0, 0)];
        let mut builder = Builder {
            blocks: vec![None],
            labels: HashMap::new(),
            first: None,
            lanes: Vec::new(),
            open: Some(0),
            location: 0,
        };
        for statement in &body.statements {
            match statement {
                Statement::Location(file, line, column) => {
                    if *line != 0 {
                        locations.push((*file, *line, *column));
                        builder.location = locations.len() - 1;
                    }
                }
                Statement::Label(name, line) => {
                    let block = builder.label(name);
                    if builder.blocks[block].is_some() || builder.open == Some(block) {
                        return Err(Fault::new(*line, format!("the label `{name}` is defined twice")));
                    }
                    builder.close(End::Jump(block));
                    builder.open = Some(block);
                }
                Statement::Instruction(instruction) => builder.instruction(body, instruction, is_library)?,
            }
        }
        builder.close(End::Return);
        if let Some((name, _)) = builder.labels.iter().find(|(_, block)| builder.blocks[**block].is_none()) {
            let uses = |instruction: &Instruction| {
                instruction
                    .operands
                    .iter()
                    .any(|operand| matches!(operand, Operand::Symbol(label, _) if label == name))
            };
            let line = body.statements.iter().find_map(|statement| match statement {
                Statement::Instruction(instruction) if uses(instruction) => Some(instruction.line),
                _ => None,
            });
            return Err(Fault::new(line.unwrap_or(0), format!("the label `{name}` is not defined")));
        }
        Ok(Flow { blocks: in_order(builder.blocks), locations })
    }
}

/// The reachable blocks, with the blocks of a loop together, and predecessors before a block.
fn in_order(mut blocks: Vec<Option<Block>>) -> Vec<Block> {
    let targets: Vec<Vec<usize>> = blocks
        .iter()
        .map(|block| block.as_ref().map_or_else(Vec::new, |block| block.end.targets()))
        .collect();
    let mut reached = vec![false; blocks.len()];
    let mut open = vec![0];
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut reached[block], true) {
            open.extend(&targets[block]);
        }
    }
    let mut order = Vec::new();
    let nodes: Vec<usize> = (0..blocks.len()).filter(|block| reached[*block]).collect();
    // Parts that must still be ordered, the next one last.
    let mut parts = vec![nodes];
    while let Some(part) = parts.pop() {
        if let [single] = part.as_slice() {
            order.push(*single);
            continue;
        }
        let mut components = strong_components(&part, &targets);
        // A part with a single component is one loop: without its head, it splits into parts.
        if components.len() == 1 {
            let head = components[0][0];
            order.push(head);
            let mut rest: Vec<usize> = targets[head].iter().copied().filter(|to| part.contains(to)).collect();
            rest.extend(&part);
            let mut seen = std::collections::HashSet::from([head]);
            rest.retain(|block| seen.insert(*block));
            if !rest.is_empty() {
                parts.push(rest);
            }
            continue;
        }
        components.reverse();
        parts.extend(components);
    }
    let mut numbers = vec![usize::MAX; blocks.len()];
    for (number, block) in order.iter().enumerate() {
        numbers[*block] = number;
    }
    let mut sorted = Vec::new();
    for block in order {
        if let Some(mut block) = blocks[block].take() {
            block.end.renumber(&numbers);
            sorted.push(block);
        }
    }
    sorted
}
