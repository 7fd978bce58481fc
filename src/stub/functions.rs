//! The line of a function, and what its parameters take.

use super::types;
use crate::syntax::ast;
use crate::tir::special::special;
use crate::tir::{
    ClassId, Default, ExprKind, Function, MethodRole, Module, ObjectConst, Param, ParamKind, Singleton,
};
use crate::ty::Ty;

/// What the text says of a function, beside what the compiler knows.
#[derive(Clone, Copy, Default)]
pub struct Written<'t> {
    pub parameters: Option<ast::Parameters<'t>>,
    pub result: Option<ast::Annotation<'t>>,
    /// It is in a Python class, and its first parameter needs no type.
    pub has_self: bool,
}

/// `def name(...) -> type:` in parts.
#[derive(Clone, PartialEq, Eq)]
pub struct Head {
    /// What stands before the type of each parameter, the type, and what follows. Marks are parameters without a type.
    params: Vec<[String; 3]>,
    result: String,
    /// Python recognises a coroutine: `async def`.
    is_async: bool,
}

impl Head {
    /// With another name than the function's own, if need be.
    pub fn text(&self, name: &str) -> String {
        let params: Vec<String> = self.params.iter().map(|parts| parts.concat()).collect();
        let kind = if self.is_async { "async def" } else { "def" };
        format!("{kind} {name}({}) -> {}:", params.join(", "), self.result)
    }

    /// How much its parameters take.
    pub fn breadth(&self) -> [usize; 3] {
        let count = |ty: &str| self.params.iter().filter(|[_, known, _]| known == ty).count();
        [count("Any"), count("complex"), count("SupportsFloat")]
    }

    /// One for both, if only the types of parameters differ.
    pub fn union(&self, other: &Head) -> Option<Head> {
        if self.result != other.result || self.params.len() != other.params.len() {
            return None;
        }
        let mut joined = self.clone();
        for ([_, ty, _], [_, more, _]) in joined.params.iter_mut().zip(&other.params) {
            *ty = either(ty, more);
        }
        Some(joined)
    }

    pub fn takes_the_same(&self, other: &Head) -> bool {
        self.params == other.params
    }

    pub fn with_any_result(mut self) -> Head {
        self.result = "Any".to_string();
        self
    }
}

fn either(one: &str, other: &str) -> String {
    if one == "Any" || other == "Any" {
        return "Any".to_string();
    }
    let mut words: Vec<&str> = one.split(" | ").collect();
    words.extend(other.split(" | ").filter(|word| !one.split(" | ").any(|known| known == *word)));
    words.sort_by_key(|word| *word == "None");
    words.join(" | ")
}

pub fn head(module: &Module, function: &Function, name: &str, written: Written<'_>) -> Head {
    let role = function.method.map(|method| method.role);
    let hidden = usize::from(role == Some(MethodRole::Closure));
    let has_self = written.has_self
        || matches!(
            role,
            Some(MethodRole::Instance | MethodRole::Class | MethodRole::Getter | MethodRole::Setter)
        );
    let params = &function.params[hidden.min(function.params.len())..];
    let texts = params.iter().enumerate().map(|(at, param)| {
        let is_self = has_self && at == 0;
        let bare = match role {
            Some(MethodRole::Class) => "cls",
            None | Some(MethodRole::Closure) => function.locals[param.local].name.as_str(),
            Some(_) if name == "__new__" => "cls",
            Some(_) => "self",
        };
        if is_self { mark(bare) } else { parameter(module, function, param, written) }
    });
    let is_slot = role == Some(MethodRole::Instance)
        && special(name).is_some_and(|special| special.arguments.is_some() || special.takes_modulo);
    let texts: Vec<_> = texts.collect();
    let params = match role {
        Some(MethodRole::Getter | MethodRole::Setter) => texts,
        _ if is_slot => texts.into_iter().chain([mark("/")]).collect(),
        _ => marked(params, texts),
    };
    let is_async = function.coroutine.is_some() && function.made.is_some();
    Head { params, result: result(module, function, name, written), is_async }
}

fn mark(text: &str) -> [String; 3] {
    [text.to_string(), String::new(), String::new()]
}

fn result(module: &Module, function: &Function, name: &str, written: Written<'_>) -> String {
    let nothing = [
        "__init__",
        "__setitem__",
        "__delitem__",
        "__setattr__",
        "__delattr__",
        "__set__",
        "__delete__",
        "__del__",
        "__init_subclass__",
    ];
    if nothing.contains(&name) || function.method.is_some_and(|method| method.role == MethodRole::Setter) {
        return "None".to_string();
    }
    if function.coroutine.is_some() {
        let result = written.result.and_then(annotated).unwrap_or("Any".to_string());
        // To Python, a method of an extension type is not a function.
        return if function.made.is_some() { result } else { format!("Coroutine[Any, Any, {result}]") };
    }
    if function.is_generator {
        return "Generator[Any, Any, Any]".to_string();
    }
    let fixed = match name {
        "__new__" if function.method.is_some_and(|method| method.role == MethodRole::Instance) => {
            Some("Self")
        }
        "__len__" | "__hash__" => Some("int"),
        "__bool__" | "__contains__" => Some("bool"),
        "__str__" | "__repr__" => Some("str"),
        _ => None,
    };
    match (fixed, &function.result) {
        (Some(fixed), _) => fixed.to_string(),
        (None, Ty::Object(crate::ty::PyClass::Object)) => {
            written.result.and_then(annotated).unwrap_or("Any".to_string())
        }
        (None, ty) => types::given(module, ty),
    }
}

