//! A low IR between the typed IR and the text of C: what a C function does, as data.
//!
//! Statements are C's, with what their spelling would hide: labels are values of which each jump names one, steps
//! that may fail say where a failure leads, and clauses of pragmas list the names that they hold. Code that emits
//! statements asks this tree what they do (`query`); nothing asks the text. `tidy` removes what nothing needs, and
//! `print` writes what is left as C, `display` as a listing for people who change the compiler.

mod build;
mod display;
pub mod exits;
mod failing;
pub mod failures;
mod flat;
mod iterations;
mod levels;
mod long;
mod plain;
mod print;
mod query;
mod rows;
mod tidy;
mod valid;
mod vectors;

pub use build::Code;
pub use display::function as listing;
pub use exits::{Leave, Meeting, Way};
pub use failures::{Destination, Fail, Test};
pub use iterations::{Version, share_iterations};
pub use levels::{Around, LoopFunction, Serial, outline};
pub use long::{has_bare_loops, has_loops, is_long, keep_in_memory};
pub use plain::Call;
pub use print::print;
pub use query::{Names, PRAGMAS, WITHOUT_PRAGMAS, each, jumps_to, may_record, names, own_names};
pub use rows::hide_counters;
pub use tidy::tidy;
pub use valid::validate;

use super::Origin;
use super::c::{Doc, Expr, Type};
use crate::base::Name;
use crate::source::FileId;

/// The runtime's function that copies an iteration's own error to the shared record.
pub const HAND_OVER: &str = "offcy_hand_over_error";

/// The runtime's function that says to one thread alone that it is the first to leave the iterations.
pub const LEAVE_FIRST: &str = "offcy_leave_iterations";

/// Statements that run one after another.
pub type Block = Vec<Stmt>;

/// The definition of a C function.
#[derive(Clone, Debug)]
pub struct Function {
    /// What stands before the body.
    pub head: Doc,
    pub body: Block,
}

/// A place in a function that jumps lead to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    name: Name,
    /// Tells apart labels of blocks that have the same name (`__label__`); 0 for a label of the whole function.
    block: u32,
    /// A failure that is in the error record leads here, to the end of an iteration or of a team's block.
    records: bool,
}

impl Label {
    /// A label of the whole function, where the name is the only one of its kind.
    pub fn named(name: impl Into<Name>) -> Label {
        Label { name: name.into(), block: 0, records: false }
    }

    /// A label that a block declares as its own (GNU C's `__label__`), whatever labels of that name surround it.
    pub fn of_block(name: &str, block: u32) -> Label {
        Label { name: name.into(), block, records: false }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// The end of an iteration, to which what has recorded an error goes.
    pub fn of_failures(name: impl Into<Name>) -> Label {
        Label { name: name.into(), block: 0, records: true }
    }
}

/// A C statement.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Stmt {
    /// `value;`
    Expr(Expr),
    /// A macro that is more than an expression: no semicolon follows it.
    Macro(Expr),
    Declare(Declaration),
    /// `const struct {...} name = {...};`: a struct without a name, and its only variable.
    Packed {
        name: String,
        /// Members that belong together, each with type, name and value.
        groups: Vec<Vec<(Type, String, Expr)>>,
    },
    /// `(void)name;`: nothing else uses the name.
    Unused(Expr),
    If(If),
    For(Header, Block),
    While(Expr, Block),
    /// `for (;;)`
    Forever(Block),
    Block(Block),
    /// A block that failures inside it do not leave: the body of a `try`, with its own labels.
    Protected(Block),
    /// What the runtime does to a memoryview.
    View(ViewStep),
    /// `switch`: where each number goes.
    Switch(Expr, Vec<(usize, Label)>),
    Goto(Label),
    Label(Label),
    /// `__label__`: labels of this block alone.
    Labels(Vec<Label>),
    Return(Option<Expr>),
    Break,
    Continue,
    /// A way out for which `exits` has not found the jump yet.
    Leave(Leave),
    /// A failure for which `failures` has not found the destination yet.
    Fail(Fail),
    Step(Step),
    /// `#pragma omp`
    Pragma(Vec<Clause>),
    /// `#pragma clang loop`: so many iterations of the loop that follows become one.
    Unroll(u32),
    /// What the preprocessor selects: `#ifdef name`, `#else`, `#endif`.
    Select {
        name: &'static str,
        then: Block,
        otherwise: Block,
    },
    /// A comment on lines of its own.
    Comment(String),
    /// Short statements that share lines.
    Joined(Block),
    /// An empty line, unless there is one.
    Gap,
    /// What follows is there because of a line of the source.
    At(Place),
}

