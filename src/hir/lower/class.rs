//! Extension types: their names, fields and methods.

use super::builder::BodyBuilder;
use super::dataclass::Reading;
use super::function::{Pending, object_type};
use super::modifiers::{Imported, Modifier};
use super::places::MethodText;
use super::pure::Declared;
use super::scope::Entry;
use super::{ClassCollector, Collector, FunctionLowerer, Visible, report, string_text};
use crate::base::Name;
use crate::hir::special::{is_not_yet, is_operator_of_both, special};
use crate::hir::{
    Binding, Class, ClassField, ClassId, Decorated, Directives, ExprKind, FieldAccess, IntKind, Method,
    MethodRole, NoneClause, Operator, Param, ParamKind, PyClass, Stmt, StmtKind, TypeExpr, TypeKind,
    TypeName, lineage,
};
use crate::source::Span;
use crate::syntax::ast::{self, Expression, Statement};

/// Decorators of `cython` for extension types and their methods, besides directives.
pub(super) const DECORATORS: &[&str] = &[
    "collection_type",
    "final",
    "freelist",
    "internal",
    "no_gc",
    "no_gc_clear",
    "total_ordering",
    "trashcan",
];

impl<'t> Collector<'t> {
    /// The name and decorators of a class: its base and body come when all types are known.
    pub fn declare_class(&mut self, decl: ast::CClass<'t>, is_extern: bool) {
        let (Some(dotted), Some(name)) = (decl.name(), decl.bound_name()) else { return };
        let is_own = self.visible().is_own() || self.visible().unit_is_own_declarations();
        let is_foreign = is_extern || !is_own || decl.has_modifier("extern") || dotted.parts().len() > 1;
        if let Some(id) = self.visible().class_named(name.text()).filter(|_| !is_foreign) {
            // The definition of a declared class.
            let (is_final, decorated) = self.class_decorators(decl);
            let class = &mut self.tables.classes[id];
            class.is_final |= is_final;
            if decorated != Decorated::default() {
                class.decorated = decorated;
            }
            return;
        }
        let foreign = if is_foreign { self.foreign_class(decl, dotted, is_extern) } else { None };
        if is_foreign && foreign.is_none() {
            return;
        }
        if let Some(id) = self.visible().class_named(name.text()) {
            self.tables.classes[id].foreign = foreign;
            return;
        }
        let (is_final, decorated) = self.class_decorators(decl);
        let mut class = Class::new(Name::new(name.text()), name.span());
        (class.is_final, class.decorated, class.foreign) = (is_final, decorated, foreign);
        let id = self.tables.classes.alloc(class);
        self.bind(name, Entry::Type(TypeName::Object(PyClass::Extension(id))));
    }

    /// What decorators say about a class, and whether it is final.
    fn class_decorators(&mut self, decl: ast::CClass<'t>) -> (bool, Decorated) {
        let mut is_final = false;
        let mut directives = self.directives().clone();
        let mut decorated = Decorated::default();
        let mut collection = None;
        // Outer ones take precedence.
        for decorator in decl.decorators().into_iter().rev() {
            let Some(expression) = decorator.expression() else { continue };
            let (named, argument) = match expression {
                Expression::Call(call) => {
                    let argument = call.arguments().first().and_then(|argument| argument.value());
                    (call.function().and_then(|callee| self.visible().cython_attribute(callee)), argument)
                }
                other => (self.visible().cython_attribute(other), None),
            };
            if self.lowerer().directive_call(expression, &mut directives) {
                continue;
            }
            let word = match argument {
                Some(Expression::String(text)) => string_text(text),
                _ => None,
            };
            let is_on = argument.is_none_or(|argument| argument.text() != "False");
            let has_base = decl.bases().first().is_some_and(|base| base.text() != "object");
            if named.as_deref() == Some("collection_type") && collection.is_some() {
                collection.into_iter().for_each(|first| {
                    self.report(report::two_collections(decorator.span(), first));
                });
            } else if named.as_deref() == Some("collection_type") {
                collection = Some(decorator.span());
            }
            match (named.as_deref(), word.as_deref()) {
                (Some("final"), _) => is_final |= is_on,
                (Some("internal"), _) => decorated.is_internal = is_on,
                (Some("no_gc"), _) => decorated.no_cycles = is_on,
                (Some("freelist"), _) if has_base => {
                    self.report(report::freelist_of_heir(decorator.span()));
                }
                (Some("freelist"), _) => {
                    decorated.freelist = argument.and_then(|count| count.text().parse().ok());
                }
                (Some("trashcan"), _) => decorated.trashcan = Some(is_on),
                (Some("no_gc_clear"), _) => decorated.no_clear = is_on,
                (Some("collection_type"), Some("sequence")) => decorated.is_sequence = true,
                (Some("collection_type"), Some("mapping")) => decorated.is_mapping = true,
                (Some("cclass"), _) => {}
                (Some("total_ordering"), _) => decorated.is_ordered = is_on,
                _ if Imported(self.visible()).is_imported(expression, "functools", "total_ordering") => {
                    decorated.is_ordered = true
                }
                _ if Imported(self.visible()).is_dataclass_decorator(expression) => {}
                (Some(name), _) if name.starts_with("test_") => {}
                _ => self.not_yet("this decorator of an extension type", decorator.span()),
            }
        }
        decorated.c_operators = directives.c_api_binop_methods;
        decorated.auto_pickle = directives.auto_pickle;
        if let Some(name) = decl.bound_name().filter(|_| directives != *self.directives()) {
            self.declarations.class_directives.insert(name.span(), directives);
        }
        (is_final, decorated)
    }

