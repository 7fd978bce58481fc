//! What members of an extension type cannot be.

use super::units::UnitId;
use super::{ClassCollector, Finisher, FunctionLowerer, Visible, report};
use crate::base::Name;
use crate::diag::Diagnostic;
use crate::hir::special::special;
use crate::hir::{
    ClassId, FieldAccess, Method, MethodRole, PyClass, TypeExpr, TypeKind, TypeName, field, lineage,
};
use crate::source::Span;
use crate::syntax::ast::{self, Decorator, Expression, ParameterKind, Statement};

impl<'t> ClassCollector<'_, 't> {
    /// Rejects a C method that cannot be defined here.
    pub(super) fn check_c_method(&mut self, function: ast::CFunction<'t>, method: Method) {
        let Some(name) = function.name() else { return };
        for decorator in function.decorators() {
            if decorator
                .expression()
                .is_some_and(|one| self.collector.visible().role_of(one).is_some_and(is_property))
            {
                self.collector.report(report::c_property(decorator.span()));
            }
        }
        if special(name.text()).is_some() {
            self.collector.report(report::special_for_c(name.text(), name.span()));
        }
        if let Some(field) = field(&self.collector.tables.classes, method.class, name.text()) {
            let earlier = field.span;
            self.collector.report(report::redeclared(name.text(), name.span(), earlier));
        }
        let is_announced = |class: ClassId| {
            let class = &self.collector.tables.classes[class];
            class.slots.iter().any(|slot| slot.name == name.text())
        };
        if self.collector.visible().is_own()
            && self.collector.tables.classes[method.class].is_shared
            && !lineage(&self.collector.tables.classes, method.class).any(is_announced)
        {
            let declared = self.collector.tables.classes[method.class].span;
            self.collector.report(report::not_announced("C method", name.text(), name.span(), declared));
        }
        let overridden = lineage(&self.collector.tables.classes, method.class).skip(1);
        let overridden: Vec<ClassId> = overridden.collect();
        let key = |class: &ClassId| (*class, Name::new(name.text()));
        if let Some(&earlier) =
            overridden.iter().find_map(|class| self.collector.final_methods.get(&key(class)))
        {
            self.collector.report(report::overrides_final(name.text(), name.span(), earlier));
        }
        if let Some(decorator) = self.collector.visible().final_decorator(function.decorators()) {
            self.collector.final_methods.insert((method.class, Name::new(name.text())), name.span());
            self.fix_place(name.text());
            if self.collector.visible().pure().marks(function).is_cpdef {
                self.refuse_final(method.class, decorator);
            }
        }
    }

    /// Rejects a field that other modules do not know about.
    pub(super) fn check_announced_field(&mut self, name: ast::Identifier<'t>) {
        let class = self.class;
        if self.collector.visible().is_own() && self.collector.tables.classes[class].is_shared {
            let declared = self.collector.tables.classes[class].span;
            self.collector.report(report::not_announced("field", name.text(), name.span(), declared));
        }
    }

    /// The same for a Python method.
    pub(super) fn check_method(&mut self, function: ast::Function<'t>) {
        let Some(name) = function.name() else { return };
        if name.text() == "__init_subclass__" {
            self.collector.report(report::init_subclass(name.span()));
        }
        for decorator in function.decorators() {
            let Some(Expression::Attribute(attribute)) = decorator.expression() else { continue };
            let Some(Expression::Name(property)) = attribute.object() else { continue };
            let is_accessor =
                self.collector.visible().role_of(Expression::Attribute(attribute)).is_some_and(is_property);
            if is_accessor && property.text() != name.text() {
                self.collector.report(report::other_property(property.text(), name.text(), decorator.span()));
            }
        }
    }

    /// Python finds a method by its name, whatever is declared: only a class without subclasses keeps its
    /// own.
    fn refuse_final(&mut self, class: ClassId, decorator: Span) {
        if !self.collector.tables.classes[class].is_final {
            self.collector
                .report(report::final_for_python(&self.collector.tables.classes[class].name, decorator));
        }
    }
}

