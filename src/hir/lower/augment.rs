//! A `.pxd` beside plain Python: it makes the functions and classes that it declares C ones, and types their parameters and
//! variables.

use std::collections::{HashMap, HashSet};

use super::builder::BodyBuilder;
use super::pure::{Declared, Marks};
use super::{Declarations, FunctionLowerer, PureMode, Reader, UnitId, Visible};
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
    /// The file that it is in: of a method, perhaps that of a base class.
    unit: UnitId,
    decl: ast::CDeclaration<'t>,
    declarator: ast::Declarator<'t>,
    function: ast::FunctionDeclarator<'t>,
}

/// Declarations by their names.
type Functions<'t> = HashMap<&'t str, FunctionText<'t>>;

impl<'t> Reader<'t> {
    /// Finds the definitions of the module that its `.pxd` declares.
    pub(super) fn augment(&mut self, header: UnitId) {
        let declarations = &self.declarations;
        let mut found = HashMap::new();
        let mut functions = Functions::new();
        let live =
            (Visible { declarations, unit: header }).live(declarations.units[header].statements.clone());
        live.into_iter().for_each(|statement| functions_in(statement, header, &mut functions));
        for statement in &declarations.units[declarations.own].statements {
            match *statement {
                Statement::Function(function) => augment_function(function, &functions, &mut found),
                Statement::Class(class) => {
                    let Some(name) = class.name() else { continue };
                    let Some(declared) = class_in(declarations, header, name.text()) else { continue };
                    let mut methods = Functions::new();
                    methods_of(declarations, (header, declared), &mut methods);
                    found.insert(name.span(), Augmented::Class);
                    for member in class.body().map(ast::Block::statements).unwrap_or_default() {
                        if let Statement::Function(function) = member {
                            augment_function(function, &methods, &mut found);
                        }
                    }
                }
                _ => {}
            }
        }
        self.declarations.augmented = found;
    }
}

impl<'t> PureMode<'_, 't> {
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
        let own = std::mem::replace(&mut lowerer.unit, self.unit);
        let base = lowerer.c_type(self.decl.c_type(), self.declarator.span(), builder);
        let result = buffers::handed_over(lowerer.declared(base, self.declarator, builder).ty);
        lowerer.unit = own;
        result
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
        let own = std::mem::replace(&mut lowerer.unit, self.unit);
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
        lowerer.unit = own;
        all
    }
}

/// The declaration of a class in a file.
fn class_in<'t>(declarations: &Declarations<'t>, unit: UnitId, name: &str) -> Option<ast::CClass<'t>> {
    declarations.units[unit].statements.iter().find_map(|statement| match statement {
        Statement::CClass(class) if class.bound_name()?.text() == name => Some(*class),
        _ => None,
    })
}

/// The C methods of a class, with those of its bases: one without a declaration of its own has that of what it overrides.
fn methods_of<'t>(
    declarations: &Declarations<'t>,
    class: (UnitId, ast::CClass<'t>),
    found: &mut Functions<'t>,
) {
    let mut next = Some(class);
    let mut seen = HashSet::new();
    while let Some((unit, class)) = next.filter(|(_, class)| seen.insert(class.span())) {
        let body = class.body().map(ast::Block::statements).unwrap_or_default();
        body.into_iter().for_each(|member| functions_in(member, unit, found));
        next = class.bases().first().and_then(|base| base_class(declarations, unit, base.text()));
    }
}

/// A class by the name that a file has for it.
fn base_class<'t>(
    declarations: &Declarations<'t>,
    unit: UnitId,
    name: &str,
) -> Option<(UnitId, ast::CClass<'t>)> {
    if let Some(class) = class_in(declarations, unit, name) {
        return Some((unit, class));
    }
    let imports = declarations.units[unit].imports.iter();
    let imported = imports.filter(|import| import.bound.as_str() == name);
    let mut imported = imported.filter_map(|import| Some((import.from, import.name.as_ref()?.to_string())));
    let by_module = || {
        let (module, leaf) = name.rsplit_once('.')?;
        Some((*declarations.by_path.get(module)?, leaf.to_string()))
    };
    let (from, name) = imported.next_back().or_else(by_module)?;
    Some((from, class_in(declarations, from, &name)?))
}

fn functions_in<'t>(statement: Statement<'t>, unit: UnitId, found: &mut Functions<'t>) {
    match statement {
        Statement::CDeclaration(decl) => {
            for declarator in decl.declarators().into_iter().filter_map(ast::InitDeclarator::declarator) {
                if let (Some(name), Some(function)) = (declarator.name(), declarator.function()) {
                    found.entry(name.text()).or_insert(FunctionText { unit, decl, declarator, function });
                }
            }
        }
        Statement::CdefBlock(block) => {
            let inner = block.body().map(ast::Block::statements).unwrap_or_default();
            inner.into_iter().for_each(|inner| functions_in(inner, unit, found));
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
