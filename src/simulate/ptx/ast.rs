//! The tree of a unit of PTX. Names are resolved to registers; scopes in braces are gone.

use super::Type;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    Global,
    Constant,
    Shared,
    Local,
    Parameter,
    Generic,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linkage {
    /// Only known in its unit.
    Internal,
    Visible,
    /// Defined in several units; one of them is used.
    Weak,
    Common,
    Extern,
}

/// A unit: begins with a `.version`.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    pub target: String,
    /// `.file` directives: number and name.
    pub files: Vec<(u32, String)>,
    pub variables: Vec<Variable>,
    pub functions: Vec<Function>,
    /// `.alias`: the new name, the function, the line.
    pub aliases: Vec<(String, String, usize)>,
}

#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub space: Space,
    pub linkage: Linkage,
    pub alignment: u64,
    pub element: Type,
    /// Bytes; `None` for arrays without a size.
    pub size: Option<u64>,
    /// The given elements; the rest is zeros.
    pub initial: Vec<Initial>,
    pub line: usize,
}

/// An element of an initialiser.
#[derive(Clone, Debug, PartialEq)]
pub enum Initial {
    Bits(u64),
    /// `generic(name)+addend`, or the byte of it that a mask selects.
    Address {
        name: String,
        addend: i64,
        shift: u32,
    },
}

/// A parameter or result, or a `.param` variable of a call.
#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: String,
    pub size: u64,
    pub alignment: u64,
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub is_kernel: bool,
    pub linkage: Linkage,
    pub parameters: Vec<Parameter>,
    pub result: Option<Parameter>,
    pub required: [u32; 3],
    pub maximal: [u32; 3],
    /// `None` for a declaration.
    pub body: Option<Body>,
    pub line: usize,
}

#[derive(Clone, Debug, Default)]
pub struct Body {
    pub registers: Vec<Register>,
    /// Variables of the local and the shared space that are declared in the body.
    pub variables: Vec<Variable>,
    /// `.param` variables of calls; each has its own name.
    pub areas: Vec<Parameter>,
    pub statements: Vec<Statement>,
    /// Labels of `.branchtargets` lists.
    pub targets: Vec<(String, Vec<String>)>,
}

#[derive(Clone, Debug)]
pub struct Register {
    pub class: Type,
}

#[derive(Clone, Debug)]
pub enum Statement {
    Label(String, usize),
    /// `.loc`: file, line, column.
    Location(u32, u32, u32),
    Instruction(Instruction),
}

#[derive(Clone, Debug)]
pub struct Instruction {
    pub line: usize,
    /// The register, and whether it is negated.
    pub guard: Option<(usize, bool)>,
    pub opcode: String,
    /// What follows the opcode, without dots.
    pub modifiers: Vec<String>,
    pub operands: Vec<Operand>,
    pub call: Option<Box<Call>>,
}

#[derive(Clone, Debug)]
pub struct Call {
    pub callee: Callee,
    /// Indices of `Body::areas`.
    pub result: Option<usize>,
    pub arguments: Vec<usize>,
}

#[derive(Clone, Debug)]
pub enum Callee {
    Function(String),
    Register(usize),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    Register(usize),
    /// `!%p1`
    Not(usize),
    Integer(i128),
    /// Bits of a constant `0f...`.
    F32(u32),
    /// Bits of a constant `0d...` or `1.5`.
    F64(u64),
    /// `%tid.x`
    Special(String),
    /// The address of a variable or function, or a label.
    Symbol(String, i64),
    Address(Address),
    Vector(Vec<Operand>),
    /// `%p1|%p2`
    Pair(Box<Operand>, Box<Operand>),
    /// `_`
    Sink,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Address {
    pub base: Base,
    pub offset: i64,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Base {
    Register(usize),
    Symbol(String),
    /// A `.param` variable of a call: an index of `Body::areas`.
    Area(usize),
    Absolute,
}