    /// Fields and methods.
    pub fn declare_members(&mut self, decl: ast::CClass<'t>, init: &mut BodyBuilder) {
        let (Some(name), Some(body)) = (decl.bound_name(), decl.body()) else { return };
        let Some(id) = self.visible().class_named(name.text()) else { return };
        if self.tables.classes[id].foreign.is_some() {
            return self.members_of(id).foreign_members(body, init);
        }
        let is_declared = self.visible().unit_is_own_declarations();
        if let Some(option) = decl.options().into_iter().find(|option| option.name() == "object") {
            self.tables.classes[id].structure = option.value().map(|value| Name::new(value.text()));
        }
        self.tables.classes[id].is_declared |= is_declared;
        self.tables.classes[id].is_shared |= is_declared;
        self.tables.classes[id].doc = body.docstring().and_then(string_text);
        Reading(self).begin(decl, id);
        for (at, statement) in self.visible().live(body.statements()).into_iter().enumerate() {
            let is_docstring = at == 0 && matches!(statement, Statement::Expression(_));
            if !is_docstring {
                self.members_of(id).member(statement, FieldAccess::Hidden, init);
            }
        }
        Reading(self).finish(decl, id);
    }
}

impl<'t> ClassCollector<'_, 't> {
    fn member(&mut self, statement: Statement<'t>, access: FieldAccess, init: &mut BodyBuilder) {
        let class = self.class;
        match statement {
            Statement::Pass(_) | Statement::Error(_) => {}
            Statement::CDeclaration(decl) => {
                let access = access_of(|word| decl.has_modifier(word)).unwrap_or(access);
                self.declare_fields(decl, access, init);
            }
            Statement::CdefBlock(block) => {
                let access = access_of(|word| block.has_modifier(word)).unwrap_or(access);
                for inner in block.body().map(ast::Block::statements).unwrap_or_default() {
                    self.member(inner, access, init);
                }
            }
            Statement::Function(function) => {
                let method = Method {
                    class,
                    role: self.collector.visible().role(function.name(), function.decorators()),
                };
                self.check_method(function);
                self.collector.tables.classes[class].has_statements |=
                    self.collector.visible().is_own() && self.collector.visible().is_decorated(function);
                self.collector.lowerer().add_function(Pending::Method(function, method, None));
            }
            Statement::CFunction(function) => {
                let method = Method {
                    class,
                    role: self.collector.visible().role(function.name(), function.decorators()),
                };
                if self.collector.visible().unit_is_own_declarations() {
                    self.declare_place(MethodText::Inline(function), init);
                }
                self.check_c_method(function, method);
                self.collector.lowerer().add_function(Pending::CMethod(function, method));
            }
            Statement::Property(property) => self.property(property),
            Statement::Expression(statement) if matches!(statement.value(), Some(Expression::String(_))) => {}
            _ if let Some(declared) = self.collector.lowerer().declared_by_call(statement, init) => {
                for Declared { name, ty, visibility } in declared {
                    let access = access_of(|word| visibility.as_deref() == Some(word)).unwrap_or(access);
                    self.declare_field(name, ty, access);
                }
            }
            // An attribute of the class, which it has if something gives it a value.
            Statement::Assignment(assignment)
                if is_field(assignment) && Imported(self.collector.visible()).is_of_class(assignment) => {}
            Statement::Assignment(assignment) if is_field(assignment) => {
                self.annotated_field(assignment, access, init);
            }
            Statement::Assignment(assignment) if Reading(self.collector).is_field(class, assignment) => {
                self.annotated_field(assignment, access, init);
            }
            Statement::Assignment(assignment) if assignment.annotation().is_some() => {
                self.collector.tables.classes[class].has_statements |= self.collector.visible().is_own();
                if let (Some(annotation), false) =
                    (assignment.annotation(), Imported(self.collector.visible()).is_of_class(assignment))
                    && let [Expression::Name(name)] = *assignment.targets().as_slice()
                {
                    let wrong = report::annotated_attribute(name.text(), annotation.text(), name.span());
                    self.collector.report(wrong);
                }
            }
            // These run at the definition of the class.
            _ if self.collector.visible().runs_in_body(statement) => {
                self.collector.tables.classes[class].has_statements |= self.collector.visible().is_own()
            }
            Statement::Return(statement) => {
                self.collector.report(report::outside_function("return", statement.span()));
            }
            Statement::Break(statement) => {
                self.collector.report(report::outside_loop("break", statement.span()))
            }
            Statement::Continue(statement) => {
                self.collector.report(report::outside_loop("continue", statement.span()));
            }
            other => self.collector.not_yet("this statement in an extension type", other.span()),
        }
    }

    fn declare_fields(&mut self, decl: ast::CDeclaration<'t>, access: FieldAccess, init: &mut BodyBuilder) {
        let class = self.class;
        let modifier = Imported(self.collector.visible()).modifier_of_c(decl.c_type());
        // It becomes an attribute where the class gives it a value.
        if modifier == Some(Modifier::ClassVar) {
            return;
        }
        for declarator in decl.declarators() {
            // The default layout of old buffers of the class: offcy asks each of them.
            if declarator.name().is_some_and(|name| name.text() == "__cythonbufferdefaults__") {
                continue;
            }
            if let Some(value) = declarator.value() {
                self.collector.report(report::value_of_field(value.span()));
            }
            let Some(declarator) = declarator.declarator() else { continue };
            let base = match modifier {
                Some(_) => self.type_of_init_var(decl, init),
                None => self.collector.lowerer().c_type(decl.c_type(), decl.span(), init),
            };
            let declared = self.collector.lowerer().declared(base, declarator, init);
            let Some(name) = declared.name else { continue };
            if declared.function.is_none() && !self.may_have_fields() {
                self.collector
                    .report(report::no_room(&self.collector.tables.classes[class].name, name.span()));
                continue;
            }
            if matches!(name.text(), "__weakref__" | "__dict__") {
                self.check_announced_field(name);
                if access != FieldAccess::Hidden {
                    self.collector.report(report::special_field_shown(name.text(), name.span()));
                }
            }
            match name.text() {
                "__weakref__" => {
                    self.collector.tables.classes[class].has_weakrefs = true;
                    self.collector.tables.classes[class].weakrefs_at =
                        self.collector.tables.classes[class].fields.len();
                    continue;
                }
                "__dict__" => {
                    self.collector.tables.classes[class].has_dict = true;
                    self.collector.tables.classes[class].dict_at =
                        self.collector.tables.classes[class].fields.len();
                    continue;
                }
                _ => {}
            }
            match declared.function {
                Some(function) => {
                    self.announced_method(name, function, declared.ty, init);
                    if self.collector.visible().unit_is_own_declarations() {
                        self.declare_place(MethodText::Announced(decl, declarator), init);
                    }
                }
                None => self.declare_field(name, declared.ty, access),
            }
        }
    }

    /// `name: type` in the body of an extension type.
    fn annotated_field(
        &mut self,
        assignment: ast::Assignment<'t>,
        access: FieldAccess,
        init: &mut BodyBuilder,
    ) {
        let Some(annotation) = assignment.annotation() else { return };
        let [Expression::Name(name)] = *assignment.targets().as_slice() else { return };
        if Reading(self.collector).is_kw_only_mark(self.class, assignment) {
            return;
        }
        let ty = match self.collector.directives().annotation_typing {
            true => self.type_of_annotation(annotation, init),
            false => None,
        };
        let ty = ty.unwrap_or_else(|| object_type(name.span()));
        let access = self.access_of_annotated(&ty, access);
        self.declare_field(name, ty, access);
    }

    fn declare_field(&mut self, name: ast::Identifier<'t>, ty: TypeExpr, access: FieldAccess) {
        let class = self.class;
        let earlier = lineage(&self.collector.tables.classes, class)
            .find_map(|id| {
                self.collector.tables.classes[id].fields.iter().find(|field| field.name == name.text())
            })
            .map(|field| field.span);
        if let Some(earlier) = earlier {
            return self.collector.report(report::redeclared(name.text(), name.span(), earlier));
        }
        self.check_announced_field(name);
        let field = ClassField { name: Name::new(name.text()), c_name: None, ty, access, span: name.span() };
        self.collector.tables.classes[class].fields.push(field);
    }

    /// `property x:` with `__get__`, `__set__` and `__del__`.
    fn property(&mut self, property: ast::Property<'t>) {
        let class = self.class;
        for statement in property.body().map(ast::Block::statements).unwrap_or_default() {
            let Statement::Function(function) = statement else { continue };
            let role = match function.name().map(|name| name.text()) {
                Some("__get__") => MethodRole::Getter,
                Some("__set__") => MethodRole::Setter,
                Some("__del__") => MethodRole::Deleter,
                _ => {
                    self.collector.not_yet("this method of a property", function.span());
                    continue;
                }
            };
            let method = Method { class, role };
            self.collector.lowerer().add_function(Pending::Method(function, method, Some(property)));
        }
    }
}

