//! The C methods that a `.pxd` declares: slots in tables of functions, through which modules call each other's
//! methods.

use super::ClassCollector;
use super::builder::BodyBuilder;
use super::function::is_object;
use crate::base::Name;
use crate::hir::bundles::may_be_left_out;
use crate::hir::{ExceptionClause, PyClass, Slot, TypeKind, TypeName};
use crate::syntax::ast;

/// A C method in a `.pxd`.
#[derive(Clone, Copy)]
pub enum MethodText<'t> {
    /// `cdef int f(self)`
    Announced(ast::CDeclaration<'t>, ast::Declarator<'t>),
    /// With its body.
    Inline(ast::CFunction<'t>),
}

impl<'t> MethodText<'t> {
    fn result(self) -> Option<ast::CType<'t>> {
        match self {
            MethodText::Announced(decl, _) => decl.c_type(),
            MethodText::Inline(function) => function.return_type(),
        }
    }

    fn declarator(self) -> Option<ast::Declarator<'t>> {
        match self {
            MethodText::Announced(_, declarator) => Some(declarator),
            MethodText::Inline(function) => function.declarator(),
        }
    }

    fn decorators(self) -> Vec<ast::Decorator<'t>> {
        match self {
            MethodText::Announced(decl, _) => decl.decorators(),
            MethodText::Inline(function) => function.decorators(),
        }
    }

    fn is_cpdef(self) -> bool {
        match self {
            MethodText::Announced(decl, _) => decl.is_cpdef(),
            MethodText::Inline(function) => function.is_cpdef(),
        }
    }

    fn is_inline(self) -> bool {
        match self {
            MethodText::Announced(decl, _) => decl.has_modifier("inline"),
            MethodText::Inline(function) => function.is_inline(),
        }
    }
}

impl<'t> ClassCollector<'_, 't> {
    /// The slot of a C method counts even if offcy cannot call it.
    pub(super) fn declare_place(&mut self, method: MethodText<'t>, init: &mut BodyBuilder) {
        let class = self.class;
        let Some(declarator) = method.declarator() else { return };
        let before = self.collector.tables.diagnostics.len();
        let base = self.collector.lowerer().c_type(method.result(), declarator.span(), init);
        let declared = self.collector.lowerer().declared(base, declarator, init);
        let (Some(name), Some(function)) = (declared.name, declared.function) else { return };
        let mut ty = self.collector.lowerer().declared_function(function, declared.ty, init);
        let said = self.collector.tables.diagnostics.split_off(before);
        let mut obstacle = said.iter().next().map(|first| first.message.clone());
        let mut refuse = |what: &str| obstacle = Some(format!("{what} cannot be compiled yet"));
        let parameters = function.parameters().map(ast::Parameters::list).unwrap_or_default();
        let optional = parameters.iter().filter(|parameter| parameter.is_optional()).count();
        let mut is_final = self.collector.tables.classes[class].is_final || method.is_inline();
        let mut is_static = false;
        for decorator in method.decorators().into_iter().filter_map(ast::Decorator::expression) {
            is_final |= self.collector.visible().is_final(decorator);
            is_static |= decorator.text() == "staticmethod";
        }
        if is_static && optional > 0 {
            refuse("a static C method of another module with optional arguments");
        }
        let mut is_fused = false;
        if let TypeKind::Function(function) = &mut ty.kind {
            is_fused = function.types().any(|ty| crate::hir::is_fused(ty, &self.collector.tables.typedefs));
            if is_fused {
                refuse("a C method of another module of fused types");
            }
            let optional = function.params.iter().rev().take(optional);
            if optional.into_iter().any(|ty| !may_be_left_out(ty, &self.collector.tables.typedefs)) {
                refuse("a C method of another module with a struct that may be left out");
            }
            // Every override has the same type, so no result by itself means an exception.
            if function.exception == ExceptionClause::Default && !is_object(&function.result) {
                function.exception = ExceptionClause::Always;
            }
            if let Some(object) = function.params.first_mut().filter(|_| !is_static) {
                object.kind = TypeKind::Named(TypeName::Object(PyClass::Extension(class)));
            }
        }
        let (is_cpdef, span) = (method.is_cpdef(), name.span());
        let name = Name::new(name.text());
        if is_final && !is_static && self.collector.tables.classes[class].foreign.is_some() {
            self.collector.final_methods.insert((class, name.clone()), span);
        }
        let slot = Slot {
            name,
            ty,
            obstacle,
            optional,
            bundle: None,
            is_cpdef,
            is_final,
            is_fused,
            is_static,
            span,
        };
        self.collector.tables.classes[class].slots.push(slot);
    }

    /// Adds to the slot what the definition of a method specifies and the module's `.pxd` does not.
    pub(super) fn fix_place(&mut self, name: &str) {
        let class = self.class;
        let mut slots = self.collector.tables.classes[class].slots.iter_mut();
        if let Some(slot) = slots.find(|slot| slot.name == name) {
            slot.is_final = true;
        }
    }
}
