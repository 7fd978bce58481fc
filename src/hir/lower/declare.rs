//! The module's declarations: what has a name before any code runs.

use super::function::{BodyBuilder, Pending};
use super::scope::Entry;
use super::{Lowerer, known, report};
use crate::base::Name;
use crate::hir::{
    EnumDecl, ExceptionClause, Extern, ExternKind, FunctionId, Global, Header, StructDecl, TypeExpr,
    TypeKind, TypeName, Typedef,
};
use crate::syntax::ast::{self, Expression, Statement};

/// Where a declaration stands.
#[derive(Clone, Default)]
struct Place {
    /// In a `cdef extern from` block.
    header: Option<Option<Header>>,
    nogil: bool,
}

impl Place {
    fn is_extern(&self) -> bool {
        self.header.is_some()
    }
}

impl<'t> Lowerer<'t> {
    /// Declares everything in two rounds: types first, since functions and variables use them.
    pub fn declare_all(&mut self, statements: &[Statement<'t>], init: &mut BodyBuilder) {
        for &statement in statements {
            self.declare_imports(statement);
        }
        for &statement in statements {
            self.declare_type(statement, &Place::default(), init);
        }
        for &statement in statements {
            self.declare_value(statement, &Place::default(), init);
        }
        let assigned = self.assigned_names(statements);
        for (name, span) in assigned {
            if let Some(Entry::Type(TypeName::Fused(_))) = self.scope.get(&name) {
                continue;
            }
            self.scope.insert(name, Entry::Python, span);
        }
    }

    pub fn bind(&mut self, name: ast::Identifier<'t>, entry: Entry) {
        if let Some(earlier) = self.scope.insert(Name::new(name.text()), entry, name.span()) {
            self.report(report::redeclared(name.text(), name.span(), earlier));
        }
    }

    fn declare_imports(&mut self, statement: Statement<'t>) {
        match statement {
            Statement::Cimport(import) => self.cimport(import),
            Statement::CimportFrom(import) => self.cimport_from(import),
            Statement::Import(import) => {
                for imported in import.names() {
                    let Some(name) = imported.name() else { continue };
                    let alias = imported.alias().map(|alias| alias.text());
                    self.import_of_known(&name.path(), alias, name.span());
                }
            }
            Statement::ImportFrom(import) if is_construct_module(&import.module_path()) => {
                let path = import.module_path();
                for imported in import.names() {
                    let Some(name) = imported.name() else { continue };
                    let bound =
                        imported.alias().map_or_else(|| name.path(), |alias| alias.text().to_string());
                    self.cimport_name(&path, &name.path(), &bound, name.span());
                }
            }
            _ => {}
        }
    }

    fn declare_type(&mut self, statement: Statement<'t>, place: &Place, init: &mut BodyBuilder) {
        match statement {
            Statement::Struct(decl) => self.declare_struct(decl, place, init),
            Statement::Enum(decl) => self.declare_enum(decl, place),
            Statement::Typedef(decl) => {
                let base = self.c_type(decl.c_type(), decl.span(), init);
                let Some(declarator) = decl.declarator() else { return };
                let declared = self.declared(base, declarator, init);
                if declared.function.is_some() {
                    self.not_yet("a typedef of a function type", decl.span());
                    return;
                }
                if let Some(name) = declared.name {
                    let id = self.typedefs.alloc(Typedef {
                        name: Name::new(name.text()),
                        target: declared.ty,
                        span: name.span(),
                    });
                    self.bind(name, Entry::Type(TypeName::Typedef(id)));
                }
            }
            Statement::Fused(decl) => self.declare_fused(decl, init),
            Statement::Assignment(assignment) => self.assigned_fused(assignment),
            Statement::CppClass(decl) => self.report(report::cplusplus("`cppclass`", decl.span())),
            Statement::CClass(decl) => self.declare_class(decl, place.is_extern()),
            Statement::CdefBlock(block) => {
                let place = Place { nogil: block.is_nogil() || place.nogil, ..place.clone() };
                self.each(block.body(), |lowerer, inner| lowerer.declare_type(inner, &place, init));
            }
            Statement::ExternBlock(block) => {
                let place = self.extern_place(block);
                self.each(block.body(), |lowerer, inner| lowerer.declare_type(inner, &place, init));
            }
            Statement::Define(define) => self.not_yet("`DEF`", define.span()),
            Statement::CompileTimeIf(condition) => self.not_yet("`IF`", condition.span()),
            Statement::Include(include) => self.not_yet("`include`", include.span()),
            _ => {}
        }
    }

    fn each(&mut self, block: Option<ast::Block<'t>>, mut visit: impl FnMut(&mut Self, Statement<'t>)) {
        for statement in block.map(ast::Block::statements).unwrap_or_default() {
            visit(self, statement);
        }
    }

