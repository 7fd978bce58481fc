//! Statements, functions and modules as an indented listing.

use std::fmt::Write;

use super::expr::{Spelling, operator, subject};
use crate::base::Name;
use crate::tir::{
    AtomicOp, Block, Catches, CheckKind, Clauses, ContextOrigin, DataContext, For, Function, FunctionKind,
    HostSection, LocalId, LocalRole, MapEntry, MinMax, Module, Op, Ownership, Parallel, Prange, ReductionOp,
    Region, Step, Stmt, StmtKind,
};

/// Every function of a module.
pub fn module(module: &Module) -> String {
    let listings: Vec<_> = module.functions.iter().map(|(_, inner)| function(module, inner)).collect();
    listings.join("\n")
}

/// One function: header, locals, body, then its regions.
pub fn function(module: &Module, function: &Function) -> String {
    let spelling = Spelling { conversions: true, ..Spelling::new(module, function) };
    let mut listing = Listing { spelling, text: String::new(), depth: 0 };
    listing.header();
    listing.depth = 1;
    listing.locals();
    listing.block(&function.body);
    for (id, region) in function.regions.iter() {
        listing.region(id.index(), region);
    }
    listing.text
}

struct Listing<'a> {
    spelling: Spelling<'a>,
    text: String,
    depth: usize,
}

