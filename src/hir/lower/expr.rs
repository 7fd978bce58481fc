//! Expressions.

use std::sync::Arc;

use super::builder::BodyBuilder;
use super::display::has_stars;
use super::package::{self, PACKAGE};
use super::scope::{Construct, Entry};
use super::types::array_type;
use super::{FunctionLowerer, report, suggest};
use crate::base::Name;
use crate::hir::{
    Binding, CompareOp, Comparison, Conversion, ExprId, ExprKind, Extern, ExternDecl, ExternKind, IntKind,
    Intrinsic, LogicalOp, Operator, Singleton, Subscript, TypeExpr, TypeKind, TypeName, UnaryOp,
};
use crate::source::Span;
use crate::syntax::ast::{self, Expression, FormatPart, StringValue};

impl<'t> FunctionLowerer<'_, 't> {
    pub fn expr(&mut self, expr: Expression<'t>, body: &mut BodyBuilder) -> ExprId {
        let span = expr.span();
        let kind = self.expr_kind(expr, body);
        let bytes = match (&kind, expr) {
            (ExprKind::Str(text), Expression::String(literal)) if !text.is_ascii() => {
                literal.c_bytes(body.directives.level.is_2)
            }
            _ => None,
        };
        let id = body.add(kind, span);
        body.body.c_texts.extend(bytes.map(|bytes| (id, bytes)));
        id
    }

    /// An absent part of a broken tree: reported by the parser, or here if the grammar parsed it as something
    /// else.
    pub fn maybe(&mut self, expr: Option<Expression<'t>>, span: Span, body: &mut BodyBuilder) -> ExprId {
        match expr {
            Some(expr) => self.expr(expr, body),
            None => {
                let is_broken = self.visible().of_unit().has_errors();
                self.tables.diagnostics.push_unless(is_broken, report::no_expression(span));
                body.add(ExprKind::Error, span)
            }
        }
    }

    fn expr_kind(&mut self, expr: Expression<'t>, body: &mut BodyBuilder) -> ExprKind {
        let span = expr.span();
        match expr {
            Expression::Error(_) => ExprKind::Error,
            Expression::Name(name) => match self.visible().defined(name).cloned() {
                Some(value) => self.value_kind(value, span, body),
                None => {
                    self.refuse_print(name, body);
                    let text = self.mangled(name.text(), body);
                    self.name_kind(&text, span, body)
                }
            },
            Expression::Null(_) => ExprKind::Null,
            Expression::None(_) => ExprKind::Singleton(Singleton::None),
            Expression::Boolean(literal) if literal.value() => ExprKind::Singleton(Singleton::True),
            Expression::Boolean(_) => ExprKind::Singleton(Singleton::False),
            Expression::Ellipsis(_) => ExprKind::Singleton(Singleton::Ellipsis),
            Expression::Integer(_)
            | Expression::Float(_)
            | Expression::Imaginary(_)
            | Expression::String(_)
            | Expression::Character(_) => self.literal(expr, body),
            Expression::Attribute(attribute) => self.attribute(expr, attribute, body),
            Expression::Subscript(subscript) => self.subscript(subscript, body),
            Expression::Call(call) => self.call(call, body),
            Expression::Unary(unary) => self.unary(unary, body),
            Expression::Not(not) => {
                let operand = self.maybe(not.operand(), span, body);
                ExprKind::Unary(UnaryOp::Not, operand)
            }
            Expression::Binary(binary) => self.binary(binary, body),
            Expression::Logical(logical) => self.logical(logical, body),
            Expression::Compare(compare) => self.compare(compare, body),
            Expression::Conditional(conditional) => ExprKind::Conditional {
                condition: self.maybe(conditional.condition(), span, body),
                then: self.maybe(conditional.then(), span, body),
                otherwise: self.maybe(conditional.otherwise(), span, body),
            },
            Expression::Tuple(items) if has_stars(items) => self.unpacked(items, true, body),
            Expression::List(items) if has_stars(items) => self.unpacked(items, false, body),
            Expression::Tuple(items) => self.items(items, body).map_or(ExprKind::Error, ExprKind::Tuple),
            Expression::List(items) => self.items(items, body).map_or(ExprKind::Error, ExprKind::List),
            Expression::Dictionary(dictionary) => self.dictionary(dictionary, body),
            Expression::Cast(cast) => self.cast(cast, body),
            Expression::SizeOf(size) => match size.type_name() {
                Some(_) if size.is_typeid() => self.cplusplus("`typeid`", span),
                Some(name) => ExprKind::SizeOfType(self.type_name(name, body)),
                None => ExprKind::Error,
            },
            Expression::New(_) => self.cplusplus("`new`", span),
            Expression::Set(items) => self.set_display(items, body),
            Expression::Comprehension(comprehension) => self.comprehension(comprehension, body),
            Expression::Lambda(lambda) => self.lambda(lambda, body),
            Expression::Named(named) => self.named(named, span, body),
            Expression::Await(given) => super::coroutine::awaited(self, given, span, body),
            Expression::Yield(given) => self.yielded(given, span, body),
            Expression::Starred(starred) => {
                if !starred.is_broken() {
                    self.report(report::lone_star(span));
                }
                ExprKind::Error
            }
            Expression::Slice(_) | Expression::Alias(_) => ExprKind::Error,
        }
    }

    fn unsupported(&mut self, what: &str, span: Span) -> ExprKind {
        self.not_yet(what, span);
        ExprKind::Error
    }

    fn cplusplus(&mut self, what: &str, span: Span) -> ExprKind {
        self.report(report::cplusplus(what, span));
        ExprKind::Error
    }

    fn format_string(&mut self, parts: &[FormatPart<'t>], span: Span, body: &mut BodyBuilder) -> ExprKind {
        let mut lowered = Vec::new();
        for part in parts {
            match part {
                FormatPart::Text(text) if text.is_empty() => {}
                FormatPart::Text(text) => lowered.push(body.add(ExprKind::Str(text.clone()), span)),
                FormatPart::Interpolation(inner) => {
                    if let Some(shown) = inner.shown() {
                        lowered.push(body.add(ExprKind::Str(shown.to_string()), inner.span()));
                    }
                    let kind = self.interpolation(*inner, body);
                    lowered.push(body.add(kind, inner.span()));
                }
            }
        }
        ExprKind::Joined(lowered)
    }

    /// `{value!r:format}`
    fn interpolation(&mut self, inner: ast::Interpolation<'t>, body: &mut BodyBuilder) -> ExprKind {
        let span = inner.span();
        let value = self.maybe(inner.expression(), span, body);
        let conversion = match inner.conversion() {
            // `{x=}` shows `repr(x)`, unless it says how.
            None if inner.shown().is_some() && inner.format().is_none() => Some(Conversion::Repr),
            None => None,
            Some('s') => Some(Conversion::Str),
            Some('r') => Some(Conversion::Repr),
            Some('a') => Some(Conversion::Ascii),
            // The parser reports that there is no such conversion.
            Some(_) => return ExprKind::Error,
        };
        let format = inner.format().map(|parts| {
            let kind = self.format_string(&parts, span, body);
            body.add(kind, span)
        });
        ExprKind::Formatted { value, conversion, format }
    }

    fn literal(&mut self, expr: Expression<'t>, body: &mut BodyBuilder) -> ExprKind {
        let is_2 = body.directives.level.is_2;
        let result = match expr {
            Expression::Integer(literal) => literal.value().map(|value| ExprKind::Int {
                digits: Name::new(value.digits),
                // In Python 2, a `long` is a number of any size.
                suffix: Name::new(if is_2 && value.suffix == "l" { "" } else { value.suffix }),
            }),
            Expression::Float(literal) => literal.value().map(|text| ExprKind::Float(Name::new(text))),
            Expression::Imaginary(literal) => {
                literal.value().map(|text| ExprKind::Imaginary(Name::new(text)))
            }
            Expression::Character(literal) => literal.value().map(ExprKind::Char),
            Expression::String(literal) if is_2 && literal.is_raw_unicode() => {
                self.not_yet("`ur\"...\"`, in which Python 2 reads some escapes,", expr.span());
                Ok(ExprKind::Error)
            }
            Expression::String(literal) if is_2 && literal.is_bytes() => {
                literal.bytes_of_any_characters().map(ExprKind::Bytes)
            }
            Expression::String(literal) => literal.value().map(|value| match value {
                StringValue::Text(text) => ExprKind::Str(text),
                StringValue::Bytes(bytes) => ExprKind::Bytes(bytes),
                StringValue::Format(parts) => self.format_string(&parts, expr.span(), body),
            }),
            _ => Ok(ExprKind::Error),
        };
        result.unwrap_or_else(|diagnostic| {
            self.report(diagnostic);
            ExprKind::Error
        })
    }

    fn attribute(
        &mut self,
        expr: Expression<'t>,
        attribute: ast::Attribute<'t>,
        body: &mut BodyBuilder,
    ) -> ExprKind {
        let span = attribute.span();
        let known = self
            .visible()
            .pure()
            .pure_constant(expr)
            .or_else(|| self.module_attribute(expr, attribute, body));
        if let Some(kind) = known {
            return kind;
        }
        let Some(name) = attribute.name() else { return ExprKind::Error };
        if let Some(member) = self.enum_attribute(attribute, name, &|name| body.is_local(name)) {
            return member;
        }
        let base = self.maybe(attribute.object(), span, body);
        let base = super::items::taken_out(self, base, body);
        ExprKind::Attribute { base, name: self.mangled(name.text(), body) }
    }

    /// `math.sqrt` of a cimported module: bound here. For a module that is also imported, a name without C
    /// declaration is Python's.
    fn module_attribute(
        &mut self,
        expr: Expression<'t>,
        attribute: ast::Attribute<'t>,
        body: &BodyBuilder,
    ) -> Option<ExprKind> {
        self.visible().may_be_in_module(expr).then_some(())?;
        let head = head_name(expr)?;
        if body.is_local(head.text()) {
            return None;
        }
        let Some(Entry::CModule { also_python, .. }) = self.scope().get(head.text()) else { return None };
        let also_python = *also_python;
        self.mention(head.text(), head.span());
        let span = attribute.span();
        let path = self.visible().module_path_of(expr)?;
        let name_span = attribute.name().map_or(span, |name| name.span());
        self.member_of_module(&path, also_python, name_span, span)
    }

    /// The same by its dotted path, with the places of its last name and of all of it.
    pub fn member_of_module(
        &mut self,
        path: &str,
        also_python: bool,
        name_span: Span,
        span: Span,
    ) -> Option<ExprKind> {
        let (module, name) = path.rsplit_once('.')?;
        // A member of a variable, or of a class.
        if let Some((outer, variable)) = module.rsplit_once('.') {
            match self.entry_of(outer, variable, name_span) {
                Some(Entry::Extern(_) | Entry::Global(_) | Entry::Type(TypeName::Object(_))) => return None,
                Some(Entry::Type(TypeName::Enum(id))) => return self.enum_member(id, name),
                _ => {}
            }
        }
        match self.entry_of(module, name, name_span) {
            Some(Entry::Extern(id)) => Some(ExprKind::Name(Binding::Extern(id))),
            Some(Entry::Global(id)) => Some(ExprKind::Name(Binding::Global(id))),
            Some(Entry::Function(id)) => Some(ExprKind::Name(Binding::Function(id))),
            Some(Entry::EnumMember(id, member)) => Some(ExprKind::Name(Binding::EnumMember(id, member))),
            Some(Entry::Unusable(why)) if !also_python => {
                self.report_unusable(path, why, span);
                Some(ExprKind::Error)
            }
            Some(Entry::Type(ty)) if !also_python => Some(ExprKind::Name(Binding::Type(ty))),
            Some(Entry::Builtin(builtin)) => Some(ExprKind::Name(Binding::Builtin(builtin))),
            Some(Entry::Construct(Construct::ThreadId)) => {
                Some(ExprKind::Name(Binding::Intrinsic(Intrinsic::ThreadId)))
            }
            Some(Entry::Construct(construct)) => {
                self.report(report::construct_misused(construct.name(), construct.usage(), span));
                Some(ExprKind::Error)
            }
            _ if also_python && (module != PACKAGE || package::has(name)) => None,
            _ => {
                let unknown = report::unknown_cimport_name(module, name, name_span);
                let unknown = suggest::with_name_of_module(unknown, module, name);
                self.report(unknown.about(format!("name {module}.{name}")));
                Some(ExprKind::Error)
            }
        }
    }

    fn subscript(&mut self, subscript: ast::Subscript<'t>, body: &mut BodyBuilder) -> ExprKind {
        let span = subscript.span();
        if let Some(kind) = self.indexed_function(subscript, body) {
            return kind;
        }
        let base = self.maybe(subscript.value(), span, body);
        match self.indexing_types(subscript, body) {
            Some(types) => self.indexed_method(subscript, (base, types), body),
            None => self.subscript_of(subscript, base, body),
        }
    }

    pub fn subscript_of(
        &mut self,
        subscript: ast::Subscript<'t>,
        base: ExprId,
        body: &mut BodyBuilder,
    ) -> ExprKind {
        let span = subscript.span();
        let indices = subscript.indices();
        if let [only] = indices.as_slice()
            && subscript.has_trailing_comma()
        {
            let kind = match only {
                Expression::Slice(_) | Expression::Ellipsis(_) => {
                    return self.unsupported("an index that is a tuple of one slice", span);
                }
                item => ExprKind::Tuple(vec![self.expr(*item, body)]),
            };
            let key = body.add(kind, span);
            return ExprKind::Subscript { base, indices: vec![Subscript::Index(key)] };
        }
        // `x[(a, b)]` is `x[a, b]`.
        let flat: Vec<Expression<'t>> = match indices.as_slice() {
            [Expression::Tuple(items)] if items.elements().len() > 1 => items.elements(),
            _ => indices,
        };
        let is_starred = |index: &Expression<'t>| matches!(index, Expression::Starred(_));
        if flat.len() > 1 && flat.iter().any(is_starred) {
            if let Some(slice) = flat.iter().find(|index| matches!(index, Expression::Slice(_))) {
                return self.unsupported("a slice beside `*` in an index", slice.span());
            }
            let key = self.unpacked_tuple(&flat, span, body);
            return ExprKind::Subscript { base, indices: vec![Subscript::Index(body.add(key, span))] };
        }
        let indices = flat.into_iter().map(|index| self.index(index, body)).collect::<Vec<_>>();
        if indices.is_empty() { ExprKind::Error } else { ExprKind::Subscript { base, indices } }
    }

    pub fn index(&mut self, index: Expression<'t>, body: &mut BodyBuilder) -> Subscript {
        match index {
            Expression::Slice(slice) => {
                let mut part = |part: Option<Expression<'t>>| part.map(|part| self.expr(part, body));
                Subscript::Slice {
                    start: part(slice.start()),
                    stop: part(slice.stop()),
                    step: part(slice.step()),
                }
            }
            Expression::Ellipsis(_) => Subscript::Ellipsis,
            Expression::None(_) => Subscript::NewAxis,
            other => Subscript::Index(self.expr(other, body)),
        }
    }

    fn call(&mut self, call: ast::Call<'t>, body: &mut BodyBuilder) -> ExprKind {
        let span = call.span();
        if let Some(operand) = call.as_sizeof()
            && !body.is_local("sizeof")
        {
            return self.size_of(operand, body);
        }
        if let Some(callee) = call.function()
            && let Some(construct @ (Construct::TypeOf | Construct::Hint | Construct::SizeOf)) =
                self.construct_in(callee, body)
        {
            return match call.arguments().as_slice() {
                [operand] if operand.is_plain() && construct == Construct::SizeOf => match operand.value() {
                    Some(value) => self.size_of(value, body),
                    None => ExprKind::Error,
                },
                [operand] if operand.is_plain() && construct == Construct::Hint => match operand.value() {
                    Some(_) if !call.is_condition() => {
                        let usage =
                            "only as the whole condition of an `if`, an `elif` or a conditional expression";
                        self.report(report::construct_misused(construct.name(), usage, span));
                        ExprKind::Error
                    }
                    Some(value) => self.expr_kind(value, body),
                    None => ExprKind::Error,
                },
                [operand] if operand.is_plain() => {
                    ExprKind::TypeOf(self.maybe(operand.value(), operand.span(), body))
                }
                _ => {
                    let name = construct.name();
                    self.report(report::construct_misused(name, "it takes one expression", span));
                    ExprKind::Error
                }
            };
        }
        if let Some(callee) = call.function()
            && let Some(Construct::Operator(operator)) = self.construct_in(callee, body)
        {
            return self.c_operator(operator, call, body);
        }
        if let Some(kind) = self.pure_call(call, body) {
            return kind;
        }
        let callee = self.callee(call, body);
        if call.arguments().iter().any(|argument| argument.unpacking().is_some()) {
            return self.call_unpacked(callee, call, body);
        }
        let mut arguments = Vec::new();
        let mut keywords = Vec::new();
        let mut given = call.arguments().into_iter();
        match self.consumed(call, body) {
            Some(Ok(value)) => return value,
            Some(Err(first)) => {
                arguments.push(body.add(first, span));
                given.next();
            }
            None => {}
        }
        for argument in given {
            let value = self.maybe(argument.value(), argument.span(), body);
            match argument.name() {
                Some(name) => keywords.push((self.mangled(name.text(), body), value)),
                None => arguments.push(value),
            }
        }
        let is_super = matches!(&body.body.exprs[callee].kind, ExprKind::Name(Binding::Builtin(name)) if name == "super");
        if is_super && arguments.is_empty() && keywords.is_empty() {
            arguments = self.complete_super(span, body);
        }
        if keywords.is_empty()
            && let Some(kind) = self.namespace_call(callee, &arguments, span, body)
        {
            return kind;
        }
        ExprKind::Call { callee, arguments, keywords }
    }

    /// `sizeof(x)`: of a variable, or of a type that parses as an expression.
    fn size_of(&mut self, operand: Expression<'t>, body: &mut BodyBuilder) -> ExprKind {
        let is_local = |name: &str| body.is_local(name);
        if let Expression::Subscript(subscript) = operand
            && let Some(element) =
                subscript.value().and_then(|element| self.type_of_expression(element, &is_local))
            && let [length] = subscript.indices().as_slice()
            && !matches!(length, Expression::Slice(_))
        {
            if let Some(size) = self.size_in_header(&element) {
                let length = self.expr(*length, body);
                let size = body.add(size, operand.span());
                return ExprKind::Binary(Operator::Multiply, size, length);
            }
            return ExprKind::SizeOfType(self.array_of(element, *length, operand.span(), body));
        }
        if let Expression::Name(_) | Expression::Attribute(_) = operand
            && let Some(ty) = self.type_of_expression(operand, &is_local)
        {
            return self.size_in_header(&ty).unwrap_or(ExprKind::SizeOfType(ty));
        }
        ExprKind::SizeOfExpr(self.expr(operand, body))
    }

    /// The size of a type from a user's header: its declaration need not be exact, so C determines it.
    fn size_in_header(&mut self, ty: &TypeExpr) -> Option<ExprKind> {
        let TypeKind::Named(TypeName::Typedef(id)) = ty.kind else { return None };
        let (c_name, include) = self.tables.typedefs[id].in_header.clone()?;
        if self.tables.includes[include].is_library {
            return None;
        }
        let size = TypeExpr { kind: TypeKind::Named(TypeName::Int(IntKind::SizeT)), span: ty.span };
        let decl = ExternDecl {
            name: self.tables.typedefs[id].name.clone(),
            c_name: Name::new(format!("sizeof({c_name})")),
            include: Some(include),
            import: None,
            on_device: true,
            is_pure: true,
            library: None,
            is_unsized: false,
            span: ty.span,
        };
        let size =
            self.tables.externs.alloc(Extern { decl: Arc::new(decl), kind: ExternKind::Variable(size) });
        Some(ExprKind::Name(Binding::Extern(size)))
    }

    fn binary(&mut self, binary: ast::Binary<'t>, body: &mut BodyBuilder) -> ExprKind {
        let Some(operator) = operator(binary.operator()) else { return ExprKind::Error };
        let left = self.maybe(binary.left(), binary.span(), body);
        let right = self.maybe(binary.right(), binary.span(), body);
        let is_constant = |side: ExprId| crate::hir::constant(&body.body, side).is_some();
        let divides = operator == Operator::TrueDivide && !body.directives.level.true_division;
        // Other quotients of integers depend on types.
        let operator =
            if divides && is_constant(left) && is_constant(right) { Operator::FloorDivide } else { operator };
        ExprKind::Binary(operator, left, right)
    }

    fn logical(&mut self, logical: ast::Logical<'t>, body: &mut BodyBuilder) -> ExprKind {
        let op = if logical.is_and() { LogicalOp::And } else { LogicalOp::Or };
        let left = self.maybe(logical.left(), logical.span(), body);
        let right = self.maybe(logical.right(), logical.span(), body);
        ExprKind::Logical(op, left, right)
    }

    fn compare(&mut self, compare: ast::Compare<'t>, body: &mut BodyBuilder) -> ExprKind {
        if let Some(test) = self.type_test(compare, body) {
            return test;
        }
        let first = self.maybe(compare.first(), compare.span(), body);
        let rest = compare.rest().into_iter();
        let rest = rest.map(|(comparison, operand)| (self::comparison(comparison), self.expr(operand, body)));
        let rest: Vec<_> = rest.collect();
        if rest.is_empty() { ExprKind::Error } else { ExprKind::Compare { first, rest } }
    }

    fn cast(&mut self, cast: ast::Cast<'t>, body: &mut BodyBuilder) -> ExprKind {
        let span = cast.span();
        match cast.type_name() {
            Some(name) if let Some(view) = array_type(name) => {
                let operand = self.maybe(cast.operand(), span, body);
                self.array_over(view, operand, body)
            }
            Some(name) => ExprKind::Cast {
                ty: self.type_name(name, body),
                checked: cast.is_checked(),
                operand: self.maybe(cast.operand(), span, body),
            },
            None => ExprKind::Error,
        }
    }

    fn unary(&mut self, unary: ast::Unary<'t>, body: &mut BodyBuilder) -> ExprKind {
        let operand = self.maybe(unary.operand(), unary.span(), body);
        match unary.operator() {
            "-" => ExprKind::Unary(UnaryOp::Negate, operand),
            "~" => ExprKind::Unary(UnaryOp::Invert, operand),
            "+" => ExprKind::Positive(operand),
            "&" => ExprKind::AddressOf(operand),
            _ => ExprKind::Error,
        }
    }
}