impl<'d, 't> Visible<'d, 't> {
    pub(super) fn class_named(self, name: &str) -> Option<ClassId> {
        match self.scope().get(name)? {
            Entry::Type(TypeName::Object(class)) => class.extension(),
            _ => None,
        }
    }

    /// Whether a statement in a class is one of Python's, which runs when the module is imported.
    pub(super) fn runs_in_body(self, statement: Statement<'t>) -> bool {
        use Statement as S;
        match statement {
            _ if self.pure().is_declaring_call(statement) => false,
            S::Expression(statement) => !matches!(statement.value(), Some(Expression::String(_))),
            S::Assignment(assignment) => !is_field(assignment),
            S::AugmentedAssignment(_) | S::Assert(_) | S::Raise(_) | S::Delete(_) | S::Global(_) => true,
            S::Import(_) | S::ImportFrom(_) | S::If(_) | S::For(_) | S::While(_) | S::Try(_) | S::With(_) => {
                true
            }
            _ => false,
        }
    }

    /// The role that a method's decorators give it, or its name.
    pub(super) fn role(
        self,
        name: Option<ast::Identifier<'t>>,
        decorators: Vec<ast::Decorator<'t>>,
    ) -> MethodRole {
        let decorators = decorators.into_iter();
        let by_name = match name.is_some_and(|name| name.text() == "__class_getitem__") {
            true => MethodRole::Class,
            false => MethodRole::Instance,
        };
        decorators
            .filter_map(|decorator| self.role_of(decorator.expression()?))
            .next_back()
            .unwrap_or(by_name)
    }

