//! `embedsignature`: the signature of a function that Python sees, at the head of its docstring.

use super::FunctionLowerer;
use super::pure::Marks;
use crate::base::Name;
use crate::hir::{ClassId, Directives, Method, MethodRole};
use crate::syntax::ast::{self, Expression, ParameterKind};

impl<'t> FunctionLowerer<'_, 't> {
    /// The docstring of a `def` function. `made`: the qualified name of one that is created where it is defined.
    pub fn python_doc(
        &self,
        function: ast::Function<'t>,
        method: Option<Method>,
        made: Option<&Name>,
        doc: Option<String>,
    ) -> Option<String> {
        let name = function.name()?.text();
        let is_static = function.decorators().iter().any(|one| one.text().contains("staticmethod"));
        let class = self.class_of(method, made);
        let parameters = shown_parameters(function.parameters(), class.is_some() && !is_static);
        let result = function.return_annotation().map(|annotation| annotation.text().to_string());
        if method.is_some_and(|method| method.role == MethodRole::Getter) {
            let (Some(class), Some(result)) = (class, result) else { return doc };
            return Some(before(&format!("{class}.{name}: {result}"), doc));
        }
        with_signature(name, class, &parameters, result, doc)
    }

    /// The docstring of an extension type has the signature of `__init__`.
    pub(super) fn sign_class(&mut self, init: ast::Function<'t>, class: ClassId) {
        let parameters = shown_parameters(init.parameters(), true);
        let parameters = parameters.split_once(", ").map_or("", |(_, rest)| rest);
        let class = &mut self.tables.classes[class];
        class.doc = Some(before(&format!("{}({parameters})", class.name), class.doc.take()));
    }

    pub(super) fn cpdef_doc(
        &self,
        function: ast::CFunction<'t>,
        method: Option<Method>,
        marks: &Marks<'_>,
        directives: &Directives,
        doc: Option<String>,
    ) -> Option<String> {
        if !marks.is_cpdef || !directives.embedsignature {
            return doc;
        }
        let name = function.name()?.text();
        let class = self.class_of(method, None);
        let parameters = shown_parameters(function.parameters(), class.is_some());
        let result =
            function.return_type().map(|ty| shown_type(ty.text())).filter(|result| result != "object");
        with_signature(name, class, &parameters, result, doc)
    }

    /// The class of a method, if it is one: of an extension type, or by the qualified name of what a class of Python holds.
    fn class_of(&self, method: Option<Method>, made: Option<&Name>) -> Option<String> {
        let of_python = || {
            let (class, _) = made?.as_str().rsplit_once('.')?;
            (!class.ends_with("<locals>")).then(|| class.rsplit('.').next().unwrap_or(class).to_string())
        };
        method.map(|method| self.tables.classes[method.class].name.to_string()).or_else(of_python)
    }
}

/// The docstring with `K.m(self, double x, y=1)` before it. What Python calls by itself keeps its own.
fn with_signature(
    name: &str,
    class: Option<String>,
    parameters: &str,
    result: Option<String>,
    doc: Option<String>,
) -> Option<String> {
    if name.starts_with("__") && name.ends_with("__") {
        return doc;
    }
    let class = class.map(|class| format!("{class}.")).unwrap_or_default();
    let result = result.map(|result| format!(" -> {result}")).unwrap_or_default();
    Some(before(&format!("{class}{name}({parameters}){result}"), doc))
}

fn before(signature: &str, doc: Option<String>) -> String {
    match doc {
        Some(doc) => format!("{signature}\n\n{}", without_indent(&doc)),
        None => signature.to_string(),
    }
}

fn shown_parameters(parameters: Option<ast::Parameters<'_>>, has_self: bool) -> String {
    let parameters = parameters.map(ast::Parameters::list).unwrap_or_default();
    let shown = parameters.into_iter().enumerate();
    let shown: Vec<String> =
        shown.map(|(at, parameter)| shown_parameter(parameter, at == 0 && has_self)).collect();
    shown.join(", ")
}

