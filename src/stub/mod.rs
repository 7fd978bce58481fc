//! A stub (`.pyi`) of a module: what type checkers and editors see of it.
//!
//! The text gives the order, the Python classes and what the module's own statements bind; functions, extension types and enums
//! are as the compiler knows them. Names are those that Python finds in the module.

mod classes;
mod functions;
mod statements;
mod types;

use std::collections::{HashMap, HashSet};

use crate::source::Span;
use crate::syntax::Parse;
use crate::tir::{EnumDecl, Function, FunctionId, FunctionKind, MethodRole, Module};
use functions::{Head, Written};

/// By which a stub is known: one without is not written over.
const HEAD: &str = "# written by offcy stub";

/// What the stub reports as it is, and type checkers may disagree with: methods that take less than those of a base, and
/// modules without types of their own.
const UNASKED: &str = "# mypy: disable-error-code=\"override, import-not-found, import-untyped\"";

/// The stub of a module.
pub fn stub(module: &Module, parse: &Parse) -> String {
    let mut stub = Stub::new(module);
    stub.docstring(module.doc.as_deref());
    stub.block(&parse.module().statements());
    stub.rest();
    stub.finish()
}

/// What is written so far.
struct Stub<'a> {
    module: &'a Module,
    /// The functions that Python may call, by the place of their name: several of one with fused types.
    by_place: HashMap<Span, Vec<FunctionId>>,
    lines: Vec<String>,
    depth: usize,
    /// The names of the module, and of each class around.
    bound: Vec<HashSet<String>>,
    /// What decorators of Cython's are called by.
    of_cython: HashSet<String>,
    /// The statements are in the body of an extension type, whose methods are known by their class.
    in_extension_type: bool,
    /// Where variables of this module and of each class around are written.
    variables: HashMap<(usize, String), usize>,
}

