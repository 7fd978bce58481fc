//! Failures: where code is left that has failed. Emission says what fails, what records it and on which line
//! ([`Fail`]); where that leads depends on what is around it, and is found as that code is complete: the end of a
//! `try`'s body, of a block that takes the GIL, of an iteration, of a team's statements before a loop, or of the
//! function. As with [`super::exits`], the innermost comes first.

use super::{Block, If, Label, Step, Stmt, replace_statements};
use crate::emit::c::Expr;

/// An operation that may fail, or a place where code has failed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fail {
    pub test: Test,
    /// The call that records the error, and returns -1. Without it the error has been recorded, or is a Python
    /// exception.
    pub record: Option<Expr>,
    /// The line for the traceback, where one is built if the failure leads to a cleanup.
    pub line: Option<Expr>,
}

/// When it has failed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    Always,
    /// If the condition holds.
    When(Expr),
    /// If the value is negative.
    Negative(Expr),
    /// If the value is NULL; otherwise the target has it.
    Null {
        target: Expr,
        value: Expr,
    },
}

/// Where failures lead.
#[derive(Clone, Copy, Debug)]
pub enum Destination<'d> {
    /// To what releases and reports, at the label.
    Cleanup(&'d Label),
    /// To the end of what one thread does, where others find the error in the record.
    Iteration(&'d Label),
    /// Out of the function, with -1.
    Status,
    /// Out of the function, by these statements.
    Dropped(&'d [Stmt]),
}

/// What a pass over failures has found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    /// How many failures have got a destination.
    pub count: usize,
    /// Whether one of them notes its line.
    pub notes_line: bool,
}

impl Fail {
    /// It has failed by a call that records the error.
    pub fn recorded(test: Test, record: Expr) -> Stmt {
        Stmt::Fail(Fail { test, record: Some(record), line: None })
    }

    /// It has failed, and the error is where it belongs.
    pub fn at(test: Test, line: Option<Expr>) -> Stmt {
        Stmt::Fail(Fail { test, record: None, line })
    }

    /// The values that it holds.
    pub(super) fn values(&self) -> impl Iterator<Item = &Expr> {
        let (first, second) = match &self.test {
            Test::Always => (None, None),
            Test::When(value) | Test::Negative(value) => (Some(value), None),
            Test::Null { target, value } => (Some(target), Some(value)),
        };
        first.into_iter().chain(second).chain(&self.record).chain(&self.line)
    }

    /// The statements that do this.
    fn leading(&mut self, to: Destination<'_>, notes_line: &mut bool) -> Block {
        let test = std::mem::replace(&mut self.test, Test::Always);
        let (record, line) = (self.record.take(), self.line.take());
        if let (Destination::Cleanup(label), None, Some(line)) = (to, &record, line) {
            *notes_line = true;
            return stepped(test, line, label);
        }
        let way = way_out(record, to);
        let is_bare = way.len() == 1;
        let when =
            |condition| Stmt::If(If { arms: vec![(condition, way.clone())], otherwise: None, is_bare });
        match test {
            Test::Always => way,
            Test::When(condition) => vec![when(condition)],
            Test::Negative(value) => vec![when(is_negative(value))],
            Test::Null { target, value } => {
                vec![Stmt::assign(target.clone(), value), when(is_null(target))]
            }
        }
    }
}

/// The same by the macros that note the line.
fn stepped(test: Test, line: Expr, to: &Label) -> Block {
    let to = to.clone();
    vec![match test {
        Test::Always => Stmt::Step(Step::Fail { line, to }),
        Test::When(condition) => Stmt::when(condition, Stmt::Step(Step::Fail { line, to })),
        Test::Negative(value) => Stmt::Step(Step::Check { line, value, to }),
        Test::Null { target, value } => Stmt::Step(Step::Try { line, target, value, to }),
    }]
}

fn way_out(record: Option<Expr>, to: Destination<'_>) -> Block {
    let mut way = Block::new();
    match (to, record) {
        (Destination::Status, record) => way.push(Stmt::give(record.unwrap_or(Expr::number(-1)))),
        (Destination::Cleanup(label) | Destination::Iteration(label), record) => {
            way.extend(record.map(Stmt::Expr));
            way.push(Stmt::Goto(label.clone()));
        }
        (Destination::Dropped(end), record) => {
            way.extend(record.map(Stmt::Expr));
            way.extend_from_slice(end);
        }
    }
    way
}

fn is_negative(value: Expr) -> Expr {
    Expr::binary("<", value, Expr::number(0))
}

fn is_null(value: Expr) -> Expr {
    Expr::binary("==", value, Expr::null())
}

/// All failures in the code that lead nowhere yet lead there.
pub fn lead(block: &mut Block, to: Destination<'_>) -> Settled {
    let mut notes_line = false;
    let count = replace_statements(block, &mut |stmt| match stmt {
        Stmt::Fail(fail) => Some(fail.leading(to, &mut notes_line)),
        _ => None,
    });
    Settled { count, notes_line }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::lir::display::listing;

    fn name(name: &str) -> Expr {
        Expr::name(name)
    }

    /// One failure of each kind, some of them in an inner block.
    fn code() -> Block {
        let line = || Some(Expr::number(7));
        let null = Test::Null { target: name("p"), value: name("made") };
        vec![
            Fail::recorded(Test::When(name("outside")), name("record")),
            Stmt::Forever(vec![
                Fail::at(Test::Negative(name("status")), line()),
                Fail::at(null, line()),
                Fail::at(Test::When(name("wrong")), None),
            ]),
            Fail::at(Test::Always, line()),
        ]
    }

    fn led(to: Destination<'_>) -> (String, Settled) {
        let mut block = code();
        let settled = lead(&mut block, to);
        (listing(&block, 0), settled)
    }

    #[test]
    fn a_cleanup_learns_the_line_of_what_python_raised() {
        let failed = Label::of_block("failed", 2);
        let expected = "\
if outside
    record
    goto failed#2
forever
    check status else failed#2, line 7
    try p = made else failed#2, line 7
    if wrong
        goto failed#2
fail failed#2, line 7
";
        let settled = Settled { count: 5, notes_line: true };
        assert_eq!(led(Destination::Cleanup(&failed)), (expected.to_string(), settled));
    }

    #[test]
    fn an_iteration_ends_and_leaves_the_record() {
        let next = Label::of_failures("next_i");
        let expected = "\
if outside
    record
    goto next_i
forever
    if status < 0
        goto next_i
    p = made
    if p == NULL
        goto next_i
    if wrong
        goto next_i
goto next_i
";
        let settled = Settled { count: 5, notes_line: false };
        assert_eq!(led(Destination::Iteration(&next)), (expected.to_string(), settled));
    }

    #[test]
    fn a_function_gives_its_status_or_drops_the_error() {
        let expected = "\
if outside
    return record
forever
    if status < 0
        return -1
    p = made
    if p == NULL
        return -1
    if wrong
        return -1
return -1
";
        assert_eq!(led(Destination::Status).0, expected);
        let end = [Stmt::call("note", vec![]), Stmt::Return(None)];
        let (dropped, _) = led(Destination::Dropped(&end));
        let first =
            "if outside\n    record\n    note()\n    return\nforever\n    if status < 0\n        note()\n";
        assert!(dropped.starts_with(first), "{dropped}");
    }

    #[test]
    fn what_leads_somewhere_stays() {
        let (inner, outer) = (Label::named("inner"), Label::named("outer"));
        let mut block = code();
        lead(&mut block, Destination::Cleanup(&inner));
        let before = block.clone();
        block.push(Fail::at(Test::Always, None));
        assert_eq!(lead(&mut block, Destination::Cleanup(&outer)), Settled { count: 1, notes_line: false });
        assert_eq!(block[..before.len()], before);
        assert_eq!(block[before.len()..], [Stmt::Goto(outer)]);
    }
}