impl Listing<'_> {
    fn line(&mut self, text: impl AsRef<str>) {
        let _ = writeln!(self.text, "{:indent$}{}", "", text.as_ref(), indent = self.depth * 4);
    }

    fn header(&mut self) {
        let function = self.spelling.function;
        let display = |ty| self.spelling.module.types.display(ty);
        let params: Vec<_> = function
            .params
            .iter()
            .map(|param| &function.locals[param.local])
            .map(|local| format!("{} {}", display(&local.ty), local.name))
            .collect();
        let kind = match function.kind {
            FunctionKind::Def => "def",
            FunctionKind::Cdef => "cdef",
            FunctionKind::Cpdef => "cpdef",
            FunctionKind::Init => "init",
        };
        let mut text =
            format!("{kind} {}({}) -> {}", function.name, params.join(", "), display(&function.result));
        let words = [
            (function.nogil, " nogil"),
            (function.on_device, " device"),
            (function.coherence.as_a_whole, " coherent"),
            (function.may_fail, " may fail"),
        ];
        for (holds, word) in words {
            if holds {
                text.push_str(word);
            }
        }
        self.line(text);
    }

    fn locals(&mut self) {
        for (_, local) in self.spelling.function.locals.iter() {
            if local.role == LocalRole::Param {
                continue;
            }
            let borrowed = local.ty.is_counted() && local.ownership == Ownership::Borrowed;
            self.line(format!(
                "{}{} {}{}",
                match local.role {
                    LocalRole::Temp => "temp ",
                    LocalRole::Kept => "kept ",
                    LocalRole::Static => "static ",
                    LocalRole::Param | LocalRole::User => "local ",
                },
                self.spelling.module.types.display(&local.ty),
                local.name,
                if borrowed { " (borrowed)" } else { "" }
            ));
        }
    }

    fn inner(&mut self, block: &Block) {
        self.depth += 1;
        self.block(block);
        self.depth -= 1;
    }

    fn block(&mut self, block: &Block) {
        if block.is_empty() {
            self.line("pass");
        }
        for stmt in block {
            self.stmt(stmt);
        }
    }

    fn name(&self, id: LocalId) -> &Name {
        &self.spelling.function.locals[id].name
    }

    fn names(&self, ids: &[LocalId]) -> String {
        ids.iter().map(|&id| self.name(id).as_str()).collect::<Vec<_>>().join(", ")
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let spell = self.spelling;
        match &stmt.kind {
            StmtKind::Assign { place, value } => {
                self.line(format!("{} = {}", spell.expr(place), spell.expr(value)));
            }
            StmtKind::Eval(value) => self.line(format!("eval {}", spell.expr(value))),
            StmtKind::Run { into, op } => {
                let target = into.map(|id| format!("{} <- ", self.name(id))).unwrap_or_default();
                self.line(format!("{target}{}", operation(spell, op)));
            }
            StmtKind::Move { into, from } => {
                self.line(format!("move {} <- {}", self.name(*into), self.name(*from)));
            }
            StmtKind::Release(id) => self.line(format!("release {}", self.name(*id))),
            StmtKind::Check(check) => self.line(check_text(spell, &check.kind)),
            StmtKind::If { condition, then, otherwise } => {
                self.line(format!("if {}:", spell.expr(condition)));
                self.inner(then);
                self.otherwise(otherwise);
            }
            StmtKind::While { prepare, condition, body, otherwise } => {
                if !prepare.is_empty() {
                    self.line("before each iteration:");
                    self.inner(prepare);
                }
                self.line(format!("while {}:", spell.expr(condition)));
                self.inner(body);
                self.otherwise(otherwise);
            }
            StmtKind::For(looped) => self.counted(looped),
            StmtKind::Lanes(lanes) => {
                let own: Vec<_> = lanes.own.iter().map(|own| own.local).collect();
                let kept: Vec<_> = lanes.own.iter().filter_map(|own| own.kept).collect();
                let (own, kept) = (self.named(" own", &own), self.named(" gives", &kept));
                self.line(format!("{} from {} at once{own}{kept}:", lanes.count, self.name(lanes.first)));
                self.inner(&lanes.body);
            }
            StmtKind::Break => self.line("break"),
            StmtKind::Continue => self.line("continue"),
            StmtKind::Return(None) => self.line("return"),
            StmtKind::Return(Some(value)) => self.line(format!("return {}", spell.expr(value))),
            StmtKind::Try(tried) => {
                self.line("try:");
                self.inner(&tried.body);
                let word = if tried.catches == Catches::AllWays { "finally" } else { "except" };
                self.line(format!("{word} {}:", self.name(tried.exception)));
                self.inner(&tried.handler);
                self.otherwise(&tried.otherwise);
            }
            StmtKind::Nogil(body) => {
                self.line("nogil:");
                self.inner(body);
            }
            StmtKind::WithGil(body) => {
                self.line("with gil:");
                self.inner(body);
            }
            StmtKind::Parallel(parallel) => self.parallel(parallel),
            StmtKind::Prange(prange) => self.prange(prange),
            StmtKind::Serial(serial) => {
                let results = self.named(" gives", &serial.results);
                self.line(format!("serial{results}:"));
                self.inner(&serial.body);
            }
            StmtKind::Offload(id) => self.line(format!("offload region {}", id.index())),
            StmtKind::Context { context, body } => self.context(&spell.function.contexts[*context], body),
            StmtKind::Update(update) => self.line(format!("update ({})", self.entries(&update.entries))),
            StmtKind::HostAccess(id) => self.host_section(&spell.function.host_sections[*id]),
            StmtKind::Atomic { place, op, value } => {
                let op = match op {
                    AtomicOp::Binary(op) => operator(*op),
                    AtomicOp::MinMax(MinMax::Min) => "min",
                    AtomicOp::MinMax(MinMax::Max) => "max",
                };
                self.line(format!("atomic {} {op}= {}", spell.expr(place), spell.expr(value)));
            }
        }
    }

    fn context(&mut self, context: &DataContext, body: &Block) {
        let entries = if context.infer { "infer".to_string() } else { self.entries(&context.entries) };
        let made_by = match context.origin {
            ContextOrigin::Written => "",
            ContextOrigin::AutoContext => ", made by auto_context",
            ContextOrigin::NewViews => ", for new views",
        };
        self.line(format!("device context ({entries}{made_by}):"));
        self.inner(body);
    }

    fn host_section(&mut self, section: &HostSection) {
        let header = section.header.iter().chain(&section.results);
        let header: Vec<_> = header.map(|expr| self.spelling.expr(expr)).collect();
        let header = if header.is_empty() { String::new() } else { format!(" and {}", header.join(", ")) };
        let plural = if section.statements == 1 { "" } else { "s" };
        self.line(format!("host section of {} statement{plural}{header}", section.statements));
    }

    fn otherwise(&mut self, block: &Block) {
        if !block.is_empty() {
            self.line("else:");
            self.inner(block);
        }
    }

    fn range(&self, start: &crate::tir::Expr, stop: &crate::tir::Expr, step: &Step) -> String {
        let spell = self.spelling;
        let (start, stop) = (spell.expr(start), spell.expr(stop));
        match step {
            Step::Constant(1) => format!("({start}, {stop})"),
            Step::Constant(step) => format!("({start}, {stop}, {step})"),
            Step::Dynamic(step) => format!("({start}, {stop}, {})", spell.expr(step)),
        }
    }

    fn counted(&mut self, looped: &For) {
        let target = looped.target.map(|id| format!(" as {}", self.name(id))).unwrap_or_default();
        let range = self.range(&looped.start, &looped.stop, &looped.step);
        self.line(format!("for {}{target} in range{range}:", self.name(looped.counter)));
        self.inner(&looped.body);
        self.otherwise(&looped.otherwise);
    }

    fn parallel(&mut self, parallel: &Parallel) {
        let device = match &parallel.device {
            Some(clause) => format!(" device({})", self.entries(&clause.entries)),
            None => String::new(),
        };
        let privates = self.named(" private", &parallel.privates);
        self.line(format!("parallel{device}{privates}{}:", self.clauses(&parallel.clauses)));
        self.inner(&parallel.body);
    }

    fn prange(&mut self, prange: &Prange) {
        let range = self.range(&prange.start, &prange.stop, &prange.step);
        let mut text = format!("for {} in prange{range}", self.name(prange.counter));
        text += &self.named(" private", &prange.privates);
        text += &self.named(" firstprivate", &prange.firstprivates);
        text += &self.named(" lastprivate", &prange.lastprivates);
        for reduction in &prange.reductions {
            let _ = write!(
                text,
                " reduction({}: {})",
                reduction_symbol(reduction.op),
                self.name(reduction.local)
            );
        }
        text += &self.clauses(&prange.clauses);
        self.line(text + ":");
        self.inner(&prange.body);
    }

    fn named(&self, word: &str, ids: &[LocalId]) -> String {
        if ids.is_empty() { String::new() } else { format!("{word}({})", self.names(ids)) }
    }

    fn clauses(&self, clauses: &Clauses) -> String {
        let mut text = String::new();
        let named = [
            ("num_threads", &clauses.num_threads),
            ("chunksize", &clauses.chunksize),
            ("use_threads_if", &clauses.use_threads_if),
            ("num_teams", &clauses.num_teams),
            ("thread_limit", &clauses.thread_limit),
            ("if_", &clauses.offload_if),
            ("device_num", &clauses.device_num),
        ];
        for (name, value) in named {
            if let Some(value) = value {
                let _ = write!(text, " {name}({})", self.spelling.expr(value));
            }
        }
        if let Some(schedule) = clauses.schedule {
            let _ = write!(text, " schedule({schedule:?})");
        }
        if clauses.simd {
            text.push_str(" simd");
        }
        if let Some(depth) = clauses.collapse {
            let _ = write!(text, " collapse({depth})");
        }
        text
    }

    fn entries(&self, entries: &[MapEntry]) -> String {
        let spell = self.spelling;
        let spelled = entries.iter().map(|entry| {
            let name = subject(spell.module, spell.function, &entry.subject);
            match &entry.count {
                Some(count) => format!("{name}: {} {}", entry.map.keyword(), spell.expr(count)),
                None => format!("{name}: {}", entry.map.keyword()),
            }
        });
        spelled.collect::<Vec<_>>().join(", ")
    }

    fn region(&mut self, id: usize, region: &Region) {
        let spell = self.spelling;
        let captures: Vec<_> = region
            .captures
            .iter()
            .map(|capture| subject(spell.module, spell.function, &capture.subject))
            .collect();
        let fails = if region.may_fail { " may fail" } else { "" };
        let entries = self.entries(&region.clause.entries);
        self.line(format!(
            "region {id} device({entries}) captures({}){fails}{}:",
            captures.join(", "),
            self.clauses(&region.clauses)
        ));
        self.inner(&region.body);
    }
}