    fn extern_place(&mut self, block: ast::ExternBlock<'t>) -> Place {
        if let Some(namespace) = block.namespace() {
            self.report(report::cplusplus("a namespace", namespace.span()));
        }
        let header = block.header().and_then(|header| self.string_text(header)).map(|text| {
            match text.strip_prefix('<').and_then(|text| text.strip_suffix('>')) {
                Some(system) => Header::System(Name::new(system)),
                None => Header::User(Name::new(text)),
            }
        });
        Place { header: Some(header), nogil: block.is_nogil() }
    }

    fn declare_struct(&mut self, decl: ast::Struct<'t>, place: &Place, init: &mut BodyBuilder) {
        let Some(name) = decl.name() else { return };
        let keyword = if decl.is_union() { "union" } else { "struct" };
        let plain = decl.c_name().and_then(|c_name| self.string_text(c_name));
        let plain = plain.unwrap_or_else(|| name.text().to_string());
        // A typedef'd name stands alone in C.
        let c_name = if decl.is_typedef() { plain } else { format!("{keyword} {plain}") };
        let id = self.structs.alloc(StructDecl {
            name: Name::new(name.text()),
            c_name: Name::new(c_name),
            is_union: decl.is_union(),
            is_packed: decl.is_packed(),
            is_extern: place.is_extern(),
            fields: Vec::new(),
            span: name.span(),
        });
        // Bound before its fields: a field may be a pointer to it.
        self.bind(name, Entry::Type(TypeName::Struct(id)));
        let mut fields = Vec::new();
        self.each(decl.body(), |lowerer, inner| {
            let Statement::CDeclaration(field) = inner else { return };
            for declarator in field.declarators().into_iter().filter_map(ast::InitDeclarator::declarator) {
                let base = lowerer.c_type(field.c_type(), field.span(), init);
                let declared = lowerer.declared(base, declarator, init);
                if let Some(name) = declared.name {
                    fields.push((Name::new(name.text()), declared.ty));
                }
            }
        });
        self.structs[id].fields = fields;
    }

    fn declare_enum(&mut self, decl: ast::Enum<'t>, place: &Place) {
        if decl.is_scoped() {
            self.report(report::cplusplus("a scoped enum", decl.span()));
            return;
        }
        if decl.is_cpdef() {
            self.not_yet("a `cpdef enum`", decl.span());
        }
        let mut members = Vec::new();
        for item in decl.items() {
            let Some(name) = item.name() else { continue };
            let value = item.value().map(|value| self.enum_value(value));
            members.push((Name::new(name.text()), value.flatten()));
        }
        let id = self.enums.alloc(EnumDecl {
            name: decl.name().map(|name| Name::new(name.text())),
            is_extern: place.is_extern(),
            members,
            span: decl.span(),
        });
        if let Some(name) = decl.name() {
            self.bind(name, Entry::Type(TypeName::Enum(id)));
        }
        for name in decl.items().into_iter().filter_map(ast::EnumItem::name) {
            self.bind(name, Entry::EnumMember(id));
        }
    }

    fn enum_value(&mut self, value: Expression<'t>) -> Option<i64> {
        if let Some(number) = integer(value) {
            return Some(number);
        }
        self.not_yet("an enum value that is no integer literal", value.span());
        None
    }

    fn declare_value(&mut self, statement: Statement<'t>, place: &Place, init: &mut BodyBuilder) {
        match statement {
            Statement::CDeclaration(decl) => self.declare_variables(decl, place, init),
            Statement::CFunction(function) => {
                if let Some(name) = function.name() {
                    let id = self.next_function();
                    self.bind(name, Entry::Function(id));
                    self.functions.push(Pending::C(function, place.nogil));
                }
            }
            Statement::Function(function) => {
                if let Some(name) = function.name() {
                    self.scope.insert(Name::new(name.text()), Entry::Python, name.span());
                    self.functions.push(Pending::Python(function));
                }
            }
            Statement::CClass(decl) => self.declare_members(decl, init),
            Statement::CdefBlock(block) => {
                let place = Place { nogil: block.is_nogil() || place.nogil, ..place.clone() };
                self.each(block.body(), |lowerer, inner| lowerer.declare_value(inner, &place, init));
            }
            Statement::ExternBlock(block) => {
                let place = self.extern_place(block);
                self.each(block.body(), |lowerer, inner| lowerer.declare_value(inner, &place, init));
            }
            _ => {}
        }
    }

    fn next_function(&self) -> FunctionId {
        crate::base::Idx::from_raw((self.functions.len() as u32).into())
    }

    fn declare_variables(&mut self, decl: ast::CDeclaration<'t>, place: &Place, init: &mut BodyBuilder) {
        for init_declarator in decl.declarators() {
            let Some(declarator) = init_declarator.declarator() else { continue };
            let base = self.c_type(decl.c_type(), decl.span(), init);
            let declared = self.declared(base, declarator, init);
            let Some(name) = declared.name else { continue };
            let c_name = declared.c_name.and_then(|c_name| self.string_text(c_name));
            match (declared.function, place.is_extern()) {
                (Some(function), true) => {
                    let kind = self.extern_function(function, declared.ty, place, init);
                    self.declare_extern(name, c_name, kind, place);
                }
                // A prototype of a function that is defined further down.
                (Some(_), false) => {}
                (None, true) => self.declare_extern(name, c_name, ExternKind::Variable(declared.ty), place),
                (None, false) => {
                    let id = self.globals.alloc(Global {
                        name: Name::new(name.text()),
                        ty: declared.ty,
                        span: name.span(),
                    });
                    self.bind(name, Entry::Global(id));
                }
            }
        }
    }