fn shown_parameter(parameter: ast::Parameter<'_>, is_self: bool) -> String {
    let name = parameter.name().map(|name| name.text()).unwrap_or_default();
    let mut shown = match parameter.kind() {
        ParameterKind::Star => format!("*{name}"),
        ParameterKind::DoubleStar => format!("**{name}"),
        ParameterKind::KeywordOnlyMarker => return "*".to_string(),
        ParameterKind::PositionalOnlyMarker => return "/".to_string(),
        _ => match (parameter.c_type(), parameter.declarator()) {
            (Some(ty), Some(declarator)) if !is_self && ty.text() != "object" => {
                format!("{} {}", shown_type(ty.text()), declarator.text())
            }
            _ => name.to_string(),
        },
    };
    let annotation = parameter.annotation().filter(|_| parameter.c_type().is_none());
    if let Some(annotation) = annotation {
        // Cython shows the type that it makes of an annotation, too.
        let made = match annotation.text() {
            "float" => "double ",
            "int" | "str" | "bytes" | "list" | "dict" | "set" | "frozenset" | "tuple" | "complex" => {
                &format!("{} ", annotation.text())
            }
            _ => "",
        };
        shown = format!("{made}{shown}: {}", annotation.text());
    }
    match parameter.default() {
        Some(default) if annotation.is_some() => format!("{shown} = {}", shown_default(default)),
        Some(default) => format!("{shown}={}", shown_default(default)),
        None => shown,
    }
}

/// A type as Cython shows it: names without their modules, buffers without their options.
fn shown_type(text: &str) -> String {
    let (base, rest) = text.split_at(text.find('[').unwrap_or(text.len()));
    let words: Vec<&str> =
        base.split_whitespace().map(|word| word.rsplit('.').next().unwrap_or(word)).collect();
    let base = words.join(" ");
    if base.ends_with("ndarray") {
        return base;
    }
    let axes: String = rest.split_whitespace().collect();
    base + &axes.replace(',', ", ")
}

fn shown_default(default: Expression<'_>) -> String {
    let text = default.text();
    match default {
        Expression::Lambda(_) => "...".to_string(),
        // Python shows texts in single quotes.
        _ if !text.contains(['\'', '\\', '\n']) => text.replace('"', "'"),
        _ => text.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

/// A docstring without the indent that all of its lines but the first have, as `inspect.cleandoc` makes it.
fn without_indent(doc: &str) -> String {
    let lines: Vec<&str> = doc.lines().collect();
    let indent_of = |line: &str| line.len() - line.trim_start().len();
    let indent =
        lines.iter().skip(1).filter(|line| !line.trim().is_empty()).map(|line| indent_of(line)).min();
    let mut clean: Vec<&str> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let cut = if at == 0 { indent_of(line) } else { indent.unwrap_or(0).min(indent_of(line)) };
        clean.push(&line[cut..]);
    }
    let is_blank = |line: &&str| line.is_empty();
    while clean.last().is_some_and(is_blank) {
        clean.pop();
    }
    let first = clean.iter().position(|line| !line.is_empty()).unwrap_or(0);
    clean[first..].join("\n")
}

/// What Python sees of a function's annotations, in Cython's order: texts, as under `from __future__ import annotations`.
pub fn annotations(function: ast::Function<'_>) -> Vec<(Name, String)> {
    let parameters = function.parameters().map(ast::Parameters::list).unwrap_or_default();
    let is_rest = |parameter: &ast::Parameter<'_>| {
        matches!(parameter.kind(), ParameterKind::Star | ParameterKind::DoubleStar)
    };
    let (rest, named): (Vec<_>, Vec<_>) = parameters.into_iter().partition(is_rest);
    let given = named.into_iter().chain(rest).filter_map(|parameter| {
        Some((Name::new(parameter.name()?.text()), as_text(parameter.annotation()?.text())))
    });
    let result = function.return_annotation().map(|result| (Name::new("return"), as_text(result.text())));
    given.chain(result).collect()
}

/// An annotation as Cython spells it for Python: a text in it as `repr` does.
pub(super) fn as_text(annotation: &str) -> String {
    let inside = annotation.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    match inside.filter(|inside| !inside.contains(['"', '\'', '\\'])) {
        Some(inside) => format!("'{inside}'"),
        None => annotation.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}
