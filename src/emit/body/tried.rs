//! `try`: a block with its own label `failed`, and what runs after it.

use std::collections::HashSet;

use super::iterations::gives_object;
use super::{Body, Failing, Opened, ends_elsewhere, temps};
use crate::emit::c;
use crate::emit::kernel::words;
use crate::pass::LocalSet;
use crate::source::Span;
use crate::tir::{Catches, Function, LocalRole, Stmt, StmtKind, Try, walk};
use crate::ty::Ty;

/// The ways out of code other than its end and a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Return,
    Break,
    Continue,
}

/// The body of a `finally` while it is being written: where its ways out go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finally {
    /// The label of its end.
    label: String,
    /// The variable that records how the body was left, if that must be known.
    leaving: Option<String>,
    ways: Vec<Way>,
}

/// A handler that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handling {
    /// What keeps the exception that was being handled before; without the GIL, the error that the body has
    /// recorded.
    pub state: String,
    /// The handler's own exception; without the GIL it has none.
    exception: Option<String>,
}

/// What is known of a body that has been written.
struct Written {
    /// It can fail.
    fails: bool,
    /// Without the GIL, what keeps its error.
    kept: Option<String>,
    left: Option<Finally>,
}

impl Way {
    pub(super) fn code(self) -> &'static str {
        match self {
            Way::Return => "OFFCY_RETURN",
            Way::Break => "OFFCY_BREAK",
            Way::Continue => "OFFCY_CONTINUE",
        }
    }
}

impl Finally {
    pub fn declared(&self, in_frame: bool) -> Option<String> {
        let leaving = self.leaving.as_ref()?;
        Some(format!("{}{leaving} = 0;", if in_frame { "" } else { "int " }))
    }

    /// Its label.
    pub fn end(&self) -> String {
        format!("{}:", self.label)
    }
}

impl Handling {
    pub fn is_without_gil(&self) -> bool {
        self.exception.is_none()
    }

    pub fn declared(&self) -> String {
        let ty = if self.exception.is_some() { "offcy_handling" } else { "offcy_error" };
        format!("{ty} {} = {{0}};", self.state)
    }

    pub fn end(&self) -> String {
        let end = if self.exception.is_some() { "offcy_end_handling" } else { "offcy_forget_error" };
        format!("{end}(&{});", self.state)
    }
}

impl<'a> Body<'_, '_, 'a> {
    pub(super) fn tried(&mut self, tried: &'a Try, span: Span) {
        let body = self.tried_body(tried);
        match tried.catches {
            Catches::Exceptions => self.except(tried),
            Catches::AllWays if tried.has_gil => self.finally(tried, &body, span),
            Catches::AllWays => self.finally_without_gil(tried, &body, span),
        }
    }

