//! PTX: text to a tree, with errors by line.

mod ast;
mod body;
mod lexer;
mod parser;
mod types;

pub use ast::{
    Address, Base, Body, Callee, Function, Initial, Instruction, Linkage, Operand, Parameter, Space,
    Statement, Unit, Variable,
};
pub use parser::parse;
pub use types::{Kind, Type};

/// What is wrong, and in which line (counted from 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub line: usize,
    pub message: String,
}

impl Fault {
    pub fn new(line: usize, message: impl Into<String>) -> Fault {
        Fault { line, message: message.into() }
    }
}

#[cfg(test)]
mod tests;