fn check_text(spell: Spelling<'_>, check: &CheckKind) -> String {
    let local = |id: LocalId| &spell.function.locals[id].name;
    match check {
        CheckKind::Index { into, index, extent, axis, wraparound, boundscheck, .. } => {
            let target = into.map(|id| format!("{} <- ", local(id))).unwrap_or_default();
            let how = match (wraparound, boundscheck) {
                (true, true) => "wrapped, within",
                (true, false) => "wrapped by",
                _ => "within",
            };
            format!("{target}check {} {how} {} (axis {axis})", spell.expr(index), spell.expr(extent))
        }
        CheckKind::Noted { into, index, extent, axis, wraparound, outside } => {
            let (into, outside) = (local(*into), local(*outside));
            let how = if *wraparound { "wrapped, within" } else { "within" };
            let (index, extent) = (spell.expr(index), spell.expr(extent));
            format!("{into} <- {index} {how} {extent} (axis {axis}), or the last one and {outside}")
        }
        CheckKind::Divisor { value, division, .. } => {
            format!("check {} is not zero ({division:?})", spell.expr(value))
        }
        CheckKind::Overflow { op, left, right } => {
            format!("check {op:?} of {} and {} does not overflow", spell.expr(left), spell.expr(right))
        }
        CheckKind::Step { value, .. } => format!("check step {} is not zero", spell.expr(value)),
        CheckKind::Clause { value, clause } => format!("check {clause}={} can be", spell.expr(value)),
        CheckKind::Extent { extent, given, axis } => {
            let or_one = if axis.is_some() { " or 1" } else { "" };
            format!("check {} is {}{or_one}", spell.expr(given), spell.expr(extent))
        }
        CheckKind::NotNone { view, .. } => format!("check {} is not None", spell.expr(view)),
        CheckKind::Attribute { object, name } => format!("check {} has `{name}`", spell.expr(object)),
        CheckKind::Given { value } => format!("check {} is not None", spell.expr(value)),
        CheckKind::Shared { place, .. } => format!("check {} has a value", spell.expr(place)),
        CheckKind::Initialised { local: id } => format!("check {} has a value", local(*id)),
        CheckKind::Bound { global } => format!("check {} has a value", spell.module.globals[*global].name),
    }
}

