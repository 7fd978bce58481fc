//! Functions, classes, properties and their decorators.

use super::compound::block;
use super::*;
use crate::syntax::node::Node;

views! {
    /// `def`
    Function = "function_definition";
    /// `cdef` or `cpdef` with a body, or `def` ([`Function::as_c_function`])
    CFunction = "cdef_function_definition";
    /// `class`
    Class = "class_definition";
    Property = "property_definition";
    /// `@expression`
    Decorator = "decorator";
}

impl<'t> Decorator<'t> {
    pub fn expression(self) -> Option<Expression<'t>> {
        Expression::first(self.0)
    }
}

pub(super) fn decorators(definition: Node<'_>) -> Vec<Decorator<'_>> {
    match definition.parent().filter(|parent| parent.kind() == "decorated_definition") {
        Some(parent) => parent.children().into_iter().filter_map(Decorator::cast).collect(),
        None => Vec::new(),
    }
}

impl<'t> Function<'t> {
    pub fn decorators(self) -> Vec<Decorator<'t>> {
        decorators(self.0)
    }

    pub fn is_async(self) -> bool {
        self.0.has("async")
    }

    pub fn name(self) -> Option<Identifier<'t>> {
        self.0.field("name").and_then(Identifier::cast)
    }

    pub fn parameters(self) -> Option<Parameters<'t>> {
        self.0.field("parameters").and_then(Parameters::cast)
    }

    pub fn return_annotation(self) -> Option<Annotation<'t>> {
        self.0.field("return_type").and_then(Annotation::cast)
    }

    pub fn body(self) -> Option<Block<'t>> {
        block(self.0, "body")
    }

    /// The view as a C function, which decorators may make it.
    pub fn as_c_function(self) -> CFunction<'t> {
        CFunction(self.0)
    }
}

impl<'t> CFunction<'t> {
    pub fn decorators(self) -> Vec<Decorator<'t>> {
        decorators(self.0)
    }

    pub fn is_cpdef(self) -> bool {
        self.0.has("cpdef")
    }

    pub fn modifiers(self) -> Vec<Modifier<'t>> {
        Modifier::of(self.0)
    }

    pub fn is_inline(self) -> bool {
        Modifier::has(self.0, "inline")
    }

    /// The type before the declarator; `None` means `object`.
    pub fn return_type(self) -> Option<CType<'t>> {
        self.0.field("type").and_then(CType::cast)
    }

    pub fn declarator(self) -> Option<Declarator<'t>> {
        self.0.field("declarator").and_then(Declarator::cast)
    }

    /// `__stdcall` and the like.
    pub fn calling_convention(self) -> Option<&'t str> {
        Some(self.name()?.0.parent()?.child("calling_convention")?.text())
    }

    /// The part of the declarator that makes it a function.
    pub fn function(self) -> Option<FunctionDeclarator<'t>> {
        self.declarator()?.function()
    }

    pub fn name(self) -> Option<Identifier<'t>> {
        match Function::cast(self.0) {
            Some(function) => function.name(),
            None => self.declarator()?.name(),
        }
    }

    pub fn parameters(self) -> Option<Parameters<'t>> {
        match Function::cast(self.0) {
            Some(function) => function.parameters(),
            None => self.function()?.parameters(),
        }
    }

    /// `def f() -> type`
    pub fn return_annotation(self) -> Option<Annotation<'t>> {
        Function::cast(self.0)?.return_annotation()
    }

    pub fn body(self) -> Option<Block<'t>> {
        block(self.0, "body")
    }
}

impl<'t> Class<'t> {
    pub fn decorators(self) -> Vec<Decorator<'t>> {
        decorators(self.0)
    }

    pub fn name(self) -> Option<Identifier<'t>> {
        self.0.field("name").and_then(Identifier::cast)
    }

    /// The view as an extension type, which decorators may make it.
    pub fn as_extension_type(self) -> CClass<'t> {
        CClass(self.0)
    }

    /// Bases and keywords such as `metaclass=`.
    pub fn arguments(self) -> Vec<Argument<'t>> {
        self.0.field("superclasses").map(Argument::list).unwrap_or_default()
    }

    pub fn body(self) -> Option<Block<'t>> {
        block(self.0, "body")
    }
}

impl<'t> Property<'t> {
    pub fn name(self) -> Option<Identifier<'t>> {
        self.0.field("name").and_then(Identifier::cast)
    }

    pub fn body(self) -> Option<Block<'t>> {
        block(self.0, "body")
    }
}
