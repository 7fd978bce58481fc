//! Expressions as the user would write them.

use std::collections::HashMap;

use crate::tir::{
    BinaryOp, Callee, Expr, ExprKind, Function, LocalId, LocalRole, LogicalOp, MinMax, Module, SlicePart,
    StmtKind, Subject, Trial as Asked, UnaryOp, walk,
};
use crate::ty::PyClass;

/// How tightly an expression binds; higher is tighter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Select,
    Or,
    And,
    Not,
    Compare,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Sum,
    Product,
    Unary,
    Power,
    Atom,
}

/// Spells the expressions of one function.
#[derive(Clone, Copy)]
pub struct Spelling<'a> {
    pub module: &'a Module,
    pub function: &'a Function,
    /// Whether conversions are shown (as `<int>x`); readers rarely want them.
    pub conversions: bool,
    /// Temporaries of offcy that are shown as what was stored in them: users never saw the name.
    pub temporaries: Option<&'a HashMap<LocalId, &'a Expr>>,
}

/// The temporaries of a function that are stored once, outside its regions, with their values.
pub fn temporaries(function: &Function) -> HashMap<LocalId, &Expr> {
    let mut stored: HashMap<LocalId, Option<&Expr>> = HashMap::new();
    walk::statements(&function.body, &mut |stmt| {
        for id in walk::assigned(stmt).into_iter().filter(|&id| function.locals[id].role == LocalRole::Temp) {
            let value = match &stmt.kind {
                StmtKind::Assign { place, value } if place.as_local() == Some(id) => Some(value),
                _ => None,
            };
            stored.entry(id).and_modify(|known| *known = None).or_insert(value);
        }
    });
    stored.into_iter().filter_map(|(id, value)| Some((id, value?))).collect()
}

