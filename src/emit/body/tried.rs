//! `try`: a block with its own label `failed`, and what runs after it.

use std::collections::HashSet;

use super::exits::Exits;
use super::iterations::gives_object;
use super::stmt::{clear_object, clear_view, end_nogil};
use super::{Body, Opened, Variable, ends_elsewhere, temps};
use crate::base::StmtId;
use crate::emit::c;
use crate::emit::lir::{self, Block, Destination, Fail, Label, Meeting, Names, Stmt as C, Test, Way, exits};
use crate::pass::LocalSet;
use crate::source::Span;
use crate::tir::{Catches, Function, LocalRole, Stmt, StmtKind, Try, walk};
use crate::ty::Ty;

/// The end of the body of a `finally`, where its ways out meet.
pub struct Finally {
    label: Label,
    /// The variable that records how the body was left, if that must be known.
    leaving: Option<Variable>,
    /// Those that it turned out to have, when it has been written.
    ways: Vec<Way>,
}

/// A handler that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handling {
    /// What keeps the exception that was being handled before; without the GIL, the error that the body has
    /// recorded.
    pub state: Variable,
    /// The handler's own exception; without the GIL it has none.
    exception: Option<c::Expr>,
}

/// What is known of a body that has been written.
struct Written {
    /// It can fail.
    fails: bool,
    /// Without the GIL, what keeps its error.
    kept: Option<String>,
    left: Option<Finally>,
}

impl Finally {
    /// Sets the variable that records how the body was left.
    pub fn declared(&self) -> Option<C> {
        let leaving = self.leaving.as_ref()?;
        Some(Body::first_value("int", leaving, c::Expr::number(0)))
    }

    /// Its label.
    pub fn end(&self) -> C {
        C::Label(self.label.clone())
    }

    /// The body has been written: its ways out go to the end. `None` if it has none.
    pub(super) fn settled(mut self, body: &mut Block, exits: &mut Exits) -> Option<Finally> {
        let noted = self.leaving.as_ref().map(Variable::place);
        let at = Meeting { label: &self.label, noted: noted.as_ref(), is_iteration: false };
        exits.settle(body, |body| exits::meet(body, at, &mut self.ways));
        (!self.ways.is_empty()).then_some(self)
    }
}

impl Handling {
    pub fn is_without_gil(&self) -> bool {
        self.exception.is_none()
    }

    pub fn declared(&self) -> C {
        let ty = if self.exception.is_some() { "offcy_handling" } else { "offcy_error" };
        C::declare(c::Type::named(ty), &self.state.name, c::Expr::zeros())
    }

    pub fn end(&self) -> C {
        let end = if self.exception.is_some() { "offcy_end_handling" } else { "offcy_forget_error" };
        C::call(end, vec![c::Expr::address(self.state.place())])
    }
}

impl<'a> Body<'_, '_, 'a> {
    pub(super) fn tried(&mut self, id: StmtId, tried: &'a Try, span: Span) {
        let body = self.tried_body(id, tried);
        match tried.catches {
            Catches::Exceptions => self.except(tried),
            Catches::AllWays if tried.has_gil => self.finally(tried, &body, span),
            Catches::AllWays => self.finally_without_gil(tried, &body, span),
        }
    }

    fn except(&mut self, tried: &'a Try) {
        let exception = self.naming.local(tried.exception);
        // After a body whose end is not reached there is an exception.
        let is_asked = !ends_elsewhere(&tried.body);
        if is_asked {
            self.out.open_if(c::Expr::binary("!=", exception.clone(), c::Expr::null()));
        }
        let handling = self.handler(tried);
        if !ends_elsewhere(&tried.handler) {
            self.out.joined(vec![handling.end(), clear_object(exception)]);
        }
        if is_asked {
            if !tried.otherwise.is_empty() {
                self.out.otherwise();
                self.block(&tried.otherwise);
            }
            self.out.close();
        }
    }

    /// After the handler it goes on to where the body was going.
    fn finally(&mut self, tried: &'a Try, body: &Written, span: Span) {
        let only_releases = tried.handler.iter().all(|stmt| matches!(stmt.kind, StmtKind::Release(_)));
        if body.fails && !only_releases {
            let handling = self.handler(tried);
            if ends_elsewhere(&tried.handler) {
                return;
            }
            self.out.push(handling.end());
        } else {
            self.block(&tried.handler);
            if ends_elsewhere(&tried.handler) {
                return;
            }
        }
        let exception = self.naming.local(tried.exception);
        self.place_of(span);
        if body.fails && self.may_go_on(tried, body) {
            self.out.open_if(c::Expr::binary("!=", exception.clone(), c::Expr::null()));
            self.reraise(exception, span);
            self.out.close();
        } else if body.fails {
            self.reraise(exception, span);
        }
        self.go_on(body.left.as_ref());
    }