fn parameter(module: &Module, function: &Function, param: &Param, written: Written<'_>) -> [String; 3] {
    let local = &function.locals[param.local];
    let annotation = || {
        let list = written.parameters?.list();
        let own =
            list.into_iter().find(|one| one.name().is_some_and(|name| name.text() == local.name.as_str()))?;
        annotated(own.annotation()?)
    };
    let ty = match param.kind {
        _ if let Some(field) = field_given(module, function, &local.name) => {
            types::taken(module, field, true)
        }
        ParamKind::Star | ParamKind::DoubleStar => annotation().unwrap_or("Any".to_string()),
        _ => match &local.ty {
            Ty::Object(crate::ty::PyClass::Object) => annotation().unwrap_or("Any".to_string()),
            ty => types::taken(module, ty, param.allows_none),
        },
    };
    let stars = match param.kind {
        ParamKind::Star => "*",
        ParamKind::DoubleStar => "**",
        _ => "",
    };
    let default =
        param.default.as_ref().map_or(String::new(), |default| format!(" = {}", value(module, default)));
    let ty =
        if default == " = None" && ty != "Any" && !ty.contains("None") { format!("{ty} | None") } else { ty };
    [format!("{stars}{}: ", local.name), ty, default]
}

/// The type of the field that an argument of a dataclass is for.
fn field_given<'m>(module: &'m Module, function: &Function, name: &str) -> Option<&'m Ty> {
    let class = function.method.filter(|_| function.name == "__init__")?.class;
    let of = |id: &ClassId| module.types.class(*id);
    of(&class).decorated.has_made_init.then_some(())?;
    let mut lineage = std::iter::successors(Some(class), |id| of(id).base);
    lineage.find_map(|id| of(&id).fields.iter().find(|field| field.name == name)).map(|field| &field.ty)
}

/// A default that Python writes as offcy does; `...` otherwise.
fn value(module: &Module, default: &Default) -> String {
    let Default::Value(expr) = default else { return "...".to_string() };
    match &expr.kind {
        ExprKind::Int(value) if expr.ty.is_truth() => if *value != 0 { "True" } else { "False" }.to_string(),
        ExprKind::Int(value) => value.to_string(),
        ExprKind::Singleton(Singleton::True) => "True".to_string(),
        ExprKind::Singleton(Singleton::False) => "False".to_string(),
        ExprKind::Singleton(Singleton::None) => "None".to_string(),
        ExprKind::Const(id) => match &module.consts[*id] {
            ObjectConst::Int(digits) => digits.clone(),
            ObjectConst::Str(text) if text.chars().all(|one| one.is_ascii() && !one.is_ascii_control()) => {
                format!("{text:?}")
            }
            _ => "...".to_string(),
        },
        _ => "...".to_string(),
    }
}

/// An annotation that means the same in a stub: of Python's own classes alone.
pub fn annotated(annotation: ast::Annotation<'_>) -> Option<String> {
    const KNOWN: &[&str] = &[
        "int",
        "float",
        "complex",
        "bool",
        "str",
        "bytes",
        "list",
        "dict",
        "set",
        "frozenset",
        "tuple",
        "object",
        "None",
        "bytearray",
    ];
    let text = annotation.text().trim();
    let words = text.split(|one: char| !one.is_alphanumeric() && one != '_' && one != '.');
    let is_plain = text.chars().all(|one| one.is_alphanumeric() || " _[]|,.".contains(one));
    let mut words = words.filter(|word| !word.is_empty()).peekable();
    let is_known = words.peek().is_some() && words.all(|word| KNOWN.contains(&word) || word == "...");
    (is_plain && is_known).then(|| text.to_string())
}

/// The parameters with `/` and `*` between their kinds, as Python writes them.
fn marked(params: &[Param], texts: Vec<[String; 3]>) -> Vec<[String; 3]> {
    let of = |kind: ParamKind| {
        let chosen = params.iter().zip(&texts).filter(move |(param, _)| param.kind == kind);
        chosen.map(|(_, text)| text.clone()).collect::<Vec<_>>()
    };
    let mut all = of(ParamKind::PositionalOnly);
    if !all.is_empty() {
        all.push(mark("/"));
    }
    all.extend(of(ParamKind::PositionalOrKeyword));
    let (star, named) = (of(ParamKind::Star), of(ParamKind::KeywordOnly));
    if star.is_empty() && !named.is_empty() {
        all.push(mark("*"));
    }
    all.extend(star.into_iter().chain(named).chain(of(ParamKind::DoubleStar)));
    all
}