    fn except(&mut self, tried: &'a Try) {
        let exception = self.local_name(tried.exception).to_string();
        // After a body whose end is not reached there is an exception.
        let is_asked = !ends_elsewhere(&tried.body);
        if is_asked {
            self.out.open(format!("if ({exception} != NULL)"));
        }
        let handling = self.handler(tried);
        if !ends_elsewhere(&tried.handler) {
            self.out.joined(&[handling.end(), format!("Py_CLEAR({exception});")]);
        }
        if is_asked {
            if !tried.otherwise.is_empty() {
                self.out.reopen("else");
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
            self.out.line(handling.end());
        } else {
            self.block(&tried.handler);
            if ends_elsewhere(&tried.handler) {
                return;
            }
        }
        let exception = self.local_name(tried.exception).to_string();
        self.place_of(span);
        if body.fails && self.may_go_on(tried, body) {
            self.out.open(format!("if ({exception} != NULL)"));
            self.reraise(&exception, span);
            self.out.close();
        } else if body.fails {
            self.reraise(&exception, span);
        }
        self.go_on(body.left.as_ref());
    }

    /// While the handler runs, the error that the body has recorded is kept.
    fn finally_without_gil(&mut self, tried: &'a Try, body: &Written, span: Span) {
        let Some(kept) = &body.kept else {
            self.block(&tried.handler);
            return self.go_on(body.left.as_ref());
        };
        let handling = Handling { state: kept.clone(), exception: None };
        self.needs.handlings.push(handling.clone());
        self.needs.open_handlings.push(handling.clone());
        self.opened.push(Opened::Handling(handling));
        self.block(&tried.handler);
        self.opened.pop();
        if ends_elsewhere(&tried.handler) {
            return;
        }
        self.place_of(span);
        let error = self.error();
        self.out.line(format!("if (offcy_restore_error({error}, &{kept}))"));
        match &self.failing {
            Failing::Iteration(label) => self.out.line(format!("    goto {label};")),
            _ => {
                self.needs.failed = true;
                self.out.line("    goto failed;");
            }
        }
        self.go_on(body.left.as_ref());
    }

    /// Whether a `finally` may go on to a place other than where an exception goes.
    fn may_go_on(&self, tried: &Try, body: &Written) -> bool {
        !ends_elsewhere(&tried.body) || tried.may_suppress() || body.left.is_some()
    }

    /// The ways out of a block that takes them at its end; `None` if it has none.
    pub(super) fn ways_of(&mut self, block: &[Stmt]) -> Option<Finally> {
        let ways = self.ways_out(block, false);
        let is_kept = ways.len() + usize::from(!ends_elsewhere(block)) > 1;
        let leaving = is_kept.then(|| self.kept("int", "_leaving"));
        (!ways.is_empty()).then(|| Finally {
            label: self.namer.name("block_left"),
            leaving,
            ways: Vec::new(),
        })
    }

    /// At the end of such a block: the ways out that it turned out to have.
    pub(super) fn closed_ways(&mut self) -> Option<Finally> {
        match self.opened.pop() {
            Some(Opened::Finally(finally)) if !finally.ways.is_empty() => Some(finally),
            _ => None,
        }
    }

    /// Goes on to where the body of a `finally` was going.
    pub(super) fn go_on(&mut self, left: Option<&Finally>) {
        let mut ways = left.map_or(Vec::new(), |left| left.ways.clone());
        let leaving = left.and_then(|left| left.leaving.clone());
        let last = if leaving.is_some() { None } else { ways.pop() };
        for (leaving, way) in leaving.iter().flat_map(|leaving| ways.iter().map(move |&way| (leaving, way))) {
            self.out.open(format!("if ({leaving} == {})", way.code()));
            self.leave(way);
            self.out.close();
        }
        last.into_iter().for_each(|way| self.leave(way));
    }

    fn handler(&mut self, tried: &'a Try) -> Handling {
        let (state, exception) =
            (self.kept("offcy_handling", "_handling"), self.local_name(tried.exception).to_string());
        self.out.line(format!("offcy_begin_handling(&{state}, {exception});"));
        let handling = Handling { state, exception: Some(exception) };
        self.needs.handlings.push(handling.clone());
        self.needs.open_handlings.push(handling.clone());
        self.opened.push(Opened::Handling(handling.clone()));
        self.block(&tried.handler);
        self.opened.pop();
        handling
    }

    /// Lets an exception go on; NULL: the one being handled.
    pub(crate) fn reraise(&mut self, exception: &str, span: Span) {
        (self.needs.failed, self.needs.line) = (true, true);
        let line = self.unit.line(span);
        self.out.line(format!("OFFCY_FAIL(offcy_reraise({exception}, {line}));"));
    }

    /// The body in its own block.
    fn tried_body(&mut self, tried: &'a Try) -> Written {
        let (start, mut head) = (self.out.begin(), self.out.fork());
        self.out.indent();
        let outer_failed = std::mem::replace(&mut self.needs.failed, false);
        let outer_mentioned = std::mem::take(&mut self.mentioned);
        let (scopes, handlings) = (self.needs.open_scopes.len(), self.needs.open_handlings.len());
        if tried.catches == Catches::AllWays {
            let ways = self.ways_out(&tried.body, false);
            let has_end = !ends_elsewhere(&tried.body) || tried.may_suppress();
            let is_kept = !ends_elsewhere(&tried.handler) && ways.len() + usize::from(has_end) > 1;
            let label = self.namer.name("finally");
            let leaving = is_kept.then(|| self.kept("int", "_leaving"));
            self.opened.push(Opened::Finally(Finally { label, leaving, ways: Vec::new() }));
        }
        let failing = self.failing_in_try();
        let outer_failing = std::mem::replace(&mut self.failing, failing);
        self.block(&tried.body);
        self.failing = outer_failing;
        let left = match tried.catches {
            Catches::AllWays => self.closed_ways(),
            Catches::Exceptions => None,
        };
        let fails = std::mem::replace(&mut self.needs.failed, outer_failed);
        let declared = left.as_ref().and_then(|finally| finally.declared(self.in_frame));
        declared.iter().for_each(|line| head.line(line));
        let is_passed = !ends_elsewhere(&tried.body) && (fails || left.is_some());
        let labels = [(fails, "failed"), (is_passed, "passed")];
        let labels: Vec<&str> =
            labels.into_iter().filter(|(used, _)| *used).map(|(_, label)| label).collect();
        head.open("");
        if !labels.is_empty() {
            head.line(format!("__label__ {};", labels.join(", ")));
        }
        let text = self.out.own_text(&start);
        let used = words(&text);
        let mut mentioned = std::mem::replace(&mut self.mentioned, outer_mentioned);
        let is_noted =
            |word: &&&str| ["_nogil", "_error", "_own"].iter().any(|begin| word.starts_with(begin));
        mentioned.extend(used.iter().filter(is_noted).map(ToString::to_string));
        self.out.put_in_front(start, head);
        if is_passed {
            self.out.line("goto passed;");
        }
        let kept = (fails && !tried.has_gil).then(|| self.namer.name("_kept"));
        if fails {
            self.label_line("failed:");
            self.catch(tried, kept.as_deref(), &mentioned, scopes, handlings);
        }
        self.needs.open_scopes.truncate(scopes);
        self.needs.open_handlings.truncate(handlings);
        self.mentioned.extend(mentioned);
        if let Some(finally) = &left {
            self.label_line(&finally.end());
        }
        let released = if fails || left.is_some() { self.made_in_body(tried, &used) } else { Vec::new() };
        self.out.joined(&released);
        if is_passed {
            self.label_line("passed:;");
        } else if left.is_some() && released.is_empty() {
            self.out.line(";");
        }
        self.out.close();
        Written { fails, kept, left }
    }

    pub(super) fn label_line(&mut self, text: &str) {
        self.out.dedent();
        self.out.line(text);
        self.out.indent();
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
            self.out.line(format!("offcy_leave(&{}, true);", scope.name));
            self.let_go(&scope);
        }
        let open: Vec<_> = self.needs.open_handlings[handlings..].iter().rev().cloned().collect();
        let open = open.into_iter();
        if let Some(kept) = kept {
            let error = self.error();
            self.out.line(format!("offcy_keep_error(&{kept}, {error});"));
            open.for_each(|handling| self.out.line(handling.end()));
            return;
        }
        if mentioned.contains("_nogil") {
            self.out.line("offcy_end_nogil(&_nogil);");
        }
        let record = self.own_error.clone().unwrap_or_else(|| "_error".to_string());
        let error = if mentioned.contains(&record) { self.error() } else { c::Expr::atom("NULL") };
        let name = c::string_literal(self.function.name.as_bytes());
        self.needs.line = true;
        let arguments = vec![
            error,
            c::Expr::atom("offcy_sites"),
            c::Expr::atom(name),
            c::Expr::atom(self.unit.file_constant(self.function.span)),
            c::Expr::atom("_line"),
        ];
        let exception = self.local_name(tried.exception).to_string();
        self.out.line(format!("{exception} = {};", c::Expr::call("offcy_take_exception", arguments)));
        open.for_each(|handling| self.out.line(handling.end()));
    }