    /// While the handler runs, the error that the body has recorded is kept.
    fn finally_without_gil(&mut self, tried: &'a Try, body: &Written, span: Span) {
        let Some(kept) = &body.kept else {
            self.block(&tried.handler);
            return self.go_on(body.left.as_ref());
        };
        let kept = Variable::plain(kept);
        let handling = Handling { state: kept.clone(), exception: None };
        self.needs.handlings.push(handling.clone());
        self.needs.open_handlings.push(handling.clone());
        self.handle(handling, tried);
        if ends_elsewhere(&tried.handler) {
            return;
        }
        self.place_of(span);
        let error = self.error();
        let restored = c::Expr::call("offcy_restore_error", vec![error, c::Expr::address(kept.place())]);
        self.fail(Fail::at(Test::When(restored), None));
        self.go_on(body.left.as_ref());
    }

    /// Whether a `finally` may go on to a place other than where an exception goes.
    fn may_go_on(&self, tried: &Try, body: &Written) -> bool {
        !ends_elsewhere(&tried.body) || tried.may_suppress() || body.left.is_some()
    }

    /// The ways out of a block that takes them at its end; `None` if it has none.
    pub(super) fn ways_of(&mut self, block: &[Stmt]) -> Option<Finally> {
        let ways = self.exits.ways_out(block, false);
        let is_kept = ways.len() + usize::from(!ends_elsewhere(block)) > 1;
        let leaving = is_kept.then(|| self.kept("int", "_leaving"));
        (!ways.is_empty()).then(|| Finally {
            label: Label::named(self.naming.fresh("block_left")),
            leaving,
            ways: Vec::new(),
        })
    }

    /// Goes on to where the body of a `finally` was going.
    pub(super) fn go_on(&mut self, left: Option<&Finally>) {
        let mut ways = left.map_or(Vec::new(), |left| left.ways.clone());
        let leaving = left.and_then(|left| left.leaving.clone());
        let last = if leaving.is_some() { None } else { ways.pop() };
        for (leaving, way) in leaving.iter().flat_map(|leaving| ways.iter().map(move |&way| (leaving, way))) {
            self.out.open_if(c::Expr::binary("==", leaving.place(), way.code()));
            self.leave(way);
            self.out.close();
        }
        last.into_iter().for_each(|way| self.leave(way));
    }

    fn handler(&mut self, tried: &'a Try) -> Handling {
        let (state, exception) =
            (self.kept("offcy_handling", "_handling"), self.naming.local(tried.exception));
        let arguments = vec![c::Expr::address(state.place()), exception.clone()];
        self.out.push(C::call("offcy_begin_handling", arguments));
        let handling = Handling { state, exception: Some(exception) };
        self.needs.handlings.push(handling.clone());
        self.needs.open_handlings.push(handling.clone());
        self.handle(handling.clone(), tried);
        handling
    }

    /// The handler's statements: each way out of it ends the handling.
    fn handle(&mut self, handling: Handling, tried: &'a Try) {
        let exception = handling.exception.iter().map(|exception| clear_object(exception.clone()));
        let closing = C::Joined(std::iter::once(handling.end()).chain(exception).collect());
        self.within(Opened::Handling(handling), &[closing], &tried.handler);
    }

    /// Lets an exception go on; NULL: the one being handled.
    pub(crate) fn reraise(&mut self, exception: c::Expr, span: Span) {
        let line = c::Expr::call("offcy_reraise", vec![exception, c::Expr::number(self.unit.line(span))]);
        self.fail(Fail::at(Test::Always, Some(line)));
    }

    /// The body in its own block.
    fn tried_body(&mut self, id: StmtId, tried: &'a Try) -> Written {
        let around = std::mem::take(&mut self.out);
        let [failed, passed] = ["failed", "passed"].map(|name| self.exits.block_label(name));
        let outer_mentioned = std::mem::take(&mut self.exits.mentioned);
        let (scopes, handlings) = (self.needs.open_scopes.len(), self.needs.open_handlings.len());
        let finally = (tried.catches == Catches::AllWays).then(|| self.open_finally(tried));
        self.block(&tried.body);
        let mut body = std::mem::replace(&mut self.out, around).finish();
        self.lead_in(&mut body, Destination::Cleanup(&failed));
        let left = finally.and_then(|finally| {
            self.exits.opened.pop();
            finally.settled(&mut body, &mut self.exits)
        });
        let fails = lir::jumps_to(&body, &failed);
        let mut released = Vec::new();
        let mut mentioned = std::mem::replace(&mut self.exits.mentioned, outer_mentioned);
        {
            let used = lir::own_names(&body);
            let is_noted =
                |word: &&str| ["_nogil", "_error", "_own"].iter().any(|begin| word.starts_with(begin));
            mentioned.extend(used.iter().filter(is_noted).map(str::to_string));
            if fails || left.is_some() {
                released = self.made_in_body(id, tried, &used);
            }
        }
        let kept = (fails && !tried.has_gil).then(|| self.naming.fresh("_kept"));
        self.out.extend(left.as_ref().and_then(Finally::declared));
        if !ends_elsewhere(&tried.body) {
            body.push(C::Goto(passed.clone()));
        }
        let around = std::mem::take(&mut self.out);
        self.out.push(C::Labels(vec![failed.clone(), passed.clone()]));
        self.out.extend(body);
        if fails {
            self.out.push(C::Label(failed));
            self.catch(tried, kept.as_deref(), &mentioned, scopes, handlings);
        }
        self.needs.open_scopes.truncate(scopes);
        self.needs.open_handlings.truncate(handlings);
        self.exits.mentioned.extend(mentioned);
        self.out.extend(left.as_ref().map(Finally::end));
        self.out.joined(released);
        self.out.push(C::Label(passed));
        let block = std::mem::replace(&mut self.out, around).finish();
        self.out.push(C::Protected(block));
        Written { fails, kept, left }
    }