impl<'a> Stub<'a> {
    fn new(module: &'a Module) -> Stub<'a> {
        let mut by_place: HashMap<Span, Vec<FunctionId>> = HashMap::new();
        for (id, function) in module.functions.iter().filter(|(_, function)| is_of_python(function)) {
            by_place.entry(function.span).or_default().push(id);
        }
        let of_cython = HashSet::from(["cython".to_string()]);
        Stub {
            module,
            by_place,
            lines: Vec::new(),
            depth: 0,
            bound: vec![HashSet::new()],
            of_cython,
            in_extension_type: false,
            variables: HashMap::new(),
        }
    }

    /// Whether a name is new; from now on it is not.
    fn binds(&mut self, name: &str) -> bool {
        self.bound.last_mut().is_some_and(|names| names.insert(name.to_string()))
    }

    fn line(&mut self, text: impl AsRef<str>) {
        self.lines.push(format!("{}{}", "    ".repeat(self.depth), text.as_ref()));
    }

    /// An empty line between what the module defines.
    fn gap(&mut self) {
        if self.depth == 0 {
            self.lines.push(String::new());
        }
    }

    fn docstring(&mut self, doc: Option<&str>) {
        let Some(doc) = doc else { return };
        let quoted = doc.replace('\\', "\\\\").replace("\"\"\"", "\\\"\\\"\\\"");
        let end = if quoted.ends_with('"') { " " } else { "" };
        // The lines after the first have the indentation of the text.
        let text = format!("{}\"\"\"{quoted}{end}\"\"\"", "    ".repeat(self.depth));
        self.lines.push(text);
    }

    /// A line that opens a block of its own, with a docstring or nothing in it.
    fn definition(&mut self, head: String, doc: Option<&str>) {
        match doc {
            None => self.line(format!("{head} ...")),
            Some(_) => {
                self.line(head);
                self.depth += 1;
                self.docstring(doc);
                self.depth -= 1;
            }
        }
    }

    /// A variable whose type is known or not.
    fn variable(&mut self, name: &str, ty: &str) {
        let key = (self.depth, name.to_string());
        if self.binds(name) {
            self.variables.insert(key, self.lines.len());
            self.line(format!("{name}: {ty}"));
        } else if let Some(line) = self.variables.get(&key).map(|&at| &mut self.lines[at])
            && line.trim() != format!("{name}: {ty}")
            && line.trim().starts_with(&format!("{name}: "))
        {
            // It is bound to something else as well.
            let indent = line.len() - line.trim_start().len();
            *line = format!("{}{name}: Any", " ".repeat(indent));
        }
    }

    /// The functions of one name: with fused types, one for each combination that type checkers can tell apart.
    fn function(&mut self, ids: &[FunctionId], name: &str, decorators: &[String], written: Written<'_>) {
        let Some(&first) = ids.first() else { return };
        if !self.binds(name) {
            return;
        }
        let mut heads: Vec<Head> = Vec::new();
        for &id in ids {
            let head = functions::head(self.module, &self.module.functions[id], name, written);
            match heads.iter_mut().find_map(|known| known.union(&head).map(|joined| (known, joined))) {
                Some((known, joined)) => *known = joined,
                None => heads.push(head),
            }
        }
        // Whoever takes less comes first: a checker chooses the first that fits.
        heads.sort_by_key(Head::breadth);
        if heads.iter().skip(1).any(|head| head.takes_the_same(&heads[0])) {
            heads = vec![heads.swap_remove(0).with_any_result()];
        }
        let doc = self.module.functions[first].doc.clone();
        self.gap();
        let is_overloaded = heads.len() > 1;
        for head in heads {
            if is_overloaded {
                self.line("@overload");
            }
            decorators.iter().for_each(|decorator| self.line(decorator));
            self.definition(head.text(name), doc.as_deref());
        }
    }

    /// What no statement of the module's own file has defined: of included files, of its `.pxd`.
    fn rest(&mut self) {
        let enums = self.module.types.enums.iter().filter(|(_, def)| def.is_python || def.is_public);
        for (_, def) in enums {
            self.enumeration(def);
        }
        let ids: Vec<_> = self.module.types.class_ids().collect();
        for id in ids {
            self.class(id, None);
        }
        let mut places: Vec<Span> = self.by_place.keys().copied().collect();
        places.sort_by_key(|span| (span.file, span.start));
        for place in places {
            let ids = self.by_place[&place].clone();
            let function = &self.module.functions[ids[0]];
            if function.method.is_none() && function.made.is_none() && !function.is_ufunc {
                let name = function.name.to_string();
                self.function(&ids, &name, &[], Written::default());
            }
        }
        for ufunc in &self.module.ufuncs {
            self.variable(&ufunc.name, "Any");
        }
    }

    fn enumeration(&mut self, def: &EnumDecl) {
        if !(def.is_python || def.is_public) {
            return;
        }
        let members =
            def.members.iter().map(|(name, _)| name).chain(def.exports.iter().map(|(name, _)| name));
        let members: Vec<String> = members.map(|name| name.to_string()).collect();
        let Some(name) = def.name.as_ref().filter(|_| def.is_python) else {
            members.iter().for_each(|member| self.variable(member, "int"));
            return;
        };
        if !self.binds(name) {
            return;
        }
        self.gap();
        self.line(format!("class {name}(IntEnum):"));
        self.depth += 1;
        self.docstring(def.doc.as_deref());
        for member in &members {
            let value = def.value(member).map_or("...".to_string(), |value| value.to_string());
            self.line(format!("{member} = {value}"));
        }
        self.depth -= 1;
    }

    /// The text, after the imports of what it names.
    fn finish(self) -> String {
        let body = self.lines.join("\n");
        let code: String = self.lines.iter().map(|line| format!("{line}\n")).collect();
        let has = |word: &str| {
            let is_part = |one: char| one.is_alphanumeric() || one == '_';
            code.split(|one: char| !is_part(one)).any(|part| part == word)
        };
        let homes: [(&str, &[&str]); 4] = [
            ("collections.abc", &["Coroutine", "Generator"]),
            ("enum", &["IntEnum"]),
            ("typing", &["Any", "ClassVar", "SupportsFloat", "SupportsIndex", "final", "overload"]),
            ("typing_extensions", &["Buffer", "Self", "disjoint_base"]),
        ];
        let mut text = format!("{HEAD}; a stub without this line is not written over\n{UNASKED}\n");
        let doc = self.module.doc.is_some();
        let mut imports = String::new();
        for (home, names) in homes {
            let used: Vec<&str> = names.iter().copied().filter(|name| has(name)).collect();
            if !used.is_empty() {
                imports.push_str(&format!("from {home} import {}\n", used.join(", ")));
            }
        }
        if doc {
            let (first, rest) = (self.lines[0].as_str(), self.lines[1..].join("\n"));
            text.push_str(&format!("{first}\n{imports}\n{rest}"));
        } else {
            text.push_str(&format!("{imports}\n{body}"));
        }
        text.push('\n');
        text
    }
}

/// Whether Python can call a function by its name.
fn is_of_python(function: &Function) -> bool {
    let is_called = matches!(function.kind, FunctionKind::Def | FunctionKind::Cpdef);
    let stands_in =
        |role: MethodRole| matches!(role, MethodRole::Dispatcher | MethodRole::Open | MethodRole::Place(_));
    is_called && !function.method.is_some_and(|method| stands_in(method.role))
}