impl<'t> Finisher<'t> {
    /// The classes to which a declaration file of the module gives a body.
    fn given_classes(&self) -> Vec<ast::Identifier<'t>> {
        let own = self.declarations.own;
        let units = self.declarations.units.ids().filter(|&unit| unit != own);
        let units = units.filter(|&unit| self.visible(unit).is_own_file(unit));
        units.flat_map(|unit| self.visible(unit).classes_in(unit).1).collect()
    }

    /// Rejects classes that the module's files announce but do not define.
    pub(super) fn defined_classes(&mut self, is_broken: bool) {
        let (announced, defined) = self.visible(self.declarations.own).classes_in(self.declarations.own);
        let is_there = |name: &str| announced.iter().chain(&defined).any(|known| known.text() == name);
        let written =
            self.tables.classes.iter().filter(|(_, class)| !class.is_scope && class.foreign.is_none());
        let missing = written.filter(|(_, class)| !is_there(&class.name)).map(|(id, _)| id);
        let given = self.given_classes();
        let is_given = |name: &str| given.iter().any(|known| known.text() == name);
        let (complete, missing): (Vec<ClassId>, Vec<ClassId>) =
            missing.partition(|&id| is_given(&self.tables.classes[id].name));
        // As in Cython, the declaration is all of such a class: Python gets neither its fields nor pickles of its objects.
        for id in complete {
            let class = &mut self.tables.classes[id];
            class.decorated.auto_pickle = Some(false);
            class.fields.iter_mut().for_each(|field| field.access = FieldAccess::Hidden);
        }
        let missing = missing.into_iter().map(|id| &self.tables.classes[id]);
        let mut missing: Vec<(Name, Diagnostic)> =
            missing.map(|class| (class.name.clone(), report::not_defined(&class.name, class.span))).collect();
        for unit in self.declarations.units.ids().filter(|&unit| self.visible(unit).is_own_file(unit)) {
            let (announced, defined) = self.visible(unit).classes_in(unit);
            let is_defined = |name: &str| defined.iter().any(|known| known.text() == name);
            for name in announced.into_iter().filter(|name| !is_defined(name.text())) {
                if !missing.iter().any(|(known, _)| known == name.text()) {
                    let say = if unit == self.declarations.own {
                        report::not_defined
                    } else {
                        report::announced_alone
                    };
                    missing.push((Name::new(name.text()), say(name.text(), name.span())));
                }
            }
        }
        let missing: Vec<Diagnostic> = missing.into_iter().map(|(_, missing)| missing).collect();
        missing.into_iter().for_each(|one| self.tables.diagnostics.push_unless(is_broken, one));
    }
}

impl<'d, 't> Visible<'d, 't> {
    fn final_decorator(self, decorators: Vec<Decorator<'t>>) -> Option<Span> {
        let mut decorators = decorators.into_iter();
        let found = decorators.find(|one| one.expression().is_some_and(|one| self.is_final(one)));
        found.map(|decorator| decorator.span())
    }

    /// The classes that a file announces, and those that it defines.
    fn classes_in(self, unit: UnitId) -> (Vec<ast::Identifier<'t>>, Vec<ast::Identifier<'t>>) {
        let (mut announced, mut defined) = (Vec::new(), Vec::new());
        let mut open: Vec<Statement<'t>> = self.live(self.declarations.units[unit].statements.clone());
        while let Some(statement) = open.pop() {
            let body = match statement {
                Statement::CClass(class) => {
                    let kind = if class.body().is_some() { &mut defined } else { &mut announced };
                    kind.extend(class.bound_name());
                    None
                }
                Statement::CdefBlock(block) => block.body(),
                Statement::ExternBlock(block) => block.body(),
                _ => None,
            };
            open.extend(self.live(body.map(ast::Block::statements).unwrap_or_default()));
        }
        (announced, defined)
    }
}

impl<'t> FunctionLowerer<'_, 't> {
    /// Checks that the object that a C method takes is of its class.
    pub(super) fn check_self(
        &mut self,
        parameters: Option<ast::Parameters<'t>>,
        ty: &TypeExpr,
        method: Method,
    ) {
        let parameters = parameters.map(ast::Parameters::list).unwrap_or_default();
        let Some(first) = parameters.first().filter(|first| first.kind() == ParameterKind::Plain) else {
            return;
        };
        let is_written = first.c_type().is_some();
        let is_own = match ty.kind {
            TypeKind::Named(TypeName::Object(PyClass::Extension(id))) => {
                lineage(&self.tables.classes, id).any(|base| base == method.class)
            }
            TypeKind::Error | TypeKind::Named(TypeName::Typedef(_)) => true,
            _ => false,
        };
        if is_written && !is_own {
            self.report(report::other_self(&self.tables.classes[method.class].name, first.span()));
        }
    }

    /// Python gives a special method all its arguments, or knows how many it leaves out.
    pub(super) fn check_special_defaults(&mut self, function: ast::Function<'t>, method: Method) {
        let Some(name) = function.name() else { return };
        let Some(special) = special(name.text()).filter(|_| method.role == MethodRole::Instance) else {
            return;
        };
        let Some(takes) = special.arguments else { return };
        let parameters = function.parameters().map(ast::Parameters::list).unwrap_or_default();
        for (at, parameter) in parameters.into_iter().enumerate() {
            let Some(default) = parameter.default() else { continue };
            let is_modulo = special.takes_modulo && at == takes + 1;
            if !is_modulo || !matches!(default, Expression::None(_)) {
                self.report(report::special_default(name.text(), is_modulo, parameter.span()));
            }
        }
    }
}

/// Whether a method is a part of a property.
pub(super) fn is_property(role: MethodRole) -> bool {
    matches!(role, MethodRole::Getter | MethodRole::Setter | MethodRole::Deleter)
}