    /// The body of a `finally` begins.
    fn open_finally(&mut self, tried: &Try) -> Finally {
        let ways = self.exits.ways_out(&tried.body, false);
        let has_end = !ends_elsewhere(&tried.body) || tried.may_suppress();
        let is_kept = !ends_elsewhere(&tried.handler) && ways.len() + usize::from(has_end) > 1;
        let label = Label::named(self.naming.fresh("finally"));
        let leaving = is_kept.then(|| self.kept("int", "_leaving"));
        self.exits.opened.push(Opened::Finally);
        Finally { label, leaving, ways: Vec::new() }
    }

    /// What the body has opened is closed, and the failure becomes the exception, or is kept as it is.
    fn catch(
        &mut self,
        tried: &Try,
        kept: Option<&str>,
        mentioned: &HashSet<String>,
        scopes: usize,
        handlings: usize,
    ) {
        let open: Vec<_> = self.needs.open_scopes[scopes..].iter().rev().cloned().collect();
        for scope in open {
            self.out.push(super::leave_failed(&scope.name));
            self.let_go(&scope);
        }
        let open: Vec<_> = self.needs.open_handlings[handlings..].iter().rev().cloned().collect();
        let open = open.into_iter();
        if let Some(kept) = kept {
            let error = self.error();
            self.out.push(C::call("offcy_keep_error", vec![c::Expr::address(c::Expr::name(kept)), error]));
            self.out.extend(open.map(|handling| handling.end()));
            return;
        }
        if mentioned.contains("_nogil") {
            self.out.push(end_nogil("_nogil"));
        }
        let record = self.exits.own_error.clone().unwrap_or_else(|| "_error".to_string());
        let error = if mentioned.contains(&record) { self.error() } else { c::Expr::null() };
        let name = c::string_literal(self.function.name.as_bytes());
        self.needs.line = true;
        let arguments = vec![
            error,
            self.tables.site_table(),
            name,
            self.unit.file_constant(self.function.span),
            c::Expr::name("_line"),
        ];
        let exception = self.naming.local(tried.exception);
        self.out.push(C::assign(exception, c::Expr::call("offcy_take_exception", arguments)));
        self.out.extend(open.map(|handling| handling.end()));
    }

    /// What releases the temporaries that the body may have filled when it was left.
    fn made_in_body(&mut self, id: StmtId, tried: &Try, used: &Names<'_>) -> Block {
        if self.exits.made.is_empty() {
            self.exits.made = temps::temporaries(self.function).made;
        }
        let made = self.exits.made.get(&id);
        let (mut released, mut seen) = (Vec::new(), HashSet::new());
        for id in made.into_iter().flat_map(LocalSet::iter).filter(|&id| id != tried.exception) {
            let (local, variable) = (&self.function.locals[id], self.naming.variable(id));
            let is_made = local.role == LocalRole::Temp && self.function.is_owned(id);
            if !is_made || !used.has(&variable.place()) {
                continue;
            }
            let release = match &local.ty {
                // Blocks that take the GIL manage their objects themselves.
                Ty::Object(_) if !tried.has_gil || self.inner_owned.contains(id) => continue,
                Ty::Memoryview(view) => clear_view(view.ndim(), variable.place()),
                _ => clear_object(variable.place()),
            };
            if seen.insert(variable) {
                released.push(release);
            }
        }
        released
    }
}

/// Whether a function may already have a result when a `return` gives one.
pub(super) fn may_return_twice(function: &Function) -> bool {
    let (mut tries, mut finally) = (false, false);
    walk::statements(&function.body, &mut |stmt: &Stmt| {
        if let StmtKind::Try(tried) = &stmt.kind {
            tries = true;
            finally |= tried.catches == Catches::AllWays;
        }
    });
    finally || tries && !function.contexts.is_empty() || gives_object(function)
}