    fn declare_extern(
        &mut self,
        name: ast::Identifier<'t>,
        c_name: Option<String>,
        kind: ExternKind,
        place: &Place,
    ) {
        let c_name = c_name.map_or_else(|| Name::new(name.text()), Name::new);
        let header = place.header.clone().flatten();
        let id = self.externs.alloc(Extern {
            name: Name::new(name.text()),
            c_name,
            header,
            kind,
            on_device: false,
            is_pure: false,
            span: name.span(),
        });
        self.bind(name, Entry::Extern(id));
    }

    fn extern_function(
        &mut self,
        function: ast::FunctionDeclarator<'t>,
        result: TypeExpr,
        place: &Place,
        init: &mut BodyBuilder,
    ) -> ExternKind {
        let mut params = Vec::new();
        let mut is_variadic = false;
        for parameter in function.parameters().map(ast::Parameters::list).unwrap_or_default() {
            match parameter.kind() {
                ast::ParameterKind::Ellipsis => is_variadic = true,
                ast::ParameterKind::Plain => params.push(self.extern_param(parameter, init)),
                _ => self.not_yet("this parameter of an extern function", parameter.span()),
            }
        }
        // `f(void)` has no parameters.
        if let [TypeExpr { kind: TypeKind::Named(TypeName::Void), .. }] = params.as_slice() {
            params.clear();
        }
        ExternKind::Function {
            params,
            result,
            exception: self.exception_clause(function.exception_clause()),
            nogil: function.is_nogil() || place.nogil,
            is_variadic,
        }
    }

    /// A lone name in a C signature is a type where there is one of that name.
    fn extern_param(&mut self, parameter: ast::Parameter<'t>, init: &mut BodyBuilder) -> TypeExpr {
        let span = parameter.span();
        if parameter.c_type().is_none()
            && let Some(name) = parameter.name()
        {
            let known = match self.scope.get(name.text()) {
                Some(Entry::Type(ty)) => Some(*ty),
                _ => known::basic_type(name.text()),
            };
            if let Some(ty) = known {
                return TypeExpr { kind: TypeKind::Named(ty), span };
            }
        }
        let base = self.c_type(parameter.c_type(), span, init);
        match parameter.declarator() {
            Some(declarator) => {
                let declared = self.declared(base, declarator, init);
                match declared.ty.kind {
                    // Arrays are passed as pointers.
                    TypeKind::Array(element, _) => TypeExpr { kind: TypeKind::Pointer(element), span },
                    _ => declared.ty,
                }
            }
            None => base,
        }
    }

    pub fn exception_clause(&mut self, clause: Option<ast::ExceptionClause<'t>>) -> ExceptionClause {
        let Some(clause) = clause else { return ExceptionClause::Default };
        if clause.is_cplusplus() {
            self.report(report::cplusplus("`except +`", clause.span()));
            return ExceptionClause::Default;
        }
        if clause.is_noexcept() {
            return ExceptionClause::NoExcept;
        }
        if clause.is_always() {
            return ExceptionClause::Always;
        }
        let value = clause.value().and_then(exception_value);
        match (value, clause.is_maybe()) {
            (Some(value), true) => ExceptionClause::MaybeValue(value),
            (Some(value), false) => ExceptionClause::Value(value),
            (None, _) => {
                self.not_yet("an exception value that is no number", clause.span());
                ExceptionClause::Always
            }
        }
    }
}

/// Exception values are compared as integers; `NULL` counts as 0.
fn exception_value(value: Expression<'_>) -> Option<i64> {
    match value {
        Expression::Float(literal) => {
            let number: f64 = literal.value().ok()?.parse().ok()?;
            (number.fract() == 0.0 && number.abs() < 1e15).then_some(number as i64)
        }
        Expression::Unary(unary) if unary.operator() == "-" => {
            exception_value(unary.operand()?).and_then(i64::checked_neg)
        }
        Expression::Null(_) => Some(0),
        Expression::Boolean(literal) => Some(i64::from(literal.value())),
        other => integer(other),
    }
}

/// The value of an integer literal, with a sign or without.
fn integer(value: Expression<'_>) -> Option<i64> {
    match value {
        Expression::Integer(literal) => literal.value().ok()?.digits.parse().ok(),
        Expression::Unary(unary) if unary.operator() == "-" => integer(unary.operand()?)?.checked_neg(),
        _ => None,
    }
}

/// Modules whose Python import is a cimport of constructs.
pub fn is_construct_module(path: &str) -> bool {
    matches!(path, "cython" | "cython.parallel" | "offcy.parallel")
}