    /// What releases the temporaries that the body may have filled when it was left.
    fn made_in_body(&mut self, tried: &Try, used: &HashSet<&str>) -> Vec<String> {
        if self.made.is_empty() {
            self.made = temps::temporaries(self.function).made;
        }
        let made = self.made.get(&std::ptr::from_ref(tried));
        let (mut lines, mut seen) = (Vec::new(), HashSet::new());
        for id in made.into_iter().flat_map(LocalSet::iter).filter(|&id| id != tried.exception) {
            let (local, name) = (&self.function.locals[id], self.local_name(id));
            let is_made = local.role == LocalRole::Temp && self.function.is_owned(id);
            if !is_made || !used.contains(name) {
                continue;
            }
            let line = match &local.ty {
                // Blocks that take the GIL manage their objects themselves.
                Ty::Object(_) if !tried.has_gil || self.inner_owned.contains(id) => continue,
                Ty::Memoryview(view) => format!("offcy_view{}_clear(&{name});", view.ndim()),
                _ => format!("Py_CLEAR({name});"),
            };
            if seen.insert(name) {
                lines.push(line);
            }
        }
        lines
    }

    /// If there is a `finally` in the way out of all that is open beyond `depth`, goes there.
    pub(super) fn leaves_by_finally(&mut self, way: Way, depth: usize) -> bool {
        let stands = |opened: &Opened| matches!(opened, Opened::Finally(_) | Opened::Iterations(_));
        let Some(at) = self.opened[depth..].iter().rposition(stands).map(|at| at + depth) else {
            return false;
        };
        if let Opened::Iterations(_) = self.opened[at] {
            self.leave_iterations(way, at);
            return true;
        }
        self.close_down_to(at + 1);
        if let Opened::Finally(finally) = &mut self.opened[at] {
            if !finally.ways.contains(&way) {
                finally.ways.push(way);
            }
            if let Some(leaving) = &finally.leaving {
                self.out.line(format!("{leaving} = {};", way.code()));
            }
            self.out.line(format!("goto {};", finally.label));
        }
        true
    }

