//! The methods that a dataclass has without a text. They are made of the same statements as written ones, at the places of
//! the fields, so that conversions and mistakes are those of such statements.

use super::super::builder::BodyBuilder;
use super::super::function::object_type;
use super::super::inner::scope_type;
use super::super::{FunctionLowerer, KeptDefault};
use super::fields::{DataField, Given};
use super::{Dataclass, Options, of_objects};
use crate::base::Name;
use crate::hir::special::special;
use crate::hir::{
    Binding, Block, ClassId, CompareOp, Comparison, Conversion, ExprId, ExprKind, Function, LocalId,
    NoneClause, Param, ParamKind, PyClass, Runtime, Singleton, Stmt, StmtKind, Try, TypeExpr, TypeKind,
    TypeName, field,
};
use crate::source::Span;
use crate::syntax::ast::Expression;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataMethod {
    Init,
    Repr,
    Compare(CompareOp),
    Hash,
}

impl DataMethod {
    pub(super) fn wanted(options: Options) -> Vec<DataMethod> {
        let mut wanted = Vec::new();
        wanted.extend(options.init.then_some(DataMethod::Init));
        wanted.extend(options.repr.then_some(DataMethod::Repr));
        wanted.extend(options.eq.then_some(DataMethod::Compare(CompareOp::Equal)));
        if options.order {
            let orders = [CompareOp::Less, CompareOp::LessEqual, CompareOp::Greater, CompareOp::GreaterEqual];
            wanted.extend(orders.map(DataMethod::Compare));
        }
        // Python takes the hash from a class that compares its objects and has none itself.
        let is_hashed = options.unsafe_hash || options.eq && options.frozen;
        wanted.extend(is_hashed.then_some(DataMethod::Hash));
        wanted
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            DataMethod::Init => "__init__",
            DataMethod::Repr => "__repr__",
            DataMethod::Hash => "__hash__",
            DataMethod::Compare(CompareOp::Equal) => "__eq__",
            DataMethod::Compare(CompareOp::NotEqual) => "__ne__",
            DataMethod::Compare(CompareOp::Less) => "__lt__",
            DataMethod::Compare(CompareOp::LessEqual) => "__le__",
            DataMethod::Compare(CompareOp::Greater) => "__gt__",
            DataMethod::Compare(CompareOp::GreaterEqual) => "__ge__",
        }
    }
}

/// A method under construction.
struct Making {
    body: BodyBuilder,
    params: Vec<Param>,
    object: LocalId,
    class: ClassId,
    span: Span,
    block: Block,
}

impl Making {
    fn param(&mut self, name: &Name, kind: ParamKind, default: Option<ExprId>, span: Span) -> LocalId {
        let local = self.body.hidden_local(name.clone(), object_type(span), true, span);
        self.body.body.locals[local].is_hidden = false;
        self.params.push(Param { local, kind, default, none: NoneClause::Unsaid, span });
        local
    }

    fn local(&mut self, local: LocalId, span: Span) -> ExprId {
        self.body.add(ExprKind::Name(Binding::Local(local)), span)
    }

    fn builtin(&mut self, name: &str, span: Span) -> ExprId {
        self.body.add(ExprKind::Name(Binding::Builtin(Name::new(name))), span)
    }

    fn field(&mut self, of: LocalId, name: &Name, span: Span) -> ExprId {
        let base = self.local(of, span);
        self.body.add(ExprKind::Attribute { base, name: name.clone() }, span)
    }

    fn call(&mut self, callee: ExprId, arguments: Vec<ExprId>, span: Span) -> ExprId {
        self.body.add(ExprKind::Call { callee, arguments, keywords: Vec::new() }, span)
    }

    fn type_of(&mut self, local: LocalId) -> ExprId {
        let span = self.span;
        let (callee, object) = (self.builtin("type", span), self.local(local, span));
        self.call(callee, vec![object], span)
    }

    fn compare(&mut self, first: ExprId, comparison: Comparison, second: ExprId, span: Span) -> ExprId {
        self.body.add(ExprKind::Compare { first, rest: vec![(comparison, second)] }, span)
    }

    fn text(&mut self, text: String) -> ExprId {
        self.body.add(ExprKind::Str(text), self.span)
    }

    fn returning(&mut self, value: ExprId) -> Stmt {
        Stmt::new(StmtKind::Return(Some(value)), self.span)
    }

    fn returning_truth(&mut self, truth: bool) -> Stmt {
        let kind = if truth { Singleton::True } else { Singleton::False };
        let value = self.body.add(ExprKind::Singleton(kind), self.span);
        self.returning(value)
    }
}

fn assign(target: ExprId, value: ExprId, span: Span) -> Stmt {
    Stmt::new(StmtKind::Assign { targets: vec![target], value }, span)
}

fn branch(condition: ExprId, then: Block, otherwise: Block, span: Span) -> Stmt {
    Stmt::new(StmtKind::If { condition, then, otherwise }, span)
}

