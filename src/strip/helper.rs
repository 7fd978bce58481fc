//! Functions at the end of the text, for what Cython does only in C functions. No line above them moves.

use std::collections::{HashMap, HashSet};

/// The functions that a module has been given.
pub struct Helpers<'t> {
    /// The module uses Python syntax.
    is_python: bool,
    /// The name of `cython` there.
    cython: String,
    names: HashSet<&'t str>,
    length: Option<String>,
    /// For `any` or `all`, and a number of truths.
    asked: HashMap<(bool, usize), String>,
    lines: Vec<String>,
}

impl<'t> Helpers<'t> {
    /// `names`: the names of the module, which no helper may take.
    pub fn new(is_python: bool, cython: &str, names: HashSet<&'t str>) -> Helpers<'t> {
        let (cython, asked) = (cython.to_string(), HashMap::new());
        Helpers { is_python, cython, names, length: None, asked, lines: Vec::new() }
    }

    /// The name of a function that returns the length of `bytes`, taking the GIL for it.
    pub fn length(&mut self) -> String {
        if let Some(name) = &self.length {
            return name.clone();
        }
        let name = self.free_name("offcy_len");
        let code = if self.is_python { "(data: object) -> {}.Py_ssize_t" } else { "(bytes data)" };
        self.add("Py_ssize_t", &name, code, "return len(data)");
        self.length = Some(name.clone());
        name
    }

    /// The name of a function that says whether any or all of so many truths hold.
    pub fn asked(&mut self, is_any: bool, count: usize) -> String {
        if let Some(name) = self.asked.get(&(is_any, count)) {
            return name.clone();
        }
        let name = self.free_name(if is_any { "offcy_any" } else { "offcy_all" });
        let (joint, of_none) = if is_any { (" or ", "False") } else { (" and ", "True") };
        let names: Vec<String> = (1..=count).map(|number| format!("v{number}")).collect();
        let value = if names.is_empty() { of_none.to_string() } else { names.join(joint) };
        let cython = &self.cython;
        if self.is_python {
            let given: Vec<String> = names.iter().map(|name| format!("{name}: {cython}.bint")).collect();
            self.lines
                .extend(["cfunc", "nogil", "exceptval(check=False)"].map(|word| format!("@{cython}.{word}")));
            self.lines.push(format!("def {name}({}) -> {cython}.bint: return {value}", given.join(", ")));
        } else {
            let given: Vec<String> = names.iter().map(|name| format!("bint {name}")).collect();
            let given = given.join(", ");
            self.lines.push(format!("cdef bint {name}({given}) noexcept nogil: return {value}"));
        }
        self.asked.insert((is_any, count), name.clone());
        name
    }

    /// A call of a function that takes the GIL and executes a statement that raises.
    pub fn raising(&mut self, statement: &str) -> String {
        let name = self.free_name("offcy_raise");
        self.add("int", &name, if self.is_python { "() -> {}.int" } else { "()" }, statement);
        format!("{name}()")
    }

    /// `parameters` with `{}` for the module `cython`.
    fn add(&mut self, result: &str, name: &str, parameters: &str, statement: &str) {
        let Helpers { cython, .. } = self;
        let parameters = parameters.replace("{}", cython);
        if self.is_python {
            self.lines.push(format!("@{cython}.cfunc"));
            self.lines.push(format!("@{cython}.with_gil"));
            self.lines.push(format!("@{cython}.exceptval(-1)"));
            self.lines.push(format!("def {name}{parameters}: {statement}"));
        } else {
            self.lines.push(format!("cdef {result} {name}{parameters} except -1 with gil: {statement}"));
        }
    }

    fn free_name(&self, wanted: &str) -> String {
        let is_free = |name: &str| {
            !self.names.contains(name) && !self.lines.iter().any(|line| line.contains(&format!("{name}(")))
        };
        let numbered = (1..).map(|number| format!("{wanted}_{number}"));
        std::iter::once(wanted.to_string()).chain(numbered).find(|name| is_free(name)).unwrap_or_default()
    }

    /// Whether there are helpers in Python syntax, which name `cython`.
    pub fn need_cython(&self) -> bool {
        self.is_python && !self.lines.is_empty()
    }

    /// Appends the helpers to the text.
    pub fn append(&self, text: &mut String) {
        if !self.lines.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        for line in &self.lines {
            text.push_str(line);
            text.push('\n');
        }
    }
}
