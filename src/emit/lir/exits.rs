//! Ways out of code other than its end and a failure. Where a `return`, `break` or `continue` stands, emission says so
//! ([`Leave`]), with what it must do there before it goes. Whatever is open around it is closed later, as its code is
//! complete: each function here does that for the ways out of such code, from the innermost to the function itself. In
//! the end each way out is statements that close what is open, and a jump. The functions return how many jumps they
//! have made: where none is to be made any more, nobody needs to look.

use super::{Block, Label, Stmt, replace_statements};
use crate::emit::c::Expr;

/// Where a way out leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    Return,
    Break,
    Continue,
}

/// A way out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Leave {
    pub way: Way,
    /// What a `return` gives, of a function that nothing needs to clean up.
    pub value: Option<Expr>,
    /// What has been closed on the way.
    pub first: Block,
    /// How it leaves each data context, by the context's variable: what that takes depends on the place.
    pub contexts: Vec<(String, Block)>,
}

/// The end of code at which several ways out meet.
#[derive(Clone, Copy, Debug)]
pub struct Meeting<'m> {
    pub label: &'m Label,
    /// The variable that records how the code was left.
    pub noted: Option<&'m Expr>,
    /// A `continue` does not come here: the next iteration begins inside.
    pub is_iteration: bool,
}

impl Way {
    /// The constant that records it.
    pub fn code(self) -> Expr {
        Expr::name(match self {
            Way::Return => "OFFCY_RETURN",
            Way::Break => "OFFCY_BREAK",
            Way::Continue => "OFFCY_CONTINUE",
        })
    }
}

/// All ways out of the code close something first.
pub fn close(block: &mut Block, closing: &[Stmt]) -> usize {
    replace(block, &mut |leave| {
        leave.first.extend_from_slice(closing);
        None
    })
}

/// All ways out of the code leave a data context.
pub fn close_context(block: &mut Block, context: &str) -> usize {
    replace(block, &mut |leave| {
        if let Some(at) = leave.contexts.iter().position(|(name, _)| name == context) {
            leave.first.extend(leave.contexts.remove(at).1);
        }
        None
    })
}

/// The code is a loop's body. `broke`: the flag that a `break` sets, `end`: where a `continue` goes if there is something
/// to do at the end of an iteration.
pub fn end_in_loop(block: &mut Block, broke: Option<&Expr>, end: Option<&Label>) -> usize {
    replace(block, &mut |leave| {
        let jump = match (leave.way, end) {
            (Way::Return, _) => return None,
            (Way::Break, _) => {
                let flag = broke.map(|flag| Stmt::assign(flag.clone(), Expr::bool(true)));
                leave.first.extend(flag);
                Stmt::Break
            }
            (Way::Continue, Some(end)) => Stmt::Goto(end.clone()),
            (Way::Continue, None) => Stmt::Continue,
        };
        Some(jump)
    })
}

/// The ways out of the code meet at its end, where it goes on to where they lead. `ways`: those that there are, in the
/// order of the text.
pub fn meet(block: &mut Block, at: Meeting<'_>, ways: &mut Vec<Way>) -> usize {
    replace(block, &mut |leave| {
        if at.is_iteration && leave.way == Way::Continue {
            return None;
        }
        if !ways.contains(&leave.way) {
            ways.push(leave.way);
        }
        leave.first.extend(at.noted.map(|noted| Stmt::assign(noted.clone(), leave.way.code())));
        Some(Stmt::Goto(at.label.clone()))
    })
}

/// The code is a function's. `end`: what a `return` does at last.
pub fn end_in_function(block: &mut Block, end: &[Stmt]) -> usize {
    replace(block, &mut |leave| match (leave.way, leave.value.take(), end.split_last()) {
        (Way::Return, Some(value), _) => Some(Stmt::give(value)),
        (Way::Return, None, Some((last, before))) => {
            leave.first.extend_from_slice(before);
            Some(last.clone())
        }
        _ => None,
    })
}

