//! Extension types.

use super::functions::{self, Written};
use super::{Stub, types};
use crate::syntax::ast;
use crate::tir::{ClassId, FunctionId, MethodRole, ParamKind};
use crate::ty::{FieldAccess, PyClass, Ty};

/// Methods that Python does not have under these names, or with other parameters: [`Stub::implied`] has what it has.
const HIDDEN: &[&str] = &[
    "__cinit__",
    "__dealloc__",
    "__getbuffer__",
    "__releasebuffer__",
    "__richcmp__",
    "__pow__",
    "__rpow__",
    "__ipow__",
    "__getattr__",
    "__get__",
];
const COMPARISONS: &[&str] = &["__lt__", "__le__", "__eq__", "__ne__", "__gt__", "__ge__"];
/// Slots of which each has two names.
const PAIRS: &[(&str, &str)] =
    &[("__setitem__", "__delitem__"), ("__setattr__", "__delattr__"), ("__set__", "__delete__")];
const OPERATORS: &[&str] = &[
    "add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "divmod", "pow", "lshift", "rshift", "and",
    "xor", "or",
];

impl Stub<'_> {
    /// `body`: the statements in it, if the module's own file has them.
    pub(super) fn class(&mut self, id: ClassId, body: Option<ast::Block<'_>>) {
        let def = self.module.types.class(id);
        let is_seen = def.foreign.is_none() && !def.is_scope && !def.decorated.is_internal;
        if !is_seen || !self.binds(&def.name) {
            return;
        }
        self.gap();
        if def.is_final {
            self.line("@final");
        }
        let has_own = !def.fields.is_empty() || !def.slots.is_empty();
        let foreign = def.base.and_then(|base| self.module.types.class(base).foreign.as_ref());
        let is_long = foreign.is_some_and(|foreign| foreign.name == "int"); // its objects end with their digits
        if (has_own || is_long) && !def.is_final {
            self.line("@disjoint_base");
        }
        let base = def.base.and_then(|base| types::object(self.module, PyClass::Extension(base)));
        let base = base.map_or(String::new(), |base| format!("({base})"));
        self.line(format!("class {}{base}:", def.name));
        self.depth += 1;
        self.bound.push(Default::default());
        let before = self.lines.len();
        self.docstring(def.doc.as_deref());
        for field in def.fields.iter().filter(|field| field.access != FieldAccess::Hidden) {
            self.field(&field.name, &field.ty, field.access);
        }
        let is_outer = std::mem::replace(&mut self.in_extension_type, true);
        if let Some(body) = body.filter(|_| def.has_statements) {
            let is_default = |statement: &ast::Statement<'_>| {
                let ast::Statement::Assignment(assignment) = statement else { return false };
                let [ast::Expression::Name(name)] = *assignment.targets().as_slice() else { return false };
                def.decorated.is_dataclass && def.fields.iter().any(|field| field.name == name.text())
            };
            let mut statements = body.statements();
            statements.retain(|statement| !is_default(statement));
            self.block(&statements);
        }
        self.in_extension_type = is_outer;
        if def.decorated.is_dataclass {
            self.of_dataclass(id);
        }
        self.methods(id);
        if self.lines.len() == before {
            self.line("...");
        }
        self.bound.pop();
        self.depth -= 1;
    }

    /// What Python's `dataclasses` and `match` look for in a dataclass.
    fn of_dataclass(&mut self, id: ClassId) {
        self.variable("__dataclass_params__", "ClassVar[Any]");
        self.variable("__dataclass_fields__", "ClassVar[dict[str, Any]]");
        if !self.binds("__match_args__") {
            return;
        }
        let module = self.module;
        let is_made = module.types.class(id).decorated.has_made_init;
        let made = module.functions.iter().map(|(_, function)| function).find(|function| {
            is_made && function.name == "__init__" && function.method.is_some_and(|method| method.class == id)
        });
        let lineage = std::iter::successors(Some(id), |id| module.types.class(*id).base);
        let lineage = lineage.map(|id| module.types.class(id)).filter(|def| def.decorated.is_dataclass);
        let fields: usize = lineage.map(|def| def.fields.len()).sum();
        let params = made.map(|made| made.params.iter().skip(1)).into_iter().flatten();
        let names = params
            .filter(|param| param.kind == ParamKind::PositionalOrKeyword)
            .filter_map(|param| made.map(|made| format!("{:?}, ", made.locals[param.local].name.as_str())));
        let names: Vec<String> = names.collect();
        // Fields that `__init__` does not take are among them.
        if names.len() < fields || made.is_none() {
            return self.line("__match_args__: ClassVar[tuple[str, ...]]");
        }
        self.line(format!("__match_args__ = ({})", names.concat().trim_end()));
    }

    fn field(&mut self, name: &str, ty: &Ty, access: FieldAccess) {
        let given = match ty {
            Ty::Object(class) => types::object(self.module, *class).map(|text| format!("{text} | None")),
            ty => Some(types::given(self.module, ty)),
        };
        let given = given.unwrap_or("Any".to_string());
        if access == FieldAccess::Public {
            self.variable(name, &given);
        } else if self.binds(name) {
            self.line("@property");
            self.line(format!("def {name}(self) -> {given}: ..."));
        }
    }

    fn methods(&mut self, id: ClassId) {
        let module = self.module;
        let of_class = |role: &MethodRole| !matches!(role, MethodRole::Closure);
        let mut own: Vec<(FunctionId, MethodRole)> = self
            .by_place
            .values()
            .flatten()
            .filter_map(|&function| Some((function, module.functions[function].method?)))
            .filter(|(_, method)| method.class == id && of_class(&method.role))
            .map(|(function, method)| (function, method.role))
            .collect();
        own.sort_by_key(|&(function, _)| {
            let span = module.functions[function].span;
            (span.file, span.start, function)
        });
        let has = |name: &str| own.iter().any(|(function, _)| module.functions[*function].name == name);
        let mut named: Vec<(&str, Vec<FunctionId>, MethodRole)> = Vec::new();
        for &(function, role) in &own {
            let name = module.functions[function].name.as_str();
            match named.iter_mut().find(|(known, _, other)| *known == name && *other == role) {
                Some((_, ids, _)) => ids.push(function),
                None => named.push((name, vec![function], role)),
            }
        }
        for (name, ids, role) in &named {
            match role {
                MethodRole::Getter => self.property(name, ids[0], &named),
                MethodRole::Setter | MethodRole::Deleter => {}
                // Objects of offcy's, not of Python's decorators.
                MethodRole::Static | MethodRole::Class
                    if module.functions[ids[0]].specialisation.is_some() =>
                {
                    self.variable(name, "Any");
                }
                MethodRole::Static => {
                    self.function(ids, name, &["@staticmethod".to_string()], Written::default())
                }
                MethodRole::Class => {
                    self.function(ids, name, &["@classmethod".to_string()], Written::default())
                }
                _ if *name == "__cinit__" => self.function(ids, "__new__", &[], Written::default()),
                _ if HIDDEN.contains(name) || COMPARISONS.contains(name) => {}
                _ => self.function(ids, name, &[], Written::default()),
            }
        }
        self.implied(&has);
        if module.types.class(id).pickling.is_some() {
            let base = module.types.class(id).base.and_then(|base| module.types.class(base).foreign.as_ref());
            // These know themselves how they are pickled.
            let knows =
                |name: &str| ["set", "frozenset", "bytearray"].contains(&name) || name.ends_with("Exception");
            let knows = base.is_some_and(|base| knows(&base.name));
            let asks = ["__reduce__", "__reduce_ex__", "__getstate__"].iter().any(|name| has(name));
            self.pickling(knows || asks, knows || asks || has("__setstate__"));
        }
    }

    /// What Python has beside the methods that were written.
    fn implied(&mut self, has: &dyn Fn(&str) -> bool) {
        let mut add = |name: &str, rest: &str| {
            if self.binds(name) {
                let end = if rest.ends_with("]") { "" } else { ": ..." };
                self.line(format!("def {name}{rest}{end}"));
            }
        };
        if has("__richcmp__") || COMPARISONS.iter().any(|name| has(name)) {
            COMPARISONS.iter().for_each(|name| add(name, "(self, other: object, /) -> Any"));
        }
        for (one, other) in PAIRS.iter().filter(|(one, other)| has(one) || has(other)) {
            if *one != "__setitem__" || has("__getitem__") || has(one) || has(other) {
                let more = if *one == "__set__" || other.contains("item") || other.contains("attr") {
                    "key: Any, "
                } else {
                    ""
                };
                add(one, &format!("(self, {more}value: Any, /) -> None"));
                add(other, "(self, key: Any, /) -> None");
            }
        }
        for word in
            OPERATORS.iter().filter(|word| has(&format!("__{word}__")) || has(&format!("__r{word}__")))
        {
            let more = if *word == "pow" { ", modulo: Any = None" } else { "" };
            add(&format!("__{word}__"), &format!("(self, other: Any{more}, /) -> Any"));
            add(&format!("__r{word}__"), &format!("(self, other: Any{more}, /) -> Any"));
        }
        if has("__ipow__") {
            add("__ipow__", "(self, other: Any, /) -> Any: ...  # type: ignore[misc]");
        }
        if has("__getattr__") {
            add("__getattribute__", "(self, name: str, /) -> Any");
        }
        if has("__get__") {
            add("__get__", "(self, instance: Any, owner: Any = None, /) -> Any");
        }
    }

    /// The runtime gives its functions Python's names where the class has none of its own.
    fn pickling(&mut self, has_reduce: bool, has_set: bool) {
        let names = if has_reduce { "__reduce_cython__" } else { "__reduce__" };
        let set = if has_set { "__setstate_cython__" } else { "__setstate__" };
        for (name, rest) in [(names, "(self) -> Any"), (set, "(self, state: Any, /) -> None")] {
            if self.binds(name) {
                self.line(format!("def {name}{rest}: ..."));
            }
        }
    }

    fn property(&mut self, name: &str, getter: FunctionId, named: &[(&str, Vec<FunctionId>, MethodRole)]) {
        self.function(&[getter], name, &["@property".to_string()], Written::default());
        let part = |role: MethodRole| named.iter().find(|(known, _, other)| *known == name && *other == role);
        if let Some((_, ids, _)) = part(MethodRole::Setter) {
            self.line(format!("@{name}.setter"));
            let head = functions::head(self.module, &self.module.functions[ids[0]], name, Written::default());
            self.line(format!("{} ...", head.text(name)));
        }
        if part(MethodRole::Deleter).is_some() {
            self.line(format!("@{name}.deleter"));
            self.line(format!("def {name}(self) -> None: ..."));
        }
    }
}