/// A call of the runtime that changes the memoryview in a variable: `offcy_view1_hold(&target, &x)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ViewStep {
    pub does: ViewChange,
    pub ndim: usize,
    pub target: Expr,
    /// The arguments after the first.
    pub from: Vec<Expr>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ViewChange {
    /// It takes a reference to what a variable of the module shows.
    Hold,
    Assign,
    /// A variable of the module gets a value.
    Bind,
    Move,
    /// It lets go, and is empty; doing so again changes nothing.
    Clear,
}

impl ViewStep {
    /// The call in C.
    pub fn call(&self) -> Expr {
        let word = match self.does {
            ViewChange::Hold => "hold",
            ViewChange::Assign => "assign",
            ViewChange::Bind => "bind",
            ViewChange::Move => "move",
            ViewChange::Clear => "clear",
        };
        let target = Expr::address(self.target.clone());
        let arguments = std::iter::once(target).chain(self.from.iter().cloned()).collect();
        Expr::call(format!("offcy_view{}_{word}", self.ndim), arguments)
    }
}

/// An `if`, and each `else if` as a further arm.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct If {
    pub arms: Vec<(Expr, Block)>,
    pub otherwise: Option<Block>,
    /// It has one arm, and each block one statement, which stands without braces.
    pub is_bare: bool,
}

/// What is in the parentheses of a `for`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Header {
    Counting {
        init: Box<Stmt>,
        condition: Expr,
        advance: Expr,
    },
    /// A macro that stands for all of it, and declares the counter.
    Macro(Expr),
}

/// Variables of one type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Declaration {
    /// It outlives the block.
    pub is_static: bool,
    pub ty: Type,
    /// Names, each with its first value.
    pub variables: Vec<(String, Option<Expr>)>,
    pub layout: Layout,
}

/// How several variables, or the rows of one, stand on lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Layout {
    #[default]
    OneLine,
    /// Those that do not fit are declared by a further statement.
    Several,
    /// Those that do not fit stand on further lines.
    Wrapped,
    /// An array each of whose rows has a line.
    Rows,
    /// An array with as many elements on a line as fit.
    Filled,
}

/// An operation that may fail, by the runtime's macros: a failure goes to the label, with the line for the traceback.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// `OFFCY_CHECK`: the value is negative on failure.
    Check { line: Expr, value: Expr, to: Label },
    /// `OFFCY_TRY`: the value is NULL on failure; otherwise the target has it.
    Try { line: Expr, target: Expr, value: Expr, to: Label },
    /// `OFFCY_FAIL`: it fails.
    Fail { line: Expr, to: Label },
}

impl Step {
    /// Where a failure goes.
    pub fn to(&self) -> &Label {
        match self {
            Step::Check { to, .. } | Step::Try { to, .. } | Step::Fail { to, .. } => to,
        }
    }
}