/// Replaces the ways out for which `jump` gives the last statement.
fn replace(block: &mut Block, jump: &mut dyn FnMut(&mut Leave) -> Option<Stmt>) -> usize {
    replace_statements(block, &mut |stmt| {
        let Stmt::Leave(leave) = stmt else { return None };
        let last = jump(leave)?;
        Some(std::mem::take(&mut leave.first).into_iter().chain([last]).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::lir::display::listing;

    fn leave(way: Way) -> Stmt {
        Stmt::Leave(Leave { way, value: None, first: vec![], contexts: vec![] })
    }

    fn when(name: &str, block: Block) -> Stmt {
        let arms = vec![(Expr::name(name), block)];
        Stmt::If(crate::emit::lir::If { arms, otherwise: None, is_bare: false })
    }

    fn call(name: &str) -> Stmt {
        Stmt::call(name, vec![])
    }

    #[test]
    fn what_is_open_is_closed_from_the_inside_out() {
        let mut block = vec![when("x", vec![leave(Way::Return)]), call("f")];
        close(&mut block, &[call("end_inner")]);
        close(&mut block, &[call("end_outer")]);
        let meeting = "if x\n    leave by return: end_inner(), end_outer()\nf()\n";
        assert_eq!(listing(&block, 0), meeting);
        end_in_function(&mut block, &[call("set_status"), Stmt::Goto(Label::named("done"))]);
        let expected =
            "if x\n    end_inner()\n    end_outer()\n    set_status()\n    goto done\nf()\n".to_string();
        assert_eq!(listing(&block, 0), expected);
    }

    #[test]
    fn loops_end_breaks_and_let_returns_through() {
        let mut body = vec![
            when("x", vec![leave(Way::Break)]),
            when("y", vec![leave(Way::Continue)]),
            leave(Way::Return),
        ];
        let mut with_end = body.clone();
        end_in_loop(&mut body, Some(&Expr::name("broke")), None);
        let expected = "if x\n    broke = true\n    break\nif y\n    continue\nleave by return\n";
        assert_eq!(listing(&body, 0), expected);
        end_in_loop(&mut with_end, None, Some(&Label::named("last")));
        assert_eq!(listing(&with_end, 0), "if x\n    break\nif y\n    goto last\nleave by return\n");
    }

    #[test]
    fn ways_meet_at_the_end_of_a_finally() {
        let mut body = vec![
            when("x", vec![leave(Way::Return)]),
            Stmt::Forever(vec![leave(Way::Return)]),
            when("y", vec![leave(Way::Continue)]),
        ];
        let mut iteration = body.clone();
        let (label, noted) = (Label::named("finally"), Expr::name("leaving"));
        let at = Meeting { label: &label, noted: Some(&noted), is_iteration: false };
        let mut ways = Vec::new();
        assert_eq!(meet(&mut body, at, &mut ways), 3);
        assert_eq!(ways, [Way::Return, Way::Continue]);
        let expected = "\
if x
    leaving = OFFCY_RETURN
    goto finally
forever
    leaving = OFFCY_RETURN
    goto finally
if y
    leaving = OFFCY_CONTINUE
    goto finally
";
        assert_eq!(listing(&body, 0), expected);
        // The next iteration begins inside.
        let at = Meeting { is_iteration: true, noted: None, ..at };
        let mut ways = Vec::new();
        assert_eq!(meet(&mut iteration, at, &mut ways), 2);
        assert_eq!(ways, [Way::Return]);
        let expected = "if x\n    goto finally\nforever\n    goto finally\nif y\n    leave by continue\n";
        assert_eq!(listing(&iteration, 0), expected);
    }

    #[test]
    fn a_context_is_left_in_its_turn() {
        let contexts = vec![
            ("inner".to_string(), vec![call("leave_inner")]),
            ("outer".to_string(), vec![call("leave_outer")]),
        ];
        let mut block = vec![Stmt::Leave(Leave { way: Way::Return, value: None, first: vec![], contexts })];
        close_context(&mut block, "inner");
        close(&mut block, &[call("end_nogil")]);
        close_context(&mut block, "outer");
        end_in_function(&mut block, &[Stmt::Return(None)]);
        assert_eq!(listing(&block, 0), "leave_inner()\nend_nogil()\nleave_outer()\nreturn\n");
    }

    #[test]
    fn what_is_returned_directly_is_returned_last() {
        let mut block = vec![Stmt::Leave(Leave {
            way: Way::Return,
            value: Some(Expr::name("x")),
            first: vec![call("end_nogil")],
            contexts: vec![],
        })];
        end_in_function(&mut block, &[Stmt::Return(None)]);
        assert_eq!(listing(&block, 0), "end_nogil()\nreturn x\n");
    }
}
