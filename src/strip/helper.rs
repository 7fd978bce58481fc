//! Functions at the end of the text, for what Cython does only in C functions. No line above them moves.

use std::collections::HashSet;

/// The functions that a module has been given.
pub struct Helpers<'t> {
    /// The module uses Python syntax.
    is_python: bool,
    /// The name of `cython` there.
    cython: String,
    names: HashSet<&'t str>,
    length: Option<String>,
    lines: Vec<String>,
}

impl<'t> Helpers<'t> {
    /// `names`: the names of the module, which no helper may take.
    pub fn new(is_python: bool, cython: &str, names: HashSet<&'t str>) -> Helpers<'t> {
        Helpers { is_python, cython: cython.to_string(), names, length: None, lines: Vec::new() }
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
