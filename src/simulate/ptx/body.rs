//! The body of a function: scopes, instructions, operands.

use std::collections::HashMap;

use super::ast::{
    Address, Base, Body, Call, Callee, Function, Instruction, Linkage, Operand, Parameter, Register, Space,
    Statement,
};
use super::lexer::Token;
use super::parser::{Parsed, Parser, float, integer};
use super::{Fault, Type};

/// Scopes nested more deeply than any compiler generates.
const DEEPEST: usize = 200;

#[derive(Clone, Copy)]
enum Named {
    Register(usize),
    Area(usize),
}

#[derive(Default)]
struct Scope {
    names: HashMap<String, Named>,
    /// `%r<400>`: the prefix, how many, the class.
    ranges: HashMap<String, (u64, Type)>,
    /// The variables of the scope, with their names in the whole function.
    variables: HashMap<String, String>,
}

pub struct Bodies<'a> {
    parser: &'a mut Parser,
    body: Body,
    scopes: Vec<Scope>,
    function: String,
}

impl<'a> Bodies<'a> {
    pub fn new(parser: &'a mut Parser, function: &Function) -> Bodies<'a> {
        Bodies { parser, body: Body::default(), scopes: Vec::new(), function: function.name.clone() }
    }

    pub fn body(&mut self) -> Parsed<Body> {
        self.parser.expect('{')?;
        self.scopes.push(Scope::default());
        while !self.scopes.is_empty() {
            if self.parser.take('}') {
                self.scopes.pop();
            } else if self.parser.take('{') {
                if self.scopes.len() > DEEPEST {
                    return self.parser.fail("scopes that are less deep");
                }
                self.scopes.push(Scope::default());
            } else {
                self.statement()?;
            }
        }
        Ok(std::mem::take(&mut self.body))
    }

    fn statement(&mut self) -> Parsed<()> {
        let line = self.parser.line();
        if self.parser.take(';') {
            return Ok(());
        }
        let guard = self.guard()?;
        let Some(Token::Word(word)) = self.parser.peek().cloned() else {
            return self.parser.fail(&format!("an instruction or `}}` of `{}`", self.function));
        };
        if guard.is_none() {
            if self.parser.peek_after(1) == Some(&Token::Sign(':')) {
                self.parser.skip();
                self.parser.skip();
                return self.label(word, line);
            }
            if word.starts_with('.') {
                return self.directive(&word);
            }
        }
        self.parser.skip();
        let mut parts = word.split('.').map(str::to_string);
        let opcode = parts.next().unwrap_or_default();
        let modifiers: Vec<String> = parts.collect();
        let mut instruction =
            Instruction { line, guard, opcode, modifiers, operands: Vec::new(), call: None };
        match instruction.opcode == "call" {
            true => instruction.call = Some(Box::new(self.call()?)),
            false => {
                while !self.parser.is(';') {
                    if !instruction.operands.is_empty() {
                        self.parser.expect(',')?;
                    }
                    instruction.operands.push(self.operand()?);
                }
            }
        }
        self.parser.expect(';')?;
        self.body.statements.push(Statement::Instruction(instruction));
        Ok(())
    }

    fn guard(&mut self) -> Parsed<Option<(usize, bool)>> {
        if !self.parser.take('@') {
            return Ok(None);
        }
        let negated = self.parser.take('!');
        let register = self.register()?;
        Ok(Some((register, negated)))
    }

    fn register(&mut self) -> Parsed<usize> {
        let line = self.parser.line();
        let name = self.parser.word("a register")?;
        match self.find(&name) {
            Some(Named::Register(register)) => Ok(register),
            _ => Err(Fault::new(line, format!("expected a register, found `{name}`"))),
        }
    }

    fn label(&mut self, name: String, line: usize) -> Parsed<()> {
        match self.parser.peek() {
            Some(Token::Word(word)) if word == ".branchtargets" => {
                self.parser.skip();
                let mut labels = Vec::new();
                while !self.parser.is(';') {
                    if !labels.is_empty() {
                        self.parser.expect(',')?;
                    }
                    labels.push(self.parser.word("a label")?);
                }
                self.parser.expect(';')?;
                self.body.targets.push((name, labels));
            }
            Some(Token::Word(word)) if word == ".callprototype" => {
                self.parser.skip();
                while !self.parser.is(';') && self.parser.next().is_some() {}
                self.parser.expect(';')?;
            }
            Some(Token::Word(word)) if word == ".calltargets" => {
                while !self.parser.is(';') && self.parser.next().is_some() {}
                self.parser.expect(';')?;
            }
            _ => self.body.statements.push(Statement::Label(name, line)),
        }
        Ok(())
    }

    fn directive(&mut self, word: &str) -> Parsed<()> {
        self.parser.skip();
        match word {
            ".reg" => self.registers(),
            ".param" => {
                let area = self.parser.parameter()?;
                self.parser.expect(';')?;
                let scope = self.scopes.last_mut().expect("a body is a scope");
                scope.names.insert(area.name.clone(), Named::Area(self.body.areas.len()));
                self.body.areas.push(Parameter { size: area.size.max(1), ..area });
                Ok(())
            }
            ".local" | ".shared" => {
                let space = if word == ".local" { Space::Local } else { Space::Shared };
                for mut variable in self.parser.variables(space, Linkage::Internal)? {
                    if self.scopes.len() > 1 {
                        let unique = format!("{}@{}", variable.name, self.body.variables.len());
                        let scope = self.scopes.last_mut().expect("a body is a scope");
                        scope.variables.insert(variable.name.clone(), unique.clone());
                        variable.name = unique;
                    }
                    self.body.variables.push(variable);
                }
                Ok(())
            }
            ".loc" => {
                let mut numbers = [0; 3];
                for number in &mut numbers {
                    *number = u32::try_from(self.parser.number()?).unwrap_or(0);
                }
                // `, function_name label, inlined_at file line column`
                while self.parser.take(',') {
                    self.parser.word("`function_name` or `inlined_at`")?;
                    while self.parser.number_text().is_some() {
                        self.parser.skip();
                    }
                    if matches!(self.parser.peek(), Some(Token::Word(word)) if word.starts_with("$L__info")) {
                        self.parser.skip();
                        self.parser.addend()?;
                    }
                }
                self.body.statements.push(Statement::Location(numbers[0], numbers[1], numbers[2]));
                Ok(())
            }
            ".pragma" => {
                while !self.parser.is(';') && self.parser.next().is_some() {}
                self.parser.expect(';')
            }
            _ => Err(Fault::new(self.parser.line(), format!("expected an instruction, found `{word}`"))),
        }
    }

    fn registers(&mut self) -> Parsed<()> {
        let line = self.parser.line();
        let word = self.parser.word("a type")?;
        let Some(class) = word.strip_prefix('.').and_then(Type::named) else {
            return Err(Fault::new(line, format!("expected the type of registers, found `{word}`")));
        };
        loop {
            let name = self.parser.word("the name of a register")?;
            let scope = self.scopes.last_mut().expect("a body is a scope");
            if self.parser.take('<') {
                let count = self.parser.number()?;
                self.parser.expect('>')?;
                scope.ranges.insert(name, (count, class));
            } else {
                scope.names.insert(name.clone(), Named::Register(self.body.registers.len()));
                self.body.registers.push(Register { class });
            }
            if !self.parser.take(',') {
                break;
            }
        }
        self.parser.expect(';')
    }

    /// What a name means here; a register of a range is created on its first use.
    fn find(&mut self, name: &str) -> Option<Named> {
        let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let number: Option<u64> = name[prefix.len()..].parse().ok();
        for depth in (0..self.scopes.len()).rev() {
            if let Some(found) = self.scopes[depth].names.get(name) {
                return Some(*found);
            }
            let range = self.scopes[depth].ranges.get(prefix);
            if let (Some(number), Some((count, class))) = (number, range)
                && number < *count
            {
                let named = Named::Register(self.body.registers.len());
                self.body.registers.push(Register { class: *class });
                self.scopes[depth].names.insert(name.to_string(), named);
                return Some(named);
            }
        }
        None
    }

    /// The function-wide name of the variable of this name.
    fn symbol(&self, name: String) -> String {
        let inner = self.scopes.iter().rev().find_map(|scope| scope.variables.get(&name));
        inner.cloned().unwrap_or(name)
    }

    fn operand(&mut self) -> Parsed<Operand> {
        if self.parser.take('{') {
            let mut parts = Vec::new();
            while !self.parser.take('}') {
                if !parts.is_empty() {
                    self.parser.expect(',')?;
                }
                parts.push(self.simple()?);
            }
            return Ok(Operand::Vector(parts));
        }
        if self.parser.take('[') {
            let address = self.address()?;
            self.parser.expect(']')?;
            return Ok(Operand::Address(address));
        }
        if self.parser.take('!') {
            return Ok(Operand::Not(self.register()?));
        }
        let first = self.simple()?;
        if self.parser.take('|') {
            let second = self.simple()?;
            return Ok(Operand::Pair(Box::new(first), Box::new(second)));
        }
        Ok(first)
    }

    fn simple(&mut self) -> Parsed<Operand> {
        let negative = self.parser.take('-');
        if let Some(text) = self.parser.number_text() {
            let sign = |value: u64| if negative { -i128::from(value) } else { i128::from(value) };
            let found = match text.as_bytes() {
                [b'0', b'f' | b'F', ..] => u32::from_str_radix(&text[2..], 16).ok().map(Operand::F32),
                _ => integer(text)
                    .map(|value| Operand::Integer(sign(value)))
                    .or_else(|| float(text).map(|bits| Operand::F64(bits ^ (u64::from(negative) << 63)))),
            };
            let Some(found) = found else { return self.parser.fail("a number") };
            self.parser.skip();
            return Ok(found);
        }
        if negative {
            return self.parser.fail("a number");
        }
        let line = self.parser.line();
        let name = self.parser.word("an operand")?;
        if name == "_" {
            return Ok(Operand::Sink);
        }
        match self.find(&name) {
            Some(Named::Register(register)) => Ok(Operand::Register(register)),
            Some(Named::Area(_)) => {
                Err(Fault::new(line, format!("the address of `{name}`, a parameter of a call, is taken")))
            }
            None if name.starts_with('%') => Ok(Operand::Special(name)),
            None => {
                let addend = self.parser.addend()?;
                Ok(Operand::Symbol(self.symbol(name), addend))
            }
        }
    }

    fn address(&mut self) -> Parsed<Address> {
        if self.parser.number_text().is_some() {
            let offset = self.parser.number()? as i64;
            return Ok(Address { base: Base::Absolute, offset });
        }
        let line = self.parser.line();
        let name = self.parser.word("an address")?;
        let base = match self.find(&name) {
            Some(Named::Register(register)) => Base::Register(register),
            Some(Named::Area(area)) => Base::Area(area),
            None if name.starts_with('%') => {
                return Err(Fault::new(line, format!("`{name}` is not declared")));
            }
            None => Base::Symbol(self.symbol(name)),
        };
        Ok(Address { base, offset: self.parser.addend()? })
    }

    fn areas(&mut self) -> Parsed<Vec<usize>> {
        self.parser.expect('(')?;
        let mut found = Vec::new();
        while !self.parser.take(')') {
            if !found.is_empty() {
                self.parser.expect(',')?;
            }
            let line = self.parser.line();
            let name = self.parser.word("a parameter")?;
            match self.find(&name) {
                Some(Named::Area(area)) => found.push(area),
                _ => {
                    return Err(Fault::new(line, format!("expected a `.param` variable, found `{name}`")));
                }
            }
        }
        Ok(found)
    }

    fn call(&mut self) -> Parsed<Call> {
        let mut result = None;
        if self.parser.is('(') {
            result = self.areas()?.first().copied();
            self.parser.expect(',')?;
        }
        let line = self.parser.line();
        let name = self.parser.word("a function")?;
        let callee = match self.find(&name) {
            Some(Named::Register(register)) => Callee::Register(register),
            Some(Named::Area(_)) => {
                return Err(Fault::new(line, format!("expected a function, found `{name}`")));
            }
            None => Callee::Function(name),
        };
        let mut arguments = Vec::new();
        while self.parser.take(',') {
            match self.parser.is('(') {
                true => arguments = self.areas()?,
                // The prototype's sizes are those of the arguments.
                false => drop(self.parser.word("a prototype")?),
            }
        }
        Ok(Call { callee, result, arguments })
    }
}