/// Words of a pragma.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Clause {
    /// `target teams`, `parallel for`.
    Words(String),
    /// `firstprivate(x, y)`; `reduction(+:x)` and `map(tofrom: x)` with what stands before the names.
    List { word: &'static str, before: String, names: Vec<Expr> },
    /// `num_threads(n)`
    Value(&'static str, Vec<Expr>),
    /// `map(to: x[first:count])`, `update from(x[0:1])`. Without a first element: `x[:count]`.
    Section { word: &'static str, before: String, array: Expr, first: Option<Expr>, count: Expr },
}

impl Clause {
    /// Words without arguments.
    pub fn words(words: impl Into<String>) -> Clause {
        Clause::Words(words.into())
    }

    /// A clause that lists variables; `None` if there are none.
    pub fn list(word: &'static str, names: Vec<Expr>) -> Option<Clause> {
        (!names.is_empty()).then(|| Clause::List { word, before: String::new(), names })
    }

    /// `map(tofrom: ...)` of variables.
    pub fn map(names: Vec<Expr>) -> Clause {
        Clause::List { word: "map", before: "tofrom: ".to_string(), names }
    }
}

/// A line of the source for which C is written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Compilers and debuggers refer to it, too.
    Line { file: FileId, name: String, line: u32 },
    /// Compilers refer to the emitted file.
    Because(Origin),
}

impl From<Expr> for Stmt {
    fn from(value: Expr) -> Stmt {
        Stmt::Expr(value)
    }
}

impl From<Declaration> for Stmt {
    fn from(declaration: Declaration) -> Stmt {
        Stmt::Declare(declaration)
    }
}

/// The blocks of a statement, by reference (`iter`) or to change (`iter_mut`).
macro_rules! blocks_of {
    ($stmt:expr, $iter:ident) => {
        match $stmt {
            Stmt::If(branches) => {
                let arms = branches.arms.$iter().map(|(_, block)| block);
                arms.chain(branches.otherwise.$iter()).collect()
            }
            Stmt::For(_, block)
            | Stmt::While(_, block)
            | Stmt::Forever(block)
            | Stmt::Block(block)
            | Stmt::Protected(block)
            | Stmt::Joined(block) => vec![block],
            Stmt::Select { then, otherwise, .. } => vec![then, otherwise],
            Stmt::Leave(Leave { first, contexts, .. }) => {
                std::iter::once(first).chain(contexts.$iter().map(|(_, block)| block)).collect()
            }
            _ => vec![],
        }
    };
}

/// Puts others in the place of the statements for which `replacement` gives them, also inside of those that stay. Returns how
/// many it has replaced.
fn replace_statements(block: &mut Block, replacement: &mut dyn FnMut(&mut Stmt) -> Option<Block>) -> usize {
    let (mut replaced, mut at) = (0, 0);
    while at < block.len() {
        let Some(others) = replacement(&mut block[at]) else {
            let inner = block[at].blocks_mut().into_iter();
            replaced += inner.map(|inner| replace_statements(inner, replacement)).sum::<usize>();
            at += 1;
            continue;
        };
        replaced += 1;
        let count = others.len();
        block.splice(at..=at, others);
        at += count;
    }
    replaced
}

impl Stmt {
    fn blocks(&self) -> Vec<&Block> {
        blocks_of!(self, iter)
    }

    fn blocks_mut(&mut self) -> Vec<&mut Block> {
        blocks_of!(self, iter_mut)
    }

    /// `target = value;`
    pub fn assign(target: impl Into<Expr>, value: impl Into<Expr>) -> Stmt {
        Stmt::Expr(Expr::assign(target.into(), "=", value.into()))
    }

    /// `name(arguments);`
    pub fn call(name: &str, arguments: Vec<Expr>) -> Stmt {
        Stmt::Expr(Expr::call(name, arguments))
    }

    /// What the runtime does to a memoryview, with the arguments after the first.
    pub fn view(does: ViewChange, ndim: usize, target: Expr, from: Vec<Expr>) -> Stmt {
        Stmt::View(ViewStep { does, ndim, target, from })
    }

    /// `ty name = value;`
    pub fn declare(ty: Type, name: impl Into<String>, value: impl Into<Expr>) -> Stmt {
        Stmt::Declare(Declaration::of(ty, name, Some(value.into())))
    }

    /// `if (condition) stmt`, without braces.
    pub fn when(condition: Expr, stmt: impl Into<Stmt>) -> Stmt {
        Stmt::If(If { arms: vec![(condition, vec![stmt.into()])], otherwise: None, is_bare: true })
    }

    /// `(void)name;`
    pub fn unused(name: impl Into<Expr>) -> Stmt {
        Stmt::Unused(name.into())
    }

    /// `return value;`
    pub fn give(value: impl Into<Expr>) -> Stmt {
        Stmt::Return(Some(value.into()))
    }
}

impl Declaration {
    pub fn of(ty: Type, name: impl Into<String>, value: Option<Expr>) -> Declaration {
        // The declaration says the type already.
        let value = value.map(|value| match value {
            Expr::Compound(_, fields) => Expr::Braces(fields),
            other => other,
        });
        Declaration { is_static: false, ty, variables: vec![(name.into(), value)], layout: Layout::OneLine }
    }

    /// `const ty name[] = {...};` with a line for each row.
    pub fn rows(ty: Type, name: impl Into<String>, rows: Vec<Expr>) -> Declaration {
        let rows = rows.into_iter().map(|row| (None, row)).collect();
        let ty = Type::Open(Box::new(ty));
        Declaration { layout: Layout::Rows, ..Declaration::of(ty, name, Some(Expr::Braces(rows))) }
    }
}
