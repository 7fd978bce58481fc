//! Statements as text for people who change the compiler: what C's spelling hides is said in words. Labels have the number
//! of their block, steps say where a failure goes.

use std::fmt::Write;
use std::path::Path;

use super::{Clause, Declaration, Fail, Function, Header, Label, Place, Step, Stmt, Test, Way};

/// A function: its head, and its statements below.
pub fn function(function: &Function) -> String {
    format!("{}\n{}", function.head.as_str(), listing(&function.body, 1))
}

/// Statements, at so many levels.
pub(super) fn listing(block: &[Stmt], depth: usize) -> String {
    let mut listing = Listing { text: String::new(), depth, place: None };
    listing.block(block);
    listing.text
}

struct Listing {
    text: String,
    depth: usize,
    /// The last one that was said.
    place: Option<Place>,
}

impl Listing {
    fn line(&mut self, text: impl AsRef<str>) {
        let _ = writeln!(self.text, "{:indent$}{}", "", text.as_ref(), indent = self.depth * 4);
    }

    fn nested(&mut self, head: impl AsRef<str>, block: &[Stmt]) {
        self.line(head);
        self.depth += 1;
        self.block(block);
        self.depth -= 1;
    }

    fn block(&mut self, block: &[Stmt]) {
        block.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::If(branches) => {
                for (at, (condition, block)) in branches.arms.iter().enumerate() {
                    let word = if at == 0 { "if" } else { "else if" };
                    self.nested(format!("{word} {condition}"), block);
                }
                branches.otherwise.iter().for_each(|block| self.nested("else", block));
            }
            Stmt::For(header, block) => self.nested(format!("for {}", counting(header)), block),
            Stmt::While(condition, block) => self.nested(format!("while {condition}"), block),
            Stmt::Forever(block) => self.nested("forever", block),
            Stmt::Block(block) => self.nested("block", block),
            Stmt::Protected(block) => self.nested("protected", block),
            Stmt::Joined(block) => self.block(block),
            Stmt::Switch(value, cases) => {
                self.line(format!("switch {value}"));
                cases.iter().for_each(|(number, label)| self.line(format!("    {number} -> {label}")));
            }
            Stmt::Select { name, then, otherwise } => {
                self.nested(format!("where {name} is defined"), then);
                self.nested("elsewhere", otherwise);
            }
            Stmt::Packed { name, groups } => {
                self.line(format!("struct {name}"));
                for (ty, member, value) in groups.iter().flatten() {
                    self.line(format!("    {} = {value}", ty.declare(member)));
                }
            }
            Stmt::At(place) if self.place.as_ref() == Some(place) => {}
            Stmt::At(place) => {
                self.line(plain(stmt));
                self.place = Some(place.clone());
            }
            Stmt::Declare(declaration) => declared(declaration).iter().for_each(|line| self.line(line)),
            Stmt::Gap => {}
            stmt => self.line(plain(stmt)),
        }
    }
}