impl<'t> FunctionLowerer<'_, 't> {
    pub(in super::super) fn method_of_dataclass(
        &mut self,
        class: ClassId,
        method: DataMethod,
    ) -> Option<Function> {
        let declarations = self.declarations;
        let made = declarations.dataclasses.get(&class)?;
        let span = self.tables.classes[class].span;
        let mut body = self.module_body();
        body.is_module = false;
        body.directives = self.directives_of(class).clone();
        body.extension = Some(class);
        let object = body.hidden_local(Name::new("self"), scope_type(class, span), true, span);
        let first = Param {
            local: object,
            kind: ParamKind::PositionalOnly,
            default: None,
            none: NoneClause::NotNone,
            span,
        };
        let mut making = Making { body, params: vec![first], object, class, span, block: Block::new() };
        match method {
            DataMethod::Init => self.init_of_dataclass(made, &mut making),
            DataMethod::Repr => self.repr_of_dataclass(made, &mut making),
            DataMethod::Compare(op) => compare(made, op, &mut making),
            DataMethod::Hash => hash(made, &mut making),
        }
        let Making { mut body, params, block, .. } = making;
        body.body.block = block;
        let mut function = Function::of_python(method.name(), params, body.directives, body.body, span);
        function.method = Some(of_objects(class));
        if let Some(result) = special(method.name()).and_then(|special| special.gives.c_result()) {
            function.result = TypeExpr { kind: TypeKind::Named(result), span };
        }
        Some(function)
    }

    fn init_of_dataclass(&mut self, made: &Dataclass<'t>, making: &mut Making) {
        let mut passed = Vec::new();
        let is_named = |field: &DataField<'_>| field.settings.kw_only.unwrap_or(made.options.kw_only);
        let (named, plain): (Vec<_>, Vec<_>) = made.fields.iter().partition(|field| is_named(field));
        let mut given: Vec<(&Name, LocalId)> = Vec::new();
        for field in plain.into_iter().chain(named).filter(|field| field.settings.init) {
            let kind = if is_named(field) { ParamKind::KeywordOnly } else { ParamKind::PositionalOrKeyword };
            let default = match field.given {
                Given::Nothing => None,
                Given::Value(value) => Some(self.default_of_field(field, value, &mut making.body)),
                Given::Factory(_) => Some(self.nothing_given(making)),
            };
            given.push((&field.name, making.param(&field.name, kind, default, field.span)));
        }
        for field in &made.fields {
            let span = field.span;
            let param = given.iter().find(|(name, _)| **name == field.name).map(|(_, param)| *param);
            if field.is_init_var {
                passed.push(match (param, field.given) {
                    (Some(param), _) => making.local(param, span),
                    (None, Given::Value(value)) => self.default_of_field(field, value, &mut making.body),
                    (None, Given::Factory(factory)) => self.made_by_factory(field, factory, making),
                    (None, Given::Nothing) => {
                        self.report(super::report::init_var_of_nobody(&field.name, span));
                        continue;
                    }
                });
                continue;
            }
            let set = |making: &mut Making, value| {
                let target = making.field(making.object, &field.name, span);
                assign(target, value, span)
            };
            let statement = match (param, field.given) {
                (None, Given::Nothing) => continue,
                (None, Given::Value(value)) => {
                    let value = self.default_of_field(field, value, &mut making.body);
                    set(making, value)
                }
                (None, Given::Factory(factory)) => {
                    let value = self.made_by_factory(field, factory, making);
                    set(making, value)
                }
                (Some(param), Given::Factory(factory)) => {
                    let (value, nothing) = (making.local(param, span), self.nothing_given(making));
                    let condition = making.compare(value, Comparison::Is, nothing, span);
                    let value = self.made_by_factory(field, factory, making);
                    let then = vec![set(making, value)];
                    let value = making.local(param, span);
                    let otherwise = vec![set(making, value)];
                    branch(condition, then, otherwise, span)
                }
                (Some(param), _) => {
                    let value = making.local(param, span);
                    set(making, value)
                }
            };
            making.block.push(statement);
        }
        if made.post_init.is_some() {
            let span = making.span;
            let callee = making.field(making.object, &Name::new("__post_init__"), span);
            let call = making.call(callee, passed, span);
            making.block.push(Stmt::new(StmtKind::Expr(call), span));
        }
    }

    /// The default of a field: a constant, or what is kept.
    fn default_of_field(
        &mut self,
        field: &DataField<'t>,
        value: Expression<'t>,
        body: &mut BodyBuilder,
    ) -> ExprId {
        match self.kept(field.span) {
            Some(kept) => body.add(kept, field.span),
            None => self.expr(value, body),
        }
    }

    fn made_by_factory(
        &mut self,
        field: &DataField<'t>,
        factory: Expression<'t>,
        making: &mut Making,
    ) -> ExprId {
        let callee = self.default_of_field(field, factory, &mut making.body);
        making.call(callee, Vec::new(), field.span)
    }

    /// What stands for an argument that a factory would make.
    fn nothing_given(&mut self, making: &mut Making) -> ExprId {
        let kept = self.kept(making.span).unwrap_or(ExprKind::Error);
        making.body.add(kept, making.span)
    }

    pub(super) fn kept(&self, span: Span) -> Option<ExprKind> {
        match self.tables.kept_defaults.get(&span)? {
            KeptDefault::Global(kept) => Some(ExprKind::Name(Binding::Global(*kept))),
            KeptDefault::InFunction(_) => None,
        }
    }

    fn repr_of_dataclass(&mut self, made: &Dataclass<'t>, making: &mut Making) {
        let span = making.span;
        let of = making.type_of(making.object);
        let name = making.body.add(ExprKind::Attribute { base: of, name: Name::new("__qualname__") }, span);
        let name = ExprKind::Formatted { value: name, conversion: None, format: None };
        let mut parts = vec![making.body.add(name, span)];
        let mut before = "(".to_string();
        let mut may_recur = false;
        for shown in made.fields.iter().filter(|field| field.settings.repr && !field.is_init_var) {
            parts.push(making.text(format!("{before}{}=", shown.name)));
            before = ", ".to_string();
            let value = making.field(making.object, &shown.name, shown.span);
            let value = ExprKind::Formatted { value, conversion: Some(Conversion::Repr), format: None };
            parts.push(making.body.add(value, shown.span));
            may_recur |= field(&self.tables.classes, making.class, &shown.name)
                .is_none_or(|field| may_hold(&field.ty));
        }
        let end = if before == "(" { "()" } else { ")" };
        parts.push(making.text(end.to_string()));
        let joined = making.body.add(ExprKind::Joined(parts), span);
        let returned = making.returning(joined);
        if !may_recur {
            making.block.push(returned);
            return;
        }
        let [entered, left] = [Runtime::EnterRepr, Runtime::LeaveRepr].map(|what| {
            let object = making.local(making.object, span);
            making.body.add(ExprKind::Runtime(what, vec![object]), span)
        });
        let dots = making.text("...".to_string());
        let again = making.returning(dots);
        making.block.push(branch(entered, vec![again], Block::new(), span));
        let finally = Some(vec![Stmt::new(StmtKind::Expr(left), span)]);
        let guarded = Try { body: vec![returned], handlers: Vec::new(), otherwise: Block::new(), finally };
        making.block.push(Stmt::new(StmtKind::Try(Box::new(guarded)), span));
    }
}