/// An operation by its name and its operands; `Debug` names the variant, the operands are spelled.
fn operation(spell: Spelling<'_>, op: &Op) -> String {
    let variant = match op {
        Op::Letters(op) => format!("Letter{op:?}"),
        op => format!("{op:?}"),
    };
    let end = variant.find(|c: char| !c.is_alphanumeric()).unwrap_or(variant.len());
    let mut operands: Vec<String> = op.operands().into_iter().map(|operand| spell.expr(operand)).collect();
    match op {
        Op::Import { module, .. } => operands.push(module.to_string()),
        Op::ImportFrom { level, module, .. } => {
            operands.push(format!("{}{module}", ".".repeat(usize::try_from(*level).unwrap_or(0))));
        }
        Op::ImportName { name, .. }
        | Op::LoadName(name)
        | Op::LoadBuiltin(name)
        | Op::StoreName { name, .. }
        | Op::GetAttribute { name, .. }
        | Op::SetAttribute { name, .. }
        | Op::DelAttribute { name, .. }
        | Op::DelName { name, .. }
        | Op::SpecialMethod { name, .. }
        | Op::CallMethod { name, .. } => operands.insert(0, name.to_string()),
        Op::RaiseNew { exception, .. } => operands.insert(0, exception.to_string()),
        Op::CallFunction { function, .. } => {
            operands.insert(0, spell.module.functions[*function].name.to_string());
        }
        Op::MakeFunction { function, .. } => {
            operands.insert(0, spell.module.functions[*function].name.to_string());
        }
        Op::Runtime { function, .. } => operands.insert(0, format!("{function:?}")),
        Op::CallExtern { external, .. } | Op::CallLibrary { external, .. } => {
            operands.insert(0, spell.module.externs[*external].name.to_string());
        }
        Op::CheckClass { class, .. } => {
            operands.push(spell.module.types.display(&crate::ty::Ty::Object(*class)));
        }
        Op::NextItem { iterator, .. } => {
            operands.push(spell.function.locals[*iterator].name.to_string());
        }
        Op::RaiseConstant { exception, message } => {
            operands.push(exception.to_string());
            operands.extend(message.iter().map(|text| format!("{text:?}")));
        }
        Op::Unpack { targets, .. } => {
            operands.extend(targets.iter().map(|id| spell.function.locals[*id].name.to_string()));
        }
        _ => {}
    }
    format!("{}({})", &variant[..end], operands.join(", "))
}

fn reduction_symbol(op: ReductionOp) -> &'static str {
    match op {
        ReductionOp::Add => "+",
        ReductionOp::Multiply => "*",
        ReductionOp::BitAnd => "&",
        ReductionOp::BitOr => "|",
        ReductionOp::BitXor => "^",
        ReductionOp::MinMax(crate::tir::MinMax::Min) => "min",
        ReductionOp::MinMax(crate::tir::MinMax::Max) => "max",
    }
}