fn head_name(expr: Expression<'_>) -> Option<ast::Identifier<'_>> {
    match expr {
        Expression::Name(name) => Some(name),
        Expression::Attribute(attribute) => head_name(attribute.object()?),
        _ => None,
    }
}

/// A binary operator as written.
pub fn operator(text: &str) -> Option<Operator> {
    Some(match text {
        "+" => Operator::Add,
        "-" => Operator::Subtract,
        "*" => Operator::Multiply,
        "/" => Operator::TrueDivide,
        "//" => Operator::FloorDivide,
        "%" => Operator::Modulo,
        "**" => Operator::Power,
        "@" => Operator::MatrixMultiply,
        "<<" => Operator::ShiftLeft,
        ">>" => Operator::ShiftRight,
        "&" => Operator::BitAnd,
        "|" => Operator::BitOr,
        "^" => Operator::BitXor,
        _ => return None,
    })
}

pub fn comparison(comparison: ast::Comparison) -> Comparison {
    match comparison {
        ast::Comparison::Less => Comparison::Ordering(CompareOp::Less),
        ast::Comparison::LessEqual => Comparison::Ordering(CompareOp::LessEqual),
        ast::Comparison::Equal => Comparison::Ordering(CompareOp::Equal),
        ast::Comparison::NotEqual => Comparison::Ordering(CompareOp::NotEqual),
        ast::Comparison::GreaterEqual => Comparison::Ordering(CompareOp::GreaterEqual),
        ast::Comparison::Greater => Comparison::Ordering(CompareOp::Greater),
        ast::Comparison::In => Comparison::In,
        ast::Comparison::NotIn => Comparison::NotIn,
        ast::Comparison::Is => Comparison::Is,
        ast::Comparison::IsNot => Comparison::IsNot,
    }
}