/// Whether a value of a type may lead to the object that holds it.
fn may_hold(ty: &TypeExpr) -> bool {
    use PyClass::{Bool, ByteArray, Bytes, Complex, Float, Int, Str};
    match &ty.kind {
        TypeKind::Named(TypeName::Object(class)) => {
            !matches!(class, Bool | ByteArray | Bytes | Complex | Float | Int | Str)
        }
        TypeKind::Named(TypeName::Typedef(_)) | TypeKind::Memoryview { .. } | TypeKind::Untyped => true,
        _ => false,
    }
}

/// Objects of the same class are compared field by field, as tuples are.
fn compare(made: &Dataclass<'_>, op: CompareOp, making: &mut Making) {
    let span = making.span;
    let given = making.param(&Name::new("other"), ParamKind::PositionalOnly, None, span);
    let (own, others) = (making.type_of(making.object), making.type_of(given));
    let differs = making.compare(others, Comparison::IsNot, own, span);
    let unknown = making.builtin("NotImplemented", span);
    let unknown = making.returning(unknown);
    making.block.push(branch(differs, vec![unknown], Block::new(), span));
    let ty = scope_type(making.class, span);
    let other = making.body.hidden_local(Name::new("other"), ty.clone(), false, span);
    let operand = making.local(given, span);
    let value = making.body.add(ExprKind::Cast { ty, checked: false, operand }, span);
    let target = making.local(other, span);
    making.block.push(assign(target, value, span));
    let strict = match op {
        CompareOp::Less | CompareOp::LessEqual => Some(CompareOp::Less),
        CompareOp::Greater | CompareOp::GreaterEqual => Some(CompareOp::Greater),
        CompareOp::Equal | CompareOp::NotEqual => None,
    };
    for field in made.fields.iter().filter(|field| field.is_compared()) {
        let decided = strict.map(|strict| (strict, true)).into_iter().chain([(CompareOp::NotEqual, false)]);
        for (op, answer) in decided {
            let left = making.field(making.object, &field.name, field.span);
            let right = making.field(other, &field.name, field.span);
            let condition = making.compare(left, Comparison::Ordering(op), right, field.span);
            let then = vec![making.returning_truth(answer)];
            making.block.push(branch(condition, then, Block::new(), field.span));
        }
    }
    let equal = matches!(op, CompareOp::Equal | CompareOp::LessEqual | CompareOp::GreaterEqual);
    let end = making.returning_truth(equal);
    making.block.push(end);
}

fn hash(made: &Dataclass<'_>, making: &mut Making) {
    let span = making.span;
    let fields = made.fields.iter().filter(|field| field.is_hashed());
    let values = fields.map(|field| making.field(making.object, &field.name, field.span)).collect();
    let (callee, values) = (making.builtin("hash", span), making.body.add(ExprKind::Tuple(values), span));
    let hash = making.call(callee, vec![values], span);
    let returned = making.returning(hash);
    making.block.push(returned);
}