impl<'a> Spelling<'a> {
    pub fn new(module: &'a Module, function: &'a Function) -> Spelling<'a> {
        Spelling { module, function, conversions: false, temporaries: None }
    }

    pub fn expr(&self, expr: &Expr) -> String {
        self.at(expr, Level::Select)
    }

    fn list<'e>(&self, exprs: impl IntoIterator<Item = &'e Expr>) -> String {
        exprs.into_iter().map(|expr| self.expr(expr)).collect::<Vec<_>>().join(", ")
    }

    /// `max(max(a, b), c)` is `max(a, b, c)`.
    fn compared(&self, which: MinMax, expr: &Expr, among: &mut Vec<String>) {
        match &expr.kind {
            ExprKind::MinMax(made, left, right) if *made == which => {
                self.compared(which, left, among);
                self.compared(which, right, among);
            }
            _ => among.push(self.expr(expr)),
        }
    }

    /// Spelled so that it can stand where `least` or tighter is wanted.
    fn at(&self, expr: &Expr, least: Level) -> String {
        let (text, level) = self.spell(expr);
        if level < least { format!("({text})") } else { text }
    }

    fn logical(&self, op: LogicalOp, left: &Expr, right: &Expr) -> (String, Level) {
        match op {
            LogicalOp::And => {
                (format!("{} and {}", self.at(left, Level::And), self.at(right, Level::Not)), Level::And)
            }
            LogicalOp::Or => {
                (format!("{} or {}", self.at(left, Level::Or), self.at(right, Level::And)), Level::Or)
            }
        }
    }

    fn class(&self, class: PyClass) -> String {
        self.module.types.display(&crate::ty::Ty::Object(class))
    }

    fn spell(&self, expr: &Expr) -> (String, Level) {
        use ExprKind::*;
        let atom = |text: String| (text, Level::Atom);
        match &expr.kind {
            Local(id) => match self.temporaries.and_then(|known| known.get(id)) {
                Some(value) => Spelling { temporaries: None, ..*self }.spell(value),
                None => atom(self.function.locals[*id].name.to_string()),
            },
            Global(id) => atom(self.module.globals[*id].name.to_string()),
            Extern(id) => atom(self.module.externs[*id].name.to_string()),
            Int(value) => (value.to_string(), if *value < 0 { Level::Unary } else { Level::Atom }),
            HeaderLength(length) => atom(format!("C({})", length.c)),
            Float(text) => atom(text.to_string()),
            Imaginary(text) => atom(format!("{text}j")),
            CString(bytes) => atom(format!("b\"{}\"", bytes.escape_ascii())),
            Null => atom("NULL".to_string()),
            FunctionAddress(id) => atom(format!("&{}", self.module.functions[*id].name)),
            Const(id) => atom(self.module.const_text(*id)),
            Singleton(which) => atom(which.name().to_string()),
            IsExactly(object, class) => {
                (format!("type({}) is {}", self.expr(object), self.class(*class)), Level::Compare)
            }
            IsInstance(object, class) => {
                atom(format!("isinstance({}, {})", self.expr(object), self.class(*class)))
            }
            Inherits(object, class, name) => {
                let class = self.class(*class);
                atom(format!("inherits({}, {class}.{name})", self.expr(object)))
            }
            TypeObject(class) => atom(self.class(*class)),
            Unary(op, inner) => self.unary(*op, inner),
            Binary(op, left, right) => self.binary(*op, left, right),
            Compare(op, left, right) => {
                let (left, right) = (self.at(left, Level::BitOr), self.at(right, Level::BitOr));
                (format!("{left} {} {right}", op.symbol()), Level::Compare)
            }
            Logical(op, left, right) => self.logical(*op, left, right),
            Select(condition, then, otherwise) => {
                let (then, condition) = (self.at(then, Level::Or), self.at(condition, Level::Or));
                (format!("{then} if {condition} else {}", self.at(otherwise, Level::Select)), Level::Select)
            }
            Struct(fields) => {
                let shown = fields.iter().map(|(name, value)| format!("{name}={}", self.expr(value)));
                let shown: Vec<_> = shown.collect();
                atom(format!("{}({})", self.module.types.display(&expr.ty), shown.join(", ")))
            }
            Convert(inner) if self.conversions => (
                format!("<{}>{}", self.module.types.display(&expr.ty), self.at(inner, Level::Unary)),
                Level::Unary,
            ),
            Convert(inner) => self.spell(inner),
            MinMax(which, ..) => {
                let word = if *which == self::MinMax::Min { "min" } else { "max" };
                let mut among = Vec::new();
                self.compared(*which, expr, &mut among);
                atom(format!("{word}({})", among.join(", ")))
            }
            Element { view, indices } => {
                atom(format!("{}[{}]", self.at(view, Level::Atom), self.list(indices)))
            }
            Slice { view, parts } => atom(self.slice(view, parts)),
            ViewOf { pointer, extents } => {
                atom(format!("view({}, [{}])", self.expr(pointer), self.list(extents)))
            }
            Transpose(view) => atom(format!("{}.T", self.at(view, Level::Atom))),
            Extent { view, axis } => atom(format!("{}.shape[{axis}]", self.at(view, Level::Atom))),
            Stride { view, axis } => atom(format!("{}.strides[{axis}]", self.at(view, Level::Atom))),
            InOrder { to, from } => atom(format!("in_order({}, {})", self.expr(to), self.expr(from))),
            Apart(one, other) => atom(format!("apart({}, {})", self.expr(one), self.expr(other))),
            IsNone(inner) => (format!("{} is None", self.at(inner, Level::BitOr)), Level::Compare),
            Index { base, index } => atom(format!("{}[{}]", self.at(base, Level::Atom), self.expr(index))),
            Field { base, name } => atom(format!("{}.{name}", self.at(base, Level::Atom))),
            Deref(base) => atom(format!("{}[0]", self.at(base, Level::Atom))),
            AddressOf(place) => (format!("&{}", self.at(place, Level::Unary)), Level::Unary),
            SizeOf(ty) => atom(format!("sizeof({})", self.module.types.display(ty))),
            Call(callee, arguments) => atom(format!("{}({})", self.callee(*callee), self.list(arguments))),
            ThreadId | HasThreads | Threads => atom(of_threads(&expr.kind).to_string()),
            Trial(asked, of) => atom(format!("{}({})", of_trial(*asked), self.list(of))),
        }
    }

    fn slice(&self, view: &Expr, parts: &[SlicePart]) -> String {
        let parts: Vec<_> = parts.iter().map(|part| self.part(part)).collect();
        format!("{}[{}]", self.at(view, Level::Atom), parts.join(", "))
    }

    fn unary(&self, op: UnaryOp, inner: &Expr) -> (String, Level) {
        match op {
            UnaryOp::Negate => (format!("-{}", self.at(inner, Level::Unary)), Level::Unary),
            UnaryOp::Invert => (format!("~{}", self.at(inner, Level::Unary)), Level::Unary),
            UnaryOp::Not => (format!("not {}", self.at(inner, Level::Not)), Level::Not),
            UnaryOp::Conjugate => (format!("{}.conjugate()", self.at(inner, Level::Atom)), Level::Atom),
            UnaryOp::Abs => (format!("abs({})", self.expr(inner)), Level::Atom),
        }
    }

    fn binary(&self, op: BinaryOp, left: &Expr, right: &Expr) -> (String, Level) {
        let (symbol, level) = binary_symbol(op);
        // Every operator except `**` groups from the left, so its right side must bind tighter.
        let (left_least, right_least) = match level {
            Level::Power => (Level::Atom, Level::Unary),
            Level::Product => (level, Level::Unary),
            Level::Sum => (level, Level::Product),
            Level::Shift => (level, Level::Sum),
            Level::BitAnd => (level, Level::Shift),
            Level::BitXor => (level, Level::BitAnd),
            _ => (level, Level::BitXor),
        };
        (format!("{} {symbol} {}", self.at(left, left_least), self.at(right, right_least)), level)
    }

    fn part(&self, part: &SlicePart) -> String {
        let optional = |expr: &Option<Expr>| expr.as_ref().map(|expr| self.expr(expr)).unwrap_or_default();
        match part {
            SlicePart::Index(index) => self.expr(index),
            SlicePart::Range { start, stop, step: None } => format!("{}:{}", optional(start), optional(stop)),
            SlicePart::Range { start, stop, step } => {
                format!("{}:{}:{}", optional(start), optional(stop), optional(step))
            }
            SlicePart::NewAxis => "None".to_string(),
        }
    }

    fn callee(&self, callee: Callee) -> &'a str {
        match callee {
            Callee::Function(id) => &self.module.functions[id].name,
            Callee::Extern(id) => &self.module.externs[id].name,
        }
    }
}

