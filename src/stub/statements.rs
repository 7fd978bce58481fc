//! What the statements of the module, and of its Python classes, bind.

use super::Stub;
use super::functions::{self, Written};
use crate::syntax::ast::{self, Expression, Statement};
use crate::tir::MethodRole;

impl Stub<'_> {
    pub(super) fn block(&mut self, statements: &[Statement<'_>]) {
        statements.iter().for_each(|&statement| self.statement(statement));
    }

    fn statement(&mut self, statement: Statement<'_>) {
        match statement {
            Statement::Function(function) => self.def(function),
            Statement::CFunction(function) => self.c_function(function),
            Statement::Class(class) => self.python_class(class),
            Statement::CClass(class) => self.extension_type(class),
            Statement::Enum(_) => self.enums_until(statement.span().end),
            Statement::Assignment(assignment) => self.assignment(assignment),
            Statement::Import(import) => self.import(import),
            Statement::ImportFrom(import) => self.import_from(import),
            Statement::Cimport(import) => self.cimport(import.names(), false),
            Statement::CimportFrom(import) => {
                self.cimport(import.names(), import.module_path().starts_with("cython"))
            }
            other => self.nested(other),
        }
    }

    /// Statements inside others run in the same place.
    fn nested(&mut self, statement: Statement<'_>) {
        let mut blocks: Vec<Option<ast::Block<'_>>> = Vec::new();
        match statement {
            Statement::If(choice) => {
                blocks.push(choice.body());
                blocks.extend(choice.elif_clauses().into_iter().map(|clause| clause.body()));
                blocks.push(choice.else_body());
            }
            Statement::For(r#loop) => {
                let targets: Vec<_> = r#loop.target().into_iter().collect();
                targets.into_iter().for_each(|target| self.target(target, None));
                blocks.extend([r#loop.body(), r#loop.else_body()]);
            }
            Statement::While(r#loop) => blocks.extend([r#loop.body(), r#loop.else_body()]),
            Statement::With(with) => {
                with.items()
                    .into_iter()
                    .filter_map(|item| item.target())
                    .for_each(|target| self.target(target, None));
                blocks.push(with.body());
            }
            Statement::Try(tried) => {
                blocks.push(tried.body());
                blocks.extend(tried.except_clauses().into_iter().map(|clause| clause.body()));
                blocks.extend([tried.else_body(), tried.finally_body()]);
            }
            Statement::CdefBlock(block) => blocks.push(block.body()),
            _ => {}
        }
        blocks.into_iter().flatten().for_each(|block| self.block(&block.statements()));
    }

    fn def(&mut self, function: ast::Function<'_>) {
        let Some(name) = function.name() else { return };
        let mut decorators = Vec::new();
        for decorator in function.decorators().into_iter().filter_map(ast::Decorator::expression) {
            let text = decorator.text();
            let head = text.split(['.', '(']).next().unwrap_or_default();
            if self.of_cython.contains(head) {
                continue;
            }
            let is_known = ["staticmethod", "classmethod", "property"].contains(&text);
            let is_part =
                text.ends_with(".setter") || text.ends_with(".deleter") || text.ends_with(".getter");
            if !is_known && !is_part {
                // What it makes of the function is its affair.
                return self.variable(name.text(), "Any");
            }
            if is_part {
                self.bound.last_mut().into_iter().for_each(|names| {
                    names.remove(name.text());
                });
            }
            decorators.push(format!("@{text}"));
        }
        let has_self = self.bound.len() > 1 && !decorators.iter().any(|text| text == "@staticmethod");
        let is_known = |role: MethodRole| role != MethodRole::Closure;
        let ids = self.by_place.get(&name.span()).cloned();
        let method = ids.as_ref().and_then(|ids| self.module.functions[ids[0]].method);
        if self.in_extension_type && method.is_some_and(|method| is_known(method.role)) {
            return;
        }
        let written =
            Written { parameters: function.parameters(), result: function.return_annotation(), has_self };
        match ids {
            Some(ids) if self.module.functions[ids[0]].is_ufunc => self.variable(name.text(), "Any"),
            Some(ids) => self.function(&ids, name.text(), &decorators, written),
            None => {}
        }
    }

    fn c_function(&mut self, function: ast::CFunction<'_>) {
        let Some(name) = function.name().filter(|_| function.is_cpdef()) else { return };
        if let Some(ids) = self.by_place.get(&name.span()).cloned() {
            self.function(&ids, name.text(), &[], Written::default());
        }
    }

    fn extension_type(&mut self, class: ast::CClass<'_>) {
        let Some(name) = class.bound_name() else { return };
        let found = self.module.types.class_ids().find(|&id| self.module.types.class(id).name == name.text());
        if let Some(id) = found {
            self.class(id, class.body());
        }
    }

    /// The enums of the text up to a place: those without a name have nothing else to know them by.
    fn enums_until(&mut self, end: u32) {
        let module = self.module;
        let is_here = |span: crate::source::Span| span.end <= end;
        let here = module.types.enums.iter().filter(|(_, def)| def.home == module.name && is_here(def.span));
        here.for_each(|(_, def)| self.enumeration(def));
    }

    fn python_class(&mut self, class: ast::Class<'_>) {
        let Some(name) = class.name() else { return };
        if let Some(id) =
            self.module.types.class_ids().find(|&id| self.module.types.class(id).span == name.span())
        {
            return self.class(id, class.body()); // decorators make it an extension type
        }
        let decorators = class.decorators().into_iter().filter_map(ast::Decorator::expression);
        let heads: Vec<&str> =
            decorators.map(|one| one.text().split(['.', '(']).next().unwrap_or("")).collect();
        if heads.iter().any(|head| !self.of_cython.contains(*head)) {
            return self.variable(name.text(), "Any"); // what it makes of the class is its affair
        }
        if !self.binds(name.text()) {
            return;
        }
        let is_plain = |argument: &ast::Argument<'_>| {
            let text = argument.text().strip_prefix("metaclass=").unwrap_or(argument.text());
            text.chars().all(|one| one.is_alphanumeric() || "_.".contains(one))
        };
        let bases: Vec<&str> =
            class.arguments().into_iter().filter(is_plain).map(|base| base.text()).collect();
        let bases = if bases.is_empty() { String::new() } else { format!("({})", bases.join(", ")) };
        self.gap();
        self.line(format!("class {}{bases}:", name.text()));
        self.depth += 1;
        self.bound.push(Default::default());
        let is_outer = std::mem::replace(&mut self.in_extension_type, false);
        let before = self.lines.len();
        if let Some(body) = class.body() {
            if let Some(ast::StringValue::Text(doc)) = body.docstring().and_then(|doc| doc.value().ok()) {
                self.docstring(Some(&doc));
            }
            self.block(&body.statements());
        }
        if self.lines.len() == before {
            self.line("...");
        }
        self.in_extension_type = is_outer;
        self.bound.pop();
        self.depth -= 1;
    }

    fn assignment(&mut self, assignment: ast::Assignment<'_>) {
        if assignment.value().is_some_and(|value| self.is_type_of_c(value.text())) {
            return;
        }
        let annotation = assignment.annotation().and_then(functions::annotated);
        let ty = annotation.or_else(|| assignment.value().and_then(literal));
        for target in assignment.targets() {
            if let (Expression::Name(name), Some(value)) = (target, assignment.value())
                && name.text() == "__all__"
                && is_list_of_texts(value)
            {
                if self.binds("__all__") {
                    self.line(format!("__all__ = {}", value.text()));
                }
                continue;
            }
            self.target(target, ty.as_deref());
        }
    }

    fn target(&mut self, target: Expression<'_>, ty: Option<&str>) {
        match target {
            Expression::Name(name) if !self.is_of_c(name.text()) => {
                self.variable(name.text(), ty.unwrap_or("Any"))
            }
            Expression::Tuple(items) | Expression::List(items) => {
                items.elements().into_iter().for_each(|item| self.target(item, None));
            }
            Expression::Starred(starred) => {
                starred.value().into_iter().for_each(|value| self.target(value, Some("list[Any]")));
            }
            _ => {}
        }
    }

    /// Whether a name of the module is a variable of C.
    fn is_of_c(&self, name: &str) -> bool {
        self.depth == 0 && self.module.globals.iter().any(|(_, global)| global.name == name)
    }

    /// `cython.fused_type(...)` and its like, which only C knows.
    fn is_type_of_c(&self, value: &str) -> bool {
        let parts = value.split('(').next().unwrap_or_default();
        let (head, name) = parts.rsplit_once('.').unwrap_or((parts, parts));
        let names = ["fused_type", "typedef", "struct", "union", "pointer", "declare"];
        self.of_cython.contains(head) && names.contains(&name)
    }

    fn import(&mut self, import: ast::Import<'_>) {
        for one in import.names() {
            let Some(path) = one.name().map(|name| name.path()) else { continue };
            let alias = one.alias().map(|alias| alias.text());
            let bound = alias.or(path.split('.').next()).unwrap_or_default().to_string();
            if bound == "cython" || path == "cython" {
                self.of_cython.insert(bound);
            } else if self.binds(&bound) {
                self.line(match alias {
                    Some(alias) => format!("import {path} as {alias}"),
                    None => format!("import {path}"),
                });
            }
        }
    }

    fn import_from(&mut self, import: ast::ImportFrom<'_>) {
        let module = import.module_path();
        if import.is_wildcard() {
            return self.line(format!("from {module} import *"));
        }
        if module == "__future__" {
            return;
        }
        for one in import.names() {
            let Some(name) = one.name().map(|name| name.path()) else { continue };
            let bound = one.alias().map_or(name.clone(), |alias| alias.text().to_string());
            if module == "cython" || module.starts_with("cython.") {
                self.of_cython.insert(bound);
            } else if self.binds(&bound) {
                self.line(format!("from {module} import {name} as {bound}"));
            }
        }
    }

    fn cimport(&mut self, names: Vec<ast::ImportedName<'_>>, is_cython: bool) {
        for one in names {
            let Some(path) = one.name().map(|name| name.path()) else { continue };
            if is_cython || path == "cython" {
                self.of_cython.insert(one.alias().map_or(path.clone(), |alias| alias.text().to_string()));
            }
        }
    }
}

fn literal(value: Expression<'_>) -> Option<String> {
    let ty = match value {
        Expression::Integer(_) => "int",
        Expression::Float(_) => "float",
        Expression::Imaginary(_) => "complex",
        Expression::Boolean(_) => "bool",
        Expression::String(text) if text.is_bytes() => "bytes",
        Expression::String(_) => "str",
        Expression::List(_) => "list[Any]",
        Expression::Tuple(_) => "tuple[Any, ...]",
        Expression::Dictionary(_) => "dict[Any, Any]",
        Expression::Set(_) => "set[Any]",
        _ => return None,
    };
    Some(ty.to_string())
}

fn is_list_of_texts(value: Expression<'_>) -> bool {
    let (Expression::List(items) | Expression::Tuple(items)) = value else { return false };
    items.elements().iter().all(|item| matches!(item, Expression::String(_)))
}
