//! A `.pxd` beside plain Python: it makes the functions and classes that it declares C ones, and types their parameters and
//! variables.

use std::collections::HashMap;

use super::builder::BodyBuilder;
use super::pure::{Declared, Marks};
use super::{FunctionLowerer, PureMode, Reader, UnitId, Visible};
use crate::diag::Diagnostic;
use crate::hir::{TypeExpr, buffers};
use crate::source::Span;
use crate::syntax::ast::{self, Statement};

/// What the `.pxd` declares for a definition.
#[derive(Clone, Copy)]
pub(super) enum Augmented<'t> {
    Function(FunctionText<'t>),
    Class,
}

/// The declaration of a function.
#[derive(Clone, Copy)]
pub(super) struct FunctionText<'t> {
    decl: ast::CDeclaration<'t>,
    declarator: ast::Declarator<'t>,
    function: ast::FunctionDeclarator<'t>,
}

/// Declarations by their names.
type Functions<'t> = HashMap<&'t str, FunctionText<'t>>;

impl<'t> Reader<'t> {
    /// Finds the definitions of the module that its `.pxd` declares.
    pub(super) fn augment(&mut self, header: UnitId) {
        let own = self.visible().pure().augmented_in(header);
        self.declarations.augmented = own;
    }
}

impl<'t> PureMode<'_, 't> {
    fn augmented_in(self, header: UnitId) -> HashMap<Span, Augmented<'t>> {
        let declarations = self.visible.declarations;
        let units = &declarations.units;
        let mut functions = Functions::new();
        let mut classes: HashMap<&str, Functions<'t>> = HashMap::new();
        for statement in (Visible { unit: header, ..self.visible }).live(units[header].statements.clone()) {
            functions_in(statement, &mut functions);
            if let Statement::CClass(class) = statement
                && let Some(name) = class.bound_name()
            {
                let methods = classes.entry(name.text()).or_default();
                let body = class.body().map(ast::Block::statements).unwrap_or_default();
                body.into_iter().for_each(|member| functions_in(member, methods));
            }
        }
        let mut found = HashMap::new();
        for statement in &units[declarations.own].statements {
            match *statement {
                Statement::Function(function) => augment_function(function, &functions, &mut found),
                Statement::Class(class) => {
                    let Some(name) = class.name() else { continue };
                    let Some(methods) = classes.get(name.text()) else { continue };
                    found.insert(name.span(), Augmented::Class);
                    for member in class.body().map(ast::Block::statements).unwrap_or_default() {
                        if let Statement::Function(function) = member {
                            augment_function(function, methods, &mut found);
                        }
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// What the module's `.pxd` declares for the definition of a name.
    pub(super) fn augmented(self, name: Option<ast::Identifier<'t>>) -> Option<Augmented<'t>> {
        self.visible.declarations.augmented.get(&name?.span()).copied()
    }

    /// What is wrong with a C function, with the declaration that makes it one.
    pub(super) fn as_declared(self, function: ast::CFunction<'t>, wrong: Diagnostic) -> Diagnostic {
        match self.augmented_function(function) {
            Some(text) => wrong.also(text.declarator.span(), "declared as a C function here"),
            None => wrong,
        }
    }

    pub(super) fn augmented_function(self, function: ast::CFunction<'t>) -> Option<FunctionText<'t>> {
        match self.augmented(function.name())? {
            Augmented::Function(text) => Some(text),
            Augmented::Class => None,
        }
    }
}

impl<'t> FunctionText<'t> {
    pub(super) fn exception_clause(self) -> Option<ast::ExceptionClause<'t>> {
        self.function.exception_clause()
    }

    /// The declaration's words and its decorators are those of the definition, too.
    pub(super) fn mark(self, marks: &mut Marks<'t>) {
        marks.is_cpdef |= self.decl.is_cpdef();
        marks.is_inline |= self.decl.has_modifier("inline");
        marks.nogil |= self.function.is_nogil();
        marks.with_gil |= self.function.is_with_gil();
    }

    pub(super) fn decorators(self) -> Vec<ast::Decorator<'t>> {
        self.decl.decorators()
    }

    pub(super) fn result(self, lowerer: &mut FunctionLowerer<'_, 't>, builder: &mut BodyBuilder) -> TypeExpr {
        let base = lowerer.c_type(self.decl.c_type(), self.declarator.span(), builder);
        buffers::handed_over(lowerer.declared(base, self.declarator, builder).ty)
    }

    /// The types of the parameters, and of the variables that a decorator of the declaration types. A parameter has the name
    /// that it has in the definition.
    pub(super) fn locals(
        self,
        defined: ast::CFunction<'t>,
        lowerer: &mut FunctionLowerer<'_, 't>,
        builder: &mut BodyBuilder,
    ) -> Vec<Declared<'t>> {
        let defined = defined.parameters().map(ast::Parameters::list).unwrap_or_default();
        let declared = self.function.parameters().map(ast::Parameters::list).unwrap_or_default();
        let mut all = Vec::new();
        for (defined, declared) in defined.into_iter().zip(declared) {
            if let Some(name) = defined.name()
                && declared.kind() == ast::ParameterKind::Plain
            {
                let ty = lowerer.extern_param(declared, builder);
                all.push(Declared { name, ty, visibility: None });
            }
        }
        all.extend(lowerer.decorated_locals(self.decorators(), builder));
        all
    }
}

fn functions_in<'t>(statement: Statement<'t>, found: &mut Functions<'t>) {
    match statement {
        Statement::CDeclaration(decl) => {
            for declarator in decl.declarators().into_iter().filter_map(ast::InitDeclarator::declarator) {
                if let (Some(name), Some(function)) = (declarator.name(), declarator.function()) {
                    found.insert(name.text(), FunctionText { decl, declarator, function });
                }
            }
        }
        Statement::CdefBlock(block) => {
            let inner = block.body().map(ast::Block::statements).unwrap_or_default();
            inner.into_iter().for_each(|inner| functions_in(inner, found));
        }
        _ => {}
    }
}

fn augment_function<'t>(
    function: ast::Function<'t>,
    declared: &Functions<'t>,
    found: &mut HashMap<Span, Augmented<'t>>,
) {
    if let Some(name) = function.name()
        && let Some(&text) = declared.get(name.text())
    {
        found.insert(name.span(), Augmented::Function(text));
    }
}