    pub(super) fn end_handling(&mut self, handling: &Handling) {
        let exception = handling.exception.iter().map(|exception| format!("Py_CLEAR({exception});"));
        self.out.joined(&std::iter::once(handling.end()).chain(exception).collect::<Vec<_>>());
    }
}

impl Body<'_, '_, '_> {
    /// The ways by which code may be left, without repetition.
    pub(super) fn ways_out(&mut self, block: &[Stmt], in_loop: bool) -> Vec<Way> {
        let mut found = Vec::new();
        self.add_ways(block, in_loop, &mut found);
        found
    }

    fn add_ways(&mut self, block: &[Stmt], in_loop: bool, found: &mut Vec<Way>) {
        for stmt in block {
            let way = match &stmt.kind {
                StmtKind::Return(_) => Some(Way::Return),
                StmtKind::Break if !in_loop => Some(Way::Break),
                StmtKind::Continue if !in_loop => Some(Way::Continue),
                _ => None,
            };
            found.extend(way.filter(|way| !found.contains(way)));
            if let StmtKind::Try(tried) = &stmt.kind {
                // Every enclosing `try` asks again.
                let key = (std::ptr::from_ref(&**tried), in_loop);
                if !self.ways.contains_key(&key) {
                    let mut inner = Vec::new();
                    walk::blocks(stmt)
                        .into_iter()
                        .for_each(|block| self.add_ways(block, in_loop, &mut inner));
                    self.ways.insert(key, inner);
                }
                let inner = self.ways[&key].iter().copied();
                found.extend(inner.filter(|way| !found.contains(way)).collect::<Vec<_>>());
                continue;
            }
            let last = walk::blocks(stmt).len().saturating_sub(1);
            let is_loop = matches!(stmt.kind, StmtKind::While { .. } | StmtKind::For(_));
            let is_prange = matches!(stmt.kind, StmtKind::Prange(_));
            for (at, inner) in walk::blocks(stmt).into_iter().enumerate() {
                // The last block of a loop is its `else`; a parallel loop has none.
                self.add_ways(inner, in_loop || is_prange || is_loop && at < last, found);
            }
        }
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