    /// The role that a decorator gives a method, if it is such a decorator.
    pub fn role_of(self, decorator: Expression<'t>) -> Option<MethodRole> {
        let word = match decorator {
            Expression::Name(name) if self.scope().get(name.text()).is_none() => name.text(),
            Expression::Attribute(attribute) if matches!(attribute.object(), Some(Expression::Name(_))) => {
                match attribute.name()?.text() {
                    word @ ("setter" | "deleter") => word,
                    _ => return None,
                }
            }
            _ => return None,
        };
        Some(match word {
            "staticmethod" => MethodRole::Static,
            "classmethod" => MethodRole::Class,
            "property" => MethodRole::Getter,
            "setter" => MethodRole::Setter,
            "deleter" => MethodRole::Deleter,
            _ => return None,
        })
    }

    /// `@cython.final`
    pub fn is_final(self, decorator: Expression<'t>) -> bool {
        self.cython_attribute(decorator).as_deref() == Some("final")
    }
}

impl<'t> FunctionLowerer<'_, 't> {
    /// The directives in effect in the methods of a class.
    pub(super) fn directives_of(&self, class: ClassId) -> &Directives {
        self.declarations.class_directives.get(&self.tables.classes[class].span).unwrap_or(self.directives())
    }

    /// The result of a method that Python calls: special ones return C values.
    pub fn special_result(
        &mut self,
        method: Method,
        name: ast::Identifier<'t>,
        params: &[Param],
    ) -> TypeExpr {
        let span = name.span();
        if method.role != MethodRole::Instance {
            return object_type(span);
        }
        if is_not_yet(name.text()) {
            self.not_yet(&format!("the special method `{}`", name.text()), span);
        }
        let Some(special) = special(name.text()) else { return object_type(span) };
        let takes = special.arguments.map(|count| count + 1);
        let has = params.len() - usize::from(special.takes_modulo && params.len() == 3);
        if let Some(takes) = takes.filter(|&takes| takes != has && !params.is_empty()) {
            self.report(report::special_arguments(name.text(), takes, span));
        }
        match special.gives.c_result() {
            Some(result) => TypeExpr { kind: TypeKind::Named(result), span },
            None => object_type(span),
        }
    }

    /// The parameter type of a method of the buffer protocol, if it is not written.
    pub fn type_of_buffer(&self, name: ast::Identifier<'t>, params: &[Param], body: &mut BodyBuilder) {
        if !special(name.text()).is_some_and(|special| special.takes_c) {
            return;
        }
        let span = name.span();
        let Some(buffer) = self.visible().undeclared_struct("Py_buffer") else { return };
        let buffer = TypeExpr { kind: TypeKind::Named(buffer), span };
        let types = [TypeKind::Pointer(Box::new(buffer)), TypeKind::Named(TypeName::Int(IntKind::Int))];
        for (param, kind) in params.iter().skip(1).zip(types) {
            let ty = &mut body.body.locals[param.local].ty;
            if matches!(ty.kind, TypeKind::Untyped | TypeKind::Named(TypeName::Object(_))) {
                ty.kind = kind;
            }
        }
    }

    /// A method has a parameter for the object without a written type. If it takes the object in `*args`, this adds
    /// the code that puts it there.
    pub fn type_of_self(
        &mut self,
        method: Method,
        name: &str,
        params: &mut Vec<Param>,
        span: Span,
        body: &mut BodyBuilder,
    ) -> Option<Stmt> {
        let is_either_side = self.tables.classes[method.class].decorated.c_operators
            && method.role == MethodRole::Instance
            && is_operator_of_both(name);
        if !method.role.takes_self() && method.role != MethodRole::Class {
            return None;
        }
        let rest = params.first().filter(|first| first.kind == ParamKind::Star).map(|first| first.local);
        if rest.is_some() {
            let local = body.hidden_local(Name::new("_object"), object_type(span), true, span);
            let kind = ParamKind::PositionalOnly;
            params.insert(0, Param { local, kind, default: None, none: NoneClause::Unsaid, span });
        }
        let Some(first) = params.first_mut().filter(|first| !first.kind.takes_rest()) else {
            self.report(report::no_self(span));
            return None;
        };
        first.kind = ParamKind::PositionalOnly;
        first.none = if is_either_side { NoneClause::Unsaid } else { NoneClause::NotNone };
        let class = match method.role.takes_self() {
            _ if is_either_side => PyClass::Object,
            true => PyClass::Extension(method.class),
            false => PyClass::Type,
        };
        body.body.locals[first.local].ty.kind = TypeKind::Named(TypeName::Object(class));
        let object = first.local;
        rest.map(|rest| {
            let mut name = |local| body.add(ExprKind::Name(Binding::Local(local)), span);
            let [object, given, target] = [object, rest, rest].map(&mut name);
            let alone = body.add(ExprKind::Tuple(vec![object]), span);
            let value = body.add(ExprKind::Binary(Operator::Add, alone, given), span);
            Stmt::new(StmtKind::Assign { targets: vec![target], value }, span)
        })
    }
}

fn access_of(has: impl Fn(&str) -> bool) -> Option<FieldAccess> {
    let public = has("public").then_some(FieldAccess::Public);
    public.or_else(|| has("readonly").then_some(FieldAccess::ReadOnly))
}

/// `name: type` without a value.
fn is_field(assignment: ast::Assignment<'_>) -> bool {
    let is_name = matches!(assignment.targets().as_slice(), [Expression::Name(_)]);
    is_name && assignment.annotation().is_some() && assignment.value().is_none()
}
