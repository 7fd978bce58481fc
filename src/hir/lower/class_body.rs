//! The statements in the body of an extension type: they run at the definition of the class, and what they bind
//! becomes attributes of the type.

use std::collections::HashSet;

use super::builder::{BodyBuilder, ClassBody};
use super::function::object_type;
use super::members::is_property;
use super::targets::runs_its_blocks;
use super::{FunctionLowerer, Visible, report};
use crate::base::Name;
use crate::hir::special::special;
use crate::hir::{
    Binding, Block, ClassId, ExprId, ExprKind, LocalId, MethodRole, PyClass, Runtime, Stmt, StmtKind,
    TypeName,
};
use crate::source::Span;
use crate::syntax::ast::{self, Statement};

impl<'t> FunctionLowerer<'_, 't> {
    /// Lowers them in order, with the defaults of methods between them.
    pub fn extension_body(&mut self, class: ast::CClass<'t>, body: &mut BodyBuilder, out: &mut Block) {
        let (Some(name), Some(block)) = (class.bound_name(), class.body()) else { return };
        let Some(id) = self.visible().class_named(name.text()) else { return };
        self.add_bases(class, id, body, out);
        let statements = self.visible().live(block.statements());
        if !self.tables.classes[id].has_statements {
            return statements.into_iter().for_each(|statement| self.keep_defaults(statement, body, out));
        }
        let span = name.span();
        let type_object = ExprKind::Name(Binding::Type(TypeName::Object(PyClass::Extension(id))));
        let of_type = body.add(type_object.clone(), span);
        let attributes = body.add(ExprKind::Runtime(Runtime::ClassAttributes, vec![of_type]), span);
        let namespace = body.hidden_local(Name::new("namespace"), object_type(span), false, span);
        assign(namespace, attributes, span, body, out);
        let run: Vec<Statement<'t>> =
            statements.iter().copied().filter(|one| self.visible().runs_in_body(*one)).collect();
        let run: Vec<_> = run.into_iter().filter(|one| !self.is_default_of_field(id, *one)).collect();
        let mut names: HashSet<Name> = self.class_names(&run, body);
        names.extend(statements.iter().filter_map(|statement| match statement {
            Statement::Function(function) => Some(Name::new(function.name()?.text())),
            Statement::CFunction(function) if self.visible().pure().marks(*function).is_cpdef => {
                Some(Name::new(function.name()?.text()))
            }
            _ => None,
        }));
        self.check_methods_in_blocks(&statements);
        let around = body.around.clone();
        let was_module = std::mem::replace(&mut body.is_module, false);
        let outside = body.class.replace(ClassBody { namespace, has_annotations: false, names });
        body.around.prefix = format!("{}{}.", body.around.prefix, name.text());
        let bound = names_of(body);
        self.keep_nothing_given(id, body, out);
        for (at, statement) in statements.into_iter().enumerate() {
            let is_docstring = at == 0 && matches!(statement, Statement::Expression(_));
            if self.is_default_of_field(id, statement) {
                self.keep_default_of_field(id, statement, &bound, body, out);
            } else if self.visible().runs_in_body(statement) && !is_docstring {
                self.statement(statement, body, out);
            } else {
                self.keep_defaults(statement, body, out);
                self.decorate_method(statement, body, out);
            }
        }
        self.describe_dataclass(id, namespace, body, out);
        body.class = outside;
        body.is_module = was_module;
        body.around = around;
        let arguments = vec![body.add(type_object, span), local_expr(namespace, span, body)];
        let finished = body.add(ExprKind::Runtime(Runtime::FinishClass, arguments), span);
        out.push(Stmt::new(StmtKind::Expr(finished), span));
    }

    /// `cdef class C(B, Mixin)`: the type is made with its first base, before the module's statements run.
    fn add_bases(&mut self, class: ast::CClass<'t>, id: ClassId, body: &mut BodyBuilder, out: &mut Block) {
        let bases = class.bases();
        let [first, others @ ..] = bases.as_slice() else { return };
        let values: Vec<_> =
            others.iter().filter(|base| base.is_plain()).filter_map(|base| base.value()).collect();
        let (Some(last), false) = (others.last(), values.is_empty()) else { return };
        let span = Span { end: last.span().end, ..first.span() };
        let others = values.into_iter().map(|value| self.expr(value, body)).collect();
        let type_object = ExprKind::Name(Binding::Type(TypeName::Object(PyClass::Extension(id))));
        let arguments = vec![body.add(type_object, span), body.add(ExprKind::Tuple(others), span)];
        let added = body.add(ExprKind::Runtime(Runtime::AddBases, arguments), span);
        out.push(Stmt::new(StmtKind::Expr(added), span));
    }

    /// Functions in blocks of the class are also methods: they need a parameter for the object.
    fn check_methods_in_blocks(&mut self, statements: &[Statement<'t>]) {
        let blocks = statements.iter().filter(|one| runs_its_blocks(**one)).flat_map(|one| one.blocks());
        let blocks: Vec<Vec<Statement<'t>>> =
            blocks.map(|block| self.visible().live(block.statements())).collect();
        for inner in blocks {
            for statement in &inner {
                if let Statement::Function(function) = statement
                    && function.parameters().is_none_or(|parameters| parameters.list().is_empty())
                    && self.visible().role(function.name(), function.decorators()) != MethodRole::Static
                {
                    self.report(report::no_self(
                        function.name().map_or(statement.span(), |name| name.span()),
                    ));
                }
            }
            self.check_methods_in_blocks(&inner);
        }
    }

    /// Replaces a method by the result of its decorators. They get the method as it is in the type.
    fn decorate_method(&mut self, statement: Statement<'t>, body: &mut BodyBuilder, out: &mut Block) {
        let Statement::Function(function) = statement else { return };
        let Some(name) = function.name().filter(|_| self.visible().is_decorated(function)) else { return };
        if special(name.text()).is_some() {
            return self.not_yet("a decorator of a special method", name.span());
        }
        let value = self
            .decorated(&function.decorators(), body, &mut |lowerer, body| lowerer.target_name(name, body));
        let target = self.target_name(name, body);
        out.push(Stmt::new(StmtKind::Assign { targets: vec![target], value }, name.span()));
    }
}

impl<'d, 't> Visible<'d, 't> {
    /// Whether a method has decorators that are called at run time: not the compiler's, and more than one that makes it
    /// a property, a static or a class method.
    pub(super) fn is_decorated(self, function: ast::Function<'t>) -> bool {
        let mut decorators = function.decorators().into_iter().filter_map(ast::Decorator::expression);
        let is_called = decorators
            .any(|one| self.role_of(one).is_none() && !self.is_final(one) && !self.is_for_compiler(one));
        is_called && !is_property(self.role(function.name(), function.decorators()))
    }
}

/// The names that the class under construction binds.
fn names_of(body: &BodyBuilder) -> HashSet<Name> {
    body.class.as_ref().map(|class| class.names.clone()).unwrap_or_default()
}

fn assign(local: LocalId, value: ExprId, span: Span, body: &mut BodyBuilder, out: &mut Block) {
    let target = local_expr(local, span, body);
    out.push(Stmt::new(StmtKind::Assign { targets: vec![target], value }, span));
}

fn local_expr(local: LocalId, span: Span, body: &mut BodyBuilder) -> ExprId {
    body.add(ExprKind::Name(Binding::Local(local)), span)
}