/// A statement without blocks.
fn plain(stmt: &Stmt) -> String {
    match stmt {
        Stmt::Expr(value) | Stmt::Macro(value) => value.to_string(),
        Stmt::Declare(declaration) => declared(declaration).join(", "),
        Stmt::View(step) => step.call().to_string(),
        Stmt::Unused(value) => format!("unused {value}"),
        Stmt::Goto(label) => format!("goto {label}"),
        Stmt::Label(label) if label.records => format!("label {label}, where recorded failures go"),
        Stmt::Label(label) => format!("label {label}"),
        Stmt::Labels(labels) => {
            let labels: Vec<String> = labels.iter().map(Label::to_string).collect();
            format!("labels of this block: {}", labels.join(", "))
        }
        Stmt::Return(Some(value)) => format!("return {value}"),
        Stmt::Return(None) => "return".to_string(),
        Stmt::Break => "break".to_string(),
        Stmt::Continue => "continue".to_string(),
        Stmt::Leave(leave) => {
            let way = match leave.way {
                Way::Return => "return",
                Way::Break => "break",
                Way::Continue => "continue",
            };
            let value = leave.value.as_ref().map_or(String::new(), |value| format!(" {value}"));
            let first: Vec<String> = leave.first.iter().map(plain).collect();
            let colon = if first.is_empty() { "" } else { ": " };
            format!("leave by {way}{value}{colon}{}", first.join(", "))
        }
        Stmt::Fail(fail) => failing(fail),
        Stmt::Step(step) => match step {
            Step::Check { line, value, to } => format!("check {value} else {to}, line {line}"),
            Step::Try { line, target, value, to } => format!("try {target} = {value} else {to}, line {line}"),
            Step::Fail { line, to } => format!("fail {to}, line {line}"),
        },
        Stmt::Pragma(clauses) => {
            let clauses: Vec<String> = clauses.iter().map(Clause::to_string).collect();
            format!("pragma {}", clauses.join(" / "))
        }
        Stmt::Unroll(count) => format!("unroll {count}"),
        Stmt::Comment(text) => format!("comment {text}"),
        Stmt::At(Place::Line { name, line, .. }) => {
            let name = Path::new(name).file_name().unwrap_or(name.as_ref());
            format!("at {}:{line}", name.to_string_lossy())
        }
        Stmt::At(Place::Because(origin)) => format!("because of line {}", origin.line),
        // Those with blocks.
        _ => String::new(),
    }
}

/// A failure that leads nowhere yet.
fn failing(fail: &Fail) -> String {
    let test = match &fail.test {
        Test::Always => String::new(),
        Test::When(condition) => format!(" if {condition}"),
        Test::Negative(value) => format!(" if {value} is negative"),
        Test::Null { target, value } => format!(" if {target} = {value} is NULL"),
    };
    let record = fail.record.iter().map(|record| format!(", recorded by {record}"));
    let line = fail.line.iter().map(|line| format!(", line {line}"));
    format!("fail{test}{}", record.chain(line).collect::<String>())
}

fn counting(header: &Header) -> String {
    match header {
        Header::Counting { init, condition, advance } => {
            let init = plain(init);
            format!("{}; {condition}; {advance}", init.strip_prefix("declare ").unwrap_or(&init))
        }
        Header::Macro(value) => value.to_string(),
    }
}

fn declared(declaration: &Declaration) -> Vec<String> {
    let word = if declaration.is_static { "declare static" } else { "declare" };
    let declared = declaration.variables.iter().map(|(name, value)| {
        let value = value.as_ref().map_or(String::new(), |value| format!(" = {value}"));
        format!("{word} {}{value}", declaration.ty.declare(name))
    });
    declared.collect()
}

impl std::fmt::Display for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.block {
            0 => f.write_str(&self.name),
            block => write!(f, "{}#{block}", self.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::c::{Expr, Type};

    #[test]
    fn what_c_hides_is_said() {
        let (failed, next) = (Label::of_block("failed", 2), Label::of_failures("next_i"));
        let number = Expr::number(7);
        let body = vec![
            Stmt::Labels(vec![failed.clone()]),
            Stmt::declare(Type::named("int").pointer(), "p", Expr::null()),
            Stmt::Step(Step::Check {
                line: number.clone(),
                value: Expr::call("f", vec![]),
                to: failed.clone(),
            }),
            Stmt::Protected(vec![Stmt::Step(Step::Fail { line: number, to: failed.clone() })]),
            Stmt::when(Expr::name("x"), Stmt::Goto(next.clone())),
            Stmt::Label(failed),
            Stmt::Pragma(vec![Clause::words("parallel for"), Clause::map(vec![Expr::name("x")])]),
            Stmt::Label(next),
        ];
        let expected = "\
static int f(int x, int y)
    labels of this block: failed#2
    declare int *p = NULL
    check f() else failed#2, line 7
    protected
        fail failed#2, line 7
    if x
        goto next_i
    label failed#2
    pragma parallel for / map(tofrom: x)
    label next_i, where recorded failures go
";
        let head = Type::named("static int").function("f", vec!["int x", "int y"]);
        assert_eq!(function(&Function { head, body }), expected);
    }
}