/// What is mapped, with the user's name for it.
pub fn subject(module: &Module, function: &Function, subject: &Subject) -> String {
    match subject {
        Subject::Local(id) => function.locals[*id].name.to_string(),
        Subject::Global(id) => module.globals[*id].name.to_string(),
    }
}

fn binary_symbol(op: BinaryOp) -> (&'static str, Level) {
    match op {
        BinaryOp::Add => ("+", Level::Sum),
        BinaryOp::Subtract => ("-", Level::Sum),
        BinaryOp::Multiply => ("*", Level::Product),
        BinaryOp::Divide | BinaryOp::CDivide => ("/", Level::Product),
        BinaryOp::FloorDivide => ("//", Level::Product),
        BinaryOp::Modulo | BinaryOp::CModulo => ("%", Level::Product),
        BinaryOp::Power => ("**", Level::Power),
        BinaryOp::ShiftLeft => ("<<", Level::Shift),
        BinaryOp::ShiftRight => (">>", Level::Shift),
        BinaryOp::BitAnd => ("&", Level::BitAnd),
        BinaryOp::BitOr => ("|", Level::BitOr),
        BinaryOp::BitXor => ("^", Level::BitXor),
    }
}

/// The operator as the user writes it.
pub(super) fn operator(op: BinaryOp) -> &'static str {
    binary_symbol(op).0
}

fn of_trial(asked: Asked) -> &'static str {
    match asked {
        Asked::Since => "trial_since",
        Asked::Until => "trial_until",
        Asked::Ended => "trial_ended",
    }
}

fn of_threads(asked: &ExprKind) -> &'static str {
    match asked {
        ExprKind::ThreadId => "threadid()",
        ExprKind::HasThreads => "has_threads()",
        _ => "threads()",
    }
}
