//! Python classes. The body runs at the definition; what it binds goes to the class's namespace.

use std::collections::HashSet;

use super::builder::{BodyBuilder, ClassBody};
use super::function::object_type;
use super::{FunctionLowerer, string_text};
use crate::base::Name;
use crate::hir::{
    Binding, Block, ClassField, ExprId, ExprKind, FieldAccess, LocalId, Runtime, Stmt, StmtKind,
};
use crate::source::Span;
use crate::syntax::ast::{self, Expression, Statement};
use crate::syntax::free::{Inner, Rules};

/// The name by which methods refer to their class.
const CLASS: &str = "__class__";
const ANNOTATIONS: &str = "__annotations__";

impl<'t> FunctionLowerer<'_, 't> {
    pub fn class_statement(
        &mut self,
        class: ast::Class<'t>,
        span: Span,
        body: &mut BodyBuilder,
        out: &mut Block,
    ) {
        let Some(name) = class.name() else { return };
        let target = self.target_name(name, body);
        let mut statements = Block::new();
        let decorators = class.decorators();
        // Decorators come first, then the class's own statements: the values of decorators are kept in
        // variables.
        let mut kept = Vec::new();
        let outer = body.directives.clone();
        let mut directives = outer.clone();
        let mut is_directed = false;
        let (for_compiler, called): (Vec<_>, Vec<_>) = decorators.into_iter().partition(|decorator| {
            decorator.expression().is_none_or(|expression| self.visible().is_for_compiler(expression))
        });
        for decorator in called {
            let Some(expression) = decorator.expression() else { continue };
            let value = self.expr(expression, body);
            kept.push((self.keep("decorator", value, span, body, &mut statements), decorator.span()));
        }
        // Outer ones take precedence.
        for decorator in for_compiler.into_iter().rev() {
            match decorator.expression() {
                Some(expression) if self.directive_call(expression, &mut directives) => is_directed = true,
                Some(expression) => match self.visible().mistaken_directive(expression) {
                    Some(wrong) => self.report(wrong),
                    None => self.not_yet("this decorator of a Python class", decorator.span()),
                },
                None => {}
            }
        }
        body.directives = directives.clone();
        let mut made = Block::new();
        let mut value = self.class_object(class, name.text(), span, body, &mut made);
        body.directives = outer;
        match is_directed {
            true => {
                let directed = StmtKind::Directives { directives: Box::new(directives), body: made };
                statements.push(Stmt::new(directed, span));
            }
            false => statements.append(&mut made),
        }
        for (decorator, span) in kept.into_iter().rev() {
            let callee = local_expr(decorator, span, body);
            let kind = ExprKind::Call { callee, arguments: vec![value], keywords: Vec::new() };
            value = body.add(kind, span);
        }
        out.append(&mut statements);
        out.push(Stmt::new(StmtKind::Assign { targets: vec![target], value }, span));
    }

    /// Evaluates a value in place, into a variable without a user-visible name.
    fn keep(
        &mut self,
        name: &str,
        value: ExprId,
        span: Span,
        body: &mut BodyBuilder,
        out: &mut Block,
    ) -> LocalId {
        let local = body.hidden_local(Name::new(name), object_type(span), false, span);
        let target = local_expr(local, span, body);
        out.push(Stmt::new(StmtKind::Assign { targets: vec![target], value }, span));
        local
    }

    fn class_object(
        &mut self,
        class: ast::Class<'t>,
        name: &str,
        span: Span,
        body: &mut BodyBuilder,
        out: &mut Block,
    ) -> ExprId {
        let (bases, keywords) = self.unpacked_arguments(class.arguments(), span, body);
        // A function's keeps what is around it, as in Cython.
        let is_global = body.class.is_none() && body.global.contains(name);
        let qualname = format!("{}{name}", if is_global { "" } else { &body.around.prefix });
        let begin = vec![
            body.add(ExprKind::Str(name.to_string()), span),
            body.add(ExprKind::Str(qualname.clone()), span),
            bases,
            keywords,
        ];
        let begun = body.add(ExprKind::Runtime(Runtime::BeginClass, begin), span);
        let begun = self.keep(&format!("class_{name}"), begun, span, body, out);
        let argument = local_expr(begun, span, body);
        let namespace = body.add(ExprKind::Runtime(Runtime::ClassNamespace, vec![argument]), span);
        let namespace = self.keep("namespace", namespace, span, body, out);
        self.class_body(class, (name, qualname), (begun, namespace), span, body, out)
    }

    /// Runs the body; returns the resulting class.
    fn class_body(
        &mut self,
        class: ast::Class<'t>,
        (name, qualname): (&str, String),
        (begun, namespace): (LocalId, LocalId),
        span: Span,
        body: &mut BodyBuilder,
        out: &mut Block,
    ) -> ExprId {
        let statements = self.visible().live(class.body().map(ast::Block::statements).unwrap_or_default());
        let around = body.around.clone();
        let (scope, class_outside, was_module) = (body.scope, body.class.take(), body.is_module);
        body.around.prefix = format!("{qualname}.");
        body.around.class_name = Some(Name::new(name));
        body.is_module = false;
        let rules = Rules { leaks: false, ..self.rules(body) };
        let used = class.body().map(|block| Inner::of_block(block, rules).used).unwrap_or_default();
        let names_itself = used.contains("super") || used.contains(CLASS);
        if names_itself {
            let ty = object_type(span);
            let field =
                ClassField { name: Name::new(CLASS), c_name: None, ty, access: FieldAccess::Hidden, span };
            let mut made = self.enter_scope(name, vec![field], span, body);
            out.append(&mut made);
        }
        self.refuse_late_nonlocal(&statements, body);
        self.refuse_metaclass(&self.visible().assigned_names(&statements), body);
        let names = self.class_names(&statements, body);
        body.class = Some(ClassBody { namespace, has_annotations: true, names });
        let mut set = |name: &str, kind: ExprKind, body: &mut BodyBuilder| {
            let target = ExprKind::Name(Binding::ClassName(namespace, Name::new(name)));
            let (target, value) = (body.add(target, span), body.add(kind, span));
            out.push(Stmt::new(StmtKind::Assign { targets: vec![target], value }, span));
        };
        if let Some(doc) = class.body().and_then(ast::Block::docstring).and_then(string_text) {
            set("__doc__", ExprKind::Str(doc), body);
        }
        if has_annotations(&statements) {
            set(ANNOTATIONS, ExprKind::Dict(Vec::new()), body);
        }
        let mut block = self.block(&statements, body);
        out.append(&mut block);
        let argument = local_expr(begun, span, body);
        let made = body.add(ExprKind::Runtime(Runtime::EndClass, vec![argument]), span);
        let made = self.keep(name, made, span, body, out);
        body.class = class_outside;
        body.is_module = was_module;
        if names_itself {
            let target = self.shared_variable(&Name::new(CLASS), 0, span, body);
            let (target, value) = (body.add(target, span), local_expr(made, span, body));
            out.push(Stmt::new(StmtKind::Assign { targets: vec![target], value }, span));
        }
        body.around = around;
        body.scope = scope;
        local_expr(made, span, body)
    }

    pub(super) fn class_names(&self, statements: &[Statement<'t>], body: &BodyBuilder) -> HashSet<Name> {
        let mut names: HashSet<Name> = self
            .visible()
            .assigned_names(statements)
            .iter()
            .map(|(name, _)| self.mangled(name, body))
            .collect();
        let elsewhere: HashSet<Name> =
            super::inner::nonlocals(statements).iter().map(|name| self.mangled(name.text(), body)).collect();
        names.retain(|name| !elsewhere.contains(name));
        for statement in statements {
            if let Statement::Global(global) = statement {
                names.retain(|name| !global.names().iter().any(|global| global.text() == name.as_str()));
            }
        }
        names.extend(["__module__", "__qualname__", "__doc__"].map(Name::new));
        names
    }

    /// `name: annotation` in a class: kept as text, as Cython does.
    pub fn class_annotation(
        &mut self,
        target: Expression<'t>,
        annotation: ast::Annotation<'t>,
        body: &mut BodyBuilder,
        out: &mut Block,
    ) {
        let Expression::Name(name) = target else { return };
        let class = body.class.as_ref().filter(|class| class.has_annotations);
        let Some(namespace) = class.map(|class| class.namespace) else { return };
        let span = annotation.span();
        let all = Binding::ClassName(namespace, Name::new(ANNOTATIONS));
        let base = body.add(ExprKind::Name(all), span);
        let key = self.mangled(name.text(), body).to_string();
        let key = body.add(ExprKind::Str(key), span);
        let target = ExprKind::Subscript { base, indices: vec![crate::hir::Subscript::Index(key)] };
        let target = body.add(target, span);
        let value = body.add(ExprKind::Str(annotation.text().to_string()), span);
        out.push(Stmt::new(StmtKind::Assign { targets: vec![target], value }, span));
    }
}

fn local_expr(local: LocalId, span: Span, body: &mut BodyBuilder) -> ExprId {
    body.add(ExprKind::Name(Binding::Local(local)), span)
}

fn has_annotations(statements: &[Statement<'_>]) -> bool {
    statements.iter().any(|statement| match statement {
        Statement::Assignment(assignment) => assignment.annotation().is_some(),
        other => {
            super::targets::runs_its_blocks(*other)
                && other.blocks().into_iter().any(|block| has_annotations(&block.statements()))
        }
    })
}
